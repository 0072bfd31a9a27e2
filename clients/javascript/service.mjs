/** Call the shuffle-and-deal service: send requests, send them again where that is safe, and throw problems. */
// @ts-check
import { isObject } from "./verify/core/validation.mjs";

/**
 * @import { HttpResponse, ServiceOptions } from "./index.js"
 */

/**
 * The members of a problem, as far as the service or a proxy before it has them.
 *
 * @typedef {object} ProblemMembers
 * @property {string} [type]
 * @property {string} [title]
 * @property {string} [detail]
 * @property {unknown} [errors] of the service an object with a list of sentences for each field
 * @property {string} [request_id]
 */

/** The seconds before another try, at most, if the service names none. */
const LONGEST_PAUSE = 2;
/** The milliseconds that a timer can wait, at most. */
const LONGEST_TIMER = 2 ** 31 - 1;

const HTTP = /^https?:$/;
const HTML = /^text\/html\b/i;
const BRIDGE_FILE = /^application\/x-(?:pbn|lin)$/;
const CHARSET = /;\s*charset=/i;
const SECONDS = /^\s*[0-9]+\s*$/;
/** The start of a date of HTTP: `Date.parse` reads many other texts. */
const WEEKDAY = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)/;

/** How all services tell the time and wait, in seconds: the tests set it. */
export const clock = {
  now: () => performance.now() / 1000,
  /**
   * @param {number} seconds
   * @returns {Promise<void>}
   */
  sleep: (seconds) =>
    new Promise((done) =>
      setTimeout(done, Math.min(1000 * seconds, LONGEST_TIMER)),
    ),
  /** @param {number} seconds */
  abortAfter: (seconds) =>
    AbortSignal.timeout(Math.min(Math.ceil(1000 * seconds), LONGEST_TIMER)),
};

/**
 * Return a random number between two, so that clients do not come back together.
 *
 * @param {number} least
 * @param {number} most
 */
const between = (least, most) => least + Math.random() * (most - least);

/** The service gave no result. */
export class ServiceError extends Error {
  name = "ServiceError";
}

/** No whole response arrived before the deadline. The same request may be sent again. */
export class NoResponse extends ServiceError {
  name = "NoResponse";
}

/**
 * The service refused the request, or failed: an RFC 9457 problem. `errors` has, by the name of each refused field, a
 * list of sentences. `retryAfter` is the number of seconds to wait before the request is sent again, or null if the
 * response names none.
 */
export class Problem extends ServiceError {
  name = "Problem";

  /**
   * @param {number} status
   * @param {ProblemMembers} members
   * @param {number | null} retryAfter
   */
  constructor(status, members, retryAfter) {
    const { type = "about:blank", title = "", errors } = members;
    const detail = members.detail || title;
    const hint =
      status === 401 ? " Give a key as new Service(url, { key })." : "";
    super(`${status} ${detail}${hint}`);
    this.status = status;
    this.type = type;
    this.title = title;
    this.detail = detail;
    this.errors = /** @type {{ [field: string]: string[] }} */ (
      isObject(errors) ? errors : {}
    );
    this.requestId = members.request_id ?? null;
    this.retryAfter = retryAfter;
  }
}

/** An error after which the same request may be sent again. */
class Temporary {
  /** @param {NoResponse | Problem} error */
  constructor(error) {
    this.error = error;
  }
}

/**
 * The service at a URL. A request that got no whole response, 429, or a status of 500 or above is sent again, after
 * `Retry-After` if there is one, until `deadline` seconds have passed since the first time. This is safe: the service
 * stores nothing. `timeout` bounds each try, in seconds. `fetch` is a function of your own in place of the global one.
 */
export class Service {
  #url;
  #headers;
  #options;

  /**
   * @param {string} url
   * @param {ServiceOptions} options
   */
  constructor(url = "http://localhost:8000", options = {}) {
    const {
      key,
      timeout = 10,
      deadline = 30,
      fetch = (...request) => globalThis.fetch(...request),
    } = options;
    if (!HTTP.test(new URL(url).protocol))
      throw new TypeError(`An address of HTTP was expected: ${url}`);
    this.#url = String(url).replace(/\/+$/, "");
    this.#headers = new Headers();
    if (key) this.#headers.set("Authorization", `Bearer ${key}`); // which throws for a key that no header can have
    this.#options = { timeout, deadline, fetch };
  }

