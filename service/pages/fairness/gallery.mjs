/** The exact heat maps of all shuffles for a number of items, and the numbers of one of them. */
// @ts-check
import {
  $,
  $$,
  create,
  createPairs,
  findElement,
  getElement,
  whenNear,
} from "../shared/elements.mjs";
import { Problem, ROOT, fetchJson } from "../shared/service.mjs";
import { isAborted, requestPatiently } from "./experiment.mjs";
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

/**
 * @import { TimesUniform } from "./heatmaps.mjs"
 * @import { ExactNumber } from "./numbers.mjs"
 */

/**
 * What the service computed over every possible sequence of draws.
 * @typedef {object} ExactBias
 * @property {ExactNumber} distance
 * @property {ExactNumber} separation
 * @property {ExactNumber} fixed_points
 * @property {{ times_uniform: ExactNumber }} most_likely
 * @property {{ times_uniform: ExactNumber }} least_likely
 * @property {ExactNumber[][]} positions by item and place
 * @property {number} reachable how many orders can come
 * @property {number} orders how many there are
 */

/**
 * What is read of the response on the bias of a shuffle: `exact`, or by a formula for more items a distance, or
 * positions.
 * @typedef {object} BiasResponse
 * @property {number} n
 * @property {{ [name: string]: unknown }} arguments the parameters of the shuffle
 * @property {ExactBias} [exact]
 * @property {{ rows: { distance: ExactNumber }[] }} [riffles] after 1 pass, 2 passes, …
 * @property {{ distance: ExactNumber }} [ties]
 * @property {{ distance: ExactNumber }} [cycles]
 * @property {{ values: number[][] }} [positions]
 */

/**
 * What is shown of the bias of a shuffle of `n` items; a `problem` that the service has with the request, and no more
 * then.
 * @typedef {object} Bias
 * @property {number} n
 * @property {{ [name: string]: unknown }} settings the parameters of the shuffle
 * @property {ExactBias} [exact]
 * @property {ExactNumber} [distance]
 * @property {number[][]} [positions] the probability of each place of each item, if it is known
 * @property {string} [problem]
 */

/**
 * A shuffle in the gallery: the `element` of its card, and the `bias` that it shows.
 * @typedef {{ element: HTMLElement, shuffle: string, bias?: Bias }} ShuffleCard
 */

/**
 * The gallery, a heat map for each shuffle: its controls, its cards, what was fetched, and the requests that are made.
 * @typedef {object} Gallery
 * @property {HTMLInputElement} slider how many items are shuffled
 * @property {HTMLSelectElement} reach how far the colours reach
 * @property {HTMLSelectElement} selected the shuffle whose numbers are shown
 * @property {ShuffleCard[]} shuffleCards
 * @property {Map<string, Bias>} cache by the shuffle and how many items: "naive_swap 6"
 * @property {AbortController} pending
 */

/** The least share that a card tells exactly. */
const LEAST_SHARE = 1e-4;

/** @param {string} shuffle */
const pathOf = (shuffle) => `v1/algorithms/${shuffle}/bias`;

/**
 * Show the gallery, a heat map for each shuffle of as many items as are selected, and keep it up to date with its
 * controls, once it is near. The first maps are in the page. Return a function that fetches the maps that are missing,
 * and shows all again.
 */
export function startGallery() {
  /** @type {Gallery} */
  const gallery = {
    slider: getElement(HTMLInputElement, "#n"),
    reach: getElement(HTMLSelectElement, "#reach"),
    selected: getElement(HTMLSelectElement, "#selected"),
    shuffleCards: $$("#gallery [data-shuffle]").map((element) => ({
      element,
      shuffle: element.dataset.shuffle ?? "",
    })),
    cache: new Map(),
    pending: new AbortController(),
  };
  const { slider, reach, selected, shuffleCards } = gallery;
  slider.addEventListener("input", () => show(gallery));
  for (const control of [reach, selected])
    control.addEventListener("change", () => showColours(gallery));
  for (const { element, shuffle } of shuffleCards)
    $("button", element).addEventListener("click", () => {
      selected.value = shuffle;
      selected.dispatchEvent(new Event("change", { bubbles: true }));
      getElement(HTMLDetailsElement, "#all-numbers").open = true;
      $("#numbers").scrollIntoView({ block: "nearest" });
      $("#numbers").focus({ preventScroll: true });
    });
  shuffleCards.forEach((card) => readFirst(card, gallery));
  whenNear($("#gallery"), () => show(gallery));
  return () => show(gallery);
}

/**
 * Read the bias of a shuffle that the page came with, and show it if it is of as many items as are selected.
 * @param {ShuffleCard} card
 * @param {Gallery} gallery
 */
