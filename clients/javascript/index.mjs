/**
 * A client of the shuffle-and-deal service: sealed games over a store, a player's program, and the rest of its API by
 * one method.
 */
// @ts-check
export { NoResponse, Problem, Service, ServiceError } from "./service.mjs";
export {
  MemoryStore,
  PostgresStore,
  RedisStore,
  SQLiteStore,
} from "./stores.mjs";
export { Table, TableError, WordsMissing, drawOnce } from "./table.mjs";
export { Turn } from "./turns.mjs";
export {
  Player,
  completeTerms,
  createSecrets,
  seatPlayers,
} from "./verify/sealed/player.mjs";
export { Refused } from "./verify/core/validation.mjs";
