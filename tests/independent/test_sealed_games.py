"""Shoes of games, decks and integers, lived at random over HTTP, checked by an implementation in another language.

SEALED_LIVES is the number of shoes, by default 1000, and 200 in CI. Each ends with a reveal; the list of what was seen
and the receipt go to both verifiers as they are, and again with one value altered.
"""

import os
from collections.abc import Callable, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from random import Random
from re import fullmatch
from typing import Any, ClassVar

import pytest

from service.core.games.catalogue import GAMES
from tests.independent.request_generator import Fields
from tests.independent.test_receipts import EXACT, Service, compare_notes
from tests.independent.verifier import run_verifier

pytestmark = pytest.mark.node

LIVES = int(os.environ.get("SEALED_LIVES", "200" if "CI" in os.environ else "1000"))
MAX_REQUESTS = 8
DECKS = ("standard", "euchre", "riichi", "dominoes")
REFUSED = {"stage", "through", "count", "burn", "in_play", "reshuffle", "pile", "seat", "shoe", "from"}


@dataclass
class Life:
    """A shoe at random: deals, draws from its piles, rounds with cards in play and new hands, until it is revealed.

    What was seen is that of the dealer, or in a draw or a deal that of one seat.
    """

    service: Service
    random: Random
    seen: list[Fields] = field(default_factory=list)
    token: str = ""
    stages: Sequence[str] = ()

    def play(self) -> Fields:
        """Return the receipt and the list of what was seen."""
        opened = self.service.post("/v1/shoes", **self.choose_terms())
        self.token, self.stages = opened["shoe"], opened.get("stages", ())
        client_seed = self.random.choice([None, "correct horse", 'é\U0001f0a1 " \\ \n'])
        for _ in range(self.random.randint(1, MAX_REQUESTS)):
            self.send(client_seed if not self.seen else None)
        receipt = self.service.post("/v1/shoes/reveal", shoe=self.token)["receipt"]
        assert (receipt["commitment"], receipt["terms"]) == (opened["commitment"], opened["terms"])
        noted = {"commitment": opened["commitment"]}
        if receipt["client_seed"] is not None:
            noted["client_seed"] = receipt["client_seed"]
        return {"receipt": receipt, "seen": self.seen, **noted}

    def choose_terms(self) -> Fields:
        """Return terms of a shoe of a game, of a deck or of integers."""
        reshuffle = self.random.choice(["when_empty", "when_empty", "at_cut", "never"])
        terms: Fields = {"reshuffle": reshuffle, "algorithm": self.random.choice(EXACT)}
        if self.random.random() < 0.3:
            terms["label"] = "table é 7"
        match self.random.choice(["game", "game", "game", "deck", "integers"]):
            case "game":
                game = self.random.choice(list(GAMES.values()))
                terms |= {"game": game.name, "players": self.random.randint(game.players.min, game.players.max)}
                if game.max_cards and self.random.random() < 0.5:
                    terms["cards"] = self.random.randint(1, game.max_cards(terms["players"]))
                if game.name == "bridge" and self.random.random() < 0.5:
                    terms["board"] = self.random.randint(1, 40)
                if reshuffle == "at_cut" and not game.continues:
                    terms["reshuffle"] = "when_empty"
            case "deck":
                terms |= {"deck": self.random.choice(DECKS), "decks": self.random.randint(1, 2)}
            case "integers":
                terms |= {"min": self.random.randint(-5, 5), "max": self.random.randint(20, 300)}
        return terms | ({"cut": self.random.randint(0, 15)} if terms["reshuffle"] == "at_cut" else {})

    def send(self, client_seed: str | None) -> None:
        """Deal or draw; a request that the shoe refuses leaves its token as good as it was."""
        fields: Fields = {"shoe": self.token} | ({"client_seed": client_seed} if client_seed else {})
        path = "/v1/shoes/draw"
        if self.stages and self.random.random() < 0.5:
            path = "/v1/shoes/deal"
            if self.random.random() < 0.3:
                fields["through"] = self.random.choice(self.stages)
        else:
            if self.random.random() < 0.3:
                fields["seat"] = self.random.choice(["1", 2])
            fields |= {"count": self.random.choice([1, 2, 5, 40]), "burn": self.random.choice([0, 0, 1])}
            if self.random.random() < 0.5:
                fields["in_play"] = self.choose_in_play()
            if self.random.random() < 0.3:
                fields["from"] = self.random.choice(["top", "bottom"])
        if self.stages and self.random.random() < 0.3:
            fields["each_seat"] = True
        if self.random.random() < 0.2:
            fields["reshuffle"] = True
        status, response = self.service.send(path, fields)
        if status != 200:
            assert status in {409, 422}, response
            assert response["errors"].keys() <= REFUSED, (fields, response)
            return
        self.token = response["shoe"]
        told = self.random.choice([response, *response.get("seat_views", {}).values()])
        self.seen += [stage["seen"] for stage in told.get("dealt_stages", [told])]

    def choose_in_play(self) -> list[int]:
        """Return positions that were taken in the last round that anything was seen of."""
        rounds = [number for entry in self.seen for number in entry["rounds"]]
        places = [
            position
            for entry in self.seen
            for number, position in zip(entry["rounds"], entry["positions"], strict=True)
            if number == rounds[-1]
        ]
        return self.random.sample(places, self.random.randint(0, len(places)))


