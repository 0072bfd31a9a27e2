/** The 27 sequences of naive swap: those that lead to the chosen order stand out. */
import { $ } from "../shared/page.mjs";

export function sequences() {
  const show = () => {
    const chosen = $("#orders input:checked").value;
    for (const cell of document.querySelectorAll("#sequences td[data-order]"))
      cell.classList.toggle("chosen", cell.dataset.order === chosen);
  };
  $("#orders").addEventListener("change", show);
  show();
  return show;
}
