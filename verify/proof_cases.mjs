/** The cases of the verifiable random function and of proved responses (scheme vrf1) for the golden vectors. */
import { canonicalJson, concatenate, hashList, toHex } from "./canonical.mjs";
import { deriveVrfKey, proofToHash, prove } from "./ecvrf.mjs";
import { GAMES } from "./games.mjs";
import { alter } from "./lives.mjs";
import { checkProvedResponse, inputParts, publicJwk, requestOf } from "./proofs.mjs";
import { deriveResponse } from "./responses.mjs";

const fromHex = (digits) => Uint8Array.from(Buffer.from(digits, "hex"));
const range = (length, first = 0) => Array.from({ length }, (_, i) => first + i);
const SECRET = toHex(range(32));

// The secrets and inputs of the examples 16, 17 and 18 of RFC 9381; then inputs of 0 to 255 bytes.
export const FUNCTIONS = [
  ["9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60", ""],
  ["4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb", "72"],
  ["c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7", "af82"],
  ...[0, 1, 2, 31, 32, 33, 64, 111, 112, 127, 128, 255].map((length) => [SECRET, toHex(range(length))]),
].map(([secret, input]) => ({ secret, input }));

/** Return the public key, the proof and the output of an input under a secret key. */
export async function solveFunction({ secret, input }) {
  const { publicKey } = await deriveVrfKey(fromHex(secret));
  const pi = await prove(fromHex(secret), fromHex(input));
  return { secret, input, public_key: toHex(publicKey), pi: toHex(pi), beta: toHex(await proofToHash(pi)) };
}

const QUICKNET_2 = {
  chain_hash: "52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971",
  round: 2,
  signature: "b6b6a585449b66eb12e875b64fcbab3799861a00e4dbf092d99e969a5eac57dd3f798acf61e705fe4f093db926626807",
};
const TABLES = [
  { game: "table 7", round: 1042, players: ["Ann 3f1c", "Bob 90be"] },
  { game: "Tisch – Grün 🂡", round: 0, players: ['"\\/\b\t\n\f\r\u0001\u001f\u007f\u00e9e\u0301\u2028'] },
  { game: "🀄".repeat(256), round: 2 ** 53 - 1, players: range(64).map((seat) => `player ${seat}`) },
  { game: "raffle", round: 7, players: ["a", "a"], beacon: QUICKNET_2 },
];
const NO_TRUMP = {
  all: [
    { hand: "N", points: "hcp", min: 15, max: 17 },
    { hand: "N", shape: "balanced" },
  ],
};

// Alterations: a path and another value, or none in order to remove what is there.
const TABLE = [
  [["proof", "alpha", "round"], 1043],
  [["proof", "alpha", "game"], "table 8"],
  [["proof", "alpha", "players", 1], "Bob 90bf"],
  [["proof", "alpha", "players", 1]],
  [["proof", "alpha", "stream"], "sd2"],
  [["proof", "alpha", "time"], 1700000000],
  [["proof", "scheme"], "vrf2"],
  [["proof", "pi"], "00".repeat(80)],
  [["proof", "pi"], "00".repeat(79)],
  [["proof", "kid"], "another"],
  [["proof", "kid"]],
  [["seed"], "00".repeat(64)],
  [["seed"], "42"],
  [["index"], 1],
];
const DECK = [
  [["proof", "alpha", "request", "path"], "/v1/decks/standard/deal"],
  [["deck"], "piquet"],
];
const GIVEN_CARD = [["given", "hands", "1", 0], "AD"];
const HAND_CARD = [["hands", 1, "cards", 3], "2S"];
const WORDS = [["notation"], "words"]; // an unknown one: cards in others than "code" are not compared
const SIZE = [["size"], 53];
const OWN = [["constructor"], 1]; // every object of JavaScript inherits this name
const DRUMS = [
  { max: 50, count: 5 },
  { max: 12, count: 2, replacement: true },
];
const DICE = [["replacement"], false];
const LOOT = ["common", "rare", { epic: [1, null] }];
const PILES = ["row", "column"].map((name) => ({ name, cards: 1 }));
const HASH = [["items_sha256"], "00".repeat(32)];

