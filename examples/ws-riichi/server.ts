/** A riichi table on WebSockets: node server.ts 8080 */
import { SQLiteStore, Service, Table } from "shuffle-and-deal";
import type { Proof, SeatView } from "shuffle-and-deal";
import { WebSocketServer } from "ws";
import type { WebSocket } from "ws";
import { deal, isSeat, makeMove, newGame, parseMove } from "./rules.ts";
import type { Game, Move, Seat } from "./rules.ts";

/** What a player or a spectator is sent after each move. */
export interface Update extends Omit<Game, "hands"> {
  hand: string[];
  views: SeatView[];
  proof: Proof | null;
}

interface Guest {
  socket: WebSocket;
  name: string;
  /** As your login has it; spectators have none. */
  seat: Seat | null;
}

const service = new Service("http://localhost:8000");
const store = new SQLiteStore("tables.db");
const guests = new Set<Guest>();
const queues = new Map<string, Promise<void>>(); // by table, the end of its last call

const tableOf = (name: string) => new Table(service, store, name);
const movesOf = (name: string) => `moves of ${name}`;

/** Make a move and what follows from it. It is saved when it is known to be right, before its tiles are drawn. */
async function follow(
  game: Game,
  name: string,
  seat: Seat,
  move: Move,
  save = () => {},
): Promise<void> {
  const table = tableOf(name);
  if (move.move === "join") {
    const taken = await table.join(seat, move.word);
    save();
    if (taken.length < 4) return;
    game.opened = await table.open({ game: "riichi", label: name });
  } else if (move.move === "give") {
    const missing = await table.give(seat, move.text);
    save();
    if (missing.length > 0) return;
    const dealt = await table.deal("deal", { through: "indicator" });
    deal(game, dealt.response);
  } else {
    const wanted = makeMove(game, seat, move);
    save();
    for (const { to, count, members } of wanted) {
      game.draws += 1;
      const drawn = await table.draw(`draw ${game.draws}`, count, members);
      to.push(...drawn.cards.map(String));
      game.drawable = drawn.response.drawable;
    }
    if (game.phase === "over") await table.reveal();
  }
}

/** Return the game that the saved moves lead to: a table answers a draw that it knows with the same tiles. */
async function load(name: string): Promise<Game> {
  const game = newGame();
  for (const text of store.load(movesOf(name), 0)) {
    const [seat, ...message] = text.split(" ");
    if (!isSeat(seat)) throw new Error(`No seat: ${text}`);
    await follow(game, name, seat, parseMove(message.join(" ")));
  }
  return game;
}

async function act({ name, seat }: Guest, message: string): Promise<void> {
  if (!seat) throw new Error("A spectator makes no move.");
  const game = await load(name);
  const { length } = store.load(movesOf(name), 0);
  await follow(game, name, seat, parseMove(message), () => {
    if (!store.save(movesOf(name), length, `${seat} ${message}`))
      throw new Error("Another process has the table.");
  });
  for (const guest of guests) if (guest.name === name) await show(guest, game);
}

/** Send the state of the game, with the views that the guest may have. */
async function show({ socket, name, seat }: Guest, game: Game): Promise<void> {
  const { hands, ...shown } = game;
  const table = tableOf(name);
  const isOver = game.phase === "over";
  const update: Update = {
    ...shown,
    hand: seat ? hands[seat] : [],
    views: await table.views(seat),
    proof: isOver ? await table.proof(seat) : null,
  };
  socket.send(JSON.stringify(update));
}

/** Do one thing after the other for a table, and tell the guest who asked for it what is wrong. */
function enqueue({ name, socket }: Guest, task: () => Promise<void>): void {
  const last = queues.get(name) ?? Promise.resolve();
  const done = last.then(task).catch((error: unknown) => {
    const message = error instanceof Error ? error.message : String(error);
    socket.send(JSON.stringify({ error: message }));
  });
  queues.set(name, done);
}

const server = new WebSocketServer({ port: Number(process.argv[2]) });
server.on("connection", (socket, { url = "" }) => {
  const { searchParams } = new URL(url, "ws://localhost");
  const seat = searchParams.get("seat");
  const name = searchParams.get("table") ?? "";
  const guest = { socket, name, seat: isSeat(seat) ? seat : null };
  guests.add(guest);
  socket.on("close", () => guests.delete(guest));
  socket.on("message", (data) =>
    enqueue(guest, () => act(guest, String(data))),
  );
  enqueue(guest, async () => show(guest, await load(name)));
});
