/** Cards as pictures, if the service has them, or as text. */
import { DECKS } from "../../../verify/cards/decks.mjs";
import { escapeInvisible } from "../../../verify/core/texts.mjs";
import { translateCards } from "../shared/labels.mjs";
import { fetchJson, resolveUrl, create } from "../shared/page.mjs";
import { t } from "../shared/texts.mjs";

const MAX_AT_FIRST = 60;
const SUITS = {
  S: ["♠", "spade"],
  H: ["♥", "heart"],
  D: ["♦", "heart"],
  C: ["♣", "spade"],
};

/** The names of the options of all packs. */
export const OPTIONS = new Set(
  Object.values(DECKS).flatMap(({ options = [] }) => options),
);

/** Return a lookup of cards by code and by index for when nothing but the codes is known. */
export const createTextLookup = async () => ({
  ofCode: (code) => ({ code }),
  ofIndex: (index) => ({ code: String(index) }),
});

/** Fetch the pictures of a deck with these packs. Return a lookup of cards by code and by index. */
export async function fetchPictures({ deck, exclude = [], ...packs }) {
  const query = Object.fromEntries(
    [...OPTIONS].map((name) => [name, packs[name]]),
  );
  const record = await fetchJson(`v1/decks/${deck}`, {
    query: { ...query, exclude: exclude.join(",") },
  }).catch(() => undefined);
  if (!record?.picture) return createTextLookup();
  const { width, height } = record.picture;
  const cards = translateCards(record.cards).map(
    ({ code, name, lang, image }) => ({
      code,
      name,
      picture: { src: resolveUrl(image), lang, width, height },
    }),
  );
  const byCode = new Map(cards.map((card) => [card.code, card]));
  return {
    ofCode: (code) => byCode.get(code) ?? { code },
    ofIndex: (index) => cards[index % cards.length] ?? { code: String(index) },
  };
}

/** Create the face of a card. */
function createFace({ code, name, picture }) {
  if (picture)
    return create("img.face", {
      ...picture,
      alt: name ?? code,
      loading: "lazy",
      decoding: "async",
    });
  const [, rank, suit] = /^(.+)([SHDC])$/.exec(code) ?? [];
  const signs = /^([A2-9TJQKN]|1?\d)$/.test(rank ?? "") && SUITS[suit];
  return create("span", { class: `face text ${signs ? signs[1] : ""}` }, [
    signs
      ? `${rank.replace("T", "10")}${signs[0]}`
      : escapeInvisible(String(code)),
  ]);
}

/** Create a list item for a card, its caption, and its mark: seen, shown or wrong. */
function createCardItem({ card, caption, mark }) {
  return create("li", { class: `card ${mark ?? ""}` }, [
    createFace(card),
    create(
      "span.caption",
      caption,
      mark && create("span.mark", " ", t(`verify.marks.${mark}`)),
    ),
  ]);
}

/** Create a list of cards: the first ones, and a button that shows the rest. */
export function createCardList(label, cards, count = MAX_AT_FIRST) {
  const list = create(
    "ol.cards",
    { "aria-label": label },
    cards.slice(0, count).map(createCardItem),
  );
  if (cards.length <= count) return [list];
  const all = create("button", t("verify.showAll", { count: cards.length }));
  all.addEventListener("click", () => {
    list.append(...cards.slice(count).map(createCardItem));
    list.tabIndex = -1;
    list.focus();
    all.remove();
  });
  return [list, all];
}

/** Create a figure of the expected card beside the seen card. */
export function createComparison(expected, seen) {
  const createHalf = (title, card, kind) =>
    create("figure", { class: kind }, [
      create(
        "figcaption",
        title,
        " ",
        create("strong", escapeInvisible(String(card.name ?? card.code))),
      ),
      createFace(card),
    ]);
  return create(
    "div.pair",
    createHalf(t("verify.expected"), expected, "good"),
    createHalf(t("verify.seen"), seen, "bad"),
  );
}
