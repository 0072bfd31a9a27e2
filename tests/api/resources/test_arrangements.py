from collections import Counter, defaultdict
from itertools import pairwise
from typing import Any

from flask.testing import FlaskClient

from tests.api.spec import check_batch, check_refusal, post
from tests.tables import for_each

POTS = (
    *("ESP ESP GER ENG ITA FRA RUS ESP", "GER POR UKR ENG ITA ENG ITA GER"),
    *("ENG GER POR ITA CZE RUS NED FRA", "RUS BEL SUI GRE CZE SRB TUR GER"),
)
TEAMS: list[dict[str, Any]] = [
    {"name": f"{country} {pot}.{place}", "pot": pot, "country": country}
    for pot, countries in enumerate(POTS, 1)
    for place, country in enumerate(countries.split(), 1)
]
FAMILIES = [{"name": f"{family}{person}", "family": family} for family in "ABCDEFGHIJKL" for person in range(1, 6)]
CLASS = [{"name": str(pupil), "sex": "fm"[pupil % 2], "level": pupil % 4} for pupil in range(23)]
ARMS = [{"name": "A", "ratio": 2}, {"name": "B"}]


def draw_groups(client: FlaskClient, **body: Any) -> list[list[Any]]:
    return [group["items"] for group in post(client, "/v1/items/groups", **body)["groups"]]


def draw_pairs(client: FlaskClient, **body: Any) -> dict[str, str]:
    pairs = post(client, "/v1/items/pairs", **body)["pairs"]
    receivers = {pair["giver"]: pair["receiver"] for pair in pairs}
    assert receivers.keys() == {*receivers.values()} == {*body["items"]}
    return receivers


def test_a_tournament_is_drawn_from_pots_with_countries_apart(client: FlaskClient) -> None:
    groups = draw_groups(client, items=TEAMS, groups=8, different=["pot", "country"])
    assert sorted(team["name"] for group in groups for team in group) == sorted(team["name"] for team in TEAMS)
    for group in groups:
        assert [team["pot"] for team in group] == [1, 2, 3, 4]
        assert len({team["country"] for team in group}) == 4


def test_the_largest_tournament_is_drawn(client: FlaskClient) -> None:
    """48 teams in 12 groups, of each confederation one, of UEFA one or two; two hosts have their groups."""
    pots = (
        *("CONCACAF " * 3 + "UEFA CONMEBOL CONMEBOL " + "UEFA " * 6,),
        *("UEFA CAF CONMEBOL CONMEBOL UEFA AFC CAF UEFA UEFA AFC CONMEBOL AFC",),
        *("UEFA UEFA CONCACAF AFC CAF CAF CAF UEFA AFC AFC CAF CAF",),
        *("AFC CAF CAF CONCACAF CONCACAF OFC UEFA UEFA UEFA UEFA AFC CONMEBOL",),
    )
    teams = [
        {"name": f"{pot}.{place}", "pot": pot, "from": name}
        for pot, names in enumerate(pots)
        for place, name in enumerate(names.split())
    ]
    others = [{"attribute": "from", "value": name, "max": 1} for name in ("CAF", "AFC", "CONMEBOL", "CONCACAF", "OFC")]
    rules = {"limits": [{"attribute": "from", "value": "UEFA", "min": 1, "max": 2}, *others], "different": ["pot"]}
    groups = draw_groups(client, items=teams, groups=12, fixed=[{"item": "0.0", "group": 1}], **rules)
    assert teams[0] in groups[0]
    for group in groups:
        counts = Counter(team["from"] for team in group)
        assert counts.pop("UEFA") in {1, 2}
        assert {*counts.values()} <= {1}


def test_groups_keep_limits_names_and_sizes(client: FlaskClient) -> None:
    limits = [{"attribute": "sex", "value": "f", "min": 2}, {"attribute": "level", "max": 2}]
    rules: dict[str, Any] = {"limits": limits, "apart": [["1", "2", "3"]], "fixed": [{"item": "1", "group": 4}]}
    drawn = post(client, "/v1/items/groups", items=CLASS, groups=5, **rules, seed="class")
    groups = [[CLASS[index] for index in group["indices"]] for group in drawn["groups"]]
    sizes = [(group["group"], len(group["items"])) for group in drawn["groups"]]
    assert sizes == [(1, 5), (2, 5), (3, 5), (4, 4), (5, 4)]
    assert [group["items"] for group in drawn["groups"]] == groups
    assert {name: drawn[name] for name in rules} == rules
    for group in groups:
        assert [pupil["sex"] for pupil in group].count("f") >= 2
        assert max(Counter(pupil["level"] for pupil in group).values()) <= 2
        assert sum(pupil["name"] in {"1", "2", "3"} for pupil in group) <= 1
    assert CLASS[1] in groups[3]


