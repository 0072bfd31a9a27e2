"""The table of rankings: a ranking is the rules that evaluate and compare the hands of a game.

docs/recipes/hands.md adds a ranking: a module that evaluates a hand to a frozen dataclass, and an entry in `RANKINGS`.
Requests, responses, validation, the list of rankings and the tests follow from the entry. The fields of the dataclass
are members of the response, with the description in their annotation.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from ..core.object_types import list_fields
from . import (
    badugi,
    casino_hands,
    chinese_poker,
    counted_hands,
    pai_gow,
    pay_tables,
    poker_hands,
    three_cards,
    wild_cards,
)
from .climbing import (
    MAX_PLAYED,
    PlayedCards,
    beats_in_big_two,
    beats_in_dou_dizhu,
    evaluate_big_two,
    evaluate_dou_dizhu,
)
from .house import HouseRule
from .jacks_or_better import MAX_COINS, VideoPokerHand, evaluate_jacks_or_better
from .poker_orders import (
    ACE_TO_FIVE,
    DEUCE_TO_SEVEN,
    HIGH,
    SHORT_DECK,
    SHORT_DECK_TRIPS,
    HandOrder,
)
from .showdowns import (
    MAX_BOARD,
    MAX_HANDS,
    MIN_BOARD,
    HandCards,
    PackCount,
    ParsedShowdown,
    Showdown,
)

BOARD = range(MIN_BOARD, MAX_BOARD + 1)
COMMON_CARD = range(1, 2)


class Ranking(NamedTuple):
    """One entry of the table of rankings."""

    name: str
    title: str
    source: str
    cards: range
    """The numbers of cards in a hand."""
    packs: PackCount
    hand_type: type
    evaluate: Callable[[ParsedShowdown, Showdown], Sequence[Any]]
    """Return a `hand_type` for each hand."""
    cards_with_board: range | None = None
    """The numbers of cards in a hand if there is a board, None if a board changes nothing."""
    boards: tuple[range, ...] = (BOARD,)
    """The numbers of cards on a board; one card is the common card of stud, for hands of six."""
    seats: range = range(1, MAX_HANDS + 1)
    """The numbers of hands in a request."""
    required: tuple[str, ...] = ()
    """The parameters of `Showdown` that a request must have."""
    optional: tuple[str, ...] = ()
    """Further parameters of `Showdown` that this ranking takes, but not every ranking."""
    find_winners: Callable[[Sequence[Any]], tuple[int, ...] | None] | None = None
    """Return the seats, from 1, that win, or None if further cards decide that; None for games without opponents."""
    find_low_winners: Callable[[Sequence[Any]], tuple[int, ...]] | None = None
    """Return the seats, from 1, that win the low half of a split pot."""
    excluded_ranks: str = ""
    """The ranks that the pack is without."""
    jokers: int = 0
    """The number of jokers in the pack."""
    sides: tuple[str, ...] = ()
    """The names of the seats, if the game gives each hand a fixed seat."""
    beats: Callable[[Showdown], Callable[[Any, Any], bool] | None] = lambda _: None
    """Takes a request, and returns the function that says whether one hand beats another.

    It returns None where the higher strength wins.
    """
    house: HouseRule | None = None
    """The rule that compares hands with the dealer's hand, in a game against the house."""

    @property
    def parameters(self) -> tuple[str, ...]:
        return (*self.required, *self.optional)

    @property
    def members(self) -> tuple[str, ...]:
        """Return the names of the members that a hand has in the response."""
        return list_fields(self.hand_type)


def _rank_by(
    order: HandOrder = HIGH,
) -> Callable[[ParsedShowdown, Showdown], Sequence[poker_hands.PokerHand]]:
    """Return an `evaluate` for hands of five to seven cards, the board included, by an order."""
    return lambda cards, _: [
        poker_hands.find_best_five(hand + cards.board, order) for hand in cards.hands
    ]


def _rank_each(
    evaluate: Callable[[HandCards], Any],
) -> Callable[[ParsedShowdown, Showdown], Sequence[Any]]:
    """Return an `evaluate` that evaluates each hand without regard to the other hands."""
    return lambda cards, _: [evaluate(hand) for hand in cards.hands]


def _rank_for_coins(
    evaluate: Callable[[HandCards, int], Any],
) -> Callable[[ParsedShowdown, Showdown], Sequence[Any]]:
    """Return an `evaluate` that evaluates each hand and its payout for the coins bet."""
    return lambda cards, bet: [
        evaluate(hand + cards.board, bet.coins or MAX_COINS) for hand in cards.hands
    ]


