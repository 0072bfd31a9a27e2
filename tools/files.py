"""The files of the project: those of its folder that .gitignore does not name, with or without a repository of git."""

import os
from collections.abc import Iterator
from fnmatch import fnmatch
from pathlib import Path

ROOT = Path(__file__).parent.parent


def list_files(root: Path = ROOT) -> list[Path]:
    """Return the files of a copy of the project, sorted: what git has or would add, without asking git."""
    patterns = [".git", *(root / ".gitignore").read_text().split()]
    return sorted(_walk(root, root, patterns))


def _walk(folder: Path, root: Path, patterns: list[str]) -> Iterator[Path]:
    with os.scandir(folder) as entries:
        kept = [
            entry
            for entry in entries
            if not any(_matches(entry, root, pattern) for pattern in patterns)
        ]
    for entry in kept:
        if entry.is_dir(follow_symlinks=False):
            yield from _walk(Path(entry.path), root, patterns)
        elif entry.is_file():
            yield Path(entry.path)


def _matches(entry: os.DirEntry[str], root: Path, pattern: str) -> bool:
    """Return whether a pattern names an entry: by its name, or by its path from the root if the pattern has a slash."""
    if pattern.endswith("/") and not entry.is_dir(follow_symlinks=False):
        return False
    pattern = pattern.rstrip("/")
    return fnmatch(
        str(Path(entry.path).relative_to(root)) if "/" in pattern else entry.name,
        pattern,
    )
