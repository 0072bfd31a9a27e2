/** Scripted lives of sealed shoes (schemes shoe2 and shoe3) for the golden vectors: their draws, records and receipts. */
import { canonicalJson, hashParts, toHex, utf8 } from "./canonical.mjs";
import { checkSealedReceipt } from "./draws.mjs";
import { openTree, showCard } from "./private.mjs";
import { computeCommitment } from "./receipts.mjs";
import { hashDraw, openKeys, openShoe, orderRound, recordOf } from "./sealed.mjs";
import { parseDigest } from "./validation.mjs";

const defaultPartOf = (covered) => (covered.some(({ part }) => part === "") ? "" : covered[0]?.part);
const range = (length, first = 0) => Array.from({ length }, (_, i) => first + i);

/**
 * Return what is seen of a shoe whose draws follow a script, and its receipt. A call is `{deal: stage}` or `{draw: count}`
 * with `burn`, `from`, `pile`, `part`, `seat`; and with `reshuffle` or `in_play`, positions or codes. Of shoe3 also
 * `rounds`, the order and the tree of each, and `views`, for each draw the shown cards that only a seat sees.
 */
export async function liveShoe({ server_seed, client_seed, terms, calls }) {
  const { scheme } = terms;
  const shoe = await openShoe(terms, scheme);
  const seed = parseDigest("server_seed", server_seed);
  const keys = openKeys(seed, client_seed, scheme);
  const commitment = await computeCommitment(seed, terms);
  const [seen, records, digests, rounds, views] = [[], [], [commitment], [], []];
  const isHidden = (seat) => Object.hasOwn(terms.view_keys ?? {}, seat);
  const { game } = shoe;
  let [round, order, inPlay, out, layout, dealt, total] = [0, undefined, null, [], undefined, 0, 0];
  let ends;
  async function begin(number, held) {
    [round, inPlay, out, layout, dealt] = [number, held, [], undefined, 0];
    ends = { top: 0, bottom: 0 };
    order = await orderRound(keys, number, shoe.size, terms, held ?? []);
    const tree = scheme === "shoe3" ? openTree(seed, client_seed, number, order) : undefined;
    rounds.push({ order, inPlay: held ?? [], tree });
  }
  const shuffled = () => shoe.size - (inPlay?.length ?? 0);
  const left = () => range(shuffled()).filter((position) => !out.includes(position));
  await begin(0, null);

  /** Return the positions that can be drawn, the next one first: the top of a column is the last card that was laid. */
  function listNext({ pile, part, from = "top" }) {
    const whole = layout === undefined ? left() : undefined;
    const covered = (layout ?? []).filter((card) => card.name === pile && card.face === "down");
    const named = part ?? defaultPartOf(covered);
    const there = covered.filter((card) => card.part === named && game.stages.indexOf(card.stage) < dealt);
    const next = whole ?? there.map(({ position }) => position).filter((position) => !out.includes(position));
    const isColumn = ["tableau", "reserve", "payoff"].includes(pile);
    return (from === "top") === isColumn ? next.reverse() : next;
  }

  /** Return the pile of a call and its part, if that has a name. */
  function namePile({ pile = game.stock, part }) {
    const named =
      part ?? (layout && defaultPartOf(layout.filter((card) => card.name === pile && card.face === "down")));
    return { pile, ...(named && { part: named }) };
  }

  function findPosition(card) {
    if (typeof card === "number") return card;
    return range(shoe.size).find((position) => shoe.faceOf(order[position]) === card);
  }

  for (const [k, call] of calls.entries()) {
    const entry = { draw: k + 1, rounds: [], positions: [], [shoe.member]: [] };
    const [begun, hidden] = [k === 0 ? 0 : rounds.length, {}];
    const take = (position, isTold, seat) => {
      if (isTold && isHidden(seat)) {
        isTold = false;
        hidden[seat] = [...(hidden[seat] ?? []), showCard(shoe, rounds[round].tree, round, position, order[position])];
      }
      out.push(position);
      entry.rounds.push(round);
      entry.positions.push(position);
      entry[shoe.member].push(isTold ? shoe.faceOf(order[position]) : null);
    };
    const reshuffle = async (own) => {
      const held = call.in_play?.map(findPosition);
      if (held) entry.in_play = [...new Set([...held, ...own])].sort((one, other) => one - other);
      await begin(round + 1, held ? entry.in_play.map((position) => order[position]).sort((a, b) => a - b) : null);
    };
    if (call.deal !== undefined) {
      const isDue = dealt === game.stages.length && terms.reshuffle === "at_cut" && left().length <= terms.cut;
      if (call.reshuffle || isDue) await begin(round + 1, null);
      if (dealt % game.stages.length === 0) {
        layout = game.layOut(order, round, out.length > 0 ? listNext({ pile: game.stock }) : undefined);
        dealt = 0;
      }
      const stage = game.stages[dealt++];
      const cards = layout.filter((card) => card.stage === stage && card.face !== "down");
      for (const { position, face, name } of cards.sort((one, other) => one.position - other.position))
        take(position, face !== "burned", face === "own" ? name : undefined);
      seen.push({ ...entry, stage });
    } else {
      const pile = game && namePile(call);
      const isLow = terms.reshuffle === "at_cut" && out.length > 0 && left().length <= terms.cut;
      if (call.reshuffle || (isLow && !game)) await reshuffle([]);
      const { burn = 0 } = call;
      let own = [];
      for (const i of range(burn + call.draw)) {
        if (listNext({ ...call, ...pile }).length === 0) {
          await reshuffle(own);
          own = [];
        }
        const [position] = listNext({ ...call, ...pile });
        take(position, i >= burn, call.seat);
        own.push(position);
        ends[call.from ?? "top"]++;
      }
      seen.push({ ...entry, ...pile, ...(call.seat && { seat: call.seat }) });
    }
    if (scheme === "shoe3" && rounds.length > begun) seen.at(-1).roots = rounds.slice(begun).map(({ tree }) => tree.root);
    total += entry.positions.length;
    const record = recordOf(seen.at(-1), client_seed, scheme);
    records.push(canonicalJson(record));
    digests.push(await hashDraw(digests.at(-1), record, scheme));
    views.push(hidden);
  }
  const taken = game ? { positions: [...out].sort((one, other) => one - other) } : ends;
  const drawn = { round, total, draws: calls.length, digest: digests.at(-1), in_play: inPlay, ...taken };
  const receipt = { receipt: scheme, commitment, terms, server_seed, client_seed, drawn };
  return { shoe, keys, seen, records, digests, receipt, rounds, views };
}

