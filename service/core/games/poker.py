"""Poker, dealt to the end as if nobody folds, with the burned cards."""

from dataclasses import replace

from service.core.cards.options import PackOptions
from service.core.cards.packs.french import list_codes
from service.core.games.game import Game, Players, Steps
from service.core.games.procedures import Face, Step
from service.core.games.steps import burn, each, rest, stage, to_pile

_ROBERT = "Robert's Rules of Poker, version 11, section {}"
_RULES = f"58 Pennsylvania Code § 637a.{{}}; {_ROBERT}"
_STREETS = ("second", "third", "fourth", "fifth", "sixth", "seventh")


def _board_steps(hole_cards: int) -> Steps:
    """Return the steps: the hole cards of each hand; flop, turn and river, with a card burned before each."""
    return (
        *stage("hole", each(hole_cards, note="face down")),
        *stage("flop", burn(), to_pile("board", 3, "flop")),
        *stage("turn", burn(), to_pile("board", 1, "turn")),
        *stage("river", burn(), to_pile("board", 1, "river"), rest("stock")),
    )


def _stud_steps(hole_cards: int, first: str, *later: str) -> Steps:
    """Return the steps: hole cards and the first upcard; a card for each later street, after a burned one."""
    start = stage(f"{first}_street", each(hole_cards, "hole_cards", note="face down"), _street_step(first))
    streets = [step for street in later for step in stage(f"{street}_street", burn(), _street_step(street))]
    return (*start, *streets, *stage(f"{later[-1]}_street", rest("stock")))


def _street_step(street: str) -> Step:
    word, face = ("down", Face.OWN) if street == _STREETS[-1] else ("up", Face.UP)
    description = f"{street.capitalize()} street: each hand gets 1 card, face {word}."
    return replace(each(1, f"{street}_street", face=face), description=description)


