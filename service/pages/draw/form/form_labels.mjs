/** What the form says: which fields a kind of draw has, how many names are in its list, and what the button does. */
// @ts-check
/** @import { DrawValues, FieldSentence, Plan } from "../plan/plan.mjs" */
/** @import { DrawKind } from "../../shared/draw_types.mjs" */
/** @import { FormList } from "./recognised.mjs" */
import {
  $,
  $$,
  create,
  findElement,
  getElement,
  showText,
} from "../../shared/elements.mjs";
import { ROOT } from "../../shared/service.mjs";
import { formatNumber, formatTime, t } from "../../shared/texts.mjs";
import { generateSeed } from "../../shared/seeds.mjs";
import { cutRows } from "../list/cut.mjs";
import {
  describeRelays,
  getControls,
  hasRules,
  isTellable,
  readKind,
  readValues,
} from "./fields.mjs";
import { KINDS } from "../plan/kinds.mjs";
import { joinSome } from "../plan/named.mjs";
import {
  Wrong,
  haveTickets,
  listRepeated,
  readLines,
  shorten,
  splitColumns,
  splitTickets,
  stripMarks,
} from "../../shared/lines.mjs";
import { showAtField } from "./problems.mjs";
import { hasQuestion } from "../list/questions.mjs";
import { chooseColumns, listNumbers, listOthers } from "../list/reading.mjs";
import { describeWrong, readState } from "./recognised.mjs";
import { isOrder, listLabels } from "../plan/rules.mjs";
import { readGivers } from "../plan/santa.mjs";

/**
 * Join sentences; those that are missing are left out.
 * @param {(string | false | undefined)[]} sentences
 */
const joinSentences = (sentences) => sentences.filter(Boolean).join(" ");

/**
 * Return what the columns of the list do in a kind of draw: keep names apart, spread them, or part neighbours.
 * @param {DrawKind} kind
 */
export function kindOfRules(kind) {
  if (kind === "santa") return "apart";
  return isOrder(kind) ? "neighbours" : "spread";
}

/**
 * Return whether the draw is a call of bingo, for which another page has a caller.
 * @param {Pick<DrawValues, "kind" | "bingo">} values
 */
const isCallOf = ({ kind, bingo }) =>
  kind === "bingo" && bingo.startsWith("call");

/**
 * Return whether the list has columns besides the names.
 * @param {FormList} list
 */
export const hasOthers = ({ table }) =>
  table !== undefined && !table.chosen.isAsked && listOthers(table).length > 0;

/**
 * Return the text that is the title of the fields of a kind of draw.
 * @param {DrawKind} kind
 */
function nameFields(kind) {
  if (kind === "santa") return "draw.listOfAll"; // each gives once: no number is asked for
  if (kind === "bingo") return "draw.fields.bingo"; // whose label is for screen readers alone
  if (kind === "pairs" || kind === "shuffle") return "draw.yourList";
  return KINDS[kind].hasList ? "draw.listAndNumber" : "draw.number";
}

/** Show the fields of the selected kind. */
export function showFields() {
  const { kind, lottery, bingo, roll } = readValues();
  const special = kind === "lottery" ? lottery : bingo;
  for (const element of $$("#what [data-kinds]")) {
    const kinds = element.dataset.kinds?.split(" ") ?? [];
    element.hidden =
      !kinds.includes(kind) && !kinds.includes(`${kind}:${special}`);
  }
  showRoll(roll);
  $("#what-title").textContent = t(nameFields(kind));
  const empty = findElement("#shown > .empty"); // before a draw
  if (empty)
    empty.textContent = t(kind === "santa" ? "draw.emptySecret" : "draw.empty");
  $("#plain-title").textContent = t(
    kind === "santa" ? "draw.plainSanta" : "draw.plain",
  );
}

/**
 * Show which roll with a name has the notation. Dice and sides do not count beside a notation, which is said there.
 * @param {string | undefined} roll undefined where the service has none
 */
