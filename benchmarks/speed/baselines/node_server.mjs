// A bare Node server that shuffles a pack with crypto.randomInt. `node node_server.mjs PORT` serves;
// `node node_server.mjs time` prints the nanoseconds of one shuffle in process.
import { randomInt } from "node:crypto";
import { createServer } from "node:http";

const pack = [..."SHDC"].flatMap((suit) => [..."A23456789TJQK"].map((rank) => rank + suit));

function shufflePack() {
  const cards = pack.slice();
  for (let i = cards.length - 1; i > 0; i--) {
    const j = randomInt(i + 1);
    [cards[i], cards[j]] = [cards[j], cards[i]];
  }
  return cards;
}

if (process.argv[2] === "time") {
  const decks = 100_000;
  for (let i = 0; i < decks; i++) shufflePack();
  const start = process.hrtime.bigint();
  for (let i = 0; i < decks; i++) shufflePack();
  console.log(Number(process.hrtime.bigint() - start) / decks);
} else {
  createServer((request, response) => {
    response.setHeader("Content-Type", "application/json");
    response.end(JSON.stringify({ cards: shufflePack() }));
  }).listen(Number(process.argv[2]), "127.0.0.1");
}
