/** The field that finds operations by their path, sentence and parameters, chapters of the guides, and games. */
import { $, ROOT, createElement, fetchJson } from "../shared/page.mjs";

const MAX_SHOWN = 12;
/** The weight of a word in the title of an entry, in its sentence, and in its further names. */
const WEIGHTS = [4, 2, 1];
const ENDING = /(?<=[a-z]{3})(ies|y|e?s|ing|ed)$/;

const form = $(".search");
const [field, list, status] = ["input", ".matches", "[role=status]"].map((selector) => $(selector, form));
let index; // a promise of the entries, from the first focus on

/** Return how well a text has a word: 1 as it is at the start of a word, less with another ending or within a word, or 0. */
function match(text, word) {
  const stem = word.replace(ENDING, "");
  const at = text.indexOf(stem);
  if (at < 0) return 0;
  const isStart = !/[a-z0-9]/.test(text[at - 1] ?? "") || text.includes(` ${stem}`);
  return isStart ? (text.includes(word) ? 1 : 0.8) : 0.4;
}

/** Return the entries that have the most words of a text, those with the words in their titles first. */
function find(entries, text) {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const scored = entries.map((entry) => {
    const parts = [entry.title, entry.text, entry.names].map((part) => part.toLowerCase());
    const scores = words.map((word) => Math.max(...parts.map((part, i) => WEIGHTS[i] * match(part, word))));
    return { entry, count: scores.filter(Boolean).length, score: scores.reduce((sum, score) => sum + score, 0) };
  });
  const most = Math.max(1, ...scored.map(({ count }) => count));
  return scored.filter(({ count }) => count === most).sort((one, other) => other.score - one.score).map(({ entry }) => entry);
}

/** Return the entries, which are fetched once. */
function load() {
  index ??= fetchJson("docs/search.json").catch((error) => {
    index = undefined;
    throw error;
  });
  return index;
}

const createMatch = ({ title, text, path, isOperation }) =>
  createElement("li", {}, createElement("a", { href: ROOT + path }, createElement("strong", { class: isOperation && "path" }, title), createElement("span", {}, text)));

const createRemark = (text) => createElement("li", { class: "more" }, text);

async function show() {
  const text = field.value;
  const entries = text.trim() ? await load().catch((error) => error) : [];
  if (text !== field.value) return;
  list.hidden = !text.trim();
  if (entries instanceof Error) return list.replaceChildren(createRemark(entries.message));
  const found = find(entries, text);
  const rest = found.length - MAX_SHOWN;
  list.replaceChildren(...found.slice(0, MAX_SHOWN).map(createMatch));
  if (rest > 0) list.append(createRemark(`and ${rest} more: type another word`));
  if (found.length === 0) list.append(createRemark("Nothing is called so."));
  status.textContent = text.trim() ? `${found.length} found` : "";
}

const hide = () => (list.hidden = true);

/** Move the focus from the field to the matches and between them. */
function move(event) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (event.key === "Escape") {
    hide();
    field.focus();
  }
  if (!step || list.hidden) return;
  const stops = [field, ...list.querySelectorAll("a")];
  const next = stops[stops.indexOf(document.activeElement) + step];
  if (next) next.focus();
  event.preventDefault();
}

field.addEventListener("focus", () => load().catch(() => {}), { once: true });
field.addEventListener("click", show);
field.addEventListener("input", show);
form.addEventListener("keydown", move);
form.addEventListener("focusout", ({ relatedTarget }) => form.contains(relatedTarget) || hide());
form.addEventListener("submit", async (event) => {
  event.preventDefault();
  await show();
  $("a", list)?.click();
});
list.addEventListener("mousedown", (event) => event.preventDefault()); // the field keeps the focus until the click
list.addEventListener("click", ({ target }) => target.closest("a") && hide());
