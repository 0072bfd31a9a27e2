/** Scripted lives of private hands (scheme shoe3) for the golden vectors, and their views; in node alone. */
import { createPrivateKey, createPublicKey, sign } from "node:crypto";
import { canonicalJson, hashParts, toHex, utf8 } from "./canonical.mjs";
import { checkSealedReceipt } from "./draws.mjs";
import { sealJwe } from "./jwe.mjs";
import { toBase64url } from "./jwk.mjs";
import { alter, liveShoe } from "./lives.mjs";
import { checkPartialReceipt } from "./partial.mjs";
import { consentMessage, deriveSaltKey, fillText, leaveMessage, showCard, stateMessage, viewSize } from "./private.mjs";
import { hashSeed } from "./receipts.mjs";
import { parseDigest } from "./validation.mjs";

const PKCS8 = "302e020100300506032b657004220420";
const signingKey = (secret) => createPrivateKey({ key: Buffer.from(PKCS8 + secret, "hex"), format: "der", type: "pkcs8" });
const signWith = (secret, message) => toBase64url(sign(null, message, signingKey(secret)));

/** Return the public JWK of 32 secret bytes of Ed25519, in hexadecimal digits. */
export function publicSigner(secret) {
  const { x } = createPublicKey(signingKey(secret)).export({ format: "jwk" });
  return { kty: "OKP", crv: "Ed25519", x };
}

/** Return the body of the request that a call stands for. */
function bodyOf({ deal, draw, ...options }, clientSeed) {
  const seed = clientSeed === null ? {} : { client_seed: clientSeed };
  return { ...(deal === undefined ? { count: draw } : { stage: deal }), ...options, ...seed };
}

/** Return for each call its action and the signatures of all seats over it. */
const signCalls = (calls, digests, clientSeed, secrets) =>
  calls.map((call, k) => {
    const [name, body] = [call.deal === undefined ? "draw" : "deal", bodyOf(call, k === 0 ? clientSeed : null)];
    const message = consentMessage(digests[k], name, body);
    const consents = Object.entries(secrets).map(([seat, { consent }]) => [seat, signWith(consent, message)]);
    return { action: { ...body, action: name }, consents: Object.fromEntries(consents) };
  });

/** Return the texts of the views of a draw by seat, and the sizes that they are filled to. */
function describeViews(cards, { terms, commitment }, { size }, digest, draw) {
  const text = (seat) => canonicalJson({ cards: cards[seat], commitment, digest, draw, seat });
  const describe = (seat) => [seat, { text: text(seat), bytes: viewSize(terms, size, cards[seat].length) }];
  return Object.fromEntries(Object.keys(cards).map(describe));
}

const hashIndices = (order) => hashParts(utf8(order.join(" ")));

async function describeRound(seed, clientSeed, number, { order, inPlay, tree }, keys) {
  const { rest, inPlay: other } = await keys(inPlay);
  return {
    round: number,
    ...(inPlay.length > 0 && { in_play: inPlay }),
    ...{ key: toHex(rest), in_play_key: toHex(other) },
    salt_key: toHex(deriveSaltKey(seed, clientSeed, number, order)),
    ...{ head: order.slice(0, 8), tail: order.slice(-4), sha256: await hashIndices(order), root: tree.root },
  };
}

/** Return the shown cards of a list of [round, position]. */
const showAll = (shoe, rounds, places) =>
  places.map(([round, position]) => {
    const { order, tree } = rounds[round];
    return showCard(shoe, tree, round, position, order[position]);
  });

/** Return the partial receipt of a life, with up to five cards of the last round that were told. */
async function revealPartly({ shoe, seen, receipt, rounds }) {
  const { server_seed: secret, drawn, ...members } = receipt;
  const cards = seen.flatMap((entry) =>
    entry[shoe.member].map((face, k) => ({ face, round: entry.rounds[k], position: entry.positions[k] })),
  );
  const told = cards.filter(({ face, round }) => face !== null && round === drawn.round).slice(0, 5);
  const places = told.map(({ round, position }) => [round, position]).sort(([, one], [, other]) => one - other);
  return {
    ...members,
    seed_hash: await hashSeed(parseDigest("server_seed", secret)),
    drawn: { ...drawn, in_play: drawn.in_play && drawn.in_play.length },
    root: rounds[drawn.round].tree.root,
    shown: showAll(shoe, rounds, places),
  };
}

/** Return what the check of an altered file finds, beside the notes of a player for whom the receipt is the right one. */
async function solveAltered(file, [path, value]) {
  const { receipt, seen, original_items: items } = alter(file, [path, value]);
  const { commitment, client_seed = null } = receipt;
  const notes = { commitment, ...(client_seed !== null && { client_seed }) };
  const check = receipt.server_seed === undefined ? checkPartialReceipt : checkSealedReceipt;
  const { valid, difference, unchecked } = await check(receipt, seen, { items, ...notes });
  return {
    path,
    ...(value === undefined ? {} : { value }),
    valid,
    ...(difference && { where: difference.where }),
    ...(unchecked && { unchecked: Object.keys(unchecked) }),
  };
}

/** Return the case of a life: its keys and trees, all its draws, what is signed, its receipts and altered ones. */
export async function solvePrivateLife({ altered = [], alteredPartial = [], original_items, ...asked }) {
  const { server_seed, client_seed, terms, calls, secrets = {}, signing } = asked;
  const life = await liveShoe(asked);
  const { shoe, keys, seen, records, digests, receipt, rounds, views } = life;
  const seed = parseDigest("server_seed", server_seed);
  const partial = await revealPartly(life);
  const described = [];
  for (const [number, round] of rounds.entries()) described.push(await describeRound(seed, client_seed, number, round, keys));
  const ends = [...new Set([0, Math.floor(shoe.size / 2), shoe.size - 1])];
  const signed = digests.map((digest) => signWith(signing, stateMessage(digest)));
  const leave = ([seat, { consent }]) => [seat, signWith(consent, leaveMessage(digests[0], receipt.drawn.round))];
  const more = original_items && { original_items };
  const [solved, solvedPartial] = [[], []];
  for (const one of altered) solved.push(await solveAltered({ receipt, seen, ...more }, one({ receipt, seen, ...more })));
  const file = { receipt: partial, seen, ...more };
  for (const one of alteredPartial) solvedPartial.push(await solveAltered(file, one(file)));
  return {
    asked,
    answer: {
      ...{ canonical: canonicalJson(terms), seed_hash: partial.seed_hash, commitment: digests[0], size: shoe.size },
      rounds: described,
      shown: showAll(shoe, rounds, rounds.flatMap((_, round) => ends.map((position) => [round, position]))),
      ...{ seen, records, digests, drawn: receipt.drawn, partial, signed },
      ...(terms.consent && {
        consents: signCalls(calls, digests, client_seed, secrets),
        leaves: Object.fromEntries(Object.entries(secrets).map(leave)),
      }),
      ...(terms.view_keys && {
        views: views.map((cards, k) => describeViews(cards, receipt, shoe, digests[k + 1], k + 1)),
      }),
    },
    ...more,
    ...(solved.length && { altered: solved }),
    ...(solvedPartial.length && { altered_partial: solvedPartial }),
  };
}

/** Return the case of a view that is encrypted with a known ephemeral key. */
export async function solveView({ text, bytes, secret, ephemeral, iv }) {
  const { d: _, ...jwk } = secret;
  const jwe = await sealJwe(fillText(text, bytes), jwk, ephemeral, parseDigest("iv", iv, 12));
  return { asked: { secret, ephemeral, iv, text, bytes }, answer: { jwe } };
}
