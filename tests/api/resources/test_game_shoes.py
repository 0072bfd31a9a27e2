"""/v1/shoes with the cards of a game: stages, piles, seats, cards in play, and requests that are refused."""

from collections.abc import Sequence
from typing import Any

from service.app import create_app
from service.core.crypto.tokens import generate_key
from service.core.games.catalogue import GAMES
from service.settings import Settings
from tests.api.played.backend import Backend, Json
from tests.api.spec import check_refusal, check_response, get, json_object, post
from tests.tables import for_each

OPEN, DEAL, DRAW, REVEAL, VERIFY = "/v1/shoes", "/v1/shoes/deal", "/v1/shoes/draw", "/v1/shoes/reveal", "/v1/verify"
CLIENT = create_app(Settings(shoe_keys=(generate_key(),))).test_client()


def send(path: str, fields: Json) -> tuple[int, Json]:
    """Return the status and the body of the response to a POST, which must be documented."""
    response = check_response(CLIENT.post(path, json=fields))
    return response.status_code, json_object(response)


class Table(Backend):
    """A backend that plays from one shoe of the service."""

    def __init__(self, **terms: Any) -> None:
        super().__init__([send], **terms)

    def refused(self, path: str, status: int, **body: Any) -> tuple[str, str]:
        """Send a request that must be refused, and return the field and the sentence; the token stays good."""
        (refused,) = check_refusal(CLIENT.post(path, json={"shoe": self.token, **body}), status).items()
        return refused


def told(places: Sequence[dict[str, Any]]) -> list[str]:
    return [card for place in places for card in place["cards"]]


def test_a_hand_of_holdem_is_dealt_street_by_street() -> None:
    table = Table(game="holdem", players=3)
    assert (table.opened["stages"], table.opened["next_stage"]) == (["hole", "flop", "turn", "river"], "hole")
    assert (
        table.opened["terms"] | {"scheme": "sealed1", "game": "holdem", "players": 3, "deck": "standard"}
        == (table.opened["terms"])
    )
    hole = table.deal(client_seed="correct horse")
    assert (hole["fairness"], hole["stage"], hole["next_stage"]) == ("client_seed", "hole", "flop")
    assert [(hand["seat"], hand["count"]) for hand in hole["hands"]] == [("1", 2), ("2", 2), ("dealer", 2)]
    assert hole["hands"][0]["positions"] == [0, 3]
    assert (hole["piles"], hole["burned"], hole["remaining"], hole["drawable"]) == ([], 0, 46, 0)
    flop = table.deal(stage="flop")
    assert (flop["hands"], flop["burned"]) == ([], 1)
    assert [(pile["name"], pile["count"], len(pile["cards"])) for pile in flop["piles"]] == [
        ("burns", 1, 0),
        ("board", 3, 3),
    ]
    [part] = flop["piles"][1]["parts"]
    assert (part["name"], part["count"], part["cards"]) == ("flop", 3, flop["piles"][1]["cards"])
    assert flop["seen"]["cards"] == [None, *part["cards"]]
    turn, river = table.deal(), table.deal()
    assert (turn["stage"], river["stage"], river["next_stage"]) == ("turn", "river", None)
    assert river["piles"][-1] | {"name": "stock", "count": 38, "cards": [], "positions": []} == river["piles"][-1]
    assert [stage["remaining"] for stage in (flop, turn, river)] == [42, 40, 38]
    assert [stage["drawable"] for stage in (flop, turn, river)] == [0, 0, 38]
    cards = told([place for stage in (hole, flop, turn, river) for place in (*stage["hands"], *stage["piles"])])
    assert len(set(cards)) == len(cards) == 11
    assert set(post(CLIENT, VERIFY, **table.prove())["checks"]) == {
        *("server_seed", "terms", "commitment", "client_seed", "digest", "drawn", "seen", "draws")
    }


