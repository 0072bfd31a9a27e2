/** A server of boardgame.io, where the cards are dealt before a match: node server.mjs 8080 */
import { json } from "node:stream/consumers";
import internal from "boardgame.io/dist/cjs/internal.js";
import boardgame from "boardgame.io/dist/cjs/server.js";
import {
  SQLiteStore,
  Service,
  ServiceError,
  Table,
  TableError,
} from "shuffle-and-deal";
import { tricks } from "./game.mjs";

const service = new Service("http://localhost:8000");
const store = new SQLiteStore("tables.db");
const SEATS = ["1", "2"]; // of the players "0" and "1"
// The lobby, or a client that names another match, would create one
const OURS = Symbol("a match of this server");
const game = {
  ...tricks,
  validateSetupData: (data) =>
    data === OURS ? undefined : "POST /tables creates matches.",
};

/** Matches as lists of changes in the store. */
class Matches extends internal.Sync {
  connect() {}

  #load(id) {
    return store.load(`match ${id}`, 0).map((text) => JSON.parse(text));
  }

  #add(id, change) {
    store.save(`match ${id}`, this.#load(id).length, JSON.stringify(change));
  }

  createMatch(id, match) {
    this.#add(id, match);
  }

  setState(id, state, log) {
    this.#add(id, { state, log });
  }

  setMetadata(id, metadata) {
    this.#add(id, { metadata });
  }

  fetch(id) {
    const changes = this.#load(id);
    return Object.assign({}, ...changes, {
      log: changes.flatMap(({ log = [] }) => log),
    });
  }

  wipe() {} // a match stays, as its proof does

  listMatches() {
    return []; // players know the names of their tables
  }
}

const server = boardgame.Server({
  games: [game],
  db: new Matches(),
  origins: ["*"],
});
const loginsOf = (name) =>
  SEATS.map((seat) => store.load(`login of seat ${seat}, ${name}`, 0)[0]);

/** What a player does before a match and after it. The name of the table is the name of the match. */
const ACTIONS = {
  /** Seal the deal once both players gave the SHA-256 of a text, and return the commitment. */
  async join(table, { seat, word }) {
    const taken = await table.join(seat, `${word}`);
    if (taken.length < SEATS.length) return {};
    const opened = await table.open({
      deck: "standard",
      hands: 2,
      cards: 5,
      label: table.name,
    });
    return { opened };
  },
  /** Deal once both players gave their texts, and create the match. Return the seats whose texts are missing. */
  async give(table, { seat, text }) {
    const missing = await table.give(seat, `${text}`);
    if (missing.length > 0 || server.db.fetch(table.name).state)
      return { missing };
    const turn = await table.deal("hands");
    const match = internal.createMatch({
      game,
      numPlayers: 2,
      setupData: OURS,
    });
    const players = SEATS.map((seat, k) => ({
      hand: turn.response.hands[k].cards,
      view: turn.view(seat),
    }));
    const { initialState } = match;
    const state = {
      ...initialState,
      G: {
        ...initialState.G,
        players: { ...players },
      },
    };
    for (const [k, credentials] of loginsOf(table.name).entries()) {
      const player = match.metadata.players[k];
      player.name = `player ${k}`;
      player.credentials = credentials;
    }
    server.db.createMatch(table.name, { ...match, state });
    return { missing };
  },
  async prove(table, { seat }) {
    if (!server.db.fetch(table.name).state?.ctx.gameover)
      throw new TableError("The match is not over.");
    await table.reveal();
    return table.proof(SEATS.find((other) => other !== seat));
  },
};

function statusOf(error) {
  if (error instanceof TableError) return 409;
  if (error instanceof ServiceError) return 503;
  return 400;
}

server.router.post("/tables/:name/:action", async (ctx) => {
  const { name, action } = ctx.params;
  if (!Object.hasOwn(ACTIONS, action)) return;
  try {
    const body = (await json(ctx.req)) ?? {};
    const login = ctx.headers.authorization ?? ""; // your login
    if (!SEATS.includes(body.seat))
      throw new TableError(`There are the seats ${SEATS.join(" and ")}.`);
    store.save(`login of seat ${body.seat}, ${name}`, 0, login); // the first one stays
    if (loginsOf(name)[SEATS.indexOf(body.seat)] !== login)
      throw new TableError(`Seat ${body.seat} is taken.`);
    ctx.body = await ACTIONS[action](new Table(service, store, name), body);
  } catch (error) {
    ctx.status = statusOf(error);
    ctx.body = { error: error.message };
  }
});
server.run(Number(process.argv[2]));
