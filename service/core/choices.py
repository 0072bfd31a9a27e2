"""The parameters of draws: which choose an order or favour some, and which a proof names; each is entered here."""

from collections.abc import Collection, Mapping
from typing import Any

from .shuffles.registry import SHUFFLES

CHOICES: Mapping[str, Collection[Any] | None] = {
    **dict.fromkeys(("seed", "deal_number", "given", "where")),
    "algorithm": {
        name
        for name, entry in SHUFFLES.items()
        if entry.uniformity in {"biased", "deterministic"}
    },
    "key_bits": range(64),  # of sort_keys
    "method": {"sequential"},  # of groups
}
"""The values of parameters that choose an order, None for any value. They are refused where ALLOW_SEEDS is off."""

_NAMED = """
    algorithm key_bits passes variant given where
    decks jokers suit_order red_fives highest exclude players hands cards packets burn piles board
    min max count replacement drums weights strata different apart groups limits fixed forbidden mutual
    cycle arms block_sizes together met sums paths placed method neighbours
"""
NAMED = frozenset(_NAMED.split())
"""Parameters that a proof names, as the result depends on them: another value has another seed."""
NAMED_MEMBERS = NAMED | {"game", "deck", "size", "items_sha256"}
"""Parameters that a proof names, and members of a response that say what they apply to."""

UNNAMED: Mapping[str, str] = {
    **dict.fromkeys(
        ("seed", "index", "deal_number", "prove", "sign"), "A proof takes their place."
    ),
    **dict.fromkeys(
        ("repeats", "max_candidates"),
        "More results, or a longer search, begin with the same ones.",
    ),
    **dict.fromkeys(
        ("held", "coins"),
        "The draw of video poker goes on with its deal, which is proved.",
    ),
    **dict.fromkeys(
        ("notation", "name_style"), "No random word depends on how a card is written."
    ),
    **dict.fromkeys(
        ("format", "event", "site", "date", "include_seed"), "Only JSON is proved."
    ),
    "arrangements": "Counting adds a number to the response and changes no result.",
    **{
        "items": "items_sha256 is named.",
        "only": "It is named as exclude.",
        "group_size": "It is named as groups.",
    },
    "lottery": "Its drums are named.",
    "unknown": "Names that were ignored are not in forbidden or met.",
}
"""Parameters that a proof does not name, each with the reason. Every parameter of a draw is here or in `NAMED`."""


def find_choice(parameters: Mapping[str, Any]) -> str | None:
    """Return the name of the first parameter by which a request chooses, None if there is none."""
    pairs = ((name, values, parameters.get(name)) for name, values in CHOICES.items())
    return next(
        (
            name
            for name, values, given in pairs
            if given is not None and (not values or given in values)
        ),
        None,
    )


def is_chosen(members: Mapping[str, Any]) -> bool:
    """Return whether a request has a choice or one result, as far as shows without search.

    `members` are its parameters, and the members of its response that a proof names.
    """
    size, weights, fixed = (
        members.get("size"),
        members.get("weights") or (),
        members.get("fixed") or (),
    )
    # a list whose items are all fixed in groups, or one item or card without arms, or with a weight
    has_one = (
        "arms" not in members
        if size == 1
        else size == len(fixed) or sum(map(bool, weights)) == 1
    )
    drums = members.get("drums") or (members,)
    return (
        has_one
        or all(one.get("min", ...) == one.get("max") for one in drums)
        or find_choice(members) is not None
    )
