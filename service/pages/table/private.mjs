/** The visitor's seat at a table with private hands: it is taken, left, and offered again. */
import { $, create } from "../shared/page.mjs";
import { t } from "../shared/texts.mjs";
import { fetchGame } from "./cards.mjs";
import {
  CATALOGUE,
  PACK_OPTIONS,
  findEntry,
  renderTitle,
} from "./catalogue.mjs";
import { fewestOf } from "./fields.mjs";
import { DealRequest, generateSeed } from "./request.mjs";

/** Return the request for a new table, for as few players as can be if it does not say how many. */
export function openTable(request) {
  const fewest = String(
    fewestOf(findEntry("games", request.name) ?? { players: { least: 2 } }),
  );
  return request.with({
    players: request.get("players") ?? fewest,
    table: generateSeed(),
  });
}

export class PrivateSeat {
  #page;
  table; // undefined if the visitor has no seat

  /** `page` has `deal` for a request, `clear` to take everything off the table, `show` for a state of it, and the `log`. */
  constructor(page) {
    this.#page = page;
  }

  /** Take a seat at the table of a request, or open it if it `isNew`. Return the function that shows it; the visitor then plays. */
  async take(request, signal, isNew) {
    const [{ PrivateTable }, game] = await Promise.all([
      import("../private/table.mjs"),
      fetchGame(request, PACK_OPTIONS, signal),
    ]);
    const { table: _, ...terms } = request.prepare(CATALOGUE.fields).body;
    const table = new PrivateTable(
      { ...this.#page, leave: () => this.#showLeft(request) },
      { request, game, terms },
    );
    this.leave(); // it may hold the seat that `join` takes
    await table.join(isNew);
    return () => {
      this.table = table;
      this.#page.clear();
      $("#title").replaceChildren(renderTitle(request));
      return table.begin();
    };
  }

  leave() {
    this.table?.leave();
    this.table = undefined;
  }

  /** Show that the visitor left the table, and the ways on. */
  #showLeft(request) {
    this.leave();
    this.#page.clear();
    const open = DealRequest.parse(`v1/games/${request.name}/deal`).with({
      seed: generateSeed(),
    });
    const ways = [
      ["comeBack", request],
      ["dealOpen", open],
    ].map(([name, way]) =>
      create(
        "button",
        { onclick: () => this.#page.deal(way) },
        t(`table.private.${name}`),
      ),
    );
    $("#felt").replaceChildren(create("div.empty", create("p.buttons", ways)));
    $("#outcome").textContent = t("table.private.youLeft");
    ways[0].focus();
  }
}
