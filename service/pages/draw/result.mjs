/** The result of a draw, as a page shows it, and as text. */
import { callBall } from "../shared/drums.mjs";
import { $, create, createCopyButton } from "../shared/page.mjs";
import { createText, formatNumber, t } from "../shared/texts.mjs";

const MAX_SHOWN = 500; // lines that are shown at once; more take the browser seconds

const DICE = ["⚀", "⚁", "⚂", "⚃", "⚄", "⚅"];

/** Show a result in an element, `#shown` of the page if none is named. */
export function showResult(result, box = $("#shown")) {
  box.className = result.strips || result.cards ? "tickets" : "";
  box.replaceChildren(...render(result));
}

function render({
  parts,
  isRanked,
  rank,
  numbers,
  isOf75,
  dice,
  sides,
  coins,
  balls,
  slips,
  ...tickets
}) {
  if (parts) return renderParts(parts, isRanked, rank);
  if (numbers) return numbers.map((row) => renderBalls(row, isOf75));
  if (dice) return renderDice(dice, sides);
  if (coins) return renderCoins(coins);
  if (balls)
    return balls.map((drums) =>
      create(
        "div.drums",
        drums.map((drum) => renderBalls(drum)),
      ),
    );
  if (slips) return renderSlips(slips);
  return renderTickets(tickets);
}

/** Render the lines of each part, in columns if they are many; a result of one part is in large letters. */
function renderParts(parts, isRanked, rank) {
  const total = parts.reduce((sum, { lines }) => sum + lines.length, 0);
  const size =
    total <= 3
      ? "huge"
      : total <= 12
        ? "large"
        : total <= 60
          ? "medium"
          : "small";
  let room = MAX_SHOWN;
  const sections = parts.map(({ title, lines }) => {
    const visible = lines.slice(0, Math.max(room, 0));
    room -= lines.length;
    if (visible.length === 0) return undefined;
    const list = create(
      isRanked && lines.length > 1 ? "ol" : "ul",
      { class: "lines", role: "list", "aria-label": title ?? t("draw.result") },
      [
        visible.map((line) =>
          create("li", { "data-rank": rank }, create("bdi", line)),
        ),
      ],
    );
    return create("div.part", title && create("h3", title), list);
  });
  const grid = create(
    "div",
    { class: `parts ${size}`, "data-parts": parts.length },
    sections,
  );
  if (room >= 0) return [grid];
  const all = create("button.all", t("draw.showAll", { count: total }));
  all.addEventListener("click", () =>
    all.parentNode.replaceChildren(...renderAll(parts, isRanked, rank)),
  );
  return [grid, all];
}

/** Render every line as text: elements for each of 10,000 would take seconds. */
function renderAll(parts, isRanked, rank) {
  return [
    create(
      "pre.everything",
      { tabindex: 0, role: "region", "aria-label": t("draw.wholeResult") },
      toText({ parts, isRanked, rank }),
    ),
  ];
}

const nameBall = (number, isOf75) =>
  isOf75 ? callBall(number, isOf75) : formatNumber(number);

const renderBalls = (numbers, isOf75) =>
  create(
    "ol",
    {
      class: `balls ${numbers.length > 20 ? "many" : ""}`,
      role: "list",
      "aria-label": t("draw.numbers"),
    },
    numbers.map((number) => create("li", nameBall(number, isOf75))),
  );

function renderDice(dice, sides) {
  const faces = dice.map((number) =>
    create(
      "li.die",
      sides === 6
        ? [
            create("span", { "aria-hidden": "true" }, DICE[number - 1]),
            create("span.hidden", number),
          ]
        : number,
    ),
  );
  const sum = dice.reduce((total, number) => total + number, 0);
  return [
    create(
      "ol",
      {
        class: `dice ${sides === 6 ? "pips" : ""}`,
        role: "list",
        "aria-label": t("draw.fields.dice"),
      },
      faces,
    ),
    dice.length > 1 && create("p.sum", t("draw.sum", { sum })),
  ].filter(Boolean);
}

const SIDES = ["heads", "tails"];

function renderCoins(coins) {
  const heads = coins.filter((side) => side === 1).length;
  const visible = coins
    .slice(0, MAX_SHOWN)
    .map((side) => create("li", { class: SIDES[side - 1] }, nameSide(side)));
  return [
    create(
      "ol.coins",
      { role: "list", "aria-label": t("draw.fields.coins") },
      visible,
    ),
    coins.length > 1 &&
      create(
        "p.sum",
        t("draw.sides.sum", { heads, tails: coins.length - heads }),
      ),
  ].filter(Boolean);
}

const nameSide = (side) => t(`draw.sides.${SIDES[side - 1]}`);

