/** The form: a game or a deck, and the parameters that the API has for it. */
import { $, create } from "../shared/page.mjs";
import { createText, findText, t } from "../shared/texts.mjs";
import {
  CATALOGUE,
  findEntry,
  findTitle,
  nameOf,
  titleOf,
} from "./catalogue.mjs";
import { Conditions } from "./conditions.mjs";
import { Evening } from "./evening.mjs";
import {
  Field,
  createField,
  describeParameter,
  describePlayers,
} from "./fields.mjs";
import { Finder } from "./finder.mjs";
import { DealRequest, generateSeed } from "./request.mjs";
import { renderSentences, titleProblem } from "./sentences.mjs";
import { createSuggest } from "./suggestions.mjs";

const SOURCES = {
  seed: ["seed", "index"],
  system: [],
  number: ["deal_number"],
  sealed: ["label"],
  private: [],
};
const ACTIONS = { sealed: "seal", private: "private" }; // by source

const ALWAYS_SENT = ["seed", "deal_number"]; // also if the number is empty, so that the service says what is missing
const SEALED = "games/seal"; // the request for a sealed shoe
const MAX_NUMBER = 1_000_000; // of Microsoft's deals
const FIRST = "games/holdem";
const IMPOSSIBLE = /\bcan fulfil\b/; // said of conditions that are not broken

export class DealForm {
  #controls = $("#form").elements;
  #fields = new Map();
  #algorithm;
  #conditions;
  evening;
  #isSearch = false; // whether the last boards that were asked for have conditions
  #finder;
  #isSeedTyped = false; // since the last deal
  #choosing;
  #source; // of what lies on the table; undefined if nothing does

  /**
   * Build the form. `choose` is called when a game or deck is chosen, `find` when boards are to be found, `dealBoards` when those
   * of an evening are to be dealt, `note` when their event or date is changed, `choosing` when the source is another than
   * of what lies on the table: with the label of the button that deals, or with "" when it is the same again.
   */
  constructor({ choose, find, dealBoards, note, choosing }) {
    this.#choosing = choosing;
    this.#conditions = new Conditions(find);
    this.evening = new Evening({ deal: dealBoards, note });
    const { games, decks, rule } = CATALOGUE;
    const list = (kind, entries) =>
      entries.map(({ aliases = [], family = "decks", ...entry }) => ({
        value: `${kind}/${nameOf(entry)}`,
        title: titleOf(entry, entries),
        lang: findTitle(entry) ? undefined : "en",
        family,
        names: [entry.title, ...aliases, nameOf(entry)],
      }));
    const chooseAnew = () => {
      if (this.#controls.source.value === "number")
        this.#controls.source.value = "seed"; // the number was another game's
      this.#build();
      choose();
    };
    const suggesting = [
      ["games", games],
      ["decks", decks],
    ].map(([kind, entries]) => [kind, createSuggest(entries, rule)]);
    const suggest = (text) =>
      suggesting.flatMap(([kind, find]) =>
        find(text).map((entry) => `${kind}/${nameOf(entry)}`),
      );
    this.#finder = new Finder(
      [...list("games", games), ...list("decks", decks)],
      suggest,
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

  #getSelection() {
    const [kind, name] = (this.#finder.value ?? FIRST).split("/");
    return {
      kind,
      name,
      action: kind === "games" ? "deal" : this.#controls.action.value,
    };
  }

  /** Build the fields for the selected game or deck, empty but for the seed. */
  #build() {
    const { kind, name, action } = this.#getSelection();
    const entry = findEntry(kind, name) ?? { options: [] };
    const rows = { options: [], packs: [], shuffle: [], source: [] };
    const seed = this.#fields.get("seed")?.value ?? generateSeed();
    this.#fields = new Map();
    for (const parameter of this.#getParameters(kind, action, entry)) {
      const field =
        parameter.name === "algorithm"
          ? this.#createShuffleField()
          : createField(parameter);
      if (parameter.value && kind === "decks") field.value = parameter.value;
      this.#fields.set(parameter.name, field);
      rows[parameter.section].push(field.row);
    }
    $("#options").replaceChildren(...rows.options);
    for (const section of ["packs", "shuffle"])
      $(`#${section} > div`).replaceChildren(...rows[section]);
    $("#source").replaceChildren(...rows.source);
    $("#packs").hidden = !rows.packs.length;
    $("#actions").hidden = kind === "games";
    for (const radio of this.#controls.source) {
      const names = SOURCES[radio.value];
      const isTaken = names.length
        ? names.some((other) => this.#fields.has(other))
        : radio.value !== "private" || entry.private;
      radio.parentElement.hidden = !isTaken;
      if (radio.checked && radio.parentElement.hidden)
        this.#controls.source.value = "seed";
    }
    this.#fields.get("seed").value = seed;
    for (const typed of ["seed", "index", "deal_number"])
      this.#fields
        .get(typed)
        ?.control.addEventListener("input", () => (this.#isSeedTyped = true));
    this.#showShuffle();
    this.#showSource();
    this.clearErrors();
  }

  /** Return the parameters of a game or deck: parameters of every entry, and the options that this entry lists. */
  #getParameters(kind, action, { options, players }) {
    const { games, decks, fields, requests } = CATALOGUE;
    const optional = new Set(
      (kind === "games" ? [...games, ...decks] : decks).flatMap(
        (entry) => entry.options,
      ),
    );
    const names = new Set([
      ...requests[`${kind}/${action}`],
      ...(kind === "games" ? requests[SEALED] : []),
    ]);
    const isTaken = (name) => options.includes(name) || !optional.has(name);
    return [...names]
      .filter((name) => isTaken(name === "only" ? "exclude" : name)) // who takes exclude takes only
      .filter((name) => name !== "players" || players?.least !== players?.most)
      .map((name) => fields[name]);
  }

  /** Create the field of the algorithm, with the default selected. */
  #createShuffleField() {
    const options = CATALOGUE.algorithms.map(
      ({ name, uniformity, default: isDefault }) =>
        create(
          "option",
          { value: name, selected: isDefault, translate: "no" },
          `${name} (${t(`table.uniformity.${uniformity}`)})`,
        ),
    );
    this.#algorithm = new Field("algorithm", create("select", options), " ");
    this.#algorithm.control.addEventListener("change", () =>
      this.#showShuffle(),
    );
    return this.#algorithm;
  }

  /** Show the parameters of the selected shuffle only. */
  #showShuffle() {
    const { algorithms } = CATALOGUE;
    const shuffle = algorithms.find(
      ({ name }) => name === this.#algorithm.value,
    );
    this.#algorithm.hint.textContent = shuffle?.summary ?? "";
    $("#shuffle > summary > span").textContent =
      shuffle?.name ?? this.#algorithm.value;
    this.#algorithm.hint.lang = "en"; // a sentence of the API
    for (const { name } of algorithms.flatMap(({ parameters }) => parameters)) {
      const field = this.#fields.get(name);
      const own = shuffle?.parameters.find(
        (parameter) => parameter.name === name,
      );
      field.row.hidden = !own;
      if (!own) field.value = "";
      else
        field.hint.textContent = describeParameter(name, {
          least: own.minimum,
          most: own.maximum,
          usual: own.default,
        });
    }
  }

