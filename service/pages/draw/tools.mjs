/** The tools for the draw that is shown: buttons that copy, save, print, show and draw again. */
// @ts-check
import { createCopyButton } from "../shared/clipboard.mjs";
import { toText } from "../shared/drawn_result.mjs";
import { $, create, getElement } from "../shared/elements.mjs";
import { saveFile } from "../shared/files.mjs";
import { createShareButton } from "../shared/share.mjs";
import { enterStage } from "../shared/stage.mjs";
import { t } from "../shared/texts.mjs";
import { toResult } from "./plan/permalink.mjs";
import { copyLink } from "./result/earlier.mjs";
import { planTelling } from "./result/turns.mjs";

/** @import { Draw } from "./result/earlier.mjs" */

/**
 * What the tools work with: `getShown` returns the draw that is shown, `tellAgain` tells its result piece by piece, and
 * `drawAgain` draws once more.
 * @typedef {object} ToolActions
 * @property {() => Draw | undefined} getShown
 * @property {(draw: Draw) => unknown} tellAgain
 * @property {(draw: Draw) => unknown} drawAgain
 */

const MORE_OF_SLIPS = ["copy-link", "copy-bare", "copy-result", "save"]; // what tells all of a secret draw
const MORE = ["copy-bare", "show", "copy-result", "save"]; // what few people need
const PRINTED = ["bingo", "groups", "seats"]; // the kinds of draws that people want on paper

/** @param {Draw} draw */
const saveResult = ({ result }) =>
  saveFile("draw.txt", `\uFEFF${toText(result)}\n`);

/** The buttons below a result, and those under "More". Each does something with the draw that is shown. */
export class DrawTools {
  #getShown;
  #buttons; // with the statuses of those that copy, in their order

  /** @param {ToolActions} actions */
  constructor({ getShown, tellAgain, drawAgain }) {
    this.#getShown = getShown;
    this.#buttons = this.#createButtons(tellAgain, drawAgain);
    $("#tools").append(...this.#buttons);
    $("#copy-proof").classList.add("primary"); // who drew in public has to publish it
  }

  /**
   * Create the buttons in their order.
   * @param {ToolActions["tellAgain"]} tellAgain
   * @param {ToolActions["drawAgain"]} drawAgain
   */
  #createButtons(tellAgain, drawAgain) {
    return [
      ...this.#createCopy(
        "copy-proof",
        ({ shared }) => shared().link ?? "",
        t("draw.public.copyProof"),
      ),
      ...this.#createCopy(
        "copy-link",
        (draw) => toResult(copyLink(draw) ?? ""),
        undefined,
        createShareButton,
      ),
      ...this.#createCopy(
        "copy-bare",
        ({ bare = "" }) => toResult(bare),
        t("draw.tools.copyBare"),
      ),
      this.#createButton("show", tellAgain, t("draw.show.button")),
      this.#createButton("again", drawAgain),
      ...this.#createCopy(
        "copy-result",
        ({ result }) => toText(result),
        t("draw.tools.copyResult"),
      ),
      this.#createButton("save", saveResult),
      this.#createButton("print", () => print()),
      this.#createButton("stage", enterStage, t("shared.stage.enter")),
    ];
  }

  /**
   * Create a button that copies a text of the draw that is shown, and its status for screen readers.
   * @param {string} id
   * @param {(draw: Draw) => string} write returns the text of a draw
   * @param {string} [label]
   * @param {(text: () => string, label?: string) => HTMLElement[]} [createButton]
   */
  #createCopy(id, write, label, createButton = createCopyButton) {
    const writeShown = () => {
      const shown = this.#getShown();
      return shown ? write(shown) : "";
    };
    const [button, status] = createButton(writeShown, label);
    button.id = id;
    status.id = `${id}-status`;
    return [button, status];
  }

  /**
   * Create a button that does something with the draw that is shown; one without a label gets it with each draw.
   * @param {string} id
   * @param {(draw: Draw) => unknown} act
   * @param {string} [label]
   */
  #createButton(id, act, label) {
    const onclick = () => {
      const shown = this.#getShown();
      if (shown) act(shown);
    };
    return create("button", { id, onclick }, label);
  }

  /**
   * Show the tools that a draw has, and what its link has.
   * @param {Draw} draw
   */
  show(draw) {
    const { values, result, link, bare, carries = "" } = draw;
    const isPublic = draw.showProof !== undefined;
    const { kind, how } = values;
    const isOfGroups = kind === "groups";
    const saysLink = result.slips ? t("draw.carries.own") : carries;
    const again = isOfGroups ? "draw.tools.nextRound" : "draw.tools.again";
    const print = result.slips ? "draw.tools.printSlips" : "draw.tools.print";
    const haveNames = result.parts || result.slips;
    const save = haveNames ? "draw.tools.saveNames" : "draw.tools.save";
    $("#tools").hidden = false;
    $("#carries").hidden = !link;
    $("#carries").textContent = link ? saysLink : "";
    $("#copy-proof").hidden = !isPublic || !draw.shared().link;
    $("#copy-link").hidden = !link;
    $("#copy-bare").hidden = !bare;
    $("#stage").hidden = result.slips !== undefined; // what is secret is not for a hall
    $("#show").hidden = planTelling(draw) === undefined;
    $("#again").hidden =
      kind !== "winners" && (!isOfGroups || how === "sealed");
    $("#again").textContent = t(again);
    $("#print").textContent = t(print);
    $("#save").textContent = t(save);
  }

  /**
   * Put what tells all of a secret draw under "More"; of any other, what few people need.
   * @param {Draw} draw
   */
  showMore({ result: { slips }, values: { kind }, link, carries, code }) {
    const few = PRINTED.includes(kind) ? MORE : [...MORE, "print"];
    const ids = slips ? MORE_OF_SLIPS : few;
    /** @param {HTMLElement} button or the status of one */
    const isUnderMore = ({ id }) => ids.includes(id.replace("-status", ""));
    const shut = this.#buttons.filter(isUnderMore);
    const open = this.#buttons.filter((button) => !isUnderMore(button));
    const more = getElement(HTMLDetailsElement, "#more");
    $("#tools").append(...open);
    $(".buttons", more).append(...shut);
    more.hidden = shut.length === 0;
    more.open = false;
    $("summary", more).textContent = slips
      ? t("draw.tools.more")
      : t("draw.tools.others");
    const sentences = [code, slips && link && carries];
    $("p", more).textContent = sentences.filter(Boolean).join(" ");
  }
}