/** Render who gives to whom. A receiver is shown when its giver asks, one at a time; on paper are slips to cut apart and to fold. */
function renderSlips(slips) {
  let close;
  const entries = slips.map(({ giver, receiver }) => {
    const button = create("button", { "aria-expanded": "false" });
    const entry = create("li", button);
    const show = (isOpen) => {
      button.setAttribute("aria-expanded", isOpen);
      button.replaceChildren(
        create(
          "span",
          isOpen
            ? t("draw.slips.hide")
            : createText("draw.slips.show", { name: create("bdi", giver) }),
        ),
      );
      entry.replaceChildren(
        ...(isOpen
          ? [
              create(
                "p",
                createText("draw.slips.gives", { name: create("bdi", giver) }),
                " ",
                create("bdi.receiver", receiver),
              ),
            ]
          : []),
        button,
      );
      close = isOpen ? () => show(false) : undefined;
    };
    button.addEventListener("click", () => {
      const isOpen = button.getAttribute("aria-expanded") === "false";
      close?.();
      if (isOpen) show(true);
      button.focus();
    });
    show(false);
    return entry;
  });
  const paper = slips.map(({ giver, receiver }) =>
    create(
      "div.slip",
      create("p", create("bdi", giver)),
      create("p", t("draw.slips.to"), " ", create("bdi.receiver", receiver)),
    ),
  );
  const links = slips
    .filter(({ link }) => link)
    .map(({ giver, link }) =>
      create(
        "li",
        createCopyButton(() => link, t("draw.slips.link", { name: giver })),
      ),
    );
  return [
    links.length > 0 &&
      create(
        "details",
        create("summary", t("draw.slips.links")),
        create("ul.letters", { role: "list" }, links),
      ),
    create(
      "ul.slips",
      { role: "list", "aria-label": t("draw.result") },
      entries,
    ),
    create("div.paper", paper),
  ].filter(Boolean);
}

/** Render tickets. Each has a number, so that people can name the winner. */
function renderTickets({ strips, cards }) {
  if (cards) return [create("div.cards75", cards.map(renderCard))];
  return strips.map((strip, s) =>
    create(
      "div.strip",
      strip.map((rows, t) => renderTicket(rows, `${s + 1}–${t + 1}`)),
    ),
  );
}

const createCell = (number) =>
  create("td", number === null ? { class: "blank" } : {}, number ?? "");

const renderTicket = (rows, label) =>
  create(
    "table.ticket",
    create("caption", t("draw.ticket", { number: label })),
    create(
      "tbody",
      rows.map((row) => create("tr", row.map(createCell))),
    ),
  );

/** Render a card of five columns; the third has a free cell in its middle. */
function renderCard(columns, i) {
  const filled = columns.map((numbers, c) =>
    c === 2 ? [...numbers.slice(0, 2), "free", ...numbers.slice(2)] : numbers,
  );
  const rows = [0, 1, 2, 3, 4].map((r) => filled.map((numbers) => numbers[r]));
  return create("table.ticket.card", [
    create("caption", t("draw.ticket", { number: i + 1 })),
    create(
      "thead",
      create(
        "tr",
        [..."BINGO"].map((letter) => create("th", { scope: "col" }, letter)),
      ),
    ),
    create(
      "tbody",
      rows.map((row) =>
        create(
          "tr",
          row.map((number) =>
            create(
              "td",
              number === "free" ? { class: "free" } : {},
              number === "free" ? "★" : number,
            ),
          ),
        ),
      ),
    ),
  ]);
}

/** Return a result as text: a line for each, with the number or the name of its part before a tab. */
export function toText({
  parts,
  isRanked,
  numbers,
  isOf75,
  dice,
  coins,
  balls,
  slips,
  strips,
  cards,
}) {
  if (parts)
    return parts
      .flatMap(({ title, lines }) =>
        lines.map((line, i) =>
          [title, isRanked && lines.length > 1 && i + 1, line]
            .filter(Boolean)
            .join("\t"),
        ),
      )
      .join("\n");
  const row = (cells) => cells.map((cell) => cell ?? "").join("\t");
  if (balls)
    return balls
      .map((drums) => drums.map((drum) => drum.join(" ")).join(" + "))
      .join("\n");
  if (slips)
    return slips
      .map(({ giver, receiver }) => `${giver} → ${receiver}`)
      .join("\n");
  if (strips)
    return strips
      .map((strip) =>
        strip.map((ticket) => ticket.map(row).join("\n")).join("\n\n"),
      )
      .join("\n\n");
  if (cards)
    return cards
      .map((columns) => columns.map((column) => column.join(" ")).join("\t"))
      .join("\n");
  if (coins) return coins.map(nameSide).join("\n");
  return (
    numbers?.[0].map((number) =>
      isOf75 ? callBall(number, isOf75) : number,
    ) ?? dice
  ).join("\n");
}

/** Return what is told at once as one text. */
export const nameTurn = ({ place, texts }) =>
  place
    ? t("shared.pair", { name: place, value: texts.join(", ") })
    : texts.join(", ");

/**
 * Return what of a result is told at once, in its order: {`place`, the number or the title of it, `texts`}, of groups from pots with `open`; undefined for one
 * that nobody waits for piece by piece, such as dice.
 */
export function listTurns({ turns, parts, isRanked, numbers, isOf75, balls }) {
  if (turns) return turns;
  if (numbers)
    return numbers[0].map((number) => ({ texts: [nameBall(number, isOf75)] }));
  if (balls)
    return balls.flat(2).map((number) => ({ texts: [nameBall(number)] }));
  if (parts?.length === 1 && isRanked)
    return parts[0].lines.map((line) => ({ texts: [line] }));
  return parts?.map(({ title, lines }) => ({ place: title, texts: lines }));
}

const MAX_SPOKEN = 200; // characters

/** Return the start of a result as a screen reader says it: each group with its title once. */
export function toSpeech(result) {
  const text =
    listTurns({ ...result, turns: undefined })
      ?.map(nameTurn)
      .join("; ") ?? toText(result);
  return text.length > MAX_SPOKEN ? `${text.slice(0, MAX_SPOKEN)}…` : text;
}
