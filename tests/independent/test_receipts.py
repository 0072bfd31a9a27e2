"""Receipts of shoes that were drawn from at random and revealed, checked against the cards that were seen.

`make test SUITE=node`. The independent implementation and /v1/verify check them, and must agree. Requests depend on the
seed of pytest-randomly alone, which a failure names; the cards depend on server seeds of the service.
"""

import json
import re
import subprocess
from pathlib import Path
from shutil import copy

import pytest

from tests.independent.request_generator import Fields
from tests.independent.verifier import (
    NOT_VALID,
    PARTLY_CHECKED,
    PROGRAM,
    UNREADABLE,
    VALID,
    Run,
    Service,
    run_program,
)
from tests.sealed.vector_files import find_life, make_file
from tools.documents.modules import RECEIPT

pytestmark = pytest.mark.node


@pytest.fixture
def example() -> Fields:
    """Return the first worked example of docs/definitions/sealed.md with the cards that were seen."""
    return make_file(find_life("shoe"))


YOURS = (
    "valid\n  the last word decided: you confirmed the commitment and the client seed: nobody could "
    "choose, unless whoever held the token gave the last words, or agreed with whoever did\n"
)


def run_command(
    path: Path, file: Fields, *words: str, stdin: bool = False, program: Path = PROGRAM
) -> Run:
    """Return how the command ends on a file, or on standard input."""
    path.write_text(json.dumps(file), encoding="utf-8")
    folder = path.parent
    if stdin:
        text = path.read_bytes()
        return run_program(*words, stdin=text, program=program, cwd=folder)
    return run_program(*words, path, program=program, cwd=folder)


