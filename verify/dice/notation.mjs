/** The notation of a roll of dice, and the one way to write it. Implemented from docs/definitions/dice.md alone. */
// @ts-check
import { checkText, ensure } from "../core/validation.mjs";

/**
 * The faces of a die that are rolled again, from `first` to `last`: once at most, or until another face shows.
 *
 * @typedef {{ isOnce: boolean, first: number, last: number }} Reroll
 */

/**
 * A choice among the dice that are kept so far: by "kh" and "kl" the highest or lowest `count` stay, by "dh" and "dl"
 * they go.
 *
 * @typedef {{ verb: string, count: number }} Keep
 */

/**
 * Dice of one kind that are rolled together.
 *
 * @typedef {object} Dice
 * @property {number} count how many, without extra dice
 * @property {string} faces as they are written: "6", "%" or "F"
 * @property {number} lowest face
 * @property {number} highest face
 * @property {Reroll} [reroll]
 * @property {boolean} explodes whether the highest face brings an extra die
 * @property {Keep[]} keeps
 */

/**
 * Dice or a constant, added or subtracted.
 *
 * @typedef {{ sign: 1 | -1, part: Dice | number }} Term
 */

/**
 * A roll: how many sets, the terms of each, and the least face of a success, if successes are counted.
 *
 * @typedef {{ sets: number, terms: Term[], threshold?: number }} Roll
 */

/** How many extra dice a die brings at most. */
export const MAX_EXTRAS = 10;

/** The notation of each roll that has a name. */
const NAMES = Object.entries({
  yahtzee: "5d6",
  craps: "2d6",
  farkle: "6d6",
  liars_dice: "5d6",
  fudge: "4dF",
  percentile: "1d%",
  advantage: "2d20kh1",
  disadvantage: "2d20kl1",
  ability_scores: "6x(4d6kh3)",
});

/**
 * Return the pattern of a part of a notation, which may have blanks before it.
 *
 * @param {string} source of a regular expression
 */
const matchPart = (source) => new RegExp(` *${source}`, "iy");

const OPENING = matchPart("(\\d+) *x\\(");
const CLOSING = matchPart("\\)");
const SIGN = matchPart("([+-])");
const DICE = matchPart("(\\d*)d(\\d+|%|F)");
const NUMBER = matchPart("(\\d+)");
const REROLL = matchPart("(ro?)(=|<=|>=)?(-?\\d+)");
const EXPLOSION = matchPart("!(?!>=)");
const KEEP = matchPart("([kd][hl])(\\d*)");
const THRESHOLD = matchPart(">=(-?\\d+)");
const END = matchPart("$");

/** A notation that is read part by part. */
class Reader {
  /** @param {string} text */
  constructor(text) {
    this.text = text;
    this.position = 0;
  }

  /**
   * Return what the groups of a pattern match, and go on behind it; undefined if the pattern does not match here.
   *
   * @param {RegExp} pattern
   */
  take(pattern) {
    pattern.lastIndex = this.position;
    const match = pattern.exec(this.text);
    if (match === null) return undefined;
    this.position = pattern.lastIndex;
    return match.slice(1);
  }

  isAtBlank() {
    return this.text[this.position] === " ";
  }
}

/**
 * Return a number of at most 15 digits; without digits it is 1.
 *
 * @param {string} digits
 */
function parseNumber(digits) {
  const isShort = digits.replace("-", "").length <= 15;
  ensure(isShort, "roll", "numbers of at most 15 digits were expected");
  return digits === "" ? 1 : Number(digits);
}

/**
 * Return the faces of a die.
 *
 * @param {string} faces such as "06", "%" or "f"
 */
function parseFaces(faces) {
  if (faces === "%") return { faces, lowest: 1, highest: 100 };
  if (faces.toUpperCase() === "F")
    return { faces: "F", lowest: -1, highest: 1 };
  const highest = parseNumber(faces);
  return { faces: String(highest), lowest: 1, highest };
}

/**
 * Return the faces that are rolled again of a die.
 *
 * @param {string[]} groups the verb "r" or "ro", the sign, and the face
 * @param {{ lowest: number, highest: number }} die
 * @returns {Reroll}
 */
function parseReroll([verb, sign, digits], { lowest, highest }) {
  const face = parseNumber(digits);
  return {
    isOnce: verb.length === 2,
    first: sign === "<=" ? Math.min(lowest, face) : face,
    last: sign === ">=" ? Math.max(highest, face) : face,
  };
}

