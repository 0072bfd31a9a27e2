"""The condition in the description of a game leaves out its void deals and no other."""

from collections import Counter
from typing import Any

from flask.testing import FlaskClient

from service.games.catalogue import GAMES
from tests.http.spec import get, post
from tests.tables import for_each

VOID = [game.name for game in GAMES.values() if game.void_deal]


def open_cards(dealt: dict[str, Any]) -> list[str]:
    """Return the codes of the cards in the pile `table` or `field` of a deal."""
    piles = {pile["name"]: pile["cards"] for pile in dealt["piles"]}
    codes: list[str] = piles.get("table") or piles["field"]
    return codes


def has_small_trump_alone(hand: dict[str, Any]) -> bool:
    """Return whether the 1 is the only trump of a hand, which has no excuse."""
    trumps = [code for code in hand["cards"] if code == "FO" or code.endswith("T")]
    return trumps == ["1T"]


def is_void(game: str, dealt: dict[str, Any]) -> bool:
    """Return whether a deal is void by the rules of its game."""
    if game == "french_tarot":
        return any(map(has_small_trump_alone, dealt["hands"]))
    codes = open_cards(dealt)
    ranks = Counter(code[0] for code in codes)
    if game == "pisti":
        return ranks["J"] == 4
    if game == "pasur":
        return ranks["J"] >= 1 or max(ranks["Q"], ranks["K"]) >= 3
    if game == "chkobba":
        return max(ranks.values()) >= 3
    months = Counter(code[1:] for code in codes if code[1:].isdigit())
    return ranks["K"] >= 3 or 4 in months.values()


AUDIT = [("scopa", 897), ("koi_koi", 513)]
"""Games, and the index of a void deal of the seed `audit`."""


@for_each(("game", "index"), AUDIT)
def test_the_condition_of_a_description_excludes_void_deals(
    client: FlaskClient, game: str, index: int
) -> None:
    void = get(client, f"/v1/games/{game}")["void_deal"]
    path = f"/v1/games/{game}/deal"
    draw = {"seed": "audit", "index": index}
    assert is_void(game, get(client, path, **draw))
    dealt = post(client, path, **draw, where=void["where"])
    assert not is_void(game, dealt)
    assert dealt["matches"][0] > index


@for_each("game", VOID)
def test_the_condition_leaves_out_the_void_deals_and_no_other(
    client: FlaskClient, game: str
) -> None:
    description = get(client, f"/v1/games/{game}")
    body = {"seed": "void", "repeats": 400}
    void = description["void_deal"]
    assert description["procedure"][-1].startswith(void["sentence"])
    plain = get(client, f"/v1/games/{game}/deal/batch", **body)
    places = zip(plain["hands"], plain["piles"], strict=True)
    deals = [{"hands": hands, "piles": piles} for hands, piles in places]
    found = post(client, f"/v1/games/{game}/deal/batch", **body, where=void["where"])
    expected = [index for index, deal in enumerate(deals) if not is_void(game, deal)]
    assert found["matches"][: len(expected)] == expected
