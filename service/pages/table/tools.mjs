/** The facts of a deal on one line, and its tools: copy the link, verify, print, save boards, continue with the next index. */
import { $, $$, createCopyButton, create } from "../shared/page.mjs";

const FORMATS = ["pbn", "lin"]; // of files of bridge

export class Tools {
  #request; // of the deal on the table
  #response;

  /** Create the tools; `deal` is called with a request, `save` with one for a file. */
  constructor({ deal, save }) {
    $("#next").addEventListener("click", () => deal(incrementCounter(this.#request, this.#response)));
    $("#tools").append(
      ...createCopyButton(() => this.#request.permalink, "Copy the link"),
      create("a.button", { id: "verify", href: "#" }, "Verify this deal"),
      ...FORMATS.map((format) =>
        create("button", { class: "save", hidden: true, onclick: () => save(this.#request.with({ format })) }, [
          `Save as ${format.toUpperCase()}`,
        ]),
      ),
      create("button", { id: "print", onclick: () => print() }, "Print"),
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
    for (const button of $$("#tools .save")) button.hidden = !hasFiles;
  }
}

const counterOf = (request) => (request.get("deal_number") === undefined ? "index" : "deal_number");

/** Return the request for the next index of the seed, that after a deal that was found, or for the next deal number. */
function incrementCounter(request, { next }) {
  const counter = counterOf(request);
  return request.with({ [counter]: String(next ?? BigInt(request.get(counter) ?? 0) + 1n) });
}

/** Describe a response and its randomness on one line. */
export function describeDeal(response) {
  const { players, size, algorithm, uniformity, seed, deal_number: number, round, matches = [] } = response;
  const index = matches[0] ?? response.index; // matches: of a deal that fulfils a condition
  const order =
    round !== undefined
      ? `sealed, round ${round}`
      : number !== undefined
      ? `deal number ${number}`
      : seed !== undefined
        ? ["seed ", create("bdi", seed), index === undefined ? "" : `, index ${index}`]
          : "from the operating system, not repeatable";
  const uniformityText = { exact: "every order is equally likely", near: "nearly uniform", biased: "biased", deterministic: "no chance in it" }[
    uniformity
  ];
  const isBad = ["biased", "deterministic"].includes(uniformity);
  const facts = [
    players > 1 && `${players} players`,
    size && `${size} in the shoe`,
    uniformity && number === undefined && create("span", { class: isBad ? "bad" : "" }, `${uniformity === "exact" ? "" : `${algorithm}: `}${uniformityText}`),
    order,
  ].filter(Boolean);
  return facts.flatMap((fact, i) => [i ? " · " : "", fact].flat());
}
