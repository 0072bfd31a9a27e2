"""Private hands, lived at random over HTTP, checked by an implementation in another language.

PRIVATE_LIVES is the number of shoes of `shoe3`, by default 1000, and 200 in CI. Each ends with a full or a partial
receipt, to which players add cards of their views, and goes to both verifiers: as it is, and with one value altered.
"""

import json
import os
import secrets
from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import dataclass, field
from operator import itemgetter
from pathlib import Path
from random import Random
from re import fullmatch
from urllib.request import urlopen

import pytest

from service.core.crypto.jwk import Ed25519Key, P256Key
from service.core.games.catalogue import GAMES
from tests.conftest import run_service
from tests.core.crypto.test_jwk import ED25519, NO_KEYS, P256
from tests.core.sealed.seats import Player, private_terms, sit_down
from tests.independent.request_generator import Fields
from tests.independent.test_receipts import Service
from tests.independent.test_sealed_games import REFUSED, Alterations, Life
from tests.independent.verifier import run_verifier

pytestmark = pytest.mark.node

LIVES = int(os.environ.get("PRIVATE_LIVES", "200" if "CI" in os.environ else "1000"))
ITEMS = ("knight", "knight", "a, b", 'a "queen" \\ of\n', " é\U0001f0a1", "1", "null")


@pytest.fixture(scope="module")
def signing() -> Iterator[str]:
    """The base address of a service that signs states."""
    with run_service(SIGNING_KEYS=secrets.token_urlsafe(32)) as base:
        yield base


def flip(digits: str) -> str:
    """Return other hexadecimal digits."""
    return ("1" if digits[0] == "0" else "0") + digits[1:]


@dataclass
class PrivateLife(Life):
    """A shoe of `shoe3` at random, with consent, views, shown cards, or without.

    `files` are what can be checked of it besides its receipt: shown cards alone, and signed states. Seats sign the body
    as it is sent, all of those that must.
    """

    players: dict[str, Player] = field(default_factory=dict)
    opened: Fields = field(default_factory=dict)
    told: list[int] = field(default_factory=list)
    shown: list[Fields] = field(default_factory=list)
    root: str | None = None
    digest: str = ""
    draws: int = 0
    files: list[Fields] = field(default_factory=list)

    def play(self) -> Fields:
        self.auditor = Player("auditor")
        self.opened = self.open()
        self.token, self.stages = self.opened["shoe"], self.opened.get("stages", ())
        self.digest = self.opened["digest"]
        self.keep_state(self.opened)
        client_seed = self.random.choice([None, "correct horse", 'é\U0001f0a1 " \\ \n'])
        for _ in range(self.random.randint(0, 8)):
            self.send(client_seed if not self.draws else None)
        file: Fields = {"receipt": self.reveal(), "seen": self.seen, "commitment": self.opened["commitment"]}
        if file["receipt"]["client_seed"] is not None:
            file["client_seed"] = file["receipt"]["client_seed"]
        if self.random.random() < 0.5:
            file["digest"] = self.digest
        return file

    def open(self) -> Fields:
        """Open a shoe, whose seats may have keys."""
        terms = self.choose_terms()
        reveal = self.random.choice(["all", "shown", "shown", "auditor"])
        seats = [str(number) for number in range(1, self.random.randint(2, 4))]
        if "game" in terms:
            seats = list(GAMES[terms["game"]].seats(terms["players"]))
        if seats and self.random.random() < 0.6:
            self.players = sit_down(*self.random.sample(seats, self.random.randint(1, len(seats))))
            count = len(self.players)
            quorum, start = self.random.randint(1, count), self.random.randint(0, count)
            terms |= private_terms(self.players, with_views=reveal != "all", quorum=quorum, start=start)
        terms |= {"reveal": reveal} | ({"auditor": self.auditor.view_key} if reveal == "auditor" else {})
        return self.service.post("/v1/shoes", **terms)

    def choose_terms(self) -> Fields:
        terms = super().choose_terms()
        if "deck" in terms and self.random.random() < 0.5:
            terms = {name: value for name, value in terms.items() if name not in {"deck", "decks"}}
            terms["items"] = [self.random.choice(ITEMS) for _ in range(self.random.randint(16, 40))]
        return terms

    def sign(self, action: str, body: Fields) -> Fields:
        """Return a body with the consents of all seats."""
        fields = {name: value for name, value in body.items() if name != "shoe"}
        consents = {seat: player.consent(self.digest, action, **fields) for seat, player in self.players.items()}
        return body | ({"consents": consents} if consents else {})

    def send(self, client_seed: str | None) -> None:
        fields = self.choose_request() | ({"client_seed": client_seed} if client_seed else {})
        action = "draw" if "count" in fields else "deal"
        status, response = self.service.send(f"/v1/shoes/{action}", self.sign(action, fields | {"shoe": self.token}))
        if status != 200:
            assert status in {409, 422}, response
            assert response["errors"].keys() <= REFUSED, (fields, response)
            return
        self.token, self.digest, self.draws = response["shoe"], response["digest"], response["draws"]
        self.keep_state(response)
        for stage in response.get("dealt_stages", [response]):
            self.keep_stage(stage)
        self.root = response["root"]

    def choose_request(self) -> Fields:
        """Return the members of a deal or a draw."""
        fields: Fields = {"reshuffle": True} if self.random.random() < 0.15 else {}
        if self.stages and self.random.random() < 0.6:
            return fields | ({"through": self.random.choice(self.stages)} if self.random.random() < 0.3 else {})
        fields |= {"count": self.random.choice([1, 2, 5, 40])}
        if self.random.random() < 0.4:
            fields["seat"] = self.random.choice([*self.players, "1"])
        if self.random.random() < 0.7:
            fields["in_play"] = self.choose_in_play()
        if self.random.random() < 0.3:
            fields |= {"from": self.random.choice(["top", "bottom"]), "burn": 1}
        return fields

    def keep_state(self, response: Fields) -> None:
        if self.random.random() < 0.1:
            self.files.append({name: response[name] for name in ("digest", "signed")})

    def keep_stage(self, stage: Fields) -> None:
        """Keep what was seen of a stage or a draw, and read the views of its seats."""
        entry = stage["seen"]
        self.seen.append(entry)
        if "roots" in entry:
            self.told.clear()
        last = sum(len(one.get("roots", ())) for one in self.seen) - 1
        faces = entry["cards" if "cards" in entry else "integers"]
        for number, position, face in zip(entry["rounds"], entry["positions"], faces, strict=True):
            if face is not None and number == last:
                self.told.append(position)
        for seat, text in stage.get("views", {}).items():
            self.shown += json.loads(self.players[seat].read(text))["cards"]

    def reveal(self) -> Fields:
        """Return the receipt, a partial one with cards that were told or that players add."""
        body: Fields = {"shoe": self.token}
        if self.told and self.random.random() < 0.7:
            positions = self.random.sample(self.told, self.random.randint(1, min(5, len(self.told))))
            (shown,) = [self.service.post("/v1/shoes/show", shoe=self.token, positions=positions)["shown"]]
            alone = {"shown": self.random.choice([shown, shown[0]]), "root": self.root, "terms": self.opened["terms"]}
            self.files.append(alone)
            body["show"] = {"positions": positions}
        revealed = self.service.post("/v1/shoes/reveal", **self.sign("reveal", body))
        receipt: Fields = revealed["receipt"]
        assert (receipt["commitment"], receipt["terms"]) == (self.opened["commitment"], self.opened["terms"])
        assert ("server_seed" in receipt) is (self.opened["terms"]["reveal"] == "all" and "show" not in body)
        if "shown" in receipt:
            added = self.random.sample(self.shown, self.random.randint(0, min(4, len(self.shown))))
            cards = {(card["round"], card["position"]): card for card in (*receipt["shown"], *added)}
            receipt["shown"] = [cards[place] for place in sorted(cards)]
        if "audit" in revealed and self.random.random() < 0.5:
            receipt = json.loads(self.auditor.read(revealed["audit"]))
        return receipt


