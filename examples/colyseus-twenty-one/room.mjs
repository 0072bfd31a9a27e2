/** A room of twenty-one: node room.mjs 2567 */
import { Room, Server, matchMaker } from "@colyseus/core";
import { StateView, schema, t } from "@colyseus/schema";
import { WebSocketTransport } from "@colyseus/ws-transport";
import { SQLiteStore, Service, Table } from "shuffle-and-deal";
import * as rules from "./rules.mjs";

const service = new Service("http://localhost:8000");
const store = new SQLiteStore("room.db");
const Seat = schema({
  seat: t.string(),
  count: t.uint8(),
  isDone: t.boolean(),
  cards: t.array("string").view(),
});
const State = schema({
  hand: t.uint32(),
  phase: t.string(),
  opened: t.string(),
  last: t.string(),
  seats: t.map(Seat),
});

const tableOf = (hand) => new Table(service, store, `hand ${hand}`);

class TwentyOne extends Room {
  autoDispose = false;
  state = new State();
  #game = rules.newGame();
  #queue = Promise.resolve();

  onCreate() {
    this.onMessage("*", (client, type, message) =>
      this.change(client, type, message ?? {}),
    );
    const tick = () =>
      this.change().then(() => this.clock.setTimeout(tick, 1000));
    return tick();
  }

  onJoin(client, { name = "" }) {
    client.userData = { name: `${name}` }; // your login decides who a client is
    client.view = new StateView();
    this.#show();
  }

  /** Take one message after the other. */
  change(client, type, message) {
    const report = (error) =>
      client ? client.error(400, error.message) : console.error(error);
    const done = this.#queue.then(() => this.#change(client, type, message));
    this.#queue = done.catch(report);
    return this.#queue;
  }

  /** Apply a message to the newest game. Then take the steps that follow from the saved game, and show it. */
  async #change(client, type, message) {
    for (const text of store.load("room", this.#game.version))
      this.#game = JSON.parse(text);
    const game = structuredClone(this.#game);
    const seat = client && rules.seatOf(game, client.userData.name);
    if (type === "prove" && message.hand < game.hand) {
      const { hand } = message;
      const table = tableOf(hand);
      const views = await table.views(seat);
      const { receipt } = await table.reveal();
      client.send("proof", { hand, views, receipt });
    }
    if (type === "sit") rules.sit(game, client.userData.name);
    if (seat && message.hand === game.hand) {
      if (type === "text") {
        const missing = await tableOf(game.hand).give(seat, message.text);
        rules.noteMissing(game, missing);
      } else rules.MESSAGES.get(type)?.(game, seat, message);
    }
    rules.hurry(game);
    if (JSON.stringify(game) !== JSON.stringify(this.#game)) this.#save(game);
    while (await this.#takeStep(game)) this.#save(game);
    this.#show();
  }

  /** Save the game before anybody sees it. */
  #save(game) {
    game.version += 1;
    game.since = Date.now();
    if (!store.save("room", this.#game.version, JSON.stringify(game)))
      throw new Error("Another process has the room.");
    this.#game = structuredClone(game);
  }

  async #takeStep(game) {
    const { step, seat } = rules.nextStep(game);
    const table = tableOf(game.hand);
    if (step === "open") {
      for (const [seat, word] of Object.entries(game.words))
        await table.join(seat, word);
      const terms = {
        deck: "standard",
        label: table.name,
      };
      rules.beginTexts(game, await table.open(terms));
    } else if (step === "card") {
      const number = game.seats[seat].cards.length + 1;
      const action = `seat ${seat}, card ${number}`;
      const turn = await table.draw(action, 1, { seat });
      rules.addCard(game, seat, turn.cards[0]);
    } else if (step === "end") rules.endHand(game, await table.reveal());
    return step;
  }

  #show() {
    Object.assign(this.state, rules.describe(this.#game));
    for (const name of this.state.seats.keys())
      if (!rules.seatOf(this.#game, name)) this.state.seats.delete(name);
    for (const [seat, player] of Object.entries(this.#game.seats)) {
      const { name, cards, isDone } = player;
      if (!this.state.seats.has(name)) this.state.seats.set(name, new Seat());
      const shown = this.state.seats.get(name);
      shown.seat = seat;
      shown.isDone = isDone;
      shown.count = cards.length;
      if (shown.cards.join() !== cards.join())
        shown.cards.splice(0, shown.cards.length, ...cards);
      for (const client of this.clients)
        if (client.userData?.name === name) client.view.add(shown);
    }
  }
}

const server = new Server({ transport: new WebSocketTransport() });
server.define("twenty-one", TwentyOne);
await server.listen(Number(process.argv[2]));
await matchMaker.createRoom("twenty-one", {});
