"""The mutants of the code: one change each, by an operator of cosmic-ray."""

import ast
from collections.abc import Iterator
from difflib import unified_diff
from pathlib import Path
from random import Random
from typing import NamedTuple

from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.mutating import mutate_code
from cosmic_ray.operators.operator import Operator
from cosmic_ray.plugins import get_operator, operator_names

from benchmarks.mutants.runs import Mutant

_IDENTITY = ("_Is", "_IsNot")
_ARITHMETIC = {
    *("Add_Sub", "Sub_Add", "Mul_Add", "Div_Mul", "FloorDiv_Mul", "Mod_FloorDiv", "Pow_Mul"),
    *("LShift_RShift", "RShift_LShift", "BitAnd_BitOr", "BitOr_BitAnd", "BitXor_BitOr"),
}
"""One replacement of each arithmetic operator; with most others the code raises `TypeError`, which any test detects."""

_GUARDS = {"frozen", "kw_only", "slots", "strict"}


class Place(NamedTuple):
    """A position in a module, and the mutants there: an operator's name and which of its occurrences it is."""

    module: str
    position: tuple[int, int]
    mutants: tuple[tuple[str, int], ...]


def list_operators() -> dict[str, Operator]:
    """Return the operators by name, without those that exchange equality and identity: `x == None` changes nothing."""
    operators: dict[str, Operator] = {}
    for path in operator_names():
        name, operator = path.partition("/")[2], get_operator(path)
        family, _, exchange = name.partition("_")
        is_identity = exchange.startswith("Is")
        if operator.arguments() or (family == "ReplaceBinaryOperator" and exchange not in _ARITHMETIC):
            continue
        if family != "ReplaceComparisonOperator" or is_identity == name.endswith(_IDENTITY):
            operators[name] = operator()
    return operators


def list_places(root: Path, package: str) -> list[Place]:
    """Return the places of a package that have mutants, in the order of the source."""
    operators, places = list_operators(), []
    for path in sorted((root / package).rglob("*.py")):
        nodes = list(ast_nodes(get_ast(path.read_text())))
        mutants: dict[tuple[int, int], list[tuple[str, int]]] = {}
        for name, operator in operators.items():
            positions = (start for node in nodes for start, _ in operator.mutation_positions(node))
            for occurrence, start in enumerate(positions):
                mutants.setdefault(start, []).append((name, occurrence))
        module = str(path.relative_to(root))
        places += [Place(module, position, tuple(found)) for position, found in sorted(mutants.items())]
    return places


def draw_mutants(root: Path, places: list[Place], random: Random) -> Iterator[Mutant]:
    """Yield a random mutant of each place, in random order, without those that change a type or a guard alone."""
    operators = list_operators()
    for place in random.sample(places, len(places)):
        name, occurrence = random.choice(place.mutants)
        source = (root / place.module).read_text()
        changed = _mutate(source, operators[name], occurrence)
        if _dump(changed) != _dump(source):
            before, after = _compare(source, changed)
            yield Mutant(place.module, place.position[0], before, after, changed)


def _mutate(source: str, operator: Operator, occurrence: int) -> str:
    """Return the changed source, or the same where the operator fails: that of exceptions knows no dotted names."""
    try:
        changed = mutate_code(source, operator, occurrence) or source
        ast.parse(changed)
    except (AttributeError, SyntaxError):
        return source
    return changed


def _compare(source: str, changed: str) -> tuple[str, str]:
    """Return the lines that differ, before and after."""
    lines = list(unified_diff(source.splitlines(), changed.splitlines(), n=0, lineterm=""))[3:]
    before, after = (" ".join(line[1:].strip() for line in lines if line[0] == sign) for sign in "-+")
    return before, after


class _Untyped(ast.NodeTransformer):
    """Remove what only type checkers read, and what only guards against mistakes of programmers."""

    def visit_arg(self, node: ast.arg) -> ast.arg:
        node.annotation = None
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AnnAssign:
        self.generic_visit(node)
        node.annotation = ast.Constant(None)
        return node

    def visit_keyword(self, node: ast.keyword) -> ast.keyword:
        self.generic_visit(node)
        if node.arg in _GUARDS:
            node.value = ast.Constant(None)
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        self.generic_visit(node)
        node.returns = None
        return node


def _dump(source: str) -> str:
    """Return the syntax tree without types and guards as text."""
    return ast.dump(_Untyped().visit(ast.parse(source)))
