/** Public keys as JWKs (RFC 7517), and base64url. Implemented from docs/definitions/sealed.md alone. */
// @ts-check
import { toHex } from "./bytes.mjs";
import { isValidKey } from "./ecvrf.mjs";
import { Refused, checkChoice, checkObject } from "./validation.mjs";

/** @import { Bytes } from "./bytes.mjs" */

/**
 * A public key as a JWK: `kty` is EC or OKP, `crv` its curve; Ed25519 has no `y`. Coordinates are bytes in base64url.
 *
 * @typedef {{ kty: string, crv: string, x: string, y?: string }} PublicJwk
 */

/**
 * The bytes of the coordinates of a key; Ed25519 has no `y`.
 *
 * @typedef {{ [name: string]: Bytes }} Coordinates
 */

/**
 * A curve: the `kty` of its keys, the names of their coordinates, and a function that says whether their bytes are a
 * point.
 *
 * @typedef {{ kty: string, coordinates: string[], isPoint: (bytes: Coordinates) => boolean }} Curve
 */

/**
 * Return bytes in base64url without padding.
 *
 * @param {Uint8Array} bytes
 * @returns {string}
 */
export const toBase64url = (bytes) =>
  btoa(String.fromCharCode(...bytes))
    .replace(/\+/g, "-")
    .replace(/\//g, "_")
    .replace(/=/g, "");

/**
 * Return the bytes of base64url without padding, `size` if it is given; undefined if a text is not their only encoding.
 *
 * @param {unknown} text
 * @param {number} [size] how many bytes
 * @returns {Bytes | undefined}
 */
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

/** P-256: the order of its field, and the constant of its equation. */
const P = 2n ** 256n - 2n ** 224n + 2n ** 192n + 2n ** 96n - 1n;
const B = 0x5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604bn;

/**
 * Return the integer of bytes, most significant first.
 *
 * @param {Bytes} bytes
 */
const toInteger = (bytes) => BigInt(`0x${toHex(bytes)}`);

/**
 * Return whether coordinates are a point of P-256: y² = x³ - 3x + B.
 *
 * @param {Coordinates} coordinates
 */
function isP256Point(coordinates) {
  const x = toInteger(coordinates.x);
  const y = toInteger(coordinates.y);
  return x < P && y < P && (x * (x * x - 3n) + B - y * y) % P === 0n;
}

/**
 * The curves of keys, by name.
 *
 * @type {{ [name: string]: Curve }}
 */
const CURVES = {
  Ed25519: {
    kty: "OKP",
    coordinates: ["x"],
    isPoint: ({ x }) => isValidKey(x),
  },
  "P-256": { kty: "EC", coordinates: ["x", "y"], isPoint: isP256Point },
};

/**
 * Return the value if it is the JWK of a public key of a curve, with exactly its members.
 *
 * @param {string} where the path of the value
 * @param {unknown} value
 * @param {string} curve "Ed25519" or "P-256"
 * @returns {PublicJwk}
 */
export function checkJwk(where, value, curve) {
  const { kty, coordinates, isPoint } = CURVES[curve];
  const names = ["kty", "crv", ...coordinates];
  const jwk = checkObject(where, value, names, names);
  checkChoice(`${where}.kty`, jwk.kty, [kty]);
  checkChoice(`${where}.crv`, jwk.crv, [curve]);
  /** @type {Coordinates} */
  const bytes = {};
  for (const name of coordinates) {
    const coordinate = fromBase64url(jwk[name], 32);
    if (coordinate === undefined)
      throw new Refused(
        `${where}.${name}`,
        "32 bytes in base64url without padding were expected",
      );
    bytes[name] = coordinate;
  }
  if (!isPoint(bytes))
    throw new Refused(where, `a key of ${curve} was expected`);
  return /** @type {PublicJwk} */ (jwk);
}
