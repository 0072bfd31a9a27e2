/** The page verify, put together: what is in the form is checked, and what came out is shown. */
import { $ } from "../shared/page.mjs";
import { textual } from "./cards.mjs";
import { spoiled } from "./example.mjs";
import { agreed, busy, invalid, linkButton, refused, showVerdict } from "./finding.mjs";
import { fillForm, listenToFiles, readForm } from "./form.mjs";
import { linkTo, linked, textIn } from "./links.mjs";
import { noteDiffers, receiptIn, remarks, withSeen } from "./notes.mjs";
import { packsIn, showCards } from "./results.mjs";
import { listenToSteps, showSteps } from "./steps.mjs";
import { steps } from "../../../verify/steps.mjs";
import { check } from "../../../verify/verify.mjs";

const MOST_LINKED = 30_000;
const BLANK = { told: "", notes: { commitment: "", clientSeed: "", runs: [] } };
const BREAK = "Change one card";

/** Whether there is WebCrypto: browsers withhold it from plain http, but for localhost. */
const able = () => globalThis.crypto?.subtle !== undefined;

/** The finding on a file and what was noted, as it is shown. */
async function judged(told, notes, known) {
  const receipt = receiptIn(told);
  const difference = receipt && noteDiffers(receipt, notes);
  const finding = await check(told); // refuses what is none, whatever was noted
  if (difference) return { difference, view: invalid(difference, told, undefined) };
  if (finding.difference)
    return { difference: finding.difference, view: invalid(finding.difference, told, await known()) };
  if (receipt) {
    const says = finding.valid
      ? "The cards that you saw lie where the seeds put them."
      : "The seeds and terms fit the commitment.";
    return { view: agreed(finding.valid, remarks(receipt, told.seen ?? [], notes), says) };
  }
  const items = [
    [
      true,
      told.repeats === undefined
        ? "The seed leads to this result."
        : `The seed leads to these ${told.repeats} results.`,
    ],
    ...Object.entries(finding.unchecked ?? {}).map(([name, why]) => [null, `${name}: ${why}.`]),
  ];
  return { view: agreed(finding.valid, items, "Whoever asks the same gets the same answer.") };
}

async function stepsOf(told) {
  const found = [];
  for await (const step of steps(told)) found.push(step);
  return found;
}

/** Set the page up; `pictures` shows the cards of a deck, `requested` asks the service what a link names. */
export function start({ pictures = textual, requested } = {}) {
  let turn = 0; // of several checks only the last one is shown
  let whole; // what the form said before a card of it was changed

  const breaking = (before) => {
    whole = before;
    $("#break").textContent = before ? "Put it back" : BREAK;
  };

  function show({ view, told, found = [], known, difference }) {
    showVerdict(view);
    showSteps(found);
    $("#cards").hidden = true;
    if (told) showCards(told, found, known, difference?.where);
    $("#break").disabled = !told;
    $("#verdict").scrollIntoView({ block: "nearest" });
  }

  async function result() {
    const { told: file, notes } = readForm();
    const told = withSeen(file, notes);
    let packs;
    const known = () => (packs ??= shownBy(told));
    const shownBy = (one) => (packsIn(one) ? pictures(packsIn(one)) : textual());
    const { view, difference } = await judged(told, notes, known);
    const found = await stepsOf(told);
    const text = JSON.stringify(told);
    if (text.length < MOST_LINKED) view.more.push(linkButton(linkTo(receiptIn(told) ? "receipt" : "answer", text)));
    return { view, told, found, known: await known(), difference };
  }

  async function verify() {
    const mine = ++turn;
    busy();
    const shown = await result().catch((error) => ({ view: refused(error) }));
    if (mine === turn) show(shown);
  }

  /** Fill the form with what a function gives, and check it. */
  async function fill(given) {
    const mine = ++turn;
    busy();
    breaking();
    try {
      const filled = await given();
      if (mine === turn) fillForm(filled);
    } catch (error) {
      if (mine === turn) show({ view: refused(error) });
      return;
    }
    if (mine === turn) await verify();
  }

  function followLink() {
    const link = linked(location.hash);
    if (!link) return;
    if (link.kind !== "request") fill(() => ({ ...BLANK, told: parsed(textIn(link)) }));
    else if (requested) fill(async () => ({ ...BLANK, told: await requested(textIn(link)) }));
  }

  fillForm(BLANK);
  listenToSteps();
  listenToFiles(
    (text) => fill(() => ({ told: parsed(text) })),
    (error) => show({ view: refused(error) }),
  );
  $("#form").addEventListener("submit", (event) => {
    event.preventDefault();
    verify();
  });
  $("#told").addEventListener("input", () => breaking());
  $("#clear").addEventListener("click", () => {
    turn++;
    breaking();
    fillForm(BLANK);
    show({ view: { state: "empty", word: "Nothing is checked yet." } });
    $("#told").focus();
  });
  $("#break").addEventListener("click", () => {
    try {
      const now = whole ?? readForm();
      fillForm(whole ?? spoiled(now));
      breaking(whole ? undefined : now);
    } catch (error) {
      return show({ view: refused(error) });
    }
    verify();
  });
  document.documentElement.dataset.able = able();
  if (!able()) for (const button of document.querySelectorAll("#verify, #example")) button.disabled = true;
  else followLink();
  addEventListener("hashchange", followLink);
  return { fill };
}

/** A text as the value that it writes, so that it is shown in order; as it is, if it writes none. */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
