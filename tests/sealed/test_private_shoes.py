"""/v1/shoes: private hands, with the consent of their seats, views that only they read, and cards with proofs."""

import json
from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Any, NamedTuple

import pytest

from service.app import create_app
from service.core.crypto.signatures import SigningKey, is_signed
from service.sealed.shoe import rounds
from service.sealed.shoe.merkle import MerkleTree, climb
from service.sealed.shoe.rounds import tag
from service.sealed.shoe.tokens import generate_key
from service.sealed.turns.turn_records import MAX_SHOWN
from service.settings import Settings
from tests.http.spec import check_refusal, post
from tests.sealed.seats import Player, private_terms, sit_down
from tests.sealed.served_shoes import DEAL, DRAW, OPEN, REVEAL, VERIFY
from tests.tables import for_each

KEY = SigningKey.from_base64url("A" * 43)
SHOE_KEY = generate_key()
CLIENT = create_app(Settings(shoe_keys=(SHOE_KEY,), signing_keys=(KEY,))).test_client()
UNSIGNED = create_app(Settings(shoe_keys=(SHOE_KEY,))).test_client()
SEATS = ("1", "2", "dealer")
PLAYERS = sit_down(*SEATS)
HOLDEM = {"game": "holdem", "players": 3}
STANDARD = {"deck": "standard"}
FROM_BOTTOM = {"from": "bottom"}
NO_SIGNATURE = "A" * 86
PARTIAL = "receipt commitment terms client_seed seed_hash drawn root shown"
"""The members of a partial receipt."""

Json = dict[str, Any]


