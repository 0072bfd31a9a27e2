"""Games against the house: blackjack and baccarat, dealt from a shoe of several packs.

Baccarat's burn and its third cards follow from the cards that have been turned, so a whole coup is dealt.
"""

from service.core.cards.decks import Packs
from service.core.games.game import FRENCH, Game, Players, Steps
from service.core.games.procedures import Dealing, Step, burn, each, rest, to, together
from service.core.hands.baccarat import Side, third_card


def _blackjack(_: int) -> Steps:
    return (
        burn(),
        each(1, but="dealer", note="face up"),
        to("dealer", 1, "upcard", note="face up"),
        each(1, but="dealer", note="face up"),
        to("dealer", 1, "hole_card", note="face down"),
        rest("stock"),
    )


def _burn_as_turned(dealing: Dealing) -> None:
    """Turn the first card, and burn as many as it says: an ace 1, tens and pictures 10."""
    turned = dealing.take(1)
    dealing.put("burns", turned, "turned")
    dealing.put("burns", dealing.take(min(dealing.face(turned[0]).value or 0, _MOST_BURNED)))


def _third_cards(dealing: Dealing) -> None:
    """What the tableau says: first whether the player draws, and then the banker."""
    hands = {side: dealing.hands[side] for side in Side}
    while (
        side := third_card(*([dealing.face(card) for card in together(hand)] for hand in hands.values()))
    ) is not None:
        dealing.give(side, dealing.take(1))


def _baccarat(_: int) -> Steps:
    burned = Step(
        deal=_burn_as_turned,
        words="Turn the first card and burn it, and face down as many more as it says: an ace 1, a ten or picture 10.",
        most=lambda *_: 1 + _MOST_BURNED,
        piles=("burns",),
        looks=True,
    )
    third = Step(
        deal=_third_cards,
        words="With 8 or 9 in either hand nobody draws. Otherwise the player gets a third card with 0 to 5; and the "
        "banker, if the player stood, with 0 to 5, or else with 0 to 2 always, 3 unless the player's third card was an "
        "8, 4 if it was 2 to 7, 5 if 4 to 7, 6 if 6 or 7.",
        most=lambda *_: 2,
        looks=True,
    )
    return (burned, each(2), third, rest("stock"))


_MOST_BURNED = 10

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
    Game(
        name="baccarat",
        title="Baccarat (punto banco): a whole coup",
        source="58 Pennsylvania Code §§ 627a.8 and 631a.11; the burn as most casinos have it",
        deck="standard",
        packs=Packs(decks=8),
        players=Players(2, 2, usual=2),
        seats=lambda _: tuple(Side),
        options=(*FRENCH, "decks"),
        turn="",
        steps=_baccarat,
    ),
)
