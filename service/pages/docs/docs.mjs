/** The API documentation: a list of endpoints, and Swagger UI, which is loaded once an endpoint is chosen. */
import { adaptDocument } from "./openapi.mjs";
import { readFragment } from "../shared/fragments.mjs";
import { $, ROOT, fetchJson, create, showText } from "../shared/page.mjs";
import { patch, plugin } from "./viewer.mjs";

const [list, viewer] = [$("#list"), $("#viewer")];
const dark = matchMedia("(prefers-color-scheme: dark)");

/** Switch Swagger UI to its dark theme, which depends on a class, if the browser prefers it. */
const updateTheme = () =>
  document.documentElement.classList.toggle("dark-mode", dark.matches);

/** Load a file by an element, which is appended to the head or inserted before another one. */
const load = (tag, attributes, before = null) =>
  new Promise((resolve, reject) => {
    const onerror = () => reject(new Error("Swagger UI cannot be loaded."));
    document.head.insertBefore(
      create(tag, { ...attributes, onload: resolve, onerror }),
      before,
    );
  });

const urlOf = (name) => new URL(`./swagger-ui/${name}`, import.meta.url);

/** Load Swagger UI. It must leave the page's own links to the browser, which also moves the focus. */
function loadSwaggerUi() {
  window.noZensmooth = true;
  return Promise.all([
    load("script", { src: urlOf("swagger-ui-bundle.js") }),
    load(
      "link",
      { rel: "stylesheet", href: urlOf("swagger-ui.css") },
      $("link[href$='docs.css']"),
    ), // whose rules win
  ]);
}

/** Show the viewer in place of the list. Return the system of Swagger UI. */
async function openViewer() {
  const loading = create("p.soft", { role: "status" }, "Loading the viewer …");
  list.hidden = true;
  viewer.hidden = false;
  viewer.before(loading);
  loading.scrollIntoView({ block: "center" });
  try {
    return await startViewer();
  } finally {
    loading.remove();
  }
}

async function startViewer() {
  const [openapi] = await Promise.all([
    fetchJson("openapi.json?examples=true"),
    loadSwaggerUi(),
  ]);
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
  return ui.getSystem();
}

let opening; // a promise of the viewer's system

/** Open the endpoint that the address names, in the viewer. */
async function openEndpoint() {
  if (!readFragment()?.startsWith("#/")) return;
  const isOpen = Boolean(opening);
  try {
    opening ??= openViewer();
    const system = await opening;
    if (isOpen)
      system.layoutActions.parseDeepLinkHash(
        decodeURIComponent(readFragment()),
      ); // at first it does so itself
  } catch (error) {
    opening = undefined;
    viewer.hidden = true;
    list.hidden = false;
    showText("#list .problem", `The viewer cannot be shown: ${error.message}`);
    $("#list .problem").scrollIntoView({ block: "center" });
  }
}

addEventListener("hashchange", openEndpoint);
openEndpoint();
