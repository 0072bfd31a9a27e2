/** Known cards: choose a card on the felt, then its hand or pile in the next deal. */
import { namePlace, toTitle } from "../shared/labels.mjs";
import { $, $$, create } from "../shared/page.mjs";
import { t } from "../shared/texts.mjs";
import { createPicture } from "./cards.mjs";
import { parseObject } from "./request.mjs";

const MAX_PARTS = 4; // of a hand or a pile; with more parts cards are given to the whole

export class KnownCards {
  #toggle = $("#placing");
  #knownCards = []; // the place and the code of each card
  #places = new Map(); // by the element that stands for them
  #marks = new Map(); // the entry of `#given` that the card of an index is
  #shoe;
  #table = { hands: [], piles: [] };
  #pickedButton; // the button of the chosen card

  /** `render` renders the felt, `deal` deals with the given cards. */
  constructor({ render, deal }) {
    this.#toggle.addEventListener("change", render);
    $("#table").addEventListener("click", (event) => this.#choose(event));
    $("#table").addEventListener(
      "keydown",
      ({ key }) =>
        key === "Escape" && this.#pickedButton && this.#unpick().focus(),
    );
    $("#deal-rest").addEventListener("click", deal);
    $("#release").addEventListener("click", () => this.#change([]));
  }

  /** Whether cards are being placed. */
  get isOn() {
    return this.#toggle.checked && !this.#toggle.parentElement.hidden;
  }

  /** The parameter `given`; undefined if there are no known cards. */
  get text() {
    const knownCards = {};
    for (const { kind, name, part, code } of this.#knownCards) {
      const places = (knownCards[kind] ??= {});
      const cards =
        part === undefined
          ? (places[name] ??= [])
          : ((places[name] ??= {})[part] ??= []);
      cards.push(code);
    }
    return this.#knownCards.length ? JSON.stringify(knownCards) : undefined;
  }

  set text(text) {
    this.#knownCards = [...readGiven(parseObject(text ?? "") ?? {})];
  }

  /** Let people place cards of a response, on the felt and in the stock. */
  show({ request, response, shoe }, felt, stocks) {
    this.#shoe = shoe;
    this.#pickedButton = undefined;
    const { hands, piles = [], grid } = response;
    this.#toggle.parentElement.hidden =
      !hands ||
      Boolean(grid) ||
      request.isSealed ||
      request.get("deal_number") !== undefined;
    felt.classList.toggle("placing", this.isOn);
    this.#places = new Map(hands ? findPlaces(felt, this.#knownCards) : []);
    for (const stock of stocks) {
      this.#places.set(stock, { kind: "piles", name: stock.dataset.pile });
      stock.addEventListener("toggle", () => this.#mark(), { once: true });
      if (this.isOn) stock.open = true;
    }
    this.#table = { hands: hands ?? [], piles };
    if (this.isOn)
      for (const [element, place] of this.#places) addButton(element, place);
    this.#mark();
  }

  /** Hide what places cards, as no cards are seen. */
  hide() {
    this.#toggle.parentElement.hidden = true;
    $("#known").hidden = true;
  }

  /** Mark the cards that are known, and list them. */
  #mark() {
    this.#marks = matchCards(this.#knownCards, this.#table, this.#shoe);
    for (const item of $$("#felt [data-index], #stocks [data-index]")) {
      const picture = $(":scope > img", item);
      if (this.isOn && picture) item.append(create("button", picture));
      const mark = this.#marks.get(Number(item.dataset.index));
      item.classList.toggle("known", Boolean(mark?.isThere));
      item.classList.toggle("elsewhere", mark?.isThere === false);
    }
    this.#list();
  }

  #list() {
    const places = Object.entries(
      Object.groupBy(this.#knownCards, describePlace),
    );
    const items = places.map(([name, cards]) =>
      create(
        "li",
        create("span", name),
        cards.map((card) => this.#createRelease(card, name)),
      ),
    );
    $("#known ul").replaceChildren(...items);
    for (const id of ["#deal-rest", "#release"]) $(id).disabled = !items.length;
    $("#known").hidden = !this.isOn && !items.length;
    $("#known-help").hidden = !this.isOn;
  }

  #createRelease(card, place) {
    const index = this.#shoe.cards.findIndex(({ code }) => code === card.code);
    const name = index < 0 ? card.code : this.#shoe.cards[index].name;
    const release = () =>
      this.#change(this.#knownCards.filter((other) => other !== card));
    const content = index < 0 ? card.code : createPicture(this.#shoe, index);
    return create(
      "button",
      {
        "aria-label": t("table.known.releaseOne", { card: name, place }),
        onclick: release,
      },
      content,
    );
  }

  #change(knownCards) {
    this.#knownCards = knownCards;
    this.#unpick();
    this.#mark();
  }

  /** Choose a card, or a place for the chosen card. */
  #choose({ target, detail }) {
    if (
      !this.isOn ||
      !target.closest("#felt, #stocks") ||
      target.closest("summary")
    )
      return;
    const button = target.closest("[data-index] button");
    const place = closestPlace(this.#places, target);
    if (button && button === this.#pickedButton) this.#unpick();
    else if (this.#pickedButton && place) this.#place(place, detail === 0);
    else if (button) this.#pick(button, detail === 0);
  }

  #pick(button, isKey) {
    this.#pickedButton = button;
    button.setAttribute("aria-pressed", "true");
    $("#felt").classList.add("picked");
    for (const element of this.#places.keys())
      $(".place", element)?.removeAttribute("disabled");
    for (const card of $$("#table [data-index] button"))
      card.tabIndex = card === button ? 0 : -1;
    $("#status").textContent = t("table.known.choose", {
      card: $("img", button).alt,
    });
    if (isKey) $(".place", this.#elementOf(button))?.focus();
  }

  /** Return the element of the place that a card is in, or the first that can be chosen. */
  #elementOf(button) {
    const own = closestPlace(this.#places, button);
    const entries = [...this.#places];
    return (entries.find(
      ([element, place]) => place === own && $(".place", element),
    ) ?? entries[0])[0];
  }

  #unpick() {
    const button = this.#pickedButton;
    this.#pickedButton = undefined;
    button?.removeAttribute("aria-pressed");
    $("#felt").classList.remove("picked");
    for (const element of this.#places.keys())
      $(".place", element)?.setAttribute("disabled", "");
    for (const card of $$("#table [data-index] button"))
      card.removeAttribute("tabindex");
    return button;
  }

  #place(place, isKey) {
    const button = this.#pickedButton;
    const index = Number(button.parentElement.dataset.index);
    const former = this.#marks.get(index)?.card;
    const { code, name } = this.#shoe.cards[index];
    this.#change([
      ...this.#knownCards.filter((card) => card !== former),
      { ...place, code },
    ]);
    $("#status").textContent = t("table.known.lies", {
      card: name,
      place: describePlace(place),
    });
    if (isKey)
      (
        $(
          "button",
          button.parentElement.nextElementSibling ?? button.parentElement,
        ) ?? button
      ).focus();
  }
}

/** Make the label of a place a button. */
function addButton(element, { part }) {
  if (element.matches("details")) return;
  const label =
    $(part === undefined ? "h3" : ".part", element) ?? create("p.part", part);
  label.replaceChildren(
    create("button.place", { disabled: true }, toTitle(label.textContent)),
  );
  if (!label.parentElement) element.append(label);
}

/** Yield the place and the code of each card in a parameter `given`. */
function* readGiven(knownCards) {
  for (const kind of ["hands", "piles"])
    for (const [name, cards] of Object.entries(knownCards[kind] ?? {})) {
      const parts = Array.isArray(cards)
        ? [[undefined, cards]]
        : Object.entries(cards ?? {});
      for (const [part, codes] of parts)
        for (const code of Array.isArray(codes) ? codes : [])
          if (typeof code !== "object")
            yield { kind, name, part, code: String(code) };
    }
}

/** Return the label of a place as a title. */
const describePlace = (place) => toTitle(namePlace(place));

const isSamePlace = (one, other) =>
  ["kind", "name", "part"].every((key) => one[key] === other[key]);

/** Return which card on the table each given one is: the one in its place if there is one, else one elsewhere. */
function matchCards(knownCards, { hands, piles }, shoe) {
  const marks = new Map();
  const find = (indices, code) =>
    indices.find(
      (index) => shoe.cards[index].code === code && !marks.has(index),
    );
  const indicesOf = ({ kind, name, part }) => {
    const holder = (kind === "hands" ? hands : piles).find(
      (each) => (each.seat ?? each.name) === name,
    );
    return (
      (part === undefined
        ? holder
        : holder?.parts?.find((each) => each.name === part)
      )?.indices ?? []
    );
  };
  const everywhere = [...hands, ...piles].flatMap(({ indices }) => indices);
  for (const isThere of [true, false])
    for (const card of knownCards) {
      if ([...marks.values()].some((mark) => mark.card === card)) continue;
      const index = find(isThere ? indicesOf(card) : everywhere, card.code);
      if (index !== undefined) marks.set(index, { card, isThere });
    }
  return marks;
}

/** Yield the places on a felt that a card can be given to, by element: hands and piles, or their parts. */
function* findPlaces(felt, knownCards) {
  for (const section of $$("[data-seat], [data-pile], [data-stock]", felt)) {
    const { seat, pile, stock } = section.dataset;
    const place = {
      kind: seat ? "hands" : "piles",
      name: seat ?? pile ?? stock,
    };
    const parts = $$("[data-part]", section);
    const isWhole = knownCards.some(
      (card) => card.part === undefined && isSamePlace(card, place),
    );
    const hasParts =
      parts.length &&
      !isWhole &&
      (section.matches(".columns") || parts.length <= MAX_PARTS);
    for (const element of hasParts ? parts : [section])
      if (stock || $("[data-index]", element))
        yield [
          element,
          { ...place, part: hasParts ? element.dataset.part : undefined },
        ];
  }
}

/** Return the innermost place that an element is in. */
function closestPlace(places, element) {
  for (let each = element; each; each = each.parentElement)
    if (places.has(each)) return places.get(each);
  return undefined;
}
