/** A request for a deal: a path of the service and its query, as they are in its permalink. */
// @ts-check
import { countQuery, readWhole } from "../shared/fragments.mjs";
import { parseObject } from "../shared/unknown_json.mjs";
import { ROOT } from "../shared/service.mjs";

/**
 * The parameters of a request, in their order: [["seed", "a"], ["players", "4"]].
 * @typedef {(readonly [name: string, text: string])[]} Query
 */

/**
 * Other values of parameters, by their names; undefined removes a parameter.
 * @typedef {{ [name: string]: string | undefined }} Changes
 */

/**
 * The type of a parameter, as the catalogue of the page has it: a number, or a list that is typed with commas.
 * @typedef {{ isNumeric?: boolean, isList?: boolean }} ParameterType
 */

/**
 * A request as it is sent: a path with a query, or a path and the `body` of a POST, with the `action` that it is for.
 * @typedef {{ path: string, body?: object, action?: string }} PreparedRequest
 */

/** @typedef {"deal" | "deal/batch" | "shuffle" | "seal" | "private"} Action */

const PATH = /^v1\/(games|decks)\/([a-z0-9_]+)\/(deal|deal\/batch|shuffle)$/;
const SEALED = "v1/shoes";
const PRIVATE = "private"; // a table with tabs of a browser as players
/** @type {Record<string, string[]>} */
// What is printed, and the files that have it
const NOTES = { event: ["pbn", "lin"], date: ["pbn"] };
const OF_THE_PAGE = ["closed", "called"]; // how a deal is shown
// Parameters that are JSON, which a body takes and a query does not.
const OBJECTS = ["given", "where"];
/** @type {Record<string, Action>} */
const SEALED_ACTIONS = { [SEALED]: "seal", [PRIVATE]: "private" }; // by path

export class DealRequest {
  /**
   * `kind`: games or decks. `action`: deal, deal/batch or shuffle; seal for a sealed game, private for private hands.
   * `query`: a list of names and texts.
   * @param {"games" | "decks"} kind
   * @param {string} name
   * @param {Action} action
   * @param {Query} query
   */
  constructor(kind, name, action, query) {
    this.kind = kind;
    this.name = name;
    this.action = action;
    this.query = query;
    this.isBatch = action === "deal/batch";
    // Its players are tabs of this browser, and each tab sees only its own cards.
    this.isPrivate = action === PRIVATE;
    // Its shoe is sealed, and the game dealt by stages.
    this.isSealed = this.isPrivate || action === "seal";
    this.isRepeatable = query.some(
      ([key]) => key === "seed" || key === "deal_number",
    ); // the response is the same each time
  }

  /**
   * Return the request in the fragment of a permalink; undefined if it names none, or was cut.
   * @param {string} fragment such as "#v1/games/holdem/deal?seed=a"
   */
  static parse(fragment) {
    const [path, ...afterPath] = fragment.replace(/^#/, "").split("?");
    const whole = readWhole(afterPath.join("?"));
    if (whole === undefined) return undefined;
    const query = [...new URLSearchParams(whole)].filter(
      ([key]) => key !== "format",
    ); // of a file, which is saved
    const sealedAction = Object.hasOwn(SEALED_ACTIONS, path)
      ? SEALED_ACTIONS[path]
      : undefined;
    const game = new Map(query).get("game");
    if (sealedAction && game)
      return new DealRequest(
        "games",
        game,
        sealedAction,
        query.filter(([key]) => key !== "game"),
      );
    const match = PATH.exec(path);
    if (!match) return undefined;
    const kind = match[1] === "games" ? "games" : "decks";
    const action = /** @type {Action} */ (match[3]);
    return new DealRequest(kind, match[2], action, query);
  }

  /**
   * Return the text of a parameter; undefined if it is absent.
   * @param {string} name
   */
  get(name) {
    return this.query.find(([key]) => key === name)?.[1];
  }

  /**
   * Return the same request with other values; undefined removes a parameter.
   * @param {Changes} changes
   */
  with(changes) {
    const texts = new Map([...this.query, ...Object.entries(changes)]);
    /** @type {Query} */
    const query = [...texts].flatMap(([name, text]) =>
      text === undefined ? [] : [[name, text]],
    );
    return new DealRequest(this.kind, this.name, this.action, query);
  }

  /**
   * Return the request for a number of deals in place of one.
   * @param {string} repeats
   */
  toBatch(repeats) {
    return new DealRequest(this.kind, this.name, "deal/batch", [
      ["repeats", repeats],
      ...this.query,
    ]);
  }

  /** The parameters that the service takes. */
  get #sent() {
    const format = this.get("format") ?? "";
    return this.query.filter(
      ([name]) =>
        !OF_THE_PAGE.includes(name) &&
        (!(name in NOTES) || NOTES[name].includes(format)),
    );
  }

