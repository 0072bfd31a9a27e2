/** What was understood of a list, shown before anything is drawn: sentences, each with the buttons that change it. */
import { $, $$, create } from "../shared/page.mjs";
import { joinNames, t } from "../shared/texts.mjs";
import { listTickets, mayBeTickets } from "./columns.mjs";
import { hasPeople, haveTickets, isCouple, shorten, splitCouple, splitPeople } from "./lines.mjs";
import { joinSome } from "./named.mjs";

const MAX_COUPLES = 8; // or people that look like one, each with its button

/** Return whether people have to say what the numbers behind the names are. */
const asksTickets = ({ kind, table, isPart, weighted }) => kind === "winners" && !weighted && !isPart && table !== undefined && !table.chosen.isAsked && mayBeTickets(table.rows, table.chosen);

/** Return the first line that may be several people, and says so by commas alone, or behind a label; undefined if none is, or people said that each is one. */
const findPeople = ({ kind, table, lines, isPart, hasLabels }) =>
  !isPart && !hasLabels && !table?.chosen.isAsked && lines.length > 1 ? lines.find((line) => hasPeople(line) || (kind === "santa" && splitPeople(line).length > 1)) : undefined;

/** Return the question that is open; undefined if a draw may begin. */
export function findQuestion(state) {
  if (state.table?.chosen.isAsked) return t("draw.read.isHeading", { line: nameRow(state.table.rows[0]) });
  const people = findPeople(state);
  if (people) return t("draw.read.arePeople", { line: shorten(people) });
  return asksTickets(state) ? t("draw.read.areTickets", { line: nameRow(state.table.rows[0]) }) : undefined;
}

const nameRow = (row) => shorten(row.filter(Boolean).join("; "));

/**
 * Show what was understood. `state`: the `kind`, the `table`, its `lines`, whether they are `weighted`, whether numbers or commas `isPart`
 * of the names, a `note` on the file. `change`: functions for the buttons. `describe`: what the columns are for.
 */
export function showUnderstood(state, change, describe) {
  const items = [...listHeading(state, change), ...listColumns(state, change, describe), ...listCouples(state, change), ...(state.note ? [{ text: state.note }] : [])];
  const box = $("#read");
  const signature = JSON.stringify(items);
  box.hidden = items.length === 0;
  if (box.dataset.signature === signature) return; // a button that has the focus stays
  const listButtons = () => $$("button", box).filter((button) => !button.closest("details:not([open])"));
  const focused = listButtons().indexOf(document.activeElement);
  box.dataset.signature = signature;
  const isWide = state.table?.rows[0].length > 1;
  const isGathered = (item) => item.isGathered || (isWide && !item.isDirect && !item.isQuestion);
  const gathered = items.filter(isGathered);
  const render = (item) => renderItem(item, items.indexOf(item));
  $("p", box).textContent = gathered.filter(({ isSaid = true }) => isSaid).map(({ text }) => text).join(" ");
  $("ul", box).replaceChildren(...items.filter((item) => !isGathered(item)).map(render));
  $("#readings ul").replaceChildren(...gathered.filter(({ actions }) => actions).map(render));
  $("#readings").hidden = gathered.length === 0;
  if (focused >= 0) (listButtons()[focused] ?? (gathered.length > 0 ? $("#readings summary") : $("#lines"))).focus();
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

function listColumns(state, { setTickets, setPart }, { names, tickets, rules, unused, proposals }) {
  const { kind, table, lines, weighted, isPart } = state;
  if (!table || table.chosen.isAsked) return [];
  const isWide = table.rows[0].length > 1;
  const ofNames = names ? t("draw.read.names", { column: names }) : t("draw.read.whole");
  const isOfTickets = kind === "winners" && !asksTickets(state) && isWide;
  const isAtEnd = isOfTickets && weighted && table.chosen.tickets === undefined;
  const items = [
    isWide && (names || proposals.length === 0) && { text: ofNames },
    isAtEnd && { text: t("draw.read.atEnd"), actions: [{ label: t("draw.read.noTickets"), act: setPart }] },
    isOfTickets && !isAtEnd && listTickets(table.rows).length > 0 && { text: tickets ? t("draw.read.tickets", { column: tickets }) : t("draw.read.sameForEach") },
    ...(rules || []).map((text) => text && { text }),
    unused && (names || proposals.length > 0) && { text: names ? unused : ofNames, ...(proposals.length > 0 && { actions: proposals, isDirect: true }) },
    asksTickets(state) && { text: t("draw.read.areTickets", { line: nameRow(table.rows[0]) }), isQuestion: true, actions: [{ label: t("draw.read.yesTickets"), act: setTickets }, { label: t("draw.read.noTickets"), act: setPart }] },
    kind === "winners" && !weighted && (isPart || !isWide) && haveTickets(lines) && { text: t("draw.read.arePart"), isDirect: true, actions: [{ label: t("draw.read.yesTickets"), act: setTickets }] },
  ];
  return items.filter(Boolean);
}

function listCouples(state, { setLine, setPart, splitLines }) {
  const { kind, lines, hasLabels } = state;
  const line = findPeople(state);
  const asked = line ? [{ text: t("draw.read.arePeople", { line: shorten(line) }), isQuestion: true, actions: [{ label: t(kind === "santa" ? "draw.read.family" : "draw.read.each"), act: splitLines }, { label: t("draw.read.onePerson"), act: setPart }] }] : [];
  if (kind !== "santa" || hasLabels) return asked;
  const people = lines.slice(0, 1_000).map((line) => ({ line, names: splitCouple(line) }));
  const couples = people.filter(({ names }) => names.length > 1);
  const toItem = ({ line, names }) => {
    if (names.length > 1) return { text: t("draw.understood.separate", { lists: joinNames(names) }), isSaid: false, isGathered: true, actions: [{ label: t("draw.read.onePerson"), act: () => setLine(line, `"${line}"`) }] };
    const plain = names[0].replace(/\s&\s/, " + ");
    return isCouple(plain) ? { text: t("draw.read.person", { name: names[0] }), isGathered: true, actions: [{ label: t("draw.read.aCouple"), act: () => setLine(line, plain) }] } : undefined;
  };
  const said = couples.length > 0 && !line ? [{ text: t("draw.read.couples", { lists: joinSome(couples.map(({ names }) => joinNames(names)), (texts) => texts.join(" · ")) }), isGathered: true }] : [];
  return [...asked, ...said, ...people.map(toItem).filter(Boolean).slice(0, MAX_COUPLES)];
}
