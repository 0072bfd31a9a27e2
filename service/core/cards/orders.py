"""Orders of a shoe's cards, given as cards."""

from collections.abc import Sequence

from service.core.cards.shoes import Shoe, parse_card
from service.core.errors import Refused


def parse_order(field: str, texts: Sequence[str], shoe: Shoe) -> list[int]:
    """Return the indices of all the cards of a shoe, given in any order and spelling.

    Raises `Refused`, naming `field`, for a card that is missing, unknown or there twice, and if cards of the shoe are
    alike, so that their codes do not tell them apart.
    """
    codes = [card.code for card in shoe.pack] * shoe.pack_count
    left = {code: index for index, code in enumerate(codes)}
    if len(left) < len(codes):
        raise Refused(
            field, "This shoe has cards that are alike. Give the indices of the cards, which tell them apart."
        )
    order = []
    for text in texts:
        code = parse_card(field, text, shoe.deck, shoe.options).code
        if code not in left:
            is_excluded = code in shoe.excluded_codes
            raise Refused(field, f"The card {code} is {'excluded' if is_excluded else 'listed twice'}.")
        order.append(left.pop(code))
    if left:
        raise Refused(field, f"The card {next(iter(left))} is missing; an order has all {len(codes):,} cards.")
    return order
