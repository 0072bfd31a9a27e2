/** Scripted lives of sealed shoes (scheme shoe2) for the golden vectors: their draws, records and receipts. */
import { canonicalJson, toHex } from "./canonical.mjs";
import { computeCommitment } from "./receipts.mjs";
import { deriveKeys, hashDraw, openShoe, orderRound, recordOf } from "./sealed.mjs";
import { parseDigest } from "./validation.mjs";

const range = (length, first = 0) => Array.from({ length }, (_, i) => first + i);

/**
 * Return what is seen of a shoe whose draws follow a script, and its receipt. A call is `{deal: stage}` or `{draw: count}`
 * with `burn`, `from`, `pile`, `part`; and with `reshuffle` or `in_play`, positions or codes.
 */
export async function liveShoe({ server_seed, client_seed, terms, calls }) {
  const shoe = await openShoe(terms);
  const seed = parseDigest("server_seed", server_seed);
  const keys = await deriveKeys(seed, client_seed);
  const commitment = await computeCommitment(seed, terms);
  const [seen, records, digests] = [[], [], [commitment]];
  const { game } = shoe;
  let [round, order, inPlay, out, layout, dealt, total] = [0, undefined, null, [], undefined, 0, 0];
  async function begin(number, held) {
    [round, inPlay, out, layout, dealt] = [number, held, [], undefined, 0];
    order = await orderRound(keys, number, shoe.size, terms, held ?? []);
  }
  const shuffled = () => shoe.size - (inPlay?.length ?? 0);
  const left = () => range(shuffled()).filter((position) => !out.includes(position));
  await begin(0, null);

  /** Return the positions that can be drawn, the next one first. */
  function listNext({ from = "top", pile, part }) {
    const whole = layout === undefined ? left() : undefined;
    const covered = (layout ?? []).filter((card) => card.name === pile && card.face === "down");
    const named = part ?? (covered.some((card) => card.part === "") ? "" : covered[0]?.part);
    const there = covered.filter((card) => card.part === named && game.stages.indexOf(card.stage) < dealt);
    const next = whole ?? there.map(({ position }) => position).filter((position) => !out.includes(position));
    return (from === "bottom") === (pile === "tableau") ? next : next.reverse();
  }

  function findPosition(card) {
    if (typeof card === "number") return card;
    return range(shoe.size).find((position) => shoe.faceOf(order[position]) === card);
  }

  for (const [k, call] of calls.entries()) {
    const entry = { draw: k + 1, rounds: [], positions: [], [shoe.member]: [] };
    const take = (position, isTold) => {
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
      if (call.reshuffle) await begin(round + 1, null);
      if (dealt % game.stages.length === 0) {
        layout = game.layOut(order, round, out.length > 0 ? left() : undefined);
        dealt = 0;
      }
      const stage = game.stages[dealt++];
      const cards = layout.filter((card) => card.stage === stage && card.face !== "down");
      for (const { position, face } of cards.sort((one, other) => one.position - other.position))
        take(position, face !== "burned");
      seen.push({ ...entry, stage });
    } else {
      const pile = game && { pile: call.pile ?? game.stock, ...(call.part && { part: call.part }) };
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
        take(position, i >= burn);
        own.push(position);
      }
      seen.push({ ...entry, ...pile });
    }
    total += entry.positions.length;
    records.push(canonicalJson(recordOf(seen.at(-1), client_seed)));
    digests.push(await hashDraw(digests.at(-1), recordOf(seen.at(-1), client_seed)));
  }
  const bottom = range(shuffled())
    .reverse()
    .findIndex((position) => !out.includes(position));
  const ends = { top: out.length - Math.max(bottom, 0), bottom: Math.max(bottom, 0) };
  const taken = game ? { positions: [...out].sort((one, other) => one - other) } : ends;
  const drawn = { round, total, draws: calls.length, digest: digests.at(-1), in_play: inPlay, ...taken };
  const receipt = { receipt: "shoe2", commitment, terms, server_seed, client_seed, drawn };
  return {
    shoe,
    keys: Object.fromEntries(Object.entries(keys).map(([name, key]) => [name, toHex(key)])),
    seen,
    records,
    digests,
    receipt,
  };
}
