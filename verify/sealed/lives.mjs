/** Scripted lives of sealed shoes for the golden vectors: their draws, records, trees, signatures and receipts. Only for node. */
import { createPrivateKey, sign } from "node:crypto";
import { canonicalJson, hashParts, toHex, utf8 } from "../core/canonical.mjs";
import { checkSealedReceipt } from "./draws.mjs";
import { sealJwe } from "../core/jwe.mjs";
import { toBase64url } from "../core/jwk.mjs";
import { checkPartialReceipt } from "./partial.mjs";
import { openRounds } from "./rounds.mjs";
import {
  computeCommitment,
  consentMessage,
  deriveSaltKey,
  fillText,
  formAction,
  hashDraw,
  hashSeed,
} from "./sealed.mjs";
import {
  leaveMessage,
  openKeys,
  orderRound,
  recordOf,
  stateMessage,
  viewSize,
} from "./sealed.mjs";
import { openTree } from "./shown.mjs";
import { formPlace } from "../games/stages.mjs";
import { openShoe } from "./terms.mjs";
import { parseDigest } from "../core/validation.mjs";

const PKCS8 = "302e020100300506032b657004220420";
const signingKey = (secret) =>
  createPrivateKey({
    key: Buffer.from(PKCS8 + secret, "hex"),
    format: "der",
    type: "pkcs8",
  });
const signWith = (secret, message) =>
  toBase64url(sign(null, message, signingKey(secret)));

/**
 * Play a shoe by the calls of a script; return what is seen, the receipt, the order and the tree of each round, and for each draw
 * the shown cards that only one seat sees. A call is the body of a request: `stage` is in the body of a deal, `count` of a draw.
 */
async function liveShoe({ server_seed, client_seed, terms, calls }) {
  const shoe = openShoe(terms);
  const { size, faceOf, member, deal } = shoe;
  const seed = parseDigest("server_seed", server_seed);
  const keys = openKeys(seed, client_seed);
  const commitment = await computeCommitment(await hashSeed(seed), terms);
  const [seen, records, digests, rounds, views] = [
    [],
    [],
    [commitment],
    [],
    [],
  ];
  const count = size > 65536 ? 1000 : size;
  const orderOf = (number, held) =>
    orderRound(keys(held ?? []), number, size, terms, held ?? [], { count });
  async function addRound({ round, inPlay }) {
    const order = await orderOf(round, inPlay);
    rounds.push({
      order,
      inPlay,
      tree:
        terms.reveal === "all"
          ? undefined
          : openTree(seed, client_seed, round, order, shoe),
    });
  }
  const isHidden = (seat) => Object.hasOwn(terms.view_keys ?? {}, seat);
  const moves = openRounds(shoe, terms, orderOf);
  let [state, total] = [moves.start, 0];
  await addRound(state);
  for (const [k, { stage, seat, ...call }] of calls.entries()) {
    const begun = k === 0 ? 0 : rounds.length;
    const next = await (stage === undefined
      ? moves.draw(state, call)
      : moves.deal(state, call));
    ({ state } = next);
    if (state.round >= rounds.length) await addRound(state);
    const { entry } = next;
    const faces = new Map(state.layout.map((card) => [card.position, card]));
    const ownerOf = (position, i) => {
      if (stage === undefined) return i >= (call.burn ?? 0) ? seat : undefined;
      return faces.get(position).face === "own"
        ? faces.get(position).name
        : undefined;
    };
    const isBurned = (position, i) =>
      stage === undefined
        ? i < (call.burn ?? 0)
        : faces.get(position).face === "burned";
    const [told, hidden] = [[], {}];
    for (const [i, position] of entry.positions.entries()) {
      const { order, tree } = rounds[entry.rounds[i]];
      const owner = ownerOf(position, i);
      const isTold = !isBurned(position, i) && !isHidden(owner);
      told.push(isTold ? faceOf(order[position]) : null);
      if (isHidden(owner)) (hidden[owner] ??= []).push(tree.show(position));
    }
    if (seat !== undefined) entry.seat = seat;
    const began = rounds.slice(begun);
    if (began.length > 0 && terms.reveal === "all") entry.begun = began.length;
    else if (began.length > 0) entry.roots = began.map(({ tree }) => tree.root);
    seen.push({ draw: k + 1, ...entry, [member]: told });
    const record = recordOf(seen.at(-1), client_seed);
    records.push(canonicalJson(record));
    digests.push(await hashDraw(digests.at(-1), record));
    views.push(hidden);
    total += entry.positions.length;
  }
  const { round, inPlay, top, bottom } = state;
  const ends = deal ? { positions: moves.listTaken(state) } : { top, bottom };
  const drawn = {
    round,
    total,
    draws: calls.length,
    digest: digests.at(-1),
    in_play: inPlay,
    ...ends,
  };
  const receipt = {
    receipt: "sealed1",
    commitment,
    terms,
    server_seed,
    client_seed,
    drawn,
  };
  return { shoe, seed, keys, seen, records, digests, receipt, rounds, views };
}

