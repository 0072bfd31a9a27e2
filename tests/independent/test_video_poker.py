"""The independent implementation derives the cards of video poker's draw, and not the rank and payout of the hand."""

from typing import Any

import pytest

from service.cards.packs.french import SUIT_ORDERS
from tests.independent.request_generator import FRENCH, ApiRequest, RequestGenerator
from tests.independent.responses import check_receipts, check_results, send
from tests.independent.verifier import run_verifier

pytestmark = pytest.mark.node

DRAWS = 50
PAYOUT = {"category", "description", "points", "payout"}
DRAW = ApiRequest(
    "/v1/games/video_poker/draw", {"seed": "42", "held": [4, 1], "coins": 2}
)


class DrawGenerator(RequestGenerator):
    def __init__(self, seed: int, notations: tuple[str, ...] = ("code",)) -> None:
        super().__init__(seed, notations)
        self.kinds = {self.draw_request: 1}

    def draw_request(self) -> ApiRequest:
        """Return a draw, with the held positions in any order."""
        fields = self.choose_some(
            suit_order=self.random.choice(SUIT_ORDERS),
            exclude=self.random.sample(FRENCH, 8),
        )
        size = 52 - len(fields.get("exclude", []))
        fields |= self.choose_algorithm(size)
        fields |= self.choose_notation()
        fields["held"] = self.random.sample(range(1, 6), self.random.randint(0, 5))
        fields |= self.choose_some(coins=self.random.randint(1, 4))
        return ApiRequest(DRAW.path, fields)


def test_its_cards_are_derived_and_an_alteration_is_located(
    live: str, seed: int
) -> None:
    check_results(live, DrawGenerator(seed), DRAWS)
    in_any_notation = DrawGenerator(seed, ("code", "name", "unicode"))
    check_receipts(live, in_any_notation, seed, PAYOUT, DRAWS)


@pytest.mark.parametrize(
    ("member", "value", "path"),
    [("dealt", {"cards": [], "indices": []}, "dealt.cards[0]"), ("cards", {}, "cards")],
)
def test_its_other_members_are_checked(
    live: str, member: str, value: Any, path: str
) -> None:
    response = send(live, DRAW)
    [result] = run_verifier("lines", [response | {member: value}])
    assert result["valid"] is False
    assert result["difference"]["where"] == path
