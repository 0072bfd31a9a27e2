/** Changes to Swagger UI: without the parts that our page has already, and accessible. */
// @ts-check
import { $, $$, findElement } from "../shared/elements.mjs";

/**
 * What is used of the system of Swagger UI, which is passed to each part of a plugin.
 * @typedef {object} System
 * @property {{ createElement: (type: unknown, props?: object | null, ...children: unknown[]) => unknown }} React
 * @property {{ specJson: () => Map<string, unknown> }} specSelectors
 */

/**
 * What is used of the lists and maps of Swagger UI, which are those of Immutable.js.
 * @template Value
 * @typedef {{ filter: (keep: (value: Value, key: string) => boolean) => Collection<Value> }} Collection
 */

/**
 * What is used of an operation, of the operations of a tag, and of all of these by tag.
 * @typedef {{ getIn: (path: string[]) => unknown }} ViewedOperation
 * @typedef {{ update: (key: string, change: (operations: Collection<ViewedOperation>) => Collection<ViewedOperation>) => TagGroup }} TagGroup
 * @typedef {{ filter: (keep: (group: TagGroup, tag: string) => boolean) => { map: (change: (group: TagGroup) => TagGroup) => unknown } }} OperationsByTag
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

/**
 * Return the operation of this name with its tag, and no other.
 * @param {OperationsByTag} operationsByTag
 * @param {string} name such as "decks/shuffle_deck"
 */
const keepOperation = (operationsByTag, name) =>
  operationsByTag
    .filter((_, tag) => tag === name.split("/")[0])
    .map((group) =>
      group.update("operations", (operations) =>
        operations.filter(
          (operation) =>
            operation.getIn(["operation", "operationId"]) ===
            name.split("/")[1],
        ),
      ),
    );

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
    answer?.scrollIntoView();
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
    HighlightCode: wrapLists,
  },
  fn: { opsFilter: keepOperation },
  statePlugins: {
    spec: { wrapActions: { setResponse: showAnswer } },
  },
});

/**
 * Label each field and make each block that scrolls focusable, now and after every change.
 * @param {HTMLElement} viewer
 */
export function patch(viewer) {
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
  for (const heading of $$(".opblock h4", viewer)) heading.ariaLevel = "3";
  for (const heading of $$(".opblock h5", viewer)) heading.ariaLevel = "4";
}
