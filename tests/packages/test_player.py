"""shuffle_and_deal.player.Player follows what the service deals, keeps its secrets, and proves the shoe in the end."""

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import shuffle_and_deal as package
from cryptography.hazmat.primitives.asymmetric import ec
from hypothesis import given
from hypothesis import strategies as st
from rfc8785 import dumps
from shuffle_and_deal.jwe import open_jwe
from shuffle_and_deal.player import Player, Refused, create_secrets
from shuffle_and_deal.protocol import canonical_json

from service.sealed.turns.jwe import encrypt
from tests.http.spec import json_object, post
from tests.packages.in_process import blocking_service
from tests.packages.places import Place, put
from tests.packages.player_tables import (
    CLIENT,
    KINDS,
    VERIFY,
    Json,
    KeptPlayer,
    Table,
    is_valid,
    played,
    refuse,
)
from tests.private_hands import list_codes
from tests.sealed.seats import read_bytes, write_bytes
from tests.tables import for_each
from tools.files import ROOT

CASES = json.loads(Path(__file__).with_name("player_cases.json").read_text())
ATTACKS = [(game, name) for game in CASES for name in CASES[game]]
VECTORS = json.loads((ROOT / "tests/vectors/sd1.json").read_text())


def verify(player: Player, receipt: Json) -> Json:
    """Return the verdict of /v1/verify on the proof of a player."""
    return post(CLIENT, VERIFY, **player.proof(receipt))


def restart(player: KeptPlayer) -> KeptPlayer:
    """Return a player who begins with the secrets that another one saved."""
    return KeptPlayer(json.loads(json.dumps(player.kept)))


@for_each("name, is_private", KINDS)
def test_players_play_every_kind_of_shoe_and_prove_it(
    name: str, *, is_private: bool
) -> None:
    table = Table(name, is_private=is_private)
    table.play()
    receipt = table.reveal()
    cards = [card for player in table.players.values() for card in player.cards]
    assert cards
    assert len(set(map(find_place, cards))) == len(cards)
    for player in table.players.values():
        expected = None if is_private else True
        assert verify(player, receipt)["valid"] is expected
        if is_private:
            player.check_shown(cards)
            assert list(verify(player, receipt)["unchecked"]) == ["order"]


def find_place(card: Json) -> tuple[int, int]:
    """Return the round and the position of a card."""
    return card["round"], card["position"]


@for_each("name, is_private", KINDS)
def test_spectators_follow_every_kind_of_shoe_and_check_it(
    name: str, *, is_private: bool
) -> None:
    """They have no seat, give no text, and are told no card that only players see."""
    table = played(name, is_private=is_private)
    spectator = Player(create_secrets())
    table.accept(None, spectator)
    for view in table.watched:
        assert spectator.follow(view) == []
    proof = spectator.proof(table.reveal())
    assert is_valid(proof)
    assert "own_text" not in proof["confirmed"]


@for_each("name, is_private", KINDS)
def test_own_cards_are_those_that_the_service_has_at_the_seat(
    name: str, *, is_private: bool
) -> None:
    table = played(name, is_private=is_private)
    for seat, player in table.players.items():
        dealt = [
            place
            for response in table.responses
            for place in list_places(response[seat], seat)
        ]
        assert list(map(find_place, player.cards)) == dealt


def list_places(response: Json, seat: str) -> Iterator[tuple[int, int]]:
    """Yield the rounds and the positions of the cards that a response deals to a seat."""
    for stage in response.get("dealt_stages", [response]):
        seen = stage["seen"]
        drawn = list(zip(seen["rounds"], seen["positions"], strict=True))
        seats = [seen.get("seat")] * len(drawn)
        if "places" in seen:
            seats = [place.split("/")[0] for place in seen["places"]]
        burned = seen.get("burned", 0)
        for owner, place in list(zip(seats, drawn, strict=True))[burned:]:
            if owner == seat:
                yield place


