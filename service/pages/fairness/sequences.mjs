/** The 27 sequences of naive swap: those that lead to the selected order are highlighted. */
import { $ } from "../shared/page.mjs";

/** Show the section and keep it up to date with its controls. Return the function that shows it. */
export function startSequences() {
  const show = () => {
    const selected = $("#orders input:checked").value;
    for (const cell of document.querySelectorAll("#sequences td[data-order]"))
      cell.classList.toggle("chosen", cell.dataset.order === selected);
  };
  $("#orders").addEventListener("change", show);
  show();
  return show;
}
