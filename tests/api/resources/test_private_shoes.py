"""/v1/shoes: private hands, with the consent of their seats, views that only they read, and cards that are shown."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from service.app import create_app
from service.core.crypto.merkle import climb
from service.core.crypto.tokens import generate_key
from service.core.sealed.shown import MAX_SHOWN
from service.settings import Settings
from tests.api.spec import check_response, json_object, post
from tests.core.sealed.seats import Player, private_terms, sit_down
from tests.tables import for_each

OPEN, DEAL, DRAW, SHOW, REVEAL = "/v1/shoes", "/v1/shoes/deal", "/v1/shoes/draw", "/v1/shoes/show", "/v1/shoes/reveal"
VERIFY = "/v1/verify"
CLIENT = create_app(Settings(shoe_keys=(generate_key(),))).test_client()
SEATS = ("1", "2", "dealer")
PLAYERS = sit_down(*SEATS)
HOLDEM = {"game": "holdem", "players": 3}
PARTIAL = ["receipt", "commitment", "terms", "client_seed", "seed_hash", "drawn", "root", "shown"]

Json = dict[str, Any]


def write(value: object) -> str:
    """Return canonical JSON of a value without floats, and with names in ASCII."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def refuse(path: str, status: int, body: Json) -> Json:
    """Return the errors of a request that is refused."""
    response = check_response(CLIENT.post(path, json=body))
    assert response.status_code == status, response.text
    errors: Json = json_object(response)["errors"]
    return errors


class Hand:
    """A shoe that players keep an eye on: its first and its last response, and the roots of its rounds."""

    def __init__(self, players: Mapping[str, Player], /, **terms: Any) -> None:
        self.players = players
        self.opened = self.last = post(CLIENT, OPEN, **terms)
        self.roots: list[str] = []

    def sign(self, path: str, left: Sequence[str] = (), **body: Any) -> Json:
        """Return a request with the consents of all seats that did not leave."""
        action, digest = path.rpartition("/")[2], self.last["digest"]
        leaves = {seat: self.players[seat].leave(self.opened["commitment"], self.last["round"]) for seat in left}
        staying = [player for player in self.players.values() if player.seat not in leaves]
        consents = {player.seat: player.consent(digest, action, **body) for player in staying}
        return body | {"shoe": self.last["shoe"], "consents": consents, "leaves": leaves}

    def take(self, path: str, left: Sequence[str] = (), **body: Any) -> Json:
        """Return the response to a deal or a draw."""
        self.last = post(CLIENT, path, **self.sign(path, left, **body))
        for stage in self.last.get("dealt_stages", [self.last]):
            self.roots += stage["seen"].get("roots", [])
        return self.last

    def reveal(self, **body: Any) -> Json:
        return post(CLIENT, REVEAL, **self.sign(REVEAL, **body))

    def show(self, **selection: Any) -> dict[int, str]:
        """Return the cards that the service shows, by position."""
        return self.check_shown(post(CLIENT, SHOW, shoe=self.last["shoe"], **selection)["shown"])

    def check_shown(self, cards: Sequence[Json]) -> dict[int, str]:
        """Return shown cards by position, after the check of each proof."""
        places = [(card["round"], card["position"]) for card in cards]
        assert places == sorted(places)
        name = "card" if "max" not in self.opened["terms"] else "integer"
        for card in cards:
            place = b"".join(card[member].to_bytes(4) for member in ("round", "position", "index"))
            steps = [bytes.fromhex(step) for step in card["path"]]
            root = climb(bytes.fromhex(card["salt"]) + place, card["position"], self.opened["size"], steps)
            assert root == bytes.fromhex(self.roots[card["round"]])
            assert card.keys() == {"round", "position", "index", name, "salt", "path"}
        return {card["position"]: card[name] for card in cards}

    def read_view(self, response: Json, seat: str) -> list[str]:
        """Return the cards of the view of a seat, after the checks that its client makes."""
        text = self.players[seat].read(response["views"][seat])
        view = json.loads(text)
        assert text.rstrip(b" ") == write(view).encode()
        longest = max((len(write(item).encode()) for item in self.opened["terms"].get("items", ())), default=0)
        steps = (self.opened["size"] - 1).bit_length()
        assert len(text) == 512 + len(view["cards"]) * (256 + longest + 67 * steps)
        state = {"commitment": self.opened["commitment"], "digest": response["digest"], "draw": response["draws"]}
        assert view == state | {"seat": seat, "cards": view["cards"]}
        return [*self.check_shown(view["cards"]).values()]


