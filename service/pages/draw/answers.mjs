/**
 * The service, asked for a draw. If the rules of a plan leave no result, a wider plan is asked for; where an operator
 * accepts no seeds, the draw has none.
 */
// @ts-check
import { Problem, fetchJson } from "../shared/service.mjs";

/** @import { Plan, PlanRequest } from "./plan/plan.mjs" */

/**
 * What the service drew: the `plan`, perhaps a wider one, what its `read` gets, the `request`, and the seed if it takes
 * one.
 * @typedef {{ plan: Plan, result: unknown, request: PlanRequest, seed?: string }} Answer
 */

const SEEDS_OFF = 403; // the operator's ALLOW_SEEDS

const REFUSED = 422; // the rules leave no result, or too few

/**
 * Send the request of a plan with a seed, if there is one.
 * @param {Plan} plan
 * @param {{ seed?: string }} extra
 * @returns {Promise<Answer>}
 */
async function send(plan, extra) {
  const { path, query, body } = plan.request;
  if (body) {
    const request = { path, body: { ...body, ...extra } };
    const response = await fetchJson(path, { body: request.body });
    return { plan, result: plan.read(response), request };
  }
  const values = { ...query, ...extra };
  const response = await fetchJson(path, { query: values });
  const texts = Object.entries(values).map(([name, value]) => [
    name,
    String(value),
  ]);
  const request = { path: `${path}?${new URLSearchParams(texts)}` };
  return { plan, result: plan.read(response), request };
}

/**
 * Draw with a seed; without a seed if the service accepts none.
 * @param {Plan} plan
 * @param {string} seed
 * @returns {Promise<Answer>}
 */
export async function drawOnce(plan, seed) {
  try {
    return { ...(await send(plan, { seed })), seed };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const isRefused = error.status === REFUSED;
    const wider = isRefused && plan.widen?.(error.refusal);
    if (wider) return drawOnce(wider, seed);
    if (isRefused && plan.explain) throw plan.explain(error.refusal);
    if (error.status !== SEEDS_OFF) throw error;
    return send(plan, {});
  }
}
