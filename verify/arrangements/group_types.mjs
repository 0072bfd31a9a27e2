/** The types of groups by rules: what a request says, what is read of it, and what is drawn. */
// @ts-check

/**
 * @import { SeededRequest } from "../core/draws.mjs"
 * @import { Placing } from "./placements.mjs"
 * @import { Block } from "./sequential.mjs"
 */

/**
 * A rule of groups: each group, or only the `group` (from 0), has from `min` to `max`, which may be Infinity, of its
 * `members`, indices of items. A rule of an entry of `limits` has its `attribute`.
 * @typedef {{ members: number[], min: number, max: number, group?: number, attribute?: string }} Rule
 */

/**
 * An entry of `limits`: how many items of a group have a value of an attribute, or each of its values.
 * Only the `group` is bound, counted from 1; without it, every group.
 * @typedef {{ attribute: string, value?: unknown, min?: number, max?: number, group?: number }} LimitEntry
 */

/**
 * An entry of `sums`: the bounds of the sum of the numbers that the items of a group have as an attribute.
 * @typedef {{ attribute: string, min?: number, max?: number }} SumEntry
 */

/**
 * An entry of `met`, an old group: names, or a group or a pair of a response.
 * @typedef {unknown[] | { items?: unknown[], giver?: unknown, receiver?: unknown }} OldGroup
 */

/**
 * An entry of `placed`: names of items, and the level at which their paths differ, or the path that theirs begin with.
 * @typedef {{ items: unknown[], level?: number, path?: string[] }} PlacedEntry
 */

/**
 * What a request of groups says of them. Its members are checked where they are read.
 * @typedef {object} GroupOptions
 * @property {unknown[]} items
 * @property {number} [groups] how many
 * @property {number} [group_size]
 * @property {number[]} [sizes] how many items each group has
 * @property {string[]} [different] attributes: the items of a group have different values
 * @property {LimitEntry[]} [limits]
 * @property {unknown[][]} [apart] lists of names that come to different groups
 * @property {{ item: unknown, group: number }[]} [fixed] names with the number of their group, from 1 on
 * @property {unknown[][]} [together] lists of names that come to one group
 * @property {OldGroup[]} [met]
 * @property {SumEntry[]} [sums]
 * @property {string[][]} [paths] the path of each group
 * @property {PlacedEntry[]} [placed]
 * @property {boolean} [arrangements] whether the response has their number
 * @property {string} [unknown] "ignore" if unknown names of `met` are ignored
 * @property {string} [method] "exact" or "sequential"
 */

/**
 * A request of groups.
 * @typedef {SeededRequest & GroupOptions} GroupsRequest
 */

/**
 * The indices in each group, and how they were drawn: by "attempts", "counting" or "sequential".
 * @typedef {{ groups: number[][], drawn_by: string }} DrawnGroups
 */

/**
 * A test of the indices in each group.
 * @typedef {(groups: number[][]) => boolean} GroupsTest
 */

/**
 * What is read of a request.
 * @typedef {object} GroupRules
 * @property {number} n the number of items
 * @property {number[]} sizes the number of places of each group
 * @property {Rule[]} rules
 * @property {number[][]} rulesOf by the index of each item the numbers of its rules
 * @property {Block[]} blocks the items that are shuffled together, without those that are fixed
 * @property {Map<number, number>} fixedGroups the groups of the fixed items
 * @property {number[]} free the items that are not fixed
 * @property {number[][]} units these, in lists of those that come to one group
 * @property {GroupsTest[]} sums
 * @property {Placing} placing
 * @property {GroupsTest} keepsPlaced whether groups keep the paths
 * @property {boolean} isSequential
 */

export {};