class PrivateAlterations(Alterations):
    """Alterations of a receipt of `shoe3`, full or partial."""

    def choose(self) -> Callable[[], str]:
        receipt = self.file["receipt"]
        if "server_seed" in receipt and self.random.random() < 0.6:
            return super().choose()
        kinds = [self.alter_seed, self.alter_label, self.alter_digest]
        if receipt["drawn"]["draws"]:
            kinds += [self.alter_root, self.alter_place, self.alter_total, self.alter_client_seed]
        if any(entry["positions"] for entry in self.file["seen"]):
            kinds += [self.alter_position, self.remove_position]
        if any("in_play" in entry for entry in self.file["seen"]):
            kinds.append(self.alter_in_play)
        if receipt.get("shown"):
            kinds += [self.alter_shown] * 3
        if receipt.get("root"):
            kinds.append(self.alter_last_root)
        return self.random.choice(kinds)

    def alter_seed(self) -> str:
        receipt = self.file["receipt"]
        name = "server_seed" if "server_seed" in receipt else "seed_hash"
        receipt[name] = flip(receipt[name])
        return "commitment"

    def alter_root(self) -> str:
        entry = self.random.choice([entry for entry in self.file["seen"] if "roots" in entry])
        at = self.random.randrange(len(entry["roots"]))
        entry["roots"][at] = flip(entry["roots"][at])
        return r"seen\[\d+\]\.roots.*|drawn\.digest|root|shown\[\d+\]"

    def alter_last_root(self) -> str:
        self.file["receipt"]["root"] = flip(self.file["receipt"]["root"])
        return r"seen\[\d+\]\.roots.*|root|shown\[\d+\]"

    def alter_place(self) -> str:
        """Give an entry another seat, which is in the record alone."""
        entry = self.random.choice(self.file["seen"])
        entry["seat"] = "0"
        return r"drawn\.digest|seen\[\d+\].*"

    def alter_position(self) -> str:
        entry = self.random.choice([entry for entry in self.file["seen"] if entry["positions"]])
        at = self.random.randrange(len(entry["positions"]))
        entry["positions"][at] += 1 if entry["positions"][at] == 0 else -1
        return self.ANYWHERE

    def alter_shown(self) -> str:
        shown = self.random.choice(self.file["receipt"]["shown"])
        alter_shown_card(shown, self.random)
        return r"shown\[\d+\].*|round \d+, position \d+.*"


