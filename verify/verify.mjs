/**
 * The command and its output, and `check` for programs. It checks the receipt of a sealed shoe with what a player holds, or
 * a seeded response of the service. For responses alone responses.mjs and what it imports are loaded, as are draws.mjs for a
 * full receipt, partial.mjs for a partial one, proofs.mjs for a proved response, and boards.mjs for a file of bridge boards.
 * Implemented from docs/definitions/stream.md and its pages alone, without code of the service or network access; needs only
 * WebCrypto: node 20 or later, or any browser, which imports `check` from here. docs/definitions/verify.md describes the program.
 */
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
import { findLater } from "./core/versions.mjs";

/** What the reader of a file confirms: `confirmed` beside the file has these members, and none of them is a part of the file. */
const CONFIRMED = [
  "commitment",
  "client_seed",
  "digest",
  "own_text",
  "public_before_round",
  "certificate",
];
const loadPartial = () => import("./sealed/partial.mjs");
const loadResponses = () => import("./responses.mjs");

/**
 * Return the result of a check: `valid`; `chosen_by`, who could choose the randomness, with a sentence on what that `rests_on`;
 * `derived`, with the time at which a round of drand was due, if there is one; the first `difference`, {where, expected, seen}, perhaps with the number of its
 * `draw` and a `detail` for people; the reasons for what is `unchecked`, by name; and `notes`, sentences on the rest. `valid` is
 * null if nothing differs but not everything that makes a proof was checked. `keys` is the JWK set of the service, for a
 * proved response. Throw `Refused` for a file that cannot be checked.
 */
export async function check(file, keys) {
  const { left, remark, ...result } = await examine(file, keys);
  return result;
}

/** Return what `check` does, and of a plan or a proof as `left` what is known of how many results its request leaves (results_left.mjs). */
export async function examine(file, keys) {
  checkObject("", file, Object.keys(file ?? {}));
  if (isReceipt(file)) return examine(splitReceipt(file), keys);
  if (file.receipt?.receipt?.receipt)
    return examine({ ...file, receipt: file.receipt.receipt }, keys); // a whole response
  const { confirmed: told, ...rest } = file;
  if (rest.original_items === null) delete rest.original_items;
  const confirmed = readConfirmed(told ?? {});
  const later = findLater(rest);
  if (later)
    return addUncompared(
      { valid: null, unchecked: later, ...NOT_DRAWN },
      {},
      confirmed,
    );
  const subject =
    Object(rest.receipt) === rest.receipt || isShown(rest)
      ? openFile(rest)
      : rest;
  const result = await checkKind(subject, keys, confirmed);
  const due = deriveDue(subject.beacon ?? subject.proof?.alpha?.beacon);
  const derived = {
    ...result.derived,
    ...(due !== undefined && { round_due: due }),
  };
  const whole = {
    ...result,
    ...findOrigin(subject, result, confirmed),
    derived,
  };
  if (Object.keys(derived).length === 0) delete whole.derived;
  return addUncompared(whole, subject, confirmed);
}

/** Return the file of a receipt alone, which may have `confirmed` in it. */
const splitReceipt = ({ confirmed, ...receipt }) => ({
  receipt,
  ...(confirmed !== undefined && { confirmed }),
});

/** Return what the reader confirms, without null members, which some programs add. */
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
    else
      checkText(
        where,
        value,
        { own_text: 256, client_seed: 32 * 65, certificate: 16384 }[name],
      );
  }
  return confirmed;
}

const NOTHING_THERE = "this result has none that could be compared with it";

