/**
 * Player: what it refuses, and that nothing has changed then. player_cases.json has attacks that the player in Python
 * refuses too. `SERVICE` is the URL of a service.
 */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { MemoryStore, Player, Refused, Service, Table } from "shuffle-and-deal";
import { completeTerms, createSecrets, seatPlayers } from "shuffle-and-deal";

const service = new Service(process.env.SERVICE);
const signers = await service.call("/.well-known/jwks.json");
let number = 0;

const flip = (digits) => (digits[0] === "0" ? "1" : "0") + digits.slice(1);

/** Return a copy of a value with another member at a path. */
function change(value, path, member) {
  const copy = structuredClone(value);
  const parent = path.slice(0, -1).reduce((node, name) => node[name], copy);
  parent[path.at(-1)] =
    typeof member === "function" ? member(parent[path.at(-1)]) : member;
  return copy;
}

const refuses = (act, where) =>
  assert.rejects(act, (error) => {
    assert(error instanceof Refused, error.stack);
    assert.equal(error.where, where, error.message);
    return true;
  });

/** Return a table with its shoe, and the players of some seats, who accepted it. */
async function sitDown(seats, terms, { words = true } = {}) {
  const table = new Table(service, new MemoryStore(), `table ${number++}`);
  const players = {};
  for (const seat of seats) {
    players[seat] = new Player(await createSecrets({ keys: false }));
    await table.join(
      seat,
      words ? (await players[seat].exportKeys()).word : undefined,
    );
  }
  const opened = await table.open(terms);
  for (const [seat, player] of Object.entries(players)) {
    await player.accept(seat, opened, {
      signers,
      ...(!words && { beacon: null }),
    });
    if (words) await table.give(seat, player.text);
  }
  return { table, players, opened };
}

test("a spectator follows what everybody sees, and checks the receipt", async () => {
  const { table, opened } = await sitDown(["1", "dealer"], {
    game: "holdem",
    players: 2,
  });
  const spectator = new Player(await createSecrets({ keys: false }));
  await spectator.accept(null, opened, { signers });
  for (const stage of ["hole", "flop"])
    assert.deepEqual(
      await spectator.follow((await table.deal(stage)).view()),
      [],
    );
  const { valid, unchecked } = await spectator.checkReceipt(
    await table.reveal(),
  );
  assert.deepEqual([valid, unchecked ?? {}], [true, {}]);
});