function showRoll(roll) {
  if (roll === undefined) return;
  const { dice, sides } = getControls();
  const hasNotation = roll.trim() !== "";
  dice.disabled = hasNotation;
  sides.disabled = hasNotation;
  $("#dice-say").textContent = hasNotation ? t("draw.diceByRoll") : "";
  const rolls = getElement(HTMLSelectElement, "#rolls");
  if (rolls.value === roll) return; // several names may have it
  rolls.value = roll;
  if (rolls.selectedIndex < 0) rolls.value = "";
}

/**
 * Show the fields for the columns of the list.
 * @param {FormList} list
 */
export function showColumns(list) {
  const { table } = list;
  const kind = readKind();
  const areThere = hasOthers(list);
  $("#apart-columns").hidden = !areThere || !hasRules();
  showText("#apart-hint", areThere ? "" : t(`draw.${kindOfRules(kind)}Hint`));
  $("#apart-columns legend").textContent = t(
    `draw.columns.${kindOfRules(kind)}`,
  );
  const haveNumbers =
    areThere && table !== undefined && listNumbers(table).length > 0;
  hideField("#fair-column", kind !== "groups" || !haveNumbers);
  hideField("#range", kind !== "groups" || getControls().fair.value === "");
  hideField("#run", kind !== "shuffle" || getControls().apart.value === "");
  const width = table?.rows[0].length ?? 0;
  $("#what").classList.toggle("tabled", width > 1);
  if (table) tickRules(chooseColumns(table, kind).apart);
}

/**
 * Tick the columns that are rules of the draw, and no other: what is guessed for one kind decides nothing in another.
 * @param {number[]} columns
 */
function tickRules(columns) {
  const checks = /** @type {HTMLInputElement[]} */ ($$("#apart-columns input"));
  for (const check of checks)
    check.checked = columns.includes(Number(check.value));
}

/**
 * Hide a control with its label, or show it.
 * @param {string} selector
 * @param {boolean} isHidden
 */
function hideField(selector, isHidden) {
  const field = /** @type {HTMLElement} */ ($(selector).closest(".field"));
  field.hidden = isHidden;
}

/** Show the fields of the way to draw: at once, or in public. */
function showWay() {
  const values = readValues();
  const { how, decides, wait, bingo } = values;
  $("#seal-options").hidden = how !== "sealed";
  $("#waiting").hidden = decides !== "beacon";
  $("#date").hidden = wait !== "date";
  const isCall = how === "plain" && isCallOf(values); // the table has a caller
  const game = bingo === "call75" ? "bingo_call" : "bingo90_call";
  $("#caller").hidden = !isCall;
  $("#caller-hint").hidden = !isCall;
  getElement(HTMLAnchorElement, "#caller").href =
    `${ROOT}#v1/games/${game}/deal?seed=${generateSeed()}`;
  $("#draw").classList.toggle("primary", !isCall);
  $("#tell").hidden = how === "sealed" || isCall || !isTellable();
  $("#decides-hint").textContent = describeDecides(decides);
  showEarliest();
}

/** Show when a draw is drawn that is announced now, if a number after so many seconds decides it. */
export function showEarliest() {
  const { value } = getElement(HTMLSelectElement, "#wait");
  const due = Date.now() + 1000 * Number(value); // NaN for a date
  showText(
    "#earliest",
    due && !$("#waiting").hidden
      ? t("draw.earliest", { time: formatTime(due, { timeStyle: "medium" }) })
      : "",
  );
}

/**
 * Return a sentence on what decides a draw in public.
 * @param {string} decides "words" or "beacon"
 */
const describeDecides = (decides) =>
  decides === "words"
    ? t("draw.wordsHint")
    : joinSentences([t("draw.beaconHint"), describeRelays()]);

/**
 * Throw `Wrong` for a list that leaves a question open, or that has what no draw takes.
 * @param {FormList} list
 */
function needUnderstood(list) {
  if (hasQuestion(readState(list)))
    throw new Wrong(t("draw.wrong.question"), "asked");
  const wrong = describeWrong(list);
  if (wrong) throw new Wrong(wrong, "lines");
}

