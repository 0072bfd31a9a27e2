const { escapeInvisible } = await import("../../verify/texts.mjs");
const escaped = [];
for (let code = 0; code <= 0x10ffff; code++) {
  const character = String.fromCodePoint(code);
  if (escapeInvisible(`"${character}"`) !== `"${character}"`) escaped.push(code);
}
const texts = JSON.parse(process.argv[2]).map(escapeInvisible);
console.log(JSON.stringify({ escaped, texts }));
