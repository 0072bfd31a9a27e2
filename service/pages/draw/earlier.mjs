/** The draws of this visit: the newest is shown, the earlier ones stay below it, and the browser's Back leads to each. */
import { $, create, createCopyButton } from "../shared/page.mjs";
import { formatTime, t } from "../shared/texts.mjs";
import { showResult } from "./result.mjs";

const draws = [];
const visit = performance.timeOrigin; // entries of the history from before the page was loaded again are of other draws

/**
 * Keep a draw, and give it an entry in the history of the browser. `isFirst`: it is drawn from the address that is open, or
 * is the first of the visit, and has the entry that is there.
 */
export function keepDrawn(draw, isFirst) {
  draw.number = draws.push(draw) - 1;
  draw.time = Date.now();
  if (isFirst || draw.number === 0) history.replaceState(stateOf(draw), "", nameAddress(draw));
  else history.pushState(stateOf(draw), "", nameAddress(draw));
}

const isSecret = ({ result, link }) => result.slips !== undefined && link !== undefined;

/** Return the link of a draw, which says how much of its result is told: a reload tells no more. */
const nameLink = ({ link, told }) => (told === undefined ? link : `${link}&told=${told}`);

/** Return the address of a draw. Of who gives to whom it has nothing: whoever sees it would know all. */
const nameAddress = (draw) => (draw.link === undefined || isSecret(draw) ? location.pathname : nameLink(draw));

/** Return the state of the history for a draw; of a secret one it has what a reload needs. */
const stateOf = (draw) => ({ visit, draw: draw.number, ...(isSecret(draw) && { fragment: new URL(nameLink(draw)).hash }) });

/** Keep how much of the result of a draw is told, `told`; undefined if all of it is shown. */
export function keepTold(draw, told) {
  draw.told = told;
  draw.keepTold?.(told);
  if (history.state?.draw === draw.number) history.replaceState(stateOf(draw), "", nameAddress(draw));
}

/** Return the draw that an entry of the history is of; undefined for one of another visit. */
export const findDrawn = (state) => (state?.visit === visit ? draws[state.draw] : undefined);

/** List all draws but the one that is shown, and those that are not told to their end, the newest first. Each is closed, so that nobody hears its result unasked. */
export function listEarlier(shown) {
  const others = draws.filter((draw) => draw !== shown && draw.told === undefined).reverse();
  $("#earlier").hidden = others.length === 0;
  $("#earlier > div").replaceChildren(...others.map(createEntry));
}

function createEntry({ title, facts, result, time, shared }) {
  const content = create("div");
  const details = create("details.drawn", create("summary", t("draw.earlier.summary", { title, time: formatTime(time, { timeStyle: "short" }) })), content);
  details.addEventListener("toggle", () => {
    if (!details.open) return content.replaceChildren();
    const shown = create("div");
    showResult(result, shown);
    const { link, carries } = shared();
    content.replaceChildren(shown, create("p.soft", [facts, link && carries].filter(Boolean).join(" ")), create("p.buttons", link && createCopyButton(() => link, t("draw.tools.copyLink"))));
  });
  return details;
}
