/** Call the shuffle-and-deal service: send requests, send them again where that is safe, and throw problems. */

const LONGEST_PAUSE = 2; // seconds before another try if the service names none
const LONGEST_TIMER = 2 ** 31 - 1; // milliseconds

/** How all services tell the time and wait, in seconds: the tests set it. */
export const clock = {
  now: () => performance.now() / 1000,
  sleep: (seconds) =>
    new Promise((done) =>
      setTimeout(done, Math.min(1000 * seconds, LONGEST_TIMER)),
    ),
  abortAfter: (seconds) =>
    AbortSignal.timeout(Math.min(Math.ceil(1000 * seconds), LONGEST_TIMER)),
};

const between = (least, most) => least + Math.random() * (most - least); // so that clients do not come back together

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

  constructor(status, members, retryAfter) {
    const {
      type = "about:blank",
      title = "",
      detail,
      errors,
      request_id: requestId,
    } = members;
    const hint =
      status === 401 ? " Give a key as new Service(url, { key })." : "";
    super(`${status} ${detail || title}${hint}`);
    const areByField =
      typeof errors === "object" && errors && !Array.isArray(errors);
    Object.assign(this, {
      status,
      type,
      title,
      detail: detail || title,
      errors: areByField ? errors : {},
      requestId: requestId ?? null,
      retryAfter,
    });
  }
}

/** An error after which the same request may be sent again. */
class Temporary {
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

  constructor(
    url = "http://localhost:8000",
    {
      key,
      timeout = 10,
      deadline = 30,
      fetch = (...request) => globalThis.fetch(...request),
    } = {},
  ) {
    if (!/^https?:$/.test(new URL(url).protocol))
      throw new TypeError(`An address of HTTP was expected: ${url}`);
    this.#url = String(url).replace(/\/+$/, "");
    this.#headers = new Headers(key ? { Authorization: `Bearer ${key}` } : {}); // which throws for a key that no header can have
    this.#options = {
      timeout,
      deadline,
      fetch,
    };
  }

  /**
   * Send a body by POST, or no body by GET. Return the JSON of the response, its text, or the bytes of a file of numpy.
   *
   * Throws `Problem` if the service refuses the request, `NoResponse` if no whole response arrived before the deadline,
   * and `ServiceError` for a page of HTML, which the service has for no request.
   */
  async call(path, body) {
    const { timeout, deadline } = this.#options;
    const content = body && JSON.stringify(body);
    const end = clock.now() + deadline;
    for (let longest = 0.1; ; longest = Math.min(LONGEST_PAUSE, 2 * longest)) {
      const secondsLeft = end - clock.now();
      const seconds = Math.max(0.05, Math.min(timeout, secondsLeft));
      const result = await this.#try(path, content, seconds);
      if (!(result instanceof Temporary)) return result;
      const { error } = result;
      const pause =
        (error.retryAfter ?? null) === null
          ? between(longest / 2, longest)
          : error.retryAfter + between(0, 0.25);
      if (clock.now() + pause >= end) throw error;
      await clock.sleep(pause);
    }
  }

  /** Send the request once. Return its result, or `Temporary` if it may be sent again. */
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
      const reason =
        cause?.name === "TimeoutError"
          ? `no response within ${seconds.toFixed(2)} s`
          : (cause?.cause?.message ?? cause?.message);
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
    if (/^text\/html\b/i.test(response.headers.get("Content-Type")))
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

const decode = (bytes) => new TextDecoder().decode(bytes);

function readBody({ headers }, bytes) {
  const contentType = headers.get("Content-Type") ?? "";
  const [type] = contentType
    .split(";")
    .map((part) => part.trim().toLowerCase());
  if (type === "application/json" || type.endsWith("+json"))
    return JSON.parse(decode(bytes));
  if (type === "application/x-npy") return bytes;
  const areBoards = /^application\/x-(?:pbn|lin)$/.test(type);
  const hasCharset = /;\s*charset=/i.test(contentType);
  if (!areBoards || hasCharset) return decode(bytes);
  // A service that names no charset writes files of bridge boards in ISO 8859-1, which TextDecoder does not have.
  const characters = Array.from(bytes, (byte) => String.fromCharCode(byte));
  return characters.join("");
}

/** Return the problem of a response; one without JSON, as of a proxy, has the status and its phrase. */
function readProblem({ status, statusText, headers }, bytes) {
  let members;
  try {
    members = JSON.parse(decode(bytes));
  } catch {} // it is no JSON
  const isObject =
    typeof members === "object" && members !== null && !Array.isArray(members);
  if (!isObject) members = { title: statusText || `Status ${status}` };
  return new Problem(
    status,
    members,
    readRetryAfter(headers.get("Retry-After")),
  );
}

/** Return the seconds that Retry-After names, as a number or as a date; null if it is missing or neither. */
function readRetryAfter(text) {
  if (/^\s*[0-9]+\s*$/.test(text ?? "")) return Number(text);
  if (!/^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)/.test(text ?? "")) return null; // Date.parse reads many texts that are no date of HTTP
  const time = Date.parse(/GMT$/.test(text) ? text : `${text} GMT`);
  return Number.isNaN(time) ? null : Math.max(0, (time - Date.now()) / 1000);
}