def test_players_sit_at_a_table_of_the_same_package() -> None:
    service = blocking_service()
    table = package.Table(service, package.MemoryStore(), "private")
    players = {seat: Player(create_secrets()) for seat in ("1", "dealer")}
    for seat, player in players.items():
        keys = player.keys
        table.join(seat, player.word, {"sign": keys["sign"], "view": keys["view"]})
    opened = table.open(game="holdem", players=2, reveal="shown")
    terms = opened["terms"]
    for seat, player in players.items():
        player.accept(seat, opened, terms=terms, codes=list_codes(terms))
        table.give(seat, player.text)

    def sign(action: Json, digest: str) -> Json:
        consents = {}
        for seat, player in players.items():
            assert player.digest == digest
            consents[seat] = player.consent(**action)
        return {"consents": consents}

    hole = table.deal("hole", sign)
    for seat, player in players.items():
        assert len(player.follow(hole.view(seat))) == 2
    board = table.deal("board", sign, through="river", notation="name")
    for seat, player in players.items():
        assert player.follow(board.view(seat)) == []
    proof = players["1"].proof(table.reveal()["receipt"])
    assert list(service.call(VERIFY, proof)["unchecked"]) == ["order"]


def test_a_player_signs_one_action_for_each_digest_even_after_a_new_start() -> None:
    table = Table("holdem", is_private=True)
    saved: list[str] = []
    secrets = table.players["1"].kept
    player = Player(secrets, lambda changed: saved.append(json.dumps(changed)))
    table.accept("1", player)
    refuse(player, player.consent, "deal", client_seed="correct horse")
    signature = player.consent("deal")
    defaults = {"shoe": "token", "reshuffle": False, "through": None, "each_seat": True}
    assert player.consent("deal", **defaults) == signature
    again = Player(json.loads(saved[-1]))
    assert refuse(again, again.consent, "deal") == "commitment"
    assert refuse(again, again.follow, {}) == "commitment"
    assert refuse(again, again.check_shown, []) == "commitment"
    assert refuse(again, again.proof, {}) == "commitment"
    assert refuse(again, again.leave) == "commitment"
    assert refuse(again, again.leave_in_advance) == "commitment"
    refuse(again, lambda: again.text)
    table.accept("1", again)
    assert again.consent("deal") == signature
    refuse(again, again.consent, "deal", through="flop")
    refuse(again, again.consent, "deal", reshuffle=True)
    refuse(again, again.consent, "deal", stage="\ud800")
    for action in ("draw", "reveal", "look"):
        refuse(again, again.consent, action)


def test_nothing_leaves_before_it_is_saved() -> None:
    table = Table("holdem", is_private=True)
    view = table.take("deal")["1"]
    acts: list[Callable[[KeptPlayer], object]] = [
        lambda player: table.accept("1", player),
        lambda player: player.consent("deal"),
        lambda player: player.leave(),
        lambda player: player.follow(view),
    ]
    for act in acts:
        player = restart(table.players["1"])
        table.accept("1", player)
        player.is_disk_full = True
        with pytest.raises(OSError, match="full"):
            act(player)
        assert player.draws == 0


class Attacked:
    """A player, and a backend that goes on from any state of its shoe. Each step is a method, by its name."""

    def __init__(self, game: str) -> None:
        self.table = Table(game, is_private=game == "holdem")
        self.seat, self.player = next(iter(self.table.players.items()))
        self.states = {"": (self.table.token, self.table.responses)}

    def take(self, name: str, start: str, action: str, members: Json) -> None:
        self.table.token, responses = self.states[start]
        self.table.responses = list(responses)
        self.table.players[self.seat] = self.player
        views = self.table.take(action, **members)
        for seat, player in self.table.players.items():
            if self.table.is_private and seat != self.seat:
                player.follow(views[seat])
        self.states[name] = (self.table.token, self.table.responses)

    def follow(self, name: str, place: Place = (), value: Any = None) -> None:
        _, responses = self.states[name]
        view = responses[-1][self.seat]
        self.player.follow(put(view, place, value) if place else deepcopy(view))

    def restart(self) -> None:
        self.player = restart(self.player)

    def accept(self) -> None:
        self.table.accept(self.seat, self.player)

    def accept_another(self) -> None:
        other = post(CLIENT, "/v1/shoes", **self.table.asked)
        self.player.accept(self.seat, other, **self.table.options)

    def text(self) -> None:
        assert self.player.text

    def show(self, cards: list[Json]) -> None:
        self.player.check_shown(cards)

    def consent(self, action: Json) -> None:
        self.player.consent(**action)

    def leave(self) -> None:
        self.player.leave()

    def prove(self, name: str) -> None:
        token, _ = self.states[name]
        receipt = post(CLIENT, "/v1/shoes/reveal", shoe=token)["receipt"]
        if not is_valid(self.player.proof(receipt)):
            raise Refused("receipt", "it is not valid")