/** Return positions as text, with a hyphen for ascending runs: 0-3 7. */
function formatPositions(positions) {
  const runs = [];
  for (const position of positions)
    runs.at(-1)?.at(-1) === position - 1
      ? runs.at(-1).push(position)
      : runs.push([position]);
  return runs
    .map((run) =>
      run.length === 1 ? String(run[0]) : `${run[0]}-${run.at(-1)}`,
    )
    .join(" ");
}

/** Return the cards of the first deal by stage, place and face. */
function listStages({ deal }, order) {
  const groups = new Map();
  for (const { position, face, stage, ...card } of deal.layOut(order, 0)) {
    const place = { stage, place: formPlace(card), face };
    const key = JSON.stringify(place);
    groups.set(key, {
      place,
      positions: [...(groups.get(key)?.positions ?? []), position],
    });
  }
  const listed = [...groups.values()].map(({ place, positions }) => ({
    ...place,
    positions: formatPositions(positions),
  }));
  return deal.stages.flatMap((stage) =>
    listed.filter((group) => group.stage === stage),
  );
}

const hashIndices = (order) => hashParts(utf8(order.join(" ")));

async function describeRound(
  { seed, keys, receipt: { client_seed: clientSeed } },
  round,
  { order, inPlay, tree },
) {
  const { rest, inPlay: other } = keys(inPlay ?? []);
  return {
    round,
    ...(inPlay?.length > 0 && { in_play: inPlay, in_play_key: toHex(other) }),
    key: toHex(rest),
    ...(tree && {
      salt_key: toHex(deriveSaltKey(seed, clientSeed, round, order)),
    }),
    ...{
      head: order.slice(0, 8),
      tail: order.slice(-4),
      sha256: await hashIndices(order),
    },
    ...(tree && { root: tree.root }),
  };
}

/** Return the partial receipt of a life, with up to five cards of the last round that were told. */
async function revealPartly({ shoe: { member }, seen, receipt, rounds, seed }) {
  const { server_seed: _, drawn, ...members } = receipt;
  const cards = seen.flatMap((entry) =>
    entry[member].map((face, k) => ({
      face,
      round: entry.rounds[k],
      position: entry.positions[k],
    })),
  );
  const visible = cards
    .filter(({ face, round }) => face !== null && round === drawn.round)
    .slice(0, 5);
  const { root, show } = rounds[drawn.round].tree;
  return {
    ...members,
    seed_hash: await hashSeed(seed),
    drawn: { ...drawn, in_play: drawn.in_play && drawn.in_play.length },
    root: drawn.draws === 0 ? null : root,
    shown: visible.map(({ position }) => show(position)),
  };
}

/** Return a copy of a file with another value at a path, or without what is there. */
export function alter(file, path, value) {
  const copy = structuredClone(file);
  const parent = path.slice(0, -1).reduce((node, key) => node[key], copy);
  if (value === undefined)
    Array.isArray(parent)
      ? parent.splice(path.at(-1), 1)
      : delete parent[path.at(-1)];
  else parent[path.at(-1)] = value;
  return copy;
}

