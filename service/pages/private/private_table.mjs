/** A table with private hands: its players are tabs of this browser, and each sees its own cards alone. */
// @ts-check
/** @import { Game } from "../deals/cards.mjs" */
/** @import { Log } from "../sealed/log.mjs" */
/** @import { DealRequest } from "../deals/request.mjs" */
/** @import { TableState } from "../deals/state.mjs" */
/** @import { State } from "./private_state.mjs" */
import { Refused } from "../../../verify/core/validation.mjs";
import { $, create, openDialog } from "../shared/elements.mjs";
import { createEnglish, renderDetail } from "../shared/sentences.mjs";
import { Problem } from "../shared/service.mjs";
import { t } from "../shared/texts.mjs";
import { Host, Hosting } from "./host.mjs";
import { createProblem, forgetSecrets, requireSupport } from "./keys.mjs";
import { Loop } from "./loop.mjs";
import { OwnSeat } from "./tab_player.mjs";
import { TableView } from "./table_view.mjs";
import { Attendance, Tabs, listPlayers, putAway } from "./tabs.mjs";

/**
 * What a table is for: the `game` of a `request`, and the `terms` that open its shoe.
 * @typedef {{ request: DealRequest, game: Game, terms: object }} Setup
 */

/**
 * The page around the table: `show` shows a state of it, `leave` is called at the end.
 * @typedef {{ show: (state: TableState) => void, leave: () => void, log: Log }} PrivatePage
 */

const LOOK = 2000; // milliseconds until a tab looks which others are open

/**
 * Return a problem of the table, by the name of its title among the texts.
 * @param {string} name
 */
const createTableProblem = (name) =>
  createProblem(t(`table.private.${name}`), t(`table.private.${name}Says`));

