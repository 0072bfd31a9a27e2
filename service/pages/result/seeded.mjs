/** A result that follows from a seed: one that a link of the page Draw or Table names, or that was saved. */
// @ts-check
import { canonicalJson } from "../../../verify/core/canonical.mjs";
import { escapeInvisible } from "../../../verify/core/escaped_texts.mjs";
import { titleGroup } from "../shared/parts.mjs";
import { listPlaced } from "../shared/placed.mjs";
import { t } from "../shared/texts.mjs";
import { KINDS } from "../draw/plan/kinds.mjs";
import {
  fetchPlanned,
  identifyList,
  isDamaged,
  parsePermalink,
  planLinked,
  readSlipLink,
} from "../draw/plan/permalink.mjs";
import { assess } from "../verdicts/assessment/assessment.mjs";
import { fetchRequested } from "../verdicts/input/links.mjs";
import { getPacks } from "../verdicts/view/results.mjs";
import { describeDiffering } from "../verdicts/assessment/plain.mjs";
import { toText } from "../verdicts/assessment/seals.mjs";
import { Altered, CutLink } from "../verdicts/input/unreadable.mjs";
import { parseUrl } from "../verdicts/input/urls.mjs";
import { readDeals } from "./hands.mjs";
import { keepTexts, sayState } from "./outcome.mjs";
import { Damaged, NoDraw, SlipOfOne } from "./unshown.mjs";

/**
 * @import { ParsedLink } from "../draw/plan/permalink.mjs"
 * @import { Plan } from "../draw/plan/plan.mjs"
 * @import { Result } from "../shared/draw_types.mjs"
 * @import { DifferingValue } from "../verdicts/assessment/plain.mjs"
 * @import { ParameterTypes } from "../verdicts/input/urls.mjs"
 * @import { MatchLines, OpenedSeeded, Outcome, SeededFile, Sign } from "./outcome.mjs"
 */

/** @typedef {"link" | "file"} Given what a reader was given: a link, or a file with a link in it */

/**
 * Throw for a fragment that names no deal.
 * @param {Given} given
 * @returns {never}
 */
function refuse(given) {
  throw given === "link" ? new CutLink() : new Damaged(t("result.damagedFile"));
}

/**
 * Throw for a list that is not the one of its fingerprint. A link without its count may have lost a part of the list.
 * @param {ParsedLink} link
 * @param {Given} given
 * @returns {never}
 */
function refuseList({ isCounted }, given) {
  if (given === "file") throw new Altered(t("result.alteredFile"));
  throw isCounted ? new Altered(t("result.altered")) : new CutLink();
}

/**
 * Throw for a fragment that names no draw: it is cut if one that does may begin so, as "#winne" and "#winners?seed=a".
 * @param {string} fragment such as "#auction?lots=3&seed=…" or "#hello", which no draw begins with
 * @returns {never}
 */
function refuseDraw(fragment) {
  const [, name = "", end] = /^#(\w*)(\W)?/.exec(fragment) ?? [];
  const opened = [...Object.keys(KINDS), "file", "packed", "slip"];
  const isBeginning = opened.some((beginning) =>
    end ? beginning === name : beginning.startsWith(name),
  );
  if (isBeginning) return refuse("link");
  throw new NoDraw(t("result.otherKind"));
}

/**
 * Return what a fragment such as `#winners?winners=3&seed=…` or `#v1/games/bridge/deal?seed=42` names, as `readDraw`
 * does. The service is asked for the numbers or the cards, and the browser derives them again. Throw for any other
 * fragment.
 * @param {string} fragment
 * @param {ParameterTypes} parameters as the page has them
 * @param {(title: string) => void} [onTitle] is called with the title of a draw before the service is asked
 * @returns {Promise<OpenedSeeded>}
 */
