/**
 * Points of the curve Ed25519, and the verifiable random function ECVRF-EDWARDS25519-SHA512-TAI (RFC 9381, 5.5).
 * They need BigInt and WebCrypto's SHA-512.
 * A point is [X, Y, Z, T], with x = X / Z, y = Y / Z and x · y = T / Z (RFC 8032, 5.1.4). Keys, inputs, proofs and
 * outputs are bytes. Nothing here takes a constant time: only `prove` has a secret, and it is for the golden vectors.
 */
// @ts-check
import { concatenate, toHex } from "./bytes.mjs";
import { webCrypto } from "./stream.mjs";

/** @import { Bytes } from "./bytes.mjs" */

/**
 * A point of the curve: [X, Y, Z, T].
 *
 * @typedef {[x: bigint, y: bigint, z: bigint, t: bigint]} Point
 */

const P = 2n ** 255n - 19n; // the order of the field of coordinates
const Q = 2n ** 252n + 27742317777372353535851937790883648493n; // the order of the base point
const SUITE = [3];

/** Bytes before and behind what is hashed, which tell three uses of a hash apart (RFC 9381, 5.4 and 5.2). */
const FRONT_OF_POINT = [1];
const FRONT_OF_CHALLENGE = [2];
const FRONT_OF_OUTPUT = [3];
const BACK = [0];

/**
 * Return the remainder of a number, 0 … modulus - 1.
 *
 * @param {bigint} number
 * @param {bigint} modulus
 */
const mod = (number, modulus = P) => ((number % modulus) + modulus) % modulus;

/**
 * Return a power in the field.
 *
 * @param {bigint} base
 * @param {bigint} exponent
 */
function power(base, exponent) {
  let product = 1n;
  let squared = base;
  for (let bitsLeft = exponent; bitsLeft > 0n; bitsLeft >>= 1n) {
    if (bitsLeft & 1n) product = (product * squared) % P;
    squared = (squared * squared) % P;
  }
  return product;
}

/**
 * Return the inverse of a number in the field.
 *
 * @param {bigint} number
 */
const invert = (number) => power(mod(number), P - 2n);
const D = mod(-121665n * invert(121666n));
const ROOT_OF_MINUS_1 = power(2n, (P - 1n) / 4n);

/**
 * Return the integer of bytes, least significant first.
 *
 * @param {Uint8Array} bytes
 */
const toInteger = (bytes) => BigInt(`0x${toHex([...bytes].reverse())}`);

/**
 * Return the 32 bytes of an integer, least significant first.
 *
 * @param {bigint} integer
 */
const toBytes = (integer) =>
  Uint8Array.from({ length: 32 }, (_, i) =>
    Number((integer >> BigInt(8 * i)) & 255n),
  );

/**
 * Return the SHA-512 of parts, each of them bytes or a list of them.
 *
 * @param {readonly Iterable<number>[]} parts
 */
const sha512 = async (...parts) =>
  new Uint8Array(await webCrypto().digest("SHA-512", concatenate(...parts)));

/**
 * Return the sum of two points, equal or not (RFC 8032, 5.1.4, whose letters these are).
 *
 * @param {Point} first
 * @param {Point} second
 * @returns {Point}
 */
function add([x1, y1, z1, t1], [x2, y2, z2, t2]) {
  const a = (y1 - x1) * (y2 - x2);
  const b = (y1 + x1) * (y2 + x2);
  const c = 2n * D * t1 * t2;
  const d = 2n * z1 * z2;
  const e = mod(b - a);
  const f = mod(d - c);
  const g = mod(d + c);
  const h = mod(b + a);
  return [mod(e * f), mod(g * h), mod(f * g), mod(e * h)];
}

/**
 * The point that changes no other one in a sum.
 *
 * @type {Point}
 */
const IDENTITY = [0n, 1n, 1n, 0n];

/**
 * Return the negative of a point.
 *
 * @param {Point} point
 * @returns {Point}
 */
const negate = ([x, y, z, t]) => [mod(-x), y, z, mod(-t)];

