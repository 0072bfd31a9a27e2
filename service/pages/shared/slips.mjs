/** Who gives to whom: one phone that goes round, a link for each person, or slips of paper to cut apart and to fold. */
// @ts-check
/** @import { Slip } from "./draw_types.mjs" */
import { createCovers } from "./cover.mjs";
import { create } from "./elements.mjs";
import { createShareButton } from "./share.mjs";
import { readStored, store } from "./storage.mjs";
import { createText, t } from "./texts.mjs";

const SENT = "sent slips";
const inTab = () => sessionStorage;

/**
 * Return the links that were sent in this tab.
 * @returns {string[]}
 */
const readSent = () => readStored(SENT, inTab) ?? [];

/** Forget which links were sent. */
export const forgetSent = () => store(SENT, undefined, inTab);

/**
 * Render who gives to whom. A receiver is shown when its giver asks, one at a time.
 * @param {Slip[]} slips
 */
export function renderSlips(slips) {
  const people = slips.map((slip) => ({
    name: slip.giver,
    render: () => renderGift(slip),
  }));
  const list = createCovers(people, t("draw.result"));
  const paper = create("div.paper", slips.map(createSlipOfPaper));
  const hasLinks = slips.some(({ link }) => link);
  return hasLinks ? [renderLetters(slips), list, paper] : [list, paper];
}

/**
 * Render the links to send, with how many were sent.
 * @param {Slip[]} slips
 */
function renderLetters(slips) {
  const count = create("span.soft");
  const countSent = () => {
    const sent = readSent();
    const number = slips.filter(({ link = "" }) => sent.includes(link)).length;
    count.textContent = t("draw.slips.sent", { number, count: slips.length });
  };
  countSent();
  return create(
    "details",
    create("summary", t("draw.slips.links"), " ", count),
    create(
      "ul.letters",
      { role: "list" },
      slips.map((slip) => createLetter(slip, countSent)),
    ),
  );
}

/**
 * Create the button that sends a link, with a tick once it was sent.
 * @param {Slip} slip
 * @param {() => void} countSent
 */
function createLetter({ giver, link = "" }, countSent) {
  const tick = create("span.tick", t("draw.slips.isSent"));
  tick.hidden = !readSent().includes(link);
  const noteSent = () => {
    store(SENT, [...new Set([...readSent(), link])], inTab);
    tick.hidden = false;
    countSent();
  };
  const label = t("draw.slips.link", { name: giver });
  return create(
    "li",
    createShareButton(() => link, label, noteSent),
    tick,
  );
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
