/** A sealed game: its requests with the token, its table, its log and digests. */
// @ts-check
/** @import { LastRequest } from "../deals/state.mjs" */
/** @import { Deal, Game } from "../deals/cards.mjs" */
/** @import { DrawnCards, StageHand, StagePile } from "../deals/covered.mjs" */
/** @import { OpenedShoe, Receipt, SeenEntry } from "../shared/shoes.mjs" */
import { fetchJson } from "../shared/service.mjs";
import { CoveredTable } from "../deals/covered.mjs";

/**
 * What the responses of stages and of draws have in common.
 * @typedef {{ shoe: string, seen: SeenEntry, digest: string, round: number }} EntryResponse
 */

/**
 * The response that dealt a stage.
 * @typedef {EntryResponse & ExtraFacts & { stage: string, next_stage: string | null, hands: StageHand[], piles: StagePile[] }} StageResponse
 */

/**
 * The response that drew cards. If all cards but the hands were shuffled first, `in_play` has the positions of those in
 * hands before and after. `seat` is of a player who asked for the cards.
 * @typedef {EntryResponse & DrawnCards & { seat?: string, remaining: number, in_play?: { before: number[], after: number[] } }} DrawResponse
 */

/**
 * What a game tells of a hand: its board of bridge, or the grid of its bingo card.
 * @typedef {Pick<Deal, "board" | "dealer" | "vulnerable" | "grid">} ExtraFacts
 */

/**
 * The options of a move: of a deal `clientSeed` and `reshuffle`; of a draw the others.
 * @typedef {object} MoveOptions
 * @property {string} [clientSeed]
 * @property {boolean} [reshuffle]
 * @property {number | string} [count] a text that is no number, so that the service can reject it
 * @property {string} [pile]
 * @property {string} [part]
 * @property {string} [seat] "" leaves the cards on the table
 * @property {boolean} [gather] whether all cards except the hands are shuffled first
 */

/**
 * The response that revealed a shoe.
 * @typedef {{ shoe: string, receipt: Receipt }} RevealResponse
 */

/**
 * The response to a move by its name.
 * @typedef {{ deal: StageResponse, draw: DrawResponse, reveal: RevealResponse }} MoveResponses
 */

/**
 * A move with its response, and its time in milliseconds since 1970: a game can be repeated from its moves.
 * @typedef {object} Move
 * @property {keyof MoveResponses} name
 * @property {MoveOptions} [options]
 * @property {LastRequest["response"]} response of the kind of the move
 * @property {number} [time]
 */

/**
 * The log of a game as a file. Once the game is revealed it has the receipt and what the player has `confirmed`, before
 * that the commitment and the digests.
 * @typedef {object} GameLog
 * @property {SeenEntry[]} seen
 * @property {string} [commitment]
 * @property {string[]} [digests]
 * @property {Receipt} [receipt]
 * @property {{ commitment: string, client_seed?: string, digest?: string }} [confirmed]
 */

export class SealedGame {
  #token;
  #facts; // what the service says of the game
  #size;
  #takenCount = 0; // cards that left the shoe in this round
  #viewedCount = 0; // cards of this hand that only another player sees
  /** @type {ExtraFacts} */
  #extra = {};
  /** @type {Move["response"] | undefined} */
  #recordedResponse; // the response to a move that is repeated
  #table = new CoveredTable();
  round = 0;
  /** @type {SeenEntry[]} */
  seen = [];
  /** @type {string | undefined} */
  clientSeed;
  /** @type {Receipt | undefined} */
  receipt;
  /** @type {Move[]} */
  moves = [];

  /**
   * Start with the response that opened the shoe, its request, the description of the game, and when it was sealed.
   * @param {OpenedShoe} opened
   * @param {{ path: string, body?: object }} request
   * @param {Game} facts
   * @param {number} [sealedAt] in milliseconds since 1970
   */
  constructor(opened, { path, body }, facts, sealedAt = Date.now()) {
    this.#token = opened.shoe;
    this.#size = opened.size;
    this.#facts = facts;
    // The next hand can be dealt from the rest of the shoe.
    this.isContinued = facts.continues;
    this.commitment = opened.commitment;
    this.terms = opened.terms;
    this.stages = opened.stages;
    this.nextStage = opened.next_stage;
    this.digests = [opened.commitment];
    /** @type {LastRequest} */
    this.last = { path, body, response: opened };
    this.sealedAt = sealedAt;
  }

  /**
   * Repeat the moves of a game that was saved: their names, options and responses.
   * @param {Move[]} moves
   */
  async repeat(moves) {
    for (const { name, options, response, time } of moves) {
      this.#recordedResponse = response;
      await this.move(name, options, time);
    }
  }

  /**
   * Make a move: `deal`, `draw` or `reveal`, and remember its response.
   * @param {Move["name"]} name
   * @param {MoveOptions} [options]
   * @param {number} [time]
   */
  async move(name, options = {}, time = Date.now()) {
    if (name === "deal") await this.#deal(options);
    else if (name === "draw") await this.#draw(options);
    else await this.#reveal();
    this.moves.push({ name, options, response: this.last.response, time });
  }

