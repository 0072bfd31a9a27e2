/** The verify page as it is served: with pictures, an example, and links that name a request. */
import { $, fetchJson } from "../shared/page.mjs";
import { fetchPictures } from "./cards.mjs";
import { createExample } from "./example.mjs";
import { fetchRequested } from "./links.mjs";
import { start } from "./desk.mjs";

const fetchKeys = () => fetchJson(".well-known/jwks.json").catch(() => undefined);
const parameters = JSON.parse($("#form").dataset.parameters);
const desk = start({ fetchPictures, fetchRequested, fetchKeys, parameters });

$("#example").addEventListener("click", () => desk.fill(() => createExample(fetchJson), "example"));
