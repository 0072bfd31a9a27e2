/** Files that a person saves, selects or drops. */
import { $, createElement } from "./page.mjs";

/** Save a Blob, or a text, as a file. */
export function saveFile(name, content) {
  const href = URL.createObjectURL(content instanceof Blob ? content : new Blob([content]));
  createElement("a", { href, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(href), 10_000);
}

/**
 * Call `open` with each file that is selected by the buttons `#choose` and `#file`, or dropped anywhere on the page, as a
 * browser leaves the page for a file that is dropped beside its area. While one is dragged, `area` has the class "over".
 */
export function listenToFiles(area, open) {
  $("#choose").addEventListener("click", () => $("#file").click());
  $("#file").addEventListener("change", ({ target }) => {
    if (target.files[0]) open(target.files[0]);
    target.value = "";
  });
  for (const kind of ["dragenter", "dragover", "dragleave", "drop"])
    document.addEventListener(kind, (event) => {
      if (kind !== "dragleave" && !event.dataTransfer.types.includes("Files")) return;
      event.preventDefault();
      area.classList.toggle("over", kind === "dragenter" || kind === "dragover");
      if (kind === "drop") open(event.dataTransfer.files[0]);
    });
}
