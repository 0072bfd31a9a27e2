/** A draw with a plan (docs/definitions/plans.md), as the page of a result checks it, in the view of a verdict. */
import { escapeInvisible } from "../../../verify/core/texts.mjs";
import { toText } from "../draw/result.mjs";
import { getRoundUrl } from "../draw/beacon.mjs";
import { renderDeals } from "../result/hands.mjs";
import { NoDraw, readDraw } from "../result/outcome.mjs";
import { judgePlanned, openPlanned } from "../result/planned.mjs";
import { create } from "../shared/page.mjs";
import { t } from "../shared/texts.mjs";
import { createBytes, createConfirmations } from "./finding.mjs";
import { Unreadable } from "./unreadable.mjs";

/** Return the view of a plan, announced or drawn, and the `file` of what was drawn; `items` are the names that a person entered. */
export async function viewPlan(text, { items, confirmed, confirm }) {
  const draw = await openPlanned(readPlan(text));
  const round = String(draw.planned.round);
  const outcome = await judgePlanned(draw, { items, confirmed });
  const {
    state,
    word,
    says,
    checked = [],
    warnings = [],
    isWhole,
    isNoted,
    hasList,
    result,
    deals,
  } = outcome;
  const who = draw.file
    ? [create("strong", t("result.roundDecided", { round })), " ", outcome.who]
    : t("result.decides.round", { round });
  const list = [
    ...checked.filter(Boolean).map((sentence) => ["done", sentence]),
    !hasList && draw.file && ["open", t("result.listMissing")],
  ].filter(Boolean);
  const questions = [
    {
      name: "digest",
      sentence: t("result.confirmPlan").replace(/\s*:$/, ""),
      value: draw.commitment,
    },
  ];
  const more = [
    create("p", create("strong", escapeInvisible(draw.planned.occasion))),
    ...(deals ? renderDeals(deals) : result ? renderResult(result) : []),
    ...warnings.map((sentence) => create("p.problem", sentence)),
    isWhole && !isNoted && createConfirmations(questions, confirmed, confirm),
    create(
      "p",
      who,
      " ",
      create(
        "a",
        {
          href: getRoundUrl(round),
          target: "_blank",
          rel: "noreferrer noopener",
        },
        t("result.openRound"),
      ),
    ),
    !draw.file &&
      createBytes([
        [t("result.planCode"), draw.commitment],
        draw.planned.names_sha256 && [
          t("result.fingerprint"),
          draw.planned.names_sha256,
        ],
      ]),
    create(
      "ul.checks",
      list.map(([kind, sentence]) =>
        create(
          "li",
          { class: kind },
          create("span.hidden", t(`verify.kinds.${kind}`), " "),
          sentence,
        ),
      ),
    ),
  ];
  const isBad = state === "invalid";
  const title =
    word ?? t(`verify.${isBad || state === "valid" ? state : "partial"}`);
  return {
    view: {
      state: isBad || state === "valid" ? state : "partial",
      word: title,
      says,
      more: isBad ? [] : more,
    },
    file: draw.file,
  };
}

function readPlan(text) {
  try {
    return readDraw(text);
  } catch (error) {
    throw error instanceof NoDraw ? new Unreadable(error.message) : error;
  }
}

/** Render the parts of a result as the desk does, and any other as text. */
const renderResult = (result) =>
  result.parts
    ? [
        create(
          "div.parts",
          result.parts.map(({ title, lines }) =>
            create(
              "div.part-of",
              title && create("h3", title),
              create(
                result.isRanked ? "ol" : "ul",
                { "aria-label": title },
                lines.map((line) => create("li", line)),
              ),
            ),
          ),
        ),
      ]
    : [create("p.numbers", toText(result))];
