/** What a deal is below the table: the request as code, the steps of the deal, and the response. */
import { $, create, createCopyButton } from "../shared/page.mjs";
import { t } from "../shared/texts.mjs";
import { CATALOGUE } from "./catalogue.mjs";
import { formatJson, renderSnippets } from "./snippets.mjs";

/** Show the details of a state of the table; in a sealed game those of its `last` request. */
export function showDetails({ request, response, game, last, view }) {
  $("#snippets").replaceChildren(...renderSnippets(last ?? { ...request.prepare(CATALOGUE.fields), action: request.action }));
  $("#procedure").hidden = !game.procedure.length && !$("#procedure > .origin").textContent;
  $("#procedure ol").replaceChildren(...game.procedure.map((line) => create("li", { lang: "en" }, line)));
  $("#misdeal > span").textContent = game.void_deal ? `${game.void_deal.sentence}.` : "";
  $("#misdeal").hidden = !game.void_deal || request.isSealed || request.isBatch || request.get("where") !== undefined;
  const json = formatJson(last?.response ?? response);
  $("#response").replaceChildren(
    create("p.buttons", createCopyButton(() => json, t("table.request.copyResponse"))),
    create("pre", { tabindex: "0", role: "region", "aria-label": t("table.request.json") }, json),
  );
  $("#response").closest("section").hidden = Boolean(view); // in which all cards are seen
  $("#details").hidden = request.isPrivate && !last; // another tab makes the requests
}
