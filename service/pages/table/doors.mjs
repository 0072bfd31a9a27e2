/** What the page shows: the doors, or the table in their place once somebody deals or the address has a link. */
// @ts-check
import { $ } from "../shared/elements.mjs";
import { readFragment } from "../shared/fragments.mjs";

const MISTAKEN = /[?&](game|deck|seed)=/; // in a query, which no link has

/** Return whether the address has a link to a deal, or what looks like one that was cut or mistyped. */
export function hasLink() {
  const fragment = readFragment();
  const isLink =
    fragment === undefined ||
    (fragment.length > 1 && !document.getElementById(fragment.slice(1)));
  return isLink || MISTAKEN.test(location.search);
}

/** Show the table in place of the doors. The focus goes from a door to the title of the table. */
export function showTable() {
  const isAtDoor = $(".doors").contains(document.activeElement);
  if ($(".doors").checkVisibility()) scrollTo({ top: 0, behavior: "instant" }); // they are no longer above
  document.documentElement.classList.add("dealt");
  if (isAtDoor) $("#title").focus({ preventScroll: true });
}

/** Show the doors again. */
export const showDoors = () =>
  document.documentElement.classList.remove("dealt");
