/** The host of a table: the tab that uses the token of the shoe. It sends the requests that all players agreed to; another takes over when it is gone. */
import { seatPlayers } from "../../../verify/sealed/player.mjs";
import { fetchJson } from "../shared/page.mjs";
import { listMoves } from "./hands.mjs";
import { loadSecrets, saveSecrets } from "./keys.mjs";

/** Return the next stage, or null. */
export const nextStage = ({ opened, draws }) =>
  draws.reduce(
    (stage, { next_stage: next = stage }) => next,
    opened.next_stage,
  );

/** Return the draw that a player asked for, {action, seat}, if the table takes it up next; otherwise undefined. */
export const askedDraw = (table) =>
  table.asked?.digest === lastDigest(table) ? table.asked : undefined;

/** Return the next action, which every player signs: the next stage, or the requested draw; undefined if there is none. */
export const nextAction = (table) =>
  nextStage(table) === null ? askedDraw(table)?.action : { action: "deal" };

/** Return the digest that the next action is signed for. */
export const lastDigest = ({ opened, draws }) =>
  draws.at(-1)?.digest ?? opened.commitment;

const bySeat = (players, get) =>
  Object.fromEntries(
    Object.entries(players).map(([seat, player]) => [seat, get(player)]),
  );

const byPlace = (one, other) =>
  one.round - other.round || one.position - other.position;

export class Host {
  #name;
  #terms;
  last; // the last request, with its response and the token in it

  /** `name` is the name of the secrets, `terms` the request for a shoe without the keys. */
  constructor(name, terms) {
    this.#name = name;
    this.#terms = terms;
  }

  /** Return the host of a table, with its token if this browser has kept it. */
  static async load(name, terms) {
    const host = new Host(name, terms);
    host.last = await loadSecrets(name);
    return host;
  }

  /**
   * Do the next step of the table: open, deal, draw or reveal. Return the new state; undefined if nothing is due.
   * `players` are the states of the seats; a closed tab that has not chosen has `isAway`, and ends the hand as one that left.
   */
  async advance(table, players) {
    const { seats, hand = 0, opened, draws, receipt } = table;
    const all = Object.keys(seats).map((seat) => players[seat]);
    if (
      (!opened || receipt) &&
      all.every((player) => player?.hand === hand + 1)
    )
      return this.#open(table, players);
    if (!opened || receipt || all.some((player) => player?.hand !== hand))
      return undefined;
    if (all.every(({ choice, isAway }) => choice || isAway))
      return this.#reveal(table, players);
    const action = nextAction(table);
    const digest = lastDigest(table);
    if (!action && nextStage(table) === null)
      return this.#takeUp(table, players);
    const staying = all.filter(({ leave }) => !leave);
    if (
      !action ||
      !staying.length ||
      staying.some(({ consent }) => consent?.digest !== digest)
    )
      return undefined;
    const { action: name, ...members } = action;
    const pick = (isAway) =>
      Object.fromEntries(
        Object.entries(players).filter(
          ([, { leave }]) => Boolean(leave) === isAway,
        ),
      );
    const consents = bySeat(pick(false), ({ consent }) => consent.signature);
    const away = pick(true);
    const leaves = Object.keys(away).length
      ? { leaves: bySeat(away, ({ leave }) => leave) }
      : {};
    const words = draws.length ? {} : { words: all.map(({ text }) => text) }; // which the first consents come with
    return {
      ...table,
      draws: [
        ...draws,
        await this.#send(name, { ...members, ...words, consents, ...leaves }),
      ],
    };
  }

  /** Take up the draw that was asked for first: so no two players sign for different ones. */
  #takeUp(table, players) {
    const digest = lastDigest(table);
    const asks = Object.entries(players).filter(
      ([, { ask }]) => ask?.digest === digest,
    );
    if (!asks.length) return undefined;
    const [[seat]] = asks.sort(
      ([, one], [, other]) => one.ask.at - other.ask.at,
    );
    return {
      ...table,
      asked: { digest, seat, action: { action: "draw", count: 1, seat } },
    };
  }

  async #open({ seats, hand = 0, host }, players) {
    const opened = await this.#request("v1/shoes", {
      ...this.#terms,
      ...seatPlayers(bySeat(players, ({ keys }) => keys)),
    });
    return { host, seats, hand: hand + 1, opened, draws: [] };
  }

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

  #send(action, members) {
    return this.#request(`v1/shoes/${action}`, {
      shoe: this.last.response.shoe,
      ...members,
    });
  }

  async #request(path, body) {
    const { shoe, ...response } = await fetchJson(path, { body });
    this.last = { path, body, response: { shoe, ...response } };
    await saveSecrets(this.#name, this.last);
    return response;
  }
}
