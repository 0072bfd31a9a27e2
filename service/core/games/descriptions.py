"""The deal of a game in words."""

from collections.abc import Sequence

from service.core.cards.options import COUNTED
from service.core.cards.shoes import Shoe
from service.core.games.game import Direction, Game, GameTable

_NEIGHBOURS = {
    Direction.CLOCKWISE: " from the dealer's left",
    Direction.ANTICLOCKWISE: " from the dealer's right",
}
"""The seats at which a deal begins, if its game does not say otherwise."""


def describe_deal(table: GameTable) -> list[str]:
    """Return the sentences of the deal: what is shuffled, in which order the seats are, and every step."""
    game, procedure = table.game, table.procedure
    lines = [_describe_shoe(table.shoe)]
    if len(procedure.seats) > 1:
        order = ", ".join(procedure.seats_from(game.first_seat(1)))
        lines.append(f"The hands get their cards in this order{_describe_direction(game)}: {order}.")
    lines += procedure.describe()
    return [line.replace("card", game.unit) for line in lines]


def _describe_direction(game: Game) -> str:
    return f", {game.direction}{game.start or _NEIGHBOURS[game.direction]}" if game.direction else ""


def _describe_shoe(shoe: Shoe) -> str:
    packs, per_pack = ("1 pack", "") if shoe.pack_count == 1 else (f"{shoe.pack_count} packs", " each")
    counts = {name: getattr(shoe.options, name) for name in COUNTED}
    additions = "".join(
        f", with {count} {name.replace('_', ' ')[: None if count > 1 else -1]}{per_pack}"
        for name, count in counts.items()
        if count
    )
    exclusions = f", without {_join(_describe_excluded(shoe))}" if shoe.excluded_codes else ""
    deck = shoe.deck.name.replace("_", " ")
    return f"Shuffle {packs} of the {deck} deck{additions}{exclusions}: {len(shoe)} cards in all."


def _join(words: Sequence[str]) -> str:
    return " and ".join(filter(None, (", ".join(words[:-1]), words[-1])))


def _describe_excluded(shoe: Shoe) -> list[str]:
    """Return the suits of which no card is left, and the codes of the other excluded cards."""
    full = list(shoe.deck.build_pack(shoe.options))
    left = {card.suit for card in shoe.pack}
    suits = dict.fromkeys(card.suit for card in full if card.suit and card.suit not in left)
    codes = {card.code for card in full if card.suit in suits}
    return [*suits, *(code for code in shoe.excluded_codes if code not in codes)]
