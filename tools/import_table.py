"""A contract of import-linter: a table has a row for each module and folder of a package, with those that it imports.

A row names rows below it alone, so that no import goes up. A folder that is new needs a row, and a name in a row that
nothing in the folder imports any more is refused too: so the table says what is, and docs/architecture.md shows it.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, cast

from grimp import ImportGraph
from importlinter import Contract, ContractCheck, fields, output
from importlinter.domain.contract import InvalidContractOptions

Table = Mapping[str, Sequence[str]]
Places = Mapping[tuple[str, str], Sequence[str]]
"""The imports of one row from another, each as a text with its modules and its line."""


class TableField(fields.Field[Table]):
    """The rows of a table by their names."""

    def parse(self, raw_data: Any) -> Table:
        """Return a table as it is."""
        if not isinstance(raw_data, dict):
            raise fields.ValidationError("Expected a table of lists of names.")
        return raw_data


class ImportTable(Contract):
    """Each module and folder of the package imports those of its row."""

    type_name = "import_table"

    may_import = TableField()

    @property
    def table(self) -> Table:
        """Return the rows, which `Contract` puts in the place of the field."""
        return cast(Table, self.may_import)

    def validate(self) -> None:
        """Raise InvalidContractOptions if a row names one that is not below it."""
        upward = list(find_upward(self.table))
        if upward:
            raise InvalidContractOptions({"may_import": "\n".join(upward)})

    def check(self, graph: ImportGraph, verbose: bool) -> ContractCheck:  # noqa: ARG002, FBT001
        """Return the differences between the table and the imports."""
        (root,) = self.session_options["root_packages"]
        children = {
            child.removeprefix(f"{root}.") for child in graph.find_children(root)
        }
        places = list_places(graph, root)
        differences = [
            *find_rows(self.table, children),
            *find_differences(self.table, places),
        ]
        return ContractCheck(
            kept=not differences, metadata={"differences": differences}
        )

    def render_broken_contract(self, check: ContractCheck) -> None:
        """Print the differences."""
        for sentence in check.metadata["differences"]:
            output.print_error(sentence)
        output.new_line()


def find_upward(table: Table) -> Iterator[str]:
    """Yield a sentence for each name in a row that has no row below it."""
    names = list(table)
    for position, (name, imported) in enumerate(table.items()):
        below = names[position + 1 :]
        for other in imported:
            if other not in below:
                yield f"{name} names {other}, which has no row below it"


def find_rows(table: Table, children: set[str]) -> Iterator[str]:
    """Yield a sentence for each module or folder without a row, and for each row without one."""
    for name in sorted(children - table.keys()):
        yield f"{name} has no row in the table of pyproject.toml"
    for name in sorted(table.keys() - children):
        yield f"{name} has a row in pyproject.toml, and is no module or folder"


def find_differences(table: Table, places: Places) -> Iterator[str]:
    """Yield a sentence for each import that no row names, and for each name that nothing imports."""
    for (importer, imported), lines in sorted(places.items()):
        if imported not in table.get(importer, ()):
            yield f"{importer} may not import {imported}: {', '.join(lines)}"
    for importer, names in table.items():
        for imported in names:
            if (importer, imported) not in places:
                yield f"{importer} does not import {imported}: take it out of the row"


def list_places(graph: ImportGraph, root: str) -> Places:
    """Return the imports between modules and folders of a package."""
    places: dict[tuple[str, str], list[str]] = defaultdict(list)
    for module in sorted(graph.find_descendants(root)):
        for other in sorted(graph.find_modules_directly_imported_by(module)):
            importer = _name_row(module, root)
            imported = _name_row(other, root)
            if other.startswith(f"{root}.") and imported != importer:
                details = graph.get_import_details(importer=module, imported=other)
                line = details[0]["line_number"]
                places[importer, imported].append(f"{module} (l. {line}) of {other}")
    return places


def _name_row(module: str, root: str) -> str:
    """Return the name of the row that a module belongs to."""
    return module.removeprefix(f"{root}.").partition(".")[0]
