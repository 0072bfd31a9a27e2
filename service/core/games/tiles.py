"""Games with tiles: Chinese and Japanese Mah-Jong, and dominoes."""

from service.core.cards.notations.mpsz import format_mpsz
from service.core.cards.options import PackOptions
from service.core.games.game import Direction, Game, Players, Steps
from service.core.games.procedures import DealState, Face, Step, each, packets, rest, stage, to_seat

_WINDS = ("east", "south", "west", "north")
_BONUS_SUITS = {"flowers", "seasons"}
_FLOWERS = 8
_DEAD_WALL = 14
_BLOCK_TILES = {2: 7, 3: 5, 4: 5}


def _hand_steps() -> Steps:
    return (packets(4, 4, 4), each(1), to_seat("east", 1))


def _replace_flowers(state: DealState) -> None:
    """Lay open the flowers and seasons of each hand in turn, and replace them from the end of the wall."""
    for seat in state.seats:
        hand, bonus = state.hands[seat][""], []
        while new_bonus := [tile for tile in hand if state.face(tile).suit in _BONUS_SUITS]:
            bonus += new_bonus
            hand[:] = [tile for tile in hand if tile not in new_bonus]
            hand.extend(state.take_last(1)[0] for _ in new_bonus)
        state.put("flowers", bonus, seat)


def _chinese_steps(_: int) -> Steps:
    replacement = Step(
        deal=_replace_flowers,
        description="Each hand in turn lays its flowers and seasons open and gets as many cards from the end of the "
        "wall, the last one first, until it holds none.",
        max_cards=lambda *_: _FLOWERS,
        piles=("flowers",),
        needs_faces=True,
    )
    return (*_hand_steps(), replacement, rest("wall"))


def _build_dead_wall(state: DealState) -> None:
    """Take the last seven stacks of two: two of replacement tiles, five of an indicator upon an ura indicator."""
    stacks = [state.take_last(2) for _ in range(_DEAD_WALL // 2)]
    for upper, lower in stacks[:2]:
        state.put("dead_wall", [upper, lower], "replacements", Face.DOWN)
    turned, *covered = [upper for upper, _ in stacks[2:]]
    state.put("dead_wall", [turned], "dora_indicators", Face.UP)
    state.put("dead_wall", covered, "dora_indicators", Face.DOWN)
    state.put("dead_wall", [lower for _, lower in stacks[2:]], "ura_dora_indicators", Face.DOWN)


def _riichi_steps(_: int) -> Steps:
    dead_wall = Step(
        deal=_build_dead_wall,
        description=f"The last {_DEAD_WALL} cards, seven stacks of two, are the dead wall. Counted from the end, the "
        "first two stacks are the replacements; on the other five lie the dora indicators, of which the first is "
        "turned, and under them the ura dora indicators.",
        max_cards=lambda *_: _DEAD_WALL,
        piles=("dead_wall",),
    )
    return (*stage("hands", *_hand_steps()), *stage("indicator", dead_wall, rest("wall")))


TILES = (
    Game(
        name="mahjong",
        title="Mah-Jong, Chinese, with flowers and seasons",
        source="pagat.com, Mah-Jong; flowers as at allmj.com, Dealing hands: each hand makes up all of its own in turn",
        deck="mahjong",
        unit="tile",
        players=Players(4, 4, default=4),
        seats=lambda _: _WINDS,
        options=("exclude",),
        direction=Direction.ANTICLOCKWISE,
        start=", the dealer first",
        steps=_chinese_steps,
    ),
    Game(
        name="riichi",
        title="Riichi Mah-Jong, Japanese, with three red fives",
        source="European Mahjong Association, Riichi Rules; riichi.wiki, Wanpai; the dead wall as tenhou.net has it",
        deck="riichi",
        unit="tile",
        packs=PackOptions(red_fives=3),
        players=Players(4, 4, default=4),
        seats=lambda _: _WINDS,
        options=("red_fives", "exclude"),
        direction=Direction.ANTICLOCKWISE,
        start=", the dealer first",
        steps=_riichi_steps,
        extra_fields=lambda table, deal, _: {
            "mpsz": {seat: format_mpsz(table.card_codes(hand)) for seat, hand in deal.hands.items()}
        },
    ),
    Game(
        name="dominoes",
        title="Dominoes, the block game",
        source="learnplaywin.net, Dominoes rules, block: 7 tiles for two, 5 for three or four",
        deck="dominoes",
        unit="tile",
        players=Players(2, 4, default=2),
        seats=lambda players: tuple(map(str, range(1, players + 1))),
        options=("highest", "exclude"),
        direction=None,
        steps=lambda players: (each(_BLOCK_TILES[players]), rest("boneyard")),
    ),
)
