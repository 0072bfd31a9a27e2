/** Changes to Swagger UI: without the parts that our page has already, and accessible. */
// @ts-check
import { $, $$, findElement } from "../shared/elements.mjs";

/**
 * What is used of the system of Swagger UI, which is passed to each part of a plugin.
 * @typedef {object} System
 * @property {{ createElement: (type: unknown, props?: object | null, ...children: unknown[]) => unknown }} React
 * @property {{ specJson: () => Map<string, unknown> }} specSelectors
 * @property {{ isShownKeyFromUrlHashArray: (names: string[]) => unknown }} layoutSelectors
 * @property {() => { dispatch: (action: object) => void }} getStore
 */

/**
 * Create a layout of errors, the field for a key where one is asked for, and operations; Swagger UI's own has a title,
 * servers and a second `main`.
 * @param {System} system
 */
const createLayout = ({ React, specSelectors }) =>
  /** @param {{ getComponent: (name: string, isContainer: boolean) => unknown }} props */
  function Operations({ getComponent }) {
    const hasKey = specSelectors.specJson().get("security");
    const names = hasKey
      ? ["errors", "AuthorizeBtnContainer", "operations"]
      : ["errors", "operations"];
    return React.createElement(
      "div",
      { className: "swagger-ui" },
      ...names.map((name) => React.createElement(getComponent(name, true))),
    );
  };

/**
 * Replace the link in a button by its text; the address bar has the link once the operation is open.
 * @param {unknown} _ the component that is replaced
 * @param {System} system
 * @returns {(props: { text: string }) => unknown} the component in its place
 */
const replaceLink =
  (_, { React }) =>
  ({ text }) =>
    React.createElement("span", null, text);

/**
 * Lay out a list of numbers or texts in an answer as a text that wraps, in place of a line for each.
 * @param {string} json
 */
const joinLists = (json) =>
  json.replace(/\[\n[^[\]{}]*\]/g, (list) =>
    list.replace(/\n\s*/g, " ").replace("[ ", "[").replace(/ \]$/, "]"),
  );

/**
 * Show an answer with its lists in lines that wrap.
 * @param {unknown} HighlightCode the component that shows it
 * @param {System} system
 */
const wrapLists = (HighlightCode, { React }) =>
  /** @param {{ children?: unknown }} props */
  function WrappedCode(props) {
    const { children } = props;
    const code = typeof children === "string" ? joinLists(children) : children;
    return React.createElement(HighlightCode, { ...props, children: code });
  };

const MAX_NAMES = 12;

/**
 * Fold the list of the values of a parameter, if they are many.
 * @param {unknown} Markdown the component that renders a text
 * @param {System} system
 */
const foldNames = (Markdown, { React }) =>
  /** @param {{ className?: string, source: string }} props */
  function FoldedMarkdown(props) {
    const text = React.createElement(Markdown, props);
    const count =
      props.className === "parameter__enum"
        ? props.source.split(",").length
        : 0;
    return count > MAX_NAMES
      ? React.createElement(
          "details",
          { className: "names" },
          React.createElement("summary", null, `One of ${count} values`),
          text,
        )
      : text;
  };

/**
 * Open the operation that a URL such as `docs#/decks/shuffle_deck` names; Swagger UI's own function reads `_` as a
 * space.
 * @param {unknown} _ the function that is replaced
 * @param {System} system
 * @returns {(fragment: string) => void} the function in its place
 */
const openOperation =
  (_, { getStore, layoutSelectors }) =>
  (hash) => {
    if (!hash.startsWith("#/")) return;
    const names = hash.slice(2).split("/");
    for (const part of [names.slice(0, 1), names]) {
      const thing = layoutSelectors.isShownKeyFromUrlHashArray(part);
      getStore().dispatch({
        type: "layout_show",
        payload: { thing, shown: true },
      }); // the action itself would add to the history
    }
    showOperation(names);
  };

/**
 * Scroll to an operation once it is to see, and focus it. Swagger UI itself scrolls only to an operation that it
 * renders anew.
 * @param {string[]} names of its tag and itself: ["decks", "shuffle_deck"]
 * @param {number} [frames] how many to wait for it
 */
function showOperation(names, frames = 30) {
  const block = document.getElementById(`operations-${names.join("-")}`);
  if (block?.checkVisibility()) {
    block.scrollIntoView();
    $(".opblock-summary-control", block).focus({ preventScroll: true });
  } else if (frames > 0)
    requestAnimationFrame(() => showOperation(names, frames - 1));
}

/**
 * Bring the answer to a request into view, once it is there. The button that sent the request gets the focus back,
 * which it loses while it waits.
 * @param {(path: string, method: string, response: object) => unknown} setResponse the action that is wrapped
 * @returns {(path: string, method: string, response: object) => unknown} the action in its place
 */
const showAnswer = (setResponse) => (path, method, response) => {
  const action = setResponse(path, method, response);
  requestAnimationFrame(() => {
    const block = $(`.opblock-${method}:has([data-path="${path}"])`);
    if (document.activeElement === document.body)
      findElement(".execute", block)?.focus({ preventScroll: true });
    const answer = findElement(".live-responses-table", block);
    answer?.scrollIntoView({ block: "nearest" });
  });
  return action;
};

/**
 * Return the plugin of Swagger UI that makes the changes.
 * @param {System} system
 */
export const plugin = (system) => ({
  components: { Operations: createLayout(system) },
  wrapComponents: {
    DeepLink: replaceLink,
    HighlightCode: wrapLists,
    Markdown: foldNames,
  },
  statePlugins: {
    layout: { wrapActions: { parseDeepLinkHash: openOperation } },
    spec: { wrapActions: { setResponse: showAnswer } },
  },
});

/**
 * Label each field and make each block that scrolls focusable, now and after every change.
 * @param {HTMLElement} viewer
 */
export function patch(viewer) {
  viewer.addEventListener("click", (event) => {
    const target = /** @type {Element} */ (event.target);
    const link = target.closest?.('a[href^="#/"]'); // which the viewer would open in another tab
    if (!(link instanceof HTMLAnchorElement)) return;
    event.preventDefault();
    location.hash = link.hash;
  });
  new MutationObserver(() => labelParts(viewer)).observe(viewer, {
    childList: true,
    subtree: true,
  });
}

/**
 * Label the fields, tables and buttons that the viewer has now, and make its blocks that scroll focusable.
 * @param {HTMLElement} viewer
 */
function labelParts(viewer) {
  for (const row of $$("tr[data-param-name]", viewer)) {
    const { paramName = "" } = row.dataset;
    for (const field of $$("input, select, textarea", row))
      field.ariaLabel = paramName;
  }
  for (const body of $$(".body-param textarea, .body-param select", viewer))
    body.ariaLabel ??= "Request body";
  for (const select of $$(".examples-select-element", viewer))
    select.ariaLabel ??= "Example";
  for (const table of $$(".responses-table[role=region]", viewer))
    table.ariaLabel ??= `Responses of ${table.closest(".opblock")?.id}`;
  for (const text of $$("pre", viewer)) text.tabIndex = 0;
  for (const button of $$(".dialog-ux button", viewer))
    // Theirs is not what is on it
    button.ariaLabel = button.matches(".close-modal") ? "Close" : null;
  for (const heading of $$(".dialog-ux h6", viewer)) heading.ariaLevel = "5";
}
