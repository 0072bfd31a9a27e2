/**
 * What a plan of a draw is, and the form that it is made of. Types alone, so that no page loads this module.
 *
 * A plan is made of the form before anything is drawn (kinds.mjs): it has the request to the service, and the functions
 * that turn the response into a result for people.
 */
// @ts-check
/** @import { DrawKind, Result } from "../../shared/draw_types.mjs" */
/** @import { UnknownNames, Wrong } from "../../shared/lines.mjs" */
/** @import { Refusal } from "../../shared/refusal_types.mjs" */

/**
 * The values of the form's fields by their names: texts as they are typed, and whether a box is checked. `how` is
 * "plain" or "sealed". Of three winners: { kind: "winners", lines: "Ann\nBo", winners: "3", weighted: false, … }.
 * @typedef {Record<TextField, string> & Record<CheckedField, boolean> & { kind: DrawKind, how: string }} DrawValues
 * @typedef {"lines" | "winners" | "groups" | "size" | "tables" | "seats" | "min" | "max" | "count" | "dice" | "sides" | "roll" | "coins" | "lottery" | "drawn" | "balls" | "tips" | "bingo" | "tickets" | RuleField | "party" | "occasion" | "decides" | "wait" | "date" | "seed"} TextField
 * @typedef {"apart" | "fair" | "range" | "separate" | "together" | "met" | "last" | "begin" | "end" | "fixed" | "run"} RuleField
 * @typedef {"weighted" | "repeated" | "sorted" | "circle" | "oneway"} CheckedField
 */

/**
 * The form of a draw: its values, and the lines of its list, which are none for a kind without one.
 * @typedef {{ values: DrawValues, lines: string[] }} Filled
 */

/**
 * A request to the service: a `body` is sent by POST, a `query` by GET.
 * { path: "v1/integers", query: { max: 40, count: 3 } } draws three winners from 40 names.
 * @typedef {object} PlanRequest
 * @property {string} path such as "v1/integers"
 * @property {Record<string, unknown>} [body]
 * @property {Record<string, string | number | boolean>} [query]
 */

/**
 * How a sealed shoe of integers draws the same as the request of a plan.
 * { min: 1, max: 40, count: 3, what: "3 winners from 40 names", items: ["Ann", …] } draws three of 40 names.
 * @typedef {object} Seal
 * @property {number} min the least integer of the shoe
 * @property {number} max the greatest one
 * @property {number} count how many integers are drawn
 * @property {string} what what is drawn, for the label of the shoe: English in each language, as pages read it
 * @property {boolean} [isRepeated] integers may repeat, as those of dice: each is drawn from a whole shoe
 * @property {string[]} [items] what each integer from 1 on stands for; the shoe binds their hash
 * @property {(ticket: number) => number} [toLine] returns the number of the line that has a ticket, both from 1: 2 of
 *   ticket 4, if the first line has three tickets; a line wins once
 * @property {(order: number[]) => Result} [arrange] makes the result of the drawn integers, in place of the plan's
 */

/**
 * A draw that is planned and not drawn yet. `Drawn` is what `read` gets from a response: [7, 2, 31] of three winners.
 * @template [Drawn=any]
 * @typedef {object} Plan
 * @property {string} title for people: "3 winners"
 * @property {PlanRequest} request how the service draws it
 * @property {(response: any) => Drawn} read gets what is drawn from the response: `({ integers }) => integers`
 * @property {(drawn: Drawn) => Result} arrange makes the result for people: names in place of numbers
 * @property {(drawn: Drawn) => string} [describe] says a sentence on what was drawn, such as how many draws are
 *   possible
 * @property {(string | number)[]} [pool] the names or numbers that pass on the screen before a result is shown
 * @property {(string | number)[][]} [pools] of a lottery: the same for each drum
 * @property {Seal} [seal] how a sealed shoe draws it in public; without one a public number decides a draw in public
 * @property {string} [noSeal] a sentence that says why there is no `seal`, so that words of the audience decide nothing
 * @property {string} [noPlan] a sentence that says why it is not drawn in public at all
 * @property {false | (() => Partial<Plan>)} [toPlanned] returns the members that differ where a plan with a public
 *   number draws it in place of the shoe; false where the page of a result would not know what the numbers are, as of
 *   dice
 * @property {string} [size] how much it is drawn from: "12 names"
 * @property {number} [count] how many are drawn, for the button
 * @property {string[]} [names] what the drawn numbers stand for: number 1 for the first
 * @property {string} [says] sentences on its rules, shown with the result: "Class: no two alike side by side."
 * @property {string} [unprinted] those of them that are about single names, and that no sheet of paper has
 * @property {string} [understood] sentences on the names that are understood in the fields of rules
 * @property {UnknownNames} [unknown] names in a field of old groups or pairs that the list does not have
 * @property {FieldSentence} [doubt] what is doubtful in that field
 * @property {Partial<DrawValues>} [linked] values that its link has besides those of the form, such as
 *   { groups: "4" } if the page proposed four
 * @property {Partial<DrawValues>} [unnamed] the fields of rules with numbers in place of names, for links without
 *   names: { last: "#1, #3" } in place of { last: "Ann, Cy" }
 * @property {(refusal: Refusal) => Wrong} [explain] makes a sentence for people of a refusal of the service
 * @property {(refusal: Refusal) => Plan | undefined} [widen] returns the plan with wider rules after a refusal, if
 *   there is one
 * @property {number} [people] of slips: how many get one; a line may have several
 * @property {string} [parts] a sentence on how large groups, tables or pairs are, if that is not clear
 * @property {number} [groups] of groups: how many there are
 * @property {number} [largestSize] of groups: how many names the largest one has
 * @property {boolean} [areTables] of groups: they sit at tables
 */

/**
 * A sentence on what was typed into a field, for people, and whether it is wrong, not only doubtful.
 * @typedef {{ field: string, says: string, isWrong: boolean }} FieldSentence
 */

/**
 * What is known of the parts of a draw before its rules are read: from how much they are drawn, and a sentence on how
 * large they are.
 * @typedef {Pick<Plan, "size" | "parts" | "groups" | "largestSize">} Measured
 */

export {};
