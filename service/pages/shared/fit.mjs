/** The largest size at which an element has room. */
// @ts-check

const LEAST = 0.1; // share of the largest size: style sheets end earlier
const STEPS = 7; // of the search: the last is less than a hundredth of the largest size

/**
 * Show an element at its largest size or, if that has no room, at the largest share of it that has. The share is the
 * custom property `--fit` of the element: its style sheet multiplies a size by it, and says what is too small to read.
 *
 * With a share of 1 a list of 20 names is as large as one of 3, and perhaps higher than the screen; with 0.6 it is not.
 * @param {HTMLElement} element
 * @param {() => boolean} hasRoom returns whether all of the element has room at its present size
 */
export function fit(element, hasRoom) {
  /**
   * Give the element a share of its largest size, and return whether it has room then.
   * @param {number} share
   */
  const resize = (share) => {
    element.style.setProperty("--fit", String(share));
    return hasRoom();
  };
  if (resize(1)) return;
  let tooLarge = 1;
  let largest = LEAST;
  for (let step = 0; step < STEPS; step += 1) {
    const share = (largest + tooLarge) / 2;
    if (resize(share)) largest = share;
    else tooLarge = share;
  }
  resize(largest);
}
