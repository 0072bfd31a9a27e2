"""Bundles: modules as one script, because a browser makes a request for each, which takes long on a slow network.

In a script each module becomes a function that returns its exports; each import becomes a destructuring of what an
earlier function returned. Only the forms of `import` and `export` that our own modules use are supported; any other
raises ValueError.
"""

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from posixpath import dirname, join, normpath

# An import is `import { a, b } from "./x.mjs";`, on lines of its own; its groups are the names and the path.
# Each pattern begins with a word, which `re` finds ten times as fast as the beginning of a line; what may stand before
# the word is checked behind it.
_IMPORT = re.compile(
    r'import(?<![^\n]import) \{([^}]*)\} from "(\.[^"]+)";$', re.MULTILINE
)
_DYNAMIC_IMPORT = re.compile(r'import(?<!\wimport)\("(\.[^"]+)"\)')
_EXPORT = re.compile(
    r"export(?<![^\n]export) (?=(?:const|class|(?:async )?function\*?) ([\w$]+))"
)
_UNSUPPORTED = (
    re.compile(r"import(?:(?<![^\n]import)\b(?!\()|(?<!\wimport)\.meta\b).*"),
    re.compile(r"export(?<![^\n]export)\b.*"),
)
_STYLE_COMMENT = re.compile(r"/\*(?!!).*?\*/\n?", re.DOTALL)
"""A comment of a style sheet, but for a licence."""
_COMMENT = re.compile(
    r"""\n *(?:/\*\*(?:[^*]|\*(?!/))*\*/|//[^\n]*)(?=\n)|(?<=[;{},)\]]) // [^\n"'`]*(?=\n)|/\*\* @type [^*\n]*\*/ ?"""
)
"""A comment that begins a line or ends one, or the type of an expression.

A line of a template's text that looks like one would be lost. None of our modules has one: tests/pages/test_bundles.py
compares the syntax tree of each, as it is written, with that of what is served.
"""

_BREAK = re.compile(r"(?<=[{(\[,])\n")

_MODULES = "modules.mjs"


def bundle(sources: Mapping[str, str], entry: str) -> str:
    """Return one script that does what the module `entry` does.

    `sources` has the text of each module by its name, such as `verify/core/shuffles.mjs`.
    """
    names = list_imported(sources, [entry], with_dynamic=True)
    constants = _name_constants(names)

    def load(name: str) -> str:
        """Return the expression for a module that is imported dynamically."""
        return f"Promise.resolve({constants[name]})"

    return _join(sources, constants, load)


def bundle_page(
    sources: Mapping[str, str],
    entries: Sequence[str],
    folder: str,
    soon: Sequence[str] = (),
) -> dict[str, str]:
    """Return the scripts of a page by name, all below a folder.

    All are without comments, indents and most line breaks. The first script has the modules that the entries import,
    directly or not, and the modules `soon`, which dynamic imports need at once. The entries and what dynamic imports
    load later follow: each is a module, and takes from the first what they share.
    """
    modules = {
        name: _strip_blanks(_strip_comments(text))
        for name, text in sources.items()
        if name.endswith(".mjs")
    }
    imported_first = list_imported(modules, [*entries, *soon])
    first = [name for name in imported_first if name not in entries]
    constants = _name_constants(first)

    def load(name: str) -> str:
        """Return the expression for a module that is imported dynamically."""
        if name in constants:
            return f"Promise.resolve({constants[name]})"
        return f'import("./{name}")'

    dynamic = []
    for name in (*first, *entries):
        paths = _DYNAMIC_IMPORT.findall(modules[name])
        dynamic += [_resolve(name, path) for path in paths]
    later = list_imported(
        modules, [*dynamic, *entries], frozenset(first), with_dynamic=True
    )
    exports = f"export {{ {', '.join(constants.values())} }};\n"
    scripts = {f"{folder}/{_MODULES}": _join(modules, constants, load) + exports}
    for name in later:
        scripts[f"{folder}/{name}"] = _share(modules[name], name, constants)
    return scripts


def _strip_comments(text: str) -> str:
    """Return a module without comments. A line break in front lets the pattern find a comment in the first line."""
    return _COMMENT.sub("", f"\n{text}")[1:]


def _strip_blanks(text: str) -> str:
    """Return a module in fewer and shorter lines, or as it is if a text in backticks has several lines.

    No line begins with a space, and none ends where a bracket opens or behind a comma: these breaks mean nothing, and
    those of prettier are a hundredth of a page's bytes.
    """
    has_long_text = any(line.count("`") % 2 == 1 for line in text.split("\n"))
    if has_long_text or r"\`" in text:
        return text
    return _BREAK.sub("", re.sub(r"^ +", "", text, flags=re.MULTILINE))