POKER = (
    Game(
        name="holdem",
        ranking="poker",
        title="Texas hold'em",
        source=f"{_RULES.format(11, 5)}; for up to eleven: New Jersey Administrative Code 13:69F-14.10(b)",
        deck="standard",
        players=Players(2, 11, default=6),
        steps=lambda _: _board_steps(2),
    ),
    Game(
        name="omaha",
        ranking="omaha",
        title="Omaha",
        source=_RULES.format(12, 6),
        deck="standard",
        players=Players(2, 10, default=6),
        steps=lambda _: _board_steps(4),
    ),
    Game(
        name="omaha_five_cards",
        ranking="omaha",
        title="Omaha with five cards",
        source=f"Wikipedia, Omaha hold 'em; {_ROBERT.format(6)}; eight at most, so that the pack lasts",
        deck="standard",
        players=Players(2, 8, default=6),
        steps=lambda _: _board_steps(5),
    ),
    Game(
        name="omaha_six_cards",
        ranking="omaha",
        title="Omaha with six cards",
        source=f"Wikipedia, Omaha hold 'em; {_ROBERT.format(6)}; seven at most, so that the pack lasts",
        deck="standard",
        players=Players(2, 7, default=6),
        steps=lambda _: _board_steps(6),
    ),
    Game(
        name="omaha_hi_lo",
        ranking="omaha_hi_lo",
        title="Omaha hi-lo, eight or better",
        source=_ROBERT.format(7),
        deck="standard",
        players=Players(2, 10, default=6),
        steps=lambda _: _board_steps(4),
    ),
    Game(
        name="big_o",
        ranking="omaha_hi_lo",
        title="Big O: Omaha hi-lo with five cards",
        source="poker.fandom.com and dealerschoicelab.com, Big O; eight at most, so that the pack lasts with its burns",
        deck="standard",
        players=Players(2, 8, default=6),
        steps=lambda _: _board_steps(5),
    ),
    Game(
        name="pineapple",
        title="Pineapple and crazy pineapple, whose players discard a hole card",
        source="setthings.com, Pineapple; bonuskey.com, Pineapple Poker Rules: three cards, up to ten players",
        deck="standard",
        players=Players(2, 10, default=6),
        steps=lambda _: _board_steps(3),
    ),
    Game(
        name="short_deck",
        ranking="short_deck",
        title="Short deck (six plus hold'em), with 36 cards",
        source="Wikipedia, Six-plus hold 'em: without 2 to 5, then as Texas hold'em",
        deck="standard",
        packs=PackOptions(exclude=list_codes("2345")),
        players=Players(2, 10, default=6),
        steps=lambda _: _board_steps(2),
    ),
    Game(
        name="five_card_draw",
        ranking="poker",
        title="Five-card draw",
        source=f"{_RULES.format(13, 12)}; a burned card: Wikipedia, Burn card",
        deck="standard",
        players=Players(2, 6, default=4),
        steps=lambda _: (
            each(5, note="face down"),
            rest("stock", note="from which the draws come, after a burned card"),
        ),
    ),
    Game(
        name="deuce_to_seven_triple_draw",
        ranking="deuce_to_seven",
        title="Deuce to seven triple draw",
        source=f"{_ROBERT.format(11)}; enterra-poker.com, Deuce to Seven Triple Draw: six at most",
        deck="standard",
        players=Players(2, 6, default=6),
        steps=lambda _: (each(5, note="face down"), rest("stock", note="from which the three draws come")),
    ),
    Game(
        name="badugi",
        ranking="badugi",
        title="Badugi",
        source="enterra-poker.com, Badugi Rules; agame22.com, Badugi Poker: six at most",
        deck="standard",
        players=Players(2, 6, default=6),
        steps=lambda _: (each(4, note="face down"), rest("stock", note="from which the three draws come")),
    ),
    Game(
        name="seven_card_stud",
        ranking="poker",
        title="Seven-card stud",
        source=f"{_RULES.format(10, 8)}; six at most, so that the pack lasts even if nobody folds",
        deck="standard",
        players=Players(2, 6, default=6),
        steps=lambda _: _stud_steps(2, *_STREETS[1:]),
    ),
    Game(
        name="razz",
        ranking="razz",
        title="Razz: seven-card stud, low",
        source=f"{_ROBERT.format(9)}; six at most, so that the pack lasts even if nobody folds",
        deck="standard",
        players=Players(2, 6, default=6),
        steps=lambda _: _stud_steps(2, *_STREETS[1:]),
    ),
    Game(
        name="stud_hi_lo",
        ranking="stud_hi_lo",
        title="Seven-card stud hi-lo, eight or better",
        source="Wikibooks, Poker/7-stud8: as seven-card stud; six at most, so that the pack lasts even if nobody folds",
        deck="standard",
        players=Players(2, 6, default=6),
        steps=lambda _: _stud_steps(2, *_STREETS[1:]),
    ),
    Game(
        name="five_card_stud",
        ranking="poker",
        title="Five-card stud",
        source="Wikipedia, Five-card stud: one down, one up, a card burned before each later round; nine at most, so "
        "that the pack lasts even if nobody folds",
        deck="standard",
        players=Players(2, 9, default=6),
        steps=lambda _: _stud_steps(1, *_STREETS[:4]),
    ),
    Game(
        name="open_face_chinese",
        title="Open-face Chinese poker",
        source="betandbit.net and openfacechinesepoker.corvidapps.com, Open Face Chinese Poker: five each, then singly",
        deck="standard",
        players=Players(2, 4, default=3),
        steps=lambda _: (each(5, face=Face.UP), rest("stock", note="from which the later cards come, one at a time")),
    ),
    Game(
        name="video_poker",
        ranking="poker",
        title="Video poker: jacks or better",
        source="Mullin, Visual Basic Video Poker (1993)",
        deck="standard",
        players=Players(1, 1, default=1),
        seats=lambda _: ("player",),
        steps=lambda _: (
            each(5, note="face up", face=Face.UP),
            rest("stock", note="from which the draws come, in order"),
        ),
    ),
)
