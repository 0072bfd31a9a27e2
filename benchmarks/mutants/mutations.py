"""The mutants of the code: one small change each of a module's text, at a node of its syntax tree.

To add a kind of change, add a case to `_Module`.
"""

import ast
from collections.abc import Iterable, Iterator
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import NamedTuple

_COMPARISONS = {
    ast.Lt: ("<", "<="),
    ast.LtE: ("<=", "<"),
    ast.Gt: (">", ">="),
    ast.GtE: (">=", ">"),
    ast.Eq: ("==", "!="),
    ast.NotEq: ("!=", "=="),
    ast.Is: ("is", "is not"),
    ast.IsNot: ("is not", "is"),
    ast.In: ("in", "not in"),
    ast.NotIn: ("not in", "in"),
}
_ARITHMETIC = {
    ast.Add: ("+", "-"),
    ast.Sub: ("-", "+"),
    ast.Mult: ("*", "+"),
    ast.Div: ("/", "*"),
    ast.Pow: ("**", "*"),
    ast.FloorDiv: ("//", "*"),
    ast.Mod: ("%", "//"),
    ast.LShift: ("<<", ">>"),
    ast.RShift: (">>", "<<"),
    ast.BitAnd: ("&", "|"),
    ast.BitOr: ("|", "&"),
    ast.BitXor: ("^", "|"),
}
"""The text of each operator and the text that replaces it, by its class in `ast`."""
_MAX_LINES = 12
"""Lines of a statement that is shown whole."""
_BOOLEAN = {ast.And: ("and", "or"), ast.Or: ("or", "and")}

_GUARDS = {"frozen", "kw_only", "maxsize", "slots", "strict"}
"""Arguments that guard against mistakes of programmers, or bound a cache: no test can see them change."""
_DECORATORS = {
    "cache",
    "cached_property",
    "classmethod",
    "contextmanager",
    "dataclass",
    "lru_cache",
    "overload",
    "property",
    "staticmethod",
    "total_ordering",
    "wraps",
}
"""Decorators without which the module cannot be used, or is slower and otherwise the same."""


class Change(NamedTuple):
    """A change of a module's source: the bytes from `start` to `end` become `text`."""

    start: int
    end: int
    text: str


class Span(NamedTuple):
    """The lines of a statement, without those of its body: the numbers of the first and of the last, from 0."""

    first: int
    last: int


class Place(NamedTuple):
    """A place in a module, the function or class around it, its statement, and the changes that are possible there."""

    module: str
    within: str
    statement: Span
    changes: tuple[Change, ...]


class Mutant(NamedTuple):
    """A changed module: its path, the number of the changed line, the statement before and after, and the new source.

    Of a statement of many lines, `before` and `after` have those that change. `within` is the function or class around
    the line, by its name after those around it; empty if there is none.
    """

    module: str
    line: int
    within: str
    before: str
    after: str
    source: str

    @property
    def name(self) -> str:
        """A name without the line number, so that it stays the same when other lines change."""
        return f"{self.module}: {self.before} → {self.after}"


def list_places(root: Path, packages: Iterable[str]) -> list[Place]:
    """Return the places of packages or modules, in the order of their source."""
    folders = [root / package for package in packages]
    files = [
        file
        for folder in folders
        for file in (sorted(folder.rglob("*.py")) if folder.is_dir() else [folder])
    ]
    return [
        Place(str(file.relative_to(root)), *place)
        for file in files
        for place in _Module(file.read_text()).list_places()
    ]


def draw_mutants(
    root: Path, packages: Iterable[str], random: Random
) -> Iterator[Mutant]:
    """Yield a random mutant of each place, in random order, and no two of the same name."""
    places = list_places(root, packages)
    names = set()
    for place in random.sample(places, len(places)):
        mutant = make_mutant(
            place, (root / place.module).read_text(), random.choice(place.changes)
        )
        if mutant.name not in names and _is_python(mutant.source):
            names.add(mutant.name)
            yield mutant


def make_mutant(place: Place, source: str, change: Change) -> Mutant:
    """Return the mutant that a change makes of the `source` of the module at `place`."""
    data = source.encode()
    new_data = data[: change.start] + change.text.encode() + data[change.end :]
    line = data.count(b"\n", 0, change.start)
    last_line = data.count(b"\n", 0, change.end)
    if place.statement.last - place.statement.first < _MAX_LINES:
        first = min(line, place.statement.first)
        last = max(last_line, place.statement.last)
    else:
        first = line
        last = last_line
    new_last = last + new_data.count(b"\n") - data.count(b"\n")
    return Mutant(
        place.module,
        1 + line,
        place.within,
        _join_lines(data, first, last),
        _join_lines(new_data, first, new_last),
        new_data.decode(),
    )


def _join_lines(data: bytes, first: int, last: int) -> str:
    lines = data.decode().splitlines()[first : last + 1]
    return " ".join(line.strip() for line in lines)


