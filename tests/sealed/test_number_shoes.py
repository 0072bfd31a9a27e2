"""/v1/shoes: shoes of integers, and raffles over a list that they prove."""

from typing import Any

from service.http.caller_lists.hashes import hash_list
from tests.http.spec import check_refusal, post
from tests.sealed.served_shoes import CLIENT, DRAW, OPEN, VERIFY, reveal
from tests.tables import for_each

NAMES = [f"name {number}" for number in range(1, 1001)]


Json = dict[str, Any]


def draw(response: Json, **fields: Any) -> Json:
    """Return the response to a draw from the shoe of a response."""
    return post(CLIENT, DRAW, shoe=response["shoe"], **fields)


def draw_raffle() -> tuple[list[Json], Json]:
    """Return the draws of two rounds of winners, and the receipt."""
    label = "drand round 5123456"
    terms = {"max": 1000, "items_sha256": hash_list(NAMES), "label": label}
    opened = post(CLIENT, OPEN, **terms)
    first = draw(opened, count=7, client_seed="the signature of that round")
    second = draw(first, count=3, burn=1)
    return [first, second], reveal(second)


def test_a_shoe_of_integers_draws_each_of_them_once_in_a_round() -> None:
    opened = post(CLIENT, OPEN, min=-2, max=5)
    assert opened["size"] == 8
    assert opened["remaining"] == 8
    assert opened["drawable"] == 8
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
    drawn = draw(opened, count=8)
    assert sorted(drawn["integers"]) == list(range(-2, 6))
    assert drawn.keys().isdisjoint({"cards", "indices", "pile", "part", "shown"})
    assert drawn["seen"]["integers"] == drawn["integers"]
    assert drawn["seen"]["begun"] == 1
    assert draw(drawn, count=1, reshuffle=True)["round"] == 1


def test_a_raffle_proves_its_winners_and_its_list() -> None:
    draws, receipt = draw_raffle()
    seen = [draw["seen"] for draw in draws]
    assert seen[1]["integers"][0] is None  # burned
    assert len({integer for draw in draws for integer in draw["integers"]}) == 10
    noted = {name: receipt[name] for name in ("commitment", "client_seed")}
    file = {"receipt": receipt, "seen": seen, "confirmed": noted}
    result = post(CLIENT, VERIFY, **file, original_items=NAMES)
    assert result["valid"] is True
    checks = (
        "server_seed",
        "terms",
        "commitment",
        "client_seed",
        "items",
        "drawn",
        "seen",
        "draws",
    )
    assert result["checks"] == dict.fromkeys(checks, True)
    listless = post(CLIENT, VERIFY, **file)
    assert listless["valid"] is None
    assert listless["unchecked"].keys() == {"items"}
    receipt["terms"]["exclude"] = None  # as a generated client writes it
    assert post(CLIENT, VERIFY, **file, original_items=NAMES)["valid"] is True


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
    items = [f"item {number}" for number in range(300)]
    opened = post(CLIENT, OPEN, items=items, hands=2, cards=150)
    assert opened["terms"]["cards"] == 150


def test_integers_in_play_stay_out_of_the_next_round() -> None:
    opened = post(CLIENT, OPEN, max=10)
    first = draw(opened, count=6)
    second = draw(first, count=7, reshuffle=True, in_play=[4, 0, 5])
    in_play = second["in_play"]
    assert in_play.keys() == {"before", "after"}
    assert in_play["before"] == [0, 4, 5]
    assert sorted(in_play["after"]) == [7, 8, 9]
    kept = {first["integers"][position] for position in (0, 4, 5)}
    assert set(second["integers"]) == set(range(1, 11)) - kept
    receipt = reveal(second)
    assert {index + 1 for index in receipt["drawn"]["in_play"]} == kept
    seen = [first["seen"], second["seen"]]
    notes = {"commitment": opened["commitment"]}
    result = post(CLIENT, VERIFY, receipt=receipt, seen=seen, confirmed=notes)
    assert result["valid"] is True
