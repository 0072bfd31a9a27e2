"""The rules of plans (`plan1`, docs/definitions/plans.md): the digest and seeds of one, and what none can draw."""

from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Any

from ..arrangements.attributes import read_name
from ..core.errors import Refused
from ..names.texts import find_ambiguity
from ..verdicts.results_left import ResultsLeft
from ..verdicts.verdict import ChosenBy, Origin, describe_due, unknown

SCHEME = "plan1"
MIN_DELAY = 30
"""Seconds from a plan to its round: a clock may be slow."""
MAX_DELAY = 10 * 365 * 86_400

_SEEDS = 16
UNPLANNED = ("seed", "index", "deal_number", "prove", "sign", "given", "where")
"""The parameters that the request of no plan has, whatever draws it.

They are the list of docs/definitions/plans.md: what decides the seed or the order, asks for a receipt or a proof, or
chooses by any value. A test compares them with the marks of all draws, so that a new one is added to both.
"""


def hash_plan(plan: bytes) -> bytes:
    """Return the digest of a plan in canonical JSON (RFC 8785)."""
    return sha256(f"shuffle-and-deal {SCHEME} plan\n".encode() + plan).digest()


def derive_seeds(digest: bytes, signature: bytes) -> Sequence[str]:
    """Return the seeds of the plan with a digest and of the signature of its round, in the order of the tries.

    FROZEN: the prefix and the number of tries (docs/definitions/plans.md).
    """
    start = f"shuffle-and-deal {SCHEME} seed\n".encode() + digest + signature
    return [
        sha256(start + number.to_bytes(4, "big")).hexdigest()
        for number in range(_SEEDS)
    ]


def check_members(where: str, request: Mapping[str, Any]) -> None:
    """Raise `Refused` if a request, the member `where`, has a parameter that no plan has."""
    for name in UNPLANNED:
        if request.get(name) not in (None, {}):
            raise Refused(
                f"{where}.{name}",
                f"A plan has no {name}: its round alone decides the result.",
            )


def refuse_choice(where: str, choice: str | None) -> None:
    """Raise `Refused` for a request that chooses by the member `choice`."""
    if choice:
        raise Refused(
            f"{where}.{choice}",
            f"A plan has no such {choice}: it favours some results.",
        )


def check_results(where: str, results_left: ResultsLeft) -> None:
    """Raise `Refused` for a request that is known to leave one result."""
    if results_left.is_one:
        raise Refused(
            where,
            "There is nothing to draw: the request has one result, whatever its round is.",
        )


def find_origin(
    results_left: ResultsLeft,
    *,
    is_signed: bool,
    is_public: bool,
    round_due: int | None,
    occasion: str,
) -> Origin:
    """Return who could choose a result that was compared with its seed, by the results that its request leaves."""
    if results_left.is_one:
        return _ONE_RESULT
    origin = PUBLIC if is_public else PLANNED
    if not is_signed:
        origin = UNSIGNED
    ambiguity = find_ambiguity(occasion)
    remark = f"The occasion may look like another one. {ambiguity}" if ambiguity else ""
    sentences = (
        origin.rests_on,
        describe_due(round_due),
        remark,
        results_left.describe(),
    )
    return origin._replace(rests_on=" ".join(filter(None, sentences)))


def find_misfit(items: Sequence[Any] | None, names: int | None) -> str | None:
    """Return why items cannot stand for names in one way alone; None if they can.

    `items` is None for a request without a list. `names` is the number of names, None if it is not known.
    """
    if items is None:
        return "The request has no list, and its numbers could be read in several ways."
    if names is not None and names != len(items):
        return f"The names must be as many as the items, {len(items):,}, and not {names:,}."
    for first in (0, 1):
        numbers = range(first, first + len(items))
        if all(
            read_name(item) == str(number)
            for number, item in zip(numbers, items, strict=True)
        ):
            return None
    return "Items that stand for names are 0, 1, … or 1, 2, … in order, or have such a name: others can be read twice."


_ONE_RESULT = Origin(
    ChosenBy.REQUESTER,
    "The request of the plan leaves one result, whatever the round is: whoever made the plan chose it.",
)
UNSIGNED = unknown(
    "The signature of the round was not checked: anybody may have made it, to suit the plan."
)
PLANNED = Origin(
    ChosenBy.LAST_WORD,
    "The signature of the round of drand is right: whoever fixed the plan after the round was due could try others; "
    "nobody could, if you noted its digest in public before, as the only one of its occasion.",
)
PUBLIC = Origin(
    ChosenBy.NOBODY_ALONE,
    "The signature of the round of drand is right, and you noted the digest of the plan in public before it was due. "
    "Nobody could choose, if it was the only one of its occasion.",
)
