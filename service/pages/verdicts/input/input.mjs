/**
 * Read texts that people paste or drop: a response, a receipt, all responses of a game, a link, a curl command or a
 * file of bridge boards. Nothing is checked here.
 */
// @ts-check
import { parseJson } from "../../../../verify/core/json.mjs";
import { isObject } from "../../../../verify/core/validation.mjs";
import { ENDPOINT_TABLE } from "../../../../verify/endpoints/endpoint_table.mjs";
import {
  membersOf,
  splitNames,
} from "../../../../verify/endpoints/endpoint_names.mjs";
import { objectOf } from "../../shared/unknown_json.mjs";
import { t } from "../../shared/texts.mjs";
import { parseCommand } from "./commands.mjs";
import { parseUrl } from "./urls.mjs";
import { Unreadable, explainUnreadable } from "./unreadable.mjs";

/**
 * @import { Confirmed } from "../../../../verify/core/origins.mjs"
 * @import { JsonObject } from "../../../../verify/core/validation.mjs"
 * @import { Receipt } from "../../shared/shoes.mjs"
 * @import { NotedEntry, NotedResponse, Subject } from "../assessment/notes.mjs"
 * @import { DealQuery, ParameterTypes } from "./urls.mjs"
 */

/**
 * What a text is: a file to check, a request, or the link of a draw.
 * @typedef {FileInput | RequestInput | DrawnInput} Input
 */

/**
 * A file to check, with the player's notes in it. It is in a link if `isLink`, and one object, as an organiser hands it
 * out, if `isOne`, with `drawnAt`, the time of the draw, if a page wrote it. It `isFetched` as the response to a
 * request.
 * @typedef {object} FileInput
 * @property {undefined} [request]
 * @property {undefined} [drawn]
 * @property {Subject} file
 * @property {Confirmed} notes
 * @property {boolean} [isOne]
 * @property {number} [drawnAt] in milliseconds since 1970
 * @property {boolean} [isLink]
 * @property {boolean} [isFetched]
 */

/**
 * A request, the response to which is the file to check.
 * @typedef {{ request: DealQuery, drawn?: undefined, isLink?: boolean }} RequestInput
 */

/**
 * The fragment of a link to a draw or to its result, such as "#winners?winners=3&seed=…".
 * @typedef {{ drawn: string, request?: undefined, isLink?: boolean }} DrawnInput
 */

/**
 * Notes of a player that a text may have.
 * @type {(keyof Confirmed)[]}
 */
const NOTES = ["commitment", "client_seed", "digest", "own_text"];

/**
 * Return whether a value is a receipt of a sealed shoe.
 * @param {unknown} value
 * @returns {value is Receipt}
 */
const isReceipt = (value) => isObject(value) && value.receipt === "sealed1";

/**
 * Return a text without the mark of its bytes' order, the spaces around it, and the fence of a block of code.
 * @param {string} text
 */
export const toPlain = (text) =>
  text
    .replace(/^\uFEFF/, "")
    .trim()
    .replace(/^```\w*\n([\s\S]*?)\n?```$/, "$1")
    .trim();

/**
 * Return the `file` to check in a text, the player's `notes` in it, and `isOne` if all is one object, as an organiser
 * hands it out, with `drawnAt`, the time of the draw, if a page wrote it; or a `request` {path, body} with the file as
 * its response. `root`: the URL of the service, undefined for a page without a service. `parameters`: the type of each
 * parameter. Throw `Unreadable`, in words for people.
 * @param {string} text
 * @param {{ root?: string, parameters?: ParameterTypes }} options
 * @returns {Input}
 */
export function parseInput(text, { root, parameters = {} }) {
  const plain = toPlain(text);
  /** @param {string} part */
  const parse = (part) => parseInput(part, { root, parameters });
  return (
    parseCommand(plain, { root, parse, readFile }) ??
    parseBoards(plain) ??
    parseUrl(plain, { root, parameters, parse }) ??
    readFile(parseValues(plain))
  );
}

/**
 * Return the value of a text of JSON, or the list of its values if there are several, as in a file with one a line.
 * @param {string} text
 */
