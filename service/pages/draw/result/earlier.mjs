/**
 * The draws of this visit: the newest is shown, the earlier ones stay below it, and the browser's Back leads to each.
 *
 * An entry of the browser's history cannot be changed before the browser is there again. So that a list can be
 * forgotten, neither its address nor its state has a name: the links of the draws are in the tab's storage, by their
 * entries.
 */
// @ts-check
import { toResult } from "../plan/permalink.mjs";
import { readFragment } from "../../shared/fragments.mjs";
import { $, create } from "../../shared/elements.mjs";
import { createShareButton } from "../../shared/share.mjs";
import { forgetSent } from "../../shared/slips.mjs";
import { keepStage } from "../../shared/stage.mjs";
import { inTab, readStored, store } from "../../shared/storage.mjs";
import { formatTime, t } from "../../shared/texts.mjs";
import { showResult } from "../../shared/drawn_result.mjs";

/**
 * @import { DrawValues, Plan, PlanRequest } from "../plan/plan.mjs"
 * @import { Result } from "../../shared/draw_types.mjs"
 */

/**
 * A draw that is shown, or was.
 * @typedef {object} Draw
 * @property {Plan} plan
 * @property {DrawValues} values of the form
 * @property {string} title
 * @property {string} facts sentences on how it was drawn
 * @property {Result} result
 * @property {PlanRequest[]} requests that a program would make
 * @property {number} [toldCount] how many of its turns are told; missing if all of it is shown
 * @property {() => SharedLink} shared a function that returns the link for others
 * @property {Origin} [origin] of its code; missing in public
 * @property {string | false} [code] a sentence on its seed, that is shown apart
 * @property {string} [link] of a draw that is not in public: the permalink
 * @property {string} [bare] the permalink without names
 * @property {string} [carries] a sentence on what the permalink has
 * @property {() => void} [showProof] of a draw in public
 * @property {(toldCount: number | undefined) => void} [keepTold] of a draw in public: keeps how much is told
 * @property {boolean} [isShown] all of it was shown
 * @property {boolean} [isCopied] its link was copied
 * @property {number} [number] in this visit
 * @property {number} [time] when it was drawn, in milliseconds since 1970
 */

/**
 * Where the code of a draw is from: it is new with the draw, somebody typed it, or somebody else's link has it.
 * @typedef {"new" | "typed" | "linked"} Origin
 */

/**
 * A link to the result for others, and a sentence on what it has.
 * @typedef {{ link?: string, carries: string }} SharedLink
 */

/**
 * The state of an entry of the browser's history: a draw by its number in a visit, and where its code is from, which a
 * reload does not change.
 * @typedef {{ visit: number, draw: number, origin?: Origin }} EntryState
 */

const LINKS = "links of draws";
const FORGOTTEN = "forgotten draws";
const MAX_LINKS = 100; // the newest ones; each has a list of 4,000 characters at most

/**
 * This visit: entries of the history from before the page was loaded again are of other draws. `next` is the number of
 * the next entry.
 */
const visit = {
  start: performance.timeOrigin,
  next: 0,
  /** @type {Map<number, Draw>} */
  draws: new Map(), // by their numbers
};

/**
 * Return the state of the entry that is open; null for one that no draw has.
 * @returns {EntryState | null}
 */
const readState = () => history.state;

/** Return where the code of the draw is from whose entry is open: a link that has no entry yet is somebody else's. */
export const findOrigin = () => readState()?.origin ?? "linked";

/**
 * Return the name of an entry of the history: its visit, and the number of its draw.
 * @param {EntryState | null} state
 */
const nameEntry = (state) => `${state?.visit}/${state?.draw}`;

/**
 * Return the fragments that entries of the history stand for, by their names.
 * @returns {{ [entry: string]: string }}
 */
const readLinks = () => readStored(LINKS, inTab) ?? {};

/**
 * Keep the fragment that an entry of the history stands for; undefined forgets it. Return whether it is kept.
 * @param {EntryState | null} state
 * @param {string | undefined} fragment
 */
function keepFragment(state, fragment) {
  const name = nameEntry(state);
  const { [name]: _, ...otherLinks } = readLinks();
  const links = Object.entries(otherLinks);
  if (fragment) links.push([name, fragment]);
  store(LINKS, Object.fromEntries(links.slice(-MAX_LINKS)), inTab);
  return readLinks()[name] === fragment;
}

/**
 * Return the first entry after those that were forgotten.
 * @returns {EntryState | undefined}
 */
const readForgotten = () => readStored(FORGOTTEN, inTab);

/**
 * Return whether an entry of the history is of a draw that was forgotten.
 * @param {EntryState | null} state
 */
function isForgotten(state) {
  const before = readForgotten();
  if (!before || state?.draw === undefined) return false;
  return (
    state.visit < before.visit ||
    (state.visit === before.visit && state.draw < before.draw)
  );
}

/** Return what `readFragment` does for the entry of the history that is open. A forgotten one loses its address. */
export function findFragment() {
  const state = readState();
  if (!isForgotten(state))
    return readLinks()[nameEntry(state)] ?? readFragment();
  history.replaceState(null, "", keepStage(location.pathname));
  return "";
}

/**
 * Take the list of a link that was opened out of the address, before anything is drawn from it.
 * @param {string} fragment
 */
export function hideLink(fragment) {
  const state = createState(visit.next);
  visit.next += 1;
  keepFragment(readState(), undefined);
  if (keepFragment(state, fragment))
    history.replaceState(state, "", keepStage(location.pathname));
}

/**
 * Keep a draw, and give it an entry in the history of the browser. `isFirst`: it is drawn from the address that is
 * open, or is the first of the visit, and has the entry that is there.
 * @param {Draw} draw
 * @param {boolean} [isFirst]
 */
