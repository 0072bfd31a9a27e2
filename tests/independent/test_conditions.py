"""Deals that fulfil a condition, of a live service, checked by an implementation in another language.

CONDITIONAL_BATCHES is the number of batches, by default 1000, and 200 in CI.
"""

import json
import os
from copy import deepcopy
from itertools import chain
from random import Random
from re import escape, fullmatch
from typing import Any, NamedTuple

import pytest

from service.cards.options import PackOptions
from service.conditions.leaves import PREDICATE_TYPES, PredicateType
from service.conditions.predicate_values import FRENCH_SUITS, LeafContext
from service.core.errors import Refused
from service.games.catalogue import GAMES
from service.games.dealing import Deals
from service.games.game import set_up
from tests.conditions.leaf_choices import LeafChooser
from tests.docs.manuals import read_rows
from tests.independent.condition_generator import ConditionGenerator
from tests.independent.request_generator import Fields
from tests.independent.responses import list_leaves
from tests.independent.verifier import Service, run_verifier
from tests.tables import read_table

pytestmark = pytest.mark.node

BATCHES = int(os.environ.get("CONDITIONAL_BATCHES", "1000"))


@pytest.fixture
def service(live: str) -> Service:
    return Service(live)


REFUSED_FIELDS = {"where", "given", "algorithm", "max_candidates"}
"""The parameters that may not go together in a random request."""


def collect(service: Service, seed: int) -> list[Fields]:
    """Return responses to requests with conditions; those that are refused are left out."""
    generator = ConditionGenerator(seed)
    found: list[Fields] = []
    while len(found) < BATCHES:
        request = generator.batch_request()
        status, response = service.send(request.path, request.fields)
        assert status in {200, 422}, (request, response)
        if status == 200:
            found.append(response)
        else:
            assert response["errors"].keys() <= REFUSED_FIELDS, (request, response)
    return found


def ask_for(response: Fields, **parameters: Any) -> Fields:
    """Return a response as if it were to a request with other parameters."""
    return response | {"request": response["request"] | parameters}


class Alterations:
    """Alterations of a response; each returns a pattern of the path where a check must find it."""

    def __init__(self, response: Fields, random: Random) -> None:
        self.response = deepcopy(response)
        self.random = random
        self.is_batch = "repeats" in response

    def alter(self) -> str:
        kinds = [
            self.alter_candidates,
            self.alter_next,
            self.alter_complete,
            self.negate,
        ]
        if self.response["matches"]:
            kinds += [self.alter_card] * 2
        if self.is_batch and len(self.response["matches"]) > 1:
            kinds += [self.skip_match] * 4
        if "file_board" in self.response:
            kinds += [self.alter_file_board] * 2
        return self.random.choice(kinds)()

    def alter_candidates(self) -> str:
        self.response["candidates"] += self.random.choice([-1, 1])
        return "candidates"

    def alter_next(self) -> str:
        self.response["next"] += 1
        return "next"

    def alter_complete(self) -> str:
        self.response["complete"] = not self.response["complete"]
        return "complete"

    def alter_file_board(self) -> str:
        """Number a board in a file as the one before it."""
        boards = self.response["file_board"]
        if not self.is_batch:
            self.response["file_board"] = boards - 1
            return "file_board"
        result = self.random.randrange(len(boards))
        boards[result] -= 1
        return rf"file_board\[{result}\]"

    def negate(self) -> str:
        """Change the condition: the first candidate now is a match if it was none, and the other way round."""
        where = self.response["request"]["where"]
        self.response = ask_for(self.response, where={"not": where})
        return r"matches\[0\]"

    def alter_card(self) -> str:
        leaves = list_leaves("hands", self.response["hands"])
        cards = [leaf for leaf in leaves if ".cards[" in leaf.path]
        if not cards:
            return self.alter_candidates()
        card = self.random.choice(cards)
        card.alter()
        return escape(card.path)

    def skip_match(self) -> str:
        """Leave out a result, as if its index did not fulfil the condition."""
        count = len(self.response["matches"])
        match = self.random.randrange(count)
        for name in ("matches", *RESULTS):
            if name in self.response:
                del self.response[name][match]
        self.response["draws"] = self.response["draws"] * (count - 1) // count
        return rf"matches\[{match}\]"


RESULTS = (
    "hands",
    "piles",
    "board",
    "dealer",
    "vulnerable",
    "file_board",
    "pbn",
    "number",
    "mpsz",
    "grid",
)
"""The members of a batch that have an entry for each result."""


def test_random_conditional_batches_are_valid_and_an_alteration_is_located(
    service: Service, seed: int
) -> None:
    found = collect(service, seed)
    for response, result in zip(found, run_verifier("lines", found), strict=True):
        assert result == {"valid": True}, (response, result)
    random = Random(seed)
    altered = [Alterations(response, random) for response in found]
    patterns = [alterations.alter() for alterations in altered]
    files = [alterations.response for alterations in altered]
    results = run_verifier("lines", files)
    for file, pattern, result in zip(files, patterns, results, strict=True):
        assert result["valid"] is False, (pattern, file, result)
        where = result["difference"]["where"]
        assert fullmatch(pattern, where), (pattern, file, result)


def list_leaves_of_place(chooser: LeafChooser, place: str) -> list[Fields]:
    """Return a leaf with each predicate, and with those of French suits of another suit if the deals have one."""
    leaves = []
    for kind in PREDICATE_TYPES.values():
        value = chooser.choose_value(kind, [place])
        bounds = find_bounds(chooser.deals, kind, value, place)
        leaves.append({"hand": place, kind.name: value} | bounds)
    others = [suit for suit in chooser.deals.suits if suit not in FRENCH_SUITS]
    for suit in others[-1:]:
        leaves.append({"hand": place, "losers": [suit], "max": 9})
        leaves.append({"hand": place, "quality": [suit], "min": 0})
    return leaves