@for_each("game, name", ATTACKS)
def test_attacks_are_refused(game: str, name: str) -> None:
    """The player of the JavaScript package refuses the same."""
    attacked = Attacked(game)
    for step, *values in CASES[game][name]:
        act = getattr(attacked, step.removeprefix("!").replace(" ", "_"))
        if step.startswith("!"):
            refuse(attacked.player, act, *values)
        else:
            act(*values)


@for_each("is_private", [True, False])
def test_the_text_is_for_one_shoe(*, is_private: bool) -> None:
    table = Table("holdem", is_private=is_private)
    other = post(CLIENT, "/v1/shoes", **table.asked)
    player = table.players["1"]
    assert player.text
    refuse(player, player.accept, "1", other, **table.options)
    again = restart(player)
    refuse(again, again.accept, "1", other, **table.options)
    table.accept("1", again)
    assert again.text == player.text


def test_after_a_new_start_a_player_follows_what_it_followed_before() -> None:
    """Without consent a backend can draw from one token in two ways."""
    table = Table("deck", is_private=False)
    token = table.token
    count = len(table.responses)
    table.play(("draw", {"count": 1, "seat": "Ann"}))
    first = table.responses[-1]["Ann"]
    again = restart(table.players["Ann"])
    table.token = token
    del table.responses[count:]
    second = table.take("draw", count=2, seat="Ann")["Ann"]
    table.accept("Ann", again)
    refuse(again, again.follow, second)
    again.follow(first)


def test_players_leave_a_round_and_come_back_in_the_next() -> None:
    table = Table("holdem", is_private=True)
    player = table.players["2"]
    in_advance = player.leave_in_advance()
    table.play(("deal", {}))
    table.left["2"] = player.leave()
    assert table.left["2"] == in_advance
    refuse(player, player.consent, "deal")
    table.play(("deal", {"through": "river"}), ("deal", {"reshuffle": True}))
    table.left.clear()
    table.play(("deal", {}))
    player.leave()
    again = restart(player)
    table.accept("2", again)
    assert again.leave() == in_advance
    for response in table.responses:
        again.follow(response["2"])
    refuse(again, again.consent, "deal")
    assert verify(player, table.reveal())["valid"] is None


def test_a_receipt_of_another_state_is_refused() -> None:
    table = Table("deck", is_private=False)
    other = Table("deck", is_private=False)
    early = table.reveal()
    table.play()
    for player in table.players.values():
        refuse(player, player.proof, early)
        refuse(player, player.proof, other.reveal())
        player.proof(table.reveal())


def test_a_beacon_takes_the_place_of_words() -> None:
    opened = post(CLIENT, "/v1/shoes", deck="standard", label="drand 7")
    asked = {"shoe": opened.pop("shoe"), "count": 2, "seat": "Ann"}
    drawn = post(CLIENT, "/v1/shoes/draw", **asked, client_seed="c0ffee")
    plain = post(CLIENT, "/v1/shoes/draw", **asked)
    player = Player(create_secrets())
    refuse(player, player.accept, "Ann", opened)
    player.accept("Ann", opened, beacon=None)
    refuse(player, lambda: player.text)
    assert len(player.follow(plain)) == 2
    player = Player(create_secrets())
    player.accept("Ann", opened, beacon="c0ffee")
    refuse(player, player.follow, plain)
    assert [card["card"] for card in player.follow(drawn)] == drawn["cards"]


