/**
 * The front page: doors to what people draw and deal, and a table that is fetched once somebody wants to deal, or a
 * link names a deal.
 */
// @ts-check
/** @import { Table } from "./table.mjs" */
import {
  $,
  $$,
  create,
  getElement,
  listenToSubmit,
} from "../shared/elements.mjs";
import { countQuery, readFragment } from "../shared/fragments.mjs";
import { generateSeed } from "../shared/seeds.mjs";
import { t } from "../shared/texts.mjs";
import { hasLink, showDoors, showTable } from "./doors.mjs";
import { askEarly } from "./early.mjs";

/**
 * What the table needs beside its modules: its texts, and the form with all games, decks and parameters.
 * @typedef {{ texts: object, variables: { form: object } }} Parts
 */

class Front {
  /** @type {Promise<Table | undefined> | undefined} */
  #table; // undefined until it is wanted
  #tiles = /** @type {HTMLAnchorElement[]} */ ($$(".door a[href^='#v1/']"));
  #links = this.#tiles.map((tile) => tile.hash);

  /** Listen to whoever wants to deal, and follow the link of the address. */
  listen() {
    listenToSubmit(getElement(HTMLFormElement, "#form"), () => this.#deal());
    $("#find-game").addEventListener("focus", () => this.#open());
    addEventListener("hashchange", () => hasLink() && this.#follow());
    // Also where a query goes with the fragment.
    addEventListener("popstate", () => this.#turnBack());
    this.#offerDeals();
    if (hasLink()) this.#follow();
  }

  /** Give the links of games a seed, so that what they deal has a link that can be kept. */
  #offerDeals() {
    this.#tiles.forEach((tile, i) => {
      const query = countQuery(`seed=${generateSeed()}`);
      tile.hash = `${this.#links[i]}?${query}`;
    });
  }

  /** Deal the game that is typed, or what the form describes. */
  async #deal() {
    showTable();
    const table = await this.#open();
    table?.dealTyped();
  }

  /** Show the doors again, and leave the table, once the address has no fragment. One of an element leaves both. */
  async #turnBack() {
    if (readFragment() !== "" || hasLink()) return;
    showDoors();
    const table = await this.#table;
    table?.leave();
  }

  /** Show the table, and deal what the link of the address names. */
  async #follow() {
    const isOffered = this.#tiles.some(({ href }) => href === location.href);
    showTable();
    if (!this.#table) askEarly();
    this.#offerDeals();
    const table = await this.#open();
    await table?.follow({ allowNoSeeds: isOffered });
  }

  /** Return the table, which is fetched once; undefined if it did not arrive, which is told. */
  #open() {
    this.#table ??= this.#fetch();
    return this.#table;
  }

  /** Fetch the table. If it does not arrive, tell so, and let the next call of `#open` try again. */
  async #fetch() {
    try {
      return await fetchTable();
    } catch (error) {
      this.#table = undefined;
      showFailure();
      console.error(error);
      return undefined;
    }
  }
}

/** Fetch the table: its texts and its form, and its modules beside them. */
async function fetchTable() {
  const { dataset } = $("#form");
  const address = new URL(dataset.table ?? "", document.baseURI).href;
  document.head.append(
    create("link", { rel: "modulepreload", href: dataset.modules }),
  );
  const response = await fetch(dataset.parts ?? "");
  if (!response.ok) throw new Error(`The table: ${response.status}`);
  /** @type {Parts} */
  const { texts, variables } = await response.json();
  $("#texts").textContent = JSON.stringify({ ...readTexts(), ...texts });
  dataset.parameters = JSON.stringify(variables.form);
  /** @type {typeof import("./table.mjs")} */
  const { layTable } = await import(address); // which reads both
  return layTable();
}

/** Return the texts that the page has. */
const readTexts = () => JSON.parse($("#texts").textContent ?? "");

/** Tell on the felt that the table cannot be shown. */
function showFailure() {
  const reload = create(
    "button",
    { onclick: () => location.reload() },
    t("front.again"),
  );
  $("#felt").replaceChildren(
    create(
      "p.empty",
      { role: "alert" },
      create("span", t("front.failed")),
      reload,
    ),
  );
}

/** Start the page. */
function start() {
  new Front().listen();
}

start();
