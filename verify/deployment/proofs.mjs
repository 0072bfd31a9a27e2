/** The checks of what proves itself: sealed shoes, `/v1/verify`, proved deals and signatures. */
import { fromBase64url } from "../core/jwk.mjs";
import { findDifference } from "../responses.mjs";
import { isSignedBy } from "../sealed/sealed.mjs";
import {
  describeDifference,
  differFrom,
  expectJson,
  fetchJson,
  isEqual,
  label,
  shorten,
} from "./expect.mjs";

const OPENED = [
  { deck: "standard", decks: 2 },
  { deck: "riichi", red_fives: 3, reshuffle: "never" },
  { game: "holdem", players: 6 },
  { game: "rummy", players: 3 },
  { deck: "standard", hands: 3, cards: 5 },
  { items: ["a", "b", "c", "d", "e", "f"] },
  { max: 1000, reshuffle: "never" },
];

/** Play a sealed shoe until its stages are dealt and some cards are drawn, reveal it, and check the receipt. */
async function playShoe(context, terms) {
  const opened = await expectJson(
    context,
    "/v1/shoes",
    { body: terms },
    ({ shoe, commitment }) =>
      typeof shoe === "string" && /^[0-9a-f]{64}$/.test(commitment)
        ? undefined
        : "there is no token or no commitment",
  );
  const seen = [];
  let [shoe, first] = [
    opened?.shoe,
    { client_seed: `${context.seed} of the player` },
  ];
  const calls = [
    ...(opened?.stages ?? []).map((stage) => ["deal", { stage }]),
    ["draw", { count: 3 }],
    ["draw", { count: 1 }],
  ];
  for (const [action, fields] of calls) {
    if (shoe === undefined) return;
    const turn = await expectJson(
      context,
      `/v1/shoes/${action}`,
      { body: { shoe, ...fields, ...first } },
      (json) => (json.seen === undefined ? "there is no seen" : undefined),
    );
    [shoe, first] = [turn?.shoe, {}];
    if (turn) seen.push(turn.seen);
  }
  if (opened?.stages) {
    const body = {
      shoe: opened.shoe,
      through: opened.stages.at(-1),
      client_seed: `${context.seed} of the player`,
    };
    const singly = seen.slice(0, opened.stages.length);
    await expectJson(
      context,
      "/v1/shoes/deal",
      { body },
      ({ dealt_stages: stages }) =>
        isEqual(
          stages?.map((stage) => stage.seen),
          singly,
        )
          ? undefined
          : "stages dealt together differ from those dealt singly",
    );
  }
  const revealed =
    shoe && (await fetchJson(context, "/v1/shoes/reveal", { body: { shoe } }));
  if (!revealed) return;
  const { receipt } = revealed;
  const confirmed = {
    commitment: opened.commitment,
    client_seed: `${context.seed} of the player`,
  };
  const file = { receipt, seen, confirmed };
  const result = await context.check(file);
  const reason = result.valid
    ? undefined
    : (describeDifference(result.difference) ?? "not all could be checked");
  context.count(`the receipt of ${JSON.stringify(terms)}`, reason);
  await expectJson(
    context,
    "/v1/verify",
    { body: file },
    differFrom({ valid: true }),
  );
  const other = {
    ...file,
    confirmed: { ...confirmed, commitment: "0".repeat(64) },
  };
  await expectJson(
    context,
    "/v1/verify",
    { body: other },
    differFrom({ valid: false }),
  );
}

export async function checkShoes(context) {
  for (const terms of OPENED) await playShoe(context, terms);
}

export async function checkVerification(context) {
  if (!context.isSeeded) return;
  const path = `/v1/games/holdem/deal?seed=${encodeURIComponent(context.seed)}`;
  const dealt = await fetchJson(context, path, {});
  if (!dealt) return;
  await expectJson(
    context,
    "/v1/verify",
    { body: dealt },
    differFrom({ valid: true }),
  );
  dealt.hands[0].cards.reverse();
  await expectJson(
    context,
    "/v1/verify",
    { body: dealt },
    differFrom({ valid: false }),
  );
}

/** Return the keys of the deployment for a use; there may be none. */
async function listKeys(context, use) {
  const set = await expectJson(
    context,
    "/.well-known/jwks.json",
    {},
    ({ keys }) => (Array.isArray(keys) ? undefined : "no keys"),
  );
  const own = (set?.keys ?? []).filter((key) => key.use === use);
  if (own.length === 0)
    context.note(
      `the deployment has no keys for ${use === "vrf" ? "proofs (VRF_KEYS)" : "signatures (SIGNING_KEYS)"}`,
    );
  return [set, own];
}

export async function checkProofs(context) {
  const [set, [key]] = await listKeys(context, "vrf");
  if (key === undefined) return;
  const prove = {
    key: key.kid,
    game: "a check of the deployment",
    round: context.below(2 ** 20),
    players: [context.seed],
  };
  const requests = [
    ["/v1/integers", { max: 6, count: 3, replacement: true }],
    ["/v1/games/holdem/deal", { players: 4 }],
    ["/v1/decks/standard/shuffle/batch", { repeats: 3 }],
  ];
  for (const [path, fields] of requests) {
    const body = { ...fields, prove };
    const proved = await expectJson(context, path, { body }, async (json) => {
      if (json.proof === undefined) return "there is no proof";
      const { alpha } = json.proof;
      const same = differFrom({
        alpha: { ...alpha, ...prove, key: undefined },
      })({ alpha: { ...alpha, key: undefined } });
      const { valid, difference } = await context.check(json, set);
      return (
        same ??
        (valid
          ? undefined
          : (describeDifference(difference) ?? "not all could be checked"))
      );
    });
    const again = proved && (await fetchJson(context, path, { body }));
    if (again)
      context.count(
        label(path, { body }),
        isEqual(proved, again) ? undefined : "the retry has another response",
      );
  }
}

/** Return why the signature of a response is wrong, or undefined. */
async function findWrongSignature(
  { receipt = "", ...shown },
  keys,
  parameters,
) {
  const [header, payload, signature] = receipt.split(".");
  const read = (part) =>
    JSON.parse(new TextDecoder().decode(fromBase64url(part)));
  const { alg, typ, kid } = read(header);
  const jwk = keys.find((one) => one.kid === kid);
  if (alg !== "EdDSA" || typ !== "shuffle-and-deal+jwt" || !jwk)
    return `the header of the receipt is ${shorten(JSON.stringify(read(header)))}`;
  if (
    !(await isSignedBy(
      jwk,
      signature,
      new TextEncoder().encode(`${header}.${payload}`),
    ))
  )
    return "the signature is wrong";
  const { answer, request } = read(payload);
  return describeDifference(
    findDifference(
      { answer, parameters },
      { answer: shown, parameters: request.parameters },
      "",
    ),
  );
}

export async function checkSignatures(context) {
  const [, keys] = await listKeys(context, "sig");
  if (keys.length === 0) return;
  const find = (parameters) => (json) =>
    findWrongSignature(json, keys, parameters);
  await expectJson(
    context,
    "/v1/integers?max=49&count=6&sign=true",
    {},
    find({ max: 49, count: 6 }),
  );
  await expectJson(
    context,
    "/v1/games/holdem/deal",
    { body: { players: 3, sign: true } },
    find({ players: 3 }),
  );
}
