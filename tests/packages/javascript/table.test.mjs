/**
 * Table: no card twice and none lost, whatever fails, and a proof for each player. `SERVICE` is the URL of a service.
 */
import assert from "node:assert/strict";
import { test } from "node:test";

import {
  MemoryStore,
  Player,
  Problem,
  Service,
  ServiceError,
  Table,
  TableError,
  Turn,
  WordsMissing,
  createSecrets,
  drawOnce,
  seatPlayers,
} from "shuffle-and-deal";
import {
  check,
  checkViews,
  describeResult,
  parseJson,
} from "shuffle-and-deal/verify";

const service = new Service(process.env.SERVICE);
const counted = (paths) => ({
  call: async (path, body) => {
    paths.push(path);
    return service.call(path, body);
  },
});
/** The same states as another store has, as another process would see them: with a queue of its own. */
const otherProcess = (store) => ({
  read: (...of) => store.read(...of),
  append: (...of) => store.append(...of),
  find: (...of) => store.find(...of),
  turns: (...of) => store.turns(...of),
});

async function openTable(
  store = new MemoryStore(),
  terms = { deck: "standard" },
  asked = service,
) {
  const table = new Table(asked, store, "table");
  await table.open(terms);
  return table;
}

const TEXTS = { 1: "a_random_text_of_seat_1", 2: "a_random_text_of_seat_2" };
const hash = async (text) =>
  Buffer.from(
    await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)),
  ).toString("hex");

test("calls at once take their turns in the order of the calls", async () => {
  const store = new MemoryStore();
  await openTable(store);
  const hits = Array.from({ length: 12 }, (_, i) =>
    new Table(service, store, "table").draw(`hit ${i}`, 1),
  );
  const turns = await Promise.all(hits);
  assert.deepEqual(
    turns.map(({ response }) => response.draws),
    turns.map((_, i) => i + 1),
  );
  assert.equal(new Set(turns.flatMap(({ cards }) => cards)).size, 12);
  assert(turns[0] instanceof Turn);
});

test("calls at other tables do not wait, and a failure holds up nobody", async () => {
  const store = new MemoryStore();
  const table = await openTable(store);
  let release;
  let paths = [];
  const stuck = { call: () => new Promise((done) => (release = done)) };
  const waiting = new Table(stuck, store, "stuck").open({ deck: "standard" });
  await table.draw("free", 1);
  const refused = table.draw("too many", 53);
  const next = table.draw("next", 1);
  await assert.rejects(
    refused,
    (error) => error instanceof Problem && error.status === 409,
  );
  assert.equal((await next).response.draws, 2);
  release(await counted(paths).call("/v1/shoes", { deck: "standard" }));
  assert.equal((await waiting).draws, 0);
});

test("two processes at once draw different cards", async () => {
  const store = new MemoryStore();
  const tables = [
    await openTable(store),
    new Table(service, otherProcess(store), "table"),
  ];
  const turns = await Promise.all(
    Array.from({ length: 10 }, (_, i) => tables[i % 2].draw(`hit ${i}`, 1)),
  );
  assert.deepEqual(
    turns.map(({ response }) => response.draws).sort((a, b) => a - b),
    turns.map((_, i) => i + 1),
  );
  assert.equal(new Set(turns.flatMap(({ cards }) => cards)).size, 10);
  assert.equal((await tables[1].views()).length, 10);
});

test("a process that is slower throws its cards away", async () => {
  const store = new MemoryStore();
  const table = await openTable(store);
  const other = new Table(service, otherProcess(store), "table");
  const paths = [];
  let isFirst = true;
  const slow = {
    call: async (path, body) => {
      const response = await counted(paths).call(path, body);
      if (isFirst) await other.draw("faster", 1);
      isFirst = false;
      return response;
    },
  };
  const turn = await new Table(slow, store, "table").draw("slower", 1);
  assert.deepEqual([turn.response.draws, paths.length], [2, 2]);
  assert.notDeepEqual(turn.cards, (await table.draw("faster", 1)).cards);
});

