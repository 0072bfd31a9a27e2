[...document.querySelectorAll(".opblock")].map((block) => [
  block.querySelector(".opblock-summary-method").textContent, block.querySelector(".opblock-summary-path").dataset.path])
