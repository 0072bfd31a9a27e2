/** The facts of a deal: how many cards and players, by which shuffle, from which randomness. */

import { createElement } from "../shared/page.mjs";

/** Describe a response and its randomness on one line. */
export function describeDeal(response) {
  const { players, size, algorithm, uniformity, seed, deal_number: number, round } = response;
  const { matches = [], index } = response;
  const at = matches[0] ?? index; // of a deal that was found
  const order =
    round !== undefined
      ? `sealed, round ${round}`
      : number !== undefined
      ? `deal number ${number}`
      : seed !== undefined
        ? ["seed ", createElement("bdi", {}, seed), at === undefined ? "" : `, index ${at}`]
          : "from the operating system, not repeatable";
  const uniformityText = { exact: "every order is equally likely", near: "nearly uniform", biased: "biased", deterministic: "no chance in it" }[
    uniformity
  ];
  const isBad = ["biased", "deterministic"].includes(uniformity);
  const facts = [
    players > 1 && `${players} players`,
    size && `${size} in the shoe`,
    uniformity && number === undefined && createElement("span", { class: isBad ? "bad" : "" }, `${uniformity === "exact" ? "" : `${algorithm}: `}${uniformityText}`),
    order,
  ].filter(Boolean);
  return facts.flatMap((fact, i) => [i ? " · " : "", fact].flat());
}
