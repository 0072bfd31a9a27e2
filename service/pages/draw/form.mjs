/** The form: the kind of draw, the list, the options; and the sealed draw that this tab continues after a reload. */
import { listenToFiles } from "../shared/files.mjs";
import {
  $,
  $$,
  ROOT,
  create,
  listenToSubmit,
  readStored,
  showText,
  store,
} from "../shared/page.mjs";
import { formatNumber, joinNames, t } from "../shared/texts.mjs";
import { generateSeed } from "../table/request.mjs";
import {
  findWrongTickets,
  guessColumns,
  listNames,
  listRules,
  listTickets,
} from "./columns.mjs";
import { cutRows } from "./cut.mjs";
import { hasNamedList, lacksList } from "./json.mjs";
import { KINDS } from "./kinds.mjs";
import {
  CONTROLS,
  Wrong,
  countRepeated,
  cutPeople,
  hasLabel,
  hasPeople,
  haveTickets,
  isCouple,
  readLines,
  shorten,
  splitLine,
  splitPeople,
  splitTickets,
  stripMarks,
} from "./lines.mjs";
import { findQuestion } from "./questions.mjs";
import {
  changeFilter,
  changeHeading,
  changeTaken,
  chooseColumns,
  hasTickets,
  isUncut,
  labelColumn,
  listNumbers,
  listOthers,
  openTable,
  reopenTable,
} from "./reading.mjs";
import { isOrder, listLabels, nameLabel, readGivers } from "./rules.mjs";
import { showUnderstood } from "./understood.mjs";

const form = $("#form");

/** The relays of public numbers that the operator lets the page ask, by their origins; and the names of their hosts. */
export const RELAYS = JSON.parse(form.dataset.relays);
export const HOSTS = RELAYS.map((relay) => new URL(relay).host);

const [SEALED, DRAWN, LISTED] = ["sealed draw", "drawn in public", "list"];
const inTab = () => sessionStorage;

/** Keep a draw in public until it is drawn: {opened, round, sealedAt, values, ahead}; undefined forgets it. */
export const keepDraw = (draw) => store(SEALED, draw, inTab);

/** Return the sealed draw that `keepDraw` stored, or undefined. */
export const readDraw = () => readStored(SEALED, inTab);

/** Keep the last draw in public, so that a reload does not lose its proof. */
export const keepResult = (draw) => store(DRAWN, draw, inTab);

/** Return the draw that `keepResult` stored, or undefined. */
export const readResult = () => readStored(DRAWN, inTab);

/** Return the values of the fields by name; a checkbox is true or false. */
export function readValues() {
  const named = [...form.elements].filter(
    ({ name, type }) => name && type !== "radio",
  );
  const values = named.map((field) => [
    field.name,
    field.type === "checkbox" ? field.checked : field.value,
  ]);
  return {
    ...Object.fromEntries(values),
    kind: form.elements.kind.value,
    how: form.elements.how.value,
  };
}

/** Fill fields with values by name; others stay. `isDrawn`: a list was drawn from as it is, and leaves nothing open. */
export function fillValues(values, { isDrawn = false } = {}) {
  if (values.lines !== undefined) {
    table = undefined;
    notes = [];
    isPart ||= isDrawn;
    settled = drawn = values.lines;
  }
  if (values.apart !== undefined) labelled = values.lines ?? "";
  for (const [name, value] of Object.entries(values)) {
    const field = form.elements[name];
    if (!field) continue;
    if (field.type === "checkbox")
      field.checked = value === true || value === "true";
    else field.value = value;
  }
  update();
}

/** The table that was pasted: its `rows`, its `text`, the `chosen` columns, and the `cut` lines, which the form has in its place. */
let table;

let notes = []; // on the file that was opened
let isPart = false; // somebody said that numbers behind the names, or commas, are parts of them
let settled; // a list that is no table any more, as one from a link
let drawn; // a list that was drawn from as it is, so that it leaves nothing open

let labelled = ""; // the list of which the field `apart` has labels; "" if a link without names has them

