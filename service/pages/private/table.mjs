/** A table with private hands: its players are tabs of this browser, and each sees its own cards alone. */
import { Refused } from "../../../verify/validation.mjs";
import { nameSeat, toTitle } from "../shared/labels.mjs";
import { $, $$, Problem, create } from "../shared/page.mjs";
import { t } from "../shared/texts.mjs";
import { fetchShoe } from "../table/cards.mjs";
import { loadProof } from "../table/play.mjs";
import { layAway, layTable, listPlayed, playCards } from "./hands.mjs";
import { Host, askedDraw, lastDigest, nextAction, nextStage } from "./host.mjs";
import { forgetSecrets, requireSupport } from "./keys.mjs";
import { TabPlayer } from "./player.mjs";
import { Tabs, putAway } from "./tabs.mjs";
import { choiceOf, describeTable, hasAgreed, isOut, labelAgree, nameCards, renderLobby, renderPlayers } from "./words.mjs";

const REST = 900; // milliseconds after a stage: a second press does nothing
const LOOK = 3000; // milliseconds until a tab looks which others are open
const BUTTONS = { agree: "#agree", show: "#show-down", fold: "#fold" };
const PARTS = [...Object.values(BUTTONS), "#leave", "#players", "#mark"];

/** Return a problem of the table, by the name of its title among the texts. */
const createProblem = (name) => new Problem(undefined, { title: t(`table.private.${name}`), detail: t(`table.private.${name}Says`) });

