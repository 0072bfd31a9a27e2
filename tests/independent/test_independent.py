"""The service and an implementation in another language that shares nothing with it, asked the same at random.

`make test SUITE=node`. What is asked depends on pytest-randomly's seed alone, which a failure names.
"""

import json
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass
from http.client import HTTPConnection
from itertools import islice
from random import Random
from re import fullmatch, split
from typing import Any
from urllib.parse import urlencode, urlsplit

import pytest

from service.core.cards.decks import DECKS, Deck, get_deck
from service.core.cards.options import PackOptions
from service.core.cards.packs.dominoes import HIGHEST
from service.core.cards.packs.french import MAX_JOKERS, SUIT_ORDERS
from service.core.cards.packs.mahjong import MAX_RED_FIVES
from service.core.cards.shoes import build_shoe
from service.core.errors import Refused
from service.core.games.catalogue import GAMES
from service.core.games.game import Game, GameTable, set_up
from service.core.games.microsoft import MAX_DEAL_NUMBER
from service.core.rng.streams import MAX_INDEX
from service.core.shuffles.catalogue import SHUFFLES
from service.core.shuffles.integers import MAX_MAGNITUDE
from tests.independent.node import node

pytestmark = pytest.mark.node

REQUESTS = 500
LONGEST_QUERY = 3_000
REPEATS = (2, 3, 4, 5, 8, 13)  # the last two are drawn together where that is faster
FRENCH = [card.code for card in build_shoe(get_deck("standard"), PackOptions())]
SPARSE = [shuffle.name for shuffle in SHUFFLES.values() if shuffle.sparse]

LISTED = dict.fromkeys(("standard", "piquet", "euchre", "pinochle", "tarot"), r"(10?|0)[SHDC]") | {
    **dict.fromkeys(("spanish40", "spanish48"), r"(1[012]?|[SCR])[OCEB]"),
    "riichi": r"5[mps]r|[ESWNPFC]",
    "dominoes": r"\d+-\d+",
}
"""The other spellings that docs/stream.md lists; the service reads more, and answers with codes."""

Asked = dict[str, Any]


@dataclass(frozen=True)
class Question:
    """What is asked of the service: of a path, and with some parameters."""

    path: str
    asked: Asked

    def singles(self) -> list[Asked]:
        """The same as it is asked of the other one: all in one object, and one object for each result of a batch."""
        asked = {name: value for name, value in self.asked.items() if name not in {"items", "repeats"}}
        if self.path.startswith("/v1/decks/"):
            asked["deck"] = self.path.split("/")[3]
        if self.path.startswith("/v1/games/"):
            asked["game"] = self.path.split("/")[3]
        if "items" in self.asked:
            asked["n"] = len(self.asked["items"])
        counted = {"index": 0} | {name: asked[name] for name in ("index", "board", "deal_number") if name in asked}
        return [
            asked | {name: first + place for name, first in counted.items()}
            for place in range(self.asked.get("repeats", 1))
        ]

    def joined(self, answers: list[Asked]) -> Asked:
        """What the service must answer, given what the other one answered to the singles."""
        if "items" in self.asked:
            items = self.asked["items"]
            answers = [answer | {"items": [items[place] for place in answer["indices"]]} for answer in answers]
        if "repeats" not in self.asked:
            return answers[0]
        columns = {name: [answer[name] for answer in answers] for name in answers[0]}
        return columns | {"draws": sum(columns["draws"])}


