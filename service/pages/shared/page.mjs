/** Shared by all pages: DOM elements, requests to the service, the clipboard. */
// @ts-check

/**
 * What an element is created with: a listener for each attribute `on…`; `true` is an attribute without a value, and a
 * missing attribute is left out. The listener's type lets it take the event that it listens to, such as a
 * `KeyboardEvent`.
 * @typedef {{ listen(event: Event): unknown }["listen"]} Listener
 * @typedef {{ [name: string]: string | number | boolean | null | undefined | Listener }} Attributes
 */

/**
 * A child of an element, or a list of children; a missing one is skipped.
 * @typedef {Node | string | number | false | null | undefined | readonly Child[]} Child
 */

/**
 * The type of an element by the name at the beginning of its selector: "button.primary" is an HTMLButtonElement.
 * @template {string} Selector
 * @typedef {Selector extends `${infer Name}.${string}` ? ElementNamed<Name> : ElementNamed<Selector>} Created
 */

/**
 * @template {string} Name
 * @typedef {Name extends keyof HTMLElementTagNameMap ? HTMLElementTagNameMap[Name] : HTMLElement} ElementNamed
 */

/**
 * How a request is made: by POST if there is a `body`, which is sent as JSON; `signal` cancels it.
 * @typedef {object} RequestOptions
 * @property {unknown} [body]
 * @property {AbortSignal} [signal]
 */

import { t } from "./texts.mjs";

/** The absolute URL of the service's root, with a slash at its end. */
export const ROOT = new URL(
  document.documentElement.dataset.root ?? "",
  location.href,
).href;

/**
 * Return the absolute URL of a path in a response of the API, such as `image`: this page may be served below another
 * prefix.
 * @param {string} path such as "/cards/v1/images/french/AS.svg"
 */
export const resolveUrl = (path) =>
  new URL(path.slice(path.lastIndexOf("/v1/") + 1), ROOT).href;

/**
 * Return the first element that matches a selector, or null.
 * @param {string} selector
 * @param {ParentNode} [within]
 * @returns {HTMLElement | null}
 */
export const findElement = (selector, within = document) =>
  within.querySelector(selector);

/**
 * Return the first element that matches a selector, which the page has: its template, or what made it, says so.
 * @param {string} selector
 * @param {ParentNode} [within]
 */
export const $ = (selector, within = document) =>
  /** @type {HTMLElement} */ (findElement(selector, within));

/**
 * Return the same as an element of a type: `getElement(HTMLInputElement, "#seed")`.
 * @template {Element} Type
 * @param {new () => Type} type
 * @param {string} selector
 * @param {ParentNode} [within]
 */
export function getElement(type, selector, within = document) {
  const element = within.querySelector(selector);
  if (element instanceof type) return element;
  throw new TypeError(`${selector} is no ${type.name}`);
}

/**
 * Return all elements that match a selector, as an array.
 * @param {string} selector
 * @param {ParentNode} [within]
 * @returns {HTMLElement[]}
 */
export const $$ = (selector, within = document) =>
  Array.from(within.querySelectorAll(selector));

/**
 * @param {unknown} value
 * @returns {value is false | null | undefined}
 */
const isMissing = (value) =>
  value === undefined || value === null || value === false;

/**
 * @param {Attributes | Child} value
 * @returns {value is Attributes}
 */
const isAttributes = (value) => value?.constructor === Object;

/**
 * Create an element: `create("p.hint", { id: "a", onclick: act }, "text", child)`. The classes are behind the name, the
 * attributes may be left out. An attribute `on…` is an event listener. Missing attributes and children are skipped.
 * @template {string} Selector
 * @param {Selector} selector
 * @param {Attributes | Child} [first] the attributes, or a child
 * @param {...Child} others
 * @returns {Created<Selector>}
 */
export function create(selector, first, ...others) {
  const [name, ...classes] = selector.split(".");
  const { class: more, ...attributes } = isAttributes(first) ? first : {};
  const children = isAttributes(first) ? others : [first, ...others];
  const created = document.createElement(name);
  // { type: "submit" } makes it submit a form
  if (created instanceof HTMLButtonElement) created.type = "button";
  if (classes.length || !isMissing(more))
    created.className = [...classes, more].filter(Boolean).join(" ");
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === "function")
      created.addEventListener(key.slice("on".length), value);
    else if (!isMissing(value))
      created.setAttribute(key, value === true ? "" : String(value));
  }
  created.append(...flatten(children));
  return /** @type {Created<Selector>} */ (created);
}

