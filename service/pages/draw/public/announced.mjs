/**
 * A draw in public before it is drawn: what the form describes is fixed, by a sealed shoe or a plan, or is taken from
 * what was kept.
 */
// @ts-check
import { findRound } from "../../shared/beacon.mjs";
import { Wrong } from "../../shared/lines.mjs";
import { loadOrThrow } from "../../shared/loading.mjs";
import { t } from "../../shared/texts.mjs";
import { compareClocks } from "./relays.mjs";
import { SealedDraw } from "./sealed_draw.mjs";

/**
 * @import { DrawValues, Plan } from "../plan/plan.mjs"
 * @import { KeptPlanned, PlannedDraw } from "./planned_draw.mjs"
 * @import { Announcement, KeptSealed, SealedPlan } from "./sealed_draw.mjs"
 */

/** @typedef {SealedDraw | PlannedDraw} PublicDraw */

/**
 * A draw in public that is announced, and perhaps drawn.
 * @typedef {object} Announced
 * @property {Plan} plan
 * @property {DrawValues} values of the form
 * @property {PublicDraw} draw
 * @property {number} [ahead] milliseconds by which the clock of the service is before the one of this computer
 * @property {boolean} [isUnchecked] nobody verified the signature of its round
 */

/**
 * What a reload must keep: of a draw, and beside it. `told` says how much of its result is told.
 * @typedef {KeptMembers & (KeptSealed | KeptPlanned)} KeptDraw
 * @typedef {{ values: DrawValues, ahead?: number, isUnchecked?: boolean, told?: number }} KeptMembers
 */

/**
 * Return the occasion and the content of a draw in public: "Spring raffle: 3 winners from 20 names".
 * @param {Plan} plan
 * @param {DrawValues} values
 */
export function nameDraw({ title, size }, { occasion }) {
  const what = size ? t("draw.titles.from", { title, size }) : title;
  return occasion.trim()
    ? t("draw.titles.of", { occasion: occasion.trim(), title: what })
    : what;
}

const MINUTE = 60_000; // milliseconds
const MAX_AHEAD = 366 * 24 * 60 * MINUTE;

/**
 * Return when the public number of a draw is wanted, by the clock of the service, in milliseconds since 1970.
 *
 * With `wait` "60" that is a minute from now. Throw `Wrong` for a date that is not between a minute and 366 days ahead.
 * @param {DrawValues} values `wait` is the number of seconds to wait, or "date" for the `date`: "2026-12-24T18:00"
 * @param {number} now
 */
function readDue({ wait, date }, now) {
  if (wait !== "date") return now + 1000 * Number(wait);
  const due = new Date(date).getTime();
  if (!(due > now + MINUTE && due < now + MAX_AHEAD))
    throw new Wrong(t("draw.wrong.date"), "date");
  return due;
}

/**
 * Return whether a sealed shoe draws a plan.
 * @param {Plan} plan
 * @returns {plan is SealedPlan}
 */
const hasSeal = (plan) => plan.seal !== undefined;

/**
 * Return a plan that needs no sealed shoe: nobody has to keep a secret until a date.
 * @param {Plan} plan
 * @returns {Plan}
 */
function toDated({ seal, toPlanned, ...plan }) {
  if (seal && toPlanned === false)
    throw new Wrong(t("draw.wrong.noDate"), "wait");
  return { ...plan, ...(seal && toPlanned && toPlanned()) };
}

/** Load the class of draws with a plan. */
async function loadPlanned() {
  const module = await loadOrThrow(
    import("./planned_draw.mjs"),
    () => new Wrong(t("shared.noResponseSays")),
  );
  return module.PlannedDraw;
}

/**
 * Return the draw that a form describes, after it is fixed.
 *
 * Words of the audience decide what a sealed shoe draws. A public number decides it too, or a plan without a shoe:
 * where no shoe draws the kind, and on a date, until which nobody has to keep a secret. Throws `Wrong` for a form that
 * cannot be drawn so.
 * @param {Plan} typedPlan the plan of the form
 * @param {DrawValues} typed the values of the form
 * @returns {Promise<Announced>}
 */
export async function fixDraw(typedPlan, typed) {
  const isOfNumber = typed.decides === "beacon";
  const isOfDate = isOfNumber && typed.wait === "date";
  const plan = isOfDate ? toDated(typedPlan) : typedPlan;
  if (!typed.occasion.trim())
    throw new Wrong(t("draw.wrong.noOccasion"), "occasion");
  const ahead = isOfNumber ? await compareClocks() : 0;
  const sealedAt = Date.now() + ahead;
  const round = isOfNumber ? findRound(readDue(typed, sealedAt)) : undefined;
  const occasion = writeOccasion(plan, typed);
  const draw = await openDraw(plan, { occasion, round, sealedAt });
  const values = { ...typed, ...draw.plan.linked };
  return { plan: draw.plan, values, draw, ahead };
}

/**
 * Return what a draw is for, as a seal or a plan binds it: the occasion that was typed, with the title of the draw
 * where no seal says what is drawn. Its blanks are plain ones: French has others, which a plan refuses.
 * @param {Plan} plan
 * @param {DrawValues} typed
 */
function writeOccasion(plan, typed) {
  const text = hasSeal(plan) ? typed.occasion : nameDraw(plan, typed);
  return text.normalize().replace(/\s+/g, " ");
}

/**
 * Open a sealed shoe for a plan, or fix the plan where no shoe draws it.
 * @param {Plan} plan
 * @param {Announcement} announcement
 * @returns {Promise<PublicDraw>}
 */
async function openDraw(plan, announcement) {
  if (hasSeal(plan)) return SealedDraw.open(plan, announcement);
  const PlannedClass = await loadPlanned();
  return PlannedClass.open(plan, announcement);
}

/**
 * Return the draw that was kept. Throw for one that is not of the plan in the form: a file may have anything.
 * @param {Plan} plan of the form
 * @param {KeptDraw} kept
 * @returns {Promise<PublicDraw>}
 */
export async function toDraw(plan, kept) {
  if (isPlanned(kept)) {
    const PlannedClass = await loadPlanned();
    return new PlannedClass(kept, toDated(plan));
  }
  if (!hasSeal(plan)) throw new Error("No shoe draws this plan.");
  return new SealedDraw(kept, plan);
}

/**
 * @param {KeptDraw} kept
 * @returns {kept is KeptMembers & KeptPlanned}
 */
const isPlanned = (kept) => "plan" in kept.opened;
