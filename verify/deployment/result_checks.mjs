/** The checks of random results, which are derived anew where they have a seed. */
// @ts-check
import { computeResult } from "../responses/results.mjs";
import { range } from "../core/lists.mjs";
import { UNIFORMITY } from "../core/shuffles.mjs";
import { checkList } from "../core/validation.mjs";
import { expectJson, isSameJson, label } from "./expect.mjs";
import { findMalformed, findWrong, formatRequest } from "./requests.mjs";

/**
 * @import { DerivedResult } from "../endpoints/endpoint.mjs"
 * @import { Context, ServiceResponse } from "./expect.mjs"
 * @import { DrawFields, ServiceRequest } from "./requests.mjs"
 */

/**
 * A form of responses: a function from a response to the results that it has, and the same results as they are derived.
 *
 * @typedef {object} Form
 * @property {string} accept the type of its content
 * @property {(response: ServiceResponse) => unknown} read
 * @property {unknown} expected
 */

/**
 * Return whether a path is of cards, whose responses without a seed are checked for their form.
 *
 * @param {string} path
 */
const isOfCards = (path) =>
  path.startsWith("/v1/decks") || path.startsWith("/v1/games");

/**
 * Return whether a request chooses an order or favours some, without its seed.
 *
 * @param {DrawFields} fields
 */
const isChoice = ({ deal_number: number, given, where, algorithm }) =>
  Boolean(number ?? given ?? where) ||
  ["biased", "deterministic"].includes(UNIFORMITY[algorithm ?? ""]);

/**
 * Send a request that chooses an order, which must be refused while seeds are turned off.
 *
 * @param {Context} context
 * @param {ServiceRequest} request
 * @param {boolean} asPost
 */
async function checkRefused(context, request, asPost) {
  const [path, options] = formatRequest(request, asPost);
  const { status, text } = await context.send(path, options);
  const isRefused = status === 403 && text.includes("/v1/problems/seeds-off");
  context.count(
    label(path, options),
    isRefused
      ? undefined
      : `status ${status}: it chooses an order, although seeds are turned off`,
  );
}

/**
 * Send a request with a seed, if seeds are on, and compare all of it. With seeds off look only at its form; one that
 * chooses an order must be refused.
 *
 * @param {Context} context
 * @param {ServiceRequest} request
 * @param {number} number of the request, which is its index
 */
async function checkRequest(context, request, number) {
  const { path, fields, isNumbered } = request;
  const asPost = number % 2 === 1;
  if (!context.isSeeded && isChoice(fields)) {
    await checkRefused(context, request, asPost);
    return;
  }
  const isSeeded = context.isSeeded && !isNumbered;
  const isDerived = isSeeded || isNumbered;
  if (!isDerived && !isOfCards(path)) return;
  if (!isDerived && (fields.held || path.endsWith("/batch"))) return;
  const seed = `${context.seed} ${number}`;
  const sent = {
    path,
    fields: isSeeded ? { ...fields, seed, index: number } : fields,
  };
  const find = isDerived ? findWrong : findMalformed;
  await expectJson(context, ...formatRequest(sent, asPost), (json) =>
    find(sent, json),
  );
}

/**
 * Check the responses to requests, of which each second one is sent as a POST.
 *
 * @param {Context} context
 * @param {Iterable<ServiceRequest>} requests
 */
export async function checkAll(context, requests) {
  let number = 0;
  for (const request of requests) {
    await checkRequest(context, request, number);
    number += 1;
  }
}

/**
 * Return the single results of a request, derived one by one.
 *
 * @param {ServiceRequest} request
 * @param {number} repeats how many
 * @returns {Promise<DerivedResult[]>}
 */
function deriveEach({ path, fields }, repeats) {
  const { index = 0 } = fields;
  return Promise.all(
    Array.from({ length: repeats }, (_, i) =>
      computeResult({ path, ...fields, index: index + i }),
    ),
  );
}

/**
 * The methods that read an integer.
 *
 * @typedef {"getUint8" | "getUint16" | "getUint32" | "getBigUint64"} UnsignedReader
 * @typedef {"getInt8" | "getInt16" | "getInt32" | "getBigInt64"} SignedReader
 */

