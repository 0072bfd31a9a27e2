/** What was understood of a list, shown before anything is drawn: sentences, each with the buttons that change it. */
import { $, $$, create } from "../shared/page.mjs";
import { joinNames, t } from "../shared/texts.mjs";
import { listTickets } from "./columns.mjs";
import { haveTickets, isCouple, splitCouple } from "./lines.mjs";
import { joinSome } from "./named.mjs";
import {
  findFilters,
  findPeople,
  listLeft,
  listQuestions,
  nameRow,
} from "./questions.mjs";

const MAX_COUPLES = 8; // or people that look like one, each with its button

/**
 * Show what was understood. `state`: the `kind`, the `table`, its `lines`, whether they are `weighted`, whether numbers or commas `isPart`
 * of the names, `notes` on the file that was opened. `change`: functions for the buttons. `describe`: what the columns are for.
 */
export function showUnderstood(state, change, describe) {
  const asked = listQuestions(state);
  const items = [
    ...listHeading(state, change),
    ...listRows(state, change),
    ...listColumns(state, change, { ...describe, asked }),
    ...listOpen(asked, change),
    ...listCouples(state, change),
    ...listNotes(state, change),
  ];
  const box = $("#read");
  const signature = JSON.stringify(items);
  box.hidden = items.length === 0;
  if (box.dataset.signature === signature) return; // a button that has the focus stays
  const listButtons = () =>
    $$("button", box).filter(
      (button) => !button.closest("details:not([open])"),
    );
  const focused = listButtons().indexOf(document.activeElement);
  box.dataset.signature = signature;
  const isWide = state.table?.rows[0].length > 1;
  const isGathered = (item) =>
    item.isGathered || (isWide && !item.isDirect && !item.isQuestion);
  const gathered = items.filter(isGathered);
  const render = (item) => renderItem(item, items.indexOf(item));
  $("p", box).textContent = gathered
    .filter(({ isSaid = true }) => isSaid)
    .map(({ text }) => text)
    .join(" ");
  $("ul", box).replaceChildren(
    ...items.filter((item) => !isGathered(item)).map(render),
  );
  $("#readings ul").replaceChildren(
    ...gathered.filter(({ actions }) => actions).map(render),
  );
  $("#readings").hidden = gathered.length === 0;
  if (focused >= 0)
    (
      listButtons()[focused] ??
      (gathered.length > 0 ? $("#readings summary") : $("#lines"))
    ).focus();
}

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

function listHeading({ table }, { setHeading }) {
  if (!table) return [];
  const { rows, chosen } = table;
  if (chosen.isAsked) return [];
  const nameless = rows.filter((row) =>
    chosen.name.every((column) => !row[column]),
  ).length;
  const more =
    nameless > 0
      ? [{ text: t("draw.read.nameless", { count: nameless }) }]
      : [];
  const action = {
    label: t(
      chosen.hasHeading ? "draw.read.noHeading" : "draw.read.yesHeading",
    ),
    act: () => setHeading(!chosen.hasHeading),
  };
  return [
    {
      text: t(chosen.hasHeading ? "draw.read.heading" : "draw.read.first", {
        line: nameRow(rows[0]),
      }),
      actions: [action],
    },
    ...more,
  ];
}

/** Return what is said of rows that are left out, and of columns that may say who is meant. */
function listRows(state, { setTaken, setFilter }) {
  const left = listLeft(state).map(({ reason, isTaken, text, count }) => ({
    text,
    isDirect: true,
    actions: [
      {
        label: isTaken
          ? t("draw.read.leaveOut")
          : t("draw.read.takeBack", { count }),
        act: () => setTaken(reason, !isTaken),
      },
    ],
  }));
  const filters = findFilters(state).map(({ column, text, offers }) => ({
    text,
    isDirect: true,
    actions: offers.map(({ value, label }) => ({
      label,
      act: () => setFilter(column, value),
    })),
  }));
  return [...left, ...filters];
}

