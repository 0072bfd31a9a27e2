/** The page that draws: names, teams and numbers; at once with a link, or in public, sealed. */
import { saveFile } from "../shared/files.mjs";
import { $, Problem, bringIntoView, createCopyButton, create, fetchJson } from "../shared/page.mjs";
import { generateSeed } from "../table/request.mjs";
import { fillValues, listenToForm, namesOfKind, readDraw, readPlan, readValues, showProblem } from "./form.mjs";
import { countOf } from "./kinds.mjs";
import { Wrong, readLines } from "./lines.mjs";
import { createPermalink, identifyList, parsePermalink, toResult } from "./permalink.mjs";
import { showResult, toText } from "./result.mjs";

const SEEDS_OFF = 403; // the operator's ALLOW_SEEDS

let latest = 0; // number of the latest press: results of earlier ones are dropped
let link; // the permalink of the result
let linkedSeed; // of the link that was followed
let expected; // the `length` and `digest` of a list that is not in the link, so that people paste it
let result;

/** Draw or seal, as the button says. */
async function press() {
  if ($("#result").hasAttribute("aria-busy") && readValues().how === "sealed") return; // a draw is sealed once
  const mine = ++latest;
  $("#result").setAttribute("aria-busy", "true");
  try {
    showProblem();
    const values = readValues();
    const plan = readPlan();
    await checkList(values);
    if (values.how === "sealed") return await seal(plan, values);
    const draw = await drawOnce(plan, values.seed || generateSeed());
    if (mine !== latest) return;
    link = draw.seed === undefined ? undefined : await createPermalink(values, namesOfKind(), draw.seed);
    if (mine !== latest) return;
    if (link) history.replaceState(null, "", link);
    await show(plan, plan.arrange(draw.result));
    $("#facts").textContent = [plan.size && `From ${plan.size}.`, describeSeed(draw.seed)].filter(Boolean).join(" ");
    showRequests([draw.request]);
  } catch (error) {
    if (mine === latest) showError(error);
  } finally {
    if (mine === latest) $("#result").removeAttribute("aria-busy");
  }
}

/** Return a sentence on the seed of a draw: a seed in a link may be one of many that its maker tried. */
function describeSeed(seed) {
  if (seed === undefined) return "Drawn by the operating system: nobody can repeat it.";
  return seed === linkedSeed ? `Drawn again with the seed of the link, ${seed}. Whoever made the link may have tried others.` : `Seed ${seed}`;
}

/** Throw `Wrong`, once, if a link names a list by length and digest, and the list in the form differs. */
async function checkList({ lines: text, seed }) {
  const { length, digest, seed: linked } = expected ?? {};
  if (length === undefined || seed !== linked) return;
  const lines = readLines(text);
  const digestOfList = digest && (await identifyList(lines));
  if (lines.length === length && (!digest || !digestOfList || digestOfList === digest)) return;
  expected = undefined;
  fillValues({ seed: "" });
  const other = lines.length === length ? "a name, the order or the spelling differs" : `this one has ${countOf(lines.length, "name")}`;
  throw new Wrong(`The link is of another list, with ${countOf(length, "name")}: ${other}. Press again to draw anew from this one.`, "lines");
}

/** Draw with a seed; without a seed if the service accepts none. Return the result, the seed and the request. */
async function drawOnce({ request, read }, seed) {
  const { path, query, body } = request;
  const send = async (extra) => {
    const response = await fetchJson(path, body ? { body: { ...body, ...extra } } : { query: { ...query, ...extra } });
    const sent = body ? { path, body: { ...body, ...extra } } : { path: `${path}?${new URLSearchParams({ ...query, ...extra })}` };
    return { result: read(response), request: sent };
  };
  try {
    return { ...(await send({ seed })), seed };
  } catch (error) {
    if (!(error instanceof Problem) || error.status !== SEEDS_OFF) throw error;
    return send({});
  }
}

async function seal(plan, values) {
  if (!plan.seal) throw new Wrong(plan.noSeal, "how");
  if (!crypto.subtle || !globalThis.CompressionStream) throw new Wrong("Sealing needs https, and a browser of 2023 or later.", "how");
  link = undefined;
  const { announce } = await import("./audience.mjs");
  await announce(plan, values, { show, showRequests });
}

/** Show a result, and the tools for it. */
async function show(plan, arranged) {
  result = arranged;
  $("#sealed").hidden = $("#proof").hidden = true;
  $("#result-title").textContent = plan.title;
  showResult(result);
  $("#tools").hidden = false;
  $("#copy-link").hidden = !link;
  bringIntoView($("#result"));
  $("#status").textContent = `${plan.title}: ${toText(result).slice(0, 200)}`;
}

/** Show the requests, rendered when they are looked at: a list may be long. */
function showRequests(requests) {
  const details = $("#request");
  details.hidden = false;
  details.open = false;
  $("div", details).replaceChildren();
  details.ontoggle = async () => {
    if (!details.open) return;
    const { renderSnippets } = await import("../table/snippets.mjs");
    $("div", details).replaceChildren(...requests.flatMap((request) => renderSnippets(request)));
  };
}

function showError(error) {
  if (error instanceof Wrong || error instanceof Problem) showProblem(error);
  else throw error;
}

function createTools() {
  const [copyLink, linkStatus] = createCopyButton(() => toResult(link), "Copy the link");
  copyLink.id = "copy-link";
  $("#tools").append(
    copyLink,
    linkStatus,
    ...createCopyButton(() => toText(result), "Copy the result"),
    create("button", { onclick: () => saveFile("draw.txt", `\uFEFF${toText(result)}\n`) }, "Save"),
    create("button", { onclick: () => print() }, "Print"),
    document.fullscreenEnabled && create("button", { id: "full", onclick: () => $("#result").requestFullscreen() }, "Full screen"),
  );
}

/** Draw again what the address names; ask for the list if the address has only its length and digest. */
function followLink() {
  const parsed = parsePermalink(location.hash);
  if (!parsed || readDraw()) return; // a draw that was announced comes first
  const { seed = "", ...values } = parsed.values;
  fillValues({ ...values, seed });
  linkedSeed = seed;
  expected = parsed.length && { ...parsed, seed };
  if (parsed.length) {
    $("#repeat").open = true;
    showProblem(new Wrong(`This link draws from a list of ${countOf(parsed.length, "name")}, which is too long for a link. Paste the list, and press.`, "lines"));
    return;
  }
  press();
  fillValues({ seed: "" }); // the next press draws anew
}

/** Go on with the sealed draw that was announced before the page was loaded again. */
async function resume(storedDraw) {
  fillValues(storedDraw.values);
  try {
    const { resumeDraw } = await import("./audience.mjs");
    await resumeDraw(readPlan(), storedDraw, { show, showRequests });
  } catch (error) {
    showError(error);
  }
}

createTools();
listenToForm(press);
const storedDraw = readDraw();
if (storedDraw) resume(storedDraw);
else followLink();
addEventListener("hashchange", followLink);
