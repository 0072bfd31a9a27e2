"""/v1/integers draws unique or repeated integers of a range, or the drums of a lottery."""

import json
from dataclasses import asdict
from typing import Any

from flask.testing import FlaskClient

from service.app import create_app
from service.core.shuffles.registry import SHUFFLES
from service.core.shuffles.shuffle import PartialShuffle
from service.integers.lotteries import LOTTERIES, Drum
from service.settings import Settings
from tests.http.spec import check_batch, check_refusal, get, json_object, post
from tests.tables import for_each

PATH = "/v1/integers"
DRAW = f"{PATH}/draw"
LOTTERY: dict[str, Any] = {
    "drums": [{"max": 50, "count": 5}, {"max": 12, "count": 2}],
    "seed": "stars",
}
MAX = 2**53 - 1


def test_144_mah_jong_tiles_are_the_numbers_from_one_in_random_order(
    client: FlaskClient,
) -> None:
    result = get(client, PATH, max=144)
    assert sorted(result["integers"]) == list(range(1, 145))
    assert result["min"] == 1
    assert result["count"] == 144
    assert result["draws"] == 143
    assert result["uniformity"] == "exact"


@for_each(
    ("name", "drums"),
    [
        ("eurojackpot", (Drum(5, 50), Drum(2, 12))),
        ("lotto_6aus49", (Drum(6, 49), Drum(1, 9, min=0))),
        ("mega_sena", (Drum(6, 60),)),
        ("oz_lotto", (Drum(10, 47),)),
    ],
)
def test_a_lottery_has_the_drums_of_its_rules(
    name: str, drums: tuple[Drum, ...]
) -> None:
    assert LOTTERIES[name].drums == drums


@for_each("name", LOTTERIES)
def test_a_lottery_stands_for_its_drums_which_the_response_and_its_request_name(
    client: FlaskClient, name: str
) -> None:
    lottery = LOTTERIES[name]
    drums = list(map(asdict, lottery.drums))
    drawn = post(client, DRAW, drums=drums, seed="x")
    title = name.replace("_", " ").title()
    assert post(client, DRAW, lottery=title, seed="x") == drawn
    assert lottery.since < "2026"
    assert lottery.source


def test_a_range_may_be_negative(client: FlaskClient) -> None:
    negative = get(client, PATH, min=-3, max=-1)
    assert sorted(negative["integers"]) == [-3, -2, -1]
    zero = get(client, PATH, min=0, max=0)
    assert zero["integers"] == [0]


SPARSE = [
    name for name, shuffle in SHUFFLES.items() if isinstance(shuffle, PartialShuffle)
]


@for_each("algorithm", SPARSE)
def test_a_few_of_a_huge_range_are_drawn_without_holding_it(
    client: FlaskClient, algorithm: str
) -> None:
    query = {"min": -MAX, "max": MAX, "count": 5, "algorithm": algorithm, "seed": "s"}
    result = get(client, PATH, **query)
    assert len(set(result["integers"])) == 5
    assert post(client, PATH, **query) == result


def test_dice_may_repeat_and_no_shuffle_applies(client: FlaskClient) -> None:
    dice = get(client, PATH, max=6, count=1_000, replacement="true", seed="dice")
    assert set(dice["integers"]) == {1, 2, 3, 4, 5, 6}
    assert dice["algorithm"] is None
    assert dice["draws"] == 1_000
    assert dice["replacement"] is True


@for_each("algorithm", SHUFFLES)
def test_every_shuffle_draws_integers(client: FlaskClient, algorithm: str) -> None:
    result = get(client, PATH, max=52, algorithm=algorithm)
    assert sorted(result["integers"]) == list(range(1, 53))


def test_integers_are_shuffled_as_a_deck_of_that_size_is(client: FlaskClient) -> None:
    deck = get(client, "/v1/decks/standard/shuffle", seed="same")
    result = get(client, PATH, min=0, max=51, seed="same")
    assert result["integers"] == deck["indices"]


def test_a_million_integers_are_returned_and_one_more_refused(
    client: FlaskClient,
) -> None:
    result = json_object(client.get(f"{PATH}?max=1000000"))
    assert sorted(result["integers"]) == list(range(1, 1_000_001))
    refused = check_refusal(client.get(f"{PATH}?max=1000001"))
    limit = "1,000,001 items; the limit here is 1,000,000 (the operator's MAX_ITEMS)"
    assert limit in refused["count"]


