"""Read which names a program in Python imports, and find the files of modules."""

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple


class ImportedName(NamedTuple):
    """A name that a program imports from a module: `set_up` from service.games.game."""

    module: str
    name: str | None
    """None if the module itself is imported: `import service.games.game`."""

    def __str__(self) -> str:
        return ".".join(filter(None, self))


def list_imported_names(path: Path, text: str) -> Iterator[ImportedName]:
    """Yield what a program imports. `path` is its path below the root, to which relative imports belong.

    In service/games/notation.py, `from ..core import work` is the name `work` of the module service.core.
    """
    for node in ast.walk(ast.parse(text, str(path))):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield ImportedName(alias.name, None)
        if isinstance(node, ast.ImportFrom):
            outer = path.parts[: -node.level] if node.level else ()
            inner = (node.module,) if node.module else ()
            module = ".".join((*outer, *inner))
            for alias in node.names:
                yield ImportedName(module, alias.name)


def list_module_paths(module: str) -> tuple[Path, Path]:
    """Return the paths below the root that a module may have: game.py and game/__init__.py for `game`."""
    folder = Path(*module.split("."))
    return folder.with_suffix(".py"), folder / "__init__.py"