def told_by(*responses: Json) -> dict[int, str]:
    """Return the cards that responses told, by position."""
    entries = [stage["seen"] for response in responses for stage in response.get("dealt_stages", [response])]
    pairs = [pair for entry in entries for pair in zip(entry["positions"], entry["cards"], strict=True)]
    return {position: card for position, card in pairs if card}


def test_a_private_hand_is_played_to_the_showdown() -> None:
    hand = Hand(PLAYERS, **HOLDEM, **private_terms(PLAYERS))
    dealt = hand.take(DEAL, client_seed="ann, bob and cay")
    assert [(place["seat"], place["count"], place["cards"]) for place in dealt["hands"]] == [(s, 2, []) for s in SEATS]
    own = [card for seat in SEATS for card in hand.read_view(dealt, seat)]
    board = hand.take(DEAL, through="river")
    assert not any("views" in response for response in (board, *board["dealt_stages"]))
    revealed = hand.reveal(show={"piles": ["board"]})
    receipt = revealed["receipt"]
    assert [*receipt] == PARTIAL
    assert (receipt["receipt"], receipt["root"], receipt["drawn"]["in_play"]) == ("shoe3", hand.roots[0], None)
    assert receipt["seed_hash"] == hand.opened["seed_hash"]
    assert hand.check_shown(receipt["shown"]) == told_by(board)
    assert len({*own, *told_by(board).values()}) == 11
    after = hand.sign(DEAL) | {"shoe": revealed["shoe"]}
    assert refuse(DEAL, 409, after).keys() == {"shoe"}


@for_each("seat", SEATS)
def test_no_response_tells_a_card_of_a_seat_with_a_view_key(seat: str) -> None:
    hand = Hand(PLAYERS, **HOLDEM, **private_terms(PLAYERS) | {"view_keys": {seat: PLAYERS[seat].view_key}})
    dealt = hand.take(DEAL, each_seat=True)
    assert dealt["views"].keys() == {seat}
    told, hidden = told_by(dealt), hand.read_view(dealt, seat)
    assert (len(told), len({*told.values(), *hidden})) == (4, 6)
    for name, view in dealt["seat_views"].items():
        assert "views" not in view
        expected = dict.fromkeys(SEATS, 0) | ({} if name == seat else {name: 2})
        assert {place["seat"]: len(place["cards"]) for place in view["hands"]} == expected
    others = [other for other in SEATS if other != seat]
    assert hand.show(seats=others) == told
    assert refuse(SHOW, 409, {"shoe": dealt["shoe"], "seats": [seat]}).keys() == {"seats"}
    for position in set(dealt["seen"]["positions"]) - told.keys():
        assert refuse(SHOW, 409, {"shoe": dealt["shoe"], "positions": [position]}).keys() == {"positions"}


@for_each("game", ["bridge", "riichi"])
def test_with_view_keys_no_fact_of_a_whole_deal_is_told(game: str) -> None:
    plain = Hand({}, game=game, scheme="shoe3").take(DEAL)
    players = sit_down(*[place["seat"] for place in plain["hands"]])
    private = Hand(players, game=game, **private_terms(players)).take(DEAL)
    assert private.keys() - plain.keys() == {"views"}
    assert plain.keys() - private.keys() >= {{"bridge": "pbn", "riichi": "mpsz"}[game]}


def test_each_stage_that_is_dealt_through_another_one_has_its_own_views() -> None:
    hand = Hand(PLAYERS, **HOLDEM, **private_terms(PLAYERS))
    dealt = hand.take(DEAL, through="flop")
    hole, flop = dealt["dealt_stages"]
    assert "views" not in dealt.keys() | flop.keys()
    assert all(len(hand.read_view(hole, seat)) == 2 for seat in SEATS)


