/** What was understood of a list, shown before anything is drawn: sentences, each with the buttons that change it. */
// @ts-check
/** @import { ListState, Question, QuestionName } from "../list/questions.mjs" */
/** @import { Reason } from "../list/rows.mjs" */
/** @import { FileNote, OpenedList } from "../list/workbooks.mjs" */
import { $, $$, create } from "../../shared/elements.mjs";
import { joinNames, t } from "../../shared/texts.mjs";
import { isFirstUnlike, listTickets } from "../list/columns.mjs";
import { haveTickets, isCouple, splitCouple } from "../../shared/lines.mjs";
import { joinSome } from "../plan/named.mjs";
import {
  findFilters,
  findPeople,
  listLeft,
  listQuestions,
  nameRow,
} from "../list/questions.mjs";

/**
 * What is understood of a list, and the `notes` on the file that was opened.
 * @typedef {ListState & { notes: FileNote[] }} ShownState
 */

/**
 * A button below a sentence.
 * @typedef {object} Action
 * @property {string} label
 * @property {() => void} act
 */

/**
 * A sentence on a list, with its buttons. In a table of several columns, sentences are gathered into one paragraph, and
 * their buttons behind "Change", except those that are questions or direct.
 * @typedef {object} Item
 * @property {string} text
 * @property {Action[]} [actions]
 * @property {boolean} [isQuestion] it is to be answered before a draw
 * @property {boolean} [isDirect] it stands alone, with its buttons
 * @property {boolean} [isGathered] it is gathered also where the list has one column
 * @property {boolean} [isSaid] false for one that only its buttons need
 */

/**
 * What the buttons do with the list in the form.
 * @typedef {object} FormChanges
 * @property {(hasHeading: boolean) => void} setHeading
 * @property {(name: QuestionName, value: string | boolean | undefined) => void} answer undefined asks again
 * @property {(reason: Reason, isTaken: boolean) => void} setTaken
 * @property {(column: number, value: string | undefined) => void} setFilter undefined draws all
 * @property {(list: OpenedList) => void} open
 * @property {() => void} setTickets numbers at the ends of lines are tickets
 * @property {() => void} setPart they are parts of the names
 * @property {(line: string, changed: string) => void} setLine
 */

/**
 * What the columns of a table are for, as texts.
 * @typedef {object} ColumnTexts
 * @property {string} [names] the labels of the columns of the name; missing if the whole line is the name
 * @property {string} [tickets] the label of the column of tickets
 * @property {string[]} rules sentences on columns that are rules
 * @property {string} [unused] a sentence on those that nothing is done with
 * @property {Action[]} proposals buttons that make rules of those
 */

const MAX_COUPLES = 8; // or people that look like one, each with its button

/**
 * Show what was understood. `state`: the `kind`, the `table`, its `lines`, whether they are `weighted`, whether numbers
 * or commas `isPart` of the names, `notes` on the file that was opened. `changes`: functions for the buttons.
 * `columnTexts`: what the columns are for.
 * @param {ShownState} state
 * @param {FormChanges} changes
 * @param {ColumnTexts} columnTexts
 */
export function showUnderstood(state, changes, columnTexts) {
  const questions = listQuestions(state);
  const items = [
    ...listHeading(state, changes),
    ...listRows(state, changes),
    ...listColumns(state, changes, columnTexts, questions),
    ...listOpen(questions, changes),
    ...listCouples(state, changes),
    ...listNotes(state, changes),
  ];
  const box = $("#read");
  const signature = JSON.stringify(items);
  box.hidden = items.length === 0;
  if (box.dataset.signature === signature) return; // a button that has the focus stays
  box.dataset.signature = signature;
  const width = state.table?.rows[0].length ?? 0;
  renderItems(items, box, width > 1);
}

/**
 * Return the buttons in an element that can be seen.
 * @param {Element} box
 */
const listButtons = (box) =>
  $$("button", box).filter((button) => !button.closest("details:not([open])"));

/**
 * Render items in place of those before: first what is asked, a paragraph of the gathered ones, and a list of each of
 * the others. The focus stays on the button in the same place.
 * @param {Item[]} items
 * @param {HTMLElement} box
 * @param {boolean} isWide the list is a table of several columns
 */
function renderItems(items, box, isWide) {
  const focused = listButtons(box).findIndex(
    (button) => button === document.activeElement,
  );
  /** @param {Item} item */
  const isGathered = (item) =>
    item.isGathered || (isWide && !item.isDirect && !item.isQuestion);
  const gathered = items.filter(isGathered);
  /** @param {Item} item */
  const render = (item) => renderItem(item, items.indexOf(item));
  $("p", box).textContent = gathered
    .filter(({ isSaid = true }) => isSaid)
    .map(({ text }) => text)
    .join(" ");
  const single = items.filter((item) => !isGathered(item));
  $("#asked").replaceChildren(
    ...single.filter(({ isQuestion }) => isQuestion).map(render),
  );
  $("#said").replaceChildren(
    ...single.filter(({ isQuestion }) => !isQuestion).map(render),
  );
  $("#readings ul").replaceChildren(
    ...gathered.filter(({ actions }) => actions).map(render),
  );
  $("#readings").hidden = gathered.length === 0;
  if (focused < 0) return;
  const next =
    listButtons(box)[focused] ??
    $(gathered.length > 0 ? "#readings summary" : "#lines");
  next.focus();
}

