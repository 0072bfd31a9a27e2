/** A player: the keys of this tab, what it checks before it signs, and the cards that it alone can read. */
// A seam: verify/client.mjs takes its place.

import { loadSecrets, saveSecrets } from "./keys.mjs";
import { createName } from "./tabs.mjs";

export class Player {
  #name;
  #secrets;
  cards = [];
  checks = [];
  #known = 0;

  constructor(name, secrets) {
    this.#name = name;
    this.#secrets = secrets;
  }

  static async load(name) {
    const secrets = await loadSecrets(name);
    return secrets && new Player(name, secrets);
  }

  static async create(name, hand) {
    const sign = await crypto.subtle.generateKey("Ed25519", false, ["sign", "verify"]);
    const view = await crypto.subtle.generateKey({ name: "ECDH", namedCurve: "P-256" }, false, ["deriveBits"]);
    const secrets = { hand, sign, view, text: createName(20), signed: {} };
    await saveSecrets(name, secrets);
    return new Player(name, secrets);
  }

  get hand() { return this.#secrets.hand; }
  get text() { return this.#secrets.text; }

  async exportKeys() {
    const pick = async ({ publicKey }) => {
      const { kty, crv, x, y } = await crypto.subtle.exportKey("jwk", publicKey);
      return { kty, crv, x, ...(y && { y }) };
    };
    return { sign: await pick(this.#secrets.sign), view: await pick(this.#secrets.view) };
  }

  async follow({ opened, draws, seat }) {
    if (!this.checks.length) this.checks.push("The commitment is to these terms and no others.", "Every player must agree to each stage.");
    for (const { views } of draws.slice(this.#known)) {
      if (views?.[seat]) this.cards.push(...JSON.parse(views[seat]));
    }
    this.#known = draws.length;
  }

  async sign() {
    return "signature";
  }

  async checkShown() {}
}
