/** What a deal is below the table: the request as code, the steps of the deal, and the response. */
// @ts-check
/** @import { Game } from "../../deals/cards.mjs" */
/** @import { TableState } from "../../deals/state.mjs" */
import { createCopyButton } from "../../shared/clipboard.mjs";
import { $, create, getElement } from "../../shared/elements.mjs";
import { LANGUAGE, t } from "../../shared/texts.mjs";
import { getCatalogue } from "../../deals/catalogue.mjs";
import { formatJson, renderSnippets } from "../../shared/snippets.mjs";

/** The steps of the deal on the table, which are translated once they are looked at. */
class Procedure {
  #box = getElement(HTMLDetailsElement, "#procedure");
  #list = $("#procedure ol");
  /** @type {string[]} */
  #lines = [];

  constructor() {
    this.#box.addEventListener("toggle", () => this.show(this.#lines));
  }

  /**
   * Show the steps of a deal; in a language other than English once they are looked at.
   * @param {string[]} lines in English
   */
  async show(lines) {
    this.#lines = lines;
    this.#list.replaceChildren(
      ...lines.map((line) => create("li", { lang: "en" }, line)),
    );
    if (LANGUAGE === "en" || !this.#box.open) return;
    const { translateSteps } = await import("./procedure.mjs");
    const items = await translateSteps(lines);
    if (this.#lines === lines) this.#list.replaceChildren(...items);
  }
}

/**
 * Show the rule by which a deal is void, if the game has one.
 * @param {Game["void_deal"]} rule
 */
async function showMisdeal(rule) {
  const text = $("#misdeal > span");
  text.lang = "en";
  text.textContent = rule ? `${rule.sentence}.` : "";
  if (!rule || LANGUAGE === "en") return;
  const { translateSteps } = await import("./procedure.mjs");
  const [item] = await translateSteps([
    `${rule.sentence}: shuffle all the cards and deal again.`,
  ]);
  if (text.textContent !== `${rule.sentence}.`) return;
  text.replaceChildren(...item.childNodes);
  text.removeAttribute("lang");
}

/** The details of the deal on the table. */
export class Details {
  #procedure = new Procedure();

  /**
   * Show the details of a state of the table; in a sealed game those of its `last` request.
   * @param {TableState} state
   */
  show({ request, response, game, last, view }) {
    const shownRequest = last ?? {
      ...request.prepare(getCatalogue().fields),
      action: request.action,
    };
    $("#snippets").replaceChildren(...renderSnippets(shownRequest));
    $("#procedure").hidden =
      !game.procedure.length && !$("#procedure > .origin").textContent;
    this.#procedure.show(game.procedure);
    showMisdeal(game.void_deal);
    $("#misdeal").hidden =
      !game.void_deal ||
      request.isSealed ||
      request.isBatch ||
      request.get("where") !== undefined;
    showResponse(formatJson(last?.response ?? response));
    const section = $("#response").closest("section");
    if (section) section.hidden = Boolean(view); // in which all cards are seen
    // Another tab makes the requests.
    $("#details").hidden = request.isPrivate && !last;
  }
}

/** @param {string} json */
function showResponse(json) {
  $("#response").replaceChildren(
    create(
      "p.buttons",
      createCopyButton(() => json, t("table.request.copyResponse")),
    ),
    create(
      "pre",
      { tabindex: "0", role: "region", "aria-label": t("table.request.json") },
      json,
    ),
  );
}
