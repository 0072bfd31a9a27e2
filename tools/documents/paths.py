"""Write docs/paths.md: which view answers a path, and which module has the view."""

from typing import Any, NamedTuple

import flask

from service.blueprints import BLUEPRINTS
from service.http.draws.draw_view import DrawHandler
from service.http.request_context import route_label
from tools.files import ROOT

PAGE = ROOT / "docs" / "paths.md"

_FRAME = """\
# Paths

Here you look up which view of service/ answers a path; [architecture](architecture.md) is the page to read first. The
view is a function of the module, named after the operation in openapi.yaml. A path that draws has `/batch` too, with
the same view. Pages are in pages/page_views.py.

| path | view | module |
|---|---|---|
{rows}
Next: [contribute](contribute.md).
"""


def format_page() -> str:
    """Return the page, which has a row for each path."""
    rows = "".join(
        f"| `{view.path}` | `{view.name}` | `{view.file}` |\n"
        for view in sorted(_list_views())
    )
    return _FRAME.format(rows=rows)


class _PathView(NamedTuple):
    """A view of a path, as openapi.yaml writes it, and its file in service/, such as `cards/endpoint.py`."""

    path: str
    name: str
    file: str


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
