/**
 * A draw with a plan (docs/definitions/plans.md): what is drawn is fixed before the round of the public beacon that
 * decides it.
 */
// @ts-check
import { hashList } from "../../../../verify/core/canonical.mjs";
import { deriveSeeds } from "../../../../verify/plans/plans.mjs";
import { Problem, fetchJson } from "../../shared/service.mjs";
import { createResultLink } from "../../shared/packed.mjs";
import { t } from "../../shared/texts.mjs";
import { describeRound } from "../../shared/beacon.mjs";
import { Wrong } from "../../shared/lines.mjs";
import { MAX_LIST } from "../plan/permalink.mjs";

/**
 * @import { Beacon } from "../../../../verify/core/origins.mjs"
 * @import { Plan as AnnouncedPlan } from "../../../../verify/plans/plans.mjs"
 * @import { RoundSignature } from "../../shared/beacon.mjs"
 * @import { Plan, PlanRequest } from "../plan/plan.mjs"
 * @import { Result } from "../../shared/draw_types.mjs"
 * @import { Refusal } from "../../shared/refusal_types.mjs"
 * @import { Announcement, Digests, ResultLinks } from "./sealed_draw.mjs"
 */

/**
 * What the service returns of a plan.
 * @typedef {{ plan: AnnouncedPlan, digest: string }} OpenedPlan
 */

/**
 * A file of what was drawn, to check.
 * @typedef {object} PlannedFile
 * @property {AnnouncedPlan} plan
 * @property {Beacon} beacon
 * @property {Record<string, unknown>} answer the response
 * @property {string[]} [names] what its numbers stand for
 * @property {unknown} [original_items] of a draw of some items, which the answer does not have
 */

/**
 * What a reload must keep of a draw with a plan; what was drawn is missing before it is.
 * @typedef {object} KeptPlanned
 * @property {OpenedPlan} opened
 * @property {number} sealedAt in milliseconds since 1970
 * @property {number} [drawnAt]
 * @property {PlannedFile} [file]
 * @property {PlanRequest[]} [requests]
 */

const REFUSED = 422;

/** A draw that a round of the beacon decides. */
export class PlannedDraw {
  /**
   * Continue a draw: `opened` is the response of the service that has its plan; `plan` is the one of the form.
   * @param {KeptPlanned} kept
   * @param {Plan} plan
   */
  constructor(kept, plan) {
    this.opened = kept.opened;
    this.plan = plan;
    this.sealedAt = kept.sealedAt;
    this.drawnAt = kept.drawnAt;
    this.file = kept.file;
    this.requests = kept.requests ?? []; // those that a program would make
    this.round = describeRound(kept.opened.plan.round);
  }

  /**
   * Fix the plan of a draw, perhaps a wider one.
   *
   * A plan whose request leaves one result is refused, as it draws nothing: "Everybody is in group 1".
   * @param {Plan} plan
   * @param {Announcement} announcement
   * @returns {Promise<PlannedDraw>}
   */
  static async open(plan, announcement) {
    const { occasion, round, sealedAt } = announcement;
    const { path, body, query } = plan.request;
    const hash = plan.names && { names_sha256: await hashList(plan.names) };
    const request = {
      path: "v1/plans",
      body: {
        occasion,
        path: `/${path}`,
        body: body ?? query,
        round: round?.number,
        ...hash,
      },
    };
    try {
      const opened = await fetchJson(request.path, { body: request.body });
      return new PlannedDraw({ opened, sealedAt, requests: [request] }, plan);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      if (error.errors.body) throw new Wrong(t("draw.wrong.oneResult"));
      const isRefused = error.status === REFUSED;
      const wider = isRefused && plan.widen?.(error.refusal);
      if (wider) return PlannedDraw.open(wider, announcement);
      if (error.status === REFUSED && plan.explain)
        throw plan.explain(toOwnField(error.refusal));
      throw error;
    }
  }

  /** The names that its numbers stand for, if it has any. */
  get items() {
    return this.plan.names;
  }

