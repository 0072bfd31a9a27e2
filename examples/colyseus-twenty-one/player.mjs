/** A player's program: node player.mjs http://localhost:2567 Ann */
import { writeFile } from "node:fs/promises";
import { Client } from "@colyseus/sdk";
import { Player, completeTerms, createSecrets } from "shuffle-and-deal";
import { check } from "shuffle-and-deal/verify";
import { total } from "./rules.mjs";

const wait = (seconds) =>
  new Promise((done) => setTimeout(done, 1000 * seconds));

export class Guest {
  // By hand; keep their secrets in a file if the program may end before the hand
  #players = new Map();
  #shown = new Map(); // by hand: the cards that the room showed this program, by seat

  constructor(server, name) {
    this.client = new Client(server);
    this.name = name;
  }

  /** Follow the room. Connect again if the connection ends. */
  async play() {
    for (;;) {
      const room = await this.client
        .join("twenty-one", { name: this.name })
        .catch(() => undefined);
      if (room) await this.follow(room);
      await wait(0.3);
    }
  }

  follow(room) {
    room.reconnection.enabled = false; // to a server that was killed; `play` joins again
    room.onError((_, message) => console.error(this.name, message));
    room.onMessage("proof", (proof) => this.prove(proof));
    let queue = Promise.resolve();
    room.onStateChange(() => {
      queue = queue
        .then(() => this.answer(room, room.state.toJSON()))
        .catch((error) => console.error(error));
    });
    return new Promise((done) => room.onLeave(done));
  }

  /** Note what the room shows, and send the message that it waits for. */
  async answer(room, { hand, phase, opened, last, seats }) {
    const own = seats?.[this.name];
    const send = (type, message) =>
      room.connection.isOpen && room.send(type, { hand, ...message });
    if (own) this.note(hand, { [own.seat]: own.cards ?? [] });
    const over = JSON.parse(last);
    this.note(over.hand, over.cards);
    for (const past of this.#players.keys())
      if (past < hand) send("prove", { hand: past });
    if (!own) return send("sit");
    if (phase === "words" && !this.#players.has(hand))
      this.#players.set(hand, new Player(await createSecrets({ keys: false })));
    const player = this.#players.get(hand);
    if (!player) return undefined;
    if (phase === "words") return send("word", await player.exportKeys());
    if (phase === "texts" && !player.commitment)
      await this.accept(player, own.seat, hand, JSON.parse(opened));
    if (phase === "texts") return send("text", { text: player.text });
    if (phase !== "play" || own.isDone) return undefined;
    const stand = this.decide(own.cards ?? []);
    return send("act", { number: own.count, stand });
  }

  /** Return whether to stand: here, as a dealer would. */
  decide(cards) {
    return cards.length > 1 && total(cards) > 16;
  }

  /** Note the first commitment that this program sees for a hand, if the terms are right. */
  async accept(player, seat, hand, opened) {
    const asked = {
      deck: "standard",
      label: `hand ${hand}`,
      words: opened.terms.words,
    };
    const terms = await completeTerms(asked);
    await player.accept(seat, opened, { terms });
  }

  note(hand, cards) {
    if (this.#players.has(hand))
      this.#shown.set(hand, { ...this.#shown.get(hand), ...cards });
  }

  /** Check a hand that is over, with what this program saw of it, and write what verify.mjs checks. */
  async prove({ hand, views, receipt }) {
    const player = this.#players.get(hand);
    const shown = structuredClone(this.#shown.get(hand) ?? {});
    this.#players.delete(hand);
    this.#shown.delete(hand);
    if (!player?.commitment) return; // the hand was called off, or the answer came twice
    for (const view of views) await player.follow(view);
    const { commitment, digest, clientSeed } = player;
    const seen = player.seen.map((draw) => {
      const card = shown[draw.seat]?.shift() ?? null;
      return { ...draw, cards: [card] };
    });
    const ownText = clientSeed && { own_text: player.text };
    const proof = {
      receipt,
      seen,
      confirmed: {
        commitment,
        digest,
        ...ownText,
      },
    };
    const { valid, difference } = await check(proof);
    const isMore = Object.values(shown).some((cards) => cards.length > 0);
    if (!valid || isMore)
      throw new Error(
        `Hand ${hand}: other cards were shown than dealt. ${JSON.stringify(difference)}`,
      );
    await writeFile(`${this.name}, hand ${hand}.json`, JSON.stringify(proof));
  }
}

if (process.argv[1] === import.meta.filename)
  await new Guest(...process.argv.slice(2)).play();
