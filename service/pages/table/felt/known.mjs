/** Known cards: choose a card on the felt, then its hand or pile in the next deal. */
// @ts-check
/** @import { Hand, Pile, Shoe } from "../../deals/cards.mjs" */
/** @import { Place } from "../../shared/labels.mjs" */
/** @import { TableState } from "../../deals/state.mjs" */
import { namePlace, toTitle } from "../../shared/labels.mjs";
import {
  $,
  $$,
  create,
  findElement,
  getElement,
} from "../../shared/elements.mjs";
import { t } from "../../shared/texts.mjs";
import { createPicture } from "../../deals/cards.mjs";
import { parseObject } from "../../shared/unknown_json.mjs";

/**
 * A card that the next deal gives to a place.
 * @typedef {Place & { code: string }} KnownCard
 */

/**
 * A known card that a card on the table is, and whether it lies in its place there.
 * @typedef {{ card: KnownCard, isThere: boolean }} Mark
 */

const MAX_PARTS = 4; // of a hand or a pile; with more parts cards are given to the whole

/** The places that a card can be given to, by the elements on the table that stand for them. */
class PlacesOnTable {
  /** @type {Map<Element, Place>} */
  #places;

  /** @param {Iterable<readonly [Element, Place]>} [places] */
  constructor(places = []) {
    this.#places = new Map(places);
  }

  /**
   * @param {Element} element
   * @param {Place} place
   */
  add(element, place) {
    this.#places.set(element, place);
  }