def test_in_fireworks_own_cards_are_hidden_from_their_player_alone() -> None:
    opened = post(CLIENT, "/v1/shoes", game="fireworks", players=2)
    dealt = post(CLIENT, "/v1/shoes/deal", shoe=opened["shoe"], each_seat=True)
    player = Player(create_secrets())
    refuse(player, player.accept, "1", opened, beacon=None)  # which places are seats?
    player.accept("1", opened, beacon=None, seats=("1", "dealer"))
    refuse(player, player.follow, dealt["seat_views"]["dealer"])
    assert player.follow(dealt["seat_views"]["1"]) == []
    spectator = Player(create_secrets())
    spectator.accept(None, opened, seats=("1", "dealer"))
    assert spectator.follow(dealt["spectator_view"]) == []
    receipt = post(CLIENT, "/v1/shoes/reveal", shoe=dealt["shoe"])["receipt"]
    assert verify(player, receipt)["valid"] is True


def name_vector(vector: Json) -> str:
    asked = vector["asked"]
    return str(asked.get("name", asked["terms"].get("game")))


def is_signed_by_all(vector: Json) -> bool:
    """Return whether no action needs fewer signatures than there are keys."""
    consent = vector["asked"]["terms"].get("consent")
    return consent is None or consent["quorum"] == len(consent["keys"])


OF_ALL = [vector for vector in VECTORS["sealed"] if is_signed_by_all(vector)]
OF_FEWER = [vector for vector in VECTORS["sealed"] if not is_signed_by_all(vector)]


class Acceptance(NamedTuple):
    """The arguments with which a player accepts an opened shoe."""

    seat: str
    opened: Json
    options: Json


def read_acceptance(vector: Json) -> Acceptance:
    """Return how a vector is accepted by the first seat with keys, or by a spectator."""
    asked = vector["asked"]
    answer = vector["answer"]
    terms = asked["terms"]
    seats = list_seats(terms)
    commitment = answer["digests"][0]
    opened = {
        "commitment": commitment,
        "seed_hash": answer["seed_hash"],
        "digest": commitment,
        "terms": terms,
    }
    options: Json = {
        "codes": list_codes(terms) if "deck" in terms else None,
        "seats": seats,
        "terms": terms if "consent" in terms else None,
    }
    if "words" not in terms:
        options["beacon"] = asked["client_seed"]
    return Acceptance(
        next(iter(asked.get("secrets") or seats or ()), "1"), opened, options
    )


@for_each("vector", OF_FEWER, ids=name_vector)
def test_no_player_accepts_that_fewer_sign_than_have_keys(vector: Json) -> None:
    seat, opened, options = read_acceptance(vector)
    player = Player(list_secrets(vector["asked"], seat))
    assert refuse(player, player.accept, seat, opened, **options) == "terms.consent"


@for_each("vector", OF_ALL, ids=name_vector)
def test_vectors_are_followed(vector: Json) -> None:
    """The responses that the independent implementation leads to, up to the first that tells what it does not prove."""
    answer = vector["answer"]
    seat, opened, options = read_acceptance(vector)
    player = Player(list_secrets(vector["asked"], seat))
    player.accept(seat, opened, **options)
    _, *digests = answer["digests"]
    assert len(answer["seen"]) == len(digests)
    for number, view in enumerate(list_responses(vector)):
        if "consents" in answer:
            signed = answer["consents"][number]
            assert player.consent(**signed["action"]) == signed["consents"][seat]
        player.follow(view)
        assert player.digest == digests[number]


def is_left_in_its_first_round(vector: Json) -> bool:
    answer = vector["answer"]
    return "leaves" in answer and answer["drawn"]["round"] == 0


@for_each("vector", filter(is_left_in_its_first_round, OF_ALL), ids=name_vector)
def test_a_seat_leaves_the_first_round_by_the_published_signature(vector: Json) -> None:
    seat, opened, options = read_acceptance(vector)
    player = Player(list_secrets(vector["asked"], seat))
    player.accept(seat, opened, **options)
    assert player.leave() == vector["answer"]["leaves"][seat]


