"""Deals with known cards (`given`) or a condition (`where`): the parameters of the request, and of the response."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar

from service.api.schemas.response_schemas import ResponseSchema, optional
from service.core.conditions.candidate_search import DEFAULT_CANDIDATES
from service.core.games.deals import DealRequest
from service.core.kinds import Document, Integer
from service.core.shuffles.integer_draws import MAX_MAGNITUDE


@dataclass(frozen=True, kw_only=True)
class DealConditions:
    """The known cards of a deal and the condition on it, as the request has them."""

    given: Annotated[
        Mapping[str, Any] | None,
        Document(
            "Known cards, which come first in their hand (by seat) or pile (by name, or by name and part); items by "
            "their positions in the list.",
            example={"hands": {"1": ["AS", "AH"]}},
            shown="As requested, with canonical codes and in the order of the deal",
        ),
    ] = None
    where: Annotated[
        Mapping[str, Any] | None,
        Document(
            "A condition: the results are the deals of the smallest indices that fulfil it. Its syntax is in "
            "/docs/guide/conditional-deals.",
            example={"hand": "N", "points": "hcp", "min": 15, "max": 17},
            shown="As requested, with canonical codes; the members below come with it",
        ),
    ] = None
    max_candidates: Annotated[
        int | None,
        Integer(
            "Deals to look at for `where`.",
            1,
            MAX_MAGNITUDE,
            implied=f"{DEFAULT_CANDIDATES:,}, fewer for deals that take long",
            more="If a response is not complete, go on at `next`.",
        ),
    ] = None


class DealConditionsFields(ResponseSchema):
    """The known cards of a deal, and what a search for a condition found."""

    described: ClassVar[type] = DealConditions

    candidates = optional(int, "The number of deals that were looked at")
    complete = optional(bool, "Whether as many results were found as requested")
    matches = optional(list[int], "With a seed: the index of each result")
    next = optional(int, "With a seed: the index to go on from")


class PlainDealFields(ResponseSchema):
    """The parameters of a plain deal."""

    described: ClassVar[type] = DealRequest
    omitted = ("hands",)  # a member has the dealt hands


class GameDealFields(ResponseSchema):
    """The members of a deal that only some games have."""

    board = optional(int, "bridge: the number of the board")
    dealer = optional(str, "bridge: the dealer", enum=list("NESW"))
    vulnerable = optional(str, "bridge: the vulnerable sides", enum=["None", "NS", "EW", "All"])
    file_board = optional(int, "bridge, with where: the board in files")
    pbn = optional(str, "bridge: the deal in PBN, from north")
    number = optional(str, "bridge: Big Deal's number, 24 hexadecimal digits")
    mpsz = optional(dict[str, str], "riichi: each seat's hand sorted, as 123m0567p11z")
    grid = optional(list[list[int | None]], "bingo_card: five rows of five numbers, null in the middle")