/** Return the first question that is open, with its readings as buttons; and the answers that were given, which can be changed. */
function listOpen(asked, { answer }) {
  const open = asked
    .filter((question) => question.answer === undefined)
    .slice(0, 1);
  const given = asked.filter((question) => question.answer !== undefined);
  const labelOf = ({ readings, answer: value }) =>
    readings.find((reading) => reading.value === value)?.label ?? "";
  return [
    ...open.map(({ name, text, readings }) => ({
      text,
      isQuestion: true,
      actions: readings.map(({ value, label, isLikely }) => ({
        label: isLikely ? t("draw.read.likely", { reading: label }) : label,
        act: () => answer(name, value),
      })),
    })),
    ...given.map((question) => ({
      text: t("draw.read.answered", {
        question: question.text,
        answer: labelOf(question),
      }),
      isDirect: true,
      actions: [
        {
          label: t("draw.read.askAgain"),
          act: () => answer(question.name, undefined),
        },
      ],
    })),
  ];
}

/** Return what is said of the file that was opened. */
const listNotes = ({ notes = [] }, { open }) =>
  notes.map(({ text, choices = [] }) => ({
    text,
    isDirect: choices.length > 0,
    ...(choices.length > 0 && {
      actions: choices.map(({ label, read }) => ({
        label,
        act: () => open(read()),
      })),
    }),
  }));

function listColumns(
  state,
  { setTickets, setPart },
  { names, tickets, rules, unused, proposals, asked },
) {
  const { kind, table, lines, weighted, isPart } = state;
  if (!table || table.chosen.isAsked) return [];
  const isWide = table.rows[0].length > 1;
  const ofNames = names
    ? t("draw.read.names", { column: names })
    : t("draw.read.whole");
  const isAsked = asked.some(
    ({ name }) => name === "tickets" || name === "marks",
  );
  const isOfTickets = kind === "winners" && !isAsked && isWide;
  const isAtEnd = isOfTickets && weighted && table.chosen.tickets === undefined;
  const items = [
    isWide && (names || proposals.length === 0) && { text: ofNames },
    isAtEnd && {
      text: t("draw.read.atEnd"),
      actions: [{ label: t("draw.read.noTickets"), act: setPart }],
    },
    isOfTickets &&
      !isAtEnd &&
      listTickets(table.rows).length > 0 && {
        text: tickets
          ? t("draw.read.tickets", { column: tickets })
          : t("draw.read.sameForEach"),
      },
    ...(rules || []).map((text) => text && { text }),
    unused &&
      (names || proposals.length > 0) && {
        text: names ? unused : ofNames,
        ...(proposals.length > 0 && { actions: proposals, isDirect: true }),
      },
    kind === "winners" &&
      !weighted &&
      !isAsked &&
      (isPart || !isWide) &&
      haveTickets(lines) && {
        text: t("draw.read.arePart"),
        isDirect: true,
        actions: [{ label: t("draw.read.yesTickets"), act: setTickets }],
      },
  ];
  return items.filter(Boolean);
}

/** Return what is said of the couples of a draw of those who give, each with its button. */
function listCouples(state, { setLine }) {
  const { kind, lines, hasLabels } = state;
  if (kind !== "santa" || hasLabels) return [];
  const people = lines
    .slice(0, 1_000)
    .map((line) => ({ line, names: splitCouple(line) }));
  const couples = people.filter(({ names }) => names.length > 1);
  const toItem = ({ line, names }) => {
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
    const plain = names[0].replace(/\s&\s/, " + ");
    return isCouple(plain)
      ? {
          text: t("draw.read.person", { name: names[0] }),
          isGathered: true,
          actions: [
            { label: t("draw.read.aCouple"), act: () => setLine(line, plain) },
          ],
        }
      : undefined;
  };
  const isSaid = couples.length > 0 && findPeople(state) === undefined;
  const said = isSaid
    ? [
        {
          text: t("draw.read.couples", {
            lists: joinSome(
              couples.map(({ names }) => joinNames(names)),
              (texts) => texts.join(" · "),
            ),
          }),
          isGathered: true,
        },
      ]
    : [];
  return [...said, ...people.map(toItem).filter(Boolean).slice(0, MAX_COUPLES)];
}