def find_bounds(
    deals: Deals, kind: PredicateType[Deals, Any], value: object, place: str
) -> Fields:
    """Return bounds of such a kind as the predicate takes with a value."""
    try:
        parsed = kind.parse(value, LeafContext(deals, "leaf", (place,)))
    except Refused:
        return {"min": 0}
    if parsed.is_exact:
        return {}
    return {"min": parsed.names[1] if parsed.names else 0}


class Question(NamedTuple):
    """A condition on a place of a game, and why the service refuses it, if it does."""

    game: str
    where: Fields
    refusal: str | None

    def is_right(self, result: Fields) -> bool:
        """Return whether the independent implementation says the same; it finds no condition impossible."""
        refused_at = result.get("refused", {}).get("where", "")
        is_refused = refused_at.startswith("request.where")
        if self.refusal is None:
            return not is_refused and result["valid"] is not False
        return is_refused or "of this deal can" in self.refusal


def test_every_predicate_on_every_hand_and_pile_is_accepted_or_refused_as_the_definition_says(
    service: Service, seed: int
) -> None:
    random = Random(seed)
    questions: list[Question] = []
    files: list[Fields] = []
    for game in GAMES.values():
        deals = Deals(set_up(game, None, PackOptions()))
        dealt = deals.cards_by_place(range(deals.size))
        chooser = LeafChooser(random, deals, dealt)
        leaves = (list_leaves_of_place(chooser, place) for place in dealt)
        path = f"/v1/games/{game.name}/deal"
        plain = service.post(path, seed="every")
        for where in chain.from_iterable(leaves):
            search = {"where": where, "max_candidates": 9}
            status, response = service.send(path, search | {"seed": "every"})
            if status == 200:
                questions.append(Question(game.name, where, None))
                files.append(response)
            else:
                refusal, *_ = response["errors"]["where"]
                questions.append(Question(game.name, where, refusal))
                files.append(ask_for(plain, **search))
    results = run_verifier("lines", files)
    wrong = [
        (question, result)
        for question, result in zip(questions, results, strict=True)
        if not question.is_right(result)
    ]
    assert wrong == []


STRONG_NOTRUMP = {
    "all": [
        {"hand": "N", "points": "hcp", "min": 15, "max": 17},
        {"hand": "N", "shape": "balanced"},
    ]
}


def test_a_deal_that_does_not_fulfil_the_condition_is_located(service: Service) -> None:
    path = "/v1/games/bridge/deal"
    plain = service.post(path, seed="42", index=50)
    response = service.post(
        f"{path}/batch", seed="42", index=50, repeats=3, where=STRONG_NOTRUMP
    )
    first, *_ = response["matches"]
    assert first > 50
    told = deepcopy(response)
    told["matches"][0] = 50
    for name in plain.keys() & RESULTS:
        told[name][0] = plain[name]
    [result] = run_verifier("lines", [told])
    difference = {"where": "matches[0]", "expected": first, "seen": 50}
    assert result == {"valid": False, "difference": difference}


def read_wheres(program: str) -> list[Fields]:
    """Return the conditions that say what the manual of a program asks for."""
    return [json.loads(where) for _, where in read_rows(program)]


def test_each_condition_of_the_manuals_of_other_programs_finds_deals_that_are_valid(
    service: Service,
) -> None:
    wheres = read_wheres("dealer") + read_wheres("redeal")
    path = "/v1/games/bridge/deal/batch"
    found = []
    for where in wheres:
        response = service.post(path, seed="manuals", repeats=3, where=where)
        assert response["complete"] is True, where
        found.append(response)
    for where, result in zip(wheres, run_verifier("lines", found), strict=True):
        assert result == {"valid": True}, (where, result)


LEAF: Fields = {"hand": "N", "points": "hcp", "min": 15}
MANY_SHAPES: Fields = {"hand": "N", "shape": ["4333"] * 187}


def negate(where: Fields, times: int) -> Fields:
    """Return a condition within so many negations."""
    for _ in range(times):
        where = {"not": where}
    return where


DEEP_OR_LONG: dict[str, Fields] = {
    f"where{'.not' * 16}": negate(LEAF, 16),
    "where.all[511]": {"all": [LEAF] * 512},
    "where.weighted[511]": {"weighted": [LEAF] * 10_000, "min": 1},
    "where.any[2].shape": {"any": [MANY_SHAPES] * 3},
}
REFUSED: dict[str, Fields] = read_table("independent/refused_conditions.yaml")
REFUSED |= DEEP_OR_LONG
"""A condition that is refused for each path."""


def test_conditions_are_refused_at_the_same_path_as_by_the_service(
    service: Service,
) -> None:
    batch = "/v1/games/bridge/deal/batch"
    fields: Fields = {"seed": "42", "repeats": 2}
    response = service.post(batch, **fields, where=LEAF)
    files = [ask_for(response, where=where) for where in REFUSED.values()]
    results = run_verifier("lines", files)
    for path, result in zip(REFUSED, results, strict=True):
        assert result["refused"]["where"] == f"request.{path}"
        status, problem = service.send(batch, fields | {"where": REFUSED[path]})
        assert status == 422, path
        [sentence] = problem["errors"]["where"]
        place, _, _ = sentence.partition(": ")
        if not sentence.startswith("where"):
            place = "where"
        assert place == path
