/** Contract bridge. */
const range = (length, first = 0) => Array.from({ length }, (_, i) => first + i);

const CYCLE = "None NS EW All NS EW All None EW All None NS All None NS EW".split(" "); // boards 1 to 16
const sorted = (codes, suit) => [..."AKQJT98765432"].filter((rank) => codes.includes(rank + suit)).join("");
const pbn = (codes) => [..."SHDC"].map((suit) => sorted(codes, suit)).join(".");

/** Return n over k. */
const choose = (n, k) => range(k, 1).reduce((product, i) => (product * BigInt(n - k + i)) / BigInt(i), 1n);

/** Return Big Deal's number of a deal: the hands of north, east and south as digits, each ranked among the cards left. */
function rankBridgeDeal(hands) {
  let left = [..."SHDC"].flatMap((suit) => [..."AKQJT98765432"].map((rank) => rank + suit));
  let number = 0n;
  for (const hand of hands.slice(0, 3)) {
    number *= choose(left.length, 13);
    let missing = 13; // of the cards that come later; the hands before this one have a card here that it has not
    left.forEach((code, i) => {
      if (hand.includes(code)) missing--;
      else if (missing > 0) number += choose(left.length - i - 1, missing - 1);
    });
    left = left.filter((code) => !hand.includes(code));
  }
  return number;
}

export const BRIDGE = {
  bridge: {
    players: [4, 4, 4],
    hasBoards: true,
    seats: () => [..."NESW"],
    steps: () => "each 1×13",
    extraMembers: (hands, { board }) => ({
      board,
      dealer: "NESW"[(board - 1) % 4],
      vulnerable: CYCLE[(board - 1) % 16],
      pbn: `N:${hands.map(pbn).join(" ")}`,
      number: rankBridgeDeal(hands).toString(16).padStart(24, "0"),
    }),
  },
};
