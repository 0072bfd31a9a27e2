/**
 * The facts of a deal on one line, and its tools: copy the link, verify, print, save boards, continue with the next
 * index.
 */
// @ts-check
/** @import { Deal } from "../../deals/cards.mjs" */
/** @import { TableState } from "../../deals/state.mjs" */
/** @import { Child } from "../../shared/elements.mjs" */
import { toTitle } from "../../shared/labels.mjs";
import { saveFile } from "../../shared/files.mjs";
import { createCopyButton } from "../../shared/clipboard.mjs";
import { $, $$, create, getElement } from "../../shared/elements.mjs";
import { Problem, fetchFile } from "../../shared/service.mjs";
import { createText, findText, t } from "../../shared/texts.mjs";
import { fewestOf, findEntry, getCatalogue } from "../../deals/catalogue.mjs";
import { DealRequest } from "../../deals/request.mjs";

const FORMATS = ["pbn", "lin"]; // of files of bridge

export class Tools {
  /** @type {TableState | undefined} */
  #current; // what is on the table
  #page;

  /**
   * Create the tools; `dealNext` is called with a request, `showProblem` with a refusal of the service.
   * @param {{ dealNext: (request: DealRequest) => unknown, showProblem: (problem: Problem) => void }} page
   */
  constructor(page) {
    this.#page = page;
    $("#next").addEventListener("click", () => {
      if (this.#current) page.dealNext(incrementCounter(this.#current));
    });
    $("#tools").append(
      ...createCopyButton(
        () => this.#current?.request.permalink ?? "",
        t("table.tools.link"),
      ),
      create("a.button", { id: "verify", href: "#" }, t("table.tools.verify")),
      ...FORMATS.map((format) =>
        create("button", {
          class: "save",
          hidden: true,
          "data-format": format,
          onclick: () => this.#save(format),
        }),
      ),
      create(
        "button",
        { id: "print", onclick: () => print() },
        t("table.tools.print"),
      ),
      create("a.button", { id: "to-private", href: "#" }),
    );
  }

  /**
   * Show the tools that apply to a deal.
   * @param {TableState} current
   */
  update(current) {
    const { request, response, view } = current;
    this.#current = current;
    $("#saved").textContent = "";
    const isNumbered = counterOf(request) === "deal_number";
    const verifyUrl = request.isSealed
      ? undefined
      : request.getVerifyUrl(response);
    const hasFiles =
      request.name === "bridge" &&
      request.isRepeatable &&
      (Boolean(response.hands?.length) || Boolean(view));
    $("#tools").hidden = false;
    $("#next").textContent = t(
      isNumbered ? "table.form.nextNumber" : "table.form.nextIndex",
    );
    $("#next").hidden = !request.isRepeatable || request.isBatch;
    getElement(HTMLAnchorElement, "#verify").href = verifyUrl ?? "#";
    $("#verify").hidden = !request.isRepeatable || !verifyUrl;
    this.#offerPrivate(current);
    $("#tools .copy").hidden = !request.isRepeatable;
    const isOne = !request.isBatch && request.get("repeats") === undefined;
    const save = isOne ? "table.tools.saveOne" : "table.tools.save";
    for (const button of $$("#tools .save")) {
      const { format = "" } = button.dataset;
      button.hidden = !hasFiles;
      button.textContent = t(save, { format: format.toUpperCase() });
    }
  }

  /**
   * Offer private hands, which are a demonstration with a tab for each of as few players as can play.
   * @param {TableState} current
   */
  #offerPrivate({ request, response }) {
    const entry = findEntry(request.kind, request.name);
    const isOffered =
      request.action === "deal" &&
      entry?.private &&
      response.hands !== undefined;
    const link = getElement(HTMLAnchorElement, "#to-private");
    link.hidden = !isOffered;
    if (!isOffered) return;
    link.textContent = t("table.tools.private", { count: fewestOf(entry) });
    link.href = new DealRequest("games", request.name, "private", []).permalink;
  }

