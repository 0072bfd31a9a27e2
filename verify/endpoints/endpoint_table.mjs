/** The table of endpoints that draw: parameters, the `parts` of those that are objects, `names` where one of a list is expected;
 * members of responses, and those `later` than 1.0.0. Written by `make generate`. */
// @ts-check

/**
 * What is known of an endpoint. Each text is of names with a blank between them; a part has its path, such as "arms.name".
 *
 * @typedef {object} EndpointNames
 * @property {string} parameters
 * @property {string} parts of parameters that are objects, or lists of these
 * @property {string} members of responses, such as "hands hands.cards"
 * @property {string} later members of responses that 1.0.0 does not have
 * @property {{ [path: string]: string }} names by the path of a parameter that takes one of a list, the list
 */

/** @type {{ [rule: string]: EndpointNames }} */
export const ENDPOINT_TABLE = {
  "/v1/bingo/strips": {
    parameters: "index seed sign",
    parts: "",
    members: "algorithm draws index key_bits passes proof proof.alpha proof.kid proof.pi proof.scheme receipt repeats request seed stream strip uniformity variant",
    later: "",
    names: {},
  },
  "/v1/decks/<deck>/deal": {
    parameters: "algorithm burn cards decks exclude given hands highest index jokers key_bits max_candidates name_style notation only packets passes red_fives seed sign suit_order variant where",
    parts: "",
    members: "algorithm candidates complete deck decks draws exclude given hands hands.cards hands.indices hands.seat highest index jokers key_bits matches max_candidates next passes piles piles.cards piles.indices piles.name proof proof.alpha proof.kid proof.pi proof.scheme receipt red_fives repeats request seed size stream suit_order uniformity variant",
    later: "",
    names: {
      "algorithm": "durstenfeld faro fisher_yates inside_out naive_swap overhand random_comparator random_slot rejection riffle sattolo sort_keys",
      "name_style": "modern retro",
      "variant": "in out",
    },
  },
  "/v1/decks/<deck>/shuffle": {
    parameters: "algorithm count decks exclude highest index jokers key_bits name_style notation only passes red_fives seed sign suit_order variant",
    parts: "",
    members: "algorithm cards deck decks draws exclude highest index indices jokers key_bits passes proof proof.alpha proof.kid proof.pi proof.scheme receipt red_fives repeats request seed size stream suit_order uniformity variant",
    later: "",
    names: {
      "algorithm": "durstenfeld faro fisher_yates inside_out naive_swap overhand random_comparator random_slot rejection riffle sattolo sort_keys",
      "name_style": "modern retro",
      "variant": "in out",
    },
  },
  "/v1/dice": {
    parameters: "index roll seed sign",
    parts: "",
    members: "algorithm draws index key_bits passes proof proof.alpha proof.kid proof.pi proof.scheme receipt repeats request roll seed sets sets.dice sets.dice.face sets.dice.fate sets.dice.is_extra sets.dice.rerolls sets.dice.term sets.total stream total uniformity variant",
    later: "",
    names: {},
  },
  "/v1/games/<game>/deal": {
    parameters: "algorithm board cards date deal_number decks event exclude format given highest include_seed index jokers key_bits max_candidates name_style notation only passes players red_fives seed sign site suit_order variant where",
    parts: "",
    members: "algorithm board candidates cards complete deal_number dealer deck decks draws exclude file_board game given grid hands hands.cards hands.indices hands.parts hands.parts.cards hands.parts.indices hands.parts.name hands.seat highest index jokers key_bits matches max_candidates mpsz next not_read number passes pbn piles piles.cards piles.indices piles.name piles.parts piles.parts.cards piles.parts.indices piles.parts.name players proof proof.alpha proof.kid proof.pi proof.scheme receipt red_fives repeats request seed size stream suit_order uniformity variant vulnerable",
    later: "",
    names: {
      "algorithm": "durstenfeld faro fisher_yates inside_out naive_swap overhand random_comparator random_slot rejection riffle sattolo sort_keys",
      "format": "lin pbn",
      "name_style": "modern retro",
      "variant": "in out",
    },
  },
  "/v1/games/video_poker/draw": {
    parameters: "algorithm coins decks exclude held highest index jokers key_bits name_style notation only passes red_fives seed sign suit_order variant",
    parts: "",
    members: "algorithm cards category dealt dealt.cards dealt.indices deck decks description draws exclude game highest index indices jokers key_bits passes payout points proof proof.alpha proof.kid proof.pi proof.scheme receipt red_fives repeats request seed size stream suit_order uniformity variant",
    later: "",
    names: {
      "algorithm": "durstenfeld faro fisher_yates inside_out naive_swap overhand random_comparator random_slot rejection riffle sattolo sort_keys",
      "name_style": "modern retro",
      "variant": "in out",
    },
  },
  "/v1/integers": {
    parameters: "algorithm count index key_bits max min passes replacement seed sign variant",
    parts: "",
    members: "algorithm count draws index integers key_bits max min passes proof proof.alpha proof.kid proof.pi proof.scheme receipt repeats replacement request seed stream uniformity variant",
    later: "",
    names: {
      "algorithm": "durstenfeld faro fisher_yates inside_out naive_swap overhand random_comparator random_slot rejection riffle sattolo sort_keys",
      "variant": "in out",
    },
  },
  "/v1/integers/draw": {
    parameters: "drums index lottery seed sign",
    parts: "drums.count drums.max drums.min drums.replacement",
    members: "algorithm draws drums drums.count drums.max drums.min drums.replacement index integers key_bits passes proof proof.alpha proof.kid proof.pi proof.scheme receipt repeats request seed stream uniformity variant",
    later: "",
    names: {
      "lottery": "eurodreams eurojackpot euromillions lotto_6_59 lotto_6aus49 mega_millions mega_sena oz_lotto powerball superenalotto thunderball",
    },
  },
  "/v1/items/allocate": {
    parameters: "arms block_sizes index items seed sign strata",
    parts: "arms.name arms.ratio",
    members: "algorithm allocations allocations.arm allocations.block allocations.item draws grows index items_sha256 key_bits passes proof proof.alpha proof.kid proof.pi proof.scheme receipt repeats request seed size stream uniformity variant",
    later: "",
    names: {},
  },
  "/v1/items/deal": {
    parameters: "algorithm burn cards given hands index items key_bits max_candidates packets passes piles seed sign variant where",
    parts: "piles.cards piles.name",
    members: "algorithm candidates complete draws given hands hands.indices hands.items hands.seat index items_sha256 key_bits matches max_candidates next passes piles piles.indices piles.items piles.name proof proof.alpha proof.kid proof.pi proof.scheme receipt repeats request seed size stream uniformity variant",
    later: "",
    names: {
      "algorithm": "durstenfeld faro fisher_yates inside_out naive_swap overhand random_comparator random_slot rejection riffle sattolo sort_keys",
      "variant": "in out",
    },
  },
  "/v1/items/draw": {
    parameters: "count index items replacement seed sign strata weights",
    parts: "strata.attribute strata.counts",
    members: "algorithm count draws index indices items items_sha256 key_bits passes proof proof.alpha proof.kid proof.pi proof.scheme receipt repeats replacement request seed size strata stream uniformity variant weights",
    later: "",
    names: {},
  },
  "/v1/items/groups": {
    parameters: "apart arrangements different fixed group_size groups index items limits meet_again met method paths placed rounds seed sign sizes sums together unknown",
    parts: "fixed.group fixed.item limits.attribute limits.group limits.max limits.min limits.value placed.items placed.level placed.path sums.attribute sums.max sums.min",
    members: "algorithm arrangements drawn_by draws groups groups.group groups.indices groups.items groups.round index items_sha256 key_bits met_again passes proof proof.alpha proof.kid proof.pi proof.scheme receipt repeats request seed size stream uniformity variant",
    later: "",
    names: {
      "method": "exact sequential",
      "unknown": "ignore refuse",
    },
  },
  "/v1/items/pairs": {
    parameters: "apart cycle different forbidden index items mutual seed sign unknown",
    parts: "forbidden.giver forbidden.group forbidden.indices forbidden.receiver",
    members: "algorithm draws index items_sha256 key_bits pairs pairs.giver pairs.indices pairs.receiver passes proof proof.alpha proof.kid proof.pi proof.scheme receipt repeats request seed size stream uniformity variant",
    later: "",
    names: {
      "unknown": "ignore refuse",
    },
  },
  "/v1/items/shuffle": {
    parameters: "algorithm arrangements count first fixed index items key_bits last neighbours passes seed sign variant",
    parts: "fixed.item fixed.position fixed.positions neighbours.apart neighbours.circle neighbours.different neighbours.edges neighbours.run",
    members: "algorithm arrangements drawn_by draws index indices items items_sha256 key_bits passes proof proof.alpha proof.kid proof.pi proof.scheme receipt repeats request seed size stream uniformity variant",
    later: "",
    names: {
      "algorithm": "durstenfeld faro fisher_yates inside_out naive_swap overhand random_comparator random_slot rejection riffle sattolo sort_keys",
      "variant": "in out",
    },
  },
};
