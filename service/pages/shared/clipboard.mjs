/** Copy a text to the clipboard. */
// @ts-check
import { create } from "./elements.mjs";
import { t } from "./texts.mjs";

/**
 * Create a button that copies the text a function returns, and a status that tells screen readers so.
 * @param {() => string} text
 * @param {string} [label]
 */
export function createCopyButton(text, label = t("shared.copy")) {
  const button = create("button.copy", label);
  const status = create("span.hidden", { role: "status" });
  button.addEventListener("click", async () => {
    await copyText(text());
    button.textContent = t("shared.copied");
    status.textContent = t("shared.copied");
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
async function copyText(text) {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const area = create("textarea.hidden", { "aria-hidden": "true" });
  area.value = text;
  document.body.append(area);
  area.select();
  document.execCommand("copy");
  area.remove();
}
