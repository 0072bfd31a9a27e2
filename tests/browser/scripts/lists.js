Object.fromEntries([...document.querySelectorAll("#cards .holder")].map((holder) =>
  [holder.querySelector("h3")?.textContent ?? "", [...holder.querySelectorAll("li")].map((item) => item.textContent)]))
