/**
 * The host of a table: the tab that uses the token of the shoe. It sends the requests that all players agreed to;
 * another takes over when it is gone.
 */
// @ts-check
/** @import { LastRequest } from "../deals/state.mjs" */
/** @import { Attendance, OpenTable, PlayerState, PlayersBySeat, SignedAction, Table, Tabs } from "./tabs.mjs" */
/** @import { CardPlace } from "./tab_player.mjs" */
import { seatPlayers } from "../../../verify/sealed/player.mjs";
import { fetchJson } from "../shared/service.mjs";
import { listMoves } from "./hands.mjs";
import { loadSecrets, saveSecrets } from "./keys.mjs";
import { listPlayers } from "./tabs.mjs";

/**
 * The state of a player as the host sees it: a closed tab that has not chosen `isAway`, and ends the hand as one that
 * left.
 * @typedef {PlayerState & { isAway: boolean }} HostedPlayer
 * @typedef {Record<string, HostedPlayer>} HostedPlayers
 */

/**
 * Return the next stage, or null.
 * @param {OpenTable} table
 */
export const nextStage = ({ opened, draws }) =>
  draws.reduce(
    (stage, entry) =>
      "next_stage" in entry && entry.next_stage !== undefined
        ? entry.next_stage
        : stage,
    opened.next_stage,
  );

/**
 * Return the draw that a player asked for, {action, seat}, if the table takes it up next; otherwise undefined.
 * @param {OpenTable} table
 */
export const askedDraw = (table) =>
  table.asked?.digest === lastDigest(table) ? table.asked : undefined;

/**
 * Return the next action, which every player signs: the next stage, or the requested draw; undefined if there is none.
 * @param {OpenTable} table
 * @returns {SignedAction | undefined}
 */
export const nextAction = (table) =>
  nextStage(table) === null ? askedDraw(table)?.action : { action: "deal" };

/**
 * Return the digest that the next action is signed for.
 * @param {OpenTable} table
 */
export const lastDigest = ({ opened, draws }) =>
  draws.at(-1)?.digest ?? opened.commitment;

/**
 * Return a value of each player, by seat.
 * @template Player, Value
 * @param {Record<string, Player>} players
 * @param {(player: Player) => Value} get
 * @returns {Record<string, Value>}
 */
const bySeat = (players, get) =>
  Object.fromEntries(
    Object.entries(players).map(([seat, player]) => [seat, get(player)]),
  );

/**
 * Compare the places of two cards, for `sort`.
 * @param {CardPlace} a
 * @param {CardPlace} b
 */
const byPlace = (a, b) => a.round - b.round || a.position - b.position;

/**
 * Return the body of the request for the next action, if every player who stays has signed it: { consents, leaves,
 * words, … }; undefined if one of them has not, or if nobody stays. A consent is of the next action if it has the last
 * digest. `words`, before the first draw, are the texts of all seats, and `leaves` the signatures of players who left.
 * @param {OpenTable} table
 * @param {HostedPlayers} players
 * @param {SignedAction} action
 */
function formBody(table, players, { action: _, ...members }) {
  const digest = lastDigest(table);
  /** @type {Record<string, string>} */
  const consents = {};
  /** @type {Record<string, string>} */
  const leaves = {};
  for (const [seat, { leave, consent }] of Object.entries(players))
    if (leave) leaves[seat] = leave;
    else if (consent?.digest === digest) consents[seat] = consent.signature;
    else return undefined;
  if (!Object.keys(consents).length) return undefined;
  const allPlayers = Object.keys(table.seats).map((seat) => players[seat]);
  return {
    ...members,
    ...(table.draws.length
      ? {}
      : { words: allPlayers.map(({ text }) => text) }),
    consents,
    ...(Object.keys(leaves).length ? { leaves } : {}),
  };
}

/**
 * Return whether the player of every seat has keys for a hand.
 * @param {Table} table
 * @param {HostedPlayers} players by seat; a player is missing until the tab has said something
 * @param {number} hand from 1
 */
function areAllAtHand({ seats }, players, hand) {
  /** @type {(HostedPlayer | undefined)[]} */
  const seated = Object.keys(seats).map((seat) => players[seat]);
  return seated.every((player) => player?.hand === hand);
}

export class Host {
  #name;
  #terms;
  /** @type {LastRequest | undefined} */
  last; // with the token in it

  /**
   * `name` is the name of the secrets, `terms` the request for a shoe without the keys.
   * @param {string} name
   * @param {object} terms
   */
  constructor(name, terms) {
    this.#name = name;
    this.#terms = terms;
  }

  /**
   * Return the host of a table, with its token if this browser has kept it.
   * @param {string} name
   * @param {object} terms
   */
  static async load(name, terms) {
    const host = new Host(name, terms);
    host.last = await loadSecrets(name);
    return host;
  }

  /**
   * Do the next step of the table: open, deal, draw or reveal. Return the new state; undefined if nothing is due.
   * `players` are the states of the seats; a closed tab that has not chosen has `isAway`, and ends the hand as one that
   * left.
   * @param {Table} table
   * @param {HostedPlayers} players
   * @returns {Promise<OpenTable | undefined>}
   */
  async advance(table, players) {
    const hand = table.hand ?? 0;
    if (!table.opened || table.receipt) {
      const mayOpen = areAllAtHand(table, players, hand + 1);
      return mayOpen ? this.#open(table, players) : undefined;
    }
    if (!areAllAtHand(table, players, hand)) return undefined;
    const seated = Object.values(players);
    const areDone = seated.every(({ choice, isAway }) => choice || isAway);
    if (areDone) return this.#reveal(table, players);
    const action = nextAction(table);
    return action
      ? this.#act(table, players, action)
      : this.#takeUp(table, players);
  }