@dataclass
class Alterations:
    """Alterations of a receipt and its list, each returning a pattern of the path at which a check must find it."""

    file: Fields
    random: Random

    ANYWHERE: ClassVar = r"round \d+, position \d+( \(.*\))?|seen\[\d+\].*|drawn.*"

    def choose(self) -> Callable[[], str]:
        """Return an alteration that this file can have."""
        kinds = [self.alter_digest, self.alter_label]
        if self.file["seen"]:
            kinds += [self.alter_total, self.alter_client_seed, self.remove_position]
        if any(self.told(entry) for entry in self.file["seen"]):
            kinds += [self.alter_card] * 3
        if any("in_play" in entry for entry in self.file["seen"]):
            kinds += [self.alter_in_play] * 2
        return self.random.choice(kinds)

    @staticmethod
    def told(entry: Fields) -> list[Any]:
        """Return the cards or integers that an entry tells."""
        return [card for card in entry["cards" if "cards" in entry else "integers"] if card is not None]

    def alter_digest(self) -> str:
        self.file["receipt"]["drawn"]["digest"] = "00" * 32
        return r"drawn\.digest"

    def alter_label(self) -> str:
        self.file["receipt"]["terms"]["label"] = "another"
        return "commitment"

    def alter_total(self) -> str:
        self.file["receipt"]["drawn"]["total"] += 1
        return r"drawn\.total"

    def alter_client_seed(self) -> str:
        self.file["receipt"]["client_seed"] = "another"
        return r"round \d+, position \d+( \(.*\))?|seen\[\d+\].*|drawn.*|client_seed"

    def remove_position(self) -> str:
        """Take the last card of an entry out of the list; it is missed there, or by the next draw or the counts."""
        choices = [(number, entry) for number, entry in enumerate(self.file["seen"]) if entry["positions"]]
        if not choices:
            return self.alter_digest()
        number, entry = self.random.choice(choices)
        for name in ("rounds", "positions", "cards" if "cards" in entry else "integers"):
            entry[name].pop()
        later = "|".join(map(str, range(number, len(self.file["seen"]))))
        # The card may have been the first of its round, for which cards stayed in play; the next cards then differ.
        return self.ANYWHERE if "in_play" in entry else rf"seen\[({later})\].*|drawn.*"

    def alter_card(self) -> str:
        """Replace a card by another one that the list has, or an integer by the next one."""
        entry = self.random.choice([entry for entry in self.file["seen"] if self.told(entry)])
        name = "cards" if "cards" in entry else "integers"
        at = self.random.choice([at for at, card in enumerate(entry[name]) if card is not None])
        others = {card for other in self.file["seen"] for card in self.told(other)} - {entry[name][at]}
        if not others:
            return self.alter_digest()
        entry[name][at] = self.random.choice(sorted(others))
        return rf"round {entry['rounds'][at]}, position {entry['positions'][at]}( \(.*\))?"

    def alter_in_play(self) -> str:
        """Leave a card in play out, or add one."""
        entry = self.random.choice([entry for entry in self.file["seen"] if "in_play" in entry])
        if entry["in_play"]:
            entry["in_play"].pop(self.random.randrange(len(entry["in_play"])))
        else:
            entry["in_play"].append(0)
        return self.ANYWHERE


def test_random_lives_of_shoes_are_valid_and_an_alteration_is_located(live: str, seed: int) -> None:
    random = Random(seed)
    with Service(live) as service:
        files = [Life(service, random).play() for _ in range(LIVES)]
        for file, result in zip(files, run_verifier("lines", files), strict=True):
            is_told = any(Alterations.told(entry) for entry in file["seen"]) or not file["receipt"]["drawn"]["total"]
            assert result["valid"] is (True if is_told else None), (result, file)
            assert service.find_verdict(file) == (result["valid"], set(result.get("unchecked", ()))), file
        compare_notes(service, files, random)
        patterns = []
        for file in files:
            alterations = Alterations(file, random)
            before = deepcopy(file)
            patterns.append(alterations.choose()())
            assert file != before
        for file, pattern, result in zip(files, patterns, run_verifier("lines", files), strict=True):
            assert result["valid"] is False, (pattern, result, file)
            assert fullmatch(pattern, result["difference"]["where"]), (pattern, result, file)
            assert fullmatch(pattern, service.find_difference(file) or ""), (
                pattern,
                service.find_difference(file),
                file,
            )
