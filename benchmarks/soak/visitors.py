"""Who calls during a soak: each visitor asks one request after another, for ever, and is sent each answer.

To add one, write a generator and name it in `VISITORS`.
"""

import json
from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass, field
from itertools import count
from types import MappingProxyType
from typing import Any

LINES = {"Accept": "application/x-ndjson"}
_JSON = {"Content-Type": "application/json"}


@dataclass(frozen=True)
class Request:
    """What is asked, and what the answer must be for it to count as one."""

    path: str
    body: bytes | None = None  # a POST, if there is one
    headers: Mapping[str, str] = field(default_factory=dict)
    status: int = 200
    right: Callable[[bytes], bool] = bool

    @property
    def method(self) -> str:
        """That of HTTP."""
        return "GET" if self.body is None else "POST"


@dataclass(frozen=True)
class Answer:
    """What came back."""

    body: bytes
    etag: str | None

    @property
    def json(self) -> Any:
        """The body, read."""
        return json.loads(self.body)


Visitor = Generator[Request, Answer, None]


def get(
    path: str,
    status: int = 200,
    right: Callable[[bytes], bool] = bool,
    headers: Mapping[str, str] = MappingProxyType({}),
) -> Request:
    """A GET."""
    return Request(path, None, headers, status, right)


def post(path: str, right: Callable[[bytes], bool] = bool, **asked: Any) -> Request:
    """A POST."""
    return Request(path, json.dumps(asked).encode(), _JSON, right=right)


def _whole(body: bytes) -> bool:
    """Whether it is all of a pack."""
    return len(set(json.loads(body)["cards"])) == 52


def _valid(body: bytes) -> bool:
    return json.loads(body)["valid"] is True


def shuffler(name: str) -> Visitor:
    """Shuffles packs of cards, every other one from a seed never seen before."""
    for number in count():
        yield get("/v1/decks/standard/shuffle", right=_whole)
        yield get(f"/v1/decks/standard/shuffle?seed={name}-{number}&jokers={number % 5}")


def dealer(name: str) -> Visitor:
    """Deals games, by GET and by POST."""
    games = ("holdem", "bridge", "klondike", "baccarat", "skat")
    for number in count():
        game = games[number % len(games)]
        yield get(f"/v1/games/{game}/deal")
        yield post(f"/v1/games/{game}/deal", seed=f"{name}-{number}")
        yield get("/v1/decks/standard/deal?hands=4&cards=13")


def thrower(name: str) -> Visitor:
    """Throws dice, draws lotteries and shuffles values of its own."""
    for number in count():
        yield get("/v1/integers?max=6&count=3&replacement=true")
        yield get(f"/v1/integers?max=49&count=6&seed={name}-{number}")
        yield post("/v1/items/shuffle", items=[name, number, None, {"a": [1.5]}])
        yield post("/v1/hands/rank", game="poker", hands=[["AS", "KD"], ["9H", "9C"]], board=["AC", "KH", "9S"])


def bulk(name: str) -> Visitor:
    """Asks for batches, at once and line by line."""
    for number in count():
        yield get("/v1/decks/standard/shuffle/batch?repeats=100")
        yield get(
            f"/v1/decks/standard/shuffle/batch?repeats=1000&seed={name}-{number}",
            right=lambda body: body.count(b"\n") == 1000,
            headers=LINES,
        )
        yield post("/v1/games/holdem/deal/batch", players=9, repeats=50)


def gambler(name: str) -> Visitor:
    """Opens sealed shoes, draws from them, has them revealed and verifies the receipts."""
    for number in count():
        opened = yield post("/v1/shoes", deck="standard", decks=6, label=f"{name}-{number}")
        drawn = yield post("/v1/shoes/draw", shoe=opened.json["shoe"], count=5, client_seed=name)
        revealed = yield post("/v1/shoes/reveal", shoe=drawn.json["shoe"])
        seen = [{"cards": drawn.json["cards"]}]
        yield post("/v1/verify", right=_valid, receipt=revealed.json["receipt"], seen=seen)


def auditor(name: str) -> Visitor:
    """Verifies seeded answers, and asks for them again with the ETag that it has."""
    for number in count():
        path = f"/v1/integers?max=144&seed={name}-{number}"
        answer = yield get(path)
        yield post("/v1/verify", right=_valid, **answer.json)
        yield get(path, 304, lambda body: not body, {"If-None-Match": answer.etag or ""})


def reader(_: str) -> Visitor:
    """Looks at pictures, biases and pages, and is told of mistakes."""
    for number in count():
        yield get(f"/v1/decks/standard/pictures/{number % 57}.svg")
        yield get("/v1/decks/mahjong/sprites.svg", headers={"Accept-Encoding": "gzip"})
        yield get(f"/v1/algorithms/naive_swap/bias?n={3 + number % 3}")
        yield get(f"/v1/algorithms/riffle/bias.svg?n=20&trials=500&seed={number}")
        yield get("/v1/decks/standart/shuffle", 404)
        yield get("/v1/integers?max=six", 422)
        yield get("/", headers={"Accept": "text/html"})
        yield get("/readyz")


VISITORS: tuple[Callable[[str], Visitor], ...] = (
    shuffler,
    dealer,
    thrower,
    bulk,
    gambler,
    auditor,
    reader,
)
"""Each sends one request in turn."""