  /** The path and query, relative to the service's root. */
  get path() {
    return this.#join(this.#write(this.#sent));
  }

  /** @param {string} query of the path */
  #join(query) {
    return `${this.#bare}${query && "?"}${query}`;
  }

  /**
   * Return parameters as a query. Commas are allowed there, and without escapes a list of cards is legible.
   * @param {Query} parameters
   */
  #write(parameters) {
    /** @type {string[][]} */
    const pairs = parameters.map(([name, text]) => [name, text]);
    if (this.isSealed) pairs.unshift(["game", this.name]);
    return String(new URLSearchParams(pairs))
      .replaceAll("+", "%20")
      .replaceAll("%2C", ",");
  }

  /** The path without a query. */
  get #bare() {
    if (this.isPrivate) return PRIVATE;
    return this.isSealed
      ? SEALED
      : `v1/${this.kind}/${this.name}/${this.action}`;
  }

  /** Whether it has a parameter that only a body takes. */
  get #hasBody() {
    return OBJECTS.some((name) => this.get(name) !== undefined);
  }

  /**
   * Return the `path`, and the `body` of a POST. `parameters` has the type of each parameter.
   * @param {Record<string, ParameterType>} parameters
   * @returns {PreparedRequest}
   */
  prepare(parameters) {
    if (!this.isSealed && !this.#hasBody) return { path: this.path };
    const values = this.#sent.map(([name, text]) => [
      name,
      toJson(name, text, parameters[name] ?? { isNumeric: true }),
    ]);
    const game = this.isSealed ? { game: this.name } : {};
    return {
      path: this.path.split("?")[0],
      body: { ...game, ...Object.fromEntries(values) },
      action: this.action,
    };
  }

  /** The link to the page that deals it again. */
  get permalink() {
    return `${ROOT}#${this.#join(countQuery(this.#write(this.query)))}`;
  }

  /**
   * Return the URL of the verify page that recomputes the response, or undefined.
   * @param {{ index?: number | string, board?: number }} response
   */
  getVerifyUrl(response) {
    /**
     * @param {string} name
     * @param {string} text
     */
    const link = (name, text) =>
      `${ROOT}verify#${name}=${encodeURIComponent(text)}`;
    if (!this.isBatch)
      return this.#hasBody
        ? link("answer", JSON.stringify(response))
        : link("request", this.path);
    if (response.index === undefined || this.get("given") !== undefined)
      return undefined;
    const { kind, name, query } = this.with({
      index: String(response.index),
      board: this.get("board") && String(response.board),
      where: undefined,
      repeats: undefined,
      max_candidates: undefined,
    });
    return link("request", new DealRequest(kind, name, "deal", query).path);
  }
}

/**
 * Return the JSON value of a parameter's text. A text of another type stays a text, so that the service can reject it.
 * @param {string} name
 * @param {string} text
 * @param {ParameterType} type
 * @returns {unknown}
 */
function toJson(name, text, { isNumeric, isList }) {
  if (isList)
    return text.split(",").map((item) => toJson(name, item, { isNumeric }));
  if (OBJECTS.includes(name)) return parseObject(text) ?? text;
  return isNumeric && /^-?\d+$/.test(text) && Number.isSafeInteger(Number(text))
    ? Number(text)
    : text;
}
