"""Deals that fulfil a condition, of a live service, checked by an implementation in another language.

CONDITIONAL_BATCHES is the number of batches, by default 1000, and 200 in CI.
"""

import json
import os
from copy import deepcopy
from functools import reduce
from pathlib import Path
from random import Random
from re import fullmatch

import pytest
import yaml

from service.cards.options import PackOptions
from service.cards.shoe import Shoe
from service.games.catalogue import GAMES
from service.games.game import set_up
from tests.docs.manuals import read_rows
from tests.independent.condition_generator import ConditionGenerator
from tests.independent.request_generator import ApiRequest, Fields
from tests.independent.verifier import Service, run_verifier

pytestmark = pytest.mark.node

BATCHES = int(os.environ.get("CONDITIONAL_BATCHES", "1000"))


@pytest.fixture
def service(live: str) -> Service:
    return Service(live)


def collect(service: Service, seed: int) -> list[tuple[ApiRequest, Fields]]:
    """Return requests with conditions, and the responses; those that are refused are left out."""
    generator = ConditionGenerator(seed)
    found: list[tuple[ApiRequest, Fields]] = []
    while len(found) < BATCHES:
        request = generator.batch_request()
        status, fields = service.send(request.path, request.fields)
        assert status in {200, 422}, (request, fields)
        if status == 200:
            found.append((request, fields))
        else:
            assert fields["errors"].keys() <= {
                "where",
                "given",
                "algorithm",
                "max_candidates",
            }, (request, fields)
    return found


def ask_for(response: Fields, where: Fields) -> Fields:
    """Return a response as if it were to a request with another condition."""
    return response | {"request": response["request"] | {"where": where}}


class Alterations:
    """Alterations of a response; each returns a pattern of the path where a check must find it."""

    def __init__(self, response: Fields, random: Random) -> None:
        self.response, self.random = deepcopy(response), random
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
        if not self.is_batch:
            self.response["file_board"] -= 1
            return "file_board"
        result = self.random.randrange(len(self.response["file_board"]))
        self.response["file_board"][result] -= 1
        return rf"file_board\[{result}\]"

    def negate(self) -> str:
        """Change the condition: the first candidate now is a match if it was none, and the other way round."""
        self.response = ask_for(
            self.response, {"not": self.response["request"]["where"]}
        )
        return r"matches\[0\]"

    def alter_card(self) -> str:
        results = self.response["hands"] if self.is_batch else [self.response["hands"]]
        hands = [
            (i, k, hand["cards"])
            for i, hands in enumerate(results)
            for k, hand in enumerate(hands)
        ]
        choices = [
            (f"hands{f'[{i}]' * self.is_batch}[{k}].cards", cards)
            for i, k, cards in hands
            if cards
        ]
        if not choices:
            return self.alter_candidates()
        path, cards = self.random.choice(choices)
        card = self.random.randrange(len(cards))
        cards[card] = f"{cards[card]}?"
        return rf"{path}[{card}]".replace("[", r"\[").replace(".", r"\.")

    def skip_match(self) -> str:
        """Leave out a result, as if its index did not fulfil the condition."""
        match = self.random.randrange(len(self.response["matches"]))
        draws = (
            self.response["draws"]
            * (len(self.response["matches"]) - 1)
            // len(self.response["matches"])
        )
        columns = [name for name in RESULTS if name in self.response]
        for name in ("matches", *columns):
            del self.response[name][match]
        self.response["draws"] = draws
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
    for (request, response), result in zip(
        found, run_verifier("lines", [fields for _, fields in found]), strict=True
    ):
        assert result == {"valid": True}, (request, response, result)
    random = Random(seed)
    altered = [Alterations(fields, random) for _, fields in found]
    patterns = [alterations.alter() for alterations in altered]
    results = run_verifier("lines", [alterations.response for alterations in altered])
    for alterations, pattern, result in zip(altered, patterns, results, strict=True):
        assert result["valid"] is False, (pattern, alterations.response, result)
        assert fullmatch(pattern, result["difference"]["where"]), (
            pattern,
            alterations.response,
            result,
        )


def list_leaves(shoe: Shoe) -> list[Fields]:
    """Return a predicate of every kind, with bounds, for a shoe."""
    first = shoe.pack[0]
    suits = [card.suit for card in shoe.pack if card.suit][:1]
    return [
        {"points": {first.rank: 1}, "min": 0},
        {"cards": [first.code], "min": 0},
        {"sum": {first.code: 2}, "max": 2},
        {"losers": True, "max": 9},
        {"losers": "S", "max": 9},
        {"quality": "S", "min": 0},
        {"kaplan_rubens": True, "min": 0},
        {"total": True, "min": 1},
        {"category": True, "min": "one_pair"},
        *({"shape": shape} for shape in ("xxxx", "xxx0", "balanced", "(xx)x0")),
        {"longest": 1, "min": 0},
        *({"length": [suit], "max": 99} for suit in suits),
    ]


