/** The game of a request, and the cards of a response: their names and pictures, as the API describes them. */
import { translateCards } from "../shared/labels.mjs";
import { fetchJson, resolveUrl, create } from "../shared/page.mjs";

const shoes = new Map();
const decks = new Map();

/** Fetch the cards of a deck without options, with its small `pictures`, as SVG by the names of their files. */
export function fetchDeck(deck) {
  return fetchOnce(decks, deck, () => fetchJson(`pictures/${deck}.json`));
}

/** Fetch the shoe of a response: its `deck`, its cards by index, and `width`, `height`, `back` and `files` of their pictures. */
export function fetchShoe(response, options) {
  const query = new URLSearchParams(
    options
      .filter((name) => response[name] !== undefined && String(response[name]))
      .map((name) => [name, response[name]]),
  );
  return fetchOnce(shoes, `${response.deck}?${query}`, async () => {
    const deck = fetchDeck(response.deck);
    const [{ pictures }, { cards, picture }] = await Promise.all([
      deck,
      String(query) ? fetchJson(`v1/decks/${response.deck}?${query}`) : deck,
    ]);
    const files = Object.entries(pictures).map(([name, svg]) => [
      name,
      `data:image/svg+xml,${encodeURIComponent(svg)}`,
    ]);
    return {
      deck: response.deck,
      cards: translateCards(cards),
      ...picture,
      files: new Map(files),
    };
  });
}

/** Return what was fetched under a name before, or fetch it; forget what failed. */
function fetchOnce(kept, name, fetchNow) {
  if (!kept.has(name)) kept.set(name, fetchNow());
  kept.get(name).catch(() => kept.delete(name));
  return kept.get(name);
}

/** Return the address of a picture by its path in the API: of a small one, the picture itself. */
const locate = (path, files) =>
  files.get(path.slice(path.lastIndexOf("/") + 1)) ?? resolveUrl(path);

/** Create the picture of a card, with its name as the alternative text. */
export function createPicture({ cards, files, width, height }, index) {
  const { image, name, lang } = cards[index];
  return create("img", {
    src: locate(image, files),
    alt: name,
    title: name,
    lang,
    width,
    height,
    draggable: "false",
  });
}

/** Create the picture of a card's back; without an alternative text it is decoration. */
export function createBack({ back, files, width, height }, alt = "") {
  return create("img", {
    src: locate(back, files),
    alt,
    width,
    height,
    draggable: "false",
  });
}

/** Fetch the description of a game with the steps of its deal; a deal from a deck has no steps. `packOptions` change the cards. */
export async function fetchGame({ kind, name, query }, packOptions, signal) {
  if (kind === "decks") return { stock: "stock", procedure: [] };
  const names = ["players", "cards", ...packOptions];
  return fetchJson(`v1/games/${name}`, {
    query: Object.fromEntries(query.filter(([key]) => names.includes(key))),
    signal,
  });
}
