/** The checks of what proves itself: sealed shoes, `/v1/verify`, proved deals and signatures. */
// @ts-check
import { fromBase64url } from "../core/jwk.mjs";
import { findDifference } from "../responses/differences.mjs";
import { isSignedBy } from "../sealed/sealed.mjs";
import {
  describeDifference,
  differFrom,
  expectJson,
  fetchJson,
  isSameJson,
  label,
  shorten,
} from "./expect.mjs";

/**
 * @import { Difference, JsonObject } from "../core/validation.mjs"
 * @import { Context, JwkSet, ServiceKey } from "./expect.mjs"
 */

/**
 * A sealed shoe as it was opened: its token, and the names of its stages if it deals a game.
 *
 * @typedef {{ shoe: string, commitment: string, stages?: string[] }} OpenedShoe
 */

/**
 * A deal or a draw from a sealed shoe: the token that goes on, and what was seen.
 *
 * @typedef {{ shoe: string, seen: unknown }} Turn
 */

/**
 * What a player does: a deal or a draw, with its parameters.
 *
 * @typedef {{ action: "deal" | "draw", fields: JsonObject }} Call
 */

/**
 * A response with a proof.
 *
 * @typedef {JsonObject & { proof: { alpha: JsonObject } }} ProvedResponse
 */

/** The terms of the shoes that are opened. */
const OPENED = [
  { deck: "standard", decks: 2 },
  { deck: "riichi", red_fives: 3, reshuffle: "never" },
  { game: "holdem", players: 6 },
  { game: "rummy", players: 3 },
  { deck: "standard", hands: 3, cards: 5 },
  { items: ["a", "b", "c", "d", "e", "f"] },
  { max: 1000, reshuffle: "never" },
];

/**
 * Open a sealed shoe at the service, and count a response without a token or a commitment as wrong.
 *
 * @param {Context} context
 * @param {JsonObject} terms
 * @returns {Promise<OpenedShoe | undefined>} undefined if there is none
 */
const openShoe = (context, terms) =>
  expectJson(context, "/v1/shoes", { body: terms }, ({ shoe, commitment }) =>
    typeof shoe === "string" && /^[0-9a-f]{64}$/.test(String(commitment))
      ? undefined
      : "there is no token or no commitment",
  );

/** @param {Context} context */
const clientSeedOf = ({ seed }) => `${seed} of the player`;

/**
 * Deal the stages of a sealed shoe one by one and draw some cards; return its last token and what was seen each time.
 *
 * @param {Context} context
 * @param {OpenedShoe | undefined} opened
 * @returns {Promise<{ shoe?: string, seen: unknown[] } | undefined>} undefined if a turn before the last one failed
 */
async function playTurns(context, opened) {
  /** @type {Call[]} */
  const deals = (opened?.stages ?? []).map((stage) => ({
    action: "deal",
    fields: { stage },
  }));
  /** @type {Call[]} */
  const draws = [
    { action: "draw", fields: { count: 3 } },
    { action: "draw", fields: { count: 1 } },
  ];
  const seen = [];
  let shoe = opened?.shoe;
  for (const [i, { action, fields }] of [...deals, ...draws].entries()) {
    if (shoe === undefined) return undefined;
    const first = i === 0 ? { client_seed: clientSeedOf(context) } : {};
    /** @type {Turn | undefined} */
    const turn = await expectJson(
      context,
      `/v1/shoes/${action}`,
      { body: { shoe, ...fields, ...first } },
      (json) => (json.seen === undefined ? "there is no seen" : undefined),
    );
    shoe = turn?.shoe;
    if (turn) seen.push(turn.seen);
  }
  return { shoe, seen };
}

/**
 * Check that stages dealt in one request are those that were dealt one by one.
 *
 * @param {Context} context
 * @param {OpenedShoe} opened
 * @param {string[]} stages
 * @param {unknown[]} seen of each stage, dealt singly
 */
