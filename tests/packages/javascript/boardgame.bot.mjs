/** A player at several tables at once who plays at random, makes moves twice, and writes what it gets to a file. */
import { createHash } from "node:crypto";
import { appendFileSync } from "node:fs";
import { Guest } from "./player.mjs";

const [server, seat, count, lanes, seed] = process.argv.slice(2);

/** Write each state that a client gets, and the rest of what it gets. */
function record(client, name) {
  client.subscribe((state) => {
    const line = JSON.stringify([state, client.initialState, client.matchData]);
    appendFileSync(`${name}.jsonl`, `${line}\n`);
  });
  return client;
}

class Bot extends Guest {
  #spectator;

  /** Play a match, and return when the spectator has seen its end too: nothing orders the ends of two connections. */
  async play() {
    await super.play();
    for await (const { ctx } of this.watch(this.#spectator))
      if (ctx?.gameover) break;
    this.#spectator.stop();
  }

  connect() {
    const guest = new Guest(server, this.table);
    this.#spectator = Object.assign(guest, { playerID: null }).connect();
    record(this.#spectator, `${this.table}, spectator ${seat}`);
    this.#spectator.start();
    const client = record(super.connect(), `${this.table}, seat ${seat}`);
    const { play } = client.moves;
    client.moves.play = (card) => [play(card), play(card)];
    return client;
  }

  choose(hand) {
    const [byte] = createHash("sha256")
      .update(`${seed} ${this.table} ${seat} ${hand}`)
      .digest();
    return hand[byte % hand.length];
  }
}

async function playInLane(lane) {
  for (let number = lane; number <= count; number += Number(lanes))
    await new Bot(server, `table ${number}`, seat).play();
}

await Promise.all(Array.from({ length: lanes }, (_, k) => playInLane(k + 1)));
process.exit(0);
