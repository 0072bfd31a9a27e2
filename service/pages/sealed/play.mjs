/** The controls of a sealed game: deal its stages, draw from its piles, reveal it, and verify it in this browser. */
// @ts-check
/** @import { Game, Shoe } from "../deals/cards.mjs" */
/** @import { CoveredPart } from "../deals/covered.mjs" */
/** @import { Log } from "./log.mjs" */
/** @import { DealRequest, PreparedRequest } from "../deals/request.mjs" */
/** @import { Move } from "./sealed_game.mjs" */
/** @import { OpenedShoe, SeenEntry } from "../shared/shoes.mjs" */
/** @import { TableState } from "../deals/state.mjs" */
import { namePlace, nameSeat, nameStage } from "../shared/labels.mjs";
import { createResultLink } from "../shared/packed.mjs";
import { createCopyButton } from "../shared/clipboard.mjs";
import {
  $,
  bringIntoView,
  create,
  getElement,
  listenToSubmit,
} from "../shared/elements.mjs";
import { Problem } from "../shared/service.mjs";
import { findText, loadTexts, t } from "../shared/texts.mjs";
import { nameEntry } from "./log.mjs";
import { generateSeed } from "../shared/seeds.mjs";
import { SealedGame } from "./sealed_game.mjs";
import {
  renderDetail,
  renderErrors,
  titleProblem,
} from "../shared/sentences.mjs";

/**
 * A game that the history has for this page: the response that opened the shoe with its request, and what was done
 * since.
 * @typedef {object} SavedGame
 * @property {OpenedShoe} opened
 * @property {PreparedRequest} prepared
 * @property {number} [sealedAt] in milliseconds since 1970
 * @property {Move[]} [moves]
 * @property {string} [clientSeed] what the field of the words has
 */

/**
 * What a sealed game is of.
 * @typedef {{ request: DealRequest, game: Game, shoe: Shoe }} Context
 */

/**
 * A game on the table: what it was opened by, and the link to its seal, which phones open before the first card, so
 * that they note it.
 * @typedef {object} Playing
 * @property {SealedGame} game
 * @property {Context} context
 * @property {SavedGame} opening
 * @property {string} sealLink
 */

const MOVES = ["#deal-stage", "#next-hand", "#reveal"];
const MAX_SAID = 3; // cards that the sentence above the table names

/** Load what verifies a game, with its texts. */
export async function loadProof() {
  await loadTexts();
  return import("./proof.mjs");
}

/** The form that draws cards from a pile, to a seat or to the table. */
class DrawForm {
  #form = getElement(HTMLFormElement, "#draw");
  #pile = getElement(HTMLSelectElement, "#draw-pile");
  #seat = getElement(HTMLSelectElement, "#draw-seat");
  #count = getElement(HTMLInputElement, "#draw-count");
  #gather = getElement(HTMLInputElement, "#draw-gather");
  /** @type {SealedGame["piles"]} */
  #piles = []; // those that can be chosen
  /** @type {string[]} */
  #seats = [];

  /**
   * Call `draw` when the form is sent.
   * @param {() => unknown} draw
   */
  listen(draw) {
    this.#pile.addEventListener("change", () => {
      this.#seat.value = "";
      this.#offerToGather();
    });
    listenToSubmit(this.#form, draw);
  }

  /** Empty it for another game, so that the stock is selected. */
  reset() {
    this.#form.reset();
    this.#pile.replaceChildren();
  }

  /** What is to be drawn. A count that is no number stays a text, so that the service can reject it. */
  get options() {
    const { pile, part } = this.#piles[this.#pile.selectedIndex];
    const text = this.#count.value;
    return {
      count: /^\d+$/.test(text) ? Number(text) : text,
      pile,
      part,
      seat: this.#seat.value,
      gather: this.#gather.checked,
    };
  }

  /**
   * Offer the piles and the seats of a game.
   * @param {SealedGame} game
   */
  offer({ piles, seats }) {
    this.#piles = piles;
    this.#seats = seats;
    this.#form.hidden = !piles.length;
    fill(
      this.#pile,
      piles.map((pile) => describePile(pile, seats)),
      piles.findIndex(({ isStock }) => isStock),
    );
    fill(this.#seat, [
      ["", t("table.sealed.table")],
      ...seats.map((seat) => [seat, nameSeat(seat)]),
    ]);
    hideLabel(this.#seat, !seats.length);
    this.#offerToGather();
  }

  /** Offer to shuffle all cards except the hands into the stock. */
  #offerToGather() {
    const pile = this.#piles[this.#pile.selectedIndex];
    this.#gather.checked = false;
    hideLabel(this.#gather, !this.#seats.length || !pile?.isStock);
  }
}

