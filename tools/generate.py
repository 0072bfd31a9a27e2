"""Write the files that are generated from others, each after those that it is made of: `make generate`.

    python -m tools.generate           write those that are stale
    python -m tools.generate --all     also those that take a minute, though nothing changed that they are made of
    python -m tools.generate --check   name those that are stale, and fail if there are any
    python -m tools.generate MODULE…   write what these modules of WRITERS make

A module of WRITERS has a function `build_files`, which returns the text of each file, or raises ValueError if the
sources allow none.
"""

import difflib
import importlib
import json
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from tools.debian import install
from tools.files import ROOT, list_files

NEWEST = ROOT / "build" / "generated.json"
"""What the sources of slow writers were when these wrote last on this machine: a digest by the name of the module."""


class Writer(NamedTuple):
    """A module that makes files."""

    module: str
    compared_by: str = ""
    """The tests that compare its files, if `--check` does not, because it takes long or needs what a suite needs."""
    sources: Sequence[str] = ()
    """If it takes long, what its files are made of, and the files themselves: files and folders."""
    programs: Sequence[str] = ()
    """What it needs of Debian (tools/debian.py)."""


WRITERS = (
    Writer("tools.version"),
    Writer("tools.text_types"),
    Writer("tools.documents.endpoints"),
    Writer(
        "tools.vectors",
        compared_by="the suite node",
        sources=["verify", "tests/vectors/sd1.json"],
        programs=["node"],
    ),
    Writer("tools.known_answers"),
    Writer(
        "tools.bridge_boards",
        compared_by="the suite endplay",
        sources=[
            "tools/bridge_boards.py",
            "constraints.txt",
            "tests/vectors/bridge.json",
        ],
    ),
    Writer("tools.openapi.document"),
    Writer("tools.density"),
    Writer("tests.docs.tables"),
    Writer("tests.docs.examples", compared_by="tests/docs/test_curl_examples.py"),
    Writer("tools.contract.files"),
)
"""In the order in which they run. What a module makes is made of its own sources and of files of those above it."""


def build_files(module: str) -> Mapping[Path, str]:
    """Return the text of each file that a module makes. Raises ValueError if there is none."""
    files: Mapping[Path, str] = importlib.import_module(module).build_files()
    if not files:
        raise ValueError("It makes no file.")
    return files


def find_stale(files: Mapping[Path, str]) -> Iterator[tuple[Path, str]]:
    """Yield the files that have another text than they should, each with the text that it has."""
    for path, text in files.items():
        present = path.read_text("utf-8") if path.exists() else ""
        if present != text:
            yield path, present


def write(module: str) -> int:
    """Write what a module makes and is stale, name the files, and return the exit code."""
    try:
        files = build_files(module)
    except ValueError as error:
        print(f"{module} wrote nothing:", error, sep="\n")
        return 1
    for path, _ in find_stale(files):
        path.write_text(files[path], "utf-8")
        print(f"{path.relative_to(ROOT)} is written")
    return 0


def write_all(is_everything: bool) -> int:  # noqa: FBT001
    """Write what is stale, and return the exit code."""
    for writer in WRITERS:
        if writer.sources and not is_everything and is_newest(writer):
            continue
        if not install(writer.programs):
            return 1
        status = run_writer(writer.module)
        if status != 0:
            return status
        if writer.sources:
            note_newest(writer)
    return 0


def run_writer(module: str) -> int:
    """Write what a module makes in a process of its own: modules keep what they read of files that others write."""
    command = [sys.executable, "-m", "tools.generate", module]
    return subprocess.run(command, cwd=ROOT, check=False).returncode  # noqa: S603


def digest_sources(writer: Writer) -> str:
    """Return a digest of the paths and texts of a writer's sources."""
    paths = {str(file.relative_to(ROOT)): file for file in list_files()}
    digest = sha256()
    for path, file in paths.items():
        if any(path == name or path.startswith(f"{name}/") for name in writer.sources):
            digest.update(f"{path} {sha256(file.read_bytes()).hexdigest()}\n".encode())
    return digest.hexdigest()


def read_newest() -> dict[str, str]:
    """Return the digest of the sources of each slow writer that ran on this machine."""
    newest: dict[str, str] = json.loads(NEWEST.read_text()) if NEWEST.exists() else {}
    return newest


def is_newest(writer: Writer) -> bool:
    """Return whether nothing changed that a writer's files are made of since it ran."""
    return read_newest().get(writer.module) == digest_sources(writer)


def note_newest(writer: Writer) -> None:
    """Note that a writer ran on its present sources."""
    newest = read_newest() | {writer.module: digest_sources(writer)}
    NEWEST.parent.mkdir(exist_ok=True)
    NEWEST.write_text(json.dumps(newest, indent=1) + "\n")


def print_difference(present: str, text: str, name: str, module: str) -> None:
    """Print how a file differs from what a module makes."""
    difference = difflib.unified_diff(
        present.splitlines(),
        text.splitlines(),
        name,
        f"{name}, by {module}",
        lineterm="",
    )
    for line in difference:
        print(line)


def check() -> int:
    """Print how stale files differ and the command that writes them, and return the exit code."""
    stale: list[str] = []
    for writer in WRITERS:
        if writer.compared_by:
            continue
        try:
            files = build_files(writer.module)
        except ValueError as error:
            print(f"{writer.module} would write nothing:", error, sep="\n")
            return 1
        for path, present in find_stale(files):
            name = str(path.relative_to(ROOT))
            stale.append(name)
            print_difference(present, files[path], name, writer.module)
    for name in stale:
        print(f"{name} is stale: make generate")
    return int(bool(stale))


def main(arguments: Sequence[str]) -> int:
    """Run a command of the module's docstring, and return the exit code."""
    match arguments:
        case ["--check"]:
            return check()
        case [] | ["--all"]:
            return write_all(bool(arguments))
        case _:
            return max(map(write, arguments))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