  /**
   * Send a body by POST, or no body by GET. Return the JSON of the response, its text, or the bytes of a file of numpy.
   *
   * Throws `Problem` if the service refuses the request, `NoResponse` if no whole response arrived before the deadline,
   * and `ServiceError` for a page of HTML, which the service has for no request.
   *
   * @template [T=any]
   * @param {string} path
   * @param {object | null} [body]
   * @returns {Promise<T>}
   */
  async call(path, body) {
    const { timeout, deadline } = this.#options;
    const content = body ? JSON.stringify(body) : undefined;
    const end = clock.now() + deadline;
    for (let longest = 0.1; ; longest = Math.min(LONGEST_PAUSE, 2 * longest)) {
      const left = end - clock.now();
      const seconds = Math.max(0.05, Math.min(timeout, left));
      const result = await this.#try(path, content, seconds);
      if (!(result instanceof Temporary)) return /** @type {T} */ (result);
      const { error } = result;
      const retryAfter = error instanceof Problem ? error.retryAfter : null;
      const pause =
        retryAfter === null
          ? between(longest / 2, longest)
          : retryAfter + between(0, 0.25);
      if (clock.now() + pause >= end) throw error;
      await clock.sleep(pause);
    }
  }

  /**
   * Send the request once. Return its result, or `Temporary` if it may be sent again.
   *
   * @param {string} path
   * @param {string | undefined} body JSON
   * @param {number} seconds
   * @returns {Promise<unknown>}
   */
  async #try(path, body, seconds) {
    const headers = new Headers(this.#headers);
    if (body) headers.set("Content-Type", "application/json");
    const signal = clock.abortAfter(seconds);
    let response;
    let bytes;
    try {
      response = await this.#options.fetch(this.#url + path, {
        method: body ? "POST" : "GET",
        headers,
        body,
        signal,
        redirect: "manual",
      });
      bytes = new Uint8Array(await response.arrayBuffer()); // it may break off in the middle
    } catch (cause) {
      const reason = describeFailure(cause, seconds);
      return new Temporary(
        new NoResponse(`No whole response: ${reason}`, { cause }),
      );
    }
    if (!response.ok) {
      const problem = readProblem(response, bytes);
      if (response.status >= 500 || response.status === 429)
        return new Temporary(problem);
      throw problem;
    }
    const contentType = response.headers.get("Content-Type") ?? "";
    if (HTML.test(contentType))
      throw new ServiceError(
        "The response is a page of HTML. Is this the address of the service?",
      );
    try {
      return readBody(response, bytes);
    } catch (cause) {
      return new Temporary(
        new NoResponse("The response is not whole: its JSON does not end.", {
          cause,
        }),
      );
    }
  }
}

/**
 * Return why no response arrived, from the error of `fetch`.
 *
 * @param {unknown} error
 * @param {number} seconds that were waited
 * @returns {string | undefined}
 */
function describeFailure(error, seconds) {
  const { name, message, cause } = /** @type {Partial<Error>} */ (error ?? {});
  if (name === "TimeoutError")
    return `no response within ${seconds.toFixed(2)} s`;
  const inner = /** @type {Partial<Error> | undefined} */ (cause);
  return inner?.message ?? message;
}

/**
 * Return the text of bytes in UTF-8.
 *
 * @param {Uint8Array} bytes
 */
const decode = (bytes) => new TextDecoder().decode(bytes);

/**
 * Return the JSON of a response, its text, or its bytes.
 *
 * @param {HttpResponse} response
 * @param {Uint8Array} bytes its body
 * @returns {unknown}
 */
function readBody({ headers }, bytes) {
  const contentType = headers.get("Content-Type") ?? "";
  const [firstPart] = contentType.split(";");
  const type = firstPart.trim().toLowerCase();
  if (type === "application/json" || type.endsWith("+json"))
    return JSON.parse(decode(bytes));
  if (type === "application/x-npy") return bytes;
  // A service that names no charset writes files of bridge boards in ISO 8859-1, which TextDecoder does not have.
  if (BRIDGE_FILE.test(type) && !CHARSET.test(contentType)) {
    const characters = Array.from(bytes, (byte) => String.fromCharCode(byte));
    return characters.join("");
  }
  return decode(bytes);
}

/**
 * Return the problem of a response; one without JSON, as of a proxy, has the status and its phrase.
 *
 * @param {HttpResponse} response
 * @param {Uint8Array} bytes its body
 */
function readProblem({ status, statusText, headers }, bytes) {
  /** @type {unknown} */
  let members;
  try {
    members = JSON.parse(decode(bytes));
  } catch {} // it is no JSON
  if (!isObject(members)) members = { title: statusText || `Status ${status}` };
  return new Problem(
    status,
    /** @type {ProblemMembers} */ (members),
    readRetryAfter(headers.get("Retry-After")),
  );
}

/**
 * Return the seconds that Retry-After names, as a number or as a date; null if it is missing or neither.
 *
 * @param {string | null} header
 * @returns {number | null}
 */
function readRetryAfter(header) {
  const text = header ?? "";
  if (SECONDS.test(text)) return Number(text);
  if (!WEEKDAY.test(text)) return null;
  const date = text.endsWith("GMT") ? text : `${text} GMT`;
  const milliseconds = Date.parse(date) - Date.now();
  if (Number.isNaN(milliseconds)) return null;
  return Math.max(0, milliseconds / 1000);
}
