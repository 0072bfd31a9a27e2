/**
 * Checks a running service from outside: `node verify/verify.mjs deployment URL`. Requests of every kind are sent, and
 * the responses compared with what the modules beside this one derive. docs/operate.md describes it.
 */
// @ts-check
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { checkAll, checkForms } from "./result_checks.mjs";
import { explainFault } from "./expect.mjs";
import {
  checkProofs,
  checkShoes,
  checkSignatures,
  checkVerification,
} from "./proofs.mjs";
import {
  batchRequests,
  deckRequests,
  gameRequests,
  otherRequests,
} from "./requests.mjs";
import {
  checkCaching,
  checkKnown,
  checkLists,
  checkRefusals,
  checkService,
} from "./service.mjs";
import { openSeedStream } from "../core/stream.mjs";
import { escapeInvisible } from "../core/escaped_texts.mjs";
import { Refused } from "../core/validation.mjs";

/** @import { CheckFile, Context, Send } from "./expect.mjs" */

/**
 * How many requests a check sent, and how many of the responses were wrong.
 *
 * @typedef {{ name: string, requests: number, wrong: number }} Row
 */

/**
 * What the checks of a deployment found: `differences` are texts of a request and what is wrong in its response, and
 * `notes` sentences.
 *
 * @typedef {object} DeploymentResult
 * @property {string} base the URL
 * @property {string} seed
 * @property {unknown} version of the service, as it says
 * @property {Row[]} rows one for each check
 * @property {string[]} differences
 * @property {string[]} notes
 */

/**
 * Every check by its name: each sends requests and counts them, with a reason if a response is wrong.
 *
 * @type {{ [name: string]: (context: Context) => Promise<void> }}
 */
const CHECKS = {
  "pages and document": checkService,
  lists: checkLists,
  "unseeded, caching": checkCaching,
  decks: (context) => checkAll(context, deckRequests(context.below)),
  games: (context) => checkAll(context, gameRequests(context.below)),
  "integers, strips, items": (context) =>
    checkAll(context, otherRequests(context.below)),
  batches: (context) => checkAll(context, batchRequests()),
  "text, NDJSON, arrays": checkForms,
  "known results": checkKnown,
  refusals: checkRefusals,
  "sealed shoes": checkShoes,
  verification: checkVerification,
  proofs: checkProofs,
  signatures: checkSignatures,
};

/** The service cannot be reached, or not without a key: nothing is known of its responses. */
class Unreachable extends Refused {}

const TRIES = 5;
const MAX_SHOWN = 20;

/** The statuses of responses after which a request is sent again. */
const BUSY = [429, 502, 503];

/**
 * Return the reason of an error that `fetch` threw.
 *
 * @param {unknown} error
 */
function explainFailure(error) {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}

/**
 * Return a function that sends a request, again after a 429, a 503 or a broken connection.
 *
 * @param {string} base the URL of the service
 * @param {string} [key] of the API
 * @returns {Send}
 */
function openService(base, key) {
  return async function send(
    path,
    { body, accept = "application/json", headers = {} } = {},
  ) {
    const type = body !== undefined && { "content-type": "application/json" };
    const options = {
      method: body === undefined ? "GET" : "POST",
      headers: {
        accept,
        ...type,
        ...(key && { "x-api-key": key }),
        ...headers,
      },
      body: typeof body === "string" ? body : JSON.stringify(body),
    };
    for (let tries = 1; ; tries++) {
      const isLast = tries === TRIES;
      try {
        const response = await fetch(base + path, {
          ...options,
          signal: AbortSignal.timeout(60_000),
        });
        const bytes = new Uint8Array(await response.arrayBuffer());
        if (response.status === 401)
          throw new Unreachable(
            base,
            "it requires an API key: set VERIFY_API_KEY to one that it accepts",
          );
        if (isLast || !BUSY.includes(response.status))
          return {
            status: response.status,
            headers: response.headers,
            bytes,
            text: new TextDecoder().decode(bytes),
          };
        const seconds = Number(response.headers.get("retry-after") ?? 1);
        await sleep(1000 * Math.min(10, seconds));
      } catch (error) {
        if (error instanceof Unreachable) throw error;
        if (isLast) throw new Unreachable(base, explainFailure(error));
        await sleep(200 * tries);
      }
    }
  };
}

