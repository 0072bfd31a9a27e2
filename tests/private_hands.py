"""Private hands, played: the players of docs/private.md, and a backend that brings their consents to the service."""

from base64 import urlsafe_b64encode
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from service.core.sealed.shoe import SealedShoe
from service.core.sealed.terms import parse_terms
from tests.docs.private_player import Player, tag
from tests.server.client import fetch

Post = Callable[..., dict[str, Any]]
"""Sends the members of a body to a path, and returns the response of 200."""


def private_terms(players: Mapping[str, Any], /, **contents: Any) -> dict[str, Any]:
    """Return a request for a shoe in which every player consents to everything, and reads the own cards alone."""
    keys, count = {seat: player.keys for seat, player in players.items()}, len(players)
    consent = {"keys": {seat: signing for seat, (signing, _) in keys.items()}, "quorum": count, "start": count}
    return {
        "reveal": "shown",
        **contents,
        "consent": consent,
        "view_keys": {seat: reading for seat, (_, reading) in keys.items()},
    }


def list_codes(terms: Mapping[str, Any]) -> list[str]:
    """Return the cards of a shoe by index."""
    parsed = parse_terms("terms", terms)
    codes: list[str] = parsed.label_cards(range(parsed.size))["cards"]
    return codes


def find_own(terms: Mapping[str, Any], seat: str, seen: Mapping[str, Any], burned: int) -> list[tuple[int, int]]:
    """Return the places of the cards that a seat gets in a stage or a draw, by the rules of the game.

    Cards that a draw burns are the first ones, and nobody's.
    """
    places = list(zip(seen["rounds"], seen["positions"], strict=True))
    if "stage" not in seen:
        return sorted(places[burned:]) if seen.get("seat") == seat else []
    shoe = SealedShoe(terms=parse_terms("terms", terms), server_seed=bytes(32))
    laid = shoe.lay_out(shoe.open_round()).of_stage(seen["stage"])
    own = {position for cards in laid if cards.kind == "hands" and cards.name == seat for position in cards.positions}
    return [place for place in places if place[1] in own]


def signing_key(base: str) -> dict[str, str]:
    """Return the public key with which a running service signs states."""
    key: dict[str, str] = next(key for key in fetch(base, "/.well-known/jwks.json").json["keys"] if key["use"] == "sig")
    return key


class PrivateTable:
    """A table at which every player signs each turn, follows it and opens its view; `hands` are what each has."""

    def __init__(self, post: Post, service_key: Mapping[str, str], seats: Sequence[str], **contents: Any) -> None:
        self.post = post
        self.players = {seat: Player(seat, (), service_key) for seat in seats}
        request = private_terms(self.players, **contents)
        self.openings = [post("/v1/shoes", **request) for _ in range(2)]
        other, self.opened = self.openings
        agreed = other["terms"]
        self.token: str = self.opened["shoe"]
        self.terms = self.opened["terms"]
        self.seen: list[dict[str, Any]] = []
        self.left: list[str] = []
        self.hands: dict[str, list[dict[str, Any]]] = {seat: [] for seat in seats}
        for player in self.players.values():
            player.codes = list_codes(agreed)
            player.begin(self.opened, agreed)
        self.client_seed = " ".join(player.words for player in self.players.values())

    def take(self, action: str, **body: Any) -> dict[str, Any]:
        """Deal or draw with the consent of all, who follow what comes."""
        begun = {} if self.seen else {"client_seed": self.client_seed}
        body |= begun
        taken = self.post(f"/v1/shoes/{action}", shoe=self.token, **self.sign(action, **body), **body)
        self.token = taken["shoe"]
        for turn in taken.get("dealt_stages", [taken]):
            self.follow(turn, begun, body.get("burn", 0))
            begun = {}
        return taken

    def sign(self, action: str, **body: Any) -> dict[str, dict[str, str]]:
        """Return the signatures of those who stay over a request, and of those who left."""
        staying = {seat: player for seat, player in self.players.items() if seat not in self.left}
        consents = {seat: player.consent(action=action, **body) for seat, player in staying.items()}
        return {"consents": consents, "leaves": {seat: self.leave(seat) for seat in self.left}}

    def leave(self, seat: str) -> str:
        """Return the signature with which a player leaves this round."""
        player = self.players[seat]
        number = max(0, len(player.roots) - 1)
        signature = player.signing.private_key.sign(
            tag("leave", bytes.fromhex(player.commitment), number.to_bytes(4, "big"))
        )
        return urlsafe_b64encode(signature).decode().rstrip("=")

    def follow(self, turn: dict[str, Any], begun: Mapping[str, str], burned: int) -> None:
        """Have each player follow a turn, and open the view that it brings."""
        self.seen.append(turn["seen"])
        for seat, player in self.players.items():
            player.follow(turn, **begun)
            places = find_own(self.terms, seat, turn["seen"], burned)
            assert bool(places) == (seat in turn.get("views", {}))
            self.hands[seat] += player.open(turn, places) if places else []

    def reveal(self, *shows: str) -> dict[str, Any]:
        """Return what is published: the partial receipt, with the hands of some seats, and all that was seen."""
        receipt = self.post("/v1/shoes/reveal", shoe=self.token)["receipt"]
        receipt["shown"] += [card for seat in shows for card in self.hands[seat]]
        receipt["shown"].sort(key=lambda card: (card["round"], card["position"]))
        noted = {"commitment": self.opened["commitment"], "client_seed": self.client_seed}
        return {"receipt": receipt, **noted, "digest": next(iter(self.players.values())).digest, "seen": self.seen}


def play_private(post: Post, service_key: Mapping[str, str]) -> None:
    """Play a hand of hold'em to its showdown, and check that all of it verifies but the order."""
    table = PrivateTable(post, service_key, ("1", "2", "dealer"), game="holdem", players=3)
    for _ in range(2):
        table.take("deal")
    table.take("deal", through="river")
    verdict = post("/v1/verify", **table.reveal("1", "dealer"))
    assert (verdict["valid"], [*verdict["unchecked"]]) == (None, ["order"])
    assert len({card["index"] for hand in table.hands.values() for card in hand}) == 6
