"""Compare how densely each room of the code is written with what it was: it may become easier to read, not denser.

    python -m tools.density             fail if a room is denser than tools/density.json says
    python -m tools.density --record    write what is less dense now; `make generate` adds rooms that are new
    python -m tools.density --list ROOM print the places of habits in a room

A room is a folder: the packages of the service one by one, the others whole. Of Python it has tokens in a statement,
and how often habits of packing occur; of JavaScript tokens in a line, and lines of more than 100 characters. Tokens are
those of Python's tokenizer without comments, docstrings and layout, so that line breaks change nothing. A formatted
text is one token in every version of Python; from 3.12 on, the tokenizer gives its parts. The files of tables.toml are
tables: their rows are their content, so their tokens are counted in no room. Their habits are.

A room may have `TOLERANCE` tokens more in a statement than its record says. A plain field of a request or entry of a
table is a long statement, so one more of them can lift the mean of a small room by what rounding hides otherwise. The
record stays where it is, so the tolerance is there once and not for each change. Habits have no tolerance.
"""

import ast
import io
import json
import re
import sys
import tokenize
import tomllib
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from tools.files import ROOT, list_files
from tools.scripts import is_left_out

RECORD = Path(__file__).with_name("density.json")
TABLES = Path(__file__).with_name("tables.toml")
MIN_TABLE = 13.0
"""The fewest tokens in a statement, or in a line, of a file that may be called a table."""
TOLERANCE = 0.1
"""How many tokens in a statement, or in a line, a room may have above its record."""

_LAYOUT = {
    tokenize.NL,
    tokenize.NEWLINE,
    tokenize.INDENT,
    tokenize.DEDENT,
    tokenize.COMMENT,
    tokenize.ENDMARKER,
}
_SCRIPT_TOKEN = re.compile(
    r"[A-Za-z_$][\w$]*|\d+|\"[^\"]*\"|'[^']*'|`[^`]*`|=>|\.\.\.|[-+*/%=<>!&|?]+|[(){}\[\];,.:]"
)
_SCRIPT_COMMENT = re.compile(
    r"/\*.*?\*/|(?:^\s*|(?<=[;{},)\]]) )//[^\n]*$", re.DOTALL | re.MULTILINE
)
"""A comment, also one at the end of a line of code."""
_LONG_LINE = 100
_CONDITION = re.compile(
    r"(?:is|has|are)_|(?:all|any|bool|isinstance|startswith|endswith)$"
)
"""The names of functions that return whether something is so."""


@dataclass(frozen=True)
class Place:
    """A place where code is packed: its file, its line, and the habit."""

    file: str
    line: int
    habit: str


@dataclass
class Room:
    """The figures of a file, or of the files of a room.

    `units` is the number of statements of Python, or of lines of JavaScript, that have the `tokens`.
    """

    tokens: int = 0
    units: int = 0
    places: list[Place] = field(default_factory=list)

    @property
    def density(self) -> float:
        """Return the tokens in a statement or a line, as precisely as a reader may feel it."""
        return round(self.tokens / max(1, self.units), 1)

    def measure(self) -> dict[str, float]:
        """Return what is compared: how dense the room is, and how often it has each habit."""
        counts = Counter(place.habit for place in self.places)
        return {"tokens": self.density} | dict(sorted(counts.items()))


def measure_rooms() -> dict[str, Room]:
    """Return the rooms of the project by name."""
    return {name: measure_room(paths) for name, paths in group_programs().items()}


def group_programs() -> dict[str, list[Path]]:
    """Return the paths of the programs of each room by its name."""
    rooms: dict[str, list[Path]] = defaultdict(list)
    for path in list_programs():
        rooms[name_room(path)].append(path)
    return dict(sorted(rooms.items()))


def list_programs() -> list[Path]:
    """Return the paths of the programs that are measured."""
    paths = (file.relative_to(ROOT) for file in list_files())
    return [
        path
        for path in paths
        if path.suffix == ".py" or (path.suffix == ".mjs" and not is_left_out(path))
    ]


def measure_room(paths: Iterable[Path]) -> Room:
    """Return what the files of a room have."""
    room = Room()
    tables = read_tables()
    for path in paths:
        measured = measure_file(path)
        room.places += measured.places
        if str(path) not in tables:
            room.tokens += measured.tokens
            room.units += measured.units
    return room


