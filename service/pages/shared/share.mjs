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
 * Share a link, or copy it where the browser has no menu for that. Return what became of it.
 * @param {string} url
 */
export const deliverLink = (url) =>
  canShare() ? shareLink(url) : copyText(url);

/** Return the label of a button that delivers a link. */
export const nameShareButton = () =>
  canShare() ? t("shared.share") : t("shared.copyLink");

/**
 * Create a button that shares the link that a function returns, and a status that tells screen readers so.
 * @param {() => string} getLink
 * @param {string} [label]
 */
export const createShareButton = (getLink, label = nameShareButton()) =>
  createCopyButton(getLink, label, deliverLink);
