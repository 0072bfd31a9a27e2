/** The tools of a deal: copy its link, verify it, print it, save its boards; and go on to the next index. */

import { $, createCopyButton, createElement } from "../shared/page.mjs";

const FORMATS = ["pbn", "lin"]; // of files of bridge

export class Tools {
  #request; // of the deal on the table
  #response;

  /** Create the tools; `deal` is called with a request, `save` with one for a file. */
  constructor({ deal, save }) {
    $("#next").addEventListener("click", () => deal(incrementCounter(this.#request, this.#response)));
    $("#tools").append(
      ...createCopyButton(() => this.#request.permalink, "Copy the link"),
      createElement("a", { class: "button", id: "verify", href: "#" }, "Verify this deal"),
      ...FORMATS.map((format) =>
        createElement(
          "button",
          { type: "button", class: "save", hidden: true, onclick: () => save(this.#request.with({ format })) },
          `Save as ${format.toUpperCase()}`,
        ),
      ),
      createElement("button", { type: "button", id: "print", onclick: () => print() }, "Print"),
    );
  }

  /** Show the tools that apply to a deal. */
  update({ request, response }) {
    this.#request = request;
    this.#response = response;
    const isNumbered = counterOf(request) === "deal_number";
    const verifyUrl = request.isSealed ? undefined : request.getVerifyUrl(response);
    const hasFiles = request.name === "bridge" && request.isRepeatable && response.hands.length > 0;
    $("#tools").hidden = false;
    $("#next").textContent = isNumbered ? "Next number" : "Next index";
    $("#next").hidden = !request.isRepeatable || request.isBatch;
    $("#verify").href = verifyUrl ?? "#";
    $("#verify").hidden = !request.isRepeatable || !verifyUrl;
    $("#tools .copy").hidden = !request.isRepeatable;
    for (const button of document.querySelectorAll("#tools .save")) button.hidden = !hasFiles;
  }
}

const counterOf = (request) => (request.get("deal_number") === undefined ? "index" : "deal_number");

/** Return the request for the next index of the seed, that after a deal that was found, or for the next deal number. */
function incrementCounter(request, { next }) {
  const counter = counterOf(request);
  return request.with({ [counter]: String(next ?? BigInt(request.get(counter) ?? 0) + 1n) });
}
