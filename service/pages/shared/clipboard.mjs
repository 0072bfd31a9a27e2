/** Copy a text to the clipboard. */
// @ts-check
import { create } from "./elements.mjs";
import { t } from "./texts.mjs";

/**
 * What a button does with a text, if not copy it: `send` returns whether it was sent, and `done` says so.
 * @typedef {{ send: (text: string) => Promise<boolean>, done: string }} Sending
 */

/** @type {Sending} */
const COPYING = { send: copyText, done: t("shared.copied") };

/**
 * Create a button that copies the text a function returns, or sends it, and a status that tells screen readers so.
 * @param {() => string} text
 * @param {string} [label]
 * @param {Partial<Sending>} [sending]
 */
export function createCopyButton(text, label = t("shared.copy"), sending = {}) {
  const { send, done } = { ...COPYING, ...sending };
  const button = create("button.copy", label);
  const status = create("span.hidden", { role: "status" });
  button.addEventListener("click", async () => {
    if (!(await send(text()))) return;
    button.textContent = done;
    status.textContent = done;
    setTimeout(() => {
      button.textContent = label;
      status.textContent = "";
    }, 1500);
  });
  return [button, status];
}

/**
 * Copy a text to the clipboard; on plain http, where browsers withhold the Clipboard API, by a selection.
 * @param {string} text
 */
export async function copyText(text) {
  if (navigator.clipboard) {
    await navigator.clipboard.writeText(text);
    return true;
  }
  const area = create("textarea.hidden", { "aria-hidden": "true" });
  area.value = text;
  document.body.append(area);
  area.select();
  document.execCommand("copy");
  area.remove();
  return true;
}
