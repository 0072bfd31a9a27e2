/** A player: the keys of this tab, what it checks before it signs, and the cards that it alone can read. */
// A seam: verify/client.mjs takes its place.

import { canonicalJson, concatenate, utf8 } from "../../../verify/canonical.mjs";
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
      if (views?.[seat]) this.cards.push(...(await open(views[seat], this.#secrets.view.privateKey)).cards);
    }
    this.#known = draws.length;
  }

  async sign(digest, action) {
    const message = concatenate(utf8("shuffle-and-deal consent 3\n"), Uint8Array.from(digest.match(/../g), (pair) => parseInt(pair, 16)), utf8(canonicalJson(action)));
    return encode(new Uint8Array(await crypto.subtle.sign("Ed25519", this.#secrets.sign.privateKey, message)));
  }

  async checkShown() {}
}

const encode = (bytes) => btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
const decode = (text) => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (character) => character.charCodeAt(0));

async function open(jwe, key) {
  const [header, , iv, text, tag] = jwe.split(".");
  const { epk } = JSON.parse(new TextDecoder().decode(decode(header)));
  const other = await crypto.subtle.importKey("jwk", epk, { name: "ECDH", namedCurve: "P-256" }, false, []);
  const secret = new Uint8Array(await crypto.subtle.deriveBits({ name: "ECDH", public: other }, key, 256));
  const u32 = (value) => [0, 0, value >> 8, value & 255];
  const info = Uint8Array.from([...u32(1), ...secret, ...u32(7), ...utf8("A256GCM"), ...u32(0), ...u32(0), ...u32(256)]);
  const derived = await crypto.subtle.importKey("raw", await crypto.subtle.digest("SHA-256", info), "AES-GCM", false, ["decrypt"]);
  const plain = await crypto.subtle.decrypt({ name: "AES-GCM", iv: decode(iv), additionalData: utf8(header) }, derived, concatenate(decode(text), decode(tag)));
  return JSON.parse(new TextDecoder().decode(plain));
}
