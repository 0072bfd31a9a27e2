/** Files that a person saves, selects or drops. */
// @ts-check
import { create, findElement } from "./elements.mjs";

/**
 * Save a Blob, or a text, as a file.
 * @param {string} name
 * @param {Blob | string} content
 */
export function saveFile(name, content) {
  const href = URL.createObjectURL(
    content instanceof Blob ? content : new Blob([content]),
  );
  create("a", { href, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(href), 10_000);
}

/**
 * Call `open` with each file that is chosen by the buttons `#choose` and `#file`, if the page has them, or dropped
 * anywhere on the page, and where: a browser would leave the page for a file beside `area`. During a drag `area` has
 * the class "over".
 * @param {Element} area
 * @param {(file: File, droppedOn?: EventTarget | null) => unknown} open
 */
export function listenToFiles(area, open) {
  const input = /** @type {HTMLInputElement | null} */ (findElement("#file"));
  findElement("#choose")?.addEventListener("click", () => input?.click());
  input?.addEventListener("change", () => {
    const chosen = input.files?.[0];
    if (chosen) open(chosen);
    input.value = "";
  });
  for (const kind of /** @type {const} */ ([
    "dragenter",
    "dragover",
    "dragleave",
    "drop",
  ]))
    document.addEventListener(kind, (event) => {
      const { dataTransfer } = event;
      if (kind !== "dragleave" && !dataTransfer?.types.includes("Files"))
        return;
      event.preventDefault();
      area.classList.toggle(
        "over",
        kind === "dragenter" || kind === "dragover",
      );
      const dropped = dataTransfer?.files[0];
      if (kind === "drop" && dropped) open(dropped, event.target);
    });
}
