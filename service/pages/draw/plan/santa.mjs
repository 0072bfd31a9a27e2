/** Who gives to whom. The service gets a number for each name, and none of the names. */
// @ts-check
/** @import { DrawValues, FieldSentence, Filled, Plan } from "./plan.mjs" */
/** @import { Positions } from "./named.mjs" */
/** @import { UnknownNames } from "../../shared/lines.mjs" */
/** @import { Refusal } from "../../shared/refusal_types.mjs" */
import { joinNames, t } from "../../shared/texts.mjs";
import { isOfExcluded, isOfPartners } from "../list/headings.mjs";
import {
  Wrong,
  needLines,
  shorten,
  splitColumns,
  splitCouple,
} from "../../shared/lines.mjs";
import {
  findDoubt,
  joinSome,
  nameLists,
  readRounds,
  toPlaces,
} from "./named.mjs";
import { normalize } from "../list/words.mjs";
import { isNotFound, listLabels, listMembers } from "./rules.mjs";

/**
 * Those who give, and who must not give to whom. Names are told by their positions in the list, from 0.
 * @typedef {object} Givers
 * @property {string[]} names
 * @property {Positions[]} families of whom nobody gives to another
 * @property {Positions[]} excluded pairs [giver, receiver]
 * @property {string[]} unknown names in cells that are not in the list
 */

/**
 * What a column of a list says of those who give.
 * @typedef {Partial<Pick<Givers, "families" | "excluded" | "unknown">>} GiverColumn
 */

/**
 * Pairs of last year as positions, [giver, receiver], the names that the list no longer has, if any, and what is
 * doubtful.
 * @typedef {{ pairs: Positions[], unknown?: UnknownNames, doubt?: FieldSentence }} LastPairs
 */

const MAX_GIVERS = 500; // each of them gets a slip of paper

/**
 * Return the sentence for people on givers that the service refused.
 *
 * Of { code: "too_few_receivers", givers: [0, 1], receivers: [2], … } it is a sentence on the first two names of the
 * list, and the third.
 * @param {Refusal} refusal
 * @param {string[]} names
 */
function explainSanta(refusal, names) {
  const { reason } = refusal;
  /**
   * @param {Positions} [places] the first ones of `count`
   * @param {number} [count]
   */
  const nameAll = (places = [], count = 0) => {
    const texts = places.map((place) => names[place]);
    const more = count > texts.length ? ["…"] : [];
    return shorten(joinNames([...texts, ...more]));
  };
  switch (reason.code) {
    case "islands":
      return t("draw.wrong.islands", {
        givers: nameAll(reason.items, reason.item_count),
        receivers: nameAll(reason.others, reason.other_count),
      });
    case "too_few_receivers":
      return t("draw.wrong.fewReceivers", {
        givers: nameAll(reason.givers, reason.giver_count),
        receivers: nameAll(reason.receivers, reason.receiver_count),
      });
    case "no_receiver":
      return t("draw.wrong.noReceiver", {
        givers: nameAll(reason.givers, reason.giver_count),
      });
  }
  return isNotFound(refusal)
    ? t("draw.wrong.santaNotFound")
    : t("draw.wrong.noSanta");
}

const NOBODY = [
  "",
  "none",
  "nobody",
  "no",
  "n a",
  "keiner",
  "niemand",
  "aucun",
  "personne",
  "nadie",
  "ninguno",
];

/**
 * Return the names of those who give; the `families`, lists of positions of names that are apart; `excluded`, pairs of
 * a giver and who is no receiver; and the names that are `unknown`. A cell that names somebody of the list is that
 * person.
 * @param {string[]} lines
 * @param {string} apart the labels of the columns behind the names
 * @returns {Givers}
 */
export function readGivers(lines, apart) {
  const labels = listLabels(apart);
  return labels.length === 0
    ? readCouples(lines)
    : readGiverTable(lines, labels);
}

/**
 * Return those who give of lines without columns: a couple, such as "Ann & Bob", is a family.
 * @param {string[]} lines
 * @returns {Givers}
 */
function readCouples(lines) {
  /** @type {string[]} */
  const names = [];
  const families = lines.map((line) =>
    splitCouple(line).map((name) => names.push(name) - 1),
  );
  return {
    names,
    families: families.filter(({ length }) => length > 1),
    excluded: [],
    unknown: [],
  };
}

/**
 * Return those who give of lines with columns: "Ann; Smith" and "Bo; Smith" are a family.
 * @param {string[]} lines
 * @param {string[]} labels
 * @returns {Givers}
 */
function readGiverTable(lines, labels) {
  const rows = splitColumns(lines, labels.length).map(({ name, values }) => ({
    name,
    values: values.map((value) =>
      NOBODY.includes(normalize(value)) ? "" : value,
    ),
  }));
  const names = rows.map(({ name }) => name);
  const columns = labels.map(
    (label, column) =>
      readColumn(
        label,
        rows.map(({ values }) => values[column]),
        names,
      ) ?? { families: [...listMembers(rows, column).values()] },
  );
  const families = columns.flatMap((column) => column.families ?? []);
  const unknown = columns.flatMap((column) => column.unknown ?? []);
  return {
    names,
    families: families.filter(({ length }) => length > 1),
    excluded: columns.flatMap((column) => column.excluded ?? []),
    unknown: [...new Set(unknown)],
  };
}

