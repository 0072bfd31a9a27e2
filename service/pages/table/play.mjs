/** The controls of a sealed game: deal its stages, draw from its piles, reveal it, and verify it in this browser. */
import { namePlace, nameSeat, nameStage } from "../shared/labels.mjs";
import { createResultLink } from "../shared/packed.mjs";
import {
  $,
  Problem,
  bringIntoView,
  create,
  createCopyButton,
  listenToSubmit,
} from "../shared/page.mjs";
import { createText, findText, loadTexts, t } from "../shared/texts.mjs";
import { nameEntry } from "./log.mjs";
import { generateSeed } from "./request.mjs";
import { SealedGame } from "./sealed.mjs";
import { renderSentences, titleProblem } from "./sentences.mjs";

const MOVES = ["#deal-stage", "#next-hand", "#reveal"];
const MAX_SAID = 3; // cards that the sentence above the table names

/** Load what verifies a game, with its texts. */
export async function loadProof() {
  await loadTexts();
  return import("./proof.mjs");
}

export class Play {
  #game;
  #sealLink; // which phones open before the first card, so that they note the seal
  #opening; // the response that opened the shoe, and its request
  #context; // the `request`, the `game` and the `shoe` of what is on the table
  #show;
  #log;
  #mayReveal;
  #isBusy = false;
  #verdict; // on the game that was revealed: valid, invalid and so on

  /** `show` is called with the state of the table, `mayReveal` asks first if need be; `log` is the log of the page. */
  constructor({ show, log, mayReveal }) {
    this.#mayReveal = mayReveal;
    this.#show = show;
    this.#log = log;
    const copyLink = createCopyButton(
      () => this.#sealLink,
      t("table.sealed.copyLink"),
    );
    $("#commitment").after(
      ...createCopyButton(() => this.#game.commitment, t("table.sealed.copy")),
      " ",
      ...copyLink,
    );
    $("#deal-stage").addEventListener("click", () =>
      this.#deal({ reshuffle: this.#game.isDealt && !this.#game.isContinued }),
    );
    $("#next-hand").addEventListener("click", () =>
      this.#deal({ reshuffle: true }),
    );
    $("#reveal").addEventListener("click", () => this.#reveal());
    $("#client-seed").addEventListener("change", () => this.#save());
    $("#mark").addEventListener("click", (event) => {
      if (!this.#game || this.#game.receipt) return;
      event.preventDefault(); // the fragment is for permalinks
      $("#seal").open = true;
      $("#seal-title").focus();
    });
    $("#draw-pile").addEventListener("change", () => {
      $("#draw-seat").value = "";
      this.#updateGather();
    });
    listenToSubmit($("#draw"), () => this.#draw());
  }

  /** The game that the history has for this page, so that it is there after a reload; undefined if it has none. */
  static get saved() {
    return history.state?.sealed;
  }

  /** Begin with a shoe that was opened by a request, or go on with a game that was saved. */
  async start({
    opened,
    prepared,
    moves = [],
    clientSeed = generateSeed(),
    sealedAt = Date.now(),
    ...context
  }) {
    const game = new SealedGame(opened, prepared, context.game, sealedAt);
    await game.repeat(moves);
    this.#game = game;
    this.#verdict = undefined;
    this.#context = context;
    this.#opening = { opened, prepared, sealedAt };
    this.#sealLink = await createResultLink({
      commitment: opened.commitment,
      terms: opened.terms,
      screen: { sealed: sealedAt },
    });
    $("#commitment").textContent = opened.commitment;
    $("#seal-title code").textContent = `${opened.commitment.slice(0, 16)}…`;
    $("#client-seed").value = clientSeed;
    $("#seal").open = !moves.length;
    $("#draw").reset();
    $("#draw-pile").replaceChildren(); // so that the stock is selected
    for (const id of ["#sealed", "#log", "#proof"])
      $(id).hidden = id === "#proof";
    this.#update();
    if (game.receipt) await this.#prove(game);
  }

  /** Keep the game in this entry of the browser's history. */
  #save() {
    if (location.href !== this.#context.request.permalink) return; // another deal is on its way
    const { moves } = this.#game;
    history.replaceState(
      {
        sealed: {
          ...this.#opening,
          moves,
          clientSeed: $("#client-seed").value,
        },
      },
      "",
    );
  }

  /** Hide the game, because the next deal is not sealed. */
  hide() {
    this.#game = undefined;
    for (const id of ["#sealed", "#log", "#proof", "#mark", ...MOVES])
      $(id).hidden = true;
    $("#deal").classList.add("primary");
  }

  #deal({ reshuffle }) {
    return this.#act(async (game) => {
      await game.move("deal", {
        clientSeed: $("#client-seed").value,
        reshuffle,
      });
      if (game.moves.length === 1) $("#seal").open = false;
    });
  }

