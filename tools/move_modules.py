"""Move modules and the files beside them, and rewrite what names them: imports, dotted names and paths.

    python -m tools.move_modules TABLE

A line of the table has an old and a new path, such as `service/core/hands service/rankings`; the longest that fits a
file counts.
"""

import ast
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path, PurePosixPath

from tools.files import ROOT, list_files

TEXTS = {
    "",
    ".md",
    ".py",
    ".toml",
    ".yaml",
    ".json",
    ".mjs",
    ".tsv",
    ".txt",
    ".cfg",
    ".sh",
}
KEPT = (
    "CHANGELOG.md",
    "tools/move_modules.py",
    "tests/vectors/",
    "tests/contract/responses.jsonl",
)
"""Files whose texts stay as they are."""


class Moves:
    """Where files go, by their paths from the root."""

    def __init__(self, table: str) -> None:
        pairs = [line.split() for line in table.splitlines() if line.strip()]
        self.table = dict(pairs)

    def find(self, path: str) -> str:
        """Return the new path of a file or folder."""
        for old in (path, *map(str, PurePosixPath(path).parents)):
            if old in self.table:
                rest = path.removeprefix(old)
                return self.table[old] + rest
        return path


def name_module(path: str) -> str:
    """Return the dotted name of a module: that of its folder for `__init__.py`."""
    return path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


class ImportRewriter:
    """Rewrites the imports of modules: `modules` has the new name of each old one."""

    def __init__(self, modules: Mapping[str, str]) -> None:
        self.modules = modules

    def rewrite(self, text: str, old_path: str, new_path: str) -> str:
        """Return the text of a module with imports that fit the new paths."""
        lines = text.splitlines(keepends=True)
        nodes = [
            node
            for node in ast.walk(ast.parse(text))
            if isinstance(node, ast.ImportFrom | ast.Import)
        ]
        for node in sorted(nodes, key=lambda node: -node.lineno):
            new = self._write(node, old_path, new_path)
            if new is None:
                continue
            start, end = node.lineno - 1, (node.end_lineno or node.lineno) - 1
            before = lines[start].encode()[: node.col_offset].decode()
            after = lines[end].encode()[node.end_col_offset or 0 :].decode()
            comments = [line for line in lines[start:end] if "#" in line]
            if comments:
                raise SystemExit(
                    f"{old_path}:{node.lineno}: a comment within an import: {comments}"
                )
            indent = " " * node.col_offset
            lines[start : end + 1] = [before + f"\n{indent}".join(new) + after]
        return "".join(lines)

    def _write(
        self, node: ast.ImportFrom | ast.Import, old_path: str, new_path: str
    ) -> list[str] | None:
        """Return the statements in place of an import; None if it stays as it is."""
        if isinstance(node, ast.Import):
            if not any(name.name in self.modules for name in node.names):
                return None
            return [
                f"import {self.modules.get(name.name, name.name)}"
                + (f" as {name.asname}" if name.asname else "")
                for name in node.names
            ]
        base = self._resolve(node, old_path)
        if base is None:
            return None
        by_base: dict[str, list[str]] = {}
        for name in node.names:
            target = f"{base}.{name.name}"
            if target in self.modules:
                package, _, last = self.modules[target].rpartition(".")
                asname = name.asname or (name.name if name.name != last else None)
            else:
                package = self.modules[base]
                last = name.name
                asname = name.asname
            by_base.setdefault(package, []).append(
                last + (f" as {asname}" if asname else "")
            )
        return [
            f"from {self._refer(package, node, new_path)} import {self._join(names)}"
            for package, names in by_base.items()
        ]

    def _resolve(self, node: ast.ImportFrom, old_path: str) -> str | None:
        """Return the absolute name of the package or module that an import is from, None if it is of no moved tree."""
        if not node.level:
            return node.module if node.module in self.modules else None
        package = name_module(old_path).split(".")
        if not old_path.endswith("__init__.py"):
            package.pop()
        package = package[: len(package) - node.level + 1]
        name = ".".join([*package, *([node.module] if node.module else [])])
        return name if name in self.modules else None

    def _refer(self, target: str, node: ast.ImportFrom, new_path: str) -> str:
        """Return how the module at `new_path` writes the name of another: relatively if it did so before."""
        if not node.level:
            return target
        here = name_module(new_path).split(".")
        if not new_path.endswith("__init__.py"):
            here.pop()
        there = target.split(".")
        common = 0
        while common < min(len(here), len(there)) and here[common] == there[common]:
            common += 1
        return "." * (len(here) - common + 1) + ".".join(there[common:])

    def _join(self, names: list[str]) -> str:
        return names[0] if len(names) == 1 else f"({', '.join(names)})"


def list_paths(files: list[str]) -> Iterator[str]:
    """Yield all files and their folders."""
    yield from files
    yield from {
        str(folder) for file in files for folder in PurePosixPath(file).parents
    } - {"."}


def main() -> None:
    moves = Moves(Path(sys.argv[1]).read_text())
    files = [file.relative_to(ROOT).as_posix() for file in list_files()]
    old_paths = [
        path
        for path in list_paths(files)
        if path.startswith(("service", "tests", "benchmarks", "tools"))
    ]
    modules = {
        name_module(path): name_module(moves.find(path))
        for path in old_paths
        if "." not in Path(path).name or path.endswith(".py")
    }
    changed = {path: moves.find(path) for path in old_paths if moves.find(path) != path}
    # tables and dotted names as texts: the longest first
    renamed = dict(changed)
    for prefix in ("tests/", "service/"):
        renamed |= {
            old.removeprefix(prefix): new.removeprefix(prefix)
            for old, new in changed.items()
            if old.startswith(prefix)
            and old.count("/") > 1
            and new.startswith(prefix)
            and "." in Path(old).name
        }
    dotted = {old: new for old, new in modules.items() if old != new}
    words = {**renamed, **dotted}
    pattern = re.compile(
        r"(?<![\w./-])("
        + "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True))
        + r")(?![\w-])"
    )
    rewriter = ImportRewriter(modules)
    texts: dict[str, str] = {}
    for file in files:
        if file.startswith(KEPT) or Path(file).suffix not in TEXTS:
            continue
        text = (ROOT / file).read_text()
        new_text = (
            rewriter.rewrite(text, file, moves.find(file))
            if file.endswith(".py")
            else text
        )
        new_text = pattern.sub(lambda match: words[match[1]], new_text)
        if new_text != text:
            texts[moves.find(file)] = new_text
    for file in files:
        if moves.find(file) != file:
            target = ROOT / moves.find(file)
            target.parent.mkdir(parents=True, exist_ok=True)
            subprocess.run(["git", "mv", file, target], check=True, cwd=ROOT)  # noqa: S603, S607 (our own paths)
    for path, text in texts.items():
        (ROOT / path).write_text(text)


if __name__ == "__main__":
    main()
