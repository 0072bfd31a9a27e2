// The visible strips of covered cards that are narrower than 14 px.
() => [...document.querySelectorAll("#felt .cards")].filter((list) => !list.closest(".dial")).flatMap((list) => {
  const boxes = [...list.querySelectorAll("img")].map((image) => image.getBoundingClientRect());
  return boxes.slice(1).flatMap((box, i) => {
    const [across, down] = [Math.abs(box.left - boxes[i].left), Math.abs(box.top - boxes[i].top)];
    const strip = Math.max(across, down);
    return across < box.width - 1 && down < box.height - 1 && strip < 13.9 ? [Math.round(strip)] : [];
  });
})