/**
 * Hide or show the label that a control is in.
 * @param {HTMLElement} control
 * @param {boolean} isHidden
 */
function hideLabel(control, isHidden) {
  const label = control.closest("label");
  if (label) label.hidden = isHidden;
}

/**
 * The page around a sealed game: `showStage` shows a state of the table, `mayReveal` asks first if need be, and `log`
 * is the log of the page.
 * @typedef {object} PlayPage
 * @property {(current: TableState) => void} showStage
 * @property {() => Promise<boolean>} mayReveal
 * @property {Log} log
 */

export class Play {
  /** @type {Playing | undefined} */
  #playing; // undefined if the deal on the table is not sealed
  /** @type {string | undefined} */
  #verdict; // on the game that was revealed: valid, invalid and so on
  #isBusy = false;
  #page;
  #drawForm = new DrawForm();
  #clientSeed = getElement(HTMLInputElement, "#client-seed");
  #seal = getElement(HTMLDetailsElement, "#seal");

  /** @param {PlayPage} page */
  constructor(page) {
    this.#page = page;
    $("#commitment").after(
      ...createCopyButton(
        () => this.#game?.commitment ?? "",
        t("table.sealed.copy"),
      ),
      " ",
      ...createCopyButton(
        () => this.#playing?.sealLink ?? "",
        t("table.sealed.copyLink"),
      ),
    );
    $("#deal-stage").addEventListener("click", () => {
      const isOver = this.#game?.isDealt && !this.#game.isContinued;
      this.#deal(Boolean(isOver));
    });
    $("#next-hand").addEventListener("click", () => this.#deal(true));
    $("#reveal").addEventListener("click", () => this.#reveal());
    this.#clientSeed.addEventListener("change", () => this.#save());
    $("#mark").addEventListener("click", (event) => {
      if (!this.#game || this.#game.receipt) return;
      event.preventDefault(); // the fragment is for permalinks
      this.#seal.open = true;
      $("#seal-title").focus();
    });
    this.#drawForm.listen(() => this.#draw());
  }

  /**
   * The game that the history has for this page, so that it is there after a reload; undefined if it has none.
   * @returns {SavedGame | undefined}
   */
  static get saved() {
    return history.state?.sealed;
  }

  get #game() {
    return this.#playing?.game;
  }

  /**
   * Begin with a shoe that was opened by a request, or go on with a game that was saved.
   * @param {SavedGame} saved
   * @param {Context} context
   */
  async start(saved, context) {
    const { opened, prepared, moves = [], sealedAt = Date.now() } = saved;
    const { commitment, terms } = opened;
    const game = new SealedGame(opened, prepared, context.game, sealedAt);
    await game.repeat(moves);
    this.#verdict = undefined;
    const playing = {
      game,
      context,
      opening: { opened, prepared, sealedAt },
      sealLink: "",
    };
    this.#playing = playing;
    playing.sealLink = await createResultLink({
      commitment,
      terms,
      screen: { sealed: sealedAt },
    });
    $("#commitment").textContent = commitment;
    $("#seal-title code").textContent = `${commitment.slice(0, 16)}…`;
    this.#clientSeed.value = saved.clientSeed ?? generateSeed();
    this.#seal.open = !moves.length;
    this.#drawForm.reset();
    for (const id of ["#sealed", "#log"]) $(id).hidden = false;
    $("#proof").hidden = true;
    this.#update(playing);
    if (game.receipt) await this.#prove(game);
  }

  /** Keep the game in this entry of the browser's history. */
  #save() {
    if (!this.#playing) return;
    const { game, context, opening } = this.#playing;
    // Another deal is on its way.
    if (location.href !== context.request.permalink) return;
    /** @type {SavedGame} */
    const sealed = {
      ...opening,
      moves: game.moves,
      clientSeed: this.#clientSeed.value,
    };
    history.replaceState({ sealed }, "");
  }

  /** Hide the game, because the next deal is not sealed. */
  hide() {
    this.#playing = undefined;
    for (const id of ["#sealed", "#log", "#proof", "#mark", ...MOVES])
      $(id).hidden = true;
    $("#deal").classList.add("primary");
  }

  /** @param {boolean} reshuffle */
  #deal(reshuffle) {
    return this.#act(async (game) => {
      const clientSeed = this.#clientSeed.value;
      await game.move("deal", { clientSeed, reshuffle });
      if (game.moves.length === 1) this.#seal.open = false;
    });
  }

  #draw() {
    const { options } = this.#drawForm;
    return this.#act((game) => game.move("draw", options));
  }

  /** Deal the next stage; after the last one draw a card from the stock. */
  async pressStock() {
    if (!this.#game) return;
    if (!this.#game.isDealt) return this.#deal(false);
    const stock = this.#game.piles.find(
      ({ isStock, count }) => isStock && count,
    );
    if (!stock) return;
    const { pile, part } = stock;
    await this.#act((game) =>
      game.move("draw", { count: 1, pile, part, seat: "" }),
    );
  }

  /**
   * Call the next ball: draw it from a pile, into which a stage has laid it.
   * @param {string} pile
   */
  call(pile) {
    return this.#act(async (game) => {
      const clientSeed = this.#clientSeed.value;
      if (!game.isDealt) await game.move("deal", { clientSeed });
      await game.move("draw", { count: 1, pile });
    });
  }

  async #reveal() {
    if (!(await this.#page.mayReveal())) return;
    await this.#act(async (game) => {
      await loadProof(); // what cannot be verified is not revealed
      await game.move("reveal");
      await this.#prove(game);
      bringIntoView($("#verdict"));
    });
  }

  /** @param {SealedGame} game */
  async #prove(game) {
    const { prove } = await loadProof();
    $("#proof").hidden = game !== this.#game;
    this.#verdict = await prove(game.log);
    if (game === this.#game) this.#updateMark(game);
  }

  /**
   * Run the action of a button, and show the table, or the problem if the service refuses.
   * @param {(game: SealedGame) => Promise<void>} action
   */
  async #act(action) {
    const playing = this.#playing;
    if (this.#isBusy || !playing) return;
    this.#isBusy = true;
    $("#play-problem").hidden = true;
    try {
      await action(playing.game);
      // No other deal came to the table meanwhile.
      if (playing.game === this.#game) this.#update(playing);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      showProblem(error);
    } finally {
      this.#isBusy = false;
    }
  }

  /**
   * Show the state of a game, and keep it.
   * @param {Playing} playing
   */
  #update({ game, context }) {
    const { last, response, seen, commitment, receipt, isDealt } = game;
    this.#page.log.show(game).then(() => {
      // The link to the result is packed.
      if (this.#game) this.#updateMark(this.#game);
    });
    this.#updateControls(game);
    this.#save();
    const entry = seen.at(-1);
    this.#page.showStage({
      ...context,
      isNamed: !entry || listCodes(entry).length <= MAX_SAID, // the status names its cards
      commitment,
      isOver: Boolean(receipt),
      response: { ...response, draws: seen.length || undefined },
      last,
      status: entry
        ? describeEntry(entry, game.seats, context.shoe)
        : t("table.sealed.nothing"),
      press: isDealt ? undefined : $("#deal-stage").textContent,
    });
  }

  /**
   * Label the buttons of a game, and show those that do something.
   * @param {SealedGame} game
   */
  #updateControls(game) {
    const { clientSeed = "", isContinued, isDealt, seen } = game;
    const isStarted = seen.length > 0;
    const isOver = Boolean(game.receipt);
    this.#clientSeed.readOnly = isStarted;
    if (isStarted) this.#clientSeed.value = clientSeed;
    $("#deal-stage").textContent = labelDeal(game);
    $("#deal-stage").hidden = isOver;
    $("#next-hand").hidden = isOver || !isContinued;
    // There from the start, so that no button moves.
    getElement(HTMLButtonElement, "#next-hand").disabled = !isDealt;
    $("#reveal").hidden = isOver;
    getElement(HTMLButtonElement, "#reveal").disabled = !isStarted; // likewise
    $("#seal-title > span").textContent = t(
      isOver ? "table.sealed.revealed" : "table.sealed.title",
    );
    $("#mark").hidden = false;
    $("#deal").textContent = t("table.moves.sealAnew");
    // Another shoe is not what comes next.
    $("#deal").classList.toggle("primary", isOver);
    this.#updateMark(game);
    this.#drawForm.offer(game);
    $("#play").hidden = isOver;
  }

  /**
   * Mark the deal as sealed; once it is revealed the mark says whether it is valid, and leads to the page of its
   * result.
   * @param {SealedGame} game
   */
  #updateMark({ receipt }) {
    const verdict = this.#verdict ?? "";
    const mark = getElement(HTMLAnchorElement, "#mark");
    mark.textContent =
      findText(`table.sealed.marks.${verdict}`) ??
      t("table.sealed.marks.sealed");
    mark.className = `mark ${CLASSES[verdict] ?? ""}`;
    mark.href = receipt
      ? getElement(HTMLAnchorElement, "#to-result").href
      : "#seal";
  }
}