/**
 * Return the children in lists of children that are not missing.
 * @param {readonly Child[]} children
 * @returns {(Node | string)[]}
 */
const flatten = (children) =>
  children.flatMap((child) => {
    if (isMissing(child)) return [];
    if (typeof child === "number") return [String(child)];
    return typeof child === "string" || child instanceof Node
      ? [child]
      : flatten(child);
  });

/**
 * Create a shape of an SVG image, with a text in it.
 * @template {keyof SVGElementTagNameMap} Name
 * @param {Name} name
 * @param {{ [name: string]: string | number }} attributes
 * @param {string | number} [text]
 */
export function createShape(name, attributes, text = "") {
  const created = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes))
    created.setAttribute(key, String(value));
  created.textContent = String(text);
  return created;
}

/**
 * Create a list of names and values: [["Round", 3], …]. Skip a missing row.
 * @param {readonly (readonly [name: Child, value: Child] | "" | 0 | false | null | undefined)[]} rows
 */
export const createPairs = (rows) =>
  rows.flatMap((row) => {
    if (!row) return [];
    const [name, value] = row;
    return [create("div", create("dt", name), create("dd", value))];
  });

/**
 * Show a text in an element; hide the element if the text is empty.
 * @param {string} selector
 * @param {string} text
 */
export const showText = (selector, text) =>
  Object.assign($(selector), { textContent: text, hidden: text === "" });

/**
 * Call `act` with the button when a form is submitted, and enable the buttons that waited for that (shared/forms.html).
 * @param {HTMLFormElement} form
 * @param {(submitter: HTMLElement | null) => unknown} act
 */
export function listenToSubmit(form, act) {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    act(event.submitter);
  });
  const controls = /** @type {Iterable<HTMLButtonElement>} */ (form.elements);
  for (const control of controls) {
    if (!("waiting" in control.dataset)) continue;
    control.disabled = false;
    delete control.dataset.waiting;
  }
}

/**
 * Return the JSON value that the browser keeps under a name; undefined if it keeps none, or blocks its storage.
 * @param {string} name
 * @param {() => Storage} [getStorage]
 */
export function readStored(name, getStorage = () => localStorage) {
  try {
    return JSON.parse(getStorage().getItem(name) ?? "null") ?? undefined;
  } catch {
    return undefined;
  }
}

/**
 * Keep a value under a name, or forget it if the value is undefined. A storage that is full or blocked keeps nothing.
 * @param {string} name
 * @param {unknown} value
 * @param {() => Storage} [getStorage]
 */
export function store(name, value, getStorage = () => localStorage) {
  try {
    if (value === undefined) getStorage().removeItem(name);
    else getStorage().setItem(name, JSON.stringify(value));
  } catch {
    // The page works without it, until it is left.
  }
}

/**
 * Move the focus up or down between elements by the arrow keys.
 * @param {KeyboardEvent} event
 * @param {HTMLElement[]} elements
 */
export function moveFocus(event, elements) {
  if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
  event.preventDefault();
  const focused = elements.findIndex(
    (element) => element === document.activeElement,
  );
  const step = event.key === "ArrowDown" ? 1 : -1;
  elements[focused + step]?.focus();
}

/**
 * Open a dialog. Return the value with which it is closed.
 * @param {HTMLDialogElement} dialog
 * @returns {Promise<string>}
 */
export function openDialog(dialog) {
  document.body.append(dialog);
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => {
      dialog.remove();
      resolve(dialog.returnValue);
    });
  });
}

/**
 * Scroll to an element unless it begins in the upper half of the window.
 * @param {Element} element
 */
export function bringIntoView(element) {
  const { top } = element.getBoundingClientRect();
  if (top < 0 || top > innerHeight / 2)
    element.scrollIntoView({ block: "start" });
}

/**
 * An error response of the service (RFC 9457): `status`, `errors` by field, and `retryAfter` in seconds if it has one.
 */
export class Problem extends Error {
  /**
   * @param {number} status 0 if there was no response
   * @param {{ title?: string, detail?: string, errors?: Record<string, string[]> }} [problem]
   * @param {number} [retryAfter]
   */
  constructor(
    status,
    { title = t("shared.failed"), detail = "", errors = {} } = {},
    retryAfter = undefined,
  ) {
    super(detail || title);
    this.status = status;
    this.title = title;
    this.errors = errors;
    this.retryAfter = retryAfter;
  }
}

/**
 * Return the JSON of a path such as `v1/decks`, requested by GET, or by POST if there is a body. Throw a `Problem` for
 * an error.
 * @param {string} path
 * @param {RequestOptions & { query?: { [name: string]: string | number | boolean | undefined } }} [options]
 * @returns {Promise<any>} who asks knows its shape
 */
