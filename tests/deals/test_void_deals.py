from typing import Any

from flask.testing import FlaskClient

from service.games.catalogue import GAMES
from tests.http.spec import get, post
from tests.tables import for_each

VOID = [game.name for game in GAMES.values() if game.void_deal]


def open_cards(dealt: dict[str, Any]) -> list[str]:
    """Return the codes of the cards in the pile `table` or `field` of a deal."""
    return next(
        pile["cards"] for pile in dealt["piles"] if pile["name"] in {"table", "field"}
    )


def is_void(game: str, dealt: dict[str, Any]) -> bool:
    if game == "french_tarot":
        return any(
            {code for code in hand["cards"] if code == "FO" or code.endswith("T")}
            == {"1T"}
            for hand in dealt["hands"]
        )
    codes = open_cards(dealt)
    ranks = [code[0] for code in codes]
    jacks, queens, kings = (sum(code[0] == rank for code in codes) for rank in "JQK")
    if game == "pisti":
        return jacks == 4
    if game == "pasur":
        return jacks >= 1 or max(queens, kings) >= 3
    months = [code[1:] for code in codes if code[1:].isdigit()]
    has_three_alike = any(
        ranks.count(rank) >= 3 for rank in (ranks if game == "chkobba" else "K")
    )
    return has_three_alike or any(months.count(month) == 4 for month in months)


@for_each(
    "game, index", [("scopa", 897), ("koi_koi", 513)]
)  # void deals of the seed audit
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
    deals = [
        {"hands": hands, "piles": piles}
        for hands, piles in zip(plain["hands"], plain["piles"], strict=True)
    ]
    found = post(client, f"/v1/games/{game}/deal/batch", **body, where=void["where"])
    expected = [index for index, deal in enumerate(deals) if not is_void(game, deal)]
    assert found["matches"][: len(expected)] == expected