/**
 * The class of the mark, by verdict.
 * @type {Record<string, string>}
 */
const CLASSES = { valid: "good", invalid: "bad" };

/**
 * Return the label of the button that deals: the next stage or, after the last one, the next hand.
 * @param {SealedGame} game
 */
function labelDeal({ isDealt, isContinued, nextStage }) {
  if (isDealt)
    return t(isContinued ? "table.sealed.nextHand" : "table.sealed.shuffle");
  return nextStage === "deal"
    ? t("table.moves.deal")
    : t("table.moves.dealStage", { stage: nameStage(nextStage ?? "") });
}

/**
 * Return the codes of the cards of an entry that are open.
 * @param {SeenEntry} entry
 */
const listCodes = ({ cards }) => cards.filter((code) => code !== null);

/**
 * Describe an entry of the log in a short sentence above the table.
 * @param {SeenEntry} entry
 * @param {string[]} seats
 * @param {Shoe} shoe
 */
function describeEntry(entry, seats, { cards }) {
  const codes = listCodes(entry);
  if (codes.length > MAX_SAID && entry.stage) return describeStage(entry.stage);
  const name = nameEntry(entry, seats);
  if (codes.length > MAX_SAID)
    return `${name} ${t("table.sealed.cards", { count: codes.length })}`;
  const names = codes.map(
    (code) => cards.find((card) => card.code === code)?.name ?? code,
  );
  return `${name} ${names.join(", ")}`;
}

