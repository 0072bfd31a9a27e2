"""Receipts of `shoe3`, full and partial: those of the vectors, which another implementation altered and checked."""

from collections.abc import Callable
from typing import Any

from service.core.sealed.inclusion import check_shown_alone
from tests.core.sealed.test_private_vectors import LIVES, describe, lives
from tests.core.sealed.test_vectors import alter, check
from tests.tables import for_each

Json = dict[str, Any]


def make_full(case: Json) -> Json:
    """Return the full receipt of a case with all that was seen, and the list of items if there is one."""
    asked, answer = case["asked"], case["answer"]
    receipt = {name: asked[name] for name in ("terms", "server_seed", "client_seed")}
    return make_partial(case) | {
        "receipt": receipt | {"receipt": "shoe3", "commitment": answer["commitment"], "drawn": answer["drawn"]}
    }


def make_partial(case: Json) -> Json:
    """Return the partial receipt of a case, with the same."""
    items = {"original_items": case["original_items"]} if "original_items" in case else {}
    return {"receipt": case["answer"]["partial"], "seen": case["answer"]["seen"]} | items


@lives
def test_the_receipts_of_each_life_are_right(case: Json) -> None:
    assert check(make_full(case)).valid is True
    result = check(make_partial(case))
    assert (result.difference, set(result.unchecked)) == (None, {"order"})


ALTERED = [
    (case, make, altered)
    for case in LIVES
    for make, name in ((make_full, "altered"), (make_partial, "altered_partial"))
    for altered in case.get(name, [])
]


@for_each(
    ("case", "make", "altered"),
    ALTERED,
    ids=["-".join([describe(case), make.__name__, *map(str, altered["path"])]) for case, make, altered in ALTERED],
)
def test_an_altered_receipt_differs_where_it_is_published(
    case: Json, make: Callable[[Json], Json], altered: Json
) -> None:
    result = check(alter(make(case), altered))
    difference = result.difference
    assert (result.valid, difference and difference.where) == (altered["valid"], altered.get("where"))
    if result.valid is None:
        assert set(result.unchecked) == set(altered["unchecked"])


@lives
def test_cards_shown_alone_are_right_with_the_root_of_their_round(case: Json) -> None:
    answer, terms = case["answer"], case["asked"]["terms"]
    for published in answer["rounds"]:
        shown = [card for card in answer["shown"] if card["round"] == published["round"]]
        if shown:
            assert check_shown_alone(shown, published["root"], terms).valid is True
            other = check_shown_alone(shown, "00" * 32, terms).difference
            assert other is not None
            assert other.where == "shown[0]"
