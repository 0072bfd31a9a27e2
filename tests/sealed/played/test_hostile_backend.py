"""A backend that cheats at private hands: it learns no card early, and a folded one never.

It holds every token, every signature that was sent, and the keys of the seats that are its own, and it reads what all
are told. It has no key of an honest player.
"""

import json
import operator
from base64 import urlsafe_b64encode
from collections.abc import Callable
from copy import deepcopy
from dataclasses import dataclass
from random import Random
from typing import Any

import pytest
from cryptography.exceptions import InvalidSignature
from joserfc.errors import JoseError

from service.sealed.turns.jwe import encrypt
from tests.docs.private_player import DEFAULTS, Player, form_action, tag
from tests.http.spec import json_object, post
from tests.private_hands import PrivateTable, private_terms
from tests.sealed.played.service import CLIENT, COPY, SERVICE_KEY, send
from tests.tables import read_table

Json = dict[str, Any]


def drop_terms(members: Json) -> Json:
    """Return the members of an object without its terms."""
    return {name: value for name, value in members.items() if name != "terms"}


AUDITOR = Player("auditor", (), (), SERVICE_KEY).keys[1]
REFUSALS = (AssertionError, InvalidSignature, JoseError, LookupError)

Turn = tuple[str, Json]
GAMES = read_table("sealed/played/hostile_games.yaml")
GAMES["duel"]["terms"]["auditor"] = AUDITOR
GAMES["items"]["terms"]["items"] = [
    f'role {number}, "{number * number}"' for number in range(30)
]


@dataclass(frozen=True)
class State:
    """A state of a shoe, as the backend keeps it."""

    token: str
    digest: str