for (const reveal of ["all", "shown"])
  test(`holdem with reveal ${reveal}`, async () => {
    const { table, players, opened } = await sitDown(["1", "dealer"], {
      game: "holdem",
      players: 2,
      reveal,
    });
    const { 1: player } = players;
    const hole = (await table.deal("hole")).view("1");
    const state = () =>
      JSON.stringify([
        player.digest,
        player.draws,
        player.round,
        player.cards,
        player.seen,
        player.roots,
      ]);
    const before = state();
    const own = hole.seen.cards.findIndex(Boolean);
    const tree = reveal === "all" ? "begun" : "roots";
    await refuses(() => player.follow(undefined), "the response");
    await refuses(() => player.follow({ ...hole, seen: undefined }), "seen");
    await refuses(() => player.follow({ ...hole, signed: null }), "signed");
    await refuses(
      () => player.follow({ ...hole, signed: opened.signed }),
      "signed.signature",
    );
    await refuses(
      () => player.follow({ ...hole, digest: flip(hole.digest) }),
      "digest",
    );
    await refuses(
      () => player.follow({ ...hole, client_seed: "another" }),
      "client_seed",
    );
    await refuses(
      () => player.follow({ ...hole, client_seed: null }),
      "client_seed",
    );
    await refuses(
      () => player.follow({ ...hole, client_seed: 7 }),
      "client_seed",
    );
    for (const twice of [player.text, players.dealer.text])
      await refuses(
        () => player.follow({ ...hole, client_seed: [twice, twice].join() }),
        "client_seed",
      );
    await refuses(
      () => player.follow(change(hole, ["seen", "draw"], 2)),
      "seen.draw",
    );
    await refuses(
      () => player.follow(change(hole, ["seen", "positions", 0], 9)),
      "digest",
    );
    await refuses(
      () => player.follow(change(hole, ["seen", "places", 1], "1")),
      "digest",
    );
    await refuses(
      () => player.follow(change(hole, ["seen", tree], undefined)),
      "digest",
    );
    await refuses(
      () => player.follow(change(hole, ["seen", "cards", own], null)),
      `seen: position ${own}`,
    );
    await refuses(
      () => player.follow(change(hole, ["seen", "cards", own], "XX")),
      `seen: position ${own}`,
    );
    await refuses(
      () => player.follow(change(hole, ["seen", "cards"], ["AS"])),
      "seen.positions",
    );
    await refuses(
      () => player.follow({ ...hole, views: { 1: "a.b.c.d.e" } }),
      "views.1",
    );
    const twice = hole.seen.cards.map((card) => card && hole.seen.cards[own]);
    await refuses(
      () => player.follow(change(hole, ["seen", "cards"], twice)),
      `seen: position ${own + 2}`,
    );
    if (reveal === "shown") {
      const other = ["2C", "3C", "4C"].find(
        (card) => !hole.seen.cards.includes(card),
      );
      await refuses(
        () => player.follow(change(hole, ["seen", "cards", own], other)),
        "shown",
      );
      await refuses(
        () => player.follow({ ...hole, shown: hole.shown.slice(1) }),
        "shown",
      );
      await refuses(
        () => player.follow({ ...hole, shown: undefined }),
        "shown",
      );
      await refuses(
        () => player.follow(change(hole, ["shown", 0, "salt"], flip)),
        "shown[0]",
      );
      await refuses(
        () =>
          player.follow(
            change(hole, ["shown", 0, "index"], (index) => index ^ 1),
          ),
        "shown[0].card",
      );
    }
    assert.equal(state(), before);
    const cards = await player.follow(hole);
    assert.deepEqual(
      cards.map(({ card }) => card),
      hole.hands[0].cards,
    );
    assert.deepEqual(
      cards.map(({ position }) => position),
      hole.hands[0].positions,
    );
    assert.deepEqual(player.cards, cards);
    await refuses(() => player.follow(hole), "seen.draw");

    const board = (await table.deal("board", { through: "river" })).view("1");
    await refuses(
      () => player.follow(change(board, ["dealt_stages", 1, "digest"], flip)),
      "digest",
    );
    await refuses(
      () =>
        player.follow(
          change(board, ["dealt_stages", 1, "seen", "cards", 1], null),
        ),
      "seen: position 9",
    );
    await refuses(
      () =>
        player.follow({ ...board, dealt_stages: board.dealt_stages.slice(1) }),
      "seen.draw",
    );
    await refuses(
      () =>
        player.follow({
          ...board,
          dealt_stages: board.dealt_stages.slice(0, 2),
        }),
      "digest",
    );
    assert.deepEqual(await player.follow(board), []);
    assert.equal(player.draws, 4);
    if (reveal === "shown") {
      const shown = (await table.views("dealer"))[0].shown;
      await refuses(
        () => player.checkShown([change(shown[0], ["salt"], flip)]),
        "shown[0]",
      );
      await player.checkShown(shown);
    }

    const revealed = await table.reveal();
    const expected =
      reveal === "all"
        ? { valid: true }
        : { valid: null, unchecked: ["order"] };
    const summary = ({ valid, unchecked }) => ({
      valid,
      ...(unchecked && { unchecked: Object.keys(unchecked) }),
    });
    assert.deepEqual(summary(await player.checkReceipt(revealed)), expected);
    assert.deepEqual(
      summary(await player.checkReceipt(revealed.receipt)),
      expected,
    );
    const { receipt } = revealed;
    for (const wrong of [
      { ...receipt, client_seed: "another" },
      change(receipt, ["drawn", "draws"], 3),
      change(receipt, ["drawn", "digest"], flip),
      change(receipt, ["terms", "label"], "x"),
    ])
      assert.equal((await player.checkReceipt(wrong)).valid, false);
    for (const none of [undefined, null, 7, {}, { receipt: null }])
      await assert.rejects(() => player.checkReceipt(none), Refused);
  });

test("a face that was told otherwise than the receipt has it", async () => {
  const { table, players } = await sitDown(["1", "dealer"], {
    game: "rummy",
    players: 2,
  });
  const deal = (await table.deal("deal")).view("1");
  const own = deal.seen.places.indexOf("1");
  const other = [
    "2C",
    "3C",
    "4C",
    "5C",
    "6C",
    "7C",
    "8C",
    "9C",
    "TC",
    "JC",
    "QC",
    "KC",
  ].find((card) => !deal.seen.cards.includes(card));
  // Nothing shows it before the receipt
  await players[1].follow(change(deal, ["seen", "cards", own], other));
  const { valid, difference } = await players[1].checkReceipt(
    await table.reveal(),
  );
  assert.deepEqual(
    [valid, difference.seen, difference.expected],
    [false, other, deal.seen.cards[own]],
  );
});

