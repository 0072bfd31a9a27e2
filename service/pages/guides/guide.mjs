/** The guides: code that is meant for this very service and can be copied, and a list of contents that is open where there is room. */

import { $, ROOT, copyButton } from "../shared/page.mjs";

const EXAMPLE = "http://localhost:8000";

/** Examples name the service as it runs on a developer's machine; readers here want this one. */
function addressed(block) {
  const texts = document.createTreeWalker(block, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) texts.currentNode.data = texts.currentNode.data.replaceAll(EXAMPLE, ROOT.slice(0, -1));
}

/** What is copied of a block: all of it, or of a session in a shell the commands alone. */
function copiedText(block) {
  const text = block.textContent;
  const commands = [...text.matchAll(/^\$ (.*)$/gm)].map(([, command]) => command);
  return commands.join("\n") || text;
}

for (const block of document.querySelectorAll(".code")) {
  addressed(block);
  const text = copiedText(block);
  block.append(...copyButton(() => text));
}

$(".contents").open = matchMedia("(width >= 70rem)").matches;
