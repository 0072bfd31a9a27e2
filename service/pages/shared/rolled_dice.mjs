/** Dice that a notation rolled: each die with its fate, the total of each set, and its odds. */
// @ts-check
/** @import { RolledDice, RolledDie, SetOfDice } from "./draw_types.mjs" */
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
 * @param {RolledDie} die
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
function nameDie(die) {
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
 * Return the sides of the dice of each term: [6, 20] of "2d6+1d20". Dice with other faces have NaN.
 * @param {string} roll as the service writes it
 */
const listSides = (roll) =>
  Array.from(roll.matchAll(/\dd(\d+|[%F])/g), ([, faces]) => Number(faces));

/**
 * Render the sets of a roll. Their odds follow once the service has answered.
 * @param {RolledDice} rolled
 */
export function renderRolled({ roll, sets }) {
  const shown = sets.slice(0, MAX_SETS);
  const sides = listSides(roll);
  const odds = shown.map(() => create("p.odds.soft"));
  addOdds(roll, shown, odds);
  const rows = shown.map((set, i) => renderSet(set, sides, odds[i]));
  const sum = sets.reduce((total, set) => total + set.total, 0);
  return [
    create("div", { class: sets.length > 1 ? "sets" : "" }, rows),
    ...(sets.length > 1 ? [create("p.sum", t("draw.sum", { sum }))] : []),
  ];
}

/**
 * @param {SetOfDice} set
 * @param {number[]} sides of the dice of each term
 * @param {HTMLElement} odds
 */
function renderSet({ total, dice }, sides, odds) {
  const faces = dice
    .slice(0, MAX_SHOWN)
    .map((die) => renderDie(die, sides[die.term]));
  const list = create(
    "ol.dice",
    { role: "list", "aria-label": t("draw.fields.dice") },
    faces,
  );
  return create("div.set", [
    list,
    faces.length < dice.length && create("p.soft", "…"),
    create("p.total", formatNumber(total)),
    odds,
  ]);
}

/**
 * @param {RolledDie} die
 * @param {number} sides
 */
function renderDie(die, sides) {
  const fate = describeFate(die);
  return create(
    "li",
    { class: `die ${die.fate}` },
    createDie(die.face, sides),
    create("span.hidden", die.face),
    fate && create("small", fate),
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
