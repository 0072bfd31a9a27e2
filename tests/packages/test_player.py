"""shuffle_and_deal.player.Player follows what the service deals, keeps its secrets, and proves the shoe in the end."""

import json
import subprocess
import sys
from collections.abc import Callable, Sequence
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
import shuffle_and_deal as package
from hypothesis import given
from hypothesis import strategies as st
from rfc8785 import dumps
from shuffle_and_deal.player import Player, Refused, _canonical, create_secrets

from service.core.crypto.jwe import encrypt
from tests.conftest import ROOT
from tests.http.spec import json_object, post
from tests.packages.in_process import blocking_service
from tests.packages.player_tables import (
    CLIENT,
    KINDS,
    VERIFY,
    Json,
    Table,
    is_valid,
    played,
    refuse,
)
from tests.private_hands import list_codes
from tests.sealed.seats import write_bytes
from tests.tables import for_each

CASES = json.loads(Path(__file__).with_name("player_cases.json").read_text())
VECTORS = json.loads((ROOT / "tests/vectors/sd1.json").read_text())


@for_each("name, is_private", KINDS)
def test_players_play_every_kind_of_shoe_and_prove_it(
    name: str, *, is_private: bool
) -> None:
    table = Table(name, is_private=is_private)
    table.play()
    receipt = table.reveal()
    cards = [card for player in table.players.values() for card in player.cards]
    assert len({(card["round"], card["position"]) for card in cards}) == len(cards) > 0
    for player in table.players.values():
        assert post(CLIENT, VERIFY, **player.proof(receipt))["valid"] is (
            None if is_private else True
        )
        if is_private:
            player.check_shown(cards)
            assert list(post(CLIENT, VERIFY, **player.proof(receipt))["unchecked"]) == [
                "order"
            ]


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
        seen = [
            stage["seen"]
            for view in table.responses
            for stage in view[seat].get("dealt_stages", [view[seat]])
        ]
        owned = [
            (number, position)
            for entry in seen
            for k, (number, position) in enumerate(
                zip(entry["rounds"], entry["positions"], strict=True)
            )
            if (
                entry["places"][k].split("/")[0]
                if "places" in entry
                else entry.get("seat")
            )
            == seat
            and k >= entry.get("burned", 0)
        ]
        assert [(card["round"], card["position"]) for card in player.cards] == owned


def test_players_sit_at_a_table_of_the_same_package() -> None:
    service = blocking_service()
    table = package.Table(service, package.MemoryStore(), "private")
    players = {seat: Player(create_secrets()) for seat in ("1", "dealer")}
    for seat, player in players.items():
        table.join(
            seat,
            player.word,
            {"sign": player.keys["sign"], "view": player.keys["view"]},
        )
    opened = table.open(game="holdem", players=2, reveal="shown")
    for seat, player in players.items():
        player.accept(
            seat, opened, terms=opened["terms"], codes=list_codes(opened["terms"])
        )
        table.give(seat, player.text)

    def sign(action: Json, digest: str) -> Json:
        assert {player.digest for player in players.values()} == {digest}
        return {
            "consents": {
                seat: player.consent(**action) for seat, player in players.items()
            }
        }

    hole = table.deal("hole", sign)
    assert {
        len(player.follow(hole.view(seat))) for seat, player in players.items()
    } == {2}
    board = table.deal("board", sign, through="river", notation="name")
    assert {
        len(player.follow(board.view(seat))) for seat, player in players.items()
    } == {0}
    receipt = table.reveal()["receipt"]
    assert list(service.call(VERIFY, players["1"].proof(receipt))["unchecked"]) == [
        "order"
    ]


def test_a_player_signs_one_action_for_each_digest_even_after_a_new_start() -> None:
    table = Table("holdem", is_private=True)
    saved = list[str]()
    player = Player(
        table.players["1"]._secrets, lambda secrets: saved.append(json.dumps(secrets))
    )
    table.accept("1", player)
    refuse(player, player.consent, "deal", client_seed="correct horse")
    signature = player.consent("deal")
    assert (
        player.consent(
            "deal", shoe="token", reshuffle=False, through=None, each_seat=True
        )
        == signature
    )
    again = Player(json.loads(saved[-1]))
    acts: list[tuple[Callable[..., object], list[Any]]] = [
        (again.consent, ["deal"]),
        (again.follow, [{}]),
        (again.check_shown, [[]]),
        (again.proof, [{}]),
        (again.leave, []),
        (again.leave_in_advance, []),
    ]
    for act, values in acts:
        assert refuse(again, act, *values) == "commitment"
    refuse(again, lambda: again.text)
    table.accept("1", again)
    assert again.consent("deal") == signature
    for action, members in (
        ("deal", {"through": "flop"}),
        ("deal", {"reshuffle": True}),
        ("draw", {}),
        ("reveal", {}),
    ):
        refuse(again, again.consent, action, **members)
    refuse(again, again.consent, "look")
    refuse(again, again.consent, "deal", stage="\ud800")


