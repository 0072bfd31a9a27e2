/** Who runs a table: this tab alone has the token of the shoe, and asks the service for what all players agreed to. */

import { seatPlayers } from "../../../verify/client.mjs";
import { fetchJson } from "../shared/page.mjs";
import { listPlayed } from "./hands.mjs";
import { loadSecrets, saveSecrets } from "./keys.mjs";

/**
 * Return the action that comes next by the rules of this page, which every player signs: the next stage, the first one with
 * the texts of all players as client seed; undefined if there is none, or if a text is missing.
 */
export function nextAction({ opened, draws, seats }, players) {
  const isFirst = draws.length === 0;
  const stage = isFirst ? opened.next_stage : draws.at(-1).next_stage;
  if (stage === null) return undefined;
  if (!isFirst) return { action: "deal" };
  const texts = Object.keys(seats).map((seat) => players[seat]?.text);
  return texts.every(Boolean) ? { action: "deal", client_seed: texts.join(" ") } : undefined;
}

/** Return the digest that the next action is signed for. */
export const lastDigest = ({ opened, draws }) => draws.at(-1)?.digest ?? opened.commitment;

const without = ({ shoe, ...response }) => response;
const bySeat = (players, get) => Object.fromEntries(Object.entries(players).map(([seat, player]) => [seat, get(player)]));

export class Host {
  #name;
  #terms;
  last; // the last request, with its response and the token in it

  /** `name` is that of the secrets, `terms` what a shoe is opened with besides the keys. */
  constructor(name, terms) {
    this.#name = name;
    this.#terms = terms;
  }

  /** Return the host of a table, with the token that this browser has of it, if any. */
  static async load(name, terms) {
    const host = new Host(name, terms);
    host.last = await loadSecrets(name);
    return host;
  }

  /** Do what is due. Return what the table says then; undefined if nothing is. `players` are what those at the seats say. */
  async advance(table, players) {
    const { seats, hand = 0, opened, draws, receipt } = table;
    const all = Object.keys(seats).map((seat) => players[seat]);
    if ((!opened || receipt) && all.every((player) => player?.hand === hand + 1)) return this.#open(table, players);
    if (!opened || receipt || all.some((player) => player?.hand !== hand)) return undefined;
    if (all.every(({ choice }) => choice)) return this.#reveal(table, players);
    const action = nextAction(table, players);
    const digest = lastDigest(table);
    if (!action || all.some(({ consent }) => consent?.digest !== digest)) return undefined;
    const { action: name, ...members } = action;
    const consents = bySeat(players, ({ consent }) => consent.signature);
    return { ...table, draws: [...draws, await this.#send(name, { ...members, consents })] };
  }

  async #open({ seats, hand = 0, host }, players) {
    const opened = await this.#request("v1/shoes", { ...this.#terms, ...seatPlayers(bySeat(players, ({ keys }) => keys)) });
    return { host, seats, hand: hand + 1, opened, draws: [] };
  }

  async #reveal(table, players) {
    const told = table.draws.flatMap(({ seen }) => seen.positions.filter((_, i) => seen.cards[i] !== null));
    const { receipt } = await this.#send("reveal", told.length ? { show: { positions: told } } : {});
    const shown = Object.values(players).flatMap((player) => player.shown ?? []);
    const place = ({ round, position }) => round * 2 ** 17 + position;
    shown.sort((one, other) => place(one) - place(other));
    const choices = bySeat(players, ({ choice }) => choice);
    const cards = bySeat(players, (player) => player.shown ?? []);
    return { ...table, receipt: { ...receipt, shown: [...receipt.shown, ...shown] }, choices, cards, played: listPlayed(table, players) };
  }

  #send(action, members) {
    return this.#request(`v1/shoes/${action}`, { shoe: this.last.response.shoe, ...members });
  }

  async #request(path, body) {
    const response = await fetchJson(path, { body });
    this.last = { path, body, response };
    await saveSecrets(this.#name, this.last);
    return without(response);
  }
}
