"""Cards, tokens and receipts that are nearly valid."""

import json
from typing import Any

from service.core.rng.streams import STREAM
from service.sealed.endpoint.shoes import EXAMPLES
from service.sealed.opening.contents import SCHEME
from tests.server.corpus import Entry, post

DRAW = "/v1/shoes/draw"
REVEAL = "/v1/shoes/reveal"
VERIFY = "/v1/verify"
SHUFFLE = "/v1/decks/standard/shuffle"

DRAWN, OPENED, REVEALED = (EXAMPLES[name] for name in ("DRAWN", "OPENED", "REVEALED"))

WRONG_CODES = ("S", "AA", "14S", "00S", "XX", "X0", "X5", "joker", "A" * 40, "A" * 41)
UNKNOWN_CARDS = {code: code for code in WRONG_CODES} | {
    "ace of": "ace%20of",
    "a letter that is S in capitals alone": "A%C5%BF",
    "a letter that has two in capitals": "A%C3%9F",
    "a dotless i": "k%C4%B1ng%20of%20spades",
    "a digit of another script": "%D9%A3S",
    "a knight, whom the pack does not have": "%F0%9F%82%AC",
    "the back of a card": "%F0%9F%82%A0",
    "a suit alone": "%E2%99%A0",
    "a null character": "A%00S",
    "a format": "%25s%25n",
}
CODES = tuple(
    Entry(f"the card {name!r}", 422, f"{SHUFFLE}?exclude={escaped}")
    for name, escaped in UNKNOWN_CARDS.items()
)

BAD_TOKENS = {
    "nothing": "",
    "a space": " ",
    "one letter": "g",
    "another service's": OPENED,
    "cut off": OPENED[:-1],
    "cut off by four": OPENED[:-4],
    "too long by a letter": f"{OPENED}A",
    "too long by a sign of equality": f"{OPENED}=",
    "two": f"{OPENED}{OPENED}",
    "in another alphabet": OPENED.replace("-", "+").replace("_", "/"),
    "broken over lines": "\n".join(
        OPENED[n : n + 76] for n in range(0, len(OPENED), 76)
    ),
    "in small letters": OPENED.lower(),
    "of characters that are none of base64": "é" * 780,
    "of null characters": "\0" * 780,
    "16 KiB": "A" * 2**14,
    "longer": "A" * (2**14 + 4),
    "of the version before": "A" + OPENED[1:],
}
TOKENS = (
    *(
        post(f"a token that is {name}", 422, DRAW, shoe=token, count=1)
        for name, token in BAD_TOKENS.items()
    ),
    post("a token that is a number", 422, DRAW, shoe=7, count=1),
    post("a token that is none", 422, REVEAL, shoe=None),
    post("a token that is a list", 422, REVEAL, shoe=[REVEALED]),
    post("more cards than may be", 422, DRAW, shoe=DRAWN, count=2**60),
    Entry("a token in a query", 405, f"{DRAW}?shoe={DRAWN}"),
)

RECEIPT: dict[str, Any] = {
    "receipt": SCHEME,
    "commitment": "0" * 64,
    "terms": {
        "scheme": SCHEME,
        "stream": STREAM,
        "deck": "standard",
        "decks": 1,
        "exclude": [],
        "algorithm": "fisher_yates",
        "cut": 0,
        "reshuffle": "on_request",
        "reveal": "all",
    },
    "server_seed": "0" * 64,
    "client_seed": None,
    "drawn": {
        "round": 0,
        "top": 1,
        "bottom": 0,
        "total": 1,
        "draws": 1,
        "digest": "0" * 64,
        "in_play": None,
    },
}


def change_receipt(path: str, value: Any) -> dict[str, Any]:
    """Return a receipt with one member changed."""
    receipt: dict[str, Any] = json.loads(json.dumps(RECEIPT))
    *parents, name = path.split(".")
    members = receipt
    for parent in parents:
        members = members[parent]
    members[name] = value
    return receipt


BAD_MEMBERS: dict[str, tuple[Any, ...]] = {
    "receipt": ("shoe2", [SCHEME]),
    "commitment": ("0" * 63, "g" * 64, "٣" * 64),
    "server_seed": (0,),
    "client_seed": ("", "x" * 10_000),
    "drawn": ([],),
    "drawn.top": (-1, True),
    "drawn.total": (2**70,),
    "drawn.more": (1,),
    "terms": (None,),
    "terms.deck": ("", {}),
    "terms.decks": (0, 10**9),
    "terms.exclude": ("AS", ["AS"] * 100_000, [["AS"]]),
    "terms.algorithm": ("naive_swap",),
    "terms.label": ("x" * 10_000,),
    "terms.cut": (-1,),
    "terms.reshuffle": ("sometimes",),
}
SHUFFLED = {"path": "/v1/decks/standard/shuffle", "seed": "42"}
RECEIPTS = (
    *(
        post(
            f"a receipt with {value!r:.40} as {path}",
            422,
            VERIFY,
            receipt=change_receipt(path, value),
        )
        for path, values in BAD_MEMBERS.items()
        for value in values
    ),
    post("a receipt that is another's", 200, VERIFY, receipt=RECEIPT),
    post(
        "a receipt of a round that would take for ever",
        422,
        VERIFY,
        receipt=change_receipt("drawn.round", 2**53),
    ),
    post("a receipt that is empty", 422, VERIFY, receipt={}),
    post("a signature that is none", 200, VERIFY, receipt="eyJhbGciOiJub25lIn0.e30."),
    post("a signature by nobody's key", 200, VERIFY, receipt="e30.e30.AAAA"),
    post("a signature of dots", 200, VERIFY, receipt="." * 1_000),
    post(
        "an answer without its request",
        200,
        VERIFY,
        stream="sd1",
        seed="42",
        deck="standard",
        cards="AS",
    ),
    post(
        "an answer with a request that is none",
        422,
        VERIFY,
        stream="sd1",
        seed="42",
        request=[],
    ),
    post(
        "an answer without cards",
        200,
        VERIFY,
        stream="sd1",
        seed="42",
        cards=None,
        request=SHUFFLED,
    ),
    post(
        "an answer with cards that are a text",
        200,
        VERIFY,
        stream="sd1",
        seed="42",
        cards="AS",
        request=SHUFFLED,
    ),
    post(
        "an answer of a stream to come",
        200,
        VERIFY,
        stream="sd2",
        seed="42",
        min=1,
        max=6,
        integers=[1],
    ),
    post("an answer by a scheme that nobody has", 422, VERIFY, scheme="mine"),
    post(
        "a selection from a pool of a negative size",
        422,
        VERIFY,
        scheme="rfc3797",
        pool=-1,
    ),
    post("nothing to verify", 422, VERIFY),
)