/**
 * Return functions of a text: `find` returns the position of the name in the list that it is, or has a word of, and -1
 * for another; `isWhole` whether it is one.
 * @param {string[]} names
 */
function createFinder(names) {
  const plainNames = names.map(normalize);
  const places = new Map(plainNames.map((name, i) => [name, i]));
  /** @param {string} word */
  const findPart = (word) =>
    names.length > MAX_GIVERS
      ? -1
      : plainNames.findIndex((name) => ` ${name} `.includes(` ${word} `));
  return {
    /** @param {string} text */
    find(text) {
      const word = normalize(text);
      return places.get(word) ?? findPart(word);
    },
    /** @param {string} text */
    isWhole: (text) => places.has(normalize(text)),
  };
}

const SEVERAL = /[,;/]|\s(?:[&+]|and|und|et|y)\s/i; // between names in a cell

/**
 * Return what the cells of a column say that name others of the list; undefined for one of families.
 *
 * Of the names "Ann", "Bo" and "Cy" a column "Partner" with "Bo", "Ann" and "" has the family [0, 1].
 * @param {string} label
 * @param {string[]} cells one for each name
 * @param {string[]} names
 * @returns {GiverColumn | undefined}
 */
function readColumn(label, cells, names) {
  const { find, isWhole } = createFinder(names);
  /**
   * @param {string} cell
   * @param {number} i
   */
  const isOtherName = (cell, i) => find(cell) >= 0 && find(cell) !== i;
  const isNamed = isOfPartners(label) || isOfExcluded(label);
  if (!isNamed) {
    const areNames = cells.every((cell, i) => !cell || isOtherName(cell, i));
    const filled = cells.filter(Boolean);
    const areDifferent = new Set(filled).size === filled.length;
    if (filled.length === 0 || !areNames || !areDifferent) return undefined;
  }
  const namedLists = cells.map((cell) => {
    const names = isWhole(cell) ? [cell] : cell.split(SEVERAL);
    return names.map((name) => name.trim()).filter(Boolean);
  });
  const pairs = namedLists
    .flatMap((list, i) => list.map((name) => [i, find(name)]))
    .filter(([i, named]) => named >= 0 && named !== i);
  const unknown = namedLists.flat().filter((name) => find(name) < 0);
  return isOfExcluded(label)
    ? { excluded: pairs, unknown }
    : { families: dropReversed(pairs), unknown };
}

/**
 * Return pairs without those that are there the other way round too: [[0, 1]] of [[0, 1], [1, 0]].
 * @param {Positions[]} pairs
 */
const dropReversed = (pairs) =>
  pairs.filter(
    ([i, named]) =>
      i < named || !pairs.some(([j, back]) => j === named && back === i),
  );

/**
 * Return sentences on what is understood of the list: who is apart, who is no receiver of whom, and who is unknown.
 *
 * Of the names "Ann", "Bo" and "Cy" with the family [0, 1] and the excluded pair [2, 0] they are
 * "Not together: Ann and Bo. Cy never gives to Ann."
 * @param {Givers} givers
 * @returns {string} "" if nothing is understood
 */
function describeExclusions({ names, families, excluded, unknown }) {
  /** @param {number} giver */
  const nameReceivers = (giver) =>
    joinNames(
      excluded
        .filter(([excluder]) => excluder === giver)
        .map(([, receiver]) => names[receiver]),
    );
  const excluding = new Set(excluded.map(([giver]) => giver));
  const arrows = [...excluding].map((giver) =>
    t("draw.understood.arrow", {
      giver: names[giver],
      receivers: nameReceivers(giver),
    }),
  );
  return [
    families.length > 0 &&
      t("draw.understood.separate", { lists: nameLists(families, names) }),
    excluded.length > 0 &&
      t("draw.understood.excluded", {
        lists: joinSome(arrows, (texts) => texts.join(" · ")),
      }),
    unknown.length > 0 &&
      t("draw.understood.absent", { names: joinSome(unknown) }),
  ]
    .filter(Boolean)
    .join(" ");
}

const ARROWS = [
  /\s*(?:→|->|=>|>|➔|⇒)\s*/,
  /\s+[-–—]+\s+/,
  new RegExp(`\\s+(?:gives? to|schenkt|${t("draw.slips.to")})\\s+`, "i"),
  /:\s+/,
]; // between a giver and a receiver

/**
 * Return last year's pairs in a text as positions, [giver, receiver], and the names that the list no longer has.
 * @param {string} text such as "Ann → Bo\nBo → Ann"
 * @param {string[]} names
 * @returns {LastPairs}
 */
