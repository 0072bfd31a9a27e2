/** A result that follows from a seed: one that a link of the page Draw or Table names, or that was saved. */
import { escapeInvisible } from "../../../verify/core/texts.mjs";
import { t } from "../shared/texts.mjs";
import { KINDS } from "../draw/kinds.mjs";
import {
  fetchLinked,
  identifyList,
  parsePermalink,
} from "../draw/permalink.mjs";
import { assess } from "../verify/assessment.mjs";
import { fetchRequested } from "../verify/links.mjs";
import { getPacks } from "../verify/results.mjs";
import { toText } from "../verify/seals.mjs";
import { parseUrl } from "../verify/urls.mjs";
import { readDeals } from "./hands.mjs";

/**
 * Return what a fragment such as `#winners?winners=3&seed=…` or `#v1/games/bridge/deal?seed=42` names, as `readDraw` does.
 * The service is asked for the numbers or the cards, and the browser derives them again. Throw for any other fragment.
 */
export async function readSeededLink(fragment, parameters) {
  const parsed = parsePermalink(fragment);
  if (parsed?.values.seed) return readDrawLink(parsed, fragment);
  if (!/^#v1\//.test(fragment))
    throw new Error(parsed ? t("result.noSeed") : t("result.damaged"));
  const { request } = parseUrl(fragment, { parameters });
  return {
    isSeeded: true,
    file: await fetchRequested(request),
    again: fragment,
    screen: {},
  };
}

/** Return a draw of the page Draw. A list that is not in its link stands there by its length. */
async function readDrawLink(parsed, fragment) {
  const { length, digest } = parsed;
  const unnamed =
    length === undefined
      ? undefined
      : Array.from({ length }, (_, i) =>
          t("result.unnamed", { number: i + 1 }),
        );
  const { plan, values, lines, response } = await fetchLinked(parsed, unnamed);
  const { body } = plan.request;
  const file = {
    ...response,
    ...(body?.items && { original_items: body.items }),
  };
  const matchLines = async (entered) => {
    const isRight =
      entered.length === length &&
      [undefined, digest].includes(digest && (await identifyList(entered)));
    return isRight ? entered : undefined;
  };
  return {
    isSeeded: true,
    file,
    again: `draw${fragment}`,
    plan,
    values,
    screen: {},
    ...(length !== undefined
      ? { length, matchLines }
      : values.lines && { lines }),
  };
}

/** Check a result from a seed, and return its outcome as `judge` does; `items` is the list that its reader opened. */
export async function judgeSeeded(
  { file, again, plan, values, length },
  items,
) {
  const { difference, unchecked, origin, isChecked } = await assess(file, {});
  if (difference) return { state: "invalid", says: t("result.otherSeeded") };
  const state =
    origin.chosen_by === "requester"
      ? "reproduced"
      : isChecked
        ? "matches"
        : "unknown";
  const shown =
    plan && items ? KINDS[values.kind].plan({ values, lines: items }) : plan;
  const isOfDraw = state === "reproduced" && again && plan !== undefined;
  const isBiased =
    ["biased", "deterministic"].includes(file.uniformity) &&
    file.deal_number === undefined;
  return {
    state,
    word: isOfDraw ? t("result.sign.ofDraw") : undefined,
    says: isOfDraw
      ? t("result.says.ofDraw")
      : state === "reproduced" && again
        ? t("result.says.ofLink")
        : t(`result.says.${state}`), // a link names no result to compare
    chosenBy: origin.chosen_by,
    checked: [
      t("result.checked.computed"),
      again ? t("result.checked.answer") : t("result.checked.file"),
      length === undefined
        ? t("result.checked.only")
        : items && t("result.checked.list"),
    ],
    warnings: [
      isBiased && t("result.biased"),
      unchecked.items && t("result.itemsUnchecked"),
    ].filter(Boolean),
    title: plan?.size
      ? t("draw.titles.from", { title: plan.title, size: plan.size })
      : plan?.title,
    hasList: length === undefined || items !== undefined,
    ...(shown
      ? { result: shown.arrange(shown.read(file)) }
      : await showSeeded(file)),
  };
}

/** Return the deals in a response, or its result, in the form that the page shows. */
export const showSeeded = async (file) =>
  getPacks(file)
    ? { deals: await readDeals(file) }
    : { result: arrangeValues(file) };

/** Return numbers, items or tickets of a response in the form that the page Draw shows. */
function arrangeValues({
  integers,
  items,
  strip,
  drums,
  groups,
  pairs,
  allocations,
  repeats,
}) {
  const join = (lists) => (repeats === undefined ? lists : lists.flat());
  if (groups)
    return {
      parts: join(groups).map(({ group, items: members }) => ({
        title: t("shared.parts.group", { number: group }),
        lines: members.map(toText),
      })),
    };
  if (pairs)
    return {
      parts: [
        {
          lines: join(pairs).map(
            ({ giver, receiver }) => `${toText(giver)} → ${toText(receiver)}`,
          ),
        },
      ],
    };
  if (allocations)
    return {
      parts: [
        {
          lines: join(allocations).map(
            ({ item, arm }) => `${toText(item)} → ${escapeInvisible(arm)}`,
          ),
        },
      ],
    };
  if (strip) return { strips: repeats === undefined ? [strip] : strip };
  if (drums) return { balls: repeats === undefined ? [integers] : integers };
  if (integers)
    return { numbers: repeats === undefined ? [integers] : integers };
  return {
    isRanked: true,
    parts: (repeats === undefined ? [items] : items).map((row) => ({
      lines: row.map(toText),
    })),
  };
}