export async function fetchJson(path, { query = {}, body, signal } = {}) {
  const url = new URL(path, ROOT);
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== "")
      url.searchParams.set(name, String(value));
  const response = await request(url, { body, signal });
  return response.json().catch(toProblem);
}

/**
 * Return a file of a path as a `Blob`, and its `name`. Throw a `Problem` for an error.
 * @param {string} path
 * @param {RequestOptions} [options]
 */
export async function fetchFile(path, { body, signal } = {}) {
  const response = await request(new URL(path, ROOT), {
    body,
    signal,
    mediaType: "*/*",
  });
  const [, name] =
    /filename="([^"]+)"/.exec(
      response.headers.get("Content-Disposition") ?? "",
    ) ?? [];
  return { name, file: await response.blob() };
}

/**
 * Return the lines of NDJSON of a path as they come, parsed. Throw a `Problem` for an error.
 * @param {string} path
 * @param {RequestOptions} [options]
 * @returns {Promise<AsyncGenerator<any, void>>} who asks knows the shape of a line
 */
export async function fetchLines(path, { body, signal } = {}) {
  const response = await request(new URL(path, ROOT), {
    body,
    signal,
    mediaType: "application/x-ndjson",
  });
  const bytes = /** @type {ReadableStream<Uint8Array>} */ (response.body);
  return readLines(bytes.getReader());
}

/**
 * @param {ReadableStreamDefaultReader<Uint8Array>} reader
 * @returns {AsyncGenerator<unknown, void>}
 */
async function* readLines(reader) {
  const decoder = new TextDecoder();
  let unfinished = "";
  for (;;) {
    const { done, value } = await reader.read().catch(toProblem);
    if (done) return;
    const lines = (unfinished + decoder.decode(value, { stream: true })).split(
      "\n",
    );
    unfinished = lines.pop() ?? "";
    yield* lines.map((line) => JSON.parse(line));
  }
}

/**
 * Sentences for visitors instead of the service's sentences for programs, by status.
 * @type {{ [status: number]: (seconds?: number) => { title: string, detail: string } }}
 */
const REFUSALS = {
  401: () => ({
    title: t("shared.needsKey"),
    detail: t("shared.needsKeySays"),
  }),
  429: (seconds = 1) => ({
    title: t("shared.tooMany"),
    detail: t("shared.tooManySays", { seconds }),
  }),
};

/**
 * Make a request, a POST if there is a body, and return the response. Throw a `Problem` for an error.
 * @param {URL} url
 * @param {RequestOptions & { mediaType?: string }} options
 */
async function request(url, { body, signal, mediaType = "application/json" }) {
  const headers = new Headers({ Accept: mediaType });
  /** @type {RequestInit} */
  const options = { headers, signal };
  if (body !== undefined) {
    headers.set("Content-Type", "application/json");
    options.method = "POST";
    options.body = JSON.stringify(body);
  }
  const response = await fetch(url, options).catch(toProblem);
  if (response.ok) return response;
  const problem = await response.json().catch(() => undefined);
  const retryAfter = Number(response.headers.get("Retry-After")) || undefined;
  throw new Problem(
    response.status,
    REFUSALS[response.status]?.(retryAfter) ?? problem,
    retryAfter,
  );
}

/**
 * Throw the problem that there was no response, or the error of somebody who cancelled the request.
 * @param {Error} error
 * @returns {never}
 */
function toProblem(error) {
  if (error.name === "AbortError") throw error;
  throw new Problem(0, {
    title: t("shared.noResponse"),
    detail: t("shared.noResponseSays"),
  });
}

/**
 * Create a button that copies the text a function returns, and a status that tells screen readers so.
 * @param {() => string} text
 * @param {string} [label]
 */
export function createCopyButton(text, label = t("shared.copy")) {
  const button = create("button.copy", label);
  const status = create("span.hidden", { role: "status" });
  button.addEventListener("click", async () => {
    await copyText(text());
    button.textContent = t("shared.copied");
    status.textContent = t("shared.copied");
    setTimeout(() => {
      button.textContent = label;
      status.textContent = "";
    }, 1500);
  });
  return [button, status];
}

/**
 * Copy a text to the clipboard; on plain http, where browsers withhold the Clipboard API, by a selection.
 * @param {string} text
 */
async function copyText(text) {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const area = create("textarea.hidden", { "aria-hidden": "true" });
  area.value = text;
  document.body.append(area);
  area.select();
  document.execCommand("copy");
  area.remove();
}