  /**
   * Save the boards on the table as a file, which the service writes.
   * @param {string} format
   */
  async #save(format) {
    if (!this.#current) return;
    const request = this.#current.request.with({ format });
    try {
      const { path, body } = request.prepare(getCatalogue().fields);
      const { name, file } = await fetchFile(path, { body });
      const fileName = nameFile(request, name);
      saveFile(fileName, file);
      $("#saved").textContent = t("table.tools.saved", { name: fileName });
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      this.#page.showProblem(error);
    }
  }
}

/**
 * Return the name of a file of boards by its date and event, if they are known: "2026-11-26 Thursday pairs.pbn".
 * @param {DealRequest} request
 * @param {string} name that the service gives it
 */
function nameFile(request, name) {
  const notes = [request.get("date"), request.get("event")]
    .filter(Boolean)
    .join(" ")
    .replace(/[\p{C}\\/:*?"<>|]/gu, "-");
  return notes ? `${notes}${name.slice(name.lastIndexOf("."))}` : name;
}

/**
 * Return the name of the parameter that counts the deals of a request.
 * @param {DealRequest} request
 */
const counterOf = (request) =>
  request.get("deal_number") === undefined ? "index" : "deal_number";

/**
 * Return the request for the next index of the seed, that after a deal that was found, or for the next deal number.
 * @param {TableState} current
 */
function incrementCounter({ request, response: { next } }) {
  const counter = counterOf(request);
  return request.with({
    [counter]: String(next ?? BigInt(request.get(counter) ?? 0) + 1n),
  });
}

/**
 * Describe a response on one line: who gets how much, and what is unusual about the order.
 * @param {Deal & { family?: string }} facts a response, with the seed of its request and the family of its game
 */
export function describeDeal({
  players = 0,
  size,
  algorithm = "",
  uniformity,
  seed,
  deal_number: number,
  round,
  family,
}) {
  const isBad = uniformity === "biased" || uniformity === "deterministic";
  const describeShuffle = () =>
    t("table.facts.shuffle", {
      algorithm,
      uniformity: t(`table.uniformity.${uniformity}`),
    });
  const isOfSystem =
    number === undefined && seed === undefined && round === undefined;
  return joinFacts([
    players > 1 && t("table.facts.players", { count: players }),
    size ? t("table.facts.size", { count: size }) : "",
    uniformity &&
      uniformity !== "exact" &&
      number === undefined &&
      create("span", { class: isBad ? "bad" : "" }, describeShuffle()),
    number !== undefined && t("table.facts.number", { number: String(number) }),
    isOfSystem && t("table.facts.system"),
    findText(`table.notMoved.${family}`),
  ]);
}

/**
 * Describe where the order of a deal comes from, for who deals it again; empty if `describeDeal` says all.
 * @param {Deal} facts a response, with the seed of its request
 */
export function describeOrigin(facts) {
  const { uniformity, deal_number: number, round } = facts;
  if (number !== undefined || !uniformity) return joinFacts([]);
  return joinFacts([
    uniformity === "exact" && toTitle(t("table.uniformity.exact")),
    round === undefined
      ? describeSeed(facts)
      : t("table.facts.sealed", { round: round + 1 }),
  ]);
}

/**
 * Describe the seed of a deal, with the index of a deal that fulfils a condition; nothing if there is no seed.
 * @param {Deal} facts
 */
function describeSeed({ seed, index, matches = [] }) {
  if (seed === undefined) return undefined;
  const foundIndex = matches[0] ?? index;
  const name =
    foundIndex === undefined ? "table.facts.seed" : "table.facts.seedIndex";
  return createText(name, {
    seed: create("bdi", seed),
    index: String(foundIndex),
  });
}

/**
 * Join facts by dots, without those that are missing. Return the nodes of the line.
 * @param {Child[]} facts
 */
function joinFacts(facts) {
  const parts = facts
    .filter(Boolean)
    .flatMap((fact, i) => [i ? " · " : "", fact]);
  return create("span", parts).childNodes;
}
