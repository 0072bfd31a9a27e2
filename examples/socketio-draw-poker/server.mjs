/** Draw poker with spectators: node server.mjs 8080 */
import { SQLiteStore, Service, Table } from "shuffle-and-deal";
import { Server } from "socket.io";
import * as rules from "./rules.mjs";

const [service, store] = [
  new Service("http://localhost:8000"),
  new SQLiteStore("tables.db"),
];
const [io, queues, newest] = [
  new Server(Number(process.argv[2])),
  new Map(),
  new Map(),
];

const shoeOf = (name, hand) =>
  new Table(service, store, `${name}, hand ${hand}`);
const roomOf = (name, player) => JSON.stringify([name, player]);

/** Send the game to all who watch: to each player the views of the seat, to everybody else those for spectators. */
async function show(name, { cards, ...game }) {
  const shoe = shoeOf(name, game.hand);
  const rooms = Object.entries(game.seats).map(([seat, player]) => [
    roomOf(name, player),
    seat,
  ]);
  for (const [room, seat] of rooms)
    io.to(room).emit("state", game, await shoe.views(seat));
  io.to(name)
    .except(rooms.map(([room]) => room))
    .emit("state", game, await shoe.views());
}

/** Return the newest state of a game. The store has a list of all its states. */
const load = (name) =>
  JSON.parse(
    newest.get(name) ??
      store.load(`game ${name}`, 0).at(-1) ??
      JSON.stringify(rules.newGame()),
  );

function save(name, game) {
  if (JSON.stringify(game) === JSON.stringify(load(name))) return;
  newest.delete(name);
  if (!store.save(`game ${name}`, game.version++, JSON.stringify(game)))
    throw new Error("Another process has the table.");
  newest.set(name, JSON.stringify(game));
}

/** Finish what the last process began, apply a message, and do what follows from it. One call after the other. */
function change(name, { action, ...message } = {}) {
  const done = (queues.get(name) ?? Promise.resolve()).then(async () => {
    const [game, { version }] = [load(name), load(name)];
    await takeSteps(name, game);
    const seat =
      message.hand === game.hand && rules.seatOf(game, message.player);
    if (seat && action === "text")
      rules.noteMissing(
        game,
        await shoeOf(name, game.hand).give(seat, message.text),
      );
    else rules.apply(game, action, message);
    await takeSteps(name, game);
    if (!action || game.version > version) await show(name, game);
  });
  queues.set(name, done.catch(console.error));
  return done;
}

/** Save the game, take the step that follows from it, and so on. Return the game. */
async function takeSteps(name, game) {
  save(name, game);
  const [shoe, seat] = [shoeOf(name, game.hand), rules.SEATS[game.turn]];
  if (game.phase === "sealing") {
    for (const [player, word] of Object.entries(game.words))
      await shoe.join(player, word);
    rules.beginTexts(
      game,
      await shoe.open({ game: "five_card_draw", players: 3, label: shoe.name }),
    );
  } else if (game.phase === "deal")
    rules.lay(game, (await shoe.deal("hands")).response.hands);
  else if (game.wanted)
    rules.addCards(
      game,
      (await shoe.draw(`for ${seat}`, game.wanted, { seat })).cards,
    );
  else if (game.phase === "showdown") {
    const ranked = await service.call("/v1/hands/rank", {
      game: "poker",
      hands_by_seat: game.cards,
    });
    rules.endHand(game, ranked.winners, await shoe.reveal());
  } else return game;
  return takeSteps(name, game);
}

io.on("connection", (socket) => {
  const { name, player } = socket.handshake.auth; // the table, and the player as your login has it; spectators have none
  const prove = (hand) =>
    Promise.all(rules.SEATS.map((seat) => shoeOf(name, hand).proof(seat)));
  socket.on("act", (message, done) =>
    change(name, { ...message, player }).then(done, console.error),
  );
  socket.on("prove", (hand, done) => prove(hand).then(done, console.error)); // without `done` a guest sends it again
  socket.join([name, roomOf(name, player)]); // anew after each connection
  change(name).catch(console.error);
});
