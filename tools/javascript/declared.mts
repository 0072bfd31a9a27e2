// What clients/javascript declares by hand for its users is what its modules are: TypeScript checks these assignments.
import * as index from "../../clients/javascript/index.mjs";
import * as verify from "../../clients/javascript/verify.mjs";
import type * as declared from "../../clients/javascript/index.js";
import type * as declaredVerify from "../../clients/javascript/verify.js";

/** The classes that only the modules make instances of, so that no constructor is declared. */
type Made = "NoResponse" | "Problem" | "Refused" | "ServiceError" | "TableError" | "Turn" | "WordsMissing";
/** What has other declarations for secrets with keys and without, which the modules cannot say. */
type OfSecrets = "Player" | "createSecrets";

export const exported: Omit<typeof declared, Made | OfSecrets> = index;
export const verifier: Omit<typeof declaredVerify, "Refused" | "describeResult"> = verify;

type InstanceOf<Class> = Class extends { prototype: infer Instance } ? Instance : never;
declare const made: { [Name in Made]: InstanceOf<(typeof index)[Name]> };
export const instances: { [Name in Made]: InstanceOf<(typeof declared)[Name]> } = made;
