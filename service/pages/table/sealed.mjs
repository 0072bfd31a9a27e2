/** A sealed game: its requests with the token, its table, its log and digests. */
import { fetchJson } from "../shared/page.mjs";
import { CoveredTable } from "./covered.mjs";

export class SealedGame {
  #token;
  #facts; // what the service says of the game
  #size;
  #takenCount = 0; // cards that left the shoe in this round
  #viewedCount = 0; // cards of this hand that only another player sees
  #extra = {}; // what a game tells of a hand: its board, its grid
  #recordedResponse; // the response to a move that is repeated
  #table = new CoveredTable();

  /** Start with the response that opened the shoe, its request, the description of the game, and when it was sealed. */
  constructor(opened, { path, body }, facts, sealedAt = Date.now()) {
    const {
      shoe,
      size,
      commitment,
      terms,
      stages,
      next_stage: nextStage,
    } = opened;
    this.#token = shoe;
    this.#size = size;
    this.#facts = facts;
    this.isContinued = facts.continues; // the next hand can be dealt from the rest of the shoe
    Object.assign(this, {
      commitment,
      terms,
      stages,
      nextStage,
      round: 0,
      seen: [],
      digests: [commitment],
    });
    Object.assign(this, {
      clientSeed: undefined,
      receipt: undefined,
      last: { path, body, response: opened },
      moves: [],
      sealedAt,
    });
  }

  /** Repeat the moves of a game that was saved: their names, options and responses. */
  async repeat(moves) {
    for (const { name, options, response, time } of moves) {
      this.#recordedResponse = response;
      await this.move(name, options, time);
    }
  }

  /** Make a move: `deal`, `draw` or `reveal`, and remember its response. */
  async move(name, options = {}, time = Date.now()) {
    await { deal: this.#deal, draw: this.#draw, reveal: this.#reveal }[
      name
    ].call(this, options);
    this.moves.push({ name, options, response: this.last.response, time });
  }

  /** Deal the next stage, or the first one of a new hand. */
  async #deal({ clientSeed, reshuffle }) {
    const seed = this.seen.length ? undefined : clientSeed || undefined;
    const response = await this.#send("deal", {
      client_seed: seed,
      reshuffle: reshuffle || undefined,
    });
    this.clientSeed ??= seed; // as it was sent: a response could name another seed
    this.#record(response);
    if (response.stage === this.stages[0]) this.#begin(response);
    this.nextStage = response.next_stage;
    this.#table.lay(response);
    if (this.terms.view_keys) this.#viewedCount += this.#countViewed(response);
  }

  /** Return how many cards of a stage only another player sees: they are taken, and lie covered. Burned ones nobody sees. */
  #countViewed({ seen: { positions, places, cards } }) {
    return positions.filter(
      (position, i) =>
        cards[i] === null &&
        places[i] !== "burns" &&
        !this.#table.isKnown(position),
    ).length;
  }

  #begin({ board, dealer, vulnerable, grid }) {
    this.#viewedCount = 0;
    this.#table.clear();
    this.#extra = { board, dealer, vulnerable, grid };
  }

  /** Draw cards from a pile to a seat or to the table; `gather` first shuffles all cards except the hands. */
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

  async #send(action, members) {
    const path = `v1/shoes/${action}`;
    const present = Object.entries(members).filter(
      ([, value]) => value !== undefined,
    );
    const body = { shoe: this.#token, ...Object.fromEntries(present) };
    const response =
      this.#recordedResponse ?? (await fetchJson(path, { body }));
    this.#recordedResponse = undefined;
    this.#token = response.shoe;
    this.last = { path, body, response };
    return response;
  }

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
    const { players, algorithm } = this.terms;
    const coveredCount = this.piles.reduce((sum, { count }) => sum + count, 0);
    const count = this.isDealt
      ? 0
      : this.#size - this.#takenCount - (coveredCount - this.#viewedCount);
    const { seats, piles, stock, layout } = this.#facts;
    const next = this.stages.indexOf(this.nextStage); // -1 if there is none
    const isComing = ({ stage, place }) =>
      next >= 0 && this.stages.indexOf(stage) >= next && place !== stock;
    const coming = (layout ?? []).filter(isComing);
    const deck = {
      deck: stock ?? "deck",
      count: layout && !stock ? 0 : count,
      coming,
    };
    const facts = {
      players,
      size: this.#size,
      algorithm,
      uniformity: "exact",
      round: this.round,
    };
    return {
      ...facts,
      ...this.#extra,
      ...this.#table.toDeal({ seats, piles, ...deck }),
    };
  }

  /**
   * The log as a file. Before the reveal: the commitment, the digests and the entries. After it: the receipt, and the
   * player's own notes, which a check compares with it.
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
