/** Requests to the service, and the problems that it answers with. */
// @ts-check
/** @import { RefusalReason, Refusal } from "./refusal_types.mjs" */
import { findText, loadTexts, t } from "./texts.mjs";

/**
 * How a request is made: by POST if there is a `body`, which is sent as JSON; `signal` cancels it.
 * @typedef {object} RequestOptions
 * @property {unknown} [body]
 * @property {AbortSignal} [signal]
 */

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

/** @type {RefusalReason} */
const OTHER = { code: "other" };

/**
 * An error response of the service (RFC 9457): `status`, a `title` in the language of the page, `errors` and `reasons`
 * by field, and `retryAfter` in seconds if it has one.
 */
export class Problem extends Error {
  /**
   * @param {number} status 0 if there was no response
   * @param {object} [problem]
   * @param {string} [problem.type] of a problem of the service, which is English: "/v1/problems/refused"
   * @param {string} [problem.title]
   * @param {string} [problem.detail]
   * @param {Record<string, string[]>} [problem.errors]
   * @param {Record<string, RefusalReason[]>} [problem.reasons]
   * @param {number} [retryAfter]
   */
  constructor(
    status,
    {
      type,
      title = t("shared.failed"),
      detail = "",
      errors = {},
      reasons = {},
    } = {},
    retryAfter = undefined,
  ) {
    super(detail || title);
    this.status = status;
    this.isEnglish = type !== undefined;
    this.title =
      findText(`problems.titles.${type?.split("/").at(-1)}`) ?? title;
    this.errors = errors;
    this.reasons = reasons;
    this.retryAfter = retryAfter;
  }

  /**
   * Return the reason for each sentence of a refused field.
   * @param {string} field
   * @returns {RefusalReason[]}
   */
  listReasons(field) {
    return this.reasons[field] ?? (this.errors[field] ?? [""]).map(() => OTHER);
  }

  /**
   * The first refused field, and the reason for its first sentence.
   * @returns {Refusal}
   */
  get refusal() {
    const [field = ""] = Object.keys(this.errors);
    const [reason = OTHER] = this.reasons[field] ?? [];
    return { field, reason };
  }
}

const PASSING = [0, 429, 500, 502, 503, 504]; // statuses after which it helps to try again

/**
 * Return whether a problem may be over soon, so that the same request is answered.
 * @param {Problem} problem
 */
export const mayPass = ({ status }) => PASSING.includes(status);

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
 * Yield the lines of NDJSON as they come, parsed. Throw a `Problem` if the connection is lost.
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
  await loadTexts().catch(() => {}); // without them the problem stays English
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
