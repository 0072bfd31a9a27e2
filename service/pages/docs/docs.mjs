/** The API documentation: the OpenAPI document in Swagger UI. */
import { adaptDocument } from "./openapi.mjs";
import { $, ROOT, fetchJson, create } from "../shared/page.mjs";
import { patch, plugin } from "./viewer.mjs";

const viewer = $("#viewer");
const dark = matchMedia("(prefers-color-scheme: dark)");

/** Switch Swagger UI to its dark theme, which depends on a class, if the browser prefers it. */
const updateTheme = () => document.documentElement.classList.toggle("dark-mode", dark.matches);

/** Load Swagger UI, which is not a module. It must leave the page's own links to the browser, which also moves the focus. */
function loadSwaggerUi() {
  window.noZensmooth = true;
  const src = new URL("./swagger-ui/swagger-ui-bundle.js", import.meta.url);
  return new Promise((resolve, reject) => {
    const fail = () => reject(new Error("Swagger UI cannot be loaded."));
    document.head.append(create("script", { src, onload: resolve, onerror: fail }));
  });
}

try {
  const [openapi] = await Promise.all([fetchJson("openapi.json?examples=true"), loadSwaggerUi()]);
  updateTheme();
  patch(viewer);
  dark.addEventListener("change", updateTheme);
  const ui = SwaggerUIBundle({
    spec: adaptDocument(openapi, ROOT, viewer.dataset.openTags?.split(" ")),
    domNode: viewer,
    deepLinking: true,
    docExpansion: matchMedia("(width < 40rem)").matches ? "none" : "list",
    defaultModelsExpandDepth: -1,
    displayRequestDuration: true,
    validatorUrl: null,
    presets: [SwaggerUIBundle.presets.apis],
    plugins: [plugin],
    layout: "Operations",
    syntaxHighlight: { theme: "nord" },
  });
  addEventListener("hashchange", () => ui.getSystem().layoutActions.parseDeepLinkHash(decodeURIComponent(location.hash)));
} catch (error) {
  viewer.replaceChildren(create("p.problem", { role: "alert" }, `The viewer cannot be shown: ${error.message}`));
}
