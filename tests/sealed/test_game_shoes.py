from collections.abc import Sequence
from typing import Any

from service.app import create_app
from service.core.crypto.tokens import generate_key
from service.games.catalogue import GAMES
from service.settings import Settings
from tests.http.spec import check_refusal, check_response, get, json_object, post
from tests.sealed.played.backend import Backend, Json
from tests.tables import for_each, read_table

OPEN = "/v1/shoes"
DEAL = "/v1/shoes/deal"
DRAW = "/v1/shoes/draw"
REVEAL = "/v1/shoes/reveal"
VERIFY = "/v1/verify"
CLIENT = create_app(Settings(shoe_keys=(generate_key(),))).test_client()


def send(path: str, fields: Json) -> tuple[int, Json]:
    """Return the status and the body of the response to a POST, which must be documented."""
    response = check_response(CLIENT.post(path, json=fields))
    return response.status_code, json_object(response)


class Table(Backend):
    """A backend that plays from one shoe of the service."""

    def __init__(self, **terms: Any) -> None:
        super().__init__([send], **terms)


def told(places: Sequence[dict[str, Any]]) -> list[str]:
    return [card for place in places for card in place["cards"]]


def test_a_hand_of_holdem_is_dealt_street_by_street() -> None:
    table = Table(game="holdem", players=3)
    assert (table.opened["stages"], table.opened["next_stage"]) == (
        ["hole", "flop", "turn", "river"],
        "hole",
    )
    terms = {"scheme": "sealed1", "game": "holdem", "players": 3, "deck": "standard"}
    assert terms.items() <= table.opened["terms"].items()
    hole = table.deal(client_seed="correct horse")
    assert (hole["fairness"], hole["stage"], hole["next_stage"]) == (
        "client_seed",
        "hole",
        "flop",
    )
    assert [(hand["seat"], hand["count"]) for hand in hole["hands"]] == [
        ("1", 2),
        ("2", 2),
        ("dealer", 2),
    ]
    assert hole["hands"][0]["positions"] == [0, 3]
    assert (hole["piles"], hole["burned"], hole["remaining"], hole["drawable"]) == (
        [],
        0,
        46,
        0,
    )
    flop = table.deal(stage="flop")
    assert (flop["hands"], flop["burned"]) == ([], 1)
    piles = [
        (pile["name"], pile["count"], len(pile["cards"])) for pile in flop["piles"]
    ]
    assert piles == [("burns", 1, 0), ("board", 3, 3)]
    [part] = flop["piles"][1]["parts"]
    assert (part["name"], part["count"], part["cards"]) == (
        "flop",
        3,
        flop["piles"][1]["cards"],
    )
    assert flop["seen"]["cards"] == [None, *part["cards"]]
    turn = table.deal()
    river = table.deal()
    assert (turn["stage"], river["stage"], river["next_stage"]) == (
        "turn",
        "river",
        None,
    )
    assert (
        river["piles"][-1]
        | {"name": "stock", "count": 38, "cards": [], "positions": []}
        == river["piles"][-1]
    )
    assert [stage["remaining"] for stage in (flop, turn, river)] == [42, 40, 38]
    assert [stage["drawable"] for stage in (flop, turn, river)] == [0, 0, 38]
    cards = told(
        [
            place
            for stage in (hole, flop, turn, river)
            for place in (*stage["hands"], *stage["piles"])
        ]
    )
    assert len(set(cards)) == len(cards) == 11
    assert set(post(CLIENT, VERIFY, **table.prove())["checks"]) == {
        "server_seed",
        "terms",
        "commitment",
        "client_seed",
        "digest",
        "drawn",
        "seen",
        "draws",
    }


@for_each("game", GAMES, share=2)
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
    counts = [
        place["count"]
        for stage in stages
        for place in (*stage["hands"], *stage["piles"])
    ]
    assert sum(counts) == described["size"]
    seats = (
        []
        if described["piles"] == [described.get("stock")] and not any(counts[:-1])
        else described["seats"]
    )
    assert {hand["seat"] for stage in stages for hand in stage["hands"]} == set(seats)
    if not any(entry["positions"] for entry in table.seen):
        place = [*stages[-1]["hands"], *stages[-1]["piles"]][-1]
        table.draw(pile=place.get("name", place.get("seat")))
    table.prove()


def test_the_terms_of_a_game_have_the_options_of_its_deal_and_the_cards_that_it_takes_out() -> (
    None
):
    for terms in (
        {"game": "riichi", "red_fives": 3},
        {"game": "skat", "players": 3},
        {"game": "bridge", "board": 7},
    ):
        assert terms.items() <= Table(**terms).opened["terms"].items()
    assert Table(game="riichi").opened["terms"]["red_fives"] == 3
    assert Table(game="blackjack").opened["terms"]["decks"] == 6
    assert Table(game="blackjack", decks=1).opened["size"] == 52
    table = Table(game="riichi_three_players", red_fives=0)
    assert table.opened["terms"]["exclude"] == [
        "2m",
        "3m",
        "4m",
        "5m",
        "6m",
        "7m",
        "8m",
    ]
    table.deal()
    table.prove()


def test_the_cards_of_other_seats_are_counted_and_not_told() -> None:
    table = Table(game="holdem", players=3)
    everything = post(CLIENT, DEAL, shoe=table.token)
    own = post(CLIENT, DEAL, shoe=table.token, seats=["2"])
    assert own == post(CLIENT, DEAL, shoe=table.token, seats=[2])
    assert ("shoe" in own, own["digest"]) == (False, everything["digest"])
    assert [hand["count"] for hand in own["hands"]] == [2, 2, 2]
    assert [hand["cards"] for hand in own["hands"]] == [
        [],
        everything["hands"][1]["cards"],
        [],
    ]
    assert own["hands"][1] == everything["hands"][1]
    assert own["seen"]["positions"] == everything["seen"]["positions"]
    assert [card for card in own["seen"]["cards"] if card] == everything["hands"][1][
        "cards"
    ]