function readFirst(card, { slider, reach, cache }) {
  const bias = toBias(JSON.parse(card.element.dataset.first ?? ""));
  if (bias.exact) cache.set(`${card.shuffle} ${bias.n}`, bias);
  if (bias.n !== Number(slider.value)) return;
  card.bias = bias;
  showShuffle(card, bias);
  colourMap(card, Number(reach.value));
}

/**
 * Fetch the bias of all shuffles for the selected number of items, and show it.
 * @param {Gallery} gallery
 */
async function show(gallery) {
  const { slider, shuffleCards, cache } = gallery;
  gallery.pending.abort();
  gallery.pending = new AbortController();
  const { signal } = gallery.pending;
  const n = Number(slider.value);
  $("#n-value").textContent = slider.value;
  $("#n-orders").textContent = `${formatInteger(factorial(n))} possible orders`;
  slider.setAttribute("aria-valuetext", `${n} items`);
  try {
    await Promise.all(
      shuffleCards.map(async (card) => {
        card.element.ariaBusy = String(card.bias?.n !== n);
        card.bias = await fetchBias(cache, card.shuffle, n, signal);
        showShuffle(card, card.bias);
      }),
    );
    $("#maps-status").textContent = `Heat maps of ${n} items.`;
    showColours(gallery);
  } catch (error) {
    if (!isAborted(error)) throw error;
  }
}

/**
 * Colour all maps, and show the numbers of the selected shuffle.
 * @param {Gallery} gallery
 */
function showColours({ slider, reach, selected, shuffleCards, cache }) {
  const range = Number(reach.value);
  renderScale($(".scale", reach.parentElement ?? document), range);
  for (const card of shuffleCards) colourMap(card, range);
  const bias = cache.get(`${selected.value} ${slider.value}`);
  showNumbers(selected.value, bias, range);
}

/**
 * Fetch the bias of a shuffle of n items, cached; or the problem that the service has with the request. Wait while it
 * is busy.
 * @param {Map<string, Bias>} cache by the shuffle and n: "naive_swap 6"
 * @param {string} shuffle
 * @param {number} n
 * @param {AbortSignal} signal
 * @returns {Promise<Bias>}
 */
async function fetchBias(cache, shuffle, n, signal) {
  const key = `${shuffle} ${n}`;
  const cached = cache.get(key);
  if (cached) return cached;
  try {
    /** @type {BiasResponse} */
    const response = await requestPatiently(
      () => fetchJson(pathOf(shuffle), { query: { n }, signal }),
      signal,
    );
    const bias = toBias(response);
    cache.set(key, bias);
    return bias;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const bias = { n, settings: {}, problem: error.message };
    if (error.status === 422) cache.set(key, bias); // any other problem may pass
    return bias;
  }
}

/**
 * Return what is shown of a response: the distance and the positions are exact, or by a formula that covers more items.
 * @param {BiasResponse} response
 * @returns {Bias}
 */
function toBias({
  n,
  arguments: settings,
  exact,
  riffles,
  ties,
  cycles,
  positions,
}) {
  const source = exact ?? riffles?.rows.at(-1) ?? ties ?? cycles;
  return {
    n,
    settings,
    exact,
    distance: source?.distance,
    positions:
      exact?.positions.map((row) => row.map(({ value }) => value)) ??
      positions?.values,
  };
}

/**
 * Return the positions of a shuffle as multiples of the uniform probability; undefined if they are not known.
 * @param {Bias | undefined} bias
 * @returns {TimesUniform | undefined}
 */
const toTimes = (bias) =>
  bias?.positions?.map((row) => row.map((value) => bias.n * value));

/**
 * Show the distance of a shuffle, its links, and its map without the colours.
 * @param {ShuffleCard} card
 * @param {Bias} bias
 */
function showShuffle({ element, shuffle }, bias) {
  const { n, distance, positions } = bias;
  $(".percent", element).textContent = distance
    ? formatShare(distance.value)
    : "–";
  $(".from", element).hidden = !distance;
  $(".more", element).classList.toggle("off", !positions);
  getElement(HTMLAnchorElement, "a", element).href =
    `${ROOT}${pathOf(shuffle)}.csv?n=${n}`;
  showMap(element, bias);
}

/**
 * Return a share for people: none that needs a power of ten.
 * @param {number} share
 */
const formatShare = (share) =>
  share > 0 && share < LEAST_SHARE ? "< 0.01 %" : formatPercent(share);

/**
 * Show the map of a shuffle, or the reason why it has none. Fair shuffles have no map: it would be white.
 * @param {HTMLElement} element
 * @param {Bias} bias
 */