def write(value: object) -> str:
    """Return canonical JSON of a value without floats, and with names in ASCII."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def refuse(path: str, status: int, body: Json) -> dict[str, str]:
    """Return the sentences that refuse a request by field."""
    return check_refusal(CLIENT.post(path, json=body), status)


class Told(NamedTuple):
    """A card that a response tells."""

    round: int
    position: int
    face: Any


def refused_field(path: str, status: int, body: Json) -> str:
    """Return the one field that the refusal of a request names."""
    [field] = refuse(path, status, body)
    return field


class Hand:
    """A shoe that players keep an eye on: its first and its last response, and the roots of its rounds."""

    def __init__(self, players: Mapping[str, Player], /, **terms: Any) -> None:
        self.players = players
        self.opened = post(CLIENT, OPEN, **terms)
        self.last = self.opened
        self.terms = self.opened["terms"]
        self.face = "integer" if "max" in self.terms else "card"
        self.roots: list[str] = []

    def sign(self, path: str, left: Sequence[str] = (), **body: Any) -> Json:
        """Return a request with the consents of all seats that did not leave."""
        action = path.rpartition("/")[2]
        signed = {name: value for name, value in body.items() if name != "each_seat"}
        digest = self.last["digest"]
        commitment = self.opened["commitment"]
        number = self.last["round"]
        consents = {}
        leaves = {}
        for seat, player in self.players.items():
            if seat in left:
                leaves[seat] = player.leave(commitment, number)
            else:
                consents[seat] = player.consent(digest, action, **signed)
        signatures = {"consents": consents, "leaves": leaves}
        return body | signatures | {"shoe": self.last["shoe"]}

    def take(self, path: str, left: Sequence[str] = (), **body: Any) -> Json:
        """Return the response to a signed request, after the check of its turns."""
        self.last = post(CLIENT, path, **self.sign(path, left, **body))
        for turn in self.last.get("dealt_stages", [self.last]):
            self.roots += turn["seen"].get("roots", [])
            self.check_turn(turn)
        return self.last

    def refuse(
        self, path: str, status: int, left: Sequence[str] = (), **body: Any
    ) -> str:
        """Return the field that the refusal of a signed request names."""
        return refused_field(path, status, self.sign(path, left, **body))

    def check_turn(self, turn: Json) -> None:
        """Check that each visible card of a turn has its proof, and that the views of seats have all hidden cards."""
        seen = turn["seen"]
        faces = seen[f"{self.face}s"]
        if "shown" in turn:
            cards = zip(seen["rounds"], seen["positions"], faces, strict=True)
            told = [Told(*card) for card in cards]
            visible = [card for card in told if card.face is not None]
            assert self.check_shown(turn["shown"]) == visible
        assert ("shown" in turn) is (self.terms["reveal"] != "all")
        places = seen.get("places") or [seen.get("seat") or ""] * len(faces)
        burned = seen.get("burned", 0)
        hidden = []
        for place, face in list(zip(places, faces, strict=True))[burned:]:
            if face is None and place != "burns":
                hidden.append(place.partition("/")[0])
        views = turn.get("views", {})
        assert views.keys() == set(hidden)
        assert views.keys() <= self.terms.get("view_keys", {}).keys()
        for seat in views:
            assert len(self.read_view(turn, seat)) == hidden.count(seat)

    def reveal(self, **body: Any) -> Json:
        """Return the response to the signed request to reveal."""
        return post(CLIENT, REVEAL, **self.sign(REVEAL, **body))

    def check_shown(self, cards: Sequence[Json]) -> list[Told]:
        """Return what shown cards tell, after the check of each proof."""
        members = {"round", "position", "index", self.face, "salt", "path"}
        told = []
        for card in cards:
            assert card.keys() == members
            entry = bytes.fromhex(card["salt"])
            for member in ("round", "position", "index"):
                entry += card[member].to_bytes(4)
            steps = [bytes.fromhex(step) for step in card["path"]]
            root = climb(entry, card["position"], self.opened["size"], steps)
            assert root == bytes.fromhex(self.roots[card["round"]])
            told.append(Told(card["round"], card["position"], card[self.face]))
        return told

    def read_view(self, response: Json, seat: str) -> list[str]:
        """Return the cards of the view of a seat, after the checks that its client makes."""
        text = self.players[seat].read(response["views"][seat])
        view = json.loads(text)
        cards = view["cards"]
        assert text.rstrip(b" ") == write(view).encode()
        items = [write(item).encode() for item in self.terms.get("items", ())]
        longest = max(map(len, items), default=0)
        steps = (self.opened["size"] - 1).bit_length()
        assert len(text) == 512 + len(cards) * (256 + longest + 67 * steps)
        assert view == {"cards": cards, "digest": response["digest"], "seat": seat}
        return [card.face for card in self.check_shown(cards)]


def make_holdem(**changes: Any) -> Hand:
    """Return a hand of holdem to which all players consent, each with a view of the own cards."""
    return Hand(PLAYERS, **HOLDEM | private_terms(PLAYERS) | changes)


def list_stages(response: Json) -> list[Json]:
    """Return the stages that a response has, or the response as the only one."""
    stages: list[Json] = response.get("dealt_stages", [response])
    return stages


def told_by(*responses: Json) -> dict[int, str]:
    """Return the cards that responses told, by position."""
    told: dict[int, str] = {}
    for response in responses:
        for stage in list_stages(response):
            seen = stage["seen"]
            cards = zip(seen["positions"], seen["cards"], strict=True)
            told |= {position: card for position, card in cards if card}
    return told


def count_cards(places: Sequence[Json], name: str = "seat") -> dict[str, int]:
    """Return the number of cards that are told of each hand or pile, by its name."""
    return {place[name]: len(place["cards"]) for place in places}


class Showdown(NamedTuple):
    """A private hand that was played to the river and revealed."""

    hand: Hand
    root: str
    dealt: Json
    own_cards: list[str]
    board: Json
    revealed: Json


@pytest.fixture(scope="module")
def showdown() -> Showdown:
    """Return a private hand of three players, who gave a client seed."""
    hand = make_holdem()
    dealt = hand.take(DEAL, client_seed="ann, bob and cay")
    [root] = hand.roots
    own_cards = [card for seat in SEATS for card in hand.read_view(dealt, seat)]
    board = hand.take(DEAL, through="river")
    return Showdown(hand, root, dealt, own_cards, board, hand.reveal())


def test_hole_cards_are_counted_and_told_in_views_alone(showdown: Showdown) -> None:
    hands = showdown.dealt["hands"]
    assert [place["count"] for place in hands] == [2, 2, 2]
    assert count_cards(hands) == dict.fromkeys(SEATS, 0)
    assert showdown.dealt["views"].keys() == set(SEATS)


def test_the_board_is_in_no_view(showdown: Showdown) -> None:
    for response in (showdown.board, *showdown.board["dealt_stages"]):
        assert "views" not in response


def test_views_and_responses_tell_each_card_once(showdown: Showdown) -> None:
    told = told_by(showdown.board).values()
    assert len({*showdown.own_cards, *told}) == 11


def test_the_receipt_of_a_private_hand_is_partial(showdown: Showdown) -> None:
    receipt = showdown.revealed["receipt"]
    assert receipt.keys() == set(PARTIAL.split())
    assert receipt["receipt"] == "sealed1"
    assert receipt["root"] == showdown.root
    assert receipt["drawn"]["in_play"] is None
    assert receipt["seed_hash"] == showdown.hand.opened["seed_hash"]
    assert receipt["shown"] == []


def test_a_revealed_hand_goes_on_by_a_reshuffle_alone_and_with_new_views() -> None:
    hand = make_holdem()
    hand.take(DEAL)
    hand.take(DEAL, through="river")
    over = hand.sign(DEAL) | {"shoe": hand.reveal()["shoe"]}
    assert refused_field(DEAL, 409, over) == "shoe"
    again = hand.take(DEAL, reshuffle=True, through="flop")
    hole, flop = again["dealt_stages"]
    assert "views" not in again
    assert "views" in hole
    assert "views" not in flop


@for_each("seat", SEATS)
def test_no_response_tells_a_card_of_a_seat_with_a_view_key(seat: str) -> None:
    hand = make_holdem(view_keys={seat: PLAYERS[seat].view_key})
    dealt = hand.take(DEAL, each_seat=True)
    assert dealt["views"].keys() == {seat}
    told = told_by(dealt)
    assert len(told) == 4
    hidden = hand.read_view(dealt, seat)
    assert len({*told.values(), *hidden}) == 6
    for name, view in dealt["seat_views"].items():
        is_own = name == seat
        assert view.get("views", {}) == (dealt["views"] if is_own else {})
        own = {} if is_own else {name: 2}
        assert count_cards(view["hands"]) == dict.fromkeys(SEATS, 0) | own


@for_each(("game", "fact"), [("bridge", "pbn"), ("riichi", "mpsz")])
def test_with_view_keys_no_fact_of_a_whole_deal_is_told(game: str, fact: str) -> None:
    plain = Hand({}, game=game, reveal="shown").take(DEAL)
    players = sit_down(*[place["seat"] for place in plain["hands"]])
    private = Hand(players, game=game, **private_terms(players)).take(DEAL)
    assert private.keys() - plain.keys() == {"views"}
    assert fact in plain.keys() - private.keys()


@pytest.fixture
def own_cards() -> Hand:
    """Return a shoe of the standard deck with private views of two seats."""
    players = sit_down("ann", "bob_2")
    return Hand(players, deck="standard", **private_terms(players))


def test_a_draw_for_a_seat_with_a_view_key_is_in_its_view_alone(
    own_cards: Hand,
) -> None:
    drawn = own_cards.take(DRAW, count=3, burn=1, seat="ann", client_seed="both")
    assert drawn["cards"] == []
    assert drawn["count"] == 3
    assert drawn["seen"]["cards"] == [None] * 4
    assert drawn["views"].keys() == {"ann"}
    first = own_cards.read_view(drawn, "ann")
    second = own_cards.take(DRAW, count=47)
    assert len({*first, *second["cards"]}) == 50


def test_a_draw_for_nobody_is_in_no_view(own_cards: Hand) -> None:
    assert "views" not in own_cards.take(DRAW, count=1)


def test_a_draw_from_the_bottom_for_a_seat_is_not_told(own_cards: Hand) -> None:
    drawn = own_cards.take(DRAW, count=1, seat="ann", **FROM_BOTTOM)
    assert drawn["cards"] == []


def test_a_private_draw_that_passes_the_end_goes_on_in_another_round(
    own_cards: Hand,
) -> None:
    own_cards.take(DRAW, count=51)
    assert own_cards.refuse(DRAW, 409, count=4, seat="bob_2") == "count"
    over = own_cards.take(DRAW, count=4, seat="bob_2", in_play=[1, 2])
    assert over["round"] == 1
    assert len(own_cards.roots) == 2
    assert over["seen"]["rounds"] == [0, 1, 1, 1]
    assert len(own_cards.read_view(over, "bob_2")) == 4


def test_a_draw_is_for_a_seat_of_the_terms_in_their_spelling(own_cards: Hand) -> None:
    assert own_cards.refuse(DRAW, 422, count=1, seat="Ann") == "seat"


def test_the_length_of_a_view_of_items_hangs_on_the_longest() -> None:
    players = sit_down("1", "2")
    items = ["a", 'ünï "quoted", \\', "\x01" * 9, "x" * 256, "a"]
    hand = Hand(players, items=items, **private_terms(players))
    lengths = set()
    told = []
    for seat in ("1", "2", "1", "2", "1"):
        drawn = hand.take(DRAW, count=1, seat=seat)
        lengths.add(len(drawn["views"][seat]))
        told += hand.read_view(drawn, seat)
    assert len(lengths) == 1
    assert sorted(told) == sorted(items)


@for_each(
    "contents",
    [{"max": 40, "min": -3}, {"deck": "standard"}, {"items": ["a,b", "\n", "c"]}],
)
def test_each_told_card_is_proved_at_once_in_the_order_of_the_record(
    contents: Json,
) -> None:
    hand = Hand({}, **contents, reveal="shown")
    drawn = hand.take(DRAW, count=2, burn=1, **FROM_BOTTOM)
    assert [card["position"] for card in drawn["shown"]] == drawn["positions"]
    without_proofs = Hand({}, **contents).take(DRAW, count=2)
    assert "shown" not in without_proofs


def test_each_card_of_a_stage_is_proved_at_once() -> None:
    hand = Hand({}, **HOLDEM, reveal="shown")
    dealt = hand.take(DEAL, through="flop")
    assert "shown" not in dealt
    assert [len(stage["shown"]) for stage in dealt["dealt_stages"]] == [6, 3]
    turn = post(CLIENT, DEAL, shoe=dealt["shoe"], each_seat=True, seats=None)
    for view in turn["seat_views"].values():
        assert len(view["shown"]) == 1


@for_each("seats", [{"seat": "1"}, {}])
def test_so_many_cards_are_told_or_viewed_at_once_and_no_more(seats: Json) -> None:
    players = sit_down("1")
    hand = Hand(players, max=65_536, **private_terms(players))
    assert hand.refuse(DRAW, 422, count=MAX_SHOWN + 1, **seats) == "count"
    hand.take(DRAW, count=MAX_SHOWN, burn=7, **seats)


@for_each(("deck", "cards", "status"), [("standard", 86, 422), ("euchre", 40, 200)])
def test_so_many_cards_of_a_deal_are_told_at_once_and_no_more(
    deck: str, cards: int, status: int
) -> None:
    shoe = Hand({}, deck=deck, decks=10, hands=6, cards=cards, reveal="shown")
    response = CLIENT.post(DEAL, json={"shoe": shoe.last["shoe"]})
    assert response.status_code == status


def own_deal(**contents: Any) -> Hand:
    """Return three hands of a deal of your own, with a burned card and the consent of the players."""
    players = sit_down("1", "2", "3")
    return Hand(players, **contents, hands=3, burn=1, **private_terms(players))


MARKET = {"name": "market", "cards": 4}
ITEMS = [f"item {number}" for number in range(40)]


class OwnDeal(NamedTuple):
    """The contents of a deal of your own, and how many cards its piles tell beside the burned ones and the stock."""

    contents: Json
    piles: dict[str, int]


each_own_deal = for_each(
    "own",
    [
        OwnDeal({"deck": "standard", "cards": 5}, {}),
        OwnDeal({"items": ITEMS, "packets": [3, 2], "piles": [MARKET]}, {"market": 4}),
    ],
    ids=["cards", "items"],
)


@each_own_deal
def test_a_deal_of_your_own_has_one_stage(own: OwnDeal) -> None:
    hand = own_deal(**own.contents)
    assert hand.opened["stages"] == ["deal"]
    assert hand.opened["next_stage"] == "deal"


@each_own_deal
def test_a_deal_of_your_own_tells_its_piles_and_counts_the_rest(own: OwnDeal) -> None:
    dealt = own_deal(**own.contents).take(DEAL, client_seed="all of us")
    assert [place["count"] for place in dealt["hands"]] == [5, 5, 5]
    assert dealt["burned"] == 1
    told = {"burns": 0, "stock": 0} | own.piles
    counts = {"burns": 1, "stock": dealt["drawable"]} | own.piles
    assert count_cards(dealt["piles"], "name") == told
    assert {pile["name"]: pile["count"] for pile in dealt["piles"]} == counts
    assert dealt["seen"]["places"][0] == "burns"


@each_own_deal
def test_a_private_draw_after_a_deal_of_your_own_is_from_the_stock(
    own: OwnDeal,
) -> None:
    hand = own_deal(**own.contents)
    dealt = hand.take(DEAL)
    drawn = hand.take(DRAW, count=2, seat="2", burn=1)
    assert drawn["pile"] == "stock"
    assert drawn["drawable"] == dealt["drawable"] - 3
    assert hand.refuse(DRAW, 409, count=drawn["drawable"] + 1) == "count"


@each_own_deal
def test_a_deal_of_your_own_is_reshuffled_without_the_cards_in_play(
    own: OwnDeal,
) -> None:
    hand = own_deal(**own.contents)
    hand.take(DEAL)
    drawn = hand.take(DRAW, count=2, seat="2", burn=1)
    held = [*range(1, 16), *drawn["seen"]["positions"][1:]]
    again = hand.take(DRAW, count=3, reshuffle=True, in_play=held)
    assert again["round"] == 1
    assert again["in_play"]["before"] == held
    assert again["pile"] == "stock"


@each_own_deal
def test_a_deal_of_your_own_is_dealt_again_after_a_reshuffle_alone(
    own: OwnDeal,
) -> None:
    hand = own_deal(**own.contents)
    dealt = hand.take(DEAL)
    own_cards = hand.take(DRAW, count=2, seat="2", burn=1)
    drawn = hand.take(DRAW, count=3, reshuffle=True, in_play=list(range(1, 16)))
    assert hand.refuse(DEAL, 409) == "stage"
    anew = hand.take(DEAL, reshuffle=True)
    assert anew["round"] == 2
    assert anew["stage"] == "deal"
    assert len(anew["views"]) == 3
    turns = [dealt, own_cards, drawn, anew]
    total = sum(len(turn["seen"]["positions"]) for turn in turns)
    receipt = hand.reveal()["receipt"]
    assert receipt["drawn"]["total"] == total


@for_each("deck", ["standard", "euchre", "dominoes", "mahjong"])
def test_a_deal_of_your_own_deals_as_a_plain_deal_of_the_deck(deck: str) -> None:
    hand = Hand({}, deck=deck, hands=4, packets=[3, 2], burn=2)
    dealt = hand.take(DEAL, client_seed="ann")
    assert [place["seat"] for place in dealt["hands"]] == ["1", "2", "3", "4"]
    first, second, third, fourth = [place["positions"] for place in dealt["hands"]]
    assert first == [2, 3, 4, 14, 15]
    assert second == [5, 6, 7, 16, 17]
    assert third == [8, 9, 10, 18, 19]
    assert fourth == [11, 12, 13, 20, 21]
    receipt = hand.reveal()["receipt"]
    noted = {"commitment": receipt["commitment"], "client_seed": "ann"}
    seen = [dealt["seen"]]
    result = post(CLIENT, VERIFY, receipt=receipt, seen=seen, confirmed=noted)
    assert result["valid"] is True


def test_words_take_the_place_of_a_client_seed_in_draw_1_alone() -> None:
    texts = [f"{seat}-0123456789abcdef" for seat in SEATS]
    hand = make_holdem(words=[sha256(text.encode()).hexdigest() for text in texts])
    signed = hand.sign(DEAL)  # the words are not in the action, as the terms fix them
    hand.last = post(CLIENT, DEAL, **signed, words=texts)
    assert hand.last["client_seed"] == ",".join(texts)
    assert hand.last["fairness"] == "client_seed"
    assert refused_field(DEAL, 409, hand.sign(DEAL) | {"words": texts}) == "words"


def test_states_are_signed_with_the_first_key() -> None:
    opened = post(CLIENT, OPEN, **HOLDEM)
    dealt = post(CLIENT, DEAL, shoe=opened["shoe"], through="turn")
    for response in (opened, dealt, *dealt["dealt_stages"]):
        state = tag("state") + bytes.fromhex(response["digest"])
        signed = response["signed"]
        assert signed["kid"] == KEY.kid
        assert is_signed(KEY.public, signed["signature"], state)
    unsigned = post(UNSIGNED, DEAL, shoe=opened["shoe"], through="turn")
    assert unsigned["digest"] == dealt["digest"]
    assert unsigned["signed"] is None


@for_each("reveal", ["shown", "all"])
def test_a_request_hashes_one_tree_for_all_its_views(
    monkeypatch: pytest.MonkeyPatch, reveal: str
) -> None:
    trees: list[int] = []

    def count(entries: list[bytes]) -> MerkleTree:
        trees.append(len(entries))
        return MerkleTree(entries)

    monkeypatch.setattr(rounds, "MerkleTree", count)
    hand = Hand({}, game="blackjack", players=7, decks=100, reveal=reveal)
    body = {"each_seat": True, "through": "second_cards"}
    dealt = post(CLIENT, DEAL, shoe=hand.last["shoe"], **body)
    assert len(dealt["seat_views"]) == 8
    assert trees == ([5200] if reveal == "shown" else [])


@for_each(
    ("body", "field", "sentence"),
    [
        ({"deck": "standard", "words": ["a" * 64] * 33}, "words", "32"),
        (
            {"deck": "standard", "auditor": PLAYERS["1"].key},
            "auditor",
            'key.kty must be "EC".',
        ),
        (
            STANDARD | {"consent": {"keys": {"1": PLAYERS["1"].view_key}}},
            "consent",
            "keys: Seat '1': key.kty must be",
        ),
    ],
)
def test_terms_that_do_not_fit_are_refused(
    body: Json, field: str, sentence: str
) -> None:
    assert sentence in refuse(OPEN, 422, body)[field]


AUDITOR = Player("auditor")


def open_hand(reveal: str) -> Hand:
    """Open a hand without views that all players reveal as the terms say."""
    terms = private_terms(PLAYERS, with_views=False) | {"reveal": reveal}
    if reveal == "auditor":
        terms["auditor"] = AUDITOR.view_key
    return Hand(PLAYERS, **HOLDEM, **terms)


every_reveal = for_each("reveal", ["all", "shown", "auditor"])


@every_reveal
def test_a_shoe_is_revealed_before_its_first_draw(reveal: str) -> None:
    hand = open_hand(reveal)
    drawn = hand.reveal()["receipt"]["drawn"]
    assert drawn["digest"] == hand.opened["commitment"]
    assert drawn["draws"] == 0


@every_reveal
def test_the_receipt_is_the_one_of_the_terms(reveal: str) -> None:
    hand = open_hand(reveal)
    hand.take(DEAL, client_seed="ann")
    revealed = hand.reveal()
    receipt = revealed["receipt"]
    assert (receipt.keys() == set(PARTIAL.split())) is (reveal != "all")
    assert ("server_seed" in receipt) is (reveal == "all")
    assert ("audit" in revealed) is (reveal == "auditor")


def test_without_signatures_a_receipt_shows_no_card() -> None:
    dealt = open_hand("shown").take(DEAL, client_seed="ann")
    partial = post(CLIENT, REVEAL, shoe=dealt["shoe"])["receipt"]
    assert partial["shown"] == []


@for_each("reveal", ["all", "auditor"])
def test_without_signatures_there_is_no_receipt_with_a_seed(reveal: str) -> None:
    dealt = open_hand(reveal).take(DEAL, client_seed="ann")
    assert refused_field(REVEAL, 422, {"shoe": dealt["shoe"]}) == "consents"


def test_the_auditor_alone_reads_the_whole_receipt() -> None:
    hand = open_hand("auditor")
    dealt = hand.take(DEAL, client_seed="ann")
    text = AUDITOR.read(hand.reveal()["audit"])
    assert len(text) == 4096 + 16 * 52 + len(write(hand.terms).encode())
    receipt = json.loads(text)
    assert text.rstrip(b" ") == write(receipt).encode()
    assert receipt["drawn"]["digest"] == dealt["digest"]
    assert len(receipt["server_seed"]) == 64


def test_players_leave_a_round_and_come_back_in_the_next() -> None:
    hand = make_holdem(reveal="all", view_keys=None)
    hand.take(DEAL)
    hand.take(DEAL, left=["2"])
    assert hand.refuse(DEAL, 422, left=["1", "2", "dealer"]) == "leaves"
    hand.take(DEAL, left=["2", "dealer"], through="river")
    earlier = hand.sign(DEAL, left=["2"], reshuffle=True)["leaves"]
    hand.take(DEAL, left=["2"], reshuffle=True)
    again = hand.sign(DEAL)
    del again["consents"]["2"]
    assert refused_field(DEAL, 422, again | {"leaves": earlier}) == "leaves.2"
    hand.take(DEAL)
    ended = hand.sign(REVEAL, left=["1", "2", "dealer"])
    receipt = post(CLIENT, REVEAL, **ended)["receipt"]
    assert receipt["server_seed"]


@for_each(
    ("field", "changes"),
    [
        ("consents", {"consents": None}),
        ("consents", {"consents": {}, "leaves": {}}),
        ("consents.1", {"through": "hole"}),
        ("consents.1", {"reshuffle": True}),
        ("consents.1", {"client_seed": "bob"}),
        ("seats", {"seats": ["1"]}),
        ("action", {"action": "deal"}),
        ("consents", {"consents": {"1": "A" * 85}}),
        ("consents", {"consents": {"1": "A" * 85 + "B"}}),
        ("consents", {"consents": {"no seat": NO_SIGNATURE}}),
        ("consents", {"consents": [NO_SIGNATURE]}),
        ("consents.2", {"consents": {"2": NO_SIGNATURE}}),
        ("consents.3", {"consents": {"3": NO_SIGNATURE}}),
        ("leaves.dealer", {"leaves": {"dealer": NO_SIGNATURE}}),
    ],
)
def test_what_is_wrong_with_a_consent_is_told_by_field_and_seat(
    field: str, changes: Json
) -> None:
    hand = make_holdem()
    body = hand.sign(DEAL, client_seed="ann")
    assert refused_field(DEAL, 422, body | changes) == field
    assert post(CLIENT, DEAL, **body)["draws"] == 1


@for_each(
    "terms", [{}, {"scheme": "sealed1"}, {"reveal": "shown"}, private_terms(PLAYERS)]
)
def test_generated_clients_may_send_what_a_receipt_has_not_as_null_or_empty(
    terms: Json,
) -> None:
    hand = Hand(PLAYERS if "consent" in terms else {}, **HOLDEM, **terms)
    dealt = hand.take(DEAL, through="flop")
    seen = [stage["seen"] for stage in dealt["dealt_stages"]]
    receipt = hand.reveal()["receipt"]
    confirmed = {"commitment": receipt["commitment"]}
    plain = post(CLIENT, VERIFY, receipt=receipt, seen=seen, confirmed=confirmed)
    assert plain["valid"] is (True if "server_seed" in receipt else None)
    sent = dict.fromkeys(("server_seed", "seed_hash", "root"), None) | receipt
    for empty_list, empty_object in (([], {}), (None, None)):
        empty: Json = dict.fromkeys(("auditor", "consent", "view_keys"), empty_object)
        sent["terms"] = empty | {"items": empty_list} | receipt["terms"]
        sent["shown"] = receipt.get("shown", empty_list)
        entries = [{"roots": empty_list, "in_play": None} | entry for entry in seen]
        spelled = post(CLIENT, VERIFY, receipt=sent, seen=entries, confirmed=confirmed)
        assert spelled == plain


def test_nulls_and_defaults_that_a_client_spells_out_change_no_signature() -> None:
    hand = make_holdem()
    body = hand.sign(DEAL)
    left_out = {"seats": None, "reshuffle": False}
    for spelling in (left_out, {"each_seat": True}, {"notation": "name"}):
        dealt = post(CLIENT, DEAL, **body | spelling)
        assert dealt["draws"] == 1
    hand.take(DEAL, through="river")
    drawn = hand.sign(DRAW, count=1)
    defaults = {"burn": 0, "from": "top", "reshuffle": False, "each_seat": False}
    spelled = post(CLIENT, DRAW, **drawn | defaults | {"in_play": None})
    plain = post(CLIENT, DRAW, **drawn)
    assert spelled["digest"] == plain["digest"]
    assert refused_field(DRAW, 422, drawn | {"in_play": []}) == "consents.1"


@for_each("through", [None, "hole", "flop", "turn", "river"])
@for_each("seats", [(), ("1",), ("1", "dealer")])
def test_no_number_of_stages_is_dealt_without_its_consents(
    through: str | None, seats: tuple[str, ...]
) -> None:
    hand = make_holdem(**private_terms(PLAYERS, quorum=1))
    signed = hand.sign(DEAL, through=through) if through else hand.sign(DEAL)
    signed["consents"] = {seat: signed["consents"][seat] for seat in seats}
    words = {"words": ["a" * 16]}
    assert refused_field(DEAL, 422, signed) == "consents"
    assert refused_field(DEAL, 422, signed | words) == "consents"


def test_one_seat_of_the_quorum_goes_on_once_all_have_begun() -> None:
    """With quorum 1 and start 3 one seat cannot deal the hand through; it can go on stage by stage once it is begun."""
    hand = make_holdem(**private_terms(PLAYERS, quorum=1))
    assert hand.opened["stages"] == ["hole", "flop", "turn", "river"]
    hand.take(DEAL)
    signed = hand.sign(DEAL, through="river")
    assert refused_field(DEAL, 422, signed | {"consents": {}}) == "consents"
    alone = signed | {"consents": {"2": signed["consents"]["2"]}}
    assert post(CLIENT, DEAL, **alone)["next_stage"] is None
