/**
 * Points of the curve Ed25519, and the verifiable random function ECVRF-EDWARDS25519-SHA512-TAI (RFC 9381, 5.5).
 * They need BigInt and WebCrypto's SHA-512.
 * A point is [X, Y, Z, T], with x = X / Z, y = Y / Z and x · y = T / Z (RFC 8032, 5.1.4). Keys, inputs, proofs and
 * outputs are bytes. Nothing here takes a constant time: only `prove` has a secret, and it is for the golden vectors.
 */
import { concatenate, toHex } from "../core/canonical.mjs";
import { webCrypto } from "../core/stream.mjs";

const P = 2n ** 255n - 19n;
const Q = 2n ** 252n + 27742317777372353535851937790883648493n; // the order of the base point
const SUITE = [3];

const mod = (x, m = P) => ((x % m) + m) % m;
function power(base, exponent) {
  let result = 1n;
  for (; exponent > 0n; exponent >>= 1n, base = (base * base) % P)
    if (exponent & 1n) result = (result * base) % P;
  return result;
}
const invert = (x) => power(mod(x), P - 2n);
const D = mod(-121665n * invert(121666n));
const ROOT_OF_MINUS_1 = power(2n, (P - 1n) / 4n);

const toInteger = (bytes) => BigInt(`0x${toHex([...bytes].reverse())}`); // least significant byte first
const toBytes = (x) =>
  Uint8Array.from({ length: 32 }, (_, i) =>
    Number((x >> BigInt(8 * i)) & 255n),
  );
const sha512 = async (...parts) =>
  new Uint8Array(await webCrypto().digest("SHA-512", concatenate(...parts)));

/** Return the sum of two points, equal or not. */
function add([x1, y1, z1, t1], [x2, y2, z2, t2]) {
  const [a, b, c, d] = [
    (y1 - x1) * (y2 - x2),
    (y1 + x1) * (y2 + x2),
    2n * D * t1 * t2,
    2n * z1 * z2,
  ];
  const [e, f, g, h] = [b - a, d - c, d + c, b + a].map((x) => mod(x));
  return [mod(e * f), mod(g * h), mod(f * g), mod(e * h)];
}
const IDENTITY = [0n, 1n, 1n, 0n];
const negate = ([x, y, z, t]) => [mod(-x), y, z, mod(-t)];
const isIdentity = ([x, y, z]) => x === 0n && y === z;
function multiply(scalar, point) {
  let result = IDENTITY;
  for (; scalar > 0n; scalar >>= 1n, point = add(point, point))
    if (scalar & 1n) result = add(result, point);
  return result;
}
const clearCofactor = (point) => multiply(8n, point);

/** Return the 32 bytes of a point. */
function encodePoint([x, y, z]) {
  const inverse = invert(z);
  return toBytes(mod(y * inverse) + ((mod(x * inverse) & 1n) << 255n));
}

/** Return the point of 32 bytes, or undefined if they are none, or not its only encoding (RFC 8032, 5.1.3). */
function decodePoint(bytes) {
  const encoded = toInteger(bytes);
  const y = encoded & (2n ** 255n - 1n);
  if (y >= P) return undefined;
  const square = mod((y * y - 1n) * invert(D * y * y + 1n));
  let x = power(square, (P + 3n) / 8n);
  if (mod(x * x) !== square) x = mod(x * ROOT_OF_MINUS_1);
  const sign = encoded >> 255n;
  if (mod(x * x) !== square || (x === 0n && sign === 1n)) return undefined;
  if ((x & 1n) !== sign) x = P - x;
  return [x, y, 1n, mod(x * y)];
}

/** Return the point of 32 bytes if it is of prime order, so neither of a small one nor outside that subgroup. */
function decodePrimePoint(bytes) {
  const point = bytes.length === 32 ? decodePoint(bytes) : undefined;
  return point && !isIdentity(point) && isIdentity(multiply(Q, point))
    ? point
    : undefined;
}
const BASE = decodePoint(toBytes(mod(4n * invert(5n))));

/** Return whether bytes are a public key of Ed25519: a point of prime order in its only encoding. */
export const isValidKey = (publicKey) =>
  decodePrimePoint(publicKey) !== undefined;

/** Return the point of an input, by try and increment with the public key as salt (RFC 9381, 5.4.1.1). */
async function hashToPoint(publicKey, input) {
  for (let counter = 0; counter < 256; counter++) {
    const digest = await sha512(SUITE, [1], publicKey, input, [counter, 0]);
    const point = decodePoint(digest.slice(0, 32));
    if (point && !isIdentity(clearCofactor(point))) return clearCofactor(point);
  }
  throw new Error("no point in 256 digests");
}

const hashPoints = async (...encoded) =>
  (await sha512(SUITE, [2], ...encoded, [0])).slice(0, 16);

/** Return the public key of 32 secret bytes, their scalar, and the bytes that nonces come of (RFC 8032, 5.1.5). */
export async function deriveVrfKey(secret) {
  const digest = await sha512(secret);
  const scalar =
    (toInteger(digest.slice(0, 32)) & (2n ** 254n - 8n)) | (2n ** 254n);
  return {
    publicKey: encodePoint(multiply(scalar, BASE)),
    scalar,
    prefix: digest.slice(32),
  };
}

/** Return the proof, 80 bytes, of an input under 32 secret bytes (RFC 9381, 5.1). */
export async function prove(secret, input) {
  const { publicKey, scalar, prefix } = await deriveVrfKey(secret);
  const point = await hashToPoint(publicKey, input);
  const [hashed, gamma] = [point, multiply(scalar, point)].map(encodePoint);
  const nonce = toInteger(await sha512(prefix, hashed)) % Q;
  const [u, v] = [BASE, point].map((base) =>
    encodePoint(multiply(nonce, base)),
  );
  const challenge = await hashPoints(publicKey, hashed, gamma, u, v);
  return concatenate(
    gamma,
    challenge,
    toBytes(mod(nonce + toInteger(challenge) * scalar, Q)),
  );
}

/** Return Gamma, the challenge and s of a proof, or undefined if it is none of any input under any key. */
function decodeProof(pi) {
  if (pi.length !== 80) return undefined;
  const [gamma, challenge, s] = [
    decodePrimePoint(pi.slice(0, 32)),
    pi.slice(32, 48),
    toInteger(pi.slice(48)),
  ];
  return gamma && s < Q ? { gamma, challenge, s } : undefined;
}

const hashOutput = (gamma) =>
  sha512(SUITE, [3], encodePoint(clearCofactor(gamma)), [0]);

/** Return the output, 64 bytes, of a proof, which is not verified; undefined if it has none (RFC 9381, 5.2). */
export async function proofToHash(pi) {
  const proof = decodeProof(pi);
  return proof && hashOutput(proof.gamma);
}

/** Return the output, 64 bytes, of a proof, or undefined if it is none of this input under this key (RFC 9381, 5.3). */
export async function verify(publicKey, input, pi) {
  const [key, proof] = [decodePrimePoint(publicKey), decodeProof(pi)];
  if (!key || !proof) return undefined;
  const { gamma, challenge, s } = proof;
  const point = await hashToPoint(publicKey, input);
  const c = toInteger(challenge);
  const [u, v] = [
    [BASE, key],
    [point, gamma],
  ].map(([one, other]) => add(multiply(s, one), negate(multiply(c, other))));
  const expected = await hashPoints(
    publicKey,
    ...[point, gamma, u, v].map(encodePoint),
  );
  return toHex(expected) === toHex(challenge) ? hashOutput(gamma) : undefined;
}
