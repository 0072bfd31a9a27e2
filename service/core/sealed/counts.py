"""Check the counts of receipts: whether draws can lead to them, and whether they have every card that was seen."""

from collections.abc import Collection, Iterable

from service.core.rng.streams import MAX_INDEX
from service.core.sealed.observations import ObservedCard
from service.core.sealed.receipts import PublishedReceipt
from service.core.sealed.terms import Reshuffle, ShoeScheme, Terms
from service.core.verification import Difference, compare_digests


def check_counts(receipt: PublishedReceipt) -> Difference | None:
    """Return the first count of a receipt that no sequence of draws can lead to, with the range that is possible."""
    terms, size, left = receipt.terms, receipt.terms.size, receipt.size
    here = len(receipt.positions) if terms.game else receipt.top + receipt.bottom
    min_here = 0 if receipt.round == receipt.total == 0 else 1  # a round starts with a card
    max_before = receipt.round * size  # cards drawn in the rounds before this one
    min_before = _min_drawn(terms) * receipt.round
    ranges: list[tuple[str, int, int, int]] = [
        ("round", receipt.round, 0, 0 if terms.reshuffle is Reshuffle.NEVER else MAX_INDEX)
    ]
    if not terms.game:
        ranges += [
            ("top", receipt.top, max(0, min_here - receipt.bottom), left),
            ("bottom", receipt.bottom, 0, left - receipt.top),
        ]
    ranges.append(("total", receipt.total, min_before + here, max_before + here))
    if terms.scheme is not ShoeScheme.SHOE1:
        max_draws = MAX_INDEX if terms.game else receipt.total  # a stage may take no card
        ranges.append(("draws", receipt.draws, 1 if receipt.total else 0, max_draws))
    for name, value, minimum, maximum in ranges:
        if not minimum <= value <= maximum:
            expected = str(minimum) if minimum == maximum else f"{minimum} to {maximum}"
            return Difference(where=f"drawn.{name}", expected=expected, seen=str(value))
    return _check_first_draw(receipt) or _check_in_play(receipt)


def _min_drawn(terms: Terms) -> int:
    """Return the minimum number of cards that a round has when the next one begins."""
    if terms.scheme is not ShoeScheme.SHOE1:
        return 0 if terms.game else 1  # a request may begin the next round, also after a stage without a card
    return terms.size - (terms.cut if terms.reshuffle is Reshuffle.AT_CUT else 0)


def _check_first_draw(receipt: PublishedReceipt) -> Difference | None:
    """Return a difference if a receipt without a draw has what only a draw brings."""
    if receipt.total or receipt.draws:
        return None
    if receipt.round:
        return Difference(where="drawn.round", expected="0", seen=str(receipt.round))
    if receipt.client_seed is not None:
        return Difference(where="client_seed", expected=None, seen=receipt.client_seed)
    if receipt.terms.scheme is ShoeScheme.SHOE1:
        return None
    return compare_digests("drawn.digest", receipt.commitment, receipt.digest)


def _check_in_play(receipt: PublishedReceipt) -> Difference | None:
    """Return a difference if the last round of a receipt cannot have its cards in play or the positions taken."""
    if receipt.kept is not None and not receipt.round:
        seen = receipt.in_play if isinstance(receipt.in_play, int) else list(receipt.in_play or ())
        return Difference(where="drawn.in_play", expected=None, seen=str(seen))
    if receipt.positions and receipt.positions[-1] >= receipt.size:
        where = f"drawn.positions[{len(receipt.positions) - 1}]"
        return Difference(where=where, expected=f"0 to {receipt.size - 1}", seen=str(receipt.positions[-1]))
    return None


def check_drawn(receipt: PublishedReceipt, cards: Iterable[ObservedCard]) -> Difference | None:
    """Return a difference if one of the cards was at a position that the receipt does not count as drawn."""
    positions = frozenset(receipt.positions)
    for card in cards:
        if card.round < receipt.round or (card.round == receipt.round and _is_drawn(receipt, card, positions)):
            continue
        return Difference(
            where="drawn",
            expected=f"round {card.round}, position {card.position} among them",
            seen=f"round {receipt.round}: {_format_drawn(receipt)}",
            draw=card.draw,
            detail="The receipt does not count this card as drawn, though it was seen.",
        )
    return None


def _is_drawn(receipt: PublishedReceipt, card: ObservedCard, positions: Collection[int]) -> bool:
    """Return whether a card of the last round is drawn or in play."""
    if card.position >= receipt.size:
        return True
    if receipt.terms.game:
        return card.position in positions
    return card.position < receipt.top or card.position >= receipt.size - receipt.bottom


def _format_drawn(receipt: PublishedReceipt) -> str:
    if receipt.terms.game:
        return f"positions {', '.join(map(str, receipt.positions)) or 'none'}"
    return f"{receipt.top} from the top, {receipt.bottom} from the bottom"


def check_total(receipt: PublishedReceipt, cards: Iterable[ObservedCard]) -> Difference | None:
    """Return a difference if more cards were observed than a receipt of `shoe1` counts as drawn in all rounds."""
    count = len({(card.round, card.position) for card in cards})
    if count <= receipt.total:
        return None
    return Difference(where="drawn.total", expected=f"at least {count}", seen=str(receipt.total), detail=_TOO_MANY_SEEN)


def explain_missing_cards(receipt: PublishedReceipt, cards: Iterable[ObservedCard]) -> str | None:
    """Return the reason why the cards are not all that a receipt of `shoe1` counts as drawn, None if they are.

    Draws of `shoe1` have no numbers. Its cards were drawn as counted if those of each round lie without a gap at its
    two ends, are as many as a round has when the next one begins, and together make up the total.
    """
    rounds: dict[int, set[int]] = {}
    for card in cards:
        rounds.setdefault(card.round, set()).add(card.position)
    count = sum(map(len, rounds.values()))
    if count < receipt.total or (count and len(rounds) <= receipt.round):
        return f"Add the others: {count:,} of the {receipt.total:,} cards that were drawn are in the list."
    for number, positions in sorted(rounds.items()):
        is_last = number == receipt.round
        minimum = receipt.top + receipt.bottom if is_last else _min_drawn(receipt.terms)
        if len(positions) < minimum or _has_gap(positions, receipt.terms.size):
            return f"Add the others of round {number}: more of its cards were drawn than are in the list."
    return None


def _has_gap(positions: Collection[int], size: int) -> bool:
    """Return whether positions of a round of `size` cards are not all that was taken from its two ends."""
    left = [position for position in range(size) if position not in positions]
    return bool(left) and left[-1] - left[0] + 1 != len(left)


_TOO_MANY_SEEN = "More cards were seen than the receipt counts as drawn."
