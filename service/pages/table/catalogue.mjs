/** What the API says of games, decks and algorithms. */

import { $, fetchJson } from "../shared/page.mjs";

/** Fetch the games, decks and algorithms of the API; the parameters of the form are in the page. */
export async function fetchCatalogue() {
  const [{ games }, { decks }, { algorithms }] = await Promise.all(
    ["v1/games", "v1/decks", "v1/algorithms"].map((path) => fetchJson(path)),
  );
  return { games, decks, algorithms, ...JSON.parse($("#form").dataset.parameters) };
}

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
