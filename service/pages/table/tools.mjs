/** The tools above the table: deal again, go on to the next deal, copy the permalink, verify. */

import { $, createCopyButton, createElement } from "../shared/page.mjs";
import { generateSeed } from "./request.mjs";

export class Tools {
  #request; // of the deal on the table
  #response;

  /** Create the tools; `deal` is called with a request. */
  constructor({ deal }) {
    const dealNext = () => deal(incrementCounter(this.#request, this.#response));
    $("#tools").append(
      createElement("button", { type: "button", id: "again", onclick: () => deal(changeSeed(this.#request)) }, "Deal again"),
      createElement("button", { type: "button", id: "next", onclick: dealNext }, "Next index"),
      ...createCopyButton(() => this.#request.permalink, "Copy permalink"),
      createElement("a", { class: "button", id: "verify", href: "#" }, "Verify this deal"),
    );
  }

  /** Show the tools that apply to a deal. */
  update({ request, response }) {
    this.#request = request;
    this.#response = response;
    const isNumbered = counterOf(request) === "deal_number";
    const verifyUrl = request.isSealed ? undefined : request.getVerifyUrl(response);
    $("#tools").hidden = request.isSealed;
    $("#again").hidden = isNumbered;
    $("#next").textContent = isNumbered ? "Next number" : "Next index";
    $("#next").hidden = !request.isRepeatable || request.isBatch;
    $("#verify").href = verifyUrl ?? "#";
    $("#verify").hidden = !request.isRepeatable || !verifyUrl;
    $("#tools .copy").hidden = !request.isRepeatable;
  }
}

const counterOf = (request) => (request.get("deal_number") === undefined ? "index" : "deal_number");

/** Return the same request with another seed, if it has one. */
const changeSeed = (request) =>
  request.get("seed") === undefined ? request : request.with({ seed: generateSeed(), index: undefined });

/** Return the request for the next index of the seed, that after a deal that was found, or for the next deal number. */
function incrementCounter(request, { next }) {
  const counter = counterOf(request);
  return request.with({ [counter]: String(next ?? BigInt(request.get(counter) ?? 0) + 1n) });
}
