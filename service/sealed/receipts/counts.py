"""Check the counts of drawn cards in a receipt: they must be possible, and must include every observed card."""

from collections.abc import Iterable

from ...core.rng.streams import MAX_INDEX
from ...verdicts.verdict import Difference, compare_digests
from ..opening.terms import Reshuffle
from ..shoe.sealed_shoe import find_wrong_text
from .observations import ObservedCard
from .receipt import PublishedReceipt


def check_counts(receipt: PublishedReceipt) -> Difference | None:
    """Return, as a difference, the first count in a receipt that no sequence of draws can lead to, or None."""
    for name, (minimum, maximum) in _list_ranges(receipt).items():
        count = getattr(receipt, name)
        if not minimum <= count <= maximum:
            expected = str(minimum) if minimum == maximum else f"{minimum} to {maximum}"
            return Difference(where=f"drawn.{name}", expected=expected, seen=str(count))
    return (
        _check_first_draw(receipt) or _check_words(receipt) or _check_in_play(receipt)
    )


def _list_ranges(receipt: PublishedReceipt) -> dict[str, tuple[int, int]]:
    """Return the least and the largest possible value of each count in a receipt, from its other counts.

    For a deck of 52 cards in round 0, with 3 cards from the top and 2 from the bottom, `top` is from 0 to 52, `bottom`
    from 0 to 49, and `total` is 5.
    """
    terms = receipt.terms
    size = receipt.size
    is_dealt = terms.table is not None
    max_round = 0 if terms.reshuffle is Reshuffle.NEVER else MAX_INDEX
    # A round starts with a card.
    min_of_round = 0 if receipt.round == receipt.total == 0 else 1
    top_range = (max(0, min_of_round - receipt.bottom), size)
    bottom_range = (0, size - receipt.top)
    if is_dealt:
        top_range = (0, 0)
        bottom_range = (0, 0)
    cards_of_round = len(receipt.positions) + receipt.top + receipt.bottom
    # A stage without a card may begin a round.
    min_before = 0 if is_dealt else receipt.round
    max_before = receipt.round * terms.size
    # A stage may take no card.
    max_draws = MAX_INDEX if is_dealt else receipt.total
    return {
        "round": (0, max_round),
        "top": top_range,
        "bottom": bottom_range,
        "total": (min_before + cards_of_round, max_before + cards_of_round),
        "draws": (1 if receipt.total else 0, max_draws),
    }


def _check_first_draw(receipt: PublishedReceipt) -> Difference | None:
    """Return a difference if a receipt without draws has a later round, a client seed or another digest."""
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
    in_play = receipt.in_play
    if in_play is not None and not receipt.round:
        # A partial receipt has the number of these cards, a full one their indices.
        seen = str(in_play if isinstance(in_play, int) else list(in_play))
        return Difference(where="drawn.in_play", expected=None, seen=seen)
    last_position = receipt.positions[-1] if receipt.positions else -1
    if last_position >= receipt.size:
        return Difference(
            where=f"drawn.positions[{len(receipt.positions) - 1}]",
            expected=f"0 to {receipt.size - 1}",
            seen=str(last_position),
        )
    return None


def check_drawn(
    receipt: PublishedReceipt, cards: Iterable[ObservedCard]
) -> Difference | None:
    """Return, as a difference, the first observed card that the receipt does not count as drawn, or None."""
    between_ends = range(receipt.top, receipt.size - receipt.bottom)
    positions = set(receipt.positions)
    sentence = f"{receipt.top} from the top, {receipt.bottom} from the bottom"
    if receipt.terms.table:
        sentence = f"positions {', '.join(map(str, receipt.positions)) or 'none'}"
    for card in cards:
        is_drawn = card.position in positions or card.position not in between_ends
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
