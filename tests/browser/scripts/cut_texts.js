// Texts that are wider than the control in which they stand.
() => [...document.querySelectorAll("button, .button, label, summary, legend, h1, h2, h3")]
  .filter((element) => element.checkVisibility() && !element.matches(".hidden"))
  .filter((element) => getComputedStyle(element).display !== "inline")
  .filter((element) => element.scrollWidth > element.clientWidth + 1)
  .map((element) => element.textContent.trim())
