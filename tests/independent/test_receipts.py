"""Receipts of shoes that were drawn from at random and revealed, checked against the cards that were seen.

`make test SUITE=node`. The independent implementation and /v1/verify check them, and must agree. Requests depend on the
seed of pytest-randomly alone, which a failure names; the cards depend on server seeds of the service.
"""

import json
import os
import re
import subprocess
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from http.client import HTTPConnection
from pathlib import Path
from random import Random
from re import fullmatch
from shutil import copy
from typing import Any
from urllib.parse import urlsplit

import pytest

from service.core.cards.decks import DECKS
from service.core.cards.options import PackOptions
from service.core.cards.shoes import build_shoe
from service.core.shuffles.algorithms import SHUFFLES, Uniformity
from tests.conftest import ROOT
from tests.independent.request_generator import Fields, RequestGenerator
from tests.independent.test_fairness import FILES, PROGRAM_PAGE
from tests.independent.verifier import run_verifier

pytestmark = pytest.mark.node

PROGRAM = ROOT / "verify" / "verify.mjs"
SHOES = int(os.environ.get("SHOES", "100" if "CI" in os.environ else "1000"))
MAX_DRAWS = 4
EXACT = [shuffle.name for shuffle in SHUFFLES.values() if shuffle.uniformity is Uniformity.EXACT]
MAX_CARDS = 600  # a shoe of 1,500 takes JavaScript a while

Alteration = Callable[[], str]
"""Alters one value of a file in place, and returns a pattern of the path at which a check must find it."""


class Service:
    """A running service, over one connection."""

    def __init__(self, live: str) -> None:
        self.connection = HTTPConnection(urlsplit(live).netloc, timeout=60)

    def __enter__(self) -> "Service":
        return self

    def __exit__(self, *_: object) -> None:
        self.connection.close()

    def post(self, path: str, **fields: Any) -> Fields:
        status, response = self.send(path, fields)
        assert status == 200, (path, fields, response)
        return response

    def find_difference(self, file: Fields) -> str | None:
        """Return the path of the first difference that /v1/verify finds, or its refusal; None if nothing differs."""
        status, response = self.send("/v1/verify", file)
        if status == 422:
            return str(response["detail"])
        difference = response.get("difference")
        return str(difference["where"]) if difference else None

    def find_verdict(self, file: Fields) -> tuple[bool | None, set[str]]:
        """Return the verdict of /v1/verify, and the names of what it did not check, if nothing differs."""
        response = self.post("/v1/verify", **file)
        return response["valid"], set() if response["valid"] is False else set(response["unchecked"])

    def send(self, path: str, fields: Fields) -> tuple[int, Fields]:
        self.connection.request("POST", path, json.dumps(fields), {"Content-Type": "application/json"})
        response = self.connection.getresponse()
        return response.status, json.loads(response.read())


