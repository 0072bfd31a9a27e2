/** The form: a game or a deck, and the parameters that the API has for it. */
// @ts-check
/** @import { Entry, EntryKind, Parameter } from "../../deals/catalogue.mjs" */
/** @import { Notes } from "./evening.mjs" */
/** @import { Control } from "./parameter_fields.mjs" */
/** @import { FinderEntry } from "./finder.mjs" */
/** @import { Action, Query } from "../../deals/request.mjs" */
/** @import { RefusalReason } from "../../shared/refusal_types.mjs" */
import { $, create, getElement } from "../../shared/elements.mjs";
import { Problem } from "../../shared/service.mjs";
import { createText, findText, t } from "../../shared/texts.mjs";
import {
  findEntry,
  findTitle,
  getCatalogue,
  nameOf,
  titleOf,
} from "../../deals/catalogue.mjs";
import { Conditions } from "./conditions.mjs";
import { Evening } from "./evening.mjs";
import {
  Field,
  createField,
  describeParameter,
  describePlayers,
} from "./parameter_fields.mjs";
import { Finder } from "./finder.mjs";
import { DealRequest } from "../../deals/request.mjs";
import { generateSeed } from "../../shared/seeds.mjs";
import {
  createEnglish,
  findLabel,
  nameField,
  renderDetail,
  renderSentences,
  titleProblem,
} from "../../shared/sentences.mjs";
import { createSuggest } from "./suggestions.mjs";

/**
 * The controls of the form that the page has from the start.
 * @typedef {HTMLFormControlsCollection & { action: RadioNodeList & Iterable<HTMLInputElement>, source: RadioNodeList & Iterable<HTMLInputElement> }} DealControls
 */

/**
 * What is chosen in the form: a game or a deck, and what is to be done with it.
 * @typedef {{ kind: EntryKind, name: string, action: "deal" | "shuffle" }} Selection
 */

/**
 * A refusal of a request, by a parameter, with the sentences of the service and the reason for each.
 * @typedef {{ name: string, messages: string[], reasons: RefusalReason[] }} RefusedParameter
 */

/**
 * The request of a link, and the function that deals one: so what has no field can be left out of it.
 * @typedef {{ request: DealRequest, deal: (request: DealRequest) => unknown }} LinkedDeal
 */

/**
 * What the form calls: `choose` when a game or deck is chosen, `find` when boards are to be found, `dealBoards` when
 * those of an evening are to be dealt, `note` when their event or date is changed, `choosing` when the source is
 * another than of what lies on the table: with the label of the button that deals, or with "" when it is the same
 * again.
 * @typedef {object} FormActions
 * @property {() => unknown} choose
 * @property {() => unknown} find
 * @property {() => unknown} dealBoards
 * @property {(notes: Notes) => void} note
 * @property {(button: string) => void} choosing
 */

/**
 * The parameters that only one source of randomness has.
 * @type {Record<string, string[]>}
 */
const SOURCES = {
  seed: ["seed", "index"],
  system: [],
  number: ["deal_number"],
  sealed: ["label"],
  private: [],
};
/** @type {Record<string, Action>} */
const ACTIONS = { sealed: "seal", private: "private" }; // by source

// Also if the number is empty, so that the service says what is missing.
const ALWAYS_SENT = ["seed", "deal_number"];
const SEALED = "games/seal"; // the request for a sealed shoe
const MAX_NUMBER = 1_000_000; // of Microsoft's deals
const FIRST = "games/holdem";
/** Codes of conditions that are not broken, and that no deal can fulfil. */
const IMPOSSIBLE = ["impossible_number", "impossible_shape", "impossible_sum"];
/** @type {EntryKind[]} */
const KINDS = ["games", "decks"];

/**
 * Return the game or the deck of a value of the finder, such as "games/holdem".
 * @param {string} value
 * @returns {{ kind: EntryKind, name: string }}
 */
