/** The view of a bet at a casino, or of a result of another provider: a form for what is missing, and what the service says. */
import { escapeInvisible } from "../../../verify/texts.mjs";
import { toTitle } from "../shared/labels.mjs";
import { $, $$, Problem, create } from "../shared/page.mjs";
import { createCardList } from "./cards.mjs";
import { agreementView, createBytes, createConfirmations, createExpert } from "./finding.mjs";
import { CHOICES, DONE, FIELDS, OPEN, QUESTIONS, RESULTS, SCHEMES } from "./texts.mjs";

const NETWORKS = Object.keys(CHOICES).filter((name) => name.length === 64);
const SENT = "These values are sent to this service, which computes the result. All else that this page checks stays in it.";

/**
 * Return the view of a bet. `fields` describes the fields of its scheme. `typed` has what a person entered, undefined
 * before the first check. `post` sends a request to the service; `onCheck` gets the typed values; `confirmed` and
 * `onConfirm` are those of `createConfirmations`.
 */
export async function viewBet({ scheme, values: read }, { fields, typed, post, onCheck, confirmed, onConfirm }) {
  const values = toValues({ ...read, ...typed }, fields);
  const form = createForm(scheme, { fields, read, typed, onCheck });
  const missing = Object.keys(fields).filter((name) => isNeeded(scheme, name, fields) && values[name] === undefined);
  if (typed === undefined || missing.length > 0) return askView(scheme, { read, form, missing: typed && missing });
  try {
    const result = await post({ scheme, ...values });
    return resultView(scheme, { values, result, form, confirmed, onConfirm });
  } catch (error) {
    if (!(error instanceof Problem) || error.status !== 422) throw error;
    const [[name, [message]] = ["", [error.message]]] = Object.entries(error.errors);
    return { state: "refused", word: "Cannot be checked.", says: `${labelOf(scheme, name)}: ${escapeInvisible(message)}`, more: [form] };
  }
}

/** Return what a table of texts.mjs has for a scheme; a scheme without an entry has that of any other. */
const textsOf = (table, scheme) => table[scheme] ?? table.other;

const labelOf = (scheme, name) => FIELDS[scheme]?.[name]?.label ?? toTitle(escapeInvisible(name));

const isNeeded = (scheme, name, fields) => FIELDS[scheme]?.[name]?.isRequired ?? fields[name].isRequired;

/** Return the fields of a form with their texts; of a scheme without texts those that a request must have. */
const listFields = (scheme, fields) =>
  FIELDS[scheme] ?? Object.fromEntries(Object.keys(fields).filter((name) => fields[name].isRequired).map((name) => [name, { label: labelOf(scheme, name) }]));

function askView(scheme, { read, form, missing }) {
  const { title, intro } = textsOf(SCHEMES, scheme);
  const isHidden = read.server_seed === undefined && read.server_seed_hash !== undefined;
  const says = missing
    ? `Still missing: ${missing.map((name) => labelOf(scheme, name)).join(", ")}`
    : isHidden
      ? "The server seed is still secret: change your seeds at the casino, and it shows the seed of your past bets."
      : intro;
  return { state: "ask", word: `This is ${title}.`, says, more: [form] };
}

/** Create the form: what was read, as a list, and fields for the rest. */
function createForm(scheme, { fields, read, typed = {}, onCheck }) {
  const isRead = (name) => read[name] !== undefined && (name !== "game" || fields.game.choices.includes(read.game));
  const listed = listFields(scheme, fields);
  const known = Object.keys(listed).filter(isRead);
  const asked = Object.entries(listed).filter(([name]) => !isRead(name));
  const inputs = asked.map(([name, field]) => createField(name, { ...fields[name], ...field, value: typed[name] ?? field.initial ?? "" }));
  const readValues = () => Object.fromEntries($$("[name]:not([hidden] *)", box).map(({ name, value }) => [name, value.trim()]));
  const check = () => onCheck(readValues());
  const box = create("fieldset.bet", [
    create("legend", known.length ? "What was read, and what is missing" : "What is missing"),
    known.length > 0 && createBytes(known.map((name) => [labelOf(scheme, name), CHOICES[read[name]] ?? String(read[name])])),
    inputs,
    create("p.soft", SENT),
    create("button.primary", { onclick: check }, "Check the result"),
  ]);
  const fit = () => {
    const game = isRead("game") ? read.game : $("[name=game]", box)?.value;
    for (const field of $$("[data-game]", box)) field.hidden = field.dataset.game !== game;
  };
  box.addEventListener("change", fit);
  box.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.target.localName !== "input") return;
    event.preventDefault(); // the form around it checks what was pasted
    check();
  });
  fit();
  return box;
}