@dataclass
class ShoeSession:
    """A random shoe, and the cards that were seen of it."""

    service: Service
    generator: RequestGenerator
    seen: list[Fields] = field(default_factory=list)

    @property
    def random(self) -> Random:
        return self.generator.random

    def play(self) -> Fields:
        """Open a shoe, draw from it and reveal it; return the receipt with the cards that were seen."""
        opened = self.service.post("/v1/shoes", **self.choose_terms())
        terms, shoe, remaining, is_due = opened["terms"], opened["shoe"], opened["remaining"], False
        client_seed = self.random.choice([None, self.generator.choose_seed()])
        client_seed = None if client_seed is None else str(client_seed)
        for turn in range(self.random.randint(0, MAX_DRAWS)):
            remaining = opened["size"] if is_due else remaining
            if not remaining:
                break
            fields = self.choose_draw(remaining, endless=terms["reshuffle"] == "when_empty")
            if client_seed is not None and (turn == 0 or self.random.random() < 0.5):
                fields["client_seed"] = client_seed
            drawn = self.service.post("/v1/shoes/draw", shoe=shoe, **fields)
            shoe, remaining, is_due = drawn["shoe"], drawn["remaining"], drawn["reshuffle_due"]
            self.record(drawn)
        receipt = self.service.post("/v1/shoes/reveal", shoe=shoe)["receipt"]
        assert (receipt["commitment"], receipt["terms"]) == (opened["commitment"], terms)
        noted = {"commitment": opened["commitment"]}
        if receipt["client_seed"] is not None:
            noted["client_seed"] = client_seed
        return {"receipt": receipt, **noted} | ({"seen": self.seen} if self.seen else {})

    def choose_terms(self) -> Fields:
        """Return terms of a shoe that is not too large; only one policy has a cut."""
        size = MAX_CARDS + 1
        while size > MAX_CARDS:
            deck, packs, size = self.generator.choose_shoe()
        reshuffle = self.random.choice(["when_empty", "at_cut", "never"])
        cut = {"cut": self.random.randint(0, size - 1)} if reshuffle == "at_cut" else {}
        label = "".join(self.generator.choose_character() for _ in range(self.random.randint(1, 256)))
        return (
            {"scheme": "shoe1", "deck": deck, "reshuffle": reshuffle} | packs | cut | self.choose_optional_terms(label)
        )

    def choose_optional_terms(self, label: str) -> Fields:
        return self.generator.choose_some(algorithm=self.random.choice(EXACT), label=label)

    def choose_draw(self, remaining: int, *, endless: bool) -> Fields:
        burn = self.random.choice([0, 0, self.random.randint(0, min(3, remaining - 1))])
        max_count = remaining - burn + (remaining if endless else 0)
        count = self.random.choice([1, self.random.randint(1, min(max_count, 20)), self.random.randint(1, max_count)])
        return (
            {"count": count}
            | ({"burn": burn} if burn else {})
            | self.generator.choose_some(**{"from": self.choose_end()})
        )

    def choose_end(self) -> str:
        return self.random.choice(["top", "bottom"])

    def record(self, drawn: Fields) -> None:
        """Record the drawn cards, in runs of successive positions, with null for a burned one."""
        entry = drawn["seen"]
        for card, number, position in zip(entry["cards"], entry["rounds"], entry["positions"], strict=True):
            last = self.seen[-1] if self.seen else {"round": None, "position": 0, "cards": []}
            if (number, position) == (last["round"], last["position"] + len(last["cards"])):
                last["cards"].append(card)
            else:
                self.seen.append({"round": number, "position": position, "cards": [card]})


