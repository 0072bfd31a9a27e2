"""The least that ours is measured against: a fixed answer, and a shuffle as most people would write it."""

from random import SystemRandom

from flask import Flask, Response, jsonify

hello = Flask("hello")
naive = Flask("naive")

FIXED = {"message": "x" * 285}  # 300 bytes of JSON with the final newline
PACK = [rank + suit for suit in "SHDC" for rank in "A23456789TJQK"]


@hello.get("/")
def answer() -> Response:
    """Answer always the same."""
    return jsonify(FIXED)


@naive.get("/")
def shuffle() -> Response:
    """Shuffle a pack, with nothing to ask for and so nothing to validate."""
    cards = PACK.copy()
    SystemRandom().shuffle(cards)
    return jsonify(cards=cards)
