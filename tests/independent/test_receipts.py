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
from tests.independent.verifier import PROGRAM, Service, run_program
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
) -> tuple[int, str]:
    """Return the exit code and the output of the command on a file, or on standard input."""
    path.write_text(json.dumps(file), encoding="utf-8")
    names = [] if stdin else [path]
    return run_program(
        *words,
        *names,
        stdin=path.read_bytes() if stdin else b"",
        program=program,
        cwd=path.parent,
    )


@pytest.mark.parametrize("stdin", [False, True])
def test_the_command_prints_valid_for_the_worked_example(
    tmp_path: Path, example: Fields, stdin: bool
) -> None:
    assert run_command(tmp_path / "receipt.json", example, stdin=stdin) == (0, YOURS)


@pytest.mark.parametrize("stdin", [False, True])
def test_the_command_prints_each_step_before_valid(
    tmp_path: Path, example: Fields, stdin: bool
) -> None:
    case = find_life("shoe")["answer"]
    code, printed = run_command(
        tmp_path / "receipt.json", example, "steps", stdin=stdin
    )
    assert (code, printed.splitlines()[-2]) == (0, "valid")
    titles = [
        line for line in printed.splitlines() if line and not line.startswith(" ")
    ]
    steps = ("random words", "draws, by fisher_yates", "the order")
    rounds = [
        [f"The key of round {number}", *(f"Round {number}: {what}" for what in steps)]
        for number in (0, 1)
    ]
    first = ["The terms", "The digest of the server seed", "The commitment"]
    assert titles == [
        *first,
        *rounds[0],
        *rounds[1],
        "The digests of the draws",
        "valid",
    ]
    for text in (
        case["canonical"],
        case["commitment"],
        case["rounds"][0]["key"],
        *case["digests"],
    ):
        assert text in printed


def test_the_command_prints_the_words_of_each_draw_and_the_rejected_ones(
    tmp_path: Path, live: str
) -> None:
    response = Service(live).post(
        "/v1/integers", min=1, max=2**31 + 1, count=8, replacement=True, seed="42"
    )
    code, printed = run_command(tmp_path / "response.json", response, "steps")
    assert (code, printed.splitlines()[-2]) == (0, "valid")
    rows = re.findall(
        r"^    \d+ +([0-9a-f]{8})  2147483649  ([0-9a-f]{8}) [0-9a-f]{8} +(.*)$",
        printed,
        re.M,
    )
    assert all(
        int(word, 16) * (2**31 + 1) >> 32 == int(high, 16) for word, high, _ in rows
    )
    drawn = [int(result) + 1 for _, _, result in rows if result != "too low, again"]
    assert drawn == response["integers"]
    assert len(rows) > len(drawn)


def test_the_command_prints_the_position_of_another_card(
    tmp_path: Path, example: Fields
) -> None:
    example["seen"][1]["cards"][0] = "AS"
    code, printed = run_command(tmp_path / "receipt.json", example)
    assert code == 1
    assert (
        " ".join(printed.split())
        == 'not valid: round 0, position 311 (draw 2) differs expected "8C" seen "AS"'
    )


def test_the_command_names_what_is_missing_beside_a_receipt(
    tmp_path: Path, example: Fields
) -> None:
    code, printed = run_command(tmp_path / "receipt.json", example["receipt"])
    assert code == 2
    assert printed.startswith("Nothing differs, but not everything was checked:\n")
    assert re.findall(r"^  (\w+): ", printed, re.M) == [
        "commitment",
        "client_seed",
        "seen",
        "draws",
    ]


def test_the_command_takes_what_the_player_noted_as_options(
    tmp_path: Path, example: Fields
) -> None:
    confirmed = example.pop("confirmed")
    noted = [
        "--commitment",
        confirmed["commitment"],
        "--client-seed",
        confirmed["client_seed"],
    ]
    path = tmp_path / "receipt.json"
    assert run_command(path, example, *noted) == (0, YOURS)
    code, printed = run_command(path, example, "--commitment", "0" * 64, *noted[2:])
    assert (code, printed.splitlines()[0]) == (1, "not valid: commitment differs")
    assert "another shoe" in printed
    code, printed = run_command(
        path, example | {"confirmed": {"client_seed": "mine"}}, *noted
    )
    assert (code, printed) == (
        3,
        "cannot be checked: confirmed.client_seed: the file has another one than the option\n",
    )


def test_the_exit_status_tells_valid_from_not_valid_partly_checked_and_unreadable(
    tmp_path: Path,
) -> None:
    path = tmp_path / "file.json"
    for text, words in (
        ('{"a": 1, "a": 1}', 'the member "a" twice'),
        (
            '{"receipt": {"terms": {"deck": "standard", "\\u0064eck": "euchre"}}}',
            "twice in one object",
        ),
        ('{"a": [1, {"b": 2}, {"b": 3}], "b": 1}', "seed: only a seeded response"),
        ("", "it is empty"),
        ("<html>", "it is not JSON"),
    ):
        path.write_text(text, encoding="utf-8")
        process = subprocess.run(
            ["node", PROGRAM, path], check=False, capture_output=True, text=True
        )
        assert (process.returncode, process.stdout) == (3, ""), text
        assert words in process.stderr, (text, process.stderr)
        assert "Unexpected" not in process.stderr
    for arguments, code in ((["--help"], 0), (["--hlep"], 3), ([path, "another"], 3)):
        process = subprocess.run(
            ["node", PROGRAM, *arguments], check=False, capture_output=True, text=True
        )
        assert (process.returncode, process.stderr == "") == (code, code == 0), (
            arguments
        )


def test_the_command_escapes_whatever_is_invisible_in_a_file(
    tmp_path: Path, example: Fields
) -> None:
    example["confirmed"]["client_seed"] = "AS\u200b\u202e\nvalid"
    code, printed = run_command(tmp_path / "receipt.json", example)
    assert (code, len(printed.splitlines())) == (1, 4)
    assert r'"AS\u200b\u202e\nvalid"' in printed
    example["receipt"]["tag\U000e0041\n"] = 1
    code, printed = run_command(tmp_path / "receipt.json", example)
    assert (code, len(printed.splitlines())) == (3, 1)
    assert printed.isascii()


def test_the_command_prints_why_a_file_cannot_be_checked(
    tmp_path: Path, example: Fields
) -> None:
    example["receipt"]["terms"]["cut"] = "7"
    code, printed = run_command(tmp_path / "receipt.json", example)
    assert code == 3
    assert printed.startswith("cannot be checked: terms.cut: an integer from 0 to")


def test_the_files_that_the_page_on_the_program_names_check_a_receipt_alone(
    tmp_path: Path, example: Fields
) -> None:
    for name in RECEIPT:
        (tmp_path / name).parent.mkdir(exist_ok=True)
        copy(PROGRAM.parent / name, tmp_path / name)
    program = tmp_path / PROGRAM.name
    assert run_command(tmp_path / "receipt.json", example, program=program) == (
        0,
        YOURS,
    )
    example["seen"][0]["cards"][1] = "AS"
    code, printed = run_command(tmp_path / "receipt.json", example, program=program)
    assert (code, printed.splitlines()[0]) == (
        1,
        "not valid: round 0, position 1 (draw 1) differs",
    )
