/** What the API says of games, decks and algorithms. */

import { $, fetchJson } from "../shared/page.mjs";

/** Return the games, decks and algorithms of the API and the parameters of the form, which are in the page. */
export const readCatalogue = () => JSON.parse($("#form").dataset.parameters);

/**
 * Fetch the description of a game, of which the steps of its deal are a part; a plain deal has no steps. `packOptions`
 * are the parameters that change the cards.
 */
export async function fetchGame({ kind, name, query }, packOptions, signal) {
  if (kind === "decks") return { stock: "stock", procedure: [] };
  const names = ["players", "cards", ...packOptions];
  return fetchJson(`v1/games/${name}`, {
    query: Object.fromEntries(query.filter(([key]) => names.includes(key))),
    signal,
  });
}
