/** The box in which a draw in public is decided: by a public number that it waits for, or by words of the audience. */
// @ts-check
import { checkRound } from "../../shared/beacon.mjs";
import { countDown, sleep } from "../../shared/countdown.mjs";
import {
  create,
  createOutsideLink,
  listenToSubmit,
} from "../../shared/elements.mjs";
import { saveFile } from "../../shared/files.mjs";
import { Wrong } from "../../shared/lines.mjs";
import { formatWhen } from "../../shared/public_draws.mjs";
import { Problem, mayPass } from "../../shared/service.mjs";
import { fillScreen, leaveScreen } from "../../shared/stage.mjs";
import { createText, t } from "../../shared/texts.mjs";
import { describeRelays, isTellable, listRelays } from "../form/fields.mjs";
import { fillProblem } from "../form/problems.mjs";
import { fetchRound, readRound } from "./relays.mjs";

/**
 * @import { Round, RoundSignature } from "../../shared/beacon.mjs"
 * @import { Announced } from "./announced.mjs"
 * @import { FetchedRound } from "./relays.mjs"
 */

/**
 * What a box does with its draw.
 * @typedef {object} Decisions
 * @property {(said: string | RoundSignature, isTold: boolean) => Promise<void>} finish draws with words or a round, and
 *   shows the result; first piece by piece if it is told
 * @property {() => void} giveUp
 */

const LAG = 1_000; // milliseconds from the round to the first question
// Milliseconds between the first two questions, and twice as many between the next two
const PAUSE = 3_000;
const MAX_PAUSE = 30_000;

/**
 * The box that waits for a round, which ends the wait when it is off the page.
 * @typedef {object} Waiting
 * @property {Round} round
 * @property {number} ahead milliseconds by which the clock of the service is before the one of this computer
 * @property {HTMLElement} box
 * @property {HTMLElement} count what it says of the time that is left
 * @property {HTMLElement[]} expected sentences on what is to come, which end when the round is out
 * @property {HTMLDetailsElement} pasting the field for a round that is pasted
 * @property {(round: FetchedRound) => Promise<void>} take a function that draws with the round
 * @property {(error: unknown) => void} fail a function that shows an error
 */

/**
 * Create the box that counts down to the public number, fetches it and draws. Without a network the number is pasted.
 * @param {Announced} announced
 * @param {Round} round
 * @param {Decisions} decisions
 */
export function createRoundBox(announced, round, decisions) {
  const count = create("p.count", { role: "timer" }, " ");
  const expected = createExpected(round);
  const [due, ...hints] = expected;
  const problem = createProblem();
  const suspenseBox = isTellable()
    ? create("input", { type: "checkbox", name: "told" })
    : undefined;
  const input = createRoundInput();
  const pasting = createPasting(round, input);
  const isTold = () => suspenseBox?.checked === true;
  const take = createTake(announced, decisions, isTold);
  const attributes = { novalidate: true, "aria-label": t("draw.decides") };
  const suspenseLabel = create("span", t("draw.public.drawTold"));
  const box = create("form.deciding", attributes, [
    due,
    count,
    ...hints,
    suspenseBox && create("label.check", suspenseBox, suspenseLabel),
    create(
      "p.hint.off-stage",
      t("draw.public.stays", { choice: t("draw.openFile") }),
    ),
    problem,
    pasting,
    createWaitingButtons(announced, decisions),
  ]);
  listenToSubmit(box, async () => {
    problem.hidden = true;
    try {
      await take(await readPasted(input.value, round.number));
    } catch (error) {
      showWrong(problem, error, input);
    }
  });
  const { ahead = 0 } = announced;
  /** @param {unknown} error */
  const fail = (error) => showWrong(problem, error);
  const parts = { box, count, expected, pasting };
  queueMicrotask(() => waitForRound({ round, ahead, ...parts, take, fail }));
  return box;
}

/** Create the field for the answer of a relay. */
const createRoundInput = () =>
  create("textarea", {
    id: "audience",
    rows: 3,
    autocomplete: "off",
    spellcheck: "false",
    "aria-describedby": "audience-hint",
  });

/** Create the field for the words of the audience. */
const createWordsInput = () =>
  create("input", {
    id: "audience",
    maxlength: 256,
    autocomplete: "off",
    spellcheck: "false",
    "aria-describedby": "audience-hint",
  });

/** Create the place for the sentence of an error. */
const createProblem = () =>
  create("p.problem", { role: "alert", hidden: true });

/**
 * Create the sentences on a round that is awaited: when it comes, and who is asked for it.
 * @param {Round} round
 */
function createExpected({ due, number }) {
  const values = { time: formatWhen(due), number: String(number) };
  const comes = create("p", t("draw.public.comes", values));
  const relays = describeRelays();
  return relays ? [comes, create("p.hint.off-stage", relays)] : [comes];
}

/**
 * Return a function that draws with a round, the first that it is called with while it draws.
 * @param {Announced} announced
 * @param {Decisions} decisions
 * @param {() => boolean} isTold whether the result is told piece by piece
 */
function createTake(announced, decisions, isTold) {
  /** @type {Promise<void> | undefined} */
  let drawing;
  /** @param {FetchedRound} round */
  return ({ isChecked, ...round }) => {
    announced.isUnchecked = !isChecked;
    drawing ??= decisions.finish(round, isTold()).finally(() => {
      drawing = undefined;
    });
    return drawing;
  };
}

/**
 * Create the field for a round that is pasted, which is open where no relay is asked.
 * @param {Round} round
 * @param {HTMLElement} input
 */
