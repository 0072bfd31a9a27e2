/** The cases of private hands (scheme shoe3) for the golden vectors. */
import { createECDH, createHash } from "node:crypto";
import { canonicalJson } from "./canonical.mjs";
import { toBase64url } from "./jwk.mjs";
import { EXAMPLE_SEED, add, dealAll, deckTerms, drop, flip, gameTerms, hash, range, set, shuffleTerms, swapSeen } from "./life_cases.mjs";
import { publicSigner, solvePrivateLife } from "./private_lives.mjs";

/** Return the secret JWK of P-256 that a name stands for. */
function readerOf(name) {
  const ecdh = createECDH("prime256v1");
  ecdh.setPrivateKey(createHash("sha256").update(name).digest());
  const point = ecdh.getPublicKey();
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((bytes) => toBase64url(bytes));
  return { kty: "EC", crv: "P-256", x, y, d: toBase64url(ecdh.getPrivateKey()) };
}
const publicReader = ({ d: _, ...jwk }) => jwk;

/** Return secrets of seats, by name, with which all consent, and the members of terms that follow. */
function seat(names, { viewed = names, quorum = names.length, start = quorum } = {}) {
  const entries = names.map((name) => [name, { consent: hash(`consent of ${name}`), view: readerOf(`view of ${name}`) }]);
  const keys = Object.fromEntries(entries.map(([name, { consent }]) => [name, publicSigner(consent)]));
  const viewKeys = viewed.map((name) => [name, publicReader(Object.fromEntries(entries)[name].view)]);
  return {
    secrets: Object.fromEntries(entries),
    members: { consent: { keys, quorum, start }, ...(viewKeys.length && { view_keys: Object.fromEntries(viewKeys) }) },
  };
}

const asPrivate = (terms, members = {}) => ({ ...terms, scheme: "shoe3", reveal: "all", ...members });
const itemTerms = (terms) => ({ ...shuffleTerms, ...terms });
const sealed = (terms, members, calls) => ({ terms: asPrivate(terms, members), calls });

/** A case whose seats have keys. */
function seated(names, options, terms, members, calls) {
  const { secrets, members: keys } = seat(names, options);
  return { ...sealed(terms, { ...members, ...keys }, calls), secrets };
}

const HOLDEM_STAGES = ["hole", "flop", "turn", "river"].map((deal) => ({ deal }));
const ITEMS = ["knight", "knight", "a, b", 'a "queen" \\ of\n', " Grüße 🂡 ", "é", "1", "null", ""].map((text) => text || "x".repeat(256));
const MORE_CALLS = {
  baccarat: [{ deal: "coup" }],
  klondike: [{ draw: 2 }, { draw: 1, pile: "tableau" }],
  mahjong: [{ draw: 1, from: "bottom" }],
  riichi: [{ draw: 1, pile: "dead_wall", part: "ura_dora_indicators" }],
};
const NAMES = range(40, 1).map((i) => ({ name: `Entrant ${i}`, ticket: 7 * i }));
const AUDITOR = { reveal: "auditor", auditor: publicReader(readerOf("auditor")) };

const RECEIPT = [
  ...[flip("receipt", "commitment"), set("receipt", "terms", "label", "another"), flip("receipt", "drawn", "digest")],
  ...[add(1, "receipt", "drawn", "draws"), add(1, "receipt", "drawn", "total"), add(1, "receipt", "drawn", "round")],
  ...[flip("seen", 0, "roots", 0), drop("seen", 0, "roots"), set("receipt", "client_seed", "another"), drop("seen", 0)],
];
const FULL = [...RECEIPT, flip("receipt", "server_seed")];
const PARTIAL = [
  ...[...RECEIPT, flip("receipt", "seed_hash"), flip("receipt", "root"), set("receipt", "root", null)],
  ...[flip("receipt", "shown", 0, "salt"), flip("receipt", "shown", 0, "path", 0), drop("receipt", "shown", 0, "path", 0)],
  ...[add(1, "receipt", "shown", 0, "position"), set("receipt", "shown", 0, "round", 7)],
];

