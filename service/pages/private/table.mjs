/** A table with private hands: its players are tabs of this browser, and each sees its own cards alone. */

import { Refused } from "../../../verify/validation.mjs";
import { nameSeat, nameStage, toTitle } from "../shared/labels.mjs";
import { $, Problem, createElement } from "../shared/page.mjs";
import { fetchShoe } from "../table/cards.mjs";
import { layTable, listPlayed, playCards } from "./hands.mjs";
import { Host, lastDigest, nextAction } from "./host.mjs";
import { Player } from "./player.mjs";
import { requireSupport } from "./support.mjs";
import { Tabs, putAway } from "./tabs.mjs";

const REST = 900; // milliseconds after a stage is dealt in which nobody agrees to the next one by a second press
const [LOOK, SOON] = [3000, 50]; // milliseconds until the table is looked at again
const IDLE = { agree: false, show: false, fold: false, play: false };

const NO_TABLE = {
  title: "This table is not in this browser",
  detail: "The tabs of one browser play private hands together, and the service passes nothing on. Open the link in the browser in which the table was opened, or open a table of your own.",
};

const PUT_AWAY = { title: "This table was put away", detail: "What the browser kept of it was cleared. Open another one." };

/** A table as one tab sees it. */
export class PrivateTable {
  #page;
  #context; // the `request` and the `game`
  #tabs;
  #host;
  #player;
  #terms; // of the shoe, as the link has them
  #id;
  #open = []; // the players whose tabs are open
  #link;
  #isBusy = false;
  #isStale = false;
  #isHalted = false; // as the service refused what the table asked for
  #timer;
  #allowed = IDLE; // what the buttons do now
  #dealt = 0; // stages
  #dealtAt = 0;
  #shown = ""; // what is on the page, so that it changes only if something did
  #proved; // the receipt whose verdict is on the page
  #isOff = true;
  #title = document.title; // of the page, when there is no table on it