/**
 * By a type of NumPy, such as "u2" for unsigned integers of two bytes, the method that reads one.
 *
 * @type {{ [type: string]: UnsignedReader | SignedReader }}
 */
const READERS = {
  u1: "getUint8",
  u2: "getUint16",
  u4: "getUint32",
  u8: "getBigUint64",
  i1: "getInt8",
  i2: "getInt16",
  i4: "getInt32",
  i8: "getBigInt64",
};

/**
 * Return the rows of an array of integers in NumPy's format: [[0, 1], [2, 3]] of one whose header says
 * `'descr': '|u1'` and `'shape': (2, 2)`.
 *
 * @param {Uint8Array} bytes
 * @returns {number[][]}
 */
function readNpy(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  const { header, end } = readNpyHeader(bytes, view);
  const type = /'descr': '[<|](?<name>[ui](?<size>\d))'/.exec(header)?.groups;
  const shape = /'shape': \((?<rows>\d+), (?<columns>\d+)\)/.exec(
    header,
  )?.groups;
  if (type === undefined || shape === undefined)
    throw new Error(`no rows of integers: ${header}`);
  const reader = READERS[type.name];
  const size = Number(type.size);
  const width = Number(shape.columns);
  /** @param {number} i the number of the integer, row after row */
  const readAt = (i) => Number(view[reader](end + i * size, true));
  return range(Number(shape.rows)).map((row) =>
    range(width, row * width).map(readAt),
  );
}

/**
 * Return the text of the header of an array in NumPy's format, and where it ends.
 *
 * @param {Uint8Array} bytes
 * @param {DataView} view of these bytes
 */
function readNpyHeader(bytes, view) {
  const latin1 = new TextDecoder("latin1");
  if (latin1.decode(bytes.slice(0, 6)) !== "\x93NUMPY")
    throw new Error("no array of NumPy");
  const isFirstVersion = bytes[6] === 1;
  const start = isFirstVersion ? 10 : 12;
  const length = isFirstVersion
    ? view.getUint16(8, true)
    : view.getUint32(8, true);
  const end = start + length;
  return { header: latin1.decode(bytes.slice(start, end)), end };
}

/**
 * Return the lines of a text, without empty ones at its end.
 *
 * @param {string} text
 */
const splitLines = (text) => text.trimEnd().split("\n");

/**
 * Return the forms of a batch of results besides JSON.
 *
 * @param {DerivedResult[]} results
 * @param {string} member of each, such as "cards", the list that it has
 * @returns {Form[]}
 */
function listForms(results, member) {
  const lists = results.map((result) => checkList(member, result[member]));
  return [
    {
      accept: "text/plain",
      read: ({ text }) => splitLines(text),
      expected: lists.map((list) => list.join(" ")),
    },
    {
      accept: "application/x-ndjson",
      read: ({ text }) =>
        splitLines(text).map((line) => JSON.parse(line)[member]),
      expected: lists,
    },
    {
      accept: "application/x-npy",
      read: ({ bytes }) => readNpy(bytes),
      expected: results.map(({ indices, integers }) => indices ?? integers),
    },
  ];
}

/**
 * Check batches as text, as NDJSON and as arrays.
 *
 * @param {Context} context
 */
export async function checkForms(context) {
  if (!context.isSeeded) return;
  const { seed } = context;
  const requests = [
    {
      path: "/v1/decks/standard/shuffle",
      fields: { seed, index: 3, count: 7 },
      member: "cards",
    },
    {
      path: "/v1/integers",
      fields: { seed, index: 0, max: 600, count: 4 },
      member: "integers",
    },
  ];
  for (const { path, fields, member } of requests) {
    const results = await deriveEach({ path, fields }, 20);
    const [address] = formatRequest({
      path: `${path}/batch`,
      fields: { ...fields, repeats: 20 },
    });
    for (const { accept, read, expected } of listForms(results, member)) {
      const response = await context.send(address, { accept });
      const isRight =
        response.status === 200 && isSameJson(read(response), expected);
      context.count(
        `GET ${address} as ${accept}`,
        isRight ? undefined : `status ${response.status}, and other results`,
      );
    }
  }
}
