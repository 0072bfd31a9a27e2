/**
 * Before the page is drawn: where its address names no draw, its sign stands where it stays. This imports nothing,
 * because the page waits for it.
 */
// @ts-check
const OF_DRAW = /#(?!file=|$)/; // a file is opened on the page

/** Place the sign of a page that shows nothing yet. */
function start() {
  const outcome = document.querySelector("#outcome");
  if (outcome instanceof HTMLElement && !OF_DRAW.test(location.href))
    outcome.dataset.state = "empty";
}

start();
