/**
 * The command and its output, and `check` for programs. It checks the receipt of a sealed shoe with what a player
 * holds, or a seeded response of the service. For responses alone responses.mjs and what it imports are loaded, as are
 * draws.mjs for a full receipt, partial.mjs for a partial one, proofs.mjs for a proved response, and board_files.mjs
 * for a file of bridge boards. Implemented from docs/definitions/stream.md and its pages alone, without code of the service
 * or network access; needs only WebCrypto: node 20 or later, or any browser, which imports `check` from here.
 * docs/definitions/verify.md describes the program.
 */
// @ts-check
import { parseJson } from "./core/json.mjs";
import {
  CHOOSERS,
  NOT_DRAWN,
  addBeacon,
  deriveDue,
  describeDue,
  findOrigin,
} from "./core/origins.mjs";
import { escapeInvisible } from "./core/texts.mjs";
import {
  Refused,
  checkChoice,
  checkObject,
  checkText,
  isObject,
  openFile,
  parseDigest,
} from "./core/validation.mjs";
import { findLater } from "./versions.mjs";

/**
 * @import { Beacon, CheckedFile, CheckedReceipt, Confirmed, CountedResult, Origin } from "./core/origins.mjs"
 * @import { CheckResult, Difference, JsonObject } from "./core/validation.mjs"
 * @import { DerivedResult } from "./endpoint.mjs"
 */

/**
 * The public keys of a service, a JWK set; whether it is one is checked where a key is looked for.
 *
 * @typedef {{ keys?: unknown } | null} JwkSet
 */

/**
 * The result of the check of a file, with who could choose the randomness.
 *
 * @typedef {CheckResult & Origin & { derived?: { round_due?: number } }} Verdict
 */

/**
 * The same with what is known of how many results a request leaves, and perhaps a sentence on the occasion of a plan.
 *
 * @typedef {CountedResult & Origin} Examined
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

/** What a reader can confirm that may be compared with a result. */
const COMPARABLE = ["commitment", "client_seed", "digest", "own_text"];

/**
 * What the reader of a file confirms: `confirmed` beside the file has these members, and none of them is a part of the
 * file.
 */
const CONFIRMED = [...COMPARABLE, "public_before_round", "certificate"];

const loadPartial = () => import("./sealed/partial.mjs");
const loadResponses = () => import("./responses.mjs");

/**
 * Return the result of a check: `valid`; `chosen_by`, who could choose the randomness, with a sentence on what that
 * `rests_on`; `derived`, with the time at which a round of drand was due, if there is one; the first `difference`,
 * {where, expected, seen}, perhaps with the number of its `draw` and a `detail` for people; the reasons for what is
 * `unchecked`, by name; and `notes`, sentences on the rest. `valid` is null if nothing differs but not everything that
 * makes a proof was checked. `keys` is the JWK set of the service, for a proved response. Throw `Refused` for a file
 * that cannot be checked.
 *
 * @param {unknown} file the value of the JSON, or { file } with the text of a file of bridge boards
 * @param {JwkSet} [keys]
 * @returns {Promise<Verdict>}
 */
export async function check(file, keys) {
  const { left, remark, ...result } = await examine(file, keys);
  return result;
}

/**
 * Return what `check` does, and of a plan or a proof as `left` what is known of how many results its request leaves
 * (results_left.mjs).
 *
 * A receipt alone is checked as a file with nothing but the receipt. What the reader confirms and nothing in the file
 * can be compared with is listed in `unchecked`, so that a `valid` of true becomes null.
 *
 * @param {unknown} file
 * @param {JwkSet} [keys]
 * @returns {Promise<Examined>}
 */
export async function examine(file, keys) {
  const whole = checkObject("", file, Object.keys(file ?? {}));
  if (isReceipt(whole)) return examine(splitReceipt(whole), keys);
  if (isResponseOfReceipt(whole.receipt))
    return examine({ ...whole, receipt: whole.receipt.receipt }, keys);
  const { confirmed: told, ...rest } = whole;
  if (rest.original_items === null) delete rest.original_items;
  const confirmed = readConfirmed(told ?? {});
  const later = findLater(rest);
  if (later !== undefined) {
    const unknown = { valid: null, unchecked: later, ...NOT_DRAWN };
    return listUncomparedAsUnchecked(unknown, {}, confirmed);
  }
  const isOfReceipt = Object(rest.receipt) === rest.receipt || isShown(rest);
  const subject = isOfReceipt ? openFile(rest) : rest;
  const result = await checkKind(subject, keys, confirmed);
  return listUncomparedAsUnchecked(
    addOrigin(result, subject, confirmed),
    subject,
    confirmed,
  );
}