@dataclass
class Tampering:
    """Alterations of a file that a check must find."""

    file: Fields
    random: Random

    def alterations(self) -> Iterator[Alteration]:
        """Yield the alterations that make this file invalid."""
        yield from (self.alter_commitment, self.alter_seed, self.alter_terms, self.alter_drawn)
        if len(self.count_codes()) > 1 and "seen" in self.file:
            yield self.alter_card
            if len({card for _, _, card in self.seen_cards()}) > 1:
                yield self.alter_position
            if self.probability_of_same_cards() < 1e-9:
                yield self.alter_client_seed

    def count_codes(self) -> Counter[str]:
        """Return the number of copies of each card in the shoe."""
        terms = self.file["receipt"]["terms"]
        options = ("decks", "jokers", "suit_order", "red_fives", "highest")
        packs = PackOptions(**{name: terms[name] for name in options if name in terms}, exclude=tuple(terms["exclude"]))
        return Counter(card.code for card in build_shoe(DECKS[terms["deck"]], packs))

    def size(self) -> int:
        return self.count_codes().total()

    def seen_positions(self, number: int) -> list[int]:
        """Return the positions of the cards that were seen in a round."""
        return [run["position"] + offset for run, offset, _ in self.seen_cards() if run["round"] == number]

    def seen_cards(self) -> list[tuple[Fields, int, str]]:
        """Return each card that was seen, with its run and its offset in the run."""
        return [
            (run, offset, card)
            for run in self.file.get("seen", [])
            for offset, card in enumerate(run["cards"])
            if card is not None
        ]

    def probability_of_same_cards(self) -> float:
        """Return the approximate probability that another order has the same cards at the positions seen."""
        codes = self.count_codes()
        same = sum(number**2 for number in codes.values()) / codes.total() ** 2
        return float(same ** len(self.seen_cards()))

    def alter_commitment(self) -> str:
        self.file["receipt"]["commitment"] = self.replace_digit(self.file["receipt"]["commitment"])
        return "commitment"

    def alter_seed(self) -> str:
        self.file["receipt"]["server_seed"] = self.replace_digit(self.file["receipt"]["server_seed"])
        return "commitment"

    def replace_digit(self, text: str) -> str:
        """Return the text with another digit at a random position."""
        i = self.random.randrange(len(text))
        other = self.random.choice([digit for digit in "0123456789abcdef" if digit != text[i]])
        return text[:i] + other + text[i + 1 :]

    def alter_terms(self) -> str:
        """Change a term to a possible or an impossible value, add one, or remove one."""
        terms = self.file["receipt"]["terms"]
        exact = sorted(set(EXACT) - {terms["algorithm"]})
        kind = self.random.choice(["decks", "algorithm", "label", "cut", "unknown", "missing"])
        match kind:
            case "decks":
                terms["decks"] += 1
            case "algorithm":
                terms["algorithm"] = self.random.choice(exact)
            case "label":
                terms["label"] = "one more" if terms.get("label") == "another" else "another"
            case "cut":
                terms["cut"] = self.size()
                return "terms.cut"
            case "unknown":
                terms["passes"] = 1
                return "terms.passes"
            case "missing":
                name = self.random.choice(["scheme", "decks", "exclude", "reshuffle"])
                del terms[name]
                return f"terms.{name}"
        return "commitment"

    def alter_drawn(self) -> str:
        """Add a card or a round to the drawn ones, or remove a card that was seen."""
        drawn, policy = self.file["receipt"]["drawn"], self.file["receipt"]["terms"]["reshuffle"]
        inner = [position for position in self.seen_positions(drawn["round"]) if 0 < position < drawn["top"]]
        kinds = {"total": bool(drawn["total"]), "round": policy == "never", "top": bool(inner), "bottom": True}
        match self.random.choice([kind for kind, is_possible in kinds.items() if is_possible]):
            case "total":
                drawn["total"] += drawn["round"] * self.size() + 1
                return "drawn.total"
            case "round":
                drawn["round"] = 1
                return "drawn.round"
            case "top":
                drawn["total"] += inner[-1] - drawn["top"]
                drawn["top"] = inner[-1]
                return "drawn"
        drawn["bottom"] = self.size() + 1 - drawn["top"]
        return "drawn.bottom"

    def alter_card(self) -> str:
        run, offset, card = self.random.choice(self.seen_cards())
        run["cards"][offset] = self.random.choice(sorted(set(self.count_codes()) - {card}))
        return f"round {run['round']}, position {run['position'] + offset}"

    def alter_position(self) -> str:
        """Put a card at the position of another one."""
        seen = self.seen_cards()
        _, _, card = self.random.choice(seen)
        run, offset, _ = self.random.choice([other for other in seen if other[2] != card])
        number, position = run["round"], run["position"] + offset
        self.file["seen"] = [{"round": number, "position": position, "cards": [card]}]
        return f"round {number}, position {position}"

    def alter_client_seed(self) -> str:
        client_seed = self.file["receipt"]["client_seed"]
        self.file["receipt"]["client_seed"] = self.random.choice(["another", None]) if client_seed else "another"
        return "client_seed" if client_seed else r"round \d+, position \d+"


def test_receipts_of_random_shoes_are_valid_and_an_alteration_is_located(live: str, seed: int) -> None:
    generator = RequestGenerator(seed)
    with Service(live) as service:
        files = [ShoeSession(service, generator).play() for _ in range(SHOES)]
        for file, result in zip(files, run_verifier("lines", files), strict=True):
            assert result["valid"] is True, (result, file)
            assert service.find_verdict(file) == (True, set()), file
        compare_notes(service, files, generator.random)
        patterns = [tamper(file, generator.random) for file in files]
        for file, pattern, result in zip(files, patterns, run_verifier("lines", files), strict=True):
            problem = result.get("difference") or result["refused"]
            assert result["valid"] is (False if "difference" in result else None), (pattern, file)
            assert fullmatch(pattern, problem["where"]), (pattern, problem, file)
            if "difference" in result:
                assert service.find_difference(file) == problem["where"], file
            else:
                assert service.find_difference(file), file


def compare_notes(service: Service, files: list[Fields], random: Random) -> None:
    """Check valid files with the notes of the player left out, or those of another shoe."""
    for left_out in ("commitment", "client_seed", "seen"):
        changed = [{name: value for name, value in file.items() if name != left_out} for file in files]
        for file, partial, result in zip(files, changed, run_verifier("lines", changed), strict=True):
            verdict = result["valid"], set(result.get("unchecked", ()))
            assert verdict == service.find_verdict(partial), partial
            if left_out == "seen":  # a draw of no card leaves nothing to see, and is missing nevertheless
                names, is_missing = (
                    {"seen", "draws"},
                    any(file["receipt"]["drawn"].get(name) for name in ("total", "draws")),
                )
            else:
                names, is_missing = {left_out}, left_out in file
            assert (result["valid"] is None) == bool(names & verdict[1]) == is_missing, (result, partial)
    for name in ("commitment", "client_seed"):
        others = [other[name] for other in files if name in other]
        swapped = [file | {name: random.choice(others)} for file in files]
        for file, other, result in zip(files, swapped, run_verifier("lines", swapped), strict=True):
            is_same = other[name] == file.get(name)
            assert result["valid"] is is_same, (result, other)
            assert is_same or result["difference"]["where"] == name
            assert service.find_difference(other) == (None if is_same else name)