@for_each("game", GAMES)
def test_every_game_is_dealt_to_the_end_as_its_description_says_and_proves_itself(game: str) -> None:
    described = get(CLIENT, f"/v1/games/{game}")
    table = Table(game=game)
    names = table.opened["stages"]
    assert names == described["stages"]
    stages = [table.deal() for _ in names]
    assert [stage["stage"] for stage in stages] == names
    assert [stage["next_stage"] for stage in stages] == [*names[1:], None]
    counts = [place["count"] for stage in stages for place in (*stage["hands"], *stage["piles"])]
    assert sum(counts) == described["size"]
    assert {hand["seat"] for stage in stages for hand in stage["hands"]} == set(described["seats"])
    if not any(entry["positions"] for entry in table.seen):
        table.draw(pile=stages[-1]["piles"][-1]["name"])
    table.prove()


def test_the_options_of_a_game_are_those_of_its_deal() -> None:
    assert Table(game="blackjack").opened["terms"]["decks"] == 6
    assert Table(game="blackjack", decks=1).opened["size"] == 52
    riichi = Table(game="riichi").opened["terms"]
    assert riichi["red_fives"] == 3
    assert Table(game="skat", players=3).opened["terms"]["players"] == 3
    assert Table(game="bridge", board=7).opened["terms"]["board"] == 7


def test_a_sealed_game_removes_only_cards_of_its_packs() -> None:
    table = Table(game="riichi_three_players", red_fives=0)
    assert table.opened["terms"]["exclude"] == ["2m", "3m", "4m", "5m", "6m", "7m", "8m"]
    table.deal()
    table.prove()


def test_the_cards_of_other_seats_are_counted_and_not_told() -> None:
    table = Table(game="holdem", players=3)
    everything = post(CLIENT, DEAL, shoe=table.token)
    own = post(CLIENT, DEAL, shoe=table.token, seats=["2"])
    assert "shoe" not in own
    assert own["digest"] == everything["digest"]
    assert [hand["count"] for hand in own["hands"]] == [2, 2, 2]
    assert [hand["cards"] for hand in own["hands"]] == [[], everything["hands"][1]["cards"], []]
    assert own["hands"][1] == everything["hands"][1]
    assert own["seen"]["positions"] == everything["seen"]["positions"]
    assert [card for card in own["seen"]["cards"] if card] == everything["hands"][1]["cards"]


def test_an_integer_stands_for_the_digits_of_a_seat() -> None:
    table = Table(game="holdem", players=3)
    assert post(CLIENT, DEAL, shoe=table.token, seats=[2]) == post(CLIENT, DEAL, shoe=table.token, seats=["2"])


def test_the_response_for_no_seats_tells_only_what_everybody_sees() -> None:
    table = Table(game="seven_card_stud", players=3)
    public = post(CLIENT, DEAL, shoe=table.token, seats=[])
    everything = table.deal()
    assert "shoe" not in public
    assert [len(hand["cards"]) for hand in public["hands"]] == [1, 1, 1]
    assert [len(hand["cards"]) for hand in everything["hands"]] == [3, 3, 3]


def test_null_seats_or_cards_in_play_are_as_if_left_out() -> None:
    table = Table(game="gin_rummy")
    dealt = table.deal(seats=None)
    assert all(hand["cards"] for hand in dealt["hands"])
    table.draw(dealt["drawable"], in_play=None)
    assert table.refused(DRAW, 409, count=1, in_play=None)[0] == "count"


def test_the_members_of_a_bridge_deal_are_for_those_who_see_all_hands() -> None:
    table = Table(game="bridge", board=2)
    assert not {"pbn", "number"} & set(post(CLIENT, DEAL, shoe=table.token, seats=["N"]))
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
    assert (dora["part"], dora["remaining"], dora["drawable"]) == ("dora_indicators", 79, 68)
    assert dora["seen"]["part"] == "dora_indicators"
    table.prove()


