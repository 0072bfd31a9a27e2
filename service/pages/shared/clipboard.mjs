/** Copy a text to the clipboard. */
// @ts-check
import { create } from "./elements.mjs";
import { t } from "./texts.mjs";

/**
 * What became of a text: undefined if its reader closed the menu, or the browser let nobody have it.
 * @typedef {"shared" | "copied" | undefined} Delivery
 */

/**
 * Return the word for what became of a text.
 * @param {"shared" | "copied"} delivery
 */
const nameDelivery = (delivery) =>
  t(delivery === "shared" ? "shared.sent" : "shared.copied");

/**
 * Create a button that copies the text a function returns, or delivers it otherwise, and a status that tells screen
 * readers so.
 * @param {() => string} text
 * @param {string} [label]
 * @param {(text: string) => Promise<Delivery>} [deliver]
 */
export function createCopyButton(
  text,
  label = t("shared.copy"),
  deliver = copyText,
) {
  const button = create("button.copy", label);
  const status = create("span.hidden", { role: "status" });
  button.addEventListener("click", async () => {
    const delivery = await deliver(text());
    if (!delivery) return;
    const done = nameDelivery(delivery);
    button.style.minWidth = `${button.offsetWidth}px`; // what is beside it stays in its place
    button.textContent = done;
    status.textContent = done;
    setTimeout(() => {
      button.textContent = label;
      button.style.minWidth = "";
      status.textContent = "";
    }, 1500);
  });
  return [button, status];
}

/**
 * Copy a text to the clipboard; where browsers withhold or refuse the Clipboard API, such as on plain http, by a
 * selection.
 * @param {string} text
 * @returns {Promise<Delivery>}
 */
export async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    return "copied";
  } catch {
    return copySelected(text);
  }
}

/**
 * Copy a text by selecting it.
 * @param {string} text
 * @returns {Delivery}
 */
function copySelected(text) {
  const area = create("textarea.hidden", { "aria-hidden": "true" });
  area.value = text;
  document.body.append(area);
  area.select();
  const isCopied = document.execCommand("copy");
  area.remove();
  return isCopied ? "copied" : undefined;
}