/** Ask whether to leave the table. Return the answer. */
async function confirmLeaving() {
  /** @param {string} value */
  const answer = (value) => ({ onclick: () => dialog.close(value) });
  /** @type {HTMLDialogElement} */
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
  #game;
  #tabs;
  #attendance;
  #hosting;
  #seat;
  #view;
  #loop;
  #said = ""; // the last problem
  #isHalted = false; // as the service refused what the table asked for
  #isActing = false; // while the action of a button is under way
  #leaving = new AbortController();

  /**
   * `page` has `show` for a state of the table, `leave` for the end, and the `log`. `game` describes the game of a
   * `request`; `terms` open its shoe.
   * @param {PrivatePage} page
   * @param {Setup} setup
   */
  constructor(page, setup) {
    const { terms } = setup;
    const { signal } = this.#leaving;
    const name = setup.request.get("table") ?? "";
    this.#page = page;
    this.#game = setup.game;
    this.#tabs = new Tabs(name);
    this.#attendance = new Attendance(this.#tabs);
    this.#hosting = new Hosting(this.#tabs, this.#attendance, () =>
      Host.load(`${name} table`, terms),
    );
    this.#seat = new OwnSeat(this.#tabs, { name, terms }, () =>
      this.#loop.touch(),
    );
    this.#view = new TableView(page, setup, {
      seat: this.#seat,
      act: (action) => this.#act(action),
      signal,
    });
    this.#loop = new Loop({
      step: () => this.#step(),
      fail: (error) => this.#showProblem(error),
      getDelay: () => Math.max(this.#view.buttons.pause.remaining, 0) || LOOK,
      signal,
    });
  }

  /**
   * Take a seat, or open the table if it `isNew`. Throw a `Problem` if that cannot be.
   * @param {boolean} isNew
   */
  async join(isNew) {
    await requireSupport();
    const tabs = this.#tabs;
    if (isNew) {
      await forgetSecrets(putAway());
      const seats = this.#game.seats ?? [];
      tabs.table = {
        seats: Object.fromEntries(seats.map((seat) => [seat, null])),
      };
    }
    if (!tabs.table) throw createTableProblem("noTable");
    const candidates = Object.values(tabs.table.seats).flatMap((id) =>
      id && !tabs.read(id)?.leave ? [id] : [],
    );
    await this.#seat.claim(candidates);
    if (isNew) tabs.table = { ...tabs.table, host: this.#seat.id };
    await this.#seat.load();
  }

  /** Show the table, and play. */
  begin() {
    this.#view.begin();
    this.#tabs.listen(() => {
      this.#isHalted = false;
      this.#loop.advance();
    });
    $("#leave").addEventListener(
      "click",
      async () => {
        if (await confirmLeaving()) await this.#goAway();
      },
      { signal: this.#leaving.signal },
    );
    return this.#loop.advance();
  }

  /** Leave the hand for good, by a signature with which the others go on alone; another of them runs the table then. */
  async #goAway() {
    await this.#loop.settle();
    const { table, seat } = this.#state;
    await this.#seat.leave(Boolean(seat && table.opened && !table.receipt));
    this.#leaving.abort(); // so that it signs nothing more
    this.#tabs.leave(true);
    this.#page.leave();
  }

  /** Leave the table, for another deal; also before it was shown. */
  leave() {
    this.#leaving.abort();
    this.#loop.stop();
    this.#tabs.leave();
  }

  /**
   * Turn the player's own cards into buttons that play them, or lay them away, in games where cards are played.
   * @param {HTMLElement} felt
   */
  dress(felt) {
    this.#view.dress(felt);
  }

  /** The state of the table. Throw a `Problem` if it was put away. */
  get #table() {
    const { table } = this.#tabs;
    if (!table) throw createTableProblem("putAway");
    return table;
  }

  /** @returns {State} */
  get #state() {
    const table = this.#table;
    return {
      table,
      players: listPlayers(this.#tabs, table),
      seat: Object.keys(table.seats).find(
        (seat) => table.seats[seat] === this.#seat.id,
      ),
      open: this.#attendance.open,
      game: this.#game,
      isPoker: this.#game.family === "poker",
    };
  }

  /** Play, show the table, and run it if this tab is its host, also if this player refuses to play on. */
  async #step() {
    if (!this.#isActing) this.#view.buttons.isHeld = false;
    await this.#attendance.look();
    await this.#hosting.take(this.#seat.id, this.#table);
    try {
      await this.#seat.play(this.#state);
      await this.#view.render(this.#state, this.#hosting.last);
    } finally {
      await this.#run();
    }
  }

  /** Run the table if this tab is its host. The request may take long, so what led to it is shown before. */
  async #run() {
    if (this.#isHalted || this.#leaving.signal.aborted) return;
    if (await this.#hosting.run(this.#table)) this.#loop.touch();
  }

  /**
   * Run the action of a button, then advance the table.
   * @param {() => unknown} action
   */
  async #act(action) {
    const { buttons } = this.#view;
    this.#isActing = true;
    buttons.isHeld = true; // until a step that begins after the action shows the table
    buttons.disable();
    this.#isHalted = false;
    $("#play-problem").hidden = true;
    try {
      await action();
    } catch (error) {
      this.#showProblem(error);
    } finally {
      this.#isActing = false;
    }
    await this.#loop.advance();
  }

  /**
   * Tell an error, and take the buttons away. Throw one that is neither of the service nor of a check again.
   * @param {unknown} error
   */
  #showProblem(error) {
    const isOfTable = error instanceof Problem || error instanceof Refused;
    if (!this.#leaving.signal.aborted) {
      this.#view.buttons.disable();
      const isProblem = error instanceof Problem;
      this.#isHalted = isProblem && error.status >= 400 && error.status < 500;
      // Another tab may have run the table meanwhile.
      if (this.#isHalted) this.#hosting.drop();
      this.#tell(isOfTable ? error : createTableProblem("broken"));
    }
    if (!isOfTable) throw error;
  }

  /**
   * Show an error above the table, once.
   * @param {Problem | Refused} error
   */
  #tell(error) {
    const box = $("#play-problem");
    // Screen readers would say it again.
    if (!box.hidden && this.#said === error.message) return;
    this.#said = error.message;
    const isProblem = error instanceof Problem;
    box.replaceChildren(
      create("h3", isProblem ? error.title : t("table.private.unfair")),
      create(
        "p",
        isProblem ? renderDetail(error) : createEnglish(error.message),
      ),
    );
    box.hidden = false;
  }
}
