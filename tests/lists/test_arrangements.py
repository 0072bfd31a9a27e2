from collections import Counter, defaultdict
from copy import deepcopy
from io import BytesIO
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from flask.testing import FlaskClient

from service.app import create_app
from service.arrangements import orders
from service.arrangements.order_counts import OrderCounter, count_orders
from service.settings import Settings
from tests.http.spec import check_batch, check_refusal, post
from tests.tables import for_each

POTS = (
    "ESP ESP GER ENG ITA FRA RUS ESP",
    "GER POR UKR ENG ITA ENG ITA GER",
    "ENG GER POR ITA CZE RUS NED FRA",
    "RUS BEL SUI GRE CZE SRB TUR GER",
)
TEAMS: list[dict[str, Any]] = [
    {"name": f"{country} {pot}.{place}", "pot": pot, "country": country}
    for pot, countries in enumerate(POTS, 1)
    for place, country in enumerate(countries.split(), 1)
]
FAMILIES = [
    {"name": f"{family}{person}", "family": family}
    for family in "ABCDEFGHIJKL"
    for person in range(1, 6)
]
CLASS = [
    {"name": str(pupil), "sex": "fm"[pupil % 2], "level": pupil % 4}
    for pupil in range(23)
]
ARMS = [{"name": "A", "ratio": 2}, {"name": "B"}]


def draw_groups(client: FlaskClient, **body: Any) -> list[list[Any]]:
    return [
        group["items"] for group in post(client, "/v1/items/groups", **body)["groups"]
    ]


def draw_pairs(client: FlaskClient, **body: Any) -> dict[str, str]:
    pairs = post(client, "/v1/items/pairs", **body)["pairs"]
    receivers = {pair["giver"]: pair["receiver"] for pair in pairs}
    assert receivers.keys() == set(receivers.values()) == set(body["items"])
    return receivers


def test_a_tournament_is_drawn_from_pots_with_countries_apart(
    client: FlaskClient,
) -> None:
    groups = draw_groups(client, items=TEAMS, groups=8, different=["pot", "country"])
    assert sorted(team["name"] for group in groups for team in group) == sorted(
        team["name"] for team in TEAMS
    )
    for group in groups:
        assert [team["pot"] for team in group] == [1, 2, 3, 4]
        assert len({team["country"] for team in group}) == 4


WORLD_CUP = (
    "N N N U C U U C U U U U",
    "U F C C U A F A A C U A",
    "U N F F U C F F A A A F",
    "A F F N N O U U U U FNO ACN",
)
"""The confederations of the teams of 2026 by pots, such as U for UEFA and N for CONCACAF; a play-off has three."""


def test_the_largest_tournament_is_drawn_by_counting(client: FlaskClient) -> None:
    """48 teams in 12 groups, of each confederation one, of UEFA one or two; three hosts have their groups."""
    teams = [
        {"name": f"{pot}.{place}", "pot": pot, **dict.fromkeys(letters, True)}
        for pot, names in enumerate(WORLD_CUP)
        for place, letters in enumerate(names.split())
    ]
    others = [{"attribute": name, "max": 1} for name in "CFANO"]
    fixed = [
        {"item": f"0.{host}", "group": group} for host, group in enumerate((1, 4, 2))
    ]
    rules = {
        "different": ["pot"],
        "limits": [{"attribute": "U", "min": 1, "max": 2}, *others],
        "fixed": fixed,
    }
    body = {"items": teams, "groups": 12, **rules, "seed": "2026"}
    drawn = post(client, "/v1/items/groups", **body)
    groups = [group["items"] for group in drawn["groups"]]
    assert (teams[0] in groups[0], teams[1] in groups[3], teams[2] in groups[1]) == (
        True,
        True,
        True,
    )
    for group in groups:
        assert {team["pot"] for team in group} == {0, 1, 2, 3}
        counts = Counter(name for team in group for name in "UCFANO" if name in team)
        assert counts.pop("U") in {1, 2}
        assert set(counts.values()) <= {1}
    assert (drawn["drawn_by"], drawn["arrangements"]) == (
        "counting",
        "38118447690064745988096000",
    )
    batch = post(client, "/v1/items/groups/batch", **body, repeats=2)
    check_batch(
        batch,
        [drawn, post(client, "/v1/items/groups", **body, index=1)],
        ("groups", "drawn_by"),
    )
    assert post(client, "/v1/verify", **drawn, original_items=teams)["valid"] is True


