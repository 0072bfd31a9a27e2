"""Modules of JavaScript made into one script, for a page that is saved to a disk, where modules cannot be loaded.

Each module becomes a function that gives what the module exports, and each import takes from what was given before.
Only the forms that our modules are written in are known; whatever looks like another one is refused.
"""

import re
from collections.abc import Iterator, Mapping
from posixpath import dirname, join, normpath

_IMPORT = re.compile(r'^import \{([^}]*)\} from "(\.[^"]+)";$', re.MULTILINE)
_LATER = re.compile(r'\bimport\("(\.[^"]+)"\)')
_EXPORT = re.compile(r"^export (?=(?:const|class|(?:async )?function\*?) ([\w$]+))", re.MULTILINE)
_REST = re.compile(r"^(?:import|export)\b.*", re.MULTILINE)


def bundle(sources: Mapping[str, str], entry: str, without: frozenset[str] = frozenset()) -> str:
    """One script that does what the module `entry` does; of modules `without`, later imports find nothing."""
    order = list(dict.fromkeys(_needed(sources, entry, without)))
    names = {name: f"module{place}" for place, name in enumerate(order)}
    return '"use strict";\n' + "".join(_function(sources[name], name, names) for name in order)


def _needed(sources: Mapping[str, str], name: str, without: frozenset[str]) -> Iterator[str]:
    """The modules that one needs, each after those that it needs itself."""
    text = sources[name]
    for pattern, group in ((_IMPORT, 2), (_LATER, 1)):
        for found in pattern.finditer(text):
            if (other := _resolved(name, found[group])) not in without:
                yield from _needed(sources, other, without)
    yield name


def _function(text: str, name: str, names: Mapping[str, str]) -> str:
    """A module as a function that is called at once."""
    exported = _EXPORT.findall(text)
    text = _IMPORT.sub(lambda found: _taken(found[1], names[_resolved(name, found[2])]), text)
    text = _LATER.sub(lambda found: f"Promise.resolve({names.get(_resolved(name, found[1]), '{}')})", text)
    text = _EXPORT.sub("", text)
    if other := _REST.search(text):
        raise ValueError(f"{name} cannot be bundled: {other[0]}")
    return f"// {name}\nconst {names[name]} = (() => {{\n{text}return {{ {', '.join(exported)} }};\n}})();\n"


def _taken(listed: str, module: str) -> str:
    return f"const {{{listed.replace(' as ', ': ')}}} = {module};"


def _resolved(name: str, path: str) -> str:
    return normpath(join(dirname(name), path))