/**
 * @param {Item} item
 * @param {number} i its position, which ties its buttons to its text
 */
const renderItem = ({ text, isQuestion, actions = [] }, i) =>
  create(
    "li",
    { class: isQuestion ? "question" : "" },
    create("span", { id: `read-${i}` }, text),
    " ",
    actions.map(({ label, act }) =>
      create(
        "button",
        { type: "button", "aria-describedby": `read-${i}`, onclick: act },
        label,
      ),
    ),
  );

/**
 * Return what is said of the first row, and of rows without a name.
 * @param {ShownState} state
 * @param {FormChanges} changes
 * @returns {Item[]}
 */
function listHeading({ table }, { setHeading }) {
  if (!table || table.chosen.isAsked) return [];
  const { rows, chosen } = table;
  const { hasHeading } = chosen;
  const isSaid = hasHeading || isFirstUnlike(rows);
  const heading = {
    isSaid,
    text: t(hasHeading ? "draw.read.heading" : "draw.read.first", {
      line: nameRow(rows[0]),
    }),
    actions: [
      {
        label: t(hasHeading ? "draw.read.noHeading" : "draw.read.yesHeading"),
        act: () => setHeading(!hasHeading),
      },
    ],
  };
  const nameless = rows.filter((row) =>
    chosen.name.every((column) => !row[column]),
  ).length;
  const isSure = rows.isHeaded === true; // the text itself says so
  const isOffered = !isSure && (isSaid || rows[0].length > 1); // there it is behind "Change"
  return [
    ...(isOffered ? [heading] : []),
    ...(nameless > 0
      ? [{ text: t("draw.read.nameless", { count: nameless }) }]
      : []),
  ];
}

/**
 * Return the label of the button that takes back what is left out.
 * @param {Reason} reason
 * @param {number} count of the rows
 */
const labelTaking = (reason, count) =>
  reason === "number"
    ? t("draw.read.putBack")
    : t("draw.read.takeBack", { count });

/**
 * Return what is said of rows that are left out, and of columns that may say who is meant.
 * @param {ShownState} state
 * @param {FormChanges} changes
 * @returns {Item[]}
 */
function listRows(state, { setTaken, setFilter }) {
  const leftOutRows = listLeft(state).map(
    ({ reason, isTaken, text, count }) => ({
      text,
      isDirect: true,
      actions: [
        {
          label: isTaken ? t("draw.read.leaveOut") : labelTaking(reason, count),
          act: () => setTaken(reason, !isTaken),
        },
      ],
    }),
  );
  const filters = findFilters(state).map(({ column, text, offers }) => ({
    text,
    isDirect: true,
    actions: offers.map(({ value, label }) => ({
      label,
      act: () => setFilter(column, value),
    })),
  }));
  return [...leftOutRows, ...filters];
}

/**
 * Return the first question that is open, with its readings as buttons; and the answers that were given, which can be
 * changed: "Is “Ann & Bob” two people? Yes, each of them: 3 names." with the button that asks again.
 * @param {Question[]} questions
 * @param {FormChanges} changes
 * @returns {Item[]}
 */
function listOpen(questions, { answer }) {
  const open = questions.find((question) => question.answer === undefined);
  const answered = questions.filter(
    (question) => question.answer !== undefined,
  );
  /** @param {Question} question */
  const labelAnswer = ({ readings, answer: value }) =>
    readings.find((reading) => reading.value === value)?.label ?? "";
  const answers = answered.map((question) => ({
    text: t("draw.read.answered", {
      question: question.text,
      answer: labelAnswer(question),
    }),
    isDirect: true,
    actions: [
      {
        label: t("draw.read.askAgain"),
        act: () => answer(question.name, undefined),
      },
    ],
  }));
  if (!open) return answers;
  const actions = open.readings.map(({ value, label, isLikely }) => ({
    label: isLikely ? t("draw.read.likely", { reading: label }) : label,
    act: () => answer(open.name, value),
  }));
  return [{ text: open.text, isQuestion: true, actions }, ...answers];
}

/**
 * Return what is said of the file that was opened.
 * @param {ShownState} state
 * @param {FormChanges} changes
 * @returns {Item[]}
 */
const listNotes = ({ notes }, { open }) =>
  notes.map(({ text, choices = [] }) => ({
    text,
    isDirect: choices.length > 0,
    actions:
      choices.length > 0
        ? choices.map(({ label, read }) => ({
            label,
            act: () => open(read()),
          }))
        : undefined,
  }));