/**
 * Return the dice that come next, undefined if there are none.
 *
 * @param {Reader} reader
 * @returns {Dice | undefined}
 */
function takeDice(reader) {
  const groups = reader.take(DICE);
  if (groups === undefined) return undefined;
  const count = parseNumber(groups[0]);
  const die = parseFaces(groups[1]);
  const again = reader.take(REROLL);
  const reroll = again && parseReroll(again, die);
  const explodes = reader.take(EXPLOSION) !== undefined;
  const keeps = [];
  for (let keep; (keep = reader.take(KEEP));)
    keeps.push({ verb: keep[0].toLowerCase(), count: parseNumber(keep[1]) });
  return { count, ...die, reroll, explodes, keeps };
}

/**
 * Return the dice or the constant that come next, undefined if neither does.
 *
 * @param {Reader} reader
 */
function takeTerm(reader) {
  const dice = takeDice(reader);
  if (dice !== undefined) return dice;
  const number = reader.take(NUMBER);
  return number && parseNumber(number[0]);
}

/**
 * Return the terms that come next. After a sign, and at the beginning, a term is expected.
 *
 * @param {Reader} reader
 */
function takeTerms(reader) {
  /** @type {Term[]} */
  const terms = [];
  for (;;) {
    const sign = reader.take(SIGN);
    const isExpected = sign !== undefined || terms.length === 0;
    const part =
      isExpected || reader.isAtBlank() ? takeTerm(reader) : undefined;
    ensure(
      part !== undefined || !isExpected,
      "roll",
      `dice or a number were expected behind ${reader.position} characters`,
    );
    if (part === undefined) return terms;
    terms.push({ sign: sign?.[0] === "-" ? -1 : 1, part });
  }
}

/**
 * Return whether a face is rolled again.
 *
 * @param {Dice} dice
 * @param {number} face
 */
export const isRerolled = ({ reroll }, face) =>
  reroll !== undefined && reroll.first <= face && face <= reroll.last;

/**
 * Refuse a reroll of a face that the die does not have, or of all its faces.
 *
 * @param {Dice} dice
 */
function checkReroll({ lowest, highest, reroll }) {
  if (reroll === undefined) return;
  const { isOnce, first, last } = reroll;
  ensure(
    lowest <= first && last <= highest,
    "roll",
    `a face from ${lowest} to ${highest} was expected to be rolled again`,
  );
  const faces = highest - lowest + 1;
  const facesLeft = faces - (last - first + 1);
  ensure(facesLeft > 0, "roll", "a face was expected that is not rolled again");
  ensure(
    isOnce || facesLeft * 1000 >= faces,
    "roll",
    "of a thousand faces one was expected that is not rolled again",
  );
}

/**
 * Refuse extra dice without end: those of a die that shows its highest face alone in the end.
 *
 * @param {Dice} dice
 */
function checkExplosion({ lowest, highest, reroll, explodes }) {
  const isLowestOut =
    reroll !== undefined && !reroll.isOnce && reroll.first === lowest;
  const lowestInEnd = isLowestOut ? reroll.last + 1 : lowest;
  ensure(
    !explodes || lowestInEnd < highest,
    "roll",
    "with ! a face below the highest was expected",
  );
}

/**
 * Refuse a keep that leaves no die, or more dice than there are.
 *
 * @param {Dice} dice
 */
function checkKeeps({ count, keeps }) {
  let left = count;
  for (const keep of keeps) {
    const kept = countKept(keep, left);
    ensure(
      1 <= kept && kept <= left,
      "roll",
      `from 1 to ${left} dice were expected to be kept`,
    );
    left = kept;
  }
}

/**
 * Return how many dice a keep leaves.
 *
 * @param {Keep} keep
 * @param {number} diceCount how many there are
 */
export const countKept = ({ verb, count }, diceCount) =>
  verb.startsWith("k") ? count : diceCount - count;

/**
 * Refuse dice that cannot be rolled.
 *
 * @param {Dice} dice
 */
function checkDice(dice) {
  ensure(dice.count >= 1, "roll", "at least one die was expected");
  ensure(dice.lowest <= dice.highest, "roll", "at least one face was expected");
  checkReroll(dice);
  checkExplosion(dice);
  checkKeeps(dice);
}

/**
 * Return the dice of each term that has some.
 *
 * @param {Roll} roll
 */
