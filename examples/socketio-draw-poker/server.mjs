/** Draw poker with spectators: node server.mjs 8080 */
import { SQLiteStore, Service, Table } from "shuffle-and-deal";
import { Server } from "socket.io";
import * as rules from "./rules.mjs";

const service = new Service("http://localhost:8000");
const store = new SQLiteStore("tables.db");
const io = new Server(Number(process.argv[2]));
const queues = new Map(); // by table, the end of its last call
const newest = new Map(); // by table, the text of its newest state

const shoeOf = (name, hand) =>
  new Table(service, store, `${name}, hand ${hand}`);
const roomOf = (name, player) => JSON.stringify([name, player]);

/** Send the game to all who watch: to each player the views of the seat, to everybody else those for spectators. */
async function show(name, { cards, ...game }) {
  const shoe = shoeOf(name, game.hand);
  const rooms = [];
  for (const [seat, player] of Object.entries(game.seats)) {
    const room = roomOf(name, player);
    rooms.push(room);
    io.to(room).emit("state", game, await shoe.views(seat));
  }
  const others = io.to(name).except(rooms);
  others.emit("state", game, await shoe.views());
}

/** Return the newest state of a game. The store has a list of all its states. */
function load(name) {
  const text = newest.get(name) ?? store.load(`game ${name}`, 0).at(-1);
  return text === undefined ? rules.newGame() : JSON.parse(text);
}

function save(name, game) {
  if (JSON.stringify(game) === JSON.stringify(load(name))) return;
  newest.delete(name);
  const number = game.version;
  game.version += 1;
  const text = JSON.stringify(game);
  if (!store.save(`game ${name}`, number, text))
    throw new Error("Another process has the table.");
  newest.set(name, text);
}

/** Finish what the last process began, apply a message, and do what follows from it. One call after the other. */
function change(name, { action, ...message } = {}) {
  const done = (queues.get(name) ?? Promise.resolve()).then(async () => {
    const game = load(name);
    const { version } = game;
    await takeSteps(name, game);
    const isOfHand = message.hand === game.hand;
    const seat = isOfHand && rules.seatOf(game, message.player);
    if (seat && action === "text") {
      const shoe = shoeOf(name, game.hand);
      rules.noteMissing(game, await shoe.give(seat, message.text));
    } else rules.apply(game, action, message);
    await takeSteps(name, game);
    if (!action || game.version > version) await show(name, game);
  });
  queues.set(name, done.catch(console.error));
  return done;
}

/** Save the game, take the step that follows from it, and so on. Return the game. */
async function takeSteps(name, game) {
  save(name, game);
  const shoe = shoeOf(name, game.hand);
  const seat = rules.SEATS[game.turn];
  if (game.phase === "sealing") {
    for (const [player, word] of Object.entries(game.words))
      await shoe.join(player, word);
    const terms = {
      game: "five_card_draw",
      players: 3,
      label: shoe.name,
    };
    rules.beginTexts(game, await shoe.open(terms));
  } else if (game.phase === "deal") {
    const { response } = await shoe.deal("hands");
    rules.lay(game, response.hands);
  } else if (game.wanted) {
    const drawn = await shoe.draw(`for ${seat}`, game.wanted, { seat });
    rules.addCards(game, drawn.cards);
  } else if (game.phase === "showdown") {
    const ranked = await service.call("/v1/hands/rank", {
      game: "poker",
      hands_by_seat: game.cards,
    });
    rules.endHand(game, ranked.winners, await shoe.reveal());
  } else return game;
  return takeSteps(name, game);
}

io.on("connection", (socket) => {
  // The table, and the player as your login has it; spectators have none
  const { name, player } = socket.handshake.auth;
  const prove = (hand) => {
    const shoe = shoeOf(name, hand);
    return Promise.all(rules.SEATS.map((seat) => shoe.proof(seat)));
  };
  socket.on("act", (message, done) =>
    change(name, { ...message, player }).then(done, console.error),
  );
  // Without `done` a guest sends it again
  socket.on("prove", (hand, done) => prove(hand).then(done, console.error));
  socket.join([name, roomOf(name, player)]); // anew after each connection
  change(name).catch(console.error);
});