/**
 * Return the plan of the draw that the form describes. Throw `Wrong` if a field says something else than a kind takes.
 * @param {FormList} list
 * @returns {Plan}
 */
export function planDraw(list) {
  const values = readValues();
  const { plan, hasList } = KINDS[values.kind];
  if (hasList) needUnderstood(list);
  return plan({ values, lines: hasList ? readLines(values.lines) : [] });
}

/**
 * The fields of which it is said at once what is wrong; what else is missing is said when the button is pressed.
 * @type {(string | undefined)[]}
 */
const CHECKED_FIELDS = [
  "separate",
  "together",
  "met",
  "last",
  "range",
  "begin",
  "end",
  "fixed",
  "run",
];

/**
 * Return the plan of the draw, as far as there is one, and what is `wrong` with a field that is checked at once: a rule
 * that is wrong changes nothing in how many groups there are.
 * @param {FormList} list
 * @returns {{ plan: Partial<Plan>, wrong?: FieldSentence }} the plan has the names that are unknown in any case
 */
function tryPlan(list) {
  try {
    return { plan: planDraw(list) };
  } catch (error) {
    const values = readValues();
    const { measure, describeSecrecy } = KINDS[values.kind];
    const noPlan = describeSecrecy?.();
    const isSaid =
      error instanceof Wrong && CHECKED_FIELDS.includes(error.field);
    if (!isSaid) return { plan: { noPlan } };
    const { field = "", message, unknown } = error;
    const measured = measure?.({ values, lines: readLines(values.lines) });
    return {
      plan: { ...measured, noPlan, unknown },
      wrong: { field, says: message, isWrong: true },
    };
  }
}

const MAX_SUGGESTED = 500; // names of the list

/** Suggest the names of the list for the fields that take one. */
export function suggestNames() {
  const { lines, apart } = readValues();
  const names = splitColumns(
    readLines(lines).slice(0, MAX_SUGGESTED),
    listLabels(apart).length,
  );
  const options = names.map(({ name }) => create("option", { value: name }));
  $("#listed").replaceChildren(...options);
}

/**
 * Label the button, and show how large groups are, what is understood of rules, and what is wrong with them. Return the
 * plan of the draw, as far as there is one.
 * @param {FormList} list
 */
export function updateButton(list) {
  const { plan, wrong } = tryPlan(list);
  offerPublic(plan);
  showWay();
  const values = readValues();
  const { kind, how } = values;
  labelParts(values);
  showParts(plan);
  $(kind === "groups" ? "#understood" : "#rules-say").textContent =
    plan.understood ?? "";
  showAtField(wrong ?? plan.doubt);
  const isCounted =
    plan.count !== undefined && how !== "sealed" && !isCallOf(values);
  $("#draw").textContent = isCounted
    ? t(`draw.counted.${/** @type {TextName<"draw.counted">} */ (kind)}`, {
        count: plan.count ?? 0, // which plans of other kinds do not have
      })
    : t(`draw.verbs.${chooseVerb(values)}`);
  return plan;
}

/**
 * Offer to draw in public, or say why this draw is not drawn so.
 * @param {Partial<Plan>} plan
 */
function offerPublic({ noPlan }) {
  getElement(HTMLInputElement, "#sealed-way").disabled = noPlan !== undefined;
  $("#seal-note").textContent = noPlan ?? t("draw.sealedHint");
  if (noPlan) getControls().how.value = "plain";
}

/**
 * Return the name of the verb on the button.
 * @param {DrawValues} values
 */
function chooseVerb(values) {
  if (values.how === "sealed") return "seal";
  if (values.kind === "groups" && values.tables) return "seats";
  return isCallOf(values) ? "call" : values.kind;
}

/**
 * Label the fields for the number and the size of groups, or of tables.
 * @param {DrawValues} values
 */
function labelParts({ tables }) {
  const [number, size] = tables
    ? [t("draw.fields.tables"), t("draw.fields.seats")]
    : [t("draw.fields.groups"), t("draw.fields.size")];
  $("#sizes [for=groups]").textContent = number;
  $("#sizes [for=size]").textContent = size;
}

