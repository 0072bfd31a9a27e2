/** The kinds of draws. Each kind turns the form into a plan (plan.mjs). */
// @ts-check
/** @import { DrawKind } from "../../shared/draw_types.mjs" */
/** @import { Filled, Measured, Plan } from "./plan.mjs" */
import { planBingo, planLottery } from "./balls.mjs";
import { planCoins, planDice, planNumbers } from "./integers.mjs";
import {
  measureGroups,
  measurePairs,
  measureSeats,
  planGroups,
  planPairs,
  planSeats,
  planShuffle,
  planWinners,
} from "./names.mjs";
import { describeSecrecy, planSanta } from "./santa.mjs";

/**
 * What a kind of draw is, and whether it takes a list, of which columns can be rules.
 * @typedef {object} KindOfDraw
 * @property {(form: Filled) => Plan} plan
 * @property {(form: Filled) => Measured} [measure] returns what is known of its parts, whatever its rules are
 * @property {boolean} [hasList]
 * @property {() => string} [describeSecrecy] says why no draw of this kind is public
 * @property {boolean} [hasRules]
 */

/**
 * Each kind of draw: its plan, whether it takes a list, and whether columns of the list can be rules.
 * @type {Record<DrawKind, KindOfDraw>}
 */
export const KINDS = {
  winners: { plan: planWinners, hasList: true },
  shuffle: { plan: planShuffle, hasList: true, hasRules: true },
  groups: {
    plan: planGroups,
    measure: measureGroups,
    hasList: true,
    hasRules: true,
  },
  pairs: { plan: planPairs, measure: measurePairs, hasList: true },
  seats: {
    plan: planSeats,
    measure: measureSeats,
    hasList: true,
    hasRules: true,
  },
  santa: {
    plan: planSanta,
    describeSecrecy,
    hasList: true,
    hasRules: true,
  },
  numbers: { plan: planNumbers },
  dice: { plan: planDice },
  coins: { plan: planCoins },
  lottery: { plan: planLottery },
  bingo: { plan: planBingo },
};
