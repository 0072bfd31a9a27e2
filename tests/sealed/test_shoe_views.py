"""/v1/shoes: deals of several stages in one request, the views of each seat, and draws for a seat."""

from collections.abc import Sequence
from typing import Any

from service.app import create_app
from service.core.crypto.tokens import generate_key
from service.settings import Settings
from tests.http.spec import check_refusal, json_object, post
from tests.tables import for_each

OPEN = "/v1/shoes"
DEAL = "/v1/shoes/deal"
DRAW = "/v1/shoes/draw"
REVEAL = "/v1/shoes/reveal"
VERIFY = "/v1/verify"
CLIENT = create_app(Settings(shoe_keys=(generate_key(),))).test_client()
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
    return post(CLIENT, DEAL, shoe=token, **fields)


def draw(token: str, **fields: Any) -> Json:
    return post(CLIENT, DRAW, shoe=token, **fields)


def without(response: Json, *names: str) -> Json:
    return {name: value for name, value in response.items() if name not in names}


def deal_singly(token: str, stages: Sequence[str], **fields: Any) -> list[Json]:
    dealt = []
    for stage in stages:
        dealt.append(deal(token, stage=stage, **fields))
        token = dealt[-1]["shoe"]
        fields = {}
    return dealt


@for_each("game", GAMES)
def test_stages_that_are_dealt_together_are_those_that_are_dealt_one_by_one(
    game: str,
) -> None:
    opened = post(CLIENT, OPEN, game=game)
    singly = deal_singly(opened["shoe"], opened["stages"], client_seed="ann")
    together = deal(opened["shoe"], through=opened["stages"][-1], client_seed="ann")
    assert together["dealt_stages"] == [
        without(response, "shoe") for response in singly
    ]
    assert "seen" not in together
    receipts = [
        post(CLIENT, REVEAL, shoe=response["shoe"])["receipt"]
        for response in (together, singly[-1])
    ]
    assert receipts[0] == receipts[1]
    notes = {"commitment": opened["commitment"], "client_seed": "ann"}
    seen = [stage["seen"] for stage in together["dealt_stages"]]
    if any(card for entry in seen for card in entry["cards"]):
        assert (
            post(CLIENT, VERIFY, receipt=receipts[0], seen=seen, confirmed=notes)[
                "valid"
            ]
            is True
        )


def test_the_response_to_an_all_in_has_the_cards_of_its_stages_and_the_state_after_them() -> (
    None
):
    opened = post(CLIENT, OPEN, game="holdem", players=2)
    [_, flop] = deal_singly(opened["shoe"], ["hole", "flop"])
    turn, river = deal_singly(flop["shoe"], ["turn", "river"])
    dealt = deal(flop["shoe"], through="river", stage="turn")
    burns, board, stock = dealt["piles"]
    assert (burns["count"], burns["cards"], dealt["burned"], stock["count"]) == (
        2,
        [],
        2,
        40,
    )
    assert board["cards"] == [
        response["piles"][1]["cards"][0] for response in (turn, river)
    ]
    assert [part["name"] for part in board["parts"]] == ["turn", "river"]
    assert (dealt["previous"], dealt["digest"]) == (flop["digest"], river["digest"])
    state = (
        "stage",
        "next_stage",
        "remaining",
        "drawable",
        "round",
        "draws",
        "reshuffled",
    )
    assert {name: dealt[name] for name in state} == {
        name: river[name] for name in state
    }
    again = deal(dealt["shoe"], through="turn", reshuffle=True)
    assert [stage["stage"] for stage in again["dealt_stages"]] == [
        "hole",
        "flop",
        "turn",
    ]
    assert [stage["reshuffled"] for stage in again["dealt_stages"]] == [
        True,
        False,
        False,
    ]
    assert (again["reshuffled"], again["round"], again["next_stage"]) == (
        True,
        1,
        "river",
    )


@for_each("game", GAMES)
def test_the_view_of_a_seat_is_the_response_for_it_alone(game: str) -> None:
    opened = post(CLIENT, OPEN, game=game)
    fields = {"through": opened["stages"][-1], "client_seed": "ann", "notation": "name"}
    dealt = deal(opened["shoe"], each_seat=True, **fields)
    views = dealt["seat_views"]
    assert views == {
        seat: deal(opened["shoe"], seats=[seat], **fields) for seat in views
    }
    assert list(views) == json_object(CLIENT.get(f"/v1/games/{game}"))["seats"]
    assert dealt["spectator_view"] == deal(opened["shoe"], seats=[], **fields)
    assert "'shoe'" not in str([views, dealt["spectator_view"]])
    assert without(dealt, "shoe", *VIEWS) == without(
        deal(opened["shoe"], **fields), "shoe"
    )


