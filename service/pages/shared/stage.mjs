/**
 * The stage: what a page shows, large and without its header, form and footer, for a projector. "?stage" opens it. What
 * has the class `off-stage` is no part of it.
 */
// @ts-check
import { $, bringIntoView, create, findElement } from "./elements.mjs";
import { fit } from "./fit.mjs";
import { t } from "./texts.mjs";

const STAGED = "staged"; // the class of the page

/** Return whether the page is on the stage. */
export const isStaged = () => document.body.classList.contains(STAGED);

/** Return whether the address of the page asks for the stage. */
const isAsked = () => new URLSearchParams(location.search).has("stage");

/** @type {HTMLElement | undefined} */
let opener; // the button that was pressed, which gets the focus back

/** @type {Promise<unknown>} */
let filling = Promise.resolve(); // until the screen is filled, or the browser has refused

/** Fill the screen, if the browser can. It allows this only right after a press. */
export function fillScreen() {
  if (!document.fullscreenEnabled) return;
  filling = document.documentElement.requestFullscreen().catch(() => undefined);
}

/** Let go of the screen, also if it is only about to be filled, unless the page is on the stage. */
export async function leaveScreen() {
  await filling;
  if (document.fullscreenElement && !isStaged())
    document.exitFullscreen().catch(() => undefined);
}

/**
 * Return an address of the page that a reload shows as the page is now: on the stage, or not.
 * @param {string} [address]
 */
export function keepStage(address = location.href) {
  const url = new URL(address, location.href);
  url.search = isStaged() ? "?stage" : "";
  return url.href;
}

/**
 * Put the page on the stage, or take it off.
 * @param {boolean} isOn
 */
function setStaged(isOn) {
  document.body.classList.toggle(STAGED, isOn);
  history.replaceState(history.state, "", keepStage());
}

/** Put the page on the stage, which fills the screen. */
export function enterStage() {
  if (document.activeElement instanceof HTMLElement)
    opener = document.activeElement;
  fillScreen();
  setStaged(true);
  scrollTo(0, 0);
  $("#leave-stage").focus();
}

/** Create a button that puts the page on the stage. */
export const createStageButton = () =>
  create("button.off-stage", { onclick: enterStage }, t("shared.stage.enter"));

/** Show the whole page again, if it is on the stage: where it was left, or the result that was drawn since. */
export function leaveStage() {
  if (!isStaged()) return;
  setStaged(false);
  leaveScreen();
  const isOpenerHidden = opener?.offsetParent === null;
  if (isOpenerHidden) {
    $("#main").focus({ preventScroll: true });
    bringIntoView($("#shown"));
  } else {
    (opener ?? $("#main")).focus();
  }
}

/** Leave the stage by Escape, or when the browser gives up the screen; what is open above the page closes first. */
function leaveUnlessCovered() {
  if (!findElement("dialog[open]")) leaveStage();
}

/** Show what was drawn as large as the window has room for; a proof that is not beside it stands below the window. */
function fitResult() {
  if (!isStaged()) return;
  const page = document.documentElement;
  const result = $("#shown");
  const proof = findElement("#proof");
  const isBelow = Boolean(proof?.offsetParent); // what is beside it is fixed, and has none
  const below = proof && isBelow ? proof.offsetHeight : 0;
  const hasRoom = () =>
    page.scrollHeight - below <= page.clientHeight &&
    result.scrollWidth <= result.clientWidth;
  fit(result, hasRoom);
}

/** Fit the result whenever the page goes on the stage, changes or gets another size. */
function keepFitting() {
  addEventListener("resize", fitResult);
  const observer = new MutationObserver(fitResult);
  observer.observe(document.body, { attributeFilter: ["class"] });
  observer.observe($("#main"), {
    subtree: true,
    childList: true,
    attributeFilter: ["class", "hidden"],
  });
}

/** Put the page on the stage if its address says so, and listen to what leaves it. */
export function startStage() {
  $("#main").before(
    create(
      "button",
      { id: "leave-stage", onclick: leaveStage },
      t("shared.stage.leave"),
    ),
  );
  const follow = () => document.body.classList.toggle(STAGED, isAsked());
  keepFitting();
  follow();
  addEventListener("popstate", follow);
  addEventListener("keydown", ({ key }) => {
    if (key === "Escape") leaveUnlessCovered();
  });
  document.addEventListener("fullscreenchange", () => {
    if (!document.fullscreenElement) leaveUnlessCovered();
  });
}