def shorten_style(text: str) -> str:
    """Return a style sheet without comments and indents, which are a sixth of its bytes in gzip."""
    return re.sub(r"^ +", "", _STYLE_COMMENT.sub("", text), flags=re.MULTILINE)


def list_imported(
    sources: Mapping[str, str],
    entries: Iterable[str],
    excluded: Collection[str] = (),
    *,
    with_dynamic: bool = False,
) -> list[str]:
    """Return the names of all modules that the entries import, directly or not, each after those that it imports.

    The entries are among them. If a.mjs has `import { f } from "./b.mjs";`, the entry a.mjs gives ["b.mjs", "a.mjs"].
    A module that is `excluded` is not in the list, nor is what it alone imports. No module may import itself by others.
    """
    order: dict[str, None] = {}  # an ordered set

    def add(name: str) -> None:
        """Add a module behind those that it imports."""
        paths = [path for _, path in _IMPORT.findall(sources[name])]
        if with_dynamic:
            paths += _DYNAMIC_IMPORT.findall(sources[name])
        for path in paths:
            module = _resolve(name, path)
            if module not in excluded and module not in order:
                add(module)
        order[name] = None

    for entry in entries:
        if entry not in excluded and entry not in order:
            add(entry)
    return list(order)


def _name_constants(names: Iterable[str]) -> dict[str, str]:
    """Return the constant of each module in a script by its name: `core/a.mjs` has the constant `core_a_mjs`."""
    return {name: re.sub(r"\W", "_", name) for name in names}


def _join(
    sources: Mapping[str, str], constants: Mapping[str, str], load: Callable[[str], str]
) -> str:
    """Return a script of modules; `load` returns the expression for a module that is imported dynamically."""
    return '"use strict";\n' + "".join(
        _to_function(sources[name], name, constants, load) for name in constants
    )


def _to_function(
    text: str, name: str, constants: Mapping[str, str], load: Callable[[str], str]
) -> str:
    """Return a module as a JavaScript constant: a function, called at once, that returns the exports.

    `import { f } from "./b.mjs";` becomes `const { f } = b_mjs;`, and `export const g = 1;` becomes `const g = 1;` with
    `return { g };` at the end. Raises `ValueError` for a form of import or export that is not supported.
    """

    def take(match: re.Match[str]) -> str:
        """Return the declaration that stands for an import."""
        imported = _resolve(name, match[2])
        return _destructure(match[1], constants[imported])

    def take_later(match: re.Match[str]) -> str:
        """Return the expression that stands for a dynamic import."""
        return load(_resolve(name, match[1]))

    exports = ", ".join(_EXPORT.findall(text))
    text = _IMPORT.sub(take, text)
    text = _DYNAMIC_IMPORT.sub(take_later, text)
    text = _EXPORT.sub("", text)
    for pattern in _UNSUPPORTED:
        match = pattern.search(text)
        if match:
            raise ValueError(f"{name} cannot be bundled: {match[0]}")
    return f"// {name}\nconst {constants[name]} = (() => {{\n{text}return {{ {exports} }};\n}})();\n"


def _share(text: str, name: str, constants: Mapping[str, str]) -> str:
    """Return a module that takes the modules with `constants` from the script that has them.

    `import { f } from "./b.mjs"` becomes `import { b_mjs } from "…"` and `const { f } = b_mjs;`.
    """
    folders = name.count("/")
    script = ("../" * folders or "./") + _MODULES
    taken: set[str] = set()  # constants that are imported

    def take(match: re.Match[str]) -> str:
        """Return the import of a constant and the names taken from it, in place of the import of a module."""
        constant = constants.get(_resolve(name, match[2]))
        if constant is None:
            return match[0]
        names = _destructure(match[1], constant)
        if constant in taken:  # a module may import from another in two statements
            return names
        taken.add(constant)
        return f'import {{ {constant} }} from "{script}";\n{names}'

    def take_later(match: re.Match[str]) -> str:
        """Return the dynamic import of the script in place of a module; its promise resolves to the constant."""
        constant = constants.get(_resolve(name, match[1]))
        if constant is None:
            return match[0]
        return f'import("{script}").then(({{ {constant} }}) => {constant})'

    text = _IMPORT.sub(take, text)
    return _DYNAMIC_IMPORT.sub(take_later, text)


def _destructure(names: str, constant: str) -> str:
    """Return the names of an import as a declaration: `f as g` and `b_mjs` give `const {f: g} = b_mjs;`."""
    return f"const {{{names.replace(' as ', ': ')}}} = {constant};"


def _resolve(name: str, path: str) -> str:
    """Return the name of the module that `path` refers to in the module `name`."""
    return normpath(join(dirname(name), path))
