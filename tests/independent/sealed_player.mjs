/**
 * Two players of verify/sealed/player.mjs play a hand with a running service, and meet backends that cheat: `node
 * sealed_player.mjs URL` prints an object with what each kind of cheating was refused for, by its place.
 */
import { canonicalJson } from "../../verify/core/canonical.mjs";
import {
  Player,
  completeTerms,
  createSecrets,
  seatPlayers,
} from "../../verify/sealed/player.mjs";
import { sealJwe } from "../../verify/core/jwe.mjs";

const base = process.argv[2];
const fetchJson = async (path, body) => {
  const request = body && {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  };
  const response = await fetch(base + path, request);
  if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
  return response.json();
};
const signers = await fetchJson("/.well-known/jwks.json");
const ASKED = { game: "holdem", players: 2 };
const refused = {};

/** Keep the place that a refusal names. */
async function attempt(name, act) {
  refused[name] = await act().then(
    () => null,
    ({ where, message }) => where ?? message,
  );
}

/** Return a table: two players with their keys, and the shoe that a backend opened with changed terms. */
async function sitDown(change = {}) {
  const saved = [];
  const players = Object.fromEntries(
    await Promise.all(
      ["1", "dealer"].map(async (seat) => [
        seat,
        new Player(await createSecrets(), async (all) => saved.push(all)),
      ]),
    ),
  );
  const keys = {};
  for (const [seat, player] of Object.entries(players))
    keys[seat] = await player.exportKeys();
  const terms = await completeTerms({ ...ASKED, ...seatPlayers(keys) });
  const seated = seatPlayers(keys);
  const body =
    typeof change === "function"
      ? change({ ...ASKED, ...seated })
      : { ...ASKED, ...seated, ...change };
  return {
    players,
    keys,
    terms,
    saved,
    opened: await fetchJson("/v1/shoes", body),
  };
}

const accept = ({ players, terms, opened }, change = {}) =>
  players["1"].accept("1", { ...opened, ...change }, { terms, signers });

/** Return a table with a shoe that both players accepted, and the function that makes the backend's next request. */
async function play() {
  const table = await sitDown();
  for (const [seat, player] of Object.entries(table.players))
    await player.accept(seat, table.opened, { terms: table.terms, signers });
  let shoe = table.opened.shoe;
  const deal = async (
    { words, ...members },
    seats = Object.keys(table.players),
    leaves,
  ) => {
    const consents = {};
    for (const seat of seats)
      consents[seat] = await table.players[seat].consent({
        action: "deal",
        ...members,
        words,
      });
    const optional = { ...(words && { words }), ...(leaves && { leaves }) };
    const response = await fetchJson("/v1/shoes/deal", {
      shoe,
      ...members,
      ...optional,
      consents,
    });
    shoe = response.shoe;
    return response;
  };
  return {
    ...table,
    deal,
    words: Object.values(table.players).map(({ text }) => text),
  };
}

const flip = (digits) => (digits[0] === "0" ? "1" : "0") + digits.slice(1);
const change = (table, path, value) => {
  const copy = structuredClone(table);
  const parent = path.slice(0, -1).reduce((node, key) => node[key], copy);
  parent[path.at(-1)] = value;
  return copy;
};

