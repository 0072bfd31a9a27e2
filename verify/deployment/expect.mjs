/** The comparison of a response with what was expected. */
import { findDifference } from "../responses.mjs";

/** Return what is different, or undefined. */
export function describeDifference(difference) {
  if (difference === undefined) return undefined;
  const format = (value) =>
    (value === undefined ? "nothing" : JSON.stringify(value)).slice(0, 200);
  return `${difference.where}: expected ${format(difference.expected)}, seen ${format(difference.seen)}`;
}

export const shorten = (text) =>
  text.length > 300 ? `${text.slice(0, 300)}…` : text;
export const label = (path, { body } = {}) =>
  shorten(
    body === undefined ? `GET ${path}` : `POST ${path} ${JSON.stringify(body)}`,
  );

/** Send a request; return its JSON, or count the failure and return undefined. */
export async function fetchJson(context, path, options) {
  const { status, text } = await context.send(path, options);
  try {
    const json = JSON.parse(text);
    if (status === 200) return json;
    context.count(
      label(path, options),
      `status ${status}: ${json.detail ?? shorten(text)}`,
    );
  } catch {
    context.count(
      label(path, options),
      `status ${status}, and what is not JSON: ${shorten(text)}`,
    );
  }
}

/** Send a request, and count it with what `find` says of its JSON; return the JSON. */
export async function expectJson(context, path, options, find) {
  const json = await fetchJson(context, path, options);
  if (json === undefined) return undefined;
  try {
    context.count(label(path, options), await find(json));
  } catch (error) {
    context.count(
      label(path, options),
      `it cannot be checked: ${error.message}`,
    );
  }
  return json;
}

/** Return the first difference between the members of `expected` and of a response, in words. */
export const differFrom = (expected) => (response) =>
  describeDifference(
    Object.entries(expected)
      .map(([name, value]) => findDifference(value, response[name], name))
      .find(Boolean),
  );

export const isEqual = (one, other) =>
  JSON.stringify(one) === JSON.stringify(other);
