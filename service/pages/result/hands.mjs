/** The cards of a deal by the places where they lie: of a response, or of the entries of a sealed game. */
import { isNumber, namePlace, toTitle } from "../shared/labels.mjs";
import { create, fetchJson, resolveUrl } from "../shared/page.mjs";
import { findText, t } from "../shared/texts.mjs";
import { fetchShoe } from "../table/cards.mjs";
import { sortHand } from "../table/sorting.mjs";
import { OPTIONS, createCardList } from "../verify/cards.mjs";
import { getReceipt, listSeen, listShown } from "../verify/notes.mjs";
import { getPacks } from "../verify/results.mjs";

const PACK_OPTIONS = ["exclude", ...OPTIONS];

/** Return the deals of a file as `parts`, and the `game` and the `shoe` that they are from; undefined for a file without cards. */
export async function readDeals(file) {
  const packs = getPacks(file);
  if (packs === undefined) return undefined;
  const { game: name, players } = getReceipt(file)?.terms ?? file;
  const [game, shoe] = await Promise.all([
    name
      ? fetchJson(`v1/games/${name}`, {
          query: { players: players || undefined },
        }).catch(() => undefined)
      : undefined,
    fetchShoe(packs, PACK_OPTIONS),
  ]);
  const known = {
    seats: [],
    piles: [],
    title: toTitle(name ?? packs.deck),
    ...game,
  };
  known.title = findText(`games.${name}`) ?? known.title;
  const places = getReceipt(file)
    ? listEntries(file, known)
    : listResults(file, known);
  const order = (place) =>
    place.isHand
      ? known.seats.indexOf(place.name)
      : known.seats.length + known.piles.indexOf(place.name);
  const deals = places.map((deal) =>
    deal
      .filter(({ cards, hiddenCount = 0 }) => cards.length + hiddenCount > 0)
      .sort((one, other) => order(one) - order(other)),
  );
  return {
    deals: deals.filter((deal) => deal.length > 0),
    game: known,
    shoe,
    board: [file.file_board ?? file.board].flat()[0],
  };
}

/** Return the places of each result of a response. */
function listResults(file, { stock = "stock" }) {
  const isBatch = file.repeats !== undefined;
  const count = isBatch
    ? (file.matches ?? file.hands ?? file.cards ?? []).length
    : 1;
  return Array.from({ length: count }, (_, i) => {
    const select = (column) => (isBatch ? column?.[i] : column);
    const top = select(file.indices)
      ? [{ title: t("result.fromTop"), cards: select(file.indices) }]
      : [];
    const hands = (select(file.hands) ?? []).map(({ seat, indices }) => ({
      isHand: true,
      name: String(seat),
      title: toTitle(namePlace({ kind: "hands", name: String(seat) })),
      cards: indices,
    }));
    const piles = (select(file.piles) ?? [])
      .filter(({ name }) => ![stock, "burns"].includes(name))
      .flatMap(listColumns); // without what nobody holds
    return [...top, ...hands, ...piles];
  });
}

/** Return the columns of a pile as places, or the whole pile if it has none. */
function listColumns({ name, indices, parts = [] }) {
  const columns =
    parts.length > 0 && parts.every((part) => isNumber(part.name))
      ? parts
      : [{ indices }];
  return columns.map((column) => ({
    name,
    title: toTitle(namePlace({ kind: "piles", name, part: column.name })),
    cards: column.indices,
  }));
}

/** Return the places of each hand of a sealed game, with the codes of their cards that are known, and how many are not. */
function listEntries(file, { seats }) {
  const shown = new Map(
    listShown(file).map(([, { round, position, card }]) => [
      `${round} ${position}`,
      card,
    ]),
  );
  const deals = [];
  for (const { begun, pile, part, cards } of listSeen(file.seen)) {
    if (begun !== undefined || deals.length === 0) deals.push(new Map());
    for (const { round, position, place, face } of cards) {
      const found = namePlaceOf(
        place ?? [pile, part].filter(Boolean).join("/"),
        seats,
        place === undefined,
      );
      const held = deals.at(-1).get(found.title) ?? {
        ...found,
        cards: [],
        hiddenCount: 0,
      };
      deals.at(-1).set(found.title, held);
      const code = face ?? shown.get(`${round} ${position}`);
      if (code === undefined) held.hiddenCount += 1;
      else held.cards.push(code);
    }
  }
  return deals.map((deal) =>
    [...deal.values()].filter(
      ({ name, cards }) => name !== "burns" || cards.length > 0,
    ),
  );
}

/** Return the label of a place such as "1", "dealer/upcard" or "tableau/7"; `isDrawn`: the cards were taken from there. */
function namePlaceOf(place, seats, isDrawn) {
  const [name, part] = place.split("/");
  const isHand = seats.includes(name);
  const label = toTitle(
    namePlace({
      kind: isHand ? "hands" : "piles",
      name,
      part: part && isNumber(part) ? part : "",
    }),
  );
  return {
    name,
    isHand: isHand && !isDrawn,
    title:
      isDrawn && name !== "called"
        ? t("result.drawnFrom", { place: label })
        : label,
  };
}

/** Render deals: each place with its cards. Of several deals the later ones are folded. */
export function renderDeals({ deals, game, shoe, board }) {
  if (deals.length === 1) return [renderDeal(deals[0], game, shoe)];
  return deals.map((deal, i) => {
    const details = create(
      "details.deal",
      create(
        "summary",
        board === undefined
          ? t("result.deal", { number: i + 1 })
          : t("result.board", { number: String(board + i) }),
      ),
    );
    const fill = () =>
      details.childElementCount === 1 &&
      details.append(renderDeal(deal, game, shoe));
    details.addEventListener("toggle", fill);
    details.open = i === 0;
    return details;
  });
}

const renderDeal = (places, game, shoe) =>
  create(
    "div.hands",
    places.map((place) => renderPlace(place, game, shoe)),
  );

function renderPlace({ title, isHand, cards, hiddenCount = 0 }, game, shoe) {
  const indices = cards.map((card) =>
    typeof card === "number"
      ? card % shoe.cards.length
      : shoe.cards.findIndex(({ code }) => code === card),
  );
  const known = indices.filter((index) => index >= 0);
  const sorted = isHand ? sortHand(known, shoe, game) : known;
  const items = sorted.map((index) => ({ card: toCard(shoe, index) }));
  return create("section.place", { "aria-label": title }, [
    create("h3", title),
    items.length > 0 && createCardList(title, items),
    hiddenCount > 0 &&
      create("p.soft", t("result.faceDown", { count: hiddenCount })),
  ]);
}

function toCard({ cards, width, height }, index) {
  const { code, name, image } = cards[index];
  return {
    code,
    name,
    picture: image && { src: resolveUrl(image), width, height },
  };
}
