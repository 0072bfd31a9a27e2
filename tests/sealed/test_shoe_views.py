"""/v1/shoes: deals of several stages in one request, the views of each seat, and draws for a seat."""

from collections.abc import Sequence
from typing import Any

from service.app import create_app
from service.sealed.shoe.tokens import generate_key
from service.settings import Settings
from tests.http.spec import check_refusal, json_object, post
from tests.sealed.served_shoes import CLIENT, DEAL, DRAW, OPEN, VERIFY, reveal
from tests.tables import for_each

FEW = create_app(Settings(shoe_keys=(generate_key(),), max_items=200)).test_client()
VIEWS = ("seat_views", "spectator_view")
GAMES = (
    "holdem",
    "seven_card_stud",
    "bridge",
    "klondike",
    "blackjack",
    "baccarat",
    "bingo_card",
)

Json = dict[str, Any]


def deal(token: str, **fields: Any) -> Json:
    """Return the response to a deal from a token."""
    return post(CLIENT, DEAL, shoe=token, **fields)


def draw(token: str, **fields: Any) -> Json:
    """Return the response to a draw from a token."""
    return post(CLIENT, DRAW, shoe=token, **fields)


def without(response: Json, *names: str) -> Json:
    """Return a response without some of its members."""
    return {name: value for name, value in response.items() if name not in names}


def deal_singly(token: str, stages: Sequence[str], **fields: Any) -> list[Json]:
    """Return the responses to a deal of each stage; `fields` belong to the first."""
    dealt = []
    for stage in stages:
        response = deal(token, stage=stage, **fields)
        token = response["shoe"]
        fields = {}
        dealt.append(response)
    return dealt


@for_each("game", GAMES)
def test_stages_that_are_dealt_together_are_those_that_are_dealt_one_by_one(
    game: str,
) -> None:
    opened = post(CLIENT, OPEN, game=game)
    singly = deal_singly(opened["shoe"], opened["stages"], client_seed="ann")
    together = deal(opened["shoe"], through=opened["stages"][-1], client_seed="ann")
    stages = [without(response, "shoe") for response in singly]
    assert together["dealt_stages"] == stages
    assert "seen" not in together
    receipt = reveal(together)
    assert receipt == reveal(singly[-1])
    notes = {"commitment": opened["commitment"], "client_seed": "ann"}
    seen = [stage["seen"] for stage in stages]
    if any(card for entry in seen for card in entry["cards"]):
        result = post(CLIENT, VERIFY, receipt=receipt, seen=seen, confirmed=notes)
        assert result["valid"] is True


def test_an_all_in_answers_the_cards_of_its_stages_and_the_state_after_them() -> None:
    opened = post(CLIENT, OPEN, game="holdem", players=2)
    [_, flop] = deal_singly(opened["shoe"], ["hole", "flop"])
    turn, river = deal_singly(flop["shoe"], ["turn", "river"])
    dealt = deal(flop["shoe"], through="river", stage="turn")
    burns, board, stock = dealt["piles"]
    assert burns["count"] == 2
    assert burns["cards"] == []
    assert dealt["burned"] == 2
    assert stock["count"] == 40
    _, board_of_turn, *_ = turn["piles"]
    _, board_of_river, *_ = river["piles"]
    assert board["cards"] == board_of_turn["cards"] + board_of_river["cards"]
    assert [part["name"] for part in board["parts"]] == ["turn", "river"]
    assert dealt["previous"] == flop["digest"]
    for name in (
        "digest",
        "stage",
        "next_stage",
        "remaining",
        "drawable",
        "round",
        "draws",
        "reshuffled",
    ):
        assert dealt[name] == river[name]


def test_stages_that_are_dealt_together_begin_one_round() -> None:
    opened = post(CLIENT, OPEN, game="holdem", players=2)
    dealt = deal(opened["shoe"], through="river")
    again = deal(dealt["shoe"], through="turn", reshuffle=True)
    hole, flop, turn = again["dealt_stages"]
    assert [hole["stage"], flop["stage"], turn["stage"]] == ["hole", "flop", "turn"]
    assert hole["reshuffled"] is True
    assert flop["reshuffled"] is False
    assert turn["reshuffled"] is False
    assert again["reshuffled"] is True
    assert again["round"] == 1
    assert again["next_stage"] == "river"


