/**
 * Read texts that people paste or drop: a response, a receipt, all responses of a game, a link, a curl command or a file
 * of bridge boards. Nothing is checked here.
 */
import { parseJson } from "../../../verify/core/json.mjs";
import { isObject } from "../../../verify/core/validation.mjs";
import { t } from "../shared/texts.mjs";
import { parseCommand } from "./commands.mjs";
import { parseUrl } from "./urls.mjs";
import { Unreadable, describeUnreadable } from "./unreadable.mjs";

const NOTES = ["commitment", "client_seed", "digest", "own_text"];

const isReceipt = (value) => value?.receipt === "sealed1";

/**
 * Return the `file` to check in a text, the player's `notes` in it, and `isOne` if all is one object, as an organiser
 * hands it out, with `drawnAt`, the time of the draw, if a page wrote it; or a `request` {path, body} with the file as its response. `root`: the URL of the service, undefined for
 * a page without a service. `parameters`: the type of each parameter. Throw `Unreadable`, in words for people.
 */
export function parseInput(text, { root, parameters = {} }) {
  const plain = text
    .replace(/^\uFEFF/, "")
    .trim()
    .replace(/^```\w*\n([\s\S]*?)\n?```$/, "$1")
    .trim();
  const parse = (part) => parseInput(part, { root, parameters });
  return (
    parseCommand(plain, { root, parse, readFile }) ??
    parseBoards(plain) ??
    parseUrl(plain, { root, parameters, parse }) ??
    readFile(parseValues(plain))
  );
}

/** Return the value of a text of JSON, or the list of its values if there are several, as in a file with one a line. */
function parseValues(text) {
  const body = text.replace(
    /^HTTP\/[\d.]+ \d+[^\n]*\n(?:[\w-]+:[^\n]*\n)+\r?\n/i,
    "",
  ); // curl -i
  const values = splitValues(body);
  if (values.length > 1 && values.every(isJson)) return values.map(parseJson);
  if (!isJson(body)) throw new Unreadable(describeUnreadable(text));
  return parseJson(body);
}

