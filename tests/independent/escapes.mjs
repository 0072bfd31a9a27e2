const { escapeInvisible } = await import("../../verify/core/escaped_texts.mjs");
const escaped = [];
for (let code = 0; code <= 0x10ffff; code++) {
  const character = String.fromCodePoint(code);
  if (escapeInvisible(`"${character}"`) !== `"${character}"`)
    escaped.push(code);
}
const marks = `a${"\u0316".repeat(300)}`;
const texts = JSON.parse(process.argv[2]).map(escapeInvisible);
console.log(JSON.stringify({ escaped, texts, marks: escapeInvisible(marks) }));
