/** Four players at a riichi table, who check all that they see: node bot.ts URL TABLE TURNS. Prints the verdict of each. */
import {
  Player,
  Service,
  completeTerms,
  createSecrets,
} from "shuffle-and-deal";
import { WebSocket } from "ws";
import type { Move, Seat } from "./rules.ts";
import type { Update } from "./server.ts";

const [url = "", name = "", turns = "", api = ""] = process.argv.slice(2);
const SEATS: Seat[] = ["east", "south", "west", "north"];

/** A player's program: it follows each view, and answers with the moves of `play`. */
class Bot {
  readonly seat: Seat | null;
  readonly player: Player;
  readonly messages: string[] = [];
  #wake = () => {};
  #socket: WebSocket;
  #followed = 0;

  constructor(seat: Seat | null, player: Player) {
    this.seat = seat;
    this.player = player;
    this.#socket = new WebSocket(
      `${url}/?table=${encodeURIComponent(name)}&seat=${seat ?? ""}`,
    );
    this.#socket.on("message", (data) => {
      this.messages.push(String(data));
      this.#wake();
    });
  }

  /** Return the first update that is as expected. Throws an error that the server sends. */
  async wait(isExpected: (update: Update) => boolean): Promise<Update> {
    for (;;) {
      for (
        let text = this.messages.shift();
        text !== undefined;
        text = this.messages.shift()
      ) {
        const update: Update & { error?: string } = JSON.parse(text);
        if (update.error !== undefined) throw new Error(update.error);
        if (update.opened && this.player.draws === 0 && this.#followed === 0)
          await this.#accept(update);
        for (const view of update.views.slice(this.#followed))
          await this.player.follow(view);
        this.#followed = update.views.length;
        if (isExpected(update)) return update;
      }
      await new Promise<void>((wake) => {
        this.#wake = wake;
      });
    }
  }

  #isIn = false;

  async #accept({ opened }: Update): Promise<void> {
    if (!opened || this.#isIn) return;
    this.#isIn = true;
    const { words = [] } = opened.terms;
    const terms = await completeTerms({ game: "riichi", label: name, words });
    await this.player.accept(this.seat, opened, { terms });
  }

  send(move: Move): void {
    this.#socket.send(JSON.stringify(move));
  }

  close(): void {
    this.#socket.close();
  }
}

const bots: Bot[] = [];
for (const seat of SEATS)
  bots.push(new Bot(seat, new Player(await createSecrets({ keys: false }))));
const spectator = new Bot(
  null,
  new Player(await createSecrets({ keys: false })),
);
const everybody = [...bots, spectator];
const waitForAll = (isExpected: (update: Update) => boolean) =>
  Promise.all(everybody.map((bot) => bot.wait(isExpected)));

await waitForAll(() => true); // each connection is greeted
for (const bot of bots) {
  const { word } = await bot.player.exportKeys();
  bot.send({ move: "join", word });
}
await waitForAll(({ opened }) => opened !== null);
for (const bot of bots) bot.send({ move: "give", text: bot.player.text });
let updates = await waitForAll(({ phase }) => phase === "play");

/** Return the bot whose turn it is, and what it knows. */
function findNext(): { bot: Bot; hand: string[] } {
  const number = updates.findIndex(
    ({ turn }, place) => turn === bots[place]?.seat,
  );
  const [bot, update] = [bots[number], updates[number]];
  if (!bot || !update) throw new Error("It is nobody's turn.");
  return { bot, hand: update.hand };
}

const drawn: string[] = [];
for (let turn = 0; turn < Number(turns); turn++) {
  const { bot, hand } = findNext();
  const [tile = ""] = hand;
  bot.send({ move: "discard", tile });
  updates = await waitForAll(({ discard }) => discard !== null);
  const next = findNext();
  const before = next.hand.length;
  next.bot.send({ move: "draw" });
  updates = await waitForAll(({ discard }) => discard === null);
  drawn.push(...findNext().hand.slice(before));
}
const winner = findNext().bot;
winner.send({ move: "win" });
updates = await waitForAll(({ phase }) => phase === "over");

const service = new Service(api);
const verdicts = [];
for (const [number, { proof, ura, dora }] of updates.entries()) {
  const bot = everybody[number];
  if (!proof || !bot) throw new Error("There is no proof.");
  const { valid, chosen_by } = await service.call("/v1/verify", proof);
  const checked = await bot.player.checkReceipt(proof.receipt);
  verdicts.push({
    valid,
    chosen_by,
    checked: checked.valid,
    ura: ura.length === dora.length,
  });
  bot.close();
}
console.log(
  JSON.stringify({ verdicts, drawn, hands: updates.map(({ hand }) => hand) }),
);