// Before draw 1
const honest = await sitDown();
const other = await sitDown();
await attempt("not signed", () => accept(honest, { signed: null }));
await attempt("another state's signature", () =>
  accept(honest, { signed: other.opened.signed }),
);
await attempt("another service", () =>
  accept(honest, { signed: { ...honest.opened.signed, kid: "another" } }),
);
await attempt("another digest", () =>
  accept(honest, { digest: flip(honest.opened.digest) }),
);
await attempt("other terms than committed", () =>
  accept(honest, { terms: { ...honest.opened.terms, label: "x" } }),
);
await attempt("another shoe's commitment", () =>
  accept(honest, { seed_hash: other.opened.seed_hash }),
);
await attempt("a label", async () =>
  accept(await sitDown({ label: "marked" })),
);
await attempt("a cut of the deck", async () =>
  accept(await sitDown({ exclude: ["AS"] })),
);
await attempt("fewer must consent", async () =>
  accept(await sitDown((body) => change(body, ["consent", "quorum"], 1))),
);
await attempt("fewer must start", async () =>
  accept(
    await sitDown((body) => ({
      ...body,
      consent: { ...body.consent, quorum: 1, start: 1 },
    })),
  ),
);
await attempt("no text of one's own", async () =>
  accept(
    await sitDown((body) => change(body, ["words", 0], flip(body.words[1]))),
  ),
);
await attempt("no words", async () =>
  accept(await sitDown({ words: undefined })),
);
await attempt("no views", async () =>
  accept(await sitDown({ view_keys: null })),
);
await attempt("the own key", async () =>
  accept(
    await sitDown((body) =>
      change(body, ["consent", "keys", "1"], other.keys["1"].sign),
    ),
  ),
);
await attempt("another's view", async () =>
  accept(
    await sitDown((body) =>
      change(body, ["view_keys", "dealer"], other.keys["1"].view),
    ),
  ),
);
await attempt("an honest shoe", () => accept(honest));

// What is signed
const { 1: player } = honest.players;
await attempt("words in place of those of the shoe", () =>
  player.consent({ action: "deal", client_seed: "correct horse" }),
);
const first = { action: "deal" };
const signature = await player.consent(first);
await attempt("the same again, with nulls and defaults", async () => {
  const same = await player.consent({
    ...first,
    shoe: "x",
    client_seed: null,
    reshuffle: false,
    through: null,
  });
  if (same !== signature) throw new Error("another signature");
});
await attempt("another action", () =>
  player.consent({ ...first, through: "river" }),
);
const again = new Player(honest.saved.at(-1));
await again.accept("1", honest.opened, { terms: honest.terms, signers });
await attempt("another action after a new start", () =>
  again.consent({ ...first, reshuffle: true }),
);
const second = await fetchJson("/v1/shoes", {
  ...ASKED,
  ...seatPlayers(honest.keys),
});
await attempt("another shoe for the same keys", () =>
  again.accept("1", second, { terms: honest.terms, signers }),
);

// What is dealt
const table = await play();
const { players, deal, words } = table;
const hole = await deal({ words });
const one = players["1"];
const dealer = players.dealer;
await attempt("a draw that is not signed", () =>
  one.follow({ ...hole, signed: null }),
);
await attempt("another position", () =>
  one.follow(change(hole, ["seen", "positions", 0], 9)),
);
await attempt("another root", () =>
  one.follow(change(hole, ["seen", "roots", 0], flip(hole.seen.roots[0]))),
);
await attempt("another client seed", () =>
  one.follow({ ...hole, client_seed: "correct horse" }),
);
await attempt("other texts", () =>
  one.follow({ ...hole, client_seed: [words[0], words[0]].join(",") }),
);
await attempt("another place", () =>
  one.follow(change(hole, ["seen", "places", 1], "1")),
);
await attempt("another's card told without a proof", () =>
  one.follow(change(hole, ["seen", "cards", 1], "AS")),
);
await attempt("no view", () =>
  one.follow({ ...hole, views: { dealer: hole.views.dealer } }),
);
await attempt("another's cards to read", () =>
  one.follow({ ...hole, views: { 1: hole.views.dealer } }),
);
await dealer.follow(hole);
const forge = async (cards, members = {}) => {
  const key = await crypto.subtle.generateKey(
    { name: "ECDH", namedCurve: "P-256" },
    true,
    ["deriveBits"],
  );
  const ephemeral = await crypto.subtle.exportKey("jwk", key.privateKey);
  const view = { cards, digest: hole.digest, seat: "1", ...members };
  const jwe = await sealJwe(
    canonicalJson(view),
    table.keys["1"].view,
    ephemeral,
    new Uint8Array(12),
  );
  return { ...hole, views: { 1: jwe } };
};
await attempt("another's cards, sealed anew", async () =>
  one.follow(await forge(dealer.cards)),
);
await attempt("no cards, sealed anew", async () => one.follow(await forge([])));
await attempt("a view of another state", async () =>
  one.follow(await forge(dealer.cards, { digest: table.opened.digest })),
);
await attempt("an invented card", async () =>
  one.follow(
    await forge([{ ...dealer.cards[0], index: dealer.cards[0].index ^ 1 }]),
  ),
);
await attempt("an honest deal", () => one.follow(hole));
await attempt("the same draw twice", () => one.follow(hole));
await attempt("a card that another shows", () => one.checkShown(dealer.cards));
await attempt("another salt", () =>
  one.checkShown([
    change(dealer.cards[0], ["salt"], flip(dealer.cards[0].salt)),
  ]),
);
await attempt("one's own card", () =>
  one.checkShown([
    { ...dealer.cards[0], index: one.cards[0].index, card: one.cards[0].card },
  ]),
);

