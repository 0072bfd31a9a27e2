/**
 * Writes the plan that the page Draw makes of each form, {kind, lines, values} in a line of JSON: the request and the
 * names.
 */
import { answerLines, openPage } from "./page.mjs";

openPage("draw");
const { KINDS } = await import("../../service/pages/draw/plan/kinds.mjs");

const EMPTY = Object.fromEntries(
  [
    "apart",
    "separate",
    "together",
    "met",
    "fair",
    "range",
    "begin",
    "end",
    "fixed",
    "run",
    "groups",
    "size",
    "winners",
  ].map((name) => [name, ""]),
);

function plan({ kind, lines, values }) {
  const drawn = KINDS[kind].plan({
    lines,
    values: { ...EMPTY, kind, ...values },
  });
  // A number of a date decides, and no sealed shoe
  const { request, names } = { ...drawn, ...drawn.toPlanned?.() };
  return {
    path: `/${request.path}`,
    body: request.body ?? request.query,
    names,
  };
}

await answerLines((line) => plan(JSON.parse(line)));