  /** `page` has the functions `show`, for what is on the table, and `wait`, for what is there before; and the `log`. */
  constructor(page) {
    this.#page = page;
    $("#agree").addEventListener("click", () => this.#allowed.agree && this.#act(this.#allowed.agree));
    $("#fold").addEventListener("click", () => this.#allowed.fold && this.#act(() => this.#choose("folded")));
    $("#show-down").addEventListener("click", () => this.#allowed.show && this.#act(() => this.#choose("shown")));
    $("#form").addEventListener("input", () => ($("#deal").hidden = false));
    $("#mark").addEventListener("click", (event) => {
      if (this.#isOff || this.#proved) return;
      event.preventDefault(); // the fragment is for permalinks
      $("#private").focus();
    });
  }

  /** Take a seat at the table that a request names, or open it. Return the function that shows it. Throw a `Problem`. */
  async join({ request, game, terms, isNew }) {
    await requireSupport();
    this.leave();
    const room = request.get("table");
    const tabs = new Tabs(room, () => this.#advance());
    if (isNew) {
      putAway();
      tabs.table = { seats: Object.fromEntries(game.seats.map((seat) => [seat, null])) };
    }
    const { table } = tabs;
    if (!table) throw new Problem(undefined, NO_TABLE);
    this.#id = await tabs.claim(Object.values(table.seats).filter(Boolean));
    if (isNew) tabs.table = { ...tabs.table, host: this.#id };
    const isHost = tabs.table.host === this.#id;
    this.#host = isHost ? new Host(`${room} table`, terms) : undefined;
    this.#terms = terms;
    await this.#host?.load();
    this.#player = await Player.load(`${room} ${this.#id}`);
    return () => {
      this.#tabs = tabs;
      this.#context = { request, game };
      this.#link = request.permalink;
      this.#isOff = false;
      this.#begin();
      return this.#advance();
    };
  }

  get #isPoker() {
    return this.#context.game.family === "poker";
  }

  #begin() {
    $("#fold").textContent = this.#isPoker ? "Fold" : "Keep hidden";
    this.#shown = "";
    this.#proved = undefined;
    for (const id of ["#agree", "#show-down", "#fold", "#players", "#mark"]) $(id).hidden = false;
    $("#private-link a").href = this.#link;
    $("#mark").textContent = "private";
    $("#mark").className = "mark";
    $("#mark").href = "#private";
    $("#deal").classList.remove("primary");
    $("#deal").hidden = true; // until another game is asked for
  }

  /** Leave the table, for another deal. */
  leave() {
    if (this.#isOff) return;
    this.#isOff = true;
    clearTimeout(this.#timer);
    this.#tabs.leave();
    for (const id of ["#agree", "#show-down", "#fold", "#private", "#players", "#mark", "#log", "#proof"]) $(id).hidden = true;
    $("#deal").classList.add("primary");
    $("#deal").hidden = false;
    document.title = this.#title;
  }

  /** Do what is due, and show the table, until nothing changes. */
  async #advance() {
    if (this.#isOff) return;
    if (!this.#tabs.table) return this.#showAlarm(new Problem(undefined, PUT_AWAY));
    this.#isStale = true;
    if (this.#isBusy) return;
    this.#isBusy = true;
    clearTimeout(this.#timer);
    try {
      while (this.#isStale && !this.#isOff) {
        this.#isStale = false;
        await this.#step();
      }
    } catch (error) {
      this.#showAlarm(error);
    } finally {
      this.#isBusy = false;
      if (!this.#isOff) this.#timer = setTimeout(() => this.#advance(), LOOK); // to see whose tab was closed
    }
  }

  async #step() {
    this.#open = await this.#tabs.listOpen();
    if (this.#host && !this.#isHalted) await this.#runTable();
    await this.#play();
    await this.#render();
  }

  /** Run the table: give seats to those who came, and ask the service for what all agreed to. */
  async #runTable() {
    const { table } = this.#tabs;
    const seated = table.opened ? table : { ...table, seats: this.#giveSeats(table.seats) };
    const next = await this.#host.advance(seated, this.#listPlayers(seated));
    if (!next && JSON.stringify(seated.seats) === JSON.stringify(table.seats)) return;
    this.#tabs.table = next ?? seated;
    this.#isStale = true;
  }

  /** Return the seats with those who came; who left before the first card has none. */
  #giveSeats(seats) {
    const stays = (id) => id && this.#open.includes(id) && this.#tabs.read(id);
    const kept = Object.fromEntries(Object.entries(seats).map(([seat, id]) => [seat, stays(id) ? id : null]));
    const others = this.#tabs.players.filter((id) => stays(id) && !Object.values(kept).includes(id));
    return Object.fromEntries(Object.entries(kept).map(([seat, id]) => [seat, id ?? others.shift() ?? null]));
  }

  /** Return what the players say, by seat. */
  #listPlayers({ seats }) {
    const said = Object.entries(seats).map(([seat, id]) => [seat, id && this.#tabs.read(id)]);
    return Object.fromEntries(said.filter(([, player]) => player));
  }

  get #said() {
    return this.#tabs.read(this.#id);
  }

  /** Say more to the others. */
  #say(more) {
    this.#tabs.write(this.#id, { ...this.#said, ...more });
    this.#isStale = true;
  }

  /** Play: check what the table says, and sign on without being asked after a fold or a showdown. */
  async #play() {
    const { table } = this.#tabs;
    if (!this.#player) await this.#takeKeys((table.hand ?? 0) + 1);
    if (!this.#said) this.#tabs.write(this.#id, { arrived: Date.now(), hand: this.#player.hand, keys: await this.#player.exportKeys() });
    const seat = this.#seatOf(table);
    if (seat === undefined || this.#player.hand !== table.hand) return;
    await this.#player.follow({ ...table, seat, players: this.#listPlayers(table), terms: this.#terms });
    if (this.#said.text === undefined) this.#say({ text: this.#player.text });
    if (this.#said.choice && !table.receipt) await this.#sign();
  }

  async #takeKeys(hand) {
    this.#player = await Player.create(`${this.#context.request.get("table")} ${this.#id}`, hand);
  }

  #seatOf({ seats }) {
    return Object.keys(seats).find((seat) => seats[seat] === this.#id);
  }

  /** Sign the next stage, if there is one. */
  async #sign() {
    const { table } = this.#tabs;
    const [action, digest] = [nextAction(table, this.#listPlayers(table)), lastDigest(table)];
    if (!action || this.#said.consent?.digest === digest) return;
    this.#say({ consent: { digest, signature: await this.#player.sign(action) } });
  }

  /** Fold, or show the cards of this tab. */
  #choose(choice) {
    this.#say({ choice, ...(choice === "shown" && { shown: this.#player.cards }) });
  }

  /** Play one card: show it to all. */
  #playCard(card) {
    const { shown = [], played = [] } = this.#said;
    this.#say({ shown: [...shown, card], played: [...played, { index: card.index, at: Date.now() }] });
  }

  /** Make the player's own cards on a felt buttons that play them, where that is what they are for. */
  dress(felt) {
    if (this.#isOff || !this.#allowed.play) return;
    for (const item of felt.querySelectorAll(".own [data-index]")) {
      const card = this.#player.cards.find(({ index }) => index === Number(item.dataset.index));
      const picture = $("img", item);
      if (!card) continue;
      const play = async () => {
        await this.#act(() => this.#playCard(card));
        ($("#felt .own button") ?? $("#show-down")).focus();
      };
      item.replaceChildren(createElement("button", { type: "button", "aria-label": `Play ${picture.alt}`, onclick: play }, picture));
    }
  }

  /** Ask for another hand, with new keys. */
  async #askForAnother() {
    const { arrived, hand } = this.#said;
    await this.#takeKeys(hand + 1);
    this.#tabs.write(this.#id, { arrived, hand: hand + 1, keys: await this.#player.exportKeys() });
  }

  async #act(action) {
    this.#allow(IDLE);
    this.#isHalted = false;
    $("#play-problem").hidden = true;
    try {
      await action();
    } catch (error) {
      this.#showAlarm(error);
    }
    await this.#advance();
  }

  /** Show the table, if anything on it has changed. */
  async #render() {
    const { table } = this.#tabs;
    const players = this.#listPlayers(table);
    const seat = this.#seatOf(table);
    const isResting = Date.now() - this.#dealtAt < REST;
    const state = JSON.stringify([{ ...table, time: 0 }, players, this.#open.length, seat]);
    if (state !== this.#shown) {
      this.#shown = state;
      await this.#showTable(table, players, seat);
    }
    this.#update(table, players, seat);
    if (isResting) setTimeout(() => this.#advance(), SOON + REST);
  }

  async #showTable(table, players, seat) {
    const { request, game } = this.#context;
    document.title = `${seat === undefined ? "" : `${toTitle(nameSeat(seat))} · `}${$("#title").textContent}`;
    this.#renderPlayers(table, players);
    this.#renderChecks();
    $("#private-link").hidden = !table.opened || Object.values(table.seats).every((id) => this.#open.includes(id));
    if (!table.opened) return this.#page.wait(this.#renderLobby(table, seat));
    const shoe = await fetchShoe(table.opened.terms, this.#page.packOptions);
    const own = this.#player.hand === table.hand ? { [seat]: this.#player.cards } : {};
    const shown = table.cards ?? Object.fromEntries(Object.entries(players).map(([one, player]) => [one, player.shown]));
    const sealed = await layTable(table, { ...shown, ...own }, game);
    if (sealed.seen.length !== this.#dealt) {
      this.#dealtAt = Date.now();
      $("#status").textContent = describeCards(sealed.seen.at(-1), own[seat] ?? [], shoe);
    }
    this.#dealt = sealed.seen.length;
    $("#log").hidden = false;
    this.#page.log.show(sealed);
    const isShown = (one) => (table.choices ?? {})[one] === "shown" || players[one]?.choice === "shown";
    const response = { ...playCards(sealed.response, listPlayed(table, players)), draws: sealed.seen.length || undefined, ranked: Object.keys(table.seats).filter(isShown) };
    response.hands = response.hands.map((hand) => ({ ...hand, isOwn: hand.seat === seat }));
    this.#update(table, players, seat); // the cards are buttons if they can be played
    this.#page.show({ request, game, shoe, response, last: this.#host?.last, status: this.#describe(table, players, seat) });
    await this.#prove(table, sealed.log);
  }
  /** Verify what is published at the end. */
  async #prove({ receipt }, log) {
    $("#proof").hidden = !receipt;
    if (!receipt || this.#proved === receipt.drawn.digest) return;
    this.#proved = receipt.drawn.digest;
    const { prove } = await import("../table/proof.mjs");
    const verdict = await prove(log);
    $("#mark").textContent = { valid: "private ✓", partial: "private ✓", invalid: "not valid" }[verdict] ?? "private";
    $("#mark").className = `mark ${{ valid: "good", partial: "good", invalid: "bad" }[verdict] ?? ""}`;
    $("#mark").href = $("#hand-over").href;
  }

  /** Render what is on the table before all have come. */
  #renderLobby({ seats }, seat) {
    const free = Object.values(seats).filter((id) => id === null).length;
    const link = createElement("a", { class: "button primary", href: this.#link, target: "_blank", rel: "noopener" }, "Open the next seat in a new tab");
    if (seat === undefined) return createElement("p", {}, free ? "Taking a seat …" : "All seats are taken.");
    return createElement(
      "div",
      { class: "lobby" },
      createElement("p", { class: "seat-name" }, "This tab is ", createElement("strong", {}, toTitle(nameSeat(seat))), "."),
      createElement("p", {}, `Each player has a tab of this browser. ${free === 1 ? "One seat is" : `${free} seats are`} free.`),
      createElement("p", {}, link),
      createElement("p", { class: "small" }, "A tab makes its own keys. The cards of its seat are encrypted to them, so that no other tab can read them. Another browser cannot join: the service passes nothing on."),
    );
  }

  /** Render a chip for each player, which says what it has done. */
  #renderPlayers(table, players) {
    const digest = table.opened && lastDigest(table);
    const chips = Object.entries(table.seats).map(([seat, id]) => {
      const says = this.#describePlayer(table, players[seat], id, digest);
      const name = `${toTitle(nameSeat(seat))}${id === this.#id ? " (you)" : ""}`;
      return createElement("li", { "data-state": says }, createElement("strong", {}, name), " ", createElement("span", {}, says));
    });
    $("#players").replaceChildren(...chips);
  }

  #describePlayer({ receipt, choices, opened, hand }, player, id, digest) {
    if (!id) return "free";
    if (!this.#open.includes(id)) return "tab closed";
    if (receipt && player?.hand > hand) return "wants another hand";
    const choice = choices?.[this.#seatOfId(id)] ?? player?.choice;
    if (choice) return choice === "shown" ? "shows" : this.#isPoker ? "folded" : "keeps hidden";
    if (!opened || !player?.text) return "seated";
    return player.consent?.digest === digest ? "agreed" : "to choose";
  }

  #seatOfId(id) {
    const { seats } = this.#tabs.table;
    return Object.keys(seats).find((seat) => seats[seat] === id);
  }

  #renderChecks() {
    const checks = this.#player?.checks ?? [];
    $("#checks").replaceChildren(...checks.map(({ isRight, sentence }) => createElement("li", { class: isRight ? "done" : "open" }, sentence)));
    $("#private").hidden = !checks.length;
  }

  /** Return the sentence above the table. */
  #describe(table, players, seat) {
    const { opened, draws, receipt, seats, hand } = table;
    const me = players[seat];
    if (seat === undefined) return "All seats are taken: this tab looks on.";
    const others = Object.keys(seats).filter((one) => one !== seat);
    const left = Object.keys(seats).filter((one) => (table.choices?.[one] ?? players[one]?.choice) !== "folded");
    if (receipt) {
      const wanting = others.filter((one) => players[one]?.hand > hand);
      if (me?.hand > hand) return `Waiting for ${nameAll(others.filter((one) => !wanting.includes(one)))} to want another hand.`;
      if (left.length === 1) return left[0] === seat ? "All others folded: the hand is yours." : `All but ${callSeat(left[0])} folded.`;
      return left.length ? "The cards are shown." : this.#isPoker ? "All folded." : "The hand is over.";
    }
    const waiting = others.filter((one) => players[one]?.consent?.digest !== lastDigest(table) && !players[one]?.choice);
    const stage = draws.length ? draws.at(-1).next_stage : opened.next_stage;
    const last = draws.at(-1)?.stage;
    const dealt = !last ? "The shoe is sealed." : last === "deal" ? "Dealt." : `Dealt: the ${nameStage(last)}.`;
    const play = this.#isPoker ? "Bet" : "Play";
    if (me?.choice === "folded") return `${dealt} Nobody will see your cards; this tab agrees to the rest.`;
    if (me?.choice === "shown") return `You show your cards.${waiting.length ? ` Waiting for ${nameAll(waiting)}.` : ""}`;
    if (left.length === 1 && left[0] === seat) return "All others folded: the hand is yours. Show your cards, or fold them unseen.";
    if (stage === null) return this.#isPoker ? `${dealt} Bet, then show your cards, or fold.` : `${dealt} Press a card to play it. At the end, show the rest or keep it hidden.`;
    if (me?.consent?.digest === lastDigest(table)) return `${dealt} You agreed to the ${nameStage(stage)}. Waiting for ${nameAll(waiting)}.`;
    return draws.length ? `${dealt} ${play}, then agree to the ${nameStage(stage)}${this.#isPoker ? ", or fold" : ""}.` : `${dealt} The first cards come once all agree.`;
  }

  /** Say on the buttons what can be done, and let them do it. */
  #update(table, players, seat) {
    const { opened, draws, receipt, hand } = table;
    const me = players[seat];
    const isIn = opened && me?.hand === hand && !receipt && !me.choice;
    const action = opened && nextAction(table, players);
    const stage = opened && (draws.length ? draws.at(-1).next_stage : opened.next_stage);
    const hasAgreed = opened && me?.consent?.digest === lastDigest(table);
    const isLast = isIn && Object.entries(players).every(([one, player]) => one === seat || player.choice === "folded");
    const isResting = Date.now() - this.#dealtAt < REST;
    const label = receipt ? "Another hand" : !opened ? "Agree to the deal" : stage === null ? "All is dealt" : `Agree to the ${nameStage(stage)}`;
    $("#agree").textContent = label;
    const agree = receipt ? me?.hand === hand && (() => this.#askForAnother()) : isIn && action && !hasAgreed && !isLast && !isResting && (() => this.#sign());
    const show = isIn && draws.length > 0 && (stage === null || isLast) && !isResting;
    this.#allow({ agree, show, fold: isIn && draws.length > 0, play: isIn && stage === null && !this.#isPoker });
  }

  /** Let the buttons do what can be done. */
  #allow(allowed) {
    this.#allowed = allowed;
    for (const [id, name] of Object.entries({ agree: "agree", "show-down": "show", fold: "fold" }))
      $(`#${id}`).setAttribute("aria-disabled", String(!allowed[name]));
  }

  #showAlarm(error) {
    if (this.#isOff) return;
    const isProblem = error instanceof Problem;
    if (!isProblem && !(error instanceof Refused)) throw error;
    this.#allow(IDLE);
    this.#isHalted = isProblem && error.status >= 400 && error.status < 500;
    const title = isProblem ? error.title : "This tab signs nothing more: the table does not play fair";
    const box = $("#play-problem");
    if (!box.hidden && box.dataset.message === error.message) return;
    box.dataset.message = error.message;
    box.replaceChildren(createElement("h3", {}, title), createElement("p", {}, error.message));
    box.hidden = false;
  }
}

/** Return the names of the cards that a draw told to all, and of those that it told this player, for screen readers. */
function describeCards({ rounds, positions, cards } = { positions: [], cards: [] }, own, shoe) {
  const nameOf = (code) => shoe.cards.find((card) => card.code === code)?.name ?? code;
  const isNew = ({ round, position }) => positions.some((other, i) => other === position && rounds[i] === round);
  const lists = { "For all": cards.filter((code) => code !== null), "Your cards": own.filter(isNew).map(({ card }) => card) };
  const full = Object.entries(lists).filter(([, codes]) => codes.length);
  return full.map(([title, codes]) => `${title}: ${codes.map(nameOf).join(", ")}.`).join(" ");
}

/** Return the name of a seat in a sentence: "Seat 1", "North", "the dealer". */
const callSeat = (seat) => nameSeat(seat).replace(/^(?=\p{Ll})/u, "the ");

const nameAll = (seats) => {
  const names = seats.map(callSeat);
  return names.length > 1 ? `${names.slice(0, -1).join(", ")} and ${names.at(-1)}` : (names[0] ?? "");
};
