/** A request for a deal: a path of the service and its query, as they are in its permalink. */

import { ROOT } from "../shared/page.mjs";

const PATH = /^v1\/(games|decks)\/([a-z0-9_]+)\/(deal|shuffle)$/;

export class DealRequest {
  /** Create a request: `kind` is games or decks, `action` is deal or shuffle, `query` is a list of names and texts. */
  constructor(kind, name, action, query) {
    Object.assign(this, { kind, name, action, query });
  }

  /** Return the request in a permalink's fragment; undefined if there is none. */
  static parse(fragment) {
    const [path, ...rest] = fragment.replace(/^#/, "").split("?");
    const [, kind, name, action] = PATH.exec(path) ?? [];
    return kind && new DealRequest(kind, name, action, [...new URLSearchParams(rest.join("?"))]);
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

  /** The path and query, relative to the service's root. */
  get path() {
    // Commas are allowed in a query, and without escapes a list of cards is legible.
    const query = String(new URLSearchParams(this.query)).replaceAll("+", "%20").replaceAll("%2C", ",");
    return `v1/${this.kind}/${this.name}/${this.action}${query && "?"}${query}`;
  }

  get url() {
    return new URL(this.path, ROOT).href;
  }

  /** Whether the response is the same each time. */
  get isRepeatable() {
    return ["seed", "deal_number"].some((name) => this.get(name) !== undefined);
  }

  get permalink() {
    return `${ROOT}#${this.path}`;
  }

  /** The URL at which the verify page recomputes this deal. */
  get verifyUrl() {
    return `${ROOT}verify#request=${encodeURIComponent(this.path)}`;
  }
}

const LETTERS = "0123456789abcdefghjkmnpqrstvwxyz";

/** Return a seed of 120 random bits. */
export function generateSeed() {
  return Array.from(crypto.getRandomValues(new Uint8Array(24)), (byte) => LETTERS[byte & 31]).join("");
}
