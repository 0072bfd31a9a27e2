/** Two-sided p-values, computed as in service/bias/reports.py. */
// @ts-check

/**
 * Return the probability that a standard normal variable is at least as far from 0 as z, on either side.
 * @param {number} z
 */
export const twoSidedPNormal = (z) => incompleteGamma(0.5, (z * z) / 2).upper;

/**
 * Return twice the probability of the nearer tail of the chi-square distribution beyond x ≥ 0, at most 1.
 * @param {number} x
 * @param {number} degrees of freedom
 */
export function twoSidedPChiSquare(x, degrees) {
  const { lower, upper } = incompleteGamma(degrees / 2, x / 2);
  return Math.min(1, 2 * Math.min(lower, upper));
}

/**
 * Return the regularised incomplete gamma functions: `lower` is P(a, x) and `upper` is Q(a, x) = 1 - P(a, x), by the
 * NIST Digital Library of Mathematical Functions, 8.11.4 and 8.9.2. The smaller of the two is computed, and the other
 * follows.
 * @param {number} a above 0
 * @param {number} x 0 or above
 */
function incompleteGamma(a, x) {
  if (x === 0) return { lower: 0, upper: 1 };
  const factor = Math.exp(a * Math.log(x) - x - logGamma(a));
  if (x < a + 1) {
    const lower = factor * sumSeries(a, x);
    return { lower, upper: 1 - lower };
  }
  const upper = factor * continuedFraction(a, x);
  return { lower: 1 - upper, upper };
}

/**
 * Return 1 / a + x / (a (a + 1)) + x² / (a (a + 1) (a + 2)) + …
 * @param {number} a
 * @param {number} x
 */
function sumSeries(a, x) {
  let term = 1 / a;
  let total = term;
  for (let k = a + 1; term > 1e-17 * total; k++) {
    term *= x / k;
    total += term;
  }
  return total;
}

/**
 * Return 1 / (x + 1 - a - 1 (1 - a) / (x + 3 - a - 2 (2 - a) / (x + 5 - a - …))), by W. J. Lentz's method (1976).
 * @param {number} a
 * @param {number} x
 */
function continuedFraction(a, x) {
  let b = x + 1 - a;
  let numeratorRatio = Infinity;
  let denominatorRatio = 1 / b;
  let change = Infinity;
  let result = denominatorRatio;
  for (let k = 1; Math.abs(change - 1) > 1e-15; k++) {
    b += 2;
    const numerator = k * (a - k);
    denominatorRatio = 1 / (b + numerator * denominatorRatio);
    numeratorRatio = b + numerator / numeratorRatio;
    change = numeratorRatio * denominatorRatio;
    result *= change;
  }
  return result;
}

/**
 * Return ln Γ(a), a > 0, by Stirling's series; a small a is raised by the recurrence first.
 * @param {number} a
 * @returns {number}
 */
function logGamma(a) {
  if (a < 15) return logGamma(a + 1) - Math.log(a);
  const square = 1 / (a * a);
  const correction =
    (1 / 12 - square * (1 / 360 - square * (1 / 1260 - square / 1680))) / a;
  return (a - 0.5) * Math.log(a) - a + Math.log(2 * Math.PI) / 2 + correction;
}
