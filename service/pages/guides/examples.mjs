/** Examples of requests: they call this service, a button copies them, and on paper they have a neutral address. */
// @ts-check
import { createCopyButton } from "../shared/clipboard.mjs";
import { $$ } from "../shared/elements.mjs";
import { ROOT } from "../shared/service.mjs";

const EXAMPLE = "http://localhost:8000";
/** In place of the address of this service, which a reader of paper may not reach. */
const PRINTED = "https://your-host";

/**
 * Return the parts of a block's text that have the address of examples.
 * @param {HTMLElement} block
 */
function findAddresses(block) {
  const nodes = document.createTreeWalker(block, NodeFilter.SHOW_TEXT);
  const found = [];
  while (nodes.nextNode()) {
    const node = /** @type {Text} */ (nodes.currentNode);
    if (node.data.includes(EXAMPLE)) found.push({ node, text: node.data });
  }
  return found;
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

/** Make the examples of the page ready. */
function start() {
  const blocks = $$(".code");
  const addresses = blocks.flatMap(findAddresses);
  const paper = matchMedia("print");
  const showAddresses = () => {
    const address = paper.matches ? PRINTED : ROOT.slice(0, -1);
    for (const { node, text } of addresses)
      node.data = text.replaceAll(EXAMPLE, address);
  };
  showAddresses();
  paper.addEventListener("change", showAddresses);
  for (const block of blocks) {
    const text = getCopyText(block);
    block.append(...createCopyButton(() => text));
  }
}

start();
