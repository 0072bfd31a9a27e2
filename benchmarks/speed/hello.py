"""Flask with a fixed response, which measurements are relative to, and Flask with the usual shuffle."""

from random import SystemRandom

from flask import Flask, Response, jsonify

hello = Flask("hello")
naive = Flask("naive")

_FIXED = {"message": "x" * 285}  # 300 bytes of JSON with the final newline
_PACK = [rank + suit for suit in "SHDC" for rank in "A23456789TJQK"]


@hello.get("/")
def respond() -> Response:
    """Return the fixed response."""
    return jsonify(_FIXED)


@naive.get("/")
def shuffle() -> Response:
    """Shuffle a pack; there are no parameters to validate."""
    return jsonify(cards=shuffle_pack())


def shuffle_pack() -> list[str]:
    """Return the cards of a pack in random order."""
    cards = _PACK.copy()
    SystemRandom().shuffle(cards)
    return cards
