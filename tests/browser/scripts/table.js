() => {
  for (const details of document.querySelectorAll("details.order")) details.open = true;
  return new Promise((seen) => setTimeout(() => {
    const cards = (holder) => [...holder.querySelectorAll("img[alt]:not([alt=''])")]
      .map((image) => [image.alt, new URL(image.src).pathname, image.complete && image.naturalWidth > 0]);
    const parts = (holder) => [...holder.querySelectorAll("[data-part]")]
      .map((part) => [part.dataset.part, cards(part)]);
    const all = (name) => [...document.querySelectorAll(`#table [data-${name}]`)]
      .map((holder) => [holder.dataset[name], { cards: cards(holder), parts: Object.fromEntries(parts(holder)) }]);
    seen({ hands: all("seat"), piles: Object.fromEntries(all("pile")) });
  }, 0));
}
