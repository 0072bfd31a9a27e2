/** The facts of a deal on one line, and its tools: copy the link, verify, print, save boards, continue with the next index. */
import { saveFile } from "../shared/files.mjs";
import { $, $$, Problem, createCopyButton, create, fetchFile } from "../shared/page.mjs";
import { createText, t } from "../shared/texts.mjs";
import { CATALOGUE } from "./catalogue.mjs";

const FORMATS = ["pbn", "lin"]; // of files of bridge

export class Tools {
  #request; // of the deal on the table
  #response;
  #showProblem;

  /** Create the tools; `deal` is called with a request, `showProblem` with a refusal of the service. */
  constructor({ deal, showProblem }) {
    this.#showProblem = showProblem;
    $("#next").addEventListener("click", () => deal(incrementCounter(this.#request, this.#response)));
    $("#tools").append(
      ...createCopyButton(() => this.#request.permalink, t("table.tools.link")),
      create("a.button", { id: "verify", href: "#" }, t("table.tools.verify")),
      ...FORMATS.map((format) =>
        create("button", { class: "save", hidden: true, onclick: () => this.#save(this.#request.with({ format })) }, [
          t("table.tools.save", { format: format.toUpperCase() }),
        ]),
      ),
      create("button", { id: "print", onclick: () => print() }, t("table.tools.print")),
    );
  }

  /** Show the tools that apply to a deal. */
  update({ request, response, view }) {
    this.#request = request;
    this.#response = response;
    const isNumbered = counterOf(request) === "deal_number";
    const verifyUrl = request.isSealed ? undefined : request.getVerifyUrl(response);
    const hasFiles = request.name === "bridge" && request.isRepeatable && (response.hands.length > 0 || Boolean(view));
    $("#tools").hidden = false;
    $("#next").textContent = t(isNumbered ? "table.form.nextNumber" : "table.form.nextIndex");
    $("#next").hidden = !request.isRepeatable || request.isBatch;
    $("#verify").href = verifyUrl ?? "#";
    $("#verify").hidden = !request.isRepeatable || !verifyUrl;
    $("#tools .copy").hidden = !request.isRepeatable;
    for (const button of $$("#tools .save")) button.hidden = !hasFiles;
  }

  /** Save the boards of a request for a file, which the service writes. */
  async #save(request) {
    try {
      const { path, body } = request.prepare(CATALOGUE.fields);
      const { name, file } = await fetchFile(path, { body });
      saveFile(nameFile(request, name), file);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      this.#showProblem(error);
    }
  }
}

/** Return the name of a file of boards by its date and event, if they are known: "2026-11-26 Thursday pairs.pbn". */
function nameFile(request, name) {
  const notes = [request.get("date"), request.get("event")].filter(Boolean).join(" ").replace(/[\p{C}\\/:*?"<>|]/gu, "-");
  return notes ? `${notes}${name.slice(name.lastIndexOf("."))}` : name;
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
  const isBad = ["biased", "deterministic"].includes(uniformity);
  const describeShuffle = () => {
    const words = t(`table.uniformity.${uniformity}`);
    return uniformity === "exact" ? words : t("table.facts.shuffle", { algorithm, uniformity: words });
  };
  const facts = [
    players > 1 && t("table.facts.players", { count: players }),
    size && t("table.facts.size", { count: size }),
    uniformity && number === undefined && create("span", { class: isBad ? "bad" : "" }, describeShuffle()),
    describeOrder({ round, number, seed, index }),
  ].filter(Boolean);
  return facts.flatMap((fact, i) => [i ? " · " : "", fact].flat());
}

/** Describe where the order of a deal comes from. */
function describeOrder({ round, number, seed, index }) {
  if (round !== undefined) return t("table.facts.sealed", { round });
  if (number !== undefined) return t("table.facts.number", { number: String(number) });
  if (seed === undefined) return t("table.facts.system");
  const text = create("bdi", seed);
  return createText(index === undefined ? "table.facts.seed" : "table.facts.seedIndex", { seed: text, index: String(index) });
}