def tamper(file: Fields, random: Random) -> str:
    """Alter one value, and return a pattern of the path at which a check must find it."""
    return random.choice(list(Tampering(file, random).alterations()))()


@pytest.fixture
def example() -> Fields:
    """Return the worked example of docs/stream-shoes.md with the cards that were seen."""
    case = json.loads((ROOT / "tests" / "vectors" / "sd1.json").read_text(encoding="utf-8"))["shoes"][0]
    first, drawn = case["answer"]["rounds"][0], {"round": 0, "top": 10, "bottom": 1, "total": 11}
    receipt = case["asked"] | {"receipt": "shoe1", "commitment": case["answer"]["commitment"], "drawn": drawn}
    bottom = {"round": 0, "position": 311, "cards": first["bottom"][:1]}
    noted = {"commitment": receipt["commitment"], "client_seed": receipt["client_seed"]}
    return {"receipt": receipt, "seen": [{"cards": first["top"]}, bottom], **noted}


YOURS = (
    "valid\n  the last word decided: you confirmed the commitment and the client seed: nobody could "
    "choose, unless whoever held the token gave the last words, or agreed with whoever did\n"
)


def run_command(path: Path, file: Fields, *words: str, stdin: bool = False, program: Path = PROGRAM) -> tuple[int, str]:
    """Return the exit code and the output of the command on a file, or on standard input."""
    path.write_text(json.dumps(file), encoding="utf-8")
    with path.open() as stream:
        names = [] if stdin else [str(path)]
        arguments = ["node", str(program), *words, *names]
        process = subprocess.run(arguments, check=False, cwd=path.parent, stdin=stream, capture_output=True, text=True)
    return process.returncode, process.stdout + process.stderr


@pytest.mark.parametrize("stdin", [False, True])
def test_the_command_prints_valid_for_the_worked_example(tmp_path: Path, example: Fields, stdin: bool) -> None:
    assert run_command(tmp_path / "receipt.json", example, stdin=stdin) == (0, YOURS)


@pytest.mark.parametrize("stdin", [False, True])
def test_the_command_prints_each_step_before_valid(tmp_path: Path, example: Fields, stdin: bool) -> None:
    case = json.loads((ROOT / "tests" / "vectors" / "sd1.json").read_text(encoding="utf-8"))["shoes"][0]["answer"]
    code, printed = run_command(tmp_path / "receipt.json", example, "steps", stdin=stdin)
    assert (code, printed.splitlines()[-2]) == (0, "valid")
    titles = [line for line in printed.splitlines() if line and not line.startswith(" ")]
    rounds = [f"Round 0: {what}" for what in ("random words", "draws, by fisher_yates", "the order")]
    assert titles == ["The terms", "The commitment", "The key", *rounds, "valid"]
    for text in (case["canonical"], case["commitment"], case["key"], " ".join(case["rounds"][0]["top"])):
        assert text in printed


def test_the_command_prints_the_words_of_each_draw_and_the_rejected_ones(tmp_path: Path, live: str) -> None:
    with Service(live) as service:
        response = service.post("/v1/integers", min=1, max=2**31 + 1, count=8, replacement=True, seed="42")
    code, printed = run_command(tmp_path / "response.json", response, "steps")
    assert (code, printed.splitlines()[-2]) == (0, "valid")
    rows = re.findall(r"^    \d+ +([0-9a-f]{8})  2147483649  ([0-9a-f]{8}) [0-9a-f]{8} +(.*)$", printed, re.M)
    assert all(int(word, 16) * (2**31 + 1) >> 32 == int(high, 16) for word, high, _ in rows)
    drawn = [int(result) + 1 for _, _, result in rows if result != "too low, again"]
    assert drawn == response["integers"]
    assert len(rows) > len(drawn)


