/** Cards to look at: pictures where the service has them, otherwise what a card is called. */
import { ask, below, element } from "../shared/page.mjs";

const AT_FIRST = 60;
const SUITS = { S: ["♠", "spade"], H: ["♥", "heart"], D: ["♦", "heart"], C: ["♣", "spade"] };
const PACK = ["jokers", "suit_order", "red_fives", "highest"];

/** How cards are shown with nothing known of a deck but their codes. */
export const textual = async () => ({ ofCode: (code) => ({ code }), ofIndex: (index) => ({ code: String(index) }) });

/** The pictures of a deck with these packs, by code and by index; text, if the service has none. */
export async function pictures({ deck, exclude = [], ...packs }) {
  const query = Object.fromEntries(PACK.map((name) => [name, packs[name]]));
  const found = await ask(`v1/decks/${deck}`, { query: { ...query, exclude: exclude.join(",") } }).catch(
    () => undefined,
  );
  if (!found?.picture) return textual();
  const { width, height } = found.picture;
  const drawn = found.cards.map(({ code, name, image }) => ({
    code,
    name,
    picture: { src: below(image), width, height },
  }));
  const byCode = new Map(drawn.map((card) => [card.code, card]));
  return {
    ofCode: (code) => byCode.get(code) ?? { code },
    ofIndex: (index) => drawn[index % drawn.length] ?? { code: String(index) },
  };
}

/** The face of a card. */
export function face({ code, name, picture }) {
  if (picture)
    return element("img", { class: "face", ...picture, alt: name ?? code, loading: "lazy", decoding: "async" });
  const [, rank, suit] = /^(.+)([SHDC])$/.exec(code) ?? [];
  const french = /^([A2-9TJQKN]|1?\d)$/.test(rank ?? "") && SUITS[suit];
  return element(
    "span",
    { class: `face text ${french ? french[1] : ""}` },
    french ? `${rank.replace("T", "10")}${french[0]}` : code,
  );
}

/** A card, what stands below it, and how it is marked: as seen or as wrong. */
function cardItem({ card, caption, mark }) {
  const said = { seen: "seen", wrong: "differs" }[mark];
  return element(
    "li",
    { class: `card ${mark ?? ""}` },
    face(card),
    element("span", { class: "caption" }, caption, said && element("span", { class: "mark" }, ` ${said}`)),
  );
}

/** A row of cards, the first of them at once and the others when they are asked for. */
export function cardList(label, cards, atFirst = AT_FIRST) {
  const list = element("ol", { class: "cards", "aria-label": label }, cards.slice(0, atFirst).map(cardItem));
  if (cards.length <= atFirst) return [list];
  const all = element("button", { type: "button" }, `Show all ${cards.length}`);
  all.addEventListener("click", () => {
    list.append(...cards.slice(atFirst).map(cardItem));
    list.tabIndex = -1;
    list.focus();
    all.remove();
  });
  return [list, all];
}

/** The card that was expected beside the one that was seen. */
export function sideBySide(expected, seen) {
  const half = (title, card, kind) =>
    element(
      "figure",
      { class: kind },
      element("figcaption", {}, title, " ", element("strong", {}, card.name ?? card.code)),
      face(card),
    );
  return element("div", { class: "pair" }, half("Expected", expected, "good"), half("Seen", seen, "bad"));
}
