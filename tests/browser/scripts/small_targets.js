// Controls smaller than 44 px. Left out are links in a text and the cards, which are as large as the felt allows.
() => {
  const isInText = (link) => getComputedStyle(link).display === "inline" && link.closest("p, article li, dd, td, th");
  const areaOf = (control) => (control.matches("[type=checkbox], [type=radio]") && control.closest("label")) || control;
  return [...document.querySelectorAll("a[href]:not(.skip), button, input, select, textarea, summary")]
    .map((control) => [control, areaOf(control)])
    .filter(([control]) => !control.closest("#felt") && !(control.matches("a") && isInText(control)))
    .filter(([, area]) => area.checkVisibility({ visibilityProperty: true }))
    .map(([control, area]) => [area.getBoundingClientRect(), area.textContent.trim() || control.id])
    .filter(([{ width, height }]) => width > 0 && Math.min(width, height) < 43.5)
    .map(([{ width, height }, name]) => `${name}: ${Math.round(width)} × ${Math.round(height)}`);
}