def test_a_draw_for_a_seat_with_a_view_key_is_in_its_view_alone() -> None:
    players = sit_down("ann", "bob_2")
    hand = Hand(players, deck="standard", **private_terms(players))
    drawn = hand.take(DRAW, count=3, burn=1, seat="ann", client_seed="both")
    assert (drawn["cards"], drawn["count"], drawn["seen"]["cards"]) == ([], 3, [None] * 4)
    assert drawn["views"].keys() == {"ann"}
    first = hand.read_view(drawn, "ann")
    second = hand.take(DRAW, count=47)
    assert len({*first, *second["cards"]}) == 50
    over = hand.take(DRAW, count=4, seat="bob_2")
    assert (over["round"], len(hand.roots), over["seen"]["rounds"]) == (1, 2, [0, 1, 1, 1])
    assert len(hand.read_view(over, "bob_2")) == 4
    told = hand.take(DRAW, count=1, seat="ann", **{"from": "bottom"})
    assert told["cards"] == []
    assert "views" not in hand.take(DRAW, count=1)
    assert refuse(DRAW, 422, hand.sign(DRAW, count=1, seat="Ann")).keys() == {"seat"}


def test_the_length_of_a_view_of_items_hangs_on_the_longest() -> None:
    players, items = sit_down("1", "2"), ["a", 'ünï "quoted", \\', "\x01" * 9, "x" * 256, "a"]
    hand = Hand(players, items=items, **private_terms(players))
    views = [hand.take(DRAW, count=1, seat=seat) for seat in ("1", "2", "1", "2", "1")]
    assert len({len(view["views"].popitem()[1]) for view in views}) == 1
    hand = Hand(players, items=items, **private_terms(players))
    views = [hand.take(DRAW, count=1, seat="1") for _ in items]
    seen = [hand.read_view(view, "1")[0] for view in views]
    assert sorted(seen) == sorted(items)


def test_all_that_is_told_can_be_shown_and_nothing_else() -> None:
    hand = Hand({}, **HOLDEM, scheme="shoe3")
    assert refuse(SHOW, 409, {"shoe": hand.last["shoe"], "positions": [0]}).keys() == {"positions"}
    told = told_by(hand.take(DEAL, through="flop"))
    assert hand.show(seats=[*SEATS], piles=["board"], positions=[0, 7]) == told
    assert hand.show(positions=[*told]) == told
    for position in set(range(52)) - told.keys():
        assert refuse(SHOW, 409, {"shoe": hand.last["shoe"], "positions": [0, position]}).keys() == {"positions"}
    for field, names in (("piles", ["burns"]), ("piles", ["board", "stock"])):
        assert refuse(SHOW, 409, {"shoe": hand.last["shoe"], field: names}).keys() == {field}
    unknown: dict[str, list[Any]] = {"seats": ["3"], "piles": ["wall"], "positions": [52]}
    for field, names in unknown.items():
        assert refuse(SHOW, 422, {"shoe": hand.last["shoe"], field: names}).keys() == {field}
    assert refuse(SHOW, 422, {"shoe": hand.last["shoe"], "seats": [], "piles": None}).keys() == {"positions"}
    hand.take(DEAL, reshuffle=True)
    assert hand.show(seats=["1"]).keys() == {0, 3}
    assert refuse(SHOW, 409, {"shoe": hand.last["shoe"], "positions": [7]}).keys() == {"positions"}


def test_cards_of_shoes_without_games_are_shown_by_their_positions() -> None:
    for contents in ({"max": 40, "min": -3}, {"deck": "standard"}, {"items": ["a,b", "\n", "c"]}):
        hand = Hand({}, **contents, scheme="shoe3")
        drawn = hand.take(DRAW, count=2, burn=1)
        assert [*hand.show(positions=[2, 1]).values()] == drawn.get("integers", drawn.get("cards"))
        for position in (0, 1 + len(drawn["positions"])):
            body = {"shoe": drawn["shoe"], "positions": [position]}
            assert refuse(SHOW, 409 if position < hand.opened["size"] else 422, body).keys() == {"positions"}
        assert refuse(SHOW, 422, {"shoe": drawn["shoe"], "piles": ["stock"]}).keys() == {"piles"}


def test_so_many_cards_are_shown_at_once_and_no_more() -> None:
    players = sit_down("1")
    hand = Hand(players, max=65_536, **private_terms(players))
    assert refuse(DRAW, 422, hand.sign(DRAW, count=MAX_SHOWN + 1, seat="1")).keys() == {"shoe"}
    assert len(hand.read_view(hand.take(DRAW, count=MAX_SHOWN, seat="1"), "1")) == MAX_SHOWN
    hand.take(DRAW, count=MAX_SHOWN + 1)
    positions = hand.last["positions"]
    assert len(hand.show(positions=positions[1:])) == MAX_SHOWN
    assert refuse(SHOW, 422, {"shoe": hand.last["shoe"], "positions": positions}).keys() == {"positions"}


