"""Check the counts of drawn cards in a receipt: they must be possible, and must include every observed card."""

from collections.abc import Iterable

from ..core.rng.streams import MAX_INDEX
from ..core.verification import Difference, compare_digests
from .observations import ObservedCard
from .receipts import PublishedReceipt
from .sealed_shoe import find_wrong_text
from .terms import Reshuffle


def check_counts(receipt: PublishedReceipt) -> Difference | None:
    """Return the first count in a receipt that no sequence of draws can lead to, as a difference, or None."""
    terms = receipt.terms
    size = receipt.size
    is_dealt = receipt.terms.table is not None
    count = len(receipt.positions) + receipt.top + receipt.bottom
    min_count = (
        0 if receipt.round == receipt.total == 0 else 1
    )  # a round starts with a card
    min_before = (
        0 if is_dealt else receipt.round
    )  # a stage without a card may begin a round
    max_before = receipt.round * terms.size
    ranges = {
        "round": (0, 0 if terms.reshuffle is Reshuffle.NEVER else MAX_INDEX),
        "top": (0, 0) if is_dealt else (max(0, min_count - receipt.bottom), size),
        "bottom": (0, 0) if is_dealt else (0, size - receipt.top),
        "total": (min_before + count, max_before + count),
        "draws": (
            1 if receipt.total else 0,
            MAX_INDEX if is_dealt else receipt.total,
        ),  # a stage may take no card
    }
    for name, (minimum, maximum) in ranges.items():
        if not minimum <= (value := getattr(receipt, name)) <= maximum:
            expected = str(minimum) if minimum == maximum else f"{minimum} to {maximum}"
            return Difference(where=f"drawn.{name}", expected=expected, seen=str(value))
    return (
        _check_first_draw(receipt) or _check_words(receipt) or _check_in_play(receipt)
    )


def _check_first_draw(receipt: PublishedReceipt) -> Difference | None:
    """Return a difference if a receipt without a draw has a later round, a client seed or another digest."""
    if receipt.total or receipt.draws:
        return None
    if receipt.round:
        return Difference(where="drawn.round", expected="0", seen=str(receipt.round))
    if receipt.client_seed is not None:
        return Difference(where="client_seed", expected=None, seen=receipt.client_seed)
    return compare_digests("drawn.digest", receipt.commitment, receipt.digest)


def _check_words(receipt: PublishedReceipt) -> Difference | None:
    """Return a difference unless the client seed joins texts with the SHA-256 that the terms have in `words`."""
    digests = receipt.terms.words
    if not digests or not receipt.draws:
        return None
    texts = (receipt.client_seed or "").split(",")
    if len(texts) == len(digests) and find_wrong_text(digests, texts) is None:
        return None
    expected = f"the texts with the SHA-256 {', '.join(digests)}, joined by commas"
    return Difference(
        where="client_seed",
        expected=expected,
        seen=receipt.client_seed,
        detail=_OTHER_WORDS,
    )


def _check_in_play(receipt: PublishedReceipt) -> Difference | None:
    """Return a difference if round 0 has cards in play, or a position is beyond the cards of the last round."""
    if receipt.in_play is not None and not receipt.round:
        in_play = (
            receipt.in_play
            if isinstance(receipt.in_play, int)
            else list(receipt.in_play)
        )
        return Difference(where="drawn.in_play", expected=None, seen=str(in_play))
    if receipt.positions and receipt.positions[-1] >= receipt.size:
        where = f"drawn.positions[{len(receipt.positions) - 1}]"
        return Difference(
            where=where,
            expected=f"0 to {receipt.size - 1}",
            seen=str(receipt.positions[-1]),
        )
    return None


def check_drawn(
    receipt: PublishedReceipt, cards: Iterable[ObservedCard]
) -> Difference | None:
    """Return the first observed card that the receipt does not count as drawn, as a difference, or None."""
    undrawn = range(receipt.top, receipt.size - receipt.bottom)
    positions = set(receipt.positions)
    sentence = f"{receipt.top} from the top, {receipt.bottom} from the bottom"
    if receipt.terms.table:
        sentence = f"positions {', '.join(map(str, receipt.positions)) or 'none'}"
    for card in cards:
        is_drawn = card.position in positions or card.position not in undrawn
        if card.round < receipt.round or (card.round == receipt.round and is_drawn):
            continue
        return Difference(
            where="drawn",
            expected=f"round {card.round}, position {card.position} among them",
            seen=f"round {receipt.round}: {sentence}",
            draw=card.draw,
            detail="The receipt does not count this card as drawn, though it was seen.",
        )
    return None


_OTHER_WORDS = "The order does not come from the words that the terms commit to."
