/** A player's program, and a spectator's without a name: node guest.mjs http://localhost:8080 "table 7" Ann */
import { writeFile } from "node:fs/promises";
import { Player, completeTerms, createSecrets } from "shuffle-and-deal";
import { check } from "shuffle-and-deal/verify";
import { io } from "socket.io-client";
import { SEATS, seatOf } from "./rules.mjs";

export class Guest {
  #notes = new Map(); // by hand; keep them in a file if the program may end before the hand
  #queue = Promise.resolve();

  constructor(server, table, player = "") {
    this.table = table;
    this.player = player;
    const auth = { name: table, player };
    this.socket = io(server, {
      auth,
      retries: 100,
      ackTimeout: 2000,
      reconnectionDelayMax: 1000,
    });
    this.socket.on("state", (...state) => {
      this.#queue = this.#queue
        .then(() => this.follow(...state))
        .catch((error) => console.error(error));
    });
  }

  /**
   * Note the first commitment that is shown before a card, and the views. Answer the state, and prove hands that are
   * over.
   */
  async follow(game, views) {
    const { hand, opened } = game;
    if (!this.#notes.has(hand))
      this.#notes.set(hand, {
        views: [],
        player: new Player(await createSecrets({ keys: false })),
      });
    const note = this.#notes.get(hand);
    if (opened && views.length === 0) note.opened ??= opened;
    note.views.push(...views.slice(note.views.length));
    for (const past of this.#notes.keys())
      if (past < hand) await this.prove(past, game.last);
    if (!this.player) return;
    const seat = seatOf(game, this.player);
    const message = await this.answer(game, note, seat);
    if (message) await this.socket.emitWithAck("act", { hand, ...message });
  }

  /** Return the message that the game waits for. The text is given after the commitment and the terms were checked. */
  async answer(
    { hand, phase, words, missing, turn, wanted },
    { player, opened, views },
    seat,
  ) {
    const { word } = await player.exportKeys();
    if (phase === "words" && words[seat] !== word)
      return {
        action: "sit",
        word,
      };
    if (phase === "texts" && missing.includes(seat)) {
      const asked = {
        game: "five_card_draw",
        players: 3,
        label: `${this.table}, hand ${hand}`,
        words: opened.terms.words,
      };
      await player.accept(seat, opened, { terms: await completeTerms(asked) });
      return {
        action: "text",
        text: player.text,
      };
    }
    if (phase !== "change" || wanted > 0 || SEATS[turn] !== seat)
      return undefined;
    const own = views[0].hands.find((dealt) => dealt.seat === seat);
    return {
      action: "change",
      away: this.choose(own.cards),
    };
  }

  /** Return the cards to give away: here, those below the ten. */
  choose(cards) {
    return cards.filter((card) => /^[2-9]/.test(card));
  }

  /** Write what verify.mjs checks of a hand: the receipt, what this program noted, and the cards of all seats. */
  async prove(hand, last) {
    const { opened, views, player } = this.#notes.get(hand);
    const proofs = await this.socket.emitWithAck("prove", hand);
    this.#notes.delete(hand);
    if (!opened || views.length === 0) return; // this program came too late
    const told = proofs.flatMap(({ seen }) => seen);
    const own = this.player
      ? { own_text: player.text }
      : { client_seed: views[0].client_seed };
    const confirmed = {
      commitment: opened.commitment,
      digest: views.at(-1).digest,
      ...own,
    };
    const proof = {
      receipt: proofs[0].receipt,
      seen: [...views.map(({ seen }) => seen), ...told],
      confirmed,
    };
    const { valid, difference } = await check(proof);
    const dealt = told.flatMap(({ seat, places, cards }) =>
      cards.map((card, k) => `${seat ?? places[k]}: ${card}`),
    );
    const shownBySeat = last.hand === hand ? last.cards : {};
    const shown = Object.entries(shownBySeat).flatMap(([seat, cards]) =>
      cards.map((card) => `${seat}: ${card}`),
    );
    if (!valid || !shown.every((card) => dealt.includes(card)))
      throw new Error(
        `Hand ${hand}: other cards were shown than dealt. ${JSON.stringify(difference)}`,
      );
    await writeFile(
      `${this.player || "spectator"}, hand ${hand}.json`,
      JSON.stringify(proof),
    );
  }
}

if (process.argv[1] === import.meta.filename)
  new Guest(...process.argv.slice(2));
