"""Find what makes a test depend on chance: sleeps, clocks, short timeouts, sockets and signals of its own.

    python -m tools.chance

The modules of `HELPERS`, tests/peers.py above all, have them for all tests: their functions wait for a condition, move
a clock, take a port of the kernel, and end a connection or a process in an order that is sure.
"""

import ast
import sys
from collections.abc import Iterable, Iterator, Mapping
from fnmatch import fnmatch
from typing import NamedTuple

from tools.files import ROOT, list_files

LEAST_TIMEOUT = 10
"""Seconds that a busy machine may take for what takes milliseconds."""

_CLOCKS = (
    "time",
    "time_ns",
    "monotonic",
    "monotonic_ns",
    "perf_counter",
    "perf_counter_ns",
    "process_time",
)
NAMES: Mapping[str, Iterable[str]] = {
    "a sleep": ("time.sleep", "asyncio.sleep", "anyio.sleep"),
    "a clock": (
        *(f"time.{name}" for name in _CLOCKS),
        *(f"datetime.datetime.{name}" for name in ("now", "utcnow", "today")),
        "datetime.date.today",
    ),
    "a socket": (
        "socket.socket",
        "socket.create_server",
        "socket.create_connection",
        "asyncio.start_server",
        "asyncio.start_unix_server",
        "asyncio.open_connection",
        "http.client.HTTPConnection",
        "http.client.HTTPSConnection",
        "http.server.HTTPServer",
        "http.server.ThreadingHTTPServer",
        "socketserver.TCPServer",
        "socketserver.ThreadingTCPServer",
        "socketserver.UnixStreamServer",
    ),
    "a signal": ("os.kill", "os.killpg"),
    "a service whose log nobody reads": ("tools.serving.start",),
}
"""What is found, by the full names of functions and classes."""

OF_PAGES: Mapping[str, str] = {"wait_for_timeout": "a sleep", "networkidle": "a clock"}
"""A method of Playwright, and a value that its methods take, by the names that they have nowhere else."""

WAITS = {"wait", "wait_for", "timeout", "join"}
"""Functions and methods whose first number, if they are given one, is a time in seconds."""

HELPERS = (
    "tests/peers.py",
    "tests/services.py",
    "tests/browser/conftest.py",
    "tests/server/client.py",
    "tests/server/stopped_clock.py",
)
"""The modules that have these for all tests."""

KEPT: Mapping[str, str] = {
    "tests/deploy/attacks.py": "programs that attack a server for seconds",
    "tests/deploy/half_heads.py": "a program that attacks a server for seconds",
    "tests/deploy/test_attacks.py": "measures what an attack costs others",
    "tests/deploy/test_memory.py": "clients that pause, and so load a service evenly",
    "tests/deploy/raw_requests.py": "connections from many addresses, through a server of its own",
    "tests/deploy/test_nginx*.py": "connections that wait or end in their midst, and a replica that is held",
    "tests/packages/faulty_proxy.py": "a network that loses, delays and refuses",
    "tests/packages/game_server.py": "kills a server at random moments between two requests",
    "tests/packages/test_fastapi_holdem.py": "clients that wait before they connect again",
    "tests/clients/*/*": "programs of generated clients",
}
"""Files that may have them, by a pattern, with the reason."""

_SUBJECTS = {name: subject for subject, names in NAMES.items() for name in names}


class Finding(NamedTuple):
    """A line of a module that makes its tests depend on chance."""

    line: int
    subject: str


class _Finder(ast.NodeVisitor):
    """Finds the uses of the names in `NAMES` and `OF_PAGES`, except in annotations, which use nothing."""

    def __init__(self) -> None:
        self.findings: list[Finding] = []
        self._imported: dict[str, str] = {}

    def visit_Import(self, node: ast.Import) -> None:
        for alias in node.names:
            package = alias.name.partition(".")[0]
            self._imported[alias.asname or package] = (
                alias.name if alias.asname else package
            )

    def visit_ImportFrom(self, node: ast.ImportFrom) -> None:
        for alias in node.names:
            self._imported[alias.asname or alias.name] = f"{node.module}.{alias.name}"

    def visit_FunctionDef(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        defaults = [default for default in node.args.kw_defaults if default]
        for child in (*node.decorator_list, *node.args.defaults, *defaults, *node.body):
            self.visit(child)

    visit_AsyncFunctionDef = visit_FunctionDef

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        if node.value:
            self.visit(node.value)

    def visit_Call(self, node: ast.Call) -> None:
        name = self._name_in_full(node.func)
        if name == "asyncio.sleep" and _is_below(node.args[0], sys.float_info.min):
            return  # a turn of the loop
        own_name = name.rpartition(".")[2] or getattr(node.func, "attr", "")
        is_short = any(_is_below(value, LEAST_TIMEOUT) for value in node.args)
        if own_name in WAITS and is_short:
            self._find_timeout(node)
        self.generic_visit(node)

    def visit_Attribute(self, node: ast.Attribute) -> None:
        self._find(node)
        self._find_of_page(node.lineno, node.attr)
        self.generic_visit(node)

    def visit_Name(self, node: ast.Name) -> None:
        self._find(node)

    def visit_Constant(self, node: ast.Constant) -> None:
        self._find_of_page(node.lineno, node.value)

    def visit_keyword(self, node: ast.keyword) -> None:
        if node.arg == "timeout" and _is_below(node.value, LEAST_TIMEOUT):
            self._find_timeout(node.value)
        self.generic_visit(node)

    def _find_timeout(self, node: ast.expr) -> None:
        subject = f"a timeout of less than {LEAST_TIMEOUT} s"
        self.findings.append(Finding(node.lineno, subject))

    def _find(self, node: ast.expr) -> None:
        name = self._name_in_full(node)
        if name in _SUBJECTS:
            self.findings.append(Finding(node.lineno, f"{_SUBJECTS[name]}: {name}"))

    def _find_of_page(self, line: int, name: object) -> None:
        if isinstance(name, str) and name in OF_PAGES:
            self.findings.append(Finding(line, f"{OF_PAGES[name]}: {name}"))

    def _name_in_full(self, node: ast.expr) -> str:
        """Return the full name of what an expression takes from an import, or "" if it takes nothing from one.

        After `from time import sleep as rest`, the name of `rest` is `time.sleep`.
        """
        if isinstance(node, ast.Name):
            return self._imported.get(node.id, "")
        if isinstance(node, ast.Attribute):
            owner = self._name_in_full(node.value)
            return f"{owner}.{node.attr}" if owner else ""
        return ""


def _is_below(node: ast.expr, bound: float) -> bool:
    return (
        isinstance(node, ast.Constant)
        and isinstance(node.value, int | float)
        and node.value < bound
    )


def find_chance(source: str) -> list[Finding]:
    """Return the lines of a module that make its tests depend on chance."""
    finder = _Finder()
    finder.visit(ast.parse(source))
    return finder.findings


def find_in_tests() -> Iterator[str]:
    """Yield a sentence for each finding in a test or in a helper of tests that may have none."""
    for file in list_files():
        path = str(file.relative_to(ROOT))
        is_ours = fnmatch(path, "tests/*.py") and path not in HELPERS
        if is_ours and not any(fnmatch(path, pattern) for pattern in KEPT):
            for line, subject in find_chance(file.read_text()):
                yield f"{path}:{line}: {subject}; tests/peers.py has what is sure"


if __name__ == "__main__":
    found = list(find_in_tests())
    print(*found, sep="\n", end="\n" if found else "")
    sys.exit(bool(found))
