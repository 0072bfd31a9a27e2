"""Blackjack by several workers: gunicorn --workers 2 --bind :8080 table:app"""

import json

import rules
from flask import Flask, request
from shuffle_and_deal import Service, ServiceError, SQLiteStore, Table, TableError

DECKS, CUT = 6, 78
# before a fork or after it
service, store = (Service("http://localhost:8000"), SQLiteStore("tables.db"))
app, newest = Flask(__name__), {}


def table_of(name):
    """Return the shoe of a table, open. A `Table` costs nothing: make one where you need it."""
    table = Table(service, store, f"shoe of {name}")
    return table, table.open(deck="standard", decks=DECKS, label=name)


def load_game(name):
    """Return the newest state of a game: the store has a list of all its states."""
    first = json.dumps(rules.new_game() | {"remaining": 52 * DECKS})
    number = json.loads(newest.get(name, first))["version"]
    # fails if states were lost
    *_, newest[name] = (
        store.load(f"game {name}", max(0, number - 1)) or [first][number:]
    )
    return json.loads(newest[name])


def change(name, message=None):
    """Draw what is due, apply the message to the newest game, and again what is due. Return the game.

    Each step is saved before the next one, and taken anew if another worker was faster.
    """
    while True:
        game = load_game(name)
        version, known = game["version"], json.dumps(game)
        if is_due := rules.next_draw(game):
            draw(name, game, *is_due)
        elif message is None:
            return game
        else:
            rules.apply(game, **message)
        game["version"] += json.dumps(game) != known
        if game["version"] == version or store.save(
            f"game {name}", version, json.dumps(game)
        ):
            message = message if is_due else None


def draw(name, game, count, seat):
    """Draw and lay cards. If the shoe runs out, all cards but those in play are shuffled, at the cut card all."""
    is_cut = game["drawn"] == 0 and game["remaining"] <= CUT
    members = {
        "seat": seat,
        "client_seed": game["words"],
        "in_play": game["in_play"],
        "reshuffle": is_cut,
    }
    drawn = (
        table_of(name)[0]
        .draw(f"hand {game['hand']}, draw {game['drawn']}", count, **members)
        .response
    )
    stay = drawn["in_play"]["after"] if drawn["reshuffled"] else game["in_play"]
    new = [
        position
        for position, k in zip(drawn["positions"], drawn["rounds"])
        if k == drawn["round"]
    ]
    game.update(in_play=stay + new, remaining=drawn["remaining"])
    rules.lay(game, drawn["cards"])


@app.get("/tables/<name>")
def watch(name):
    game, (table, opened) = change(name), table_of(name)
    return {
        "game": game | {"hole": []},
        "opened": opened,
        "views": table.views()[request.args.get("since", 0, int) :],
    }


@app.post("/tables/<name>")
def play(name):
    change(name, request.json)  # your login knows the player's `name`
    return {}


@app.get("/tables/<name>/proof")
def prove(name):
    table, _ = table_of(name)
    if change(name)["phase"] == "over":
        table.reveal()
    return table.proof()


for kind, status in {
    ServiceError: 503,
    TableError: 400,
    LookupError: 400,
    TypeError: 400,
    ValueError: 400,
}.items():
    app.register_error_handler(
        kind, lambda error, status=status: ({"error": str(error)}, status)
    )
