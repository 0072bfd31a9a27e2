"""/v1/shoes: private hands, with the consent of their seats, views that only they read, and cards with proofs."""

import json
from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Any

import pytest

from service.app import create_app
from service.core.crypto.merkle import MerkleTree, climb
from service.core.crypto.signatures import SigningKey, is_signed
from service.core.crypto.tokens import generate_key
from service.sealed import rounds
from service.sealed.rounds import tag
from service.sealed.turns import MAX_SHOWN
from service.settings import Settings
from tests.http.spec import check_refusal, post
from tests.sealed.seats import Player, private_terms, sit_down
from tests.tables import for_each

OPEN = "/v1/shoes"
DEAL = "/v1/shoes/deal"
DRAW = "/v1/shoes/draw"
REVEAL = "/v1/shoes/reveal"
VERIFY = "/v1/verify"
KEY = SigningKey.from_base64url("A" * 43)
SHOE_KEY = generate_key()
CLIENT = create_app(Settings(shoe_keys=(SHOE_KEY,), signing_keys=(KEY,))).test_client()
UNSIGNED = create_app(Settings(shoe_keys=(SHOE_KEY,))).test_client()
SEATS = ("1", "2", "dealer")
PLAYERS = sit_down(*SEATS)
HOLDEM = {"game": "holdem", "players": 3}
STANDARD = {"deck": "standard"}
PARTIAL = [
    "receipt",
    "commitment",
    "terms",
    "client_seed",
    "seed_hash",
    "drawn",
    "root",
    "shown",
]

Json = dict[str, Any]


