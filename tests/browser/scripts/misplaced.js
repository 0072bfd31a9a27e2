() => new Promise((done) => requestAnimationFrame(() => setTimeout(() => {  // after the table has taken its width
  const felt = document.querySelector(".felt").getBoundingClientRect();
  const boxes = [...document.querySelectorAll(".felt .seat, .felt .pile")].map((element) => {
    const seen = [...element.querySelectorAll("img, h3, button, .part:not(.hidden)")];
    const rects = seen.map((c) => c.getBoundingClientRect());
    const edge = (side, best) => Math[best](...rects.map((box) => box[side]));
    return { name: element.dataset.seat ?? element.dataset.pile ?? element.dataset.stock, left: edge("left", "min"),
      right: edge("right", "max"), top: edge("top", "min"), bottom: edge("bottom", "max") };
  });
  const within = (a, b) => a.left >= b.left && a.right <= b.right && a.top >= b.top && a.bottom <= b.bottom;
  const misplaced = boxes.filter((box) => !within(box, felt)).map(({ name }) => `${name} is off the table`);
  const meet = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
  boxes.forEach((a, i) => boxes.slice(i + 1).forEach((b) => meet(a, b) && misplaced.push(`${a.name} is on ${b.name}`)));
  const stocks = document.querySelectorAll("details.order");
  for (const stock of stocks) stock.open = true;
  if (document.documentElement.scrollWidth > innerWidth) misplaced.push("wider than the window");
  if ([...document.querySelectorAll(".felt img")].some((card) => card.clientWidth < 16)) misplaced.push("too small");
  for (const stock of stocks) stock.open = false;
  done(misplaced);
}, 0)))