test("cards that are drawn for a seat, of a shoe without a deal, without words", async () => {
  const { table, players } = await sitDown(
    ["Ann", "Bob"],
    { deck: "standard", decks: 2 },
    { words: false },
  );
  const { Ann: ann } = players;
  const mine = (
    await table.draw("hit", 2, {
      seat: "Ann",
      burn: 1,
      client_seed: "a seed of the backend",
    })
  ).view("Ann");
  await refuses(
    () => ann.follow(change(mine, ["seen", "burned"], 2)),
    "digest",
  );
  await refuses(
    () => ann.follow(change(mine, ["seen", "cards", 1], null)),
    "seen: position 1",
  );
  assert.deepEqual(
    (await ann.follow(mine)).map(({ card }) => card),
    mine.cards,
  );
  const others = (await table.draw("next", 2, { seat: "Bob" })).view("Ann");
  assert.deepEqual(await ann.follow(others), []);
  const open = (await table.draw("open", 1)).view("Ann");
  await refuses(
    () => ann.follow(change(open, ["seen", "cards", 0], null)),
    "seen: position 5",
  );
  assert.deepEqual(await ann.follow(open), []);
  const again = (
    await table.draw("all anew", 1, { reshuffle: true, seat: "Ann" })
  ).view("Ann");
  assert.equal((await ann.follow(again)).length, 1);
  assert.deepEqual([ann.round, ann.draws], [1, 4]);
  assert.deepEqual(await ann.checkReceipt(await table.reveal()), {
    valid: true,
  });
});

test("a backend that makes up a whole service is refused for places and for cards that come twice", async () => {
  const { table, opened } = await sitDown(
    ["1", "dealer"],
    { game: "holdem", players: 2 },
    { words: false },
  );
  const { hashDraw, recordOf } = await import(
    new URL(
      "node_modules/shuffle-and-deal/verify/sealed/sealed.mjs",
      import.meta.url,
    )
  );
  const forge = async (digest, seen, path, member) => {
    const wrong = change({ seen }, ["seen", ...path], member).seen;
    return {
      seen: wrong,
      client_seed: null,
      digest: await hashDraw(digest, recordOf(wrong, null)),
    };
  };
  const player = new Player(await createSecrets({ keys: false }));
  await player.accept("1", opened, { beacon: null });
  const hole = (await table.deal("hole")).view("1");
  const at = async (path, member) =>
    player.follow(await forge(opened.digest, hole.seen, path, member));
  await refuses(
    () => at(["places"], ["1", "1", "dealer", "dealer"]),
    "seen.places[1]",
  );
  await refuses(() => at(["positions"], [0, 1, 2, 4]), "seen.positions[3]");
  await refuses(() => at(["positions"], [0, 1, 2, 2]), "seen.positions");
  await refuses(() => at(["rounds"], [0, 0, 0, 1]), "seen.rounds");
  await refuses(() => at(["begun"], undefined), "seen.roots");
  await refuses(() => at(["stage"], "preflop"), "seen.stage");
  await refuses(() => at(["other"], 1), "seen.other");
  await player.follow(hole);
  const flop = (await table.deal("flop")).view("1");
  const taken = {
    pile: "stock",
    rounds: [0],
    positions: [0],
    cards: [hole.seen.cards[0]],
    draw: 2,
  };
  const draw = {
    seen: taken,
    digest: await hashDraw(player.digest, recordOf(taken, null)),
  };
  await refuses(() => player.follow(draw), "seen.positions");
  await player.follow(flop);
  const deck = await sitDown(["Ann"], { deck: "standard" }, { words: false });
  const split = {
    draw: 1,
    rounds: [0, 1],
    positions: [0, 0],
    cards: ["AS", "2S"],
    begun: 2,
  };
  const forged = {
    seen: split,
    client_seed: null,
    digest: await hashDraw(deck.opened.digest, recordOf(split, null)),
  };
  const ann = new Player(await createSecrets({ keys: false }));
  await ann.accept("Ann", deck.opened, { beacon: null });
  await refuses(() => ann.follow(forged), "seen.in_play");
});