def test_every_predicate_on_every_hand_and_pile_is_accepted_or_refused_as_the_definition_says(
    service: Service,
) -> None:
    sent: list[tuple[str, Fields, str | None]] = []
    files: list[Fields] = []
    for game in GAMES.values():
        table = set_up(game, None, PackOptions())
        deal = table.deal(range(len(table.shoe)))
        for place in (*deal.hands, *deal.piles):
            for leaf in list_leaves(table.shoe):
                where = {"hand": place, **leaf}
                fields = {"seed": "every", "max_candidates": 9, "where": where}
                status, response = service.send(f"/v1/games/{game.name}/deal", fields)
                sent.append(
                    (
                        game.name,
                        where,
                        None if status == 200 else response["errors"]["where"][0],
                    )
                )
                files.append(response if status == 200 else ask_for(files[-1], where))
    wrong = []
    for case, result in zip(sent, run_verifier("lines", files), strict=True):
        _, _, refusal = case
        is_impossible = refusal is not None and "of this deal can" in refusal
        is_refused = (
            result.get("refused", {}).get("where", "").startswith("request.where")
        )
        if not (is_impossible or is_refused == (refusal is not None)) or (
            not refusal and result["valid"] is False
        ):
            wrong.append((*case, result))
    assert not wrong


def test_a_deal_that_does_not_fulfil_the_condition_is_located(service: Service) -> None:
    where = {
        "all": [
            {"hand": "N", "points": "hcp", "min": 15, "max": 17},
            {"hand": "N", "shape": "balanced"},
        ]
    }
    path = "/v1/games/bridge/deal"
    fields = {"seed": "42", "index": 50}
    _, plain = service.send(path, fields)
    _, response = service.send(f"{path}/batch", fields | {"repeats": 3, "where": where})
    first = response["matches"][0]
    assert first > 50
    told = response | {
        name: [plain[name], *response[name][1:]] for name in RESULTS if name in plain
    }
    told |= {"matches": [50, *response["matches"][1:]]}
    (result,) = run_verifier("lines", [told])
    assert result == {
        "valid": False,
        "difference": {"where": "matches[0]", "expected": first, "seen": 50},
    }


def test_each_condition_of_the_manuals_of_other_programs_finds_deals_that_are_valid(
    service: Service,
) -> None:
    wheres = [
        json.loads(where)
        for program in ("dealer", "redeal")
        for _, where in read_rows(program)
    ]
    found = []
    for where in wheres:
        status, response = service.send(
            "/v1/games/bridge/deal/batch",
            {"seed": "manuals", "repeats": 3, "where": where},
        )
        assert (status, response["complete"]) == (200, True), (where, response)
        found.append(response)
    for where, result in zip(wheres, run_verifier("lines", found), strict=True):
        assert result == {"valid": True}, (where, result)


LEAF: Fields = {"hand": "N", "points": "hcp", "min": 15}
REFUSED: dict[str, Fields] = yaml.safe_load(
    Path(__file__).with_name("refused_conditions.yaml").read_text()
) | {
    f"where{'.not' * 16}": reduce(lambda inner, _: {"not": inner}, range(16), LEAF),
    "where.weighted[0].when.hand": {
        "weighted": [{**LEAF, "when": {**LEAF, "hand": "X"}}],
        "min": 1,
    },
    "where.all[511]": {"all": [LEAF] * 512},
    "where.weighted[511]": {"weighted": [LEAF] * 10_000, "min": 1},
    "where.any[2].shape": {"any": [{"hand": "N", "shape": ["4333"] * 187}] * 3},
}
"""A condition that is refused for each path."""


def test_conditions_are_refused_at_the_same_path_as_by_the_service(
    service: Service,
) -> None:
    path = "/v1/games/bridge/deal/batch"
    fields = {"seed": "42", "repeats": 2}
    _, response = service.send(path, fields | {"where": LEAF})
    results = run_verifier(
        "lines", [ask_for(response, where) for where in REFUSED.values()]
    )
    for where, result in zip(REFUSED, results, strict=True):
        status, problem = service.send(path, fields | {"where": REFUSED[where]})
        (sentence,) = problem["errors"]["where"]
        found = sentence.partition(": ")[0] if sentence.startswith("where") else "where"
        assert (status, found, result.get("refused", {}).get("where")) == (
            422,
            where,
            f"request.{where}",
        ), (sentence, result)
