/**
 * Checks what the service says, from docs/stream.md and nothing else: the receipt of a sealed shoe with the cards that
 * were seen, or a seeded answer, for which alone answers.mjs and games.mjs are loaded. It shares no code with the
 * service, asks nobody, and needs only WebCrypto: node 20 or later, or any browser, which imports `check` from here.
 *
 *   node verify/verify.mjs receipt.json    says whether the file is valid, or the first thing that differs
 *   node verify/verify.mjs                 reads it from standard input
 *   node verify/verify.mjs steps [file]    the same, and before it each step with its bytes (this loads steps.mjs, too)
 *   node verify/verify.mjs lines           reads one of them a line, writes one finding a line, as JSON;
 *                                          of what cannot be checked `valid` is null, and `refused` says why
 *   node verify/verify.mjs answer          reads one request a line, writes one answer a line, as JSON
 *   node verify/verify.mjs vectors         writes tests/vectors/sd1.json to standard output
 *
 * A file holds what the service answered; or {"receipt": …, "seen": [{"round": 0, "position": 0, "cards": ["AS"]}]}.
 * The exit code is 0 if nothing differs, 1 if something does, 2 if the file cannot be checked.
 */
import { Refused, members } from "./members.mjs";
import { checkReceipt } from "./receipts.mjs";

const answers = () => import("./answers.mjs");

/**
 * What a check comes to: `valid`, the first `difference`, and what was left `unchecked`. `valid` is null if nothing
 * differs but not all was checked: there is something `unchecked`, or a receipt without a card that was seen.
 */
export async function check(told) {
  members("", told, Object.keys(told ?? {}));
  if (told.receipt === undefined) return (await answers()).checkAnswer(told);
  if (told.receipt === "shoe1") return checkReceipt(told);
  if (typeof told.receipt === "string")
    throw new Refused("receipt", "a signature was given, and docs/signed-answers.md says how to verify one");
  members("", told, ["receipt", "seen", "shoe"]);
  return checkReceipt(told.receipt, told.seen);
}

/** A finding in words. */
export function sentence({ valid, difference, unchecked }) {
  const why = Object.entries(unchecked ?? {}).map(([name, reason]) => `\n  ${name}: ${reason}`);
  if (unchecked) return `Nothing differs, but not all was checked:${why.join("")}`;
  if (valid === null) return "The commitment and the terms are right. No card was seen, so none was checked.";
  if (valid) return "valid";
  const said = (value) => (value === undefined ? "nothing" : JSON.stringify(value));
  return `not valid: ${difference.where} differs\n  expected  ${said(difference.expected)}\n  seen      ${said(difference.seen)}`;
}

/** A step in words. */
function written({ title, says, lines = [], table }) {
  const rows = table ? [table.head, ...table.rows] : lines;
  const width = (k) => Math.max(...rows.map((row) => String(row[k]).length));
  const row = (cells) =>
    cells.map((cell, k) => (k < cells.length - 1 ? String(cell).padEnd(width(k)) : cell)).join("  ");
  return [title, `  ${says}`, ...rows.map((cells) => `    ${row(cells)}`), ""].join("\n");
}

async function read(name) {
  const { createReadStream } = await import("node:fs");
  const { text } = await import("node:stream/consumers");
  return text(name === undefined ? process.stdin : createReadStream(name));
}

async function checkFile(name, shown) {
  const told = JSON.parse(await read(name));
  const finding = await check(told);
  if (shown) for await (const step of (await import("./steps.mjs")).steps(told)) console.log(written(step));
  console.log(sentence(finding));
  process.exitCode = finding.valid === false ? 1 : 0;
}

async function eachLine(answered) {
  for (const line of (await read()).split("\n").filter(Boolean)) console.log(JSON.stringify(await answered(line)));
}

/** A finding; or, of what cannot be checked, why not: then `valid` is null. */
async function checkLine(line) {
  try {
    return await check(JSON.parse(line));
  } catch ({ where = "the file", message }) {
    return { valid: null, refused: { where, message } };
  }
}

async function answerLine(line) {
  return (await answers()).answer(JSON.parse(line));
}

/** The command line; in a browser, or imported by another module, nothing happens here. */
async function main(command, name) {
  if (command === "vectors") return console.log(await (await import("./vectors.mjs")).default());
  if (command === "answer") return eachLine(answerLine);
  if (command === "lines") return eachLine(checkLine);
  return command === "steps" ? checkFile(name, true) : checkFile(command);
}

if (globalThis.process?.argv?.[1]?.endsWith("verify.mjs"))
  main(...process.argv.slice(2)).catch((error) => {
    console.error(`cannot be checked: ${error.message}`);
    process.exitCode = 2;
  });
