/**
 * What the form of a bet at a casino, or of a result of another provider, asks for; its texts are in the table of the
 * language.
 */
// @ts-check

/**
 * How the form asks for a field: for those of one `game` alone if it is named, with an `initial` value; `isLong` is one
 * of several lines, and `isRequired` says so of a field that the service itself does not need.
 * @typedef {object} FieldOptions
 * @property {string} [game]
 * @property {string | number} [initial]
 * @property {boolean} [isLong]
 * @property {boolean} [isRequired]
 */

/**
 * Fields in the order of the form, by scheme. Fields of one game have it as `game`.
 * @type {{ [scheme: string]: { [field: string]: FieldOptions } }}
 */
export const FIELDS = {
  stake: {
    game: {},
    server_seed: {},
    client_seed: {},
    nonce: {},
    segments: { game: "wheel", initial: 10 },
    risk: { game: "wheel", initial: "low" },
    first_square: { game: "mines", initial: 0 },
    seen: {},
    server_seed_hash: {},
  },
  hash_chain: {
    game: {},
    game_hash: {},
    salt: {},
    seen: {},
    previous_hash: {},
    distance: {},
  },
  rfc3797: { key_string: {}, pool: {}, count: {}, seen: {} },
  drand: { round: {}, signature: {}, chain_hash: { isRequired: true } },
  nist_beacon: { certificate: { isLong: true } },
  random_org: { certificate: { isLong: true } },
};

/**
 * What only the reader knows, by scheme: the name of the check that must be right before it is asked, if any.
 * @type {{ [scheme: string]: { [question: string]: string | undefined } }}
 */
export const QUESTIONS = {
  stake: { hash_before: "server_seed_hash", own_seed: "server_seed_hash" },
  hash_chain: { hash_before: "previous_hash" },
  rfc3797: { announced: undefined },
  drand: { announced: undefined },
  nist_beacon: { certificate: undefined },
  random_org: { certificate: undefined },
  any: { announced: undefined },
};
