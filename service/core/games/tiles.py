"""Games with tiles: Chinese and Japanese Mah-Jong, dominoes."""

from service.core.cards.notations.mpsz import mpsz
from service.core.cards.options import PackOptions
from service.core.games.game import Game, Players, Steps
from service.core.games.procedures import DealState, Step, each, packets, rest, to_seat

_WINDS = ("east", "south", "west", "north")
_TURN = "anticlockwise, the dealer first"
_BONUS = {"flowers", "seasons"}
_FLOWERS = 8
_DEAD_WALL = 14
_BLOCK = {2: 7, 3: 5, 4: 5}


def _hands() -> Steps:
    return (packets(4, 4, 4), each(1), to_seat("east", 1))


def _replace_flowers(state: DealState) -> None:
    """Lay open the flowers and seasons of each hand in turn, and make them up from the wall's end."""
    for seat in state.seats:
        hand, bonus = state.hands[seat][""], []
        while found := [tile for tile in hand if state.face(tile).suit in _BONUS]:
            bonus += found
            hand[:] = [tile for tile in hand if tile not in found]
            hand.extend(state.take_last(1)[0] for _ in found)
        state.put("flowers", bonus, seat)


def _chinese(_: int) -> Steps:
    replace = Step(
        deal=_replace_flowers,
        description="Each hand in turn lays its flowers and seasons open and gets as many cards from the end of the "
        "wall, the last one first, until it holds none.",
        max_cards=lambda *_: _FLOWERS,
        piles=("flowers",),
        needs_faces=True,
    )
    return (*_hands(), replace, rest("wall"))


def _build_dead_wall(state: DealState) -> None:
    """The last seven stacks of two: two of replacement tiles, then five of an indicator upon an ura indicator."""
    stacks = [state.take_last(2) for _ in range(_DEAD_WALL // 2)]
    for upper, lower in stacks[:2]:
        state.put("dead_wall", [upper, lower], "replacements")
    state.put("dead_wall", [upper for upper, _ in stacks[2:]], "dora_indicators")
    state.put("dead_wall", [lower for _, lower in stacks[2:]], "ura_dora_indicators")


def _riichi(_: int) -> Steps:
    dead_wall = Step(
        deal=_build_dead_wall,
        description=f"The last {_DEAD_WALL} cards, seven stacks of two, are the dead wall. Counted from the end, the "
        "first two stacks are the replacements; on the other five lie the dora indicators, of which the first is "
        "turned, and under them the ura dora indicators.",
        max_cards=lambda *_: _DEAD_WALL,
        piles=("dead_wall",),
    )
    return (*_hands(), dead_wall, rest("wall"))


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
        direction=_TURN,
        steps=_chinese,
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
        direction=_TURN,
        steps=_riichi,
        extra_fields=lambda table, dealt, _: {
            "mpsz": {seat: mpsz(table.card_codes(hand)) for seat, hand in dealt.hands.items()}
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
        direction="",
        steps=lambda players: (each(_BLOCK[players]), rest("boneyard")),
    ),
)