export function keepDrawn(draw, isFirst) {
  const number = visit.next;
  visit.next += 1;
  Object.assign(draw, { number, time: Date.now() });
  if (isFirst || !hasDrawn()) keepFragment(readState(), undefined);
  else history.pushState(createState(number), "");
  visit.draws.set(number, draw);
  update(draw);
}

/**
 * Return the state of an entry of the history for a draw of this visit; without one its number is NaN.
 * @param {number | undefined} number of a draw of this visit
 * @returns {EntryState}
 */
const createState = (number = NaN) => ({ visit: visit.start, draw: number });

/**
 * Keep what a reload needs of the draw whose entry is open, and show its address.
 * @param {Draw} draw
 */
function update(draw) {
  const state = { ...createState(draw.number), origin: draw.origin };
  const link = nameLink(draw, draw.link);
  keepFragment(state, link && new URL(link).hash);
  history.replaceState(state, "", keepStage(nameAddress(draw)));
}

/**
 * Return whether a draw has a link that tells who gives to whom.
 * @param {Draw} draw
 */
const isSecret = ({ result, link }) =>
  result.slips !== undefined && link !== undefined;

/**
 * Return a link of a draw, which says how much of its result is told: a reload tells no more.
 * @param {Draw} draw
 * @param {string | undefined} link one of its links
 */
const nameLink = ({ toldCount }, link) =>
  toldCount === undefined ? link : link && `${link}&told=${toldCount}`;

/**
 * Return the address of a draw: without names until its link is copied. Of who gives to whom it has nothing: whoever
 * sees it would know all.
 * @param {Draw} draw
 */
function nameAddress(draw) {
  const { link, bare, isCopied } = draw;
  if (link === undefined || isSecret(draw)) return location.pathname;
  return nameLink(draw, isCopied ? link : (bare ?? link));
}

/**
 * Return the link of a draw that its reader copies; from now on the address is that link.
 * @param {Draw} draw
 */
export function copyLink(draw) {
  draw.isCopied = true;
  if (isOpen(draw)) update(draw);
  return draw.link;
}

/**
 * Return whether the entry that is open is that of a draw.
 * @param {Draw} draw
 */
const isOpen = ({ number }) =>
  nameEntry(readState()) === nameEntry(createState(number));

/**
 * Keep how much of the result of a draw is told, `toldCount`; undefined if all of it is shown.
 * @param {Draw} draw
 * @param {number | undefined} toldCount
 */
export function keepTold(draw, toldCount) {
  draw.toldCount = toldCount;
  draw.keepTold?.(toldCount);
  if (isOpen(draw)) update(draw);
}

/**
 * Return the draw that an entry of the history is of; undefined for one of another visit.
 * @param {EntryState | null} state
 */
export const findDrawn = (state) =>
  state?.visit === visit.start ? visit.draws.get(state.draw) : undefined;

/** Return whether there are draws of this visit. */
export const hasDrawn = () => visit.draws.size > 0;

/** Forget all draws, of earlier visits of this tab too. */
export function forgetDrawn() {
  store(LINKS, undefined, inTab);
  forgetSent();
  if (!isForgottenLater()) store(FORGOTTEN, createState(visit.next), inTab);
  visit.draws.clear();
  history.replaceState(null, "", keepStage(location.pathname));
}

/**
 * Return whether the draws of this visit were forgotten on a later one, while the browser kept this page for its Back.
 */
export function isForgottenLater() {
  const forgotten = readForgotten();
  return forgotten !== undefined && forgotten.visit > visit.start;
}

/**
 * List all draws but the one that is shown, and those that are not told to their end, the newest first. Each is closed,
 * so that nobody hears its result unasked.
 * @param {Draw} [shown]
 */
export function listEarlier(shown) {
  const earlierDraws = [...visit.draws.values()]
    .filter((draw) => draw !== shown && draw.toldCount === undefined)
    .reverse();
  $("#earlier").hidden = earlierDraws.length === 0;
  $("#earlier > div").replaceChildren(...earlierDraws.map(createEntry));
}

/**
 * Create the entry of an earlier draw, which is rendered when it is opened.
 * @param {Draw} draw
 */
function createEntry(draw) {
  const { title, time = NaN } = draw;
  const content = create("div");
  const details = create(
    "details.drawn",
    create(
      "summary",
      t("draw.earlier.summary", {
        title,
        time: formatTime(time, { timeStyle: "medium" }),
      }),
    ),
    content,
  );
  details.addEventListener("toggle", () =>
    content.replaceChildren(...(details.open ? renderEarlier(draw) : [])),
  );
  return details;
}

/**
 * Render an earlier draw: its result, what is known of it, and a button that copies its link.
 * @param {Draw} draw
 */
function renderEarlier(draw) {
  const { facts, result } = draw;
  const box = create("div");
  showResult(result, box);
  const { link, carries, copy } = chooseLink(draw);
  return [
    box,
    create("p.soft", [facts, link && carries].filter(Boolean).join(" ")),
    create("p.buttons", link && createShareButton(copy)),
  ];
}

/**
 * Return the link of an earlier draw with what it carries, and a function that returns it to be copied: the same as
 * while the draw was shown. Of who gives to whom there is none.
 * @param {Draw} draw
 * @returns {Partial<SharedLink> & { copy: () => string }}
 */
function chooseLink(draw) {
  const { link, carries, shared } = draw;
  if (link !== undefined && !isSecret(draw))
    return { link, carries, copy: () => toResult(copyLink(draw) ?? "") };
  const others = shared();
  return { ...others, copy: () => others.link ?? "" };
}
