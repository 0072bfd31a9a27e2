/** What the pages share: elements, questions to the service, copying. */

/** Where the service is mounted, as an absolute address that ends with a slash. */
export const ROOT = new URL(document.documentElement.dataset.root, location.href).href;

/** A path such as `image`, as the API tells it, below where the service is mounted for this page. */
export const below = (path) => new URL(path.slice(path.lastIndexOf("/v1/") + 1), ROOT).href;

export const $ = (selector, within = document) => within.querySelector(selector);

/** An element with attributes (of which `on…` are listeners) and children, text among them. */
export function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else if (value === true) made.setAttribute(key, "");
    else if (value !== undefined && value !== null && value !== false) made.setAttribute(key, value);
  }
  made.append(...children.flat(Infinity).filter((child) => child !== undefined && child !== null && child !== false));
  return made;
}

/** A refusal of the service (RFC 9457): `status`, `errors` by field, and the seconds to wait if it says `retryAfter`. */
export class Problem extends Error {
  constructor(status, { title = "The service failed", detail = "", errors = {} } = {}, retryAfter = undefined) {
    super(detail || title);
    Object.assign(this, { status, title, errors, retryAfter });
  }
}

/** The answer to a GET of a path such as `v1/decks`, or with a body to a POST; a refusal is thrown as a `Problem`. */
export async function ask(path, { query = {}, body, signal } = {}) {
  const address = new URL(path, ROOT);
  for (const [name, value] of Object.entries(query)) if (value !== undefined && value !== "") address.searchParams.set(name, value);
  const options = { headers: { Accept: "application/json" }, signal };
  if (body !== undefined) {
    Object.assign(options, { method: "POST", body: JSON.stringify(body) });
    options.headers["Content-Type"] = "application/json";
  }
  let answer;
  try {
    answer = await fetch(address, options);
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Problem(0, { title: "No answer", detail: "The service does not answer. Is the network there?" });
  }
  const told = await answer.json().catch(() => undefined);
  if (!answer.ok) throw new Problem(answer.status, told, Number(answer.headers.get("Retry-After")) || undefined);
  return told;
}

/** A button that copies what a function says, and says so itself for a moment; screen readers hear it too. */
export function copyButton(text, label = "Copy") {
  const button = element("button", { type: "button", class: "copy" }, label);
  const said = element("span", { class: "hidden", role: "status" });
  button.addEventListener("click", async () => {
    await copied(text());
    button.textContent = said.textContent = "Copied";
    setTimeout(() => {
      button.textContent = label;
      said.textContent = "";
    }, 1500);
  });
  return [button, said];
}

/** Copies a text, on plain http as well, where there is no clipboard for scripts. */
async function copied(text) {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const area = element("textarea", { class: "hidden", "aria-hidden": "true" });
  area.value = text;
  document.body.append(area);
  area.select();
  document.execCommand("copy");
  area.remove();
}
