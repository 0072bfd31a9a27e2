/** Numbers as they are read. */

const DIGITS = { 0: "⁰", 1: "¹", 2: "²", 3: "³", 4: "⁴", 5: "⁵", 6: "⁶", 7: "⁷", 8: "⁸", 9: "⁹", "-": "⁻" };

export const many = (number) => number.toLocaleString("en-US");

/** Three significant digits; what is very small as a power of ten. */
export function number(value) {
  if (value === 0) return "0";
  if (Math.abs(value) >= 1e-4) return minus(String(Number(value.toPrecision(3))));
  const [mantissa, exponent] = value.toExponential(1).split("e");
  return minus(`${mantissa} × 10${[...exponent.replace("+", "")].map((digit) => DIGITS[digit]).join("")}`);
}

/** A fixed number of decimals, with thousands set apart. */
export const decimals = (value, places) =>
  minus(value.toLocaleString("en-US", { minimumFractionDigits: places, maximumFractionDigits: places }));

export const percent = (value) => `${number(100 * value)} %`;

/** A probability below what a float holds is not 0. */
export const chance = (p) => (p === 0 ? "< 10⁻³⁰⁰" : number(p));

export const factorial = (n) => (n < 2 ? 1 : n * factorial(n - 1));

/** An exact number of the service's answers, as a fraction if that can be read at a glance. */
export const fraction = ({ fraction: told }) => (told && told.length <= 20 ? told : "");

const minus = (text) => text.replace("-", "−");
