/** Scripted lives of sealed shoes (scheme shoe2) for the golden vectors: their draws, records and receipts. */
import { createHash } from "node:crypto";
import { canonicalJson, hashParts, toHex, utf8 } from "./canonical.mjs";
import { checkSealedReceipt } from "./draws.mjs";
import { GAMES, gamePacks, stagesOf } from "./games.mjs";
import { EXACT, computeCommitment } from "./receipts.mjs";
import { deriveKeys, hashDraw, openShoe, orderRound, recordOf } from "./sealed.mjs";
import { parseDigest } from "./validation.mjs";

const defaultPartOf = (covered) => (covered.some(({ part }) => part === "") ? "" : covered[0]?.part);
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
  let ends;
  async function begin(number, held) {
    [round, inPlay, out, layout, dealt] = [number, held, [], undefined, 0];
    ends = { top: 0, bottom: 0 };
    order = await orderRound(keys, number, shoe.size, terms, held ?? []);
  }
  const shuffled = () => shoe.size - (inPlay?.length ?? 0);
  const left = () => range(shuffled()).filter((position) => !out.includes(position));
  await begin(0, null);

  /** Return the positions that can be drawn, the next one first. */
  function listNext({ pile, part, from = pile === "tableau" ? "bottom" : "top" }) {
    const whole = layout === undefined ? left() : undefined;
    const covered = (layout ?? []).filter((card) => card.name === pile && card.face === "down");
    const named = part ?? defaultPartOf(covered);
    const there = covered.filter((card) => card.part === named && game.stages.indexOf(card.stage) < dealt);
    const next = whole ?? there.map(({ position }) => position).filter((position) => !out.includes(position));
    return from === "top" ? next : next.reverse();
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
      const isDue = dealt === game.stages.length && terms.reshuffle === "at_cut" && left().length <= terms.cut;
      if (call.reshuffle || isDue) await begin(round + 1, null);
      if (dealt % game.stages.length === 0) {
        layout = game.layOut(order, round, out.length > 0 ? listNext({ pile: game.stock }) : undefined);
        dealt = 0;
      }
      const stage = game.stages[dealt++];
      const cards = layout.filter((card) => card.stage === stage && card.face !== "down");
      for (const { position, face } of cards.sort((one, other) => one.position - other.position))
        take(position, face !== "burned");
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
        take(position, i >= burn);
        own.push(position);
        ends[call.from ?? "top"]++;
      }
      seen.push({ ...entry, ...pile });
    }
    total += entry.positions.length;
    records.push(canonicalJson(recordOf(seen.at(-1), client_seed)));
    digests.push(await hashDraw(digests.at(-1), recordOf(seen.at(-1), client_seed)));
  }
  const taken = game ? { positions: [...out].sort((one, other) => one - other) } : ends;
  const drawn = { round, total, draws: calls.length, digest: digests.at(-1), in_play: inPlay, ...taken };
  const receipt = { receipt: "shoe2", commitment, terms, server_seed, client_seed, drawn };
  return { shoe, keys, seen, records, digests, receipt };
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
function alter(file, [path, value]) {
  const copy = structuredClone(file);
  const parent = path.slice(0, -1).reduce((node, key) => node[key], copy);
  if (value === undefined) Array.isArray(parent) ? parent.splice(path.at(-1), 1) : delete parent[path.at(-1)];
  else parent[path.at(-1)] = value;
  return copy;
}

/** Return what the check of an altered file finds. */
async function solveAltered(file, [path, value]) {
  const { receipt, seen, original_items } = alter(file, [path, value]);
  const { valid, difference, unchecked } = await checkSealedReceipt(receipt, seen, original_items);
  return {
    path,
    ...(value === undefined ? {} : { value }),
    valid,
    ...(difference && { difference }),
    ...(unchecked && { unchecked }),
  };
}

