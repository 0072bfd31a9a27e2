/** What a deal is below the table: the request as code, the steps of the deal, and the response. */
import { $, create, createCopyButton } from "../shared/page.mjs";
import { LANGUAGE, t } from "../shared/texts.mjs";
import { CATALOGUE } from "./catalogue.mjs";
import { formatJson, renderSnippets } from "./snippets.mjs";

let steps = []; // of the deal on the table

/** Show the steps of a deal; in a language other than English once they are looked at. */
async function showSteps(lines) {
  steps = lines;
  $("#procedure ol").replaceChildren(
    ...lines.map((line) => create("li", { lang: "en" }, line)),
  );
  if (LANGUAGE === "en" || !$("#procedure").open) return;
  const { translateSteps } = await import("./procedure.mjs");
  const items = await translateSteps(lines);
  if (steps === lines) $("#procedure ol").replaceChildren(...items);
}

/** Show the rule by which a deal is void, if the game has one. */
async function showMisdeal(rule) {
  const text = $("#misdeal > span");
  text.lang = "en";
  text.textContent = rule ? `${rule.sentence}.` : "";
  if (!rule || LANGUAGE === "en") return;
  const [item] = await (
    await import("./procedure.mjs")
  ).translateSteps([`${rule.sentence}: shuffle all the cards and deal again.`]);
  if (text.textContent !== `${rule.sentence}.`) return;
  text.replaceChildren(...item.childNodes);
  text.removeAttribute("lang");
}

$("#procedure").addEventListener("toggle", () => showSteps(steps));

/** Show the details of a state of the table; in a sealed game those of its `last` request. */
export function showDetails({ request, response, game, last, view }) {
  $("#snippets").replaceChildren(
    ...renderSnippets(
      last ?? { ...request.prepare(CATALOGUE.fields), action: request.action },
    ),
  );
  $("#procedure").hidden =
    !game.procedure.length && !$("#procedure > .origin").textContent;
  showSteps(game.procedure);
  showMisdeal(game.void_deal);
  $("#misdeal").hidden =
    !game.void_deal ||
    request.isSealed ||
    request.isBatch ||
    request.get("where") !== undefined;
  const json = formatJson(last?.response ?? response);
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
  $("#response").closest("section").hidden = Boolean(view); // in which all cards are seen
  $("#details").hidden = request.isPrivate && !last; // another tab makes the requests
}