def _rank_with_wild_cards(
    cards: ParsedShowdown, _: Showdown
) -> Sequence[wild_cards.WildHand]:
    codes = frozenset((*wild_cards.JOKERS, *cards.wild))
    return [
        wild_cards.find_best_wild(hand + cards.board, codes) for hand in cards.hands
    ]


def _rank_pai_gow(
    cards: ParsedShowdown, rules: Showdown
) -> Sequence[pai_gow.PaiGowHand]:
    return [
        pai_gow.evaluate_pai_gow(hand, low_wheel=bool(rules.low_wheel))
        for hand in cards.hands
    ]


def _evaluate_cribbage(
    cards: ParsedShowdown, showdown: Showdown
) -> Sequence[counted_hands.CribbageHand]:
    assert cards.starter  # noqa: S101 (required by the game)
    return [
        counted_hands.score_hand(hand, cards.starter, crib=bool(showdown.crib))
        for hand in cards.hands
    ]


_poker_ranking = partial(
    Ranking,
    packs=PackCount.ONE,
    optional=("independent",),
    hand_type=poker_hands.PokerHand,
    find_winners=poker_hands.find_winners,
)
_holdem_ranking = partial(
    _poker_ranking,
    cards=range(5, 8),
    cards_with_board=range(2, 3),
    optional=("board", "independent"),
)
_stud_ranking = partial(
    _poker_ranking,
    cards=range(5, 8),
    boards=(COMMON_CARD,),
    optional=("board", "independent"),
)
_omaha_ranking = partial(_poker_ranking, cards=range(4, 7), required=("board",))
_three_card_ranking = partial(
    _poker_ranking, cards=range(3, 4), hand_type=three_cards.ThreeCardHand
)
_wild_card_ranking = partial(_holdem_ranking, boards=(COMMON_CARD, BOARD))
_video_poker_ranking = partial(
    Ranking, cards=range(5, 6), packs=PackCount.EACH, optional=("coins",)
)
_climbing_ranking = partial(
    Ranking, packs=PackCount.ONE, optional=("independent",), hand_type=PlayedCards
)