test("what a player accepts", async () => {
  const player = new Player(await createSecrets({ keys: false }));
  assert.throws(() => player.text, Refused);
  await refuses(() => player.follow({}), "digest");
  const { word } = await player.exportKeys();
  const { word: other } = await new Player(
    await createSecrets({ keys: false }),
  ).exportKeys();
  const open = async (terms) => service.call("/v1/shoes", terms);
  const asked = { game: "holdem", players: 2, words: [word, other] };
  const opened = await open(asked);
  const without = await open({ game: "holdem", players: 2 });
  const second = await open(asked);
  const terms = await completeTerms(asked);
  const accept = (response, options, seat = "1") =>
    player.accept(seat, response, options);
  await refuses(() => accept(without), "terms.words");
  await refuses(
    () => accept({ ...opened, signed: null }, { signers }),
    "signed",
  );
  await refuses(
    () => accept({ ...opened, signed: second.signed }, { signers }),
    "signed.signature",
  );
  await refuses(
    () => accept({ ...opened, commitment: second.commitment }),
    "digest",
  );
  await refuses(
    () => accept({ ...opened, seed_hash: second.seed_hash }),
    "commitment",
  );
  await refuses(
    () => accept(change(opened, ["terms", "players"], 3)),
    "commitment",
  );
  await refuses(
    () => accept(opened, { terms: { ...terms, label: "ours" } }),
    "terms.label",
  );
  await refuses(
    () => accept(opened, { terms: { ...terms, words: [other, word] } }),
    "terms.words",
  );
  await refuses(() => accept(opened, {}, "3"), "seat");
  await refuses(() => accept({}), "terms");
  assert.throws(() => player.text, Refused);
  await accept(opened, { terms, signers });
  await refuses(() => accept(second, { terms, signers }), "commitment");
  await refuses(() => player.consent({ action: "deal" }), "terms.consent");
  for (const act of ["leave", "leaveInAdvance"])
    await refuses(() => player[act](), "terms.consent");
  assert.equal(player.text.length, 22);
  const keyed = [
    new Player(await createSecrets()),
    new Player(await createSecrets({ keys: false })),
  ];
  const { sign, word: text } = await keyed[0].exportKeys();
  const consent = { keys: { Ann: sign }, quorum: 1, start: 1 };
  const request = {
    deck: "standard",
    consent,
    words: [text, (await keyed[1].exportKeys()).word],
  };
  const signing = await open(request);
  const agreed = await completeTerms(request);
  await refuses(() => keyed[0].accept("Ann", signing, { signers }), "terms");
  await refuses(
    () => keyed[0].accept("Ann", signing, { terms: agreed }),
    "signed.kid",
  );
  await refuses(
    () => keyed[1].accept("Bob", signing, { terms: agreed, signers }),
    "terms.consent.keys.Bob",
  );
  await keyed[0].accept("Ann", signing, { terms: agreed, signers });
});

const [CASES, GAMES] = ["player_cases", "played_games"].map((name) =>
  JSON.parse(readFileSync(`${name}.json`, "utf8")),
);

/** Return the steps of a case, by name: a player, and a backend that goes on from any state of its shoe. */
async function attack(game) {
  const { seats, opened: asked } = GAMES[game];
  const isPrivate = game === "holdem";
  const players = {};
  const keys = {};
  for (const seat of seats)
    players[seat] = new Player(
      await createSecrets({ keys: isPrivate }),
      (all) => (saved[seat] = all),
    );
  const saved = {};
  for (const seat of seats) keys[seat] = await players[seat].exportKeys();
  const whole = {
    ...asked,
    ...(isPrivate
      ? seatPlayers(keys)
      : { words: seats.map((seat) => keys[seat].word) }),
  };
  const open = async () => service.call("/v1/shoes", whole);
  const terms = isPrivate ? await completeTerms(whole) : undefined;
  const opened = await open();
  const me = seats[0];
  const accept = async (seat, response) =>
    players[seat].accept(seat, response, { terms, signers });
  for (const seat of seats) await accept(seat, opened);
  const texts = seats.map((seat) => players[seat].text);
  const states = { "": opened };
  return {
    state: () => [
      players[me].digest,
      players[me].draws,
      players[me].cards,
      players[me].seen,
    ],
    async take(name, start, action, members) {
      const consents = {};
      if (isPrivate)
        for (const seat of seats)
          consents[seat] = await players[seat].consent({ action, ...members });
      const body = {
        ...members,
        shoe: states[start].shoe,
        each_seat: true,
        ...(!start && { words: texts }),
      };
      states[name] = await service.call(`/v1/shoes/${action}`, {
        ...body,
        ...(isPrivate && { consents }),
      });
      if (isPrivate)
        for (const seat of seats.slice(1))
          await players[seat].follow(states[name].seat_views[seat]);
    },
    async follow(name, path, value) {
      const view = states[name].seat_views[me] ?? states[name].spectator_view;
      await players[me].follow(path ? change(view, path, value) : view);
    },
    async restart() {
      players[me] = new Player(
        structuredClone(saved[me]),
        (all) => (saved[me] = all),
      );
    },
    accept: () => accept(me, opened),
    "accept another": async () => accept(me, await open()),
    text: async () => assert(players[me].text),
    show: (cards) => players[me].checkShown(cards),
    consent: (action) => players[me].consent(action),
    leave: () => players[me].leave(),
    async prove(name) {
      const { valid } = await players[me].checkReceipt(
        await service.call("/v1/shoes/reveal", { shoe: states[name].shoe }),
      );
      if (valid === false) throw new Refused("receipt", "it is not valid");
    },
  };
}

