/** The game of a request, and the cards of a response: their names and pictures, as the API describes them. */
import { fetchJson, resolveUrl, create } from "../shared/page.mjs";

const cache = new Map();

/** Fetch the shoe of a response: its `deck`, its cards by index, and `width`, `height` and `back` of their pictures. */
export function fetchShoe(response, options) {
  const query = new URLSearchParams(
    options.filter((name) => response[name] !== undefined && String(response[name])).map((name) => [name, response[name]]),
  );
  const path = `v1/decks/${response.deck}?${query}`;
  if (!cache.has(path)) cache.set(path, fetchJson(path).then(({ deck, cards, picture }) => ({ deck, cards, ...picture })));
  cache.get(path).catch(() => cache.delete(path));
  return cache.get(path);
}

/** Create the picture of a card, with its name as the alternative text. */
export function createPicture({ cards, width, height }, index) {
  const { image, name } = cards[index];
  return create("img", { src: resolveUrl(image), alt: name, title: name, width, height, draggable: "false" });
}

/** Create the picture of a card's back; without an alternative text it is decoration. */
export function createBack({ back, width, height }, alt = "") {
  return create("img", { src: resolveUrl(back), alt, width, height, draggable: "false" });
}

/** Fetch the description of a game with the steps of its deal; a deal from a deck has no steps. `packOptions` change the cards. */
export async function fetchGame({ kind, name, query }, packOptions, signal) {
  if (kind === "decks") return { stock: "stock", procedure: [] };
  const names = ["players", "cards", ...packOptions];
  return fetchJson(`v1/games/${name}`, { query: Object.fromEntries(query.filter(([key]) => names.includes(key))), signal });
}
