"""Tables of the service in this process, whose players are those of the Python client."""

import json
from collections.abc import Callable
from copy import deepcopy
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from shuffle_and_deal.following import Following
from shuffle_and_deal.player import Player, Refused, create_secrets

from service.app import create_app
from service.core.crypto.signatures import SigningKey
from service.sealed.shoe.tokens import generate_key
from service.settings import Settings
from tests.http.spec import json_object, post
from tests.private_hands import list_codes

Json = dict[str, Any]

CLIENT = create_app(
    Settings(
        shoe_keys=(generate_key(),), signing_keys=(SigningKey.from_base64url("A" * 43),)
    )
).test_client()
SIGNERS = json_object(CLIENT.get("/.well-known/jwks.json"))
VERIFY = "/v1/verify"

Turn = tuple[str, Json]


class Game(NamedTuple):
    """A game with its seats, the members that open it, and what its rules prescribe."""

    seats: list[str]
    opened: Json
    turns: list[Turn]


_PLAYED = json.loads(Path(__file__).with_name("played_games.json").read_text())
GAMES = {name: Game(**game) for name, game in _PLAYED.items()}


class KeptPlayer(Player):
    """A player with a program that keeps its secrets where a new start finds them, unless its disk is full."""

    def __init__(self, secrets: Json) -> None:
        super().__init__(secrets, self.keep)
        self.kept = deepcopy(secrets)
        self.is_disk_full = False

    def keep(self, secrets: Json) -> None:
        if self.is_disk_full:
            raise OSError("the disk is full")
        self.kept = deepcopy(secrets)


class Table:
    """A backend, and players who follow all that it does."""

    def __init__(self, name: str, *, is_private: bool) -> None:
        game = GAMES[name]
        self.turns = game.turns
        self.is_private = is_private
        self.players = {seat: KeptPlayer(create_secrets()) for seat in game.seats}
        words = [player.word for player in self.players.values()]
        self.asked: Json = game.opened | {"words": words}
        if is_private:
            self.asked |= {
                "reveal": "shown",
                "consent": {"keys": self._list_keys("sign")},
                "view_keys": self._list_keys("view"),
            }
        self.agreed = post(CLIENT, "/v1/shoes", **self.asked)["terms"]
        self.opened = post(CLIENT, "/v1/shoes", **self.asked)
        self.token = self.opened.pop("shoe")
        self.left: dict[str, str] = {}
        self.responses: list[dict[str, Json]] = []
        self.watched: list[Json] = []
        for seat, player in self.players.items():
            self.accept(seat, player)

    def _list_keys(self, use: str) -> Json:
        """Return the public keys of all seats for a use."""
        return {seat: player.keys[use] for seat, player in self.players.items()}

    @property
    def first_seat(self) -> str:
        return next(iter(self.players))

    @property
    def options(self) -> Json:
        options: Json = {
            "signers": SIGNERS,
            "seats": list(self.players) if "game" in self.asked else None,
        }
        if self.is_private:
            options |= {
                "terms": self.agreed,
                "codes": list_codes(self.agreed) if "deck" in self.agreed else None,
            }
        return options

    def accept(self, seat: str | None, player: Player) -> None:
        player.accept(seat, self.opened, **self.options)

    def take(self, action: str, **members: Any) -> dict[str, Json]:
        """Deal or draw, with the consents of all who stay. Return the response for each seat."""
        body: Json = members | {"shoe": self.token, "each_seat": True}
        if not self.responses:
            body["words"] = [player.text for player in self.players.values()]
        if self.is_private:
            body["leaves"] = self.left
            body["consents"] = {
                seat: player.consent(action, **members)
                for seat, player in self.players.items()
                if seat not in self.left
            }
        taken = json_object(CLIENT.post(f"/v1/shoes/{action}", json=body))
        self.token = taken["shoe"]
        watched = taken["spectator_view"]
        views = {seat: taken["seat_views"].get(seat, watched) for seat in self.players}
        self.watched.append(watched)
        self.responses.append(views)
        return views

    def play(self, *turns: Turn) -> None:
        for action, members in turns or self.turns:
            for seat, view in self.take(action, **members).items():
                self.players[seat].follow(view)

    def reveal(self) -> Json:
        receipt: Json = post(CLIENT, "/v1/shoes/reveal", shoe=self.token)["receipt"]
        return receipt


@cache
def played(name: str, *, is_private: bool) -> Table:
    """Return a table after its game. The tests that share it do not change it."""
    table = Table(name, is_private=is_private)
    table.play()
    return table


def new_player(table: Table, seat: str) -> KeptPlayer:
    """Return a player with the secrets of a seat, who has accepted no shoe yet."""
    return KeptPlayer(table.players[seat].kept | {"commitment": None})


def sit_again(table: Table, seat: str, count: int) -> KeptPlayer:
    """Return a player who has followed the first responses of a game, with the secrets of its seat."""
    secrets = deepcopy(table.players[seat].kept)
    player = KeptPlayer(secrets | {"digests": [], "signed": {}})
    table.accept(seat, player)
    for response in table.responses[:count]:
        player.follow(response[seat])
    return player


KINDS = [(name, is_private) for name in GAMES for is_private in (True, False)]


def show(player: Player) -> str:
    """Return all that a player knows."""
    # Neither its keys nor the function that saves
    values = (Following, dict, str, type(None))
    known = [item for item in vars(player).items() if isinstance(item[1], values)]
    return repr(known)


def refuse(
    player: Player, act: Callable[..., object], *values: Any, **options: Any
) -> str:
    """Return where the refusal of values is, after which nothing has changed."""
    before = show(player)
    with pytest.raises(Refused) as refused:
        act(*values, **options)
    assert show(player) == before
    return refused.value.where


def is_valid(proof: Json) -> bool:
    """Return whether /v1/verify finds nothing wrong."""
    text = json.dumps(proof)
    answer = CLIENT.post(VERIFY, data=text, content_type="application/json")
    return answer.status_code == 200 and json_object(answer)["valid"] is not False