function parseValue(value) {
  const [kind, name] = value.split("/");
  return { kind: kind === "decks" ? "decks" : "games", name };
}

/**
 * Return the games or the decks as the finder takes them.
 * @param {EntryKind} kind
 * @returns {FinderEntry[]}
 */
function listChoices(kind) {
  const entries = getCatalogue()[kind];
  return entries.map((entry) => ({
    value: `${kind}/${nameOf(entry)}`,
    title: titleOf(entry, entries),
    lang: findTitle(entry) ? undefined : "en",
    family: entry.family ?? "decks",
    names: [entry.title, ...(entry.aliases ?? []), nameOf(entry)],
  }));
}

/** Return a function of a text that returns the values of the games and decks that it may mean. */
function createSuggestions() {
  const catalogue = getCatalogue();
  const suggestions = KINDS.map((kind) => ({
    kind,
    suggest: createSuggest(catalogue[kind], catalogue.rule),
  }));
  /** @param {string} text */
  return (text) =>
    suggestions.flatMap(({ kind, suggest }) =>
      suggest(text).map((entry) => `${kind}/${nameOf(entry)}`),
    );
}

/**
 * Return the parameters of a game or deck: parameters of every entry, and the options that this entry lists.
 * @param {Selection} selection
 * @returns {Parameter[]}
 */
function listParameters({ kind, name, action }) {
  const { games, decks, fields, requests } = getCatalogue();
  const { options = [], players = undefined } = findEntry(kind, name) ?? {};
  const entries = kind === "games" ? [...games, ...decks] : decks;
  const optional = new Set(entries.flatMap((entry) => entry.options));
  const names = new Set([
    ...requests[`${kind}/${action}`],
    ...(kind === "games" ? requests[SEALED] : []),
  ]);
  /** @param {string} parameter */
  const isTaken = (parameter) =>
    options.includes(parameter) || !optional.has(parameter);
  return [...names]
    .filter((parameterName) =>
      isTaken(parameterName === "only" ? "exclude" : parameterName),
    ) // who takes exclude takes only
    .filter(
      (parameterName) =>
        parameterName !== "players" || players?.least !== players?.most,
    )
    .map((parameterName) => fields[parameterName]);
}

/** The field of the algorithm, with the default selected, and what it says of the selected shuffle. */
class ShuffleField extends Field {
  /** @param {() => void} onChange */
  constructor(onChange) {
    const options = getCatalogue().algorithms.map(
      ({ name, uniformity, default: isDefault }) =>
        create(
          "option",
          { value: name, selected: isDefault, translate: "no" },
          `${name} (${t(`table.uniformity.${uniformity}`)})`,
        ),
    );
    super("algorithm", create("select", options), " ");
    this.control.addEventListener("change", onChange);
  }

  /** The selected shuffle; undefined if the service has none of that name. */
  get shuffle() {
    return getCatalogue().algorithms.find(({ name }) => name === this.value);
  }

  get isDefault() {
    return Boolean(this.shuffle?.default);
  }

  /** Say what the selected shuffle does. */
  describe() {
    const { name = this.value, summary = "" } = this.shuffle ?? {};
    this.hint.replaceChildren(create("span", createEnglish(summary)));
    $("#shuffle > summary > span").textContent = name;
  }
}

/** The fields of the parameters of a game or a deck. */
class ParameterFields {
  /** @type {Map<string, Field>} */
  #fields = new Map();
  #algorithm = new ShuffleField(() => this.showShuffle());
  isSeedTyped = false; // since the last deal
  #ownSeed = ""; // the last one that was made here

  /**
   * Build the fields for a game or deck, empty but for the seed.
   * @param {Selection} selection
   */
  build(selection) {
    const seed = this.get("seed")?.value ?? this.#makeSeed();
    const parameters = listParameters(selection);
    this.#algorithm = new ShuffleField(() => this.showShuffle());
    this.#fields = new Map();
    for (const parameter of parameters) {
      const { name, value } = parameter;
      const field =
        name === "algorithm" ? this.#algorithm : createField(parameter);
      if (value && selection.kind === "decks") field.value = value;
      this.#fields.set(name, field);
    }
    this.#show(parameters);
    this.seed.value = seed;
    for (const typed of ["seed", "index", "deal_number"])
      this.get(typed)?.control.addEventListener("input", () => {
        this.isSeedTyped = true;
      });
    this.showShuffle();
  }