/**
 * Return what is said of the columns: which are the name, the tickets and rules, and which are not used.
 *
 * Of "Name, Class" drawn into groups: "The names are in “Name”." and "“Class” is not used.", with a button that spreads
 * classes.
 * @param {ShownState} state
 * @param {FormChanges} changes
 * @param {ColumnTexts} texts
 * @param {Question[]} questions
 * @returns {Item[]}
 */
function listColumns(state, changes, texts, questions) {
  const { table } = state;
  if (!table || table.chosen.isAsked) return [];
  const { names, rules, unused, proposals } = texts;
  const isWide = table.rows[0].length > 1;
  const nameText = names
    ? t("draw.read.names", { column: names })
    : t("draw.read.whole");
  const hasNone = proposals.length === 0 && rules.length === 0;
  const isShownFirst = isWide && (names || hasNone); // otherwise beside the proposals, or the rules tell
  const isTicketsOpen = questions.some(
    ({ name }) => name === "tickets" || name === "marks",
  );
  const isOfWinners = state.kind === "winners" && !isTicketsOpen;
  const hasProposals = proposals.length > 0;
  /** @type {Item[]} */
  const items = [];
  if (isShownFirst) items.push({ text: nameText });
  if (isOfWinners && isWide)
    items.push(...listTicketTexts(state, changes, texts));
  items.push(...rules.map((text) => ({ text })));
  if (unused && hasProposals) {
    const text = names ? unused : nameText;
    items.push({ text, actions: proposals, isDirect: true });
  } else if (unused && names) items.push({ text: unused });
  if (isOfWinners) items.push(...listNumberTexts(state, changes, isWide));
  return items;
}

/**
 * Return what is said of the tickets in a table of several columns.
 * @param {ShownState} state
 * @param {FormChanges} changes
 * @param {ColumnTexts} texts
 * @returns {Item[]}
 */
function listTicketTexts({ table, weighted }, { setPart }, { tickets }) {
  if (!table) return [];
  if (weighted && table.chosen.tickets === undefined)
    return [
      {
        text: t("draw.read.atEnd"),
        actions: [{ label: t("draw.read.noTickets"), act: setPart }],
      },
    ];
  if (listTickets(table.rows, table.chosen.hasHeading).length === 0) return [];
  return [
    {
      text: tickets
        ? t("draw.read.tickets", { column: tickets })
        : t("draw.read.sameForEach"),
    },
  ];
}

/**
 * Return what is said of numbers at the ends of lines that are parts of the names.
 * @param {ShownState} state
 * @param {FormChanges} changes
 * @param {boolean} isWide
 * @returns {Item[]}
 */
const listNumberTexts = (
  { weighted, isPart, lines },
  { setTickets },
  isWide,
) =>
  !weighted && (isPart || !isWide) && haveTickets(lines)
    ? [
        {
          text: t("draw.read.arePart"),
          isDirect: true,
          actions: [{ label: t("draw.read.yesTickets"), act: setTickets }],
        },
      ]
    : [];

/**
 * Return what is said of a line that is a couple, or looks like one, with the button that changes it; undefined for any
 * other.
 * @param {string} line
 * @param {FormChanges} changes
 * @returns {Item | undefined}
 */
function toCoupleItem(line, { setLine }) {
  const names = splitCouple(line);
  if (names.length > 1)
    return {
      text: t("draw.understood.separate", { lists: joinNames(names) }),
      isSaid: false,
      isGathered: true,
      actions: [
        {
          label: t("draw.read.onePerson"),
          act: () => setLine(line, `"${line}"`),
        },
      ],
    };
  const couple = names[0].replace(/\s&\s/, " + ");
  if (!isCouple(couple)) return undefined;
  return {
    text: t("draw.read.person", { name: names[0] }),
    isGathered: true,
    actions: [
      { label: t("draw.read.aCouple"), act: () => setLine(line, couple) },
    ],
  };
}

/**
 * Return what is said of the couples of a draw of those who give, each with its button.
 * @param {ShownState} state
 * @param {FormChanges} changes
 * @returns {Item[]}
 */
function listCouples(state, changes) {
  if (state.kind !== "santa" || state.hasLabels) return [];
  const lines = state.lines.slice(0, 1_000);
  const items = lines
    .map((line) => toCoupleItem(line, changes))
    .filter((item) => item !== undefined)
    .slice(0, MAX_COUPLES);
  const couples = lines.map(splitCouple).filter(({ length }) => length > 1);
  if (couples.length === 0 || findPeople(state) !== undefined) return items;
  const lists = joinSome(couples.map(joinNames), (texts) => texts.join(" · "));
  return [
    { text: t("draw.read.couples", { lists }), isGathered: true },
    ...items,
  ];
}
