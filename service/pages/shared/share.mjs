/** Share a link by the menu of the browser, where it has one, or else copy it. */
// @ts-check
import { copyText, createCopyButton } from "./clipboard.mjs";
import { t } from "./texts.mjs";

const canShare = navigator.share !== undefined;

/**
 * Share a link. Return whether it was sent: its reader may close the menu.
 * @param {string} url
 */
async function shareLink(url) {
  try {
    await navigator.share({ url });
    return true;
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError")
      return false;
    return copyText(url);
  }
}

/**
 * Create a button that shares the link that a function returns, and a status that tells screen readers so; `onSent` is
 * called once it is sent.
 * @param {() => string} getLink
 * @param {string} [label]
 * @param {() => void} [onSent]
 */
export function createShareButton(
  getLink,
  label = canShare ? t("shared.share") : t("shared.copyLink"),
  onSent = () => {},
) {
  const deliver = canShare ? shareLink : copyText;
  /** @param {string} url */
  const send = async (url) => {
    const isSent = await deliver(url);
    if (isSent) onSent();
    return isSent;
  };
  const done = canShare ? t("shared.sent") : t("shared.copied");
  return createCopyButton(getLink, label, { send, done });
}
