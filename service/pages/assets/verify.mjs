/** The page verify, served: with pictures, an example, and requests that links name. */
import { $, ask } from "./page.mjs";
import { pictures } from "./verify-cards.mjs";
import { sealedExample } from "./verify-example.mjs";
import { requested } from "./verify-links.mjs";
import { start } from "./verify-desk.mjs";

const desk = start({ pictures, requested });

$("#example").addEventListener("click", () => desk.fill(() => sealedExample(ask)));
