"""Games against the house: blackjack and baccarat, dealt from a shoe of several packs.

The burn and the third cards of baccarat depend on the faces of the cards, so the deal is a whole coup.
"""

from dataclasses import replace

from service.core.cards.options import PackOptions
from service.core.games.game import FRENCH_OPTIONS, Game, Players, Steps
from service.core.games.procedures import DealState, Face, Step, all_cards
from service.core.games.steps import burn, each, rest, stage, to_seat
from service.core.hands.baccarat import Side, find_side_to_draw


def _blackjack_steps(_: int) -> Steps:
    return (
        *stage(
            "first_cards",
            replace(burn(), starts_shoe=True),
            each(1, skip="dealer", note="face up", face=Face.UP),
            to_seat("dealer", 1, "upcard", note="face up", face=Face.UP),
        ),
        *stage(
            "second_cards",
            each(1, skip="dealer", note="face up", face=Face.UP),
            to_seat("dealer", 1, "hole_card", note="face down", face=Face.DOWN),
            rest("stock"),
        ),
    )


def _burn_by_first_card(state: DealState) -> None:
    """Burn the first card face up, and as many more as it counts: an ace 1, tens and pictures 10."""
    turned = state.take(1)
    state.put("burns", turned, "turned")
    state.put("burns", state.take(min(state.face(turned[0]).value or 0, _MAX_BURNED)), face=Face.BURNED)


def _deal_third_cards(state: DealState) -> None:
    """Deal the third cards of the tableau: the player's, if any, and then the banker's."""
    hands = {side: state.hands[side] for side in Side}
    while (
        side := find_side_to_draw(*([state.face(card) for card in all_cards(hand)] for hand in hands.values()))
    ) is not None:
        state.give(side, state.take(1), face=Face.UP)


def _baccarat_steps(_: int) -> Steps:
    burned = Step(
        deal=_burn_by_first_card,
        description="Turn the first card and burn it, and face down as many more as it says: an ace 1, a ten or "
        "picture 10.",
        max_cards=lambda *_: 1 + _MAX_BURNED,
        piles=("burns",),
        needs_faces=True,
        starts_shoe=True,
    )
    third = Step(
        deal=_deal_third_cards,
        description="With 8 or 9 in either hand nobody draws. Otherwise the player gets a third card with 0 to 5; and "
        "the banker, if the player stood, with 0 to 5, or else with 0 to 2 always, 3 unless the player's third card "
        "was an 8, 4 if it was 2 to 7, 5 if 4 to 7, 6 if 6 or 7.",
        max_cards=lambda *_: 2,
        needs_faces=True,
    )
    return stage("coup", burned, each(2, face=Face.UP), third, rest("stock"))


_MAX_BURNED = 10

CASINO = (
    Game(
        name="blackjack",
        ranking="blackjack",
        title="Blackjack",
        source="58 Pennsylvania Code § 633a.7: the dealer's first card up, the second down",
        deck="standard",
        packs=PackOptions(decks=6),
        players=Players(1, 7, default=1),
        seats=lambda players: (*map(str, range(1, players + 1)), "dealer"),
        options=(*FRENCH_OPTIONS, "decks"),
        steps=_blackjack_steps,
        continues=True,
    ),
    Game(
        name="baccarat",
        ranking="baccarat",
        title="Baccarat (punto banco): a whole coup",
        source="58 Pennsylvania Code §§ 627a.8 and 631a.11; the burn as most casinos have it",
        deck="standard",
        packs=PackOptions(decks=8),
        players=Players(2, 2, default=2),
        seats=lambda _: tuple(Side),
        options=(*FRENCH_OPTIONS, "decks"),
        direction=None,
        steps=_baccarat_steps,
        continues=True,
    ),
)
