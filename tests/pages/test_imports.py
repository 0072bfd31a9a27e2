"""A module of a page does nothing to the page when it is imported: the page's entry calls its `start()` last."""

import re

import pytest
from flask.testing import FlaskClient

from tests.independent.verifier import run_node
from tests.pages.addresses import PATHS
from tools.files import ROOT
from tools.scripts import is_left_out

pytestmark = pytest.mark.node

OFFLINE = "service/pages/verify/offline.mjs"
"""The entry of the saved page of Verify, which is not served."""

_SCRIPT = re.compile(r'<script type="module"[^>]* src="[^"]*(service/pages/[^"]+)"')


def list_entries(client: FlaskClient) -> set[str]:
    """Return the paths of the modules that the HTML of the pages names: {"service/pages/draw/draw.mjs", …}."""
    entries = {OFFLINE}
    for path in PATHS:
        html = client.get(path, headers={"Accept": "text/html"}).text
        entries.update(_SCRIPT.findall(html))
    return entries


def list_modules() -> list[str]:
    """Return the paths of all modules of the pages that are ours."""
    paths = (ROOT / "service" / "pages").rglob("*.mjs")
    modules = [path.relative_to(ROOT) for path in paths]
    return sorted(str(path) for path in modules if not is_left_out(path))


def test_an_entry_starts_its_page_in_its_last_line(client: FlaskClient) -> None:
    entries = list_entries(client)
    assert len(entries) > 5
    last_lines = {
        entry: (ROOT / entry).read_text().rstrip().split("\n")[-1] for entry in entries
    }
    calls = {"start();", "await start();", "openDesk();"}
    assert {entry for entry, line in last_lines.items() if line not in calls} == set()


def test_another_module_looks_for_no_element_when_it_is_imported(
    client: FlaskClient,
) -> None:
    entries = list_entries(client)
    modules = [path for path in list_modules() if path not in entries]
    assert len(modules) > 100
    results = run_node("tests/pages/imports.mjs", modules)
    errors = dict(zip(modules, results, strict=True))
    assert {path: error for path, error in errors.items() if error} == {}