function createPasting(round, input) {
  const number = String(round.number);
  const link = createOutsideLink(round.url, t("draw.public.open"));
  const hint = createText("draw.public.roundHint", {
    time: formatWhen(round.due),
    link,
  });
  return create("details", { open: listRelays().length === 0 }, [
    create("summary", t("draw.public.noNetwork")),
    create("label", { for: "audience" }, t("draw.public.round", { number })),
    input,
    create("p.hint", { id: "audience-hint" }, hint),
    create(
      "p.buttons",
      create("button", { type: "submit" }, t("draw.public.drawNow")),
    ),
  ]);
}

/**
 * Create the buttons that save a draw that waits, and give it up.
 * @param {Announced} announced
 * @param {Decisions} decisions
 */
function createWaitingButtons({ draw, values }, { giveUp }) {
  const save = () => {
    const announced = { ...draw.keep(), values };
    saveFile("announced-draw.json", JSON.stringify({ announced }));
  };
  return create(
    "p.buttons.off-stage",
    create("button", { onclick: save }, t("draw.public.saveWaiting")),
    create("button.minor", { onclick: giveUp }, t("draw.public.giveUp")),
  );
}

/**
 * Return the round in a text that was pasted. Throw `Wrong` if it has another, or one that the network did not sign.
 * @param {string} text
 * @param {number} number
 * @returns {Promise<FetchedRound>}
 */
async function readPasted(text, number) {
  const values = { number: String(number) };
  const round = await readRound(text, number);
  if (!round) throw new Wrong(t("draw.public.notTheRound", values));
  const isRight = await checkRound(number, round);
  if (isRight === false) throw new Wrong(t("draw.public.wrongNumber", values));
  return { ...round, isChecked: isRight === true };
}

/**
 * Wait until the round is due, ask the relays until one has it, and draw; as long as the box is on the page.
 * @param {Waiting} waiting
 */
async function waitForRound(waiting) {
  const { round, box, count, take, fail } = waiting;
  await awaitRound(waiting);
  if (listRelays().length === 0) {
    showOut(waiting, t("draw.public.isDue"));
    return;
  }
  count.textContent = t("draw.public.asks");
  let pause = PAUSE;
  while (box.isConnected) {
    try {
      const fetched = await fetchRound(round.number);
      if (fetched) return await take(fetched);
      showOut(waiting, t("draw.public.notFetched"));
    } catch (error) {
      fail(error);
      if (!(error instanceof Problem && mayPass(error))) {
        showOut(waiting, t("draw.public.isDue"));
        return;
      }
    }
    await sleep(pause);
    pause = Math.min(2 * pause, MAX_PAUSE);
  }
}

/**
 * Say that the number is out, in place of what is to come, and open the field to paste it, which may be closed again.
 * @param {Waiting} waiting
 * @param {string} sentence
 */
function showOut({ count, expected, pasting }, sentence) {
  count.textContent = sentence;
  count.classList.add("out");
  if (!expected[0].isConnected) return; // it is said already
  for (const paragraph of expected) paragraph.remove();
  pasting.open = true;
}

/**
 * Count down to the time of the first question, until it has come or the box is off the page.
 * @param {Waiting} waiting
 */
async function awaitRound({ round, ahead, box, count }) {
  const lag = listRelays().length > 0 ? LAG : 0;
  const time = round.due + lag - ahead;
  await countDown(time, box, (left) => {
    count.textContent = t("draw.public.left", { time: left });
  });
}

/**
 * Show an error of a draw in public, in its box. Throw an error of the page itself.
 * @param {HTMLElement} problem
 * @param {unknown} error
 * @param {HTMLElement} [input] the field that it is about
 */
function showWrong(problem, error, input) {
  if (!(error instanceof Error) || !error.message || error instanceof TypeError)
    throw error;
  leaveScreen();
  const isTooLate = error instanceof Problem && error.errors.shoe;
  fillProblem(problem, isTooLate ? new Wrong(t("draw.public.tooLate")) : error);
  problem.hidden = false;
  input?.setAttribute("aria-invalid", "true");
  input?.focus();
  problem.scrollIntoView({ block: "nearest" });
}

/**
 * Create the box that takes the words of the audience, and draws.
 * @param {Decisions} decisions
 */
export function createWordsBox({ finish, giveUp }) {
  const input = createWordsInput();
  const problem = createProblem();
  const drawButton = createSubmitButton("draw.public.drawNow");
  drawButton.classList.add("primary");
  const suspenseButton = createSubmitButton("draw.public.drawTold");
  const buttons = isTellable() ? [drawButton, suspenseButton] : [drawButton];
  /** @param {boolean} isTold */
  const submit = async (isTold) => {
    problem.hidden = true;
    input.removeAttribute("aria-invalid");
    for (const button of buttons) button.disabled = true;
    try {
      const words = input.value.trim().normalize();
      if (!words) throw new Wrong(t("draw.public.noWords"));
      if (isTold) fillScreen();
      await finish(words, isTold);
    } catch (error) {
      showWrong(problem, error, input);
    } finally {
      for (const button of buttons) button.disabled = false;
    }
  };
  const box = create("form.deciding", { novalidate: true }, [
    create("label", { for: "audience" }, t("draw.public.words")),
    input,
    problem,
    create("p.hint", { id: "audience-hint" }, t("draw.public.wordsHint")),
    create(
      "p.buttons",
      buttons,
      create("button.minor", { onclick: giveUp }, t("draw.public.giveUp")),
    ),
  ]);
  listenToSubmit(box, (pressed) => submit(pressed === suspenseButton));
  return box;
}

/** @param {string} label the path of its text */
const createSubmitButton = (label) =>
  create("button", { type: "submit" }, t(label));
