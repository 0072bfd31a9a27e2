"""Find names that programs import from the project and that no module of it defines."""

import symtable
from collections.abc import Callable
from functools import cache
from pathlib import Path

from tools.imports import ImportedName, list_imported_names, list_module_paths

PACKAGES = ("service", "tests", "tools")
"""The packages whose modules are looked at."""

FindFile = Callable[[Path], Path | None]
"""Takes a path below the root of a tree. Returns its file, None if there is none."""


def list_missing_names(
    path: Path, text: str, find_file: FindFile
) -> list[ImportedName]:
    """Return what a program imports from `PACKAGES` and no module defines; `path` is its path below the root."""
    return [
        imported
        for imported in list_imported_names(path, text)
        if imported.module.split(".")[0] in PACKAGES
        and not _is_defined(imported, find_file)
    ]


def _is_defined(imported: ImportedName, find_file: FindFile) -> bool:
    """Return whether there is the module, and the name in it or as a module of its own."""
    if any(map(find_file, list_module_paths(str(imported)))):
        return True
    files = filter(None, map(find_file, list_module_paths(imported.module)))
    return any(imported.name in _list_defined_names(file) for file in files)


@cache
def _list_defined_names(file: Path) -> set[str]:
    """Return the names that a module binds outside its functions and classes, and those that it imports there."""
    table = symtable.symtable(file.read_text("utf-8"), str(file), "exec")
    return {
        symbol.get_name()
        for symbol in table.get_symbols()
        if symbol.is_assigned() or symbol.is_imported()
    }