  /**
   * Return the digests that fix the draw, with the names of their titles.
   * @returns {Digests}
   */
  get digests() {
    const { digest, plan } = this.opened;
    return { planCode: digest, fingerprint: plan.names_sha256 };
  }

  /** Return who decided, for people. */
  get decider() {
    return t("draw.public.ofRound", { number: String(this.round.number) });
  }

  /** Return the occasion that it was announced for. */
  get occasion() {
    return this.opened.plan.occasion;
  }

  /**
   * Return what a reload must keep.
   * @returns {KeptPlanned}
   */
  keep() {
    const { opened, sealedAt, drawnAt, file, requests } = this;
    return { opened, sealedAt, drawnAt, file, requests };
  }

  /**
   * Draw with a round. The seeds that have no result are the first ones of the plan, in its order.
   * @param {string | RoundSignature} round no words decide it
   */
  async draw(round) {
    if (typeof round === "string") throw new TypeError("Words decide nothing.");
    const { signature } = round;
    const { digest } = this.opened;
    const { path, body, query } = this.plan.request;
    for (const seed of await deriveSeeds(digest, signature)) {
      const request = { path, body: { ...(body ?? query), seed } };
      try {
        const answer = await fetchJson(path, { body: request.body });
        this.requests.push(request);
        this.file = this.#createFile(signature, answer);
        return this.readResult();
      } catch (error) {
        if (!hasNoResult(error)) throw error;
      }
    }
    throw new Wrong(t("draw.wrong.noneFound"));
  }

  /**
   * Create the file of what was drawn.
   * @param {string} signature of the round
   * @param {Record<string, unknown>} answer
   * @returns {PlannedFile}
   */
  #createFile(signature, answer) {
    const { plan } = this.opened;
    const { names, request } = this.plan;
    const items = request.body?.items;
    const isPartOfList = items !== undefined && answer.groups === undefined;
    return {
      plan,
      beacon: { chain_hash: plan.chain_hash, round: plan.round, signature },
      answer,
      ...(names && { names }),
      ...(isPartOfList && { original_items: items }),
    };
  }

  /** Return the file of what was drawn. Throw before it is. */
  #getFile() {
    if (!this.file) throw new Error("Nothing is drawn yet.");
    return this.file;
  }

  /**
   * Return the result in the form that the page shows.
   * @returns {Result}
   */
  readResult() {
    return this.plan.arrange(this.plan.read(this.#getFile().answer));
  }

  /** Return the link for the time before the draw: its page shows the plan and notes its digest. */
  announce() {
    return createResultLink({
      plan: this.opened.plan,
      screen: { sealed: this.sealedAt },
    });
  }

  /**
   * Return the links to the result, as those of a sealed draw: `whole` with the names, `bare` without.
   * @returns {Promise<ResultLinks>}
   */
  async createLinks() {
    const screen = {
      sealed: this.sealedAt,
      drawn: this.drawnAt,
      // Only if true: any other draw has the same link as one from before there were tables
      ...(this.plan.areTables && { tables: true }),
    };
    const file = this.#getFile();
    const { names, ...unnamed } = file;
    const isShort = names && names.join("\n").length <= MAX_LIST;
    const [whole, bare] = await Promise.all([
      isShort ? createResultLink({ ...file, screen }) : undefined,
      createResultLink({ ...unnamed, screen }),
    ]);
    return { whole, bare };
  }

  /** Return all that a check needs, as the text of a file. */
  toFile() {
    return JSON.stringify(this.#getFile(), null, 1);
  }
}

/**
 * Return whether the definition of a draw ended it without a result. The operator's limit of steps decides nothing.
 * @param {unknown} error
 */
const hasNoResult = (error) =>
  error instanceof Problem && error.refusal.reason.code === "none_found";

/**
 * Return the refusal of a plan as one of its request: the field "body.groups" is "groups".
 * @param {Refusal} refusal
 * @returns {Refusal}
 */
const toOwnField = ({ field, reason }) => ({
  field: field.replace(/^body\./, ""),
  reason,
});