// The path of a request, its body but for `prove`, and alterations of its response. The first is the worked example.
const PROVED = [
  ["decks/standard/shuffle", { count: 5 }, ...TABLE, ...DECK, [["cards", 3], "2S"], [["cards", 4]], [["indices", 0]]],
  ["decks/piquet/shuffle", { algorithm: "durstenfeld" }, OWN],
  ["decks/standard/shuffle", { decks: 2, jokers: 1, exclude: ["2S", "2H"], count: 8 }, SIZE, [["exclude", 1], "2D"]],
  ["decks/tarot/shuffle", { suit_order: "CDHS", algorithm: "riffle", passes: 3, count: 4 }, [["passes"], 4]],
  ["decks/standard/shuffle", { count: 2, repeats: 3 }, [["cards", 2, 1], "2S"], [["repeats"], 2], [["cards", 2]]],
  ["decks/standard/deal", { hands: 2, cards: 5, burn: 1 }, HAND_CARD, [["burn"]], [["cards"], 6]],
  ["decks/euchre/deal", { hands: 4, packets: [3, 2], repeats: 2 }, [["packets", 0], 2]],
  ["decks/standard/deal", { hands: 2, cards: 3, given: { hands: { 1: ["AS", "AH"] } } }, GIVEN_CARD],
  ["games/bridge/deal", {}, [["board"], 2], [["hands", 0, "cards", 0], "2S"]],
  ["games/bridge/deal", { board: 6, repeats: 3 }, [["board", 0], 5], [["board", 1], 8]],
  ["games/holdem/deal", { players: 3 }, [["players"], 4], [["game"], "omaha"], [["piles", 0, "cards", 0], "2S"]],
  ["games/blackjack/deal", { players: 2, repeats: 2 }],
  ["games/hearts/deal", { players: 3 }, [["max_candidates"], 9]],
  ["games/riichi/deal", {}],
  ["games/canasta/deal", { players: 4 }],
  ["games/freecell/deal", { algorithm: "inside_out" }],
  ["games/bridge/deal", { where: NO_TRUMP, repeats: 2 }, [["matches", 0], 0], [["where", "all", 0, "max"], 18]],
  ["games/bridge/deal", { board: 3, where: NO_TRUMP }, WORDS, [["candidates"], 1], [["hands", 2, "cards", 1], "2S"]],
  ["games/bridge/deal", { board: 2, where: { hand: "N", points: "hcp", min: 34 }, max_candidates: 20 }],
  ["decks/standard/deal", { hands: 2, cards: 13, where: { hand: 1, points: "hcp", min: 36 }, max_candidates: 20 }],
  ["integers", { min: 1, max: 49, count: 6, replacement: false }, [["integers", 5], 1], [["max"], 48], [["count"], 5]],
  ["integers", { min: 1, max: 6, count: 4, replacement: true, repeats: 5 }, [["integers", 4, 0], 7], DICE],
  ["items/shuffle", { items: ["Ann", { Bob: [1, null] }, "Cem"] }, HASH, [["items", 0], "Dee"]],
  ["items/shuffle", { items: range(40, 100), count: 3, repeats: 2 }, [["indices", 0, 0], 1], [["size"], 41]],
  ["items/draw", { items: LOOT, weights: [70, 25, 5], count: 4, replacement: true }, HASH, [["weights", 2], 6], [["count"], 5]],
  ["items/draw", { items: LOOT, weights: [70, 0, 5], count: 2, repeats: 2 }, [["indices", 1, 0], 1], [["replacement"], true]],
  ["items/deal", { items: range(40, 100), hands: 3, cards: 5 }, [["hands", 2, "indices", 0], 1], [["cards"], 4]],
  ["items/deal", { items: LOOT, hands: 1, cards: 1, burn: 1, piles: [{ name: "market", cards: 1 }] }, [["piles", 1, "name"], "x"]],
  ["items/deal", { items: [...LOOT, 1, 2], hands: 2, packets: [1], piles: PILES, repeats: 2 }, HASH, [["piles", 1, 0, "items", 0], 7]],
  ["items/draw", { items: LOOT }, [["weights"], [1, 1, 1]], [["items", 0], "mythic"]],
  ["integers/draw", { drums: DRUMS }, [["integers", 1, 0], 13], [["drums", 1, "max"], 11], [["drums", 0, "count"]], OWN],
  ["integers/draw", { drums: [{ min: 0, max: 9 }], repeats: 3 }, [["integers", 2, 0, 9], 10], [["drums", 0, "min"], 1], [["algorithm"], "riffle"]],
  ["bingo/strips", {}, [["strip", 0, 0, 0], 90], [["algorithm"], "riffle"]],
  ["bingo/strips", { repeats: 2 }, [["strip", 1, 5, 2], []], [["draws"], 1]],
].map(([path, body, ...altered], turn) => ({ path: `/v1/${path}`, body, table: TABLES[turn < 4 ? turn : 0], altered }));
export const PROOFS = PROVED.map((one) => ({ secret: SECRET, ...one }));