/** Return the seats that show their cards, once all have chosen; [] before, so that nobody wins early. */
function listShown(state) {
  const seats = Object.keys(state.table.seats);
  return seats.every((seat) => choiceOf(state, seat)) ? seats.filter((seat) => choiceOf(state, seat) === "shown") : [];
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
   * `page` has `show` for a state of the table, `wait` for an element before the first card, the `log` and the
   * `packOptions`. `game` describes the game of a `request`; `terms` open its shoe.
   */
  constructor(page, { request, game, terms }) {
    this.isPoker = game.family === "poker";
    [this.#page, this.#request, this.#game, this.#terms] = [page, request, game, terms];
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
      tabs.table = { seats: Object.fromEntries(this.#game.seats.map((seat) => [seat, null])) };
    }
    if (!tabs.table) throw createProblem("noTable");
    this.#id = await tabs.claim(Object.values(tabs.table.seats).filter((id) => id && !tabs.read(id)?.leave));
    if (isNew) tabs.table = { ...tabs.table, host: this.#id };
    if (tabs.table.host === this.#id) this.#host = await Host.load(`${name} table`, this.#terms);
    this.#player = await TabPlayer.load(`${name} ${this.#id}`);
  }

  /** Show the table, and play. */
  begin() {
    const { signal } = this.#leaving;
    const listen = (selector, kind, react) => $(selector).addEventListener(kind, react, { signal });
    for (const [name, selector] of Object.entries(BUTTONS))
      listen(selector, "click", () => this.#allowed[name] && this.#act(this.#allowed[name]));
    listen("#leave", "click", () => this.#goAway());
    listen("#face-down", "change", () => this.#labelCards());
    listen("#form", "input", () => ($("#deal").hidden = false));
    listen("#mark", "click", (event) => {
      if (this.#proved) return;
      event.preventDefault(); // the fragment is for permalinks
      $("#private").focus();
    });
    for (const selector of PARTS) $(selector).hidden = false;
    $("#fold").textContent = t(this.isPoker ? "table.private.fold" : "table.private.hide");
    $("#private-link a").href = this.#request.permalink;
    this.#showMark("mark", "");
    $("#mark").href = "#private";
    $("#deal").classList.remove("primary");
    $("#deal").hidden = true; // until another game is asked for
    return this.#advance();
  }

  /** Leave the hand for good, by a signature with which the others go on alone, and deal an open game instead. */
  async #goAway() {
    const { table, seat } = this.#state;
    if (this.#host) this.#tabs.table = { ...table, isClosed: true };
    else if (seat && table.opened && !table.receipt) this.#say({ leave: await this.#player.leave(), choice: "left" });
    else this.#say({ leave: "between hands" });
    this.#leaving.abort(); // so that it signs nothing more
    $("#deal").hidden = false;
    this.#tabs.leave(true);
    this.#page.dealOpen();
  }

  /** Leave the table, for another deal. */
  leave() {
    this.#leaving.abort();
    clearTimeout(this.#timer);
    this.#tabs.leave();
    for (const selector of [...PARTS, "#lay", "#private", "#log", "#proof"]) $(selector).hidden = true;
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
      if (!this.#isLeft) this.#timer = setTimeout(() => this.#advance(), rest > 0 ? rest : LOOK);
    }
  }

  async #step() {
    if (!this.#tabs.table) throw createProblem("putAway");
    if (this.#tabs.table.isClosed) {
      $("#deal").hidden = false;
      throw createProblem("closed");
    }
    this.#open = await this.#tabs.listOpen();
    if (this.#host && !this.#isHalted) await this.#runTable();
    await this.#play();
    await this.#render();
  }

  /** Run the table as its host: give seats to new tabs, and send the agreed requests. */
  async #runTable() {
    const { table } = this.#tabs;
    const isBetween = !table.opened || table.receipt;
    const current = isBetween ? { ...table, seats: this.#giveSeats(table) } : table;
    const next = await this.#host.advance(current, this.#listPlayers(current));
    if (!next && JSON.stringify(current.seats) === JSON.stringify(table.seats)) return;
    this.#tabs.table = next ?? current;
    this.#isStale = true;
  }

  /** Return the seats with new tabs in free seats; a tab that left, or is closed before the first card, loses its seat. */
  #giveSeats({ seats, opened }) {
    const stays = (id) => id && (opened || this.#open.includes(id)) && this.#tabs.read(id) && !this.#tabs.read(id).leave;
    const seatsKept = Object.fromEntries(Object.entries(seats).map(([seat, id]) => [seat, stays(id) ? id : null]));
    const newcomers = this.#tabs.players.filter((id) => stays(id) && this.#open.includes(id) && !Object.values(seatsKept).includes(id));
    return Object.fromEntries(Object.entries(seatsKept).map(([seat, id]) => [seat, id ?? newcomers.shift() ?? null]));
  }

  /** Return the states of the players by seat. */
  #listPlayers({ seats }) {
    const said = Object.entries(seats).map(([seat, id]) => [seat, id && this.#tabs.read(id)]);
    return Object.fromEntries(said.filter(([, player]) => player));
  }

  get #state() {
    const { table } = this.#tabs;
    const seat = Object.keys(table.seats).find((one) => table.seats[one] === this.#id);
    return { table, players: this.#listPlayers(table), seat, open: this.#open, isPoker: this.isPoker };
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
    await this.#player.follow({ ...table, seat, players, terms: this.#terms });
    if (this.#ownState.text === undefined) this.#say({ text: this.#player.text });
    const isAsked = askedDraw(table)?.seat === seat; // by this player
    if ((this.#ownState.choice || isAsked) && !table.receipt) await this.#sign();
  }

  async #takeKeys(hand) {
    $("#face-down").checked = false;
    this.#player = await TabPlayer.create(`${this.#request.get("table")} ${this.#id}`, hand);
  }

  async #introduce(arrived) {
    this.#say({ arrived, hand: this.#player.hand, keys: await this.#player.exportKeys() }, {});
  }

  /** Sign the next stage, if there is one. */
  async #sign() {
    const { table, players, seat } = this.#state;
    const action = nextAction(table);
    if (!action || this.#ownState.leave || hasAgreed({ table, players }, seat)) return;
    const digest = lastDigest(table);
    this.#say({ consent: { digest, signature: await this.#player.sign(action) } });
  }

  /** Show the cards of this tab that were not laid away, or fold them. */
  #choose(choice) {
    const { laid = [] } = this.#ownState;
    const isLaid = (card) => laid.some(({ round, position }) => card.round === round && card.position === position);
    this.#say({ choice, ...(choice === "shown" && { shown: this.#player.cards.filter((card) => !isLaid(card)) }) });
  }

  /** Play one card: show it to all. */
  #playCard(card) {
    const { shown = [], played = [] } = this.#ownState;
    this.#say({ shown: [...shown, card], played: [...played, { index: card.index, at: Date.now() }] });
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
    const text = JSON.stringify({ ...state, table: { ...state.table, time: 0 } });
    if (text === this.#rendered) return this.#update(state);
    await this.#show(state);
    if (!this.#isLeft) this.#rendered = text;
  }

  async #show(state) {
    const { table, seat } = state;
    document.title = [seat && toTitle(nameSeat(seat)), $("#title").textContent].filter(Boolean).join(" · ");
    $("#players").replaceChildren(...renderPlayers(state));
    $("#private-link").hidden = !table.opened || Object.values(table.seats).every((id) => this.#open.includes(id));
    this.#showChecks();
    this.#update(state);
    if (!table.opened) return this.#page.wait(renderLobby(state, this.#request.permalink));
    const shoe = await fetchShoe(table.opened.terms, this.#page.packOptions);
    const own = this.#player.hand === table.hand ? this.#player.cards : [];
    const sealed = await layTable(state, own, this.#game);
    if (this.#isLeft) return undefined;
    this.#noteStage(sealed.seen, own, shoe);
    this.#stock = sealed.piles.find(({ isStock }) => isStock)?.count ?? 0;
    this.#update(state); // before the cards, which may be buttons
    $("#log").hidden = false;
    this.#page.log.show(sealed);
    const played = playCards(sealed.response, listPlayed(table, state.players), !this.isPoker && nextStage(table) === null);
    const hands = played.hands.map((hand) => ({ ...hand, isOwn: hand.seat === seat }));
    const response = {
      ...layAway({ ...played, hands }, state.players, own),
      draws: sealed.seen.length || undefined,
      ranked: listShown(state),
    };
    const [request, game, last] = [this.#request, this.#game, this.#host?.last];
    this.#page.show({ request, game, shoe, response, last, status: describeTable(state) });
    return this.#prove(table, sealed.log);
  }

  /** Note that a stage was dealt: tell its cards, and let the buttons rest. */
  #noteStage(seen, own, shoe) {
    if (seen.length === this.#dealt) return;
    this.#dealt = seen.length;
    this.#restsUntil = Date.now() + REST;
    $("#status").textContent = seen.length ? nameCards(seen.at(-1), own, shoe) : "";
  }

  #showChecks() {
    const checks = this.#player.checks.map(({ isRight, sentence }) => create("li", { class: isRight ? "done" : "open" }, sentence));
    $("#checks").replaceChildren(...checks);
    $("#private").hidden = !checks.length && $("#private-link").hidden;
  }

  /** Turn the player's own cards into buttons that play them, or lay them away, in games where cards are played. */
  dress(felt) {
    if (this.#isLeft || !this.#allowed.play) return;
    for (const item of $$(".own [data-index]", felt)) {
      const card = this.#player.cards.find(({ index }) => index === Number(item.dataset.index));
      const picture = $("img", item);
      if (!card) continue;
      const play = async () => {
        await this.#act(() => ($("#face-down").checked ? this.#layAway(card) : this.#playCard(card)));
        ($("#felt .own button") ?? $("#show-down")).focus();
      };
      item.replaceChildren(create("button", { onclick: play }, picture));
    }
    this.#labelCards();
  }

  /** Say of each own card what a press does with it. */
  #labelCards() {
    const key = $("#face-down").checked ? "table.private.layAway" : "table.private.play";
    for (const button of $$("#felt .own [data-index] > button")) button.setAttribute("aria-label", t(key, { card: $("img", button).alt }));
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
    this.#showMark(isWrong ? "markInvalid" : verdict === "refused" ? "mark" : "markChecked", isWrong ? "bad" : "good");
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
    const isIn = Boolean(table.opened) && me?.hand === table.hand && !table.receipt && !me.choice;
    const hasCards = isIn && table.draws.length > 0;
    const isAlone = isIn && Object.keys(table.seats).every((one) => one === seat || isOut(state, one));
    const isDealt = hasCards && nextStage(table) === null;
    const isResting = Date.now() < this.#restsUntil;
    const canAgree = isIn && !isResting && !isAlone && nextAction(table) && !hasAgreed(state, seat);
    const canAskAgain = table.receipt && me?.hand === table.hand;
    const canAsk = canDraw && isDealt && !isResting && !isAlone && !askedDraw(table) && me.ask?.digest !== lastDigest(table);
    const askForCard = () => this.#say({ ask: { digest: lastDigest(table), at: Date.now() } });
    this.#allow({
      agree: canAgree ? () => this.#sign() : canAsk ? askForCard : canAskAgain && (() => this.#askForAnother()),
      show: !isResting && (isDealt || (hasCards && isAlone)) && (() => this.#choose("shown")),
      fold: hasCards && (() => this.#choose("folded")),
      play: isDealt && !this.isPoker,
    });
  }

  /** Set the actions of the buttons. A button without an action keeps the focus. */
  #allow(allowed) {
    this.#allowed = allowed;
    for (const [name, selector] of Object.entries(BUTTONS)) $(selector).setAttribute("aria-disabled", String(!allowed[name]));
    $("#lay").hidden = !allowed.play;
  }

  #showProblem(error) {
    const isProblem = error instanceof Problem;
    if (!isProblem && !(error instanceof Refused)) throw error;
    if (this.#isLeft) return;
    this.#allow({});
    this.#isHalted = isProblem && error.status >= 400 && error.status < 500;
    const box = $("#play-problem");
    if (!box.hidden && $("p", box)?.textContent === error.message) return; // screen readers would say it again
    box.replaceChildren(create("h3", isProblem ? error.title : t("table.private.unfair")), create("p", error.message));
    box.hidden = false;
  }
}
