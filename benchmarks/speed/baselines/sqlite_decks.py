"""The method of the deck-of-cards API: a database row per deck, written by one request and read by the next.

This does less than that API: it has no Django, one request for both steps, and no second write when cards are drawn.
"""

import json
import os
import sqlite3
from random import shuffle
from secrets import token_hex

from flask import Flask, Response, jsonify

from benchmarks.speed.baselines.minimal_flask import PACK

app = Flask("sqlite_decks")
DATABASE = os.environ.get("DECKS_DATABASE", "")


def connect() -> sqlite3.Connection:
    """Open a connection for one request, as Django does by default."""
    return sqlite3.connect(DATABASE)


with connect() as setup:
    setup.execute("create table if not exists decks (id text primary key, cards text)")


@app.get("/")
def shuffle_deck() -> Response:
    """Shuffle a pack, write it, and read it back."""
    cards = PACK.copy()
    shuffle(cards)
    deck_id = token_hex(6)
    connection = connect()
    with connection:
        connection.execute("insert into decks values (?, ?)", (deck_id, json.dumps(cards)))
    (text,) = connection.execute("select cards from decks where id = ?", (deck_id,)).fetchone()
    connection.close()
    return jsonify(deck_id=deck_id, cards=json.loads(text))
