"""`node verify/verify.mjs` as a program: by other names, with files that are no JSON, too large or too deep."""

import json
import subprocess
from pathlib import Path
from shutil import copytree
from threading import Timer

import pytest

from tests.conftest import ROOT
from tests.independent.verifier import PROGRAM, run_program
from tests.sealed.vector_files import find_life, make_file

pytestmark = pytest.mark.node

VECTORS = json.loads(
    (ROOT / "tests" / "vectors" / "sd1.json").read_text(encoding="utf-8")
)
CUT_OFF = "cannot be checked: the file: it ends in the middle, as if the rest had been cut off\n"
NOT_UTF_8 = "it is not UTF-8; save it in this encoding"
TOO_DEEP = "the file: it is nested too deeply: 200 levels are the most"


def test_the_program_runs_by_any_name_and_through_links(tmp_path: Path) -> None:
    folder = copytree(PROGRAM.parent, tmp_path / "verify")
    linked = tmp_path / "sdverify"
    linked.symlink_to(PROGRAM)
    (tmp_path / "linked").symlink_to(folder)
    renamed = (folder / "verify.mjs").rename(folder / "verify (1).mjs")
    for program in (linked, renamed, tmp_path / "linked" / renamed.name):
        assert run_program(stdin=b'{"a', program=program) == (3, CUT_OFF), program


def test_a_module_that_imports_the_program_does_not_run_it(tmp_path: Path) -> None:
    other = tmp_path / "my-verify.mjs"
    other.write_text(f'import {json.dumps(PROGRAM.as_uri())};\nconsole.log("mine");\n')
    assert run_program(stdin=b"{", program=other) == (0, "mine\n")


def test_a_file_of_the_program_that_is_missing_is_told(tmp_path: Path) -> None:
    folder = copytree(PROGRAM.parent, tmp_path / "verify")
    (folder / "responses.mjs").unlink()
    code, printed = run_program(stdin=b"{}", program=folder / "verify.mjs")
    assert (code, printed) == (
        3,
        "cannot be checked: a file of the program is missing; copy the whole folder verify\n",
    )


def test_a_file_that_is_not_utf_8_is_refused(tmp_path: Path) -> None:
    file = {"seed": "Zoë", "index": 0}
    path = tmp_path / "file.json"
    text = json.dumps(file, ensure_ascii=False)
    for encoding, reason in (
        ("latin-1", NOT_UTF_8),
        ("utf-16", NOT_UTF_8),
        ("utf-8-sig", "it is not JSON"),
    ):
        path.write_bytes(text.encode(encoding))
        code, printed = run_program(str(path))
        assert (code, printed.startswith(f"cannot be checked: the file: {reason}")) == (
            3,
            True,
        ), (encoding, printed)
    path.write_bytes(b'{"keys": "\xff"}')
    assert run_program("--keys", str(path)) == (
        3,
        f"cannot be checked: {path}: {NOT_UTF_8}\n",
    )
    code, printed = run_program("lines", stdin=b'"\xed\xa0\x80"\n[]\n')
    results = [json.loads(line)["refused"]["message"] for line in printed.splitlines()]
    assert (code, results) == (
        0,
        [f"the file: {NOT_UTF_8}", "the file: an object was expected"],
    )


def test_texts_that_are_no_json_are_explained_by_their_place_and_not_by_their_words() -> (
    None
):
    cut = "it ends in the middle, as if the rest had been cut off"
    for text, reason in (
        ("Unterminated", "it is not JSON"),
        ("end of JSON", "it is not JSON"),
        ("\nat position 1", "it is not JSON"),
        ("x in JSON at position 5", "it is not JSON"),
        ('["position 2", x]', "it is not JSON"),
        ('["Unterminated string", x]', "it is not JSON"),
        (
            '"Unexpected end of JSON input" x',
            "it is not JSON from line 1, column 32 on",
        ),
        ('{"a": 1,\n "b" 2}', "it is not JSON from line 2, column 6 on"),
        ('{"a": 1', cut),
        ('{"a": "b', cut),
        ("[", cut),
    ):
        assert run_program(stdin=text.encode()) == (
            3,
            f"cannot be checked: the file: {reason}\n",
        ), text


