/** The sealed draw that this tab has announced and not drawn yet, so that a reload goes on with it. */

const KEY = "sealed draw";

/** Keep a sealed draw, with the values of the form, until it is drawn. A browser without storage keeps nothing. */
export function keepDraw({ opened, round, sealedAt }, values) {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ opened, round, sealedAt, values }));
  } catch {
    // It is full or blocked.
  }
}

/** Forget the draw that was kept. */
export function forgetDraw() {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // It is blocked, so there is none.
  }
}

/** Return what was kept: the response that opened the shoe, the round, the time and the values; undefined if there is none. */
export function readDraw() {
  try {
    return JSON.parse(sessionStorage.getItem(KEY)) ?? undefined;
  } catch {
    return undefined;
  }
}
