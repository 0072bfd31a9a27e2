/** The API documentation: a list of endpoints, and one endpoint by Swagger UI, which is loaded once one is chosen. */
// @ts-check
import { adaptDocument } from "./openapi.mjs";
import { readFragment } from "../shared/fragments.mjs";
import { $, $$, create, findElement, showText } from "../shared/elements.mjs";
import { ROOT, fetchJson } from "../shared/service.mjs";
import { patch, plugin } from "./viewer.mjs";

/** @import { Attributes } from "../shared/elements.mjs" */

/**
 * What is used of the system of Swagger UI.
 * @typedef {{ layoutActions: { updateFilter: (name: string) => void } }} ViewerSystem
 */

/**
 * The function that its script defines: it shows the viewer by some options.
 * @typedef {{ (options: object): { getSystem: () => ViewerSystem }, presets: { apis: unknown } }} SwaggerUi
 */

/**
 * The page: the parts of its overview, the endpoint in place of them, the viewer in this, a promise of the viewer's
 * system once an endpoint was chosen, and the row of this endpoint in the list.
 * @typedef {object} DocsPage
 * @property {HTMLElement[]} overview
 * @property {HTMLElement} endpoint
 * @property {HTMLElement} viewer
 * @property {Promise<ViewerSystem>} [opening]
 * @property {HTMLElement} [row]
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
 * Wait until the viewer has an endpoint.
 * @param {HTMLElement} viewer
 */
const waitForEndpoint = (viewer) =>
  new Promise((resolve) => {
    const follow = () => {
      if (!findElement(".opblock", viewer)) return;
      observer.disconnect();
      resolve(undefined);
    };
    const observer = new MutationObserver(follow);
    observer.observe(viewer, { childList: true, subtree: true });
    follow();
  });

/** Return the name of the endpoint in the address, such as "decks/shuffle_deck"; "" if it names none. */
function readName() {
  const fragment = readFragment() ?? "";
  return fragment.startsWith("#/") ? fragment.slice(2) : "";
}

/**
 * Load the viewer and the document, and start it with the endpoint of the address. Return its system.
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
    filter: readName(),
    docExpansion: "full", // the endpoint that the filter leaves is open
    tryItOutEnabled: true,
    defaultModelsExpandDepth: -1,
    displayRequestDuration: true,
    validatorUrl: null,
    presets: [createViewer.presets.apis],
    plugins: [plugin],
    layout: "Operations",
    syntaxHighlight: { activated: false }, // its themes are not in the colours of the page
  });
  await waitForEndpoint(viewer);
  return ui.getSystem();
}

/**
 * Show the overview, or the endpoint in place of it.
 * @param {DocsPage} page
 * @param {boolean} isEndpoint
 */
function choosePart({ overview, endpoint }, isEndpoint) {
  for (const part of overview) part.hidden = isEndpoint;
  endpoint.hidden = !isEndpoint;
}

/**
 * Show the overview again, at the row of the endpoint that was open.
 * @param {DocsPage} page
 */
function showOverview(page) {
  choosePart(page, false);
  const link = page.row && findElement("a", page.row);
  link?.focus({ preventScroll: true });
  link?.scrollIntoView({ block: "center" });
  page.row = undefined;
}

/**
 * Show what an endpoint is called and its methods, each of which is a link if it has two.
 * @param {HTMLElement} row of the endpoint in the list
 * @param {string} name of the operation that is chosen
 */
function showHeading(row, name) {
  const methods = $$("b[data-fragment]", row).map(
    ({ className, dataset, textContent }) =>
      create(
        "a",
        {
          class: className,
          href: `#${dataset.fragment}`,
          "aria-current": dataset.fragment === `/${name}` && "true",
        },
        textContent,
      ),
  );
  const heading = $("#chosen");
  heading.textContent = $("a > span", row).textContent;
  $("#endpoint .address .methods").replaceChildren(...methods);
  $("#endpoint .address code").textContent =
    $("code", row).lastChild?.textContent ?? "";
  scrollTo(0, 0);
  heading.focus({ preventScroll: true });
}

/**
 * Show the endpoint of this name, or why its viewer cannot be shown.
 * @param {DocsPage} page
 */
async function showEndpoint(page) {
  const opening = $("#endpoint .opening");
  const problem = $("#endpoint .problem");
  problem.hidden = true;
  opening.hidden = page.opening !== undefined;
  try {
    page.opening ??= startViewer(page.viewer);
    const system = await page.opening;
    system.layoutActions.updateFilter(readName());
  } catch (error) {
    page.opening = undefined;
    const { message } = /** @type {Error} */ (error);
    showText(
      "#endpoint .problem p",
      `It cannot be called from here: ${message}`,
    );
    problem.hidden = false;
  } finally {
    opening.hidden = true;
  }
}

/**
 * Show what the address names: an endpoint, or the overview.
 * @param {DocsPage} page
 */
function followAddress(page) {
  const name = readName();
  const row = $$("#list li").find((item) =>
    $$("b", item).some(({ dataset }) => dataset.fragment === `/${name}`),
  );
  if (row) {
    page.row = row;
    choosePart(page, true);
    showHeading(row, name);
    showEndpoint(page);
  } else showOverview(page);
}

/** Follow the address: now, after each of its changes, and again after a failure. */
function start() {
  /** @type {DocsPage} */
  const page = {
    overview: $$("[data-overview]"),
    endpoint: $("#endpoint"),
    viewer: $("#viewer"),
  };
  addEventListener("hashchange", () => followAddress(page));
  $("#endpoint .problem button").addEventListener("click", () =>
    showEndpoint(page),
  );
  followAddress(page);
}

start();