/** Cut a list that is a table into its names and tickets, and show how, so that it can be changed. `isTyped`: only show it yet. */
function recogniseTable({ isTyped = false } = {}) {
  const field = form.elements.lines;
  if (table?.cut === field.value && (isTyped || !table.isTyped)) return;
  const isSettled = field.value === settled;
  const opened = openTable(field.value, {
    isRagged: hasRules(),
    isDrawn: field.value === drawn,
  });
  if (isSettled && opened?.rows[0].length === 1) changeHeading(opened, false);
  table = opened && { ...opened, cut: field.value, isTyped };
  $("#readings").open = false;
  const { weighted, apart, fair, range } = form.elements;
  if (!table || isOther(field.value))
    apart.value = fair.value = range.value = "";
  if (!table) return;
  findLabels(listLabels(apart.value), fair.value);
  if (!table.chosen.hasHeading && weighted.checked) chooseNumbers();
  else if (table.rows[0].length > 1)
    weighted.checked = table.chosen.tickets !== undefined;
  fillColumns();
}

/** Return whether a text is another list than the one of the labels, not that list with changes. */
function isOther(text) {
  const lines = new Set(readLines(labelled));
  return lines.size > 0 && !readLines(text).some((line) => lines.has(line));
}

const hasRules = () => KINDS[form.elements.kind.value].hasRules === true;

/**
 * Choose the columns with the labels of those that were apart before. Without a heading the text may be lines that were cut
 * from a table: these columns are its last.
 */
function findLabels(apart, fair) {
  const { rows, chosen } = table;
  const width = rows[0].length;
  const labels = [...apart, ...(fair ? [fair] : [])];
  const find = (wanted) =>
    listOthers(table).filter((column) => wanted.includes(labelOf(column)));
  if (chosen.hasHeading) {
    if (find(apart).length > 0)
      Object.assign(chosen, { apart: find(apart), isPicked: true });
    [chosen.fair] = find([fair]);
  } else if (labels.length > 0 && labels.length < width) {
    Object.assign(chosen, {
      apart: apart.map((_, i) => width - labels.length + i),
      isPicked: true,
    });
    chosen.fair = fair ? width - 1 : undefined;
    chosen.labels = labels;
  }
}

const labelOf = (column) => labelColumn(table, column);

/** Choose the column of numbers as the tickets, unless all lines end in numbers as they are. */
function chooseNumbers() {
  const [column] = listTickets(table.rows);
  if (
    column !== undefined &&
    table.rows[0].length > 1 &&
    (table.text.includes('"') || !haveTickets(readLines(table.text)))
  )
    chooseTickets(column);
}

/** Choose the column of the tickets; it is no part of the name then. */
function chooseTickets(tickets) {
  const { chosen, rows } = table;
  const name =
    chosen.name.length === rows[0].length
      ? chosen.name.filter((column) => column !== tickets)
      : chosen.name;
  Object.assign(chosen, { tickets, name, maybe: undefined });
}

/** Put the lines of the table into the list; as they are while a number of tickets is wrong. */
function cutTable() {
  const field = form.elements.lines;
  if (table?.cut !== field.value) table = undefined;
  $("#columns").hidden = table === undefined || table.rows[0].length === 1;
  if (findWrong().length > 0) $("#readings").open = true;
  if (!table || table.isTyped) return;
  const { rows, text } = table;
  const chosen = chooseColumns(table, form.elements.kind.value);
  if (hasRules())
    form.elements.apart.value = chosen.apart.map(labelOf).join(";");
  form.elements.fair.value =
    chosen.fair === undefined ? "" : labelOf(chosen.fair);
  table.cut = field.value =
    findWrong().length > 0 || isUncut(table, chosen)
      ? text
      : cutRows(rows, chosen).join("\n");
  labelled = table.cut = field.value; // as the browser writes the ends of lines
}

/** Return the rows of the table whose number of tickets is wrong, if tickets count. */
const findWrong = () =>
  table && form.elements.kind.value === "winners"
    ? findWrongTickets(table.rows, chooseColumns(table, "winners"))
    : [];