def write(value: object) -> str:
    """Return canonical JSON of a value without floats, and with names in ASCII."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def refuse(path: str, status: int, body: Json) -> dict[str, str]:
    return check_refusal(CLIENT.post(path, json=body), status)


class Hand:
    """A shoe that players keep an eye on: its first and its last response, and the roots of its rounds."""

    def __init__(self, players: Mapping[str, Player], /, **terms: Any) -> None:
        self.players = players
        self.opened = self.last = post(CLIENT, OPEN, **terms)
        self.roots: list[str] = []

    def sign(self, path: str, left: Sequence[str] = (), **body: Any) -> Json:
        """Return a request with the consents of all seats that did not leave."""
        action = path.rpartition("/")[2]
        digest = self.last["digest"]
        leaves = {
            seat: self.players[seat].leave(
                self.opened["commitment"], self.last["round"]
            )
            for seat in left
        }
        staying = [
            player for player in self.players.values() if player.seat not in leaves
        ]
        signed = {name: value for name, value in body.items() if name != "each_seat"}
        consents = {
            player.seat: player.consent(digest, action, **signed) for player in staying
        }
        return body | {
            "shoe": self.last["shoe"],
            "consents": consents,
            "leaves": leaves,
        }

    def take(self, path: str, left: Sequence[str] = (), **body: Any) -> Json:
        self.last = post(CLIENT, path, **self.sign(path, left, **body))
        for turn in self.last.get("dealt_stages", [self.last]):
            self.roots += turn["seen"].get("roots", [])
            self.check_turn(turn)
        return self.last

    def check_turn(self, turn: Json) -> None:
        """Check that each visible card of a turn has its proof, and that the views of seats have all hidden cards."""
        seen = turn["seen"]
        views = turn.get("views", {})
        labels = seen["cards" if "max" not in self.opened["terms"] else "integers"]
        if "shown" in turn:
            shown = self.check_shown(turn["shown"])
            told = zip(seen["rounds"], seen["positions"], labels, strict=True)
            assert shown == [
                (number, position, label)
                for number, position, label in told
                if label is not None
            ]
        assert ("shown" in turn) is (self.opened["terms"]["reveal"] != "all")
        owners = seen.get("places") or [seen.get("seat")] * len(labels)
        hidden = [
            (owner or "").partition("/")[0]
            for number, (owner, label) in enumerate(zip(owners, labels, strict=True))
            if label is None and number >= seen.get("burned", 0) and owner != "burns"
        ]
        assert (
            set(hidden) == set(views) <= set(self.opened["terms"].get("view_keys", {}))
        )
        for seat in views:
            assert len(self.read_view(turn, seat)) == hidden.count(seat)

    def reveal(self, **body: Any) -> Json:
        return post(CLIENT, REVEAL, **self.sign(REVEAL, **body))

    def check_shown(self, cards: Sequence[Json]) -> list[tuple[int, int, Any]]:
        """Return the round, the position and the face of shown cards, after the check of each proof."""
        name = "card" if "max" not in self.opened["terms"] else "integer"
        for card in cards:
            place = b"".join(
                card[member].to_bytes(4) for member in ("round", "position", "index")
            )
            steps = [bytes.fromhex(step) for step in card["path"]]
            root = climb(
                bytes.fromhex(card["salt"]) + place,
                card["position"],
                self.opened["size"],
                steps,
            )
            assert root == bytes.fromhex(self.roots[card["round"]])
            assert card.keys() == {"round", "position", "index", name, "salt", "path"}
        return [(card["round"], card["position"], card[name]) for card in cards]

    def read_view(self, response: Json, seat: str) -> list[str]:
        """Return the cards of the view of a seat, after the checks that its client makes."""
        text = self.players[seat].read(response["views"][seat])
        view = json.loads(text)
        assert text.rstrip(b" ") == write(view).encode()
        longest = max(
            (
                len(write(item).encode())
                for item in self.opened["terms"].get("items", ())
            ),
            default=0,
        )
        steps = (self.opened["size"] - 1).bit_length()
        assert len(text) == 512 + len(view["cards"]) * (256 + longest + 67 * steps)
        assert view == {
            "cards": view["cards"],
            "digest": response["digest"],
            "seat": seat,
        }
        return [card for _, _, card in self.check_shown(view["cards"])]


def told_by(*responses: Json) -> dict[int, str]:
    """Return the cards that responses told, by position."""
    entries = [
        stage["seen"]
        for response in responses
        for stage in response.get("dealt_stages", [response])
    ]
    pairs = [
        pair
        for entry in entries
        for pair in zip(entry["positions"], entry["cards"], strict=True)
    ]
    return {position: card for position, card in pairs if card}


def test_a_private_hand_is_played_to_the_showdown() -> None:
    hand = Hand(PLAYERS, **HOLDEM, **private_terms(PLAYERS))
    dealt = hand.take(DEAL, client_seed="ann, bob and cay")
    assert [
        (place["seat"], place["count"], place["cards"]) for place in dealt["hands"]
    ] == [(s, 2, []) for s in SEATS]
    own = [card for seat in SEATS for card in hand.read_view(dealt, seat)]
    board = hand.take(DEAL, through="river")
    assert not any("views" in response for response in (board, *board["dealt_stages"]))
    revealed = hand.reveal()
    receipt = revealed["receipt"]
    assert sorted(receipt) == sorted(PARTIAL)
    assert (receipt["receipt"], receipt["root"], receipt["drawn"]["in_play"]) == (
        "sealed1",
        hand.roots[0],
        None,
    )
    assert (receipt["seed_hash"], receipt["shown"]) == (hand.opened["seed_hash"], [])
    assert len({*own, *told_by(board).values()}) == 11
    assert refuse(DEAL, 409, hand.sign(DEAL) | {"shoe": revealed["shoe"]}).keys() == {
        "shoe"
    }
    again = hand.take(DEAL, reshuffle=True, through="flop")
    assert ["views" in response for response in (again, *again["dealt_stages"])] == [
        False,
        True,
        False,
    ]


@for_each("seat", SEATS)
def test_no_response_tells_a_card_of_a_seat_with_a_view_key(seat: str) -> None:
    hand = Hand(
        PLAYERS,
        **HOLDEM,
        **private_terms(PLAYERS) | {"view_keys": {seat: PLAYERS[seat].view_key}},
    )
    dealt = hand.take(DEAL, each_seat=True)
    assert dealt["views"].keys() == {seat}
    told = told_by(dealt)
    hidden = hand.read_view(dealt, seat)
    assert (len(told), len({*told.values(), *hidden})) == (4, 6)
    for name, view in dealt["seat_views"].items():
        assert view.get("views", {}) == (
            {seat: dealt["views"][seat]} if name == seat else {}
        )
        expected = dict.fromkeys(SEATS, 0) | ({} if name == seat else {name: 2})
        assert {
            place["seat"]: len(place["cards"]) for place in view["hands"]
        } == expected


@for_each("game", ["bridge", "riichi"])
def test_with_view_keys_no_fact_of_a_whole_deal_is_told(game: str) -> None:
    plain = Hand({}, game=game, reveal="shown").take(DEAL)
    players = sit_down(*[place["seat"] for place in plain["hands"]])
    private = Hand(players, game=game, **private_terms(players)).take(DEAL)
    assert private.keys() - plain.keys() == {"views"}
    assert plain.keys() - private.keys() >= {{"bridge": "pbn", "riichi": "mpsz"}[game]}


def test_a_draw_for_a_seat_with_a_view_key_is_in_its_view_alone() -> None:
    players = sit_down("ann", "bob_2")
    hand = Hand(players, deck="standard", **private_terms(players))
    drawn = hand.take(DRAW, count=3, burn=1, seat="ann", client_seed="both")
    assert (drawn["cards"], drawn["count"], drawn["seen"]["cards"]) == (
        [],
        3,
        [None] * 4,
    )
    assert drawn["views"].keys() == {"ann"}
    first = hand.read_view(drawn, "ann")
    second = hand.take(DRAW, count=47)
    assert len({*first, *second["cards"]}) == 50
    assert refuse(DRAW, 409, hand.sign(DRAW, count=4, seat="bob_2")).keys() == {"count"}
    over = hand.take(DRAW, count=4, seat="bob_2", in_play=[1, 2])
    assert (over["round"], len(hand.roots), over["seen"]["rounds"]) == (
        1,
        2,
        [0, 1, 1, 1],
    )
    assert len(hand.read_view(over, "bob_2")) == 4
    told = hand.take(DRAW, count=1, seat="ann", **{"from": "bottom"})
    assert told["cards"] == []
    assert "views" not in hand.take(DRAW, count=1)
    assert refuse(DRAW, 422, hand.sign(DRAW, count=1, seat="Ann")).keys() == {"seat"}


def test_the_length_of_a_view_of_items_hangs_on_the_longest() -> None:
    players = sit_down("1", "2")
    items = ["a", 'ünï "quoted", \\', "\x01" * 9, "x" * 256, "a"]
    hand = Hand(players, items=items, **private_terms(players))
    views = [hand.take(DRAW, count=1, seat=seat) for seat in ("1", "2", "1", "2", "1")]
    assert len({len(view["views"][view["seat"]]) for view in views}) == 1
    assert sorted(hand.read_view(view, view["seat"])[0] for view in views) == sorted(
        items
    )


@for_each(
    "contents",
    [{"max": 40, "min": -3}, {"deck": "standard"}, {"items": ["a,b", "\n", "c"]}],
)
def test_each_told_card_is_proved_at_once_in_the_order_of_the_record(
    contents: Json,
) -> None:
    drawn = Hand({}, **contents, reveal="shown").take(
        DRAW, count=2, burn=1, **{"from": "bottom"}
    )
    assert [card["position"] for card in drawn["shown"]] == drawn["positions"]
    assert "shown" not in Hand({}, **contents).take(DRAW, count=2)


def test_each_card_of_a_stage_is_proved_at_once() -> None:
    hand = Hand({}, **HOLDEM, reveal="shown")
    dealt = hand.take(DEAL, through="flop")
    assert (
        "shown" in dealt,
        [len(stage["shown"]) for stage in dealt["dealt_stages"]],
    ) == (False, [6, 3])
    views = post(CLIENT, DEAL, shoe=hand.last["shoe"], each_seat=True, seats=None)[
        "seat_views"
    ]
    assert all(len(view["shown"]) == 1 for view in views.values())


def test_so_many_cards_are_told_or_viewed_at_once_and_no_more() -> None:
    for seat in ("1", None):
        players = sit_down("1")
        hand = Hand(players, max=65_536, **private_terms(players))
        seats = {"seat": seat} if seat else {}
        assert refuse(
            DRAW, 422, hand.sign(DRAW, count=MAX_SHOWN + 1, **seats)
        ).keys() == {"count"}
        hand.take(DRAW, count=MAX_SHOWN, burn=7, **seats)
    for pack, status in (("standard", 422), ("euchre", 200)):
        hand = Hand(
            {},
            deck=pack,
            decks=10,
            hands=6,
            cards=86 if pack == "standard" else 40,
            reveal="shown",
        )
        assert CLIENT.post(DEAL, json={"shoe": hand.last["shoe"]}).status_code == status


@for_each(
    "contents",
    [
        {"deck": "standard", "cards": 5},
        {"items": [f"item {n}" for n in range(40)], "packets": [3, 2]},
    ],
)
def test_a_deal_of_your_own_is_private_and_goes_on(contents: Json) -> None:
    """Hands, a burned card, a pile and the stock; each player consents and reads the own cards alone."""
    players = sit_down("1", "2", "3")
    piles = {"piles": [{"name": "market", "cards": 4}]} if "items" in contents else {}
    hand = Hand(players, **contents, hands=3, burn=1, **piles, **private_terms(players))
    assert (hand.opened["stages"], hand.opened["next_stage"]) == (["deal"], "deal")
    dealt = hand.take(DEAL, client_seed="all of us")
    assert ([place["count"] for place in dealt["hands"]], dealt["burned"]) == (
        [5, 5, 5],
        1,
    )
    assert {
        place["name"]: (place["count"], len(place["cards"])) for place in dealt["piles"]
    } == {
        "burns": (1, 0),
        **({"market": (4, 4)} if piles else {}),
        "stock": (dealt["drawable"], 0),
    }
    assert dealt["seen"]["places"][0] == "burns"
    drawn = hand.take(DRAW, count=2, seat="2", burn=1)
    assert (drawn["pile"], drawn["drawable"]) == ("stock", dealt["drawable"] - 3)
    assert refuse(DRAW, 409, hand.sign(DRAW, count=drawn["drawable"] + 1)).keys() == {
        "count"
    }
    held = [*range(1, 16), *drawn["seen"]["positions"][1:]]
    again = hand.take(DRAW, count=3, reshuffle=True, in_play=held)
    assert (again["round"], again["in_play"]["before"], again["pile"]) == (
        1,
        held,
        "stock",
    )
    assert refuse(DEAL, 409, hand.sign(DEAL)).keys() == {"stage"}
    anew = hand.take(DEAL, reshuffle=True)
    assert (anew["round"], anew["stage"], len(anew["views"])) == (2, "deal", 3)
    receipt = hand.reveal()["receipt"]
    assert receipt["drawn"]["total"] == len(held) + 2 + 3 + len(
        anew["seen"]["positions"]
    ) + 4 * bool(piles)


@for_each("deck", ["standard", "euchre", "dominoes", "mahjong"])
def test_a_deal_of_your_own_deals_as_a_plain_deal_of_the_deck(deck: str) -> None:
    hand = Hand({}, deck=deck, hands=4, packets=[3, 2], burn=2)
    dealt = hand.take(DEAL, client_seed="ann")
    for seat, place in enumerate(dealt["hands"]):
        positions = [
            *range(2 + 3 * seat, 5 + 3 * seat),
            *range(14 + 2 * seat, 16 + 2 * seat),
        ]
        assert (place["seat"], place["positions"]) == (str(seat + 1), positions)
    receipt = hand.reveal()["receipt"]
    noted = {"commitment": receipt["commitment"], "client_seed": "ann"}
    assert (
        post(CLIENT, VERIFY, receipt=receipt, seen=[dealt["seen"]], confirmed=noted)[
            "valid"
        ]
        is True
    )


def test_words_take_the_place_of_a_client_seed_in_draw_1_alone() -> None:
    texts = [f"{seat}-0123456789abcdef" for seat in SEATS]
    digests = [sha256(text.encode()).hexdigest() for text in texts]
    hand = Hand(PLAYERS, **HOLDEM, words=digests, **private_terms(PLAYERS))
    signed = hand.sign(DEAL)  # the words are not in the action, as the terms fix them
    hand.last = post(CLIENT, DEAL, **signed, words=texts)
    assert (hand.last["client_seed"], hand.last["fairness"]) == (
        ",".join(texts),
        "client_seed",
    )
    assert refuse(DEAL, 409, hand.sign(DEAL) | {"words": texts}).keys() == {"words"}


def test_states_are_signed_with_the_first_key() -> None:
    opened = post(CLIENT, OPEN, **HOLDEM)
    dealt = post(CLIENT, DEAL, shoe=opened["shoe"], through="turn")
    for response in (opened, dealt, *dealt["dealt_stages"]):
        state = tag("state") + bytes.fromhex(response["digest"])
        signed = response["signed"]
        assert (signed["kid"], is_signed(KEY.public, signed["signature"], state)) == (
            KEY.kid,
            True,
        )
    unsigned = post(UNSIGNED, DEAL, shoe=opened["shoe"], through="turn")
    assert (unsigned["digest"], unsigned["signed"]) == (dealt["digest"], None)


def test_a_request_hashes_one_tree_for_all_its_views(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    trees: list[int] = []

    def count(entries: list[bytes]) -> MerkleTree:
        trees.append(len(entries))
        return MerkleTree(entries)

    monkeypatch.setattr(rounds, "MerkleTree", count)
    for more in ({"reveal": "shown"}, {}):
        opened = post(CLIENT, OPEN, game="blackjack", players=7, decks=100, **more)
        dealt = post(
            CLIENT, DEAL, shoe=opened["shoe"], each_seat=True, through="second_cards"
        )
        assert (len(dealt["seat_views"]), trees) == (8, [5200])


@for_each(
    "body, field, sentence",
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


@for_each("reveal", ["all", "shown", "auditor"])
def test_the_receipt_is_the_one_of_the_terms(reveal: str) -> None:
    auditor = Player("auditor")
    terms = private_terms(PLAYERS, with_views=False) | {"reveal": reveal}
    hand = Hand(
        PLAYERS,
        **HOLDEM,
        **terms,
        **({"auditor": auditor.view_key} if reveal == "auditor" else {}),
    )
    before = hand.reveal()["receipt"]["drawn"]
    assert (before["digest"], before["draws"]) == (hand.opened["commitment"], 0)
    dealt = hand.take(DEAL, client_seed="ann")
    unsigned = {"shoe": dealt["shoe"]}
    if reveal == "shown":
        assert post(CLIENT, REVEAL, **unsigned)["receipt"]["shown"] == []
    else:
        assert refuse(REVEAL, 422, unsigned).keys() == {"consents"}
    revealed = hand.reveal()
    assert (sorted(revealed["receipt"]) == sorted(PARTIAL)) is (reveal != "all")
    assert ("server_seed" in revealed["receipt"], "audit" in revealed) == (
        reveal == "all",
        reveal == "auditor",
    )
    if reveal == "auditor":
        text = auditor.read(revealed["audit"])
        assert len(text) == 4096 + 16 * 52 + len(write(hand.opened["terms"]).encode())
        full = json.loads(text)
        assert text.rstrip(b" ") == write(full).encode()
        assert (full["drawn"]["digest"], len(full["server_seed"])) == (
            dealt["digest"],
            64,
        )


def test_players_leave_a_round_and_come_back_in_the_next() -> None:
    hand = Hand(
        PLAYERS,
        **HOLDEM,
        **private_terms(PLAYERS) | {"reveal": "all", "view_keys": None},
    )
    hand.take(DEAL)
    hand.take(DEAL, left=["2"])
    assert refuse(DEAL, 422, hand.sign(DEAL, left=["1", "2", "dealer"])).keys() == {
        "leaves"
    }
    hand.take(DEAL, left=["2", "dealer"], through="river")
    left = hand.sign(DEAL, left=["2"], reshuffle=True)
    hand.take(DEAL, left=["2"], reshuffle=True)
    again = hand.sign(DEAL)
    del again["consents"]["2"]
    assert refuse(DEAL, 422, again | {"leaves": {"2": left["leaves"]["2"]}}).keys() == {
        "leaves.2"
    }
    hand.take(DEAL)
    assert post(CLIENT, REVEAL, **hand.sign(REVEAL, left=["1", "2", "dealer"]))[
        "receipt"
    ]["server_seed"]


@for_each(
    "field, changes",
    [
        ("consents", {"consents": None}),
        ("consents", {"consents": {}, "leaves": {}}),
        ("consents.1", {"through": "hole"}),
        ("consents.1", {"reshuffle": True}),
        ("consents.1", {"client_seed": "bob"}),
        ("seats", {"seats": ["1"]}),
        ("action", {"action": "deal"}),
        *(
            ("consents", {"consents": {"1": text}})
            for text in ("A" * 85, "A" * 85 + "B")
        ),
        *(
            ("consents", {"consents": value})
            for value in ({"no seat": "A" * 86}, ["A" * 86])
        ),
        *((f"consents.{seat}", {"consents": {seat: "A" * 86}}) for seat in "23"),
        ("leaves.dealer", {"leaves": {"dealer": "A" * 86}}),
    ],
)
def test_what_is_wrong_with_a_consent_is_told_by_field_and_seat(
    field: str, changes: Json
) -> None:
    hand = Hand(PLAYERS, **HOLDEM, **private_terms(PLAYERS))
    body = hand.sign(DEAL, client_seed="ann")
    assert refuse(DEAL, 422, body | changes).keys() == {field}
    assert post(CLIENT, DEAL, **body)["draws"] == 1


@for_each(
    "terms", [{}, {"scheme": "sealed1"}, {"reveal": "shown"}, private_terms(PLAYERS)]
)
def test_generated_clients_may_send_what_a_receipt_has_not_as_null_or_empty(
    terms: Json,
) -> None:
    hand = Hand(PLAYERS if "consent" in terms else {}, **HOLDEM, **terms)
    seen = [stage["seen"] for stage in hand.take(DEAL, through="flop")["dealt_stages"]]
    receipt = hand.reveal()["receipt"]
    body = {
        "receipt": receipt,
        "seen": seen,
        "confirmed": {"commitment": receipt["commitment"]},
    }
    plain = post(CLIENT, VERIFY, **body)
    assert plain["valid"] is (True if "server_seed" in receipt else None)
    for empty_list, empty_object in (([], {}), (None, None)):
        more: Json = {"items": empty_list} | dict.fromkeys(
            ("auditor", "consent", "view_keys"), empty_object
        )
        others = dict.fromkeys(("server_seed", "seed_hash", "root"), None) | {
            "shown": empty_list
        }
        sent = others | receipt | {"terms": more | receipt["terms"]}
        entries = [{"roots": empty_list, "in_play": None} | entry for entry in seen]
        assert (
            post(CLIENT, VERIFY, **body | {"receipt": sent, "seen": entries}) == plain
        )


def test_nulls_and_defaults_of_a_clients_spelling_change_nothing_that_is_signed() -> (
    None
):
    hand = Hand(PLAYERS, **HOLDEM, **private_terms(PLAYERS))
    body = hand.sign(DEAL)
    for more in (
        {"seats": None, "reshuffle": False},
        {"each_seat": True},
        {"notation": "name"},
    ):
        assert post(CLIENT, DEAL, **body | more)["draws"] == 1
    hand.take(DEAL, through="river")
    drawn = hand.sign(DRAW, count=1)
    spelled = drawn | {
        "burn": 0,
        "from": "top",
        "reshuffle": False,
        "in_play": None,
        "each_seat": False,
    }
    assert (
        post(CLIENT, DRAW, **spelled)["digest"] == post(CLIENT, DRAW, **drawn)["digest"]
    )
    assert refuse(DRAW, 422, drawn | {"in_play": []}).keys() == {"consents.1"}


def test_no_number_of_stages_is_dealt_without_its_consents() -> None:
    """With quorum 1 and start 3 one seat cannot deal the hand through; it can go on stage by stage once it is begun."""
    hand = Hand(PLAYERS, **HOLDEM, **private_terms(PLAYERS, quorum=1))
    for body in ({}, *({"through": stage} for stage in hand.opened["stages"])):
        signed = hand.sign(DEAL, **body)
        for seats in ((), ("1",), ("1", "dealer")):
            some = {seat: signed["consents"][seat] for seat in seats}
            assert refuse(DEAL, 422, signed | {"consents": some}).keys() == {
                "consents"
            }, (body, seats)
            assert refuse(
                DEAL, 422, signed | {"consents": some, "words": ["a" * 16]}
            ).keys() == {"consents"}
    hand.take(DEAL)
    signed = hand.sign(DEAL, through="river")
    assert refuse(DEAL, 422, signed | {"consents": {}}).keys() == {"consents"}
    assert (
        post(CLIENT, DEAL, **signed | {"consents": {"2": signed["consents"]["2"]}})[
            "next_stage"
        ]
        is None
    )
