from typing import Any

from service.app import create_app
from service.core.crypto.tokens import generate_key
from service.http.list_hashes import hash_list
from service.settings import Settings
from tests.http.spec import check_refusal, post
from tests.tables import for_each

OPEN = "/v1/shoes"
DEAL = "/v1/shoes/deal"
DRAW = "/v1/shoes/draw"
REVEAL = "/v1/shoes/reveal"
VERIFY = "/v1/verify"
CLIENT = create_app(Settings(shoe_keys=(generate_key(),))).test_client()

NAMES = [f"name {number}" for number in range(1, 1001)]


def draw_raffle() -> tuple[list[dict[str, Any]], dict[str, Any]]:
    """Return the draws of two rounds of winners, and the receipt."""
    opened = post(
        CLIENT,
        OPEN,
        max=1000,
        items_sha256=hash_list(NAMES),
        label="drand round 5123456",
    )
    first = post(
        CLIENT,
        DRAW,
        shoe=opened["shoe"],
        count=7,
        client_seed="the signature of that round",
    )
    second = post(CLIENT, DRAW, shoe=first["shoe"], count=3, burn=1)
    return [first, second], post(CLIENT, REVEAL, shoe=second["shoe"])["receipt"]


def test_a_shoe_of_integers_draws_each_of_them_once_in_a_round() -> None:
    opened = post(CLIENT, OPEN, min=-2, max=5)
    assert (opened["size"], opened["remaining"], opened["drawable"]) == (8, 8, 8)
    assert opened["terms"] == {
        "scheme": "sealed1",
        "stream": "sd1",
        "min": -2,
        "max": 5,
        "algorithm": "fisher_yates",
        "cut": 0,
        "reshuffle": "on_request",
        "reveal": "all",
    }
    drawn = post(CLIENT, DRAW, shoe=opened["shoe"], count=8)
    assert sorted(drawn["integers"]) == list(range(-2, 6))
    assert not {"cards", "indices", "pile", "part"} & set(drawn)
    assert drawn["seen"]["integers"] == drawn["integers"]
    assert post(CLIENT, DRAW, shoe=drawn["shoe"], count=1, reshuffle=True)["round"] == 1
    assert (drawn["seen"]["begun"], "shown" in drawn) == (1, False)


def test_a_raffle_proves_its_winners_and_its_list() -> None:
    draws, receipt = draw_raffle()
    seen = [draw["seen"] for draw in draws]
    assert seen[1]["integers"][0] is None  # burned
    assert len({integer for draw in draws for integer in draw["integers"]}) == 10
    confirmed = {
        "commitment": receipt["commitment"],
        "client_seed": receipt["client_seed"],
    }
    noted = {"confirmed": confirmed, "original_items": NAMES}
    result = post(CLIENT, VERIFY, receipt=receipt, seen=seen, **noted)
    assert result["valid"] is True
    assert result["checks"] == dict.fromkeys(
        [
            "server_seed",
            "terms",
            "commitment",
            "client_seed",
            "items",
            "drawn",
            "seen",
            "draws",
        ],
        True,
    )
    listless = {
        name: value for name, value in noted.items() if name != "original_items"
    }
    without = post(CLIENT, VERIFY, receipt=receipt, seen=seen, **listless)
    assert (without["valid"], set(without["unchecked"])) == (None, {"items"})
    receipt["terms"]["exclude"] = None  # as a generated client writes it
    assert post(CLIENT, VERIFY, receipt=receipt, seen=seen, **noted)["valid"] is True


@for_each(
    ("seen", "sentence"),
    [
        ({"integers": [0]}, "seen[0] has 0; the shoe has 1 to 1000."),
        ({"integers": [1, None, 1001]}, "seen[0] has 1001; the shoe has 1 to 1000."),
        ({"cards": ["AS"]}, "seen[0] must have integers, and no cards."),
        (
            {"integers": [1], "cards": ["AS"]},
            "seen[0] must have integers, and no cards.",
        ),
        (
            {"position": 999, "integers": [1, 2]},
            "seen[0] goes on to position 1,000, but the last one is 999.",
        ),
        (
            {"draw": 1, "rounds": [0], "positions": [0, 1], "integers": [1, 2]},
            "seen[0] has 1 rounds, 2 positions and 2 cards; it must have a round and a position for each card.",
        ),
    ],
)
def test_integers_that_the_shoe_cannot_have_are_refused(
    seen: dict[str, Any], sentence: str
) -> None:
    refused = CLIENT.post(VERIFY, json={"receipt": draw_raffle()[1], "seen": [seen]})
    assert check_refusal(refused) == {"seen": sentence}


def test_a_hand_of_a_deal_of_ones_own_can_have_more_than_100_cards() -> None:
    terms = post(
        CLIENT,
        OPEN,
        items=[f"item {number}" for number in range(300)],
        hands=2,
        cards=150,
    )["terms"]
    assert terms["cards"] == 150


def test_integers_in_play_stay_out_of_the_next_round() -> None:
    opened = post(CLIENT, OPEN, max=10)
    first = post(CLIENT, DRAW, shoe=opened["shoe"], count=6)
    second = post(
        CLIENT, DRAW, shoe=first["shoe"], count=7, reshuffle=True, in_play=[4, 0, 5]
    )
    assert second["in_play"] == {
        "before": [0, 4, 5],
        "after": second["in_play"]["after"],
    }
    assert sorted(second["in_play"]["after"]) == [7, 8, 9]
    kept = {first["integers"][position] for position in (0, 4, 5)}
    assert set(second["integers"]) == set(range(1, 11)) - kept
    receipt = post(CLIENT, REVEAL, shoe=second["shoe"])["receipt"]
    assert {index + 1 for index in receipt["drawn"]["in_play"]} == kept
    file = {"receipt": receipt, "seen": [first["seen"], second["seen"]]}
    file |= {"confirmed": {"commitment": opened["commitment"]}}
    assert post(CLIENT, VERIFY, **file)["valid"] is True