/** Return the case of a life: the shoe, its rounds, the stages of its game, all its draws, its receipt and altered ones. */
export async function solveLife({ altered = [], original_items, ...asked }) {
  const { shoe, keys, seen, records, digests, receipt } = await liveShoe(asked);
  const { server_seed, client_seed, terms } = asked;
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
      ...{ key: toHex(keys.rest), in_play_key: toHex(keys.inPlay), size: shoe.size, rounds, ...stages },
      ...{ seen, records, digests, drawn: receipt.drawn },
    },
    ...(original_items && { original_items }),
    ...(altered.length && { altered: solved }),
  };
}

const hashIndices = (order) => hashParts(utf8(order.join(" ")));

// Games: each with the minimum, maximum and default of players, and with each number that is dealt differently; after the
// last stage cards from the pile of the game, and from the others in which cards lie face down.
const OTHER_PLAYERS = {
  pinochle: [3],
  briscola: [3],
  rummy: [3, 5],
  canasta: [3],
  cribbage: [3],
  dominoes: [3],
  hearts: [3],
};
const PILES = {
  blackjack: [{ pile: "dealer" }],
  euchre: [{ pile: "kitty" }],
  skat: [{ pile: "skat" }],
  pinochle: [{ pile: "widow" }],
  klondike: [{ pile: "tableau" }, { pile: "tableau", part: "7" }],
  spider: [{ pile: "tableau", part: "10" }],
  mahjong: [{ pile: "wall", from: "bottom" }],
  riichi: [
    { pile: "dead_wall" },
    ...["dora_indicators", "ura_dora_indicators"].map((part) => ({ pile: "dead_wall", part })),
  ],
};
const NO_STOCK = "bridge hearts spades whist euchre skat tressette war freecell".split(" ");

const hash = (text) => createHash("sha256").update(text).digest("hex");
const EXAMPLE_SEED = range(32)
  .map((i) => i.toString(16).padStart(2, "0"))
  .join("");
const shuffleTerms = { scheme: "shoe2", stream: "sd1", algorithm: "fisher_yates", cut: 0, reshuffle: "when_empty" };
const deckTerms = (terms) => ({ ...shuffleTerms, decks: 1, exclude: [], ...terms });
const gameTerms = ({ cut, reshuffle, algorithm, label, board, ...game }) =>
  deckTerms(
    JSON.parse(JSON.stringify({ ...gamePacks(game), game: game.game, cut, reshuffle, algorithm, label, board })),
  );
const dealAll = (terms) => stagesOf(terms).map(([deal]) => ({ deal }));

function playGame({ game, players }) {
  const terms = gameTerms({ game, players });
  const hasStock = !NO_STOCK.includes(game) && !(game === "pinochle" && players > 2);
  const isThere = ({ pile }) => pile !== "widow" || players === 3;
  const piles = (PILES[game] ?? []).filter(isThere).map((pile) => ({ draw: 1, ...pile }));
  return {
    terms,
    calls: [...dealAll(terms), ...(hasStock ? [{ draw: 2 }, { draw: 1, burn: 1, from: "bottom" }] : []), ...piles],
  };
}

// Alterations: a function of a file returns a path and another value.
const set =
  (...path) =>
  () => [path.slice(0, -1), path.at(-1)];
const drop =
  (...path) =>
  () => [path];
const flip =
  (...path) =>
  (file) => {
    const digits = path.reduce((node, key) => node[key], file);
    return [path, (digits[0] === "0" ? "1" : "0") + digits.slice(1)];
  };
const add =
  (number, ...path) =>
  (file) => [path, path.reduce((node, key) => node[key], file) + number];
const swapSeen = (k, name, one, other) => (file) => {
  const values = [...file.seen[k][name]];
  [values[one], values[other]] = [values[other], values[one]];
  return [["seen", k, name], values];
};
const RECEIPT = [
  ...[flip("receipt", "commitment"), flip("receipt", "server_seed"), set("receipt", "terms", "label", "another")],
  ...[flip("receipt", "drawn", "digest"), add(1, "receipt", "drawn", "draws"), add(-1, "receipt", "drawn", "draws")],
  add(1000000, "receipt", "drawn", "total"),
];

