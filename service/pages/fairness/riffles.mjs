/** The distance from uniform after each riffle, as a curve, as sentences and as a table. */
import { $, ask, element } from "../shared/page.mjs";
import { chart } from "./chart.mjs";
import { percent } from "./numbers.mjs";

const PASSES = 12;

/** Shows what is set, and from then on what is set anew; gives what shows it again. */
export function riffles() {
  const [cards, passes, below] = ["#cards", "#passes", "#below"].map((selector) => $(selector));
  let asking = new AbortController();
  let told; // the last answer
  const point = (pass) => {
    passes.value = pass;
    mark();
  };
  const curve = chart($("#chart"), point);

  const mark = () => {
    if (!told) return;
    const pass = Number(passes.value);
    $("#passes-said").textContent = passes.value;
    $("#after").textContent =
      `After ${many(pass)}, ${told.n} cards are ${percent(told.riffles.rows[pass - 1].distance.value)} from uniform.`;
    curve.mark(pass);
  };
  const show = async () => {
    asking.abort();
    asking = new AbortController();
    const { signal } = asking;
    const bound = Number(below.value) / 100;
    $("#below-said").textContent = `${below.value} %`;
    $("#passes-said").textContent = passes.value;
    try {
      const answer = await ask("v1/algorithms/riffle/bias", {
        query: { n: cards.value, passes: PASSES, below: bound },
        signal,
      });
      told = answer;
      const { rows, enough } = told.riffles;
      $("#enough").textContent =
        `It takes ${many(enough.passes)} to come below ${below.value} %: ${percent(enough.distance.value)}.`;
      curve.draw(
        rows.map((row) => row.distance.value),
        bound,
        enough.passes,
      );
      fill(rows);
      mark();
      refuse("");
    } catch (error) {
      if (error.name !== "AbortError") refuse(error.message);
    }
  };

  for (const control of [cards, below])
    control.addEventListener("input", () =>
      cards.checkValidity() && cards.value ? show() : refuse("A pack here has 2 to 500 cards."),
    );
  passes.addEventListener("input", mark);
  show();
  return show;
}

const many = (passes) => `${passes} ${passes === 1 ? "pass" : "passes"}`;

function fill(rows) {
  const cell = (text) => element("td", { class: "number" }, text);
  const lines = rows.map(({ passes, distance, separation }) =>
    element("tr", {}, cell(String(passes)), cell(percent(distance.value)), cell(percent(separation.value))),
  );
  $("#riffle-table tbody").replaceChildren(...lines);
}

function refuse(why) {
  $("#riffle-problem").textContent = why;
  $("#riffle-problem").hidden = why === "";
}
