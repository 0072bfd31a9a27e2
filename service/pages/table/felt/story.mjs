/** The story of a deal: stage by stage, which cards are not dealt yet and which lie face down. */
// @ts-check
/** @import { Deal, Game, Part, Run } from "../../deals/cards.mjs" */
import { nameStage } from "../../shared/labels.mjs";
import { isCovered } from "../../deals/covered.mjs";
import { splitParts } from "./sizes.mjs";

const SEEN = ["up", "own", "others"]; // a hand lies face up if some player sees it

/** The states of a card on the table: it has still to be dealt, it lies face down, or it is seen. */
export const WAITING = "waiting";
export const DOWN = "down";
export const UP = "up";

/**
 * The state of a card on the table.
 * @typedef {typeof WAITING | typeof DOWN | typeof UP} CardState
 */

export class Story {
  /** @type {string[]} */
  #stages;
  /** @type {Map<number, { stage: number, isSeen: boolean }>} */
  #cards = new Map(); // the number of the stage and whether the card is seen, by index
  #stage = 0;
  #isSealed;
  #hasMore; // whether there are stages that only the service knows
  /** @type {Map<number, { seat: string, face: string }>} */
  // The seat of each card that its player alone sees, or all but its player; by index
  #owners = new Map();
  /** @type {Set<number>} */
  turned = new Set(); // the indices of the cards of the stock that the visitor turned, in order
  isAllShown = false;
  // Of the visitor, who sees of the other hands what a player sees; "" to see all that some player sees.
  ownSeat = "";

  /**
   * Begin with a response and the description of its game. A deal without a layout has one stage, with all cards open.
   * @param {{ response: Deal, game: Game }} table
   */
  constructor({ response, game }) {
    const { round, waiting = new Set(), given } = response;
    const { layout, stages = [] } = game;
    this.#isSealed = round !== undefined;
    this.#stages = layout && !this.#isSealed ? stages : [];
    // Who placed cards wants to see them.
    if (given && this.hasStages) this.#stage = this.#stages.length - 1;
    this.#hasMore = waiting.size > 0;
    for (const index of waiting)
      this.#cards.set(index, { stage: 1, isSeen: false });
    if (layout && !this.#isSealed) this.#layAll(response, layout);
  }

  /**
   * Note the stage and the face of all cards of a deal.
   * @param {Deal} response
   * @param {Run[]} layout
   */
  #layAll({ hands = [], piles = [], given }, layout) {
    /** @type {{ place: string, seat?: string, indices: number[], parts?: Part[] }[]} */
    const places = [
      ...hands.map((hand) => ({ ...hand, place: hand.seat })),
      ...piles.map((pile) => ({ ...pile, place: pile.name })),
    ];
    for (const { place, seat, indices, parts } of places)
      for (const part of splitParts({ indices, parts })) {
        const runs = layout.filter(
          (run) => run.place === place && run.part === part.name,
        );
        this.#lay(part.indices, runs, given ? undefined : seat);
      }
  }

  /**
   * Return whether the visitor, who has a seat, does not see a card that some player sees.
   * @param {number} index
   */
  #isHidden(index) {
    const owner = this.#owners.get(index);
    return (
      owner !== undefined &&
      this.ownSeat !== "" &&
      (owner.face === "others") === (owner.seat === this.ownSeat)
    );
  }

  /** Whether hands lie face down because another seat is the visitor's. */
  get hidesHands() {
    return (
      !this.isAllShown &&
      [...this.#owners.keys()].some((index) => this.#isHidden(index))
    );
  }

  /**
   * Note the stage and the face of cards that lie in one place, laid there in runs; and those that not all players see,
   * if a `seat` has them.
   * @param {number[]} indices
   * @param {Run[]} runs
   * @param {string | undefined} seat
   */
  #lay(indices, runs, seat) {
    let start = 0;
    for (const { stage, face, count } of runs)
      for (const index of indices.slice(start, (start += count))) {
        this.#cards.set(index, {
          stage: this.#stages.indexOf(stage),
          isSeen: SEEN.includes(face),
        });
        if (seat !== undefined && face !== "up")
          this.#owners.set(index, { seat, face });
      }
  }

  /** Whether there is more than one stage. */
  get hasStages() {
    return this.#stages.length > 1;
  }

  /** The name of the stage that was dealt last, in words; undefined if there is only one. */
  get stage() {
    return this.hasStages ? nameStage(this.#stages[this.#stage]) : undefined;
  }

  /** The name of the next stage, in words; undefined if all of them are dealt. */
  get next() {
    return this.isAllShown
      ? undefined
      : this.#stages.slice(this.#stage + 1).map(nameStage)[0];
  }

  /** Whether every stage is dealt. */
  get isDealt() {
    return this.next === undefined && !this.#hasMore;
  }

  /** Whether cards lie face down that could be shown. */
  get hasCovered() {
    return (
      !this.#isSealed &&
      (this.hasStages ||
        [...this.#cards].some(
          ([index, { isSeen }]) => !isSeen || this.#isHidden(index),
        ))
    );
  }

  /** Deal the next stage; after the last one begin anew. */
  turn() {
    this.#stage = this.isDealt ? 0 : this.#stage + 1;
    this.isAllShown = false;
    this.turned.clear();
  }

  /**
   * Return the state of the card of an index.
   * @param {number} index
   * @returns {CardState}
   */
  stateOf(index) {
    if ((this.isAllShown && !isCovered(index)) || this.turned.has(index))
      return UP;
    const card = this.#cards.get(index);
    if (!card) return isCovered(index) ? DOWN : UP;
    if (card.stage > this.#stage) return WAITING;
    return card.isSeen && !this.#isHidden(index) ? UP : DOWN;
  }
}