export async function readSeededLink(fragment, parameters, onTitle) {
  const parsed = parsePermalink(fragment);
  if (parsed?.values.seed)
    return readDrawLink(parsed, fragment, "link", onTitle);
  if (readSlipLink(fragment)) throw new SlipOfOne(t("result.slip"));
  if (!/^#v1\//.test(fragment)) return refuseDraw(fragment);
  const input = parseUrl(fragment, {
    parameters,
    root: undefined, // the fragment is of this service,
    parse: () => refuse("link"), // and has no file in it
  });
  if (!input?.request) return refuse("link");
  return {
    isSeeded: true,
    file: await fetchRequested(input.request),
    again: fragment,
    screen: {},
  };
}

/**
 * Return a saved draw of the page Draw, with what its link gives.
 * @param {OpenedSeeded} saved
 * @returns {Promise<OpenedSeeded>}
 */
export async function openSaved({ file, screen }) {
  const { link = "" } = screen;
  const parsed = parsePermalink(link);
  if (!parsed?.values.seed) return refuse("file");
  const draw = await readDrawLink(parsed, link, "file");
  return { ...draw, file, linked: draw.file, screen };
}

/**
 * Return whether a link has nothing of its list, as if it was cut before the list.
 * @param {ParsedLink} link
 */
const lacksList = ({ values, length }) =>
  KINDS[values.kind].hasList && !values.lines && length === undefined;

/**
 * Return a draw of the page Draw. A list that is not in its link stands there by its length.
 * @param {ParsedLink} link
 * @param {string} fragment that of the link
 * @param {Given} given
 * @param {(title: string) => void} [onTitle]
 * @returns {Promise<OpenedSeeded>}
 */
async function readDrawLink(link, fragment, given, onTitle = () => {}) {
  if (lacksList(link)) return refuse(given);
  if (await isDamaged(link)) return refuseList(link, given);
  const { length, digest } = link;
  const unnamed =
    length === undefined
      ? undefined
      : Array.from({ length }, (_, i) =>
          t("result.unnamed", { number: i + 1 }),
        );
  const linked = planLinked(link, unnamed);
  const { plan, values, lines } = linked;
  onTitle(titlePlan(plan));
  const response = await fetchPlanned(linked);
  const { body } = plan.request;
  const draw = {
    isSeeded: /** @type {const} */ (true),
    file: {
      ...response,
      ...(body?.items !== undefined && { original_items: body.items }),
    },
    again: `draw${fragment}`,
    plan,
    values,
    screen: {},
  };
  if (length !== undefined)
    return { ...draw, length, matchLines: createMatch(length, digest) };
  if (!values.lines) return draw;
  const ownDigest = digest ?? (await identifyList(lines)); // the same, as the link is whole
  return { ...draw, lines, matchLines: createMatch(lines.length, ownDigest) };
}

/**
 * Return what a plan draws: "3 winners from 40 names".
 * @param {Plan} plan
 */
const titlePlan = ({ title, size }) =>
  size ? t("draw.titles.from", { title, size }) : title;

/**
 * Return a function that returns a list if it has so many lines, and the digest if there is one.
 * @param {number} length
 * @param {string | undefined} digest
 * @returns {MatchLines}
 */
const createMatch = (length, digest) => async (lines) => {
  if (lines.length !== length) return undefined;
  const ownDigest = digest && (await identifyList(lines));
  return !ownDigest || ownDigest === digest ? lines : undefined;
};

/**
 * Check a result from a seed, and return its outcome as `judge` does; `items` is the list that its reader opened.
 *
 * Whoever sent the request chose the seed: the state is "reproduced", and never "valid".
 * @param {OpenedSeeded} draw
 * @param {string[] | undefined} items
 * @returns {Promise<Outcome>}
 */
export async function judgeSeeded(draw, items) {
  const { file, again, plan, length } = draw;
  const assessment = await assess(file, {});
  if (assessment.difference || !isOfLink(draw)) {
    const value = await findOther(draw);
    return value
      ? { state: "invalid", says: describeDiffering(value), value }
      : {
          state: "invalid",
          says: t("result.otherSeeded"),
          difference: assessment.difference,
        };
  }
  const { unchecked, origin, grade } = assessment;
  const chosenBy = origin.chosen_by;
  const isBiased =
    ["biased", "deterministic"].includes(file.uniformity ?? "") &&
    file.deal_number === undefined;
  return {
    ...findSign(draw, chosenBy, grade === "whole"),
    chosenBy,
    checked: keepTexts([
      t("result.checked.computed"),
      again ? t("result.checked.answer") : t("result.checked.file"),
      length === undefined
        ? t("result.checked.only")
        : items && t("result.checked.list"),
    ]),
    warnings: keepTexts([
      isBiased && t("result.biased"),
      unchecked.items && t("result.itemsUnchecked"),
    ]),
    title: plan && titlePlan(plan),
    hasList: length === undefined || items !== undefined,
    ...(await arrange(draw, items)),
  };
}

/**
 * Return whether a saved draw has the result that its link gives.
 * @param {OpenedSeeded} draw
 */
function isOfLink({ plan, file, linked }) {
  if (!plan || !linked) return true;
  try {
    return canonicalJson(plan.read(file)) === canonicalJson(plan.read(linked));
  } catch {
    return false; // a response of another kind has not what the plan reads
  }
}

/**
 * Return the first place at which a saved draw has another name or number than its link gives, with both; undefined if
 * there is none to compare, or if this browser computes another result than the service gave.
 * @param {OpenedSeeded} draw
 * @returns {Promise<DifferingValue | undefined>}
 */
async function findOther({ plan, file, linked }) {
  if (!plan || !linked) return undefined;
  const { difference } = await assess(linked, {});
  if (difference) return undefined;
  const right = listPlaced(plan.arrange(plan.read(linked)));
  const ofFile = listPlacedOf(plan, file);
  const i = right.findIndex(({ text }, place) => text !== ofFile[place]?.text);
  const expected = right[i];
  const seen = ofFile[i];
  if (!expected || !seen || expected.isTotal !== seen.isTotal) return undefined;
  return { place: expected.place, expected: expected.text, seen: seen.text };
}

/**
 * Return what a saved draw has at each place; [] if it has not what its plan reads.
 * @param {Plan} plan
 * @param {SeededFile} file
 */
function listPlacedOf(plan, file) {
  try {
    return listPlaced(plan.arrange(plan.read(file)));
  } catch {
    return [];
  }
}

/**
 * Return the sign of a result that a seed leads to.
 * @param {OpenedSeeded} draw
 * @param {string} chosenBy
 * @param {boolean} isChecked
 * @returns {Sign}
 */
function findSign({ file }, chosenBy, isChecked) {
  if (chosenBy !== "requester") {
    const checkedState = isChecked ? "matches" : "unknown";
    return { state: checkedState, says: sayState(checkedState) };
  }
  return {
    state: "reproduced",
    says: getPacks(file)
      ? t("result.says.chosenDeal")
      : t("result.says.chosenDraw"),
  };
}

/**
 * Return the result of a draw by its plan, with the names of the list if its reader opened it; or what its file has.
 * @param {OpenedSeeded} draw
 * @param {string[] | undefined} items
 */
async function arrange({ file, plan, values }, items) {
  if (!plan || !values) return showSeeded(file);
  const named = items
    ? KINDS[values.kind].plan({ values, lines: items })
    : plan;
  return { result: named.arrange(named.read(file)) };
}

/**
 * Return the deals in a response, or its result, in the form that the page shows.
 * @param {SeededFile} file
 */
export const showSeeded = async (file) =>
  getPacks(file)
    ? { deals: await readDeals(file) }
    : { result: arrangeValues(file) };

/**
 * What is read of a response with numbers or items. A batch, of which `repeats` says how many draws it has, has a list
 * of each.
 * @typedef {object} ValueResponse
 * @property {number} [repeats]
 * @property {any[]} [integers] with `drums` a list of each
 * @property {unknown[]} [drums]
 * @property {any[]} [items]
 * @property {any[]} [strip] the tickets of a strip of bingo
 * @property {string} [roll] a notation of dice
 * @property {any[]} [sets] what it rolled
 * @property {(Group | Group[])[]} [groups]
 * @property {(Pair | Pair[])[]} [pairs]
 * @property {(Allocation | Allocation[])[]} [allocations]
 *
 * @typedef {{ group: number, round?: number, items: unknown[] }} Group
 * @typedef {{ giver: unknown, receiver: unknown }} Pair
 * @typedef {{ item: unknown, arm: string }} Allocation
 */

/**
 * Return numbers, items or tickets of a response in the form that the page Draw shows.
 *
 * { integers: [3, 1] } is { numbers: [[3, 1]] }, and { pairs: [{ giver: "Ann", receiver: "Bob" }] } has the line "Ann →
 * Bob".
 * @param {ValueResponse} response
 * @returns {Result}
 */
function arrangeValues(response) {
  const { groups, pairs, allocations } = response;
  if (groups)
    return {
      parts: groups.flat().map((group) => ({
        title: titleGroup(group),
        lines: group.items.map(toText),
      })),
    };
  if (pairs)
    return arrangeLines(
      pairs
        .flat()
        .map(({ giver, receiver }) => `${toText(giver)} → ${toText(receiver)}`),
    );
  if (allocations)
    return arrangeLines(
      allocations
        .flat()
        .map(({ item, arm }) => `${toText(item)} → ${escapeInvisible(arm)}`),
    );
  const { roll, sets, repeats, strip, drums, integers, items = [] } = response;
  if (roll && sets) return { rolled: { roll, sets: sets.flat() } };
  /** @param {any[]} values */
  const listDraws = (values) => (repeats === undefined ? [values] : values);
  if (strip) return { strips: listDraws(strip) };
  if (integers && drums) return { balls: listDraws(integers) };
  if (integers) return { numbers: listDraws(integers) };
  return {
    isRanked: true,
    parts: listDraws(items).map((row) => ({ lines: row.map(toText) })),
  };
}

/**
 * @param {string[]} lines
 * @returns {Result}
 */
const arrangeLines = (lines) => ({ parts: [{ lines }] });