class HostileBackend:
    """A backend, and the hand that honest players play at it, some of whose seats are its own."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.texts = list[str]()
        game = GAMES[random.choice(list(GAMES))]
        seats = game["seats"]
        self.contents: Json = game["terms"]
        self.turns: list[Turn] = game["turns"]
        self.table = PrivateTable(self.relay, SERVICE_KEY, seats, **self.contents)
        # never all of them
        self.own = random.sample(seats, random.randrange(len(seats)))
        self.honest = {
            seat: player
            for seat, player in self.table.players.items()
            if seat not in self.own
        }
        self.states = [
            State(shoe["shoe"], shoe["digest"]) for shoe in self.table.openings
        ]
        self.bodies: list[Turn] = []
        # of the honest, by digest and action
        self.consents: dict[tuple[str, bytes], dict[str, str]] = {}

    def relay(self, path: str, **body: Any) -> Json:
        """Send a request that all players signed, keep the response, and show each honest player an altered one."""
        taken = send(path, **body)
        self.keep(json.dumps(taken))
        if "seen" in taken or "dealt_stages" in taken:
            self.states.append(State(taken["shoe"], taken["digest"]))
            for seat, player in self.honest.items():
                self.alter(taken, seat, player)
        return taken

    def keep(self, text: str) -> None:
        """Append a response to `texts` without its terms, which contain the items of a shoe."""
        self.texts.append(json.dumps(json.loads(text, object_hook=drop_terms)))

    def alter(self, taken: Json, seat: str, player: Any) -> None:
        """Show an honest player an altered response of the service, and check that the player refuses it."""
        altered = deepcopy(taken)
        other = self.random.choice(self.states[:-1])
        stage = self.random.choice(altered.get("dealt_stages", [altered]))
        seen = stage["seen"]
        positions = seen["positions"]
        cards = seen["cards"]
        shown = stage["shown"]
        views = stage.setdefault("views", {})
        number = self.random.randrange(len(cards))
        face = None if cards[number] else self.codes[0]
        empty_view = encrypt(b"{}", player.keys[1])
        foreign = [views[name] for name in views if name != seat]
        foreign_view = self.random.choice([*foreign, empty_view])
        texts = ",".join([player.text] * len(self.table.players))
        changes: list[Callable[[], object]] = [
            positions.reverse if len(positions) > 1 else lambda: positions.append(0),
            lambda: seen.update(roots=["00" * 32]),
            lambda: seen.update(in_play=[0]),
            lambda: seen.update(places=[seat] * len(positions), seat=seat),
            lambda: operator.setitem(cards, number, face),
            shown.pop if shown else lambda: shown.append({}),
            lambda: views.pop(seat, None) or views.update({seat: empty_view}),
            lambda: views.update({seat: foreign_view}),
            lambda: altered.update(digest=other.digest),
            lambda: altered.update(signed=self.table.opened["signed"]),
        ]
        if not self.table.seen:
            changes.append(lambda: altered.update(client_seed=texts))
        if shown:
            changes.append(lambda: shown[0].update(index=shown[0]["index"] ^ 1))
            changes.append(lambda: shown[0].update(salt="00" * 32))
        self.random.choice(changes)()
        before = player.digest
        with pytest.raises(REFUSALS):
            player.follow(altered)
        assert player.digest == before

    def play(self, path: str, **body: Any) -> None:
        """Send the request that the rules prescribe next; every player signs it."""
        if len(self.staying) > 1 and self.random.random() < 0.2:
            self.table.left.append(self.random.choice(list(self.staying)))
        signatures = {
            seat: player.consent(path, **body) for seat, player in self.staying.items()
        }
        digest = next(iter(self.honest.values())).digest
        self.consents[digest, form_action(path, body)] = signatures
        self.bodies.append((path, body))
        for player in self.staying.values():
            with pytest.raises(AssertionError):
                player.consent("draw", count=99)
            with pytest.raises(AssertionError):
                player.consent(path, **body | {"client_seed": player.text})
        if path != "reveal":
            self.table.take(path, **body)

    def attempt(self) -> None:
        """Send a random request with the signatures that the backend has; it must fail unless the honest consented."""
        state = self.random.choice(self.states)
        path, body = self.invent()
        if self.bodies and self.random.random() < 0.3:
            path, body = self.random.choice(self.bodies)
        sent: Json = {"shoe": state.token} | body | self.sign(state, path, body)
        if self.random.random() < 0.3:  # the same action in another spelling
            defaults = DEFAULTS[path]
            names = [name for name in defaults if defaults[name] is not None]
            sent = {name: defaults[name] for name in names} | sent
        if path != "reveal" and state in self.states[:2] and self.random.random() < 0.9:
            sent["words"] = [player.text for player in self.table.players.values()]
        response = CLIENT.post(f"/v1/shoes/{path}", json=sent)
        if response.status_code != 200:
            assert response.status_code in {409, 422}, response.text
            self.check_refusal(response.text, json.dumps(body))
            return
        self.keep(response.text)
        if path != "reveal" or self.table.terms["reveal"] != "shown":
            assert (state.digest, form_action(path, body)) in self.consents, body
        if path == "reveal":
            assert json_object(response)["receipt"]["shown"] == []
            assert "server_seed" not in response.text

    def check_refusal(self, text: str, sent: str) -> None:
        """Check that a refusal (`text`) names only cards that the request (`sent`) named."""
        refusal = json.loads(text)
        sentences = [refusal["detail"], refusal.get("errors")]
        words = json.dumps(sentences, ensure_ascii=False)
        named = [code for code in self.codes if code in words]
        assert all(code in sent for code in named), text

    @property
    def staying(self) -> dict[str, Any]:
        """The honest players who have not left."""
        return {
            seat: player
            for seat, player in self.honest.items()
            if seat not in self.table.left
        }

    @property
    def codes(self) -> list[str]:
        """The cards of the shoe by index, as the honest players know them."""
        codes: list[str] = next(iter(self.honest.values())).codes
        return codes

    def invent(self) -> Turn:
        """Return a random request; each member may be left out."""
        random = self.random
        path = random.choice(("deal", "draw", "draw", "reveal"))
        if path == "reveal":
            return path, {}
        members: Json = {
            "reshuffle": True,
            "seats": self.own,
            "client_seed": "correct horse",
        }
        if path == "deal":
            members |= {"stage": "flop", "through": "river", "each_seat": True}
        else:
            positions = random.sample(range(len(self.codes)), 8)
            codes = random.sample(self.codes, 3)
            members |= {
                "burn": 1,
                "from": "bottom",
                "pile": random.choice(["stock", "burns"]),
                "in_play": random.choice([positions, codes]),
                "seat": random.choice(list(self.table.players)),
            }
        body = {name: members[name] for name in members if random.random() < 0.2}
        if path == "draw":
            body["count"] = random.randrange(1, 30)
        return path, body

    def sign(self, state: State, path: str, body: Json) -> Json:
        """Return real signatures of the backend's own seats, and replayed or forged ones for the honest seats."""
        commitment = bytes.fromhex(self.table.opened["commitment"])
        random = self.random
        consent = tag("consent", bytes.fromhex(state.digest), form_action(path, body))
        leave = tag("leave", commitment, random.randrange(2).to_bytes(4))
        consents: dict[str, str] = {}
        leaves: dict[str, str] = {}
        for seat in self.own:
            if random.random() < 0.3:
                leaves[seat] = self.write(seat, leave)
            else:
                consents[seat] = self.write(seat, consent)
        forged = [
            self.write(own, text) for own in self.own for text in (consent, leave)
        ]
        for seat in self.honest:
            if seat in self.table.left and random.random() < 0.8:
                leaves[seat] = self.table.players[seat].leave()
                continue
            choices = forged + self.list_replays(seat, state)
            if choices:
                sent = random.choice([consents, consents, consents, leaves, {}])
                sent[seat] = random.choice(choices)
        return {"consents": consents, "leaves": leaves}

    def list_replays(self, seat: str, state: State) -> list[str]:
        """Return all consents that an honest seat gave, those for a state five times."""
        replays = []
        for (digest, _), signatures in self.consents.items():
            if seat in signatures:
                replays += [signatures[seat]] * (5 if digest == state.digest else 1)
        return replays

    def write(self, seat: str, text: bytes) -> str:
        """Return the signature of one of the backend's own seats."""
        signature = self.table.players[seat].signing.private_key.sign(text)
        return urlsafe_b64encode(signature).decode().rstrip("=")

    def deceive(self) -> None:
        """Offer shoes with altered terms to new players who agreed on the terms; check that they refuse to begin."""
        seats = list(self.table.players)
        players = {seat: Player(seat, seats, (), SERVICE_KEY) for seat in seats}
        signing, reading = Player("mine", seats, (), SERVICE_KEY).keys
        seat = next(iter(self.honest))
        request = private_terms(players, **self.contents)
        agreed = send("/v1/shoes", **request)["terms"]
        changes: list[Callable[[Json], object]] = [
            lambda terms: terms.update(label="marked"),
            lambda terms: terms.update(algorithm="inside_out"),
            lambda terms: terms.pop("view_keys"),
            lambda terms: terms["view_keys"].pop(seat),
            lambda terms: terms["view_keys"].update({seat: reading}),
            lambda terms: terms["consent"]["keys"].update({seat: signing}),
            lambda terms: terms["consent"].update(start=1, quorum=1),
            lambda terms: terms["consent"].update(quorum=1),
            lambda terms: terms["words"].reverse(),
            lambda terms: terms.pop("words"),
        ]
        altered = deepcopy(request)
        self.random.choice(changes)(altered)
        opened = send("/v1/shoes", **altered)
        copied = post(COPY, "/v1/shoes", **request)
        for false in (opened, opened | {"terms": agreed}, copied):
            with pytest.raises(REFUSALS):
                players[seat].begin(false, agreed)

    def forge(self) -> None:
        """Send the honest players views with cards that are not theirs, and check that no player accepts one."""
        hands = [self.table.players[seat].cards for seat in self.own]
        cards = [card for hand in hands for card in hand][:2]
        for seat, player in self.honest.items():
            places = [(card["round"], card["position"]) for card in player.cards][:2]
            if self.random.random() < 0.5:
                cards = [
                    card | {"round": number, "position": position}
                    for card, (number, position) in zip(cards, places, strict=False)
                ]
            view = {"cards": cards, "digest": player.digest, "seat": seat}
            text = encrypt(json.dumps(view).encode(), player.keys[1])
            with pytest.raises(AssertionError):
                player.open(text, player.digest, places or [(0, 0)])

    def finish(self) -> None:
        """Reveal the shoe after everybody folds, and check that no response has a secret card of an honest seat."""
        signed = {}
        if self.table.terms["reveal"] == "auditor":
            self.play("reveal")
            signed = self.table.sign("reveal")
        self.relay("/v1/shoes/reveal", shoe=self.table.token, **signed)
        assert "server_seed" not in self.texts[-1]
        for _ in range(4):
            self.attempt()
        told = {card for seen in self.table.seen for card in seen["cards"] if card}
        kept = "\n".join(self.texts)
        for player in self.honest.values():
            for card in player.cards:
                assert card["salt"] not in kept
                if card["card"] not in told:
                    assert json.dumps(card["card"]) not in kept


def run_attempts(count: int, random: Random) -> None:
    """Play hands with a hostile backend until it has made `count` attempts, four in each state of each hand."""
    while count > 0:
        backend = HostileBackend(random)
        for path, body in backend.turns:
            for _ in range(4):
                backend.attempt()
            backend.play(path, **body)
            count -= 4
        backend.deceive()
        backend.forge()
        backend.finish()
        count -= 4


def test_no_hostile_backend_learns_a_card_early_or_a_folded_one_ever() -> None:
    run_attempts(100, Random(33))


@pytest.mark.exhaustive
def test_a_thousand_attempts_tell_no_card_either(seed: int) -> None:
    run_attempts(1_000, Random(seed))
