/**
 * The command and its output. docs/definitions/verify.md describes it; it checks by check.mjs, from which programs and
 * browsers import `check`.
 */
// @ts-check
import { check, isReceipt, isState, splitReceipt } from "./check.mjs";
import { parseJson } from "./core/json.mjs";
import { escapeInvisible } from "./core/escaped_texts.mjs";
import { Refused, isObject, requireObject } from "./core/validation.mjs";
import { describeResult } from "./describe.mjs";

/**
 * @import { JwkSet, Verdict } from "./check.mjs"
 * @import { CheckResult, JsonObject } from "./core/validation.mjs"
 * @import { DerivedResult } from "./endpoints/endpoint.mjs"
 */

/**
 * A step of a check: its title, a sentence, and lines of a name and a value or a table.
 *
 * @typedef {object} PrintedStep
 * @property {string} title
 * @property {string} says
 * @property {unknown[][]} [lines]
 * @property {{ head: unknown[], rows: unknown[][] }} [table]
 */

/**
 * Why a file or a request is refused: the path of a member, or "the file", and the reason.
 *
 * @typedef {{ where: string, message: string }} Refusal
 */

/**
 * Return a step as text, in which everything invisible is escaped.
 *
 * @param {PrintedStep} step
 */
function formatStep({ title, says, lines = [], table }) {
  const cells = table ? [table.head, ...table.rows] : lines;
  const rows = cells.map((row) =>
    row.map((cell) => escapeInvisible(`${cell}`)),
  );
  /** @param {number} column */
  const widthOf = (column) =>
    Math.max(...rows.map((row) => row[column].length));
  /** @param {string[]} row */
  const formatRow = (row) =>
    row
      .map((cell, k) => (k < row.length - 1 ? cell.padEnd(widthOf(k)) : cell))
      .join("  ");
  return [
    title,
    `  ${says}`,
    ...rows.map((row) => `    ${formatRow(row)}`),
    "",
  ].join("\n");
}

/**
 * By the code of an error of the system, why a file cannot be read.
 *
 * @type {{ [code: string]: string }}
 */
const UNREADABLE = {
  ENOENT: "there is no such file",
  EACCES: "it may not be read",
  EISDIR: "it is a folder",
};

/**
 * Return whether an error is one of the system, such as that there is no such file.
 *
 * @param {unknown} error
 * @returns {error is NodeJS.ErrnoException}
 */
const isOfSystem = (error) =>
  error instanceof Error && "syscall" in error && error.syscall !== undefined;

/**
 * Yield the bytes of a file, or of standard input for `-`, as they come.
 *
 * @param {string} name
 * @returns {AsyncGenerator<Buffer, void>}
 */
async function* readChunks(name) {
  const { createReadStream } = await import("node:fs");
  try {
    yield* name === "-" ? process.stdin : createReadStream(name);
  } catch (error) {
    if (!isOfSystem(error)) throw error;
    throw new Refused(
      name === "-" ? "standard input" : name,
      UNREADABLE[error.code ?? ""] ?? "it cannot be read",
    );
  }
}

/**
 * Return the bytes of a file, or of standard input for `-` and without a name.
 *
 * @param {string} [name]
 */
