"""Items are arranged in groups, pairs, orders and arms that keep to the rules of a request."""

from collections import Counter, defaultdict
from copy import deepcopy
from io import BytesIO
from itertools import pairwise
from operator import itemgetter
from typing import Any

import numpy as np
import pytest
from flask.testing import FlaskClient

from service.app import create_app
from service.arrangements.neighbours import orders
from service.arrangements.neighbours.order_counts import OrderCounter, count_orders
from service.settings import Settings
from tests.http.spec import check_batch, check_refusal, post
from tests.tables import for_each

Json = dict[str, Any]

POTS = (
    "ESP ESP GER ENG ITA FRA RUS ESP",
    "GER POR UKR ENG ITA ENG ITA GER",
    "ENG GER POR ITA CZE RUS NED FRA",
    "RUS BEL SUI GRE CZE SRB TUR GER",
)
TEAMS: list[Json] = [
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


GROUPS = "/v1/items/groups"
PAIRS = "/v1/items/pairs"
DRAW = "/v1/items/draw"
SHUFFLE = "/v1/items/shuffle"


def draw_groups(client: FlaskClient, **body: Any) -> Json:
    """Return the response to a draw of groups."""
    return post(client, GROUPS, **body)


def list_groups(drawn: Json) -> list[list[Any]]:
    """Return the items of each group of a response."""
    return [group["items"] for group in drawn["groups"]]


name_of = itemgetter("name")


def test_a_tournament_is_drawn_from_pots_with_countries_apart(
    client: FlaskClient,
) -> None:
    drawn = draw_groups(client, items=TEAMS, groups=8, different=["pot", "country"])
    groups = list_groups(drawn)
    teams = [team for group in groups for team in group]
    assert sorted(teams, key=name_of) == sorted(TEAMS, key=name_of)
    for group in groups:
        countries = {team["country"] for team in group}
        assert [team["pot"] for team in group] == [1, 2, 3, 4]
        assert len(countries) == 4


WORLD_CUP = (
    "N N N U C U U C U U U U",
    "U F C C U A F A A C U A",
    "U N F F U C F F A A A F",
    "A F F N N O U U U U FNO ACN",
)
"""The confederations of the teams of 2026 by pots, such as U for UEFA and N for CONCACAF; a play-off has three."""
NATIONS = [
    {"name": f"{pot}.{place}", "pot": pot} | dict.fromkeys(letters, True)
    for pot, names in enumerate(WORLD_CUP)
    for place, letters in enumerate(names.split())
]
ONE_OF_OTHERS = [{"attribute": name, "max": 1} for name in "CFANO"]


def test_the_largest_tournament_is_drawn_by_counting(client: FlaskClient) -> None:
    """48 teams in 12 groups, of each confederation one, of UEFA one or two; three hosts have their groups."""
    rules = {
        "different": ["pot"],
        "limits": [{"attribute": "U", "min": 1, "max": 2}, *ONE_OF_OTHERS],
        "fixed": [
            {"item": "0.0", "group": 1},
            {"item": "0.1", "group": 4},
            {"item": "0.2", "group": 2},
        ],
    }
    body = rules | {"items": NATIONS, "groups": 12, "seed": "2026"}
    drawn = draw_groups(client, **body)
    groups = list_groups(drawn)
    assert NATIONS[0] in groups[0]
    assert NATIONS[1] in groups[3]
    assert NATIONS[2] in groups[1]
    for group in groups:
        assert {team["pot"] for team in group} == {0, 1, 2, 3}
        counts = Counter(name for team in group for name in "UCFANO" if name in team)
        assert counts.pop("U") in {1, 2}
        assert set(counts.values()) <= {1}
    assert drawn["drawn_by"] == "counting"
    assert drawn["arrangements"] == "38118447690064745988096000"
    second = draw_groups(client, **body, index=1)
    batch = post(client, f"{GROUPS}/batch", **body, repeats=2)
    check_batch(batch, [drawn, second], ("groups", "drawn_by"))
    result = post(client, "/v1/verify", **drawn, original_items=NATIONS)
    assert result["valid"] is True


@for_each(("group", "other"), [(0, 6), (7, 1)], ids=["a later index", "an earlier one"])
def test_an_altered_index_of_a_group_is_located_by_the_hash_of_the_list(
    client: FlaskClient, group: int, other: int
) -> None:
    rules = {"groups": 8, "different": ["pot", "country"]}
    drawn = draw_groups(client, items=TEAMS, **rules, seed="s")
    moved, *_ = drawn["groups"][other]["indices"]
    for index in (moved, len(TEAMS), None):
        altered = deepcopy(drawn)
        altered["groups"][group]["indices"][1] = index
        verdict = post(client, "/v1/verify", result=altered)
        where = verdict["difference"]["where"]
        assert where == f"groups[{group}].indices[1]", index


def test_groups_keep_limits_names_and_sizes(client: FlaskClient) -> None:
    rules: Json = {
        "limits": [
            {"attribute": "sex", "value": "f", "min": 2},
            {"attribute": "level", "max": 2},
        ],
        "apart": [["1", "2", "3"]],
        "fixed": [{"item": "1", "group": 4}],
    }
    drawn = draw_groups(client, items=CLASS, groups=5, **rules, seed="class")
    assert drawn["request"].items() >= rules.items()
    assert [group["group"] for group in drawn["groups"]] == [1, 2, 3, 4, 5]
    for group in drawn["groups"]:
        assert group["items"] == [CLASS[index] for index in group["indices"]]
    groups = list_groups(drawn)
    assert [len(group) for group in groups] == [5, 5, 5, 4, 4]
    for group in groups:
        sexes = Counter(pupil["sex"] for pupil in group)
        levels = Counter(pupil["level"] for pupil in group)
        names = {pupil["name"] for pupil in group}
        assert sexes["f"] >= 2
        assert max(levels.values()) <= 2
        assert len(names & {"1", "2", "3"}) <= 1
    assert CLASS[1] in groups[3]


def test_nobody_meets_again_whom_the_groups_of_responses_have(
    client: FlaskClient,
) -> None:
    rounds = draw_groups(client, items=CLASS, group_size=1)["groups"]
    for _ in range(2):
        met = draw_groups(client, items=CLASS, groups=8, met=rounds)
        rounds += met["groups"]
    rules = {"groups": 11, "met": rounds, "unknown": "ignore"}
    drawn = draw_groups(client, items=CLASS[1:], **rules, seed="a")
    old_names = [set(map(name_of, group["items"])) for group in rounds]
    for group in list_groups(drawn):
        names = set(map(name_of, group))
        assert all(len(names & old) <= 1 for old in old_names)
    without_the_first = [sorted(old - {"0"}, key=int) for old in old_names]
    assert drawn["request"]["met"] == without_the_first


@for_each(
    "old", [{"items": ["0", "1"], "size": 2}, {"giver": "0", "receiver": "1", "on": 1}]
)
def test_the_items_of_an_old_group_are_read_whatever_else_it_has(
    client: FlaskClient, old: Json
) -> None:
    drawn = draw_groups(client, items=CLASS, groups=2, met=[old], seed="a")
    assert drawn["request"]["met"] == [["0", "1"]]


def test_a_size_of_groups_means_their_number(client: FlaskClient) -> None:
    numbers = list(range(12))
    by_size = draw_groups(client, items=numbers, group_size=3, seed="s")
    by_number = draw_groups(client, items=numbers, groups=4, seed="s")
    assert by_size["groups"] == by_number["groups"]


def test_a_text_has_a_line_of_groups_for_each_draw_with_tabs_between_groups(
    client: FlaskClient,
) -> None:
    body = {"items": ["a b", 2, 3, 4], "group_size": 2, "seed": "t"}
    as_text = {"Accept": "text/plain"}
    drawn = client.post(GROUPS, json=body, headers=as_text)
    batch = body | {"repeats": 2}
    twice = client.post(f"{GROUPS}/batch", json=batch, headers=as_text)

    assert list_groups(draw_groups(client, **body)) == [[2, 3], ["a b", 4]]
    assert drawn.text == '2 3\t"a b" 4\n'
    first, second = twice.text.splitlines(keepends=True)
    assert first == drawn.text
    assert second.count("\t") == 1


def draw_receivers(client: FlaskClient, **options: Any) -> dict[int, int]:
    """Return to whom each member of a family gives, who is of another one."""
    body = {"items": FAMILIES, "different": ["family"], "seed": "santa"}
    drawn = post(client, PAIRS, **body, **options)
    receivers = dict(pair["indices"] for pair in drawn["pairs"])
    everybody = list(range(60))
    assert sorted(receivers) == everybody
    assert sorted(receivers.values()) == everybody
    for giver, receiver in receivers.items():
        assert giver // 5 != receiver // 5
    return receivers


def test_families_of_five_draw_other_families(client: FlaskClient) -> None:
    draw_receivers(client)


def test_nobody_gives_to_the_one_who_gives_to_him(client: FlaskClient) -> None:
    receivers = draw_receivers(client, mutual=False)
    for giver, receiver in receivers.items():
        assert receivers[receiver] != giver


def test_everybody_gives_in_one_cycle(client: FlaskClient) -> None:
    receivers = draw_receivers(client, cycle=True)
    walk = [receivers[0]]
    while walk[-1] != 0:
        walk.append(receivers[walk[-1]])
    assert len(walk) == 60


def test_forbidden_pairs_are_of_one_direction(client: FlaskClient) -> None:
    names = ["Ann", "Bob", "Cem", "Dee"]
    forbidden = [
        {"giver": "Ann", "receiver": "Bob"},
        {"giver": "Bob", "receiver": "Cem"},
        {"giver": "Cem", "receiver": "Dee"},
        {"giver": "Dee", "receiver": "Ann"},
    ]
    apart = [["Ann", "Cem"]]
    drawn = post(client, PAIRS, items=names, forbidden=forbidden, apart=apart)
    receivers = {pair["giver"]: pair["receiver"] for pair in drawn["pairs"]}
    assert receivers == {"Ann": "Dee", "Bob": "Ann", "Cem": "Bob", "Dee": "Cem"}


def test_each_block_has_the_arms_in_their_ratio(client: FlaskClient) -> None:
    trial = {"arms": ARMS, "block_sizes": [3, 6], "strata": ["sex"]}
    drawn = post(client, "/v1/items/allocate", items=CLASS, **trial, seed="trial")
    assert drawn["request"]["arms"] == ARMS
    allocations = drawn["allocations"]
    assert [allocated["item"] for allocated in allocations] == CLASS
    for stratum in "fm":
        blocks = defaultdict(list)
        for allocated in allocations:
            if allocated["item"]["sex"] == stratum:
                blocks[allocated["block"]].append(allocated["arm"])
        *whole_blocks, _ = [arms for _, arms in sorted(blocks.items())]
        for arms in whole_blocks:
            assert len(arms) in {3, 6}
            assert arms.count("B") * 2 == arms.count("A")


@for_each(
    ("strata", "size", "counts"),
    [
        ({"attribute": "sex", "counts": {"f": 3, "m": 4}}, {}, {"f": 3, "m": 4}),
        ({"attribute": "sex", "counts": {"m": 4}}, {"count": 4}, {"f": 0, "m": 4}),
        ({"attribute": "level"}, {"count": 6}, {"0": 2, "1": 2, "2": 1, "3": 1}),
        ({"attribute": "sex"}, {"count": 23}, {"f": 12, "m": 11}),
    ],
)
def test_a_sample_has_the_counts_of_its_strata(
    client: FlaskClient, strata: Json, size: dict[str, int], counts: dict[str, int]
) -> None:
    attribute = strata["attribute"]
    drawn = post(client, DRAW, items=CLASS, strata=strata, **size, seed="jury")
    assert drawn["strata"] == {"attribute": attribute, "counts": counts}
    assert drawn["count"] == sum(counts.values())
    assert len(set(drawn["indices"])) == drawn["count"]
    found = Counter(str(item[attribute]) for item in drawn["items"])
    assert found == Counter(counts)


def test_a_batch_of_samples_has_the_results_of_successive_indices_which_can_be_checked(
    client: FlaskClient,
) -> None:
    """tests/http/test_draw_endpoints.py has the other draws."""
    body = {"items": CLASS, "strata": {"attribute": "sex"}, "count": 4, "seed": "b"}
    batch = post(client, f"{DRAW}/batch", **body, index=5, repeats=7)
    singles = [post(client, DRAW, **body, index=index) for index in range(5, 12)]
    first, *_ = singles
    check_batch(batch, singles, ("items", "indices"))
    for response in (batch, first):
        listed = response | {"original_items": CLASS}
        checked = post(client, "/v1/verify", **listed)
        assert checked["valid"] is True
        assert checked["unchecked"] == {}
        altered = post(client, "/v1/verify", **listed | {"seed": "c"})
        assert altered["valid"] is False
    unlisted = post(client, "/v1/verify", **first)
    assert unlisted["valid"] is None
    assert unlisted["checks"] == {}
    assert "original_items" in unlisted["unchecked"]["request"]


def test_a_contradiction_of_several_rules_is_named(client: FlaskClient) -> None:
    squares = [
        {"name": f"{row}{column}", "row": row, "column": column}
        for row in "abc"
        for column in "xyz"
    ]
    body = {
        "items": squares,
        "groups": 3,
        "different": ["row", "column"],
        "fixed": [
            {"item": "ax", "group": 1},
            {"item": "by", "group": 1},
            {"item": "cz", "group": 2},
        ],
    }
    refused = check_refusal(client.post(GROUPS, json=body))
    [sentence] = refused.values()
    contradiction = "No arrangement fulfils these rules together"
    assert sentence == f"{contradiction}; without different[0] there are some."


def test_a_contradiction_of_pairs_is_named_each_time_that_it_is_sent(
    client: FlaskClient,
) -> None:
    """Only x can meet a, one of b, c, d and one of e, f, g; so nobody is left for two of these three."""
    apart = "xcf xdg abe acg adf bf bg ce de"
    body = {
        "items": list("abcdefgx"),
        "groups": 4,
        "apart": list(map(list, apart.split())),
        "seed": "1",
    }
    first = check_refusal(client.post(GROUPS, json=body))
    assert list(first) == ["apart[0]"]
    assert check_refusal(client.post(GROUPS, json=body)) == first


def test_a_rare_arrangement_is_no_contradiction(client: FlaskClient) -> None:
    halves = [{"name": str(person), "half": person // 20} for person in range(40)]
    pairs = post(client, PAIRS, items=halves, different=["half"])["pairs"]
    assert len(pairs) == 40
    for pair in pairs:
        giver, receiver = pair["indices"]
        assert giver // 20 != receiver // 20


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
    batch = post(client, f"{SHUFFLE}/batch", **ORDER, seed="a", repeats=3)
    assert batch["drawn_by"] == ["counting"] * 3
    assert len(counted) == 1
    for index, playlist in enumerate(batch["items"]):
        artists = [song["artist"] for song in playlist]
        assert all(artist != following for artist, following in pairwise(artists))
        single = post(client, SHUFFLE, **ORDER, seed="a", index=index)
        assert single["items"] == playlist
        assert single["arrangements"] == batch["arrangements"]


def test_an_order_as_an_array_or_as_text_has_the_items_alone(
    client: FlaskClient,
) -> None:
    path = f"{SHUFFLE}/batch"
    order = {"items": list("AABBC"), "neighbours": {"circle": True}}
    body = order | {"seed": "a", "repeats": 2}
    rows = post(client, path, **body)
    array = client.post(path, json=body, headers={"Accept": "application/x-npy"})
    text = client.post(path, json=body, headers={"Accept": "text/plain"})
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
    neighbours: Json, arrangements: str | None, client: FlaskClient
) -> None:
    items = ["A", "A", "B", {"name": "B"}, 5]
    order = {"items": items, "neighbours": neighbours, "arrangements": True}
    drawn = post(client, SHUFFLE, **order, seed="a")
    assert drawn["request"]["neighbours"] == neighbours
    assert drawn["arrangements"] == arrangements


def test_neighbours_without_a_seed_are_drawn_where_nobody_may_choose_an_order() -> None:
    closed = create_app(Settings(allow_seeds=False)).test_client()
    shuffled = post(closed, SHUFFLE, **ORDER)
    assert shuffled["size"] == len(SONGS)
