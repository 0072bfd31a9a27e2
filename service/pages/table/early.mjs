/**
 * The first requests of a link, sent while the modules of the table load, which then find them in the browser's cache.
 */
// @ts-check
/** @import { DeckFile, Hand } from "../deals/cards.mjs" */
import { readFragment } from "../shared/fragments.mjs";

const root = new URL(
  document.documentElement.dataset.root ?? "",
  location.href,
);
// Of a game as it is usual; others wait for the other modules.
const LINK =
  /^#(v1\/games\/\w+)\/deal\?(?:characters=\d+&)?(seed=[^&#]{0,2000})$/;

/**
 * Request a deal, its game, its deck and the pictures of the hands.
 * @param {string} game the path of the game, such as "v1/games/holdem"
 * @param {string} query of the deal
 */
async function ask(game, query) {
  /** @type {[{ deck: string, hands: Hand[] }, unknown]} */
  const [{ deck, hands }] = await Promise.all([
    fetchJson(`${game}/deal?${query}`),
    fetchJson(game),
  ]);
  /** @type {DeckFile} */
  const { cards, pictures } = await fetchJson(`pictures/${deck}.json`);
  for (const index of hands.flatMap(({ indices }) => indices)) {
    const path = cards[index]?.image ?? "";
    const name = path.slice(path.lastIndexOf("/") + 1);
    if (path && !(name in pictures))
      new Image().src = new URL(
        path.slice(path.lastIndexOf("/v1/") + 1),
        root,
      ).href;
  }
}

/** @param {string} path of the API */
async function fetchJson(path) {
  const response = await fetch(new URL(path, root), {
    headers: { Accept: "application/json" },
  });
  // The page tells what is wrong.
  if (!response.ok) throw new Error(`The service refused ${path}.`);
  return response.json();
}

/** Request the deal that the address names. */
export function askEarly() {
  const [, game, query] = LINK.exec(readFragment() ?? "") ?? [];
  // The page asks again, and tells what is wrong.
  if (game) ask(game, query).catch(() => undefined);
}
