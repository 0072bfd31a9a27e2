/** The mark beside the title of a private table, which says whether its receipt is verified. */
// @ts-check
/** @import { GameLog } from "../sealed/sealed_game.mjs" */
/** @import { Receipt } from "../shared/shoes.mjs" */
import { $, getElement } from "../shared/elements.mjs";
import { t } from "../shared/texts.mjs";
import { loadProof } from "../sealed/play.mjs";

/**
 * What the mark says of a verdict, and its class.
 * @type {Record<string, [name: string, kind: string]>}
 */
const MARKS = {
  valid: ["markChecked", "good"],
  invalid: ["markInvalid", "bad"],
};

/** The mark beside the title: once the receipt is verified it says so, and leads to the verdict. */
export class ProofMark {
  /** @type {string | undefined} */
  #provedDigest; // of the receipt that is verified on the page
  #element = getElement(HTMLAnchorElement, "#mark");

  /**
   * Show the mark; a click on it leads to the table until the receipt is verified. `signal` ends this.
   * @param {AbortSignal} signal
   */
  listen(signal) {
    this.#element.addEventListener(
      "click",
      (event) => {
        if (this.#provedDigest) return;
        event.preventDefault(); // the fragment is for permalinks
        getElement(HTMLDetailsElement, "#private details").open = true;
        $("#private").focus();
      },
      { signal },
    );
    this.#show("mark", "");
    this.#element.href = "#private";
  }

  /**
   * Verify the receipt at the end.
   * @param {Receipt | undefined} receipt
   * @param {GameLog} log
   */
  async prove(receipt, log) {
    if (!receipt) {
      $("#proof").hidden = true;
      this.#provedDigest = undefined;
      return this.#show("mark", "");
    }
    if (this.#provedDigest === receipt.drawn.digest) return undefined;
    this.#provedDigest = receipt.drawn.digest;
    const { prove } = await loadProof();
    $("#proof").hidden = false; // not before, as the verdict of the last hand is there
    const verdict = await prove(log);
    const [name, kind] = MARKS[verdict] ?? ["mark", ""]; // the verdict alone says what is not checked
    this.#show(name, kind);
    this.#element.href = getElement(HTMLAnchorElement, "#hand-over").href;
    return undefined;
  }

  /**
   * @param {string} name of the text
   * @param {string} kind the class
   */
  #show(name, kind) {
    this.#element.textContent = t(`table.private.${name}`);
    this.#element.className = `mark ${kind}`;
  }
}
