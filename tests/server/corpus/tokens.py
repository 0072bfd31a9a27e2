"""Cards, tokens and receipts that are nearly valid."""

import json
from typing import Any

from service.api.resources.shoes import EXAMPLES
from service.core.rng.streams import STREAM
from service.core.sealed.terms import SCHEME
from tests.server.corpus import Entry, post

DRAW = "/v1/shoes/draw"
REVEAL = "/v1/shoes/reveal"
VERIFY = "/v1/verify"
SHUFFLE = "/v1/decks/standard/shuffle"

DRAWN, OPENED, REVEALED = (EXAMPLES[name] for name in ("DRAWN", "OPENED", "REVEALED"))

CODES = tuple(
    Entry(f"the card {code!r}", 422, f"{SHUFFLE}?exclude={escaped}")
    for code, escaped in (
        ("S", "S"),
        ("AA", "AA"),
        ("11S", "11S"),
        ("00S", "00S"),
        ("XX", "XX"),
        ("X0", "X0"),
        ("X5", "X5"),
        ("joker", "joker"),
        ("ace of", "ace%20of"),
        ("a letter that is S in capitals alone", "A%C5%BF"),
        ("a letter that has two in capitals", "A%C3%9F"),
        ("a dotless i", "k%C4%B1ng%20of%20spades"),
        ("a digit of another script", "%D9%A3S"),
        ("a full-width letter", "%EF%BC%A1%EF%BC%B3"),
        ("a knight, whom the pack does not have", "%F0%9F%82%AC"),
        ("the back of a card", "%F0%9F%82%A0"),
        ("a suit alone", "%E2%99%A0"),
        ("40 characters", "A" * 40),
        ("41 characters", "A" * 41),
        ("a null character", "A%00S"),
        ("a format", "%25s%25n"),
    )
)

TOKENS = (
    *(
        post(f"a token that is {why}", 422, DRAW, shoe=token, count=1)
        for why, token in (
            ("nothing", ""),
            ("a space", " "),
            ("one letter", "g"),
            ("another service's", OPENED),
            ("cut off", OPENED[:-1]),
            ("cut off by four", OPENED[:-4]),
            ("too long by a letter", f"{OPENED}A"),
            ("too long by a sign of equality", f"{OPENED}="),
            ("two", f"{OPENED}{OPENED}"),
            ("in another alphabet", OPENED.replace("-", "+").replace("_", "/")),
            ("broken over lines", "\n".join(OPENED[n : n + 76] for n in range(0, len(OPENED), 76))),
            ("in small letters", OPENED.lower()),
            ("of characters that are none of base64", "é" * 780),
            ("of null characters", "\0" * 780),
            ("16 KiB", "A" * 2**14),
            ("longer", "A" * (2**14 + 4)),
            ("of the version before", "A" + OPENED[1:]),
        )
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
    "drawn": {"round": 0, "top": 1, "bottom": 0, "total": 1, "draws": 1, "digest": "0" * 64, "in_play": None},
}


def changed(where: str, value: Any) -> dict[str, Any]:
    """A receipt with one member changed."""
    receipt: dict[str, Any] = json.loads(json.dumps(RECEIPT))
    *path, last = where.split(".")
    within = receipt
    for step in path:
        within = within[step]
    within[last] = value
    return receipt


RECEIPTS = (
    *(
        post(f"a receipt whose {where} is {value!r:.40}", 422, VERIFY, receipt=changed(where, value))
        for where, value in (
            ("receipt", "shoe2"),
            ("receipt", [SCHEME]),
            ("commitment", "0" * 63),
            ("commitment", "g" * 64),
            ("commitment", "٣" * 64),
            ("server_seed", 0),
            ("client_seed", ""),
            ("client_seed", "x" * 10_000),
            ("drawn", []),
            ("drawn.top", -1),
            ("drawn.top", True),
            ("drawn.total", 2**70),
            ("drawn.more", 1),
            ("terms", None),
            ("terms.deck", "tarok"),
            ("terms.deck", {}),
            ("terms.decks", 0),
            ("terms.decks", 10**9),
            ("terms.exclude", "AS"),
            ("terms.exclude", ["AS"] * 100_000),
            ("terms.exclude", [["AS"]]),
            ("terms.algorithm", "naive_swap"),
            ("terms.label", "x" * 10_000),
            ("terms.cut", -1),
            ("terms.reshuffle", "sometimes"),
        )
    ),
    post("a receipt that is another's", 200, VERIFY, receipt=RECEIPT),
    post("a receipt of a round that would take for ever", 422, VERIFY, receipt=changed("drawn.round", 2**53)),
    post("a receipt that is empty", 422, VERIFY, receipt={}),
    post("a signature that is none", 200, VERIFY, receipt="eyJhbGciOiJub25lIn0.e30."),
    post("a signature by nobody's key", 200, VERIFY, receipt="e30.e30.AAAA"),
    post("a signature of dots", 200, VERIFY, receipt="." * 1_000),
    post("an answer of nothing", 422, VERIFY, stream="sd1", seed="42"),
    post("an answer without cards", 422, VERIFY, stream="sd1", seed="42", deck="standard", cards=None, indices=[]),
    post("an answer with cards that are a text", 422, VERIFY, stream="sd1", seed="42", deck="standard", cards="AS"),
    post("an answer of a stream to come", 422, VERIFY, stream="sd2", seed="42", min=1, max=6, integers=[1]),
    post("an answer by a scheme that nobody has", 422, VERIFY, scheme="mine"),
    post("a result of Stake with a nonce that is none", 422, VERIFY, scheme="stake", nonce=-1),
    post("nothing to verify", 422, VERIFY),
)
