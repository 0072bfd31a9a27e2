/** Public keys as JWKs (RFC 7517), and base64url. Implemented from docs/definitions/sealed.md alone. */
import { toHex } from "./canonical.mjs";
import { isValidKey } from "../proofs/ecvrf.mjs";
import { Refused, checkChoice, checkObject } from "./validation.mjs";

export const toBase64url = (bytes) =>
  btoa(String.fromCharCode(...bytes))
    .replace(/\+/g, "-")
    .replace(/\//g, "_")
    .replace(/=/g, "");

/** Return the bytes of base64url without padding, `size` if it is given; undefined if a text is not their only encoding. */
export function fromBase64url(text, size) {
  if (
    typeof text !== "string" ||
    !/^[\w-]*$/.test(text) ||
    text.length % 4 === 1
  )
    return undefined;
  const decoded = atob(text.replace(/-/g, "+").replace(/_/g, "/"));
  const bytes = Uint8Array.from(decoded, (character) =>
    character.charCodeAt(0),
  );
  return toBase64url(bytes) === text && (size ?? bytes.length) === bytes.length
    ? bytes
    : undefined;
}

const P = 2n ** 256n - 2n ** 224n + 2n ** 192n + 2n ** 96n - 1n;
const B = 0x5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604bn;

function isP256Point({ x, y }) {
  const [a, b] = [x, y].map((bytes) => BigInt(`0x${toHex(bytes)}`));
  return a < P && b < P && (a * (a * a - 3n) + B - b * b) % P === 0n;
}

/** The members of a key of each curve: its `kty`, its coordinates, and whether their bytes are a point. */
const CURVES = {
  Ed25519: {
    kty: "OKP",
    coordinates: ["x"],
    isPoint: ({ x }) => isValidKey(x),
  },
  "P-256": { kty: "EC", coordinates: ["x", "y"], isPoint: isP256Point },
};

/** Return the value if it is the JWK of a public key of a curve, with exactly its members. */
export function checkJwk(where, jwk, curve) {
  const { kty, coordinates, isPoint } = CURVES[curve];
  const names = ["kty", "crv", ...coordinates];
  checkObject(where, jwk, names, names);
  checkChoice(`${where}.kty`, jwk.kty, [kty]);
  checkChoice(`${where}.crv`, jwk.crv, [curve]);
  const bytes = Object.fromEntries(
    coordinates.map((name) => [name, fromBase64url(jwk[name], 32)]),
  );
  const wrong = coordinates.find((name) => bytes[name] === undefined);
  if (wrong)
    throw new Refused(
      `${where}.${wrong}`,
      "32 bytes in base64url without padding were expected",
    );
  if (!isPoint(bytes))
    throw new Refused(where, `a key of ${curve} was expected`);
  return jwk;
}