/**
 * Return the result of a check with the time at which its round of drand was due, if there is one, and who could
 * choose.
 *
 * @param {CountedResult} result
 * @param {CheckedFile & { beacon?: Beacon, proof?: { alpha: { beacon?: Beacon } } }} file whose form was checked
 * @param {Confirmed} confirmed
 * @returns {Examined}
 */
function addOrigin(result, file, confirmed) {
  const due = deriveDue(file.beacon ?? file.proof?.alpha?.beacon);
  const derived = {
    ...result.derived,
    ...(due !== undefined && { round_due: due }),
  };
  const whole = {
    ...result,
    ...findOrigin(file, result, confirmed),
    derived,
  };
  if (Object.keys(derived).length > 0) return whole;
  const { derived: _, ...rest } = whole;
  return rest;
}

/**
 * Return whether a value is a whole response of the service with a receipt in it, and not the receipt.
 *
 * @param {unknown} value
 * @returns {value is { receipt: JsonObject }}
 */
const isResponseOfReceipt = (value) =>
  isObject(value) && isObject(value.receipt) && Boolean(value.receipt.receipt);

/**
 * Return the file of a receipt alone, which may have `confirmed` in it.
 *
 * @param {JsonObject} receipt
 * @returns {{ receipt: JsonObject, confirmed?: unknown }}
 */
const splitReceipt = ({ confirmed, ...receipt }) => ({
  receipt,
  ...(confirmed !== undefined && { confirmed }),
});

/**
 * The most characters of each text that is confirmed and is no digest.
 *
 * @type {{ [name: string]: number }}
 */
const LONGEST = { own_text: 256, client_seed: 32 * 65, certificate: 16384 };

/**
 * Return what the reader confirms, without null members, which some programs add.
 *
 * @param {unknown} told `confirmed` of the file, which is checked here
 * @returns {Confirmed & JsonObject}
 */
function readConfirmed(told) {
  const confirmed = Object.fromEntries(
    Object.entries(checkObject("confirmed", told, CONFIRMED)).filter(
      ([, value]) => value !== null,
    ),
  );
  for (const [name, value] of Object.entries(confirmed)) {
    const where = `confirmed.${name}`;
    if (name === "public_before_round")
      checkChoice(where, value, [true, false]);
    else if (name === "commitment" || name === "digest")
      parseDigest(where, value);
    else checkText(where, value, LONGEST[name]);
  }
  return confirmed;
}

const NOTHING_THERE = "this result has none that could be compared with it";

/**
 * Return the names of what a reader can confirm that is compared with the result of a file.
 *
 * @param {CheckedFile} file
 * @returns {string[]}
 */
function listCompared({ receipt, proof, plan }) {
  const isProved = proof !== undefined;
  if (!isObject(receipt))
    return [
      ...(isObject(plan) ? ["digest"] : []),
      ...(isProved ? ["own_text"] : []),
    ];
  const hasTexts =
    isProved || (receipt.terms.words && (receipt.client_seed ?? null) !== null);
  return hasTexts
    ? COMPARABLE
    : COMPARABLE.filter((name) => name !== "own_text");
}

/**
 * Return a result that also lists as unchecked what is confirmed and has nothing to be compared with.
 *
 * @param {Examined} result
 * @param {CheckedFile} file
 * @param {Confirmed & JsonObject} confirmed
 * @returns {Examined}
 */
function listUncomparedAsUnchecked(result, file, confirmed) {
  const compared = listCompared(file);
  const open = COMPARABLE.filter(
    (name) => confirmed[name] !== undefined && !compared.includes(name),
  );
  if (open.length === 0 || result.valid === false) return result;
  return {
    ...result,
    valid: null,
    unchecked: {
      ...Object.fromEntries(open.map((name) => [name, NOTHING_THERE])),
      ...result.unchecked,
    },
  };
}

