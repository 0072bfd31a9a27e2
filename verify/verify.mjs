/**
 * Checks the receipt of a sealed shoe with the cards that were seen, or a seeded response of the service, for which
 * alone responses.mjs and what it imports are loaded, as is draws.mjs for the scheme shoe2, and proofs.mjs for a proved
 * response. Implemented from docs/stream.md and its pages alone, without code of the service or network access; it needs
 * only WebCrypto: node 20 or later, or any browser, which imports `check` from here.
 *
 *   node verify/verify.mjs receipt.json    prints whether the file is valid, or the first difference
 *   node verify/verify.mjs                 reads the file from standard input
 *   node verify/verify.mjs --keys jwks.json response.json
 *                                          checks a proved response with the public keys; also with `steps`, `lines`
 *   node verify/verify.mjs steps [file]    the same after each step of the check with its bytes (by steps.mjs)
 *   node verify/verify.mjs lines           reads a file from each line, writes a result to each line, as JSON;
 *                                          for a file that cannot be checked `valid` is null, `refused` is why
 *   node verify/verify.mjs answer          reads a request from each line, writes its result to each line, as JSON
 *   node verify/verify.mjs vectors         writes tests/vectors/sd1.json to standard output
 *   node verify/verify.mjs deployment URL  checks a running service from outside; the only command that uses the network
 *
 * A file is a response of the service; or {"receipt": …, "seen": [{"round": 0, "position": 0, "cards": ["AS"]}]}, where
 * an entry can also be the `seen` of a response; for integers that stand for a list, with the list as `original_items`.
 * The exit code is 0 without a difference, 1 with one, 2 if the file cannot be checked.
 */
import { Refused, checkChoice, checkObject } from "./validation.mjs";
import { checkReceipt } from "./receipts.mjs";

const SCHEMES = ["shoe1", "shoe2"];
const loadResponses = () => import("./responses.mjs");
const loadDraws = () => import("./draws.mjs");
const loadProofs = () => import("./proofs.mjs");

/**
 * Return the result of a check: `valid`, the first `difference`, and the reasons for `unchecked` members. `valid` is
 * null if nothing differs but not all was checked: a member is `unchecked`, or no card of a receipt was seen. `keys`
 * is the JWK set of the service, for a proved response.
 */
export async function check(file, keys) {
  checkObject("", file, Object.keys(file ?? {}));
  if (file.proof !== undefined) return (await loadProofs()).checkProvedResponse(file, keys);
  if (file.receipt === undefined) return (await loadResponses()).checkResponse(file);
  if (SCHEMES.includes(file.receipt)) return check({ receipt: file });
  if (typeof file.receipt === "string")
    throw new Refused("receipt", "a signature was given, and docs/signed-answers.md says how to verify one");
  const isShoe2 = checkChoice("receipt", file.receipt?.receipt, SCHEMES) === "shoe2";
  checkObject("", file, ["receipt", "seen", "shoe", ...(isShoe2 ? ["original_items"] : [])]);
  if (isShoe2) return (await loadDraws()).checkSealedReceipt(file.receipt, file.seen, file.original_items);
  return checkReceipt(file.receipt, file.seen);
}

/** Return a result as text. */
export function describeResult({ valid, difference, unchecked }) {
  const reasons = Object.entries(unchecked ?? {}).map(([name, reason]) => `\n  ${name}: ${reason}`);
  if (unchecked) return `Nothing differs, but not all was checked:${reasons.join("")}`;
  if (valid === null) return "The commitment and the terms are right. No card was seen, so none was checked.";
  if (valid) return "valid";
  const format = (value) => (value === undefined ? "nothing" : JSON.stringify(value));
  const { where, expected, seen } = difference;
  return `not valid: ${where} differs\n  expected  ${format(expected)}\n  seen      ${format(seen)}`;
}

/** Return a step as text. */
function formatStep({ title, says, lines = [], table }) {
  const rows = table ? [table.head, ...table.rows] : lines;
  const width = (k) => Math.max(...rows.map((row) => String(row[k]).length));
  const row = (cells) =>
    cells.map((cell, k) => (k < cells.length - 1 ? String(cell).padEnd(width(k)) : cell)).join("  ");
  return [title, `  ${says}`, ...rows.map((cells) => `    ${row(cells)}`), ""].join("\n");
}

/** Return the text of a file, or of standard input without a name. */
async function readInput(name) {
  const { createReadStream } = await import("node:fs");
  const { text } = await import("node:stream/consumers");
  return text(name === undefined ? process.stdin : createReadStream(name));
}

/** Return what `check` does; with `keys`, a response without a proof is refused: any seed makes it look right. */
async function checkProvable(file, keys) {
  if (keys && file?.proof === undefined) throw new Refused("proof", "there is none; --keys is for proved responses");
  return check(file, keys);
}

/** Check a file, and print its result, after its steps if `withSteps`. */
async function checkFile(name, keys, withSteps) {
  const file = JSON.parse(await readInput(name));
  const result = await checkProvable(file, keys);
  if (withSteps) for await (const step of (await import("./steps.mjs")).steps(file)) console.log(formatStep(step));
  console.log(describeResult(result));
  process.exitCode = result.valid === false ? 1 : 0;
}

async function mapLines(transform) {
  const lines = (await readInput()).split("\n").filter(Boolean);
  for (const line of lines) console.log(JSON.stringify(await transform(line)));
}

/** Return a result; for a file that cannot be checked, `valid` is null and `refused` is the reason. */
async function checkLine(line, keys) {
  try {
    return await checkProvable(JSON.parse(line), keys);
  } catch ({ where = "the file", message }) {
    return { valid: null, refused: { where, message } };
  }
}

async function computeLine(line) {
  return (await loadResponses()).computeResult(JSON.parse(line));
}

/** Run a command; not called in a browser or when another module imports this one. */
async function main(...words) {
  if (words[0] === "deployment") return (await import("./deployment.mjs")).default(check, ...words.slice(1));
  const at = words.indexOf("--keys");
  const [option, keyFile] = at < 0 ? [] : words.splice(at, 2);
  if (option && keyFile === undefined) throw new Refused(option, "the name of a file was expected");
  const keys = option && JSON.parse(await readInput(keyFile));
  const [command, name] = words;
  if (command === "vectors") return console.log(await (await import("./vectors.mjs")).default());
  if (command === "answer") return mapLines(computeLine);
  if (command === "lines") return mapLines((line) => checkLine(line, keys));
  return command === "steps" ? checkFile(name, keys, true) : checkFile(command, keys);
}

if (globalThis.process?.argv?.[1]?.endsWith("verify.mjs"))
  main(...process.argv.slice(2)).catch((error) => {
    console.error(`cannot be checked: ${error.message}`);
    process.exitCode = 2;
  });
