/**
 * Compares modules with the scripts that service/pages/bundles.py makes of them. Reads a JSON object in each line: the
 * texts of `modules` and of `scripts` by their names, where that with the modules that a page needs first is
 * "modules.mjs". Writes the number of modules in the scripts, and the names of those that have
 * another syntax tree there.
 */
import { posix } from "node:path";
import { parsers } from "../../build/npm/node_modules/prettier/plugins/acorn.mjs";
import { answerLines } from "./page.mjs";

const FIRST = "modules.mjs";
/** Members of a node that say where it is, or what the parser notes of comments and parentheses. */
const LEFT_OUT = new Set([
  "__contentEnd",
  "comments",
  "directives",
  "end",
  "extra",
  "range",
  "start",
]);

const parse = (text) => parsers.acorn.parse(text, { filepath: FIRST }).body;

/** Return the name of the module that a node with a path refers to, in the script `name`. */
const resolve = (name, { value }) =>
  posix.join(posix.dirname(name), String(value));

/**
 * Return a node as plain JSON; `replace` returns what stands for a node, or undefined. A literal is as it is spelt, and
 * parentheses are none: the parser has a node for those of a comment with a type.
 */
function simplify(node, replace) {
  if (Array.isArray(node)) return node.map((each) => simplify(each, replace));
  if (node === null || typeof node !== "object") return node;
  const other = replace(node);
  if (other) return other;
  if (node.type === "ParenthesizedExpression")
    return simplify(node.expression, replace);
  const members = Object.entries(node).filter(
    ([key]) =>
      !LEFT_OUT.has(key) && !(key === "value" && node.type === "Literal"),
  );
  return Object.fromEntries(
    members.map(([key, value]) => [key, simplify(value, replace)]),
  );
}

/** Return what stands for an import of names, which are pairs of the exported and the local one. */
const createImport = (module, names) => ({ type: "import", module, names });
const createLater = (module) => ({ type: "import later", module });

/** Return what stands for an import as a module has it. */
function replaceImport(node, name) {
  if (node.type === "ImportExpression")
    return createLater(resolve(name, node.source));
  if (node.type !== "ImportDeclaration") return undefined;
  const names = node.specifiers.map(({ imported, local }) => [
    imported?.name,
    local.name,
  ]);
  return createImport(resolve(name, node.source), names);
}

/** Return the statements and the exports of a module, exports as if they were none. */
function readStatements(body) {
  const exported = [];
  const statements = body.map((statement) => {
    const { type, declaration } = statement;
    if (type !== "ExportNamedDeclaration" || !declaration) return statement;
    const { declarations = [declaration] } = declaration;
    exported.push(...declarations.map(({ id }) => id.name));
    return declaration;
  });
  return { statements, exported };
}

/** Return a module as it is written: its statements and its exports. */
function readWritten(name, text) {
  const { statements, exported } = readStatements(parse(text));
  return {
    tree: simplify(statements, (node) => replaceImport(node, name)),
    exported,
  };
}

/** What the scripts of a page have of its modules. */
class Scripts {
  #names; // of modules by their constants

  constructor(names) {
    this.#names = new Map(
      names.map((name) => [name.replaceAll(/\W/g, "_"), name]),
    );
  }

  /** Yield each module in a script with its name. */
  *read(script, text) {
    const body = parse(text);
    if (script === FIRST) yield* this.#readFirst(body);
    else yield [script, this.#readApart(script, body)];
  }

  /** Yield each module of the first script: a constant that is what a function returns. */
  *#readFirst(body) {
    for (const { declarations = [] } of body)
      for (const { id, init } of declarations) {
        const statements = init.callee.body.body;
        const last = statements.pop();
        const exported = last.argument.properties.map(({ key }) => key.name);
        const tree = this.#simplify(FIRST, statements);
        yield [this.#names.get(id.name), { tree, exported }];
      }
  }

  /** Return a module that has a script of its own, and imports others from the first one. */
  #readApart(script, body) {
    const own = body.filter(
      ({ type, source }) =>
        type !== "ImportDeclaration" || resolve(script, source) !== FIRST,
    );
    const { statements, exported } = readStatements(own);
    return { tree: this.#simplify(script, statements), exported };
  }

  #simplify(script, statements) {
    return simplify(
      statements,
      (node) =>
        this.#replaceDestructuring(node) ??
        this.#replaceLater(node, script) ??
        replaceImport(node, script),
    );
  }

  /** Return what stands for `const { a: b } = constant;`. */
  #replaceDestructuring({ type, declarations: [declaration] = [] }) {
    if (type !== "VariableDeclaration") return undefined;
    const module = this.#names.get(declaration.init?.name);
    if (!module || declaration.id.type !== "ObjectPattern") return undefined;
    const names = declaration.id.properties.map(({ key, value }) => [
      key.name,
      value.name,
    ]);
    return createImport(module, names);
  }

  /** Return what stands for a later import of a module in the first script, which is there or is imported. */
  #replaceLater({ type, callee, arguments: [argument] = [] }, script) {
    if (type !== "CallExpression" || !argument) return undefined;
    const { object, property } = callee;
    const constant =
      object?.name === "Promise" ? argument.name : argument.body?.name;
    const module = this.#names.get(constant);
    if (!module || !["resolve", "then"].includes(property?.name))
      return undefined;
    if (property.name === "then" && resolve(script, object.source) !== FIRST)
      return undefined;
    return createLater(module);
  }
}

/** Return the number of modules in scripts, and the names of the modules that have another syntax tree there. */
function compare({ modules, scripts }) {
  const reader = new Scripts(Object.keys(modules));
  const served = Object.entries(scripts).flatMap(([name, text]) => [
    ...reader.read(name, text),
  ]);
  const different = served.filter(
    ([name, module]) =>
      JSON.stringify(module) !==
      JSON.stringify(readWritten(name, modules[name])),
  );
  return {
    compared: served.length,
    different: different.map(([name]) => name),
  };
}

await answerLines((line) => compare(JSON.parse(line)));
