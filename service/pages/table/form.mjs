/** The form: a game or a deck, and the parameters that the API has for it. */

import { $, element } from "../shared/page.mjs";
import { Field, fieldOf } from "./fields.mjs";
import { DealRequest, randomSeed } from "./request.mjs";

const NOT_OFFERED = ["notation", "name_style", "format", "sign"]; // how it is written: the table shows pictures
const BEGUN = ["hands", "cards"]; // as the API's own example has them: a deal of a deck needs some
const ORDER = { seed: ["seed", "index"], system: [], number: ["deal_number"] };

const short = (title) => title.split(/[:;,]/)[0];

export class DealForm {
  #controls = $("#form").elements;
  #what = $("#what");
  #catalogue;
  #fields = new Map();
  #algorithm;

  /** Of what the API has: `games`, `decks`, `algorithms`, and `parameters(path)` of an endpoint. */
  constructor(catalogue) {
    this.#catalogue = catalogue;
    this.#what.append(this.#group("Games", "games", "game"), this.#group("Decks", "decks", "deck"));
    this.#what.addEventListener("change", () => this.#build());
    for (const radio of this.#controls.action) radio.addEventListener("change", () => this.#build());
    for (const radio of this.#controls.source) radio.addEventListener("change", () => this.#showOrder());
    this.#build();
  }

  #group(label, kind, named) {
    const options = this.#catalogue[kind].map((entry) =>
      element("option", { value: `${kind}/${entry[named]}` }, short(entry.title)),
    );
    return element("optgroup", { label }, options);
  }

  /** The title of a game or a deck. */
  title(kind, name) {
    return short(this.#entry(kind, name)?.title ?? name);
  }

  #entry(kind, name) {
    return this.#catalogue[kind].find((entry) => (entry.game ?? entry.deck) === name);
  }

  #chosen() {
    const [kind, name] = this.#what.value.split("/");
    return { kind, name, action: kind === "games" ? "deal" : this.#controls.action.value };
  }

  /** Fields for what is chosen, with nothing in them but a seed. */
  #build() {
    const { kind, name, action } = this.#chosen();
    const entry = this.#entry(kind, name) ?? { options: [] };
    const offered = this.#offered(kind, action, entry);
    const [shuffling, packs] = [
      this.#shuffling(),
      this.#catalogue.parameters("/v1/decks/{deck}").map((each) => each.name),
    ];
    const orders = Object.values(ORDER).flat();
    const placeOf = (parameter) =>
      orders.includes(parameter)
        ? "chance"
        : shuffling.includes(parameter)
          ? "shuffle"
          : packs.includes(parameter)
            ? "packs"
            : "options";
    const rows = { options: [], packs: [], shuffle: [], chance: [] };
    const seed = this.#fields.get("seed")?.value ?? randomSeed();
    this.#fields = new Map();
    for (const parameter of offered) {
      const field =
        parameter.name === "algorithm"
          ? this.#choiceOfShuffle()
          : fieldOf(parameter, this.#playersHint(parameter, entry));
      if (BEGUN.includes(parameter.name)) field.value = String(parameter.schema.example);
      this.#fields.set(parameter.name, field);
      rows[placeOf(parameter.name)].push(field.row);
    }
    $("#options").replaceChildren(...rows.options);
    for (const place of ["packs", "shuffle"]) $(`#${place} > div`).replaceChildren(...rows[place]);
    $("#chance").replaceChildren(...rows.chance);
    $("#packs").hidden = !rows.packs.length;
    $("#actions").hidden = kind === "games";
    const [, , number] = this.#controls.source;
    number.parentElement.hidden = !this.#fields.has("deal_number");
    if (number.checked && number.parentElement.hidden) this.#controls.source.value = "seed";
    this.#fields.get("seed").value = seed;
    this.#showShuffle();
    this.#showOrder();
    this.accept();
  }

