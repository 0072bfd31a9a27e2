/** What is wrong with a notation of dice that the service refuses, in the language of the page, and one that works. */
// @ts-check
import { shorten } from "../../shared/lines.mjs";
import { t } from "../../shared/texts.mjs";

/** @typedef {"word" | "times" | "sides" | "keep" | "highest" | "empty" | "number" | "end" | "signs" | "large" | "unknown"} FaultName */

/**
 * A fault of notations, and the pattern of the part that has it. `isWrong` returns whether what was found has it.
 * @typedef {object} Fault
 * @property {FaultName} name
 * @property {RegExp} pattern
 * @property {(found: string[]) => boolean} [isWrong]
 */

/**
 * For each fault a notation that works, near to what its pattern found: the part, and the groups of it.
 * @type {Record<FaultName, (found: string[]) => string>}
 */
const EXAMPLES = {
  word: () => "2d6+3",
  times: ([, dice, sides]) => `${dice}d${sides}`,
  sides: ([, dice]) => `${dice || 1}d6`,
  keep: ([, dice, sides]) => `${dice}d${sides}kh1`,
  highest: ([, dice, number]) => `${dice}kh${number}`,
  empty: () => "1d6",
  number: ([part]) => `1d${part}`,
  end: ([part]) => `${part}2`,
  signs: ([, before, sign, behind]) => before + sign + behind,
  large: () => "10d100",
  unknown: () => "4d6kh3",
};

/**
 * Return whether a part keeps more dice than there are, or drops all: "4d6kh9", "4d6dl4".
 * @param {string[]} found
 */
function keepsTooMany([, dice, , verb, number]) {
  const kept = verb === "k" ? Number(number) : Number(dice) - Number(number);
  return kept < 1 || kept > Number(dice);
}

/**
 * Faults in the order in which they are looked for.
 * @type {Fault[]}
 */
const FAULTS = [
  { name: "word", pattern: /\p{L}{3,}/u },
  { name: "times", pattern: /^(\d+)\s*[x×*]\s*(\d+)$/iu },
  { name: "empty", pattern: /(?<!\d)0+d\d+|\d*d0+(?!\d)/iu },
  { name: "sides", pattern: /(?<!\p{L})(\d*)d(?![\d%fhl])/iu },
  { name: "number", pattern: /^\d+$/u },
  { name: "end", pattern: /^.*[-+]$/u },
  { name: "signs", pattern: /^(.*)([-+])\s*[-+]\s*(.*)$/u },
  { name: "large", pattern: /\d{4,}/u },
  { name: "highest", pattern: /(\d+d\d+)k(\d+)/iu },
  {
    name: "keep",
    pattern: /(\d+)d(\d+)([kd])[hl](\d+)/iu,
    isWrong: keepsTooMany,
  },
  { name: "unknown", pattern: /^.*$/u },
];

/**
 * Return the sentences on a notation that the service refuses: what is wrong in which part of it, and one that works.
 *
 * Of "4d" it is that behind "4d" the number of sides is missing, and that "4d6" works.
 * @param {string} roll
 */
export function explainRoll(roll) {
  const [{ name, found }] = FAULTS.flatMap(({ isWrong, ...fault }) => {
    const part = fault.pattern.exec(roll);
    return part && isWrong?.(part) !== false
      ? [{ name: fault.name, found: part }]
      : [];
  });
  const example = EXAMPLES[name](found);
  return [
    t(`draw.wrong.roll.${name}`, { part: shorten(found[0]) }),
    t("draw.wrong.works", { example }),
  ].join(" ");
}
