"""`python -m tests.docs.generate`: write what a program knows into the documents and the compositions.

That is the output of the examples, the settings, the games, the predicates of conditions, the orders of decks, the
modules of verify/, which folder imports which, the index of the documents, and the commands and programs of clients.
"""

from tests.conftest import run_service
from tests.deploy.test_deploy import COMPOSITIONS, RULES, fill_rules, fill_settings
from tests.docs import test_clients, test_decks, test_reference
from tests.docs.examples import BLOCK, DOCUMENTS, EXAMPLE, show_example
from tests.independent import test_operations
from tools.documents import (
    endpoints,
    games,
    index,
    modules,
    needs,
    orders,
    predicates,
    proofs,
)

_FILL = {
    test_clients.GUIDE: test_clients.fill_blocks,
    test_decks.GUIDE: test_decks.fill_table,
    games.GUIDE: games.fill_tables,
    games.DEFINITION: games.fill_tables,
    games.SOURCES: games.fill_tables,
    orders.GUIDE: orders.fill_orders,
    modules.GUIDE: lambda text: modules.fill_modules(
        test_operations.fill_underived(text)
    ),
    needs.GUIDE: needs.fill_needs,
    predicates.GUIDE: predicates.fill_guide,
    predicates.DEFINITION: predicates.fill_definition,
    proofs.GUIDE: proofs.fill_requests,
    test_reference.REFERENCE: test_reference.fill_reference,
}


def main() -> None:
    """Write every document anew."""
    for path in COMPOSITIONS:
        path.write_text(fill_settings(path.read_text()))
    RULES.write_text(fill_rules())
    endpoints.write_table()
    index.INDEX.write_text(index.format_index())
    with run_service() as base:
        for path in DOCUMENTS:
            text = path.read_text()
            text = BLOCK.sub(lambda block: _run_block(block[0], base), text)
            path.write_text(_FILL.get(path, str)(text))


def _run_block(block: str, base: str) -> str:
    return EXAMPLE.sub(
        lambda match: (
            f"$ {match[1]}\n{show_example(match[1], match[2], base).rstrip()}\n"
        ),
        block,
    )


if __name__ == "__main__":
    main()
