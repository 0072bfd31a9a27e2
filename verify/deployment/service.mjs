/** The checks of what a deployment serves besides random results: pages, lists, headers, known results, refusals. */
// @ts-check
import { DECKS } from "../cards/decks.mjs";
import { GAMES } from "../games/games.mjs";
import { findDifference } from "../responses/differences.mjs";
import { SHUFFLES } from "../core/shuffles.mjs";
import { describeDifference, expectJson, label, shorten } from "./expect.mjs";
import { chooseAlgorithm, findMalformed, formatRequest } from "./requests.mjs";

/**
 * @import { JsonObject } from "../core/validation.mjs"
 * @import { Context, RequestOptions } from "./expect.mjs"
 */

/**
 * The OpenAPI document, as far as it is read here.
 *
 * @typedef {object} OpenApi
 * @property {string} [openapi] the version of OpenAPI
 * @property {{ [path: string]: object }} [paths]
 * @property {{ version?: string }} [info]
 */

/** Paths that are in every OpenAPI document. */
const DOCUMENTED = [
  "/v1/decks/{deck}/shuffle",
  "/v1/games/{game}/deal",
  "/v1/shoes",
  "/v1/verify",
];
const PAGES = [
  "/",
  "/verify",
  "/fairness",
  "/docs",
  "/docs/guide",
  "/docs/guide/definitions/stream",
];

/**
 * Check the document, the pages and a picture; note in the context the version of the service, and whether it takes
 * seeds.
 *
 * @param {Context} context
 */
export async function checkService(context) {
  context.version = await checkDocument(context);
  for (const path of PAGES) await checkPage(context, path);
  const picture = await context.send("/v1/decks/standard/cards/AS.svg", {
    accept: "image/svg+xml",
  });
  context.count(
    "GET /v1/decks/standard/cards/AS.svg",
    picture.text.includes("<svg") ? undefined : "no picture",
  );
  const { status, text } = await context.send(
    "/v1/decks/standard/shuffle?seed=a",
  );
  context.isSeeded = status !== 403 || !text.includes("/v1/problems/seeds-off");
  if (!context.isSeeded)
    context.note(
      "seeds are turned off: responses are checked for their form, and no request may choose an order",
    );
}

/**
 * Check the OpenAPI document; return the version of the service.
 *
 * @param {Context} context
 * @returns {Promise<string | undefined>}
 */
async function checkDocument(context) {
  const document = await expectJson(
    context,
    "/openapi.json",
    {},
    /** @param {OpenApi} json */
    ({ openapi, paths = {} }) => {
      if (!openapi?.startsWith("3.1")) return "it is no OpenAPI document";
      const missing = DOCUMENTED.find((path) => !paths[path]);
      return missing && `${missing} is not in it`;
    },
  );
  return document?.info?.version;
}

/**
 * Check that a page is served, and of the first one its scripts and styles.
 *
 * @param {Context} context
 * @param {string} path
 */
async function checkPage(context, path) {
  const { status, headers, text } = await context.send(path, {
    accept: "text/html",
  });
  const isPage =
    status === 200 &&
    headers.get("content-type")?.startsWith("text/html") &&
    text.includes("</html>");
  context.count(
    `GET ${path}`,
    isPage ? undefined : `status ${status}, and no page of HTML`,
  );
  if (path === "/" && isPage) await checkAssets(context, text);
}

/**
 * Check that the scripts and styles of a page are served: by the replica that serves the page, or by any other.
 *
 * @param {Context} context
 * @param {string} page in HTML
 */
async function checkAssets(context, page) {
  const addresses = [
    ...page.matchAll(/(?:src|href)="([^"]*assets\/[^"]+)"/g),
  ].map(([, address]) => address);
  for (const address of addresses.slice(0, 5)) {
    const path = new URL(address, "http://here/").pathname;
    const { status } = await context.send(path, { accept: "*/*" });
    context.count(
      `GET ${path}`,
      status === 200 ? undefined : `status ${status}`,
    );
  }
}

/**
 * An entry of a list of decks, games or algorithms, which has its name as one of these.
 *
 * @typedef {{ game?: string, deck?: string, name?: string }} ListEntry
 */

/**
 * Check the lists of decks, games and algorithms; note those that are not known here.
 *
 * @param {Context} context
 */
export async function checkLists(context) {
  const lists = { decks: DECKS, games: GAMES, algorithms: SHUFFLES };
  for (const [list, knownMembers] of Object.entries(lists)) {
    await expectJson(
      context,
      `/v1/${list}`,
      {},
      /** @param {{ [list: string]: ListEntry[] }} json */
      (json) => {
        const names = json[list].map(({ game, deck, name }) =>
          String(game ?? deck ?? name),
        );
        const unknown = names.filter(
          (name) => !Object.hasOwn(knownMembers, name),
        );
        if (unknown.length > 0)
          context.note(
            `not checked, as they are unknown here: ${list} ${unknown.join(", ")}`,
          );
        const missing = Object.keys(knownMembers).filter(
          (name) => !names.includes(name),
        );
        return missing.length > 0
          ? `missing: ${missing.join(", ")}`
          : undefined;
      },
    );
  }
}