def test_long_strings_are_read_and_members_after_them_are_compared() -> None:
    for unit in ("x", '\\"', "\\\\", "{"):
        text = unit * (20_000_000 // len(unit))
        code, printed = run_program(stdin=f'{{"a": "{text}", "b": 1, "b": 2}}'.encode())
        assert (code, printed) == (
            3,
            'cannot be checked: the file: it has the member "b" twice in one object\n',
        ), unit
    code, printed = run_program(
        stdin=b'{"a\\\\": "\\"", "b": {"a\\\\": [":", "b"]}, "a\\u005c": 1}'
    )
    assert (code, printed) == (
        3,
        'cannot be checked: the file: it has the member "a\\u005c" twice in one object\n',
    )


def test_as_many_levels_are_read_as_by_the_service() -> None:
    for levels in (200, 201, 100_000):
        code, printed = run_program(stdin=b"[" * levels + b"1" + b"]" * levels)
        reason = "the file: an object was expected" if levels == 200 else TOO_DEEP
        assert (code, printed) == (3, f"cannot be checked: {reason}\n"), levels


def test_each_line_has_a_result_or_a_refusal() -> None:
    request = {
        "path": "/v1/integers",
        "seed": "42",
        "index": 0,
        "min": 1,
        "max": 6,
        "count": 1,
    }
    lines = [
        "null",
        "[]",
        "x",
        '"',
        " \t\r",
        "\r",
        '{"n": null}',
        "[" * 201 + "]" * 201,
    ]
    lines += [json.dumps(request) + "\r", ""]
    for command in ("answer", "lines"):
        code, printed = run_program(command, stdin="\n".join(lines).encode())
        results = [json.loads(line) for line in printed.splitlines()]
        assert (code, len(results)) == (0, 7), command
        for result in results[:6]:
            assert result == ({} if command == "answer" else {"valid": None}) | {
                "refused": result["refused"]
            }
            assert set(result["refused"]) == {"where", "message"}
            assert "Cannot read" not in result["refused"]["message"], (command, result)
        assert [result["refused"]["message"] for result in results[:2]] == [
            "the file: an object was expected"
        ] * 2
        assert results[5]["refused"]["message"] == TOO_DEEP
    (result,) = (
        json.loads(line)
        for line in run_program("answer", stdin=lines[8].encode())[1].splitlines()
    )
    assert len(result["integers"]) == 1


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    for path, reason in (
        (tmp_path / "none", "there is no such file"),
        (tmp_path, "it is a folder"),
    ):
        assert run_program(str(path)) == (3, f"cannot be checked: {path}: {reason}\n")
        assert run_program("--keys", str(path)) == (
            3,
            f"cannot be checked: {path}: {reason}\n",
        )


def test_an_option_that_is_there_twice_is_refused() -> None:
    for option in ("--commitment", "--client-seed", "--digest", "--keys"):
        code, printed = run_program(option, "a", option, "b", stdin=b"{}")
        assert (code, printed) == (
            3,
            f"cannot be checked: {option}: it is there twice\n",
        )


def test_draws_that_are_missing_are_counted_however_many_the_receipt_counts() -> None:
    for draws, hidden, first in (
        (2**32 + 5, 2, 2),
        (4 * 10**8, 0, 5),
        (2**53 - 1, 1, 1),
    ):
        file = make_file(find_life("holdem"))
        file["receipt"]["drawn"]["draws"] = draws
        file["seen"] = [entry for entry in file["seen"] if entry["draw"] != hidden]
        code, printed = run_program(stdin=json.dumps(file).encode())
        missing = draws - len({entry["draw"] for entry in file["seen"]})
        text = f"draws: {missing} of the {draws} are not in the list, the first is number {first}"
        assert (code, text in printed) == (2, True), printed


def test_what_the_callers_of_a_proved_response_agreed_on_is_printed(
    tmp_path: Path,
) -> None:
    case = VECTORS["proofs"][0]
    (tmp_path / "jwks.json").write_text(json.dumps({"keys": [case["jwk"]]}))
    alpha = case["answer"]["proof"]["alpha"]
    players = ", ".join(
        json.dumps(text, ensure_ascii=False) for text in alpha["players"]
    )
    note = f"The proof is for the game {json.dumps(alpha['game'])}, round {alpha['round']}, the players {players}"
    stdin = json.dumps(case["answer"]).encode()
    code, printed = run_program("--keys", str(tmp_path / "jwks.json"), stdin=stdin)
    assert (code, printed.splitlines()[0]) == (0, "valid")
    assert printed.endswith(f"\n  {note}: compare them with yours.\n")
    assert note in run_program(stdin=stdin)[1]


@pytest.mark.parametrize(
    ("command", "members"), [("lines", {"valid", "refused"}), ("answer", {"refused"})]
)
def test_each_line_is_answered_when_it_comes(command: str, members: set[str]) -> None:
    """A program that keeps the command as a co-process sends a line, and reads its result before the next."""
    command_line = ["node", str(PROGRAM), command]
    with subprocess.Popen(
        command_line, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0
    ) as process:
        assert process.stdin
        assert process.stdout
        stop = Timer(30, process.kill)
        stop.start()
        for parts in ((b"{}\n",), (b'{"a":', b" 1}\n")):
            for part in parts:
                process.stdin.write(part)
            assert json.loads(process.stdout.readline()).keys() == members
        process.stdin.close()
        assert (process.stdout.read(), process.wait()) == (b"", 0)
        stop.cancel()


def test_a_program_checks_responses_as_the_guide_shows() -> None:
    guide = (ROOT / "docs" / "definitions/verify.md").read_text(encoding="utf-8")
    code, _, rest = guide.partition("```js\n")[2].partition("```\n")
    command = ["node", "--input-type=module", "-e", code]
    printed = subprocess.run(
        command, check=True, cwd=ROOT, capture_output=True, text=True, timeout=60
    ).stdout
    first, second, third = printed.splitlines()
    assert rest.strip().startswith(f"It prints `{first}`, `{second}` and `{third}`.")


def test_a_shuffle_that_cannot_order_more_than_2_53_items_is_named() -> None:
    request = {
        "path": "/v1/integers",
        "seed": "a",
        "index": 0,
        "min": 1 - 2**53,
        "max": 2**53 - 1,
        "count": 3,
        "replacement": False,
        "algorithm": "sort_keys",
    }
    _, output = run_program("answer", stdin=json.dumps(request).encode())
    assert json.loads(output)["refused"]["where"] == "algorithm", output


def test_an_option_of_a_deck_that_is_no_text_is_named() -> None:
    request = {"path": "/v1/decks/standard/shuffle", "seed": "a", "suit_order": 1}
    _, printed = run_program("answer", stdin=json.dumps(request).encode())
    assert json.loads(printed)["refused"]["where"] == "suit_order"