for (const fails of ["before", "after"])
  test(`a process that ends ${fails} the save draws the same cards when it is called again`, async () => {
    const memory = new MemoryStore();
    const paths = [];
    await openTable(memory);
    const broken = {
      ...otherProcess(memory),
      append: async (...of) => {
        if (fails === "after") memory.append(...of);
        throw new Error("the connection is lost");
      },
    };
    const lost = [];
    const noting = {
      call: async (path, body) =>
        lost[lost.push(await service.call(path, body)) - 1],
    };
    await assert.rejects(
      new Table(noting, broken, "table").draw("hit", 2),
      /the connection is lost/,
    );
    const again = await new Table(
      counted(paths),
      otherProcess(memory),
      "table",
    ).draw("hit", 2);
    assert.deepEqual(
      [again.cards, paths.length],
      [lost[0].cards, fails === "after" ? 0 : 1],
    );
    const same = await new Table(counted(paths), broken, "table").draw(
      "hit",
      2,
    ); // whose state in this process is old
    assert.deepEqual(same.cards, again.cards);
    assert.equal((await new Table(service, memory, "table").views()).length, 1);
  });

test("an action has one name, and the order of its members does not matter", async () => {
  const store = new MemoryStore();
  const paths = [];
  const table = await openTable(store, undefined, counted(paths));
  const turn = await table.draw("a", 2, {
    seat: "Ann",
    burn: 1,
    pile: undefined,
    part: null,
  });
  const again = await new Table(service, otherProcess(store), "table").draw(
    "a",
    2,
    { burn: 1, seat: "Ann" },
  );
  assert.deepEqual(
    [again.cards, again.response, again.view("Ann"), again.view("Bob")],
    [turn.cards, turn.response, turn.view("Ann"), turn.view()],
  );
  assert.equal(paths.length, 2);
  for (const act of [
    () => table.draw("a", 1),
    () => table.draw("a", 2, { seat: "Bob", burn: 1 }),
    () => table.deal("a"),
  ])
    await assert.rejects(
      act,
      (error) =>
        error instanceof TableError && !(error instanceof WordsMissing),
    );
  await table.open({ deck: "standard" });
  await assert.rejects(table.open({ deck: "standard", decks: 2 }), TableError);
  const revealed = await table.reveal();
  assert.deepEqual(await table.reveal(), revealed);
  assert.deepEqual(
    (await table.draw("a", 2, { seat: "Ann", burn: 1 })).cards,
    turn.cards,
  );
  await assert.rejects(table.draw("b", 1), TableError);
});

test("a table takes no other JSON for a response", async () => {
  const opened = { shoe: "s", commitment: "c", digest: "d", terms: {} };
  const drawn = {
    shoe: "s",
    previous: "d",
    digest: "e",
    round: 0,
    seat_views: {},
    spectator_view: {},
  };
  for (const [named, ...answers] of [
    [/shoe/, {}],
    [/shoe/, []],
    [/commitment/, null],
    [/terms/, { ...opened, terms: null }],
    [/previous/, opened, {}],
    [/another state/, opened, { ...drawn, previous: "x" }],
    [/receipt/, opened, drawn, {}],
  ]) {
    const store = new MemoryStore();
    const left = [...answers];
    const table = new Table({ call: async () => left.shift() }, store, "table");
    const acts = [
      () => table.open({ deck: "standard" }),
      () => table.draw("one", 1),
      () => table.reveal(),
    ];
    for (const act of acts.slice(0, answers.length - 1)) await act();
    await assert.rejects(
      acts[answers.length - 1],
      (error) => error instanceof ServiceError && named.test(error.message),
    );
    assert.equal(store.read("table")?.number ?? 0, answers.length - 1);
  }
});

test("what a caller changes does not change the table", async () => {
  const table = await openTable();
  const opened = await table.open({ deck: "standard" });
  opened.terms.deck = "other";
  (await table.draw("a", 1)).response.cards.push("XX");
  assert.equal((await table.open({ deck: "standard" })).terms.deck, "standard");
  assert.equal((await table.draw("a", 1)).cards.length, 1);
});

test("each call may have the client seed", async () => {
  const table = new Table(service, new MemoryStore(), "seed");
  await table.open({ deck: "standard" });
  const names = ["1", "2", "3", "4"];
  const turns = await Promise.all(
    names.map((name) => table.draw(name, 1, { client_seed: "our words" })),
  );
  assert.equal(new Set(turns.map(({ cards }) => cards[0])).size, 4);
  await assert.rejects(
    table.draw("another", 1, { client_seed: "other words" }),
    /draw 5 is next/,
  );
  await table.reveal();
  assert.equal((await table.proof()).confirmed.client_seed, "our words");
});

