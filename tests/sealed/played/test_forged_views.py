"""Views that a backend forges, strips, swaps or reorders, in every game: the page's player accepts none."""

import json
from collections.abc import Iterator, Sequence
from copy import deepcopy
from typing import Any

import pytest
from joserfc.errors import JoseError
from joserfc.jwe import decrypt_compact

from service.core.limits import Limits
from service.games.catalogue import GAMES
from service.games.procedures import Face
from service.games.stages import lay_out
from service.sealed.opening.resolution import resolve_terms
from service.sealed.opening.terms import Terms
from service.sealed.turns.jwe import encrypt
from tests.http.spec import get
from tests.private_hands import PrivateTable
from tests.sealed.played.service import CLIENT, SERVICE_KEY, send

Json = dict[str, Any]

REFUSALS = (AssertionError, JoseError, TypeError, ValueError)


def list_forgeries(
    player: Any, taken: Json, number: int, others: Sequence[str]
) -> Iterator[Json]:
    """Yield copies of a response with a forged view of the player in a stage, or with a card of it in the clear."""
    views = taken["dealt_stages"][number]["views"]
    opened = decrypt_compact(
        views[player.seat], player.reading, algorithms=["ECDH-ES", "A256GCM"]
    )
    text = json.loads(opened.plaintext or b"")
    first, *rest = text["cards"]
    other = (first["index"] + 1) % len(player.codes)
    other_card = first | {"index": other, "card": player.codes[other]}
    elsewhere = first | {"position": (first["position"] + 1) % len(player.codes)}
    unsalted = first | {"salt": "00" * 32}
    changes: list[Json] = [
        {"cards": [other_card, *rest]},
        {"cards": [elsewhere, *rest]},
        {"cards": [unsalted, *rest]},
        {"cards": rest},
        {"cards": [first, *rest, first]},
        {"cards": [*rest, first] if rest else []},
        {"digest": player.commitment},
        {"seat": "nobody"},
        {"draw": 1},
    ]
    texts = [json.dumps(text | change).encode() for change in changes]
    forged = [encrypt(altered_text, player.keys[1]) for altered_text in texts]
    foreign = [views[seat] for seat in others if seat in views]
    for view in (*forged, *foreign, None, views[player.seat][:-4]):
        altered = deepcopy(taken)
        altered["dealt_stages"][number]["views"][player.seat] = view
        yield altered
    altered = deepcopy(taken)
    seen = altered["dealt_stages"][number]["seen"]
    seen["cards"][seen["positions"].index(first["position"])] = first["card"]
    yield altered


def forge_views(games: Sequence[str]) -> int:
    """Play the deals of games, and show each player forged views first; return how many the players refused."""
    refused = 0
    for game in games:
        players = GAMES[game].players.min
        seats = get(CLIENT, f"/v1/games/{game}", players=players)["seats"]
        table = PrivateTable(send, SERVICE_KEY, seats, game=game, players=players)
        body = {"through": table.opened["stages"][-1]}
        signed = body | table.texts | table.sign("deal", **body)
        taken = send("/v1/shoes/deal", shoe=table.token, **signed)
        for player in table.players.values():
            others = [seat for seat in seats if seat != player.seat]
            for number, turn in enumerate(taken["dealt_stages"]):
                if player.seat not in turn.get("views", {}):
                    continue
                for altered in list_forgeries(player, taken, number, others):
                    with pytest.raises(REFUSALS):
                        player.follow(altered)
                    assert player.digest == table.opened["digest"], game
                    assert player.cards == [], game
                    refused += 1
            player.follow(taken)
    return refused


def has_views(game: str) -> bool:
    """Return whether seats of a game get cards that nobody else sees."""
    terms = Terms(game=game, players=GAMES[game].players.min)
    table = resolve_terms(terms, Limits()).table
    assert table
    laid = lay_out(table, range(table.size)).cards
    return any(cards.face is Face.OWN for cards in laid)


PRIVATE = list(filter(has_views, GAMES))


def test_no_forged_view_is_accepted() -> None:
    assert forge_views(PRIVATE[::20]) > 200


@pytest.mark.exhaustive
def test_no_forged_view_is_accepted_in_any_game() -> None:
    assert forge_views(PRIVATE) > 4_000
