// The texts of a page without a mark. Left out are code, and what has a language of its own.
() => {
  const EXEMPT = "code, pre, script, noscript, style, textarea, .brand, [lang]:not(html), [translate=no]";
  const wrong = new Set();
  const step = { "⟦": 1, "⟧": -1 };
  let level = 0; // of the marks around the text
  const check = (element, text, name = "") => {
    const isBare = (letter) => !(letter in step && (level += step[letter], true)) && level === 0;
    const bare = [...text].filter(isBare).join("");
    if (/\p{L}{2}/u.test(bare) && !element.closest(EXEMPT)) wrong.add(name + bare.trim());
  };
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) check(texts.currentNode.parentElement, texts.currentNode.textContent);
  for (const name of ["aria-label", "title", "placeholder", "alt", "data-label"])
    for (const element of document.querySelectorAll(`[${name}]`))
      check(element, element.getAttribute(name), `${name}: `);
  return [...wrong];
}