/**
 * Check that unseeded responses differ and are not stored, and that seeded ones are the same and may be stored.
 *
 * @param {Context} context
 */
export async function checkCaching(context) {
  const path = "/v1/decks/standard/shuffle";
  const first = await context.send(path);
  const second = await context.send(path);
  context.count(
    `GET ${path}`,
    first.text === second.text
      ? "two unseeded shuffles are the same"
      : undefined,
  );
  const cacheControl = second.headers.get("cache-control") ?? "";
  context.count(
    `GET ${path}`,
    cacheControl.includes("no-store")
      ? undefined
      : "an unseeded response lacks Cache-Control: no-store",
  );
  const unseeded = {
    path,
    fields: context.isSeeded ? chooseAlgorithm(context.below, 52) : {},
  };
  await expectJson(context, ...formatRequest(unseeded), (json) =>
    findMalformed(unseeded, json),
  );
  if (context.isSeeded) await checkStored(context, `${path}?seed=a`);
}

/**
 * Check that a seeded request has one response, and an ETag by which it need not be sent again.
 *
 * @param {Context} context
 * @param {string} path with its query
 */
async function checkStored(context, path) {
  const first = await context.send(path);
  const second = await context.send(path);
  context.count(
    `GET ${path}`,
    first.text === second.text ? undefined : "two responses to one seed differ",
  );
  const etag = first.headers.get("etag") ?? "";
  const { status } = await context.send(path, {
    headers: { "if-none-match": etag },
  });
  context.count(
    `GET ${path}`,
    status === 304
      ? undefined
      : `status ${status} in place of 304, with If-None-Match`,
  );
}

const SHOWDOWN = {
  game: "poker",
  hands: [
    ["AS", "KD"],
    ["9H", "9C"],
  ],
  board: ["AC", "KH", "9S", "2D", "2C"],
};

/**
 * Requests whose results are known: the path of each, its body if it is a POST, and the path of a member with its
 * value.
 *
 * @type {{ path: string, body?: JsonObject, member: string, value: unknown }[]}
 */
const KNOWN = [
  {
    path: "/v1/hands/rank",
    body: SHOWDOWN,
    member: "winners",
    value: ["2"],
  },
  {
    path: "/v1/orders/rank",
    body: { indices: [3, 2, 1, 0] },
    member: "rank",
    value: "23",
  },
  {
    path: "/v1/orders/unrank",
    body: { size: 4, rank: "23" },
    member: "indices",
    value: [3, 2, 1, 0],
  },
  {
    path: "/v1/algorithms/naive_swap/bias?n=3",
    member: "exact.distance.fraction",
    value: "1/18",
  },
  { path: "/v1/decks/standard", member: "cards.51.code", value: "KC" },
];

/**
 * Return the member at a path, undefined if there is none.
 *
 * @param {unknown} value
 * @param {string} path such as "cards.51.code"
 * @returns {unknown}
 */
function memberAt(value, path) {
  let member = value;
  for (const name of path.split(".")) {
    if (typeof member !== "object" || member === null) return undefined;
    member = /** @type {JsonObject} */ (member)[name]; // or of a list, by its index
  }
  return member;
}

/**
 * Compare results of the service with those in KNOWN.
 *
 * @param {Context} context
 */
export async function checkKnown(context) {
  for (const { path, body, member, value } of KNOWN) {
    await expectJson(context, path, { body }, (json) =>
      describeDifference(findDifference(value, memberAt(json, member), member)),
    );
  }
}

/**
 * Requests that are refused: the path of each with its options, the status, and the name of the field that the problem
 * has.
 *
 * @type {{ path: string, options?: RequestOptions, expected: number, field?: string }[]}
 */
const REFUSALS = [
  {
    path: "/v1/decks/standard/shuffle?count=53",
    expected: 422,
    field: "count",
  },
  {
    path: "/v1/decks/standard/shuffle?cuont=5",
    expected: 422,
    field: "cuont",
  },
  { path: "/v1/decks/nothing/shuffle", expected: 404 },
  { path: "/v1/nothing", expected: 404 },
  {
    path: "/v1/shoes/draw",
    options: { body: { shoe: "x", count: 1 } },
    expected: 422,
  },
  {
    path: "/v1/items/shuffle",
    options: { body: '{"items": [' },
    expected: 400,
  },
];

/**
 * Check that wrong requests are refused with a problem.
 *
 * @param {Context} context
 */
export async function checkRefusals(context) {
  for (const { path, options, expected, field = "" } of REFUSALS) {
    const { status, headers, text } = await context.send(path, options);
    const isProblem =
      headers.get("content-type")?.startsWith("application/problem+json") &&
      text.includes(field);
    const reason = `a problem with status ${expected} was expected: ${status} ${shorten(text)}`;
    context.count(
      label(path, options),
      status === expected && isProblem ? undefined : reason,
    );
  }
}