def test_an_altered_index_of_a_group_is_located_by_the_hash_of_the_list(
    client: FlaskClient,
) -> None:
    drawn = post(
        client,
        "/v1/items/groups",
        items=TEAMS,
        groups=8,
        different=["pot", "country"],
        seed="s",
    )
    for group, other in (
        (0, 6),
        (7, 1),
    ):  # the index of a later group, and of an earlier one
        for index in (drawn["groups"][other]["indices"][0], len(TEAMS), None):
            altered = deepcopy(drawn)
            altered["groups"][group]["indices"][1] = index
            difference = post(client, "/v1/verify", result=altered)["difference"]
            assert difference["where"] == f"groups[{group}].indices[1]", (group, index)


def test_groups_keep_limits_names_and_sizes(client: FlaskClient) -> None:
    limits = [
        {"attribute": "sex", "value": "f", "min": 2},
        {"attribute": "level", "max": 2},
    ]
    rules: dict[str, Any] = {
        "limits": limits,
        "apart": [["1", "2", "3"]],
        "fixed": [{"item": "1", "group": 4}],
    }
    drawn = post(
        client, "/v1/items/groups", items=CLASS, groups=5, **rules, seed="class"
    )
    groups = [[CLASS[index] for index in group["indices"]] for group in drawn["groups"]]
    sizes = [(group["group"], len(group["items"])) for group in drawn["groups"]]
    assert sizes == [(1, 5), (2, 5), (3, 5), (4, 4), (5, 4)]
    assert [group["items"] for group in drawn["groups"]] == groups
    assert {name: drawn["request"][name] for name in rules} == rules
    for group in groups:
        assert [pupil["sex"] for pupil in group].count("f") >= 2
        assert max(Counter(pupil["level"] for pupil in group).values()) <= 2
        assert sum(pupil["name"] in {"1", "2", "3"} for pupil in group) <= 1
    assert CLASS[1] in groups[3]


def test_nobody_meets_again_whom_the_groups_of_responses_have(
    client: FlaskClient,
) -> None:
    rounds = post(client, "/v1/items/groups", items=CLASS, group_size=1)["groups"]
    for _ in range(2):
        rounds += post(client, "/v1/items/groups", items=CLASS, groups=8, met=rounds)[
            "groups"
        ]
    left = CLASS[1:]
    drawn = post(
        client,
        "/v1/items/groups",
        items=left,
        groups=11,
        met=rounds,
        unknown="ignore",
        seed="a",
    )
    old = [{pupil["name"] for pupil in group["items"]} for group in rounds]
    assert (
        max(
            len({pupil["name"] for pupil in group["items"]} & one)
            for group in drawn["groups"]
            for one in old
        )
        == 1
    )
    assert drawn["request"]["met"] == [sorted(one - {"0"}, key=int) for one in old]


@for_each(
    "old", [{"items": ["0", "1"], "size": 2}, {"giver": "0", "receiver": "1", "on": 1}]
)
def test_the_items_of_an_old_group_are_read_whatever_else_it_has(
    client: FlaskClient, old: dict[str, Any]
) -> None:
    drawn = post(client, "/v1/items/groups", items=CLASS, groups=2, met=[old], seed="a")
    assert drawn["request"]["met"] == [["0", "1"]]


def test_a_size_of_groups_means_their_number(client: FlaskClient) -> None:
    by_size, by_number = (
        draw_groups(client, items=list(range(12)), **size, seed="s")
        for size in ({"group_size": 3}, {"groups": 4})
    )
    assert by_size == by_number
    body = {"items": ["a b", 2, 3, 4], "group_size": 2, "seed": "t"}
    assert (
        client.post(
            "/v1/items/groups", json=body, headers={"Accept": "text/plain"}
        ).text.count("\t")
        == 1
    )