/**
 * Return the result of the check of a file by its kind, the module of which is loaded first: a file of bridge boards, a
 * plan, a proved response, shown cards, a signed state, a response, or a receipt.
 *
 * @param {JsonObject} file
 * @param {JwkSet | undefined} keys
 * @param {Confirmed} confirmed
 * @returns {Promise<CountedResult>}
 */
async function checkKind(file, keys, confirmed) {
  if (typeof file.file === "string")
    return (await import("./board_files.mjs")).checkBoardFile({
      ...file,
      file: file.file,
    });
  if (isObject(file.plan))
    return (await import("./plans/plans.mjs")).checkPlan(file, confirmed);
  if (file.proof !== undefined)
    return (await import("./proofs/proofs.mjs")).checkProvedResponse(
      file,
      keys,
      confirmed,
    );
  if (isShown(file)) return (await loadPartial()).checkShownCards(file);
  if (isState(file)) return (await loadPartial()).checkState(file, keys);
  if (file.receipt === undefined)
    return (await loadResponses()).checkResponse(file);
  if (typeof file.receipt === "string")
    throw new Refused(
      "receipt",
      "a signature was given, and docs/definitions/signed-responses.md says how to verify one",
    );
  const { beacon, ...rest } = file;
  if (beacon === undefined) return checkReceipt(file, confirmed);
  const result = await checkReceipt(rest, confirmed);
  /** @type {CheckedFile & { receipt: CheckedReceipt }} */
  const checked = Object(rest); // its form was checked
  return addBeacon(result, { beacon, receipt: checked.receipt });
}

/**
 * Return the result of the check of a receipt with what a player holds; a partial one has no `server_seed`.
 *
 * @param {JsonObject} file
 * @param {Confirmed} confirmed
 * @returns {Promise<CheckResult>}
 */
async function checkReceipt(file, confirmed) {
  const names = ["receipt", "seen", "shown", "shoe", "audit", "original_items"];
  checkObject("", file, names);
  const { receipt, seen, shown, original_items: items } = file;
  const notes = { ...confirmed, items, shown };
  if (!isObject(receipt) || receipt.server_seed === undefined)
    return (await loadPartial()).checkPartialReceipt(receipt, seen, notes);
  return (await import("./sealed/draws.mjs")).checkSealedReceipt(
    receipt,
    seen,
    notes,
  );
}

/**
 * Return whether a file is a receipt of a sealed shoe and nothing more.
 *
 * @param {JsonObject} file
 */
const isReceipt = (file) =>
  typeof file.receipt === "string" && file.drawn !== undefined;

/**
 * Return whether a file is shown cards with their root.
 *
 * @param {JsonObject} file
 * @returns {boolean}
 */
export const isShown = (file) =>
  file.receipt === undefined &&
  file.root !== undefined &&
  file.shown !== undefined;

/**
 * Return whether a file is a signed state, which is neither a receipt nor a response that says more.
 *
 * @param {JsonObject} file
 * @returns {boolean}
 */
export const isState = (file) =>
  file.receipt === undefined &&
  file.digest !== undefined &&
  file.signed !== undefined;

/**
 * Return lines below a text, each of which is indented; everything invisible in them is escaped.
 *
 * @param {string[]} lines
 */
const indentLines = (lines) =>
  lines.map((line) => `\n  ${escapeInvisible(line)}`).join("");

/**
 * Return a value as JSON, or that there is none.
 *
 * @param {unknown} value
 */
const formatValue = (value) =>
  value === undefined ? "nothing" : JSON.stringify(value);

/**
 * Return a difference as text, in which everything invisible is escaped.
 *
 * @param {Difference} difference
 */
function formatDifference({ where, expected, seen, draw, detail }) {
  const place = draw === undefined ? where : `${where} (draw ${draw})`;
  const lines = [
    `expected  ${formatValue(expected)}`,
    `seen      ${formatValue(seen)}`,
    ...(detail ? [detail] : []),
  ];
  return `not valid: ${escapeInvisible(place)} differs${indentLines(lines)}`;
}

/**
 * Return a result as text, in which everything invisible is escaped.
 *
 * @param {Verdict} result
 * @returns {string} such as "valid", and in a line below who could choose
 */
