/** The view of a bet at a casino, or of a result of another provider: a form for what is missing, and what the service says. */
import { CHAINS } from "../../../verify/core/origins.mjs";
import { escapeInvisible } from "../../../verify/core/texts.mjs";
import { toTitle } from "../shared/labels.mjs";
import { $, $$, Problem, create } from "../shared/page.mjs";
import { createText, findText, joinNames, t } from "../shared/texts.mjs";
import { FIELDS, QUESTIONS } from "./bet_fields.mjs";
import { createCardList } from "./cards.mjs";
import {
  agreementView,
  createBytes,
  createConfirmations,
  createExpert,
} from "./finding.mjs";
import { say } from "./plain.mjs";

/**
 * Return the view of a bet. `fields` describes the fields of its scheme. `typed` has what a person entered, undefined
 * before the first check. `post` sends a request to the service; `onCheck` gets the typed values; `confirmed` and
 * `onConfirm` are those of `createConfirmations`.
 */
export async function viewBet(
  { scheme, values: read },
  { fields, typed, post, onCheck, confirmed, onConfirm },
) {
  const values = toValues({ ...read, ...typed }, fields);
  const form = createForm(scheme, { fields, read, typed, onCheck });
  const missing = Object.keys(fields).filter(
    (name) => isNeeded(scheme, name, fields) && values[name] === undefined,
  );
  if (typed === undefined || missing.length > 0)
    return askView(scheme, { read, form, missing: typed && missing });
  try {
    const result = await post({
      scheme,
      ...values,
      ...confirmFor(values, confirmed),
    });
    return resultView(scheme, { values, result, form, confirmed, onConfirm });
  } catch (error) {
    if (!(error instanceof Problem) || error.status !== 422) throw error;
    const [[name, [message]] = ["", [error.message]]] = Object.entries(
      error.errors,
    );
    return {
      state: "refused",
      word: t("verify.refused"),
      says: create(
        "span",
        createText("shared.pair", {
          name: labelOf(scheme, name),
          value: create("span", { lang: "en" }, escapeInvisible(message)),
        }),
      ),
      more: [form],
    };
  }
}

/** Return `confirmed` of a request, for what the reader ticked: where a certificate is from, and what was announced before. */
function confirmFor({ round, certificate }, ticked) {
  if (ticked.has("certificate") && certificate !== undefined)
    return { confirmed: { certificate } };
  return ticked.has("announced") && round !== undefined
    ? { confirmed: { public_before_round: true } }
    : {};
}

/** Return the texts of a scheme; a scheme without texts of its own has those of any other. */
const textsOf = (scheme) =>
  findText(`verify.bets.${scheme}`) ?? findText("verify.bets.any");

const textsOfField = (scheme, name) =>
  findText(`verify.betFields.${scheme}`)?.[name] ?? {
    label: toTitle(escapeInvisible(name)),
  };

const labelOf = (scheme, name) => textsOfField(scheme, name).label;

/** Return a choice in words; any other as it is. */
const nameChoice = (value) =>
  findText(`verify.choices.${value}`) ?? String(value);

const isNeeded = (scheme, name, fields) =>
  FIELDS[scheme]?.[name]?.isRequired ?? fields[name].isRequired;

/** Return the fields of a form; of a scheme that is not known here those that a request must have. */
const listFields = (scheme, fields) =>
  FIELDS[scheme] ??
  Object.fromEntries(
    Object.keys(fields)
      .filter((name) => fields[name].isRequired)
      .map((name) => [name, {}]),
  );

function askView(scheme, { read, form, missing }) {
  const { word, intro } = textsOf(scheme);
  const isHidden =
    read.server_seed === undefined && read.server_seed_hash !== undefined;
  const says = missing
    ? t("verify.bet.missing", {
        names: joinNames(missing.map((name) => labelOf(scheme, name))),
      })
    : isHidden
      ? t("verify.bet.secret")
      : intro;
  return { state: "ask", word, says, more: [form] };
}