  /**
   * Show each field in its section of the form.
   * @param {Parameter[]} parameters
   */
  #show(parameters) {
    /** @param {Parameter["section"]} section */
    const listRows = (section) =>
      parameters.flatMap((parameter) => {
        const field = this.get(parameter.name);
        return field && parameter.section === section ? [field.row] : [];
      });
    const packs = listRows("packs");
    $("#options").replaceChildren(...listRows("options"));
    $("#packs > div").replaceChildren(...packs);
    $("#shuffle > div").replaceChildren(...listRows("shuffle"));
    $("#source").replaceChildren(...listRows("source"));
    $("#packs").hidden = !packs.length;
  }

  /**
   * Return the field of a parameter; undefined if the game or deck does not take it.
   * @param {string} name
   */
  get(name) {
    return this.#fields.get(name);
  }

  /** The field of the seed, which every game and deck has. */
  get seed() {
    return /** @type {Field} */ (this.get("seed"));
  }

  /** Whether the seed was made here, so that nobody chose it. */
  get hasOwnSeed() {
    return this.seed.value === this.#ownSeed;
  }

  #makeSeed() {
    this.#ownSeed = generateSeed();
    return this.#ownSeed;
  }

  /** Show the parameters of the selected shuffle only. */
  showShuffle() {
    this.#algorithm.describe();
    const { parameters: ownParameters = [] } = this.#algorithm.shuffle ?? {};
    const allParameters = getCatalogue().algorithms.flatMap(
      ({ parameters }) => parameters,
    );
    for (const { name } of allParameters) {
      const field = this.get(name);
      const parameter = ownParameters.find(
        (ownParameter) => ownParameter.name === name,
      );
      if (!field) continue;
      field.row.hidden = !parameter;
      if (!parameter) field.value = "";
      else
        field.hint.textContent = describeParameter(name, {
          least: parameter.minimum,
          most: parameter.maximum,
          usual: parameter.default,
        });
    }
  }

  /**
   * Show the fields of a source of randomness only.
   * @param {string} chosen
   */
  showSource(chosen) {
    for (const [source, names] of Object.entries(SOURCES))
      for (const name of names) {
        const row = this.get(name)?.row;
        if (row) row.hidden = source !== chosen;
      }
  }

  /**
   * Return the parameters of a request from a source: every field that is not empty, and the seed in any case.
   * @param {string} chosen
   * @returns {Query}
   */
  listQuery(chosen) {
    const unused = Object.entries(SOURCES).flatMap(([source, names]) =>
      source === chosen ? [] : names,
    );
    const fields = [...this.#fields.values()].filter(
      (field) =>
        !unused.includes(field.name) &&
        (field.value !== "" || ALWAYS_SENT.includes(field.name)) &&
        (field !== this.#algorithm || !this.#algorithm.isDefault),
    );
    return fields.map(({ name, value }) => [name, value]);
  }

  /**
   * Take another seed or number, unless one was typed since the last deal.
   * @param {boolean} isNumbered whether the deal is one of a number
   */
  renew(isNumbered) {
    const number = this.get("deal_number");
    const index = this.get("index");
    if (!this.isSeedTyped && isNumbered && number)
      number.value = String(1 + Math.floor(Math.random() * MAX_NUMBER));
    if (this.isSeedTyped && this.seed.value !== "") return;
    this.seed.value = this.#makeSeed();
    if (index) index.value = "";
  }

  /**
   * Fill the fields with the values of a request. What it has not is empty, but for the seed and the shuffle.
   * @param {DealRequest} request
   */
  fill(request) {
    for (const field of this.#fields.values()) {
      const text = request.get(field.name);
      if (text !== undefined) field.value = text;
      else if (field !== this.#algorithm && field.name !== "seed")
        field.value = "";
      if (field === this.#algorithm) this.showShuffle();
    }
  }

  clearErrors() {
    for (const field of this.#fields.values()) field.clearErrors();
  }
}

export class DealForm {
  #controls;
  #fields = new ParameterFields();
  #conditions;
  evening;
  #isSearch = false; // whether the last boards that were asked for have conditions
  #finder;
  #choosing;
  /** @type {string | undefined} */
  #sourceOnTable; // undefined if nothing lies there

  /**
   * Build the form.
   * @param {FormActions} actions
   */
  constructor({ choose, find, dealBoards, note, choosing }) {
    const form = getElement(HTMLFormElement, "#form");
    this.#controls = /** @type {DealControls} */ (form.elements);
    this.#choosing = choosing;
    this.#conditions = new Conditions(find);
    this.evening = new Evening({ deal: dealBoards, note });
    const chooseAnew = () => {
      // The number was another game's.
      if (this.#source === "number") this.#source = "seed";
      this.#build();
      choose();
    };
    this.#finder = new Finder(
      KINDS.flatMap(listChoices),
      createSuggestions(),
      chooseAnew,
    );
    for (const radio of this.#controls.action)
      radio.addEventListener("change", chooseAnew);
    for (const radio of this.#controls.source)
      radio.addEventListener("change", () =>
        this.#showSource({ isChosen: true }),
      );
    this.#build();
  }

  /** The chosen source of randomness. */
  get #source() {
    return this.#controls.source.value;
  }

  set #source(source) {
    this.#controls.source.value = source;
  }

  /** @returns {Selection} */
  get #selection() {
    const { kind, name } = parseValue(this.#finder.value ?? FIRST);
    const isShuffle =
      kind === "decks" && this.#controls.action.value === "shuffle";
    return { kind, name, action: isShuffle ? "shuffle" : "deal" };
  }

  /** Build the fields for the selected game or deck, empty but for the seed. */
  #build() {
    const selection = this.#selection;
    const entry = findEntry(selection.kind, selection.name);
    this.#fields.build(selection);
    $("#actions").hidden = selection.kind === "games";
    this.#offerSources(entry);
    this.#showSource();
    this.clearErrors();
  }

  /**
   * Offer the sources whose parameters the game or deck takes; private hands if it can be played with them.
   * @param {Entry} [entry]
   */
  #offerSources(entry) {
    for (const radio of this.#controls.source) {
      const names = SOURCES[radio.value];
      const isTaken = names.length
        ? names.some((name) => this.#fields.get(name))
        : radio.value !== "private" || Boolean(entry?.private);
      const label = /** @type {HTMLElement} */ (radio.parentElement);
      label.hidden = !isTaken;
      if (radio.checked && !isTaken) this.#source = "seed";
    }
  }

  /**
   * Show what belongs to the chosen source; if it was chosen just now, say whether it is that of the deal on the table.
   * @param {{ isChosen?: boolean }} [options]
   */
  #showSource({ isChosen = false } = {}) {
    const source = this.#source;
    const { kind, name } = this.#selection;
    const isSame = source === this.#sourceOnTable;
    const button = t(`table.moves.${nameMove(source, isSame)}`);
    this.#fields.showSource(source);
    this.#conditions.isOffered = name === "bridge" && !this.#isSealed;
    $("#deal").textContent = button;
    $("#go").textContent = `${button} ↑`; // the table is above
    if (isChosen) this.#choosing(this.#sourceOnTable && !isSame ? button : "");
    $("#go").hidden = !isChosen || isSame;
    const players = findEntry(kind, name)?.players;
    const field = this.#fields.get("players");
    if (field && players)
      field.hint.textContent = describePlayers(players, source === "private");
  }

  get #isSealed() {
    return this.#source in ACTIONS;
  }

  /** The request of the form: every field that is not empty, and the seed in any case. */
  get request() {
    const { kind, name, action } = this.#selection;
    const source = this.#source;
    const notes =
      name === "bridge" && !this.#isSealed ? this.evening.notes : [];
    return new DealRequest(kind, name, ACTIONS[source] ?? action, [
      ...this.#fields.listQuery(source),
      ...notes,
    ]);
  }

  /** Whether the form made its seed, so that nobody chose it. */
  get hasOwnSeed() {
    return this.#fields.hasOwnSeed;
  }

  /** Choose the game that is typed in the finder. Return whether something is typed there. */
  chooseTyped() {
    return this.#finder.chooseTyped();
  }

  /** The request for a deal anew: with another seed or number, unless one was typed since the last deal. */
  takeRequest() {
    this.#fields.renew(this.#source === "number");
    return this.request;
  }

  /** Note that the form was dealt: the next deal takes another seed. */
  noteDeal() {
    this.#fields.isSeedTyped = false;
    this.#sourceOnTable = this.#source;
    $("#go").hidden = true;
  }

  /** The request for boards that fulfil the conditions. */
  get search() {
    this.#isSearch = true;
    const { kind, name, query } = this.request;
    return new DealRequest(kind, name, "deal/batch", [
      ...this.#conditions.parameters,
      ...query,
    ]);
  }

  /**
   * Return the request for the boards of an evening: with another seed if they are face down, or `isAgain`.
   * @param {boolean} isAgain
   */
  takeBoards(isAgain) {
    this.#isSearch = false;
    const { count, isClosed } = this.evening;
    const request = isAgain || isClosed ? this.takeRequest() : this.request;
    return request
      .toBatch(count)
      .with({ closed: isClosed ? "true" : undefined });
  }

  /**
   * Fill the form with a request. Parameters without a field are left out of the form; the request keeps them.
   * @param {DealRequest} request
   */
  fill(request) {
    const { kind, name, action } = request;
    this.#finder.value = findEntry(kind, name) ? `${kind}/${name}` : FIRST;
    if (kind === "decks") this.#controls.action.value = action.split("/")[0];
    this.#source = nameSource(request);
    this.#build();
    this.#fields.fill(request);
    this.#isSearch = request.isBatch && request.get("where") !== undefined;
    if (!this.#isSearch) return this.evening.fill(request);
    this.#conditions.fill(request);
    getElement(HTMLDetailsElement, "#conditions").open = true;
  }

  /**
   * Show the errors of a problem at their fields, and in a summary with links to them; above the table if there are
   * none. For what has no field, offer to `deal` the `request` of a link without it.
   * @param {Problem} problem
   * @param {LinkedDeal} [link]
   */
  showProblem(problem, link) {
    this.clearErrors();
    /** @type {string[]} */
    const faulty = []; // the parameters of the link that have no field
    const items = this.#listRefusals(problem).map((refusal) => {
      const control = this.#showRefusal(refusal);
      if (control) return linkToControl(control, refusal);
      const isInLink = link?.request.get(refusal.name) !== undefined;
      if (isInLink) faulty.push(refusal.name);
      return describeRefusal(refusal, isInLink);
    });
    const summary = $(
      items.length > faulty.length ? "#problem" : "#play-problem",
    ); // beside the fields, or above the table
    summary.replaceChildren(
      create("h2", titleProblem(problem)),
      items.length ? create("ul", items) : create("p", renderDetail(problem)),
      link && faulty.length
        ? create("p.buttons", createWayOut(link, faulty))
        : "",
    );
    summary.hidden = false;
    summary.focus();
  }

  /**
   * Return the refusals of a problem. Of the number of players the service may know no game: then the form says its
   * range.
   * @param {Problem} problem
   * @returns {RefusedParameter[]}
   */
  #listRefusals(problem) {
    const { kind, name: selected } = this.#selection;
    const players = findEntry(kind, selected)?.players;
    return Object.entries(problem.errors).map(([name, messages]) => {
      const reasons = problem.listReasons(name);
      const isOfSchema =
        name === "players" && reasons[0].code === "integer_range";
      if (!players || !isOfSchema) return { name, messages, reasons };
      const { least, most } = players;
      return { name, messages, reasons: [{ ...reasons[0], least, most }] };
    });
  }

  /**
   * Show a refusal at the field of its parameter. Return its control, or undefined.
   * @param {RefusedParameter} refusal
   * @returns {Control | undefined}
   */
  #showRefusal({ name, messages, reasons }) {
    if (name === "where") return this.#conditions.showErrors(messages, reasons);
    const field = this.#fields.get(name) ?? this.#findFieldOfBoards(name);
    field?.showErrors(renderSentences(messages, reasons));
    return field?.control;
  }

  /** @param {string} name of a parameter */
  #findFieldOfBoards(name) {
    return this.#isSearch
      ? this.#conditions.fields.find((field) => field.name === name)
      : this.evening.find(name);
  }

  clearErrors() {
    for (const id of ["#problem", "#play-problem"]) $(id).hidden = true;
    this.#conditions.clearErrors();
    this.evening.clearErrors();
    this.#fields.clearErrors();
  }
}

