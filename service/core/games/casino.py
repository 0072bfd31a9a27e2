"""Games against the house: blackjack and baccarat, dealt from a shoe of several packs.

The burn and the third cards of baccarat depend on the faces of the cards, so the deal is a whole coup.
"""

from collections.abc import Mapping

from service.core.cards.options import PackOptions
from service.core.games.game import FRENCH_OPTIONS, Game, Players, exactly, house_table
from service.core.hands.casino_hands import Side

CASINO: Mapping[str, Game] = {
    "blackjack": Game(
        title="Blackjack",
        source="58 Pennsylvania Code § 633a.7: the dealer's first card up, the second down",
        ranking="blackjack",
        packs=PackOptions(decks=6),
        players=Players(1, 7, default=1),
        seats=house_table,
        parameters=(*FRENCH_OPTIONS, "decks"),
        steps="first_cards: burns 1, others 1 up (face up), dealer/upcard 1 up (face up); second_cards: others "
        "1 up (face up), dealer/hole_card 1 down (face down), stock rest",
        continues=True,
    ),
    "baccarat": Game(
        title="Baccarat (punto banco): a whole coup",
        source="58 Pennsylvania Code §§ 627a.8 and 631a.11; the burn as most casinos have it",
        ranking="baccarat",
        packs=PackOptions(decks=8),
        players=exactly(2),
        seats=lambda _: tuple(Side),
        direction=None,
        parameters=(*FRENCH_OPTIONS, "decks"),
        steps="coup: turned, each 1×2 up, third, stock rest",
        continues=True,
    ),
}
