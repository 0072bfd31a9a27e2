/** The public beacon that can decide a draw: drand's chain quicknet, with a round every three seconds. */

const BEACON = { chain: "52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971", genesis: 1_692_803_367, period: 3 };
const LEAD = 120; // seconds from the seal to the round that decides

/** Return the address of a round, which shows its randomness as soon as it is due. */
export const getRoundUrl = (number) => `https://api.drand.sh/${BEACON.chain}/public/${number}`;

/** Return when a round is due, in milliseconds since 1970. */
export const getDue = (number) => (BEACON.genesis + (number - 1) * BEACON.period) * 1000;

/** Return the first round in two minutes or later: its number, time and address. */
export function chooseRound(now = Date.now()) {
  const number = Math.ceil((now / 1000 + LEAD - BEACON.genesis) / BEACON.period) + 1;
  return { number, due: getDue(number), url: getRoundUrl(number) };
}
