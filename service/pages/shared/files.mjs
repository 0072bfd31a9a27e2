/** Files that a person saves, selects or drops. */
import { $, create } from "./page.mjs";

/** Save a Blob, or a text, as a file. */
export function saveFile(name, content) {
  const href = URL.createObjectURL(
    content instanceof Blob ? content : new Blob([content]),
  );
  create("a", { href, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(href), 10_000);
}

/**
 * Call `open` with each file that is chosen by the buttons `#choose` and `#file`, if the page has them, or dropped anywhere on the page, and where: a
 * browser would leave the page for a file beside `area`. During a drag `area` has the class "over".
 */
export function listenToFiles(area, open) {
  $("#choose")?.addEventListener("click", () => $("#file").click());
  $("#file")?.addEventListener("change", ({ target }) => {
    if (target.files[0]) open(target.files[0]);
    target.value = "";
  });
  for (const kind of ["dragenter", "dragover", "dragleave", "drop"])
    document.addEventListener(kind, (event) => {
      if (kind !== "dragleave" && !event.dataTransfer.types.includes("Files"))
        return;
      event.preventDefault();
      area.classList.toggle(
        "over",
        kind === "dragenter" || kind === "dragover",
      );
      if (kind === "drop") open(event.dataTransfer.files[0], event.target);
    });
}
