"""Shoes of a live service, drawn from at random and revealed: their receipts, held against what was seen.

`make test SUITE=node`. The independent implementation checks them, and /v1/verify, which must see the same. What is
opened and drawn depends on pytest-randomly's seed alone, which a failure names; the cards come of seeds of the service.
"""

import json
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
from service.core.shuffles.algorithms import Uniformity
from service.core.shuffles.catalogue import SHUFFLES
from tests.conftest import ROOT
from tests.independent.node import node
from tests.independent.test_fairness import FILES, PAGE
from tests.independent.test_independent import Asker

pytestmark = pytest.mark.node

PROGRAM = ROOT / "verify" / "verify.mjs"
SHOES = 1_000
MOST_DRAWS = 4
EXACT = [shuffle.name for shuffle in SHUFFLES.values() if shuffle.uniformity is Uniformity.EXACT]
LARGEST = 600  # cards; a shoe of 1,500 takes JavaScript a while

Asked = dict[str, Any]
Alteration = Callable[[], str]
"""Alters one thing in what is checked, in place, and gives the pattern of where that must show."""


class Service:
    """A running service, asked over one connection."""

    def __init__(self, live: str) -> None:
        self.connection = HTTPConnection(urlsplit(live).netloc, timeout=60)

    def __enter__(self) -> "Service":
        return self

    def __exit__(self, *_: object) -> None:
        self.connection.close()

    def __call__(self, path: str, **asked: Any) -> Asked:
        status, answer = self.ask(path, asked)
        assert status == 200, (path, asked, answer)
        return answer

    def where(self, told: Asked) -> str | None:
        """Where a check of the service's own sees a difference, or what it refuses; None if there is nothing wrong."""
        status, answer = self.ask("/v1/verify", told)
        if status == 422:
            return str(answer["detail"])
        difference = answer.get("difference")
        return str(difference["where"]) if difference else None

    def ask(self, path: str, asked: Asked) -> tuple[int, Asked]:
        self.connection.request("POST", path, json.dumps(asked), {"Content-Type": "application/json"})
        response = self.connection.getresponse()
        return response.status, json.loads(response.read())


@dataclass
class Table:
    """A shoe at random, and everything that was seen of it."""

    service: Service
    asker: Asker
    seen: list[Asked] = field(default_factory=list)

    @property
    def random(self) -> Random:
        return self.asker.random

    def play(self) -> Asked:
        """Opened, drawn from and revealed: the receipt, and what was seen."""
        opened = self.service("/v1/shoes", **self.terms())
        terms, shoe, left, due = opened["terms"], opened["shoe"], opened["remaining"], False
        client_seed = self.random.choice([None, self.asker.seed()])
        client_seed = None if client_seed is None else str(client_seed)
        for turn in range(self.random.randint(0, MOST_DRAWS)):
            left = opened["size"] if due else left
            if not left:
                break
            asked = self.draw(left, endless=terms["reshuffle"] == "when_empty")
            if client_seed is not None and (turn == 0 or self.random.random() < 0.5):
                asked["client_seed"] = client_seed
            drawn = self.service("/v1/shoes/draw", shoe=shoe, **asked)
            shoe, left, due = drawn["shoe"], drawn["remaining"], drawn["reshuffle_due"]
            self.see(drawn)
        receipt = self.service("/v1/shoes/reveal", shoe=shoe)["receipt"]
        assert (receipt["commitment"], receipt["terms"]) == (opened["commitment"], terms)
        return {"receipt": receipt} | ({"seen": self.seen} if self.seen else {})

    def terms(self) -> Asked:
        """Terms of a shoe that is not too large; a cut goes with one policy alone."""
        size = LARGEST + 1
        while size > LARGEST:
            deck, packs, size = self.asker.shoe()
        reshuffle = self.random.choice(["when_empty", "at_cut", "never"])
        cut = {"cut": self.random.randint(0, size - 1)} if reshuffle == "at_cut" else {}
        label = "".join(self.asker.character() for _ in range(self.random.randint(1, 256)))
        return {"deck": deck, "reshuffle": reshuffle} | packs | cut | self.some_of_algorithm_and(label)

    def some_of_algorithm_and(self, label: str) -> Asked:
        return self.asker.some(algorithm=self.random.choice(EXACT), label=label)

    def draw(self, left: int, *, endless: bool) -> Asked:
        burn = self.random.choice([0, 0, self.random.randint(0, min(3, left - 1))])
        most = left - burn + (left if endless else 0)
        count = self.random.choice([1, self.random.randint(1, min(most, 20)), self.random.randint(1, most)])
        return {"count": count} | ({"burn": burn} if burn else {}) | self.asker.some(**{"from": self.end()})

    def end(self) -> str:
        return self.random.choice(["top", "bottom"])

    def see(self, drawn: Asked) -> None:
        """The cards at the table, in runs where they follow each other from the top."""
        for card, number, position in zip(drawn["cards"], drawn["rounds"], drawn["positions"], strict=True):
            last = self.seen[-1] if self.seen else {"round": None, "position": 0, "cards": []}
            if (number, position) == (last["round"], last["position"] + len(last["cards"])):
                last["cards"].append(card)
            else:
                self.seen.append({"round": number, "position": position, "cards": [card]})