function isJson(text) {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Return the texts of the objects and lists that follow each other in a text; [] if it has anything else. */
function splitValues(text) {
  const values = [];
  let [depth, start, isQuoted] = [0, 0, false];
  for (let i = 0; i < text.length; i++) {
    const character = text[i];
    if (isQuoted) {
      if (character === "\\") i++;
      else if (character === '"') isQuoted = false;
    } else if (depth === 0 && !/[\s,[{]/.test(character)) return [];
    else if (character === '"') isQuoted = true;
    else if ("[{".includes(character)) {
      if (depth++ === 0) start = i;
    } else if ("]}".includes(character) && --depth === 0)
      values.push(text.slice(start, i + 1));
  }
  return values;
}

/** Return a file and the notes of a player that are in it. */
export function readFile(value) {
  if (Array.isArray(value)) return readResponses(value);
  if (!isObject(value)) throw new Unreadable(t("verify.unreadable.part"));
  if (isReceipt(value)) return readAlone(value);
  if (isObject(value.receipt)) return readReceipt(value);
  const reason = Object.entries(OTHERS).find(([, matches]) => matches(value));
  if (reason) throw new Unreadable(t(`verify.unreadable.${reason[0]}`));
  return { file: value, notes: {} };
}

/** Read a receipt alone, which may have what its reader confirms in it. */
function readAlone({ confirmed, ...receipt }) {
  return { file: { receipt }, notes: dropMissing(Object(confirmed)) };
}

/** Read a receipt or the response with the receipt, and the notes beside it; of `screen`, which pages add, the time of the draw. */
function readReceipt({ digests, screen, confirmed, ...value }) {
  if (isReceipt(value.receipt.receipt)) value.receipt = value.receipt.receipt;
  const notes = {
    digest: Array.isArray(digests) ? digests.at(-1) : undefined,
    ...Object(confirmed),
  };
  const drawnAt = Number.isSafeInteger(screen?.drawn)
    ? screen.drawn
    : undefined;
  return {
    file: value,
    notes: dropMissing(notes),
    isOne: true,
    ...(drawnAt !== undefined && { drawnAt }),
  };
}

const dropMissing = (notes) =>
  Object.fromEntries(
    NOTES.filter((name) => (notes[name] ?? undefined) !== undefined).map(
      (name) => [name, notes[name]],
    ),
  );

const isOpened = ({ commitment, terms, receipt }) =>
  commitment !== undefined && terms !== undefined && receipt === undefined;
const isDraw = ({ seen, dealt_stages: stages, digest }) =>
  (isObject(seen) || Array.isArray(stages)) && digest !== undefined;
const isRevealed = (value) => isObject(value.receipt) || isReceipt(value);
const isEntry = (value) =>
  isObject(value) &&
  Array.isArray(value.cards ?? value.integers) &&
  !("seed" in value || "shoe" in value || isDraw(value));

/** Objects that cannot be checked, by the name of the sentence that says so. */
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
};

/**
 * Read the responses of a game, from the first (it opened the shoe) to the last (it revealed the shoe).
 *
 * Whoever saved them during the game holds the commitment from before the first card, the cards of each draw, and the
 * last digest. They do not hold their client seed: the responses name the seed that the operator sent, and only the
 * player knows the right one. The `previous` of a draw is no commitment to hold either, because it came after the
 * client seed.
 */
function readResponses(list) {
  if (list.length === 1) return readFile(list[0]);
  if (list.length === 0) throw new Unreadable(t("verify.unreadable.emptyList"));
  if (!list.every(isObject))
    throw new Unreadable(t("verify.unreadable.listAlone"));
  if (
    !list.some((value) => isRevealed(value) || isOpened(value) || isDraw(value))
  )
    throw new Unreadable(
      list.every(isEntry)
        ? t("verify.unreadable.seenOrMany")
        : t("verify.unreadable.several"),
    );
  const other = list.findIndex(
    (value) =>
      !isRevealed(value) &&
      !isOpened(value) &&
      !isDraw(value) &&
      !isEntry(value),
  );
  if (other >= 0)
    throw new Unreadable(
      t("verify.unreadable.otherPart", { number: other + 1 }),
    );
  const revealed = list.filter(isRevealed).map((value) => readFile(value));
  const receipts = new Set(
    revealed.map(({ file }) => JSON.stringify(file.receipt)),
  );
  const commitments = new Set(
    list.filter(isOpened).map(({ commitment }) => commitment),
  );
  if (receipts.size > 1 || commitments.size > 1)
    throw new Unreadable(t("verify.unreadable.severalGames"));
  if (receipts.size === 0)
    throw new Unreadable(t("verify.unreadable.notRevealed"));
  const draws = list.filter(isDraw);
  const last = draws.reduce(
    (latest, draw) => ((latest?.draws ?? 0) > draw.draws ? latest : draw),
    undefined,
  );
  const [{ file, notes }] = revealed;
  const entries = draws
    .flatMap((draw) => draw.dealt_stages ?? [draw])
    .map(({ seen: entry, shown }) =>
      shown?.length ? { seen: entry, shown } : entry,
    );
  const seen = [
    ...entries,
    ...list.filter(isEntry),
    ...revealed.flatMap((each) => each.file.seen ?? []),
  ];
  return {
    file: { ...file, ...(seen.length ? { seen } : {}) },
    notes: dropMissing({
      ...notes,
      commitment: notes.commitment ?? [...commitments][0],
      digest: notes.digest ?? last?.digest,
    }),
  };
}

const ORIGIN = /\bseed "[^"]+", index \d/; // as include_seed writes it

/** Texts with boards of bridge by their format: a file, a deal alone, a link to BBO's handviewer, a hand record. */
const BOARDS = {
  PBN: /^(?:%|\[\w+\s+")[^]*\[Deal\s+"|^[NESW]:\s{0,9}(?:-\s|[2-9TJQKA10]{0,26}\.)/i,
  LIN: /^(?:qx|pn|st|md|vg|mn|rs)\||^https?:\/\/\S{1,99}\/handviewer\.html\?/,
  TXT: /♠[^♥]{1,99}♥[^♦]{1,99}♦[^♣]{1,99}♣/,
};

/** Read a file of bridge boards, PBN or LIN, which can be checked if the service wrote it with its seed. */
function parseBoards(text) {
  const format = Object.keys(BOARDS).find((name) => BOARDS[name].test(text));
  if (format === undefined || /^[{[]\s*["{]/.test(text)) return undefined;
  if (ORIGIN.test(text)) return { file: { file: text }, notes: {} };
  throw new Unreadable(t("verify.unreadable.boards", { format }));
}
