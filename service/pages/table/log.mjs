/** The log of a sealed game: what was seen of each draw, and the digest of all draws up to it. */

import { $, ROOT, createCopyButton, createElement } from "../shared/page.mjs";
import { toTitle, toWords } from "./fields.mjs";
import { formatJson } from "./snippets.mjs";

export class Log {
  #json = "";

  constructor() {
    $("#log-tools").append(...createCopyButton(() => this.#json, "Copy the log"));
  }

  /** Show the log of a game; once it is revealed, with its receipt and a link to the page that verifies them. */
  show({ log, seen, digests, receipt }) {
    this.#json = formatJson(log);
    $("#log ol").replaceChildren(...seen.map((entry, i) => renderEntry(entry, digests[i + 1])));
    $("#log-empty").hidden = seen.length > 0;
    $("#log pre").textContent = this.#json;
    const link = $("#hand-over");
    link.hidden = !receipt;
    link.href = receipt ? `${ROOT}verify#receipt=${encodeURIComponent(JSON.stringify(log))}` : "#";
  }
}

function renderEntry(entry, digest) {
  const codes = entry.cards.filter((code) => code !== null);
  const hiddenCount = entry.cards.length - codes.length;
  return createElement(
    "li",
    {},
    createElement("strong", {}, nameEntry(entry)),
    " ",
    codes.join(" "),
    hiddenCount ? createElement("span", { class: "soft" }, ` ${codes.length ? "and " : ""}${hiddenCount} face down`) : "",
    createElement("code", {}, digest),
  );
}

/** Return the name of an entry, with a colon: its stage, or the pile that was drawn from. */
export function nameEntry({ stage, pile, part, in_play: inPlay }) {
  if (stage) return `${toTitle(stage)}:`;
  const name = /^\d+$/.test(part) ? `${pile} ${part}` : [pile, part].filter(Boolean).join(", ");
  return `From the ${toWords(name)}${inPlay ? `, shuffled but for ${inPlay.length}` : ""}:`;
}
