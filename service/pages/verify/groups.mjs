/** The parts of a sealed order, as the sealed label says: groups, teams, pairs and tables of names; drums of lotteries and tickets. */
import { parseLabel } from "../result/arrange.mjs";
import { arrangeDrums } from "../shared/drums.mjs";
import { cutIntoParts } from "../shared/parts.mjs";
import { t } from "../shared/texts.mjs";

/** Return the parts {title, items, isRanked} of a whole order of names; undefined if the label names no parts of so many. */
export function cutByLabel(label, items) {
  const { parts, isRanked } = cutIntoParts(parseLabel(label).what, items) ?? {};
  return (
    parts?.[0].title &&
    parts.map(({ title, lines }) => ({ title, items: lines, isRanked }))
  );
}

/** Return the lines or tickets of an order of numbers in the same form: an item is a drum; undefined if it is the order itself. */
export function fillByLabel(label, numbers) {
  const { balls, cards } = arrangeDrums(parseLabel(label).what, numbers) ?? {};
  const rows = balls ?? cards ?? [[]];
  if (rows.length * rows[0].length < 2) return undefined;
  const title = (number) =>
    balls
      ? t("shared.parts.line", { number })
      : t("shared.parts.ticket", { number });
  return rows.map((drums, i) => ({
    title: title(i + 1),
    items: drums.map((drum) => drum.join(" ")),
    isRanked: true,
  }));
}
