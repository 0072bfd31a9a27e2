/** Sort n items whose comparisons are coins, which a line of JSON has: write the order, and how many were tossed. */
import { createInterface } from "node:readline";

for await (const line of createInterface({ input: process.stdin })) {
  const { n, coins } = JSON.parse(line);
  let tossed = 0;
  const order = [...Array(n).keys()].sort(() => (coins[tossed++] ? 1 : -1));
  console.log(JSON.stringify({ order, tossed }));
}