def measure_file(path: Path) -> Room:
    """Return what one file has, a program of Python or JavaScript."""
    room = Room()
    if path.suffix == ".py":
        _add_python(room, path)
    else:
        _add_script(room, path)
    return room


def read_tables() -> dict[str, str]:
    """Return the files that are tables by nature, each with the reason."""
    tables: dict[str, str] = tomllib.loads(TABLES.read_text())
    return tables


def find_wrong_tables() -> list[str]:
    """Return a sentence for each file of tables.toml that is missing, or no denser than other code."""
    sentences = []
    for name in read_tables():
        path = Path(name)
        if not (ROOT / path).is_file():
            sentences.append(f"{TABLES.name}: {name} is no file")
        elif measure_file(path).density < MIN_TABLE:
            sentences.append(f"{TABLES.name}: {name} is no denser than other code")
    return sentences


def name_room(path: Path) -> str:
    """Return the name of the room that a file is counted for: its language, and a folder."""
    language = path.suffix.removeprefix(".")
    depth = 2 if path.parts[0] == "service" else 1
    folders = path.parent.parts[:depth]
    return f"{language} {'/'.join(folders) or '.'}"


def _add_python(room: Room, path: Path) -> None:
    text = (ROOT / path).read_text()
    tree = ast.parse(text)
    docstrings = set(_list_docstrings(tree))
    lines = {
        line
        for docstring in docstrings
        for line in range(docstring.lineno, (docstring.end_lineno or 0) + 1)
    }
    room.tokens += sum(token.start[0] not in lines for token in _list_tokens(text))
    for node in ast.walk(tree):
        if isinstance(node, ast.stmt) and node not in docstrings:
            room.units += 1
    room.places += [Place(str(path), line, habit) for line, habit in find_habits(tree)]


def _list_tokens(text: str) -> Iterator[tokenize.TokenInfo]:
    """Yield the tokens of a program without layout, of a formatted text the first alone."""
    depth = 0  # formatted texts around a token
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        kind = tokenize.tok_name[token.type]
        if kind == "FSTRING_END":
            depth -= 1
        elif depth == 0 and token.type not in _LAYOUT:
            yield token
        if kind == "FSTRING_START":
            depth += 1


def _list_docstrings(tree: ast.AST) -> Iterator[ast.Expr]:
    for node in ast.walk(tree):
        match node:
            case ast.Expr(value=ast.Constant(value=str())):
                yield node


