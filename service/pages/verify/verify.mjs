/** The page verify, served: with pictures, an example, and requests that links name. */
import { $, ask } from "../shared/page.mjs";
import { pictures } from "./cards.mjs";
import { sealedExample } from "./example.mjs";
import { requested } from "./links.mjs";
import { start } from "./desk.mjs";

const desk = start({ pictures, requested });

$("#example").addEventListener("click", () => desk.fill(() => sealedExample(ask)));
