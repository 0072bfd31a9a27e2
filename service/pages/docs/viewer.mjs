/** What is changed in Swagger UI: what a page of ours has already, and what would keep some readers out. */

/** Swagger UI's own layout has a title, servers and a second `main`; here are its errors and its operations alone. */
const layout = ({ React }) =>
  function Operations({ getComponent }) {
    const parts = [getComponent("errors", true), getComponent("operations", true)];
    return React.createElement("div", { className: "swagger-ui" }, ...parts.map((part) => React.createElement(part)));
  };

/** No link within a button: whoever opens an operation has its link in the address. */
const words = (_, { React }) => ({ text }) => React.createElement("span", null, text);

/** Opens what an address such as `docs#/decks/shuffle_deck` names; Swagger UI's own takes each `_` for a space as well. */
const opened = (_, { layoutActions, layoutSelectors }) => (hash) => {
  if (!hash.startsWith("#/")) return;
  const names = hash.slice(2).split("/");
  const key = layoutSelectors.isShownKeyFromUrlHashArray(names);
  layoutActions.show(layoutSelectors.isShownKeyFromUrlHashArray(names.slice(0, 1)), true);
  layoutActions.show(key, true);
  layoutActions.scrollTo(key);
  layoutActions.scrollToVirtualizedOperation(key);
};

export const plugin = (system) => ({
  components: { Operations: layout(system) },
  wrapComponents: { DeepLink: words },
  statePlugins: { layout: { wrapActions: { parseDeepLinkHash: opened } } },
});

/** Gives each field its name and each text that scrolls a place in the order of the Tab key, now and whenever more is shown. */
export function mend(place) {
  const mended = () => {
    for (const row of place.querySelectorAll("tr[data-param-name]")) {
      for (const field of row.querySelectorAll("input, select, textarea")) field.ariaLabel = row.dataset.paramName;
    }
    for (const body of place.querySelectorAll(".body-param textarea, .body-param select")) body.ariaLabel ??= "Request body";
    for (const text of place.querySelectorAll("pre")) text.tabIndex = 0;
  };
  new MutationObserver(mended).observe(place, { childList: true, subtree: true });
}
