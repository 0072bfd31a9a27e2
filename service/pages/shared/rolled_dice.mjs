/** Dice that a notation rolled: each die with its fate, the total of each set, and its odds. */
// @ts-check
/** @import { RolledDice, RolledDie, SetOfDice, ShownDie } from "./draw_types.mjs" */
import { createDie } from "./chance_pictures.mjs";
import { create } from "./elements.mjs";
import { Problem, fetchJson } from "./service.mjs";
import { formatNumber, joinNames, t } from "./texts.mjs";

const MAX_SHOWN = 500; // dice of a set; more take the browser seconds
const MAX_SETS = 100;
const PERCENT = /** @type {const} */ ({
  style: "percent",
  maximumSignificantDigits: 3,
});
const REFUSED = 422; // the roll has no exact odds

/**
 * Return what became of a die, but for one that is only counted: "dropped, extra".
 * @param {ShownDie} die
 */
function describeFate({ fate, rerolls, is_extra: isExtra }) {
  const words = [];
  if (fate === "dropped") words.push(t("shared.fates.dropped"));
  if (fate === "success") words.push(t("shared.fates.success"));
  if (fate === "failure") words.push(t("shared.fates.failure"));
  if (isExtra) words.push(t("shared.fates.extra"));
  if (rerolls > 0) words.push(t("shared.fates.again"));
  return words.join(", ");
}

/**
 * Return a die as text: "2 (dropped)".
 * @param {RolledDie} die
 */
export function nameDie(die) {
  const fate = describeFate(die);
  return fate ? `${die.face} (${fate})` : String(die.face);
}

/**
 * Return a set as text: "14: 3, 5, 6 and 2 (dropped)".
 * @param {SetOfDice} set
 */
export const nameSet = ({ total, dice }) =>
  t("shared.pair", {
    name: formatNumber(total),
    value: joinNames(dice.map(nameDie)),
  });

/**
 * Return what the dice of each term have: ["6", "F"] of "2d6+4dF".
 * @param {string} roll as the service writes it
 */
export const listKinds = (roll) =>
  Array.from(roll.matchAll(/\dd(\d+|[%F])/g), ([, kind]) => kind);

/**
 * What people see on the faces of Fudge dice.
 * @type {{ [face: number | string]: string }}
 */
const FUDGE_FACES = { [-1]: "−", 0: "", 1: "+" };

/**
 * Create a sentence that says how many of all are shown; undefined if all are.
 * @param {number} number
 * @param {number} count
 */
export const createRest = (number, count) =>
  number < count
    ? create("p.soft", t("draw.show.left", { number, count }))
    : undefined;

/**
 * Render the sets of a roll. Their odds follow once the service has answered.
 * @param {RolledDice} rolled
 */
export function renderRolled({ roll, sets }) {
  const shown = sets.slice(0, MAX_SETS);
  const kinds = listKinds(roll);
  const odds = shown.map(() => create("p.odds.soft"));
  addOdds(roll, shown, odds);
  const rows = shown.map((set, i) => renderSet(set, kinds, odds[i]));
  const rest = createRest(shown.length, sets.length);
  const sum = sets.reduce((total, set) => total + set.total, 0);
  return [
    create("div", { class: sets.length > 1 ? "sets" : "" }, rows),
    ...(rest ? [rest] : []),
    ...(sets.length > 1 ? [create("p.sum", t("draw.sum", { sum }))] : []),
  ];
}

/**
 * @param {SetOfDice} set
 * @param {string[]} kinds of the dice of each term
 * @param {HTMLElement} odds
 */
function renderSet({ total, dice }, kinds, odds) {
  const faces = dice
    .slice(0, MAX_SHOWN)
    .map((die) => createDieItem(die, kinds[die.term]));
  const list = create(
    "ol.dice",
    { role: "list", "aria-label": t("draw.fields.dice") },
    faces,
  );
  return create("div.set", [
    list,
    createRest(faces.length, dice.length),
    create("p.total", formatNumber(total)),
    odds,
  ]);
}

/**
 * Create the picture of a die with a face.
 * @param {number | string} face
 * @param {string | undefined} kind "F" of Fudge dice, or how many sides they have
 */
export function createFaceOfDie(face, kind) {
  const symbol = kind === "F" ? FUDGE_FACES[face] : face;
  return createDie(symbol ?? face, Number(kind));
}

/**
 * Create a list item for a die: its picture, its face for screen readers, and what became of it, or that it differs.
 * @param {ShownDie} die
 * @param {string | undefined} kind "F" of Fudge dice, or how many sides they have
 * @param {string} [mark] "wrong" for one that differs
 * @param {string} [says] what the mark means
 */
export function createDieItem(die, kind, mark = "", says = "") {
  const caption = [describeFate(die), says].filter(Boolean).join(", ");
  return create(
    "li",
    { class: `die ${die.fate} ${mark}` },
    createFaceOfDie(die.face, kind),
    create("span.hidden", die.face),
    caption && create("small", caption),
  );
}

/**
 * Return the odds of each total of a roll or more, from 0 to 1.
 * @param {string} roll
 * @returns {Promise<Map<number, number>>}
 */
async function fetchOdds(roll) {
  const query = { roll };
  /** @type {{ totals: { total: number, at_least: { value: number } }[] }} */
  const { totals } = await fetchJson("v1/dice/odds", { query });
  return new Map(totals.map((row) => [row.total, row.at_least.value]));
}

/**
 * Write beside each set how probable its total or more is, or that the roll has no exact odds.
 * @param {string} roll
 * @param {SetOfDice[]} sets
 * @param {HTMLElement[]} places
 */
async function addOdds(roll, sets, places) {
  try {
    const oddsByTotal = await fetchOdds(roll);
    sets.forEach(({ total }, i) => {
      const odds = formatNumber(oddsByTotal.get(total) ?? 0, PERCENT);
      places[i].textContent = t("draw.odds", { total, odds });
    });
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    if (error.status === REFUSED) places[0].textContent = t("draw.noOdds");
  }
}
