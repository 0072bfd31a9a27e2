/** A request for a deal: a path of the service and the texts of its query, as its permalink has them. */

import { ROOT } from "../shared/page.mjs";

const PATH = /^v1\/(games|decks)\/([a-z0-9_]+)\/(deal|shuffle)$/;

export class DealRequest {
  /** `kind` is games or decks; `action` deal or shuffle; `query` a list of names and texts. */
  constructor(kind, name, action, query) {
    Object.assign(this, { kind, name, action, query });
  }

  /** The request that a permalink's fragment holds; undefined if that is something else. */
  static read(fragment) {
    const [path, ...rest] = fragment.replace(/^#/, "").split("?");
    const [, kind, name, action] = PATH.exec(path) ?? [];
    return kind && new DealRequest(kind, name, action, [...new URLSearchParams(rest.join("?"))]);
  }

  /** The text of a parameter; undefined if it is not given. */
  get(name) {
    return this.query.find(([other]) => other === name)?.[1];
  }

  /** The same request but for some texts; undefined leaves a parameter out. */
  with(changed) {
    const query = new Map([...this.query, ...Object.entries(changed)]);
    return new DealRequest(
      this.kind,
      this.name,
      this.action,
      [...query].filter(([, text]) => text !== undefined),
    );
  }

  /** Path and query, relative to where the service is mounted. */
  get path() {
    // Commas as they are: they are allowed in a query, and a list of cards stays legible.
    const query = String(new URLSearchParams(this.query)).replaceAll("+", "%20").replaceAll("%2C", ",");
    return `v1/${this.kind}/${this.name}/${this.action}${query && "?"}${query}`;
  }

  get address() {
    return new URL(this.path, ROOT).href;
  }

  /** Whether the answer is the same each time. */
  get repeatable() {
    return ["seed", "deal_number"].some((name) => this.get(name) !== undefined);
  }

  get permalink() {
    return `${ROOT}#${this.path}`;
  }

  /** Where the page that recomputes seeded answers does so with this one. */
  get proof() {
    return `${ROOT}verify#request=${encodeURIComponent(this.path)}`;
  }
}

const LETTERS = "0123456789abcdefghjkmnpqrstvwxyz";

/** A seed of 120 random bits. */
export function randomSeed() {
  return Array.from(crypto.getRandomValues(new Uint8Array(24)), (byte) => LETTERS[byte & 31]).join("");
}
