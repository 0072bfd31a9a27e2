/** What is understood of the list in the form, with what the buttons below it do. */
// @ts-check
/** @import { RuleColumn } from "../list/columns.mjs" */
/** @import { DrawKind } from "../../shared/draw_types.mjs" */
/** @import { Answers, ListTable } from "../list/reading.mjs" */
/** @import { FormList } from "./recognised.mjs" */
/** @import { ColumnTexts, FormChanges } from "./summary.mjs" */
/** @import { OpenedList } from "../list/workbooks.mjs" */
import { $ } from "../../shared/elements.mjs";
import { joinNames, t } from "../../shared/texts.mjs";
import { fillColumns, recogniseTable } from "./choices.mjs";
import { listRules } from "../list/columns.mjs";
import { getControls, hasRules, readKind } from "./fields.mjs";
import { KINDS } from "../plan/kinds.mjs";
import { hasOthers, kindOfRules } from "./form_labels.mjs";
import {
  cutPeople,
  hasLabel,
  hasPeople,
  isCouple,
  readLines,
  splitLine,
  splitPeople,
} from "../../shared/lines.mjs";
import { showProblem } from "./problems.mjs";
import {
  changeFilter,
  changeHeading,
  changeTaken,
  chooseColumns,
  hasTickets,
  labelColumn,
  listOthers,
} from "../list/reading.mjs";
import { findPeople } from "../list/questions.mjs";
import { chooseNumbers, readState } from "./recognised.mjs";
import { nameLabel } from "../plan/rules.mjs";
import { showUnderstood } from "./summary.mjs";

/**
 * What the buttons do, with the one that makes a rule of a column.
 * @typedef {FormChanges & { setRule: (rule: RuleColumn) => void }} ListChanges
 */

/**
 * Return the functions of the buttons below the list. Each changes the list or its table, and shows the form again:
 * `setHeading(true)` makes a heading of the first row.
 * @param {FormList} list
 * @param {() => void} update shows the form again
 * @param {(opened: OpenedList) => void} open puts the list of a file into the form
 * @returns {ListChanges}
 */
export function createChanges(list, update, open) {
  const show = () => {
    showProblem();
    if (list.table) fillColumns(list.table);
    update();
  };
  /** @param {(table: ListTable) => void} act */
  const change = (act) => {
    if (list.table) act(list.table);
    show();
  };
  /** @param {string[]} lines */
  const setLines = (lines) => {
    settleLines(list, lines);
    show();
  };
  /** @param {(line: string) => string} toLine */
  const changeLines = (toLine) => setLines(listLines().map(toLine));
  /** @type {FormChanges["setHeading"]} */
  const setHeading = (hasHeading) =>
    change((table) => {
      changeHeading(table, hasHeading);
      getControls().weighted.checked = table.chosen.tickets !== undefined;
    });
  const setPart = () => {
    list.isPart = true;
    getControls().weighted.checked = false;
    if (readKind() === "santa") changeLines(quoteCouple);
    else show();
  };
  return {
    setHeading,
    setPart,
    open,
    answer(name, value) {
      if (name === "heading") return setHeading(value === true);
      if (name === "people")
        return value === "each" ? changeLines(chooseSplitting()) : setPart();
      if (value === "once") return setLines([...new Set(listLines())]);
      return change((table) => answerQuestion(table, name, value));
    },
    setTaken: (reason, isTaken) =>
      change((table) => changeTaken(table, reason, isTaken)),
    setFilter: (column, value) =>
      change((table) => changeFilter(table, column, value)),
    setTickets: () =>
      change((table) => {
        chooseNumbers(table);
        getControls().weighted.checked = true;
      }),
    setLine: (line, changed) =>
      changeLines((listedLine) => (listedLine === line ? changed : listedLine)),
    setRule: (rule) => change((table) => chooseRule(table, rule)),
  };
}

/** Return the lines of the list in the form. */
const listLines = () => readLines(getControls().lines.value);

/**
 * Put lines into the form as its list, which is a list of lines from then on, and no table.
 * @param {FormList} list
 * @param {string[]} lines
 */
function settleLines(list, lines) {
  const text = lines.join("\n");
  getControls().lines.value = text;
  list.settledText = text;
  recogniseTable(list);
}

/**
 * Return a line that is one person, so that a draw of those who give splits no couple in it: "Smith: Ann & Bob" in
 * quotes.
 * @param {string} line
 */
const quoteCouple = (line) =>
  hasPeople(line) && isCouple(line) ? `"${line}"` : line;

/**
 * Return a function of a line that returns its people: on a line for each of them, or as a couple in a draw of those
 * who give. "Ann, Bob" as the whole list is "Ann" and "Bob" on two lines in each kind of draw.
 * @returns {(line: string) => string}
 */
function chooseSplitting() {
  const lines = listLines();
  const areLabelled = lines.some(hasPeople);
  const entries = splitLine(lines);
  if (entries.length > 0 && !areLabelled) return () => entries.join("\n");
  const isOfSanta = readKind() === "santa";
  /** @param {string} line */
  const listPeople = (line) => {
    if (areLabelled && hasLabel(line)) return cutPeople(line);
    return isOfSanta ? splitPeople(line) : [line];
  };
  return (line) => listPeople(line).join(isOfSanta ? " + " : "\n");
}

/**
 * Keep the answer to a question on a table; undefined asks again.
 * @param {ListTable} table
 * @param {keyof Answers} name
 * @param {string | boolean | undefined} value
 */
