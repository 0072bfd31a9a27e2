"""Format the programs in JavaScript and the style sheets by prettier, as it formats by default.

    python -m tools.scripts            format them
    python -m tools.scripts --check    name those that it would format, those whose types nobody checks, comments that
                                       are too wide, and types that `Object(…)` hides; fail if there are any

Programs that are generated, or come from others, are left as they are.
"""

import re
import subprocess
import sys
from collections.abc import Callable, Iterable
from fnmatch import fnmatch
from pathlib import Path

from tools.files import ROOT, list_files

PRETTIER = ROOT / "build" / "npm" / "node_modules" / ".bin" / "prettier"
LEFT_OUT = (
    "service/pages/docs/swagger-ui/*",
    "service/pages/draw/papaparse/*",
    "service/pages/draw/read-excel-file/*",
    "service/pages/shared/uqr/*",
    "verify/*_table.mjs",
)
"""Patterns of paths: what tools/lists, tools/uqr and tools/openapi write, and Swagger UI."""

TYPED = ("clients/javascript/*", "service/pages/*", "verify/*")
"""Patterns of paths: the programs that browsers, auditors and games run. TypeScript checks their types."""
TYPE_CHECK = "\n// @ts-check\n"

WIDTH = 120
"""How wide a line of comment may be: prettier breaks none. Docstrings in Python have the same bound."""
_COMMENT = re.compile(r" *(?://|/?\*)(?!.*@(?:import|typedef)\b).*")
"""A line that is comment alone. A list of imports or a type that is declared may be wider: it cannot be broken well."""
_OBJECT_CALL = re.compile(r"(?:(?<=\.\.\.)|(?<![\w.]))Object\(")
"""A call of `Object`, after which TypeScript takes a value for anything."""


def list_scripts() -> list[Path]:
    """Return the paths of the programs in JavaScript that are written by hand."""
    return [path for path in list_formatted() if path.suffix == ".mjs"]


def list_formatted() -> list[Path]:
    """Return the paths of the programs and the style sheets that are formatted."""
    paths = [
        file.relative_to(ROOT)
        for file in list_files()
        if file.suffix in {".mjs", ".css"}
    ]
    return [path for path in paths if not is_left_out(path)]


def is_left_out(path: Path) -> bool:
    """Return whether a program or a style sheet is generated, or comes from others."""
    return any(fnmatch(str(path), pattern) for pattern in LEFT_OUT)


def list_untyped() -> list[Path]:
    """Return the paths of the programs that TypeScript passes over, though it should check them."""
    return [
        path
        for path in list_scripts()
        if is_typed(path) and TYPE_CHECK not in (ROOT / path).read_text()
    ]


def list_wide_comments() -> list[str]:
    """Return the places of comments that are too wide, such as "verify/verify.mjs:12"."""
    return find_lines(
        list_scripts(), lambda line: len(line) > WIDTH and _COMMENT.fullmatch(line)
    )


def list_hidden_types() -> list[str]:
    """Return the places where `Object(…)` hides a type, such as "verify/verify.mjs:12"."""
    return find_lines(filter(is_typed, list_scripts()), hides_type)


def hides_type(line: str) -> bool:
    """Return whether a line calls `Object` of a value."""
    return _OBJECT_CALL.search(line) is not None


def find_lines(paths: Iterable[Path], matches: Callable[[str], object]) -> list[str]:
    """Return the places of the lines of programs that match."""
    return [
        f"{path}:{number}"
        for path in paths
        for number, line in enumerate((ROOT / path).read_text().splitlines(), start=1)
        if matches(line)
    ]


def is_typed(path: Path) -> bool:
    """Return whether TypeScript has to check a program."""
    return any(fnmatch(str(path), pattern) for pattern in TYPED)


def check() -> list[str]:
    """Return what is wrong beside the format: a sentence for each program or place."""
    return [
        *(
            f"{path} lacks the line // @ts-check below its first comment."
            for path in list_untyped()
        ),
        *(
            f"{place}: a comment is wider than {WIDTH} characters."
            for place in list_wide_comments()
        ),
        *(
            f"{place}: Object(…) hides a type; test it by isObject, or cast it by a comment of its type."
            for place in list_hidden_types()
        ),
    ]


def main() -> int:
    """Run prettier, and return its exit status; with `--check`, 1 if anything else is wrong."""
    wrong = check() if "--check" in sys.argv else []
    for sentence in wrong:
        print(sentence)
    mode = "--check" if "--check" in sys.argv else "--write"
    command = [
        str(PRETTIER),
        mode,
        "--log-level",
        "warn",
        "--no-config",
        "--no-editorconfig",
        *map(str, list_formatted()),
    ]
    status = subprocess.run(command, cwd=ROOT, check=False).returncode  # noqa: S603
    return status or int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())
