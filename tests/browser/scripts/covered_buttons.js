// The buttons that another one covers, in part or whole, each with the other.
() => {
  const seen = [...document.querySelectorAll("button, .button")].filter((button) => button.checkVisibility());
  const boxes = seen.map((button) => ({ name: button.textContent.trim(), box: button.getBoundingClientRect() }));
  const meet = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
  return boxes.flatMap((a, i) =>
    boxes.slice(i + 1).filter((b) => meet(a.box, b.box)).map((b) => `${a.name} and ${b.name}`));
}
