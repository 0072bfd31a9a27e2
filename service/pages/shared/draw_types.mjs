/** What pages say of a draw: its kind and its result. Types alone, so that no page loads this module. */
// @ts-check

/**
 * A kind of draw.
 * @typedef {"winners" | "shuffle" | "groups" | "pairs" | "seats" | "santa" | "numbers" | "dice" | "coins" | "lottery" | "bingo"} DrawKind
 */

/**
 * A part of a result, such as a group or the winners, with its title if it has one. `notes` has what is said beside
 * each line, such as its pot.
 * @typedef {{ title?: string, lines: string[], notes?: string[] }} ResultPart
 */

/**
 * Who gives to whom, and the link for the giver alone.
 * @typedef {{ giver: string, receiver: string, link?: string }} Slip
 */

/**
 * The rows of a ticket of bingo with 90 balls; null is a blank cell.
 * @typedef {(number | null)[][]} Ticket
 */

/**
 * What of a result is told at once: { place: "Group 1", text: "Ann" }. `place` is missing where the number of the turn
 * is its place. Of groups from pots `open` returns the titles of the groups that are possible before it is told; of a
 * lottery `line` and `drum` are the positions of what the ball is from.
 * @typedef {{ place?: string, text: string, open?: () => string[], line?: number, drum?: number }} Turn
 */

/**
 * A die as it lies on the table: the number of its term in the notation, from 0, its face, and its fate: "counted",
 * "dropped", "success" or "failure".
 * @typedef {{ term: number, face: number, fate: string, rerolls: number, is_extra: boolean }} RolledDie
 */

/**
 * A die as it is shown: in a changed file it may have a text in place of its face.
 * @typedef {Omit<RolledDie, "face"> & { face: number | string }} ShownDie
 */

/** @typedef {{ total: number, dice: RolledDie[] }} SetOfDice */

/**
 * What a notation of dice rolled.
 * @typedef {{ roll: string, sets: SetOfDice[] }} RolledDice
 */

/**
 * What was drawn, for people: one of `parts`, `numbers`, `dice`, `rolled`, `coins`, `balls`, `slips`, `strips` and
 * `cards`.
 * @typedef {object} Result
 * @property {ResultPart[]} [parts]
 * @property {boolean} [isRanked] of parts: their lines have numbers
 * @property {string} [rank] of parts: the word before the number of a line
 * @property {number[][]} [numbers] a list of numbers, in a list
 * @property {boolean} [isOf75] of numbers: they are the call of bingo with 75 balls
 * @property {number[]} [dice]
 * @property {number} [sides] of each die
 * @property {RolledDice} [rolled]
 * @property {number[]} [coins] 1 is heads, 2 tails
 * @property {number[][][]} [balls] of a lottery: balls[line][drum]
 * @property {Slip[]} [slips]
 * @property {string} [digest] of slips: the fingerprint of the draw with its seed, which tells nobody a pair
 * @property {Ticket[][]} [strips] of bingo with 90 balls: strips[strip][ticket]
 * @property {number[][][]} [cards] of bingo with 75 balls: cards[card][column]
 * @property {Turn[]} [turns] how it is told, if not as its lines or numbers follow
 */

export {};