function readLast(text, names) {
  const lines = text
    .split("\n")
    .filter((line) => line.trim())
    .map((line) => {
      const arrow = ARROWS.find((pattern) => pattern.test(line));
      return arrow ? line.replace(arrow, "; ") : line;
    });
  const { rounds, unknown } = readRounds(lines.join("\n"), names, "last");
  const lists = rounds.flat();
  const long = lists.filter(({ length }) => length > 2);
  if (long.length > 0)
    throw new Wrong(
      t("draw.wrong.threeNames", { names: nameLists(long, names) }),
      "last",
    );
  return {
    pairs: lists.filter(({ length }) => length === 2),
    unknown,
    doubt: findDoubt("last", text, { rounds, unknown }),
  };
}

/**
 * Throw `Wrong` if those who give are too few or too many, if a name is there twice, or a family is more than half of
 * all. Two names have no draw in which nobody gives to the own giver, which `oneway` of the form asks for.
 * @param {Givers} givers
 * @param {DrawValues} values
 */
function checkGivers({ names, families }, values) {
  needLines(names, 2);
  if (names.length > MAX_GIVERS)
    throw new Wrong(
      t("draw.wrong.many", { count: names.length, max: MAX_GIVERS }),
      "lines",
    );
  const twice = names.find((name, i) => names.indexOf(name) < i);
  if (twice !== undefined)
    throw new Wrong(t("draw.wrong.twice", { name: shorten(twice) }), "lines");
  const large = families.find(({ length }) => length * 2 > names.length);
  if (large)
    throw new Wrong(
      t("draw.wrong.family", {
        names: shorten(joinNames(large.map((i) => names[i]))),
        count: large.length,
        total: names.length,
      }),
      "lines",
    );
  if (values.oneway && names.length === 2)
    throw new Wrong(t("draw.wrong.two"), "lines");
}

/**
 * Return the request of a draw of who gives to whom. Names are numbers from 1.
 * @param {Givers} givers
 * @param {LastPairs} last
 * @param {DrawValues} values
 */
function requestPairs({ names, families, excluded }, last, values) {
  const pairs = [...excluded, ...last.pairs];
  const forbidden = pairs.map(([giver, receiver]) => ({
    giver: giver + 1,
    receiver: receiver + 1,
  }));
  return {
    path: "v1/items/pairs",
    body: {
      items: names.map((_, i) => i + 1),
      ...(forbidden.length > 0 && { forbidden }),
      ...(families.length > 0 && {
        apart: families.map((family) => family.map((i) => String(i + 1))),
      }),
      ...(values.oneway && { mutual: false }),
      ...(values.circle && { cycle: true }),
    },
  };
}

/**
 * Return sentences on a draw of who gives to whom: those that its result `says`, and those on what is `understood` of
 * the form.
 * @param {Givers} givers
 * @param {LastPairs} last
 * @param {DrawValues} values
 */
function describePairs(givers, last, values) {
  const { families } = givers;
  const ofLast =
    last.pairs.length > 0 && t("draw.facts.last", { count: last.pairs.length });
  const facts = [
    families.length > 0 && t("draw.count.families", { count: families.length }),
    ofLast,
    values.circle && t("draw.facts.circle"),
    values.oneway && !values.circle && t("draw.facts.oneway"),
  ];
  const understood = [values.apart && describeExclusions(givers), ofLast];
  return {
    says: facts.filter(Boolean).join(" "),
    understood: understood.filter(Boolean).join(" "),
  };
}

/** Return a sentence on why a secret draw is not drawn in public. */
export const describeSecrecy = () => t("draw.noSeal.santa");

/**
 * Return the plan of a draw of who gives to whom. A pair [0, 2] of the names "Ann", "Bo" and "Cy" is that Ann gives to
 * Cy.
 * @param {Filled} form
 * @returns {Plan<Positions[]>} what is drawn are pairs [giver, receiver]
 */
export function planSanta({ lines, values }) {
  const givers = readGivers(lines, values.apart);
  const { names } = givers;
  checkGivers(givers, values);
  const last = readLast(values.last ?? "", names);
  const title = t("draw.titles.santa");
  const occasion = values.party?.trim();
  return {
    title: occasion ? t("draw.titles.of", { occasion, title }) : title,
    people: names.length,
    size: t("draw.names", { count: names.length }),
    ...describePairs(givers, last, values),
    unknown: last.unknown,
    doubt: last.doubt,
    ...(last.pairs.length > 0 && { unnamed: { last: toPlaces([last.pairs]) } }),
    request: requestPairs(givers, last, values),
    /** @param {{ pairs: { indices: Positions }[] }} response */
    read: ({ pairs }) => pairs.map(({ indices }) => indices),
    arrange: (pairs) => ({
      slips: pairs.map(([giver, receiver]) => ({
        giver: names[giver],
        receiver: names[receiver],
      })),
    }),
    explain: (refusal) => new Wrong(explainSanta(refusal, names), "lines"),
    noPlan: describeSecrecy(),
    pool: names,
  };
}