def test_nearly_all_vectors_are_followed_to_the_end() -> None:
    to_the_end = [
        vector
        for vector in OF_ALL
        if len(list(list_responses(vector))) == len(vector["answer"]["seen"])
    ]
    assert len(to_the_end) > 0.9 * len(OF_ALL)


def list_responses(vector: Json) -> Iterator[Json]:
    """Yield the responses to the draws of a vector, up to one that tells cards which the vector does not prove."""
    for number in range(len(vector["answer"]["seen"])):
        response = find_response(vector, number)
        if response is None:
            return
        yield response


def list_secrets(asked: Json, seat: str) -> Json:
    """Return the secrets of a player at a seat, with the keys and the text that a vector has for it."""
    secrets = asked.get("secrets")
    created: Json = create_secrets()
    if not secrets:
        return created
    own = secrets[seat]
    created["sign"] = write_bytes(bytes.fromhex(own["consent"]))
    created["view"] = own["view"]["d"]
    created["text"] = "no text of the shoe"
    if "words" in asked["terms"]:
        texts = zip(secrets, asked["client_seed"].split(","), strict=False)
        created["text"] = dict(texts).get(seat, created["text"])
    return created


def find_response(vector: Json, number: int) -> Json | None:
    """Return the response to a draw of a vector, or None if it tells cards that the vector does not prove."""
    asked = vector["asked"]
    answer = vector["answer"]
    seen = answer["seen"][number]
    response = {
        "seen": seen,
        "digest": answer["digests"][number + 1],
        "client_seed": asked["client_seed"],
    }
    if asked["terms"]["reveal"] != "all":
        shown = {find_place(card): card for card in answer.get("shown", [])}
        told = list_told(seen)
        if not set(told) <= shown.keys():
            return None
        response["shown"] = [shown[place] for place in told]
    if "secrets" in asked:
        views = answer["views"][number] if "views" in answer else {}
        response["views"] = {
            seat: seal_view(view, asked["secrets"][seat])
            for seat, view in views.items()
        }
    return response


def list_told(seen: Json) -> list[tuple[int, int]]:
    """Return the places of the cards or numbers that a record tells."""
    faces = seen["cards"] if "cards" in seen else seen["integers"]
    drawn = zip(seen["rounds"], seen["positions"], strict=True)
    return [place for place, face in zip(drawn, faces, strict=True) if face is not None]


def seal_view(view: Json, secrets: Json) -> str:
    """Return the text of a view, padded and encrypted to the key of its seat."""
    padded = view["text"].encode().ljust(view["bytes"])
    return encrypt(padded, secrets["view"])


def list_seats(terms: Json) -> list[str] | None:
    if "game" not in terms:
        return None
    path = f"/v1/games/{terms['game']}"
    response = CLIENT.get(path, query_string={"players": terms["players"]})
    seats: list[str] = json_object(response)["seats"]
    return seats


@for_each("vector", VECTORS["views"])
def test_vectors_of_views_are_opened(vector: Json) -> None:
    secret = int.from_bytes(read_bytes(vector["asked"]["secret"]["d"]))
    key = ec.derive_private_key(secret, ec.SECP256R1())
    text = open_jwe(vector["answer"]["jwe"], key)
    assert text.decode() == vector["asked"]["text"].rstrip(" ")


SCALARS = st.none() | st.booleans() | st.integers(1 - 2**53, 2**53 - 1) | st.text()


@given(st.recursive(SCALARS, st.lists))
def test_canonical_json_is_that_of_the_standard(value: Any) -> None:
    assert canonical_json({"b": value, "a_1": value}) == dumps(
        {"b": value, "a_1": value}
    )


def test_without_cryptography_the_error_names_the_extra() -> None:
    code = "import sys; sys.modules['cryptography'] = None; import shuffle_and_deal; import shuffle_and_deal.player"
    environment = {"PYTHONPATH": str(ROOT / "clients" / "python")}
    command = [sys.executable, "-c", code]
    run = subprocess.run(
        command, env=environment, capture_output=True, text=True, check=False
    )
    assert "shuffle-and-deal-client[player]" in run.stderr.splitlines()[-1]
