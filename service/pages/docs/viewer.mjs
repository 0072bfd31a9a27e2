/** Changes to Swagger UI: without the parts that our page has already, and accessible. */
import { $$ } from "../shared/page.mjs";

/** Create a layout of errors, the field for a key where one is asked for, and operations; Swagger UI's own has a title, servers and a second `main`. */
const createLayout = ({ React, specSelectors }) =>
  function Operations({ getComponent }) {
    const names = [
      "errors",
      specSelectors.specJson().get("security") && "AuthorizeBtnContainer",
      "operations",
    ].filter(Boolean);
    return React.createElement(
      "div",
      { className: "swagger-ui" },
      ...names.map((name) => React.createElement(getComponent(name, true))),
    );
  };

/** Replace the link in a button by its text; the address bar has the link once the operation is open. */
const replaceLink =
  (_, { React }) =>
  ({ text }) =>
    React.createElement("span", null, text);

const MAX_NAMES = 12;

/** Fold the list of the values of a parameter, if they are many. */
const foldNames = (Markdown, { React }) =>
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

/** Open the operation that a URL such as `docs#/decks/shuffle_deck` names; Swagger UI's own function reads `_` as a space. */
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

/** Scroll to an operation once it is rendered, and focus it. Swagger UI itself scrolls only to an operation that it renders anew. */
function showOperation(names, frames = 30) {
  const block = document.getElementById(`operations-${names.join("-")}`);
  if (block) {
    block.scrollIntoView();
    block
      .querySelector(".opblock-summary-control")
      .focus({ preventScroll: true });
  } else if (frames > 0)
    requestAnimationFrame(() => showOperation(names, frames - 1));
}

export const plugin = (system) => ({
  components: { Operations: createLayout(system) },
  wrapComponents: { DeepLink: replaceLink, Markdown: foldNames },
  statePlugins: {
    layout: { wrapActions: { parseDeepLinkHash: openOperation } },
  },
});

/** Label each field and make each block that scrolls focusable, now and after every change. */
export function patch(viewer) {
  const apply = () => {
    for (const row of $$("tr[data-param-name]", viewer)) {
      for (const field of $$("input, select, textarea", row))
        field.ariaLabel = row.dataset.paramName;
    }
    for (const body of $$(".body-param textarea, .body-param select", viewer))
      body.ariaLabel ??= "Request body";
    for (const select of $$(".examples-select-element", viewer))
      select.ariaLabel ??= "Example";
    for (const table of $$(".responses-table[role=region]", viewer))
      table.ariaLabel ??= `Responses of ${table.closest(".opblock").id}`;
    for (const text of $$("pre", viewer)) text.tabIndex = 0;
    for (const button of $$(".dialog-ux button", viewer))
      button.ariaLabel = button.matches(".close-modal") ? "Close" : null; // theirs is not what is on it
    for (const heading of $$(".dialog-ux h6", viewer)) heading.ariaLevel = 5;
  };
  viewer.addEventListener("click", (event) => {
    const link = event.target.closest?.('a[href^="#/"]'); // which the viewer would open in another tab
    if (!link) return;
    event.preventDefault();
    location.hash = link.hash;
  });
  new MutationObserver(apply).observe(viewer, {
    childList: true,
    subtree: true,
  });
}
