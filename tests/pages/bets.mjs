/**
 * Reads texts that people paste, a JSON string in each line; writes the bet or other provider's result in each, or
 * null.
 */
import { answerLines, openPage } from "./page.mjs";

openPage("verify");
const { readBet } = await import("../../service/pages/verify/bets/bets.mjs");
const schemes = [
  "stake",
  "hash_chain",
  "rfc3797",
  "drand",
  "nist_beacon",
  "random_org",
];

await answerLines((line) => readBet(JSON.parse(line), schemes) ?? null);