/** Return positions in their order as text, with a hyphen for what lies between two in ascending order. */
function formatPositions(positions) {
  const runs = [];
  for (const position of positions)
    runs.at(-1)?.at(-1) === position - 1 ? runs.at(-1).push(position) : runs.push([position]);
  return runs.map((run) => (run.length === 1 ? String(run[0]) : `${run[0]}-${run.at(-1)}`)).join(" ");
}

/** Return the cards of a game's deal by stage, place and face. */
function listStages({ size, game }, order) {
  const groups = new Map();
  for (const { position, kind, name, part, stage, face } of game.layOut(order, 0)) {
    const place = { stage, [kind === "hands" ? "hand" : "pile"]: name, ...(part && { part }), face };
    const key = JSON.stringify(place);
    groups.set(key, { place, positions: [...(groups.get(key)?.positions ?? []), position] });
  }
  const listed = [...groups.values()].map(({ place, positions }) => ({
    ...place,
    positions: formatPositions(positions),
  }));
  return game.stages.flatMap((stage) => listed.filter((group) => group.stage === stage));
}

/** Return a copy of a file with another value at a path, or without what is there. */
export function alter(file, [path, value]) {
  const copy = structuredClone(file);
  const parent = path.slice(0, -1).reduce((node, key) => node[key], copy);
  if (value === undefined) Array.isArray(parent) ? parent.splice(path.at(-1), 1) : delete parent[path.at(-1)];
  else parent[path.at(-1)] = value;
  return copy;
}

/** Return what the check of an altered file finds, beside the notes of a player for whom the receipt is the right one. */
async function solveAltered(file, [path, value]) {
  const { receipt, seen, original_items: items } = alter(file, [path, value]);
  const { commitment, client_seed = null } = receipt;
  const notes = { commitment, ...(client_seed !== null && { client_seed }) };
  const { valid, difference, unchecked } = await checkSealedReceipt(receipt, seen, { items, ...notes });
  const { where, expected, seen: found } = difference ?? {};
  const missing = receipt.drawn.draws - seen.length;
  return {
    path,
    ...(value === undefined ? {} : { value }),
    valid,
    ...(difference && { difference: { where, expected, seen: found } }),
    ...(unchecked && { unchecked: { draws: `${missing} of ${receipt.drawn.draws} are not in seen, so the digest is not known` } }),
  };
}

/** Return the case of a life: the shoe, its rounds, the stages of its game, all its draws, its receipt and altered ones. */
export async function solveLife({ altered = [], original_items, ...asked }) {
  const { shoe, keys, seen, records, digests, receipt } = await liveShoe(asked);
  const { terms } = asked;
  const { rest, inPlay: inPlayKey } = await keys([]);
  const rounds = [];
  for (let [round, inPlay] = [0, []]; round <= receipt.drawn.round; round++) {
    const order = await orderRound(keys, round, shoe.size, terms, inPlay);
    const held = inPlay.length ? { in_play: inPlay } : {};
    rounds.push({ round, ...held, head: order.slice(0, 8), tail: order.slice(-4), sha256: await hashIndices(order) });
    const next = seen.find((entry) => entry.in_play && Math.max(...entry.rounds) === round + 1);
    inPlay = (next?.in_play ?? []).map((position) => order[position]).sort((one, other) => one - other);
  }
  const stages = shoe.game && { stages: listStages(shoe, await orderRound(keys, 0, shoe.size, terms)) };
  const file = { receipt, seen, ...(original_items && { original_items }) };
  const solved = [];
  for (const one of altered) solved.push(await solveAltered(file, one(file)));
  return {
    asked,
    answer: {
      canonical: canonicalJson(terms),
      commitment: receipt.commitment,
      ...{ key: toHex(rest), in_play_key: toHex(inPlayKey), size: shoe.size, rounds, ...stages },
      ...{ seen, records, digests, drawn: receipt.drawn },
    },
    ...(original_items && { original_items }),
    ...(altered.length && { altered: solved }),
  };
}

const hashIndices = (order) => hashParts(utf8(order.join(" ")));
