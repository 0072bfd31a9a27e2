"""/v1/shoes: games that are dealt from a shoe stage by stage."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import pytest

from service.games.catalogue import GAMES
from tests.http.spec import check_refusal, check_response, get, json_object, post
from tests.sealed.played.backend import Backend, Json
from tests.sealed.served_shoes import CLIENT, DEAL, DRAW, REVEAL, VERIFY
from tests.tables import for_each, read_table


def send(path: str, fields: Json) -> tuple[int, Json]:
    """Return the status and the body of the response to a POST, which must be documented."""
    response = check_response(CLIENT.post(path, json=fields))
    return response.status_code, json_object(response)


class Table(Backend):
    """A backend that plays from one shoe of the service."""

    def __init__(self, **terms: Any) -> None:
        super().__init__([send], **terms)


def told(places: Sequence[Json]) -> list[str]:
    """Return the cards that hands and piles tell."""
    return [card for place in places for card in place["cards"]]


def list_places(stage: Json) -> list[Json]:
    """Return the hands and piles of a stage."""
    return [*stage["hands"], *stage["piles"]]


def count_cards(places: Sequence[Json], name: str) -> dict[str, int]:
    """Return the number of cards in each hand or pile, by its name."""
    return {place[name]: place["count"] for place in places}


class Holdem(NamedTuple):
    """A hand of three players that was dealt to the end: its table, and the response to each stage."""

    table: Table
    hole: Json
    flop: Json
    turn: Json
    river: Json


@pytest.fixture(scope="module")
def holdem() -> Holdem:
    """Return a hand of Texas Hold'em that was dealt to the end, with a client seed."""
    table = Table(game="holdem", players=3)
    hole = table.deal(client_seed="correct horse")
    flop = table.deal(stage="flop")
    return Holdem(table, hole, flop, turn=table.deal(), river=table.deal())


def test_a_shoe_of_holdem_lists_its_stages_and_its_terms(holdem: Holdem) -> None:
    opened = holdem.table.opened
    assert opened["stages"] == ["hole", "flop", "turn", "river"]
    assert opened["next_stage"] == "hole"
    terms = {"scheme": "sealed1", "game": "holdem", "players": 3, "deck": "standard"}
    assert terms.items() <= opened["terms"].items()


STAGES = [
    ("hole", "flop", 46, 0),
    ("flop", "turn", 42, 0),
    ("turn", "river", 40, 0),
    ("river", None, 38, 38),
]


@for_each(("name", "next_stage", "remaining", "drawable"), STAGES)
def test_cards_remain_until_somebody_has_them_and_are_drawable_once_the_stock_lies(
    holdem: Holdem, name: str, next_stage: str | None, remaining: int, drawable: int
) -> None:
    stage: Json = getattr(holdem, name)
    assert stage["stage"] == name
    assert stage["next_stage"] == next_stage
    assert stage["remaining"] == remaining
    assert stage["drawable"] == drawable


def test_the_hole_cards_are_two_for_each_seat_in_turn(holdem: Holdem) -> None:
    hands = holdem.hole["hands"]
    assert count_cards(hands, "seat") == {"1": 2, "2": 2, "dealer": 2}
    assert hands[0]["positions"] == [0, 3]
    assert holdem.hole["piles"] == []
    assert holdem.hole["burned"] == 0


def test_the_first_stage_says_that_a_client_seed_makes_the_deal_fair(
    holdem: Holdem,
) -> None:
    assert holdem.hole["fairness"] == "client_seed"


def test_the_flop_burns_one_card_and_lays_three(holdem: Holdem) -> None:
    flop = holdem.flop
    assert flop["hands"] == []
    assert flop["burned"] == 1
    assert count_cards(flop["piles"], "name") == {"burns": 1, "board": 3}
    burns, board = flop["piles"]
    assert burns["cards"] == []
    assert len(board["cards"]) == 3
    assert flop["seen"]["cards"] == [None, *board["cards"]]


def test_the_flop_is_a_part_of_the_board(holdem: Holdem) -> None:
    _, board = holdem.flop["piles"]
    [part] = board["parts"]
    assert part["name"] == "flop"
    assert part["count"] == 3
    assert part["cards"] == board["cards"]


def test_the_stock_is_counted_and_not_told(holdem: Holdem) -> None:
    stock = holdem.river["piles"][-1]
    assert stock["name"] == "stock"
    assert stock["count"] == 38
    assert stock["cards"] == []
    assert stock["positions"] == []


