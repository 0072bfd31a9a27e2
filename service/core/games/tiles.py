"""Games with tiles: Chinese and Japanese Mah-Jong, and dominoes."""

from collections.abc import Callable
from functools import partial
from typing import Any

from service.core.cards.notations.mpsz import format_mpsz
from service.core.cards.options import PackOptions
from service.core.games.game import Direction, Game, GameTable, Players, Steps, numbered_seats
from service.core.games.procedures import Deal, DealState, Face, Step
from service.core.games.steps import each, packets, rest, stage, to_seat

_WINDS = ("east", "south", "west", "north")
_BONUS_SUITS = {"flowers", "seasons"}
_FLOWERS = 8
_DEAD_WALL = 14
_UNDRAWN = 16
_NUMERALS = {2: "two", 3: "three", 4: "four", 5: "five"}
_BLOCK_TILES = {2: 7, 3: 5, 4: 5}
_TRAIN_TILES = {2: 16, 3: 16, 4: 15, 5: 14, 6: 12, 7: 10, 8: 9}


def _hand_steps() -> Steps:
    return (packets(4, 4, 4), each(1), to_seat("east", 1))


def _lay_flowers_open(state: DealState, seat: str, opened: list[int]) -> bool:
    """Move the flowers and seasons of a hand to `opened`, replace each from the end of the wall, return if any was."""
    hand = state.hands[seat][""]
    bonus = [tile for tile in hand if state.face(tile).suit in _BONUS_SUITS]
    opened += bonus
    hand[:] = [tile for tile in hand if tile not in bonus]
    hand.extend(state.take_last(1)[0] for _ in bonus)
    return bool(bonus)


def _replace_flowers(state: DealState) -> None:
    """Lay open the flowers and seasons of each hand in turn, until it holds none."""
    for seat in state.seats:
        opened: list[int] = []
        while _lay_flowers_open(state, seat, opened):
            pass
        state.put("flowers", opened, seat)


def _replace_flowers_in_rounds(state: DealState) -> None:
    """Lay open the flowers and seasons of each hand once, and so again until no hand holds any."""
    opened: dict[str, list[int]] = {seat: [] for seat in state.seats}
    while sum(_lay_flowers_open(state, seat, tiles) for seat, tiles in opened.items()):
        pass
    for seat, tiles in opened.items():
        state.put("flowers", tiles, seat)


def _flower_step(deal: Callable[[DealState], None], repetition: str) -> Step:
    return Step(
        deal=deal,
        description="Each hand in turn lays its flowers and seasons open and gets as many cards from the end of the "
        f"wall, the last one first{repetition}.",
        max_cards=lambda *_: _FLOWERS,
        piles=("flowers",),
        needs_faces=True,
    )


def _chinese_steps(_: int) -> Steps:
    return (*_hand_steps(), _flower_step(_replace_flowers, ", until it holds none"), rest("wall"))


def _taiwanese_steps(_: int) -> Steps:
    return (
        packets(4, 4, 4, 4),
        to_seat("east", 1),
        _flower_step(_replace_flowers_in_rounds, "; then again, in turn, until no hand holds any"),
        rest("wall", note=f"the last {_UNDRAWN} of which are never drawn"),
    )


