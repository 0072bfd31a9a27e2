/** The guides: make examples call this service, add buttons to copy them, open the contents where there is room. */
import { $, $$, ROOT, createCopyButton } from "../shared/page.mjs";

const EXAMPLE = "http://localhost:8000";

/** Replace http://localhost:8000 in an example by the URL of this service. */
function replaceUrl(block) {
  const nodes = document.createTreeWalker(block, NodeFilter.SHOW_TEXT);
  while (nodes.nextNode()) nodes.currentNode.data = nodes.currentNode.data.replaceAll(EXAMPLE, ROOT.slice(0, -1));
}

/** Return the text to copy: of a shell session the commands alone, else all of the block. */
function getCopyText(block) {
  const text = block.textContent;
  const commands = [...text.matchAll(/^\$ (.*)$/gm)].map(([, command]) => command);
  return commands.join("\n") || text;
}

for (const block of $$(".code")) {
  replaceUrl(block);
  const text = getCopyText(block);
  block.append(...createCopyButton(() => text));
}

$(".guides [aria-current]").scrollIntoView({ block: "nearest", inline: "center" });
$(".contents").open = matchMedia("(width >= 70rem)").matches;
