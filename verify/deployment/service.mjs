/** The checks of what a deployment serves besides random results: pages, lists, headers, known results, refusals. */
import { DECKS } from "../cards/decks.mjs";
import { GAMES } from "../games/games.mjs";
import { findDifference } from "../responses.mjs";
import { SHUFFLES } from "../core/shuffles.mjs";
import { describeDifference, expectJson, label, shorten } from "./expect.mjs";
import { chooseAlgorithm, findMalformed, formatRequest } from "./requests.mjs";

export async function checkService(context) {
  const document = await expectJson(
    context,
    "/openapi.json",
    {},
    ({ openapi, paths = {} }) => {
      if (!openapi?.startsWith("3.1")) return "it is no OpenAPI document";
      const missing = [
        "/v1/decks/{deck}/shuffle",
        "/v1/games/{game}/deal",
        "/v1/shoes",
        "/v1/verify",
      ].find((path) => !paths[path]);
      return missing && `${missing} is not in it`;
    },
  );
  context.version = document?.info?.version;
  for (const path of [
    "/",
    "/verify",
    "/fairness",
    "/docs",
    "/docs/guide",
    "/docs/guide/definitions/stream",
  ]) {
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

/** Check that the scripts and styles of a page are served: by the replica that serves the page, or by any other. */
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

export async function checkLists(context) {
  const lists = { decks: DECKS, games: GAMES, algorithms: SHUFFLES };
  for (const [name, known] of Object.entries(lists))
    await expectJson(context, `/v1/${name}`, {}, (json) => {
      const names = json[name].map((one) => one.game ?? one.deck ?? one.name);
      const unknown = names.filter((one) => !Object.hasOwn(known, one));
      if (unknown.length > 0)
        context.note(
          `not checked, as they are unknown here: ${name} ${unknown.join(", ")}`,
        );
      const missing = Object.keys(known).filter((one) => !names.includes(one));
      return missing.length > 0 ? `missing: ${missing.join(", ")}` : undefined;
    });
}

export async function checkCaching(context) {
  const path = "/v1/decks/standard/shuffle";
  const [one, other] = [await context.send(path), await context.send(path)];
  context.count(
    `GET ${path}`,
    one.text !== other.text ? undefined : "two unseeded shuffles are the same",
  );
  const isStored = !/no-store/.test(other.headers.get("cache-control"));
  context.count(
    `GET ${path}`,
    isStored ? "an unseeded response lacks Cache-Control: no-store" : undefined,
  );
  const unseeded = {
    path,
    fields: context.isSeeded ? chooseAlgorithm(context.below, 52) : {},
  };
  await expectJson(context, ...formatRequest(unseeded), (json) =>
    findMalformed(unseeded, json),
  );
  if (!context.isSeeded) return;
  const [first, again] = [
    await context.send(`${path}?seed=a`),
    await context.send(`${path}?seed=a`),
  ];
  context.count(
    `GET ${path}?seed=a`,
    first.text === again.text ? undefined : "two responses to one seed differ",
  );
  const etag = first.headers.get("etag");
  const { status } = await context.send(`${path}?seed=a`, {
    headers: { "if-none-match": etag ?? "" },
  });
  context.count(
    `GET ${path}?seed=a`,
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
const KNOWN = [
  ["/v1/hands/rank", SHOWDOWN, "winners", ["2"]],
  ["/v1/orders/rank", { indices: [3, 2, 1, 0] }, "rank", "23"],
  ["/v1/orders/unrank", { size: 4, rank: "23" }, "indices", [3, 2, 1, 0]],
  [
    "/v1/algorithms/naive_swap/bias?n=3",
    undefined,
    "exact.distance.fraction",
    "1/18",
  ],
  ["/v1/decks/standard", undefined, "cards.51.code", "KC"],
];

export async function checkKnown(context) {
  for (const [path, body, member, expected] of KNOWN)
    await expectJson(context, path, { body }, (json) => {
      const seen = member
        .split(".")
        .reduce((value, name) => value?.[name], json);
      return describeDifference(findDifference(expected, seen, member));
    });
}

const REFUSALS = [
  ["/v1/decks/standard/shuffle?count=53", {}, 422, "count"],
  ["/v1/decks/standard/shuffle?cuont=5", {}, 422, "cuont"],
  ["/v1/decks/nothing/shuffle", {}, 404],
  ["/v1/nothing", {}, 404],
  ["/v1/shoes/draw", { body: { shoe: "x", count: 1 } }, 422],
  ["/v1/items/shuffle", { body: '{"items": [' }, 400],
];

export async function checkRefusals(context) {
  for (const [path, options, expected, field] of REFUSALS) {
    const { status, headers, text } = await context.send(path, options);
    const isProblem =
      headers.get("content-type")?.startsWith("application/problem+json") &&
      text.includes(field ?? "");
    const reason = `a problem with status ${expected} was expected: ${status} ${shorten(text)}`;
    context.count(
      label(path, options),
      status === expected && isProblem ? undefined : reason,
    );
  }
}