export const listDice = ({ terms }) =>
  terms.flatMap(({ part }) => (typeof part === "number" ? [] : [part]));

/**
 * Return the most dice that a term brings, extra dice included.
 *
 * @param {Dice} dice
 */
const countMost = ({ count, explodes }) =>
  explodes ? (1 + MAX_EXTRAS) * count : count;

/**
 * Refuse a roll of more dice than a roll has, or whose total may be beyond exact integers.
 *
 * @param {Roll} roll
 */
function checkSize(roll) {
  const { sets, terms } = roll;
  let diceCount = 0n;
  let total = 0n;
  for (const { part } of terms) {
    if (typeof part === "number") {
      total += BigInt(part);
    } else {
      const most = BigInt(countMost(part));
      diceCount += most;
      total += most * BigInt(part.highest);
    }
  }
  ensure(
    diceCount * BigInt(sets) <= 1_000_000n,
    "roll",
    "at most 1,000,000 dice were expected",
  );
  ensure(
    total * BigInt(sets) < 2n ** 53n,
    "roll",
    "a total of at most 2^53 - 1 was expected",
  );
}

/**
 * Refuse a roll with a number of sets or terms that no roll has, with dice that cannot be rolled, or with a threshold
 * behind anything but one term of dice.
 *
 * @param {Roll} roll
 */
function checkRoll(roll) {
  const { sets, terms, threshold } = roll;
  const dice = listDice(roll);
  ensure(sets >= 1, "roll", "at least one set was expected");
  ensure(terms.length <= 20, "roll", "at most 20 terms were expected");
  ensure(dice.length > 0, "roll", "at least one term of dice was expected");
  dice.forEach(checkDice);
  checkSize(roll);
  const isSingle = terms.length === 1 && terms[0].sign === 1;
  ensure(
    threshold === undefined || isSingle,
    "roll",
    "before >= a single term of dice was expected",
  );
}

/**
 * Return the roll that a notation or a name stands for. Throw `Refused` for any other value.
 *
 * @param {unknown} value such as "4d6kh3 + 2" or "yahtzee"
 * @returns {Roll}
 */
export function parseRoll(value) {
  const text = checkText("roll", value, 200);
  const named = NAMES.find(([name]) =>
    new RegExp(`^ *${name} *$`, "i").test(text),
  );
  const reader = new Reader(named?.[1] ?? text);
  const opening = reader.take(OPENING);
  const sets = opening === undefined ? 1 : parseNumber(opening[0]);
  const terms = takeTerms(reader);
  const threshold = reader.take(THRESHOLD)?.map(parseNumber)[0];
  const isClosed = opening === undefined || reader.take(CLOSING) !== undefined;
  ensure(
    isClosed && reader.take(END) !== undefined,
    "roll",
    `no part of a roll begins behind ${reader.position} characters`,
  );
  const roll = { sets, terms, threshold };
  checkRoll(roll);
  ensure(
    formatRoll(roll).length <= 200,
    "roll",
    "a roll that is written in at most 200 characters was expected",
  );
  return roll;
}

/**
 * Return the reroll of dice as text, "" without one.
 *
 * @param {Dice} dice
 */
function formatReroll({ lowest, reroll }) {
  if (reroll === undefined) return "";
  const { isOnce, first, last } = reroll;
  const verb = isOnce ? "ro" : "r";
  if (first === last) return `${verb}${first}`;
  return first === lowest ? `${verb}<=${last}` : `${verb}>=${first}`;
}

/**
 * Return a term as text, with its sign.
 *
 * @param {Term} term
 */
function formatTerm({ sign, part }) {
  const written = sign < 0 ? "-" : "+";
  if (typeof part === "number") return `${written}${part}`;
  const explosion = part.explodes ? "!" : "";
  const keeps = part.keeps.map(({ verb, count }) => `${verb}${count}`);
  const dice = `${part.count}d${part.faces}${formatReroll(part)}`;
  return [written, dice, explosion, ...keeps].join("");
}

/**
 * Return the one way to write a roll.
 *
 * @param {Roll} roll
 */
export function formatRoll({ sets, terms, threshold }) {
  let text = terms.map(formatTerm).join("").replace(/^\+/, "");
  if (threshold !== undefined) {
    if (text.endsWith("!")) text += " ";
    text += `>=${threshold}`;
  }
  return sets === 1 ? text : `${sets}x(${text})`;
}
