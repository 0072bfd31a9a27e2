"""The deals that the rules of a game do not accept: named in its description, with a condition that leaves them out."""

from typing import Any

import pytest
from flask.testing import FlaskClient

from service.core.games.catalogue import GAMES
from tests.api.spec import get, post

VOID = [game.name for game in GAMES.values() if game.void_deal]
SEEN = [("scopa", 897), ("koi_koi", 513)]
"""Void deals of the seed audit."""


def open_cards(dealt: dict[str, Any]) -> list[str]:
    """Return the codes on the table or the field."""
    return next(pile["cards"] for pile in dealt["piles"] if pile["name"] in {"table", "field"})


def is_void(codes: list[str]) -> bool:
    kings = sum(code[0] == "K" for code in codes)
    months = [code[1:] for code in codes if code[1:].isdigit()]
    return kings >= 3 or any(months.count(month) == 4 for month in months)


@pytest.mark.parametrize(("game", "index"), SEEN)
def test_a_void_deal_is_left_out_by_the_condition_of_the_description(
    client: FlaskClient, game: str, index: int
) -> None:
    void = get(client, f"/v1/games/{game}")["void_deal"]
    path, draw = f"/v1/games/{game}/deal", {"seed": "audit", "index": index}
    assert is_void(open_cards(get(client, path, **draw)))
    dealt = post(client, path, **draw, where=void["where"])
    assert not is_void(open_cards(dealt))
    assert dealt["matches"][0] > index


@pytest.mark.parametrize("game", VOID)
def test_the_condition_leaves_out_the_void_deals_and_no_other(client: FlaskClient, game: str) -> None:
    body = {"seed": "void", "repeats": 400}
    plain = get(client, f"/v1/games/{game}/deal/batch", **body)["piles"]
    where = get(client, f"/v1/games/{game}")["void_deal"]["where"]
    found = post(client, f"/v1/games/{game}/deal/batch", **body, where=where)
    expected = [index for index, piles in enumerate(plain) if not is_void(open_cards({"piles": piles}))]
    assert found["matches"][: len(expected)] == expected


@pytest.mark.parametrize("game", VOID)
def test_the_steps_say_it_last(client: FlaskClient, game: str) -> None:
    description = get(client, f"/v1/games/{game}")
    assert description["procedure"][-1].startswith(description["void_deal"]["sentence"])
