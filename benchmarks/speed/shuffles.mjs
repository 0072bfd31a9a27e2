/**
 * The usual shuffle of node: six lines of Fisher–Yates over crypto.randomInt.
 *
 *     node shuffles.mjs time 20000      print the seconds that one shuffle takes, the mean of 20,000
 *     node shuffles.mjs express 8001    serve a shuffled pack on a port of this machine, by Express or by fastify
 */
import { randomInt } from "node:crypto";
import { createRequire } from "node:module";

const require = createRequire(`${process.cwd()}/build/servers/`);
const [, , name, number] = process.argv;
const PACK = [..."SHDC"].flatMap((suit) =>
  [..."A23456789TJQK"].map((rank) => rank + suit),
);

function shuffle() {
  const cards = [...PACK];
  for (let i = cards.length - 1; i > 0; i--) {
    const j = randomInt(i + 1);
    [cards[i], cards[j]] = [cards[j], cards[i]];
  }
  return cards;
}

const programs = {
  time(count) {
    for (let i = 0; i < 2000; i++) shuffle();
    const start = performance.now();
    for (let i = 0; i < count; i++) shuffle();
    console.log((performance.now() - start) / 1000 / count);
  },
  express(port) {
    const app = require("express")();
    app.get("/", (_, response) => response.json({ cards: shuffle() }));
    app.listen(port, "127.0.0.1");
  },
  fastify(port) {
    const app = require("fastify")();
    app.get("/", async () => ({ cards: shuffle() }));
    app.listen({ port, host: "127.0.0.1" });
  },
};
programs[name](Number(number));