// Cards that are drawn for a seat
const keysOf = (players) =>
  Promise.all(Object.values(players).map((player) => player.exportKeys()));
const pair = {
  a: new Player(await createSecrets()),
  b: new Player(await createSecrets()),
};
const [a, b] = await keysOf(pair);
const asked = { deck: "standard", ...seatPlayers({ a, b }) };
const drawnFrom = await fetchJson("/v1/shoes", asked);
const terms = await completeTerms(asked);
for (const [seat, player] of Object.entries(pair))
  await player.accept(seat, drawnFrom, { terms, signers });
const body = { count: 2, burn: 1, seat: "a" };
const consents = {
  a: await pair.a.consent({ action: "draw", ...body }),
  b: await pair.b.consent({ action: "draw", ...body }),
};
const drawn = await fetchJson("/v1/shoes/draw", {
  shoe: drawnFrom.shoe,
  ...body,
  consents,
  words: [pair.a.text, pair.b.text],
});
await attempt("own cards as if burned", () =>
  pair.a.follow({ ...change(drawn, ["seen", "burned"], 3), views: {} }),
);
await attempt("own cards without a view", () =>
  pair.a.follow({ ...drawn, views: {} }),
);
await attempt("own cards", () => pair.a.follow(drawn));

// To the end: one player leaves, the other deals on and is shown no card of the first
const flop = await deal({});
const board = flop.seen.cards.findIndex(Boolean);
const untold = ["2C", "3C", "4C", "5C"].find(
  (card) => !flop.seen.cards.includes(card), // a card that is told twice is refused elsewhere
);
await attempt("another card on the board", () =>
  one.follow(change(flop, ["seen", "cards", board], untold)),
);
await attempt("an open card that is not told", () =>
  one.follow({
    ...change(flop, ["seen", "cards", board], null),
    shown: flop.shown.slice(1),
  }),
);
await attempt("an open card without a proof", () =>
  one.follow({ ...flop, shown: flop.shown.slice(1) }),
);
await attempt("another index", () =>
  one.follow(change(flop, ["shown", 0, "index"], flop.shown[0].index ^ 1)),
);
await dealer.follow(flop);
await one.follow(flop);
const leave = await one.leave();
await attempt("a signature after a leave", () =>
  one.consent({ action: "deal" }),
);
const rest = await deal({ through: "river" }, ["dealer"], { 1: leave });
await dealer.follow(rest);
const { receipt } = await fetchJson("/v1/shoes/reveal", { shoe: rest.shoe });
const { valid, unchecked, difference } = await dealer.checkReceipt(receipt);
const cards = [one.cards.length, dealer.cards.length];
console.log(
  JSON.stringify({
    refused,
    cards,
    result: { valid, difference, unchecked: Object.keys(unchecked ?? {}) },
  }),
);