@dataclass
class Cheat:
    """What may be altered in a check, so that it must show."""

    told: Asked
    random: Random

    def alterations(self) -> Iterator[Alteration]:
        """Those that make a difference here."""
        yield from (self.commitment, self.seed, self.term, self.drawn)
        if len(self.codes()) > 1 and "seen" in self.told:
            yield self.card
            if len({card for _, _, card in self.places()}) > 1:
                yield self.position
            if self.chance() < 1e-9:
                yield self.client_seed

    def codes(self) -> Counter[str]:
        """How many of each card are in the shoe."""
        terms = self.told["receipt"]["terms"]
        options = ("decks", "jokers", "suit_order", "red_fives", "highest")
        packs = PackOptions(**{name: terms[name] for name in options if name in terms}, exclude=tuple(terms["exclude"]))
        return Counter(card.code for card in build_shoe(DECKS[terms["deck"]], packs))

    def size(self) -> int:
        return self.codes().total()

    def positions_of(self, number: int) -> list[int]:
        """Where cards of a round were seen."""
        return [run["position"] + place for run, place, _ in self.places() if run["round"] == number]

    def places(self) -> list[tuple[Asked, int, str]]:
        return [(run, place, card) for run in self.told.get("seen", []) for place, card in enumerate(run["cards"])]

    def chance(self) -> float:
        """That another order has the same cards where some were seen, or about that."""
        codes = self.codes()
        alike = sum(number**2 for number in codes.values()) / codes.total() ** 2
        return float(alike ** len(self.places()))

    def commitment(self) -> str:
        self.told["receipt"]["commitment"] = self.digit(self.told["receipt"]["commitment"])
        return "commitment"

    def seed(self) -> str:
        self.told["receipt"]["server_seed"] = self.digit(self.told["receipt"]["server_seed"])
        return "commitment"

    def digit(self, text: str) -> str:
        """With one digit made another."""
        place = self.random.randrange(len(text))
        other = self.random.choice([digit for digit in "0123456789abcdef" if digit != text[place]])
        return text[:place] + other + text[place + 1 :]

    def term(self) -> str:
        """One that could be, one that could not, one more, or one fewer."""
        terms = self.told["receipt"]["terms"]
        exact = sorted(set(EXACT) - {terms["algorithm"]})
        kind = self.random.choice(["decks", "algorithm", "label", "cut", "stranger", "missing"])
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
            case "stranger":
                terms["passes"] = 1
                return "terms.passes"
            case "missing":
                name = self.random.choice(["scheme", "decks", "exclude", "reshuffle"])
                del terms[name]
                return f"terms.{name}"
        return "commitment"

    def drawn(self) -> str:
        """A card too many, a round too many, or a card that was seen too few."""
        drawn, policy = self.told["receipt"]["drawn"], self.told["receipt"]["terms"]["reshuffle"]
        inner = [place for place in self.positions_of(drawn["round"]) if 0 < place < drawn["top"]]
        kinds = {"total": bool(drawn["total"]), "round": policy == "never", "top": bool(inner), "bottom": True}
        match self.random.choice([kind for kind, fits in kinds.items() if fits]):
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

    def card(self) -> str:
        run, place, card = self.random.choice(self.places())
        run["cards"][place] = self.random.choice(sorted(set(self.codes()) - {card}))
        return f"round {run['round']}, position {run['position'] + place}"

    def position(self) -> str:
        """A card at the position of another one."""
        places = self.places()
        _, _, card = self.random.choice(places)
        at, there, _ = self.random.choice([other for other in places if other[2] != card])
        self.told["seen"] = [{"round": at["round"], "position": at["position"] + there, "cards": [card]}]
        return f"round {at['round']}, position {at['position'] + there}"

    def client_seed(self) -> str:
        given = self.told["receipt"]["client_seed"]
        self.told["receipt"]["client_seed"] = self.random.choice(["another", None]) if given else "another"
        return r"round \d+, position \d+"


def test_receipts_of_random_shoes_are_right_and_say_where_they_were_altered(live: str, seed: int) -> None:
    asker = Asker(seed)
    with Service(live) as service:
        told = [Table(service, asker).play() for _ in range(SHOES)]
        for one, finding in zip(told, node("lines", told), strict=True):
            assert finding == {"valid": True if "seen" in one else None}, one
            assert service.where(one) is None, one
        wheres = [cheat(one, asker.random) for one in told]
        for one, where, finding in zip(told, wheres, node("lines", told), strict=True):
            found = finding.get("difference") or finding["refused"]
            assert finding["valid"] is (False if "difference" in finding else None), (where, one)
            assert fullmatch(where, found["where"]), (where, found, one)
            if "difference" in finding:
                assert service.where(one) == found["where"], one
            else:
                assert service.where(one), one


