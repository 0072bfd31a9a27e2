/** A request for a deal: a path of the service and its query, as they are in its permalink. */

import { ROOT } from "../shared/page.mjs";

const PATH = /^v1\/(games|decks)\/([a-z0-9_]+)\/(deal|deal\/batch|shuffle)$/;
const SEALED = "v1/shoes";
const PRIVATE = "private"; // of a table whose players are tabs of a browser
const OBJECTS = ["given", "where"]; // parameters that are JSON, which a body takes and a query does not

export class DealRequest {
  /**
   * Create a request: `kind` is games or decks, `action` is deal, deal/batch, shuffle or, for a sealed
   * game, seal, and private with private hands; `query` is a list of names and texts.
   */
  constructor(kind, name, action, query) {
    Object.assign(this, { kind, name, action, query });
  }

  /** Return the request in a permalink's fragment; undefined if there is none. */
  static parse(fragment) {
    const [path, ...rest] = fragment.replace(/^#/, "").split("?");
    const query = [...new URLSearchParams(rest.join("?"))];
    const sealed = { [SEALED]: "seal", [PRIVATE]: "private" }[path];
    const game = sealed && new Map(query).get("game");
    if (game) return new DealRequest("games", game, sealed, query.filter(([key]) => key !== "game"));
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
    return new DealRequest(this.kind, this.name, "deal/batch", [["repeats", repeats], ...this.query]);
  }

  /** The path and query, relative to the service's root. */
  get path() {
    // Commas are allowed in a query, and without escapes a list of cards is legible.
    const pairs = this.isSealed ? [["game", this.name], ...this.query] : this.query;
    const query = String(new URLSearchParams(pairs)).replaceAll("+", "%20").replaceAll("%2C", ",");
    const path = this.isPrivate ? PRIVATE : this.isSealed ? SEALED : `v1/${this.kind}/${this.name}/${this.action}`;
    return `${path}${query && "?"}${query}`;
  }

  /** Whether it has a parameter that only a body takes. */
  get #hasBody() {
    return OBJECTS.some((name) => this.get(name) !== undefined);
  }

  /** Whether it asks for many deals, and perhaps for those that fulfil a condition. */
  get isBatch() {
    return this.action === "deal/batch";
  }

  /** Whether it seals a shoe, from which a game is dealt by stages. */
  get isSealed() {
    return this.action === "seal" || this.isPrivate;
  }

  /** Whether its players are tabs of this browser, each of which sees its own cards alone. */
  get isPrivate() {
    return this.action === "private";
  }

  /** Return the `path` and, of a POST, the `body`; `parameters` says of each what it is. */
  prepare(parameters) {
    if (!this.isSealed && !this.#hasBody) return { path: this.path };
    const body = this.query.map(([name, text]) => [name, toJson(name, text, parameters[name] ?? { isNumeric: true })]);
    const game = this.isSealed ? { game: this.name } : {};
    return { path: this.path.split("?")[0], body: { ...game, ...Object.fromEntries(body) }, action: this.action };
  }

  /** Whether the response is the same each time. */
  get isRepeatable() {
    return ["seed", "deal_number"].some((name) => this.get(name) !== undefined);
  }

  get permalink() {
    return `${ROOT}#${this.path}`;
  }

  /** Return the URL at which the verify page recomputes a deal that it returned; undefined if there is none. */
  getVerifyUrl(response) {
    const link = (name, text) => `${ROOT}verify#${name}=${encodeURIComponent(text)}`;
    if (!this.isBatch) return this.#hasBody ? link("answer", JSON.stringify(response)) : link("request", this.path);
    if (response.index === undefined || this.get("given") !== undefined) return undefined;
    const found = { index: String(response.index), board: this.get("board") && String(response.board) };
    const { kind, name, query } = this.with({ ...found, where: undefined, repeats: undefined, max_candidates: undefined });
    return link("request", new DealRequest(kind, name, "deal", query).path);
  }
}

/** Return the JSON value of a parameter's text. What is no such value stays a text, so that the service can reject it. */
function toJson(name, text, { isNumeric, isList }) {
  if (isList) return text.split(",").map((item) => toJson(name, item, { isNumeric }));
  if (OBJECTS.includes(name)) return parseObject(text) ?? text;
  return isNumeric && /^-?\d+$/.test(text) && Number.isSafeInteger(Number(text)) ? Number(text) : text;
}

/** Return the object that a text of JSON stands for; undefined if it is none. */
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
  return Array.from(crypto.getRandomValues(new Uint8Array(24)), (byte) => LETTERS[byte & 31]).join("");
}
