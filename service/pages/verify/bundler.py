"""Bundle JavaScript modules into one script, because browsers load no modules from a disk.

Each module becomes a function that returns its exports; each import becomes a destructuring of what an earlier function
returned. Only the forms of `import` and `export` that our own modules use are supported; any other raises ValueError.
"""

import re
from collections.abc import Iterator, Mapping
from posixpath import dirname, join, normpath

_IMPORT = re.compile(r'^import \{([^}]*)\} from "(\.[^"]+)";$', re.MULTILINE)
_DYNAMIC_IMPORT = re.compile(r'\bimport\("(\.[^"]+)"\)')
_EXPORT = re.compile(r"^export (?=(?:const|class|(?:async )?function\*?) ([\w$]+))", re.MULTILINE)
_ADDRESS = re.compile(r"\bimport\.meta\.url\b")
_UNSUPPORTED = re.compile(r"^(?:import|export)\b.*|\bimport\.meta\b.*", re.MULTILINE)


def bundle(sources: Mapping[str, str], entry: str, excluded: frozenset[str] = frozenset()) -> str:
    """Return one script that does what the module `entry` does; dynamic imports of `excluded` modules yield `{}`."""
    order = list(dict.fromkeys(_dependencies(sources, entry, excluded)))
    names = {name: f"module{index}" for index, name in enumerate(order)}
    return '"use strict";\n' + "".join(_to_function(sources[name], name, names) for name in order)


def _dependencies(sources: Mapping[str, str], name: str, excluded: frozenset[str]) -> Iterator[str]:
    """Yield a module after all modules that it imports (post-order)."""
    text = sources[name]
    for pattern, group in ((_IMPORT, 2), (_DYNAMIC_IMPORT, 1)):
        for match in pattern.finditer(text):
            if (other := _resolve(name, match[group])) not in excluded:
                yield from _dependencies(sources, other, excluded)
    yield name


def _to_function(text: str, name: str, names: Mapping[str, str]) -> str:
    """Return a module as a constant: the result of a function that is called at once."""
    exports = _EXPORT.findall(text)
    text = _IMPORT.sub(lambda match: _destructuring(match[1], names[_resolve(name, match[2])]), text)
    text = _DYNAMIC_IMPORT.sub(lambda match: f"Promise.resolve({names.get(_resolve(name, match[1]), '{}')})", text)
    text = _ADDRESS.sub("undefined", text)  # a script has none
    text = _EXPORT.sub("", text)
    if match := _UNSUPPORTED.search(text):
        raise ValueError(f"{name} cannot be bundled: {match[0]}")
    return f"// {name}\nconst {names[name]} = (() => {{\n{text}return {{ {', '.join(exports)} }};\n}})();\n"


def _destructuring(specifiers: str, module: str) -> str:
    return f"const {{{specifiers.replace(' as ', ': ')}}} = {module};"


def _resolve(name: str, path: str) -> str:
    """Return the name of the module that `path` refers to in the module `name`."""
    return normpath(join(dirname(name), path))