def cheat(told: Asked, random: Random) -> str:
    """Alter one thing, and say where that must show."""
    return random.choice(list(Cheat(told, random).alterations()))()


@pytest.fixture
def example() -> Asked:
    """The worked example of docs/stream.md, and what was seen of it."""
    case = json.loads((ROOT / "tests" / "vectors" / "sd1.json").read_text(encoding="utf-8"))["shoes"][0]
    first, drawn = case["answer"]["rounds"][0], {"round": 0, "top": 10, "bottom": 1, "total": 11}
    receipt = case["asked"] | {"receipt": "shoe1", "commitment": case["answer"]["commitment"], "drawn": drawn}
    bottom = {"round": 0, "position": 311, "cards": first["bottom"][:1]}
    return {"receipt": receipt, "seen": [{"cards": first["top"]}, bottom]}


def command(path: Path, told: Asked, *words: str, stdin: bool = False, program: Path = PROGRAM) -> tuple[int, str]:
    """The exit code of the command on a file, or on standard input, and what it prints."""
    path.write_text(json.dumps(told), encoding="utf-8")
    with path.open() as file:
        names = [] if stdin else [str(path)]
        arguments = ["node", str(program), *words, *names]
        done = subprocess.run(arguments, check=False, cwd=path.parent, stdin=file, capture_output=True, text=True)
    return done.returncode, done.stdout + done.stderr


@pytest.mark.parametrize("stdin", [False, True])
def test_the_command_says_valid_of_the_worked_example(tmp_path: Path, example: Asked, stdin: bool) -> None:
    assert command(tmp_path / "receipt.json", example, stdin=stdin) == (0, "valid\n")


@pytest.mark.parametrize("stdin", [False, True])
def test_the_command_shows_each_step_before_it_says_valid(tmp_path: Path, example: Asked, stdin: bool) -> None:
    case = json.loads((ROOT / "tests" / "vectors" / "sd1.json").read_text(encoding="utf-8"))["shoes"][0]["answer"]
    code, printed = command(tmp_path / "receipt.json", example, "steps", stdin=stdin)
    assert (code, printed.splitlines()[-1]) == (0, "valid")
    titles = [line for line in printed.splitlines() if line and not line.startswith(" ")]
    rounds = [f"Round 0: {what}" for what in ("random words", "draws, by fisher_yates", "the order")]
    assert titles == ["The terms", "The commitment", "The key", *rounds, "valid"]
    for told in (case["canonical"], case["commitment"], case["key"], " ".join(case["rounds"][0]["top"])):
        assert told in printed


def test_the_command_shows_the_words_of_each_draw_and_those_that_were_too_low(tmp_path: Path, live: str) -> None:
    with Service(live) as service:
        answer = service("/v1/integers", min=1, max=2**31 + 1, count=8, replacement=True, seed="42")
    code, printed = command(tmp_path / "answer.json", answer, "steps")
    assert (code, printed.splitlines()[-1]) == (0, "valid")
    rows = re.findall(r"^    \d+ +([0-9a-f]{8})  2147483649  ([0-9a-f]{8}) [0-9a-f]{8} +(.*)$", printed, re.M)
    assert all(int(word, 16) * (2**31 + 1) >> 32 == int(high, 16) for word, high, _ in rows)
    drawn = [int(result) + 1 for _, _, result in rows if result != "too low, again"]
    assert drawn == answer["integers"]
    assert len(rows) > len(drawn)


def test_the_command_says_where_a_card_differs(tmp_path: Path, example: Asked) -> None:
    example["seen"][1]["cards"] = ["AS"]
    code, printed = command(tmp_path / "receipt.json", example)
    assert code == 1
    assert " ".join(printed.split()) == 'not valid: round 0, position 311 differs expected "QC" seen "AS"'


def test_the_command_says_of_a_receipt_alone_that_no_card_was_checked(tmp_path: Path, example: Asked) -> None:
    code, printed = command(tmp_path / "receipt.json", example["receipt"])
    assert code == 0
    assert "No card was seen, so none was checked." in printed


def test_the_command_says_why_a_file_cannot_be_checked(tmp_path: Path, example: Asked) -> None:
    example["receipt"]["terms"]["passes"] = 7
    code, printed = command(tmp_path / "receipt.json", example)
    assert code == 2
    assert printed.startswith("cannot be checked: terms.passes: there is no such member here")


def test_the_files_that_the_page_on_fairness_names_check_a_receipt_alone(tmp_path: Path, example: Asked) -> None:
    for name, _ in FILES.findall(PAGE):
        copy(PROGRAM.parent / name, tmp_path)
    program = tmp_path / PROGRAM.name
    assert command(tmp_path / "receipt.json", example, program=program) == (0, "valid\n")
    example["seen"][0]["cards"][0] = "AS"
    code, printed = command(tmp_path / "receipt.json", example, program=program)
    assert (code, printed.splitlines()[0]) == (1, "not valid: round 0, position 0 differs")
