/** Compact JWEs of ECDH-ES and A256GCM (RFC 7516 and 7518). Implemented from those standards and docs/definitions/sealed.md alone. */
import { canonicalJson, concatenate, u32, utf8 } from "./canonical.mjs";
import { checkJwk, fromBase64url, toBase64url } from "./jwk.mjs";
import { parseJson } from "./json.mjs";
import { webCrypto } from "./stream.mjs";
import { Refused, checkChoice, checkObject } from "./validation.mjs";

const ECDH = { name: "ECDH", namedCurve: "P-256" };
const [ALG, ENC] = ["ECDH-ES", "A256GCM"];

/** Return the key of the content, for AES-GCM, of a private key (a CryptoKey) and a public JWK. */
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

/** Return the text of a JWE to the key of `privateKey`, a CryptoKey for ECDH. Throw `Refused` for one that is not right. */
export async function openJwe(jwe, privateKey) {
  const parts = typeof jwe === "string" ? jwe.split(".") : [];
  const [header, encryptedKey, iv, text, tag] = parts.map((part) =>
    fromBase64url(part),
  );
  const isWhole =
    parts.length === 5 &&
    header &&
    encryptedKey?.length === 0 &&
    iv?.length === 12 &&
    text &&
    tag?.length === 16;
  if (!isWhole) throw new Refused("the view", "a compact JWE was expected");
  const members = parseJson(
    new TextDecoder().decode(header),
    "the header of the view",
  );
  checkObject(
    "the header of the view",
    members,
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
  const algorithm = { name: "AES-GCM", iv, additionalData: utf8(parts[0]) };
  const opened = await webCrypto()
    .decrypt(algorithm, key, concatenate(text, tag))
    .catch(() => undefined);
  if (opened === undefined)
    throw new Refused(
      "the view",
      "it is not encrypted to this key, or was changed",
    );
  return new TextDecoder().decode(opened);
}

/** Return the JWE of a text to a public JWK, with an ephemeral private key (a JWK) and 12 bytes `iv`, which are used once. */
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
