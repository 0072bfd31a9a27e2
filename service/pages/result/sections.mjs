/** What stands below a result: when it was fixed and drawn, who chose it, and the list that it was drawn from. */
// @ts-check
import { escapeInvisible } from "../../../verify/core/escaped_texts.mjs";
import { groupDigits } from "../shared/digests.mjs";
import { create, createOutsideLink, createPairs } from "../shared/elements.mjs";
import { ROOT } from "../shared/service.mjs";
import { describeAnnounced, describeDecided } from "../shared/public_draws.mjs";
import { createText, formatTime, t } from "../shared/texts.mjs";

/**
 * @import { Child } from "../shared/elements.mjs"
 * @import { OpenedDraw, OpenedPlanned, OpenedSealed, OpenedSeeded, Outcome, ReceiptFile } from "./outcome.mjs"
 * @import { DrawValues } from "../draw/plan/plan.mjs"
 * @import { Receipt } from "../shared/shoes.mjs"
 */

/**
 * A draw that is shown, with what its reader adds.
 * @typedef {object} Opened
 * @property {OpenedDraw} draw
 * @property {{ [name: string]: unknown }} content what was opened, to be saved or named by its digest
 * @property {string} fragment of this page for the draw, "" if there is none
 * @property {Set<string>} confirmed the names of what the reader confirmed
 * @property {string[]} [items] the list that the reader opened, if it is the sealed one
 * @property {string} [listNote] what was found of the list that the reader opened last
 */

/**
 * The round of drand that decides a draw: its number, the address that shows it, and when it is due.
 * @typedef {{ number: string, url: string, due: number }} DecidingRound
 */

/**
 * What a reader does: ticks what they confirm by its name, and opens a list.
 * @typedef {object} Actions
 * @property {(name: string, isRight: boolean) => unknown} confirm
 * @property {(text: string) => unknown} openList
 */

/**
 * The sections on a result: right after it the `list` that it was drawn from, if there is one; `beside` it who chose,
 * and how; `below` it the details, and the list of a draw without a result. One that a draw does not have is false or
 * undefined.
 * @typedef {{ list?: HTMLElement } & Record<"beside" | "below", (HTMLElement | false | undefined)[]>} Sections
 */

const MAX_FOUND = 300; // entries that are shown at once: as the page scrolls, and not a box in it, all are seen to be there

/**
 * Create the sections on the result of a draw.
 * @param {Opened} opened
 * @param {Outcome} outcome
 * @param {DecidingRound | undefined} round
 * @param {Actions} actions
 * @returns {Sections}
 */
export function createSections(opened, outcome, round, actions) {
  const { draw } = opened;
  const list = createListSection(opened, outcome, actions);
  if (draw.isSeeded)
    return {
      list,
      beside: [createOrigin(draw), createSeededWho(draw, outcome)],
      below: [],
    };
  const details = createDetails(opened, draw, outcome, round);
  if (!draw.file) return { beside: [], below: [details, list] }; // the sign says what decides
  const who = draw.planned
    ? createWhoPlanned(opened, draw, outcome, round, actions)
    : createWho(opened, { ...draw, file: draw.file }, outcome, round, actions);
  return { list, beside: [who], below: [details] };
}

/**
 * Return whether a draw is of cards, and not of numbers.
 * @param {OpenedDraw} draw
 */
export const isOfCards = (draw) =>
  !draw.isSeeded && Object.hasOwn(draw.terms, "deck");

/**
 * Create a section with a heading.
 * @param {string} name of the section, in the ids of its heading
 * @param {string} title
 * @param {Child} children
 */
const createSection = (name, title, children) =>
  create("section", { "aria-labelledby": `${name}-title` }, [
    create("h2", { id: `${name}-title` }, title),
    children,
  ]);

/**
 * Create the part on how a result was drawn: its rules, and the seed that it comes from. It is folded if there is no
 * rule, as few readers ask for a seed.
 * @param {OpenedSeeded} draw
 */
function createOrigin({ plan, file }) {
  const { seed, index = 0, deal_number: number } = file;
  const rules = plan?.says;
  return create("details", { open: Boolean(rules) }, [
    create("summary", t("result.how")),
    rules && create("p", rules),
    create(
      "dl.facts",
      createPairs([
        seed !== undefined && [
          plan ? t("draw.code") : t("result.seed"),
          create("bdi.digits", escapeInvisible(String(seed))),
        ],
        index > 0 && [t("result.index"), index],
        number !== undefined && [t("result.number"), number],
      ]),
    ),
    create("p.soft", t("result.noTime")),
  ]);
}

