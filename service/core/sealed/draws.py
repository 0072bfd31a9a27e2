"""Open a sealed shoe, and draw cards from it."""

import os
from dataclasses import dataclass, replace

from service.core.cards.card import CardFormat
from service.core.errors import Conflict, TooMany
from service.core.sealed.shoe import SEED_BYTES, End, SealedShoe
from service.core.sealed.terms import Reshuffle, Terms, resolve_terms
from service.core.shuffles.plans import Limits, Permutation


@dataclass(frozen=True, kw_only=True)
class DrawRequest(CardFormat):
    """A request for cards.

    Draw `count` cards (1 or more) from one `end`, after `burn` cards of the same end that nobody sees. `client_seed`, a
    text of 1 to 256 characters, is accepted with the first draw.
    """

    count: int
    burn: int = 0
    end: End = End.TOP
    client_seed: str | None = None


@dataclass(frozen=True)
class DrawResult:
    """The cards in the order in which they were drawn, and the shoe after the draw.

    `indices` are positions in the unshuffled shoe, `positions` those in the shuffled shoe of each of the `rounds`.
    `shuffles` are the permutations computed, one for each round that the draw reaches.
    """

    indices: list[int]
    rounds: list[int]
    positions: list[int]
    shoe: SealedShoe
    reshuffled: bool
    shuffles: tuple[Permutation, ...]


def open_shoe(terms: Terms, limits: Limits) -> SealedShoe:
    """Return a new shoe with a random server seed. Raises `Refused` for terms that contradict each other."""
    return SealedShoe(terms=resolve_terms(terms, limits), server_seed=os.urandom(SEED_BYTES))


def draw(shoe: SealedShoe, request: DrawRequest, limits: Limits) -> DrawResult:
    """Draw the next cards of a shoe; the same shoe and request give the same cards.

    Raises `TooMany` beyond the limits, and `Conflict` for a request that the state of the shoe does not allow.
    """
    shoe = _set_client_seed(shoe, request.client_seed)
    reshuffled = shoe.reshuffle_due
    if reshuffled:
        shoe = shoe.start_round()
    _check_draw(shoe, request, limits)

    indices: list[int] = []
    rounds: list[int] = []
    positions: list[int] = []
    shuffles: list[Permutation] = []
    shoe = shoe.advance(request.end, request.burn)
    while missing := request.count - len(indices):
        if not shoe.remaining:
            shoe, reshuffled = shoe.start_round(), True
        shuffles.append(shoe.shuffle())
        order = shuffles[-1].indices
        next_positions = shoe.next_positions(request.end, min(missing, shoe.remaining))
        indices += [order[position] for position in next_positions]
        rounds += [shoe.round] * len(next_positions)
        positions += next_positions
        shoe = shoe.advance(request.end, len(next_positions))
    return DrawResult(indices, rounds, positions, shoe, reshuffled, tuple(shuffles))


def _set_client_seed(shoe: SealedShoe, client_seed: str | None) -> SealedShoe:
    """Return the shoe with the client seed of its first draw. Raises `Conflict` for another seed later."""
    if shoe.is_revealed:
        raise Conflict("shoe", f"This shoe is revealed and draws no more; {_format_remaining(shoe)}.")
    if client_seed is None or client_seed == shoe.client_seed:
        return shoe
    if shoe.total:
        first = "without one" if shoe.client_seed is None else "with another one"
        raise Conflict(
            "client_seed",
            f"A client seed is accepted with the first draw, and that was made {first}; send the same again, or none. "
            f"{_format_remaining(shoe)}.",
        )
    return replace(shoe, client_seed=client_seed)


def _check_draw(shoe: SealedShoe, request: DrawRequest, limits: Limits) -> None:
    """Raise `Refused` for more cards than the limits or the shoe, which may just have started a round, allow."""
    limits.check_items(request.count)
    cards, policy = request.burn + request.count, shoe.terms.reshuffle
    if request.burn > shoe.remaining:
        raise Conflict(
            "burn", f"{_format_cards(request.burn)} cannot be burned; {_format_remaining(shoe)} in this round."
        )
    if cards > shoe.remaining and policy is not Reshuffle.WHEN_EMPTY:
        burned = f", {request.burn:,} of them burned," if request.burn else ""
        reason = (
            "the shoe is never reshuffled"
            if policy is Reshuffle.NEVER
            else "a draw does not continue into the next round"
        )
        raise Conflict(
            "count",
            f"{_format_cards(cards)}{burned} were requested; {_format_remaining(shoe)} in this round, and {reason}.",
        )
    rounds = 1 + max(0, -(-(cards - shoe.remaining) // shoe.size))
    if (cost := rounds * shoe.terms.cost) > limits.draws:
        raise TooMany("count", cost, f"draws in {rounds:,} rounds", limits.draws, "MAX_DRAWS")


def _format_cards(count: int) -> str:
    return "1 card" if count == 1 else f"{count:,} cards"


def _format_remaining(shoe: SealedShoe) -> str:
    return f"{_format_cards(shoe.remaining)} {'remains' if shoe.remaining == 1 else 'remain'}"