  #draw() {
    const { pile, part } = this.#game.piles[$("#draw-pile").selectedIndex];
    const text = $("#draw-count").value;
    const count = /^\d+$/.test(text) ? Number(text) : text;
    const [seat, gather] = [$("#draw-seat").value, $("#draw-gather").checked];
    return this.#act((game) =>
      game.move("draw", { count, pile, part, seat, gather }),
    );
  }

  /** Deal the next stage; after the last one draw a card from the stock. */
  pressStock() {
    if (!this.#game.isDealt) return this.#deal({ reshuffle: false });
    const stock = this.#game.piles.find(
      ({ isStock, count }) => isStock && count,
    );
    return (
      stock &&
      this.#act((game) =>
        game.move("draw", {
          count: 1,
          pile: stock.pile,
          part: stock.part,
          seat: "",
        }),
      )
    );
  }

  /** Call the next ball: draw it from a pile, into which a stage has laid it. */
  call(pile) {
    return this.#act(async (game) => {
      if (!game.isDealt)
        await game.move("deal", { clientSeed: $("#client-seed").value });
      await game.move("draw", { count: 1, pile });
    });
  }

  async #reveal() {
    if (!(await this.#mayReveal())) return undefined;
    return this.#act(async (game) => {
      await loadProof(); // what cannot be verified is not revealed
      await game.move("reveal");
      await this.#prove(game);
      bringIntoView($("#verdict"));
    });
  }

  async #prove(game) {
    const { prove } = await loadProof();
    $("#proof").hidden = game !== this.#game;
    this.#verdict = await prove(game.log);
    if (game === this.#game) this.#updateMark();
  }

  /** Run the action of a button, and show the table, or the problem if the service refuses. */
  async #act(action) {
    if (this.#isBusy) return;
    const game = this.#game;
    this.#isBusy = true;
    $("#play-problem").hidden = true;
    try {
      await action(game);
      if (game === this.#game) this.#update(); // no other deal came to the table meanwhile
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      showProblem(error);
    } finally {
      this.#isBusy = false;
    }
  }

  #update() {
    const { last, response, seats, seen, commitment, receipt } = this.#game;
    this.#log.show(this.#game).then(() => this.#game && this.#updateMark()); // the link to the result is packed
    this.#updateControls();
    this.#save();
    const status = seen.length
      ? describeEntry(seen.at(-1), seats, this.#context.shoe)
      : t("table.sealed.nothing");
    const isNamed = !seen.length || listCodes(seen.at(-1)).length <= MAX_SAID; // the status names its cards
    this.#show({
      ...this.#context,
      isNamed,
      commitment,
      isOver: Boolean(receipt),
      response: { ...response, draws: seen.length || undefined },
      last,
      status,
      press: this.#game.isDealt ? undefined : $("#deal-stage").textContent,
    });
  }

  #updateControls() {
    const {
      clientSeed,
      isContinued,
      isDealt,
      nextStage,
      piles,
      receipt,
      seats,
      seen,
    } = this.#game;
    const isStarted = seen.length > 0;
    $("#client-seed").readOnly = isStarted;
    if (isStarted) $("#client-seed").value = clientSeed ?? "";
    const stage =
      nextStage === "deal"
        ? t("table.moves.deal")
        : t("table.moves.dealStage", { stage: nameStage(nextStage ?? "") });
    $("#deal-stage").textContent = isDealt
      ? t(isContinued ? "table.sealed.nextHand" : "table.sealed.shuffle")
      : stage;
    $("#deal-stage").hidden = Boolean(receipt);
    $("#next-hand").hidden = Boolean(receipt) || !isContinued;
    $("#next-hand").disabled = !isDealt; // there from the start, so that no button moves
    $("#reveal").hidden = Boolean(receipt);
    $("#reveal").disabled = !isStarted; // likewise
    $("#seal-title > span").textContent = t(
      receipt ? "table.sealed.revealed" : "table.sealed.title",
    );
    $("#mark").hidden = false;
    $("#deal").textContent = t("table.moves.sealAnew");
    $("#deal").classList.toggle("primary", Boolean(receipt)); // another shoe is not what comes next
    this.#updateMark();
    $("#draw").hidden = !piles.length;
    fill(
      $("#draw-pile"),
      piles.map((pile) => describePile(pile, seats)),
      piles.findIndex(({ isStock }) => isStock),
    );
    fill($("#draw-seat"), [
      ["", t("table.sealed.table")],
      ...seats.map((seat) => [seat, nameSeat(seat)]),
    ]);
    $("#draw-seat").closest("label").hidden = !seats.length;
    this.#updateGather();
    $("#play").hidden = Boolean(receipt);
  }

  /** Mark the deal as sealed; once it is revealed the mark says whether it is valid, and leads to the page of its result. */
  #updateMark() {
    const { receipt } = this.#game;
    $("#mark").textContent =
      findText(`table.sealed.marks.${this.#verdict}`) ??
      t("table.sealed.marks.sealed");
    $("#mark").className =
      `mark ${{ valid: "good", invalid: "bad" }[this.#verdict] ?? ""}`;
    $("#mark").href = receipt ? $("#to-result").href : "#seal";
  }

  /** Offer to shuffle all cards except the hands into the stock. */
  #updateGather() {
    const { piles, seats } = this.#game;
    $("#draw-gather").checked = false;
    $("#draw-gather").closest("label").hidden =
      !seats.length || !piles[$("#draw-pile").selectedIndex]?.isStock;
  }
}

