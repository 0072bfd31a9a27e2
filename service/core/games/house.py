"""Poker against the house, and other games of the casino."""

from collections.abc import Mapping

from service.core.cards.options import PackOptions
from service.core.cards.packs.french import list_codes
from service.core.games.game import FRENCH_OPTIONS, Game, Players, exactly, house_table, no_seats

HOUSE: Mapping[str, Game] = {
    "three_card_poker": Game(
        title="Three-card poker",
        aliases=("tri card poker", "pair plus", "Brit brag"),
        source="58 Pennsylvania Code § 649a.10: three each, one at a time, the dealer last",
        second_source="New Jersey Administrative Code 13:69F-20",
        players=Players(1, 7, default=1),
        seats=house_table,
        ranking="three_card_poker",
        steps="each 1×3 (face down), stock rest",
    ),
    "caribbean_stud": Game(
        title="Caribbean stud poker",
        aliases=(
            "Caribbean poker",
            "casino stud",
            "Oasis poker",
        ),
        source="58 Pennsylvania Code § 639a.10: five each, one at a time, the dealer's last face up",
        second_source="Wikipedia, Caribbean stud poker",
        players=Players(1, 7, default=1),
        seats=house_table,
        ranking="poker",
        steps="each 1×4 (face down), others 1 (face down), dealer/upcard 1 up (face up), stock rest",
    ),
    "ultimate_texas_holdem": Game(
        title="Ultimate Texas hold'em",
        aliases=(
            "UTH",
            "ultimate hold'em",
            "casino hold'em with a trips bet",
        ),
        source="58 Pennsylvania Code §§ 653a.10 and 653a.12: two each, then three and at last two community cards, "
        "each after a burned one",
        second_source="Wikipedia, Casino hold 'em, ultimate",
        players=Players(1, 6, default=1),
        seats=house_table,
        ranking="poker",
        steps="hole: each 1×2 (face down); flop: burns 1, board/flop 3; river: burns 1, board/turn_and_river 2, stock "
        "rest",
    ),
    "casino_holdem": Game(
        title="Casino hold'em",
        aliases=("Caribbean hold'em",),
        source="Wikipedia, Casino hold 'em: two each, three community cards, and two more after the calls",
        second_source="as commonly played, without burned cards",
        players=Players(1, 7, default=1),
        seats=house_table,
        ranking="poker",
        steps="hole: each 1×2 (face down); flop: board/flop 3; river: board/turn_and_river 2, stock rest",
    ),
    "pai_gow_poker": Game(
        title="Pai gow poker, with a joker",
        aliases=("double-hand poker", "pai gow with cards", "fortune pai gow", "pai gow"),
        source="58 Pennsylvania Code § 645a.9: seven hands of seven, whoever plays, and four cards that are left",
        second_source="Wikipedia, Pai gow poker",
        packs=PackOptions(jokers=1),
        players=exactly(6),
        seats=house_table,
        steps="each 1×7 (face down), stock rest (which are out of play)",
    ),
    "casino_war": Game(
        title="Casino war",
        aliases=(
            "war at the casino",
            "war against the house",
        ),
        source="Wikipedia, Casino war: six packs, a card to each player and one to the dealer, face up",
        second_source="58 Pennsylvania Code, chapter 651a, Casino War",
        packs=PackOptions(decks=6),
        players=Players(1, 7, default=1),
        seats=house_table,
        parameters=(*FRENCH_OPTIONS, "decks"),
        continues=True,
        steps="each 1×1 up (face up), stock rest",
    ),
    "dragon_tiger": Game(
        title="Dragon tiger",
        aliases=("dragon and tiger", "龙虎", "longhu", "dragon vs tiger", "lotta drago tigre"),
        source="as commonly played: eight packs, a card face up for each of the two",
        second_source="sa-rules.com (SA Gaming), Dragon Tiger: there a card is burned before each round",
        packs=PackOptions(decks=8),
        players=exactly(2),
        seats=lambda _: ("dragon", "tiger"),
        direction=None,
        parameters=(*FRENCH_OPTIONS, "decks"),
        continues=True,
        steps="coup: each 1×1 up (face up), stock rest",
    ),
    "spanish_21": Game(
        title="Spanish 21: blackjack without tens",
        aliases=("Spanish twenty-one", "Pontoon of Australia", "Spanish blackjack"),
        source="58 Pennsylvania Code § 635a.8: without the tens, dealt as blackjack; six packs or eight",
        second_source="Wikipedia, Spanish 21",
        packs=PackOptions(decks=6, exclude=list_codes("T")),
        players=Players(1, 7, default=1),
        seats=house_table,
        parameters=(*FRENCH_OPTIONS, "decks"),
        ranking="blackjack",
        continues=True,
        steps="first_cards: burns 1, others 1 up (face up), dealer/upcard 1 up (face up); second_cards: others 1 up "
        "(face up), dealer/hole_card 1 down (face down), stock rest",
    ),
    "andar_bahar": Game(
        title="Andar bahar, andar first",
        aliases=("katti", "mangatha", "ullae veliyae", "in and out", "अंदर बाहर", "andar bahar game", "ander bahar"),
        source="as commonly played: one face up, then in turn to andar and bahar until its rank comes; at other tables "
        "bahar is first",
        second_source="Wikipedia, Andar bahar",
        players=exactly(0),
        seats=no_seats,
        direction=None,
        steps="joker 1 (1 card face up in the middle: the joker.), andar_bahar, stock rest",
    ),
}