const MAX_WRONG = 3; // rows that are named at once

/** Return a sentence on the numbers of tickets that are wrong, and what to do; undefined if none is. */
function describeWrong() {
  const wrong = findWrong();
  const { value } = form.elements.lines;
  if (CONTROLS.test(value)) return t("draw.wrong.noText");
  if (!table && lacksList(value)) return t("draw.wrong.noList");
  if (wrong.length === 0) return undefined;
  const sentences = wrong
    .slice(0, MAX_WRONG)
    .map(({ line, name, cell }) =>
      cell
        ? t("draw.wrong.cell", { number: line, cell: shorten(cell) })
        : t("draw.wrong.noCell", { number: line, name: shorten(name) }),
    );
  const more = wrong.length - MAX_WRONG;
  const advice = t("draw.wrong.mend", {
    field: t("draw.columns.tickets"),
    choice: t("draw.columns.none"),
  });
  return [
    ...sentences,
    more > 0 && t("draw.wrong.more", { count: more }),
    advice,
  ]
    .filter(Boolean)
    .join(" ");
}

/** Show the columns of the table, to choose from. */
function fillColumns() {
  const { rows, chosen } = table;
  const name = (column) => {
    const label = labelOf(column);
    return label === String(column + 1)
      ? t("draw.columns.column", {
          number: column + 1,
          example: rows[0][column],
        })
      : label;
  };
  const nameAll = (columns) =>
    columns.length === rows[0].length &&
    columns.length > 1 &&
    !isGuessed(columns)
      ? t("draw.columns.whole")
      : columns.map(name).join(" ");
  const guessed = guessColumns(rows).name.join();
  const isGuessed = (columns) =>
    chosen.hasHeading && columns.join() === guessed;
  const createOptions = (choices, selected, label) =>
    choices.map((columns) =>
      create(
        "option",
        { value: columns.join(), selected: columns.join() === selected },
        label(columns),
      ),
    );
  const names = [
    ...new Map(
      [chosen.name, ...listNames(rows)].map((columns) => [
        columns.join(),
        columns,
      ]),
    ).values(),
  ];
  $("#name-column").replaceChildren(
    ...createOptions(names, chosen.name.join(), nameAll),
  );
  const none = create("option", { value: "" }, t("draw.columns.none"));
  const createCheck = (column) =>
    create(
      "label.check",
      create("input", {
        type: "checkbox",
        value: column,
        checked: chosen.apart.includes(column),
      }),
      " ",
      create("span", name(column)),
    );
  $("#apart-columns > div").replaceChildren(
    ...listOthers(table).map(createCheck),
  );
  $("#fair-column").replaceChildren(
    create("option", { value: "" }, t("draw.columns.notFair")),
    ...createOptions(
      listNumbers(table).map((column) => [column]),
      String(chosen.fair),
      nameAll,
    ),
  );
  $("#tickets-column").replaceChildren(
    none,
    ...createOptions(
      listTickets(rows).map((column) => [column]),
      String(chosen.tickets),
      nameAll,
    ),
  );
}

function listenToColumns() {
  const toColumns = (value) => value.split(",").map(Number);
  $("#list").addEventListener("change", ({ target }) => {
    if (!target.closest("#columns, #apart-columns")) return;
    recogniseTable(); // the list may have been changed a moment ago
    if (!table) return;
    const { chosen } = table;
    if (target.id === "name-column") chosen.name = toColumns(target.value);
    if (target.id === "tickets-column")
      chooseTickets(target.value === "" ? undefined : Number(target.value));
    if (target.id === "fair-column")
      chosen.fair = target.value === "" ? undefined : Number(target.value);
    form.elements.weighted.checked = chosen.tickets !== undefined;
    if (target.closest("#apart-columns"))
      Object.assign(chosen, {
        apart: $$("#apart-columns :checked").map(({ value }) => Number(value)),
        isPicked: true,
      });
    else fillColumns();
    update();
  });
}

