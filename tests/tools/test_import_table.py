"""A table says which modules and folders of a package import which, and import-linter holds it."""

import pytest
from grimp import ImportGraph
from importlinter.domain.contract import InvalidContractOptions

from tests.tables import for_each
from tools.import_table import ImportTable

TABLE = {"wsgi": ["games", "cards"], "games": ["cards"], "cards": []}
IMPORTS = [
    ("package.wsgi", "package.games.deals", 3),
    ("package.wsgi", "package.cards", 4),
    ("package.games.deals", "package.games.steps", 1),
    ("package.games.steps", "package.cards.deck", 8),
    ("package.cards.deck", "json", 1),
]


def build_graph(*others: tuple[str, str, int]) -> ImportGraph:
    graph = ImportGraph()
    for name in ("package", "package.games", "package.cards"):
        graph.add_module(name)
    for importer, imported, line in (*IMPORTS, *others):
        graph.add_import(
            importer=importer,
            imported=imported,
            line_number=line,
            line_contents="import",
        )
    return graph


def build_contract(table: dict[str, list[str]]) -> ImportTable:
    return ImportTable("a name", {"root_packages": ["package"]}, {"may_import": table})


@for_each(
    ("table", "others", "expected"),
    [
        (TABLE, [], []),
        (
            TABLE,
            [("package.cards.deck", "package.games.steps", 5)],
            [
                "cards may not import games: package.cards.deck (l. 5) of package.games.steps"
            ],
        ),
        (
            TABLE,
            [("package.cards.deck", "package.logs", 5)],
            [
                "logs has no row in the table of pyproject.toml",
                "cards may not import logs: package.cards.deck (l. 5) of package.logs",
            ],
        ),
        (
            TABLE | {"logs": []},
            [],
            ["logs has a row in pyproject.toml, and is no module or folder"],
        ),
        (
            TABLE | {"games": ["cards", "paths"], "paths": []},
            [("package.wsgi", "package.paths", 1)],
            [
                "wsgi may not import paths: package.wsgi (l. 1) of package.paths",
                "games does not import paths: take it out of the row",
            ],
        ),
    ],
)
def test_imports_are_those_of_the_rows(
    table: dict[str, list[str]], others: list[tuple[str, str, int]], expected: list[str]
) -> None:
    check = build_contract(table).check(build_graph(*others), verbose=False)
    assert check.metadata["differences"] == expected
    assert check.kept == (not expected)


@for_each(
    ("table", "expected"),
    [
        (
            {"cards": ["games"], "games": ["cards"]},
            "games names cards, which has no row below it",
        ),
        ({"cards": ["paths"]}, "cards names paths, which has no row below it"),
        (["cards"], "Expected a table of lists of names."),
    ],
)
def test_a_table_in_which_an_import_goes_up_is_refused(
    table: dict[str, list[str]], expected: str
) -> None:
    with pytest.raises(InvalidContractOptions) as raised:
        build_contract(table)
    assert raised.value.errors == {"may_import": expected}
