"""Check the counts of receipts: whether draws can lead to them, and whether they have every card that was seen."""

from collections.abc import Collection, Iterable

from service.core.rng.streams import MAX_INDEX
from service.core.sealed.observations import ObservedCard
from service.core.sealed.receipts import PublishedReceipt
from service.core.sealed.shoe import find_wrong_text
from service.core.sealed.terms import Reshuffle
from service.core.verification import Difference, compare_digests


def check_counts(receipt: PublishedReceipt) -> Difference | None:
    """Return the first count of a receipt that no sequence of draws can lead to, with the range that is possible."""
    terms, size, left = receipt.terms, receipt.terms.size, receipt.size
    here = len(receipt.positions) if terms.table else receipt.top + receipt.bottom
    min_here = 0 if receipt.round == receipt.total == 0 else 1  # a round starts with a card
    max_before = receipt.round * size  # cards drawn in the rounds before this one
    min_before = 0 if terms.table else receipt.round  # a request may begin the next round, also after no card
    ranges: list[tuple[str, int, int, int]] = [
        ("round", receipt.round, 0, 0 if terms.reshuffle is Reshuffle.NEVER else MAX_INDEX)
    ]
    if not terms.table:
        ranges += [
            ("top", receipt.top, max(0, min_here - receipt.bottom), left),
            ("bottom", receipt.bottom, 0, left - receipt.top),
        ]
    ranges.append(("total", receipt.total, min_before + here, max_before + here))
    max_draws = MAX_INDEX if terms.table else receipt.total  # a stage may take no card
    ranges.append(("draws", receipt.draws, 1 if receipt.total else 0, max_draws))
    for name, value, minimum, maximum in ranges:
        if not minimum <= value <= maximum:
            expected = str(minimum) if minimum == maximum else f"{minimum} to {maximum}"
            return Difference(where=f"drawn.{name}", expected=expected, seen=str(value))
    return _check_first_draw(receipt) or _check_words(receipt) or _check_in_play(receipt)


def _check_first_draw(receipt: PublishedReceipt) -> Difference | None:
    """Return a difference if a receipt without a draw has what only a draw brings."""
    if receipt.total or receipt.draws:
        return None
    if receipt.round:
        return Difference(where="drawn.round", expected="0", seen=str(receipt.round))
    if receipt.client_seed is not None:
        return Difference(where="client_seed", expected=None, seen=receipt.client_seed)
    return compare_digests("drawn.digest", receipt.commitment, receipt.digest)


def _check_words(receipt: PublishedReceipt) -> Difference | None:
    """Return a difference if the client seed is not the texts to which the terms commit."""
    digests = receipt.terms.words
    if not digests or not receipt.draws:
        return None
    texts = (receipt.client_seed or "").split(",")
    if len(texts) == len(digests) and find_wrong_text(digests, texts) is None:
        return None
    expected = f"the texts with the SHA-256 {', '.join(digests)}, joined by commas"
    return Difference(where="client_seed", expected=expected, seen=receipt.client_seed, detail=_OTHER_WORDS)


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
    if receipt.terms.table:
        return card.position in positions
    return card.position < receipt.top or card.position >= receipt.size - receipt.bottom


def _format_drawn(receipt: PublishedReceipt) -> str:
    if receipt.terms.table:
        return f"positions {', '.join(map(str, receipt.positions)) or 'none'}"
    return f"{receipt.top} from the top, {receipt.bottom} from the bottom"


_OTHER_WORDS = "The order does not come from the words to which the terms commit."