export function describeResult({
  valid,
  chosen_by: chosenBy,
  rests_on: reason,
  difference,
  unchecked = {},
  derived,
  notes: more = [],
}) {
  if (valid === false && difference !== undefined)
    return formatDifference(difference);
  const due = describeDue(derived?.round_due);
  const notes = [
    `${CHOOSERS[chosenBy]}: ${reason}`,
    ...more,
    ...(due && !reason?.includes(due) ? [`${due}.`] : []),
  ];
  if (valid) return `valid${indentLines(notes)}`;
  const reasons = Object.entries(unchecked).map(
    ([name, sentence]) => `${name}: ${sentence}`,
  );
  return `Nothing differs, but not everything was checked:${indentLines([...reasons, ...notes])}`;
}

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
    for (let end; (end = chunk.indexOf("\n", start)) >= 0; start = end + 1) {
      yield Buffer.concat([...parts, chunk.subarray(start, end)]);
      parts = [];
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
  const confirmed = { ...Object(whole.confirmed) };
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
 * Return the exit status of a result.
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
  if (withSteps && isObject(file))
    for await (const step of (await import("./steps/steps.mjs")).steps(file))
      console.log(formatStep(step));
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
  const { readGivenDeal } = await import("./games/boards.mjs");
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
  const request = checkObject("", value, Object.keys(value ?? {}));
  const { computeResult } = await loadResponses();
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
 * What the words of a command line say: the command, undefined for the check of a file; the name of the file; what the
 * options confirm, by the name in `confirmed`; the name of the file of keys; and whether only help is asked for.
 *
 * @typedef {object} CommandLine
 * @property {string} [command]
 * @property {string} [name]
 * @property {{ [name: string]: string }} confirmed
 * @property {string} [keyFile]
 * @property {boolean} isHelp
 */

/**
 * Return what the words of a command line say.
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
  const names = tokens
    .filter((token) => token.kind === "option")
    .map((token) => token.name);
  const twice = names.find((name, i) => names.indexOf(name) < i);
  if (twice !== undefined) throw new Refused(`--${twice}`, "it is there twice");
  const { help, keys: keyFile, ...told } = values;
  if (help || (words.length === 0 && process.stdin.isTTY))
    return { confirmed: {}, isHelp: true };
  const [first] = positionals;
  const command = COMMANDS.find((name) => name === first);
  const [name, ...others] =
    command === undefined ? positionals : positionals.slice(1);
  const takesFile = command === undefined || command === "steps";
  const confirmed = Object.fromEntries(
    Object.entries(told).map(([option, value]) => [
      option.replaceAll("-", "_"),
      value,
    ]),
  );
  const hasFile = name !== undefined || Object.keys(confirmed).length > 0;
  if (others.length > 0 || (hasFile && !takesFile))
    throw new Refused(
      "the words after verify.mjs",
      "--help shows which there are",
    );
  return { command, name, confirmed, keyFile, isHelp: false };
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
  return value ? Object(value) : undefined;
}

/**
 * Run a command; not called in a browser or when another module imports this one. Return the exit status if it is not
 * 0.
 *
 * @param {string[]} words
 * @returns {Promise<number | void>}
 */
async function main(...words) {
  const [first, url, ...others] = words;
  if (first === "deployment")
    return (await import("./deployment.mjs")).default(check, url, ...others);
  const { command, name, confirmed, keyFile, isHelp } = await parseWords(words);
  if (isHelp) return console.log(USAGE);
  const keys = await readKeys(keyFile);
  if (command === "vectors")
    return console.log(await (await import("./vectors.mjs")).default());
  if (command === "answer")
    return mapLines(computeLine, (refused) => ({ refused }));
  if (command === "lines")
    return mapLines(
      (file) => checkProvable(file, keys),
      (refused) => ({ valid: null, refused }),
    );
  return checkFile(name, confirmed, keys, command === "steps");
}

/** Return whether node runs this module, perhaps through a link or by another name, and no other module imports it. */
async function isProgram() {
  const path = globalThis.process?.argv?.[1];
  if (path === undefined) return false;
  const { realpathSync } = await import("node:fs");
  const { fileURLToPath } = await import("node:url");
  try {
    return realpathSync(path) === realpathSync(fileURLToPath(import.meta.url));
  } catch {
    return false; // one of them is no file
  }
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

isProgram().then((isRun) => (isRun ? run() : undefined));
