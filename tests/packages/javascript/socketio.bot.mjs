/** A guest of a table who changes cards at random, acts twice, and writes what it gets to a file. */
import { createHash } from "node:crypto";
import { appendFileSync } from "node:fs";
import { Guest } from "./guest.mjs";

const [server, table, player, seed] = process.argv.slice(2);

class Bot extends Guest {
  follow(game, views) {
    appendFileSync(
      `${player || "spectator"}.jsonl`,
      `${JSON.stringify({ game, views })}\n`,
    );
    return super.follow(game, views);
  }

  async answer(...state) {
    const message = await super.answer(...state);
    if (message)
      this.socket.emit("act", { hand: state[0].hand, ...message }, () => {});
    return message;
  }

  choose(cards) {
    const [byte] = createHash("sha256").update(`${seed} ${cards}`).digest();
    return cards.filter((_, k) => byte & (1 << k));
  }
}

new Bot(server, table, player);
