/** The check of proved responses (scheme vrf1). Implemented from docs/definitions/proofs.md alone. */
import {
  canonicalJson,
  concatenate,
  hashParts,
  toHex,
  utf8,
} from "../core/canonical.mjs";
import { isValidKey, proofToHash, verify } from "./ecvrf.mjs";
import { fromBase64url, toBase64url } from "../core/jwk.mjs";
import {
  NO_BLS,
  checkBeaconForm,
  findOtherBeacon,
  isChosen,
} from "../core/origins.mjs";
import { checkSeeded, examineResponse } from "../responses.mjs";
import { UNCOUNTED } from "../core/results_left.mjs";
import {
  Refused,
  checkChoice,
  checkFixedList,
  checkInteger,
  checkList,
  checkObject,
  checkText,
  parseDigest,
} from "../core/validation.mjs";

const ALGORITHM = "ECVRF-EDWARDS25519-SHA512-TAI";

/** Return the parts of the input of the function: a prefix, alpha. */
export const inputParts = (alpha) => [
  utf8("shuffle-and-deal vrf 1\n"),
  utf8(canonicalJson(alpha)),
];

/** Check the members of a proof and of its alpha; the request is compared with the response later. */
function checkForm(proof) {
  const names = ["scheme", "kid", "alpha", "pi"];
  const members = ["scheme", "stream", "game", "round", "players", "request"];
  checkObject("proof", proof, names, names);
  checkChoice("proof.scheme", proof.scheme, ["vrf1"]);
  checkText("proof.kid", proof.kid);
  const { alpha } = proof;
  checkObject("proof.alpha", alpha, [...members, "beacon"], members);
  checkChoice("proof.alpha.scheme", alpha.scheme, ["vrf1"]);
  checkChoice("proof.alpha.stream", alpha.stream, ["sd1"]);
  checkText("proof.alpha.game", alpha.game);
  checkInteger("proof.alpha.round", alpha.round, 0, 2 ** 53 - 1);
  const { length } = checkList("proof.alpha.players", alpha.players);
  if (length < 1 || length > 64)
    throw new Refused("proof.alpha.players", "1 to 64 texts were expected");
  alpha.players.forEach((text, i) =>
    checkText(`proof.alpha.players[${i}]`, text),
  );
  checkObject(
    "proof.alpha.request",
    alpha.request,
    Object.keys(alpha.request ?? {}),
  );
  if (Object.hasOwn(alpha, "beacon"))
    checkBeaconForm("proof.alpha.beacon", alpha.beacon);
}

/** Return the JWK of a public key, whose `kid` is its thumbprint (RFC 7638). */
export async function publicJwk(publicKey) {
  const required = { crv: "Ed25519", kty: "OKP", x: toBase64url(publicKey) };
  const thumbprint = parseDigest(
    "kid",
    await hashParts(utf8(canonicalJson(required))),
  );
  return {
    ...required,
    kid: toBase64url(thumbprint),
    use: "vrf",
    alg: ALGORITHM,
  };
}

/** Return the bytes of the public key with an id in a JWK set, or undefined if it is not there or there is no set. */
async function findKey(keys, kid) {
  const jwk =
    keys &&
    checkList("keys", keys.keys).find(
      (one) => one?.kid === kid && one.alg === ALGORITHM,
    );
  if (jwk === undefined) return undefined;
  const key = fromBase64url(jwk.x, 32) ?? [];
  const expected = isValidKey(key) ? await publicJwk(key) : {};
  if (["crv", "kty", "x", "kid"].every((name) => jwk[name] === expected[name]))
    return key;
  throw new Refused("keys", `${kid} is not the id of a valid key`);
}

/** Return a sentence on what the callers agreed on, which they alone know. */
function describeTerms({ game, round, players }) {
  const [first, ...texts] = [game, ...players].map((text) =>
    JSON.stringify(text),
  );
  return `The proof is for the game ${first}, round ${round}, the players ${texts.join(", ")}: compare them with yours.`;
}

/**
 * Return the result of the check of a proved response with the public keys, a JWK set. The checks are made in the
 * order of docs/definitions/proofs.md: the first that fails is the result. Without the key, or with a beacon, not all are made.
 */
export async function checkProvedResponse(
  { proof, ...response },
  keys,
  { own_text: ownText } = {},
) {
  checkForm(proof);
  checkSeeded(response);
  const { kid, alpha, pi } = proof;
  const [key, bytes] = [
    await findKey(keys, kid),
    parseDigest("proof.pi", pi, 80),
  ];
  const beta = await (key
    ? verify(key, concatenate(...inputParts(alpha)), bytes)
    : proofToHash(bytes));
  const fail = (where, expected, seen) => ({
    valid: false,
    difference: { where, expected, seen },
  });
  if (beta === undefined)
    return fail("proof.pi", `a proof of alpha under the key ${kid}`, pi);
  const otherBeacon =
    alpha.beacon && findOtherBeacon("proof.alpha.beacon", alpha.beacon);
  if (otherBeacon) return { valid: false, difference: otherBeacon };
  if (response.seed !== toHex(beta))
    return fail("seed", toHex(beta), response.seed);
  if (response.index !== 0) return fail("index", 0, response.index);
  if (ownText !== undefined && !alpha.players.includes(ownText))
    return fail("proof.alpha.players", ownText, alpha.players);
  checkFixedList(
    "proof.alpha.request",
    alpha.request,
    alpha.request.items_sha256,
  );
  const { result, countResults } = await examineResponse({
    ...response,
    proof,
  });
  const { difference, unchecked: rest } = result;
  if (difference) return { valid: false, difference };
  const unchecked = {
    ...(key
      ? {}
      : {
          proof: `the key ${kid} is not among those given; it is published at /.well-known/jwks.json`,
        }),
    ...(alpha.beacon ? { beacon: NO_BLS } : {}),
    ...rest,
  };
  if (rest?.items && !rest.items_sha256) delete unchecked.items; // alpha has the hash of the list, which is all here
  const left = isChosen(alpha.request) ? UNCOUNTED : countResults?.();
  const found = { notes: [describeTerms(alpha)], left: countResults && left };
  return Object.keys(unchecked).length > 0
    ? { valid: null, unchecked, ...found }
    : { valid: true, ...found };
}