RANKINGS: Mapping[str, Ranking] = {
    ranking.name: ranking
    for ranking in (
        _holdem_ranking(
            name="poker",
            title="Poker, high: the best five of 5 to 7 cards, or of two hole cards and the board (hold'em)",
            source="Wikipedia, List of poker hands",
            boards=(COMMON_CARD, BOARD),
            evaluate=_rank_by(),
        ),
        _poker_ranking(
            name="pineapple",
            title="Pineapple: as hold'em, with the two hole cards that are left of three",
            source="setthings.com, Pineapple; bonuskey.com, Pineapple Poker Rules",
            cards=range(2, 3),
            required=("board",),
            evaluate=_rank_by(),
        ),
        _omaha_ranking(
            name="omaha",
            title="Omaha, high: two of 4 to 6 hole cards with three of the board",
            source="Wikipedia, List of poker hands and Omaha hold 'em",
            evaluate=lambda cards, _: [
                poker_hands.find_best_omaha(hand, cards.board) for hand in cards.hands
            ],
        ),
        _omaha_ranking(
            name="omaha_hi_lo",
            title="Omaha hi-lo, eight or better: omaha, and a low hand with its own two hole cards",
            source="Robert's Rules of Poker, version 11, section 7",
            hand_type=poker_hands.HighLowHand,
            evaluate=lambda cards, _: [
                poker_hands.find_best_omaha_high_low(hand, cards.board)
                for hand in cards.hands
            ],
            find_low_winners=poker_hands.find_low_winners,
        ),
        _holdem_ranking(
            name="short_deck",
            title="Short deck (six plus hold'em), 36 cards from the six up: a flush beats a full house",
            source="Wikipedia, Six-plus hold 'em; A-6-7-8-9 is a straight, which beats three of a kind as in PokerKit",
            evaluate=_rank_by(SHORT_DECK),
            excluded_ranks="2345",
        ),
        _holdem_ranking(
            name="short_deck_trips",
            title="Short deck as above, but three of a kind beat a straight",
            source="roundercasino.com, Short Deck Rules; A-6-7-8-9 is the lowest straight",
            evaluate=_rank_by(SHORT_DECK_TRIPS),
            excluded_ranks="2345",
        ),
        _stud_ranking(
            name="razz",
            title="Razz, ace to five low: aces are low, straights and flushes do not count, the lowest hand wins",
            source="Robert's Rules of Poker, version 11, section 9",
            evaluate=_rank_by(ACE_TO_FIVE),
        ),
        _stud_ranking(
            name="stud_hi_lo",
            title="Stud hi-lo, eight or better: poker, and a low hand of any five cards",
            source="thegardenscasino.com, Seven Card Stud Hi-Lo Split; Wikibooks, Poker/7-stud8",
            hand_type=poker_hands.HighLowHand,
            evaluate=lambda cards, _: [
                poker_hands.find_best_high_low(hand + cards.board)
                for hand in cards.hands
            ],
            find_low_winners=poker_hands.find_low_winners,
        ),
        _poker_ranking(
            name="ace_to_five",
            title="Ace to five lowball: five cards in the order of razz, 5-4-3-2-A the best",
            source="Robert's Rules of Poker, version 11, section 11",
            cards=range(5, 6),
            evaluate=_rank_by(ACE_TO_FIVE),
        ),
        _poker_ranking(
            name="deuce_to_seven",
            title="Deuce to seven low: aces are high, straights and flushes count, the lowest hand wins",
            source="Robert's Rules of Poker, version 11, section 11; A-2-3-4-5 is no straight",
            cards=range(5, 6),
            evaluate=_rank_by(DEUCE_TO_SEVEN),
        ),
        _poker_ranking(
            name="badugi",
            title="Badugi: the most of four cards that differ in rank and suit, the lowest of them; aces are low",
            source="Wikipedia, Badugi",
            cards=range(4, 5),
            hand_type=badugi.BadugiHand,
            evaluate=_rank_each(badugi.evaluate_badugi),
        ),
        _three_card_ranking(
            name="three_card_poker",
            title="Three-card poker: a straight beats a flush, three of a kind beat both",
            source="58 Pennsylvania Code § 649a.6; A-2-3 is the lowest straight",
            evaluate=_rank_each(three_cards.evaluate_three_cards),
            find_winners=None,  # against the house
        ),
        _three_card_ranking(
            name="teen_patti",
            title="Teen patti: three of a kind beat a straight flush; A-2-3 is the straight after A-K-Q",
            source="Wikipedia, Teen patti; pagat.com, Teen Patti",
            evaluate=_rank_each(
                partial(three_cards.evaluate_three_cards, order=three_cards.TEEN_PATTI)
            ),
        ),
        _three_card_ranking(
            name="brag",
            title="Three-card brag: as teen patti, but A-2-3 is the best straight, and threes the best three of a kind",
            source="fact-index.com, Three card brag; pokerbandits.ca, Brag",
            evaluate=_rank_each(
                partial(three_cards.evaluate_three_cards, order=three_cards.BRAG)
            ),
        ),
        _three_card_ranking(
            name="zha_jin_hua",
            title="Zha jin hua: as teen patti, but a flush beats a straight, and A-2-3 is the lowest straight",
            source="gongweng.com, 炸金花; A-2-3: zhajinhuastrategy.com; two_three_five: onecybertech.com, Gold Flower",
            optional=("two_three_five", "independent"),
            evaluate=_rank_each(
                partial(three_cards.evaluate_three_cards, order=three_cards.ZHA_JIN_HUA)
            ),
            beats=lambda deal: (
                three_cards.beats_with_special if deal.two_three_five else None
            ),
        ),
        _poker_ranking(
            name="chinese_poker_set",
            title="Chinese poker: thirteen cards as they are set, a front of three, a middle and a back of five",
            source="denexa.com, Chinese Poker; allinasia.com, 13 Card Chinese Poker: a unit for each part",
            cards=range(chinese_poker.CARDS, chinese_poker.CARDS + 1),
            hand_type=chinese_poker.ChineseHand,
            evaluate=lambda cards, deal: chinese_poker.evaluate_chinese(
                cards.hands, is_together=not deal.independent
            ),
            find_winners=partial(poker_hands.find_winners, member="units"),
        ),
        _wild_card_ranking(
            name="poker_wild",
            title="Poker with wild cards: up to four jokers and the cards of wild; five of a kind is best",
            source="suffe.cool, Enumerating Wild Card Hands: no flush with two aces",
            optional=("board", "wild", "independent"),
            jokers=len(wild_cards.JOKERS),
            hand_type=wild_cards.WildHand,
            evaluate=_rank_with_wild_cards,
        ),
        _wild_card_ranking(
            name="deuces_wild",
            title="Deuces wild: natural royal flush, four deuces, wild royal flush, five of a kind; full-pay coins",
            source="wizardofodds.com, Deuces Wild; the ranks decide between hands of a category",
            optional=("board", "coins", "independent"),
            hand_type=pay_tables.DeucesHand,
            evaluate=_rank_for_coins(pay_tables.evaluate_deuces_wild),
        ),
        _poker_ranking(
            name="pai_gow",
            title="Pai gow poker: seven cards as they are set, a front of two and a back of five; the joker is a bug",
            source="58 Pennsylvania Code § 645a.6: five aces are best, and A-2-3-4-5 is the second-highest straight",
            cards=range(pai_gow.FRONT + pai_gow.BACK, pai_gow.FRONT + pai_gow.BACK + 1),
            optional=("low_wheel", "independent"),
            jokers=1,
            hand_type=pai_gow.PaiGowHand,
            evaluate=_rank_pai_gow,
            find_winners=None,
        ),
        # hands of other games than poker
        _video_poker_ranking(
            name="jacks_or_better",
            title="Video poker, jacks or better: Mullin's points, and coins on the full-pay 9/6 machine",
            source="Mullin, Visual Basic Video Poker (1993); pay table: Wikipedia, Video poker",
            hand_type=VideoPokerHand,
            evaluate=_rank_for_coins(evaluate_jacks_or_better),
        ),
        _video_poker_ranking(
            name="double_bonus",
            title="Video poker, double bonus: coins on the full-pay 10/7 machine",
            source="wizardofodds.com, Double Bonus",
            hand_type=pay_tables.DoubleBonusHand,
            evaluate=_rank_for_coins(pay_tables.evaluate_double_bonus),
        ),
        _video_poker_ranking(
            name="joker_poker",
            title="Video poker, joker poker, kings or better, with a wild joker: coins on the full-pay machine",
            source="wizardofodds.com, Joker Poker",
            jokers=1,
            hand_type=pay_tables.JokerPokerHand,
            evaluate=_rank_for_coins(pay_tables.evaluate_joker_poker),
        ),
        Ranking(
            name="blackjack",
            title="Blackjack: hard and soft totals",
            source="Wikipedia, Blackjack",
            cards=range(1, casino_hands.MAX_CARDS + 1),
            packs=PackCount.MANY,
            hand_type=casino_hands.BlackjackHand,
            evaluate=_rank_each(casino_hands.evaluate_blackjack),
        ),
        Ranking(
            name="baccarat",
            title="Baccarat (punto banco): the player's hand and the banker's, under the fixed rule of the third card",
            source="Wikipedia, Baccarat",
            cards=range(2, 4),
            seats=range(2, 3),
            sides=tuple(casino_hands.Side),
            packs=PackCount.MANY,
            hand_type=casino_hands.BaccaratHand,
            evaluate=lambda cards, _: casino_hands.evaluate_coup(*cards.hands),
            find_winners=casino_hands.find_baccarat_winners,
        ),
        Ranking(
            name="bridge",
            title="Bridge: high-card points and shape",
            source="McCampbell (1915) and Work, ace 4 to jack 1",
            cards=range(13, 14),
            packs=PackCount.ONE,
            optional=("independent",),
            hand_type=counted_hands.BridgeCount,
            evaluate=_rank_each(counted_hands.evaluate_bridge),
        ),
        Ranking(
            name="cribbage",
            title="Cribbage: what four cards score with the starter, in the hand or in the crib",
            source="American Cribbage Congress, rules; his heels are not of a hand",
            cards=range(4, 5),
            packs=PackCount.ONE,
            optional=("crib", "independent"),
            required=("starter",),
            hand_type=counted_hands.CribbageHand,
            evaluate=_evaluate_cribbage,
        ),
        _climbing_ranking(
            name="dou_dizhu",
            title="Dou dizhu: the combination that cards of one pack with two jokers are, and those that it beats",
            source="RLCard (datamllab/rlcard), doudizhu: the lists of combinations; catsatcards.com, Dou Di Zhu",
            cards=range(1, MAX_PLAYED + 1),
            jokers=2,
            evaluate=_rank_each(evaluate_dou_dizhu),
            beats=lambda _: beats_in_dou_dizhu,
        ),
        _climbing_ranking(
            name="big_two",
            title="Big two: the combination that one to five cards are, and those that it beats",
            source="kingplay.net, Guide Big2: J-Q-K-A-2 is a straight, A-2-3-4-5 is none; nicholasc.info, Choi Dai Di",
            cards=range(1, 6),
            evaluate=_rank_each(evaluate_big_two),
            beats=lambda _: beats_in_big_two,
        ),
    )
}
"""Every ranking by name."""
