/** A table with private hands: its players are tabs of this browser, and each sees its own cards alone. */
import { Refused } from "../../../verify/core/validation.mjs";
import { nameSeat, toTitle } from "../shared/labels.mjs";
import { $, $$, Problem, create, openDialog } from "../shared/page.mjs";
import { t } from "../shared/texts.mjs";
import { fetchShoe } from "../table/cards.mjs";
import { PACK_OPTIONS } from "../table/catalogue.mjs";
import { loadProof } from "../table/play.mjs";
import { sortHand } from "../table/sorting.mjs";
import { layAway, layTable, listMoves, makeMoves } from "./hands.mjs";
import { Host, askedDraw, lastDigest, nextAction, nextStage } from "./host.mjs";
import { forgetSecrets, requireSupport } from "./keys.mjs";
import { TabPlayer } from "./player.mjs";
import { Tabs, putAway } from "./tabs.mjs";
import {
  choiceOf,
  describeNews,
  describeTable,
  hasAgreed,
  isAway,
  isFree,
  isOut,
  labelAgree,
  nameCards,
  renderLobby,
  renderPlayers,
} from "./words.mjs";

const REST = 900; // milliseconds after a stage: a second press does nothing
const LOOK = 2000; // milliseconds until a tab looks which others are open
const RELOAD = 3000; // milliseconds for which a tab that is loaded again counts as open
const BUTTONS = {
  agree: "#agree",
  take: "#take",
  show: "#show-down",
  fold: "#fold",
};
const PARTS = ["#agree", "#show-down", "#fold", "#leave", "#players", "#mark"];

/** Return a problem of the table, by the name of its title among the texts. */
const createProblem = (name) =>
  new Problem(undefined, {
    title: t(`table.private.${name}`),
    detail: t(`table.private.${name}Says`),
  });

/** Return the seats that show their cards, once all have chosen; [] before, so that nobody wins early. */
function listShown(state) {
  const seats = Object.keys(state.table.seats);
  return seats.every((seat) => choiceOf(state, seat))
    ? seats.filter((seat) => choiceOf(state, seat) === "shown")
    : [];
}

/** Ask whether to leave the table. Return the answer. */
async function confirmLeaving() {
  const answer = (value) => ({ onclick: () => dialog.close(value) });
  const dialog = create("dialog.ask", { "aria-labelledby": "leave-title" }, [
    create("h2", { id: "leave-title" }, t("table.private.leaveTitle")),
    create("p", t("table.private.leaveSays")),
    create(
      "p.buttons",
      create("button", answer("leave"), t("table.private.leave")),
      create(
        "button",
        { autofocus: true, ...answer("") },
        t("table.private.stay"),
      ),
    ),
  ]);
  return (await openDialog(dialog)) === "leave";
}

/** A table as the tab of one player sees it, until the tab leaves it. */
export class PrivateTable {
  #page;
  #request;
  #game;
  #terms; // of the shoe, as the link has them
  #tabs;
  #id;
  #host; // undefined if another tab runs the table
  #player;
  #open = []; // the players with an open tab
  #missed = new Map(); // since when the tabs of seated players are not open
  #before; // the state that was told last
  #news = ""; // what happened in it
  #top; // the index of the card that can be taken
  #allowed = {}; // what the buttons do now
  #dealt = 0; // stages and draws
  #stock = 0; // cards that can be drawn
  #restsUntil = 0;
  #rendered = ""; // the state that is on the page
  #proved; // the digest of the verified receipt on the page
  #isBusy = false;
  #isStale = false;
  #isHalted = false; // as the service refused what the table asked for
  #timer;
  #leaving = new AbortController();
  #title = document.title;

