/** Shared by all pages: DOM elements, requests to the service, the clipboard. */
import { t } from "./texts.mjs";

/** The absolute URL of the service's root, with a slash at its end. */
export const ROOT = new URL(
  document.documentElement.dataset.root,
  location.href,
).href;

/** Return the absolute URL of a path in a response of the API, such as `image`: this page may be served below another prefix. */
export const resolveUrl = (path) =>
  new URL(path.slice(path.lastIndexOf("/v1/") + 1), ROOT).href;

/** Return the first element that matches a selector. */
export const $ = (selector, within = document) =>
  within.querySelector(selector);

/** Return all elements that match a selector, as an array. */
export const $$ = (selector, within = document) => [
  ...within.querySelectorAll(selector),
];

const isMissing = (value) =>
  value === undefined || value === null || value === false;

/**
 * Create an element: `create("p.hint", { id: "a", onclick: act }, "text", child)`. The classes are behind the name, the
 * attributes may be left out. An attribute `on…` is an event listener. Missing attributes and children are skipped.
 */
export function create(selector, ...children) {
  const [name, ...classes] = selector.split(".");
  const { class: more, ...attributes } =
    children[0]?.constructor === Object ? children.shift() : {};
  const created = document.createElement(name);
  if (name === "button") created.type = "button"; // { type: "submit" } makes it submit a form
  if (classes.length || !isMissing(more))
    created.className = [...classes, more].filter(Boolean).join(" ");
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) created.addEventListener(key.slice(2), value);
    else if (!isMissing(value))
      created.setAttribute(key, value === true ? "" : value);
  }
  created.append(
    ...children.flat(Infinity).filter((child) => !isMissing(child)),
  );
  return created;
}

/** Create a shape of an SVG image, with a text in it. */
export function createShape(name, attributes, text = "") {
  const created = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes))
    created.setAttribute(key, value);
  created.textContent = text;
  return created;
}

/** Create a list of names and values: [["Round", 3], …]. Skip a missing row. */
export const createPairs = (rows) =>
  rows
    .filter(Boolean)
    .map(([name, value]) =>
      create("div", create("dt", name), create("dd", value)),
    );

/** Show a text in an element; hide the element if the text is empty. */
export const showText = (selector, text) =>
  Object.assign($(selector), { textContent: text, hidden: text === "" });

/** Call `act` with the button when a form is submitted, and enable the buttons that waited for that (shared/forms.html). */
export function listenToSubmit(form, act) {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    act(event.submitter);
  });
  for (const control of form.elements) {
    if (!("waiting" in control.dataset)) continue;
    control.disabled = false;
    delete control.dataset.waiting;
  }
}

/** Return the JSON value that the browser keeps under a name; undefined if it keeps none, or blocks its storage. */
export function readStored(name, getStorage = () => localStorage) {
  try {
    return JSON.parse(getStorage().getItem(name)) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Keep a value under a name, or forget it if the value is undefined. A storage that is full or blocked keeps nothing. */
export function store(name, value, getStorage = () => localStorage) {
  try {
    if (value === undefined) getStorage().removeItem(name);
    else getStorage().setItem(name, JSON.stringify(value));
  } catch {
    // The page works without it, until it is left.
  }
}

/** Move the focus up or down between elements by the arrow keys. */
export function moveFocus(event, elements) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!step) return;
  event.preventDefault();
  elements[elements.indexOf(document.activeElement) + step]?.focus();
}

/** Open a dialog. Return the value with which it is closed. */
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

/** Scroll to an element unless it begins in the upper half of the window. */
export function bringIntoView(element) {
  const { top } = element.getBoundingClientRect();
  if (top < 0 || top > innerHeight / 2)
    element.scrollIntoView({ block: "start" });
}

/** An error response of the service (RFC 9457): `status`, `errors` by field, and `retryAfter` in seconds if it has one. */
export class Problem extends Error {
  constructor(
    status,
    { title = t("shared.failed"), detail = "", errors = {} } = {},
    retryAfter = undefined,
  ) {
    super(detail || title);
    Object.assign(this, { status, title, errors, retryAfter });
  }
}

/** Return the JSON of a path such as `v1/decks`, requested by GET, or by POST if there is a body. Throw a `Problem` for an error. */
export async function fetchJson(path, { query = {}, body, signal } = {}) {
  const url = new URL(path, ROOT);
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== "") url.searchParams.set(name, value);
  const response = await request(url, { body, signal });
  return response.json().catch(toProblem);
}

/** Return a file of a path as a `Blob`, and its `name`. Throw a `Problem` for an error. */
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

/** Return the lines of NDJSON of a path as they come, parsed. Throw a `Problem` for an error. */
export async function fetchLines(path, { body, signal } = {}) {
  const response = await request(new URL(path, ROOT), {
    body,
    signal,
    mediaType: "application/x-ndjson",
  });
  return readLines(
    response.body.pipeThrough(new TextDecoderStream()).getReader(),
  );
}

async function* readLines(reader) {
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read().catch(toProblem);
    if (done) return;
    const lines = (rest + value).split("\n");
    rest = lines.pop();
    yield* lines.map((line) => JSON.parse(line));
  }
}

/** Sentences for visitors instead of the service's sentences for programs, by status. */
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

/** Make a request, a POST if there is a body, and return the response. Throw a `Problem` for an error. */
async function request(url, { body, signal, mediaType = "application/json" }) {
  const options = { headers: { Accept: mediaType }, signal };
  if (body !== undefined) {
    Object.assign(options, { method: "POST", body: JSON.stringify(body) });
    options.headers["Content-Type"] = "application/json";
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

function toProblem(error) {
  if (error.name === "AbortError") throw error;
  throw new Problem(0, {
    title: t("shared.noResponse"),
    detail: t("shared.noResponseSays"),
  });
}

/** Create a button that copies the text a function returns, and a status that tells screen readers so. */
export function createCopyButton(text, label = t("shared.copy")) {
  const button = create("button.copy", label);
  const status = create("span.hidden", { role: "status" });
  button.addEventListener("click", async () => {
    await copyText(text());
    button.textContent = status.textContent = t("shared.copied");
    setTimeout(() => {
      button.textContent = label;
      status.textContent = "";
    }, 1500);
  });
  return [button, status];
}

/** Copy a text to the clipboard; on plain http, where browsers withhold the Clipboard API, by a selection. */
async function copyText(text) {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const area = create("textarea.hidden", { "aria-hidden": "true" });
  area.value = text;
  document.body.append(area);
  area.select();
  document.execCommand("copy");
  area.remove();
}
