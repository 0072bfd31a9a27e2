/** A result that was drawn already, told piece by piece in large letters: names pass, and one after the other is shown. */
import { $, create, openDialog } from "../shared/page.mjs";
import { compareTexts, joinNames, t } from "../shared/texts.mjs";
import { nameTurn } from "./result.mjs";

const [PASSING, PACE] = [1800, 70]; // milliseconds: how long names pass, and each of them
const NEXT = ["ArrowRight", "ArrowDown", "PageDown"]; // what the remote controls of projectors send

const pick = (list) => list[Math.floor(Math.random() * list.length)];

/** Fill the screen, if the browser can. It allows this only right after a press. */
export const fillScreen = () =>
  document.fullscreenEnabled &&
  document.documentElement.requestFullscreen().catch(() => undefined);

/**
 * Tell the `turns` of a result, from number `start`. `pool`: what passes before each. Return how many were told when the
 * screen is left: by its button, or by Escape before all were.
 */
export async function tell({
  title,
  turns,
  pool,
  start = 0,
  isSorted = false,
  onTold,
}) {
  const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
  let told = start;
  let passing;
  const place = create("p.place");
  const hint = create("p.hint", turns[0].open && t("draw.show.fixed"));
  const stage = create(
    "div.stage",
    { "aria-hidden": "true" },
    place,
    create("div.now"),
    turns[0].open && hint,
  );
  const status = create("p.hidden", { role: "status" });
  const list = create("ol.told", {
    class: isSorted || turns[0].place ? "unnumbered" : "",
    role: "list",
    "aria-label": t("draw.show.told"),
  });
  const next = create("button.primary");
  const close = create(
    "button",
    { onclick: () => dialog.close() },
    t("draw.show.close"),
  );
  const dialog = create("dialog.show", { "aria-labelledby": "show-title" }, [
    create("h2", { id: "show-title" }, title),
    stage,
    status,
    list,
    create("p.buttons", next, close),
  ]);

  /** Show texts in large letters, as large as their number and length allow. */
  function showNow(texts, isPassing) {
    const longest = Math.max(...texts.map(({ length }) => length));
    const size =
      texts.length > 3
        ? "many"
        : longest <= 4
          ? "short"
          : longest <= 24
            ? "name"
            : "long";
    $(".now", stage).className = `now ${size} ${isPassing ? "passing" : ""}`;
    $(".now", stage).replaceChildren(
      ...texts.map((text) => create("p", create("bdi", text))),
    );
  }

  const name = (i) =>
    turns[i].place ??
    t("draw.show.place", { number: i + 1, count: turns.length });

  function listTold() {
    const shown = turns.slice(0, told).map(nameTurn);
    if (isSorted) shown.sort(compareTexts);
    list.replaceChildren(
      ...shown.map((text) => create("li", create("bdi", text))),
    );
    list.lastElementChild?.scrollIntoView({ block: "nearest" });
    next.textContent =
      told === turns.length
        ? t("draw.show.done")
        : told === 0
          ? t("draw.show.first")
          : t("draw.show.next");
    close.hidden = told === turns.length;
  }

  function reveal() {
    clearInterval(passing?.timer);
    passing = undefined;
    const { texts } = turns[told];
    showNow(texts, false);
    status.textContent = t("shared.pair", {
      name: name(told),
      value: texts.join(", "),
    });
    told += 1;
    onTold(told);
    listTold();
  }

  function goOn() {
    if (passing) return reveal();
    if (told === turns.length) return dialog.close();
    place.textContent = name(told);
    const { texts, open } = turns[told];
    const others = open?.() ?? pool;
    if (open)
      hint.textContent = t("draw.show.open", {
        name: name(told),
        groups: joinNames(others),
      });
    if (isStill || texts.length > 1 || others.length < 2) return reveal();
    const end = performance.now() + PASSING;
    passing = {
      timer: setInterval(
        () =>
          performance.now() < end
            ? showNow([String(pick(others))], true)
            : reveal(),
        PACE,
      ),
    };
  }

  next.addEventListener("click", goOn);
  stage.addEventListener("click", goOn);
  dialog.addEventListener("keydown", (event) => {
    if (!NEXT.includes(event.key)) return;
    event.preventDefault();
    goOn();
  });
  const leaveWithScreen = () =>
    document.fullscreenElement === null && dialog.close();
  document.addEventListener("fullscreenchange", leaveWithScreen);
  place.textContent = t("draw.show.wait");
  listTold();
  const closed = openDialog(dialog);
  next.focus();
  await closed;
  clearInterval(passing?.timer);
  document.removeEventListener("fullscreenchange", leaveWithScreen);
  if (document.fullscreenElement)
    document.exitFullscreen().catch(() => undefined);
  return told;
}