/**
 * Create the part on who chose a result from a seed. Where whoever asked for it could choose, the sign says so, and
 * this part says what would leave nobody a choice.
 * @param {OpenedSeeded} draw
 * @param {Outcome} outcome
 */
function createSeededWho({ plan, values }, { chosenBy }) {
  if (chosenBy !== "requester")
    return createSection(
      "who",
      t("result.whoTitle"),
      createChooser(
        t(`verify.chosen.${chosenBy}`),
        t(`result.why.${chosenBy}`),
      ),
    );
  const ofDraw = values
    ? createText("result.moreDraw", { link: createPublicLink(values) })
    : t("result.moreDeal");
  return createSection(
    "who",
    t("result.moreTitle"),
    create("p", plan?.noPlan ?? ofDraw),
  );
}

/**
 * Create a link to the page Draw, where the same kind of draw is prepared in public.
 * @param {DrawValues} values
 */
const createPublicLink = ({ kind }) =>
  create(
    "a",
    { href: `${ROOT}draw?kind=${kind}&public` },
    t("result.drawInPublic"),
  );

/**
 * Create what the large view tells of a sealed draw in place of its details: when it was announced and drawn, what
 * decided it, and its check code. Nothing for a draw from a seed.
 * @param {OpenedDraw} draw
 * @param {DecidingRound | undefined} round
 */
export function createFacts(draw, round) {
  if (draw.isSeeded) return [];
  const { sealed, drawn } = draw.screen;
  const words = draw.planned ? undefined : draw.file?.receipt.client_seed;
  const decider = round
    ? t("draw.public.ofRound", { number: round.number })
    : words && t("shared.quoted", { name: escapeInvisible(words) });
  const told = draw.file
    ? describeDecided({ sealed, drawn, decider })
    : describeAnnounced(sealed);
  return [
    create("p", told),
    create("p", t("result.seal"), " ", createDigest(draw.commitment)),
  ];
}

/**
 * Create the times, the words or the public number, the seal, and the list.
 *
 * A row is such as "Fixed: 24 November 2026 at 19:30:00" or "The words: let it snow".
 * @param {Opened} opened
 * @param {OpenedSealed | OpenedPlanned} draw
 * @param {Outcome} outcome
 * @param {DecidingRound | undefined} round
 */
function createDetails(opened, draw, outcome, round) {
  const { notedAt } = outcome;
  const { terms, screen, file } = draw;
  const asked = listAsked(draw, outcome);
  const { sealed, drawn } = screen;
  const words = draw.planned ? undefined : draw.file?.receipt?.client_seed;
  const { min = 1, max, items_sha256: hash } = terms;
  return createSection("details", t("result.detailsTitle"), [
    create(
      "dl.facts",
      createPairs([
        sealed !== undefined && [
          isOfCards(draw) ? t("result.fixed") : t("result.announced"),
          formatTime(sealed),
        ],
        notedAt !== undefined && [t("result.noted"), formatTime(notedAt)],
        drawn !== undefined && [
          isOfCards(draw) ? t("result.dealt") : t("result.drawn"),
          formatTime(drawn),
        ],
        round && [t("result.due"), formatTime(round.due)],
        words &&
          !asked.includes("client_seed") && [
            round ? t("result.round") : t("result.words"),
            createSaid(words, round !== undefined),
          ],
        max !== undefined &&
          hash && [t("result.entries"), countEntries(opened, max - min + 1)],
        ...listDigests(draw, !asked.includes("commitment")),
      ]),
    ),
    sealed !== undefined &&
      create(
        "p.soft",
        file ? t("result.clockNote") : t("result.clockNoteSealed"),
      ),
  ]);
}

/**
 * Return the names of what the reader is asked to confirm: the boxes have what they name, and the details need not.
 * @param {OpenedSealed | OpenedPlanned} draw
 * @param {Outcome} outcome
 * @returns {string[]}
 */
function listAsked(draw, outcome) {
  if (draw.planned)
    return outcome.isWhole && !outcome.isNoted ? ["commitment"] : [];
  const { chosenBy = "", askedNames = [] } = outcome;
  const canBecomeValid = ["last_word", "nobody_alone"].includes(chosenBy);
  return canBecomeValid ? askedNames : [];
}

