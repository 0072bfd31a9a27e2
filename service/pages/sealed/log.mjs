/** The log of a sealed game: the entry of each draw, and the digest of all draws up to it. */
// @ts-check
/** @import { SealedGame } from "./sealed_game.mjs" */
/** @import { SeenEntry } from "../shared/shoes.mjs" */
import { namePlace, toTitle, toWords } from "../shared/labels.mjs";
import { saveFile } from "../shared/files.mjs";
import { MAX_LINK } from "../shared/fragments.mjs";
import { createCopyButton } from "../shared/clipboard.mjs";
import { $, create, getElement } from "../shared/elements.mjs";
import { ROOT } from "../shared/service.mjs";
import { createResultLink } from "../shared/packed.mjs";
import { t } from "../shared/texts.mjs";
import { keepRecord } from "../verdicts/assessment/records.mjs";
import { formatJson } from "../shared/snippets.mjs";

export class Log {
  #json = "";
  #resultLink = getElement(HTMLAnchorElement, "#to-result");

  constructor() {
    this.#resultLink.after(
      ...createCopyButton(
        () => this.#resultLink.href,
        t("table.log.copyResult"),
      ),
    );
    $("#save-receipt").addEventListener("click", () =>
      saveFile("receipt.json", this.#json),
    );
    $("#log-tools").append(
      ...createCopyButton(() => this.#json, t("table.log.copy")),
    );
  }

  /**
   * Show the log of a game; once it is revealed, with its receipt, and links to the pages that show the result and
   * verify it.
   * @param {Pick<SealedGame, "log" | "seats" | "seen" | "digests" | "receipt" | "screen">} game
   */
  async show({ log, seats, seen, digests, receipt, screen }) {
    this.#json = formatJson(log);
    $("#log ol").replaceChildren(
      ...seen.map((entry, i) => renderEntry(entry, digests[i + 1], seats)),
    );
    $("#log-empty").hidden = seen.length > 0;
    $("#log pre").textContent = this.#json;
    const link = getElement(HTMLAnchorElement, "#hand-over");
    $("#share").hidden = !receipt;
    // A link alone does not show who saw the commitment.
    if (receipt) keepRecord(log);
    link.href = receipt
      ? `${ROOT}verify#receipt=${encodeURIComponent(JSON.stringify(log))}`
      : "#";
    // The receipt can be saved.
    link.hidden = !receipt || link.href.length > MAX_LINK;
    if (receipt)
      this.#resultLink.href = await createResultLink({ ...log, screen });
  }
}

/**
 * Render an entry of the log: what it shows of the cards, how many are hidden, and the digest after it.
 * @param {SeenEntry} entry
 * @param {string} digest
 * @param {string[]} seats
 */
function renderEntry(entry, digest, seats) {
  const codes = entry.cards.filter((code) => code !== null);
  const hiddenCount = entry.cards.length - codes.length;
  const hiddenText = codes.length ? "table.log.andHidden" : "table.log.hidden";
  return create("li", [
    create("strong", nameEntry(entry, seats)),
    " ",
    codes.join(" "),
    hiddenCount
      ? create("span.soft", ` ${t(hiddenText, { count: hiddenCount })}`)
      : "",
    create("code", digest),
  ]);
}

/**
 * Return the name of an entry, with a colon: its stage, or the pile or the one of the `seats` that was drawn from.
 * @param {SeenEntry} entry
 * @param {string[]} seats
 */
export function nameEntry({ stage, pile = "", part, in_play: inPlay }, seats) {
  if (stage) return t("table.log.stage", { stage: toTitle(toWords(stage)) });
  const place = namePlace({
    kind: seats.includes(pile) ? "hands" : "piles",
    name: pile,
    part,
  });
  return inPlay
    ? t("table.log.fromShuffled", { place, count: inPlay.length })
    : t("table.log.from", { place });
}
