/** What private hands need of a browser. */

import { Problem } from "../shared/page.mjs";

const REASONS = {
  crypto:
    "Browsers give pages their cryptography (WebCrypto) only over https and on localhost, and each player's keys are made with it. Open this service by an address with https, or play a sealed shoe.",
  ed25519: "This browser cannot sign with Ed25519. Chrome, Edge and Firefox can, and Safari, in their versions of 2025 and later.",
  storage: "This browser keeps nothing for this page, so that its tabs cannot meet. A private window, or a setting against cookies, is a usual reason.",
};

/** Throw a `Problem` with the reason if this browser cannot play private hands. */
export async function requireSupport() {
  const reason = await findReason();
  if (reason) throw new Problem(undefined, { title: "Private hands cannot be played here", detail: REASONS[reason] });
}

async function findReason() {
  if (!isSecureContext || !crypto.subtle || !navigator.locks) return "crypto";
  try {
    localStorage.setItem("private tables", "");
    localStorage.removeItem("private tables");
    if (!indexedDB) return "storage";
  } catch {
    return "storage";
  }
  const isThere = await crypto.subtle.generateKey("Ed25519", false, ["sign"]).then(Boolean, () => false);
  return isThere ? undefined : "ed25519";
}