def test_nothing_leaves_before_it_is_saved() -> None:
    def fail(_: Json) -> None:
        raise OSError("the disk is full")

    table = Table("holdem", is_private=True)
    view = table.take("deal")["1"]
    for act in (
        lambda player: table.accept("1", player),
        lambda player: player.consent("deal"),
        lambda player: player.leave(),
        lambda player: player.follow(view),
    ):
        secrets = json.loads(json.dumps(table.players["1"]._secrets))
        player = Player(secrets)
        table.accept("1", player)
        player._save = fail
        with pytest.raises(OSError, match="full"):
            act(player)
        assert player.draws == 0


class Attacked:
    """A player, and a backend that goes on from any state of its shoe. Each step is a method, by its name."""

    def __init__(self, game: str) -> None:
        self.table = Table(game, is_private=game == "holdem")
        self.seat, self.player = next(iter(self.table.players.items()))
        self.states = {"": (self.table.token, list[dict[str, Json]]())}

    def take(self, name: str, start: str, action: str, members: Json) -> None:
        self.table.token, responses = self.states[start]
        self.table.responses = list(responses)
        self.table.players[self.seat] = self.player
        views = self.table.take(action, **members)
        for seat, player in self.table.players.items():
            if self.table.is_private and seat != self.seat:
                player.follow(views[seat])
        self.states[name] = (self.table.token, self.table.responses)

    def follow(
        self, name: str, path: Sequence[str | int] = (), value: Any = None
    ) -> None:
        view = deepcopy(self.states[name][1][-1][self.seat])
        if path:
            parent: Any = view
            for key in path[:-1]:
                parent = parent[key]
            parent[path[-1]] = value
        self.player.follow(view)

    def restart(self) -> None:
        self.player = Player(json.loads(json.dumps(self.player._secrets)))

    def accept(self) -> None:
        self.table.accept(self.seat, self.player)

    def accept_another(self) -> None:
        self.player.accept(
            self.seat,
            post(CLIENT, "/v1/shoes", **self.table.asked),
            **self.table.options,
        )

    def text(self) -> None:
        assert self.player.text

    def show(self, cards: list[Json]) -> None:
        self.player.check_shown(cards)

    def consent(self, action: Json) -> None:
        self.player.consent(**action)

    def leave(self) -> None:
        self.player.leave()

    def prove(self, name: str) -> None:
        receipt = post(CLIENT, "/v1/shoes/reveal", shoe=self.states[name][0])["receipt"]
        if not is_valid(self.player.proof(receipt)):
            raise Refused("receipt", "it is not valid")


@for_each("game, name", [(game, name) for game in CASES for name in CASES[game]])
def test_attacks_are_refused(game: str, name: str) -> None:
    """The player of the JavaScript package refuses the same."""
    attacked = Attacked(game)
    for step, *values in CASES[game][name]:
        act = getattr(attacked, step.removeprefix("!").replace(" ", "_"))
        if step.startswith("!"):
            refuse(attacked.player, act, *values)
        else:
            act(*values)


def test_the_text_is_for_one_shoe() -> None:
    for is_private in (True, False):
        table = Table("holdem", is_private=is_private)
        other = post(CLIENT, "/v1/shoes", **table.asked)
        player = table.players["1"]
        assert player.text
        refuse(player, player.accept, "1", other, **table.options)
        again = Player(json.loads(json.dumps(player._secrets)))
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
    secrets = table.players["Ann"]._secrets
    table.token = token
    del table.responses[count:]
    second = table.take("draw", count=2, seat="Ann")["Ann"]
    again = Player(json.loads(json.dumps(secrets)))
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
    again = Player(json.loads(json.dumps(player._secrets)))
    table.accept("2", again)
    assert again.leave() == in_advance
    for response in table.responses:
        again.follow(response["2"])
    refuse(again, again.consent, "deal")
    assert post(CLIENT, VERIFY, **player.proof(table.reveal()))["valid"] is None


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
    token = opened.pop("shoe")
    player = Player(create_secrets())
    drawn = post(
        CLIENT, "/v1/shoes/draw", shoe=token, count=2, seat="Ann", client_seed="c0ffee"
    )
    plain = post(CLIENT, "/v1/shoes/draw", shoe=token, count=2, seat="Ann")
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
    assert post(CLIENT, VERIFY, **player.proof(receipt))["valid"] is True


