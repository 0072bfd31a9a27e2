/**
 * The players of both seats of rummy, with fixed secrets: what they sign in a sealed shoe, and a view that one reads.
 *
 * The keys, the texts and the action that is signed do not depend on a client, and neither does a view that is opened.
 */

import { createDecipheriv, createECDH, createHash, createPrivateKey, createPublicKey, sign } from "node:crypto";

interface View {
  cards: { card: string; round: number; position: number }[];
  digest: string;
  seat: string;
}

/** The members of an action, in the names of JSON, with their defaults. */
const DEFAULTS = {
  deal: { stage: null, through: null, reshuffle: false, client_seed: null },
  draw: {
    ...{ count: null, seat: null, burn: 0, from: "top", pile: null, part: null },
    ...{ reshuffle: false, in_play: null, client_seed: null },
  },
};

const signing = { "1": ed25519(1), dealer: ed25519(2) };
const reading = createECDH("prime256v1");
reading.setPrivateKey(Buffer.concat([Buffer.alloc(31), Buffer.of(7)]));

/** The texts that the players give for the first draw. */
export const texts = ["clients-words-of-seat-1", "clients-words-of-the-dealer"];

/** What the terms have of the players: the digests of the texts, and the public keys. */
export const words = texts.map((text) => createHash("sha256").update(text).digest("hex"));
export const keys = { "1": okp(signing["1"]), dealer: okp(signing.dealer) };
export const viewKey = {
  ...{ kty: "EC", crv: "P-256" },
  ...{ x: reading.getPublicKey().toString("base64url", 1, 33), y: reading.getPublicKey().toString("base64url", 33) },
};

/** Sign an action after `digest` for both seats; `chosen` has the members of the request that the program set. */
export function consent(digest: string, action: keyof typeof DEFAULTS, chosen: Record<string, unknown> = {}) {
  const message = Buffer.concat([
    Buffer.from("shuffle-and-deal sealed 1 consent\n"),
    Buffer.from(digest, "hex"),
    Buffer.from(formAction(action, chosen)),
  ]);
  return {
    "1": sign(null, message, signing["1"]).toString("base64url"),
    dealer: sign(null, message, signing.dealer).toString("base64url"),
  };
}

/** Open the view of seat 1, a compact JWE by ECDH-ES and A256GCM. */
export function open(jwe: string): View {
  const [header = "", , iv = "", text = "", tag = ""] = jwe.split(".");
  const { epk } = JSON.parse(decode(header).toString());
  const point = Buffer.concat([Buffer.of(4), decode(epk.x), decode(epk.y)]);
  const key = createHash("sha256")
    .update(u32(1))
    .update(reading.computeSecret(point))
    .update(Buffer.concat([u32(7), Buffer.from("A256GCM"), u32(0), u32(0), u32(256)]))
    .digest();
  const cipher = createDecipheriv("aes-256-gcm", key, decode(iv)).setAAD(Buffer.from(header)).setAuthTag(decode(tag));
  return JSON.parse(Buffer.concat([cipher.update(decode(text)), cipher.final()]).toString());
}

/** Return canonical JSON of an action: no nulls, no defaults, and names in order. */
function formAction(action: keyof typeof DEFAULTS, chosen: Record<string, unknown>): string {
  const told = Object.entries(DEFAULTS[action])
    .map(([name, missing]) => ({ name, missing, value: chosen[name] ?? missing }))
    .filter(({ missing, value }) => value !== missing)
    .map(({ name, value }): [string, unknown] => [name, value]);
  return JSON.stringify(Object.fromEntries([["action", action], ...told].sort(([a], [b]) => (a < b ? -1 : 1))));
}

/** Return the private key of 32 equal bytes. */
function ed25519(byte: number) {
  const prefix = Buffer.from("302e020100300506032b657004220420", "hex");
  return createPrivateKey({ key: Buffer.concat([prefix, Buffer.alloc(32, byte)]), format: "der", type: "pkcs8" });
}

/** Return the JWK of a private key's public key. */
function okp(key: ReturnType<typeof ed25519>) {
  const x = createPublicKey(key).export({ format: "der", type: "spki" }).toString("base64url", 12);
  return { kty: "OKP", crv: "Ed25519", x };
}

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

function decode(text: string): Buffer {
  return Buffer.from(text, "base64url");
}