const NAMES = range(40, 1).map((i) => ({ name: `Entrant ${i}`, ticket: 7 * i }));
const HOLDEM = {
  terms: gameTerms({ game: "holdem", players: 3 }),
  calls: [...["hole", "flop", "turn", "river"].map((deal) => ({ deal })), { deal: "hole", reshuffle: true }],
};
const RUMMY = {
  terms: gameTerms({ game: "rummy", players: 2, label: "rummy" }),
  calls: [{ deal: "deal" }, { draw: 28 }, { draw: 5, in_play: range(20) }, { draw: 2, from: "bottom", in_play: [] }],
};

/** The first two are the worked examples of docs/stream.md. */
export const LIVES = [
  {
    ...{ server_seed: EXAMPLE_SEED, client_seed: "correct horse", ...HOLDEM },
    altered: [
      ...RECEIPT,
      ...[swapSeen(1, "cards", 1, 2), set("seen", 2, "cards", 1, "AS"), swapSeen(0, "positions", 0, 1)],
      ...[drop("seen", 2), set("seen", 2, "stage", "river"), set("seen", 1, "positions", [6, 7, 8, 10])],
      ...[set("receipt", "drawn", "positions", [0, 1, 2, 3, 4]), set("receipt", "drawn", "round", 2)],
      ...[set("receipt", "drawn", "in_play", []), set("receipt", "client_seed", "another")],
      ...[add(1, "receipt", "drawn", "total"), set("seen", 4, "draw", 9)],
    ],
  },
  {
    ...{ server_seed: EXAMPLE_SEED, client_seed: "correct horse", ...RUMMY },
    altered: [
      ...RECEIPT,
      ...[set("seen", 2, "cards", 4, "AS"), set("seen", 2, "in_play", [...range(19), 49, 50, 51])],
      ...[set("receipt", "drawn", "in_play", range(19)), set("seen", 3, "pile", "discards")],
      ...[drop("seen", 0), swapSeen(1, "positions", 0, 1), set("receipt", "drawn", "positions", [0, 1, 2, 3, 4, 5])],
    ],
  },
  {
    client_seed: "42",
    terms: deckTerms({ deck: "standard", decks: 6, cut: 60, reshuffle: "at_cut", label: "table 7" }),
    calls: [
      { draw: 200, burn: 1 },
      { draw: 60, from: "bottom" },
      { draw: 5, in_play: [0, 1, 311, 200] },
      { draw: 3, burn: 2 },
    ],
    altered: [...RECEIPT, add(1, "receipt", "drawn", "top"), set("receipt", "drawn", "bottom", 400), drop("seen", 3)],
  },
  {
    terms: deckTerms({ deck: "euchre" }),
    calls: [
      { draw: 20 },
      { draw: 6 },
      { draw: 22, from: "bottom" },
      { draw: 1, reshuffle: true },
      { draw: 3, reshuffle: true, in_play: [0] },
    ],
    altered: [...RECEIPT, swapSeen(1, "rounds", 3, 4), set("seen", 0, "rounds", 0, 1), swapSeen(0, "cards", 0, 1)],
  },
  {
    client_seed: "a",
    terms: deckTerms({ deck: "dominoes", highest: 9, reshuffle: "never" }),
    calls: [{ draw: 10 }, { draw: 3, from: "bottom" }],
    altered: [...RECEIPT, set("receipt", "drawn", "round", 1)],
  },
  {
    client_seed: "b",
    terms: {
      ...shuffleTerms,
      min: 1,
      max: 40,
      items_sha256: hash(canonicalJson(NAMES)),
      label: "quicknet round 30000000",
    },
    calls: [{ draw: 3 }, { draw: 2, burn: 1, from: "bottom" }],
    original_items: NAMES,
    altered: [...RECEIPT, set("seen", 1, "integers", 1, 40), set("original_items", 7, { name: "Eve", ticket: 56 })],
  },
  {
    client_seed: "Grüße 🂡",
    terms: { ...shuffleTerms, min: -3, max: 3, reshuffle: "at_cut", cut: 2 },
    calls: [{ draw: 5 }, { draw: 2, in_play: [0, 4] }, { draw: 1 }],
  },
  { terms: { ...shuffleTerms, min: 1, max: 1000000 }, calls: [{ draw: 10 }] },
  { terms: { ...shuffleTerms, min: 7, max: 7 }, calls: [{ draw: 1 }, { draw: 1, from: "bottom" }] },
  ...EXACT.map((algorithm) => ({
    client_seed: algorithm,
    terms: deckTerms({ deck: "wild_colours", algorithm }),
    calls: [{ draw: 100 }, { draw: 20, in_play: range(50) }],
  })),
  {
    terms: gameTerms({ game: "bridge", board: 6 }),
    calls: [{ deal: "deal" }, ...range(4).map(() => ({ deal: "deal", reshuffle: true }))],
    altered: [set("receipt", "terms", "board", 7), set("seen", 1, "cards", 0, null), swapSeen(1, "cards", 0, 1)],
  },
  {
    client_seed: "blackjack",
    terms: gameTerms({ game: "blackjack", decks: 1, players: 2, cut: 20, reshuffle: "at_cut" }),
    calls: [
      ...[
        { deal: "first_cards" },
        { deal: "second_cards" },
        { draw: 3 },
        { draw: 1, pile: "dealer" },
        { draw: 1, from: "bottom" },
      ],
      ...[
        { deal: "first_cards" },
        { deal: "second_cards" },
        { draw: 2 },
        { deal: "first_cards" },
        { deal: "second_cards" },
      ],
      ...[
        { draw: 30, in_play: range(15) },
        { deal: "first_cards", reshuffle: true },
      ],
    ],
    altered: [...RECEIPT, set("seen", 3, "cards", 0, "AS"), set("seen", 5, "stage", "second_cards"), drop("seen", 4)],
  },
  {
    terms: gameTerms({ game: "blackjack", decks: 1, players: 1, cut: 45, reshuffle: "at_cut" }),
    calls: [
      ...[{ deal: "first_cards" }, { deal: "second_cards" }, { draw: 3 }, { draw: 1 }, { draw: 1, pile: "dealer" }],
      ...[{ deal: "first_cards" }, { deal: "second_cards" }, { draw: 1, reshuffle: true, in_play: [1, 2, 3] }],
    ],
    altered: [set("seen", 5, "rounds", [0, 0, 0]), drop("seen", 7)],
  },
  {
    terms: gameTerms({ game: "baccarat", decks: 1 }),
    calls: [...range(5).map(() => ({ deal: "coup" })), { deal: "coup", reshuffle: true }],
  },
  {
    terms: gameTerms({ game: "riichi", red_fives: 4, exclude: ["7z"], reshuffle: "never" }),
    calls: [
      { deal: "hands" },
      { deal: "indicator" },
      { draw: 4 },
      { draw: 1, pile: "dead_wall" },
      { draw: 1, pile: "dead_wall", part: "dora_indicators" },
    ],
    altered: [
      set("seen", 3, "part", "dora_indicators"),
      set("seen", 4, "cards", 0, "1m"),
      set("seen", 3, "cards", 0, "1m"),
    ],
  },
  {
    terms: gameTerms({ game: "dominoes", players: 3, highest: 9 }),
    calls: [{ deal: "deal" }, { draw: 40, in_play: [] }, { draw: 3, in_play: [1, 2, 3] }],
  },
  {
    terms: gameTerms({ game: "bingo_call" }),
    calls: [{ deal: "deal" }, { draw: 3 }, { deal: "deal", reshuffle: true }, { draw: 2, from: "bottom" }],
    altered: [set("seen", 1, "cards", 0, "B1")],
  },
  ...Object.entries(GAMES).flatMap(([game, { players }]) =>
    [...new Set([...players, ...(OTHER_PLAYERS[game] ?? [])])].map((number) => playGame({ game, players: number })),
  ),
].map(({ server_seed, client_seed = null, ...one }, turn) => ({
  server_seed: server_seed ?? hash(`server seed of shoe2 ${turn}`),
  client_seed,
  ...one,
}));