  /** Make the labels of the places buttons. */
  addButtons() {
    for (const [element, place] of this.#places) addButton(element, place);
  }

  /**
   * Let the places be pressed, or not.
   * @param {boolean} canBeChosen
   */
  enable(canBeChosen) {
    for (const element of this.#places.keys())
      findElement(".place", element)?.toggleAttribute("disabled", !canBeChosen);
  }

  /**
   * Return the innermost place that an element is in; undefined if it is in none.
   * @param {Element} element
   */
  findClosest(element) {
    /** @type {Element | null} */
    let ancestor = element;
    while (ancestor && !this.#places.has(ancestor))
      ancestor = ancestor.parentElement;
    return ancestor ? this.#places.get(ancestor) : undefined;
  }

  /**
   * Return the button of the place that a card is in, or of the first that can be chosen.
   * @param {Element} card
   */
  findButton(card) {
    const ownPlace = this.findClosest(card);
    const entries = [...this.#places];
    const [element] =
      entries.find(
        ([placeElement, place]) =>
          place === ownPlace && findElement(".place", placeElement),
      ) ?? entries[0];
    return findElement(".place", element);
  }
}

export class KnownCards {
  #toggle = getElement(HTMLInputElement, "#placing");
  #label = /** @type {HTMLElement} */ (this.#toggle.parentElement);
  /** @type {KnownCard[]} */
  #knownCards = [];
  #places = new PlacesOnTable();
  /** @type {Map<number, Mark>} */
  #marks = new Map(); // by the index of the card on the table
  /** @type {Shoe | undefined} */
  #shoe;
  /** @type {{ hands: Hand[], piles: Pile[] }} */
  #table = { hands: [], piles: [] };
  /** @type {HTMLElement | undefined} */
  #pickedButton; // the button of the chosen card

  /**
   * `render` renders the felt, `deal` deals with the given cards.
   * @param {{ render: () => unknown, deal: () => unknown }} actions
   */
  constructor({ render, deal }) {
    this.#toggle.addEventListener("change", render);
    $("#table").addEventListener("click", ({ target, detail }) => {
      if (target instanceof Element) this.#choose(target, detail === 0);
    });
    $("#table").addEventListener("keydown", ({ key }) => {
      if (key === "Escape" && this.#pickedButton) this.#unpick()?.focus();
    });
    $("#deal-rest").addEventListener("click", deal);
    $("#release").addEventListener("click", () => this.#change([]));
  }

  /** Whether cards are being placed. */
  get isOn() {
    return this.#toggle.checked && !this.#label.hidden;
  }

  /**
   * The parameter `given`, such as {"hands": {"N": ["AS"]}, "piles": {"board": {"flop": ["KH"]}}}; undefined if there
   * are no known cards.
   * @returns {string | undefined}
   */
  get text() {
    if (!this.#knownCards.length) return undefined;
    return JSON.stringify(writeGiven(this.#knownCards));
  }

  set text(text) {
    this.#knownCards = [...readGiven(parseObject(text ?? "") ?? {})];
  }

  /**
   * Let people place cards of a response, on the felt and in the stock.
   * @param {TableState} current
   * @param {HTMLElement} felt
   * @param {HTMLDetailsElement[]} stocks
   */
  show({ request, response, shoe }, felt, stocks) {
    this.#shoe = shoe;
    this.#pickedButton = undefined;
    const { hands, piles = [], grid } = response;
    const isNumbered = request.get("deal_number") !== undefined;
    const canPlace = hands && !grid && !request.isSealed && !isNumbered;
    this.#label.hidden = !canPlace;
    felt.classList.toggle("placing", this.isOn);
    const places = hands ? findPlaces(felt, this.#knownCards) : [];
    this.#places = new PlacesOnTable(places);
    this.#table = { hands: hands ?? [], piles };
    for (const stock of stocks) this.#addStock(stock);
    if (this.isOn) this.#places.addButtons();
    this.#mark();
  }

  /**
   * Let people place cards in the stock too; it is open while they do.
   * @param {HTMLDetailsElement} stock
   */
  #addStock(stock) {
    const name = stock.dataset.pile ?? "";
    this.#places.add(stock, { kind: "piles", name });
    stock.addEventListener("toggle", () => this.#mark(), { once: true });
    if (this.isOn) stock.open = true;
  }

  /** Hide what places cards, as no cards are seen. */
  hide() {
    this.#label.hidden = true;
    $("#known").hidden = true;
  }

  /** Mark the cards that are known, and list them. */
  #mark() {
    const shoe = this.#shoe;
    if (!shoe) return;
    this.#marks = matchCards(this.#knownCards, this.#table, shoe);
    for (const item of $$("#felt [data-index], #stocks [data-index]")) {
      const picture = findElement(":scope > img", item);
      if (this.isOn && picture) item.append(create("button", picture));
      const mark = this.#marks.get(Number(item.dataset.index));
      item.classList.toggle("known", Boolean(mark?.isThere));
      item.classList.toggle("elsewhere", mark?.isThere === false);
    }
    this.#list(shoe);
  }

  /** @param {Shoe} shoe */
  #list(shoe) {
    /** @type {Map<string, KnownCard[]>} */
    const places = new Map();
    for (const card of this.#knownCards) {
      const name = describePlace(card);
      places.set(name, [...(places.get(name) ?? []), card]);
    }
    const items = [...places].map(([name, cards]) =>
      create(
        "li",
        create("span", name),
        cards.map((card) => this.#createRelease(card, name, shoe)),
      ),
    );
    $("#known ul").replaceChildren(...items);
    for (const selector of ["#deal-rest", "#release"])
      getElement(HTMLButtonElement, selector).disabled = !items.length;
    $("#known").hidden = !this.isOn && !items.length;
    $("#known-help").hidden = !this.isOn;
  }

  /**
   * Create the button that releases a known card.
   * @param {KnownCard} card
   * @param {string} place its label
   * @param {Shoe} shoe
   */
  #createRelease(card, place, shoe) {
    const index = shoe.cards.findIndex(({ code }) => code === card.code);
    const isInShoe = index >= 0;
    const name = isInShoe ? shoe.cards[index].name : card.code;
    const release = () =>
      this.#change(this.#knownCards.filter((otherCard) => otherCard !== card));
    return create(
      "button",
      {
        "aria-label": t("table.known.releaseOne", { card: name, place }),
        onclick: release,
      },
      isInShoe ? createPicture(shoe, index) : card.code,
    );
  }

  /** @param {KnownCard[]} knownCards */
  #change(knownCards) {
    this.#knownCards = knownCards;
    this.#unpick();
    this.#mark();
  }

  /**
   * Choose a card, or a place for the chosen card.
   * @param {Element} target
   * @param {boolean} isKey whether it was pressed by a key
   */
  #choose(target, isKey) {
    const isOnTable = target.closest("#felt, #stocks");
    if (!this.isOn || !isOnTable || target.closest("summary")) return;
    const button = target.closest("[data-index] button");
    const place = this.#places.findClosest(target);
    if (button && button === this.#pickedButton) this.#unpick();
    else if (this.#pickedButton && place)
      this.#place(this.#pickedButton, place, isKey);
    else if (button instanceof HTMLElement) this.#pick(button, isKey);
  }

  /**
   * Choose the card of a button.
   * @param {HTMLElement} button
   * @param {boolean} isKey
   */
  #pick(button, isKey) {
    this.#pickedButton = button;
    button.setAttribute("aria-pressed", "true");
    $("#felt").classList.add("picked");
    this.#places.enable(true);
    for (const card of $$("#table [data-index] button"))
      card.tabIndex = card === button ? 0 : -1;
    const { alt } = getElement(HTMLImageElement, "img", button);
    $("#status").textContent = t("table.known.choose", { card: alt });
    if (isKey) this.#places.findButton(button)?.focus();
  }

  /** Choose no card. Return the button of the one that was chosen. */
  #unpick() {
    const button = this.#pickedButton;
    this.#pickedButton = undefined;
    button?.removeAttribute("aria-pressed");
    $("#felt").classList.remove("picked");
    this.#places.enable(false);
    for (const card of $$("#table [data-index] button"))
      card.removeAttribute("tabindex");
    return button;
  }

  /**
   * Give the card of a button to a place.
   * @param {HTMLElement} button
   * @param {Place} place
   * @param {boolean} isKey
   */
  #place(button, place, isKey) {
    const item = button.parentElement;
    const index = Number(item?.dataset.index);
    const card = this.#shoe?.cards[index];
    if (!item || !card) return;
    const former = this.#marks.get(index)?.card;
    this.#change([
      ...this.#knownCards.filter((otherCard) => otherCard !== former),
      { ...place, code: card.code },
    ]);
    $("#status").textContent = t("table.known.lies", {
      card: card.name,
      place: describePlace(place),
    });
    const next = findElement("button", item.nextElementSibling ?? item);
    if (isKey) (next ?? button).focus();
  }
}

/**
 * Make the label of a place a button.
 * @param {Element} element
 * @param {Place} place
 */
function addButton(element, { part }) {
  if (element.matches("details")) return;
  const label =
    findElement(part === undefined ? "h3" : ".part", element) ??
    create("p.part", part);
  label.replaceChildren(
    create("button.place", { disabled: true }, toTitle(label.textContent)),
  );
  if (!label.parentElement) element.append(label);
}

/**
 * The known cards in a place: the codes of the whole, or those of each part by its name.
 * @typedef {string[] | Record<string, string[]>} CardsOfPlace
 */

/**
 * Return known cards as the parameter `given` has them, such as
 * { hands: { N: ["AS"] }, piles: { board: { flop: ["KH"] } } }.
 * @param {KnownCard[]} knownCards
 */
function writeGiven(knownCards) {
  /** @type {Record<string, Record<string, CardsOfPlace>>} by hands and piles, and by the name */
  const given = {};
  for (const { kind, name, part, code } of knownCards) {
    given[kind] ??= {};
    const places = given[kind];
    places[name] ??= part === undefined ? [] : {};
    const cards = places[name];
    if (Array.isArray(cards)) {
      cards.push(code);
      continue;
    }
    const partName = part ?? "";
    cards[partName] ??= [];
    cards[partName].push(code);
  }
  return given;
}

/**
 * Yield the place and the code of each card in a parameter `given`, whose members may be anything.
 * @param {{ hands?: object, piles?: object }} given
 * @returns {Generator<KnownCard>}
 */
function* readGiven(given) {
  for (const kind of /** @type {const} */ (["hands", "piles"]))
    for (const [name, cards] of Object.entries(given[kind] ?? {}))
      for (const [part, values] of listParts(cards)) {
        const codes = Array.isArray(values) ? values : [];
        for (const code of codes)
          if (typeof code !== "object")
            yield { kind, name, part, code: String(code) };
      }
}

/**
 * Return the parts in a member of a parameter `given`: the codes of each part, or those of the whole.
 * @param {unknown} cards
 * @returns {[part: string | undefined, codes: unknown][]}
 */
const listParts = (cards) =>
  Array.isArray(cards) ? [[undefined, cards]] : Object.entries(cards ?? {});

/**
 * Return the label of a place as a title.
 * @param {Place} place
 */
const describePlace = (place) => toTitle(namePlace(place));

/**
 * @param {Place} a
 * @param {Place} b
 */
const isSamePlace = (a, b) =>
  a.kind === b.kind && a.name === b.name && a.part === b.part;

/**
 * Return the indices of the cards in a place on the table; none if there is no such place.
 * @param {{ hands: Hand[], piles: Pile[] }} table
 * @param {Place} place
 */
function listIndices({ hands, piles }, { kind, name, part }) {
  const holder =
    kind === "hands"
      ? hands.find(({ seat }) => seat === name)
      : piles.find((pile) => pile.name === name);
  if (part === undefined) return holder?.indices ?? [];
  return (
    holder?.parts?.find((listedPart) => listedPart.name === part)?.indices ?? []
  );
}

/**
 * Return which card on the table each given one is, by index: the one in its place if there is one, else one elsewhere.
 * @param {KnownCard[]} knownCards
 * @param {{ hands: Hand[], piles: Pile[] }} table
 * @param {Shoe} shoe
 */
function matchCards(knownCards, table, shoe) {
  /** @type {Map<number, Mark>} */
  const marks = new Map();
  const everywhere = [...table.hands, ...table.piles].flatMap(
    ({ indices }) => indices,
  );
  for (const isThere of [true, false])
    for (const card of knownCards) {
      if ([...marks.values()].some((mark) => mark.card === card)) continue;
      const indices = isThere ? listIndices(table, card) : everywhere;
      const index = indices.find(
        (cardIndex) =>
          shoe.cards[cardIndex].code === card.code && !marks.has(cardIndex),
      );
      if (index !== undefined) marks.set(index, { card, isThere });
    }
  return marks;
}

/**
 * Yield the places on a felt that a card can be given to, by element: hands and piles, or their parts.
 * @param {HTMLElement} felt
 * @param {KnownCard[]} knownCards
 * @returns {Generator<[HTMLElement, Place]>}
 */
function* findPlaces(felt, knownCards) {
  for (const section of $$("[data-seat], [data-pile], [data-stock]", felt)) {
    const { seat, pile, stock } = section.dataset;
    /** @type {Place} */
    const place = {
      kind: seat ? "hands" : "piles",
      name: seat ?? pile ?? stock ?? "",
    };
    const parts = $$("[data-part]", section);
    const isWhole = knownCards.some(
      (card) => card.part === undefined && isSamePlace(card, place),
    );
    const areFew = section.matches(".columns") || parts.length <= MAX_PARTS;
    const hasParts = parts.length > 0 && !isWhole && areFew;
    for (const element of hasParts ? parts : [section])
      if (stock || findElement("[data-index]", element))
        yield [
          element,
          { ...place, part: hasParts ? element.dataset.part : undefined },
        ];
  }
}
