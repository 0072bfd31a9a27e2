/** Lists of numbers. */
// @ts-check

/**
 * Return `length` integers from `first` on: `range(3, 1)` is [1, 2, 3].
 *
 * @param {number} length
 * @param {number} first
 * @returns {number[]}
 */
export const range = (length, first = 0) =>
  Array.from({ length }, (_, i) => first + i);

/**
 * Return the sum of numbers, 0 of none.
 *
 * @param {readonly number[]} numbers
 * @returns {number}
 */
export const sum = (numbers) =>
  numbers.reduce((total, number) => total + number, 0);

/**
 * Return numbers in ascending order, as a new list.
 *
 * @param {Iterable<number>} numbers
 * @returns {number[]}
 */
export const ascending = (numbers) => [...numbers].sort((a, b) => a - b);
