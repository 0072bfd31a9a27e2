/** The facts of a deal on one line, and its tools: copy the link, verify, print, save boards, continue with the next index. */
import { toTitle } from "../shared/labels.mjs";
import { saveFile } from "../shared/files.mjs";
import {
  $,
  $$,
  Problem,
  createCopyButton,
  create,
  fetchFile,
} from "../shared/page.mjs";
import { createText, t } from "../shared/texts.mjs";
import { CATALOGUE, findEntry } from "./catalogue.mjs";
import { DealRequest } from "./request.mjs";

const FORMATS = ["pbn", "lin"]; // of files of bridge

export class Tools {
  #request; // of the deal on the table
  #response;
  #showProblem;

  /** Create the tools; `deal` is called with a request, `showProblem` with a refusal of the service. */
  constructor({ deal, showProblem }) {
    this.#showProblem = showProblem;
    $("#next").addEventListener("click", () =>
      deal(incrementCounter(this.#request, this.#response)),
    );
    $("#tools").append(
      ...createCopyButton(() => this.#request.permalink, t("table.tools.link")),
      create("a.button", { id: "verify", href: "#" }, t("table.tools.verify")),
      ...FORMATS.map((format) =>
        create(
          "button",
          {
            class: "save",
            hidden: true,
            onclick: () => this.#save(this.#request.with({ format })),
          },
          [t("table.tools.save", { format: format.toUpperCase() })],
        ),
      ),
      create(
        "button",
        { id: "print", onclick: () => print() },
        t("table.tools.print"),
      ),
      create(
        "a.button",
        { id: "to-private", href: "#" },
        t("table.tools.private"),
      ),
    );
  }

  /** Show the tools that apply to a deal. */
  update({ request, response, view }) {
    this.#request = request;
    this.#response = response;
    const isNumbered = counterOf(request) === "deal_number";
    const verifyUrl = request.isSealed
      ? undefined
      : request.getVerifyUrl(response);
    const hasFiles =
      request.name === "bridge" &&
      request.isRepeatable &&
      (response.hands.length > 0 || Boolean(view));
    $("#tools").hidden = false;
    $("#next").textContent = t(
      isNumbered ? "table.form.nextNumber" : "table.form.nextIndex",
    );
    $("#next").hidden = !request.isRepeatable || request.isBatch;
    $("#verify").href = verifyUrl ?? "#";
    $("#verify").hidden = !request.isRepeatable || !verifyUrl;
    const isOpen =
      request.action === "deal" &&
      findEntry(request.kind, request.name)?.private;
    $("#to-private").hidden = !isOpen;
    if (isOpen)
      $("#to-private").href = new DealRequest(
        "games",
        request.name,
        "private",
        [],
      ).permalink;
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
  const notes = [request.get("date"), request.get("event")]
    .filter(Boolean)
    .join(" ")
    .replace(/[\p{C}\\/:*?"<>|]/gu, "-");
  return notes ? `${notes}${name.slice(name.lastIndexOf("."))}` : name;
}

const counterOf = (request) =>
  request.get("deal_number") === undefined ? "index" : "deal_number";

/** Return the request for the next index of the seed, that after a deal that was found, or for the next deal number. */
function incrementCounter(request, { next }) {
  const counter = counterOf(request);
  return request.with({
    [counter]: String(next ?? BigInt(request.get(counter) ?? 0) + 1n),
  });
}

/** Describe a response on one line: who gets how much, and what is unusual about the order. */
export function describeDeal({
  players,
  size,
  algorithm,
  uniformity,
  seed,
  deal_number: number,
  round,
}) {
  const isBad = ["biased", "deterministic"].includes(uniformity);
  const describeShuffle = () =>
    t("table.facts.shuffle", {
      algorithm,
      uniformity: t(`table.uniformity.${uniformity}`),
    });
  return joinFacts([
    players > 1 && t("table.facts.players", { count: players }),
    size && t("table.facts.size", { count: size }),
    uniformity &&
      uniformity !== "exact" &&
      number === undefined &&
      create("span", { class: isBad ? "bad" : "" }, describeShuffle()),
    number !== undefined && t("table.facts.number", { number: String(number) }),
    [number, seed, round].every((each) => each === undefined) &&
      t("table.facts.system"),
  ]);
}

/** Describe where the order of a deal comes from, for who deals it again; empty if `describeDeal` says all. */
export function describeOrigin({
  uniformity,
  seed,
  deal_number: number,
  round,
  index,
  matches = [],
}) {
  if (number !== undefined || !uniformity) return [];
  const found = matches[0] ?? index; // of a deal that fulfils a condition
  const text = seed !== undefined && create("bdi", seed);
  return joinFacts([
    uniformity === "exact" && toTitle(t("table.uniformity.exact")),
    round !== undefined && t("table.facts.sealed", { round: round + 1 }),
    round === undefined &&
      text &&
      createText(
        found === undefined ? "table.facts.seed" : "table.facts.seedIndex",
        { seed: text, index: String(found) },
      ),
  ]);
}

const joinFacts = (facts) =>
  facts.filter(Boolean).flatMap((fact, i) => [i ? " · " : "", fact].flat());
