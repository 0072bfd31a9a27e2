/**
 * Play a table with a player at each seat, in any runtime, and print the result of each check: `play.mjs URL [FILE]`.
 */
import {
  MemoryStore,
  Player,
  SQLiteStore,
  Service,
  Table,
  WordsMissing,
  createSecrets,
} from "shuffle-and-deal";
import { check } from "shuffle-and-deal/verify";

const [url, file] = process.argv.slice(2);
const service = new Service(url);

async function openStore() {
  if (file === undefined) return new MemoryStore();
  if (!("Bun" in globalThis)) return new SQLiteStore(file);
  const { Database } = await import("bun:sqlite");
  return new SQLiteStore(new Database(file));
}

const table = new Table(service, await openStore(), "hand 1");
const players = {};
for (const seat of ["1", "2", "dealer"]) {
  players[seat] = new Player(await createSecrets());
  await table.join(seat, (await players[seat].exportKeys()).word);
}
const opened = await table.open({ game: "holdem", players: 3 });
const early = await table.deal("hole").catch((error) => error);
if (!(early instanceof WordsMissing)) throw early;
for (const [seat, player] of Object.entries(players)) {
  await player.accept(seat, opened, {
    signers: await service.call("/.well-known/jwks.json"),
  });
  await table.give(seat, player.text);
}
const [hole, board] = await Promise.all([
  table.deal("hole"),
  table.deal("board", { through: "river" }),
]);
const valid = [];
for (const [seat, player] of Object.entries(players))
  for (const turn of [hole, board]) await player.follow(turn.view(seat));
const revealed = await table.reveal();
for (const player of Object.values(players))
  valid.push((await player.checkReceipt(revealed)).valid);
valid.push((await check(await table.proof())).valid);
console.log(
  JSON.stringify({
    cards: Object.values(players).flatMap(({ cards }) =>
      cards.map(({ card }) => card),
    ),
    valid,
  }),
);