def test_no_card_of_a_hand_is_dealt_twice(holdem: Holdem) -> None:
    cards = [
        card
        for stage in (holdem.hole, holdem.flop, holdem.turn, holdem.river)
        for card in told(list_places(stage))
    ]
    assert len(cards) == 11
    assert len(set(cards)) == 11


def test_the_check_of_a_hand_covers_seed_terms_commitment_and_every_draw(
    holdem: Holdem,
) -> None:
    result = post(CLIENT, VERIFY, **holdem.table.prove())
    assert result["checks"].keys() == {
        "server_seed",
        "terms",
        "commitment",
        "client_seed",
        "digest",
        "drawn",
        "seen",
        "draws",
    }


@for_each("game", GAMES)
def test_every_game_is_dealt_to_the_end_as_its_description_says_and_proves_itself(
    game: str,
) -> None:
    described = get(CLIENT, f"/v1/games/{game}")
    table = Table(game=game)
    names = table.opened["stages"]
    assert names == described["stages"]
    stages = [table.deal() for _ in names]
    assert [stage["stage"] for stage in stages] == names
    assert [stage["next_stage"] for stage in stages] == [*names[1:], None]
    places = [place for stage in stages for place in list_places(stage)]
    *counts, last_count = (place["count"] for place in places)
    assert sum(counts) + last_count == described["size"]
    has_stock_alone = described["piles"] == [described.get("stock")] and not any(counts)
    seats = {hand["seat"] for stage in stages for hand in stage["hands"]}
    assert seats == set([] if has_stock_alone else described["seats"])
    if not any(entry["positions"] for entry in table.seen):
        last = places[-1]
        table.draw(pile=last.get("name", last.get("seat")))
    table.prove()


@for_each(
    "terms",
    [
        {"game": "riichi", "red_fives": 3},
        {"game": "skat", "players": 3},
        {"game": "bridge", "board": 7},
    ],
)
def test_the_terms_of_a_game_have_the_options_of_its_deal(terms: Json) -> None:
    assert terms.items() <= Table(**terms).opened["terms"].items()


def test_the_terms_of_a_game_have_the_defaults_of_its_deal() -> None:
    assert Table(game="riichi").opened["terms"]["red_fives"] == 3
    assert Table(game="blackjack").opened["terms"]["decks"] == 6
    assert Table(game="blackjack", decks=1).opened["size"] == 52


def test_the_terms_of_a_game_have_the_cards_that_it_takes_out() -> None:
    table = Table(game="riichi_three_players", red_fives=0)
    excluded = ["2m", "3m", "4m", "5m", "6m", "7m", "8m"]
    assert table.opened["terms"]["exclude"] == excluded
    table.deal()
    table.prove()


def test_the_cards_of_other_seats_are_counted_and_not_told() -> None:
    table = Table(game="holdem", players=3)
    everything = post(CLIENT, DEAL, shoe=table.token)
    own = post(CLIENT, DEAL, shoe=table.token, seats=["2"])
    assert own == post(CLIENT, DEAL, shoe=table.token, seats=[2])
    assert "shoe" not in own
    assert own["digest"] == everything["digest"]
    before, hand, after = own["hands"]
    assert hand == everything["hands"][1]
    for other in (before, after):
        assert other["count"] == 2
        assert other["cards"] == []
    assert own["seen"]["positions"] == everything["seen"]["positions"]
    assert [card for card in own["seen"]["cards"] if card] == hand["cards"]


def test_the_response_for_no_seats_tells_only_what_everybody_sees() -> None:
    table = Table(game="seven_card_stud", players=3)
    public = post(CLIENT, DEAL, shoe=table.token, seats=[])
    everything = table.deal()
    assert "shoe" not in public
    assert [len(hand["cards"]) for hand in public["hands"]] == [1, 1, 1]
    assert [len(hand["cards"]) for hand in everything["hands"]] == [3, 3, 3]


def test_the_members_of_a_bridge_deal_are_for_those_who_see_all_hands() -> None:
    table = Table(game="bridge", board=2)
    own = post(CLIENT, DEAL, shoe=table.token, seats=["N"])
    assert own.keys().isdisjoint({"pbn", "number"})
    first = table.deal()
    assert first["board"] == 2
    assert first["dealer"] == "E"
    assert first["vulnerable"] == "NS"
    assert table.deal(reshuffle=True)["board"] == 3