def find_habits(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Yield the line and the name of each habit of packing."""
    parents = {
        child: node for node in ast.walk(tree) for child in ast.iter_child_nodes(node)
    }
    for node in ast.walk(tree):
        habit = _name_habit(node, parents)
        if habit is not None:
            yield getattr(node, "lineno", 0), habit


def _name_habit(node: ast.AST, parents: Mapping[ast.AST, ast.AST]) -> str | None:
    """Return the name of the habit that a node shows, None if it shows none."""
    habit = None
    match node:
        case ast.Assign(
            targets=[ast.Tuple(elts=targets)], value=ast.Tuple(elts=values)
        ):
            habit = None if _are_swapped(targets, values) else "a, b = x, y"
        case ast.Assign(targets=[_, _, *_]):
            habit = "a = b = x"
        case ast.NamedExpr() if not _is_in_loop(node, parents):
            habit = "walrus"
        case ast.Call(func=ast.Name(id="map" | "starmap"), args=arguments):
            habit = None if _is_plain_map(arguments) else "map()"
        case ast.Call(func=ast.Name(id="property"), args=[ast.Lambda(), *_]):
            habit = "property(lambda)"
        case ast.Dict(keys=keys) if None in keys:
            habit = "{**x}"
        case ast.List(elts=[ast.Starred()]) | ast.Set(elts=[ast.Starred()]):
            habit = "[*x]"
        case ast.IfExp(body=ast.IfExp()) | ast.IfExp(orelse=ast.IfExp()):
            habit = "nested ternary"
        case ast.Expr(value=ast.Constant(value=str())) if not _is_docstring(
            node, parents[node]
        ):
            habit = "text as a statement"
        case ast.BinOp(op=ast.Mult(), left=left, right=right):
            is_chosen = _is_condition(left) or _is_condition(right)
            habit = "x * (a > b)" if is_chosen else None
    return habit


def _is_condition(node: ast.expr) -> bool:
    """Return whether a factor is true or false: a comparison, a negation, or a call whose name says so."""
    match node:
        case ast.Compare() | ast.UnaryOp(op=ast.Not()):
            return True
        case ast.Call(func=ast.Name(id=name)) | ast.Call(func=ast.Attribute(attr=name)):
            return _CONDITION.match(name) is not None
    return False


def _is_docstring(text: ast.Expr, parent: ast.AST) -> bool:
    """Return whether a text stands first in what it describes, or behind a name that gets a value."""
    body: list[ast.stmt] = getattr(parent, "body", [])
    if text not in body:
        return False
    position = body.index(text)
    return position == 0 or isinstance(
        body[position - 1], ast.Assign | ast.AugAssign | ast.AnnAssign
    )


def _are_swapped(targets: list[ast.expr], values: list[ast.expr]) -> bool:
    """Return whether values change places, as in `order[i], order[j] = order[j], order[i]`."""
    return {ast.unparse(node) for node in targets} == {
        ast.unparse(node) for node in values
    }


def _is_plain_map(arguments: list[ast.expr]) -> bool:
    """Return whether a call of `map` has a named function and one iterable."""
    return len(arguments) == 2 and isinstance(arguments[0], ast.Name | ast.Attribute)


def _is_in_loop(node: ast.AST, parents: Mapping[ast.AST, ast.AST]) -> bool:
    """Return whether a node is in a comprehension or in the condition of a loop."""
    loops = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp, ast.While)
    while node in parents:
        node = parents[node]
        if isinstance(node, loops):
            return True
        if isinstance(node, ast.stmt):
            return False
    return False


def _add_script(room: Room, path: Path) -> None:
    text = (ROOT / path).read_text()
    # A comment leaves its line breaks, so that places have the lines of the file.
    code = _SCRIPT_COMMENT.sub(lambda comment: "\n" * comment[0].count("\n"), text)
    for number, line in enumerate(code.split("\n"), start=1):
        if not line.strip():
            continue
        room.units += 1
        room.tokens += len(_SCRIPT_TOKEN.findall(line))
        if len(line) > _LONG_LINE:
            room.places.append(Place(str(path), number, "long line"))


def read_record() -> dict[str, dict[str, float]]:
    """Return what the rooms had when it was recorded."""
    record: dict[str, dict[str, float]] = json.loads(RECORD.read_text())
    return record


def find_denser(rooms: Mapping[str, Room]) -> list[str]:
    """Return a sentence for each figure that is above its record, for tokens by more than the tolerance."""
    record = read_record()
    sentences = []
    for name, room in rooms.items():
        if name not in record:
            sentences.append(f"{name} is new: make generate")
            continue
        for figure, now in room.measure().items():
            before = record[name].get(figure, 0)
            tolerance = TOLERANCE if figure == "tokens" else 0
            if now > round(before + tolerance, 1):
                sentences.append(f"{name}: {figure}: {before} before, {now} now")
    return sentences


def build_files() -> Mapping[Path, str]:
    """Return the text of the record with the rooms that are there: the new ones, and the others as they were.

    What is less dense than before is recorded by `--record` alone: a room that is lowered in passing could not grow.
    """
    record = read_record()
    kept = {
        name: record[name] if name in record else measure_room(paths).measure()
        for name, paths in group_programs().items()
    }
    return {RECORD: format_record(kept)}


def write_record(rooms: Mapping[str, Room]) -> None:
    """Write what is less dense than before, and what rooms have that are new."""
    record = read_record() if RECORD.exists() else {}
    lowest = {}
    for name, room in rooms.items():
        figures = room.measure()
        before = record.get(name, figures)
        lowest[name] = {
            figure: min(now, before[figure])
            for figure, now in figures.items()
            if figure in before
        }
    RECORD.write_text(format_record(lowest))


def format_record(record: Mapping[str, Mapping[str, float]]) -> str:
    """Return the text of the record."""
    return json.dumps(record, indent=1) + "\n"


def main() -> int:
    """Check, record or list; return 1 if a room is denser than before."""
    rooms = measure_rooms()
    match sys.argv[1:]:
        case ["--record"]:
            write_record(rooms)
        case ["--list", name]:
            for place in rooms[name].places:
                print(f"{place.file}:{place.line}: {place.habit}")
        case _:
            sentences = find_wrong_tables() + find_denser(rooms)
            for sentence in sentences:
                print(sentence)
            return int(bool(sentences))
    return 0


if __name__ == "__main__":
    sys.exit(main())
