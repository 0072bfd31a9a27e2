/** The independent verifier of the project, which asks no service. */
export { canonicalJson, hashList } from "./verify/canonical.mjs";
export { parseJson } from "./verify/json.mjs";
export { steps } from "./verify/steps.mjs";
export { Refused } from "./verify/validation.mjs";
export { check, describeResult } from "./verify/verify.mjs";
export { checkViews } from "./verify/views.mjs";
