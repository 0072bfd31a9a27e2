"""Format the programs in JavaScript by prettier, as it formats by default.

    python -m tools.scripts            format them
    python -m tools.scripts --check    name those that it would format, and those whose types nobody checks; fail if
                                       there are any

Programs that are generated, or come from others, are left as they are.
"""

import subprocess
import sys
from fnmatch import fnmatch
from pathlib import Path

from tools.files import ROOT, list_files

PRETTIER = ROOT / "build" / "npm" / "node_modules" / ".bin" / "prettier"
LEFT_OUT = (
    "service/pages/draw/papaparse/*",
    "service/pages/draw/read-excel-file/*",
    "service/pages/draw/uqr/*",
    "verify/*_table.mjs",
)
"""Patterns of paths: what tools/lists, tools/uqr and tools/openapi write."""

TYPED = ("clients/javascript/*", "service/pages/*", "verify/*")
"""Patterns of paths: the programs that browsers, auditors and games run. TypeScript checks their types."""
TYPE_CHECK = "\n// @ts-check\n"


def list_scripts() -> list[Path]:
    """Return the paths of the programs that are formatted."""
    paths = [file.relative_to(ROOT) for file in list_files() if file.suffix == ".mjs"]
    return [path for path in paths if not is_left_out(path)]


def is_left_out(path: Path) -> bool:
    """Return whether a program is generated, or comes from others."""
    return any(fnmatch(str(path), pattern) for pattern in LEFT_OUT)


def list_untyped() -> list[Path]:
    """Return the paths of the programs that TypeScript passes over, though it should check them."""
    return [
        path
        for path in list_scripts()
        if any(fnmatch(str(path), pattern) for pattern in TYPED)
        and TYPE_CHECK not in (ROOT / path).read_text()
    ]


def main() -> int:
    """Run prettier, and return its exit status; with `--check`, 1 if a program lacks the mark for TypeScript."""
    untyped = list_untyped() if "--check" in sys.argv else []
    for path in untyped:
        print(f"{path} lacks the line // @ts-check below its first comment.")
    mode = "--check" if "--check" in sys.argv else "--write"
    command = [
        str(PRETTIER),
        mode,
        "--log-level",
        "warn",
        "--no-config",
        "--no-editorconfig",
        *map(str, list_scripts()),
    ]
    status = subprocess.run(command, cwd=ROOT, check=False).returncode  # noqa: S603
    return status or int(bool(untyped))


if __name__ == "__main__":
    sys.exit(main())