@for_each(
    "vector",
    VECTORS["sealed"],
    ids=lambda vector: vector["asked"].get(
        "name", vector["asked"]["terms"].get("game")
    ),
)
def test_vectors_are_followed(vector: Json) -> None:
    """The responses that the independent implementation leads to, for the first seat with keys or for a spectator."""
    asked = vector["asked"]
    answer = vector["answer"]
    terms = asked["terms"]
    client_seed = asked["client_seed"]
    secrets = asked.get("secrets", {})
    seats = list_seats(terms)
    seat = next(iter(secrets or seats or ()), "1")
    player = Player(create_secrets())
    if secrets:
        texts = (
            dict(zip(secrets, client_seed.split(","), strict=False))
            if "words" in terms
            else {}
        )
        own = {
            "sign": write_bytes(bytes.fromhex(secrets[seat]["consent"])),
            "view": secrets[seat]["view"]["d"],
        }
        player = Player(
            {**create_secrets(), **own, "text": texts.get(seat, "no text of the shoe")}
        )
    commitment, *digests = answer["digests"]
    opened = {
        "commitment": commitment,
        "seed_hash": answer["seed_hash"],
        "digest": commitment,
        "terms": terms,
    }
    codes = list_codes(terms) if "deck" in terms else None
    options: Json = {
        "codes": codes,
        "seats": seats,
        "terms": terms if "consent" in terms else None,
    }
    options |= {} if "words" in terms else {"beacon": client_seed}
    if "consent" in terms and {terms["consent"]["quorum"]} != {
        len(terms["consent"]["keys"])
    }:
        assert refuse(player, player.accept, seat, opened, **options) == "terms.consent"
        return
    player.accept(seat, opened, **options)
    shown = {
        (card["round"], card["position"]): card for card in answer.get("shown", [])
    }
    for number, (seen, digest) in enumerate(zip(answer["seen"], digests, strict=True)):
        view = {"seen": seen, "digest": digest, "client_seed": client_seed}
        if terms["reveal"] != "all":
            faces = seen.get("cards", seen.get("integers"))
            places = zip(seen["rounds"], seen["positions"], faces, strict=True)
            told = [
                (number, position)
                for number, position, face in places
                if face is not None
            ]
            if not set(told) <= shown.keys():
                return
            view["shown"] = [shown[place] for place in told]
        if secrets:
            action = answer["consents"][number]
            assert player.consent(**action["action"]) == action["consents"][seat]
            view["views"] = {
                name: encrypt(
                    text["text"].encode().ljust(text["bytes"]), secrets[name]["view"]
                )
                for name, text in answer.get("views", [{}] * len(digests))[
                    number
                ].items()
            }
        player.follow(view)
        assert player.digest == digest
    if secrets and not player.round:
        assert player.leave() == answer["leaves"][seat]


def list_seats(terms: Json) -> list[str] | None:
    if "game" not in terms:
        return None
    arguments = {"players": terms["players"]}
    seats: list[str] = json_object(
        CLIENT.get(f"/v1/games/{terms['game']}", query_string=arguments)
    )["seats"]
    return seats


@for_each("vector", VECTORS["views"])
def test_vectors_of_views_are_opened(
    monkeypatch: pytest.MonkeyPatch, vector: Json
) -> None:
    player = Player({**create_secrets(), "view": vector["asked"]["secret"]["d"]})
    view = json.loads(vector["asked"]["text"])
    player.seat, player.digest = view["seat"], view["digest"]
    noted = list[Json]()
    monkeypatch.setattr(player, "_learn", lambda _, cards: noted.extend(cards))
    hidden = [
        {"round": card["round"], "position": card["position"]} for card in view["cards"]
    ]
    assert player._open_view(vector["answer"]["jwe"], hidden) == view["cards"] == noted


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers(1 - 2**53, 2**53 - 1) | st.text(),
        st.lists,
    )
)
def test_canonical_json_is_that_of_the_standard(value: Any) -> None:
    assert _canonical({"b": value, "a_1": value}) == dumps({"b": value, "a_1": value})


def test_without_cryptography_the_error_names_the_extra() -> None:
    code = "import sys; sys.modules['cryptography'] = None; import shuffle_and_deal; import shuffle_and_deal.player"
    environment = {"PYTHONPATH": str(ROOT / "clients" / "python")}
    run = subprocess.run(
        [sys.executable, "-c", code],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert "shuffle-and-deal-client[player]" in run.stderr.splitlines()[-1]
