/**
 * Reads texts that people paste, a JSON string in each line; writes the bet or other provider's result in each, or
 * null.
 */
import { text } from "node:stream/consumers";

globalThis.document = {
  documentElement: { dataset: { root: "./" } },
  getElementById: () => undefined,
};
globalThis.location = { href: "http://localhost:8000/verify" };
const { readBet } = await import("../../service/pages/verify/bets/bets.mjs");
const schemes = [
  "stake",
  "hash_chain",
  "rfc3797",
  "drand",
  "nist_beacon",
  "random_org",
];

for (const line of (await text(process.stdin)).split("\n").filter(Boolean))
  console.log(JSON.stringify(readBet(JSON.parse(line), schemes) ?? null));
