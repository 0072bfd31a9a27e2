"""Find names that programs import from the service or the tests and that are not there."""

import ast
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

PACKAGES = ("service", "tests", "tools")
"""The packages whose modules are looked at."""


class ImportedName(NamedTuple):
    """A name that a program imports from a module: `set_up` from service.games.game."""

    module: str
    name: str

    def __str__(self) -> str:
        return f"{self.module}.{self.name}"


def list_imported_names(path: Path, text: str) -> Iterator[ImportedName]:
    """Yield each name that a program imports from `PACKAGES`; `path` is its path below the root of the tree."""
    for node in ast.walk(ast.parse(text, str(path))):
        if not isinstance(node, ast.ImportFrom):
            continue
        outer = path.parts[: -node.level] if node.level else ()
        inner = node.module.split(".") if node.module else []
        module = ".".join([*outer, *inner])
        if module.split(".")[0] in PACKAGES:
            for alias in node.names:
                yield ImportedName(module, alias.name)


def list_missing_names(
    path: Path, text: str, find_file: Callable[[Path], Path | None]
) -> list[ImportedName]:
    """Return the names that a program imports and that no module defines.

    `find_file` returns the file of a path below the root of the tree, or None if there is none.
    """
    return [
        imported
        for imported in list_imported_names(path, text)
        if not _is_defined(imported, find_file)
    ]


def _is_defined(
    imported: ImportedName, find_file: Callable[[Path], Path | None]
) -> bool:
    """Return whether a module or a package has a name, as a definition, an import or a module of its own."""
    folder = Path(*imported.module.split("."))
    inner = folder / imported.name
    submodules = (inner.with_suffix(".py"), inner / "__init__.py")
    if any(find_file(submodule) for submodule in submodules):
        return True
    for module in (folder.with_suffix(".py"), folder / "__init__.py"):
        file = find_file(module)
        if file:
            return imported.name in _list_defined_names(file)
    return False


@cache
def _list_defined_names(file: Path) -> set[str]:
    """Return the names that a module binds outside its functions and classes, and those that it imports."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        match node:
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                names.add(name)
            case ast.Name(id=name, ctx=ast.Store()):
                names.add(name)
            case ast.alias(name=name, asname=new_name):
                names.add(new_name or name)
    return names
