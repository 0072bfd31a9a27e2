"""Write what a program knows into the documents and the compositions.

That is the settings, the games, the predicates of conditions, the orders of decks, the paths of the service, the
modules of verify/, which folder imports which, the index of the documents, and the commands and programs of the
clients. What examples print is written by examples.py.
"""

from collections.abc import Callable, Mapping
from pathlib import Path

from tests.deploy.test_deploy import COMPOSITIONS, RULES, fill_rules, fill_settings
from tests.docs import test_clients, test_decks, test_reference
from tests.independent import test_operations
from tools.documents import (
    games,
    imports,
    index,
    modules,
    orders,
    paths,
    predicates,
    proofs,
)

_FILL: Mapping[Path, Callable[[str], str]] = {
    test_clients.GUIDE: test_clients.fill_blocks,
    test_decks.GUIDE: test_decks.fill_table,
    games.GUIDE: games.fill_tables,
    games.DEFINITION: games.fill_tables,
    orders.GUIDE: orders.fill_orders,
    modules.GUIDE: lambda text: modules.fill_modules(
        test_operations.fill_underived(text)
    ),
    imports.GUIDE: imports.fill_imports,
    predicates.GUIDE: predicates.fill_guide,
    predicates.DEFINITION: predicates.fill_definition,
    proofs.GUIDE: proofs.fill_requests,
    test_reference.REFERENCE: test_reference.fill_reference,
}


def list_writers() -> Mapping[Path, Callable[[str], str]]:
    """Return by a file that has generated lines a function from its text to the text with these lines."""
    return dict.fromkeys(COMPOSITIONS, fill_settings) | dict(_FILL)


def build_files() -> Mapping[Path, str]:
    """Return the text of each file."""
    filled = {
        path: fill(path.read_text("utf-8")) for path, fill in list_writers().items()
    }
    pages = {
        RULES: fill_rules(),
        index.INDEX: index.format_index(),
        paths.PAGE: paths.format_page(),
    }
    return filled | pages
