/**
 * Compact JWEs of ECDH-ES and A256GCM (RFC 7516 and 7518). Implemented from those standards and
 * docs/definitions/sealed.md alone.
 */
// @ts-check
import { concatenate, u32, utf8 } from "./bytes.mjs";
import { canonicalJson } from "./canonical.mjs";
import { checkJwk, fromBase64url, toBase64url } from "./jwk.mjs";
import { parseJson } from "./json.mjs";
import { webCrypto } from "./stream.mjs";
import { Refused, checkChoice, checkObject } from "./validation.mjs";

/**
 * @import { Bytes } from "./bytes.mjs"
 * @import { PublicJwk } from "./jwk.mjs"
 */

/**
 * The parts of a compact JWE: the text of the header, which the tag covers, the header that it has, and what is
 * encrypted.
 *
 * @typedef {{ headerText: string, header: Bytes, iv: Bytes, ciphertext: Bytes, tag: Bytes }} JweParts
 */

const ECDH = { name: "ECDH", namedCurve: "P-256" };
const ALG = "ECDH-ES";
const ENC = "A256GCM";

/**
 * Return the key of the content, for AES-GCM, of a private key (a CryptoKey) and a public JWK.
 *
 * @param {CryptoKey} privateKey
 * @param {PublicJwk} publicKey
 * @param {KeyUsage} usage "encrypt" or "decrypt"
 * @returns {Promise<CryptoKey>}
 */
async function deriveContentKey(privateKey, { kty, crv, x, y }, usage) {
  const key = await webCrypto().importKey(
    "jwk",
    { kty, crv, x, y },
    ECDH,
    false,
    [],
  );
  const shared = new Uint8Array(
    await webCrypto().deriveBits(
      { name: "ECDH", public: key },
      privateKey,
      256,
    ),
  );
  const information = concatenate(u32(ENC.length), utf8(ENC), u32(0, 0, 256));
  const derived = await webCrypto().digest(
    "SHA-256",
    concatenate(u32(1), shared, information),
  );
  return webCrypto().importKey("raw", derived, "AES-GCM", false, [usage]);
}

/**
 * Return the parts of a compact JWE that has no encrypted key, undefined if it is none.
 *
 * @param {unknown} jwe
 * @returns {JweParts | undefined}
 */
function splitJwe(jwe) {
  const texts = typeof jwe === "string" ? jwe.split(".") : [];
  if (texts.length !== 5) return undefined;
  const [header, encryptedKey, iv, ciphertext, tag] = texts.map((text) =>
    fromBase64url(text),
  );
  const isWhole =
    header &&
    encryptedKey?.length === 0 &&
    iv?.length === 12 &&
    ciphertext &&
    tag?.length === 16;
  return isWhole
    ? { headerText: texts[0], header, iv, ciphertext, tag }
    : undefined;
}

/**
 * Return the text of a JWE to the key of `privateKey`, a CryptoKey for ECDH. Throw `Refused` for one that is not right.
 *
 * @param {unknown} jwe
 * @param {CryptoKey} privateKey
 * @returns {Promise<string>}
 */
export async function openJwe(jwe, privateKey) {
  const parts = splitJwe(jwe);
  if (parts === undefined)
    throw new Refused("the view", "a compact JWE was expected");
  const { headerText, header, iv, ciphertext, tag } = parts;
  const members = checkObject(
    "the header of the view",
    parseJson(new TextDecoder().decode(header), "the header of the view"),
    ["alg", "enc", "epk"],
    ["alg", "enc", "epk"],
  );
  checkChoice("alg", members.alg, [ALG]);
  checkChoice("enc", members.enc, [ENC]);
  const key = await deriveContentKey(
    privateKey,
    checkJwk("epk", members.epk, "P-256"),
    "decrypt",
  );
  const algorithm = { name: "AES-GCM", iv, additionalData: utf8(headerText) };
  const opened = await webCrypto()
    .decrypt(algorithm, key, concatenate(ciphertext, tag))
    .catch(() => undefined);
  if (opened === undefined)
    throw new Refused(
      "the view",
      "it is not encrypted to this key, or was changed",
    );
  return new TextDecoder().decode(opened);
}

/**
 * Return the JWE of a text to a public JWK, with an ephemeral private key (a JWK) and 12 bytes `iv`, which are used
 * once.
 *
 * @param {string} text
 * @param {PublicJwk} jwk
 * @param {PublicJwk & { d: string }} ephemeral
 * @param {Bytes} iv
 * @returns {Promise<string>}
 */
export async function sealJwe(text, jwk, ephemeral, iv) {
  const { kty, crv, x, y } = ephemeral;
  const header = toBase64url(
    utf8(canonicalJson({ alg: ALG, enc: ENC, epk: { kty, crv, x, y } })),
  );
  const privateKey = await webCrypto().importKey(
    "jwk",
    ephemeral,
    ECDH,
    false,
    ["deriveBits"],
  );
  const key = await deriveContentKey(privateKey, jwk, "encrypt");
  const algorithm = { name: "AES-GCM", iv, additionalData: utf8(header) };
  const sealed = new Uint8Array(
    await webCrypto().encrypt(algorithm, key, utf8(text)),
  );
  const parts = [iv, sealed.slice(0, -16), sealed.slice(-16)].map(toBase64url);
  return [header, "", ...parts].join(".");
}
