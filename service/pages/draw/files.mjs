/** Files that a person saves. */
import { createElement } from "../shared/page.mjs";

/** Save a text as a file. */
export function saveFile(name, text) {
  const anchor = createElement("a", { href: URL.createObjectURL(new Blob([text])), download: name });
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(anchor.href), 10_000);
}