def test_cards_in_play_are_named_by_codes_that_are_unique() -> None:
    table = Table(game="gin_rummy")
    dealt = table.deal()
    codes = told(dealt["hands"])
    drawn = table.draw(reshuffle=True, in_play=codes)
    assert drawn["in_play"]["before"] == sorted(position for hand in dealt["hands"] for position in hand["positions"])
    canasta = Table(game="canasta")
    [card, *_] = told(canasta.deal()["hands"])
    assert canasta.refused(DRAW, 422, count=1, in_play=[card])[0] == "in_play"
    assert canasta.draw()


def test_no_cards_in_play_is_not_the_same_as_none_given() -> None:
    table = Table(game="gin_rummy")
    table.draw(table.deal()["drawable"])
    assert table.refused(DRAW, 409, count=1)[0] == "count"
    drawn = table.draw(in_play=[])
    assert drawn["seen"]["in_play"] == drawn["in_play"]["before"] == []
    table.prove()


def test_a_shoe_of_oh_hell_can_have_another_number_of_cards_in_each_hand() -> None:
    assert "cards" not in Table(game="oh_hell").opened["terms"]
    table = Table(game="oh_hell", players=3, cards=17)
    assert table.opened["terms"]["cards"] == 17
    dealt = table.deal()
    assert [hand["count"] for hand in dealt["hands"]] == [17, 17, 17]
    assert [(pile["name"], pile["count"]) for pile in dealt["piles"]] == [("trump", 1)]
    table.prove()


@for_each(
    ("body", "field", "sentence"),
    [
        ({"game": "holdm"}, "game", "Did you mean 'holdem'?"),
        ({"game": "holdem", "deck": "standard"}, "game", "deck and game"),
        ({"game": "holdem", "players": 30}, "players", "holdem"),
        ({"deck": "standard", "players": 3}, "players", "does not take players"),
        ({"game": "holdem", "cards": 3}, "cards", "does not take cards"),
        ({"game": "oh_hell", "cards": 13}, "cards", "oh_hell deals 1 to 12 cards to each of 4 players, not 13."),
        ({"deck": "standard", "board": 3}, "board", "does not take board"),
        ({"game": "holdem", "board": 3}, "board", "it belongs to bridge"),
        ({"game": "holdem", "jokers": 2}, "jokers", "does not take jokers"),
        ({"game": "holdem", "min": 3}, "min", "does not take min"),
        ({"game": "holdem", "items_sha256": "0" * 64}, "items_sha256", "does not take items_sha256"),
    ],
)
def test_terms_that_do_not_fit_are_refused(body: dict[str, Any], field: str, sentence: str) -> None:
    errors = check_refusal(CLIENT.post(OPEN, json=body))
    assert errors.keys() == {field}
    assert sentence in errors[field]


