"""Write the tables of predicates in docs/reference/conditions.md and docs/definitions/conditions.md."""

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from service.conditions.item_leaves import ITEM_PREDICATE_TYPES
from service.conditions.leaves import PREDICATE_TYPES, PredicateExample, PredicateType
from tools.files import ROOT

GUIDE = ROOT / "docs" / "reference/conditions.md"
DEFINITION = ROOT / "docs" / "definitions/conditions.md"

Predicate = PredicateType[Any, Any]
_TYPES: Mapping[str, Mapping[str, Predicate]] = {
    "cards": PREDICATE_TYPES,
    "items": ITEM_PREDICATE_TYPES,
}
_TABLE = re.compile(
    rf"(?<=^<!-- predicates of )({'|'.join(_TYPES)})( -->\n).*?(?=<!-- end -->)",
    re.DOTALL | re.MULTILINE,
)


def list_tables(text: str) -> list[str]:
    """Return what the predicates of each table of a document are of."""
    return [name for name, _ in _TABLE.findall(text)]


def fill_guide(text: str) -> str:
    """Return docs/reference/conditions.md with its tables of examples written anew."""
    return _fill(text, ("predicate", "value", "of"), _list_examples)


def fill_definition(text: str) -> str:
    """Return docs/definitions/conditions.md with its tables of rules written anew."""
    return _fill(text, ("predicate", "value", "rule"), _list_rules)


Row = tuple[str, str, str]


def _fill(text: str, head: Row, list_rows: Callable[[Predicate], Iterable[Row]]) -> str:
    """Return a document with the rows of each predicate in its tables."""

    def write(table: re.Match[str]) -> str:
        rows = [row for kind in _TYPES[table[1]].values() for row in list_rows(kind)]
        lines = ["|---|---|---|", *(f"| {' | '.join(row)} |" for row in rows)]
        return "\n".join([f"{table[1]}{table[2]}| {' | '.join(head)} |", *lines, ""])

    return _TABLE.sub(write, text)


def _list_examples(kind: Predicate) -> Iterator[Row]:
    """Yield a predicate's rows of examples; of two for the same deals the second says so."""
    needs_before = ""
    for example in kind.examples:
        text = example.text or kind.rules[0].rule
        needs = example.needs or kind.needs
        yield (
            _write(kind, example),
            text,
            "the same" if needs == needs_before else needs,
        )
        needs_before = needs


def _write(kind: Predicate, example: PredicateExample) -> str:
    """Return the values of an example as members of a leaf: `"length": "S"`, `"length": "SH"`."""
    members = (f'"{kind.name}": {json.dumps(value)}' for value in example.values)
    return ", ".join(f"`{member}`" for member in members)


def _list_rules(kind: Predicate) -> Iterator[Row]:
    """Yield a predicate's rows of rules."""
    for rule in kind.rules:
        yield f"`{kind.name}`", rule.value, rule.rule