for (const [game, cases] of Object.entries(CASES))
  for (const [name, steps] of Object.entries(cases))
    test(`${game}: ${name}`, async () => {
      const attacked = await attack(game);
      for (const [step, ...values] of steps) {
        if (!step.startsWith("!")) {
          await attacked[step](...values);
          continue;
        }
        const before = attacked.state();
        const act = async () => attacked[step.slice(1)](...values);
        await assert.rejects(act, Refused, `${step} ${JSON.stringify(values)}`);
        assert.deepEqual(attacked.state(), before);
      }
    });

test("nothing leaves before it is saved, and of two calls at once none undoes the other", async () => {
  let keep = async () => {};
  let save;
  let secrets = await createSecrets();
  const player = new Player(secrets, () => keep());
  const asked = {
    deck: "standard",
    ...seatPlayers({ 1: await player.exportKeys() }),
  };
  const options = { terms: await completeTerms(asked), signers };
  const shoes = [
    await service.call("/v1/shoes", asked),
    await service.call("/v1/shoes", asked),
  ];
  const accepted = await Promise.allSettled(
    shoes.map((opened) => player.accept("1", opened, options)),
  );
  assert.deepEqual(accepted.map(({ status }) => status).sort(), [
    "fulfilled",
    "rejected",
  ]);
  const opened = shoes.find(
    ({ commitment }) => commitment === player.commitment,
  );
  const action = { action: "draw", count: 1, seat: "1" };
  const consents = { 1: await player.consent(action) };
  const body = {
    shoe: opened.shoe,
    count: 1,
    seat: "1",
    consents,
    words: [player.text],
  };
  const drawn = await service.call("/v1/shoes/draw", body);
  secrets = structuredClone(secrets); // of a program that ends before it follows the draw

  keep = () => new Promise((done) => (save = done));
  const signing = player.consent(action);
  keep = async () => {};
  await player.follow(drawn);
  save();
  // For the digest that it was asked for, though the player has gone on
  assert.equal(await signing, consents[1]);

  const again = new Player(secrets, () => keep());
  await again.accept("1", opened, options);
  keep = () => Promise.reject(new Error("the disk is full"));
  for (const act of ["consent", "leave", "follow"]) {
    await assert.rejects(
      () => again[act](act === "follow" ? drawn : action),
      /the disk is full/,
    );
    assert.deepEqual([again.draws, again.cards], [0, []]);
  }
});

test("a player that starts again goes on with the same shoe alone, and its secrets are kept before the text is given", async () => {
  const kept = [];
  const player = new Player(
    await createSecrets({ keys: false }),
    async (secrets) => kept.push(JSON.stringify(secrets)),
  );
  const words = [(await player.exportKeys()).word];
  const opened = await service.call("/v1/shoes", { game: "klondike", words });
  const other = await service.call("/v1/shoes", { game: "klondike", words });
  await player.accept("1", opened);
  const dealt = await service.call("/v1/shoes/deal", {
    shoe: opened.shoe,
    words: [player.text],
  });
  await player.follow(dealt);
  const again = new Player(JSON.parse(kept.at(-1)));
  await refuses(() => again.accept("1", other), "commitment");
  await again.accept("1", opened);
  await again.follow(dealt);
  assert.equal(again.digest, player.digest);
  await again.accept("1", opened);
  const results = await Promise.allSettled([
    again.follow(dealt),
    again.follow(dealt),
  ]); // at the same time
  assert.deepEqual(results.map(({ status }) => status).sort(), [
    "fulfilled",
    "rejected",
  ]);
  assert.equal(again.draws, 1);
});

test("where all others see a hand, its player does not", async () => {
  const { table, players } = await sitDown(["1", "dealer"], {
    game: "fireworks",
    players: 2,
  });
  const view = (await table.deal("deal")).view("1");
  const [own, other] = ["1", "dealer"].map((seat) =>
    view.seen.places.indexOf(seat),
  );
  await refuses(
    () => players[1].follow(change(view, ["seen", "cards", other], null)),
    `seen: position ${view.seen.positions[other]}`,
  );
  assert.equal(view.seen.cards[own], null);
  assert.deepEqual(await players[1].follow(view), []);
  assert.deepEqual(await players[1].checkReceipt(await table.reveal()), {
    valid: true,
  });
});