/** Return a result that also lists as unchecked what is confirmed and has nothing to be compared with. */
function addUncompared(result, { receipt, proof, plan }, confirmed) {
  const isSealed = Object(receipt) === receipt;
  const ofTexts =
    proof !== undefined ||
    (isSealed && receipt.terms.words && (receipt.client_seed ?? null) !== null);
  const compared = [
    ...(isSealed
      ? ["commitment", "client_seed", "digest"]
      : isObject(plan)
        ? ["digest"]
        : []),
    ...(ofTexts ? ["own_text"] : []),
  ];
  const open = CONFIRMED.slice(0, 4).filter(
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

async function checkKind(file, keys, confirmed) {
  if (typeof file.file === "string")
    return (await import("./games/boards.mjs")).checkBoardFile(file);
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
  if (file.beacon !== undefined) {
    const { beacon: _, ...rest } = file;
    return addBeacon(await checkKind(rest, keys, confirmed), file);
  }
  checkObject("", file, [
    "receipt",
    "seen",
    "shown",
    "shoe",
    "audit",
    "original_items",
  ]);
  const { receipt, seen, shown, original_items: items } = file;
  const notes = { ...confirmed, items, shown };
  const { server_seed: secret } = receipt ?? {};
  if (secret === undefined)
    return (await loadPartial()).checkPartialReceipt(receipt, seen, notes);
  return (await import("./sealed/draws.mjs")).checkSealedReceipt(
    receipt,
    seen,
    notes,
  );
}

/** Return whether a file is a receipt of a sealed shoe and nothing more. */
const isReceipt = (file) =>
  typeof file?.receipt === "string" && file.drawn !== undefined;

/** Return whether a file is shown cards with their root. */
export const isShown = (file) =>
  file.receipt === undefined &&
  file.root !== undefined &&
  file.shown !== undefined;

/** Return whether a file is a signed state, which is neither a receipt nor a response that says more. */
export const isState = (file) =>
  file.receipt === undefined &&
  file.digest !== undefined &&
  file.signed !== undefined;

/** Return a result as text, in which everything invisible is escaped. */
export function describeResult({
  valid,
  chosen_by: chosenBy,
  rests_on: reason,
  difference,
  unchecked,
  derived,
  notes: more = [],
}) {
  const due = describeDue(derived?.round_due);
  const notes = [
    ...more,
    ...(due && !reason?.includes(due) ? [`${due}.`] : []),
  ];
  const list = (lines) =>
    lines.map((line) => `\n  ${escapeInvisible(line)}`).join("");
  const origin = `${CHOOSERS[chosenBy]}: ${reason}`;
  if (valid) return `valid${list([origin, ...notes])}`;
  if (valid === null) {
    const reasons = Object.entries(unchecked).map(
      ([name, reason]) => `${name}: ${reason}`,
    );
    return `Nothing differs, but not everything was checked:${list([...reasons, origin, ...notes])}`;
  }
  const format = (value) =>
    value === undefined ? "nothing" : JSON.stringify(value);
  const { where, expected, seen, draw, detail } = difference;
  const place = draw === undefined ? where : `${where} (draw ${draw})`;
  const lines = [
    `expected  ${format(expected)}`,
    `seen      ${format(seen)}`,
    ...(detail ? [detail] : []),
  ];
  return `not valid: ${escapeInvisible(place)} differs${list(lines)}`;
}

/** Return a step as text, in which everything invisible is escaped. */
function formatStep({ title, says, lines = [], table }) {
  const rows = (table ? [table.head, ...table.rows] : lines).map((row) =>
    row.map((cell) => escapeInvisible(`${cell}`)),
  );
  const width = (k) => Math.max(...rows.map((row) => row[k].length));
  const row = (cells) =>
    cells
      .map((cell, k) => (k < cells.length - 1 ? cell.padEnd(width(k)) : cell))
      .join("  ");
  return [
    title,
    `  ${says}`,
    ...rows.map((cells) => `    ${row(cells)}`),
    "",
  ].join("\n");
}

const UNREADABLE = {
  ENOENT: "there is no such file",
  EACCES: "it may not be read",
  EISDIR: "it is a folder",
};

/** Yield the bytes of a file, or of standard input for `-`, as they come. */
async function* readChunks(name) {
  const { createReadStream } = await import("node:fs");
  try {
    yield* name === "-" ? process.stdin : createReadStream(name);
  } catch (error) {
    if (error.syscall === undefined) throw error;
    throw new Refused(
      name === "-" ? "standard input" : name,
      UNREADABLE[error.code] ?? "it cannot be read",
    );
  }
}

/** Return the bytes of a file, or of standard input for `-` and without a name. */
async function readInput(name = "-") {
  const chunks = [];
  for await (const chunk of readChunks(name)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Yield the bytes of each line of standard input, as soon as it ends. */
async function* readLines() {
  let parts = [];
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

/** Return the value of JSON in UTF-8, without a byte order mark, or {file} with the text of a file of bridge boards. */
async function parseBytes(bytes, where = "the file") {
  const { isUtf8 } = await import("node:buffer");
  if (
    /^(?:\xEF\xBB\xBF)?\s*(?:%|\[\w+\s+"|\w\w\|)/.test(
      bytes.subarray(0, 200).toString("latin1"),
    )
  )
    return { file: bytes.toString(isUtf8(bytes) ? "utf8" : "latin1") };
  if (!isUtf8(bytes))
    throw new Refused(where, "it is not UTF-8; save it in this encoding");
  return parseJson(bytes.toString(), where);
}

const TOO_LARGE = "the file is too large or too deep to be checked here";

/** Return the reason of an error in words for people, without those of JavaScript. */
function explainError({ code, message, syscall }, isForPeople) {
  if (isForPeople || code?.startsWith("ERR_PARSE_ARGS")) return message;
  if (code === "ERR_MODULE_NOT_FOUND")
    return "a file of the program is missing; copy the whole folder verify";
  return syscall === "write" ? "the result cannot be written" : TOO_LARGE;
}

/** Return what `check` does; with `keys`, a response without a proof is refused: any seed makes it look right. */
async function checkProvable(file, keys) {
  if (keys && file?.proof === undefined && !isState(file ?? {}))
    throw new Refused(
      "proof",
      "there is none; --keys is for proved responses and signed states",
    );
  return check(file, keys);
}

/** Return a file with what the options confirm; what the file has itself must be the same. */
function addConfirmed(file, options) {
  if (Object.keys(options).length === 0) return file;
  const whole = isReceipt(file) ? splitReceipt(file) : file;
  const confirmed = { ...whole.confirmed };
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

const EXIT = { valid: 0, invalid: 1, partial: 2, unreadable: 3 };

/** Check a file, and print its result, after its steps if `withSteps`. Return the exit status. */
async function checkFile(name, { keys, ...options }, withSteps) {
  const file = addConfirmed(await parseBytes(await readInput(name)), options);
  const result = await checkProvable(file, keys);
  if (withSteps)
    for await (const step of (await import("./games/steps.mjs")).steps(file))
      console.log(formatStep(step));
  console.log(describeResult(result));
  return result.valid === null
    ? EXIT.partial
    : result.valid
      ? EXIT.valid
      : EXIT.invalid;
}

/** Print the result of `compute` for the value on each line of standard input when it comes, or why there is none. */
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

/** Return the place and the reason of an error, {where, message}. */
function describeRefusal(error) {
  const isRefused = error instanceof Refused;
  return {
    where: isRefused ? error.where : "the file",
    message: explainError(error, isRefused),
  };
}

async function computeLine(request) {
  checkObject("", request, Object.keys(request ?? {}));
  const hasText =
    request.given?.deal &&
    /^\/v1\/games\/bridge\/deal(?:\/batch)?$/.test(request.path);
  return (await loadResponses()).computeResult(
    hasText
      ? (await import("./games/boards.mjs")).readGivenDeal(request)
      : request,
  );
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

const OPTIONS = {
  commitment: { type: "string" },
  "client-seed": { type: "string" },
  digest: { type: "string" },
  "own-text": { type: "string" },
  keys: { type: "string" },
  help: { type: "boolean", short: "h" },
};

/** Run a command; not called in a browser or when another module imports this one. Return the exit status if it is not 0. */
async function main(...words) {
  if (words[0] === "deployment")
    return (await import("./deployment.mjs")).default(check, ...words.slice(1));
  const { parseArgs } = await import("node:util");
  const { values, positionals, tokens } = parseArgs({
    args: words,
    options: OPTIONS,
    allowPositionals: true,
    tokens: true,
  });
  const names = tokens
    .filter(({ kind }) => kind === "option")
    .map(({ name }) => name);
  const twice = names.find((one, i) => names.indexOf(one) < i);
  if (twice !== undefined) throw new Refused(`--${twice}`, "it is there twice");
  const { help, keys: keyFile, ...told } = values;
  if (help || (words.length === 0 && process.stdin.isTTY))
    return console.log(USAGE);
  const isCommand = ["steps", "lines", "answer", "vectors"].includes(
    positionals[0],
  );
  const [command, name, ...rest] = isCommand
    ? positionals
    : [undefined, ...positionals];
  const takesFile = command === undefined || command === "steps";
  const options = Object.fromEntries(
    Object.entries(told).map(([name, value]) => [
      name.replaceAll("-", "_"),
      value,
    ]),
  );
  const isWrong =
    rest.length > 0 ||
    (!takesFile && (name !== undefined || Object.keys(options).length > 0));
  if (isWrong)
    throw new Refused(
      "the words after verify.mjs",
      "--help shows which there are",
    );
  if (keyFile !== undefined)
    options.keys = await parseBytes(await readInput(keyFile), keyFile);
  if (command === "vectors")
    return console.log(await (await import("./vectors.mjs")).default());
  if (command === "answer")
    return mapLines(computeLine, (refused) => ({ refused }));
  if (command === "lines")
    return mapLines(
      (file) => checkProvable(file, options.keys),
      (refused) => ({ valid: null, refused }),
    );
  return checkFile(name, options, command === "steps");
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
  const fail = (error) => {
    console.error(
      escapeInvisible(
        `cannot be checked: ${explainError(error, error instanceof Refused)}`,
      ),
    );
    return EXIT.unreadable;
  };
  process.on("uncaughtException", (error) => process.exit(fail(error)));
  process.exitCode = EXIT.unreadable;
  process.exitCode =
    (await main(...process.argv.slice(2)).catch(fail)) ?? EXIT.valid;
}

isProgram().then((isRun) => isRun && run());
