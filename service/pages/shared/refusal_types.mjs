/** Why the service refuses a request. Types alone, so that no page loads this module. */
// @ts-check

/**
 * Why the service refuses a value: a code, and the numbers of its sentence. docs/reference.md has all codes.
 *
 * { code: "integer_range", least: 1, most: 5 } is beside "Must be an integer from 1 to 5, …".
 * @typedef {object} RefusalReason
 * @property {string} code "other" for a sentence without one
 * @property {string} [path] the path to the refused part of the field: "all[1].min"
 * @property {number} [least]
 * @property {number} [most]
 * @property {number[]} [without] numbers between them that are refused as well
 * @property {string[]} [other_games] games for other numbers of players
 * @property {number} [asked] what the request asks for
 * @property {number} [choice_count] how many values are accepted
 * @property {number} [card_count]
 * @property {number[]} [givers] positions in the list, as those below: of the first ones of `giver_count`
 * @property {number} [giver_count]
 * @property {number[]} [receivers]
 * @property {number} [receiver_count]
 * @property {number[]} [items]
 * @property {number} [item_count]
 * @property {number[]} [others]
 * @property {number} [other_count]
 * @property {string} [attribute] in which items are alike
 */

/**
 * A refused field, and why: { field: "body.max", reason: { code: "required" } }.
 * @typedef {{ field: string, reason: RefusalReason }} Refusal
 */

export {};
