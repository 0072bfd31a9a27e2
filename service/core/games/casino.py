"""Games against the house: blackjack and baccarat, dealt from a shoe of several packs."""

from service.core.decks import Packs
from service.core.games.game import FRENCH, Game, Players, Steps
from service.core.procedures import burn, each, rest, to


def _blackjack(_: int) -> Steps:
    return (
        burn(),
        each(1, but="dealer", note="face up"),
        to("dealer", 1, "upcard", note="face up"),
        each(1, but="dealer", note="face up"),
        to("dealer", 1, "hole_card", note="face down"),
        rest("stock"),
    )


CASINO = (
    Game(
        name="blackjack",
        title="Blackjack",
        source="58 Pennsylvania Code § 633a.7: the dealer's first card up, the second down",
        deck="standard",
        packs=Packs(decks=6),
        players=Players(1, 7, usual=1),
        seats=lambda players: (*map(str, range(1, players + 1)), "dealer"),
        options=(*FRENCH, "decks"),
        steps=_blackjack,
    ),
)