const listCodes = ({ cards }) => cards.filter((code) => code !== null);

/** Describe an entry of the log in a short sentence above the table. */
function describeEntry(entry, seats, { cards }) {
  const codes = listCodes(entry);
  if (codes.length > MAX_SAID)
    return entry.stage
      ? describeStage(entry.stage)
      : `${nameEntry(entry, seats)} ${t("table.sealed.cards", { count: codes.length })}`;
  return `${nameEntry(entry, seats)} ${codes.map((code) => cards.find((card) => card.code === code)?.name ?? code).join(", ")}`;
}

const describeStage = (stage) =>
  stage === "deal"
    ? t("table.dealt")
    : t("table.dealtStage", { stage: nameStage(stage) });

/** Return the value and the text of the option for a part of a pile. */
function describePile({ pile, part, count }, seats) {
  const name = namePlace({
    kind: seats.includes(pile) ? "hands" : "piles",
    name: pile,
    part,
  });
  return [`${pile}/${part}`, t("table.sealed.pile", { name, count })];
}

/** Fill a select with options. Keep the selected option if it is still there; else select the option at `index`. */
function fill(select, options, index = 0) {
  const { value } = select;
  select.replaceChildren(
    ...options.map(([key, text]) => create("option", { value: key }, text)),
  );
  if (options.some(([key]) => key === value)) select.value = value;
  else select.selectedIndex = Math.max(index, 0);
}

function showProblem(problem) {
  const describe = ([name, messages]) =>
    create(
      "li",
      createText("shared.pair", {
        name: findText(`table.fields.${name}`) ?? name,
        value: renderSentences(messages),
      }),
    );
  const errors = Object.entries(problem.errors).map(describe);
  const content = errors.length
    ? create("ul", errors)
    : create("p", renderSentences(problem.message));
  $("#play-problem").replaceChildren(
    create("h3", titleProblem(problem)),
    content,
  );
  $("#play-problem").hidden = false;
  $("#play-problem").focus();
}
