/** The independent verifier of the project, which asks no service. */
// @ts-check
export { check } from "./verify/check.mjs";
export { canonicalJson, hashList } from "./verify/core/canonical.mjs";
export { parseJson } from "./verify/core/json.mjs";
export { steps } from "./verify/steps/steps.mjs";
export { Refused } from "./verify/core/validation.mjs";
export { describeResult } from "./verify/describe.mjs";
export { checkViews } from "./verify/sealed/views.mjs";