test("no card leaves before all texts are there, and each player has a view and a proof", async () => {
  const table = new Table(service, new MemoryStore(), "holdem");
  await assert.rejects(table.deal("hole"), /is not open/);
  await assert.rejects(table.join("1", "ABC"), TableError);
  for (const [seat, text] of Object.entries(TEXTS))
    await table.join(seat, await hash(text));
  assert.deepEqual(await table.join("dealer"), ["1", "2", "dealer"]);
  assert.deepEqual(await table.join("1", await hash(TEXTS[1])), [
    "1",
    "2",
    "dealer",
  ]);
  await assert.rejects(
    table.join("1", await hash("another")),
    /Seat 1 is taken/,
  );
  await assert.rejects(table.give("1", TEXTS[1]), /open the shoe first/);
  const opened = await table.open({ game: "holdem", players: 3 });
  assert(!("shoe" in opened));
  assert.deepEqual(
    opened.terms.words,
    await Promise.all(Object.values(TEXTS).map(hash)),
  );
  await assert.rejects(table.join("3"), /nobody joins/);
  await assert.rejects(
    table.deal("hole"),
    (error) => error instanceof WordsMissing && String(error.seats) === "1,2",
  );
  await assert.rejects(table.give("1", TEXTS[2]), TableError);
  await assert.rejects(table.give("toString", TEXTS[2]), TableError);
  assert.deepEqual(await table.give("1", TEXTS[1]), ["2"]);
  await assert.rejects(
    table.deal("hole"),
    (error) => String(error.seats) === "2",
  );
  assert.deepEqual(await table.give("2", TEXTS[2]), []);
  assert.deepEqual(await table.give("2", TEXTS[2]), []);
  const hole = await table.deal("hole");
  assert.equal(hole.response.client_seed, Object.values(TEXTS).join());
  const board = await table.deal("board", { through: "river" });
  assert.equal(board.view("1").dealt_stages.length, 3);
  const { hands } = hole.view("1");
  assert.deepEqual(
    hands.map(({ cards }) => cards.length),
    [2, 0, 0],
  );
  assert.deepEqual(
    hole.view().hands.map(({ cards }) => cards.length),
    [0, 0, 0],
  );
  assert.deepEqual(hole.view("toString"), hole.view(null));
  assert.deepEqual(await table.views("1"), [hole.view("1"), board.view("1")]);
  await assert.rejects(table.proof("1"), TableError);
  await table.reveal();
  for (const seat of ["1", "dealer", undefined]) {
    const result = await check(
      parseJson(JSON.stringify(await table.proof(seat))),
    );
    assert.deepEqual(
      [result.valid, describeResult(result).split("\n")[0]],
      [true, "valid"],
    );
  }
});

test("a text that the service refuses does not stop the table later", async () => {
  for (const text of [
    "a".repeat(15),
    "a".repeat(65),
    `${"a".repeat(16)}\n`,
    "ä".repeat(16),
    "a text with blanks",
  ]) {
    const table = new Table(service, new MemoryStore(), "table");
    await table.join("1", await hash(text));
    await table.open({ deck: "standard" });
    await assert.rejects(table.give("1", text), /16 to 64/);
    await assert.rejects(table.draw("first", 1), WordsMissing);
  }
});

test("words are in the order of the seats' names by code points, as in Python", async () => {
  const table = new Table(service, new MemoryStore(), "names");
  const names = ["__proto__", "a", "\uFFFD", "\u{1F600}", "10", "2", "aa"];
  for (const name of names) await table.join(name, await hash(name));
  await assert.rejects(
    table.join("__proto__", await hash("other")),
    TableError,
  );
  const { terms } = await table.open({ deck: "standard" });
  const inOrder = ["10", "2", "__proto__", "a", "aa", "\uFFFD", "\u{1F600}"];
  assert.deepEqual(terms.words, await Promise.all(inOrder.map(hash)));
});