/**
 * Run every check, of receipts and proofs by `check` of check.mjs; return the names with their numbers of requests,
 * the `differences` and the `notes`.
 *
 * @param {string} url
 * @param {object} options
 * @param {CheckFile} options.check
 * @param {string} [options.seed] by default a random one
 * @param {string} [options.key] of the API
 * @returns {Promise<DeploymentResult>}
 */
export async function checkDeployment(
  url,
  { check, seed = randomUUID(), key },
) {
  const base = url.replace(/\/+$/, "");
  const { below } = await openSeedStream(seed, 0, 2 ** 16);
  /** @type {Row[]} */
  const rows = [];
  /** @type {string[]} */
  const differences = [];
  /** @type {string[]} */
  const notes = [];
  /** @type {Row} */
  let row;
  /** @type {Context} */
  const context = {
    send: openService(base, key),
    check,
    seed,
    below,
    note: (text) => notes.push(text),
    count(label, reason) {
      row.requests++;
      if (reason === undefined) return;
      row.wrong++;
      differences.push(`${label}\n    ${reason}`);
    },
  };
  for (const [name, run] of Object.entries(CHECKS)) {
    row = { name, requests: 0, wrong: 0 };
    rows.push(row);
    try {
      await run(context);
    } catch (error) {
      if (error instanceof Unreachable) throw error;
      context.count(name, explainFault(error));
    }
  }
  return { base, seed, version: context.version, rows, differences, notes };
}

/**
 * Return in words what a check found.
 *
 * @param {Row} row
 */
function describeRow({ requests, wrong }) {
  if (requests === 0) return "not checked";
  return wrong ? `${wrong} WRONG` : "right";
}

/**
 * Return a result as text.
 *
 * @param {DeploymentResult} result
 * @returns {string}
 */
export function describeDeployment({
  base,
  seed,
  version,
  rows,
  differences,
  notes,
}) {
  const width = Math.max(...rows.map(({ name }) => name.length));
  const total = rows.reduce((sum, { requests }) => sum + requests, 0);
  const listed = differences.slice(0, MAX_SHOWN);
  return [
    `${base}, version ${version ?? "unknown"}, checked with --seed ${seed}`,
    ...rows.map(
      (row) =>
        `  ${row.name.padEnd(width)}  ${String(row.requests).padStart(4)}  ${describeRow(row)}`,
    ),
    ...notes.map((note) => `  note: ${note}`),
    ...listed.map((text) => `WRONG ${text}`),
    ...(differences.length > listed.length
      ? [`and ${differences.length - listed.length} more`]
      : []),
    differences.length === 0
      ? `All ${total} responses are right.`
      : `${differences.length} wrong in the responses to ${total} requests.`,
  ].join("\n");
}

/**
 * Check the deployment at a URL by `check` of check.mjs, and print the result. Return the exit status, 1 if something
 * is wrong.
 *
 * @param {CheckFile} check
 * @param {string} url
 * @param {string[]} words after the URL: ["--seed", "a"], or none
 * @returns {Promise<number>}
 */
export default async function main(check, url = "", ...words) {
  if (!/^https?:\/\//.test(url))
    throw new Refused(
      "the word after deployment",
      "the URL of a service was expected, such as https://cards.example",
    );
  const at = words.indexOf("--seed");
  if (words.length !== (at < 0 ? 0 : 2) || at > 0)
    throw new Refused(
      "the words after the URL",
      "only --seed and a text were expected",
    );
  const result = await checkDeployment(url, {
    check,
    seed: words[1],
    key: process.env.VERIFY_API_KEY,
  });
  console.log(
    describeDeployment(result).split("\n").map(escapeInvisible).join("\n"),
  );
  return result.differences.length > 0 ? 1 : 0;
}