/**
 * Return what people compare by eye: the seal, the signature of the round, the hash of the list.
 * @param {OpenedSealed | OpenedPlanned} draw
 * @param {boolean} hasSeal whether the seal is among it
 * @returns {(readonly [name: Child, value: Child] | false | undefined)[]}
 */
function listDigests(draw, hasSeal) {
  const { commitment, file } = draw;
  const { items_sha256: hash = "" } = draw.terms;
  const title = isOfCards(draw) ? t("result.seal") : t("result.planCode");
  return [
    hasSeal && [title, createDigest(commitment)],
    file?.beacon && [
      t("result.signature"),
      create("bdi.digits", escapeInvisible(String(file.beacon.signature))),
    ],
    /^[0-9a-f]{64}$/.test(hash) && [
      t("result.fingerprint"),
      createDigest(hash),
    ],
  ];
}

/**
 * Create a digest in groups of eight digits, which people can compare.
 * @param {string} digest
 */
export const createDigest = (digest) => create("code", groupDigits(digest));

/**
 * Create what decided a draw: words, or the digits of a public number.
 * @param {string} words
 * @param {boolean} isNumber
 */
const createSaid = (words, isNumber) =>
  create(
    "bdi",
    { class: isNumber ? "digits" : "said" },
    escapeInvisible(words),
  );

/**
 * Create the sentence on who chose, its first words in bold if a reason follows.
 * @param {string} words
 * @param {string} [reason]
 */
const createChooser = (words, reason) =>
  create("p", reason ? [create("strong", words), " ", reason] : words);

/**
 * Create the button that opens the page of a round.
 * @param {DecidingRound} round
 */
export const createRoundLink = ({ url }) =>
  createOutsideLink(url, t("result.openRound"), "a.button");

/**
 * Create a box to tick with its sentence, for what only the reader knows.
 * @param {string} name
 * @param {Child[]} sentence
 * @param {Opened} opened
 * @param {Actions} actions
 */
function createTick(name, sentence, { confirmed }, { confirm }) {
  const input = create("input", {
    type: "checkbox",
    name,
    checked: confirmed.has(name),
  });
  input.addEventListener("change", () => confirm(name, input.checked));
  return create("label", input, create("span", sentence));
}

/**
 * Create the boxes to tick, the word of the sign once one is ticked, as the sign is far above on a phone, and a
 * sentence on what they are for, if the draw can become valid by them.
 * @param {Opened} opened
 * @param {Child[]} ticks
 * @param {Outcome} outcome
 * @param {boolean | undefined} canBeValid
 */
const createTicks = (
  { confirmed },
  ticks,
  { state, word, hasList },
  canBeValid,
) =>
  create("fieldset.confirm", [
    create("legend", t("result.confirmTitle")),
    ticks,
    confirmed.size > 0 &&
      create(
        "p.sign-again",
        { "aria-live": "polite" },
        word ?? t(`result.sign.${state}`),
      ),
    state !== "valid" &&
      canBeValid &&
      create(
        "p.soft",
        hasList ? t("result.ticksValid") : t("result.ticksAndList"),
      ),
  ]);

/**
 * Create the part on who chose a draw with a plan, with a box for what only the reader knows.
 * @param {Opened} opened
 * @param {OpenedPlanned} draw
 * @param {Outcome} outcome
 * @param {DecidingRound | undefined} decidingRound
 * @param {Actions} actions
 */
function createWhoPlanned(opened, draw, outcome, decidingRound, actions) {
  const round = String(draw.planned.round);
  const sentence = createText("shared.pair", {
    name: t("result.confirmPlan"),
    value: createDigest(draw.commitment),
  });
  return createSection("who", t("result.whoTitle"), [
    createChooser(t("result.roundDecided", { round }), outcome.who),
    decidingRound && create("p", createRoundLink(decidingRound)),
    listAsked(draw, outcome).length > 0 &&
      createTicks(
        opened,
        [createTick("digest", sentence, opened, actions)],
        outcome,
        true,
      ),
  ]);
}

/**
 * Create the part on who chose, with boxes for what only the reader knows.
 * @param {Opened} opened
 * @param {OpenedSealed & { file: ReceiptFile }} draw
 * @param {Outcome} outcome
 * @param {DecidingRound | undefined} round
 * @param {Actions} actions
 */
