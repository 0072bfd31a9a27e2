/** The API documentation: a list of endpoints, and Swagger UI, which is loaded once an endpoint is chosen. */
// @ts-check
import { adaptDocument } from "./openapi.mjs";
import { readFragment } from "../shared/fragments.mjs";
import { $, create, showText } from "../shared/elements.mjs";
import { ROOT, fetchJson } from "../shared/service.mjs";
import { patch, plugin } from "./viewer.mjs";

/** @import { Attributes } from "../shared/elements.mjs" */

/**
 * What is used of the system of Swagger UI.
 * @typedef {{ layoutActions: { parseDeepLinkHash: (fragment: string) => void } }} ViewerSystem
 */

/**
 * The function that its script defines: it shows the viewer by some options.
 * @typedef {{ (options: object): { getSystem: () => ViewerSystem }, presets: { apis: unknown } }} SwaggerUi
 */

const list = $("#list");
const viewer = $("#viewer");
const dark = matchMedia("(prefers-color-scheme: dark)");

/** Switch Swagger UI to its dark theme, which depends on a class, if the browser prefers it. */
const updateTheme = () =>
  document.documentElement.classList.toggle("dark-mode", dark.matches);

/**
 * Load a file by an element, which is appended to the head or inserted before another one.
 * @param {"script" | "link"} tag
 * @param {Attributes} attributes
 * @param {Element | null} [before]
 */
const load = (tag, attributes, before = null) =>
  new Promise((resolve, reject) => {
    const onerror = () => reject(new Error("Swagger UI cannot be loaded."));
    document.head.insertBefore(
      create(tag, { ...attributes, onload: resolve, onerror }),
      before,
    );
  });

/** @param {string} name of a file of Swagger UI */
const urlOf = (name) => new URL(`./swagger-ui/${name}`, import.meta.url).href;

/** Load Swagger UI, and return it. It must leave the page's own links to the browser, which also moves the focus. */
async function loadSwaggerUi() {
  const globals =
    /** @type {{ noZensmooth?: boolean, SwaggerUIBundle?: SwaggerUi }} */ (
      globalThis
    );
  globals.noZensmooth = true;
  await Promise.all([
    load("script", { src: urlOf("swagger-ui-bundle.js") }),
    load(
      "link",
      { rel: "stylesheet", href: urlOf("swagger-ui.css") },
      $("link[href$='docs.css']"),
    ), // whose rules win
  ]);
  return /** @type {SwaggerUi} */ (globals.SwaggerUIBundle);
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

/** Load the viewer and the document, and start it. Return its system. */
async function startViewer() {
  const [openapi, createViewer] = await Promise.all([
    fetchJson("openapi.json?examples=true"),
    loadSwaggerUi(),
  ]);
  updateTheme();
  patch(viewer);
  dark.addEventListener("change", updateTheme);
  const ui = createViewer({
    spec: adaptDocument(openapi, ROOT, viewer.dataset.openTags?.split(" ")),
    domNode: viewer,
    deepLinking: true,
    docExpansion: matchMedia("(width < 40rem)").matches ? "none" : "list",
    defaultModelsExpandDepth: -1,
    displayRequestDuration: true,
    validatorUrl: null,
    presets: [createViewer.presets.apis],
    plugins: [plugin],
    layout: "Operations",
    syntaxHighlight: { theme: "nord" },
  });
  return ui.getSystem();
}

/**
 * The viewer, once an endpoint was chosen: a promise of its system.
 * @type {{ opening?: Promise<ViewerSystem> }}
 */
const opened = {};

/** Open the endpoint that the address names, in the viewer. */
async function openEndpoint() {
  const fragment = readFragment();
  if (!fragment?.startsWith("#/")) return;
  const isOpen = Boolean(opened.opening);
  try {
    opened.opening ??= openViewer();
    const system = await opened.opening;
    if (isOpen)
      system.layoutActions.parseDeepLinkHash(
        decodeURIComponent(readFragment() ?? ""),
      ); // at first it does so itself
  } catch (error) {
    opened.opening = undefined;
    viewer.hidden = true;
    list.hidden = false;
    const { message } = /** @type {Error} */ (error);
    showText("#list .problem", `The viewer cannot be shown: ${message}`);
    $("#list .problem").scrollIntoView({ block: "center" });
  }
}

addEventListener("hashchange", openEndpoint);
openEndpoint();