async function checkTogether(context, { shoe }, stages, seen) {
  const body = {
    shoe,
    through: stages.at(-1),
    client_seed: clientSeedOf(context),
  };
  await expectJson(
    context,
    "/v1/shoes/deal",
    { body },
    /** @param {{ dealt_stages?: { seen: unknown }[] }} json */
    ({ dealt_stages: together }) =>
      isSameJson(
        together?.map((stage) => stage.seen),
        seen,
      )
        ? undefined
        : "stages dealt together differ from those dealt singly",
  );
}

/**
 * Check a receipt here and by the service, which must also refuse it with another commitment.
 *
 * @param {Context} context
 * @param {JsonObject} terms of the shoe
 * @param {JsonObject & { confirmed: JsonObject }} file of the receipt
 */
async function checkReceipt(context, terms, file) {
  const result = await context.check(file);
  context.count(
    `the receipt of ${JSON.stringify(terms)}`,
    findInvalid(result.valid, result.difference),
  );
  await expectJson(
    context,
    "/v1/verify",
    { body: file },
    differFrom({ valid: true }),
  );
  const confirmed = { ...file.confirmed, commitment: "0".repeat(64) };
  await expectJson(
    context,
    "/v1/verify",
    { body: { ...file, confirmed } },
    differFrom({ valid: false }),
  );
}

/**
 * Return why the result of a check is not that all is valid, or undefined.
 *
 * @param {boolean | null} valid
 * @param {Difference | undefined} difference
 */
function findInvalid(valid, difference) {
  if (valid) return undefined;
  return describeDifference(difference) ?? "not all could be checked";
}

/**
 * Play a sealed shoe until its stages are dealt and some cards are drawn, reveal it, and check the receipt.
 *
 * @param {Context} context
 * @param {JsonObject} terms of the shoe
 */
async function playShoe(context, terms) {
  const opened = await openShoe(context, terms);
  const played = await playTurns(context, opened);
  if (opened === undefined || played === undefined) return;
  const { shoe, seen } = played;
  const { stages, commitment } = opened;
  if (stages)
    await checkTogether(context, opened, stages, seen.slice(0, stages.length));
  if (shoe === undefined) return;
  const body = { shoe };
  const revealed = await fetchJson(context, "/v1/shoes/reveal", { body });
  if (!revealed) return;
  const { receipt } = revealed;
  const confirmed = { commitment, client_seed: clientSeedOf(context) };
  await checkReceipt(context, terms, { receipt, seen, confirmed });
}

/**
 * Check receipts of sealed shoes.
 *
 * @param {Context} context
 */
export async function checkShoes(context) {
  for (const terms of OPENED) await playShoe(context, terms);
}

/**
 * Check that `/v1/verify` accepts a deal, and refuses it with another order of its cards.
 *
 * @param {Context} context
 */
