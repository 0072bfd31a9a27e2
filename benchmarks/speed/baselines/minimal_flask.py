"""Flask with a fixed response, and Flask with the usual shuffle."""

from random import SystemRandom

from flask import Flask, Response, jsonify

hello = Flask("hello")
naive = Flask("naive")

FIXED = {"message": "x" * 285}  # 300 bytes of JSON with the final newline
PACK = [rank + suit for suit in "SHDC" for rank in "A23456789TJQK"]


@hello.get("/")
def respond() -> Response:
    """Return the fixed response."""
    return jsonify(FIXED)


@naive.get("/")
def shuffle() -> Response:
    """Shuffle a pack; there are no parameters to validate."""
    cards = PACK.copy()
    SystemRandom().shuffle(cards)
    return jsonify(cards=cards)
