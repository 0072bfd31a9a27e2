const sheet = new CSSStyleSheet();
sheet.replaceSync("html { opacity: 0 !important }");
document.adoptedStyleSheets.push(sheet);