def test_a_size_of_groups_means_their_number(client: FlaskClient) -> None:
    by_size, by_number = (
        draw_groups(client, items=[*range(12)], **size, seed="s") for size in ({"group_size": 3}, {"groups": 4})
    )
    assert by_size == by_number
    body = {"items": ["a b", 2, 3, 4], "group_size": 2, "seed": "t"}
    assert client.post("/v1/items/groups", json=body, headers={"Accept": "text/plain"}).text.count("\t") == 1


def test_families_of_five_draw_other_families(client: FlaskClient) -> None:
    body = {"items": FAMILIES, "different": ["family"], "seed": "santa"}
    for options in ({}, {"cycle": True}, {"mutual": False}):
        drawn = post(client, "/v1/items/pairs", **body, **options)
        receivers = dict(pair["indices"] for pair in drawn["pairs"])
        assert sorted(receivers) == sorted(receivers.values()) == [*range(60)]
        assert all(giver // 5 != receiver // 5 for giver, receiver in receivers.items())
        if "mutual" in options:
            assert all(receivers[receiver] != giver for giver, receiver in receivers.items())
        if "cycle" in options:
            walk = [0]
            while (following := receivers[walk[-1]]) != 0:
                walk.append(following)
            assert len(walk) == 60


def test_forbidden_pairs_are_of_one_direction(client: FlaskClient) -> None:
    names = ["Ann", "Bob", "Cem", "Dee"]
    forbidden = [{"giver": giver, "receiver": receiver} for giver, receiver in pairwise([*names, "Ann"])]
    rules = {"items": names, "apart": [["Ann", "Cem"]], "forbidden": forbidden}
    assert draw_pairs(client, **rules) == {"Ann": "Dee", "Bob": "Ann", "Cem": "Bob", "Dee": "Cem"}


def test_each_block_has_the_arms_in_their_ratio(client: FlaskClient) -> None:
    drawn = post(client, "/v1/items/allocate", items=CLASS, arms=ARMS, block_sizes=[3, 6], strata=["sex"], seed="trial")
    assert drawn["arms"] == [{"name": "A", "ratio": 2}, {"name": "B", "ratio": 1}]
    assert [one["item"] for one in drawn["allocations"]] == CLASS
    blocks = defaultdict(list)
    for one in drawn["allocations"]:
        blocks[one["item"]["sex"], one["block"]].append(one["arm"])
    for sex in "fm":
        sizes = [len(arms) for key, arms in sorted(blocks.items()) if key[0] == sex]
        assert {*sizes[:-1]} <= {3, 6}
    whole = [arms for arms in blocks.values() if len(arms) in {3, 6} and arms.count("B") * 2 == arms.count("A")]
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
    client: FlaskClient, strata: dict[str, Any], count: int | None, counts: dict[str, int]
) -> None:
    body = {"items": CLASS, "strata": strata, **({"count": count} if count else {}), "seed": "jury"}
    drawn = post(client, "/v1/items/draw", **body)
    assert drawn["strata"] == {"attribute": strata["attribute"], "counts": counts}
    assert drawn["count"] == len({*drawn["indices"]}) == sum(counts.values())
    found = Counter(str(item[strata["attribute"]]) for item in drawn["items"])
    assert found == {value: number for value, number in counts.items() if number}


def test_a_batch_of_samples_has_the_results_of_successive_indices_which_can_be_checked(client: FlaskClient) -> None:
    """tests/api/http/test_draw_endpoints.py has the other draws."""
    path, body = "/v1/items/draw", {"items": CLASS, "strata": {"attribute": "sex"}, "count": 4}
    batch = post(client, f"{path}/batch", **body, seed="b", index=5, repeats=7)
    singles = [post(client, path, **body, seed="b", index=5 + number) for number in range(7)]
    check_batch(batch, singles, ("items", "indices"))
    for response in (batch, singles[0]):
        checked = post(client, "/v1/verify", **response, original_items=CLASS)
        assert (checked["valid"], checked["unchecked"]) == (True, {})
        assert post(client, "/v1/verify", **response | {"seed": "c"}, original_items=CLASS)["valid"] is False


def test_a_contradiction_of_several_rules_is_told_from_a_rare_arrangement(client: FlaskClient) -> None:
    squares = [{"name": f"{row}{column}", "row": row, "column": column} for row in "abc" for column in "xyz"]
    rules: dict[str, Any] = {"items": squares, "groups": 3, "different": ["row", "column"]}
    fixed = [{"item": name, "group": group} for name, group in (("ax", 1), ("by", 1), ("cz", 2))]
    refused = check_refusal(client.post("/v1/items/groups", json={**rules, "fixed": fixed}))
    [sentence] = refused.values()
    assert sentence == "No arrangement fulfils these rules together; without different[0] there are some."
    halves = [{"name": str(person), "half": person // 20} for person in range(40)]
    drawn = post(client, "/v1/items/pairs", items=halves, different=["half"])
    assert {giver // 20 + receiver // 20 for giver, receiver in (pair["indices"] for pair in drawn["pairs"])} == {1}