/**
 * Return the name of the text on the button that deals.
 * @param {string} source
 * @param {boolean} isSame whether what lies on the table is of that source
 */
function nameMove(source, isSame) {
  if (source === "sealed") return isSame ? "sealAnew" : "seal";
  return source === "private" ? "open" : "deal";
}

/**
 * Return the source of randomness of a request.
 * @param {DealRequest} request
 */
function nameSource(request) {
  if (request.get("deal_number") !== undefined) return "number";
  if (request.isPrivate) return "private";
  if (request.isSealed) return "sealed";
  return request.isRepeatable ? "seed" : "system";
}

/**
 * Create the item of a refusal that is said at a control, with a link to it; what it is in is unfolded.
 * @param {Control} control
 * @param {RefusedParameter} refusal
 */
function linkToControl(control, { messages, reasons }) {
  /** @type {Element | null | undefined} */
  let details = control.closest("details");
  while (details instanceof HTMLDetailsElement) {
    details.open = true;
    details = details.parentElement?.closest("details");
  }
  const link = create("a", { href: `#${control.id}` }, labelOf(control));
  link.addEventListener("click", (event) => {
    event.preventDefault(); // the fragment is for permalinks
    control.focus();
  });
  return create(
    "li",
    createText("shared.pair", {
      name: link,
      value: renderSentences(messages, reasons),
    }),
  );
}

/**
 * Create the item of a refusal that has no field. What a link has and is broken has a sentence of its own.
 * @param {RefusedParameter} refusal
 * @param {boolean} isInLink
 */
function describeRefusal({ name, messages, reasons }, isInLink) {
  const isBroken = isInLink && !IMPOSSIBLE.includes(reasons[0].code);
  const sentence = isBroken ? findText(`table.broken.${name}`) : undefined;
  return create(
    "li",
    sentence ||
      createText("shared.pair", {
        name: nameField(name),
        value: renderSentences(messages, reasons),
      }),
  );
}

/**
 * Create the button that deals a request without some of its parameters.
 * @param {LinkedDeal} link
 * @param {string[]} names
 */
function createWayOut({ request, deal }, names) {
  const changes = Object.fromEntries(names.map((name) => [name, undefined]));
  return create(
    "button",
    { onclick: () => deal(request.with(changes)) },
    findText(`table.without.${names[0]}`) ??
      t("table.without.any", { name: findLabel(names[0]) ?? names[0] }),
  );
}

/**
 * Return the label of a control.
 * @param {Control} control
 */
const labelOf = (control) =>
  control.getAttribute("aria-label") ??
  (control.labels?.[0] ?? control).textContent;