function answerQuestion(table, name, value) {
  Object.assign(table.chosen.answers, { [name]: value });
  if (name === "couples" || name === "repeated") return;
  const kind = readKind();
  getControls().weighted.checked =
    kind === "winners" && hasTickets(chooseColumns(table, kind));
}

/**
 * Make a rule of a column: groups are alike in its numbers, or its values keep names apart.
 * @param {ListTable} table
 * @param {RuleColumn} rule
 */
function chooseRule(table, { column, isStrength }) {
  const { chosen } = table;
  if (isStrength) {
    chosen.fair = column;
    return;
  }
  const { apart } = chooseColumns(table, readKind());
  chosen.apart = [...apart, column].sort((a, b) => a - b);
  chosen.isPicked = true;
}

/**
 * Show what was understood of the list.
 * @param {FormList} list
 * @param {ListChanges} changes
 * @param {number | undefined} groups how many are drawn, if it is known
 */
export function showRead(list, changes, groups) {
  const state = readState(list);
  const { kind, notes } = state;
  const isUnderstood =
    list.table ||
    notes.length > 0 ||
    kind === "santa" ||
    findPeople(state) !== undefined;
  if (!KINDS[kind].hasList || !isUnderstood) {
    $("#read").hidden = true;
    return;
  }
  const texts = list.table
    ? describeColumns(list, list.table, changes, groups)
    : { rules: [], proposals: [] };
  showUnderstood(state, changes, texts);
}

/**
 * Return what the columns of a table are for: of "Name, Class" drawn into groups, that the names are in "Name" and
 * "Class" is not used, with the proposal to spread classes.
 * @param {FormList} list
 * @param {ListTable} table of the list
 * @param {ListChanges} changes
 * @param {number | undefined} groups
 * @returns {ColumnTexts}
 */
function describeColumns(list, table, changes, groups) {
  const kind = readKind();
  const { rows, chosen } = table;
  const { apart, fair, tickets } = chooseColumns(table, kind);
  const isWhole = chosen.name.length === rows[0].length && !chosen.hasHeading;
  const texts = {
    names: isWhole ? undefined : nameColumns(table, chosen.name),
    tickets: tickets === undefined ? undefined : nameColumns(table, [tickets]),
  };
  if (!hasOthers(list) || !hasRules())
    return { ...texts, rules: [], proposals: [] };
  const used = [...apart, fair];
  const unused = listOthers(table).filter((column) => !used.includes(column));
  const proposed = listProposals(table, unused, kind);
  return {
    ...texts,
    rules: describeRules(table, { apart, fair }, kind),
    unused: describeUnused(table, unused),
    proposals: proposed.map((rule) => ({
      label: labelProposal(table, rule, nameRule(rule, kind, groups)),
      act: () => changes.setRule(rule),
    })),
  };
}

/**
 * Return the sentence on the columns that nothing is done with; undefined if there are none.
 * @param {ListTable} table
 * @param {number[]} columns
 */
function describeUnused(table, columns) {
  if (columns.length === 0) return undefined;
  return t("draw.read.unused", { columns: nameColumns(table, columns) });
}

/**
 * Return the label of the button that makes a rule of a column.
 * @param {ListTable} table
 * @param {RuleColumn} rule
 * @param {string} name of the rule, as `nameRule` returns it
 */
function labelProposal(table, { column }, name) {
  const label = nameLabel(labelColumn(table, column));
  return t(`draw.read.propose.${name}`, { column: label });
}

/**
 * Return the names of columns in a sentence: “Class” and “Club”.
 * @param {ListTable} table
 * @param {number[]} columns
 */
const nameColumns = (table, columns) =>
  joinNames(
    columns.map((column) =>
      t("draw.read.column", { name: nameLabel(labelColumn(table, column)) }),
    ),
  );

/**
 * Return sentences on the columns that are rules of a kind of draw.
 * @param {ListTable} table
 * @param {{ apart: number[], fair?: number }} columns of which values are kept apart, and one whose averages are equal
 * @param {DrawKind} kind
 */
function describeRules(table, { apart, fair }, kind) {
  const rules = [];
  if (apart.length > 0)
    rules.push(
      t(`draw.read.${kindOfRules(kind)}`, {
        columns: nameColumns(table, apart),
      }),
    );
  if (fair !== undefined)
    rules.push(t("draw.read.fair", { column: nameColumns(table, [fair]) }));
  return rules;
}

/**
 * Return the columns that are proposed as rules of a kind of draw.
 * @param {ListTable} table
 * @param {number[]} columns that nothing is done with yet
 * @param {DrawKind} kind
 */
function listProposals({ rows, chosen }, columns, kind) {
  /** @param {RuleColumn} rule */
  const isProposed = ({ isStrength, isKnown, maxCount }) =>
    kind === "groups" ||
    (!isStrength &&
      maxCount * 2 <= rows.length &&
      (isKnown || kind !== "santa"));
  return listRules(rows, columns, chosen).filter(isProposed);
}

/**
 * Return the name of what a column would do as a rule.
 * @param {RuleColumn} rule
 * @param {DrawKind} kind
 * @param {number | undefined} groups
 */
function nameRule({ isStrength, maxCount }, kind, groups) {
  if (isStrength) return "strong";
  if (kind !== "groups") return kindOfRules(kind);
  return groups !== undefined && maxCount <= groups ? "alike" : "even";
}
