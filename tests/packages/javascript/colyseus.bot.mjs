/** A player of twenty-one who acts at random, sends all messages twice, and writes what it gets to a file. */
import { createHash } from "node:crypto";
import { appendFileSync } from "node:fs";
import { Guest } from "./player.mjs";

const [server, name, seed] = process.argv.slice(2);
const record = (line) =>
  appendFileSync(`${name || "spectator"}.jsonl`, `${JSON.stringify(line)}\n`);

class Bot extends Guest {
  #number = 0;

  follow(room) {
    const send = room.send.bind(room);
    room.send = (...message) => [send(...message), send(...message)];
    return super.follow(room);
  }

  answer(room, state) {
    record({
      ...state,
      opened: JSON.parse(state.opened),
      last: JSON.parse(state.last),
    });
    return super.answer(room, state);
  }

  prove(proof) {
    record(proof);
    return super.prove(proof);
  }

  decide() {
    return (
      createHash("sha256")
        .update(`${seed} ${name} ${this.#number++}`)
        .digest()[0] < 64
    );
  }
}

await new Bot(server, name).play();
