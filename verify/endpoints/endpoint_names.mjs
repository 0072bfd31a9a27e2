/**
 * The names that an endpoint knows: of its parameters, and of the members of its responses, by the table of endpoints.
 */
// @ts-check
import { ENDPOINT_TABLE } from "./endpoint_table.mjs";

/**
 * Return the names in a text of the table of endpoints.
 *
 * @param {string} text such as "cards hands.seat"
 */
export const splitNames = (text) => text.split(" ").filter(Boolean);

/**
 * Return the names of the parameters of an endpoint, in the order in which a response repeats them.
 *
 * @param {string} rule of the endpoint
 */
export const listParameters = (rule) =>
  splitNames(ENDPOINT_TABLE[rule].parameters);

/**
 * Return whether the requests of an endpoint have a caller's list, as their member `items`.
 *
 * @param {string} rule of the endpoint
 */
export const hasListAt = (rule) => listParameters(rule).includes("items");

/**
 * By the path of a member, such as "hands.seat", of the responses of an endpoint, whether 1.0.0 lacks it.
 *
 * @param {string} rule of the endpoint
 * @returns {Map<string, boolean>}
 */
export const membersOf = (rule) => {
  const { members, later } = ENDPOINT_TABLE[rule];
  const isLater = new Map();
  for (const path of splitNames(members)) isLater.set(path, false);
  for (const path of splitNames(later)) isLater.set(path, true);
  return isLater;
};
