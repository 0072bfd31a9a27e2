/**
 * Keep the language that the visitor chooses at the foot of a page, and show the page in it, with what they have typed.
 */
// @ts-check
import { ROOT } from "./service.mjs";
import { readStored, store } from "./storage.mjs";

// The texts of the page by the ids of their fields, until it is there in the other language
const TYPED = "typed";
const inTab = () => sessionStorage;
const YEAR = 365 * 24 * 60 * 60; // seconds

/** @type {NodeListOf<HTMLAnchorElement>} */
const links = document.querySelectorAll("a[hreflang]");
/** @type {NodeListOf<HTMLTextAreaElement>} */
const fields = document.querySelectorAll("textarea[id]");

for (const link of links)
  link.addEventListener("click", (event) => {
    event.preventDefault();
    const path = new URL(ROOT).pathname;
    document.cookie = `language=${link.hreflang}; path=${path}; max-age=${YEAR}; samesite=lax`;
    const typed = Array.from(fields, ({ id, value }) => [id, value]);
    store(TYPED, typed, inTab);
    const address = new URL(location.href);
    address.searchParams.delete("lang");
    if (address.href === location.href) location.reload();
    else location.replace(address);
  });

for (const [id, text] of readStored(TYPED, inTab) ?? []) {
  const field = document.getElementById(id);
  if (!(field instanceof HTMLTextAreaElement) || field.value === text) continue;
  field.value = text;
  field.dispatchEvent(new Event("input", { bubbles: true }));
}
store(TYPED, undefined, inTab);