function showMap(element, bias) {
  const canvas = findElement("canvas", element);
  if (!canvas) return;
  const times = toTimes(bias);
  const instead = $(".instead", element);
  const title = $("h3", element).textContent;
  element.ariaBusy = "false";
  canvas.hidden = !times;
  instead.hidden = Boolean(times);
  instead.textContent = times
    ? ""
    : (bias.problem ??
      `The map of ${title} is not computed for ${bias.n} items.`);
  if (times) canvas.setAttribute("aria-label", describeMap(title, bias, times));
}

/**
 * Colour the map of a card, if it has one.
 * @param {ShuffleCard} card
 * @param {number} reach
 */
function colourMap({ element, bias }, reach) {
  const canvas = element.querySelector("canvas");
  const times = toTimes(bias);
  if (canvas && times) renderMatrix(canvas, times, reach);
}

/**
 * Return the text for a map: "Naive swap of 6 items: cells from 0.9 to 1.3 times uniform, distance from uniform 3 %".
 * @param {string} title of the shuffle
 * @param {Bias} bias
 * @param {TimesUniform} times
 */
function describeMap(title, { n, distance }, times) {
  const { min, max } = findExtremes(times);
  const range =
    max.times - min.times < 1e-9
      ? "every cell is uniform"
      : `cells from ${formatNumber(min.times)} to ${formatNumber(max.times)} times uniform`;
  const fromUniform = distance
    ? `, distance from uniform ${formatPercent(distance.value)}`
    : "";
  return `${title} of ${n} items: ${range}${fromUniform}`;
}

/**
 * Show the matrix as a table with the colours of its map, and other figures.
 * @param {string} shuffle
 * @param {Bias | undefined} bias undefined before it is fetched
 * @param {number} reach
 */
function showNumbers(shuffle, bias, reach) {
  $("#numbers-table").replaceChildren(
    bias?.positions
      ? createTable(bias.positions, bias.n, reach)
      : create(
          "p.soft",
          bias
            ? (bias.problem ?? "The map is not computed for this many items.")
            : "Being computed …",
        ),
  );
  $("#numbers-facts").replaceChildren(
    ...(bias?.exact ? createFacts(shuffle, bias.exact, bias.settings) : []),
  );
}

/**
 * Create the table of the probabilities of each place of each item.
 * @param {number[][]} positions
 * @param {number} n
 * @param {number} reach
 */
function createTable(positions, n, reach) {
  const places = [...positions.keys()].map((place) =>
    create("th", { scope: "col" }, String(place + 1)),
  );
  const rows = positions.map((row, item) =>
    create(
      "tr",
      create("th", { scope: "row" }, String(item + 1)),
      row.map((probability) => createCell(probability, n, reach)),
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

/**
 * Create the cell of a table of probabilities: in percent, with a colour by how far it is from 1/n.
 * @param {number} probability
 * @param {number} n
 * @param {number} reach
 */
function createCell(probability, n, reach) {
  const ground = toColour(n * probability, reach);
  const cell = create("td", String(Number((100 * probability).toFixed(1))));
  cell.style.backgroundColor = `rgb(${ground})`;
  cell.style.color = toTextColour(ground);
  return cell;
}

/**
 * Create the list of figures: an exact number as "1/18 ≈ 0.0556".
 * @param {string} shuffle
 * @param {ExactBias} exact
 * @param {{ [name: string]: unknown }} settings
 */
const createFacts = (shuffle, exact, settings) =>
  createPairs([
    ["Name in the API", shuffle],
    ...Object.entries(settings).map(([name, value]) =>
      toRow(name.replace("_", " "), String(value)),
    ),
    [
      "Orders that can come",
      `${formatInteger(exact.reachable)} of ${formatInteger(exact.orders)}`,
    ],
    ["Distance from uniform", formatExact(exact.distance)],
    ["Separation distance", formatExact(exact.separation)],
    ["Items that stay, on average", formatExact(exact.fixed_points)],
    [
      "The likeliest order, times fair",
      formatExact(exact.most_likely.times_uniform),
    ],
    [
      "The least likely, times fair",
      formatExact(exact.least_likely.times_uniform),
    ],
  ]);

/**
 * @param {string} name
 * @param {string} value
 * @returns {[name: string, value: string]}
 */
const toRow = (name, value) => [name, value];

/**
 * Return a number as a fraction and about as a decimal, or as the decimal alone if both are the same.
 * @param {ExactNumber} number
 */
function formatExact(number) {
  const fraction = formatFraction(number);
  const decimal = formatNumber(number.value);
  return fraction && fraction !== decimal
    ? `${fraction} ≈ ${decimal}`
    : decimal;
}