/**
 * Show into how many parts the form divides the list, and how large they are, and fill in what follows from what was
 * typed.
 * @param {Partial<Plan>} plan
 */
function showParts(plan) {
  const { size = "", parts, says = parts, groups, largestSize, linked } = plan;
  $("#groups-say").textContent = parts
    ? t("shared.pair", { name: size, value: says ?? "" })
    : "";
  const controls = getControls();
  controls.groups.placeholder = String(groups ?? "");
  controls.size.placeholder = String(largestSize ?? "");
  controls.range.placeholder = linked?.range
    ? formatNumber(Number(linked.range), { maximumSignificantDigits: 4 })
    : "";
}

/**
 * Show how many names are in the list, or what is wrong with it, and offer to tidy it.
 * @param {FormList} list
 */
export function updateCount(list) {
  const lines = readLines(getControls().lines.value);
  const wrong = KINDS[readKind()].hasList ? describeWrong(list) : undefined;
  const text = wrong ?? describeLines(list, lines);
  const count = $("#lines-count");
  count.className = wrong ? "problem" : "soft";
  if (count.textContent !== text) count.textContent = text;
  const hasNumbers = list.table?.source.numbered !== undefined; // which have a button of their own
  const tidying = hasNumbers ? undefined : nameTidying(lines);
  $("#tidy").hidden = tidying === undefined;
  $("#tidy").textContent = tidying ?? "";
}

/**
 * Return a sentence on the lines of the list, or on those that will be cut from a table that somebody types.
 * @param {FormList} list
 * @param {string[]} lines
 */
function describeLines({ table }, lines) {
  if (lines.length === 0) return t("draw.listStays");
  return describeList(
    table?.isTyped
      ? cutRows(table.rows, chooseColumns(table, readKind()))
      : lines,
  );
}

/**
 * Return the label of the button that takes marks away from a list; undefined if it has none.
 * @param {string[]} lines
 */
function nameTidying(lines) {
  const plainLines = stripMarks(lines);
  if (!plainLines) return undefined;
  const marked = lines[plainLines[0] === lines[0] ? 1 : 0];
  return t("draw.removeMarks", { mark: marked.split(/\s/)[0] });
}

/** Take the marks of the list away, as the button says. */
export function tidyLines() {
  const lines = readLines(getControls().lines.value);
  const tidied = stripMarks(lines) ?? lines;
  getControls().lines.value = tidied.join("\n");
}

/**
 * Return a sentence on the list: how many names and tickets it has, and what was recognised in it.
 * @param {string[]} lines
 */
function describeList(lines) {
  const kind = readKind();
  if (kind === "santa") return countGivers(lines);
  const areWeighted =
    kind === "winners" && getControls().weighted.checked && haveTickets(lines);
  if (areWeighted) return describeWeighted(lines);
  return t("draw.count.names", {
    names: t("draw.names", { count: lines.length }),
  });
}

/**
 * Return a sentence on names that are in the list more than once; "" if there are none.
 * @param {string[]} names
 */
function describeRepeated(names) {
  const repeated = listRepeated(names).map((name) => shorten(name));
  return repeated.length > 0
    ? t("draw.count.repeated", { names: joinSome(repeated) })
    : "";
}

/**
 * Return a sentence on a list with tickets.
 * @param {string[]} lines
 */
function describeWeighted(lines) {
  const { names, weights, scale } = splitTickets(lines);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return joinSentences([
    t("draw.count.tickets", {
      names: t("draw.names", { count: lines.length }),
      tickets: t("draw.tickets", { count: total }),
    }),
    scale > 1 && t("draw.count.scaled", { scale }),
    describeRepeated(names),
  ]);
}

/**
 * Return a sentence on those who give: how many they are, and how many couples and families.
 * @param {string[]} lines
 */
function countGivers(lines) {
  const { names, families } = readGivers(lines, getControls().apart.value);
  return joinSentences([
    t("draw.count.names", { names: t("draw.names", { count: names.length }) }),
    families.length > 0 && t("draw.count.families", { count: families.length }),
  ]);
}