  /**
   * Request the next action once every player who stays has signed it. Return the state after it; undefined before.
   * @param {OpenTable} table
   * @param {HostedPlayers} players
   * @param {SignedAction} action
   * @returns {Promise<OpenTable | undefined>}
   */
  async #act(table, players, action) {
    const body = formBody(table, players, action);
    if (!body) return undefined;
    const entry = await this.#send(action.action, body);
    return { ...table, draws: [...table.draws, entry] };
  }

  /**
   * Take up the draw that was asked for first: so no two players sign for different ones.
   * @param {OpenTable} table
   * @param {PlayersBySeat} players
   * @returns {OpenTable | undefined}
   */
  #takeUp(table, players) {
    const digest = lastDigest(table);
    const asking = Object.entries(players).flatMap(([seat, { ask }]) =>
      ask?.digest === digest ? [{ seat, at: ask.at }] : [],
    );
    if (!asking.length) return undefined;
    const [{ seat }] = asking.sort((a, b) => a.at - b.at);
    return {
      ...table,
      asked: { digest, seat, action: { action: "draw", count: 1, seat } },
    };
  }

  /**
   * Open the shoe of the next hand, with the keys of its players.
   * @param {Table} table
   * @param {PlayersBySeat} players
   * @returns {Promise<OpenTable>}
   */
  async #open({ seats, hand = 0, host }, players) {
    const opened = await this.#request("v1/shoes", {
      ...this.#terms,
      ...seatPlayers(bySeat(players, ({ keys }) => keys)),
    });
    return { host, seats, hand: hand + 1, opened, draws: [] };
  }

  /**
   * End the hand: reveal the shoe as far as its cards were shown, and keep the moves and the choices of the players.
   * @param {OpenTable} table
   * @param {PlayersBySeat} players
   * @returns {Promise<OpenTable>}
   */
  async #reveal(table, players) {
    const { receipt } = await this.#send("reveal", {});
    const choices = bySeat(players, ({ choice = "left" }) => choice);
    const cards = bySeat(players, (player) => player.shown ?? []);
    const shown = [
      ...table.draws.flatMap((draw) => draw.shown),
      ...Object.values(cards).flat(),
    ].sort(byPlace);
    return {
      ...table,
      receipt: { ...receipt, shown },
      choices,
      cards,
      moves: listMoves(table, players),
    };
  }

  /**
   * Send a request with the token.
   * @param {string} action
   * @param {object} members
   */
  #send(action, members) {
    return this.#request(`v1/shoes/${action}`, {
      shoe: this.last?.response.shoe,
      ...members,
    });
  }

  /**
   * Send a request, and keep it with its response. Return the response without the token.
   * @param {string} path
   * @param {object} body
   */
  async #request(path, body) {
    const { shoe, ...response } = await fetchJson(path, { body });
    this.last = { path, body, response: { shoe, ...response } };
    await saveSecrets(this.#name, this.last);
    return response;
  }
}

/** The part of the host, which this tab takes while the tab that had it is gone. */
export class Hosting {
  #tabs;
  #attendance;
  #loadHost;
  /** @type {Host | undefined} */
  #host; // undefined if another tab runs the table

  /**
   * @param {Tabs} tabs
   * @param {Attendance} attendance
   * @param {() => Promise<Host>} loadHost
   */
  constructor(tabs, attendance, loadHost) {
    this.#tabs = tabs;
    this.#attendance = attendance;
    this.#loadHost = loadHost;
  }

  /** The last request of this tab, if it is the host. */
  get last() {
    return this.#host?.last;
  }

  /** Give the part up, as another tab may have run the table meanwhile. */
  drop() {
    this.#host = undefined;
  }

  /**
   * Take the part for a player if the tab that had it is gone, and this is the first of the others.
   * @param {string} id
   * @param {Table} table
   */
  async take(id, table) {
    const host = this.#attendance.findHost(table);
    if (host !== id) return this.drop();
    if (host !== table.host) this.#tabs.table = { ...table, host };
    this.#host ??= await this.#loadHost();
  }

  /**
   * Run a table as its host: give seats to new tabs, and send the agreed requests. Return whether it has changed.
   * @param {Table} table
   */
  async run(table) {
    if (!this.#host) return false;
    const isBetween = !table.opened || table.receipt;
    const current = isBetween
      ? { ...table, seats: this.#attendance.giveSeats(table) }
      : table;
    const isSeatedAsBefore =
      JSON.stringify(current.seats) === JSON.stringify(table.seats);
    const next = await this.#host.advance(current, this.#listHosted(current));
    if (!next && isSeatedAsBefore) return false;
    this.#tabs.table = next ?? current;
    return true;
  }

  /**
   * Return the states of the players of a table, with whether their tabs are closed.
   * @param {Table} table
   * @returns {HostedPlayers}
   */
  #listHosted(table) {
    const players = Object.entries(listPlayers(this.#tabs, table));
    return Object.fromEntries(
      players.map(([seat, player]) => {
        const isAway = !this.#attendance.open.includes(table.seats[seat] ?? "");
        return [seat, { ...player, isAway }];
      }),
    );
  }
}
