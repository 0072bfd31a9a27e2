/** Known cards: choose a card on the felt, then the hand or the pile in which it is to lie in the next deal. */

import { toTitle } from "../shared/labels.mjs";
import { $, createElement } from "../shared/page.mjs";
import { createPicture } from "./cards.mjs";
import { closestPlace, describePlace, findPlaces, matchCards, readGiven } from "./places.mjs";
import { parseObject } from "./request.mjs";

export class KnownCards {
  #toggle = $("#placing");
  #given = []; // the place and the code of each card
  #places = new Map(); // by the element that stands for them
  #marks = new Map(); // the entry of `#given` that the card of an index is
  #shoe;
  #table = { hands: [], piles: [] };
  #picked; // the button of the chosen card

  /** `render` renders the felt, `deal` deals with the given cards. */
  constructor({ render, deal }) {
    this.#toggle.addEventListener("change", render);
    $("#table").addEventListener("click", (event) => this.#choose(event));
    $("#table").addEventListener("keydown", ({ key }) => key === "Escape" && this.#picked && this.#unpick().focus());
    $("#deal-rest").addEventListener("click", deal);
    $("#release").addEventListener("click", () => this.#change([]));
  }

  /** Whether cards are being placed. */
  get isOn() {
    return this.#toggle.checked && !this.#toggle.parentElement.hidden;
  }

  /** The parameter `given`; undefined if there are no known cards. */
  get text() {
    const given = {};
    for (const { kind, name, part, code } of this.#given) {
      const places = (given[kind] ??= {});
      const cards = part === undefined ? (places[name] ??= []) : ((places[name] ??= {})[part] ??= []);
      cards.push(code);
    }
    return this.#given.length ? JSON.stringify(given) : undefined;
  }

  set text(text) {
    this.#given = [...readGiven(parseObject(text ?? "") ?? {})];
  }

  /** Offer what a response allows to place on its felt and in the elements of its stock. */
  show({ request, response, shoe }, felt, stocks) {
    this.#shoe = shoe;
    this.#picked = undefined;
    const { hands, piles = [], grid } = response;
    this.#toggle.parentElement.hidden = !hands || Boolean(grid) || request.isSealed || request.get("deal_number") !== undefined;
    felt.classList.toggle("placing", this.isOn);
    this.#places = new Map(hands ? findPlaces(felt, this.#given) : []);
    for (const stock of stocks) {
      this.#places.set(stock, { kind: "piles", name: stock.dataset.pile });
      stock.addEventListener("toggle", () => this.#mark(), { once: true });
      if (this.isOn) stock.open = true;
    }
    this.#table = { hands: hands ?? [], piles };
    if (this.isOn) for (const [element, place] of this.#places) addButton(element, place);
    this.#mark();
  }

  /** Mark the cards that are known, and list them. */
  #mark() {
    this.#marks = matchCards(this.#given, this.#table, this.#shoe);
    for (const item of document.querySelectorAll("#felt [data-index], #stocks [data-index]")) {
      const picture = $(":scope > img", item);
      if (this.isOn && picture) item.append(createElement("button", { type: "button" }, picture));
      const mark = this.#marks.get(Number(item.dataset.index));
      item.classList.toggle("known", Boolean(mark?.isThere));
      item.classList.toggle("elsewhere", mark?.isThere === false);
    }
    this.#list();
  }

  #list() {
    const places = new Map();
    for (const card of this.#given) {
      const name = describePlace(card);
      if (!places.has(name)) places.set(name, []);
      places.get(name).push(card);
    }
    const items = [...places].map(([name, cards]) =>
      createElement("li", {}, createElement("span", {}, name), cards.map((card) => this.#createRelease(card, name))),
    );
    $("#known ul").replaceChildren(...items);
    for (const id of ["#deal-rest", "#release"]) $(id).disabled = !items.length;
    $("#known").hidden = !this.isOn && !items.length;
    $("#known-help").hidden = !this.isOn;
  }

  #createRelease(card, place) {
    const index = this.#shoe.cards.findIndex(({ code }) => code === card.code);
    const name = index < 0 ? card.code : this.#shoe.cards[index].name;
    return createElement(
      "button",
      {
        type: "button",
        "aria-label": `Release ${name} from ${place}`,
        onclick: () => this.#change(this.#given.filter((other) => other !== card)),
      },
      index < 0 ? card.code : createPicture(this.#shoe, index),
    );
  }

  #change(given) {
    this.#given = given;
    this.#unpick();
    this.#mark();
  }

  /** Choose a card, or the place of the one that is chosen. */
  #choose({ target, detail }) {
    if (!this.isOn || !target.closest("#felt, #stocks") || target.closest("summary")) return;
    const button = target.closest("[data-index] button");
    const place = closestPlace(this.#places, target);
    if (button && button === this.#picked) this.#unpick();
    else if (this.#picked && place) this.#place(place, detail === 0);
    else if (button) this.#pick(button, detail === 0);
  }

  #pick(button, isKey) {
    this.#picked = button;
    button.setAttribute("aria-pressed", "true");
    $("#felt").classList.add("picked");
    for (const element of this.#places.keys()) $(".place", element)?.removeAttribute("disabled");
    for (const card of document.querySelectorAll("#table [data-index] button")) card.tabIndex = card === button ? 0 : -1;
    $("#status").textContent = `${$("img", button).alt}: choose the hand or the pile in which it is to lie.`;
    if (isKey) $(".place", this.#elementOf(button))?.focus();
  }

  /** Return the element of the place that a card is in, or the first that can be chosen. */
  #elementOf(button) {
    const own = closestPlace(this.#places, button);
    const entries = [...this.#places];
    return (entries.find(([element, place]) => place === own && $(".place", element)) ?? entries[0])[0];
  }

  #unpick() {
    const button = this.#picked;
    this.#picked = undefined;
    button?.removeAttribute("aria-pressed");
    $("#felt").classList.remove("picked");
    for (const element of this.#places.keys()) $(".place", element)?.setAttribute("disabled", "");
    for (const card of document.querySelectorAll("#table [data-index] button")) card.removeAttribute("tabindex");
    return button;
  }

  #place(place, isKey) {
    const button = this.#picked;
    const index = Number(button.parentElement.dataset.index);
    const former = this.#marks.get(index)?.card;
    const { code, name } = this.#shoe.cards[index];
    this.#change([...this.#given.filter((card) => card !== former), { ...place, code }]);
    $("#status").textContent = `${name} is known to lie in ${describePlace(place)}.`;
    if (isKey) ($("button", button.parentElement.nextElementSibling ?? button.parentElement) ?? button).focus();
  }
}

/** Make the label of a place a button. */
function addButton(element, { part }) {
  if (element.matches("details")) return;
  const label = $(part === undefined ? "h3" : ".part", element) ?? createElement("p", { class: "part" }, part);
  label.replaceChildren(createElement("button", { type: "button", class: "place", disabled: true }, toTitle(label.textContent)));
  if (!label.parentElement) element.append(label);
}
