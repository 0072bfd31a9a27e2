/** The API documentation: a list of endpoints, and Swagger UI, which is loaded once an endpoint is chosen. */
// @ts-check
import { adaptDocument } from "./openapi.mjs";
import { readFragment } from "../shared/fragments.mjs";
import { $, create, findElement, showText } from "../shared/elements.mjs";
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

/**
 * The page: its list of endpoints, the viewer in place of it, and a promise of the viewer's system once an endpoint was
 * chosen.
 * @typedef {{ list: HTMLElement, viewer: HTMLElement, opening?: Promise<ViewerSystem> }} DocsPage
 */

/** Switch Swagger UI to its dark theme, which depends on a class, whenever the browser prefers it. */
function followTheme() {
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const update = () =>
    document.documentElement.classList.toggle("dark-mode", dark.matches);
  update();
  dark.addEventListener("change", update);
}

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

/**
 * Show the viewer in place of the list, which stays until the viewer has read the document, as that takes seconds.
 * Return the system of Swagger UI.
 * @param {DocsPage} page
 */
async function openViewer({ list, viewer }) {
  const loading = create("p.opening", { role: "status" }, "Opening …");
  const row = document.getElementById((readFragment() ?? "").slice(1));
  (row ?? list).prepend(loading);
  loading.scrollIntoView({ block: "nearest" });
  try {
    const system = await startViewer(viewer);
    await waitForEndpoints(viewer);
    list.hidden = true;
    viewer.hidden = false;
    return system;
  } finally {
    loading.remove();
  }
}

/**
 * Wait until the viewer has endpoints.
 * @param {HTMLElement} viewer
 */
const waitForEndpoints = (viewer) =>
  new Promise((resolve) => {
    const follow = () => {
      if (!findElement(".opblock-tag", viewer)) return;
      observer.disconnect();
      resolve(undefined);
    };
    const observer = new MutationObserver(follow);
    observer.observe(viewer, { childList: true, subtree: true });
    follow();
  });

/**
 * Load the viewer and the document, and start it. Return its system.
 * @param {HTMLElement} viewer
 */
async function startViewer(viewer) {
  const [openapi, createViewer] = await Promise.all([
    fetchJson("openapi.json?examples=true"),
    loadSwaggerUi(),
  ]);
  followTheme();
  patch(viewer);
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
    syntaxHighlight: { activated: false }, // its themes are not in the colours of the page
  });
  return ui.getSystem();
}

/**
 * Open the endpoint that the address names, in the viewer.
 * @param {DocsPage} page
 */
async function openEndpoint(page) {
  const fragment = readFragment();
  if (!fragment?.startsWith("#/")) return;
  const isOpen = page.opening !== undefined;
  try {
    page.opening ??= openViewer(page);
    const system = await page.opening;
    if (isOpen)
      system.layoutActions.parseDeepLinkHash(
        decodeURIComponent(readFragment() ?? ""),
      ); // at first it does so itself
  } catch (error) {
    page.opening = undefined;
    page.viewer.hidden = true;
    page.list.hidden = false;
    const { message } = /** @type {Error} */ (error);
    showText("#list .problem p", `The viewer cannot be shown: ${message}`);
    const problem = $("#list .problem");
    problem.hidden = false;
    problem.scrollIntoView({ block: "center" });
  }
}

/** Open the endpoint that the address names: now, after each change of the address, and again after a failure. */
function start() {
  const page = { list: $("#list"), viewer: $("#viewer") };
  addEventListener("hashchange", () => openEndpoint(page));
  $("#list .problem button").addEventListener("click", () =>
    openEndpoint(page),
  );
  openEndpoint(page);
}

start();