def alter_shown_card(shown: Fields, random: Random) -> None:
    """Alter a value of a shown card."""
    match random.choice(["face", "salt", "path", "position", "index"]):
        case "face" if "integer" in shown:
            shown["integer"] += 1
        case "face":
            shown["card"] = "another"
        case "path" if shown["path"]:
            at = random.randrange(len(shown["path"]))
            shown["path"][at] = flip(shown["path"][at])
        case "position" | "index" as name:
            shown[name] += 1 if shown[name] == 0 else -1
        case _:
            shown["salt"] = flip(shown["salt"])


def alter_alone(file: Fields, random: Random) -> str:
    """Alter shown cards or a state."""
    if "digest" in file:
        file["digest"] = flip(file["digest"])
        return r"signed.*"
    cards = file["shown"] if isinstance(file["shown"], list) else [file["shown"]]
    if random.random() < 0.3:
        file["root"] = flip(file["root"])
    else:
        alter_shown_card(random.choice(cards), random)
    return r"shown.*"


def list_unchecked(file: Fields) -> set[str]:
    """Return what a check of a file leaves unchecked though all draws are there."""
    if "receipt" not in file:
        return set()
    return set() if "server_seed" in file["receipt"] else {"order"}


def test_random_private_hands_are_valid_and_an_alteration_is_located(signing: str, seed: int, tmp_path: Path) -> None:
    random = Random(seed)
    files: list[Fields] = []
    with Service(signing) as service:
        for _ in range(LIVES):
            life = PrivateLife(service, random)
            files += [life.play(), *life.files]
        keys = tmp_path / "jwks.json"
        keys.write_bytes(urlopen(f"{signing}/.well-known/jwks.json").read())
        compare(service, files, keys)
        altered = deepcopy(files)
        patterns = [
            PrivateAlterations(file, random).choose()() if "receipt" in file else alter_alone(file, random)
            for file in altered
        ]
        assert all(file != before for file, before in zip(altered, files, strict=True))
        for file, pattern, result in zip(altered, patterns, check(altered, keys), strict=True):
            assert result["valid"] is False, (pattern, result, file)
            assert fullmatch(pattern, result["difference"]["where"]), (pattern, result, file)
            where = service.find_difference(file) or ""
            assert fullmatch(pattern, where), (pattern, where, result, file)


def compare(service: Service, files: list[Fields], keys: Path) -> None:
    """Check files as they are."""
    for file, result in zip(files, check(files, keys), strict=True):
        unchecked = list_unchecked(file)
        assert result["valid"] is (None if unchecked else True), (result, file)
        assert set(result.get("unchecked", ())) == unchecked, (result, file)
        assert service.find_verdict(file) == (result["valid"], unchecked), file


def check(files: list[Fields], keys: Path) -> list[Fields]:
    """Return the results of the other implementation; it takes the service's keys for states alone."""
    states = [number for number, file in enumerate(files) if "receipt" not in file and "digest" in file]
    others = [number for number in range(len(files)) if number not in {*states}]
    results = run_verifier("lines", [files[number] for number in others])
    results += run_verifier("lines", [files[number] for number in states], "--keys", str(keys))
    return [result for _, result in sorted(zip(others + states, results, strict=True), key=itemgetter(0))]


def test_both_accept_the_same_keys() -> None:
    terms = {"scheme": "shoe3", "stream": "sd1", "min": 1, "max": 1, "algorithm": "fisher_yates", "cut": 0}
    terms |= {"reshuffle": "when_empty", "reveal": "auditor"}
    shown = {"round": 0, "position": 0, "index": 0, "integer": 1, "salt": "00" * 32, "path": []}
    files = []
    for kind, key in [(Ed25519Key(), ED25519), (P256Key(), P256), *((kind, key) for kind, key, _ in NO_KEYS)]:
        keys = {"signing": ED25519, "auditor": P256} | {"signing" if isinstance(kind, Ed25519Key) else "auditor": key}
        consent = {"keys": {"1": keys["signing"]}, "quorum": 1, "start": 1}
        members = terms | {"auditor": keys["auditor"], "consent": consent}
        files.append({"shown": shown, "root": "00" * 32, "terms": members})
    results = run_verifier("lines", files)
    assert [result["difference"]["where"] for result in results[:2]] == ["shown"] * 2
    for file, result in zip(files[2:], results[2:], strict=True):
        assert result["refused"]["where"].startswith("terms."), (file, result)