def _dead_wall_step(replacement_stacks: int) -> Step:
    """Take the last seven stacks of two: replacement tiles, and on the others an indicator upon an ura indicator."""
    indicators = _DEAD_WALL // 2 - replacement_stacks

    def deal(state: DealState) -> None:
        stacks = [state.take_last(2) for _ in range(_DEAD_WALL // 2)]
        for upper, lower in stacks[:replacement_stacks]:
            state.put("dead_wall", [upper, lower], "replacements", Face.DOWN)
        turned, *covered = [upper for upper, _ in stacks[replacement_stacks:]]
        state.put("dead_wall", [turned], "dora_indicators", Face.UP)
        state.put("dead_wall", covered, "dora_indicators", Face.DOWN)
        state.put("dead_wall", [lower for _, lower in stacks[replacement_stacks:]], "ura_dora_indicators", Face.DOWN)

    return Step(
        deal=deal,
        description=f"The last {_DEAD_WALL} cards, seven stacks of two, are the dead wall. Counted from the end, the "
        f"first {_NUMERALS[replacement_stacks]} stacks are the replacements; on the other {_NUMERALS[indicators]} lie "
        "the dora indicators, of which the first is turned, and under them the ura dora indicators.",
        max_cards=lambda *_: _DEAD_WALL,
        piles=("dead_wall",),
    )


def _riichi_steps(players: int) -> Steps:
    """Return the steps; three players also replace north tiles (kita), so that eight replacements lie there."""
    return (
        *stage("hands", *_hand_steps()),
        *stage("indicator", _dead_wall_step(4 if players == 3 else 2), rest("wall")),
    )


def _mpsz(table: GameTable, deal: Deal, _: int) -> dict[str, Any]:
    return {"mpsz": {seat: format_mpsz(table.card_codes(hand)) for seat, hand in deal.hands.items()}}


_MahJong = partial(
    Game,
    unit="tile",
    players=Players(4, 4, default=4),
    seats=lambda players: _WINDS[:players],
    options=("exclude",),
    direction=Direction.ANTICLOCKWISE,
    start=", the dealer first",
)
_Dominoes = partial(Game, deck="dominoes", unit="tile", seats=numbered_seats, direction=None)

TILES = (
    _MahJong(
        name="mahjong",
        title="Mah-Jong, Chinese, with flowers and seasons",
        source="pagat.com, Mah-Jong; flowers: mahjongbritishrules.com, Deal out the tiles, replaced at once",
        deck="mahjong",
        steps=_chinese_steps,
    ),
    _MahJong(
        name="riichi",
        title="Riichi Mah-Jong, Japanese, with three red fives",
        source="European Mahjong Association, Riichi Rules; riichi.wiki, Wanpai; three red fives, as is most common: "
        "riichi.wiki, Dora; the dead wall as tenhou.net has it",
        deck="riichi",
        packs=PackOptions(red_fives=3),
        options=("red_fives", "exclude"),
        steps=_riichi_steps,
        extra_fields=_mpsz,
    ),
    _MahJong(
        name="riichi_three_players",
        title="Riichi Mah-Jong for three (sanma), without 2 to 8 of characters, with two red fives",
        source="riichi.wiki, Sanma: eight replacements for kans and kitas; red fives: riichi.wiki, Dora; the dead wall "
        "as tenhou.net has it",
        deck="riichi",
        packs=PackOptions(red_fives=3, exclude=("2m", "3m", "4m", "0m", "5m", "6m", "7m", "8m")),
        players=Players(3, 3, default=3),
        options=("red_fives", "exclude"),
        steps=_riichi_steps,
        extra_fields=_mpsz,
    ),
    _MahJong(
        name="taiwanese_mahjong",
        title="Mah-Jong, Taiwanese, with 16 tiles",
        source="4windsmj.com, Taiwanese 16-tile Mah Jong, and shouchaobaoquan.com, 台湾麻将: flowers in rounds",
        deck="mahjong",
        steps=_taiwanese_steps,
    ),
    _MahJong(
        name="american_mahjong",
        title="Mah-Jongg, American, before the Charleston",
        source="kellybunch.substack.com, How to play Mahjong, part 2; fourfriendsmahjong.com, Rules: four walls of 38",
        deck="american_mahjong",
        steps=lambda _: (*_hand_steps(), rest("wall")),
    ),
    _Dominoes(
        name="dominoes",
        title="Dominoes, the block game",
        source="learnplaywin.net, Dominoes rules, block; ourpastimes.com, How to Play Double Nine Dominoes",
        players=Players(2, 4, default=2),
        options=("highest", "exclude"),
        steps=lambda players: (each(_BLOCK_TILES[players]), rest("boneyard")),
    ),
    _Dominoes(
        name="dominoes_partnership",
        title="Dominoes for two pairs of partners, without a boneyard",
        source="gamevelvet.com, Dominoes: 7 tiles each",
        players=Players(4, 4, default=4),
        options=(),
        steps=lambda _: (each(7),),
    ),
    _Dominoes(
        name="dominoes_cuban",
        title="Cuban dominoes for two pairs of partners, with the double-nine set",
        source="pagat.com, Cuban Dominoes: 10 tiles each; the other 15 are not used",
        packs=PackOptions(highest=9),
        players=Players(4, 4, default=4),
        options=("exclude",),
        steps=lambda _: (each(10), rest("boneyard", note="which is not used")),
    ),
    _Dominoes(
        name="mexican_train",
        title="Mexican train, with the double-twelve set",
        source="ourpastimes.com, Double-Twelve Dominoes: the double twelve is laid out beforehand; sets come with "
        "other numbers of tiles, as 15, 11 and 8 for up to four, six and eight (owlshollow.com)",
        packs=PackOptions(highest=12, exclude=("12-12",)),
        players=Players(2, 8, default=4),
        options=(),
        steps=lambda players: (each(_TRAIN_TILES[players]), rest("boneyard")),
    ),
)
