/** Questions of the page Deal before something that cannot be taken back. */
// @ts-check
import { ask } from "../../shared/ask.mjs";
import { t } from "../../shared/texts.mjs";

/**
 * Ask a question, and return whether the visitor agrees by the button `yes`; the other button leaves all as it is.
 * @param {string} question
 * @param {string} yes the label of the button
 */
export const askToGoOn = (question, yes) =>
  ask(question, yes, t("table.ask.no"));
