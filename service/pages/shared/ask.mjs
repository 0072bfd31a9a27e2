/** Questions before something that cannot be taken back. */
// @ts-check
import { create, openDialog } from "./elements.mjs";
import { t } from "./texts.mjs";

/**
 * Ask a question, and return whether the visitor agrees; `yes` is the label of the button that does so.
 * @param {string} question
 * @param {string} yes
 */
export async function ask(question, yes) {
  /** @param {string} value */
  const close = (value) => dialog.close(value);
  /** @type {HTMLDialogElement} */
  const dialog = create("dialog.ask", { "aria-labelledby": "ask-question" }, [
    create("p", { id: "ask-question" }, question),
    create(
      "p.buttons",
      create(
        "button.primary",
        { autofocus: true, onclick: () => close("") },
        t("table.ask.no"),
      ),
      create("button", { onclick: () => close("yes") }, yes),
    ),
  ]);
  return (await openDialog(dialog)) === "yes";
}
