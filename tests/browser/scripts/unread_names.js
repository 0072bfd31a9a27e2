// The texts of the elements that a selector finds which are partly outside the window, or of which a word is broken.
(selector) =>
  [...document.querySelectorAll(selector)]
    .filter((element) => {
      const { left, right, top, bottom } = element.getBoundingClientRect();
      const isInside = left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
      const rows = new Set([...element.getClientRects()].map((box) => Math.round(box.bottom)));
      const words = element.textContent.split(/[\s-]+/);
      return !isInside || rows.size > words.length;
    })
    .map((element) => element.textContent)
