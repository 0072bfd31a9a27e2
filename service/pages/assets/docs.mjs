/** The page docs: the OpenAPI document in Swagger UI, which is loaded before this module. */

import { viewed } from "./document.mjs";
import { $, ROOT, ask, element } from "./page.mjs";
import { mend, plugin } from "./viewer.mjs";

const place = $("#viewer");
const dark = matchMedia("(prefers-color-scheme: dark)");

/** Swagger UI has a dark form of its own, where a class asks for it. */
const dress = () => document.documentElement.classList.toggle("dark-mode", dark.matches);

try {
  const spec = viewed(await ask("openapi.json"), ROOT);
  dress();
  mend(place);
  dark.addEventListener("change", dress);
  const viewer = SwaggerUIBundle({
    spec,
    domNode: place,
    deepLinking: true,
    docExpansion: "list",
    defaultModelsExpandDepth: -1,
    displayRequestDuration: true,
    validatorUrl: null,
    presets: [SwaggerUIBundle.presets.apis],
    plugins: [plugin],
    layout: "Operations",
    syntaxHighlight: { theme: "nord" },
  });
  addEventListener("hashchange", () => viewer.getSystem().layoutActions.parseDeepLinkHash(decodeURIComponent(location.hash)));
} catch (error) {
  place.replaceChildren(element("p", { class: "problem", role: "alert" }, `The viewer cannot be shown: ${error.message}`));
}
