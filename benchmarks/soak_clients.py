"""The clients of the soak test. Each is a generator that yields requests for ever and is sent their responses.

To add one, write a generator and add it to `CLIENTS`.
"""

import json
from base64 import urlsafe_b64encode
from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass, field
from itertools import count
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from joserfc.jwk import ECKey

NDJSON = {"Accept": "application/x-ndjson"}


@dataclass(frozen=True)
class Request:
    """A request with the expected status and a check of the response's body; a POST if it has a body."""

    path: str
    status: int = 200
    is_expected: Callable[[bytes], bool] = bool
    headers: Mapping[str, str] = field(default_factory=dict)
    body: bytes | None = None


@dataclass(frozen=True)
class Response:
    """The body and the ETag of a response."""

    body: bytes
    etag: str | None

    @property
    def json(self) -> Any:
        """The parsed body."""
        return json.loads(self.body)


ClientSession = Generator[Request, Response, None]


def post(
    path: str, is_expected: Callable[[bytes], bool] = bool, **fields: Any
) -> Request:
    """Return a POST request with a JSON body of these fields."""
    return Request(
        path,
        200,
        is_expected,
        {"Content-Type": "application/json"},
        json.dumps(fields).encode(),
    )


def _is_pack(body: bytes) -> bool:
    return len(set(json.loads(body)["cards"])) == 52


def _is_valid(body: bytes) -> bool:
    return json.loads(body)["valid"] is True


def _is_partly_valid(body: bytes) -> bool:
    return list(json.loads(body)["unchecked"]) == ["order"]


def _encode(data: bytes) -> str:
    return urlsafe_b64encode(data).decode().rstrip("=")


def shuffler(name: str) -> ClientSession:
    """Shuffle packs of cards, every other one from a new seed."""
    for number in count():
        yield Request("/v1/decks/standard/shuffle", is_expected=_is_pack)
        yield Request(
            f"/v1/decks/standard/shuffle?seed={name}-{number}&jokers={number % 5}"
        )


def dealer(name: str) -> ClientSession:
    """Deal games by GET and by POST."""
    games = ("holdem", "bridge", "klondike", "baccarat", "skat")
    for number in count():
        game = games[number % len(games)]
        yield Request(f"/v1/games/{game}/deal")
        yield post(f"/v1/games/{game}/deal", seed=f"{name}-{number}")
        yield Request("/v1/decks/standard/deal?hands=4&cards=13")


def dice_player(name: str) -> ClientSession:
    """Throw dice, draw lottery numbers, shuffle the client's own items and rank hands."""
    for number in count():
        yield Request("/v1/integers?max=6&count=3&replacement=true")
        yield Request(f"/v1/integers?max=49&count=6&seed={name}-{number}")
        yield post("/v1/items/shuffle", items=[name, number, None, {"a": [1.5]}])
        yield post(
            "/v1/hands/rank",
            game="poker",
            hands=[["AS", "KD"], ["9H", "9C"]],
            board=["AC", "KH", "9S"],
        )


def batch_client(name: str) -> ClientSession:
    """Request batches as JSON and as NDJSON."""
    for number in count():
        yield Request("/v1/decks/standard/shuffle/batch?repeats=100")
        yield Request(
            f"/v1/decks/standard/shuffle/batch?repeats=1000&seed={name}-{number}",
            is_expected=lambda body: body.count(b"\n") == 1000,
            headers=NDJSON,
        )
        yield post("/v1/games/holdem/deal/batch", players=9, repeats=50)


def shoe_player(name: str) -> ClientSession:
    """Open sealed shoes, draw from them, reveal them and verify the receipts."""
    for number in count():
        opened = yield post(
            "/v1/shoes", deck="standard", decks=6, label=f"{name}-{number}"
        )
        draw = yield post(
            "/v1/shoes/draw", shoe=opened.json["shoe"], count=5, client_seed=name
        )
        revealed = yield post("/v1/shoes/reveal", shoe=draw.json["shoe"])
        yield post(
            "/v1/verify",
            is_expected=_is_valid,
            receipt=revealed.json["receipt"],
            confirmed={"commitment": opened.json["commitment"], "client_seed": name},
            seen=[draw.json["seen"]],
        )


def private_player(name: str) -> ClientSession:
    """Deal private hands with the consent of a seat, show the board, and verify the partial receipts."""
    secret = Ed25519PrivateKey.generate()
    key = {
        "kty": "OKP",
        "crv": "Ed25519",
        "x": _encode(secret.public_key().public_bytes_raw()),
    }
    view, auditor = (
        ECKey.generate_key("P-256").as_dict(private=False) for _ in range(2)
    )
    terms: dict[str, Any] = {
        "reveal": "auditor",
        "auditor": auditor,
        "view_keys": {"1": view},
    }
    terms["consent"] = {"keys": {"1": key}, "quorum": 1, "start": 1}

    def consented(path: str, shoe: Mapping[str, Any], **body: Any) -> Request:
        """Return a request that the seat signs, over the last digest."""
        text = json.dumps(
            {"action": path, **body}, sort_keys=True, separators=(",", ":")
        )
        message = (
            b"shuffle-and-deal sealed 1 consent\n"
            + bytes.fromhex(shoe["digest"])
            + text.encode()
        )
        return post(
            f"/v1/shoes/{path}",
            shoe=shoe["shoe"],
            consents={"1": _encode(secret.sign(message))},
            **body,
        )

    while True:
        opened = yield post("/v1/shoes", game="holdem", players=6, **terms)
        hole = yield consented("deal", opened.json, client_seed=name)
        board = yield consented("deal", hole.json, through="river")
        revealed = yield consented("reveal", board.json)
        yield post(
            "/v1/verify",
            is_expected=_is_partly_valid,
            receipt=revealed.json["receipt"],
            confirmed={"commitment": opened.json["commitment"], "client_seed": name},
            seen=[hole.json, board.json],
        )


def auditor(name: str) -> ClientSession:
    """Verify seeded responses, and request them again with their ETag."""
    for number in count():
        path = f"/v1/integers?max=144&seed={name}-{number}"
        response = yield Request(path)
        yield post("/v1/verify", is_expected=_is_valid, **response.json)
        yield Request(
            path, 304, lambda body: not body, {"If-None-Match": response.etag or ""}
        )


def visitor(_: str) -> ClientSession:
    """Request pictures, bias experiments and pages, and send invalid requests."""
    for number in count():
        yield Request(f"/v1/decks/standard/pictures/{number % 57}.svg")
        yield Request(
            "/v1/decks/mahjong/sprites.svg", headers={"Accept-Encoding": "gzip"}
        )
        yield Request(f"/v1/algorithms/naive_swap/bias?n={3 + number % 3}")
        yield Request(f"/v1/algorithms/riffle/bias.svg?n=20&trials=500&seed={number}")
        yield Request("/v1/decks/standart/shuffle", 404)
        yield Request("/v1/integers?max=six", 422)
        yield Request("/", headers={"Accept": "text/html"})
        yield Request("/readyz")


CLIENTS: tuple[Callable[[str], ClientSession], ...] = (
    shuffler,
    dealer,
    dice_player,
    batch_client,
    shoe_player,
    private_player,
    auditor,
    visitor,
)
"""They send one request each in turn."""
