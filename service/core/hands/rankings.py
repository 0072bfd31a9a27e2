"""The games whose hands are ranked.

To add one, write a module that says what a hand of it is worth, as a frozen dataclass, and give it one entry in
`RANKINGS`. Requests, validation, the listing and the tests follow from the entry. The members of the dataclass are
those of a hand in the answer; service/api/resources/hands.py describes them.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any

from service.core.errors import Refused
from service.core.hands import baccarat, blackjack, bridge, cribbage, poker, video_poker
from service.core.hands.showdowns import MAX_HANDS, Hand, PackRule, Showdown, Shown, shown


@dataclass(frozen=True, kw_only=True)
class Ranking:
    """One entry of the table.

    A hand has as many cards as `cards` says, or as `hole` says if there is a board. `takes` are the parameters of
    `Showdown` that fit, of which `needs` must be there. `judge` says what each hand is worth, as a `member` each, and
    `winners` which seats win; there are none where nobody plays against another, or where hands are independent.
    """

    name: str
    title: str
    source: str
    cards: range
    packs: PackRule
    worth: type
    judge: Callable[[Shown, Showdown], Sequence[Any]]
    hole: range | None = None
    seats: range = range(1, MAX_HANDS + 1)
    takes: tuple[str, ...] = ()
    needs: tuple[str, ...] = ()
    winners: Callable[[Sequence[Any]], tuple[int, ...] | None] | None = None

    @property
    def members(self) -> tuple[str, ...]:
        """What an answer says of each hand."""
        return tuple(field.name for field in fields(self.worth))


def _omaha(cards: Shown, _: Showdown) -> Sequence[poker.PokerHand]:
    return [poker.best_omaha(hand, cards.board) for hand in cards.hands]


def _cribbage(cards: Shown, asked: Showdown) -> Sequence[cribbage.CribbageHand]:
    assert cards.starter  # noqa: S101 (a need of the game)
    return [cribbage.show(hand, cards.starter, crib=bool(asked.crib)) for hand in cards.hands]


RANKINGS: Mapping[str, Ranking] = {
    ranking.name: ranking
    for ranking in (
        Ranking(
            name="poker",
            title="Poker, high: the best five of 5 to 7 cards, or of two hole cards and the board (hold'em)",
            source="pokerkit (uoftcprg)",
            cards=range(5, 8),
            hole=range(2, 3),
            packs=PackRule.ONE,
            takes=("board", "independent"),
            worth=poker.PokerHand,
            judge=lambda cards, _: [poker.best_five(hand + cards.board) for hand in cards.hands],
            winners=poker.strongest,
        ),
        Ranking(
            name="omaha",
            title="Omaha, high: two of 4 to 6 hole cards with three of the board",
            source="pokerkit (uoftcprg)",
            cards=range(4, 7),
            packs=PackRule.ONE,
            takes=("board", "independent"),
            needs=("board",),
            worth=poker.PokerHand,
            judge=_omaha,
            winners=poker.strongest,
        ),
        Ranking(
            name="jacks_or_better",
            title="Video poker, jacks or better: Mullin's points, and coins on the full-pay 9/6 machine",
            source="Mullin, Visual Basic Video Poker (1993); pay table: Wikipedia, Video poker",
            cards=range(5, 6),
            packs=PackRule.EACH,
            takes=("coins",),
            worth=video_poker.VideoPokerHand,
            judge=lambda cards, asked: [
                video_poker.jacks_or_better(hand, asked.coins or video_poker.MAX_COINS) for hand in cards.hands
            ],
        ),
        Ranking(
            name="blackjack",
            title="Blackjack: hard and soft totals",
            source="Wikipedia, Blackjack",
            cards=range(1, blackjack.MOST_CARDS + 1),
            packs=PackRule.MANY,
            worth=blackjack.BlackjackHand,
            judge=lambda cards, _: [blackjack.blackjack(hand) for hand in cards.hands],
        ),
        Ranking(
            name="baccarat",
            title="Baccarat (punto banco): the player's hand and the banker's, under the fixed rule of the third card",
            source="Wikipedia, Baccarat",
            cards=range(2, 4),
            seats=range(2, 3),
            packs=PackRule.MANY,
            worth=baccarat.BaccaratHand,
            judge=lambda cards, _: baccarat.coup(*cards.hands),
            winners=baccarat.winners,
        ),
        Ranking(
            name="bridge",
            title="Bridge: high-card points and shape",
            source="McCampbell (1915) and Work, ace 4 to jack 1",
            cards=range(13, 14),
            packs=PackRule.ONE,
            takes=("independent",),
            worth=bridge.BridgeHand,
            judge=lambda cards, _: [bridge.bridge_hand(hand) for hand in cards.hands],
        ),
        Ranking(
            name="cribbage",
            title="Cribbage: what four cards score with the starter, in the hand or in the crib",
            source="American Cribbage Congress, rules; his heels are not of a hand",
            cards=range(4, 5),
            packs=PackRule.ONE,
            takes=("starter", "crib", "independent"),
            needs=("starter",),
            worth=cribbage.CribbageHand,
            judge=_cribbage,
        ),
    )
}
"""Every ranking by name."""


@dataclass(frozen=True)
class Ranked:
    """The cards, what each hand is worth (as the ranking's `worth`), and which seats win, if any can."""

    cards: Shown
    worth: Sequence[Any]
    winners: tuple[int, ...] | None


def rank(asked: Showdown) -> Ranked:
    """Rank hands of a game of `RANKINGS`. Raises `Refused` for what does not fit the game or cannot be on one table."""
    ranking = RANKINGS[asked.game]
    _fit(ranking, asked)
    cards = shown(asked, PackRule.EACH if asked.independent else ranking.packs)
    _count(ranking, cards.hands, asked)
    worth = ranking.judge(cards, asked)
    winners = ranking.winners(worth) if ranking.winners and not asked.independent else None
    return Ranked(cards, worth, winners)


def _fit(ranking: Ranking, asked: Showdown) -> None:
    for option in fields(Showdown):
        name = option.name
        if name in {"game", "hands"}:
            continue
        given = getattr(asked, name) is not None
        if given and name not in ranking.takes:
            takers = ", ".join(other.name for other in RANKINGS.values() if name in other.takes)
            raise Refused(name, f"{ranking.name} does not take {name}; it belongs to {takers}.")
        if name in ranking.needs and not given:
            raise Refused(name, f"This is required for {ranking.name}.")
    if len(asked.hands) not in ranking.seats:
        raise Refused("hands", f"{ranking.name} takes {_written(ranking.seats)} hands, not {len(asked.hands):,}.")


def _count(ranking: Ranking, hands: Sequence[Hand], asked: Showdown) -> None:
    wanted = ranking.hole if asked.board and ranking.hole else ranking.cards
    for seat, hand in enumerate(hands, start=1):
        if len(hand) not in wanted:
            board = "" if ranking.hole is None else " with a board" if asked.board else " without a board"
            raise Refused(
                "hands", f"A hand of {ranking.name} has {_written(wanted)} cards{board}; hand {seat} has {len(hand)}."
            )


def _written(numbers: range) -> str:
    return str(numbers[0]) if len(numbers) == 1 else f"{numbers[0]} to {numbers[-1]:,}"