/** Create the form: what was read, as a list, and fields for the rest. */
function createForm(scheme, { fields, read, typed = {}, onCheck }) {
  const isRead = (name) =>
    read[name] !== undefined &&
    (name !== "game" || fields.game.choices.includes(read.game));
  const listed = listFields(scheme, fields);
  const known = Object.keys(listed).filter(isRead);
  const asked = Object.entries(listed).filter(([name]) => !isRead(name));
  const inputs = asked.map(([name, field]) =>
    createField(name, {
      ...fields[name],
      ...field,
      ...textsOfField(scheme, name),
      value: typed[name] ?? field.initial ?? "",
    }),
  );
  const readValues = () =>
    Object.fromEntries(
      $$("[name]:not([hidden] *)", box).map(({ name, value }) => [
        name,
        value.trim(),
      ]),
    );
  const check = () => onCheck(readValues());
  const box = create("fieldset.bet", [
    create(
      "legend",
      known.length ? t("verify.bet.readAndMissing") : t("verify.bet.isMissing"),
    ),
    known.length > 0 &&
      createBytes(
        known.map((name) => [
          labelOf(scheme, name),
          hasChoices(name, fields)
            ? nameChoice(read[name])
            : String(read[name]),
        ]),
      ),
    inputs,
    create("p.soft", t("verify.bet.sent")),
    create("button.primary", { onclick: check }, t("verify.bet.check")),
  ]);
  const fit = () => {
    const game = isRead("game") ? read.game : $("[name=game]", box)?.value;
    for (const field of $$("[data-game]", box))
      field.hidden = field.dataset.game !== game;
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

/** Return whether a field takes one of some choices. */
const hasChoices = (name, fields) =>
  name === "chain_hash" || fields[name]?.choices.length > 0;

function createField(
  name,
  { label, hint, game, isLong, isNumeric, isList, isRequired, choices, value },
) {
  const id = `bet-${name}`;
  const options = name === "chain_hash" ? Object.keys(CHAINS) : choices;
  const attributes = {
    id,
    name,
    required: isRequired,
    "aria-describedby": hint && `${id}-hint`,
  };
  const plain = {
    ...attributes,
    autocomplete: "off",
    autocapitalize: "off",
    spellcheck: "false",
  };
  const input = options.length
    ? create(
        "select",
        attributes,
        value === "" && create("option", { value: "" }, t("verify.bet.choose")),
        options.map((one) =>
          create(
            "option",
            { value: one, selected: String(one) === String(value) },
            nameChoice(one),
          ),
        ),
      )
    : create(isLong ? "textarea.mono" : "input.mono", {
        ...plain,
        inputmode: isNumeric && !isList && "numeric",
        value: !isLong && value,
      });
  if (isLong) input.value = value;
  return create("div.field", { "data-game": game }, [
    create(
      "label",
      { for: id },
      label,
      !isRequired &&
        game === undefined &&
        create("span.soft", " ", t("verify.bet.optional")),
    ),
    input,
    hint && create("p.soft", { id: `${id}-hint` }, hint),
  ]);
}

const DECIMAL = ["dice", "limbo", "wheel"]; // games of one number with decimals, in which a comma separates no numbers

/** Return the values of a request: numbers and lists for texts of them, without empty ones, and those of other games. */
function toValues(values, fields) {
  const toNumber = (text) => (/^-?\d{1,15}$/.test(text) ? Number(text) : text);
  const convert = (value, { isNumeric, isList }) => {
    if (typeof value !== "string" || !(isNumeric || isList)) return value;
    const parts = isList ? value.split(/[\s,;]+/).filter(Boolean) : [value];
    const converted = isNumeric ? parts.map(toNumber) : parts;
    return isList ? converted : converted[0];
  };
  const isDecimal = (name, value) =>
    name === "seen" &&
    typeof value === "string" &&
    (!fields.seen.isList || DECIMAL.includes(values.game));
  const toPoint = (text) =>
    text
      .trim()
      .replace(/^(\d+),(\d+)(?=\s*[%x×]?$)/, "$1.$2")
      .replace(/^(\d+(?:\.\d+)?)\s*[%x×]$/, "$1"); // "51,37 %"
  const given = Object.entries(values)
    .map(([name, value]) => [
      name,
      isDecimal(name, value) ? toPoint(value) : value,
    ])
    .filter(
      ([name, value]) =>
        fields[name] && value !== "" && isFitting(name, value, fields),
    );
  return Object.fromEntries(
    given.map(([name, value]) => [name, convert(value, fields[name])]),
  );
}

/** Return whether a value can be sent: games that the casino names otherwise are asked for. */
const isFitting = (name, value, fields) =>
  name !== "game" || fields.game.choices.includes(value);

/** Return whether a scheme is of casinos: others may compute their games in other ways. */
const isOfCasino = (scheme) => ["stake", "hash_chain"].includes(scheme);

function resultView(scheme, { values, result, form, confirmed, onConfirm }) {
  const { valid, difference, checks, unchecked, derived, chosen_by, rests_on } =
    result;
  const shown = renderDerived(values.game, derived);
  const expert = createExpert(
    Object.entries(derived).map(([name, value]) => [
      name,
      [value].flat().join(", "),
    ]),
  );
  if (
    valid === false &&
    isOfCasino(scheme) &&
    difference.where.startsWith("seen")
  )
    return {
      state: "partial",
      word: t("verify.bet.otherResult"),
      says: describeDifference(scheme, difference),
      more: [
        scheme === "stake" && create("p", textsOf(scheme).intro),
        create("p", textsOf(scheme).unlike),
        ...shown,
        form,
        expert,
      ],
    };
  if (valid === false)
    return {
      state: "invalid",
      word: t("verify.invalid"),
      says: describeDifference(scheme, difference),
      more: [
        create("p", textsOf(scheme).unlike),
        ...(difference.where.startsWith("seen") ? shown : []),
        form,
        expert,
      ],
    };
  const known = QUESTIONS[scheme] ? scheme : "any";
  const questions = Object.entries(QUESTIONS[known])
    .filter(([, needs]) => needs === undefined || checks[needs])
    .map(([name]) => ({
      name,
      ...findText(`verify.betQuestions.${known}`)[name],
    }));
  const asked = questions
    .filter(({ name }) => !confirmed.has(name))
    .map(({ name, title }) => ({
      kind: "open",
      name,
      title,
      sentence: say("verify.bet.tick"),
      isLinked: true,
    }));
  const isAsked = ([name]) => asked.some((question) => question.name === name);
  const open = Object.entries(unchecked)
    .filter((entry) => !isAsked(entry))
    .map(([name, reason]) => {
      const title =
        findText(`verify.betOpen.${name}`)?.title ?? labelOf(scheme, name);
      const isOwn =
        findText(`verify.betOpen.${name}`) !== undefined &&
        !/another formula/.test(reason);
      return {
        kind: "open",
        name,
        title,
        sentence: isOwn ? say(`verify.betOpen.${name}.sentence`) : reason,
        isLinked: true,
      }; // its field is in the form
    });
  const done = Object.keys(checks)
    .filter((name) => findText(`verify.betDone.${name}`))
    .map((name) => ({ kind: "done", sentence: say(`verify.betDone.${name}`) }));
  const isChecked = valid === true && asked.length === 0;
  const view = agreementView({ isChecked, chosen_by, rests_on }, [
    ...open,
    ...asked,
    ...done,
  ]);
  if (view.state === "partial" && !Object.values(checks).some(Boolean))
    view.word = t("verify.bet.onlyComputed");
  view.more = [
    ...shown,
    questions.length > 0 &&
      createConfirmations(questions, confirmed, onConfirm),
    ...view.more,
    form,
    expert,
  ];
  return view;
}

/** Return what the seeds give, as elements. */
function renderDerived(
  game,
  { events, multiplier, selected, randomness, output_value: output },
) {
  const list =
    events ?? selected ?? [multiplier ?? randomness ?? output].filter(Boolean);
  if (list.length === 0) return [];
  const intro = create(
    "p",
    create(
      "strong",
      findText(`verify.betResults.${game}`) ?? t("verify.betResults.any"),
    ),
  );
  if (["cards", "video_poker"].includes(game))
    return [
      intro,
      ...createCardList(
        t("verify.bet.result"),
        list.map((code, i) => ({ card: { code }, caption: i + 1 })),
        10,
      ),
    ];
  return [
    intro,
    create(
      "ol.numbers",
      { "aria-label": t("verify.bet.result") },
      list.map((value) => create("li", escapeInvisible(String(value)))),
    ),
  ];
}

function describeDifference(scheme, { where, expected, seen }) {
  const [name] = /^\w+/.exec(where) ?? [where];
  const values = {
    name: labelOf(scheme, name),
    expected: escapeInvisible(String(expected ?? t("verify.bet.atEnd"))),
    seen: escapeInvisible(String(seen ?? t("verify.bet.nothingMore"))),
  };
  return t(
    `verify.bet.differs.${findText(`verify.bet.differs.${name}`) ? name : "any"}`,
    values,
  );
}
