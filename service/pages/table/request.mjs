/** A request for a deal: a path of the service and its query, as they are in its permalink. */
import { ROOT } from "../shared/page.mjs";

const PATH = /^v1\/(games|decks)\/([a-z0-9_]+)\/(deal|deal\/batch|shuffle)$/;
const SEALED = "v1/shoes";
const PRIVATE = "private"; // a table with tabs of a browser as players
const NOTES = { event: ["pbn", "lin"], date: ["pbn"] }; // what is printed, and the files that have it
const OF_THE_PAGE = ["closed", "called"]; // how a deal is shown
const OBJECTS = ["given", "where"]; // parameters that are JSON, which a body takes and a query does not

export class DealRequest {
  /**
   * `kind`: games or decks. `action`: deal, deal/batch or shuffle; seal for a sealed game, private for private hands.
   * `query`: a list of names and texts.
   */
  constructor(kind, name, action, query) {
    const isPrivate = action === PRIVATE; // its players are tabs of this browser, and each tab sees only its own cards
    const isSealed = isPrivate || action === "seal"; // its shoe is sealed, and the game dealt by stages
    const isRepeatable = query.some(
      ([key]) => key === "seed" || key === "deal_number",
    ); // the response is the same each time
    Object.assign(this, {
      kind,
      name,
      action,
      query,
      isBatch: action === "deal/batch",
      isPrivate,
      isSealed,
      isRepeatable,
    });
  }

  /** Return the request in the fragment of a permalink, or undefined. */
  static parse(fragment) {
    const [path, ...rest] = fragment.replace(/^#/, "").split("?");
    const query = [...new URLSearchParams(rest.join("?"))].filter(
      ([key]) => key !== "format",
    ); // of a file, which is saved
    const sealed = { [SEALED]: "seal", [PRIVATE]: "private" }[path];
    const game = sealed && new Map(query).get("game");
    if (game)
      return new DealRequest(
        "games",
        game,
        sealed,
        query.filter(([key]) => key !== "game"),
      );
    const [, kind, name, action] = PATH.exec(path) ?? [];
    return kind && new DealRequest(kind, name, action, query);
  }

  /** Return the text of a parameter; undefined if it is absent. */
  get(name) {
    return this.query.find(([other]) => other === name)?.[1];
  }

  /** Return the same request with other values; undefined removes a parameter. */
  with(changes) {
    const query = new Map([...this.query, ...Object.entries(changes)]);
    return new DealRequest(
      this.kind,
      this.name,
      this.action,
      [...query].filter(([, text]) => text !== undefined),
    );
  }

  /** Return the request for a number of deals in place of one. */
  toBatch(repeats) {
    return new DealRequest(this.kind, this.name, "deal/batch", [
      ["repeats", repeats],
      ...this.query,
    ]);
  }

  /** The parameters that the service takes. */
  get #sent() {
    const format = this.get("format");
    return this.query.filter(
      ([name]) =>
        !OF_THE_PAGE.includes(name) &&
        (!(name in NOTES) || NOTES[name].includes(format)),
    );
  }

  /** The path and query, relative to the service's root. */
  get path() {
    return this.#join(this.#sent);
  }

  #join(parameters) {
    // Commas are allowed in a query, and without escapes a list of cards is legible.
    const pairs = this.isSealed
      ? [["game", this.name], ...parameters]
      : parameters;
    const query = String(new URLSearchParams(pairs))
      .replaceAll("+", "%20")
      .replaceAll("%2C", ",");
    const path = this.isPrivate
      ? PRIVATE
      : this.isSealed
        ? SEALED
        : `v1/${this.kind}/${this.name}/${this.action}`;
    return `${path}${query && "?"}${query}`;
  }

  /** Whether it has a parameter that only a body takes. */
  get #hasBody() {
    return OBJECTS.some((name) => this.get(name) !== undefined);
  }

  /** Return the `path`, and the `body` of a POST. `parameters` has the type of each parameter. */
  prepare(parameters) {
    if (!this.isSealed && !this.#hasBody) return { path: this.path };
    const body = this.#sent.map(([name, text]) => [
      name,
      toJson(name, text, parameters[name] ?? { isNumeric: true }),
    ]);
    const game = this.isSealed ? { game: this.name } : {};
    return {
      path: this.path.split("?")[0],
      body: { ...game, ...Object.fromEntries(body) },
      action: this.action,
    };
  }

  get permalink() {
    return `${ROOT}#${this.#join(this.query)}`;
  }

  /** Return the URL of the verify page that recomputes the response, or undefined. */
  getVerifyUrl(response) {
    const link = (name, text) =>
      `${ROOT}verify#${name}=${encodeURIComponent(text)}`;
    if (!this.isBatch)
      return this.#hasBody
        ? link("answer", JSON.stringify(response))
        : link("request", this.path);
    if (response.index === undefined || this.get("given") !== undefined)
      return undefined;
    const found = {
      index: String(response.index),
      board: this.get("board") && String(response.board),
    };
    const { kind, name, query } = this.with({
      ...found,
      where: undefined,
      repeats: undefined,
      max_candidates: undefined,
    });
    return link("request", new DealRequest(kind, name, "deal", query).path);
  }
}

/** Return the JSON value of a parameter's text. A text of another type stays a text, so that the service can reject it. */
function toJson(name, text, { isNumeric, isList }) {
  if (isList)
    return text.split(",").map((item) => toJson(name, item, { isNumeric }));
  if (OBJECTS.includes(name)) return parseObject(text) ?? text;
  return isNumeric && /^-?\d+$/.test(text) && Number.isSafeInteger(Number(text))
    ? Number(text)
    : text;
}

/** Return the object in a text of JSON; undefined for any other text. */
export function parseObject(text) {
  try {
    const value = JSON.parse(text);
    return typeof value === "object" && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

const LETTERS = "0123456789abcdefghjkmnpqrstvwxyz";

/** Return a seed of 120 random bits. */
export function generateSeed() {
  return Array.from(
    crypto.getRandomValues(new Uint8Array(24)),
    (byte) => LETTERS[byte & 31],
  ).join("");
}