def test_the_response_for_no_seats_tells_only_what_everybody_sees() -> None:
    table = Table(game="seven_card_stud", players=3)
    public = post(CLIENT, DEAL, shoe=table.token, seats=[])
    everything = table.deal()
    assert "shoe" not in public
    assert [len(hand["cards"]) for hand in public["hands"]] == [1, 1, 1]
    assert [len(hand["cards"]) for hand in everything["hands"]] == [3, 3, 3]


def test_the_members_of_a_bridge_deal_are_for_those_who_see_all_hands() -> None:
    table = Table(game="bridge", board=2)
    assert not {"pbn", "number"} & set(
        post(CLIENT, DEAL, shoe=table.token, seats=["N"])
    )
    first = table.deal()
    assert (first["board"], first["dealer"], first["vulnerable"]) == (2, "E", "NS")
    assert table.deal(reshuffle=True)["board"] == 3


def test_replacements_and_indicators_come_from_the_dead_wall() -> None:
    table = Table(game="riichi")
    table.deal()
    indicator = table.deal()
    assert (indicator["remaining"], indicator["drawable"]) == (136 - 53 - 1, 69)
    wall = table.draw()
    assert (wall["pile"], wall["remaining"], wall["drawable"]) == ("wall", 81, 68)
    dead = table.draw(pile="dead_wall")
    assert (dead["pile"], dead["part"]) == ("dead_wall", "replacements")
    dora = table.draw(pile="dead_wall", part="dora_indicators")
    assert (dora["part"], dora["remaining"], dora["drawable"]) == (
        "dora_indicators",
        79,
        68,
    )
    assert dora["seen"]["part"] == "dora_indicators"
    table.prove()


def test_cards_in_play_are_named_by_codes_that_are_unique() -> None:
    table = Table(game="gin_rummy")
    dealt = table.deal()
    drawn = table.draw(reshuffle=True, in_play=told(dealt["hands"]))
    assert drawn["in_play"]["before"] == sorted(
        position for hand in dealt["hands"] for position in hand["positions"]
    )
    canasta = Table(game="canasta")
    [card, *_] = told(canasta.deal()["hands"])
    body = {"shoe": canasta.token, "count": 1, "in_play": [card]}
    assert check_refusal(CLIENT.post(DRAW, json=body)).keys() == {"in_play"}
    assert canasta.draw()


def test_no_cards_in_play_is_not_the_same_as_none_given() -> None:
    table = Table(game="gin_rummy")
    dealt = table.deal(seats=None)
    assert all(hand["cards"] for hand in dealt["hands"])
    table.draw(dealt["drawable"], in_play=None)
    for more in ({}, {"in_play": None}):
        refused = check_refusal(
            CLIENT.post(DRAW, json={"shoe": table.token, "count": 1, **more}), 409
        )
        assert refused.keys() == {"count"}
    drawn = table.draw(in_play=[])
    assert drawn["seen"]["in_play"] == drawn["in_play"]["before"] == []
    table.prove()


def test_a_shoe_of_oh_hell_can_have_another_number_of_cards_in_each_hand() -> None:
    assert "cards" not in Table(game="oh_hell").opened["terms"]
    table = Table(game="oh_hell", players=3, cards=17)
    dealt = table.deal()
    assert (
        table.opened["terms"]["cards"],
        [hand["count"] for hand in dealt["hands"]],
    ) == (17, [17, 17, 17])
    assert [(pile["name"], pile["count"]) for pile in dealt["piles"]] == [("trump", 1)]
    table.prove()


DEALT = read_table("sealed/dealt_shoes.yaml")
REFUSALS = [
    (group["terms"], group["stages"], *row)
    for group in DEALT
    for row in group["refused"]
]


@for_each(
    ("terms", "stages", "action", "status", "body", "field", "sentence"), REFUSALS
)
def test_a_refusal_names_the_field_and_leaves_the_token_good(
    terms: Json,
    stages: int,
    action: str,
    status: int,
    body: Json,
    field: str,
    sentence: str,
) -> None:
    table = Table(**terms)
    for _ in range(stages):
        table.deal()
    [(name, detail)] = check_refusal(
        CLIENT.post(f"/v1/shoes/{action}", json={"shoe": table.token, **body}), status
    ).items()
    assert (name, sentence in detail) == (field, True), detail
    assert post(CLIENT, REVEAL, shoe=table.token)["receipt"]["drawn"]["draws"] == stages


def test_the_size_of_a_token_does_not_depend_on_the_cards_that_are_out() -> None:
    table = Table(game="gin_rummy")
    sizes = {len(table.token)}
    dealt = table.deal(client_seed="ann")
    for _ in range(dealt["drawable"]):
        table.draw()
        sizes.add(len(table.token))
    table.draw(
        in_play=[position for hand in dealt["hands"] for position in hand["positions"]]
    )
    assert sizes == {len(table.token)}


def test_cards_of_a_game_are_formatted_in_the_requested_notation() -> None:
    table = Table(game="holdem", players=2)
    named = post(CLIENT, DEAL, shoe=table.token, notation="name", name_style="retro")
    plain = table.deal()
    assert (named["notation"], named["name_style"]) == ("name", "retro")
    assert " of " in named["hands"][0]["cards"][0]
    assert named["seen"] == plain["seen"]