/**
 * Return whether a point is the identity.
 *
 * @param {Point} point
 */
const isIdentity = ([x, y, z]) => x === 0n && y === z;

/**
 * Return a multiple of a point.
 *
 * @param {bigint} scalar how often the point is added, from 0 on
 * @param {Point} point
 */
function multiply(scalar, point) {
  let product = IDENTITY;
  let doubled = point;
  for (let bitsLeft = scalar; bitsLeft > 0n; bitsLeft >>= 1n) {
    if (bitsLeft & 1n) product = add(product, doubled);
    doubled = add(doubled, doubled);
  }
  return product;
}

/**
 * Return a point times the cofactor, 8: a point of prime order, or the identity.
 *
 * @param {Point} point
 */
const clearCofactor = (point) => multiply(8n, point);

/**
 * Return the 32 bytes of a point.
 *
 * @param {Point} point
 * @returns {Bytes}
 */
function encodePoint([x, y, z]) {
  const inverse = invert(z);
  const signOfX = mod(x * inverse) & 1n;
  return toBytes(mod(y * inverse) + (signOfX << 255n));
}

/**
 * Return a square root in the field, or undefined if there is none.
 *
 * @param {bigint} square
 * @returns {bigint | undefined}
 */
function findRoot(square) {
  const candidate = power(square, (P + 3n) / 8n);
  const roots = [candidate, mod(candidate * ROOT_OF_MINUS_1)];
  return roots.find((root) => mod(root * root) === square);
}

/**
 * Return the point of 32 bytes, or undefined if they are none, or not its only encoding (RFC 8032, 5.1.3).
 *
 * @param {Uint8Array} bytes
 * @returns {Point | undefined}
 */
function decodePoint(bytes) {
  const encoded = toInteger(bytes);
  const y = encoded & (2n ** 255n - 1n);
  const signOfX = encoded >> 255n;
  if (y >= P) return undefined;
  const square = mod((y * y - 1n) * invert(D * y * y + 1n));
  const root = findRoot(square);
  if (root === undefined || (root === 0n && signOfX === 1n)) return undefined;
  const x = (root & 1n) === signOfX ? root : P - root;
  return [x, y, 1n, mod(x * y)];
}

/**
 * Return the point of 32 bytes if it is of prime order, so neither of a small one nor outside that subgroup.
 *
 * @param {Uint8Array} bytes
 * @returns {Point | undefined}
 */
function decodePrimePoint(bytes) {
  const point = bytes.length === 32 ? decodePoint(bytes) : undefined;
  return point && !isIdentity(point) && isIdentity(multiply(Q, point))
    ? point
    : undefined;
}

/**
 * Return the base point, whose y is 4 / 5.
 *
 * @returns {Point}
 */
function findBase() {
  const point = decodePoint(toBytes(mod(4n * invert(5n))));
  if (point === undefined) throw new Error("no base point");
  return point;
}
const BASE = findBase();

/**
 * Return whether bytes are a public key of Ed25519: a point of prime order in its only encoding.
 *
 * @param {Uint8Array} publicKey
 * @returns {boolean}
 */
export const isValidKey = (publicKey) =>
  decodePrimePoint(publicKey) !== undefined;

/**
 * Return the point of an input, by try and increment with the public key as salt (RFC 9381, 5.4.1.1).
 *
 * @param {Uint8Array} publicKey 32 bytes
 * @param {Uint8Array} input
 * @returns {Promise<Point>}
 */
async function hashToPoint(publicKey, input) {
  for (let counter = 0; counter < 256; counter++) {
    const digest = await sha512(
      SUITE,
      FRONT_OF_POINT,
      publicKey,
      input,
      [counter],
      BACK,
    );
    const point = decodePoint(digest.slice(0, 32));
    if (point === undefined) continue;
    const primePoint = clearCofactor(point);
    if (!isIdentity(primePoint)) return primePoint;
  }
  throw new Error("no point in 256 digests");
}

/**
 * Return the challenge, 16 bytes, of the public key and of points (RFC 9381, 5.4.3).
 *
 * @param {readonly Uint8Array[]} encoded the 32 bytes of each
 */
