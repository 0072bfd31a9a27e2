/** A player's program: node player.mjs http://localhost:8080 "table 12" 1 */
import { randomUUID } from "node:crypto";
import { writeFile } from "node:fs/promises";
import boardgame from "boardgame.io/dist/cjs/client.js";
import multiplayer from "boardgame.io/dist/cjs/multiplayer.js";
import { Player, completeTerms, createSecrets } from "shuffle-and-deal";
import { check } from "shuffle-and-deal/verify";
import { tricks } from "./game.mjs";

const wait = (milliseconds) =>
  new Promise((done) => setTimeout(done, milliseconds));

export class Guest {
  #credentials = randomUUID();

  constructor(server, table, seat) {
    Object.assign(this, { server, table, seat, playerID: `${seat - 1}` });
  }

  /** Send a request until it has the response that this program waits for. */
  async ask(path, body, isDone = () => true) {
    const headers = {
      authorization: this.#credentials,
      "content-type": "application/json",
    };
    for (;;) {
      const request = fetch(`${this.server}/${path}`, {
        method: "POST",
        headers,
        body: JSON.stringify(body),
      });
      const response = await request.catch(() => undefined);
      const answer = await response?.json().catch(() => undefined);
      if (response?.ok && answer && isDone(answer)) return answer;
      await wait(100);
    }
  }

  /** Play a match at the table: first the deal, then the moves, then the proof. */
  async play() {
    const { seat, table, playerID } = this;
    const path = `tables/${encodeURIComponent(table)}`;
    const player = new Player(await createSecrets({ keys: false }));
    const { word } = await player.exportKeys();
    const { opened } = await this.ask(
      `${path}/join`,
      { seat, word },
      (answer) => answer.opened,
    );
    const asked = {
      deck: "standard",
      hands: 2,
      cards: 5,
      label: table,
      words: opened.terms.words,
    };
    await player.accept(seat, opened, { terms: await completeTerms(asked) });
    await this.ask(
      `${path}/give`,
      { seat, text: player.text },
      ({ missing }) => missing.length === 0,
    );
    const played = await this.playMatch(player);
    const { receipt, seen: others } = await this.ask(`${path}/prove`, { seat }); // and what the other player was shown
    const { commitment, digest, text, seen } = player;
    const proof = {
      receipt,
      seen: [...seen, ...others],
      confirmed: {
        commitment,
        digest,
        own_text: text,
      },
    };
    const dealt = others
      .flatMap(({ cards }) => cards.filter((card) => card))
      .sort();
    const playedByOther = played.map(({ cards }) => cards[1 - playerID]).sort();
    const areSame = dealt.join() === playedByOther.join();
    const { valid, difference } = await check(proof);
    if (!valid || !areSame)
      throw new Error(
        `${table}: other cards were played than dealt. ${JSON.stringify(difference)}`,
      );
    await writeFile(`${table}, seat ${seat}.json`, JSON.stringify(proof));
  }

  connect() {
    const { server, table, playerID } = this;
    const socketOpts = {
      reconnectionDelay: 100,
      reconnectionDelayMax: 1000,
    };
    const transport = multiplayer.SocketIO({ server, socketOpts });
    const client = boardgame.Client({
      ...{
        game: tricks,
        matchID: table,
        playerID,
        credentials: this.#credentials,
        debug: false,
      },
      multiplayer(options) {
        // It fails on a change that comes before the first state
        const receive = options.transportDataCallback;
        const ignoreEarly = (data) =>
          client.getState() || data.type === "sync" ? receive(data) : undefined;
        return transport({ ...options, transportDataCallback: ignoreEarly });
      },
    });
    return client;
  }

  /**
   * Yield the state of a client again and again. boardgame.io loses a change that comes while a client connects: one
   * that sees none for five seconds asks for the state.
   */
  async *watch(client) {
    let last;
    for (let looks = 0; ; looks += 1) {
      await wait(100);
      const state = client.getState() ?? {};
      if (state._stateID !== last) looks = 0;
      else if (looks % 50 === 49) client.transport.requestSync();
      last = state._stateID;
      yield state;
    }
  }

  /** Play the match once it begins, and return its tricks. */
  async playMatch(player) {
    const [client, { playerID }] = [this.connect(), this];
    client.start();
    for await (const { G, ctx } of this.watch(client)) {
      const own = G?.players[playerID];
      if (own && player.draws === 0) await this.look(player, own);
      if (own && !G.trick[playerID] && own.hand.length > 0)
        client.moves.play(this.choose(own.hand));
      if (ctx?.gameover) {
        client.stop();
        return G.tricks;
      }
    }
  }

  /** Throw an error unless the hand is that of the view, and the view follows from the deal. */
  async look(player, { hand, view }) {
    await player.follow(view);
    if (hand.some((card) => !player.cards.some((own) => own.card === card)))
      throw new Error("Another hand was dealt.");
  }

  choose(hand) {
    return hand[0];
  }
}

if (process.argv[1] === import.meta.filename)
  await new Guest(...process.argv.slice(2)).play();
