/** Who gives to whom: one phone that goes round, a link for each person, or slips of paper to cut apart and to fold. */
// @ts-check
/** @import { Slip } from "./draw_types.mjs" */
import { createCovers } from "./cover.mjs";
import { create } from "./elements.mjs";
import { deliverLink, nameShareButton } from "./share.mjs";
import { inTab, readStored, store } from "./storage.mjs";
import { createText, t } from "./texts.mjs";

const SENT = "sent slips";

/**
 * What became of the links of a draw, by the places of their slips: { 0: "shared", 4: "copied" }.
 * @typedef {{ [place: number]: "shared" | "copied" }} Deliveries
 */

/**
 * Return what became of the links of the draws in this tab, by the fingerprints of the draws.
 * @returns {{ [digest: string]: Deliveries }}
 */
const readSent = () => readStored(SENT, inTab) ?? {};

/**
 * Return how many links of a draw in this tab were sent or copied.
 * @param {string} digest its fingerprint
 */
export const countSent = (digest) =>
  Object.keys(readSent()[digest] ?? {}).length;

/** Forget which links were sent. */
export const forgetSent = () => store(SENT, undefined, inTab);

/**
 * Render who gives to whom. A receiver is shown when its giver asks, one at a time. Which links were sent is
 * kept in the tab if the draw has a fingerprint.
 * @param {Slip[]} slips
 * @param {string} [digest] of the draw
 */
export function renderSlips(slips, digest) {
  const people = slips.map((slip) => ({
    name: slip.giver,
    render: () => renderGift(slip),
  }));
  const list = createCovers(people, t("draw.result"));
  const paper = create("div.paper", slips.map(createSlipOfPaper));
  if (!slips.some(({ link }) => link)) return [list, paper];
  const onePhone = create(
    "details",
    create("summary", t("draw.slips.onePhone")),
    list,
  );
  return [renderLetters(slips, digest), onePhone, paper];
}

/**
 * Render the links to send, with how many were sent or copied.
 * @param {Slip[]} slips
 * @param {string} [digest] of the draw
 */
function renderLetters(slips, digest) {
  const count = create("span.soft");
  const deliveries = (digest && readSent()[digest]) || {};
  const countSent = () => {
    const number = Object.keys(deliveries).length;
    count.textContent = t("draw.slips.sent", { number, count: slips.length });
  };
  countSent();
  const letters = slips.map((slip, place) =>
    createLetter(slip, `letter-${place}`, deliveries[place], (delivery) => {
      deliveries[place] = delivery;
      if (digest) store(SENT, { ...readSent(), [digest]: deliveries }, inTab);
      countSent();
    }),
  );
  return create(
    "div.sending",
    create("h3", t("draw.slips.links")),
    create("p", count),
    create("ul.letters", { role: "list" }, letters),
  );
}

/**
 * Create the row of a giver: the name, a tick once the link was sent or copied, and the button that does so.
 * @param {Slip} slip
 * @param {string} id of the name: screen readers call the button by the name and by its own text
 * @param {"shared" | "copied" | undefined} earlier what became of it before
 * @param {(delivery: "shared" | "copied") => void} onDelivered
 */
function createLetter({ giver, link = "" }, id, earlier, onDelivered) {
  const tick = create("span.tick", { role: "status" });
  /** @param {"shared" | "copied"} delivery */
  const showTick = (delivery) => {
    tick.textContent = t(
      delivery === "shared" ? "draw.slips.isSent" : "draw.slips.isCopied",
    );
  };
  if (earlier) showTick(earlier);
  const send = async () => {
    const delivery = await deliverLink(link);
    if (!delivery) return;
    showTick(delivery);
    onDelivered(delivery);
  };
  const buttonId = `${id}-button`;
  const button = create(
    "button",
    {
      id: buttonId,
      "aria-labelledby": `${id} ${buttonId}`,
      onclick: send,
    },
    nameShareButton(),
  );
  return create("li", create("bdi", { id }, giver), tick, button);
}

/**
 * Render to whom a person gives, in large letters.
 * @param {Slip} slip
 */
export const renderGift = ({ giver, receiver }) =>
  create(
    "p.gift",
    createText("draw.slips.gives", { name: create("bdi", giver) }),
    " ",
    create("bdi.receiver", receiver),
  );

/** @param {Slip} slip */
const createSlipOfPaper = ({ giver, receiver }) =>
  create(
    "div.slip",
    create("p", create("bdi", giver)),
    create("p", t("draw.slips.to"), " ", create("bdi.receiver", receiver)),
  );