  /**
   * `page` has `show` for a state of the table, `leave` for the end, and the `log`. `game` describes the game of a `request`;
   * `terms` open its shoe.
   */
  constructor(page, { request, game, terms }) {
    this.isPoker = game.family === "poker";
    [this.#page, this.#request, this.#game, this.#terms] = [
      page,
      request,
      game,
      terms,
    ];
    this.#tabs = new Tabs(request.get("table"), () => {
      this.#isHalted = false;
      this.#advance();
    });
  }

  /** Take a seat, or open the table if it `isNew`. Throw a `Problem` if that cannot be. */
  async join(isNew) {
    await requireSupport();
    const [tabs, name] = [this.#tabs, this.#request.get("table")];
    if (isNew) {
      await forgetSecrets(putAway());
      tabs.table = {
        seats: Object.fromEntries(this.#game.seats.map((seat) => [seat, null])),
      };
    }
    if (!tabs.table) throw createProblem("noTable");
    this.#id = await tabs.claim(
      Object.values(tabs.table.seats).filter(
        (id) => id && !tabs.read(id)?.leave,
      ),
    );
    if (isNew) tabs.table = { ...tabs.table, host: this.#id };
    this.#player = await TabPlayer.load(`${name} ${this.#id}`);
  }

  /** Show the table, and play. */
  begin() {
    const { signal } = this.#leaving;
    const listen = (selector, kind, react) =>
      $(selector).addEventListener(kind, react, { signal });
    for (const [name, selector] of Object.entries(BUTTONS))
      listen(
        selector,
        "click",
        () => this.#allowed[name] && this.#act(this.#allowed[name]),
      );
    listen(
      "#leave",
      "click",
      async () => (await confirmLeaving()) && this.#goAway(),
    );
    listen("#face-down", "change", () => this.#labelCards());
    listen("#form", "input", () => ($("#deal").hidden = false));
    listen("#mark", "click", (event) => {
      if (this.#proved) return;
      event.preventDefault(); // the fragment is for permalinks
      $("#private").focus();
    });
    for (const selector of PARTS) $(selector).hidden = false;
    $("#private-link a").href = this.#request.permalink;
    this.#showMark("mark", "");
    $("#mark").href = "#private";
    $("#deal").classList.remove("primary");
    $("#deal").hidden = true; // until another game is asked for
    return this.#advance();
  }

  /** Leave the hand for good, by a signature with which the others go on alone; another of them runs the table then. */
  async #goAway() {
    while (this.#isBusy)
      await new Promise((resolve) => setTimeout(resolve, 50)); // until what this tab asked for is written
    const { table, seat } = this.#state;
    if (seat && table.opened && !table.receipt)
      this.#say({ leave: await this.#player.leave(), choice: "left" });
    else this.#say({ leave: "between hands" });
    this.#leaving.abort(); // so that it signs nothing more
    this.#tabs.leave(true);
    this.#page.leave();
  }

  /** Leave the table, for another deal. */
  leave() {
    this.#leaving.abort();
    clearTimeout(this.#timer);
    this.#tabs.leave();
    for (const selector of [
      ...PARTS,
      "#take",
      "#lay",
      "#private",
      "#private-link",
      "#log",
      "#proof",
    ])
      $(selector).hidden = true;
    $("#deal").classList.add("primary");
    $("#deal").hidden = false;
    document.title = this.#title;
  }

  get #isLeft() {
    return this.#leaving.signal.aborted;
  }

  /** Advance and show the table until nothing changes. */
  async #advance() {
    this.#isStale = true;
    if (this.#isBusy || this.#isLeft) return;
    this.#isBusy = true;
    clearTimeout(this.#timer);
    try {
      while (this.#isStale && !this.#isLeft) {
        this.#isStale = false;
        await this.#step();
      }
    } catch (error) {
      this.#showProblem(error);
    } finally {
      this.#isBusy = false;
      const rest = this.#restsUntil - Date.now();
      if (!this.#isLeft)
        this.#timer = setTimeout(() => this.#advance(), rest > 0 ? rest : LOOK);
    }
  }

  async #step() {
    await this.#lookRound();
    if (!this.#tabs.table) throw createProblem("putAway");
    await this.#takeOver();
    if (this.#host && !this.#isHalted) await this.#runTable();
    await this.#play();
    await this.#render();
  }

  /** Look which tabs are open. One that is loaded again has a moment for it. */
  async #lookRound() {
    const open = await this.#tabs.listOpen();
    const now = Date.now();
    const missing = Object.values(this.#tabs.table?.seats ?? {}).filter(
      (id) => id && !open.includes(id) && !this.#tabs.read(id)?.leave,
    );
    this.#missed = new Map(
      missing.map((id) => [id, this.#missed.get(id) ?? now]),
    );
    this.#open = [
      ...open,
      ...missing.filter((id) => now - this.#missed.get(id) < RELOAD),
    ];
  }

  /** Run the table from this tab if the one that ran it is gone, and this is the first of the others. */
  async #takeOver() {
    const { table, players } = this.#tabs;
    const isThere = (id) =>
      id && this.#open.includes(id) && !this.#tabs.read(id)?.leave;
    const host = isThere(table.host)
      ? table.host
      : [...Object.values(table.seats), ...players].find(isThere);
    if (host === this.#id && host !== table.host)
      this.#tabs.table = { ...table, host };
    if (host !== this.#id) this.#host = undefined;
    else
      this.#host ??= await Host.load(
        `${this.#request.get("table")} table`,
        this.#terms,
      );
  }

  /** Run the table as its host: give seats to new tabs, and send the agreed requests. */
  async #runTable() {
    const { table } = this.#tabs;
    const isBetween = !table.opened || table.receipt;
    const current = isBetween
      ? { ...table, seats: this.#giveSeats(table) }
      : table;
    const entries = Object.entries(this.#listPlayers(current));
    const players = entries.map(([seat, player]) => [
      seat,
      { ...player, isAway: !this.#open.includes(current.seats[seat]) },
    ]);
    const next = await this.#host.advance(current, Object.fromEntries(players));
    if (!next && JSON.stringify(current.seats) === JSON.stringify(table.seats))
      return;
    this.#tabs.table = next ?? current;
    this.#isStale = true;
  }

  /** Return the seats with new tabs in free seats; a tab that left, or is closed before the first card, loses its seat. */
  #giveSeats({ seats, opened }) {
    const stays = (id) =>
      id &&
      (opened || this.#open.includes(id)) &&
      this.#tabs.read(id) &&
      !this.#tabs.read(id).leave;
    const seatsKept = Object.fromEntries(
      Object.entries(seats).map(([seat, id]) => [seat, stays(id) ? id : null]),
    );
    const newcomers = this.#tabs.players.filter(
      (id) =>
        stays(id) &&
        this.#open.includes(id) &&
        !Object.values(seatsKept).includes(id),
    );
    return Object.fromEntries(
      Object.entries(seatsKept).map(([seat, id]) => [
        seat,
        id ?? newcomers.shift() ?? null,
      ]),
    );
  }

  /** Return the states of the players by seat. */
  #listPlayers({ seats }) {
    const said = Object.entries(seats).map(([seat, id]) => [
      seat,
      id && this.#tabs.read(id),
    ]);
    return Object.fromEntries(said.filter(([, player]) => player));
  }

  get #state() {
    const { table } = this.#tabs;
    const seat = Object.keys(table.seats).find(
      (one) => table.seats[one] === this.#id,
    );
    return {
      table,
      players: this.#listPlayers(table),
      seat,
      open: this.#open,
      game: this.#game,
      isPoker: this.isPoker,
    };
  }

  get #ownState() {
    return this.#tabs.read(this.#id);
  }

  /** Add members to this tab's state. All tabs read it. */
  #say(more, said = this.#ownState) {
    this.#tabs.write(this.#id, { ...said, ...more });
    this.#isStale = true;
  }

  /** Play: check the table. After the choice at the end, or for the own request of a card, sign without a press. */
  async #play() {
    const { table, players, seat } = this.#state;
    if (!this.#player) await this.#takeKeys((table.hand ?? 0) + 1);
    if (!this.#ownState) await this.#introduce(Date.now());
    if (seat === undefined || this.#player.hand !== table.hand) return;
    await this.#player.followTable({
      ...table,
      seat,
      players,
      terms: this.#terms,
    });
    if (this.#ownState.text === undefined)
      this.#say({ text: this.#player.text });
    const isAsked = askedDraw(table)?.seat === seat; // by this player
    if ((this.#ownState.choice || isAsked) && !table.receipt)
      await this.#sign();
  }

  async #takeKeys(hand) {
    $("#face-down").checked = false;
    this.#player = await TabPlayer.create(
      `${this.#request.get("table")} ${this.#id}`,
      hand,
    );
  }

  async #introduce(arrived) {
    this.#say(
      {
        arrived,
        hand: this.#player.hand,
        keys: await this.#player.exportKeys(),
      },
      {},
    );
  }

  /** Sign the next stage, if there is one. */
  async #sign() {
    const { table, players, seat } = this.#state;
    const action = nextAction(table);
    if (!action || this.#ownState.leave || hasAgreed({ table, players }, seat))
      return;
    const digest = lastDigest(table);
    this.#say({
      consent: { digest, signature: await this.#player.consent(action) },
    });
  }

  /** Show the cards of this tab that were not laid away, or fold them. */
  #choose(choice) {
    const { laid = [] } = this.#ownState;
    const isLaid = (card) =>
      laid.some(
        ({ round, position }) =>
          card.round === round && card.position === position,
      );
    this.#say({
      choice,
      ...(choice === "shown" && {
        shown: this.#player.cards.filter((card) => !isLaid(card)),
      }),
    });
  }

  /** Play the card of an index. A `card` that lay hidden is shown to all with it. */
  #playCard(index, card) {
    const { shown = [], moves = [] } = this.#ownState;
    this.#say({
      shown: card ? [...shown, card] : shown,
      moves: [...moves, { index, at: Date.now() }],
    });
  }

  /** Take the top card of those that were played. */
  #take() {
    const { moves = [] } = this.#ownState;
    this.#say({
      moves: [...moves, { index: this.#top, isTaken: true, at: Date.now() }],
    });
  }

  /** Lay one card away, face down. The other tabs hear its place in the hand, not which card it is. */
  #layAway({ round, position }) {
    const { laid = [] } = this.#ownState;
    this.#say({ laid: [...laid, { round, position }] });
  }

  /** Ask for another hand, with new keys. */
  async #askForAnother() {
    await this.#takeKeys(this.#player.hand + 1);
    await this.#introduce(this.#ownState.arrived);
  }

  /** Run the action of a button, then advance the table. */
  async #act(action) {
    this.#allow({});
    this.#isHalted = false;
    $("#play-problem").hidden = true;
    try {
      await action();
    } catch (error) {
      this.#showProblem(error);
    }
    await this.#advance();
  }

  /** Show the table, if anything on it has changed. */
  async #render() {
    const state = this.#state;
    const text = JSON.stringify({
      ...state,
      game: undefined,
      table: { ...state.table, time: 0 },
    });
    if (text === this.#rendered) return this.#update(state);
    await this.#show(state);
    if (!this.#isLeft) this.#rendered = text;
  }

  async #show(state) {
    const { table, seat } = state;
    document.title = [seat && toTitle(nameSeat(seat)), $("#title").textContent]
      .filter(Boolean)
      .join(" · ");
    $("#players").replaceChildren(...renderPlayers(state));
    $("#private-link").hidden =
      !table.opened ||
      seat === undefined ||
      !Object.keys(table.seats).some((one) => isFree(state, one));
    this.#showChecks();
    this.#update(state);
    if (!table.opened)
      return $("#felt").replaceChildren(
        create("div.empty", renderLobby(state, this.#request.permalink)),
      );
    const shoe = await fetchShoe(table.opened.terms, PACK_OPTIONS);
    const own = this.#player.hand === table.hand ? this.#player.cards : [];
    const sealed = await layTable(state, own, this.#game);
    if (this.#isLeft) return undefined;
    const isNew = this.#noteStage(sealed.seen);
    this.#stock = sealed.piles.find(({ isStock }) => isStock)?.count ?? 0;
    const isPlaying = !this.isPoker && nextStage(table) === null;
    const { top, ...played } = isPlaying
      ? makeMoves(sealed.response, listMoves(table, state.players), this.#game)
      : sealed.response;
    this.#top = top;
    this.#update(state); // before the cards, which may be buttons
    $("#log").hidden = false;
    this.#page.log.show(sealed);
    this.#noteNews(state, shoe);
    const hands = played.hands.map((hand) => ({
      ...hand,
      isOwn: hand.seat === seat,
    }));
    const response = {
      ...layAway({ ...played, hands }, state.players, own),
      draws: sealed.seen.length || undefined,
      ranked: listShown(state),
    };
    const [request, game, last] = [this.#request, this.#game, this.#host?.last];
    const hadFocus = $("#felt").contains(document.activeElement);
    this.#page.show({
      request,
      game,
      shoe,
      response,
      last,
      status: describeTable({ ...state, news: this.#news }),
    });
    const sort = (indices) =>
      $("#sorted").checked ? sortHand(indices, shoe, game) : indices; // as on the felt
    if (isNew)
      $("#status").textContent = sealed.seen.length
        ? nameCards(sealed.seen.at(-1), own, shoe, sort)
        : "";
    if (hadFocus && document.activeElement === document.body)
      $("#agree").focus();
    return this.#prove(table, sealed.log);
  }

  /** Note whether a stage was dealt: then the buttons rest. Return it. */
  #noteStage(seen) {
    if (seen.length === this.#dealt) return false;
    this.#dealt = seen.length;
    this.#restsUntil = Date.now() + REST;
    return true;
  }

  /** Note what happened since the last state, until something else does. */
  #noteNews(state, shoe) {
    const news = describeNews(
      this.#before,
      state,
      (index) => shoe.cards[index].name,
    );
    if (news || this.#before?.table.hand !== state.table.hand)
      this.#news = news;
    this.#before = state;
  }

  #showChecks() {
    const checks = this.#player.checks.map(({ isRight, sentence }) =>
      create("li", { class: isRight ? "done" : "open" }, sentence),
    );
    $("#checks").replaceChildren(...checks);
    $("#private").hidden = !checks.length;
  }

  /** Turn the player's own cards into buttons that play them, or lay them away, in games where cards are played. */
  dress(felt) {
    if (this.#isLeft || !this.#allowed.play) return;
    for (const item of $$(".own [data-index]", felt)) {
      const index = Number(item.dataset.index);
      const isShown = (this.#ownState.shown ?? []).some(
        (card) => card.index === index,
      );
      const card = isShown
        ? undefined
        : this.#player.cards.find((each) => each.index === index); // which only this tab knows
      const play = async () => {
        const isFaceDown = card && $("#face-down").checked;
        $("#face-down").checked = false;
        await this.#act(() =>
          isFaceDown ? this.#layAway(card) : this.#playCard(index, card),
        );
        ($("#felt .own button") ?? $("#show-down")).focus();
      };
      item.replaceChildren(
        create("button", { onclick: play, "data-open": !card }, $("img", item)),
      );
    }
    this.#labelCards();
  }

  /** Say of each own card what a press does with it. */
  #labelCards() {
    for (const button of $$("#felt .own [data-index] > button")) {
      const isFaceDown =
        $("#face-down").checked && button.dataset.open === undefined;
      button.setAttribute(
        "aria-label",
        t(isFaceDown ? "table.private.layAway" : "table.private.play", {
          card: $("img", button).alt,
        }),
      );
    }
  }

  /** Verify the receipt at the end. */
  async #prove({ receipt }, log) {
    $("#proof").hidden = !receipt;
    if (!receipt) {
      this.#proved = undefined;
      return this.#showMark("mark", "");
    }
    if (this.#proved === receipt.drawn.digest) return undefined;
    this.#proved = receipt.drawn.digest;
    const { prove } = await loadProof();
    const verdict = await prove(log);
    const isWrong = verdict === "invalid";
    this.#showMark(
      isWrong ? "markInvalid" : verdict === "refused" ? "mark" : "markChecked",
      isWrong ? "bad" : "good",
    );
    $("#mark").href = $("#hand-over").href;
    return undefined;
  }

  #showMark(name, kind) {
    $("#mark").textContent = t(`table.private.${name}`);
    $("#mark").className = `mark ${kind}`;
  }

  /** Label the buttons, and set their actions. */
  #update(state) {
    const { table, players, seat } = state;
    const canDraw = this.#stock > 0 && !this.isPoker;
    $("#agree").textContent = labelAgree(table, canDraw);
    const me = players[seat];
    const isIn =
      Boolean(table.opened) &&
      me?.hand === table.hand &&
      !table.receipt &&
      !me.choice;
    const hasCards = isIn && table.draws.length > 0;
    const others = Object.keys(table.seats).filter((one) => one !== seat);
    const isAlone = isIn && others.every((one) => isOut(state, one));
    const isStopped =
      isAlone || (isIn && others.some((one) => isAway(state, one))); // nothing more can be dealt
    const isDealt = hasCards && nextStage(table) === null;
    const isResting = Date.now() < this.#restsUntil;
    const canAgree =
      isIn &&
      !isResting &&
      !isStopped &&
      nextAction(table) &&
      !hasAgreed(state, seat);
    const canAskAgain = table.receipt && me?.hand === table.hand;
    const canAsk =
      canDraw &&
      isDealt &&
      !isResting &&
      !isStopped &&
      !askedDraw(table) &&
      me.ask?.digest !== lastDigest(table);
    const askForCard = () =>
      this.#say({ ask: { digest: lastDigest(table), at: Date.now() } });
    const last = listMoves(table, players).at(-1);
    const isOwnLast = last && last.seat === seat && !last.isTaken;
    const canPlay = isDealt && !this.isPoker && !isAlone;
    const canTake =
      canPlay &&
      this.#top !== undefined &&
      (isOwnLast || this.#game.family === "rummies");
    $("#take").textContent = t(
      isOwnLast || this.#game.family !== "rummies"
        ? "table.private.takeBack"
        : "table.private.takeTop",
    );
    this.#allow({
      take: canTake && (() => this.#take()),
      agree: canAgree
        ? () => this.#sign()
        : canAsk
          ? askForCard
          : canAskAgain && (() => this.#askForAnother()),
      show:
        !isResting &&
        (isDealt || (hasCards && isStopped)) &&
        (() => this.#choose("shown")),
      fold: (hasCards || isStopped) && (() => this.#choose("folded")),
      play: canPlay,
    });
    const isOver = Boolean(table.receipt);
    const isLobby = !table.opened; // nothing can be pressed yet
    const hidden = {
      agree: isLobby || isStopped,
      show: isLobby || isOver || (isStopped && !hasCards),
      fold: isLobby || isOver,
      take: !canPlay,
    };
    const focused = document.activeElement; // which must not be hidden
    for (const [name, selector] of Object.entries(BUTTONS))
      $(selector).hidden = hidden[name];
    $("#lay").hidden = !canPlay;
    if (focused !== document.body && focused.hidden)
      $(isStopped ? "#fold" : "#agree").focus();
    $("#fold").textContent = t(
      this.isPoker && !isStopped ? "table.private.fold" : "table.private.hide",
    );
  }

  /** Set the actions of the buttons. A button without an action keeps the focus. */
  #allow(allowed) {
    this.#allowed = allowed;
    for (const [name, selector] of Object.entries(BUTTONS))
      $(selector).setAttribute("aria-disabled", String(!allowed[name]));
  }

  #showProblem(error) {
    const isProblem = error instanceof Problem;
    if (!isProblem && !(error instanceof Refused)) throw error;
    if (this.#isLeft) return;
    this.#allow({});
    this.#isHalted = isProblem && error.status >= 400 && error.status < 500;
    if (this.#isHalted) this.#host = undefined; // another tab may have run the table meanwhile
    const box = $("#play-problem");
    if (!box.hidden && $("p", box)?.textContent === error.message) return; // screen readers would say it again
    box.replaceChildren(
      create("h3", isProblem ? error.title : t("table.private.unfair")),
      create("p", error.message),
    );
    box.hidden = false;
  }
}