/** Return the result of the check of an altered file, with the notes of a player that agree with its receipt. */
async function solveAltered(file, { path, value }) {
  const { receipt, seen, original_items: items } = alter(file, path, value);
  const { commitment, client_seed = null } = receipt;
  const notes = {
    commitment,
    ...(client_seed !== null && { client_seed }),
    items,
  };
  const check =
    receipt.server_seed === undefined
      ? checkPartialReceipt
      : checkSealedReceipt;
  const result = await check(receipt, seen, notes).catch(({ where }) => ({
    refused: where,
  }));
  const { valid, difference, unchecked, refused } = result;
  return {
    path,
    ...(value !== undefined && { value }),
    ...(refused === undefined ? { valid } : { refused }),
    ...(difference && { where: difference.where }),
    ...(unchecked && { unchecked: Object.keys(unchecked) }),
  };
}

/** Return the action of each call, and the signatures of all seats over it. */
const signCalls = (calls, digests, clientSeed, secrets, { words }) =>
  calls.map((call, k) => {
    const seed =
      k === 0 && words === undefined ? { client_seed: clientSeed } : {};
    const action = formAction(call.stage === undefined ? "draw" : "deal", {
      ...call,
      ...seed,
    });
    const consents = Object.entries(secrets).map(([seat, { consent }]) => [
      seat,
      signWith(consent, consentMessage(digests[k], action)),
    ]);
    return { action, consents: Object.fromEntries(consents) };
  });

/** Return the texts of the views of a draw by seat, and their padded sizes. */
function describeViews(cards, terms, { size }, digest) {
  const describe = (seat) => [
    seat,
    {
      text: canonicalJson({ cards: cards[seat], digest, seat }),
      bytes: viewSize(terms, size, cards[seat].length),
    },
  ];
  return Object.fromEntries(Object.keys(cards).map(describe));
}

/** Return the case of a life: its rounds, stages, draws and signatures, its receipts, and altered receipts. */
export async function solveLife({
  asked,
  altered = [],
  altered_partial: alteredPartial = [],
  original_items: items,
}) {
  const { client_seed, terms, calls, secrets, signing } = asked;
  const life = await liveShoe(asked);
  const { shoe, seen, records, digests, receipt, rounds, views } = life;
  const partial = terms.reveal === "all" ? undefined : await revealPartly(life);
  const described = [];
  for (const [number, round] of rounds.entries())
    described.push(await describeRound(life, number, round));
  const ends = [...new Set([0, Math.floor(shoe.size / 2), shoe.size - 1])];
  const more = items && { original_items: items };
  const solve = async (file, changes) => {
    const solved = [];
    for (const one of changes) solved.push(await solveAltered(file, one));
    return solved;
  };
  const leave = ([seat, { consent }]) => [
    seat,
    signWith(consent, leaveMessage(digests[0], receipt.drawn.round)),
  ];
  return {
    asked,
    answer: {
      ...{
        canonical: canonicalJson(terms),
        seed_hash: await hashSeed(life.seed),
        commitment: digests[0],
        size: shoe.size,
      },
      rounds: described,
      ...(partial && {
        shown: rounds.flatMap(({ tree }) => ends.map(tree.show)),
      }),
      ...(shoe.deal && { stages: listStages(shoe, rounds[0].order) }),
      ...{ seen, records, digests, drawn: receipt.drawn },
      ...(partial && { partial }),
      ...(signing && {
        signed: digests.map((digest) =>
          signWith(signing, stateMessage(digest)),
        ),
      }),
      ...(secrets && {
        consents: signCalls(calls, digests, client_seed, secrets, terms),
        leaves: Object.fromEntries(Object.entries(secrets).map(leave)),
      }),
      ...(terms.view_keys && {
        views: views.map((cards, k) =>
          describeViews(cards, terms, shoe, digests[k + 1]),
        ),
      }),
    },
    ...more,
    ...(altered.length && {
      altered: await solve({ receipt, seen, ...more }, altered),
    }),
    ...(alteredPartial.length && {
      altered_partial: await solve(
        { receipt: partial, seen, ...more },
        alteredPartial,
      ),
    }),
  };
}

/** Return the case of a view that is encrypted with a known ephemeral key. */
export async function solveView({
  asked: { text, bytes, secret, ephemeral, iv },
}) {
  const { d: _, ...jwk } = secret;
  const jwe = await sealJwe(
    fillText(text, bytes),
    jwk,
    ephemeral,
    parseDigest("iv", iv, 12),
  );
  return { asked: { secret, ephemeral, iv, text, bytes }, answer: { jwe } };
}
