/**
 * Groups of a caller's items by rules: the entry of their endpoint, and how many arrangements are left. Implemented
 * from docs/definitions/rules.md alone.
 */
// @ts-check
import { drawnBy, summarizeBy } from "../core/draws.mjs";
import { range } from "../core/lists.mjs";
import { UNCOUNTED, compareTotal, fillPlaces } from "../core/results_left.mjs";
import { Refused, omit } from "../core/validation.mjs";
import { checkObjects } from "./attributes.mjs";
import { ExactDraw, countBy, hasLists } from "./group_draws.mjs";
import { countPlaces } from "./group_places.mjs";
import { readOldGroups } from "./group_rules.mjs";
import { readGroups } from "./requested_groups.mjs";
import {
  describeRounds,
  leavesRounds,
  planRounds,
  sizeGroups,
  writeRounds,
} from "./rounds.mjs";
import { drawSequentially } from "./sequential.mjs";
import { pairPlaces, showGroup } from "./shown_items.mjs";

/**
 * @import { Labels, ResultsLeft } from "../core/results_left.mjs"
 * @import { Below } from "../core/stream.mjs"
 * @import { DrawnGroups, GroupOptions, GroupRules, GroupsRequest } from "./group_types.mjs"
 * @import { RoundsRequest } from "./rounds.mjs"
 * @import { DerivedPlace, ShownItem } from "./shown_items.mjs"
 */

const DEFAULTS = {
  sizes: [],
  different: [],
  limits: [],
  apart: [],
  fixed: [],
  together: [],
  met: [],
  sums: [],
  paths: [],
  placed: [],
};

/**
 * Return what is known of how many arrangements a request leaves, of which one is given.
 * @param {GroupRules} read
 * @param {Labels} labels
 * @param {number[][]} groups the indices in each group
 * @returns {ResultsLeft}
 */
function leavesGroups(read, labels, groups) {
  const { sizes, rules, sums, placing, blocks, free } = read;
  const open = range(sizes.length).filter((j) =>
    blocks.some(({ places }) => places[j] > 0),
  );
  const isOne = fillPlaces(labels, open.length, free);
  const hasRules =
    rules.length > 0 ||
    hasLists(read) ||
    sums.length > 0 ||
    placing.placed.length > 0;
  if (isOne || !hasRules) return { isOne };
  const total = countBy(read, rules, placing)?.number;
  return sums.length > 0 && total !== 1n
    ? UNCOUNTED
    : { isOne: compareTotal(labels, total ?? undefined, groups) };
}

/**
 * Return `draw`, the rule that draws the groups of a request, a function of below that returns the indices in each of
 * the `groups` and how they were `drawn_by`; `count`, a function that returns the number of arrangements as digits, or
 * null; and `leaves`, which tells from the groups of one arrangement how many there are.
 * @param {GroupOptions} request
 */
function openGroups(request) {
  const read = readGroups(request);
  const { rules, sums, placing } = read;
  const exactDraw = new ExactDraw(read);
  const withPaths = placing.placed.flatMap(({ members }) => [...members]);
  /** @param {Below} below */
  const drawInTurn = (below) => ({
    groups: drawSequentially(below, { ...read, withPaths }),
    drawn_by: "sequential",
  });
  return {
    /**
     * @param {Below} below
     * @returns {DrawnGroups}
     */
    draw: (below) =>
      read.isSequential ? drawInTurn(below) : exactDraw.draw(below),
    /**
     * @param {Labels} labels
     * @param {number[][]} groups
     */
    leaves: (labels, groups) => leavesGroups(read, labels, groups),
    /** @returns {string | null} */
    count: () =>
      sums.length > 0
        ? null
        : (countBy(read, rules, placing)?.number?.toString() ?? null),
  };
}

/**
 * Return the rule that draws the groups of a request.
 * @param {GroupsRequest} request
 */
const planGroups = (request) => openGroups(request).draw;

/**
 * Return the members of a response that show groups, which count from 1 there.
 * @param {DrawnGroups} drawn
 * @param {GroupsRequest} request
 */
const writeGroups = ({ groups, drawn_by }, { items }) => ({
  groups: groups.map((indices, j) => showGroup(j + 1, indices, items)),
  drawn_by,
});

/** The entry of groups by rules. */
const RULED_GROUPS = {
  unnamed: ["group_size", "arrangements", "unknown"],
  fields: () => [
    "groups",
    "group_size",
    "arrangements",
    "unknown",
    "method",
    "meet_again",
    ...Object.keys(DEFAULTS),
  ],
  defaults: () => ({
    ...DEFAULTS,
    arrangements: false,
    unknown: "refuse",
    method: "exact",
    meet_again: false,
  }),
  /** @param {{ meet_again?: boolean }} request */
  check({ meet_again: meetAgain }) {
    if (meetAgain !== undefined)
      throw new Refused("meet_again", "rounds were expected with it");
  },
  /** @param {GroupsRequest} request */
  spell: ({ limits, ...request }) => ({
    ...(limits !== undefined && {
      limits: limits.map((limit) =>
        limit.min === 0 ? omit(limit, ["min"]) : limit,
      ),
    }),
    ...(request.met !== undefined && {
      met: readOldGroups(request).map((old) => old.map(({ name }) => name)),
    }),
    unknown: undefined,
  }),
  ...drawnBy(planGroups, writeGroups),
  summarize: summarizeBy(openGroups),
  /** @param {{ n: number, method?: string }} request */
  describe: ({ n: size, method }) => ({
    size,
    algorithm: null,
    uniformity: method === "sequential" ? "biased" : "exact",
  }),
  /** @param {GroupsRequest} request */
  name: (request) => ({ groups: countPlaces(request).length }),
  /**
   * @param {GroupsRequest} request
   * @param {Labels} labels
   * @param {{ groups: { indices: number[] }[] }} result
   */
  leaves: (request, labels, { groups }) =>
    openGroups(request).leaves(
      labels,
      groups.map(({ indices }) => indices),
    ),
  showsAll: true,
  members: ["groups"],
  /**
   * @param {{ groups: { items: unknown[], indices: number[] }[] }} result
   * @returns {ShownItem[]}
   */
  listItems: ({ groups }) =>
    pairPlaces("groups", checkObjects("groups", groups)),
};

/** The entry of groups for several rounds. */
const ROUNDS = {
  ...RULED_GROUPS,
  unnamed: [...RULED_GROUPS.unnamed, "met_again"],
  fields: () => [...RULED_GROUPS.fields(), "rounds"],
  /** @param {{ [name: string]: unknown }} request */
  check(request) {
    const rules = [...Object.keys(DEFAULTS), "arrangements", "method"];
    const rule = rules.find((name) => request[name] !== undefined);
    if (rule !== undefined)
      throw new Refused(rule, "no rule was expected beside rounds");
  },
  ...drawnBy(planRounds, writeRounds),
  summarize: undefined,
  describe: describeRounds,
  /** @param {RoundsRequest} request */
  name: (request) => ({ groups: sizeGroups(request).length }),
  leaves: leavesRounds,
  showsAll: false,
  /** @param {{ groups: DerivedPlace[] }} result */
  places: ({ groups }) => groups,
};

/** The entry of /v1/items/groups. */
export const GROUPS = {
  ...RULED_GROUPS,
  /** @param {{ rounds?: unknown }} request */
  select: ({ rounds }) => ((rounds ?? null) === null ? undefined : ROUNDS),
};