function createWho(opened, draw, outcome, round, actions) {
  const sentences = describeTicks(draw, round);
  const values = showTicked(draw.file.receipt, round);
  const ticks = listAsked(draw, outcome).map((name) =>
    createTick(name, [sentences[name], " ", values[name]], opened, actions),
  );
  return createSection("who", t("result.whoTitle"), [
    createChooser(...describeChooser(opened, draw.file, outcome, round)),
    round && create("p", createRoundLink(round)),
    ticks.length > 0 &&
      createTicks(opened, ticks, outcome, outcome.isConfirmable),
  ]);
}

/**
 * Return the sentences for the boxes by their names.
 * @param {OpenedSealed} draw
 * @param {DecidingRound | undefined} round
 * @returns {{ [name: string]: string }}
 */
function describeTicks(draw, round) {
  if (isOfCards(draw))
    return {
      commitment: t("result.confirmSealCards"),
      client_seed: t("result.confirmWordsCards"),
      seen: t("result.confirmCards"),
    };
  return {
    commitment: round ? t("result.confirmSealRound") : t("result.confirmSeal"),
    client_seed: round ? t("result.confirmRound") : t("result.confirmWords"),
    seen: t("result.confirmSeen"),
  };
}

/**
 * Return what is confirmed by the names of the boxes, where it can be shown.
 * @param {Receipt} receipt
 * @param {DecidingRound | undefined} round
 * @returns {{ [name: string]: Child }}
 */
const showTicked = (receipt, round) => ({
  commitment: createDigest(receipt.commitment),
  client_seed: createSaid(receipt.client_seed ?? "", round !== undefined),
});

/**
 * Return whether a receipt leaves hands hidden: it has no secret of the service.
 * @param {Receipt} receipt
 */
const isPartial = ({ server_seed: secret }) => (secret ?? null) === null;

/**
 * Return who chose, in a few words and a sentence: ["The last word decided.", "You heard the words after …"].
 * @param {Opened} opened
 * @param {ReceiptFile} file
 * @param {Outcome} outcome
 * @param {DecidingRound | undefined} round
 * @returns {[words: string, reason?: string]}
 */
function describeChooser({ confirmed }, file, outcome, round) {
  const number = round?.number;
  const { chosenBy, notedAt, isConfirmable, isKept } = outcome;
  if (chosenBy === "unknown" && isPartial(file.receipt))
    return [t("verify.chosen.unknown"), t("result.why.hidden")];
  if (chosenBy === "operator") return [t("result.why.operator")]; // the sign says who
  if (chosenBy !== "last_word")
    return [t(`verify.chosen.${chosenBy}`), t(`result.why.${chosenBy}`)];
  const isConfirmed =
    isConfirmable &&
    confirmed.has("client_seed") &&
    (confirmed.has("commitment") || notedAt !== undefined);
  const confirmation = isConfirmed ? "confirmed" : "open";
  const says = isKept ? "kept" : confirmation;
  return number
    ? [t("result.roundDecided", { round: number }), t(`result.ofRound.${says}`)]
    : [t("verify.chosen.last_word"), t(`result.ofWords.${says}`)];
}

/**
 * Return the list of a draw that is known: opened by the reader, or in the link or the file.
 * @param {Opened} opened
 */
const findList = ({ draw, items }) =>
  items ?? draw.lines ?? draw.file?.original_items;

/**
 * Return the number of entries of the list in words; of names, as in the title, if no known line comes twice.
 * @param {Opened} opened
 * @param {number} count
 */
function countEntries(opened, count) {
  const lines = findList(opened) ?? opened.draw.screen.names ?? [];
  const areDifferent = lines.length > 0 && new Set(lines).size === lines.length;
  return areDifferent
    ? t("result.differentNames", { count })
    : t("result.repeatedNames", { count });
}

/**
 * Create the part on the list; undefined for a draw without a list.
 * @param {Opened} opened
 * @param {Outcome} outcome
 * @param {Actions} actions
 */
function createListSection(opened, outcome, { openList }) {
  const { draw, items, listNote } = opened;
  const list = findList(opened);
  const hasOwnList = draw.isSeeded
    ? draw.length !== undefined
    : draw.terms.items_sha256 !== undefined;
  if (!list && !hasOwnList) return undefined;
  return createSection("list", t("result.listTitle"), [
    create(
      "p",
      { role: "status" },
      listNote && !items
        ? create("strong.bad", listNote)
        : describeList(opened, outcome),
    ),
    list
      ? createSearch(
          listEntries(list, listDrawn(outcome, list)),
          countEntries(opened, list.length),
        )
      : create("p.buttons", createFileButton(t("result.openList"), openList)),
  ]);
}