/** The first one is the worked example of docs/private.md. */
export const PRIVATE_LIVES = [
  {
    ...{ server_seed: EXAMPLE_SEED, client_seed: "correct horse" },
    ...seated(["1", "dealer"], {}, gameTerms({ game: "holdem", players: 2 }), { reveal: "shown" }, HOLDEM_STAGES),
    altered: [
      ...[...FULL, set("seen", 1, "cards", 1, "AS"), set("seen", 2, "stage", "river")],
      ...[set("receipt", "terms", "consent", "quorum", 1), swapSeen(3, "positions", 0, 1)],
    ],
    alteredPartial: [
      ...[...PARTIAL, set("receipt", "shown", 0, "card", "AS"), set("seen", 1, "cards", 1, "AS"), set("seen", 2, "stage", "river")],
      ...[set("receipt", "terms", "consent", "quorum", 1), swapSeen(3, "positions", 0, 1), set("seen", 2, "positions", 0, 11)],
    ],
  },
  {
    client_seed: "rummy",
    ...seated(["1", "dealer"], { viewed: ["1"] }, gameTerms({ game: "rummy", players: 2, label: "rummy" }), AUDITOR, [
      ...[{ deal: "deal" }, { draw: 1, seat: "1" }, { draw: 27, seat: "dealer" }],
      ...[{ draw: 5, seat: "1", in_play: range(20) }, { draw: 2, from: "bottom", in_play: [] }],
    ]),
    altered: [...FULL, set("seen", 3, "seat", "dealer"), set("seen", 3, "in_play", [...range(19), 49, 50, 51])],
    alteredPartial: [
      ...[...PARTIAL, set("seen", 3, "seat", "dealer"), set("receipt", "drawn", "in_play", 22), drop("seen", 3, "in_play")],
      ...[set("receipt", "drawn", "positions", [0, 1]), flip("seen", 3, "roots", 0)],
    ],
  },
  {
    client_seed: "table 7",
    ...sealed(deckTerms({ deck: "standard", decks: 2, cut: 20, reshuffle: "at_cut", label: "table 7" }), {}, [
      ...[{ draw: 70, burn: 1 }, { draw: 14, from: "bottom" }, { draw: 5, in_play: [0, 1, 103, 50] }, { draw: 3, burn: 2 }],
    ]),
    altered: [...FULL, add(1, "receipt", "drawn", "top"), set("seen", 2, "cards", 0, "AS")],
    alteredPartial: [...PARTIAL, add(1, "receipt", "drawn", "top"), add(1, "seen", 3, "rounds", 4)],
  },
  {
    client_seed: null,
    ...sealed(deckTerms({ deck: "euchre" }), { reveal: "shown" }, [
      ...[{ draw: 20 }, { draw: 6 }, { draw: 70 }, { draw: 22, from: "bottom" }],
      ...[{ draw: 1, reshuffle: true }, { draw: 3, reshuffle: true, in_play: [0] }],
    ]),
    alteredPartial: PARTIAL,
  },
  {
    client_seed: "b",
    ...sealed({ ...shuffleTerms, min: 1, max: 40, items_sha256: hash(canonicalJson(NAMES)) }, {}, [
      ...[{ draw: 3 }, { draw: 2, burn: 1, from: "bottom" }],
    ]),
    original_items: NAMES,
    altered: [...FULL, set("original_items", 7, { name: "Eve", ticket: 56 }), set("seen", 1, "integers", 1, 40)],
    alteredPartial: [...PARTIAL, add(1, "receipt", "shown", 0, "integer"), add(1, "receipt", "shown", 0, "index")],
  },
  {
    client_seed: "Grüße 🂡",
    ...sealed({ ...shuffleTerms, min: -3, max: 3, reshuffle: "at_cut", cut: 2 }, { reveal: "shown" }, [
      ...[{ draw: 5 }, { draw: 2, in_play: [0, 4] }, { draw: 1 }],
    ]),
  },
  ...[1, 2, 3, 5, 6, 1000].map((max) => ({
    client_seed: `${max}`,
    ...sealed({ ...shuffleTerms, min: 1, max }, { reveal: "shown" }, [{ draw: Math.min(max, 3) }]),
  })),
  {
    client_seed: "items",
    ...seated(["Anna", "b_2", "-"], { viewed: ["Anna", "-"], quorum: 2, start: 3 }, itemTerms({ items: ITEMS }), AUDITOR, [
      ...[{ draw: 2, seat: "Anna" }, { draw: 3, seat: "b_2" }, { draw: 5, burn: 1, seat: "-" }],
      { draw: 2, reshuffle: true, in_play: [0, 1] },
    ]),
    altered: [...FULL, set("seen", 1, "cards", 0, "null"), set("receipt", "terms", "items", 0, "king")],
    alteredPartial: [...PARTIAL, set("receipt", "shown", 0, "card", "knights"), set("receipt", "terms", "items", 0, "king")],
  },
  {
    client_seed: "cut",
    ...sealed(itemTerms({ items: range(30, 1).map(String), reshuffle: "at_cut", cut: 10, label: "cards" }), {}, [
      ...[{ draw: 21 }, { draw: 4 }, { draw: 4, from: "bottom", in_play: [0, 1, 2] }],
    ]),
    altered: FULL,
  },
  {
    client_seed: null,
    ...sealed(itemTerms({ items: ["only"], reshuffle: "never" }), {}, [{ draw: 1 }]),
  },
  ...["fisher_yates", "rejection", "random_slot", "durstenfeld", "inside_out"].map((algorithm) => ({
    client_seed: algorithm,
    ...sealed(deckTerms({ deck: "piquet", algorithm }), { reveal: "shown" }, [{ draw: 20 }, { draw: 16, in_play: range(9) }]),
  })),
  {
    client_seed: "bingo",
    ...sealed(gameTerms({ game: "bingo_call" }), { reveal: "shown" }, [
      ...[{ deal: "deal" }, { draw: 3 }, { deal: "deal", reshuffle: true }, { draw: 2, from: "bottom" }],
      { deal: "deal", reshuffle: true },
    ]),
    altered: [...FULL, flip("seen", 4, "roots", 0)],
    alteredPartial: [...PARTIAL.slice(0, 12), flip("seen", 4, "roots", 0)],
  },
  {
    client_seed: "blackjack",
    ...seated(["1", "2"], { start: 0 }, gameTerms({ game: "blackjack", decks: 1, players: 2, cut: 20, reshuffle: "at_cut" }), { reveal: "shown" }, [
      ...[{ deal: "first_cards" }, { deal: "second_cards" }, { draw: 3, seat: "1" }, { draw: 1, pile: "dealer" }],
      ...[{ draw: 1, from: "bottom" }, { deal: "first_cards" }, { deal: "second_cards" }, { draw: 2 }],
      ...[{ draw: 30, in_play: range(15) }, { deal: "first_cards", reshuffle: true }],
    ]),
    altered: [...FULL, set("seen", 3, "cards", 0, "AS"), set("seen", 5, "stage", "second_cards")],
    alteredPartial: [...PARTIAL, set("seen", 5, "stage", "second_cards")],
  },
  ...["baccarat", "klondike", "mahjong", "riichi"].map((game) => ({
    client_seed: game,
    ...sealed(gameTerms({ game }), { reveal: "shown" }, [...dealAll({ game }), ...MORE_CALLS[game]]),
  })),
  {
    client_seed: "bridge",
    ...seated(["N", "E", "S", "W"], { quorum: 3, start: 4 }, gameTerms({ game: "bridge", board: 6 }), { reveal: "shown" }, [
      ...[{ deal: "deal" }, { deal: "deal", reshuffle: true }],
    ]),
  },
].map(({ server_seed, ...one }, turn) => ({
  server_seed: server_seed ?? hash(`server seed of shoe3 ${turn}`),
  signing: hash("signing key of shoe3"),
  ...one,
}));

/** Return the views of the first draw of a life, each with an ephemeral key by its number. */
async function listViews({ altered: _, alteredPartial: __, ...life }) {
  const { asked, answer } = await solvePrivateLife(life);
  return Object.entries(answer.views[0]).map(([name, view], turn) => ({
    ...{ ...view, secret: asked.secrets[name].view },
    ...{ ephemeral: readerOf(`ephemeral key ${turn}`), iv: hash(`iv ${turn}`).slice(0, 24) },
  }));
}

export const VIEWS = await listViews(PRIVATE_LIVES[0]);
