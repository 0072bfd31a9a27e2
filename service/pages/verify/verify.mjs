/** The verify page as it is served: with pictures, an example, and links that name a request. */
import { $, fetchJson } from "../shared/page.mjs";
import { loadTexts, t } from "../shared/texts.mjs";
import { fetchPictures } from "./cards.mjs";
import { createExample } from "./example.mjs";
import { fetchRequested } from "./links.mjs";
import { start } from "./desk.mjs";
import { Unreadable } from "./unreadable.mjs";

const fetchKeys = () =>
  fetchJson(".well-known/jwks.json").catch(() => undefined);
const fetchVerdict = (body) => fetchJson("v1/verify", { body });
async function loadPlanned() {
  await loadTexts();
  return import("./planned.mjs");
}
async function viewPlan(text, options) {
  const planned = await loadPlanned().catch(() => {
    throw new Unreadable(t("verify.notLoaded"));
  });
  return planned.viewPlan(text, options);
}
const [parameters, schemes] = ["parameters", "schemes"].map((name) =>
  JSON.parse($("#form").dataset[name]),
);
const desk = start({
  fetchPictures,
  fetchRequested,
  fetchKeys,
  fetchVerdict,
  viewPlan,
  parameters,
  schemes,
});

$("#example").addEventListener("click", () =>
  desk.fill(() => createExample(fetchJson), "example"),
);