function parseValues(text) {
  const body = text.replace(
    /^HTTP\/[\d.]+ \d+[^\n]*\n(?:[\w-]+:[^\n]*\n)+\r?\n/i,
    "",
  ); // curl -i
  const values = splitValues(body);
  if (values.length > 1 && values.every(isJson))
    return values.map((value) => parseJson(value));
  if (!isJson(body)) throw explainUnreadable(text);
  return parseJson(body);
}

/** @param {string} text */
function isJson(text) {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/**
 * Return the texts of the objects and lists that follow each other in a text; [] if it has anything else.
 * @param {string} text such as `{"draw": 1}, {"draw": 2}`
 * @returns {string[]} here [`{"draw": 1}`, `{"draw": 2}`]
 */
function splitValues(text) {
  /** @type {string[]} */
  const values = [];
  let depth = 0;
  let start = 0;
  let isQuoted = false;
  for (let i = 0; i < text.length; i += 1) {
    const character = text[i];
    if (isQuoted) {
      if (character === "\\") i += 1;
      else if (character === '"') isQuoted = false;
      continue;
    }
    if (depth === 0 && !/[\s,[{]/.test(character)) return [];
    if (character === '"') isQuoted = true;
    if ("[{".includes(character)) {
      if (depth === 0) start = i;
      depth += 1;
    }
    if ("]}".includes(character)) {
      depth -= 1;
      if (depth === 0) values.push(text.slice(start, i + 1));
    }
  }
  return values;
}

/**
 * Return a file and the notes of a player that are in it.
 * @param {unknown} value
 * @returns {FileInput}
 */
export function readFile(value) {
  if (Array.isArray(value)) return readResponses(value);
  if (!isObject(value)) throw new Unreadable(t("verify.unreadable.part"));
  if (isReceipt(value)) return readAlone(value);
  if (isResponseOfReceipt(value)) return readReceipt(value);
  const [reason] =
    Object.entries(OTHERS).find(([, matches]) => matches(value)) ?? [];
  if (reason !== undefined)
    throw new Unreadable(t(`verify.unreadable.${reason}`));
  const { screen, ...file } = value; // what pages add proves nothing
  return { file, notes: {} };
}

/**
 * Read a receipt alone, which may have what its reader confirms in it.
 * @param {Receipt & { confirmed?: unknown }} value
 * @returns {FileInput}
 */
function readAlone({ confirmed, ...receipt }) {
  return {
    file: { receipt },
    notes: dropMissing(objectOf(confirmed)),
  };
}

/**
 * A response with a receipt, or with a whole response that has it; `screen` is what pages add.
 * @typedef {object} ReceiptResponse
 * @property {Receipt | { receipt: Receipt }} receipt
 * @property {unknown} [digests]
 * @property {{ drawn?: unknown }} [screen]
 * @property {unknown} [confirmed]
 */

/**
 * Return whether an object has a receipt in it.
 * @param {JsonObject} value
 * @returns {value is JsonObject & ReceiptResponse}
 */
const isResponseOfReceipt = (value) => isObject(value.receipt);

/**
 * Read a receipt or the response with the receipt, and the notes beside it; of `screen`, which pages add, the time of
 * the draw.
 * @param {ReceiptResponse} value
 * @returns {FileInput}
 */
function readReceipt({ digests, screen, confirmed, ...members }) {
  const notes = {
    digest: Array.isArray(digests) ? digests.at(-1) : undefined,
    ...objectOf(confirmed),
  };
  const drawnAt = Number(screen?.drawn);
  return {
    file: { ...members, receipt: unwrapReceipt(members.receipt) },
    notes: dropMissing(notes),
    isOne: true,
    ...(Number.isSafeInteger(screen?.drawn) && { drawnAt }),
  };
}

/**
 * Return the receipt in a whole response, or the receipt itself.
 * @param {Receipt | { receipt: Receipt }} receipt
 */
const unwrapReceipt = (receipt) =>
  isReceipt(receipt.receipt)
    ? receipt.receipt
    : /** @type {Receipt} */ (receipt);

/**
 * Return the notes of an object that are there; the check refuses what is none.
 * @param {Confirmed | JsonObject} notes
 * @returns {Confirmed}
 */
const dropMissing = (notes) =>
  Object.fromEntries(
    NOTES.filter((name) => (notes[name] ?? undefined) !== undefined).map(
      (name) => [name, notes[name]],
    ),
  );

/**
 * Return whether an object is the response that opened a shoe.
 * @param {JsonObject} value
 * @returns {value is JsonObject & { commitment: string }}
 */
const isOpened = (value) =>
  value.commitment !== undefined &&
  value.terms !== undefined &&
  value.receipt === undefined;

/**
 * Return whether an object is the response to a draw from a shoe, or to the deal of stages.
 * @param {JsonObject} value
 * @returns {value is JsonObject & NotedResponse & { draws: number, digest: string }}
 */
const isDraw = (value) =>
  (isObject(value.seen) || Array.isArray(value.dealt_stages)) &&
  value.digest !== undefined;

/**
 * Return whether an object is the response that revealed a shoe, or its receipt alone.
 * @param {JsonObject} value
 */
const isRevealed = (value) => isObject(value.receipt) || isReceipt(value);

/**
 * Return whether an object is what a player saw of a draw.
 * @param {JsonObject} value
 * @returns {value is JsonObject & NotedEntry}
 */
const isEntry = (value) =>
  isObject(value) &&
  Array.isArray(value.cards ?? value.integers) &&
  !("seed" in value || "shoe" in value || isDraw(value));

/** Members by which a file is of this service, beside those that every response may have. */
const MEMBERS = splitNames(
  "board cards deal_number deck file groups hands integers items pairs scheme shown",
);

/** @type {Set<string> | undefined} */
let knownMembers;

/** Return the names of members of which a file of this service has one. */
function listMembers() {
  const rules = Object.keys(ENDPOINT_TABLE);
  const [first, ...others] = rules.map((rule) => [...membersOf(rule).keys()]);
  const shared = first.filter((name) =>
    others.every((names) => names.includes(name)),
  );
  return new Set([...shared, ...MEMBERS]);
}

/**
 * Return whether an object is of this service, by the names of its members.
 * @param {JsonObject} value
 */
function isOfService(value) {
  const members = (knownMembers ??= listMembers());
  return Object.keys(value).some((name) => members.has(name));
}

/**
 * Objects that cannot be checked, by the name of the sentence that says so.
 * @type {{ [sentence: string]: (value: JsonObject) => boolean }}
 */
const OTHERS = {
  notRevealed: (value) =>
    isOpened(value) ||
    isDraw(value) ||
    (Array.isArray(value.digests) && Array.isArray(value.seen)),
  problem: ({ title, status, type }) =>
    typeof title === "string" &&
    typeof status === "number" &&
    typeof type === "string",
  publicKeys: ({ keys }) => Array.isArray(keys),
  proofAlone: ({ scheme, pi }) => scheme === "vrf1" && pi !== undefined,
  shownAlone: ({ shown, root, terms }) =>
    shown !== undefined && (root === undefined || terms === undefined),
  resultOfCheck: (value) =>
    "valid" in value &&
    ("checks" in value || "unchecked" in value || "difference" in value),
  seenAlone: (value) =>
    Array.isArray(value.seen) ||
    (isEntry(value) && ("positions" in value || "position" in value)),
  otherJson: (value) => !isOfService(value),
};

/**
 * Read the responses of a game, from the first (it opened the shoe) to the last (it revealed the shoe).
 *
 * Whoever saved them during the game holds the commitment from before the first card, the cards of each draw, and the
 * last digest. They do not hold their client seed: the responses name the seed that the operator sent, and only the
 * player knows the right one. The `previous` of a draw is no commitment to hold either, because it came after the
 * client seed.
 * @param {unknown[]} list
 * @returns {FileInput}
 */
function readResponses(list) {
  if (list.length === 1) return readFile(list[0]);
  if (list.length === 0) throw new Unreadable(t("verify.unreadable.emptyList"));
  if (!list.every(isObject))
    throw new Unreadable(t("verify.unreadable.listAlone"));
  refuseOthers(list);
  const opened = list.filter(isOpened);
  const revealed = list.filter(isRevealed).map((value) => readFile(value));
  checkOneGame(opened, revealed);
  const [{ file, notes }] = revealed;
  const draws = list.filter(isDraw);
  const seen = [
    ...draws.flatMap(listEntries),
    ...list.filter(isEntry),
    ...revealed.flatMap((revealedFile) => revealedFile.file.seen ?? []),
  ];
  return {
    file: seen.length > 0 ? { ...file, seen } : { ...file },
    notes: dropMissing({
      commitment: opened[0]?.commitment, // as it was shown before the first card
      digest: findLastDigest(draws),
      ...notes,
    }),
  };
}

/**
 * Throw `Unreadable` for responses that do not reveal a game, or that are of several games.
 * @param {{ commitment: string }[]} opened
 * @param {FileInput[]} revealed
 */
function checkOneGame(opened, revealed) {
  const receipts = revealed.map(({ file }) => JSON.stringify(file.receipt));
  const commitments = opened.map(({ commitment }) => commitment);
  if (new Set(receipts).size > 1 || new Set(commitments).size > 1)
    throw new Unreadable(t("verify.unreadable.severalGames"));
  if (revealed.length === 0)
    throw new Unreadable(t("verify.unreadable.notRevealed"));
}

/**
 * Throw `Unreadable` for a list of other objects than the responses of a game and what was seen in it.
 * @param {JsonObject[]} list
 */
function refuseOthers(list) {
  if (!list.some((value) => isOfService(value) || isOpened(value)))
    throw new Unreadable(t("verify.unreadable.otherJson"));
  /** @param {JsonObject} value */
  const isOfGame = (value) =>
    isRevealed(value) || isOpened(value) || isDraw(value);
  if (!list.some(isOfGame))
    throw new Unreadable(
      list.every(isEntry)
        ? t("verify.unreadable.seenOrMany")
        : t("verify.unreadable.several"),
    );
  const index = list.findIndex((value) => !isOfGame(value) && !isEntry(value));
  if (index >= 0)
    throw new Unreadable(
      t("verify.unreadable.otherPart", { number: index + 1 }),
    );
}

/**
 * Return what was seen of a response, by stage; with the cards that it shows with a proof, if there are any.
 * @param {NotedResponse} draw
 * @returns {(NotedEntry & NotedResponse)[]}
 */
const listEntries = (draw) =>
  (draw.dealt_stages ?? [draw]).map(({ seen, shown }) =>
    shown?.length ? { seen, shown } : /** @type {NotedEntry} */ (seen),
  );

/**
 * Return the digest of the last of some draws; undefined if there are none. Of several with its number the last one
 * counts.
 * @param {{ draws: number, digest: string }[]} draws
 */
function findLastDigest(draws) {
  /** @type {{ draws: number, digest: string } | undefined} */
  let latest;
  for (const draw of draws)
    if (!((latest?.draws ?? 0) > draw.draws)) latest = draw;
  return latest?.digest;
}

const ORIGIN = /\bseed "[^"]+", index \d/; // as include_seed writes it

/**
 * Texts with boards of bridge by their format: a file, a deal alone, a link to BBO's handviewer, a hand record.
 * @type {{ [format: string]: RegExp }}
 */
const BOARDS = {
  PBN: /^(?:%|\[\w+\s+")[^]*\[Deal\s+"|^[NESW]:\s{0,9}(?:-\s|[2-9TJQKA10]{0,26}\.)/i,
  LIN: /^(?:qx|pn|st|md|vg|mn|rs)\||^https?:\/\/\S{1,99}\/handviewer\.html\?/,
  TXT: /♠[^♥]{1,99}♥[^♦]{1,99}♦[^♣]{1,99}♣/,
};

/**
 * Return the format of a file of bridge boards; undefined for any other text.
 * @param {string} text
 */
const findFormat = (text) =>
  /^[{[]\s*["{]/.test(text)
    ? undefined
    : Object.keys(BOARDS).find((name) => BOARDS[name].test(text));

/**
 * Return whether a text is a file of bridge boards.
 * @param {string} text
 */
export const isOfBoards = (text) => findFormat(text) !== undefined;

/**
 * Read a file of bridge boards, PBN or LIN, which can be checked if the service wrote it with its seed.
 * @param {string} text
 * @returns {FileInput | undefined}
 */
function parseBoards(text) {
  const format = findFormat(text);
  if (format === undefined) return undefined;
  if (ORIGIN.test(text)) return { file: { file: text }, notes: {} };
  throw new Unreadable(t("verify.unreadable.boards", { format }));
}
