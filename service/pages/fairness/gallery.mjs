/** The exact heat maps of all shuffles for a number of items, and the numbers of one of them. */
import {
  $,
  $$,
  ROOT,
  create,
  createPairs,
  fetchJson,
} from "../shared/page.mjs";
import { requestPatiently } from "./experiment.mjs";
import {
  toColour,
  renderMatrix,
  renderScale,
  findExtremes,
  toTextColour,
} from "./heatmaps.mjs";
import {
  factorial,
  formatFraction,
  formatInteger,
  formatNumber,
  formatPercent,
} from "./numbers.mjs";

const pathOf = (shuffle) => `v1/algorithms/${shuffle}/bias`;

/** Show the section and keep it up to date with its controls. Return the function that shows it. */
export function startGallery() {
  const [slider, reach, selected] = ["#n", "#reach", "#selected"].map(
    (selector) => $(selector),
  );
  const cards = $$("#gallery [data-shuffle]");
  const cache = new Map(); // responses by shuffle and n
  let pending = new AbortController();

  const show = async () => {
    pending.abort();
    pending = new AbortController();
    const { signal } = pending;
    const n = Number(slider.value);
    $("#n-value").textContent = slider.value;
    $("#n-orders").textContent = `${formatInteger(factorial(n))} orders`;
    slider.setAttribute("aria-valuetext", `${n} items`);
    try {
      await Promise.all(
        cards.map(async (card) =>
          showCard(
            card,
            n,
            await fetchBias(cache, card.dataset.shuffle, n, signal),
          ),
        ),
      );
      $("#maps-status").textContent = `Heat maps of ${n} items.`;
      showColours();
    } catch (error) {
      if (error.name !== "AbortError") throw error;
    }
  };
  const showColours = () => {
    renderScale($(".scale", reach.parentElement), Number(reach.value));
    for (const card of cards)
      if (card.times && $("canvas", card))
        renderMatrix($("canvas", card), card.times, Number(reach.value));
    showNumbers(
      cache.get(`${selected.value} ${slider.value}`),
      Number(reach.value),
    );
  };

  slider.addEventListener("input", show);
  reach.addEventListener("change", showColours);
  selected.addEventListener("change", showColours);
  for (const card of cards)
    $("button", card).addEventListener("click", () => {
      selected.value = card.dataset.shuffle;
      selected.dispatchEvent(new Event("change", { bubbles: true }));
      $("#numbers").scrollIntoView({ block: "nearest" });
      $("#numbers").focus({ preventScroll: true });
    });
  show();
  return show;
}

/** Fetch the bias of a shuffle of n items, cached; or the problem that the service has with the request. Wait while it is busy. */
async function fetchBias(cache, shuffle, n, signal) {
  const key = `${shuffle} ${n}`;
  if (cache.has(key)) return cache.get(key);
  const bias = await requestPatiently(
    () => fetchJson(pathOf(shuffle), { query: { n }, signal }),
    signal,
  ).catch((error) => {
    if (error.name === "AbortError") throw error;
    return { problem: error.message, isTemporary: error.status !== 422 };
  });
  if (!bias.isTemporary) cache.set(key, bias);
  return bias;
}

/** Return the distance from uniform: exact, or by a formula that covers more items. */
const selectDistance = ({ exact, riffles, ties, cycles }) =>
  (exact ?? riffles?.rows.at(-1) ?? ties ?? cycles)?.distance;

/** Return the probability of each position of each item, if it is known. */
const selectPositions = ({ exact, positions } = {}) =>
  exact?.positions.map((row) => row.map(({ value }) => value)) ??
  positions?.values;

function showCard(card, n, bias) {
  const shuffle = card.dataset.shuffle;
  const distance = selectDistance(bias);
  card.times = selectPositions(bias)?.map((row) =>
    row.map((value) => n * value),
  );
  $(".percent", card).textContent = distance
    ? formatPercent(distance.value)
    : "–";
  $(".fraction", card).textContent = distance
    ? formatFraction(distance) || formatNumber(distance.value)
    : "";
  $(".more", card).classList.toggle("off", !card.times);
  $("a", card).href = `${ROOT}${pathOf(shuffle)}.csv?n=${n}`;
  showMap(card, n, bias, distance);
}

/** Show the map of a shuffle, or the reason why it has none. Fair shuffles have no map: it would be white. */
function showMap(card, n, { problem }, distance) {
  const [canvas, instead] = [$("canvas", card), $(".instead", card)];
  if (!canvas) return;
  const shuffle = $("h3", card).textContent;
  canvas.hidden = !card.times;
  instead.hidden = Boolean(card.times);
  instead.textContent = card.times
    ? ""
    : (problem ?? `The matrix of ${shuffle} is not computed for ${n} items.`);
  if (card.times)
    canvas.setAttribute(
      "aria-label",
      describeMap(shuffle, n, card.times, distance),
    );
}

function describeMap(shuffle, n, times, distance) {
  const [min, max] = findExtremes(times);
  const range =
    max.times - min.times < 1e-9
      ? "every cell is uniform"
      : `cells from ${formatNumber(min.times)} to ${formatNumber(max.times)} times uniform`;
  return `${shuffle} of ${n} items: ${range}${distance ? `, distance from uniform ${formatPercent(distance.value)}` : ""}`;
}

/** Show the matrix as a table with the colours of its map, and other figures. */
function showNumbers(bias, reach) {
  const exact = bias?.exact;
  const [n, positions] = [bias?.n, selectPositions(bias)];
  $("#numbers-table").replaceChildren(
    positions
      ? createTable(positions, n, reach)
      : create(
          "p.soft",
          bias?.problem ?? "The matrix is not computed for this many items.",
        ),
  );
  $("#numbers-facts").replaceChildren(
    ...(exact ? createFacts(exact, bias.arguments) : []),
  );
}

function createTable(positions, n, reach) {
  const places = [...positions.keys()].map((place) =>
    create("th", { scope: "col" }, String(place + 1)),
  );
  const rows = positions.map((row, item) =>
    create(
      "tr",
      create("th", { scope: "row" }, String(item + 1)),
      row.map((cell) => createCell(cell, n, reach)),
    ),
  );
  return create("table.matrix", [
    create(
      "caption",
      "Percent. A row is an item, a column its place, both counted from 1. Files count from 0.",
    ),
    create("thead", create("tr", create("td"), places)),
    create("tbody", rows),
  ]);
}

function createCell(value, n, reach) {
  const ground = toColour(n * value, reach);
  const cell = create("td", String(Number((100 * value).toFixed(1))));
  cell.style.backgroundColor = `rgb(${ground})`;
  cell.style.color = toTextColour(ground);
  return cell;
}

function createFacts(exact, settings) {
  const ratios = [
    ["Distance from uniform", exact.distance],
    ["Separation distance", exact.separation],
    ["Items that stay, on average", exact.fixed_points],
    ["The likeliest order, times fair", exact.most_likely.times_uniform],
    ["The least likely, times fair", exact.least_likely.times_uniform],
  ].map(([label, ratio]) => [
    label,
    [formatFraction(ratio), formatNumber(ratio.value)]
      .filter((text, i, texts) => text && text !== texts[i - 1])
      .join(" ≈ "),
  ]);
  const reachableOrders = [
    "Orders that can come",
    `${formatInteger(exact.reachable)} of ${formatInteger(exact.orders)}`,
  ];
  const own = Object.entries(settings).map(([name, value]) => [
    name.replace("_", " "),
    String(value),
  ]);
  return createPairs([
    ["Name in the API", $("#selected").value],
    ...own,
    reachableOrders,
    ...ratios,
  ]);
}