/** Return the request of a path and a body in the form in which responses are derived. */
function parseRequest(path, { items, ...fields }) {
  const [, , kind, name] = path.split("/");
  if (kind === "items") return { n: items.length, ...(name === "draw" && { count: 1, replacement: false }), ...fields };
  const names = { decks: "deck", games: "game", bingo: "bingo" };
  return { ...(kind in names && { [names[kind]]: name }), ...fields };
}

/** Return a result as the vectors have it, which are frozen: there, the seats of a deal of no game are numbers. */
export function numberSeats({ game }, { ...result }) {
  const toNumber = (hand) => (Array.isArray(hand) ? hand.map(toNumber) : { ...hand, seat: Number(hand.seat) });
  if (game === undefined && result.hands) result.hands = result.hands.map(toNumber);
  return result;
}

/** Return the response to a request under a seed, with the fields that it repeats. */
async function respond(path, body, seed) {
  const request = parseRequest(path, body);
  const { file_board, first_board, ...response } = numberSeats(request, await deriveResponse({ ...request, seed })); // frozen without
  const { n, count, hands, piles, board, max_candidates, bingo, ...repeated } = request;
  const draws = request.replacement === undefined ? {} : { count };
  if (n === undefined) return { ...GAMES[request.game]?.packs, ...repeated, ...draws, ...response };
  const pick = (index) => (Array.isArray(index) ? index.map(pick) : body.items[index]);
  for (const place of [response.hands ?? response, response.piles ?? []].flat(3)) place.items = place.indices.map(pick);
  return { ...repeated, ...draws, items_sha256: await hashList(body.items), ...response };
}

/** Return a proved request with its path, its alpha in canonical JSON, its proof and its response, and altered ones. */
export async function solveProof({ secret, path, body, table, altered }) {
  const { publicKey } = await deriveVrfKey(fromHex(secret));
  const jwk = await publicJwk(publicKey);
  const asked = { ...body, prove: { key: jwk.kid, ...table } };
  const request = requestOf(await respond(path, body, "0"), body);
  const alpha = { scheme: "vrf1", stream: "sd1", ...table, request };
  const pi = await prove(fromHex(secret), concatenate(...inputParts(alpha)));
  const seed = toHex(await proofToHash(pi));
  const proof = { scheme: "vrf1", kid: jwk.kid, alpha, pi: toHex(pi) };
  const answer = JSON.parse(JSON.stringify({ ...(await respond(path, body, seed)), proof }));
  const summarize = async (file) => {
    const check = checkProvedResponse(file, { keys: [jwk] });
    const { difference, unchecked, notes, ...rest } = await check.catch(({ where }) => ({ valid: null, refused: where }));
    const names = unchecked && { unchecked: Object.keys(unchecked) };
    return { ...rest, ...(difference && { where: difference.where }), ...names };
  };
  const results = [];
  for (const [at, value] of altered) {
    const { unchecked, ...rest } = await summarize(alter(answer, [at, value]));
    const isUnknown = !Object.hasOwn(answer, at[0]) && unchecked?.includes(at[0]); // in the vectors, which are frozen, it is refused
    const finding = isUnknown ? { ...rest, refused: at[0] } : { ...rest, ...(unchecked && { unchecked }) };
    results.push({ path: at, ...(value === undefined ? {} : { value }), ...finding });
  }
  return {
    ...{ secret, jwk, path, asked },
    ...{ canonical: canonicalJson(alpha), answer, ...(await summarize(answer)) },
    ...(results.length && { altered: results }),
  };
}