def test_a_card_that_is_drawn_for_a_seat_is_told_to_it_alone() -> None:
    opened = post(CLIENT, OPEN, game="gin_rummy")
    token = deal(opened["shoe"])["shoe"]
    plain = draw(token, count=2, burn=1)
    drawn = draw(token, count=2, burn=1, seat="1", each_seat=True)
    bound = ("shoe", "digest", "seen")  # the digest binds the owner of the cards
    assert without(drawn, *bound, *VIEWS, "seat", "count") == without(plain, *bound)
    assert (drawn["digest"] == plain["digest"], drawn["seen"]) == (
        False,
        plain["seen"] | {"seat": "1"},
    )
    assert (drawn["seat"], drawn["count"]) == ("1", 2)
    views = drawn["seat_views"]
    assert views == {
        seat: draw(token, count=2, burn=1, seat=1, seats=[seat])
        for seat in ("1", "dealer")
    }
    assert views["1"] == without(drawn, "shoe", *VIEWS)
    other = views["dealer"]
    assert (other["seat"], other["count"], other["digest"]) == ("1", 2, drawn["digest"])
    assert [other[name] for name in ("cards", "indices", "rounds", "positions")] == [
        [],
        [],
        [],
        [],
    ]
    assert other["seen"] == drawn["seen"] | {"cards": [None, None, None]}


def test_a_card_that_is_drawn_for_nobody_is_told_to_everybody() -> None:
    token = deal(post(CLIENT, OPEN, game="holdem", players=2)["shoe"], through="river")[
        "shoe"
    ]
    drawn = draw(token, count=1, each_seat=True)
    for view in (*drawn["seat_views"].values(), draw(token, count=1, seats=[])):
        assert view == without(drawn, "shoe", *VIEWS)


@for_each("terms", [{"deck": "standard"}, {"items": ["a"] * 9}, {"max": 52}])
def test_a_shoe_without_a_game_takes_any_seats(terms: Json) -> None:
    opened = post(CLIENT, OPEN, **terms)
    member = "integers" if "max" in terms else "cards"
    drawn = draw(opened["shoe"], count=2, seat="ann")
    own = draw(opened["shoe"], count=2, seat="ann", seats=["bob", "ann"])
    assert own == without(drawn, "shoe")
    other = draw(opened["shoe"], count=2, seat="ann", seats=["bob"])
    assert (other[member], other["seen"][member], other["count"]) == (
        [],
        [None, None],
        2,
    )
    views = draw(opened["shoe"], count=2, seat="ann", each_seat=True)
    assert (views["seat_views"], views["spectator_view"]) == ({"ann": own}, other)
    views = draw(opened["shoe"], count=2, each_seat=True)
    assert (views["seat_views"], views["spectator_view"]) == (
        {},
        without(views, "shoe", *VIEWS),
    )


def test_views_and_stages_together_still_prove_a_hand_to_each_player() -> None:
    opened = post(CLIENT, OPEN, game="five_card_draw", players=3)
    dealt = deal(
        opened["shoe"], through=opened["stages"][-1], each_seat=True, client_seed="ann"
    )
    drawn = draw(dealt["shoe"], count=2, seat=2, each_seat=True)
    receipt = post(CLIENT, REVEAL, shoe=drawn["shoe"])["receipt"]
    for seat, view in dealt["seat_views"].items():
        seen = [
            *(stage["seen"] for stage in view["dealt_stages"]),
            drawn["seat_views"][seat]["seen"],
        ]
        notes = {
            "commitment": opened["commitment"],
            "client_seed": "ann",
            "digest": drawn["digest"],
        }
        assert (
            post(CLIENT, VERIFY, receipt=receipt, seen=seen, confirmed=notes)["valid"]
            is True
        )


def test_all_views_of_a_response_count() -> None:
    token = post(FEW, OPEN, game="holdem", players=9)["shoe"]
    assert FEW.post(DEAL, json={"shoe": token}).status_code == 200
    assert check_refusal(FEW.post(DEAL, json={"shoe": token, "each_seat": True})) == {
        "each_seat": "This asks for 572 items; the limit here is 200 (the operator's MAX_ITEMS)."
    }
