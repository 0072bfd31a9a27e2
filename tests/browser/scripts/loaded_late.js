// The modules of a page that it does not name itself, so that the browser learns of them late.
performance.getEntriesByType("resource").map(({ name }) => name).filter((name) => name.endsWith(".mjs"))
  .filter((name) => ![...document.querySelectorAll("link, script")].some(({ href, src }) => name === (href || src)))