def assert_steps_are_valid(run: Run) -> None:
    """Raise `AssertionError` unless the command printed that the result is valid after its steps."""
    *_, verdict, _ = run.printed.splitlines()
    assert run.code == VALID
    assert verdict == "valid"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Return where a test writes its file."""
    return tmp_path / "receipt.json"


@pytest.mark.parametrize("stdin", [False, True])
def test_the_command_prints_valid_for_the_worked_example(
    path: Path, example: Fields, stdin: bool
) -> None:
    assert run_command(path, example, stdin=stdin) == Run(VALID, YOURS)


STEPS = [
    "The terms",
    "The digest of the server seed",
    "The commitment",
    "The key of round 1",
    "Round 1: random words",
    "Round 1: draws, by fisher_yates",
    "Round 1: the order",
    "The key of round 2",
    "Round 2: random words",
    "Round 2: draws, by fisher_yates",
    "Round 2: the order",
    "The digests of the draws",
    "valid",
]
"""The titles of the steps of the worked example."""


@pytest.mark.parametrize("stdin", [False, True])
def test_the_command_prints_each_step_before_valid(
    path: Path, example: Fields, stdin: bool
) -> None:
    run = run_command(path, example, "steps", stdin=stdin)
    assert_steps_are_valid(run)
    lines = run.printed.splitlines()
    titles = [line for line in lines if line and not line.startswith(" ")]
    assert titles == STEPS
    case = find_life("shoe")["answer"]
    first_round = case["rounds"][0]
    assert case["canonical"] in run.printed
    assert case["commitment"] in run.printed
    assert first_round["key"] in run.printed
    for digest in case["digests"]:
        assert digest in run.printed


def test_the_command_prints_the_words_of_each_draw_and_the_rejected_ones(
    path: Path, live: str
) -> None:
    response = Service(live).post(
        "/v1/integers", min=1, max=2**31 + 1, count=8, replacement=True, seed="42"
    )
    run = run_command(path, response, "steps")
    assert_steps_are_valid(run)
    row = r"^    \d+ +([0-9a-f]{8})  2147483649  ([0-9a-f]{8}) [0-9a-f]{8} +(.*)$"
    drawn = []
    rejected = 0
    for word, high, result in re.findall(row, run.printed, re.MULTILINE):
        assert int(word, 16) * (2**31 + 1) >> 32 == int(high, 16)
        if result == "too low, again":
            rejected += 1
        else:
            drawn.append(int(result) + 1)
    assert drawn == response["integers"]
    assert rejected > 0


def test_the_command_prints_the_position_of_another_card(
    path: Path, example: Fields
) -> None:
    example["seen"][1]["cards"][0] = "AS"
    run = run_command(path, example)
    assert run.code == NOT_VALID
    words = " ".join(run.printed.split())
    difference = 'round 0, position 311 (draw 2) differs expected "8C" seen "AS"'
    assert words == f"not valid: {difference}"


def test_the_command_names_what_is_missing_beside_a_receipt(
    path: Path, example: Fields
) -> None:
    run = run_command(path, example["receipt"])
    assert run.code == PARTLY_CHECKED
    first = "Nothing differs, but not everything was checked:\n"
    assert run.printed.startswith(first)
    missing = re.findall(r"^  (\w+): ", run.printed, re.MULTILINE)
    assert missing == ["commitment", "client_seed", "seen", "draws"]


def test_the_command_takes_what_the_player_noted_as_options(
    path: Path, example: Fields
) -> None:
    confirmed = example.pop("confirmed")
    commitment = ["--commitment", confirmed["commitment"]]
    client_seed = ["--client-seed", confirmed["client_seed"]]
    noted = commitment + client_seed
    assert run_command(path, example, *noted) == Run(VALID, YOURS)
    other = run_command(path, example, "--commitment", "0" * 64, *client_seed)
    assert other.code == NOT_VALID
    assert other.printed.startswith("not valid: commitment differs\n")
    assert "another shoe" in other.printed
    example["confirmed"] = {"client_seed": "mine"}
    contradiction = run_command(path, example, *noted)
    assert contradiction.code == UNREADABLE
    reason = "confirmed.client_seed: the file has another one than the option"
    assert contradiction.printed == f"cannot be checked: {reason}\n"


DECK_TWICE = '{"receipt": {"terms": {"deck": "standard", "\\u0064eck": "euchre"}}}'


def test_the_exit_status_tells_valid_from_not_valid_partly_checked_and_unreadable(
    path: Path,
) -> None:
    def run(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
        command = ["node", PROGRAM, *arguments]
        return subprocess.run(command, check=False, capture_output=True, text=True)

    for text, words in (
        ('{"a": 1, "a": 1}', 'the member "a" twice'),
        (DECK_TWICE, "twice in one object"),
        ('{"a": [1, {"b": 2}, {"b": 3}], "b": 1}', "seed: only a seeded response"),
        ("", "it is empty"),
        ("<html>", "it is not JSON"),
    ):
        path.write_text(text, encoding="utf-8")
        process = run(path)
        assert process.returncode == UNREADABLE, text
        assert process.stdout == "", text
        assert words in process.stderr, text
        assert "Unexpected" not in process.stderr
    explained = run("--help")
    assert explained.returncode == VALID
    assert explained.stderr == ""
    for arguments in (["--hlep"], [path, "another"]):
        process = run(*arguments)
        assert process.returncode == UNREADABLE, arguments
        assert process.stderr != "", arguments


def test_the_command_escapes_whatever_is_invisible_in_a_file(
    path: Path, example: Fields
) -> None:
    example["confirmed"]["client_seed"] = "AS\u200b\u202e\nvalid"
    other_seed = run_command(path, example)
    assert other_seed.code == NOT_VALID
    assert len(other_seed.printed.splitlines()) == 4
    assert r'"AS\u200b\u202e\nvalid"' in other_seed.printed
    example["receipt"]["tag\U000e0041\n"] = 1
    unknown = run_command(path, example)
    assert unknown.code == UNREADABLE
    assert len(unknown.printed.splitlines()) == 1
    assert unknown.printed.isascii()


def test_the_command_prints_why_a_file_cannot_be_checked(
    path: Path, example: Fields
) -> None:
    example["receipt"]["terms"]["cut"] = "7"
    run = run_command(path, example)
    assert run.code == UNREADABLE
    assert run.printed.startswith("cannot be checked: terms.cut: an integer from 0 to")


def test_the_files_that_the_page_on_the_program_names_check_a_receipt_alone(
    path: Path, example: Fields
) -> None:
    folder = path.parent
    for name in RECEIPT:
        copied = folder / name
        copied.parent.mkdir(exist_ok=True)
        copy(PROGRAM.parent / name, copied)
    program = folder / PROGRAM.name
    assert run_command(path, example, program=program) == Run(VALID, YOURS)
    example["seen"][0]["cards"][1] = "AS"
    run = run_command(path, example, program=program)
    assert run.code == NOT_VALID
    difference = "round 0, position 1 (draw 1) differs"
    assert run.printed.startswith(f"not valid: {difference}\n")