HOLDEM = {"game": "holdem", "players": 2}
REFUSALS: dict[str, tuple[dict[str, Any], int, str, int, dict[str, Any], str, str]] = {
    "a stage out of turn": (HOLDEM, 1, DEAL, 409, {"stage": "turn"}, "stage", "the next stage is flop"),
    "a stage again": (HOLDEM, 1, DEAL, 409, {"stage": "hole"}, "stage", "the next stage is flop"),
    "an unknown stage": (HOLDEM, 1, DEAL, 422, {"stage": "street"}, "stage", "hole, flop, turn, river"),
    "a stage after the last": (HOLDEM, 4, DEAL, 409, {}, "stage", "reshuffle"),
    "an unknown seat": (HOLDEM, 0, DEAL, 422, {"seats": ["1", "9"]}, "seats", "'9'"),
    "a pile that the game has not": (HOLDEM, 4, DRAW, 422, {"count": 1, "pile": "wall"}, "pile", "'wall'"),
    "a pile before its stage": (HOLDEM, 1, DRAW, 409, {"count": 1}, "pile", "river"),
    "a part that the pile has not": (
        *({"game": "riichi"}, 2, DRAW, 422),
        *({"count": 1, "pile": "dead_wall", "part": "kan"}, "part", "dora_indicators"),
    ),
    "a game without a stock": ({"game": "skat"}, 1, DRAW, 422, {"count": 1}, "pile", "one of: skat"),
    "a game without a card face down": ({"game": "bridge"}, 1, DRAW, 422, {"count": 1}, "pile", "none to draw"),
    "more than a pile holds": (HOLDEM, 4, DRAW, 409, {"count": 60}, "count", "60 cards were requested"),
    "a card in play that was not dealt": (HOLDEM, 4, DRAW, 409, {"count": 1, "in_play": [51]}, "in_play", "51"),
    "a position beyond the shoe": (HOLDEM, 4, DRAW, 422, {"count": 1, "in_play": [52]}, "in_play", "0 to 51"),
    "a client seed that comes late": (HOLDEM, 1, DEAL, 409, {"client_seed": "ann"}, "client_seed", "with draw 1"),
    "a deal from a deck": ({"deck": "standard"}, 0, DEAL, 409, {}, "shoe", "its cards are drawn"),
    "a pile of a deck": ({"deck": "standard"}, 0, DRAW, 422, {"count": 1, "pile": "stock"}, "pile", "pile"),
    "a part of a deck": ({"deck": "standard"}, 0, DRAW, 422, {"count": 1, "part": "flop"}, "part", "part"),
    "a character that a card has not": (
        *({"game": "riichi"}, 0, DEAL, 422, {"notation": "unicode"}),
        *("notation", "Unicode has no character"),
    ),
    "a stage that is no text": (HOLDEM, 0, DEAL, 422, {"stage": 1}, "stage", "Must be a text"),
    "seats that are no list": (HOLDEM, 0, DEAL, 422, {"seats": "1"}, "seats", "Must be 0 to 100 items"),
    "cards in play that are no list": (HOLDEM, 4, DRAW, 422, {"count": 1, "in_play": "AS"}, "in_play", "items"),
    "a card in play that is no text": (HOLDEM, 4, DRAW, 422, {"count": 1, "in_play": [True]}, "in_play", "position"),
    "cards in play of a deal": (HOLDEM, 4, DEAL, 422, {"in_play": []}, "in_play", "Unknown parameter"),
}


@for_each(("terms", "stages", "path", "status", "body", "field", "sentence"), REFUSALS.values(), ids=REFUSALS)
def test_a_refusal_names_the_field_and_leaves_the_token_good(
    terms: dict[str, Any], stages: int, path: str, status: int, body: dict[str, Any], field: str, sentence: str
) -> None:
    table = Table(**terms)
    for _ in range(stages):
        table.deal()
    refused = table.refused(path, status, **body)
    assert (refused[0], sentence in refused[1]) == (field, True), refused
    assert post(CLIENT, REVEAL, shoe=table.token)["receipt"]["drawn"]["draws"] == stages


def test_the_size_of_a_token_does_not_depend_on_the_cards_that_are_out() -> None:
    table = Table(game="gin_rummy")
    sizes = {len(table.token)}
    dealt = table.deal(client_seed="ann")
    for _ in range(dealt["drawable"]):
        table.draw()
        sizes.add(len(table.token))
    table.draw(in_play=[position for hand in dealt["hands"] for position in hand["positions"]])
    assert sizes == {len(table.token)}


def test_cards_of_a_game_are_formatted_in_the_requested_notation() -> None:
    table = Table(game="holdem", players=2)
    named = post(CLIENT, DEAL, shoe=table.token, notation="name", name_style="retro")
    plain = table.deal()
    assert (named["notation"], named["name_style"]) == ("name", "retro")
    assert " of " in named["hands"][0]["cards"][0]
    assert named["seen"] == plain["seen"]