@for_each(
    "drum",
    [
        {"max": 49, "count": 6},
        {"min": -3, "max": 3},
        {"max": 6, "count": 9, "replacement": True},
    ],
)
def test_the_first_drum_is_drawn_as_the_integers_of_its_range(
    client: FlaskClient, drum: dict[str, Any]
) -> None:
    alone = post(client, PATH, **drum, seed="d", index=3)
    drawn = post(client, DRAW, drums=[drum, {"max": 1}], seed="d", index=3)
    assert drawn["integers"] == [alone["integers"], [1]]
    first, _ = drawn["drums"]
    assert first == {name: alone[name] for name in first}
    assert first.keys() == {"min", "max", "count", "replacement"}
    assert drawn["draws"] == alone["draws"]


def test_drums_are_drawn_one_after_the_other_from_the_same_words(
    client: FlaskClient,
) -> None:
    dice = {"max": 6, "count": 3, "replacement": True}
    six = get(client, PATH, max=6, count=6, replacement="true", seed="w")["integers"]
    drawn = post(client, DRAW, drums=[dice, dice], seed="w")
    assert drawn["integers"] == [six[:3], six[3:]]
    assert drawn["algorithm"] is None


def test_a_drum_without_replacement_is_drawn_by_a_shuffle(client: FlaskClient) -> None:
    dice = {"max": 6, "count": 3, "replacement": True}
    drawn = post(client, DRAW, drums=[dice, {"max": 6}])
    assert drawn["algorithm"] == "fisher_yates"


REJECTED = {"max": 10**6 + 3, "count": 40, "replacement": True}
"""One in six results of twenty such drums has a rejected word, so that it is drawn by itself."""


@for_each(
    ("extra", "repeats"),
    [
        ([], 40),
        ([{"max": 2**31 + 1, "count": 3}], 40),
        ([{"max": 200_000, "count": 150_000}], 3),
        ([REJECTED] * 18, 40),
    ],
)
def test_a_batch_of_drums_has_those_of_successive_indices(
    client: FlaskClient, extra: list[Any], repeats: int
) -> None:
    body = LOTTERY | {"drums": LOTTERY["drums"] + extra}
    batch = post(client, f"{DRAW}/batch", **body, index=5, repeats=repeats)
    indices = range(5, 5 + repeats)
    singly = [post(client, DRAW, **body, index=index) for index in indices]
    check_batch(batch, singly, ("integers",))


def test_drums_are_tabs_apart_in_text_and_a_list_each_in_ndjson(
    client: FlaskClient,
) -> None:
    drawn = post(client, DRAW, **LOTTERY)["integers"]
    accept = {"Accept": "text/plain"}
    response = client.post(DRAW, json=LOTTERY, headers=accept)
    drums = [" ".join(map(str, integers)) for integers in drawn]
    assert response.text == "\t".join(drums) + "\n"

    body = LOTTERY | {"repeats": 2}
    accept = {"Accept": "application/x-ndjson"}
    response = client.post(f"{DRAW}/batch", json=body, headers=accept)
    first, _ = response.text.splitlines()
    assert json.loads(first) == {"index": 0, "integers": drawn}


def test_more_than_twenty_drums_are_refused(client: FlaskClient) -> None:
    body = {"drums": [{"max": 1}] * 21}
    refused = check_refusal(client.post(DRAW, json=body))
    assert refused["drums"].startswith("Must be an array of 1 to 20 items")


def test_drums_take_no_more_draws_than_the_operator_allows() -> None:
    client = create_app(Settings(max_draws=10, max_shuffled=3)).test_client()
    body = {"drums": [{"max": 9, "count": 6}] * 2}
    refused = check_refusal(client.post(DRAW, json=body))
    limit = "the limit here is 10 (the operator's MAX_DRAWS)."
    assert refused["drums"].endswith(limit)
    of_a_range_too_large_to_hold = get(client, PATH, max=100, count=9)
    assert of_a_range_too_large_to_hold["count"] == 9
