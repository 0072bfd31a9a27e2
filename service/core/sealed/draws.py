"""The life of a sealed shoe: it is opened, drawn from, and at last revealed."""

import os
from dataclasses import dataclass, replace

from service.core.cards.card import CardFormat
from service.core.errors import Conflict, TooMany
from service.core.sealed.shoe import SEED_BYTES, End, SealedShoe
from service.core.sealed.terms import Reshuffle, Terms, resolve_terms
from service.core.shuffles.plans import Limits, Permutation


@dataclass(frozen=True, kw_only=True)
class Draw(CardFormat):
    """What a request says of a draw.

    `count` cards (1 or more) from one `end`, after `burn` of the same end that nobody sees. `client_seed`, a text of 1
    to 256 characters, is taken with the first draw.
    """

    count: int
    burn: int = 0
    end: End = End.TOP
    client_seed: str | None = None


@dataclass(frozen=True)
class Drawn:
    """Cards in the order in which they were drawn: the index, the round and the position of each; and what is left.

    `shuffles` are those that were made to know the order, one a round.
    """

    indices: list[int]
    rounds: list[int]
    positions: list[int]
    shoe: SealedShoe
    reshuffled: bool
    shuffles: tuple[Permutation, ...]


def open_shoe(asked: Terms, limits: Limits) -> SealedShoe:
    """A new shoe, under a seed that nobody has seen. Raises `Refused` for terms that do not go together."""
    return SealedShoe(terms=resolve_terms(asked, limits), server_seed=os.urandom(SEED_BYTES))


def draw(shoe: SealedShoe, asked: Draw, limits: Limits) -> Drawn:
    """The next cards of a shoe; the same each time for the same shoe.

    Raises `Refused` where the limits are passed, and `Conflict` for what the shoe does not allow as it is.
    """
    shoe = _with_client_seed(shoe, asked.client_seed)
    reshuffled = shoe.reshuffle_due
    if reshuffled:
        shoe = shoe.reshuffled()
    _allow(shoe, asked, limits)

    indices: list[int] = []
    rounds: list[int] = []
    positions: list[int] = []
    shuffles: list[Permutation] = []
    shoe = shoe.without(asked.end, asked.burn)
    while missing := asked.count - len(indices):
        if not shoe.remaining:
            shoe, reshuffled = shoe.reshuffled(), True
        shuffles.append(shoe.shuffled())
        order, places = shuffles[-1].indices, shoe.places(asked.end, min(missing, shoe.remaining))
        indices += [order[place] for place in places]
        rounds += [shoe.round] * len(places)
        positions += places
        shoe = shoe.without(asked.end, len(places))
    return Drawn(indices, rounds, positions, shoe, reshuffled, tuple(shuffles))


def _with_client_seed(shoe: SealedShoe, given: str | None) -> SealedShoe:
    if shoe.revealed:
        raise Conflict("shoe", f"This shoe is revealed and draws no more; {_left(shoe)}.")
    if given is None or given == shoe.client_seed:
        return shoe
    if shoe.total:
        fixed = "without one" if shoe.client_seed is None else "with another one"
        raise Conflict(
            "client_seed",
            f"The client seed is taken with the first draw, and that was {fixed}; give the same again, or none. "
            f"{_left(shoe)}.",
        )
    return replace(shoe, client_seed=given)


def _allow(shoe: SealedShoe, asked: Draw, limits: Limits) -> None:
    """Raise `Refused` for more than the limits or the shoe, whose round may just have begun, allow."""
    limits.allow(asked.count)
    wanted, policy = asked.burn + asked.count, shoe.terms.reshuffle
    if asked.burn > shoe.remaining:
        raise Conflict("burn", f"{_cards(asked.burn)} cannot be burned; {_left(shoe)} in this round.")
    if wanted > shoe.remaining and policy is not Reshuffle.WHEN_EMPTY:
        burned = f", {asked.burn:,} of them burned," if asked.burn else ""
        until = "the shoe is never reshuffled" if policy is Reshuffle.NEVER else "a draw does not go on into the next"
        raise Conflict(
            "count",
            f"{_cards(wanted)}{burned} were asked for; {_left(shoe)} in this round, and {until}.",
        )
    rounds = 1 + max(0, -(-(wanted - shoe.remaining) // shoe.size))
    if (work := rounds * shoe.terms.work) > limits.draws:
        raise TooMany("count", work, f"draws in {rounds:,} rounds", limits.draws, "MAX_DRAWS")


def _cards(count: int) -> str:
    return "1 card" if count == 1 else f"{count:,} cards"


def _left(shoe: SealedShoe) -> str:
    return f"{_cards(shoe.remaining)} {'remains' if shoe.remaining == 1 else 'remain'}"
