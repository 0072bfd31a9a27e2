/** The checks of random results, which are derived anew where they have a seed. */
import { computeResult } from "../responses.mjs";
import { UNIFORMITY } from "../core/shuffles.mjs";
import { expectJson, isEqual, label } from "./expect.mjs";
import { findMalformed, findWrong, formatRequest } from "./requests.mjs";

const isSeedable = (path) =>
  path.startsWith("/v1/decks") || path.startsWith("/v1/games");

/** Return whether a request chooses an order or favours some, without its seed. */
const isChoice = ({ deal_number: number, given, where, algorithm }) =>
  Boolean(number ?? given ?? where) ||
  ["biased", "deterministic"].includes(UNIFORMITY[algorithm]);

/**
 * Send a request with a seed, if seeds are on, and compare all of it. With seeds off look only at its form; one that chooses an
 * order must be refused.
 */
async function checkRequest(context, request, number) {
  const { path, fields, isNumbered } = request;
  if (!context.isSeeded && isChoice(fields)) {
    const sent = formatRequest(request, number % 2 === 1);
    const { status, text } = await context.send(...sent);
    const isRefused = status === 403 && text.includes("/v1/problems/seeds-off");
    context.count(
      label(...sent),
      isRefused
        ? undefined
        : `status ${status}: it chooses an order, although seeds are turned off`,
    );
    return;
  }
  const isSeeded = context.isSeeded && !isNumbered;
  if (!isSeeded && !isNumbered && !isSeedable(path)) return;
  if (!isSeeded && !isNumbered && (fields.held || path.endsWith("/batch")))
    return;
  const seeded = {
    path,
    fields: isSeeded
      ? { ...fields, seed: `${context.seed} ${number}`, index: number }
      : fields,
  };
  const find = isSeeded || isNumbered ? findWrong : findMalformed;
  await expectJson(
    context,
    ...formatRequest(seeded, number % 2 === 1),
    (json) => find(seeded, json),
  );
}

export async function checkAll(context, requests) {
  let number = 0;
  for (const request of requests)
    await checkRequest(context, request, number++);
}

/** Return the single results of a request, derived one by one. */
function deriveEach(request, repeats) {
  const { path, fields } = request;
  return Promise.all(
    Array.from({ length: repeats }, (_, i) =>
      computeResult({ path, ...fields, index: fields.index + i }),
    ),
  );
}

/** Return the rows of an array of unsigned integers in NumPy's format. */
function readNpy(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  if (new TextDecoder("latin1").decode(bytes.slice(0, 6)) !== "\x93NUMPY")
    throw new Error("no array of NumPy");
  const [start, length] =
    bytes[6] === 1
      ? [10, view.getUint16(8, true)]
      : [12, view.getUint32(8, true)];
  const header = new TextDecoder("latin1").decode(
    bytes.slice(start, start + length),
  );
  const [, kind, size] = /'descr': '[<|]([ui])(\d)'/.exec(header);
  const [, count, width] = /'shape': \((\d+), (\d+)\)/.exec(header).map(Number);
  const name = `get${size === "8" ? "Big" : ""}${kind === "u" ? "Uint" : "Int"}${8 * size}`;
  const at = (i) => Number(view[name](start + length + i * Number(size), true));
  return Array.from({ length: count }, (_, row) =>
    Array.from({ length: width }, (_, k) => at(row * width + k)),
  );
}

export async function checkForms(context) {
  if (!context.isSeeded) return;
  const split = (text) => text.trimEnd().split("\n");
  const requests = [
    {
      path: "/v1/decks/standard/shuffle",
      fields: { seed: context.seed, index: 3, count: 7 },
      member: "cards",
    },
    {
      path: "/v1/integers",
      fields: { seed: context.seed, index: 0, max: 600, count: 4 },
      member: "integers",
    },
  ];
  for (const { path, fields, member } of requests) {
    const results = await deriveEach({ path, fields }, 20);
    const [address] = formatRequest({
      path: `${path}/batch`,
      fields: { ...fields, repeats: 20 },
    });
    const forms = {
      "text/plain": ({ text }) => [
        split(text),
        results.map((one) => one[member].join(" ")),
      ],
      "application/x-ndjson": ({ text }) => [
        split(text).map((line) => JSON.parse(line)[member]),
        results.map((one) => one[member]),
      ],
      "application/x-npy": ({ bytes }) => [
        readNpy(bytes),
        results.map((one) => one.indices ?? one.integers),
      ],
    };
    for (const [accept, read] of Object.entries(forms)) {
      const response = await context.send(address, { accept });
      const isRight = response.status === 200 && isEqual(...read(response));
      context.count(
        `GET ${address} as ${accept}`,
        isRight ? undefined : `status ${response.status}, and other results`,
      );
    }
  }
}