/** @param {string} stage */
const describeStage = (stage) =>
  stage === "deal"
    ? t("table.dealt")
    : t("table.dealtStage", { stage: nameStage(stage) });

/**
 * Return the value and the text of the option for a part of a pile.
 * @param {CoveredPart} pile
 * @param {string[]} seats
 */
function describePile({ pile, part, count }, seats) {
  const name = namePlace({
    kind: seats.includes(pile) ? "hands" : "piles",
    name: pile,
    part,
  });
  return [`${pile}/${part}`, t("table.sealed.pile", { name, count })];
}

/**
 * Fill a select with options. Keep the selected option if it is still there; else select the option at `index`.
 * @param {HTMLSelectElement} select
 * @param {string[][]} options the value and the text of each
 * @param {number} [index]
 */
function fill(select, options, index = 0) {
  const { value } = select;
  select.replaceChildren(
    ...options.map(([key, text]) => create("option", { value: key }, text)),
  );
  if (options.some(([key]) => key === value)) select.value = value;
  else select.selectedIndex = Math.max(index, 0);
}

/** @param {Problem} problem */
function showProblem(problem) {
  const items = renderErrors(problem).map((error) => create("li", error));
  const box = $("#play-problem");
  box.replaceChildren(
    create("h3", titleProblem(problem)),
    items.length ? create("ul", items) : create("p", renderDetail(problem)),
  );
  box.hidden = false;
  box.focus();
}
