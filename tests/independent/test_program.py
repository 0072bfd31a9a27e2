"""`node verify/verify.mjs` as a program: by other names, with files that are no JSON, too large or too deep."""

import json
import subprocess
from pathlib import Path
from shutil import copytree
from threading import Timer

import pytest

from tests.independent.verifier import (
    PARTLY_CHECKED,
    PROGRAM,
    UNREADABLE,
    VALID,
    Run,
    run_program,
)
from tests.sealed.vector_files import Fields, find_life, make_file
from tools.files import ROOT

pytestmark = pytest.mark.node

VECTORS = json.loads(
    (ROOT / "tests" / "vectors" / "sd1.json").read_text(encoding="utf-8")
)
NOT_UTF_8 = "it is not UTF-8; save it in this encoding"
NO_OBJECT = "the file: an object was expected"
TOO_DEEP = "the file: it is nested too deeply: 200 levels are the most"
CUT = "it ends in the middle, as if the rest had been cut off"


def refuse(reason: str) -> Run:
    """Return how the program ends if a file cannot be checked for this reason."""
    return Run(UNREADABLE, f"cannot be checked: {reason}\n")


def run_on(file: Fields) -> Run:
    """Return how the program ends on a file that it reads from standard input."""
    return run_program(stdin=json.dumps(file).encode())


def read_results(run: Run) -> list[Fields]:
    """Return the result of each line, after a run that came to its end."""
    assert run.code == 0
    return [json.loads(line) for line in run.printed.splitlines()]


def answer(request: Fields) -> Fields:
    """Return the result of a request."""
    run = run_program("answer", stdin=json.dumps(request).encode())
    [result] = read_results(run)
    return result


def test_the_program_runs_by_any_name_and_through_links(tmp_path: Path) -> None:
    folder = copytree(PROGRAM.parent, tmp_path / "verify")
    linked = tmp_path / "sdverify"
    linked.symlink_to(PROGRAM)
    (tmp_path / "linked").symlink_to(folder)
    renamed = (folder / "verify.mjs").rename(folder / "verify (1).mjs")
    for program in (linked, renamed, tmp_path / "linked" / renamed.name):
        run = run_program(stdin=b'{"a', program=program)
        assert run == refuse(f"the file: {CUT}"), program


def test_a_file_of_the_program_that_is_missing_is_told(tmp_path: Path) -> None:
    folder = copytree(PROGRAM.parent, tmp_path / "verify")
    (folder / "responses" / "responses.mjs").unlink()
    run = run_program(stdin=b"{}", program=folder / "verify.mjs")
    assert run == refuse(
        "a file of the program is missing; copy the whole folder verify"
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
        run = run_program(path)
        assert run.code == UNREADABLE, encoding
        start = f"cannot be checked: the file: {reason}"
        assert run.printed.startswith(start), encoding
    path.write_bytes(b'{"keys": "\xff"}')
    assert run_program("--keys", path) == refuse(f"{path}: {NOT_UTF_8}")
    lines = run_program("lines", stdin=b'"\xed\xa0\x80"\n[]\n')
    surrogate, array = read_results(lines)
    assert surrogate["refused"]["message"] == f"the file: {NOT_UTF_8}"
    assert array["refused"]["message"] == NO_OBJECT


def test_texts_that_are_no_json_are_explained_by_place_and_not_by_their_words() -> None:
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
        ('{"a": 1', CUT),
        ('{"a": "b', CUT),
        ("[", CUT),
    ):
        run = run_program(stdin=text.encode())
        assert run == refuse(f"the file: {reason}"), text


def refuse_twice(name: str) -> Run:
    return refuse(f'the file: it has the member "{name}" twice in one object')