  #showSource({ isChosen = false } = {}) {
    for (const [source, names] of Object.entries(SOURCES))
      for (const name of names) {
        const row = this.#fields.get(name)?.row;
        if (row) row.hidden = source !== this.#controls.source.value;
      }
    this.#conditions.isOffered =
      this.#getSelection().name === "bridge" && !this.#isSealed;
    const source = this.#controls.source.value;
    const isSame = source === this.#source;
    const button =
      { sealed: isSame ? "sealAnew" : "seal", private: "open" }[source] ??
      "deal";
    $("#deal").textContent = t(`table.moves.${button}`);
    $("#go").textContent = `${$("#deal").textContent} ↑`; // the table is above
    if (isChosen)
      this.#choosing(this.#source && !isSame ? $("#deal").textContent : "");
    $("#go").hidden = !isChosen || isSame;
    const { kind, name } = this.#getSelection();
    const [entry, players] = [
      findEntry(kind, name),
      this.#fields.get("players"),
    ];
    if (players && entry?.players)
      players.hint.textContent = describePlayers(
        entry.players,
        source === "private",
      );
  }

  get #isSealed() {
    return this.#controls.source.value in ACTIONS;
  }

  /** The request of the form: every field that is not empty, and the seed in any case. */
  get request() {
    const { kind, name, action } = this.#getSelection();
    const source = this.#controls.source.value;
    const unused = Object.entries(SOURCES).flatMap(([key, names]) =>
      key === source ? [] : names,
    );
    const defaultName = CATALOGUE.algorithms.find(
      (shuffle) => shuffle.default,
    ).name;
    const query = [...this.#fields.values()]
      .filter(
        (field) =>
          !unused.includes(field.name) &&
          (field.value !== "" || ALWAYS_SENT.includes(field.name)),
      )
      .filter(
        (field) => field !== this.#algorithm || field.value !== defaultName,
      )
      .map((field) => [field.name, field.value]);
    const notes =
      name === "bridge" && !this.#isSealed ? this.evening.notes : [];
    return new DealRequest(kind, name, ACTIONS[source] ?? action, [
      ...query,
      ...notes,
    ]);
  }

  /** The request for a deal anew: with another seed or number, unless one was typed since the last deal. */
  takeRequest() {
    const seed = this.#fields.get("seed");
    if (!this.#isSeedTyped && this.#controls.source.value === "number")
      this.#fields.get("deal_number").value =
        1 + Math.floor(Math.random() * MAX_NUMBER);
    if (!this.#isSeedTyped || seed.value === "") {
      seed.value = generateSeed();
      if (this.#fields.has("index")) this.#fields.get("index").value = "";
    }
    return this.request;
  }

  /** Note that the form was dealt: the next deal takes another seed. */
  noteDeal() {
    this.#isSeedTyped = false;
    this.#source = this.#controls.source.value;
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

  /** Return the request for the boards of an evening: with another seed if they are face down, or `isAgain`. */
  takeBoards(isAgain) {
    this.#isSearch = false;
    const { count, isClosed } = this.evening;
    const request = isAgain || isClosed ? this.takeRequest() : this.request;
    return request
      .toBatch(count)
      .with({ closed: isClosed ? "true" : undefined });
  }

  /** Fill the form with a request. Parameters without a field are left out of the form; the request keeps them. */
  set request(request) {
    const { kind, name, action } = request;
    this.#finder.value = findEntry(kind, name) ? `${kind}/${name}` : FIRST;
    if (kind === "decks") this.#controls.action.value = action.split("/")[0];
    const sealed = request.isPrivate ? "private" : request.isSealed && "sealed";
    const other = sealed || (request.isRepeatable ? "seed" : "system");
    this.#controls.source.value =
      request.get("deal_number") !== undefined ? "number" : other;
    this.#build();
    for (const field of this.#fields.values()) {
      const text = request.get(field.name);
      if (text !== undefined) field.value = text;
      else if (field !== this.#algorithm && field.name !== "seed")
        field.value = "";
      if (field === this.#algorithm) this.#showShuffle();
    }
    this.#isSearch = request.isBatch && request.get("where") !== undefined;
    if (!this.#isSearch) this.evening.fill(request);
    else {
      this.#conditions.fill(request);
      $("#conditions").open = true;
    }
  }

  /** Switch to the operating system's randomness, for a service that accepts no seeds. */
  useSystemRandomness() {
    this.#controls.source.value = "system";
    this.#showSource();
  }

  /**
   * Show the errors of a problem at their fields, and in a summary with links to them; above the table if there are none.
   * For what has no field, offer to `deal` the `request` of a link without it.
   */
  showProblem(problem, { request, deal } = {}) {
    this.clearErrors();
    const faulty = [];
    const { players } =
      findEntry(this.#getSelection().kind, this.#getSelection().name) ?? {};
    const items = Object.entries(problem.errors).map(([name, ofService]) => {
      const isOfSchema =
        name === "players" &&
        players &&
        ofService[0].startsWith("Must be an integer"); // which knows no game
      const said = isOfSchema
        ? [`Must be an integer from ${players.least} to ${players.most}`]
        : ofService;
      const control =
        name === "where"
          ? this.#conditions.showErrors(said[0], said)
          : this.#showErrors(name, said);
      if (!control) {
        const isInLink = request?.get(name) !== undefined;
        if (isInLink) faulty.push(name);
        const broken =
          isInLink &&
          !IMPOSSIBLE.test(said[0]) &&
          findText(`table.broken.${name}`);
        return create(
          "li",
          broken ||
            createText("shared.pair", {
              name: findText(`table.fields.${name}`) ?? `“${name}”`,
              value: renderSentences(said),
            }),
        );
      }
      for (
        let each = control;
        each;
        each = each.parentElement.closest("details")
      )
        if (each.matches("details")) each.open = true;
      const link = create("a", { href: `#${control.id}` }, labelOf(control));
      link.addEventListener("click", (event) => {
        event.preventDefault(); // the fragment is for permalinks
        control.focus();
      });
      return create(
        "li",
        createText("shared.pair", { name: link, value: renderSentences(said) }),
      );
    });
    const summary = $(
      items.length > faulty.length ? "#problem" : "#play-problem",
    ); // beside the fields, or above the table
    summary.replaceChildren(
      create("h2", titleProblem(problem)),
      items.length
        ? create("ul", items)
        : create("p", renderSentences(problem.message)),
      faulty.length
        ? create("p.buttons", createWayOut(request, faulty, deal))
        : "",
    );
    summary.hidden = false;
    summary.focus();
  }

  /** Show errors at the field of a parameter. Return its control, or undefined. */
  #showErrors(name, messages) {
    const ofBoards = this.#isSearch
      ? this.#conditions.fields.find((other) => other.name === name)
      : this.evening.find(name);
    const field = this.#fields.get(name) ?? ofBoards;
    field?.showErrors(messages);
    return field?.control;
  }

  clearErrors() {
    for (const id of ["#problem", "#play-problem"]) $(id).hidden = true;
    this.#conditions.clearErrors();
    this.evening.clearErrors();
    for (const field of this.#fields.values()) field.clearErrors();
  }
}

/** Create the button that deals a request without some of its parameters. */
const createWayOut = (request, names, deal) =>
  create(
    "button",
    {
      onclick: () =>
        deal(
          request.with(
            Object.fromEntries(names.map((name) => [name, undefined])),
          ),
        ),
    },
    [
      findText(`table.without.${names[0]}`) ??
        t("table.without.any", { name: names[0] }),
    ],
  );

const labelOf = (control) =>
  control.getAttribute("aria-label") ??
  (control.labels[0] ?? control).textContent;