def test_shown_cards_count_for_the_limit_of_items() -> None:
    client = create_app(Settings(shoe_keys=(generate_key(),), max_items=8)).test_client()
    drawn = post(client, DRAW, shoe=post(client, OPEN, deck="standard", scheme="shoe3")["shoe"], count=4)
    drawn = post(client, DRAW, shoe=drawn["shoe"], count=4)
    body = {"shoe": post(client, DRAW, shoe=drawn["shoe"], count=1)["shoe"], "positions": [*range(9)]}
    assert json_object(client.post(SHOW, json=body))["errors"].keys() == {"positions"}
    assert len(post(client, SHOW, **body | {"positions": [*range(8)]})["shown"]) == 8


def test_only_shoes_of_shoe3_show_cards() -> None:
    hand = Hand({}, deck="standard")
    drawn = post(CLIENT, DRAW, shoe=hand.last["shoe"], count=1)
    assert refuse(SHOW, 422, {"shoe": drawn["shoe"], "positions": [0]}).keys() == {"shoe"}
    assert refuse(REVEAL, 422, {"shoe": drawn["shoe"], "show": {"positions": [0]}}).keys() == {"shoe"}
    assert post(CLIENT, REVEAL, shoe=drawn["shoe"], show={}, consents={}, leaves=None)["receipt"]["server_seed"]


@for_each(
    "reveal, body, is_partial",
    [
        ("all", {}, False),
        ("all", {"show": None}, False),
        ("all", {"show": {}}, False),
        ("all", {"show": {"seats": []}}, True),
        ("all", {"show": {"seats": ["2"], "piles": None}}, True),
        ("shown", {}, True),
        ("shown", {"show": {}}, True),
        ("shown", {"show": {"positions": [1, 4]}}, True),
        ("auditor", {}, True),
        ("auditor", {"show": {"seats": ["2"]}}, True),
    ],
)
def test_the_receipt_is_the_one_of_the_terms_and_of_the_request(reveal: str, body: Json, is_partial: bool) -> None:
    auditor = Player("auditor")
    terms = private_terms(PLAYERS, with_views=False) | {"reveal": reveal}
    hand = Hand(PLAYERS, **HOLDEM, **terms, **({"auditor": auditor.view_key} if reveal == "auditor" else {}))
    dealt = hand.take(DEAL, client_seed="ann")
    revealed = hand.reveal(**body)
    assert ([*revealed["receipt"]] == PARTIAL) is is_partial
    assert ("server_seed" in revealed["receipt"]) is not is_partial
    if is_partial:
        expected = {} if not (body.get("show") or {}).get("seats", body.get("show")) else dict.fromkeys((1, 4))
        assert hand.check_shown(revealed["receipt"]["shown"]).keys() == expected.keys()
    assert ("audit" in revealed) is (reveal == "auditor")
    if reveal == "auditor":
        text = auditor.read(revealed["audit"])
        assert len(text) == 4096 + 16 * 52 + len(write(hand.opened["terms"]))
        full = json.loads(text)
        assert text.rstrip(b" ") == write(full).encode()
        assert (full["drawn"]["digest"], len(full["server_seed"])) == (dealt["digest"], 64)


def test_a_partial_receipt_before_the_first_draw_has_no_root() -> None:
    hand = Hand({}, deck="standard", reveal="shown")
    receipt = hand.reveal()["receipt"]
    assert (receipt["root"], receipt["shown"], receipt["drawn"]["digest"]) == (None, [], hand.opened["commitment"])


def test_the_cards_in_play_of_a_partial_receipt_are_counted() -> None:
    hand = Hand({}, deck="standard", reveal="shown")
    hand.take(DRAW, count=10)
    hand.take(DRAW, count=2, reshuffle=True, in_play=[1, 2, 9])
    receipt = hand.reveal(show={"positions": [0, 1]})["receipt"]
    assert (receipt["drawn"]["in_play"], receipt["drawn"]["round"], receipt["root"]) == (3, 1, hand.roots[1])
    assert [*hand.check_shown(receipt["shown"]).values()] == hand.last["cards"]


