/** Every endpoint that draws by its rule, of which each capability has its own. */
// @ts-check
import { GROUPS } from "../arrangements/groups.mjs";
import { PAIRS } from "../arrangements/pairs.mjs";
import { ALLOCATION } from "../arrangements/strata.mjs";
import {
  DECK_DEAL,
  DECK_SHUFFLE,
  GAME_DEAL,
} from "../deals/deal_endpoints.mjs";
import { STRIPS } from "../games/strips.mjs";
import { FINAL_HAND } from "../deals/video_poker.mjs";
import { DICE } from "../dice/dice_endpoint.mjs";
import { DRUMS, INTEGERS } from "../integers/integer_endpoints.mjs";
import {
  ITEMS_DEAL,
  ITEMS_DRAW,
  ITEMS_SHUFFLE,
} from "../lists/list_endpoints.mjs";

/** @import { Endpoint } from "../endpoints/endpoint.mjs" */

/**
 * The endpoints with results that are drawn again, by the URL rule of the service.
 * @type {{ [rule: string]: Endpoint }}
 */
export const ENDPOINTS = {
  "/v1/decks/<deck>/shuffle": DECK_SHUFFLE,
  "/v1/decks/<deck>/deal": DECK_DEAL,
  "/v1/games/<game>/deal": GAME_DEAL,
  "/v1/games/video_poker/draw": FINAL_HAND,
  "/v1/integers": INTEGERS,
  "/v1/integers/draw": DRUMS,
  "/v1/dice": DICE,
  "/v1/items/shuffle": ITEMS_SHUFFLE,
  "/v1/items/deal": ITEMS_DEAL,
  "/v1/items/draw": ITEMS_DRAW,
  "/v1/items/groups": GROUPS,
  "/v1/items/pairs": PAIRS,
  "/v1/items/allocate": ALLOCATION,
  "/v1/bingo/strips": STRIPS,
};
