"""Mutants: each is one small change, the tests that reach it are selected, and the document agrees with the records."""

import json
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from random import Random

import pytest

from benchmarks.documents import DOCS
from benchmarks.mutants.command import (
    MIN_KILLED,
    ROW,
    Sample,
    describes,
    load,
    load_equivalents,
    render_row,
    squeeze,
    write,
)
from benchmarks.mutants.mutations import Mutant, draw_mutants, list_places, make_mutant
from benchmarks.mutants.tests import (
    OF_IMPORTS,
    MeasuredFile,
    Outcome,
    run_mutant,
    run_python,
    select_tests,
)
from tests.tables import for_each
from tools.files import ROOT

SOURCE = """\
LIMIT = 3

def grow(
    number,
):
    return min(
        number + 1,
        LIMIT,
    )

def shrink(number):
    return number - 1
"""
MODULE = "service/rankings/sizes.py"
SERVER = "service/server/threads.py"
PAGES = "service/http/pages.py"
FILES = [
    MeasuredFile(
        "tests/deals/test_games.py", 5, {MODULE: [6, 7, 8], SERVER: [4], PAGES: [4]}
    ),
    MeasuredFile("tests/rankings/test_bridge.py", 1, {MODULE: [6, 7, 8]}),
    MeasuredFile("tests/rankings/test_sizes.py", 9, {MODULE: [6, 7, 8]}),
    MeasuredFile("tests/rankings/test_shrink.py", 2, {MODULE: [12]}),
    MeasuredFile("tests/core/test_imports.py", 1, {MODULE: []}),
    MeasuredFile("tests/server/test_gunicorn.py", 30, {"service/core/errors.py": [1]}),
    MeasuredFile(OF_IMPORTS, 8, {"service/core/errors.py": [1]}),
]


def mutate(
    before: str, after: str, *, line: int = 1, module: str = MODULE, within: str = ""
) -> Mutant:
    """Return a mutant of a line."""
    return Mutant(module, line, within, before, after, after)


KILLED: list[tuple[Mutant, Outcome]] = [
    (mutate("a", "b"), outcome) for outcome in Outcome if outcome != Outcome.SURVIVED
]
"""A mutant with each outcome but that of a survivor."""


def test_the_document_has_the_records_and_nearly_all_mutants_are_killed() -> None:
    samples = load(DOCS)
    lines = (DOCS / "operate.md").read_text().splitlines()
    assert render_row(samples.values()) in lines
    for name, sample in samples.items():
        assert sum(sample.outcomes.values()) >= 50, name
        assert sample.share >= MIN_KILLED, name


@for_each("entry", load_equivalents(), ids=lambda entry: entry["before"])
def test_an_entry_of_the_equivalents_is_one_mutant_of_the_service_and_has_a_reason(
    entry: dict[str, str],
) -> None:
    candidates = list_mutants(entry["before"])
    mutants = [mutant for mutant in candidates if describes(entry, mutant)]
    assert len(mutants) == 1, "the code has changed: correct the entry, or remove it"
    assert entry["reason"]


def list_mutants(before: str) -> Iterator[Mutant]:
    """Yield every mutant of the modules that have some code."""
    for file in sorted((ROOT / "service").rglob("*.py")):
        source = file.read_text()
        if squeeze(before) in squeeze(source):
            for place in list_places(ROOT, [str(file.relative_to(ROOT))]):
                for change in place.changes:
                    yield make_mutant(place, source, change)