class Asker:
    """Makes up questions that have an answer."""

    def __init__(self, seed: int, notations: tuple[str, ...] = ("code", "index")) -> None:
        self.random = Random(seed)
        self.notations = notations

    def questions(self) -> Iterator[Question]:
        """One after the other, for ever."""
        kinds = [self.shuffle, self.deal, self.game, self.video_poker, self.integers, self.items]
        weights = (4, 2, 4, 1, 2, 2)
        while True:
            question = self.random.choices(kinds, weights)[0]()
            repeats = self.random.choice(REPEATS) if self.random.random() < 0.2 else None
            asked = question.asked | ({} if "deal_number" in question.asked else self.randomness(repeats or 1))
            if repeats:
                yield Question(f"{question.path}/batch", asked | {"repeats": repeats})
            else:
                yield Question(question.path, asked)

    def randomness(self, repeats: int) -> Asked:
        return {"seed": self.seed()} | self.some(index=min(self.index(), MAX_INDEX - repeats))

    def shuffle(self) -> Question:
        deck, packs, size = self.shoe()
        count = self.some(count=self.random.randint(1, size))
        return Question(f"/v1/decks/{deck}/shuffle", packs | self.algorithm(size) | count | self.notation())

    def deal(self) -> Question:
        deck, packs, size = self.shoe()
        burn = self.random.randint(0, min(5, size - 1))
        hands = self.random.randint(1, min(9, size - burn))
        each = self.random.randint(1, (size - burn) // hands)
        cuts = sorted(self.random.sample(range(1, each), self.random.randint(0, min(4, each - 1))))
        packets: Asked = {"packets": [end - start for start, end in zip([0, *cuts], [*cuts, each], strict=True)]}
        table: Asked = {"hands": hands} | self.random.choice([{"cards": each}, packets, packets | {"cards": each}])
        table |= {"burn": burn} if burn else {}
        return Question(f"/v1/decks/{deck}/deal", packs | self.algorithm(size) | table | self.notation())

    def game(self) -> Question:
        game = GAMES[self.random.choice(list(GAMES))]
        path = f"/v1/games/{game.name}/deal"
        if "deal_number" in game.options and self.random.random() < 0.5:
            number = self.random.randint(1, MAX_DEAL_NUMBER - max(REPEATS) + 1)
            return Question(path, {"deal_number": number} | self.notation())
        players = self.some(players=self.random.randint(game.players.min, game.players.max))
        options: Asked = self.pack_options() | {"decks": self.random.randint(1, 8)}
        packs = self.some(**{name: value for name, value in options.items() if name in game.options})
        sitting = set_up(game, players.get("players"), PackOptions(**packs))
        if "exclude" in game.options and self.random.random() < 0.5:
            sitting, packs = self.with_some_out(game, sitting, packs)
        asked = players | packs | self.algorithm(len(sitting.shoe)) | self.notation()
        board = self.some(board=self.random.randint(1, MAX_INDEX - max(REPEATS))) if game.files else {}
        return Question(path, asked | board)

    def video_poker(self) -> Question:
        """The draw, with what was held in any order."""
        packs = self.some(suit_order=self.random.choice(SUIT_ORDERS), exclude=self.random.sample(FRENCH, 8))
        asked = packs | self.algorithm(52 - len(packs.get("exclude", []))) | self.notation()
        asked |= {"held": self.random.sample(range(1, 6), self.random.randint(0, 5))}
        return Question("/v1/games/video_poker/draw", asked | self.some(coins=self.random.randint(1, 4)))

    def notation(self) -> Asked:
        return self.some(notation=self.random.choice(self.notations))

    def with_some_out(self, game: Game, sitting: GameTable, packs: Asked) -> tuple[GameTable, Asked]:
        """The game without some codes, if it can be dealt without them."""
        codes = sorted({card.code for card in sitting.shoe})
        out = self.random.sample(codes, self.random.choice([1, 2, 4, 6, 8]))
        spelled = [self.spelling(sitting.shoe.deck, code) for code in out]
        try:
            return set_up(game, sitting.players, PackOptions(**packs, exclude=tuple(spelled))), packs | {
                "exclude": spelled
            }
        except Refused:
            return sitting, packs

    def integers(self) -> Question:
        kind = self.random.choice(["all", "sparse", "dice"])
        size = self.random.randint(50, 300 if kind == "all" else 2 ** self.random.randint(6, 54) - 1)
        least = self.random.randint(-MAX_MAGNITUDE, MAX_MAGNITUDE - size + 1)
        asked: Asked = {"min": least, "max": least + size - 1}
        if size <= MAX_MAGNITUDE:
            asked = self.random.choice([asked, {"max": size}])
        match kind:
            case "all":
                asked |= self.algorithm(size) | self.some(count=self.random.randint(1, size))
            case "sparse":
                asked |= {"count": self.random.randint(1, 50)} | self.some(algorithm=self.random.choice(SPARSE))
            case "dice":
                asked |= {"count": self.random.randint(1, 100), "replacement": True}
        return Question("/v1/integers", asked)

    def items(self) -> Question:
        size = self.random.choice([0, 1, self.random.randint(2, 60)])
        items = [self.random.choice([place, f"item {place}", [place], None]) for place in range(size)]
        return Question("/v1/items/shuffle", {"items": items} | self.algorithm(size))

    def shoe(self) -> tuple[str, Asked, int]:
        """A deck, what is asked of its packs, and how many cards there are then."""
        deck = get_deck(self.random.choice(list(DECKS)))
        fitting = {name: value for name, value in self.pack_options().items() if name in deck.options}
        packs = self.some(decks=self.random.randint(1, 8), **fitting)
        full = build_shoe(deck, PackOptions(**packs))
        codes = sorted({card.code for card in full})
        excluded = self.random.sample(codes, self.random.randint(0, len(codes) - 1))
        if not excluded:
            return deck.name, packs, len(full)
        left = build_shoe(deck, PackOptions(**packs, exclude=tuple(excluded)))
        return deck.name, packs | {"exclude": [self.spelling(deck, code) for code in excluded]}, len(left)

    def pack_options(self) -> Asked:
        return {
            "jokers": self.random.randint(0, MAX_JOKERS),
            "suit_order": self.random.choice(SUIT_ORDERS),
            "red_fives": self.random.randint(0, MAX_RED_FIVES),
            "highest": self.random.choice(HIGHEST),
        }

    def spelling(self, deck: Deck, code: str) -> str:
        listed = LISTED.get(deck.name, "")
        others = [other for other, meant in deck.list_spellings() if meant == code and fullmatch(listed, other)]
        return self.random.choice([code, code.lower(), *others])

    def algorithm(self, n: int) -> Asked:
        """A shuffle that n items can be put through, with some of its parameters; or none."""
        shuffle = SHUFFLES[self.random.choice([name for name in SHUFFLES if name != "faro" or n % 2 == 0])]
        parameters = {
            parameter.name: self.random.choice(
                parameter.choices or range(parameter.least, min(parameter.most, 64) + 1),
            )
            for parameter in shuffle.parameters
        }
        return self.random.choice([{}, *[{"algorithm": shuffle.name} | self.some(**parameters)] * 5])

    def seed(self) -> str | int:
        if self.random.random() < 0.1:
            return self.random.randint(-MAX_MAGNITUDE, MAX_MAGNITUDE)
        length = self.random.choice([1, 2, 10, 40, 256, self.random.randint(1, 256)])
        return "".join(self.character() for _ in range(length))

    def index(self) -> int:
        return self.random.randint(0, self.random.choice([0, 9, 2**32, MAX_INDEX]))

    def character(self) -> str:
        """Of ASCII, of the first plane or of all; but NUL, and no surrogate."""
        code = self.random.randint(1, self.random.choice([0x7F, 0xFFFF, 0x10FFFF]))
        return "\N{REPLACEMENT CHARACTER}" if 0xD800 <= code < 0xE000 else chr(code)

    def some(self, **parameters: Any) -> Asked:
        """Some of them."""
        return {name: value for name, value in parameters.items() if self.random.random() < 0.6}


def ask_the_service(connection: HTTPConnection, question: Question) -> Asked:
    """By GET or by POST, as its length has it; always by POST what no GET can ask."""
    query = in_query(question.asked)
    if {"items", "held"} & question.asked.keys() or len(query) > LONGEST_QUERY or len(query) % 2:
        body = json.dumps(question.asked, ensure_ascii=False).encode()
        connection.request("POST", question.path, body, {"Content-Type": "application/json"})
    else:
        connection.request("GET", f"{question.path}?{query}")
    response = connection.getresponse()
    answer: Asked = json.loads(response.read())
    assert response.status == 200, (question, answer)
    return answer


def in_query(asked: Asked) -> str:
    return urlencode({name: in_text(value) for name, value in asked.items()})


def in_text(value: Any) -> str:
    if isinstance(value, list):
        return ",".join(map(str, value))
    return "true" if value is True else str(value)


RESULTS = {"size", "uniformity", "draws", "stream", "indices", "integers", "hands", "piles", "dealt", "grid", "pbn"}
"""Members of an answer that follow from its others."""

PLAYED_ON = {"category", "description", "points", "payout"}
"""What is told of video poker's hand after the draw: neither altered nor checked."""

Leaf = tuple[str, Any, Any]
"""A path, and the list or the object whose member it leads to by a key."""


def leaves(path: str, value: Any) -> Iterator[Leaf]:
    """Every number and text somewhere in a list or an object."""
    inside = isinstance(value, list)
    for key, held in enumerate(value) if inside else value.items():
        here = f"{path}[{key}]" if inside else f"{path}.{key}".removeprefix(".")
        if isinstance(held, dict | list):
            yield from leaves(here, held)
        elif held is not None:
            yield here, value, key


def altered(answer: Asked, random: Random) -> tuple[Asked, str]:
    """An answer with one number or text in its results altered, and where that is."""
    other = deepcopy(answer)
    named = fullmatch(r"name|unicode", answer.get("notation", "code"))
    known = (leaf for leaf in leaves("", other) if not (named and "cards[" in leaf[0]))
    found = [(split(r"\W", leaf[0])[0], leaf) for leaf in known]
    name = random.choice(
        sorted({name for name, _ in found if name in RESULTS - ({"size"} if "items" in answer else set())})
    )
    path, holder, key = random.choice([leaf for within, leaf in found if within == name])
    holder[key] = holder[key] + 1 if isinstance(holder[key], int) else f"{holder[key]}."
    return other, path


def unchecked(answer: Asked) -> set[str]:
    """The members of an answer that the independent implementation does not know of."""
    if "items" in answer:
        return {"items"}
    names = {"cards"} if answer.get("notation") in {"name", "unicode"} else set()
    return names | (PLAYED_ON if "held" in answer else set())


def told(live: str, questions: list[Question]) -> list[Asked]:
    """What the service answers to each."""
    connection = HTTPConnection(urlsplit(live).netloc, timeout=60)
    answers = [ask_the_service(connection, question) for question in questions]
    connection.close()
    return answers


def test_an_independent_implementation_answers_every_request_alike(live: str, seed: int) -> None:
    questions = list(islice(Asker(seed).questions(), REQUESTS))
    ours = told(live, questions)
    theirs = iter(node("answer", [single for question in questions for single in question.singles()]))
    for question, our in zip(questions, ours, strict=True):
        expected = question.joined([next(theirs) for _ in question.singles()])
        assert {name: our.get(name) for name in expected} == expected, question
    assert next(theirs, None) is None


def test_a_seeded_answer_is_its_own_receipt_and_says_where_it_was_altered(live: str, seed: int) -> None:
    answers = told(live, list(islice(Asker(seed, ("code", "index", "name")).questions(), REQUESTS)))
    for answer, finding in zip(answers, node("lines", answers), strict=True):
        left = unchecked(answer)
        assert set(finding.pop("unchecked", ())) == left, answer
        assert finding == {"valid": None if left else True}, answer
    others = [altered(answer, Random(seed + place)) for place, answer in enumerate(answers)]
    for (answer, where), finding in zip(others, node("lines", [answer for answer, _ in others]), strict=True):
        assert finding["valid"] is False, (where, answer)
        assert finding["difference"]["where"] == where, (where, finding)


DRAW = Question("/v1/games/video_poker/draw", {"seed": "42", "held": [4, 1], "coins": 2})
ITEMS = Question("/v1/items/shuffle", {"seed": "42", "items": ["red", {"green": [None]}, 3]})


@pytest.mark.parametrize(
    ("question", "left"),
    [
        (DRAW, PLAYED_ON),
        (Question(DRAW.path, DRAW.asked | {"notation": "unicode"}), PLAYED_ON | {"cards"}),
        (Question(f"{DRAW.path}/batch", DRAW.asked | {"repeats": 3, "notation": "index"}), PLAYED_ON),
        (ITEMS, {"items"}),
        (Question(f"{ITEMS.path}/batch", ITEMS.asked | {"repeats": 2, "count": 2}), {"items"}),
        (Question("/v1/decks/standard/deal", {"seed": 1, "hands": 2, "cards": 5, "notation": "unicode"}), {"cards"}),
        (Question("/v1/decks/mahjong/shuffle", {"seed": 1, "notation": "unicode"}), {"cards"}),
        (Question("/v1/decks/standard/shuffle", {"seed": 1, "notation": "name", "name_style": "retro"}), {"cards"}),
        (Question("/v1/games/bridge/deal/batch", {"seed": 1, "notation": "name", "repeats": 2}), {"cards"}),
        (Question("/v1/games/riichi/deal", {"seed": 1, "notation": "index"}), set()),
        (Question("/v1/integers", {"seed": 1, "max": 49, "count": 6}), set()),
    ],
)
def test_what_is_not_checked_of_an_answer_is_said(live: str, question: Question, left: set[str]) -> None:
    (answer,) = told(live, [question])
    (finding,) = node("lines", [answer])
    assert finding.pop("unchecked", {}).keys() == left == unchecked(answer)
    assert finding == {"valid": None if left else True}


@pytest.mark.parametrize(
    ("question", "member", "seen", "where"),
    [
        (ITEMS, "indices", [2, 1, 0], "indices[0]"),
        (ITEMS, "items", ["red"], "items[1]"),
        (DRAW, "held", [4, 1], "held[0]"),
        (DRAW, "held", [1], "draws"),
        (DRAW, "dealt", {"cards": [], "indices": []}, "dealt.cards[0]"),
        (DRAW, "cards", {}, "cards"),
    ],
)
def test_what_is_checked_of_such_an_answer_must_be_right(
    live: str, question: Question, member: str, seen: Any, where: str
) -> None:
    (finding,) = node("lines", [answer | {member: seen} for answer in told(live, [question])])
    assert (finding["valid"], finding["difference"]["where"]) == (False, where)


def test_what_cannot_be_checked_is_neither_right_nor_wrong() -> None:
    plain = {"deck": "standard", "size": 52, "algorithm": "fisher_yates", "cards": [], "indices": []}
    seeded = plain | {"seed": "1"}
    huge = {"seed": "1", "min": 1, "max": 2**53 - 1, "algorithm": "durstenfeld", "integers": [1]}
    refused: dict[str, list[Any]] = {
        "seed": [plain, {"items": [1]}],
        "cut": [seeded | {"cut": 3}],
        "count": [seeded | {"count": 0}],
        "notation": [seeded | {"notation": "roman"}],
        "name_style": [seeded | {"name_style": "retro"}],
        "held": [seeded | {"held": []}],
        "size": [{"seed": "1", "items": []}],
        "the file": [{"seed": "1"}, [], None, huge],
    }
    asked = [(where, told) for where, several in refused.items() for told in several]
    findings = node("lines", [told for _, told in asked])
    assert [finding["refused"]["where"] for finding in findings] == [where for where, _ in asked]
    assert {finding["valid"] for finding in findings} == {None}
