"""The files of tests that reach a mutant, by the lines that each runs without a change."""

import ast
import json
import subprocess
from collections.abc import Sequence
from dataclasses import astuple, dataclass
from hashlib import sha256
from itertools import accumulate
from pathlib import Path
from time import perf_counter

from coverage import CoverageData

from benchmarks.mutants.runs import PYTEST, run_python, share

SUITES = ("tests/core", "tests/api", "tests/docs", "tests/tools")
_EXCLUDED = {"tests/api/test_fuzz.py"}  # needs a server
_MAX_SECONDS = 240  # of the tests of a mutant, without the change


@dataclass(frozen=True, eq=False)
class MeasuredFile:
    """A file of tests, the version of it and of the code, the seconds that it takes, and the lines that it runs."""

    name: str
    version: str
    seconds: float
    lines: dict[str, list[int]]


def measure(clones: Sequence[Path], package: str, records: Path) -> list[MeasuredFile]:
    """Run each file of tests alone unless the records have it, and return the files with the lines that they run."""
    known = {row[0]: MeasuredFile(*row) for row in json.loads(records.read_text() if records.exists() else "[]")}
    listing = subprocess.check_output(  # noqa: S603
        ("git", "ls-tree", "-r", "HEAD", package, *SUITES),  # noqa: S607
        cwd=clones[0],
        text=True,
    )
    blobs = {name: mode_and_blob for mode_and_blob, _, name in (row.partition("\t") for row in listing.splitlines())}
    code = "".join(blob for name, blob in blobs.items() if name.startswith(package))
    versions = {
        name: sha256((code + blob).encode()).hexdigest()
        for name, blob in blobs.items()
        if Path(name).name.startswith("test_") and name not in _EXCLUDED
    }

    def run(folder: Path, name: str) -> MeasuredFile:
        if name in known and known[name].version == versions[name]:
            return known[name]
        start = perf_counter()
        database = folder / ".coverage"
        options = ("-m", "coverage", "run", f"--data-file={database}", f"--include={package}/*")
        result = run_python(folder, (*options, *PYTEST, name))
        if result.returncode not in {0, 5}:
            raise ValueError(f"{name} fails without a change:\n{result.stdout}{result.stderr}")
        data = CoverageData(str(database))
        data.read()
        lines = {str(Path(path).relative_to(folder)): sorted(data.lines(path) or ()) for path in data.measured_files()}
        return MeasuredFile(name, versions[name], perf_counter() - start, lines)

    for file in share(run, versions, clones):
        known[file.name] = file
        records.write_text(json.dumps([astuple(file) for file in known.values()]))
    return [known[name] for name in versions]


def select_tests(module: str, line: int, source: str, files: Sequence[MeasuredFile]) -> list[tuple[list[str], float]]:
    """Return the files of tests that run the statement of a line: those of its package, others, and their seconds."""
    reached = {file: set(lines) for file in files if (lines := file.lines.get(module))}
    all_lines = set[int]().union(*reached.values())
    imported = all_lines.intersection(*reached.values())
    # Every file runs what is run at the import: of those, the ones that run anything else of the module.
    wanted = all_lines.intersection(_statement(source, line)) - imported or all_lines - imported or imported
    package, stem = f"tests/core/{Path(module).parts[2]}/", Path(module).stem.rstrip("s")

    def rank(file: MeasuredFile) -> tuple[bool, bool, float]:
        has_stem = stem in Path(file.name).name
        return not (has_stem or file.name.startswith(package)), not has_stem, file.seconds

    ranked = sorted((file for file, lines in reached.items() if lines & wanted), key=rank)
    totals = accumulate(file.seconds for file in ranked)
    chosen = [file for file, total in zip(ranked, totals, strict=True) if file is ranked[0] or total < _MAX_SECONDS]
    groups = [file for file in chosen if not rank(file)[0]], [file for file in chosen if rank(file)[0]]
    return [([file.name for file in group], sum(file.seconds for file in group)) for group in groups]


def _statement(source: str, line: int) -> range:
    """Return the lines of the innermost statement around a line; of one with a body, those up to the line."""
    nodes = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.stmt)]
    around = [node for node in nodes if node.lineno <= line <= (node.end_lineno or 0)]
    inner = max(around, key=lambda node: node.lineno, default=None)
    if inner is None or isinstance(inner, ast.ClassDef):  # a decorator
        return range(line, line + 1)
    return range(inner.lineno, 1 + (line if hasattr(inner, "body") else inner.end_lineno or line))
