"""Write docs/modules.md: what each module of the service does, by the first paragraph of its docstring."""

import ast
from collections.abc import Iterable, Iterator
from pathlib import Path

from tools.documents.imports import read_table
from tools.files import ROOT

SERVICE = ROOT / "service"
PAGE = ROOT / "docs" / "modules.md"

_FRAME = """\
# Modules

Here you look up which module of service/ decides a thing; [architecture](architecture.md) is the page to read first.
The first lines of the modules' docstrings say it, and `make generate` writes them here. Folders come as they are
imported, from the highest on.
{tables}
Next: [contribute](contribute.md).
"""


def format_page() -> str:
    """Return the page: the modules that are in no folder, then a section for each folder, as the imports go down."""
    return _FRAME.format(tables="".join(_format_tables()))


def _format_tables() -> Iterator[str]:
    names = list(read_table())
    folders = [name for name in names if (SERVICE / name).is_dir()]
    alone = [SERVICE / f"{name}.py" for name in names if name not in folders]
    yield from _format_table(alone)
    for name in folders:
        yield f"\n## {name}/\n\n{describe(SERVICE / name / '__init__.py')}\n"
        yield from _format_table(list_modules(SERVICE / name))


def list_modules(folder: Path) -> list[Path]:
    """Return the modules of a folder and of the folders in it, which their `__init__.py` stands for."""
    return sorted(
        file for file in folder.rglob("*.py") if file != folder / "__init__.py"
    )


def _format_table(modules: Iterable[Path]) -> Iterator[str]:
    yield "\n| module | what it does |\n|---|---|\n"
    for module in modules:
        path = str(module.relative_to(SERVICE)).removesuffix("__init__.py")
        yield f"| `{path}` | {describe(module)} |\n"


def describe(module: Path) -> str:
    """Return the first paragraph of the docstring of a module, as one line of Markdown."""
    docstring = ast.get_docstring(ast.parse(module.read_text())) or ""
    line = " ".join(docstring.partition("\n\n")[0].split())
    return line.replace("|", r"\|")