async function readInput(name = "-") {
  const chunks = [];
  for await (const chunk of readChunks(name)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/**
 * Yield the bytes of each line of standard input, as soon as it ends.
 *
 * @returns {AsyncGenerator<Buffer, void>}
 */
async function* readLines() {
  /** @type {Buffer[]} */
  let parts = []; // of the line that has not ended
  for await (const chunk of readChunks("-")) {
    let start = 0;
    let end = chunk.indexOf("\n");
    while (end >= 0) {
      yield Buffer.concat([...parts, chunk.subarray(start, end)]);
      parts = [];
      start = end + 1;
      end = chunk.indexOf("\n", start);
    }
    parts.push(chunk.subarray(start));
  }
  yield Buffer.concat(parts);
}

/**
 * The beginning of a file of bridge boards, perhaps after a byte order mark: a comment or a tag of PBN, or a mark of
 * LIN such as "qx|".
 */
const BOARDS = /^(?:\xEF\xBB\xBF)?\s*(?:%|\[\w+\s+"|\w\w\|)/;

/**
 * Return the value of JSON in UTF-8, without a byte order mark, or {file} with the text of a file of bridge boards.
 *
 * @param {Buffer} bytes
 * @param {string} where what they are, in words
 * @returns {Promise<unknown>}
 */
async function parseBytes(bytes, where = "the file") {
  const { isUtf8 } = await import("node:buffer");
  if (BOARDS.test(bytes.subarray(0, 200).toString("latin1")))
    return { file: bytes.toString(isUtf8(bytes) ? "utf8" : "latin1") };
  if (!isUtf8(bytes))
    throw new Refused(where, "it is not UTF-8; save it in this encoding");
  return parseJson(bytes.toString(), where);
}

const TOO_LARGE = "the file is too large or too deep to be checked here";

/**
 * Return the reason of an error in words for people, without those of JavaScript.
 *
 * @param {NodeJS.ErrnoException} error
 */
function explainError(error) {
  const { code, message, syscall } = error;
  if (error instanceof Refused || code?.startsWith("ERR_PARSE_ARGS"))
    return message;
  if (code === "ERR_MODULE_NOT_FOUND")
    return "a file of the program is missing; copy the whole folder verify";
  return syscall === "write" ? "the result cannot be written" : TOO_LARGE;
}

/**
 * Return what `check` does; with `keys`, a response without a proof is refused: any seed makes it look right.
 *
 * @param {unknown} file
 * @param {JwkSet} [keys]
 * @returns {Promise<Verdict>}
 */
async function checkProvable(file, keys) {
  const isProvable =
    isObject(file) && (file.proof !== undefined || isState(file));
  if (keys && !isProvable)
    throw new Refused(
      "proof",
      "there is none; --keys is for proved responses and signed states",
    );
  return check(file, keys);
}

/**
 * Return a file with what the options confirm; what the file has itself must be the same.
 *
 * @param {unknown} file
 * @param {{ [name: string]: string }} options by the name in `confirmed`
 * @returns {unknown}
 */
function addConfirmed(file, options) {
  if (Object.keys(options).length === 0 || !isObject(file)) return file;
  const whole = isReceipt(file) ? splitReceipt(file) : file;
  const inFile = whole.confirmed ?? {};
  if (!isObject(inFile)) return file; // which is refused
  const confirmed = { ...inFile };
  for (const [name, value] of Object.entries(options)) {
    if ((confirmed[name] ?? value) !== value)
      throw new Refused(
        `confirmed.${name}`,
        "the file has another one than the option",
      );
    confirmed[name] = value;
  }
  return { ...whole, confirmed };
}

/** The exit status of each kind of result. */
const EXIT = { valid: 0, invalid: 1, partial: 2, unreadable: 3 };

/**
 * Return the exit status of a result: 0 if it is valid, 1 if it is not, 2 if not everything was checked.
 *
 * @param {CheckResult} result
 */
function exitStatus({ valid }) {
  if (valid === null) return EXIT.partial;
  return valid ? EXIT.valid : EXIT.invalid;
}

/**
 * Check a file, and print its result, after its steps if `withSteps`. Return the exit status.
 *
 * @param {string | undefined} name of the file
 * @param {{ [name: string]: string }} confirmed by the options
 * @param {JwkSet | undefined} keys
 * @param {boolean} withSteps
 */
async function checkFile(name, confirmed, keys, withSteps) {
  const file = addConfirmed(await parseBytes(await readInput(name)), confirmed);
  const result = await checkProvable(file, keys);
  if (withSteps && isObject(file)) {
    for await (const step of (await import("./steps/steps.mjs")).steps(file))
      console.log(formatStep(step));
  }
  console.log(describeResult(result));
  return exitStatus(result);
}

/**
 * Print the result of `compute` for the value on each line of standard input when it comes, or why there is none.
 *
 * @param {(value: unknown) => Promise<object>} compute
 * @param {(refusal: Refusal) => object} refuse a function that returns what is printed if `compute` refuses the value
 */
async function mapLines(compute, refuse) {
  for await (const line of readLines()) {
    if (line.every((byte) => " \t\r".includes(String.fromCharCode(byte))))
      continue;
    const result = await parseBytes(line)
      .then(compute)
      .catch((error) => refuse(describeRefusal(error)));
    console.log(escapeInvisible(JSON.stringify(result))); // the same JSON
  }
}

/**
 * Return the place and the reason of an error.
 *
 * @param {Error} error
 * @returns {Refusal}
 */
const describeRefusal = (error) => ({
  where: error instanceof Refused ? error.where : "the file",
  message: explainError(error),
});

const BRIDGE_DEAL = /^\/v1\/games\/bridge\/deal(?:\/batch)?$/;

/**
 * Return a request in which the given cards are no text of a bridge deal, such as { given: { deal: "N:AKQ…" } }.
 *
 * @param {JsonObject} request
 * @returns {Promise<JsonObject>}
 */
async function readBridgeText(request) {
  const { path, given } = request;
  if (!isObject(given) || !given.deal || !BRIDGE_DEAL.test(String(path)))
    return request;
  const { readGivenDeal } = await import("./bridge_files/known_deals.mjs");
  const { deal } = given;
  return readGivenDeal({ ...request, given: { ...given, deal } });
}

/**
 * Return the result of a request.
 *
 * @param {unknown} value with its path: { path: "/v1/integers", max: 6, seed: "a" }
 * @returns {Promise<DerivedResult>}
 */
async function computeLine(value) {
  const request = requireObject("", value);
  const { computeResult } = await import("./responses/results.mjs");
  return computeResult(await readBridgeText(request));
}

const USAGE = `Check a receipt of a sealed shoe, or a seeded or proved response, without the service.

node verify/verify.mjs [steps] [FILE] [--commitment HEX] [--client-seed TEXT] [--digest HEX] [--own-text TEXT]
node verify/verify.mjs [steps] [FILE] --keys JWKS [--own-text TEXT]
    FILE is in JSON, "-" or nothing is standard input: a response; a receipt, alone or as
    {"receipt": …, "seen": […], "confirmed": {"commitment": "…"}}; {"shown": …, "root": "…", "terms": …};
    a state, {"digest": "…", "signed": …}; {"plan": …, "beacon": …, "answer": …}; or a PBN or LIN file with its seed
    --commitment   the commitment that you were shown before the first card
    --client-seed  the client seed that you gave
    --digest       the digest that you were shown last, if you have it
    --own-text     your own text among those of the players
    --keys         the public keys that the service published, for a proved deal or a signed state
    steps          prints each step of the check with its bytes before the result
node verify/verify.mjs lines [--keys JWKS]    a file on each line of standard input, a result on each line, in JSON
node verify/verify.mjs answer                 a request on each line, its result on each line, in JSON
node verify/verify.mjs vectors                prints tests/vectors/sd1.json
node verify/verify.mjs deployment URL         checks a running service from outside; alone in using the network

The exit status is 0 if the file is valid, 1 if it is not, 2 if nothing differs but not everything was checked, and
3 if it cannot be read.`;

/**
 * The options of the command.
 *
 * @satisfies {{ [name: string]: { type: "string" | "boolean", short?: string } }}
 */
const OPTIONS = {
  commitment: { type: "string" },
  "client-seed": { type: "string" },
  digest: { type: "string" },
  "own-text": { type: "string" },
  keys: { type: "string" },
  help: { type: "boolean", short: "h" },
};

const COMMANDS = ["steps", "lines", "answer", "vectors"];

/**
 * What the words of a command line say: the command, undefined for the check of a file; the name of the file, undefined
 * for standard input; what the options confirm, by the name in `confirmed`; the name of the file of keys; and whether
 * only help is asked for.
 *
 * @typedef {object} CommandLine
 * @property {string} [command]
 * @property {string} [name]
 * @property {{ [name: string]: string }} confirmed
 * @property {string} [keyFile]
 * @property {boolean} isHelp
 */

/**
 * Return what the words of a command line say. Throw `Refused` for words that do not go together; an unknown option is
 * an error of `parseArgs`.
 *
 * @param {string[]} words ["steps", "file.json", "--own-text", "a"]
 * @returns {Promise<CommandLine>} here
 *   { command: "steps", name: "file.json", confirmed: { own_text: "a" }, isHelp: false }
 */
async function parseWords(words) {
  const { parseArgs } = await import("node:util");
  const { values, positionals, tokens } = parseArgs({
    args: words,
    options: OPTIONS,
    allowPositionals: true,
    tokens: true,
  });
  const options = tokens.filter((token) => token.kind === "option");
  const names = options.map((token) => token.name);
  const twice = names.find((name, i) => names.indexOf(name) < i);
  if (twice !== undefined) throw new Refused(`--${twice}`, "it is there twice");
  const { help, keys: keyFile, ...confirmedOptions } = values;
  if (help || (words.length === 0 && process.stdin.isTTY))
    return { confirmed: {}, isHelp: true };
  const [first] = positionals;
  const command = COMMANDS.find((word) => word === first);
  const wordsAfter = command === undefined ? positionals : positionals.slice(1);
  const takesFile = command === undefined || command === "steps";
  /** @type {{ [name: string]: string }} */
  const confirmed = {};
  for (const [option, value] of Object.entries(confirmedOptions))
    confirmed[option.replaceAll("-", "_")] = value;
  const isAboutFile =
    wordsAfter.length > 0 || Object.keys(confirmed).length > 0;
  if (wordsAfter.length > 1 || (isAboutFile && !takesFile))
    throw new Refused(
      "the words after verify.mjs",
      "--help shows which there are",
    );
  return { command, name: wordsAfter[0], confirmed, keyFile, isHelp: false };
}

/**
 * Return the JWK set of a file, undefined without a file.
 *
 * @param {string} [name]
 * @returns {Promise<JwkSet | undefined>} whatever the file has: that it is a set is checked where a key is looked for
 */
async function readKeys(name) {
  if (name === undefined) return undefined;
  const value = await parseBytes(await readInput(name), name);
  return value ? /** @type {JwkSet} */ (value) : undefined;
}

/**
 * Run a command. Return the exit status if it is not 0.
 *
 * @param {string[]} words
 * @returns {Promise<number | void>}
 */
async function main(...words) {
  const [first, url, ...otherWords] = words;
  if (first === "deployment")
    return (await import("./deployment/deployment.mjs")).default(
      check,
      url,
      ...otherWords,
    );
  const { command, name, confirmed, keyFile, isHelp } = await parseWords(words);
  if (isHelp) return console.log(USAGE);
  const keys = await readKeys(keyFile);
  if (command === "vectors")
    return console.log(await (await import("./vectors/vectors.mjs")).default());
  if (command === "answer")
    return mapLines(computeLine, (refused) => ({ refused }));
  if (command === "lines")
    return mapLines(
      (file) => checkProvable(file, keys),
      (refused) => ({ valid: null, refused }),
    );
  return checkFile(name, confirmed, keys, command === "steps");
}

/** Run the command; the exit status is that of an unreadable file until a command has done all that it does. */
async function run() {
  /** @param {Error} error */
  const fail = (error) => {
    const reason = explainError(error);
    console.error(escapeInvisible(`cannot be checked: ${reason}`));
    return EXIT.unreadable;
  };
  process.on("uncaughtException", (error) => process.exit(fail(error)));
  process.exitCode = EXIT.unreadable;
  process.exitCode =
    (await main(...process.argv.slice(2)).catch(fail)) ?? EXIT.valid;
}

run();