def test_the_command_prints_the_position_of_another_card(tmp_path: Path, example: Fields) -> None:
    example["seen"][1]["cards"] = ["AS"]
    code, printed = run_command(tmp_path / "receipt.json", example)
    assert code == 1
    assert " ".join(printed.split()) == 'not valid: round 0, position 311 differs expected "QC" seen "AS"'


def test_the_command_names_what_is_missing_beside_a_receipt(tmp_path: Path, example: Fields) -> None:
    code, printed = run_command(tmp_path / "receipt.json", example["receipt"])
    assert code == 2
    assert printed.startswith("Nothing differs, but not everything was checked:\n")
    assert re.findall(r"^  (\w+): ", printed, re.M) == ["commitment", "client_seed", "seen"]
    assert printed.splitlines()[-1].startswith("  unknown who chose: no card was compared")


def test_the_command_takes_what_the_player_noted_as_options(tmp_path: Path, example: Fields) -> None:
    noted = ["--commitment", example.pop("commitment"), "--client-seed", example.pop("client_seed")]
    path = tmp_path / "receipt.json"
    assert run_command(path, example, *noted) == (0, YOURS)
    code, printed = run_command(path, example, "--commitment", "0" * 64, *noted[2:])
    assert (code, printed.splitlines()[0]) == (1, "not valid: commitment differs")
    assert "another shoe" in printed
    code, printed = run_command(path, example | {"client_seed": "mine"}, *noted)
    assert (code, printed) == (3, "cannot be checked: client_seed: the file has another one than the option\n")


def test_the_exit_status_tells_valid_from_not_valid_partly_checked_and_unreadable(tmp_path: Path) -> None:
    path = tmp_path / "file.json"
    for text, code, words in (
        ('{"a": 1, "a": 1}', 3, 'the member "a" twice'),
        ('{"receipt": {"terms": {"deck": "standard", "\\u0064eck": "euchre"}}}', 3, "twice in one object"),
        ('{"a": [1, {"b": 2}, {"b": 3}], "b": 1}', 3, "seed: only a seeded response"),
        ('{"receipt": {', 3, "it ends in the middle"),
        ("", 3, "it is empty"),
        ("{'a': 1}", 3, "it is not JSON"),
        ("<html>", 3, "it is not JSON"),
        ("[]", 3, "an object was expected"),
    ):
        path.write_text(text, encoding="utf-8")
        process = subprocess.run(["node", str(PROGRAM), str(path)], check=False, capture_output=True, text=True)
        assert (process.returncode, process.stdout) == (code, ""), text
        assert words in process.stderr, (text, process.stderr)
        assert "Unexpected" not in process.stderr
    for arguments, code in (
        (["--help"], 0),
        (["--hlep"], 3),
        ([str(path), "another"], 3),
        ([str(tmp_path / "none")], 3),
    ):
        process = subprocess.run(["node", str(PROGRAM), *arguments], check=False, capture_output=True, text=True)
        assert (process.returncode, process.stderr == "") == (code, code == 0), arguments


def test_the_command_escapes_whatever_is_invisible_in_a_file(tmp_path: Path, example: Fields) -> None:
    example["seen"][0]["cards"][0] = "AS\u200b\u202e\nvalid"
    code, printed = run_command(tmp_path / "receipt.json", example)
    assert (code, len(printed.splitlines())) == (1, 3)
    assert r'"AS\u200b\u202e\nvalid"' in printed
    example["receipt"]["tag\U000e0041\n"] = 1
    code, printed = run_command(tmp_path / "receipt.json", example)
    assert (code, len(printed.splitlines())) == (3, 1)
    assert printed.isascii()


def test_the_command_prints_why_a_file_cannot_be_checked(tmp_path: Path, example: Fields) -> None:
    example["receipt"]["terms"]["passes"] = 7
    code, printed = run_command(tmp_path / "receipt.json", example)
    assert code == 3
    assert printed.startswith("cannot be checked: terms.passes: there is no such member here")


def test_the_files_that_the_page_on_the_program_names_check_a_receipt_alone(tmp_path: Path, example: Fields) -> None:
    for name in FILES.findall(PROGRAM_PAGE):
        copy(PROGRAM.parent / name, tmp_path)
    program = tmp_path / PROGRAM.name
    assert run_command(tmp_path / "receipt.json", example, program=program) == (0, YOURS)
    example["seen"][0]["cards"][0] = "AS"
    code, printed = run_command(tmp_path / "receipt.json", example, program=program)
    assert (code, printed.splitlines()[0]) == (1, "not valid: round 0, position 0 differs")