function createField(name, { label, hint, game, isLong, isNumeric, isList, isRequired, choices, value }) {
  const id = `bet-${name}`;
  const options = name === "chain_hash" ? NETWORKS : choices;
  const attributes = { id, name, required: isRequired, "aria-describedby": hint && `${id}-hint` };
  const plain = { ...attributes, autocomplete: "off", autocapitalize: "off", spellcheck: "false" };
  const input = options.length
    ? create("select", attributes, value === "" && create("option", { value: "" }, "Please choose"), options.map((one) => create("option", { value: one, selected: String(one) === String(value) }, CHOICES[one] ?? one)))
    : create(isLong ? "textarea.mono" : "input.mono", { ...plain, inputmode: isNumeric && !isList && "numeric", value: !isLong && value });
  if (isLong) input.value = value;
  return create("div.field", { "data-game": game }, [
    create("label", { for: id }, label, !isRequired && game === undefined && create("span.soft", " (if you have it)")),
    input,
    hint && create("p.soft", { id: `${id}-hint` }, hint),
  ]);
}

/** Return the values of a request: numbers and lists for texts of them, without empty ones, and those of other games. */
function toValues(values, fields) {
  const toNumber = (text) => (/^-?\d{1,15}$/.test(text) ? Number(text) : text);
  const convert = (value, { isNumeric, isList }) => {
    if (typeof value !== "string" || !(isNumeric || isList)) return value;
    const parts = isList ? value.split(/[\s,;]+/).filter(Boolean) : [value];
    const converted = isNumeric ? parts.map(toNumber) : parts;
    return isList ? converted : converted[0];
  };
  const given = Object.entries(values).filter(([name, value]) => fields[name] && value !== "" && isFitting(name, value, fields));
  return Object.fromEntries(given.map(([name, value]) => [name, convert(value, fields[name])]));
}

/** Return whether a value can be sent: games that the casino names otherwise are asked for. */
const isFitting = (name, value, fields) => name !== "game" || fields.game.choices.includes(value);

function resultView(scheme, { values, result, form, confirmed, onConfirm }) {
  const { valid, difference, checks, unchecked, derived, chosen_by, rests_on } = result;
  const shown = renderDerived(values.game, derived);
  const expert = createExpert(Object.entries(derived).map(([name, value]) => [name, [value].flat().join(", ")]));
  if (valid === false)
    return { state: "invalid", word: "Not valid.", says: describeDifference(scheme, difference), more: [create("p", textsOf(SCHEMES, scheme).unlike), ...(difference.where.startsWith("seen") ? shown : []), form, expert] };
  const questions = Object.entries(textsOf(QUESTIONS, scheme))
    .filter(([, { needs }]) => needs === undefined || checks[needs])
    .map(([name, question]) => ({ name, ...question }));
  const asked = questions.filter(({ name }) => !confirmed.has(name)).map(({ name, title }) => ({ kind: "open", name, title, sentence: "tick the box above if it is so", isLinked: true }));
  const open = Object.entries(unchecked).map(([name, reason]) => {
    const [title, sentence] = OPEN[name] ?? [labelOf(scheme, name), reason];
    return { kind: "open", name, title, sentence: /another formula/.test(reason) ? reason : sentence, isLinked: true }; // its field is in the form
  });
  const done = Object.keys(checks).filter((name) => DONE[name]).map((name) => ({ kind: "done", sentence: DONE[name] }));
  const isChecked = valid === true && asked.length === 0;
  const view = agreementView({ isChecked, chosen_by, rests_on }, [...open, ...asked, ...done]);
  view.more = [...shown, questions.length > 0 && createConfirmations(questions, confirmed, onConfirm), ...view.more, form, expert];
  return view;
}

/** Return what the seeds give, as elements. */
function renderDerived(game, { events, multiplier, selected, randomness, output_value: output }) {
  const list = events ?? selected ?? [multiplier ?? randomness ?? output].filter(Boolean);
  if (list.length === 0) return [];
  const intro = create("p", create("strong", RESULTS[game] ?? "The result that follows:"));
  if (["cards", "video_poker"].includes(game)) return [intro, ...createCardList("The result", list.map((code, i) => ({ card: { code }, caption: i + 1 })), 10)];
  return [intro, create("ol.numbers", { "aria-label": "The result" }, list.map((value) => create("li", escapeInvisible(String(value)))))];
}

function describeDifference(scheme, { where, expected, seen }) {
  const [name] = /^\w+/.exec(where) ?? [where];
  if (name === "seen") return `The result that follows is ${escapeInvisible(String(expected ?? "at an end"))} here, and you saw ${escapeInvisible(String(seen ?? "nothing more"))}.`;
  if (name === "server_seed_hash") return "The server seed is not the one that was promised: its hash is another than the one that was shown before the bet.";
  if (name === "previous_hash") return "This hash does not lead to the one that you knew before: the round is not of the same chain, or not so many rounds later.";
  if (name === "signature") return "The signature is not one of this result.";
  return `${labelOf(scheme, name)}: expected ${escapeInvisible(String(expected))}, found ${escapeInvisible(String(seen))}.`;
}
