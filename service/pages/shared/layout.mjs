/**
 * What all pages have around their own part: the link that skips the menu, and at the foot the languages. The page is
 * shown in the one that its visitor chooses, with what they have typed.
 */
// @ts-check
import { $ } from "./elements.mjs";
import { ROOT } from "./service.mjs";
import { inTab, readStored, store } from "./storage.mjs";

// The texts of the page by the ids of their fields, until it is there in the other language
const TYPED = "typed";
const YEAR = 365 * 24 * 60 * 60; // seconds

/**
 * Show the page in the language of a link, and keep what was typed until it is there.
 * @param {HTMLAnchorElement} link
 * @param {Iterable<HTMLTextAreaElement>} fields
 */
function changeLanguage({ hreflang }, fields) {
  const path = new URL(ROOT).pathname;
  document.cookie = `language=${hreflang}; path=${path}; max-age=${YEAR}; samesite=lax`;
  const typed = Array.from(fields, ({ id, value }) => [id, value]);
  store(TYPED, typed, inTab);
  const address = new URL(location.href);
  address.searchParams.delete("lang");
  if (address.href === location.href) location.reload();
  else location.replace(address);
}

/** Fill the fields with what was typed into the page in another language. */
function restoreTyped() {
  for (const [id, text] of readStored(TYPED, inTab) ?? []) {
    const field = document.getElementById(id);
    if (!(field instanceof HTMLTextAreaElement) || field.value === text)
      continue;
    field.value = text;
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }
  store(TYPED, undefined, inTab);
}

/**
 * Move the focus behind the menu. The address keeps its fragment, which may be all that a page shows.
 * @param {Event} event
 */
function skipMenu(event) {
  event.preventDefault();
  $("#main").focus();
}

/** Listen to the link that skips the menu and to those to other languages, and restore what was typed. */
function start() {
  $(".skip").addEventListener("click", skipMenu);
  /** @type {NodeListOf<HTMLAnchorElement>} */
  const links = document.querySelectorAll("a[hreflang]");
  /** @type {NodeListOf<HTMLTextAreaElement>} */
  const fields = document.querySelectorAll("textarea[id]");
  for (const link of links)
    link.addEventListener("click", (event) => {
      event.preventDefault();
      changeLanguage(link, fields);
    });
  restoreTyped();
}

start();