def test_long_strings_are_read_and_members_after_them_are_compared() -> None:
    for unit in ("x", '\\"', "\\\\", "{"):
        text = unit * (20_000_000 // len(unit))
        run = run_program(stdin=f'{{"a": "{text}", "b": 1, "b": 2}}'.encode())
        assert run == refuse_twice("b"), unit
    escaped = b'{"a\\\\": "\\"", "b": {"a\\\\": [":", "b"]}, "a\\u005c": 1}'
    assert run_program(stdin=escaped) == refuse_twice("a\\u005c")


def test_as_many_levels_are_read_as_by_the_service() -> None:
    for levels, reason in ((200, NO_OBJECT), (201, TOO_DEEP), (100_000, TOO_DEEP)):
        run = run_program(stdin=b"[" * levels + b"1" + b"]" * levels)
        assert run == refuse(reason), levels


DIE: Fields = {
    "path": "/v1/integers",
    "seed": "42",
    "index": 0,
    "min": 1,
    "max": 6,
    "count": 1,
}
NESTED = "[" * 201 + "]" * 201
REFUSED_LINES = ["null", "[]", "x", '"', '{"n": null}', NESTED]
BLANK_LINES = [" \t\r", "\r", ""]


@pytest.mark.parametrize(
    ("command", "members"), [("answer", {"refused"}), ("lines", {"valid", "refused"})]
)
def test_each_line_has_a_result_or_a_refusal(command: str, members: set[str]) -> None:
    lines = [*BLANK_LINES, *REFUSED_LINES, *BLANK_LINES, f"{json.dumps(DIE)}\r", ""]
    run = run_program(command, stdin="\n".join(lines).encode())
    *refused, _ = read_results(run)
    assert len(refused) == len(REFUSED_LINES)
    messages = []
    for result in refused:
        assert result.keys() == members
        assert result.get("valid") is None
        assert result["refused"].keys() == {"where", "message"}
        assert "Cannot read" not in result["refused"]["message"]
        messages.append(result["refused"]["message"])
    of_null, of_array, *_, of_nested = messages
    assert of_null == NO_OBJECT
    assert of_array == NO_OBJECT
    assert of_nested == TOO_DEEP


def test_a_request_is_answered() -> None:
    assert len(answer(DIE)["integers"]) == 1


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    for path, reason in (
        (tmp_path / "none", "there is no such file"),
        (tmp_path, "it is a folder"),
    ):
        assert run_program(path) == refuse(f"{path}: {reason}")
        assert run_program("--keys", path) == refuse(f"{path}: {reason}")


def test_an_option_that_is_there_twice_is_refused() -> None:
    for option in ("--commitment", "--client-seed", "--digest", "--keys"):
        run = run_program(option, "a", option, "b", stdin=b"{}")
        assert run == refuse(f"{option}: it is there twice")


def test_what_a_file_confirms_must_be_an_object_also_beside_an_option() -> None:
    for confirmed in (b'"ab"', b"[]", b"1"):
        file = b'{"receipt": {}, "confirmed": %s}' % confirmed
        run = run_program("--digest", "0" * 64, stdin=file)
        assert run == refuse("confirmed: an object was expected"), confirmed


def test_draws_that_are_missing_are_counted_however_many_the_receipt_counts() -> None:
    for draws, hidden, first in (
        (2**32 + 5, 2, 2),
        (4 * 10**8, 0, 5),
        (2**53 - 1, 1, 1),
    ):
        file = make_file(find_life("holdem"))
        file["receipt"]["drawn"]["draws"] = draws
        file["seen"] = [entry for entry in file["seen"] if entry["draw"] != hidden]
        missing = draws - len({entry["draw"] for entry in file["seen"]})
        run = run_on(file)
        assert run.code == PARTLY_CHECKED
        count = f"{missing} of the {draws} are not in the list"
        assert f"draws: {count}, the first is number {first}" in run.printed


def test_what_the_callers_of_a_proved_response_agreed_on_is_printed(
    tmp_path: Path,
) -> None:
    case = VECTORS["proofs"][0]
    keys = tmp_path / "jwks.json"
    keys.write_text(json.dumps({"keys": [case["jwk"]]}))
    alpha = case["answer"]["proof"]["alpha"]
    quoted = [json.dumps(text, ensure_ascii=False) for text in alpha["players"]]
    game = f"the game {json.dumps(alpha['game'])}, round {alpha['round']}"
    note = f"The proof is for {game}, the players {', '.join(quoted)}"
    stdin = json.dumps(case["answer"]).encode()
    run = run_program("--keys", keys, stdin=stdin)
    assert run.code == VALID
    assert run.printed.startswith("valid\n")
    assert run.printed.endswith(f"\n  {note}: compare them with yours.\n")
    assert note in run_program(stdin=stdin).printed


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
        assert process.stdout.read() == b""
        assert process.wait() == 0
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
    assert answer(request)["refused"]["where"] == "algorithm"


def test_an_option_of_a_deck_that_is_no_text_is_named() -> None:
    request = {"path": "/v1/decks/standard/shuffle", "seed": "a", "suit_order": 1}
    assert answer(request)["refused"]["where"] == "suit_order"
