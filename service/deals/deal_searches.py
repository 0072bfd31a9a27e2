"""Prepare the search for deals that fulfil a condition, and repeat the known cards and the condition of a request."""

from typing import Any

from flask import Flask

from ..conditions.candidate_search import Search, prepare_search
from ..conditions.condition_parsing import parse_condition, write_codes
from ..core.errors import Refused
from ..core.limits import OperatorLimit
from ..core.shuffles.samplers import Sampler
from ..games.dealing import AnyDeals, Deals
from ..http.extensions import Extension
from ..http.request_context import IS_REPLAY
from ..http.services import hold_large
from ..setting_fields import get_limit
from .conditional_deals import Conditions
from .settings import DealSettings

_MOST_CANDIDATES = Extension[OperatorLimit]("most_candidates")
"""The operator's limit of the candidates of a search."""
_ITEMS_OF_A_CARD = 64
"""Items of a response that take as much memory as one card of the shoe takes in a search."""


def set_up_searches(app: Flask, settings: DealSettings) -> None:
    """Give the application the limit of the candidates of a search."""
    _MOST_CANDIDATES.give(app, get_limit(settings, "max_candidates"))


def given_fields(deals: AnyDeals) -> dict[str, Any]:
    """Return the member `given` of a response, with canonical codes of cards; {} if nothing is given."""
    if not deals.given:
        return {}
    return {"given": deals.given.to_json()}


def resolve_conditions(
    args: Conditions, deals: AnyDeals, search: Search | None
) -> dict[str, Any]:
    """Return the members that a request repeats: what is given and `where`, with canonical codes, and max_candidates.

    Each is None if the request has no such thing; with a condition, max_candidates is always a number.
    """
    where = args.where
    if where and isinstance(deals, Deals):
        where = write_codes(where, deals.shoe)
    return {
        "given": given_fields(deals).get("given"),
        "where": where,
        "max_candidates": search.max_candidates if search else None,
    }


def read_search(
    args: Conditions, deals: AnyDeals, sampler: Sampler, first_board: int | None = None
) -> Search | None:
    """Return the search for the condition `where`, or None without a condition.

    `first_board` is the number of the first candidate's board. Raises `Refused` for a condition that does not fit the
    deals and for max_candidates without a condition, and `Busy` if no slot is free for a large shoe. A condition in
    which a contradiction is found is refused too, but not in a replay: a replay looks at every deal, as other
    implementations do.
    """
    if args.where is None:
        if args.max_candidates is not None:
            raise Refused(
                "max_candidates",
                "max_candidates is for a condition; give where with it.",
            )
        return None
    hold_large(_ITEMS_OF_A_CARD * deals.size)
    condition = parse_condition(
        args.where, deals, refuses_contradictions=not IS_REPLAY.get()
    )
    return prepare_search(
        condition,
        deals,
        sampler,
        args.max_candidates,
        _MOST_CANDIDATES.get(),
        first_board,
    )
