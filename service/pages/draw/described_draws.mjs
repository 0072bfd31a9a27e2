/** A draw of this page, made of an answer of the service: its facts, its links, and what they carry. */
// @ts-check
import { readLines } from "../shared/lines.mjs";
import { t } from "../shared/texts.mjs";
import { namesOfKind } from "./form/fields.mjs";
import { KINDS } from "./plan/kinds.mjs";
import {
  createPermalink,
  createSlipLink,
  identifyList,
  isShort,
  toResult,
} from "./plan/permalink.mjs";

/**
 * @import { Result } from "../shared/draw_types.mjs"
 * @import { Answer } from "./answers.mjs"
 * @import { DrawValues } from "./plan/plan.mjs"
 * @import { Draw, Origin } from "./result/earlier.mjs"
 */

/**
 * The `link` of a draw, `carries`, what is in it, and `bare`, the same without names if these are in the link; of who
 * gives to whom the fingerprint of the link.
 * @typedef {{ link?: string, bare?: string, carries?: string, digest?: string }} Links
 */

/**
 * Return a sentence on the code of a draw: one that was typed, or is in a link, may be one of many that somebody tried.
 * @param {string | undefined} seed of the draw; undefined if the service took none
 * @param {Origin} origin
 */
function describeSeed(seed, origin) {
  if (seed === undefined) return t("draw.facts.none");
  return t(SEED_SENTENCES[origin], { code: seed });
}

const SEED_SENTENCES = /** @type {const} */ ({
  new: "draw.facts.code",
  typed: "draw.facts.own",
  linked: "draw.facts.linked",
});

/**
 * Return a result with a link for each giver, if it has slips.
 * @param {Result} result
 * @param {string} occasion
 * @param {string} [digest] of the draw
 * @returns {Result}
 */
function addSlipLinks(result, occasion, digest) {
  const slips = result.slips?.map((slip) => ({
    ...slip,
    link: createSlipLink({ ...slip, occasion }),
  }));
  return slips ? { ...result, slips, digest } : result;
}

/**
 * Return the links of a draw; without a seed it has none.
 *
 * Of a draw from a short list the link is "…/draw#winners?winners=2&seed=abc&lines=Ann…", and `bare` has "length=3" in
 * place of the lines; of a long list the link is what would be `bare`.
 * @param {DrawValues} typed
 * @param {Answer} answer
 * @returns {Promise<Links>}
 */
export async function createLinks(typed, { plan, seed }) {
  if (seed === undefined) return {};
  const { people, linked, unnamed } = plan;
  const values = { ...typed, ...linked };
  const link = await createPermalink(values, namesOfKind(), seed);
  if (!KINDS[values.kind].hasList)
    return { link, carries: t("draw.carries.numbers") };
  const lines = readLines(values.lines);
  const digest = people ? await identifyList([link]) : undefined;
  const bare = await createPermalink(
    { ...values, ...unnamed },
    namesOfKind(),
    seed,
    { hasList: false },
  );
  const ofRules = unnamed && t("draw.carries.rules");
  if (!isShort(lines))
    return {
      link: bare,
      digest,
      carries: [t("draw.carries.bare"), ofRules].filter(Boolean).join(" "),
    };
  const carries = [
    people
      ? t("draw.carries.proof", { size: t("draw.names", { count: people }) })
      : t("draw.carries.whole", { count: lines.length }),
    people && t("draw.carries.slips"),
    ofRules,
    t("draw.carries.without"),
  ];
  return { link, bare, digest, carries: carries.filter(Boolean).join(" ") };
}

/**
 * Return the draw of an answer, with all that is shown of it.
 *
 * Its facts are such as "Drawn from 12 names. The code of the draw is abc." Where few people need the code,
 * `code` has that sentence.
 * @param {Answer} answer
 * @param {DrawValues} values
 * @param {Links} links
 * @param {{ note?: string, toldCount?: number, origin: Origin }} options
 * @returns {Draw}
 */
export function createDraw(
  { plan, seed, result, request },
  values,
  links,
  { note, toldCount, origin },
) {
  const code = describeSeed(seed, origin);
  // Few people need its code, and it tells who gives to whom: it is under "More"
  const isPlain = seed !== undefined && origin === "new";
  const facts = [
    note,
    plan.size && t("draw.facts.from", { size: plan.size }),
    plan.says,
    plan.describe?.(result),
    !isPlain && code,
  ];
  const drawn = addSlipLinks(plan.arrange(result), values.party, links.digest);
  const shared = drawn.slips ? undefined : (links.bare ?? links.link); // one of slips tells all
  return {
    plan,
    values,
    toldCount,
    title: plan.title,
    facts: facts.filter(Boolean).join(" "),
    result: drawn,
    requests: [request],
    origin,
    code: isPlain && code,
    ...links,
    shared: () => ({
      link: shared && toResult(shared),
      carries: t("draw.carries.numbers"),
    }),
  };
}