def _is_python(source: str) -> bool:
    try:
        ast.parse(source)
    except SyntaxError:
        return False
    return True


class _Module:
    """The nodes of a module's syntax tree, with their spans in the bytes of its source."""

    def __init__(self, source: str) -> None:
        self._tree, self._data = ast.parse(source), source.encode()
        self._lines = [0]
        for line in self._data.splitlines(keepends=True):
            self._lines.append(self._lines[-1] + len(line))

    def list_places(self) -> Iterator[tuple[str, Span, tuple[Change, ...]]]:
        """Yield the name of the definition around each place, its statement, and the changes there."""
        for within, statement, node in _walk(self._tree):
            for changes in self._list_changes(node):
                if changes and statement is not None:
                    yield within, _find_head(statement), tuple(changes)

    def _list_changes(self, node: ast.AST) -> Iterator[list[Change]]:
        match node:
            case ast.Constant(value=bool(value)):
                yield [self._replace(node, str(not value))]
            case ast.Constant(value=int(value) | float(value)):
                yield [
                    self._replace(
                        node, f"{value + step}" if value + step >= 0 else "(-1)"
                    )
                    for step in (1, -1)
                ]
            case ast.If() | ast.While() | ast.IfExp() if not isinstance(
                node.test, ast.Constant
            ):
                yield [self._negate(node.test)]
            case ast.comprehension():
                yield from ([self._negate(condition)] for condition in node.ifs)
            case ast.For():
                yield [self._replace(node.iter, "()")]
            case ast.Break() | ast.Continue():
                yield [
                    self._replace(
                        node, "continue" if isinstance(node, ast.Break) else "break"
                    )
                ]
            case ast.Expr(value=ast.Call()):  # a call whose result nobody takes
                yield [self._replace(node, "pass")]
            case ast.FunctionDef():
                for decorator in node.decorator_list:
                    if not _DECORATORS & {
                        part.id
                        for part in ast.walk(decorator)
                        if isinstance(part, ast.Name)
                    }:
                        yield [
                            Change(self._start(decorator) - 1, self._end(decorator), "")
                        ]
            case ast.expr():
                yield from self._exchange_operators(node)

    def _exchange_operators(self, node: ast.expr) -> Iterator[list[Change]]:
        match node:
            case ast.Compare():
                operands = pairwise([node.left, *node.comparators])
                for operator, (left, right) in zip(node.ops, operands, strict=True):
                    yield self._exchange(left, right, *_COMPARISONS[type(operator)])
            case ast.BinOp() if type(node.op) in _ARITHMETIC:
                yield self._exchange(node.left, node.right, *_ARITHMETIC[type(node.op)])
            case ast.BoolOp():
                for left, right in pairwise(node.values):
                    yield self._exchange(left, right, *_BOOLEAN[type(node.op)])
            case ast.UnaryOp():
                yield [Change(self._start(node), self._start(node.operand), "")]

    def _start(self, node: ast.expr | ast.stmt) -> int:
        return self._lines[node.lineno - 1] + node.col_offset

    def _end(self, node: ast.expr | ast.stmt) -> int:
        return self._lines[(node.end_lineno or 0) - 1] + (node.end_col_offset or 0)

    def _replace(self, node: ast.expr | ast.stmt, text: str) -> Change:
        return Change(self._start(node), self._end(node), text)

    def _negate(self, node: ast.expr) -> Change:
        return self._replace(
            node, f"not ({self._data[self._start(node) : self._end(node)].decode()})"
        )

    def _exchange(
        self, left: ast.expr, right: ast.expr, before: str, after: str
    ) -> list[Change]:
        """Return the change of the operator between two operands, which stands there beside parentheses alone."""
        start = self._data.find(before.encode(), self._end(left), self._start(right))
        return [Change(start, start + len(before), after)] if start >= 0 else []


def _find_head(statement: ast.stmt) -> Span:
    """Return the lines of a statement without those of its body."""
    first = statement.lineno - 1
    body = getattr(statement, "body", None)
    if body:
        return Span(first, max(first, body[0].lineno - 2))
    return Span(first, (statement.end_lineno or statement.lineno) - 1)


def _walk(
    node: ast.AST, within: str = "", statement: ast.stmt | None = None
) -> Iterator[tuple[str, ast.stmt | None, ast.AST]]:
    """Yield the nodes below a node, each after the name of the definition and the statement around it.

    Types and guards are left out, and the parts of formatted texts, which have no position.
    """
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        within = f"{within}.{node.name}".lstrip(".")
    if isinstance(node, ast.stmt):
        statement = node
    yield within, statement, node
    for name, value in ast.iter_fields(node):
        if name in {"annotation", "returns", "type_comment"} or isinstance(
            node, ast.JoinedStr
        ):
            continue
        for child in value if isinstance(value, list) else [value]:
            is_guard = isinstance(child, ast.keyword) and child.arg in _GUARDS
            if isinstance(child, ast.AST) and not is_guard:
                yield from _walk(child, within, statement)