def test_families_of_five_draw_other_families(client: FlaskClient) -> None:
    body = {"items": FAMILIES, "different": ["family"], "seed": "santa"}
    for options in ({}, {"cycle": True}, {"mutual": False}):
        drawn = post(client, "/v1/items/pairs", **body, **options)
        receivers = dict(pair["indices"] for pair in drawn["pairs"])
        assert sorted(receivers) == sorted(receivers.values()) == list(range(60))
        assert all(giver // 5 != receiver // 5 for giver, receiver in receivers.items())
        if "mutual" in options:
            assert all(
                receivers[receiver] != giver for giver, receiver in receivers.items()
            )
        if "cycle" in options:
            walk = [0]
            while (following := receivers[walk[-1]]) != 0:
                walk.append(following)
            assert len(walk) == 60


def test_forbidden_pairs_are_of_one_direction(client: FlaskClient) -> None:
    names = ["Ann", "Bob", "Cem", "Dee"]
    forbidden = [
        {"giver": giver, "receiver": receiver}
        for giver, receiver in pairwise([*names, "Ann"])
    ]
    rules = {"items": names, "apart": [["Ann", "Cem"]], "forbidden": forbidden}
    assert draw_pairs(client, **rules) == {
        "Ann": "Dee",
        "Bob": "Ann",
        "Cem": "Bob",
        "Dee": "Cem",
    }


def test_each_block_has_the_arms_in_their_ratio(client: FlaskClient) -> None:
    drawn = post(
        client,
        "/v1/items/allocate",
        items=CLASS,
        arms=ARMS,
        block_sizes=[3, 6],
        strata=["sex"],
        seed="trial",
    )
    assert drawn["request"]["arms"] == [{"name": "A", "ratio": 2}, {"name": "B"}]
    assert [one["item"] for one in drawn["allocations"]] == CLASS
    blocks = defaultdict(list)
    for one in drawn["allocations"]:
        blocks[one["item"]["sex"], one["block"]].append(one["arm"])
    for sex in "fm":
        sizes = [len(arms) for key, arms in sorted(blocks.items()) if key[0] == sex]
        assert set(sizes[:-1]) <= {3, 6}
    whole = [
        arms
        for arms in blocks.values()
        if len(arms) in {3, 6} and arms.count("B") * 2 == arms.count("A")
    ]
    assert len(whole) >= len(blocks) - 2


@for_each(
    ("strata", "count", "counts"),
    [
        ({"attribute": "sex", "counts": {"f": 3, "m": 4}}, None, {"f": 3, "m": 4}),
        ({"attribute": "sex", "counts": {"m": 4}}, 4, {"f": 0, "m": 4}),
        ({"attribute": "level"}, 6, {"0": 2, "1": 2, "2": 1, "3": 1}),
        ({"attribute": "sex"}, 23, {"f": 12, "m": 11}),
    ],
)
def test_a_sample_has_the_counts_of_its_strata(
    client: FlaskClient,
    strata: dict[str, Any],
    count: int | None,
    counts: dict[str, int],
) -> None:
    body = {
        "items": CLASS,
        "strata": strata,
        **({"count": count} if count else {}),
        "seed": "jury",
    }
    drawn = post(client, "/v1/items/draw", **body)
    assert drawn["strata"] == {"attribute": strata["attribute"], "counts": counts}
    assert drawn["count"] == len(set(drawn["indices"])) == sum(counts.values())
    found = Counter(str(item[strata["attribute"]]) for item in drawn["items"])
    assert found == {value: number for value, number in counts.items() if number}


def test_a_batch_of_samples_has_the_results_of_successive_indices_which_can_be_checked(
    client: FlaskClient,
) -> None:
    """tests/http/test_draw_endpoints.py has the other draws."""
    path = "/v1/items/draw"
    body = {"items": CLASS, "strata": {"attribute": "sex"}, "count": 4}
    batch = post(client, f"{path}/batch", **body, seed="b", index=5, repeats=7)
    singles = [
        post(client, path, **body, seed="b", index=5 + number) for number in range(7)
    ]
    check_batch(batch, singles, ("items", "indices"))
    for response in (batch, singles[0]):
        checked = post(client, "/v1/verify", **response, original_items=CLASS)
        assert (checked["valid"], checked["unchecked"]) == (True, {})
        assert (
            post(
                client, "/v1/verify", **response | {"seed": "c"}, original_items=CLASS
            )["valid"]
            is False
        )
    unlisted = post(client, "/v1/verify", **singles[0])
    assert (unlisted["valid"], unlisted["checks"]) == (None, {})
    assert "original_items" in unlisted["unchecked"]["request"]


def test_a_contradiction_of_several_rules_is_told_from_a_rare_arrangement(
    client: FlaskClient,
) -> None:
    squares = [
        {"name": f"{row}{column}", "row": row, "column": column}
        for row in "abc"
        for column in "xyz"
    ]
    rules: dict[str, Any] = {
        "items": squares,
        "groups": 3,
        "different": ["row", "column"],
    }
    fixed = [
        {"item": name, "group": group}
        for name, group in (("ax", 1), ("by", 1), ("cz", 2))
    ]
    refused = check_refusal(
        client.post("/v1/items/groups", json={**rules, "fixed": fixed})
    )
    [sentence] = refused.values()
    assert (
        sentence
        == "No arrangement fulfils these rules together; without different[0] there are some."
    )
    halves = [{"name": str(person), "half": person // 20} for person in range(40)]
    drawn = post(client, "/v1/items/pairs", items=halves, different=["half"])
    assert {
        giver // 20 + receiver // 20
        for giver, receiver in (pair["indices"] for pair in drawn["pairs"])
    } == {1}


SONGS = [
    {"song": song, "artist": artist}
    for artist, size in enumerate([20, 8, 8, 4, 2, 1, 1])
    for song in range(size)
]
ORDER = {"items": SONGS, "neighbours": {"different": ["artist"]}}


def test_a_playlist_has_no_artist_twice_in_a_row_and_is_counted_once_for_a_batch(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    counted: list[Any] = []

    def count(*arguments: Any, **options: Any) -> OrderCounter:
        counted.append(arguments)
        return count_orders(*arguments, **options)

    monkeypatch.setattr(orders, "count_orders", count)
    batch = post(client, "/v1/items/shuffle/batch", **ORDER, seed="a", repeats=3)
    assert batch["drawn_by"] == ["counting"] * 3
    assert len(counted) == 1
    for index, playlist in enumerate(batch["items"]):
        assert all(
            one["artist"] != other["artist"] for one, other in pairwise(playlist)
        )
        single = post(client, "/v1/items/shuffle", **ORDER, seed="a", index=index)
        assert (single["items"], single["arrangements"]) == (
            playlist,
            batch["arrangements"],
        )


def test_an_order_as_an_array_or_as_text_has_the_items_alone(
    client: FlaskClient,
) -> None:
    body = {
        "items": list("AABBC"),
        "neighbours": {"circle": True},
        "seed": "a",
        "repeats": 2,
    }
    rows = post(client, "/v1/items/shuffle/batch", **body)
    array, text = (
        client.post("/v1/items/shuffle/batch", json=body, headers={"Accept": kind})
        for kind in ("application/x-npy", "text/plain")
    )
    assert np.load(BytesIO(array.data)).tolist() == rows["indices"]
    assert [line.split() for line in text.text.splitlines()] == rows["items"]


@for_each(
    ("neighbours", "arrangements"),
    [
        ({}, "48"),
        ({"circle": True}, "40"),
        ({"apart": 3}, None),
        ({"edges": [[0, 1]]}, None),
    ],
)
def test_a_response_says_how_many_orders_there_are_if_it_is_asked_for(
    neighbours: dict[str, Any], arrangements: str | None, client: FlaskClient
) -> None:
    items = ["A", "A", "B", {"name": "B"}, 5]
    drawn = post(
        client,
        "/v1/items/shuffle",
        items=items,
        neighbours=neighbours,
        arrangements=True,
        seed="a",
    )
    assert (drawn["request"]["neighbours"], drawn["arrangements"]) == (
        neighbours,
        arrangements,
    )


def test_neighbours_without_a_seed_are_drawn_where_nobody_may_choose_an_order() -> None:
    closed = create_app(Settings(allow_seeds=False)).test_client()
    assert post(closed, "/v1/items/shuffle", **ORDER)["size"] == len(SONGS)
