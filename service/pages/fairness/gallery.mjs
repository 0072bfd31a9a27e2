/** The exact heat maps side by side, for a number of items that one can slide; and the numbers of one of them. */
import { $, ROOT, ask, element } from "../shared/page.mjs";
import { colour, draw, drawScale, extremes, onColour } from "./heatmaps.mjs";
import { factorial, fraction, many, number, percent } from "./numbers.mjs";

const pathOf = (shuffle) => `v1/algorithms/${shuffle}/bias`;

/** Shows what is set, and from then on what is set anew; gives what shows it again. */
export function gallery() {
  const [slider, reach, closer] = ["#n", "#reach", "#closer"].map((selector) => $(selector));
  const cards = [...document.querySelectorAll("#gallery [data-shuffle]")];
  const known = new Map(); // answers by path and n
  let asking = new AbortController();

  const show = async () => {
    asking.abort();
    asking = new AbortController();
    const { signal } = asking;
    const n = Number(slider.value);
    $("#n-said").textContent = slider.value;
    $("#n-orders").textContent = `${many(factorial(n))} orders`;
    slider.setAttribute("aria-valuetext", `${n} items`);
    try {
      await Promise.all(
        cards.map(async (card) => showCard(card, n, await answer(known, card.dataset.shuffle, n, signal))),
      );
      $("#maps-said").textContent = `Heat maps of ${n} items.`;
      colours();
    } catch (error) {
      if (error.name !== "AbortError") throw error;
    }
  };
  const colours = () => {
    drawScale($(".scale", reach.parentElement), Number(reach.value));
    for (const card of cards) if (card.times) draw($("canvas", card), card.times, Number(reach.value));
    showNumbers(known.get(`${closer.value} ${slider.value}`), Number(reach.value));
  };

  slider.addEventListener("input", show);
  reach.addEventListener("change", colours);
  closer.addEventListener("change", colours);
  for (const card of cards)
    $("button", card).addEventListener("click", () => {
      closer.value = card.dataset.shuffle;
      closer.dispatchEvent(new Event("change", { bubbles: true }));
      $("#numbers").scrollIntoView({ block: "nearest" });
      $("#numbers").focus({ preventScroll: true });
    });
  show();
  return show;
}

/** What the service says of a shuffle of n items, kept; or the problem that it has with that. */
async function answer(known, shuffle, n, signal) {
  const key = `${shuffle} ${n}`;
  if (known.has(key)) return known.get(key);
  const told = await ask(pathOf(shuffle), { query: { n }, signal }).catch((error) => {
    if (error.name === "AbortError") throw error;
    return { problem: error.message, passing: error.status !== 422 };
  });
  if (!told.passing) known.set(key, told);
  return told;
}

/** The distance from uniform, exact or by the formula that goes further. */
function distanceOf({ exact, riffles, ties, cycles }) {
  return (exact ?? riffles?.rows.at(-1) ?? ties ?? cycles)?.distance;
}

function showCard(card, n, told) {
  const shuffle = card.dataset.shuffle;
  const canvas = $("canvas", card);
  const distance = distanceOf(told);
  card.times = told.exact?.positions.map((row) => row.map((cell) => n * cell.value));
  const instead = told.problem ?? `The matrix of ${shuffle} is not worked out for ${n} items.`;
  canvas.hidden = !card.times;
  $(".instead", card).hidden = Boolean(card.times);
  $(".instead", card).textContent = card.times ? "" : instead;
  $(".percent", card).textContent = distance ? percent(distance.value) : "–";
  $(".fraction", card).textContent = distance ? fraction(distance) || number(distance.value) : "";
  $(".more", card).classList.toggle("off", !card.times);
  $("a", card).href = `${ROOT}${pathOf(shuffle)}.csv?n=${n}`;
  if (card.times) canvas.setAttribute("aria-label", label(shuffle, n, card.times, distance));
}

function label(shuffle, n, times, distance) {
  const [least, most] = extremes(times);
  const range =
    most.times - least.times < 1e-9
      ? "every cell is uniform"
      : `cells from ${number(least.times)} to ${number(most.times)} times uniform`;
  return `${shuffle} of ${n} items: ${range}, distance from uniform ${percent(distance.value)}`;
}

/** The matrix as a table in its colours, and what else is known. */
function showNumbers(told, reach) {
  const exact = told?.exact;
  const n = told?.n;
  $("#numbers-table").replaceChildren(
    exact
      ? table(exact.positions, n, reach)
      : element("p", { class: "soft" }, told?.problem ?? "The matrix is not worked out for so many items."),
  );
  $("#numbers-facts").replaceChildren(...(exact ? facts(exact, told.arguments) : []));
}

function table(positions, n, reach) {
  const places = [...positions.keys()].map((place) => element("th", { scope: "col" }, String(place)));
  const rows = positions.map((row, item) =>
    element(
      "tr",
      {},
      element("th", { scope: "row" }, String(item)),
      row.map((cell) => coloured(cell, n, reach)),
    ),
  );
  return element(
    "table",
    { class: "matrix" },
    element("caption", {}, "Percent. A row is an item, a column its place, both from 0."),
    element("thead", {}, element("tr", {}, element("td"), places)),
    element("tbody", {}, rows),
  );
}

function coloured({ value }, n, reach) {
  const ground = colour(n * value, reach);
  const cell = element("td", {}, String(Number((100 * value).toFixed(1))));
  cell.style.backgroundColor = `rgb(${ground})`;
  cell.style.color = onColour(ground);
  return cell;
}

function facts(exact, settings) {
  const told = [
    ["Distance from uniform", exact.distance],
    ["Separation distance", exact.separation],
    ["Items that stay, on average", exact.fixed_points],
    ["The likeliest order, times fair", exact.most_likely.times_uniform],
    ["The least likely, times fair", exact.least_likely.times_uniform],
  ].map(([what, ratio]) => [
    what,
    [fraction(ratio), number(ratio.value)].filter((text, at, both) => text && text !== both[at - 1]).join(" ≈ "),
  ]);
  const reachable = ["Orders that can come", `${many(exact.reachable)} of ${many(exact.orders)}`];
  const own = Object.entries(settings).map(([name, value]) => [name.replace("_", " "), String(value)]);
  return [...own, reachable, ...told].map(([what, value]) =>
    element("div", {}, element("dt", {}, what), element("dd", {}, value)),
  );
}
