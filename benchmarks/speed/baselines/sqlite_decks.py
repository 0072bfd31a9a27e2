"""The approach of the deck-of-cards API: a database row a deck, which is written by one request and read by the next.

Less of it than there is: no Django, one request for both, and no second write when the cards are drawn.
"""

import json
import os
import sqlite3
from random import shuffle
from secrets import token_hex

from flask import Flask, Response, jsonify

from benchmarks.speed.baselines.minimal_flask import PACK

rows = Flask("rows")
DATABASE = os.environ.get("DECKS_DATABASE", "")


def connected() -> sqlite3.Connection:
    """A connection a request, as Django has it by default."""
    return sqlite3.connect(DATABASE)


with connected() as first:
    first.execute("create table if not exists decks (id text primary key, cards text)")


@rows.get("/")
def deck() -> Response:
    """Shuffle a pack, write it, and read what was written."""
    cards = PACK.copy()
    shuffle(cards)
    name = token_hex(6)
    connection = connected()
    with connection:
        connection.execute("insert into decks values (?, ?)", (name, json.dumps(cards)))
    (text,) = connection.execute("select cards from decks where id = ?", (name,)).fetchone()
    connection.close()
    return jsonify(deck_id=name, cards=json.loads(text))
