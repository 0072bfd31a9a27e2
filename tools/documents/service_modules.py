"""Write docs/modules.md: which view answers a path, and what each module does, by the first words of its docstring."""

import ast
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import flask

from service.blueprints import BLUEPRINTS
from service.http.draws.draw_view import DrawHandler
from service.http.request_context import route_label
from tools.documents.imports import read_table
from tools.files import ROOT

SERVICE = ROOT / "service"
PAGE = ROOT / "docs" / "modules.md"

_FRAME = """\
# Modules

Here you look up which view of service/ answers a path, and which module decides a thing;
[architecture](architecture.md) is the page to read first. `make generate` writes this page, from the blueprints and
from the first lines of the modules' docstrings.

## Paths

The view is a function of the module, named after the operation in openapi.yaml. A path that draws has `/batch` too,
with the same view. Pages are in pages/page_views.py.
{paths}
## Modules in no folder

Folders come after them, as they are imported, from the highest on.
{tables}
Next: [contribute](contribute.md).
"""


def format_page() -> str:
    """Return the page: the paths, the modules that are in no folder, then each folder, as the imports go down."""
    paths = "".join(_format_paths())
    return _FRAME.format(paths=paths, tables="".join(_format_tables()))


class _PathView(NamedTuple):
    """A view of a path, as openapi.yaml writes it, and its file in service/, such as `cards/endpoint.py`."""

    path: str
    name: str
    file: str


def _format_paths() -> Iterator[str]:
    yield "\n| path | view | module |\n|---|---|---|\n"
    for view in sorted(_list_views()):
        yield f"| `{view.path}` | `{view.name}` | `{view.file}` |\n"


def _list_views() -> set[_PathView]:
    """Return the views of all paths but those of batches, which are the views of single results."""
    app = flask.Flask(__name__, static_folder=None)
    for blueprint in BLUEPRINTS:
        app.register_blueprint(blueprint)
    views = set()
    for rule in app.url_map.iter_rules():
        if rule.rule.endswith("/batch"):
            continue
        handler: Any = app.view_functions[rule.endpoint]
        is_draw = isinstance(handler, DrawHandler)
        function = handler.route.view if is_draw else handler.view
        module = function.__module__.removeprefix("service.").replace(".", "/")
        path = route_label(rule.rule)
        views.add(_PathView(path, function.__name__, f"{module}.py"))
    return views


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
