/** Questions before something that cannot be taken back. */
// @ts-check
import { create, openDialog } from "./elements.mjs";

/**
 * Ask a question, and return whether the visitor agrees; `yes` is the label of the button that does so, `no` that of
 * the other.
 * @param {string} question
 * @param {string} yes
 * @param {string} no
 */
export async function ask(question, yes, no) {
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
        no,
      ),
      create("button", { onclick: () => close("yes") }, yes),
    ),
  ]);
  return (await openDialog(dialog)) === "yes";
}
