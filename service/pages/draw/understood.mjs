/** What was understood of a list, shown before anything is drawn: sentences, each with the buttons that change it. */
import { $, create } from "../shared/page.mjs";
import { joinNames, t } from "../shared/texts.mjs";
import { listTickets, mayBeTickets } from "./columns.mjs";
import { haveTickets, isCouple, shorten, splitCouple } from "./lines.mjs";

const MAX_COUPLES = 8; // that are shown, each with its button

/** Return whether people have to say what the numbers behind the names are. */
const asksTickets = ({ kind, table, isPart, weighted }) => kind === "winners" && !weighted && !isPart && table !== undefined && !table.chosen.isAsked && mayBeTickets(table.rows, table.chosen);

/** Return the question that is open; undefined if a draw may begin. */
export function findQuestion(state) {
  if (state.table?.chosen.isAsked) return t("draw.read.isHeading", { line: nameRow(state.table.rows[0]) });
  return asksTickets(state) ? t("draw.read.areTickets", { line: nameRow(state.table.rows[0]) }) : undefined;
}

const nameRow = (row) => shorten(row.filter(Boolean).join("; "));

/**
 * Show what was understood. `state`: the `kind`, the `table`, its `lines`, whether they are `weighted`, whether numbers `isPart`
 * of the names, a `note` on the file. `change`: functions for the buttons. `describe`: what the columns are for.
 */
export function showUnderstood(state, change, describe) {
  const items = [...listHeading(state, change), ...listColumns(state, change, describe), ...listCouples(state, change), ...(state.note ? [{ text: state.note }] : [])];
  const list = $("#read");
  const signature = JSON.stringify(items);
  list.hidden = items.length === 0;
  if (list.dataset.signature === signature) return; // a button that has the focus stays
  const focused = [...list.querySelectorAll("button")].indexOf(document.activeElement);
  list.dataset.signature = signature;
  list.replaceChildren(...items.map(renderItem));
  if (focused >= 0) ([...list.querySelectorAll("button")][focused] ?? $("#lines")).focus();
}

const renderItem = ({ text, isQuestion, actions = [] }, i) =>
  create("li", { class: isQuestion ? "question" : "" }, create("span", { id: `read-${i}` }, text), " ", actions.map(({ label, act }) => create("button", { type: "button", "aria-describedby": `read-${i}`, onclick: act }, label)));

function listHeading({ table }, { setHeading }) {
  if (!table) return [];
  const { rows, chosen } = table;
  const line = nameRow(rows[0]);
  if (!chosen.isAsked) {
    const titles = rows.titles ? [{ text: t("draw.read.titles", { line: nameRow(rows.titles) }) }] : [];
    const nameless = rows.filter((row) => chosen.name.every((column) => !row[column])).length;
    const more = [...titles, ...(nameless > 0 ? [{ text: t("draw.read.nameless", { count: nameless }) }] : [])];
    const action = { label: t(chosen.hasHeading ? "draw.read.noHeading" : "draw.read.yesHeading"), act: () => setHeading(!chosen.hasHeading) };
    return [{ text: t(chosen.hasHeading ? "draw.read.heading" : "draw.read.first", { line }), actions: [action] }, ...more];
  }
  const readings = [1, 0].map((headings) => {
    const names = t("draw.names", { count: rows.length - headings });
    return { label: t(headings ? "draw.read.ifHeading" : "draw.read.ifName", { names, first: nameRow(rows[headings]) }), act: () => setHeading(headings === 1) };
  });
  return [{ text: t("draw.read.isHeading", { line }), isQuestion: true, actions: readings }];
}

function listColumns(state, { open, setTickets, setPart }, { names, tickets, apart, fair }) {
  const { kind, table, lines, weighted, isPart } = state;
  if (table?.chosen.isAsked) return [];
  const items = [];
  const add = (text, field) => items.push({ text, actions: [{ label: t("draw.read.change"), act: () => open(field) }] });
  if (table && table.rows[0].length > 1) {
    add(names ? t("draw.read.names", { column: names }) : t("draw.read.whole"), "#name-column");
    if (kind === "winners" && weighted && table.chosen.tickets === undefined) items.push({ text: t("draw.read.atEnd"), actions: [{ label: t("draw.read.noTickets"), act: setPart }] });
    else if (kind === "winners" && !asksTickets(state) && listTickets(table.rows).length > 0) add(tickets ? t("draw.read.tickets", { column: tickets }) : t("draw.read.sameForEach"), "#tickets-column");
    if (apart !== undefined) add(apart, "#apart-columns input");
    if (fair !== undefined) add(fair, "#fair-column");
  }
  if (asksTickets(state)) items.push({ text: t("draw.read.areTickets", { line: nameRow(table.rows[0]) }), isQuestion: true, actions: [{ label: t("draw.read.yesTickets"), act: setTickets }, { label: t("draw.read.noTickets"), act: setPart }] });
  else if (kind === "winners" && !weighted && (isPart || table?.rows[0].length === 1) && haveTickets(lines)) items.push({ text: t("draw.read.arePart"), actions: [{ label: t("draw.read.yesTickets"), act: setTickets }] });
  return items;
}

function listCouples({ kind, lines, hasLabels }, { setLine }) {
  if (kind !== "santa" || hasLabels) return [];
  const toItem = (line) => {
    const people = splitCouple(line);
    if (people.length > 1) return { text: t("draw.read.couple", { names: joinNames(people) }), actions: [{ label: t("draw.read.onePerson"), act: () => setLine(line, `"${line}"`) }] };
    const plain = people[0].replace(/\s&\s/, " + ");
    return isCouple(plain) ? { text: t("draw.read.person", { name: people[0] }), actions: [{ label: t("draw.read.aCouple"), act: () => setLine(line, plain) }] } : undefined;
  };
  return lines.slice(0, 1_000).map(toItem).filter(Boolean).slice(0, MAX_COUPLES);
}