def test_players_leave_a_round_and_come_back_in_the_next() -> None:
    hand = Hand(PLAYERS, **HOLDEM, **private_terms(PLAYERS) | {"reveal": "all", "view_keys": None})
    hand.take(DEAL)
    hand.take(DEAL, left=["2"])
    assert refuse(DEAL, 422, hand.sign(DEAL, left=["1", "2", "dealer"])).keys() == {"leaves"}
    hand.take(DEAL, left=["2", "dealer"], through="river")
    left = hand.sign(DEAL, left=["2"], reshuffle=True)
    hand.take(DEAL, left=["2"], reshuffle=True)
    again = hand.sign(DEAL)
    del again["consents"]["2"]
    assert refuse(DEAL, 422, again | {"leaves": {"2": left["leaves"]["2"]}}).keys() == {"leaves.2"}
    hand.take(DEAL)
    assert post(CLIENT, REVEAL, **hand.sign(REVEAL, left=["1", "2", "dealer"]))["receipt"]["server_seed"]


@for_each(
    "field, changes",
    [
        ("consents", {"consents": None}),
        ("consents", {"consents": {}, "leaves": {}}),
        ("consents.1", {"through": "hole"}),
        ("consents.1", {"reshuffle": False}),
        ("consents.1", {"client_seed": "bob"}),
        ("consents.1", {"seats": None}),
        ("seats", {"seats": ["1"]}),
        ("action", {"action": "deal"}),
        ("consents", {"consents": {"1": "A" * 85}}),
        ("consents", {"consents": {"1": "A" * 85 + "B"}}),
        ("consents", {"consents": {"no seat": "A" * 86}}),
        ("consents", {"consents": ["A" * 86]}),
        ("consents.3", {"consents": {"3": "A" * 86}}),
        ("consents.2", {"consents": {"2": "A" * 86}}),
        ("leaves.dealer", {"leaves": {"dealer": "A" * 86}}),
    ],
)
def test_what_is_wrong_with_a_consent_is_told_by_field_and_seat(field: str, changes: Json) -> None:
    hand = Hand(PLAYERS, **HOLDEM, **private_terms(PLAYERS))
    body = hand.sign(DEAL, client_seed="ann")
    assert refuse(DEAL, 422, body | changes).keys() == {field}
    assert post(CLIENT, DEAL, **body)["draws"] == 1


def test_signatures_of_an_older_state_and_of_another_action_are_refused() -> None:
    hand = Hand(PLAYERS, **HOLDEM, **private_terms(PLAYERS))
    first = hand.sign(DEAL)
    hand.take(DEAL)
    assert refuse(DEAL, 422, first | {"shoe": hand.last["shoe"]})["consents.1"][0].endswith(' and {"action":"deal"}.')
    as_draw = hand.sign(DRAW, count=1)
    assert refuse(DRAW, 422, as_draw | {"consents": hand.sign(DEAL)["consents"]}).keys() == {"consents.1"}
    assert refuse(DRAW, 409, as_draw).keys() == {"pile"}
    assert post(CLIENT, REVEAL, shoe=hand.last["shoe"])["receipt"]["shown"] == []


@for_each("terms", [{}, {"scheme": "shoe3"}, {"reveal": "shown"}, private_terms(PLAYERS)])
def test_generated_clients_may_send_what_a_receipt_has_not_as_null_or_empty(terms: Json) -> None:
    hand = Hand(PLAYERS if "consent" in terms else {}, **HOLDEM, **terms)
    seen = [stage["seen"] for stage in hand.take(DEAL, through="flop")["dealt_stages"]]
    receipt = hand.reveal()["receipt"]
    body = {"receipt": receipt, "seen": seen, "commitment": receipt["commitment"]}
    plain = post(CLIENT, VERIFY, **body)
    assert plain["valid"] is (True if "server_seed" in receipt else None)
    for empty_list, empty_object in (([], {}), (None, None)):
        more: Json = {"items": empty_list} | dict.fromkeys(("auditor", "consent", "view_keys"), empty_object)
        others = dict.fromkeys(("server_seed", "seed_hash", "root"), None) | {"shown": empty_list}
        sent = others | receipt | {"terms": more | receipt["terms"]}
        entries = [{"roots": empty_list, "in_play": None} | entry for entry in seen]
        assert post(CLIENT, VERIFY, **body | {"receipt": sent, "seen": entries}) == plain