  /** The parameters that fit: those that no entry has to itself, and this one's own. */
  #offered(kind, action, { options, players }) {
    const { games, decks } = this.#catalogue;
    const particular = new Set((kind === "games" ? [...games, ...decks] : decks).flatMap((entry) => entry.options));
    return this.#catalogue
      .parameters(`/v1/${kind}/{${kind.slice(0, -1)}}/${action}`)
      .filter(({ name }) => !NOT_OFFERED.includes(name) && (options.includes(name) || !particular.has(name)))
      .filter(({ name }) => name !== "players" || players?.least !== players?.most);
  }

  #playersHint({ name }, { players }) {
    return name === "players"
      ? `${players.least} to ${players.most}; ${players.usual} if it is left empty.`
      : undefined;
  }

  #shuffling() {
    return [
      "algorithm",
      ...this.#catalogue.algorithms.flatMap((shuffle) => shuffle.parameters.map(({ name }) => name)),
    ];
  }

  /** A choice like any other, but with the usual one by its name. */
  #choiceOfShuffle() {
    const options = this.#catalogue.algorithms.map(({ name, uniformity, default: usual }) =>
      element("option", { value: name, selected: usual }, `${name} (${uniformity})`),
    );
    this.#algorithm = new Field("algorithm", element("select", {}, options), " ");
    this.#algorithm.control.addEventListener("change", () => this.#showShuffle());
    return this.#algorithm;
  }

  /** The parameters of the chosen shuffle, and no others. */
  #showShuffle() {
    const { algorithms } = this.#catalogue;
    const chosen = algorithms.find(({ name }) => name === this.#algorithm.value);
    this.#algorithm.hint.textContent = chosen?.summary ?? "";
    $("#shuffle > summary > span").textContent = chosen?.name ?? this.#algorithm.value;
    for (const name of this.#shuffling().slice(1)) {
      const field = this.#fields.get(name);
      const taken = chosen?.parameters.find((parameter) => parameter.name === name);
      field.row.hidden = !taken;
      if (!taken) field.value = "";
      else field.hint.textContent = `${titledMeaning(taken)}; default: ${taken.default}.`;
    }
  }

  #showOrder() {
    for (const [source, names] of Object.entries(ORDER))
      for (const name of names) {
        const row = this.#fields.get(name)?.row;
        if (row) row.hidden = source !== this.#controls.source.value;
      }
  }

  /** What is asked by the form as it is: every field that has something in it, and the seed even if it has not. */
  get request() {
    const { kind, name, action } = this.#chosen();
    const source = this.#controls.source.value;
    const others = Object.entries(ORDER).flatMap(([key, names]) => (key === source ? [] : names));
    const usual = this.#catalogue.algorithms.find((shuffle) => shuffle.default).name;
    const query = [...this.#fields.values()]
      .filter((field) => !others.includes(field.name) && (field.value !== "" || field.name === ORDER[source][0]))
      .filter((field) => field !== this.#algorithm || field.value !== usual)
      .map((field) => [field.name, field.value]);
    return new DealRequest(kind, name, action, query);
  }

  /** Shows a request; what the form has no field for is not lost, as it stays in the request. */
  set request(request) {
    const { kind, name, action } = request;
    const chosen = `${kind}/${name}`;
    if (this.#what.value !== chosen) this.#what.value = chosen;
    if (!this.#what.value) this.#what.append(element("option", { value: chosen, selected: true }, name));
    if (kind === "decks") this.#controls.action.value = action;
    this.#controls.source.value =
      request.get("deal_number") !== undefined ? "number" : request.repeatable ? "seed" : "system";
    this.#build();
    for (const field of this.#fields.values()) {
      const text = request.get(field.name);
      if (text !== undefined) field.value = text;
      else if (field !== this.#algorithm && field.name !== "seed") field.value = "";
      if (field === this.#algorithm) this.#showShuffle();
    }
  }

  /** From the operating system from now on: this service takes no seeds. */
  forgetSeeds() {
    this.#controls.source.value = "system";
    this.#showOrder();
  }

  /** Shows a refusal at the fields that it names, and in a summary that leads to them. */
  refuse(problem) {
    this.accept();
    const items = Object.entries(problem.errors).map(([name, messages]) => {
      const field = this.#fields.get(name);
      if (!field) return element("li", {}, `${name}: ${messages.join(" ")}`);
      field.refuse(messages);
      field.row.closest("details")?.setAttribute("open", "");
      const link = element("a", { href: `#${field.control.id}` }, field.row.firstChild.textContent);
      link.addEventListener("click", (event) => {
        event.preventDefault(); // the fragment is for permalinks
        field.control.focus();
      });
      return element("li", {}, link, `: ${messages.join(" ")}`);
    });
    const summary = $("#refused");
    summary.replaceChildren(
      element("h2", {}, problem.title),
      items.length ? element("ul", {}, items) : element("p", {}, problem.message),
    );
    summary.hidden = false;
    summary.focus();
  }

  accept() {
    $("#refused").hidden = true;
    for (const field of this.#fields.values()) field.accept();
  }
}

function titledMeaning({ meaning, minimum, maximum }) {
  const range = minimum === undefined ? "" : `, ${minimum} to ${maximum}`;
  return `${meaning[0].toUpperCase()}${meaning.slice(1)}${range}`;
}
