/**
 * Counts draws from one stream: for each line of standard input, a request and its kind, an object with the count of
 * each result, {} if they are refused.
 */
import { createInterface } from "node:readline";
import { GROUPS } from "../../verify/arrangements/groups.mjs";
import { ORDERS } from "../../verify/arrangements/neighbours.mjs";
import { PAIRS } from "../../verify/arrangements/pairs.mjs";
import { openSeedStream } from "../../verify/core/stream.mjs";
import { Refused } from "../../verify/core/validation.mjs";

const ENDPOINTS = { groups: GROUPS, pairs: PAIRS, shuffle: ORDERS };
const WORDS = 2 ** 24;

for await (const line of createInterface(process.stdin)) {
  const { kind, request, draws } = JSON.parse(line);
  const { below } = await openSeedStream("a", 0, WORDS);
  const counts = {};
  try {
    const draw = ENDPOINTS[kind].plan(request);
    for (let i = 0; i < draws; i++) {
      const drawn = draw(below);
      const text = JSON.stringify(drawn.groups ?? drawn.order ?? drawn);
      counts[text] = (counts[text] ?? 0) + 1;
    }
    Object.assign(counts, ENDPOINTS[kind].summarize?.(request, []));
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
  }
  console.log(JSON.stringify(counts));
}
