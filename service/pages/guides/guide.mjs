/** The guides: make examples call this service, add buttons to copy them, open the contents where there is room. */
// @ts-check
import { createCopyButton } from "../shared/clipboard.mjs";
import { $, $$, getElement } from "../shared/elements.mjs";
import { ROOT } from "../shared/service.mjs";

const EXAMPLE = "http://localhost:8000";

/**
 * Replace http://localhost:8000 in an example by the URL of this service.
 * @param {HTMLElement} block
 */
function replaceUrl(block) {
  const nodes = document.createTreeWalker(block, NodeFilter.SHOW_TEXT);
  while (nodes.nextNode()) {
    const node = /** @type {Text} */ (nodes.currentNode);
    node.data = node.data.replaceAll(EXAMPLE, ROOT.slice(0, -1));
  }
}

/**
 * Return the text to copy: of a shell session the commands alone, else all of the block.
 * @param {HTMLElement} block
 */
function getCopyText(block) {
  const text = block.textContent;
  const commands = [...text.matchAll(/^\$ (.*)$/gm)].map(
    ([, command]) => command,
  );
  return commands.join("\n") || text;
}

/**
 * Bring the guide that is read into the middle of a row that scrolls, as on a phone; the page stays at the top of its
 * text.
 */
function centreCurrent() {
  const [row, current] = [$(".guides > ul"), $(".guides [aria-current]")].map(
    (element) => element.getBoundingClientRect(),
  );
  $(".guides > ul").scrollLeft +=
    (current.left + current.right - row.left - row.right) / 2;
}

/** Make the examples and the contents of the page ready. */
function start() {
  for (const block of $$(".code")) {
    replaceUrl(block);
    const text = getCopyText(block);
    block.append(...createCopyButton(() => text));
  }
  centreCurrent();
  getElement(HTMLDetailsElement, ".contents").open =
    matchMedia("(width >= 70rem)").matches;
}

start();
