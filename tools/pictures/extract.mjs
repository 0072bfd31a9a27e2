// node extract.mjs <folder of node_modules> <module>: what the React components of a module draw, as one JSON object of
// trees {name, attributes, children} by the name of the export. Nothing of React is needed for that.

import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const ELEMENT =
  "const element = (name, attributes, children) => ({ name, attributes, children: children.filter((child) => child?.name) });\n";
const JSX =
  "(name, { children = [], ...attributes }) => element(name, attributes, [children].flat())";

/** Modules of a few lines where the components import React from. */
const STAND_INS = {
  "react/package.json":
    '{ "exports": { ".": "./index.mjs", "./jsx-runtime": "./jsx-runtime.mjs" } }',
  "react/index.mjs": `${ELEMENT}export const createElement = (name, attributes, ...children) =>
    element(name, attributes ?? {}, children);\n`,
  "react/jsx-runtime.mjs": `${ELEMENT}export const jsx = ${JSX};\nexport const jsxs = jsx;\n`,
  "@babel/runtime/package.json":
    '{ "exports": { "./helpers/extends": "./extends.mjs" } }',
  "@babel/runtime/extends.mjs": "export default Object.assign;\n",
};

const [folder, module] = process.argv.slice(2);
for (const [name, text] of Object.entries(STAND_INS)) {
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  writeFileSync(join(folder, name), text);
}
const components = await import(pathToFileURL(resolve(module)));
const trees = Object.entries(components).map(([name, component]) => [
  name,
  component({}),
]);
process.stdout.write(JSON.stringify(Object.fromEntries(trees)));
