/** The elements of a page: to find and to create them, to focus them and to listen to them. */
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
 * Return whether a part of a page is there.
 * @template Part
 * @param {Part} part
 * @returns {part is Exclude<Part, false | null | undefined | "">}
 */
export const isPresent = (part) => Boolean(part);

/**
 * @param {Attributes | Child} value
 * @returns {value is Attributes}
 */
const isAttributes = (value) => value?.constructor === Object;

/**
 * Create an element: `create("p.hint", { id: "a", onclick: act }, "text", child)`. The classes are behind the name, the
 * attributes may be left out. An attribute `on…` is an event listener. Attributes and children that are undefined,
 * null or false are skipped.
 * @template {string} Selector
 * @param {Selector} selector
 * @param {Attributes | Child} [first] the attributes, or a child
 * @param {...Child} otherChildren
 * @returns {Created<Selector>}
 */
export function create(selector, first, ...otherChildren) {
  const [name, ...classes] = selector.split(".");
  const { class: more, ...attributes } = isAttributes(first) ? first : {};
  const children = isAttributes(first)
    ? otherChildren
    : [first, ...otherChildren];
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
 * Create a link to a page of another site, which opens in a new tab and does not learn where it was followed.
 * @param {string} href
 * @param {Child} content
 * @param {"a" | "a.button"} [selector]
 */
export const createOutsideLink = (href, content, selector = "a") =>
  create(
    selector,
    { href, target: "_blank", rel: "noreferrer noopener" },
    content,
  );

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
 * Call a function once, as soon as an element is in the window or a little below it, or the page is printed.
 * @param {Element} element
 * @param {() => void} act
 */
export function whenNear(element, act) {
  const observer = new IntersectionObserver(
    (entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) actOnce();
    },
    { rootMargin: "200px" },
  );
  const actOnce = () => {
    observer.disconnect();
    removeEventListener("beforeprint", actOnce);
    act();
  };
  addEventListener("beforeprint", actOnce);
  observer.observe(element);
}
