(selector) => {
  const element = document.querySelector(selector);
  window.recordedTexts = [];
  new MutationObserver(() => window.recordedTexts.push(element.textContent))
    .observe(element, { childList: true, characterData: true, subtree: true });
}