test("players with keys consent, and read their own cards; one leaves, and the receipt agrees with what they noted", async () => {
  const signers = await service.call("/.well-known/jwks.json");
  const players = {
    1: new Player(await createSecrets()),
    dealer: new Player(await createSecrets()),
  };
  const table = new Table(service, new MemoryStore(), "private");
  const keys = {};
  for (const [seat, player] of Object.entries(players)) {
    keys[seat] = await player.exportKeys();
    await table.join(seat, keys[seat].word, keys[seat]);
  }
  const opened = await table.open({
    game: "holdem",
    players: 2,
    reveal: "shown",
  });
  const terms = { ...opened.terms, ...seatPlayers(keys) };
  for (const [seat, player] of Object.entries(players))
    await player.accept(seat, opened, { terms, signers });
  for (const [seat, player] of Object.entries(players))
    await table.give(seat, player.text);
  let seats = Object.keys(players);
  const consents = async (action, digest) => {
    const all = {};
    for (const seat of seats) {
      assert.equal(digest, players[seat].digest);
      all[seat] = await players[seat].consent(action);
    }
    return { consents: all };
  };
  await assert.rejects(table.deal("hole"), Problem);
  const hole = await table.deal("hole", { consents });
  const cards = [];
  for (const [seat, player] of Object.entries(players))
    cards.push(...(await player.follow(hole.view(seat))));
  assert.equal(new Set(cards.map(({ index }) => index)).size, 4);
  const leave = await players[1].leaveInAdvance();
  const flop = await table.deal("flop", { consents }); // who gave a leave in advance signs on
  for (const [seat, player] of Object.entries(players))
    await player.follow(flop.view(seat));
  seats = ["dealer"];
  const turn = await table.deal("turn", {
    consents: async (...of) => ({
      ...(await consents(...of)),
      leaves: { 1: leave },
    }),
  });
  await players.dealer.follow(turn.view("dealer"));
  const river = await table.deal("river", { consents }); // the table keeps the leave for the round
  await players.dealer.follow(river.view("dealer"));
  const { valid, unchecked } = await players.dealer.checkReceipt(
    await table.reveal(),
  );
  assert.deepEqual([valid, Object.keys(unchecked)], [null, ["order"]]);
});

test("a table checks a shoe by what a seat was shown, a part of it at a time", async () => {
  const table = await openTable(undefined, {
    deck: "standard",
    reshuffle: "at_cut",
    cut: 10,
  });
  for (let k = 0; k < 210; k++)
    await table.draw(`hit ${k}`, 1, { seat: "Ann", client_seed: "our words" });
  await assert.rejects(table.check("Ann"), TableError);
  const { receipt } = await table.reveal();
  assert.deepEqual(await table.check("Ann"), { valid: true });
  const spectators = await table.check();
  assert.deepEqual(
    [spectators.valid, Object.keys(spectators.unchecked)],
    [null, ["seen"]],
  );
  const { confirmed } = await table.proof("Ann");
  const views = await table.views("Ann");
  for (const part of [1, 7, 1000])
    assert.deepEqual(await checkViews(receipt, views, { ...confirmed, part }), {
      valid: true,
    });
  views[150].seen.cards = [views[150].seen.cards[0] === "AS" ? "KS" : "AS"];
  for (const part of [1, 7, 1000]) {
    const { valid, difference } = await checkViews(receipt, views, {
      ...confirmed,
      part,
    });
    assert.deepEqual([valid, difference.draw], [false, 151]);
  }
});

test("a table is renewed between rounds", async () => {
  const store = new MemoryStore();
  const table = await openTable(store);
  await table.draw("one", 50);
  await table.draw("two", 4, { in_play: [0, 1] });
  await assert.rejects(table.renew(), /in play/);
  await table.draw("three", 1);
  const next = await table.renew();
  const same = await new Table(service, otherProcess(store), "table").renew();
  assert.deepEqual(
    [next.name, same.name, (await table.check()).valid],
    ["table (2)", "table (2)", true],
  );
  await assert.rejects(table.draw("four", 1), TableError);
  await assert.rejects(next.renew(), /not open/);
  await next.join("1");
  await next.open({ game: "holdem", players: 2 });
  await next.deal("hole");
  await assert.rejects(next.renew(), /stages/);
  await next.deal("all", { through: "river" });
  assert.equal((await next.renew()).name, "table (3)");
});

test("an occasion has one draw, by the commitment that was shown before", async () => {
  const store = new MemoryStore();
  const items = ["Ann", "Bob", "Cem", { name: "Dee" }];
  const table = new Table(service, store, "raffle");
  const { commitment } = await table.open({ items, label: "raffle" });
  const draw = (...of) => drawOnce(service, store, "raffle", ...of);
  const drawn = await draw(items, "own words", 3);
  assert.equal(drawn.items.length, 3);
  assert.deepEqual(await draw(items, "own words", 3), drawn);
  const { confirmed } = drawn.proof;
  assert.deepEqual(
    [confirmed.commitment, confirmed.client_seed],
    [commitment, "own words"],
  );
  assert.equal((await check(drawn.proof)).valid, true);
  await assert.rejects(draw(items, "other words", 3), TableError);
  await assert.rejects(draw(items, "own words"), TableError);
  await assert.rejects(draw(items.slice(1), "own words", 3), TableError);
});
