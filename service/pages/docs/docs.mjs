/** The page docs: the OpenAPI document in Swagger UI. */

import { viewed } from "./openapi.mjs";
import { $, ROOT, ask, element } from "../shared/page.mjs";
import { mend, plugin } from "./viewer.mjs";

const place = $("#viewer");
const dark = matchMedia("(prefers-color-scheme: dark)");

/** Swagger UI has a dark form of its own, where a class asks for it. */
const dress = () => document.documentElement.classList.toggle("dark-mode", dark.matches);

/** Loads Swagger UI, which is no module. It is told to leave the page's own links to the browser, which moves the focus as well. */
function loaded() {
  window.noZensmooth = true;
  const src = new URL("./swagger-ui/swagger-ui-bundle.js", import.meta.url);
  return new Promise((done, failed) => {
    const missing = () => failed(new Error("Swagger UI is not there."));
    document.head.append(element("script", { src, onload: done, onerror: missing }));
  });
}

try {
  const [described] = await Promise.all([ask("openapi.json"), loaded()]);
  dress();
  mend(place);
  dark.addEventListener("change", dress);
  const viewer = SwaggerUIBundle({
    spec: viewed(described, ROOT),
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
