"""CPU time in process of a game that is dealt from a sealed shoe, stage by stage, against a plain deal of it."""

import json
from itertools import cycle
from typing import Any

from flask import Flask

from benchmarks.speed.in_process import make_poster
from benchmarks.speed.results import Row, Scale, Table
from benchmarks.timing import (
    Contender,
    Quartiles,
    compare,
    format_figure,
    interleave,
    make_contender,
)
from service.app import create_app
from service.core.crypto.tokens import generate_key
from service.settings import Settings

GAMES = ("holdem", "riichi", "baccarat", "bridge", "blackjack", "rummy", "mahjong")
MAX_RATIO = 2.0
_FACES_REASON = "flowers are replaced, so that the layout depends on the faces and is computed for each stage"
_SHOES = 512  # more than any cache of rounds or terms keeps


def measure_sealed_games(scale: Scale) -> Table:
    """Return the CPU time of each stage of a game from a fresh shoe, relative to a plain deal by POST."""
    app = create_app(Settings(shoe_keys=(generate_key(),)))
    stages: dict[str, str] = {}  # the label of each with its game
    contenders: dict[str, Contender] = {}
    for game in GAMES:
        contenders[game] = _make_contender(app, f"/v1/games/{game}/deal", [{}], scale.seconds)
        shoes = [_post(app, "/v1/shoes", {"game": game, "label": f"table {table}"}) for table in range(_SHOES)]
        while stage := shoes[0]["next_stage"]:
            bodies = [{"shoe": shoe["shoe"]} for shoe in shoes]
            contenders[f"{game}: {stage}"] = _make_contender(app, "/v1/shoes/deal", bodies, scale.seconds)
            stages[f"{game}: {stage}"] = game
            shoes = [_post(app, "/v1/shoes/deal", body) for body in bodies]
    samples = interleave(contenders, 3 * scale.rounds)
    plain = format_figure(Quartiles.of(samples["holdem"]).median * 1e6)
    text = (
        "One WSGI call of POST /v1/shoes/deal, each time with another shoe that no cache knows, relative to POST "
        f"/v1/games/{{game}}/deal, which takes {plain} µs of CPU time for hold'em on this machine: a stage opens the "
        "token, shuffles, lays out the hand, chains the digest and seals the new token."
    )
    rows = [
        Row(label, compare(samples, label, game), max=MAX_RATIO, reason=_FACES_REASON if game == "mahjong" else "")
        for label, game in stages.items()
    ]
    return Table("Sealed games, in process", text, rows)


def _make_contender(app: Flask, path: str, bodies: list[dict[str, Any]], seconds: float) -> Contender:
    call, ready = make_poster(app, path), cycle([json.dumps(body).encode() for body in bodies])
    return make_contender(lambda: call(next(ready)), seconds)


def _post(app: Flask, path: str, body: dict[str, Any]) -> dict[str, Any]:
    response: dict[str, Any] = json.loads(make_poster(app, path)(json.dumps(body).encode()))
    return response
