"""Private hands, played: the players of docs/definitions/sealed.md, and a backend that sends their consents."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from service.sealed.opening.terms import parse_terms
from tests.docs.private_player import Player
from tests.server.client import fetch

Post = Callable[..., dict[str, Any]]
"""Sends the members of a body to a path, and returns the response of 200."""


def private_terms(players: Mapping[str, Any], /, **contents: Any) -> dict[str, Any]:
    """Return a request for a shoe: every player consents, gives a text, and alone reads the player's own cards."""
    keys = {seat: player.keys for seat, player in players.items()}
    count = len(players)
    consent = {
        "keys": {seat: signing for seat, (signing, _) in keys.items()},
        "quorum": count,
        "start": count,
    }
    return {
        "reveal": "shown",
        **contents,
        "consent": consent,
        "view_keys": {seat: reading for seat, (_, reading) in keys.items()},
        "words": [player.word for player in players.values()],
    }


def list_codes(terms: Mapping[str, Any]) -> list[str]:
    """Return the cards of a shoe by index."""
    parsed = parse_terms("terms", terms)
    codes: list[str] = parsed.label_cards(range(parsed.size))["cards"]
    return codes


def signing_key(base: str) -> dict[str, str]:
    """Return the public key of a running service's signatures."""
    key: dict[str, str] = next(
        key
        for key in fetch(base, "/.well-known/jwks.json").json["keys"]
        if key["use"] == "sig"
    )
    return key


class PrivateTable:
    """A table. Every player signs each request, follows its response and opens the view in it."""

    def __init__(
        self,
        post: Post,
        service_key: Mapping[str, str],
        seats: Sequence[str],
        **contents: Any,
    ) -> None:
        self.post = post
        self.players = {seat: Player(seat, seats, (), service_key) for seat in seats}
        request = private_terms(self.players, **contents)
        self.openings = [post("/v1/shoes", **request) for _ in range(2)]
        other, self.opened = self.openings
        self.terms = other["terms"]
        self.token: str = self.opened["shoe"]
        self.seen: list[dict[str, Any]] = []
        self.shown: list[dict[str, Any]] = []
        self.left: list[str] = []
        for player in self.players.values():
            player.codes = list_codes(self.terms)
            player.begin(self.opened, self.terms)

    @property
    def texts(self) -> dict[str, list[str]]:
        """The texts of all players, for the first request."""
        return (
            {}
            if self.seen
            else {"words": [player.text for player in self.players.values()]}
        )

    def take(self, action: str, **body: Any) -> dict[str, Any]:
        """Deal or draw with the consent of all players who stay; each of them follows the response."""
        taken = self.post(
            f"/v1/shoes/{action}",
            shoe=self.token,
            **self.texts,
            **self.sign(action, **body),
            **body,
        )
        self.token = taken["shoe"]
        for player in self.players.values():
            player.follow(taken)
        for stage in taken.get("dealt_stages", [taken]):
            self.seen.append(stage["seen"])
            self.shown += stage["shown"]
        return taken

    def sign(self, action: str, **body: Any) -> dict[str, dict[str, str]]:
        """Return the signatures of the staying players over an action, and of the other players over the round."""
        staying = {
            seat: player
            for seat, player in self.players.items()
            if seat not in self.left
        }
        consents = {
            seat: player.consent(action, **body) for seat, player in staying.items()
        }
        return {
            "consents": consents,
            "leaves": {seat: self.players[seat].leave() for seat in self.left},
        }

    def reveal(self, *shows: str) -> dict[str, Any]:
        """Return the published file: the partial receipt with shown cards, some hands among them, and all responses."""
        receipt = self.post("/v1/shoes/reveal", shoe=self.token)["receipt"]
        receipt["shown"] += self.shown + [
            card for seat in shows for card in self.players[seat].cards
        ]
        noted = {
            "commitment": self.opened["commitment"],
            "client_seed": receipt["client_seed"],
        }
        return {
            "receipt": receipt,
            "confirmed": noted | {"digest": receipt["drawn"]["digest"]},
            "seen": self.seen,
        }


def play_private(post: Post, service_key: Mapping[str, str]) -> None:
    """Play a hand of hold'em to its showdown, and check that all of it verifies but the order."""
    table = PrivateTable(
        post, service_key, ("1", "2", "dealer"), game="holdem", players=3
    )
    for _ in range(2):
        table.take("deal")
    table.take("deal", through="river")
    verdict = post("/v1/verify", **table.reveal("1", "dealer"))
    assert (verdict["valid"], list(verdict["unchecked"])) == (None, ["order"])
    assert (
        len(
            {
                card["index"]
                for player in table.players.values()
                for card in player.cards
            }
        )
        == 6
    )
