/** Share a link by the menu of the browser, where it has one, or else copy it. */
// @ts-check
/** @import { Delivery } from "./clipboard.mjs" */
import { copyText, createCopyButton } from "./clipboard.mjs";
import { t } from "./texts.mjs";

const canShare = () => navigator.share !== undefined;

/**
 * Share a link; copy it if that fails. Return what became of it: its reader may close the menu, and a second press
 * finds it open.
 * @param {string} url
 * @returns {Promise<Delivery>}
 */
async function shareLink(url) {
  try {
    await navigator.share({ url });
    return "shared";
  } catch (error) {
    const { name } = /** @type {Error} */ (error);
    if (name === "AbortError" || name === "InvalidStateError") return undefined;
    return copyText(url);
  }
}

/**
 * Create a button that shares the link that a function returns, and a status that tells screen readers so;
 * `onDelivered` is called once it is shared or copied.
 * @param {() => string} getLink
 * @param {string} [label]
 * @param {(delivery: "shared" | "copied") => void} [onDelivered]
 */
export function createShareButton(
  getLink,
  label = canShare() ? t("shared.share") : t("shared.copyLink"),
  onDelivered = () => {},
) {
  /** @param {string} url */
  const deliver = async (url) => {
    const delivery = await (canShare() ? shareLink(url) : copyText(url));
    if (delivery) onDelivered(delivery);
    return delivery;
  };
  return createCopyButton(getLink, label, deliver);
}
