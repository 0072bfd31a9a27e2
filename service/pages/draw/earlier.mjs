/**
 * The draws of this visit: the newest is shown, the earlier ones stay below it, and the browser's Back leads to each.
 *
 * An entry of the browser's history cannot be changed before the browser is there again. So that a list can be forgotten,
 * neither its address nor its state has a name: the links of the draws are in the tab's storage, by their entries.
 */
import { readFragment } from "../shared/fragments.mjs";
import {
  $,
  create,
  createCopyButton,
  readStored,
  store,
} from "../shared/page.mjs";
import { formatTime, t } from "../shared/texts.mjs";
import { showResult } from "./result.mjs";

const [LINKS, FORGOTTEN] = ["links of draws", "forgotten draws"];
const MAX_LINKS = 100; // the newest ones; each has a list of 4,000 characters at most
const inTab = () => sessionStorage;

const draws = new Map(); // by their numbers
const visit = performance.timeOrigin; // entries of the history from before the page was loaded again are of other draws
let next = 0; // number of the next entry

const nameEntry = (state) => `${state?.visit}/${state?.draw}`;

/** Keep the fragment that an entry of the history stands for; undefined forgets it. Return whether it is kept. */
function keepFragment(state, fragment) {
  const { [nameEntry(state)]: _, ...others } = readStored(LINKS, inTab) ?? {};
  const links = [
    ...Object.entries(others),
    ...(fragment ? [[nameEntry(state), fragment]] : []),
  ];
  store(LINKS, Object.fromEntries(links.slice(-MAX_LINKS)), inTab);
  return readStored(LINKS, inTab)?.[nameEntry(state)] === fragment;
}

/** Return whether an entry of the history is of a draw that was forgotten. */
function isForgotten(state) {
  const before = readStored(FORGOTTEN, inTab);
  if (!before || state?.draw === undefined) return false;
  return (
    state.visit < before.visit ||
    (state.visit === before.visit && state.draw < before.draw)
  );
}

/** Return what `readFragment` does for the entry of the history that is open. A forgotten one loses its address. */
export function findFragment() {
  if (!isForgotten(history.state))
    return (
      readStored(LINKS, inTab)?.[nameEntry(history.state)] ?? readFragment()
    );
  history.replaceState(null, "", location.pathname);
  return "";
}

/** Take the list of a link that was opened out of the address, before anything is drawn from it. */
export function hideLink(fragment) {
  const state = { visit, draw: next };
  next += 1;
  keepFragment(history.state, undefined);
  if (keepFragment(state, fragment))
    history.replaceState(state, "", location.pathname);
}

/**
 * Keep a draw, and give it an entry in the history of the browser. `isFirst`: it is drawn from the address that is open, or
 * is the first of the visit, and has the entry that is there.
 */
export function keepDrawn(draw, isFirst) {
  draw.number = next;
  draw.time = Date.now();
  next += 1;
  if (isFirst || !hasDrawn()) keepFragment(history.state, undefined);
  else history.pushState(stateOf(draw), "");
  draws.set(draw.number, draw);
  update(draw);
}

const stateOf = ({ number }) => ({ visit, draw: number });

/** Keep what a reload needs of the draw whose entry is open, and show its address. */
function update(draw) {
  keepFragment(stateOf(draw), draw.link && new URL(nameLink(draw)).hash);
  history.replaceState(stateOf(draw), "", nameAddress(draw));
}

const isSecret = ({ result, link }) =>
  result.slips !== undefined && link !== undefined;

/** Return a link of a draw, which says how much of its result is told: a reload tells no more. */
const nameLink = ({ link, told }, chosen = link) =>
  told === undefined ? chosen : `${chosen}&told=${told}`;

/** Return the address of a draw: without names until its link is copied. Of who gives to whom it has nothing: whoever sees it would know all. */
function nameAddress(draw) {
  if (draw.link === undefined || isSecret(draw)) return location.pathname;
  return nameLink(draw, draw.isCopied ? draw.link : (draw.bare ?? draw.link));
}

/** Return the link of a draw that its reader copies; from now on the address is that link. */
export function copyLink(draw) {
  draw.isCopied = true;
  if (isOpen(draw)) update(draw);
  return draw.link;
}

const isOpen = ({ number }) =>
  nameEntry(history.state) === nameEntry({ visit, draw: number });

/** Keep how much of the result of a draw is told, `told`; undefined if all of it is shown. */
export function keepTold(draw, told) {
  draw.told = told;
  draw.keepTold?.(told);
  if (isOpen(draw)) update(draw);
}

/** Return the draw that an entry of the history is of; undefined for one of another visit. */
export const findDrawn = (state) =>
  state?.visit === visit ? draws.get(state.draw) : undefined;

/** Return whether there are draws of this visit. */
export const hasDrawn = () => draws.size > 0;

/** Forget all draws, of earlier visits of this tab too. */
export function forgetDrawn() {
  store(LINKS, undefined, inTab);
  if (!isForgottenLater()) store(FORGOTTEN, { visit, draw: next }, inTab);
  draws.clear();
  history.replaceState(null, "", location.pathname);
}

/** Return whether the draws of this visit were forgotten on a later one, while the browser kept this page for its Back. */
export const isForgottenLater = () =>
  (readStored(FORGOTTEN, inTab)?.visit ?? 0) > visit;

/** List all draws but the one that is shown, and those that are not told to their end, the newest first. Each is closed, so that nobody hears its result unasked. */
export function listEarlier(shown) {
  const others = [...draws.values()]
    .filter((draw) => draw !== shown && draw.told === undefined)
    .reverse();
  $("#earlier").hidden = others.length === 0;
  $("#earlier > div").replaceChildren(...others.map(createEntry));
}

function createEntry({ title, facts, result, time, shared }) {
  const content = create("div");
  const details = create(
    "details.drawn",
    create(
      "summary",
      t("draw.earlier.summary", {
        title,
        time: formatTime(time, { timeStyle: "short" }),
      }),
    ),
    content,
  );
  details.addEventListener("toggle", () => {
    if (!details.open) return content.replaceChildren();
    const shown = create("div");
    showResult(result, shown);
    const { link, carries } = shared();
    content.replaceChildren(
      shown,
      create("p.soft", [facts, link && carries].filter(Boolean).join(" ")),
      create(
        "p.buttons",
        link && createCopyButton(() => link, t("draw.tools.copyLink")),
      ),
    );
  });
  return details;
}