def test_replacements_and_indicators_come_from_the_dead_wall() -> None:
    table = Table(game="riichi")
    table.deal()
    indicator = table.deal()
    assert indicator["remaining"] == 136 - 53 - 1
    assert indicator["drawable"] == 69
    wall = table.draw()
    assert wall["pile"] == "wall"
    assert wall["remaining"] == 81
    assert wall["drawable"] == 68
    dead = table.draw(pile="dead_wall")
    assert dead["pile"] == "dead_wall"
    assert dead["part"] == "replacements"
    dora = table.draw(pile="dead_wall", part="dora_indicators")
    assert dora["part"] == "dora_indicators"
    assert dora["remaining"] == 79
    assert dora["drawable"] == 68
    assert dora["seen"]["part"] == "dora_indicators"
    table.prove()


def list_positions(hands: Sequence[Json]) -> list[int]:
    """Return the positions of the cards in hands."""
    return [position for hand in hands for position in hand["positions"]]


def test_cards_in_play_are_named_by_codes_that_are_unique() -> None:
    table = Table(game="gin_rummy")
    hands = table.deal()["hands"]
    drawn = table.draw(reshuffle=True, in_play=told(hands))
    assert drawn["in_play"]["before"] == sorted(list_positions(hands))
    canasta = Table(game="canasta")
    code = told(canasta.deal()["hands"])[0]
    body = {"shoe": canasta.token, "count": 1, "in_play": [code]}
    refused = check_refusal(CLIENT.post(DRAW, json=body))
    assert refused.keys() == {"in_play"}
    assert canasta.draw()


def test_no_cards_in_play_is_not_the_same_as_none_given() -> None:
    table = Table(game="gin_rummy")
    dealt = table.deal(seats=None)
    assert all(hand["cards"] for hand in dealt["hands"])
    table.draw(dealt["drawable"], in_play=None)
    body = {"shoe": table.token, "count": 1}
    for not_given in (body, body | {"in_play": None}):
        refusal = check_refusal(CLIENT.post(DRAW, json=not_given), 409)
        assert refusal.keys() == {"count"}
    drawn = table.draw(in_play=[])
    assert drawn["seen"]["in_play"] == []
    assert drawn["in_play"]["before"] == []
    table.prove()


def test_a_shoe_of_oh_hell_can_have_another_number_of_cards_in_each_hand() -> None:
    assert "cards" not in Table(game="oh_hell").opened["terms"]
    table = Table(game="oh_hell", players=3, cards=17)
    assert table.opened["terms"]["cards"] == 17
    dealt = table.deal()
    assert [hand["count"] for hand in dealt["hands"]] == [17, 17, 17]
    assert count_cards(dealt["piles"], "name") == {"trump": 1}
    table.prove()


class ShoeRefusal(NamedTuple):
    """A request that a shoe refuses after so many stages, with the field and words of the sentence."""

    terms: Json
    stages: int
    action: str
    status: int
    body: Json
    field: str
    sentence: str


REFUSALS = [
    ShoeRefusal(group["terms"], group["stages"], *row)
    for group in read_table("sealed/dealt_shoes.yaml")
    for row in group["refused"]
]


@for_each("refusal", REFUSALS)
def test_a_refusal_names_the_field_and_leaves_the_token_good(
    refusal: ShoeRefusal,
) -> None:
    table = Table(**refusal.terms)
    for _ in range(refusal.stages):
        table.deal()
    body = refusal.body | {"shoe": table.token}
    response = CLIENT.post(f"/v1/shoes/{refusal.action}", json=body)
    errors = check_refusal(response, refusal.status)
    assert errors.keys() == {refusal.field}
    assert refusal.sentence in errors[refusal.field]
    receipt = post(CLIENT, REVEAL, shoe=table.token)["receipt"]
    assert receipt["drawn"]["draws"] == refusal.stages


def test_the_size_of_a_token_does_not_depend_on_the_cards_that_are_out() -> None:
    table = Table(game="gin_rummy")
    size = len(table.token)
    dealt = table.deal(client_seed="ann")
    for _ in range(dealt["drawable"]):
        table.draw()
        assert len(table.token) == size
    table.draw(in_play=list_positions(dealt["hands"]))
    assert len(table.token) == size


def test_cards_of_a_game_are_formatted_in_the_requested_notation() -> None:
    table = Table(game="holdem", players=2)
    named = post(CLIENT, DEAL, shoe=table.token, notation="name", name_style="retro")
    plain = table.deal()
    assert named["notation"] == "name"
    assert named["name_style"] == "retro"
    assert " of " in named["hands"][0]["cards"][0]
    assert named["seen"] == plain["seen"]
