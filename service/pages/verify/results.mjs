/** The cards of a file: the rounds of a shoe (rounds.mjs), the hands and piles of a deal, numbers or items. */
import { escapeInvisible } from "../../../verify/core/texts.mjs";
import { namePlace, toTitle } from "../shared/labels.mjs";
import { $, create } from "../shared/page.mjs";
import { t } from "../shared/texts.mjs";
import { createCardList } from "./cards.mjs";
import { getReceipt, isPartial, listShown } from "./notes.mjs";
import { renderRounds, renderShown } from "./rounds.mjs";
import { toText } from "./seals.mjs";

const MAX_VALUES = 500;

/** Return the packs that the cards of a file come from; undefined if it holds no cards. */
export function getPacks(subject) {
  const packs = getReceipt(subject)?.terms ?? subject.terms ?? subject;
  return packs.deck === undefined ? undefined : packs;
}

/** Show the cards of a file. `steps` contain the rounds of a shoe; `where` is the place in a response that differs. */
export function showCards(subject, steps, lookup, where) {
  const receipt = getReceipt(subject);
  const isShown = receipt ? isPartial(receipt) : subject.shown !== undefined;
  const parts = isShown
    ? renderShown(listShown(subject), subject.seen, lookup, where)
    : receipt
      ? renderRounds(receipt, subject, steps, lookup)
      : renderResult(subject, lookup, where ?? "");
  $("#cards-title").textContent = getPacks(subject)
    ? t("verify.cards")
    : t("verify.result");
  $("#card-lists").replaceChildren(...parts);
  $("#cards").hidden = parts.length === 0;
}

/** Render the cards of a response; of a batch only the result that differs, or the first result. */
function renderResult(subject, lookup, where) {
  const isBatch = subject.repeats !== undefined;
  const result = isBatch
    ? Number(/^\w+\[(\d+)\]/.exec(where)?.[1] ?? 0)
    : undefined;
  const select = (column) => (isBatch ? column?.[result] : column);
  const path = (name) => (isBatch ? `${name}[${result}]` : name);
  const text = describeResult(subject, result);
  const note = text ? [create("p.soft", text)] : [];
  const values = select(subject.integers ?? subject.items);
  if (Array.isArray(values) && values.length && subject.drums)
    return [
      ...note,
      ...values.map((drum, i) =>
        renderValues(
          t("verify.drum", { number: i + 1 }),
          drum,
          where,
          `${path("integers")}[${i}]`,
        ),
      ),
    ];
  if (Array.isArray(values))
    return [
      ...note,
      renderValues(
        "",
        values,
        where,
        ...["integers", "items", "indices"].map(path),
      ),
    ];
  const pairs = select(subject.pairs);
  if (Array.isArray(pairs))
    return [
      ...note,
      renderValues(
        "",
        pairs.map(
          ({ giver, receiver }) => `${toText(giver)} → ${toText(receiver)}`,
        ),
        where,
        path("pairs"),
      ),
    ];
  const holders = [
    ...(select(subject.groups) ?? []).map(({ group, items, indices }, i) => ({
      title: t("shared.parts.group", { number: group }),
      at: `${path("groups")}[${i}].`,
      items,
      indices,
    })),
    ...(select(subject.dealt)
      ? [
          {
            title: t("verify.dealtFirst"),
            at: `${path("dealt")}.`,
            ...select(subject.dealt),
          },
        ]
      : []),
    ...(select(subject.cards)
      ? [
          {
            title: t("verify.fromTop"),
            at: "",
            cards: select(subject.cards),
            indices: select(subject.indices),
          },
        ]
      : []),
    ...["hands", "piles"].flatMap((name) =>
      (select(subject[name]) ?? []).map((holder, i) => ({
        title: toTitle(nameHolder(holder, name)),
        at: `${path(name)}[${i}].`,
        cards: holder.cards,
        items: holder.items,
        indices: holder.indices,
      })),
    ),
  ].filter(({ cards, items = cards }) => Array.isArray(items) && items.length);
  return [
    ...note,
    ...holders.map((holder) =>
      renderHolder(
        holder,
        lookup,
        where,
        isBatch && holder.at === "" ? `[${result}]` : "",
      ),
    ),
  ];
}

/** Return the number of a result in its batch, and the index of a deal that fulfils a condition; "" if it has neither. */
function describeResult({ repeats, matches }, result = 0) {
  if (matches?.length === 0) return t("verify.noDeal");
  const ordinal =
    repeats !== undefined &&
    t("verify.ordinal", {
      number: result + 1,
      total: matches?.length ?? repeats,
    });
  const index =
    matches !== undefined && t("verify.index", { index: matches[result] });
  return [ordinal, index].filter(Boolean).join(" ");
}

/** Return the label of a hand or a pile. */
export const nameHolder = ({ seat, name }, kind) =>
  escapeInvisible(namePlace({ kind, name: seat ?? name }));

function renderHolder(
  { title, at, cards, items: values, indices },
  lookup,
  where,
  suffix,
) {
  if (values)
    return renderValues(title, values, where, `${at}items`, `${at}indices`);
  const isWrong = (i) =>
    [`${at}cards${suffix}[${i}]`, `${at}indices${suffix}[${i}]`].includes(
      where,
    );
  const items = cards.map((card, i) => ({
    card: findCard(card, indices?.[i], lookup),
    caption: escapeInvisible(String(card)),
    mark: isWrong(i) ? "wrong" : undefined,
  }));
  return create(
    "div.holder",
    create("h3", title),
    createCardList(title, items),
  );
}

/** Return the card for a value of a response: by its code, or else by its index. */
export function findCard(value, index, lookup) {
  const card = lookup.ofCode(String(value));
  if (card.picture || typeof index !== "number") return card;
  return { ...lookup.ofIndex(index), name: String(value) };
}

/** Render numbers or items under a title, which may be empty. `paths` are where they are in the response. */
function renderValues(title, values, where, ...paths) {
  const isWrong = (i) =>
    paths.some((path) => where.startsWith(`${path}[${i}]`));
  const items = values
    .slice(0, MAX_VALUES)
    .map((value, i) =>
      create("li", isWrong(i) ? { class: "wrong" } : {}, toText(value)),
    );
  const more =
    values.length > MAX_VALUES &&
    create("p.soft", t("verify.more", { count: values.length - MAX_VALUES }));
  const list = create(
    "ol.numbers",
    { "aria-label": title || t("verify.values") },
    items,
  );
  return create("div.holder", title && create("h3", title), list, more);
}
