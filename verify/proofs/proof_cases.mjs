/** Cases of the verifiable random function and of proved responses (scheme vrf1) in the golden vectors, computed anew. */
import {
  canonicalJson,
  concatenate,
  hashList,
  toHex,
} from "../core/canonical.mjs";
import { deriveVrfKey, proofToHash, prove } from "./ecvrf.mjs";
import { nameRequest } from "../endpoints.mjs";
import { alter } from "../sealed/lives.mjs";
import { checkProvedResponse, inputParts, publicJwk } from "./proofs.mjs";
import { deriveResponse, openDraw } from "../responses.mjs";

const fromHex = (digits) => Uint8Array.from(Buffer.from(digits, "hex"));

/** Return the public key, the proof and the output of an input under a secret key. */
export async function solveFunction({ secret, input }) {
  const { publicKey } = await deriveVrfKey(fromHex(secret));
  const pi = await prove(fromHex(secret), fromHex(input));
  return {
    secret,
    input,
    public_key: toHex(publicKey),
    pi: toHex(pi),
    beta: toHex(await proofToHash(pi)),
  };
}

/** Return a result as the vectors have it, which are frozen: there, the seats of a deal of no game are numbers. */
export function numberSeats({ game }, { ...result }) {
  const toNumber = (hand) =>
    Array.isArray(hand)
      ? hand.map(toNumber)
      : { ...hand, seat: Number(hand.seat) };
  if (game === undefined && result.hands)
    result.hands = result.hands.map(toNumber);
  return result;
}

/** Return a proved request with its path, its alpha in canonical JSON, its proof and its response, and altered ones. */
export async function solveProof({
  secret,
  path,
  asked: {
    prove: { key: _, ...table },
    ...body
  },
  altered = [],
}) {
  const { publicKey } = await deriveVrfKey(fromHex(secret));
  const jwk = await publicJwk(publicKey);
  const asked = { ...body, prove: { key: jwk.kid, ...table } };
  const own = {
    path: `${path}${body.repeats === undefined ? "" : "/batch"}`,
    ...body,
  };
  const draw = openDraw(own);
  const request = {
    ...nameRequest(draw),
    ...(body.items && { items_sha256: await hashList(body.items) }),
  };
  const alpha = { scheme: "vrf1", stream: "sd1", ...table, request };
  const pi = await prove(fromHex(secret), concatenate(...inputParts(alpha)));
  const seed = toHex(await proofToHash(pi));
  const proof = { scheme: "vrf1", kid: jwk.kid, alpha, pi: toHex(pi) };
  const answer = JSON.parse(
    JSON.stringify({
      ...numberSeats(
        draw.request,
        await deriveResponse({ ...own, seed, prove: table }),
      ),
      proof,
    }),
  );
  const summarize = async (file) => {
    const check = checkProvedResponse(file, { keys: [jwk] });
    const { difference, unchecked, notes, left, ...rest } = await check.catch(
      ({ where }) => ({ valid: null, refused: where }),
    );
    const names = unchecked && { unchecked: Object.keys(unchecked) };
    return {
      ...rest,
      ...(difference && { where: difference.where }),
      ...names,
    };
  };
  const results = [];
  for (const { path: at, value } of altered) {
    const { unchecked, ...rest } = await summarize(alter(answer, at, value));
    const isUnknown =
      !Object.hasOwn(answer, at[0]) && unchecked?.includes(at[0]); // in the vectors, which are frozen, it is refused
    const finding = isUnknown
      ? { ...rest, refused: at[0] }
      : { ...rest, ...(unchecked && { unchecked }) };
    results.push({
      path: at,
      ...(value === undefined ? {} : { value }),
      ...finding,
    });
  }
  return {
    ...{ secret, jwk, path, asked },
    ...{
      canonical: canonicalJson(alpha),
      answer,
      ...(await summarize(answer)),
    },
    ...(results.length && { altered: results }),
  };
}