@for_each("game", GAMES)
def test_the_view_of_a_seat_is_the_response_for_it_alone(game: str) -> None:
    opened = post(CLIENT, OPEN, game=game)
    token = opened["shoe"]
    fields = {"through": opened["stages"][-1], "client_seed": "ann", "notation": "name"}
    dealt = deal(token, each_seat=True, **fields)
    views = dealt["seat_views"]
    assert list(views) == json_object(CLIENT.get(f"/v1/games/{game}"))["seats"]
    for seat, view in views.items():
        assert view == deal(token, seats=[seat], **fields)
        assert "'shoe'" not in str(view)
    assert dealt["spectator_view"] == deal(token, seats=[], **fields)
    assert "'shoe'" not in str(dealt["spectator_view"])
    plain = deal(token, **fields)
    assert without(dealt, "shoe", *VIEWS) == without(plain, "shoe")


def test_a_card_that_is_drawn_for_a_seat_is_told_to_it_alone() -> None:
    opened = post(CLIENT, OPEN, game="gin_rummy")
    token = deal(opened["shoe"])["shoe"]
    plain = draw(token, count=2, burn=1)
    drawn = draw(token, count=2, burn=1, seat="1", each_seat=True)
    bound = ("shoe", "digest", "seen")  # the digest binds the owner of the cards
    assert without(drawn, *bound, *VIEWS, "seat", "count") == without(plain, *bound)
    assert drawn["digest"] != plain["digest"]
    assert drawn["seen"] == plain["seen"] | {"seat": "1"}
    assert drawn["seat"] == "1"
    assert drawn["count"] == 2
    views = drawn["seat_views"]
    assert views.keys() == {"1", "dealer"}
    for seat, view in views.items():
        assert view == draw(token, count=2, burn=1, seat=1, seats=[seat])
    assert views["1"] == without(drawn, "shoe", *VIEWS)
    other = views["dealer"]
    for name in ("seat", "count", "digest"):
        assert other[name] == drawn[name]
    for name in ("cards", "indices", "rounds", "positions"):
        assert other[name] == []
    assert other["seen"] == drawn["seen"] | {"cards": [None, None, None]}


def test_a_card_that_is_drawn_for_nobody_is_told_to_everybody() -> None:
    opened = post(CLIENT, OPEN, game="holdem", players=2)
    token = deal(opened["shoe"], through="river")["shoe"]
    drawn = draw(token, count=1, each_seat=True)
    plain = without(drawn, "shoe", *VIEWS)
    for view in drawn["seat_views"].values():
        assert view == plain
    assert draw(token, count=1, seats=[]) == plain


@for_each(
    ("terms", "member"),
    [
        ({"deck": "standard"}, "cards"),
        ({"items": ["a"] * 9}, "cards"),
        ({"max": 52}, "integers"),
    ],
)
def test_a_shoe_without_a_game_takes_any_seats(terms: Json, member: str) -> None:
    token = post(CLIENT, OPEN, **terms)["shoe"]
    drawn = draw(token, count=2, seat="ann")
    own = draw(token, count=2, seat="ann", seats=["bob", "ann"])
    assert own == without(drawn, "shoe")
    other = draw(token, count=2, seat="ann", seats=["bob"])
    assert other[member] == []
    assert other["seen"][member] == [None, None]
    assert other["count"] == 2
    for_ann = draw(token, count=2, seat="ann", each_seat=True)
    assert for_ann["seat_views"] == {"ann": own}
    assert for_ann["spectator_view"] == other
    for_all = draw(token, count=2, each_seat=True)
    assert for_all["seat_views"] == {}
    assert for_all["spectator_view"] == without(for_all, "shoe", *VIEWS)


def test_views_and_stages_together_still_prove_a_hand_to_each_player() -> None:
    opened = post(CLIENT, OPEN, game="five_card_draw", players=3)
    through = {"through": opened["stages"][-1], "client_seed": "ann"}
    dealt = deal(opened["shoe"], each_seat=True, **through)
    drawn = draw(dealt["shoe"], count=2, seat=2, each_seat=True)
    receipt = reveal(drawn)
    notes = {
        "commitment": opened["commitment"],
        "client_seed": "ann",
        "digest": drawn["digest"],
    }
    for seat, view in dealt["seat_views"].items():
        seen = [stage["seen"] for stage in view["dealt_stages"]]
        seen.append(drawn["seat_views"][seat]["seen"])
        result = post(CLIENT, VERIFY, receipt=receipt, seen=seen, confirmed=notes)
        assert result["valid"] is True


def test_all_views_of_a_response_count() -> None:
    token = post(FEW, OPEN, game="holdem", players=9)["shoe"]
    assert FEW.post(DEAL, json={"shoe": token}).status_code == 200
    response = FEW.post(DEAL, json={"shoe": token, "each_seat": True})
    limit = "the limit here is 200 (the operator's MAX_ITEMS)."
    assert check_refusal(response) == {"each_seat": f"This asks for 572 items; {limit}"}