export async function checkVerification(context) {
  if (!context.isSeeded) return;
  const path = `/v1/games/holdem/deal?seed=${encodeURIComponent(context.seed)}`;
  /** @type {JsonObject & { hands: { cards: unknown[] }[] } | undefined} */
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

/**
 * Return the public keys of the deployment, and those of them for a use; there may be none.
 *
 * @param {Context} context
 * @param {"vrf" | "sig"} use
 * @returns {Promise<{ jwkSet?: JwkSet, ownKeys: ServiceKey[] }>}
 */
async function listKeys(context, use) {
  /** @type {JwkSet | undefined} */
  const jwkSet = await expectJson(
    context,
    "/.well-known/jwks.json",
    {},
    ({ keys }) => (Array.isArray(keys) ? undefined : "no keys"),
  );
  const ownKeys = (jwkSet?.keys ?? []).filter((key) => key.use === use);
  const kind =
    use === "vrf" ? "proofs (VRF_KEYS)" : "signatures (SIGNING_KEYS)";
  if (ownKeys.length === 0)
    context.note(`the deployment has no keys for ${kind}`);
  return { jwkSet, ownKeys };
}

/**
 * Return why a proved response is wrong, or undefined.
 *
 * @param {Context} context
 * @param {ProvedResponse} response
 * @param {JsonObject} terms that were asked for, but for the key
 * @param {JwkSet} [jwkSet]
 * @returns {Promise<string | undefined>}
 */
async function findWrongProof(context, response, terms, jwkSet) {
  if (response.proof === undefined) return "there is no proof";
  const { alpha } = response.proof;
  const otherTerms = differFrom({ alpha: { ...alpha, ...terms } })({ alpha });
  const { valid, difference } = await context.check(response, jwkSet);
  return otherTerms ?? findInvalid(valid, difference);
}

/** Requests that can be proved: the path of each, and its parameters but for the terms of the proof. */
const PROVABLE = [
  {
    path: "/v1/integers",
    fields: { max: 6, count: 3, replacement: true },
  },
  { path: "/v1/games/holdem/deal", fields: { players: 4 } },
  { path: "/v1/decks/standard/shuffle/batch", fields: { repeats: 3 } },
];

/**
 * Check proved responses, and that a retry has the same one.
 *
 * @param {Context} context
 */
export async function checkProofs(context) {
  const { jwkSet, ownKeys } = await listKeys(context, "vrf");
  const [key] = ownKeys;
  if (key === undefined) return;
  const terms = {
    game: "a check of the deployment",
    round: context.below(2 ** 20),
    players: [context.seed],
  };
  const prove = { key: key.kid, ...terms };
  for (const { path, fields } of PROVABLE) {
    const body = { ...fields, prove };
    const proved = await expectJson(
      context,
      path,
      { body },
      /** @param {ProvedResponse} response */
      (response) => findWrongProof(context, response, terms, jwkSet),
    );
    const again = proved && (await fetchJson(context, path, { body }));
    if (again)
      context.count(
        label(path, { body }),
        isSameJson(proved, again)
          ? undefined
          : "the retry has another response",
      );
  }
}

/**
 * Return the JSON of a part of a signature.
 *
 * @param {string} part in base64url
 */
function readPart(part) {
  const bytes = fromBase64url(part);
  if (bytes === undefined) throw new Error(`${part} is no base64url`);
  return JSON.parse(new TextDecoder().decode(bytes));
}

/**
 * Return why the signature of a response is wrong, or undefined.
 *
 * @param {JsonObject & { receipt?: string }} response
 * @param {ServiceKey[]} keys
 * @param {JsonObject} parameters of its request
 * @returns {Promise<string | undefined>}
 */
async function findWrongSignature(
  { receipt = "", ...shown },
  keys,
  parameters,
) {
  const [header, payload, signature] = receipt.split(".");
  const { alg, typ, kid } = readPart(header);
  const jwk = keys.find((key) => key.kid === kid);
  if (alg !== "EdDSA" || typ !== "shuffle-and-deal+jwt" || !jwk)
    return `the header of the receipt is ${shorten(JSON.stringify(readPart(header)))}`;
  const message = new TextEncoder().encode(`${header}.${payload}`);
  if (!(await isSignedBy(jwk, signature, message)))
    return "the signature is wrong";
  const { answer, request } = readPart(payload);
  return describeDifference(
    findDifference(
      { answer, parameters },
      { answer: shown, parameters: request.parameters },
      "",
    ),
  );
}

/**
 * Check signed responses.
 *
 * @param {Context} context
 */
export async function checkSignatures(context) {
  const { ownKeys: keys } = await listKeys(context, "sig");
  if (keys.length === 0) return;
  /** @param {JsonObject} parameters */
  const findWith =
    (parameters) =>
    /** @param {JsonObject & { receipt?: string }} response */
    (response) =>
      findWrongSignature(response, keys, parameters);
  await expectJson(
    context,
    "/v1/integers?max=49&count=6&sign=true",
    {},
    findWith({ max: 49, count: 6 }),
  );
  await expectJson(
    context,
    "/v1/games/holdem/deal",
    { body: { players: 3, sign: true } },
    findWith({ players: 3 }),
  );
}