def test_mutants_that_change_nothing_do_not_count_in_the_row_of_the_document(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    reasons = tmp_path / "equivalents.toml"
    reasons.write_text(
        '[[mutant]]\nwithin = "f"\nbefore = "a"\nafter = "c"\nreason = "Nobody reads it."\n'
    )
    monkeypatch.setattr("benchmarks.mutants.command.EQUIVALENTS", reasons)
    survivor = mutate("a", "c", within="g")
    equivalent = mutate("a", "c", within="f")
    survived = [(equivalent, Outcome.SURVIVED), (survivor, Outcome.SURVIVED)]
    sample = Sample.of(7, survived + KILLED)
    reasons_of_survivors = [survivor.reason for survivor in sample.survivors]
    assert reasons_of_survivors == ["Nobody reads it.", ""]
    assert sample.killed == 3
    assert sample.changing == 4
    assert sample.share == 0.75
    row = "rules, seed 7: 5 mutants, 1 without effect; 3 of 4 are killed, 75.0%"
    assert row in render_row([sample])


def test_the_row_tells_which_share_was_killed_before_tests_were_added() -> None:
    row = render_row([Sample.of(7, KILLED, first=2)])
    assert "(2 before tests were added, 66.7%)" in row


def test_the_records_and_their_row_in_the_document_are_written(tmp_path: Path) -> None:
    document = tmp_path / "operate.md"
    document.write_text(f"| a |\n{ROW} old |\n| b |\n")
    failed = (mutate("a", "b"), Outcome.FAILED)
    survived = (mutate("a", "c"), Outcome.SURVIVED)
    sample = Sample.of(1, [failed, survived])
    write([sample], tmp_path)
    assert document.read_text() == f"| a |\n{render_row([sample])}\n| b |\n"
    assert load(tmp_path) == {("rules", 1): sample}


CHANGES = {
    "x = 7": {"x = 8", "x = 6"},
    "x = y(frozen=True, strict=False, required=True)": {
        "x = y(frozen=True, strict=False, required=False)"
    },
    "x = a <= b not in c": {"x = a < b not in c", "x = a <= b in c"},
    "x = a // (b) and c or -d": {
        "x = a * (b) and c or -d",
        "x = a // (b) or c or -d",
        "x = a // (b) and c and -d",
        "x = a // (b) and c or d",
    },
    "x = a if b else c": {"x = a if not (b) else c"},
    "x = [a for a in b if c]": {"x = [a for a in b if not (c)]"},
    "for a in b: continue": {"for a in (): continue", "for a in b: break"},
    "while a: b()": {"while not (a): b()", "while a: pass"},
    "@post_load\ndef f(a: 1 = None) -> 2: ...": {"def f(a: 1 = None) -> 2: ..."},
    "@lru_cache(maxsize=4)\ndef f(): ...": set(),
    'x: Literal[1] = f"ä{1}" "ä" * a': {'x: Literal[1] = f"ä{1}" "ä" + a'},
}
"""By code, every mutant of it."""


@for_each("code", CHANGES)
def test_a_place_has_these_changes(code: str, tmp_path: Path) -> None:
    (tmp_path / "code.py").write_text(code)
    data = code.encode()
    found = set()
    for place in list_places(tmp_path, ["."]):
        for start, end, text in place.changes:
            mutant = data[:start] + text.encode() + data[end:]
            found.add(mutant.decode().lstrip())
    assert found == CHANGES[code]


def test_a_seed_draws_the_same_mutants_again_each_of_another_place() -> None:
    mutants = list(islice(draw_mutants(ROOT, ["service/bias"], Random(1)), 100))
    again = islice(draw_mutants(ROOT, ["service/bias"], Random(1)), 100)
    assert mutants == list(again)
    assert len({mutant.name for mutant in mutants}) == 100
    for mutant in mutants:
        lines = (ROOT / mutant.module).read_text().splitlines()
        assert mutant.before != mutant.after
        assert lines[mutant.line - 1].strip() in mutant.before


DEALS = "tests/deals/test_games.py"
OPENAPI = "tests/tools/test_openapi.py"
SIZES = "tests/rankings/test_sizes.py"
BRIDGE = "tests/rankings/test_bridge.py"
SHRINK = "tests/rankings/test_shrink.py"
GUNICORN = "tests/server/test_gunicorn.py"


@for_each(
    ("module", "line", "near", "far"),
    [
        (MODULE, 7, [SIZES, BRIDGE], [DEALS]),  # within a statement
        (MODULE, 12, [SHRINK], []),  # another function
        (MODULE, 1, [SIZES, BRIDGE, SHRINK], [DEALS, OPENAPI]),
        (SERVER, 4, [GUNICORN], [DEALS]),
        (PAGES, 4, [], [DEALS, GUNICORN]),
    ],
)
def test_the_files_that_run_a_line_are_selected(
    module: str, line: int, near: list[str], far: list[str]
) -> None:
    mutant = mutate("", "", line=line, module=module)
    (near_files, _), (far_files, _) = select_tests(mutant, SOURCE, FILES)
    assert near_files == near
    assert far_files == far


def test_the_tests_of_a_mutant_are_limited_in_time() -> None:
    names = [f"tests/rankings/test_{letter}.py" for letter in "abc"]
    slow = [MeasuredFile(name, 250, {MODULE: [12]}) for name in names]
    mutant = mutate("", "", line=12)
    (near, seconds), _ = select_tests(mutant, SOURCE, FILES + slow)
    assert near == [SHRINK, "tests/rankings/test_a.py"]
    assert seconds == 252


@pytest.mark.exhaustive
def test_a_file_is_measured_by_the_lines_that_its_tests_run() -> None:
    name = "tests/bias/test_tails.py"
    _, output = run_python(ROOT, ("-m", "benchmarks.mutants.tests", name))
    ((file, seconds, lines),) = json.loads(output.splitlines()[-1])
    source = (ROOT / "service/bias/reports.py").read_text().splitlines()
    run = {source[line - 1].strip() for line in lines["service/bias/reports.py"]}
    assert file == name
    assert seconds > 0
    assert "return math.erfc(abs(z) / math.sqrt(2))" in run
    assert "import math" not in run


OUTCOMES = {
    "LIMIT = 3": Outcome.SURVIVED,
    "LIMIT = 4": Outcome.FAILED,
    "LIMIT = 1 / 0": Outcome.BROKEN,
    "while True: pass": Outcome.UNTERMINATED,
}


@pytest.mark.parametrize("after", OUTCOMES)
def test_a_mutant_is_killed_by_a_failure_an_error_of_the_import_and_a_timeout(
    after: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    timeout = 1 if OUTCOMES[after] == Outcome.UNTERMINATED else 60
    monkeypatch.setattr("benchmarks.mutants.tests.MIN_TIMEOUT", timeout)
    module = tmp_path / "sizes.py"
    module.write_text("LIMIT = 3")
    (tmp_path / "test_sizes.py").write_text(
        "import sizes\ndef test_limit():\n    assert sizes.LIMIT == 3\n"
    )
    mutant = mutate("LIMIT = 3", after, module="sizes.py")
    groups: list[tuple[list[str], float]] = [([], 0), (["test_sizes.py"], 0)]
    assert run_mutant((mutant, groups), lambda: tmp_path) == OUTCOMES[after]
    assert module.read_text() == "LIMIT = 3"
