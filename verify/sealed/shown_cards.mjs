/** The check of shown cards of one round with its root. Implemented from docs/definitions/sealed.md alone. */
// @ts-check
import { Refused, checkObject, parseDigest } from "../core/validation.mjs";
import { buildResult, openTerms } from "./receipts.mjs";
import { checkShownForms, findWrongShown, listShown } from "./shown.mjs";
import { openShoe } from "./terms.mjs";

/** @import { CheckResult, JsonObject } from "../core/validation.mjs" */

const NO_ROOT =
  "anybody can make a root: this root is right only if it is in a seen, and the draw of this seen leads to a digest that the service signed";

/**
 * Return the result of the check of shown cards of one round with its root.
 *
 * @param {JsonObject} file
 * @returns {Promise<CheckResult>}
 */
export async function checkShownCards(file) {
  const names = ["shown", "root", "terms"];
  const { shown, root, terms } = checkObject("", file, names, names);
  const shoe = openShoe(openTerms(terms));
  parseDigest("root", root);
  const cards = listShown("shown", shown);
  if (cards.length === 0)
    throw new Refused("shown", "a shown card was expected");
  checkShownForms(cards, shoe);
  const [[, first]] = cards;
  const cardOfOtherRound = cards.find(([, { round }]) => round !== first.round);
  if (cardOfOtherRound)
    throw new Refused(
      `${cardOfOtherRound[0]}.round`,
      "cards of one round were expected, as the root is of one round",
    );
  const difference = await findWrongShown(cards, shoe, () => String(root));
  return difference
    ? { valid: false, difference }
    : buildResult({ root: NO_ROOT });
}