/**
 * Return a sentence on the list: that it is the right one, or what is not known without it.
 * @param {Opened} opened
 * @param {Outcome} outcome
 */
function describeList(opened, { hasList, isNamed }) {
  const { draw, items } = opened;
  if (items) {
    const entries = countEntries(opened, items.length);
    return draw.isSeeded
      ? t("result.listOfLink", { entries })
      : t("result.listMatches", { entries });
  }
  if (findList(opened)) return undefined;
  if (!draw.file) return t("result.listSealed");
  if (hasList) return undefined;
  return isNamed ? t("result.listClaimed") : t("result.listMissing");
}

/**
 * Create a button that opens a text file.
 * @param {string} label
 * @param {(text: string) => unknown} open
 */
export function createFileButton(label, open) {
  const input = create("input", {
    type: "file",
    accept: ".txt,.csv,.json,text/plain,application/json",
    "aria-label": label,
    tabindex: -1,
    hidden: true,
  });
  input.addEventListener("change", async () => {
    const file = input.files?.[0];
    if (file) open(await file.text());
  });
  return [create("button", { onclick: () => input.click() }, label), input];
}

/**
 * An entry of a list: its text, its place from 1, how often it is there, and whether it was drawn.
 * @typedef {{ text: string, place: number, count: number, isDrawn: boolean }} Entry
 */

/**
 * Return what was drawn from a list; nothing where all of it was, as in groups.
 * @param {Outcome} outcome
 * @param {unknown[]} list
 */
function listDrawn({ result }, list) {
  const lines = result?.parts?.flatMap((part) => part.lines) ?? [];
  return new Set(lines.length < list.length ? lines.map(escapeInvisible) : []);
}

/**
 * Return the entries of a list. An entry with several tickets is there once.
 * @param {unknown[]} list
 * @param {Set<string>} drawn what was drawn
 */
function listEntries(list, drawn) {
  /** @type {Map<string, Entry>} */
  const entries = new Map();
  list.forEach((item, i) => {
    const text = escapeInvisible(
      typeof item === "string" ? item : JSON.stringify(item),
    );
    const entry = entries.get(text) ?? {
      text,
      place: i + 1,
      count: 0,
      isDrawn: drawn.has(text),
    };
    entry.count += 1;
    entries.set(text, entry);
  });
  return Array.from(entries.values());
}

/**
 * Return a text without cases and accents.
 * @param {string} text
 */
const simplify = (text) =>
  text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().trim();

/** @param {Entry} entry */
const createEntry = ({ text, place, count, isDrawn }) =>
  create(
    "li",
    { value: place },
    create(isDrawn ? "strong" : "span", create("bdi", text)),
    count > 1 && create("span.soft", " ", t("result.repeatedNames", { count })),
    isDrawn && create("span.entry-drawn", " ", t("result.wasDrawn")),
  );

/**
 * Create the list to unfold, with a field that finds names in it, whatever their case and accents.
 *
 * "jose" finds "José", which is there with its place in the list, and with "3 entries" if it is there three times.
 * @param {Entry[]} entries
 * @param {string} title how many entries it has
 */
function createSearch(entries, title) {
  const matches = create("ol.entries");
  const more = create("p.soft", { role: "status" });
  const input = create("input", {
    id: "find",
    type: "search",
    autocomplete: "off",
    spellcheck: "false",
  });
  const find = () => {
    const words = simplify(input.value);
    const fitting = entries.filter(({ text }) =>
      simplify(text).includes(words),
    );
    matches.replaceChildren(...fitting.slice(0, MAX_FOUND).map(createEntry));
    more.textContent = describeMatches(fitting.length);
  };
  input.addEventListener("input", find);
  const box = create(
    "details.search",
    create("summary", t("result.allEntries", { entries: title })),
    create("label", { for: "find" }, t("result.find")),
    input,
    matches,
    more,
  );
  box.addEventListener("toggle", find);
  return box;
}

/**
 * Return a sentence on entries that are not there, or not shown; "" if all are.
 * @param {number} count how many fit
 */
function describeMatches(count) {
  if (count === 0) return t("result.notInList");
  return count > MAX_FOUND
    ? t("result.moreEntries", { count: count - MAX_FOUND })
    : "";
}
