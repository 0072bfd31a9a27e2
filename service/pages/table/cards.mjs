/** The cards of an answer: their names and pictures, as the record of their deck has them. */

import { ask, below, element } from "../shared/page.mjs";

const asked = new Map();

/** The cards by index, and `width`, `height` and `back` of their pictures, of the shoe of an answer. */
export function shoeOf(answer, options) {
  const query = new URLSearchParams(
    options.filter((name) => answer[name] !== undefined).map((name) => [name, answer[name]]),
  );
  const path = `v1/decks/${answer.deck}?${query}`;
  if (!asked.has(path))
    asked.set(
      path,
      ask(path).then(({ cards, picture }) => ({ cards, ...picture })),
    );
  asked.get(path).catch(() => asked.delete(path));
  return asked.get(path);
}

/** The picture of a card; its name is said instead where pictures are not seen. */
export function pictureOf({ cards, width, height }, index) {
  const { image, name } = cards[index];
  return element("img", { src: below(image), alt: name, title: name, width, height, draggable: "false" });
}

export function backOf({ back, width, height }) {
  return element("img", { src: below(back), alt: "", width, height, draggable: "false" });
}