  /**
   * Deal the next stage, or the first one of a new hand.
   * @param {MoveOptions} options
   */
  async #deal({ clientSeed, reshuffle }) {
    const seed = this.seen.length ? undefined : clientSeed || undefined;
    const response = await this.#send("deal", {
      client_seed: seed,
      reshuffle: reshuffle || undefined,
    });
    // As it was sent: a response could name another seed.
    this.clientSeed ??= seed;
    this.#record(response);
    if (response.stage === this.stages[0]) this.#begin(response);
    this.nextStage = response.next_stage;
    this.#table.lay(response);
    if (this.terms.view_keys) this.#viewedCount += this.#countViewed(response);
  }

  /**
   * Return how many cards of a stage only another player sees: they are taken, and lie covered. Burned ones nobody
   * sees.
   * @param {StageResponse} response
   */
  #countViewed({ seen: { positions, places = [], cards } }) {
    return positions.filter(
      (position, i) =>
        cards[i] === null &&
        places[i] !== "burns" &&
        !this.#table.isKnown(position),
    ).length;
  }

  /**
   * Begin a hand: clear the table, and keep what the hand has beside its cards.
   * @param {ExtraFacts} facts of the hand that begins
   */
  #begin({ board, dealer, vulnerable, grid }) {
    this.#viewedCount = 0;
    this.#table.clear();
    this.#extra = { board, dealer, vulnerable, grid };
  }

  /**
   * Draw cards from a pile to a seat or to the table; `gather` first shuffles all cards except the hands.
   * @param {MoveOptions} options
   */
  async #draw({ count, pile, part, seat, gather }) {
    const fresh = gather
      ? { reshuffle: true, in_play: this.#table.inPlay }
      : {};
    const response = await this.#send("draw", {
      count,
      pile,
      part: part || undefined,
      ...fresh,
    });
    this.#record(response);
    const { in_play: inPlay, remaining, indices } = response;
    if (inPlay)
      this.#table.gather(response.pile, remaining + indices.length, inPlay);
    this.#table.draw(response, seat);
  }

  /** Reveal the shoe, which deals no more. */
  async #reveal() {
    this.receipt = (await this.#send("reveal", {})).receipt;
  }

  /**
   * Send a request with the token, or take the response of a move that is repeated.
   * @template {Move["name"]} Name
   * @param {Name} action
   * @param {Record<string, unknown>} members of the body; undefined ones are left out
   * @returns {Promise<MoveResponses[Name]>}
   */
  async #send(action, members) {
    const path = `v1/shoes/${action}`;
    const present = Object.entries(members).filter(
      ([, value]) => value !== undefined,
    );
    const body = { shoe: this.#token, ...Object.fromEntries(present) };
    /** @type {MoveResponses[Name]} */
    const response =
      this.#recordedResponse ?? (await fetchJson(path, { body }));
    this.#recordedResponse = undefined;
    this.#token = response.shoe;
    this.last = { path, body, response };
    return response;
  }

  /**
   * Keep what a move told, and count the cards that are taken from the round.
   * @param {EntryResponse} response
   */
  #record({ seen, digest, round }) {
    if (round > this.round) this.#takenCount = 0;
    this.#takenCount += seen.rounds.filter((number) => number === round).length;
    this.round = round;
    this.seen.push(seen);
    this.digests.push(digest);
  }

  /** Whether every stage of a hand is dealt. */
  get isDealt() {
    return this.nextStage === null;
  }

  get seats() {
    return this.#table.seats;
  }

  /** The piles that can be drawn from, with the number of their cards, and whether they are the stock. */
  get piles() {
    return this.#table
      .listCovered(this.#facts.stock)
      .map((pile) => ({ ...pile, isStock: pile.pile === this.#facts.stock }));
  }

  /** The table, in the form of a deal. */
  get response() {
    const { seats, piles, stock, layout } = this.#facts;
    const table = this.#table.toDeal({
      seats,
      piles,
      deck: stock ?? "deck",
      count: layout && !stock ? 0 : this.#countUndealt(),
      coming: this.#listComing(),
    });
    return {
      players: this.terms.players ?? undefined,
      size: this.#size,
      algorithm: this.terms.algorithm,
      uniformity: "exact",
      round: this.round,
      ...this.#extra,
      ...table,
    };
  }

  /** Return how many cards of the shoe have no place on the table yet; 0 once all stages are dealt. */
  #countUndealt() {
    if (this.isDealt) return 0;
    const coveredCount = this.piles.reduce((sum, { count }) => sum + count, 0);
    return this.#size - this.#takenCount - (coveredCount - this.#viewedCount);
  }

  /** Return the runs of the stages that are still to be dealt, but for those of the stock. */
  #listComing() {
    const { stock, layout = [] } = this.#facts;
    if (this.nextStage === null) return [];
    const next = this.stages.indexOf(this.nextStage);
    if (next < 0) return [];
    return layout.filter(
      ({ stage, place }) =>
        this.stages.indexOf(stage) >= next && place !== stock,
    );
  }

  /**
   * The log as a file. Before the reveal: the commitment, the digests and the entries. After it: the receipt, and the
   * player's own notes, which a check compares with it.
   * @returns {GameLog}
   */
  get log() {
    const { commitment, clientSeed, seen, digests, receipt } = this;
    if (!receipt) return { commitment, digests, seen };
    return {
      receipt,
      seen,
      confirmed: {
        commitment,
        ...(clientSeed && { client_seed: clientSeed }),
        digest: digests.at(-1),
      },
    };
  }

  /** What the page of the result shows without a proof: when it was sealed, and when the words were said. */
  get screen() {
    return { sealed: this.sealedAt, drawn: this.moves[0]?.time };
  }
}