/** Return the names of the fields that the selected kind has, without the list. */
export function namesOfKind() {
  const visibleRows = $$("#what [data-kinds]:not([hidden], #list)");
  return visibleRows
    .flatMap((element) => $$("[name]", element))
    .map(({ name }) => name);
}

/** Return the plan of the draw that the form describes. Throw `Wrong` if a field says something else than a kind takes. */
export function readPlan() {
  const values = readValues();
  const { plan, hasList } = KINDS[values.kind];
  const wrong = hasList
    ? (findQuestion(readState()) ?? describeWrong())
    : undefined;
  if (wrong) throw new Wrong(wrong, "lines");
  return plan({ values, lines: hasList ? readLines(values.lines) : [] });
}

const OLD = /^\s*(http|\{)|\t/m; // a link, a response, or a result with tabs

const PASTES = ["insertFromPaste", "insertFromDrop"];

let updated; // called after each change of the form

/** Return what the columns of the list do in a kind of draw: keep names apart, spread them, or part neighbours. */
const kindOfRules = (kind) =>
  kind === "santa" ? "apart" : isOrder(kind) ? "neighbours" : "spread";

/** Show the fields of the selected kind, and label the button. */
function update() {
  const { kind, how, decides, wait, lottery, bingo } = readValues();
  const special = { lottery, bingo }[kind];
  for (const element of $$("#what [data-kinds]")) {
    const kinds = element.dataset.kinds.split(" ");
    element.hidden =
      !kinds.includes(kind) && !kinds.includes(`${kind}:${special}`);
  }
  cutTable();
  const hasOthers =
    table !== undefined &&
    !table.chosen.isAsked &&
    listOthers(table).length > 0;
  $("#apart-columns").hidden = !hasOthers || !hasRules();
  showText("#apart-hint", hasOthers ? "" : t(`draw.${kindOfRules(kind)}Hint`));
  $("#apart-columns legend").textContent = t(
    `draw.columns.${kindOfRules(kind)}`,
  );
  for (const [selector, isShown] of [
    ["#fair-column", hasOthers && listNumbers(table).length > 0],
    ["#range", form.elements.fair.value !== ""],
  ])
    $(selector).closest(".field").hidden = kind !== "groups" || !isShown;
  $("#what").classList.toggle("tabled", table?.rows[0].length > 1);
  $("#seal-note").textContent = t(
    kind === "santa" ? "draw.noSeal.santa" : "draw.sealedHint",
  );
  $("#what-title").textContent = t(
    KINDS[kind].hasList ? "draw.listAndNumber" : "draw.number",
  );
  $("#seal-options").hidden = how !== "sealed";
  $("#waiting").hidden = decides !== "beacon";
  $("#date").hidden = wait !== "date";
  const isCall =
    kind === "bingo" && how === "plain" && bingo.startsWith("call"); // the table has a caller
  $("#caller").hidden = !isCall;
  $("#caller a").href =
    `${ROOT}#v1/games/${bingo === "call75" ? "bingo_call" : "bingo90_call"}/deal?seed=${generateSeed()}`;
  $("#draw").classList.toggle("primary", !isCall);
  $("#tell").hidden = how === "sealed" || isCall || !isTellable();
  $("#decides-hint").textContent =
    decides === "words"
      ? t("draw.wordsHint")
      : [
          t("draw.beaconHint"),
          HOSTS.length > 0 &&
            t("draw.public.relays", { hosts: joinNames(HOSTS) }),
        ]
          .filter(Boolean)
          .join(" ");
  const { groups } = updateButton();
  updateCount();
  showRead(hasOthers && hasRules(), groups);
  keepList();
  updated?.();
}

/** Return what the list in the form is, for `understood.mjs`. */
function readState() {
  const { kind, lines, weighted, apart } = readValues();
  return {
    kind,
    table,
    lines: readLines(lines),
    weighted,
    isPart,
    notes,
    hasLabels: apart !== "",
  };
}

const change = {
  setHeading(heading) {
    changeHeading(table, heading);
    form.elements.weighted.checked = table.chosen.tickets !== undefined;
    changeTable();
  },
  answer(name, value) {
    if (name === "heading") return change.setHeading(value);
    if (name === "people")
      return value === "each" ? change.splitLines() : change.setPart();
    const { kind, weighted } = form.elements;
    table.chosen.answers[name] = value;
    if (name !== "couples")
      weighted.checked =
        kind.value === "winners" &&
        hasTickets(chooseColumns(table, kind.value));
    changeTable();
  },
  setTaken(reason, isTaken) {
    changeTaken(table, reason, isTaken);
    changeTable();
  },
  setFilter(column, value) {
    changeFilter(table, column, value);
    changeTable();
  },
  open: openList,
  setTickets() {
    chooseNumbers();
    form.elements.weighted.checked = true;
    changeTable();
  },
  setPart() {
    isPart = true;
    form.elements.weighted.checked = false;
    if (form.elements.kind.value === "santa")
      return change.setLines((line) =>
        hasPeople(line) && isCouple(line) ? `"${line}"` : line,
      );
    changeTable();
  },
  setLine(line, changed) {
    change.setLines((other) => (other === line ? changed : other));
  },
  splitLines() {
    const isOfSanta = form.elements.kind.value === "santa";
    const isLabelled = readLines(form.elements.lines.value).some(hasPeople);
    const split = isOfSanta ? splitPeople : (line) => [line];
    change.setLines((line) =>
      (isLabelled && hasLabel(line) ? cutPeople : split)(line).join(
        isOfSanta ? " + " : "\n",
      ),
    );
  },
  setLines(toLine) {
    form.elements.lines.value = settled = readLines(form.elements.lines.value)
      .map(toLine)
      .join("\n");
    recogniseTable();
    changeTable();
  },
  setRule({ column, isStrength }) {
    if (isStrength) table.chosen.fair = column;
    else
      Object.assign(table.chosen, {
        apart: [
          ...chooseColumns(table, form.elements.kind.value).apart,
          column,
        ].sort((a, b) => a - b),
        isPicked: true,
      });
    changeTable();
  },
};

function changeTable() {
  showProblem();
  fillColumns();
  update();
}

/** Show what was understood of the list. `mayHaveRules`: columns can be rules; `groups`: how many are drawn. */
function showRead(mayHaveRules, groups) {
  const state = readState();
  const { chosen, rows } = table ?? {};
  if (
    !KINDS[state.kind].hasList ||
    (!table &&
      state.notes.length === 0 &&
      state.kind !== "santa" &&
      !state.lines.some(hasPeople))
  )
    return Object.assign($("#read"), { hidden: true });
  const name = (column) => nameLabel(labelOf(column));
  const join = (columns) =>
    joinNames(
      columns.map((column) => t("draw.read.column", { name: name(column) })),
    );
  const {
    apart = [],
    fair,
    tickets,
  } = table ? chooseColumns(table, state.kind) : {};
  const unused = mayHaveRules
    ? listOthers(table).filter((column) => ![...apart, fair].includes(column))
    : [];
  const rules = listRules(rows, unused, chosen ?? {}).filter(
    ({ isStrength, isKnown, maxCount }) =>
      state.kind === "groups"
        ? true
        : !isStrength &&
          maxCount * 2 <= rows.length &&
          (isKnown || state.kind !== "santa"),
  );
  showUnderstood(state, change, {
    names:
      !table || (chosen.name.length === rows[0].length && !chosen.hasHeading)
        ? undefined
        : join(chosen.name),
    tickets: tickets === undefined ? undefined : join([tickets]),
    rules: [
      mayHaveRules &&
        apart.length > 0 &&
        t(`draw.read.${kindOfRules(state.kind)}`, { columns: join(apart) }),
      mayHaveRules &&
        fair !== undefined &&
        t("draw.read.fair", { column: join([fair]) }),
    ].filter(Boolean),
    unused:
      unused.length > 0
        ? t("draw.read.unused", { columns: join(unused) })
        : undefined,
    proposals: rules.map((rule) => ({
      label: t(`draw.read.propose.${nameRule(rule, state.kind, groups)}`, {
        column: name(rule.column),
      }),
      act: () => change.setRule(rule),
    })),
  });
}

/** Return the name of what a column would do as a rule. */
const nameRule = ({ isStrength, maxCount }, kind, groups) =>
  isStrength
    ? "strong"
    : kind !== "groups"
      ? kindOfRules(kind)
      : maxCount <= groups
        ? "alike"
        : "even";

let isKept = false; // the tab has kept this list

/** Keep the form in this tab, so that Back and a reload do not lose the list. */
function keepList() {
  const { seed, ...values } = readValues();
  if (!values.lines && !isKept) return; // of an earlier page, which Back and a reload want
  isKept = values.lines !== "";
  store(
    LISTED,
    values.lines
      ? {
          values,
          isPart,
          ...(table && {
            text: table.text === table.cut ? undefined : table.text,
            chosen: table.chosen,
          }),
        }
      : undefined,
    inTab,
  );
}

/** Fill the form with the list that the tab has kept, as it was understood. Return whether there is one. */
export function restoreList() {
  const kept = readStored(LISTED, inTab);
  if (!kept) return false;
  fillValues(kept.values);
  isPart = kept.isPart;
  const reopened =
    kept.chosen &&
    reopenTable(kept.text ?? kept.values.lines, kept.chosen, {
      isRagged: hasRules(),
    });
  if (reopened) {
    table = { ...reopened, cut: form.elements.lines.value };
    fillColumns();
  }
  update();
  return true;
}

/** Forget the list, the names in the rules, and what the tab has kept of them. */
export function forgetList() {
  store(LISTED, undefined, inTab);
  keepResult(undefined);
  isPart = false;
  showProblem();
  fillValues({
    lines: "",
    apart: "",
    fair: "",
    separate: "",
    together: "",
    met: "",
    last: "",
  });
  delete $("#read").dataset.signature; // of the sentences on the list
  for (const part of $$(
    "#problem, #tidy, #read > :is(p, ul), #readings > ul, #columns select, #apart-columns > div",
  ))
    part.replaceChildren();
  form.elements.lines.focus();
}

/** Put old groups that are pasted as something else, such as a link, into their field as lines. */
async function openOld(field) {
  const text = field.value;
  const { readOld } = await import("./rounds.mjs");
  const lines = await readOld(text, field.name).catch(showProblem);
  if (lines === undefined || field.value !== text) return;
  field.value = lines;
  update();
}

/** Return whether the draw in the form can be told piece by piece. */
export function isTellable() {
  const { kind, bingo } = readValues();
  return (
    !["dice", "coins", "santa"].includes(kind) &&
    (kind !== "bingo" || bingo.startsWith("call"))
  );
}

function updateButton() {
  const { kind, how, bingo } = readValues();
  let [plan, wrong] = [{}, ""];
  try {
    plan = readPlan();
  } catch (error) {
    if (["separate", "together", "met", "last", "range"].includes(error.field))
      wrong = error.message; // what else is missing is said when the button is pressed
  }
  if (kind === "groups") showGroups(plan, wrong);
  if (kind === "santa")
    Object.assign($("#santa-say"), {
      className: wrong ? "problem" : "hint",
      textContent: wrong || (plan.understood ?? ""),
    });
  const verb =
    how === "sealed"
      ? "seal"
      : kind === "bingo" && bingo.startsWith("call")
        ? "call"
        : kind;
  $("#draw").textContent =
    plan.count !== undefined && verb === kind
      ? t(`draw.counted.${kind}`, { count: plan.count })
      : t(`draw.verbs.${verb}`);
  return plan;
}

/** Show what is understood of the groups that the form describes, and fill in what follows from what was typed. */
function showGroups(
  { size = "", says = "", groups = "", each = "", understood = "", linked },
  wrong,
) {
  $("#groups-say").className = wrong ? "problem" : "hint";
  $("#groups-say").textContent =
    wrong || (says && t("shared.pair", { name: size, value: says }));
  $("#understood").textContent = understood;
  for (const [name, value] of Object.entries({
    groups,
    size: each,
    range: linked?.range
      ? formatNumber(Number(linked.range), { maximumSignificantDigits: 4 })
      : "",
  }))
    form.elements[name].placeholder = value;
}

function updateCount() {
  const lines = readLines(form.elements.lines.value);
  const repeated = countRepeated(lines);
  const wrong = KINDS[form.elements.kind.value].hasList
    ? describeWrong()
    : undefined;
  const text =
    wrong ??
    (lines.length
      ? describeList(
          table?.isTyped
            ? cutRows(
                table.rows,
                chooseColumns(table, form.elements.kind.value),
              )
            : lines,
        )
      : t("draw.listStays"));
  $("#lines-count").className = wrong ? "problem" : "soft";
  if ($("#lines-count").textContent !== text)
    $("#lines-count").textContent = text;
  const inLine = splitLine(lines);
  const plain = stripMarks(lines);
  $("#tidy").hidden = repeated === 0 && !plain && inLine.length < 3;
  $("#tidy").textContent = plain
    ? t("draw.removeMarks", {
        mark: lines[plain[0] === lines[0] ? 1 : 0].split(/\s/)[0],
      })
    : repeated
      ? t("draw.removeRepeated", { count: repeated })
      : t("draw.makeLines", { count: inLine.length });
}

/** Return a sentence on the list: how many names and tickets it has, and what was recognised in it. */
function describeList(lines) {
  if (form.elements.kind.value === "santa") return describeGivers(lines);
  const names = t("draw.names", { count: lines.length });
  const isOfWinners = form.elements.kind.value === "winners";
  const { weights, scale } =
    isOfWinners && form.elements.weighted.checked && haveTickets(lines)
      ? splitTickets(lines)
      : {};
  const repeated = countRepeated(weights ? splitTickets(lines).names : lines);
  const isRepeated =
    repeated > 0 && t("draw.count.repeated", { count: repeated });
  if (!weights)
    return [t("draw.count.names", { names }), isRepeated]
      .filter(Boolean)
      .join(" ");
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return [
    t("draw.count.tickets", {
      names,
      tickets: t("draw.tickets", { count: total }),
    }),
    scale > 1 && t("draw.count.scaled", { scale }),
    isRepeated,
  ]
    .filter(Boolean)
    .join(" ");
}

/** Return a sentence on those who give: how many they are, and how many couples and families. */
function describeGivers(lines) {
  const { names, families } = readGivers(lines, form.elements.apart.value);
  const count = t("draw.count.names", {
    names: t("draw.names", { count: names.length }),
  });
  return [
    count,
    families.length > 0 && t("draw.count.families", { count: families.length }),
  ]
    .filter(Boolean)
    .join(" ");
}

/** Show the sentence of an error, and focus its field; without an error clear the sentence. */
export function showProblem(error) {
  for (const field of $$("#form [aria-invalid]"))
    field.removeAttribute("aria-invalid");
  const problem = $("#problem");
  problem.hidden = !error;
  if (!error) return;
  fillProblem(problem, error);
  const field = $(`#${error.field}`, form); // a group of radio buttons has none
  field?.closest("details")?.toggleAttribute("open", true);
  field?.setAttribute("aria-invalid", "true");
  (field ?? problem).focus();
}

const TRANSLATED = [0, 401, 429]; // statuses for which the page has a sentence of its own

/** Put the sentence of an error into an element; those of the service are English. */
export function fillProblem(element, { message, status = 0 }) {
  element.textContent = message;
  if (TRANSLATED.includes(status)) element.removeAttribute("lang");
  else element.lang = "en";
}

/** Disable the form while a draw is sealed, because a change to it would make it another draw. */
export function lockForm(isLocked) {
  for (const fieldset of $$("fieldset", form)) fieldset.disabled = isLocked;
}

/** Continue an announced draw that was saved as a file. Return whether the text is one. */
function continueDraw(text) {
  const [, saved] = /^\{"announced":(\{.+\})\}$/s.exec(text) ?? [];
  if (saved === undefined) return false;
  store(SEALED, JSON.parse(saved), inTab);
  location.reload();
  return true;
}

/** Read a file into the list; into the pairs of last year, if it is dropped there or has pairs. */
async function openFile(file, target) {
  try {
    $("#lines-count").textContent = t("draw.reading");
    await new Promise((resolve) => setTimeout(resolve, 50)); // it is seen
    const { readFile } = await import("./opened.mjs");
    const opened = await readFile(file);
    const { text } = opened;
    const isOfPairs =
      readValues().kind === "santa" &&
      (target?.closest?.("#last-year") ||
        (/^\s*\{/.test(text) && !hasNamedList(text)) ||
        (/→/.test(text) && form.elements.lines.value.trim()));
    if (continueDraw(text)) return;
    const field = isOfPairs ? form.elements.last : form.elements.lines;
    if (isOfPairs) field.closest("details").open = true;
    field.value = text;
    showProblem();
    if (isOfPairs) return OLD.test(text) ? openOld(field) : update();
    if (lacksList(text)) throw new Wrong(t("draw.wrong.noList"), "lines");
    openList(opened);
  } catch (error) {
    updateCount();
    showProblem(error);
  }
}

/** Put the list of a file into the form, with the `notes` on it. */
function openList({ text, notes: found = [] }) {
  const field = form.elements.lines;
  field.value = text;
  [notes, isPart, table] = [found, false, undefined];
  recogniseTable();
  if (!table) field.value = readLines(field.value).join("\n");
  showProblem();
  update();
}

/**
 * Listen to the form; `onPress` is called when a button is pressed that draws, with whether the result is told piece by piece,
 * `onChange` when the form says something else, and `onForget` when the list is to be forgotten.
 */
export function listenToForm(onPress, onChange, onForget) {
  const list = $("#list");
  const { lines: field } = form.elements;
  const countBreaks = () => field.value.split("\n").length;
  let waiting;
  let [breaks, length] = [countBreaks(), field.value.length];
  form.addEventListener("input", ({ target, inputType }) => {
    clearTimeout(waiting);
    if (target.name === "kind") {
      showProblem(); // of another kind
      recogniseTable(); // its rows may be short now
    }
    const other = { groups: "size", size: "groups" }[target.name];
    if (other && target.value) form.elements[other].value = ""; // it follows
    if (["met", "last"].includes(target.name) && OLD.test(target.value))
      return openOld(target);
    if (target !== field) return update();
    const isLonger =
      !inputType ||
      countBreaks() > breaks + 1 ||
      field.value.length > length + 3;
    const isPasted = PASTES.includes(inputType) || isLonger; // a list that is typed is a table when it is left
    [breaks, length] = [countBreaks(), field.value.length];
    if (isPasted) {
      [notes, isPart] = [[], false];
      recogniseTable();
    }
    if (isPasted) return update(); // at once: a button that moves while it is pressed is missed
    const isMended = findWrong().length > 0;
    const look = () => {
      recogniseTable({ isTyped: !isMended });
      update();
    };
    waiting = setTimeout(look, isMended ? 800 : 150); // 10,000 lines are not counted with each key
  });
  field.addEventListener("change", () => {
    recogniseTable();
    if (table) update();
  });
  updated = onChange;
  listenToColumns();
  const press = (isTold) => {
    recogniseTable();
    update();
    onPress(isTold);
  };
  listenToSubmit(form, () => press(false));
  $("#tell").addEventListener("click", () => press(true));
  $("#tidy").addEventListener("click", () => {
    const lines = readLines(form.elements.lines.value);
    form.elements.lines.value = (
      stripMarks(lines) ??
      (countRepeated(lines) ? [...new Set(lines)] : splitLine(lines))
    ).join("\n");
    update();
    form.elements.lines.focus();
  });
  $("#forget").addEventListener("click", onForget);
  listenToFiles(
    list,
    (file, target) =>
      form.elements.lines.matches(":disabled") || openFile(file, target),
  );
  update();
}
