/** A draw that the page Draw sealed, as elements. Before the draw: its seal, and whether a list matches it. Afterwards: the drawn items. */
import { canonicalJson, hashList } from "../../../verify/core/canonical.mjs";
import { escapeInvisible } from "../../../verify/core/texts.mjs";
import { getRoundUrl } from "../draw/beacon.mjs";
import { create } from "../shared/page.mjs";
import { createText, formatNumber, formatTime, t } from "../shared/texts.mjs";
import { parseObject } from "../table/request.mjs";
import { createBytes } from "./finding.mjs";
import { cutByLabel, fillByLabel } from "./groups.mjs";
import { getReceipt, hasIntegers } from "./notes.mjs";
import { keepSeal } from "./records.mjs";
import { isUsual, itemOf, listDrawn, spreadTickets, toText } from "./seals.mjs";

/** Return the response that opened a sealed draw, if a text is one; undefined for any other. */
export function readAnnouncement(text) {
  const { commitment, terms, receipt } = parseObject(text) ?? {};
  const isOne =
    /^[0-9a-f]{64}$/.test(commitment) &&
    hasIntegers(terms) &&
    receipt === undefined;
  return isOne ? { commitment, terms } : undefined;
}

/** Note the seal in this browser, and return the view of the draw; `items` is the list that a person entered. */
export async function viewAnnouncement({ commitment, terms }, items) {
  const note = keepSeal({ commitment, terms });
  if (note.terms !== canonicalJson(terms))
    return {
      state: "invalid",
      word: t("verify.invalid"),
      says: t("verify.draws.twoDraws"),
      more: [
        createBytes([
          [t("verify.draws.noted"), note.terms],
          [t("verify.draws.thisLink"), canonicalJson(terms)],
        ]),
      ],
    };
  const { label, min = 1, max, items_sha256: digest } = terms;
  const list = items && digest && (await spreadTickets(items, terms));
  const hash = list && (await hashList(list));
  if (hash && (hash !== digest || list.length !== max - min + 1))
    return {
      state: "invalid",
      word: t("verify.draws.otherList"),
      says: t("verify.draws.otherListSays"),
      more: [
        createBytes([
          [t("verify.draws.sealedList"), describeList(max - min + 1, digest)],
          [t("verify.draws.thisList"), describeList(list.length, hash)],
        ]),
      ],
    };
  const isOfList = digest !== undefined;
  return {
    state: "partial",
    word: t("verify.draws.sealed"),
    says: note.result
      ? t("verify.draws.seenAlready")
      : t("verify.draws.notedOn", { time: formatTime(note.time) }),
    more: [
      hash &&
        create(
          "p",
          create("strong.good", t("verify.draws.rightList")),
          " ",
          t("verify.draws.rightListSays"),
        ),
      createBytes([
        label !== undefined && [t("verify.draws.label"), label],
        isOfList
          ? [t("verify.draws.names"), formatNumber(max - min + 1)]
          : [t("verify.draws.numbers"), t("verify.draws.range", { min, max })],
        [t("verify.draws.seal"), commitment],
        isOfList && [t("verify.draws.fingerprint"), digest],
      ]),
      isOfList && !hash && create("p.soft", t("verify.draws.isYours")),
    ],
  };
}

/** Return a sentence on the length and the fingerprint of a list. */
const describeList = (count, digest) =>
  t("verify.draws.list", { count, digest });

const MAX_SHOWN = 100;

/** Return elements with the drawn items of a receipt, in order; [] for a file without a draw. */
export function describeDrawn(file) {
  const { terms, drawn } = getReceipt(file) ?? {};
  if (!hasIntegers(terms)) return [];
  const items = listDrawn(file.seen).map(({ face }) =>
    itemOf(face, file, terms),
  );
  const isWhole =
    isUsual({ terms, drawn }, file.seen) && items.length === drawn.total;
  const isOfList = terms.items_sha256 !== undefined;
  const parts = isWhole
    ? (isOfList ? cutByLabel : fillByLabel)(terms.label, items)
    : undefined;
  const missing =
    items.length < drawn.total &&
    t("verify.draws.someShown", { total: drawn.total, shown: items.length });
  return [
    terms.label !== undefined &&
      create("p", create("strong", escapeInvisible(terms.label))),
    ...(parts
      ? renderParts(parts, isOfList)
      : renderDrawn(items, file.original_items !== undefined)),
    describeBeacon(terms, getReceipt(file).client_seed),
    missing && create("p", create("strong", missing)),
  ].filter(Boolean);
}

/** Render drawn items in their order; in a list some have several tickets, and are drawn again. */
function renderDrawn(items, isList) {
  const lines = items
    .slice(0, MAX_SHOWN)
    .map((item, i) =>
      create(
        "li",
        toText(item),
        isList &&
          items.indexOf(item) < i &&
          create("span.soft", " ", t("verify.draws.again")),
      ),
    );
  const more =
    items.length > MAX_SHOWN &&
    create("p.soft", t("verify.more", { count: items.length - MAX_SHOWN }));
  return [
    lines.length > 0 &&
      create("ol.numbers", { "aria-label": t("verify.draws.drawn") }, lines),
    more,
  ];
}

/** Render the groups, teams, pairs or tables of a drawn order, or its lines and tickets, all of them: everybody looks for the own. */
const renderParts = (parts, isOfList) => [
  create(
    "p.soft",
    isOfList ? t("verify.draws.parts") : t("verify.draws.drums"),
  ),
  create(
    "div.parts",
    parts.map(({ title, items, isRanked }) =>
      create(
        "div.part-of",
        create("h3", title),
        create(
          isRanked ? "ol" : "ul",
          { "aria-label": title },
          items.map((item) => create("li", toText(item))),
        ),
      ),
    ),
  ),
];

/** Return an element with the address of the round of drand that a draw in public names; undefined if it names none. */
function describeBeacon({ label }, seed) {
  const [, number] = /\bdrand quicknet round (\d+)$/.exec(label) ?? [];
  const url = number && getRoundUrl(number);
  return (
    url &&
    create(
      "p",
      createText("verify.draws.beacon", {
        round: create(
          "a",
          { href: url, target: "_blank", rel: "noreferrer noopener" },
          number,
        ),
        digits: create("code", escapeInvisible(seed ?? t("verify.nothing"))),
      }),
    )
  );
}