async function hashPoints(...encoded) {
  const digest = await sha512(SUITE, FRONT_OF_CHALLENGE, ...encoded, BACK);
  return digest.slice(0, 16);
}

/**
 * Return the public key of 32 secret bytes, their scalar, and the bytes that nonces come of (RFC 8032, 5.1.5).
 *
 * @param {Uint8Array} secret
 * @returns {Promise<{ publicKey: Bytes, scalar: bigint, prefix: Bytes }>}
 */
export async function deriveVrfKey(secret) {
  const digest = await sha512(secret);
  const integer = toInteger(digest.slice(0, 32));
  const multipleOf8 = integer & (2n ** 254n - 8n);
  const scalar = multipleOf8 | (2n ** 254n);
  return {
    publicKey: encodePoint(multiply(scalar, BASE)),
    scalar,
    prefix: digest.slice(32),
  };
}

/**
 * Return the proof, 80 bytes, of an input under 32 secret bytes (RFC 9381, 5.1).
 *
 * @param {Uint8Array} secret
 * @param {Uint8Array} input
 * @returns {Promise<Bytes>}
 */
export async function prove(secret, input) {
  const { publicKey, scalar, prefix } = await deriveVrfKey(secret);
  const point = await hashToPoint(publicKey, input);
  const hashed = encodePoint(point);
  const gamma = encodePoint(multiply(scalar, point));
  const nonce = toInteger(await sha512(prefix, hashed)) % Q;
  const u = encodePoint(multiply(nonce, BASE));
  const v = encodePoint(multiply(nonce, point));
  const challenge = await hashPoints(publicKey, hashed, gamma, u, v);
  const s = mod(nonce + toInteger(challenge) * scalar, Q);
  return concatenate(gamma, challenge, toBytes(s));
}

/**
 * Return Gamma, the challenge and s of a proof, or undefined if it is none of any input under any key.
 *
 * @param {Uint8Array} pi the proof
 * @returns {{ gamma: Point, challenge: Uint8Array, s: bigint } | undefined}
 */
function decodeProof(pi) {
  if (pi.length !== 80) return undefined;
  const gamma = decodePrimePoint(pi.slice(0, 32));
  const challenge = pi.slice(32, 48);
  const s = toInteger(pi.slice(48));
  return gamma && s < Q ? { gamma, challenge, s } : undefined;
}

/**
 * Return the output, 64 bytes, of a proof with this Gamma.
 *
 * @param {Point} gamma
 */
const hashOutput = (gamma) =>
  sha512(SUITE, FRONT_OF_OUTPUT, encodePoint(clearCofactor(gamma)), BACK);

/**
 * Return the output, 64 bytes, of a proof, which is not verified; undefined if it has none (RFC 9381, 5.2).
 *
 * @param {Uint8Array} pi the proof
 * @returns {Promise<Bytes | undefined>}
 */
export async function proofToHash(pi) {
  const proof = decodeProof(pi);
  return proof === undefined ? undefined : hashOutput(proof.gamma);
}

/**
 * Return the output, 64 bytes, of a proof, or undefined if it is none of this input under this key (RFC 9381, 5.3).
 *
 * @param {Uint8Array} publicKey
 * @param {Uint8Array} input
 * @param {Uint8Array} pi the proof
 * @returns {Promise<Bytes | undefined>}
 */
export async function verify(publicKey, input, pi) {
  const key = decodePrimePoint(publicKey);
  const proof = decodeProof(pi);
  if (!key || !proof) return undefined;
  const { gamma, challenge, s } = proof;
  const point = await hashToPoint(publicKey, input);
  const c = toInteger(challenge);
  const u = add(multiply(s, BASE), negate(multiply(c, key)));
  const v = add(multiply(s, point), negate(multiply(c, gamma)));
  const encoded = [point, gamma, u, v].map(encodePoint);
  const expected = await hashPoints(publicKey, ...encoded);
  return toHex(expected) === toHex(challenge) ? hashOutput(gamma) : undefined;
}
