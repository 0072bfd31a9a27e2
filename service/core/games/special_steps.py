"""The steps that decide by the faces of the cards, or take them from elsewhere than the top, by name.

To add one, write its function here and its rule in docs/stream-decks.md, in the words of a rule book.
"""

from collections.abc import Callable, Mapping, Sequence
from itertools import cycle

from service.core.cards.card import Card
from service.core.cards.packs.french import MAX_JOKERS
from service.core.games.procedures import DealState, Face, Step, all_cards
from service.core.hands.casino_hands import Side, find_side_to_draw

_MAX_BURNED = 10
_BONUS_SUITS = {"flowers", "seasons"}
_FLOWERS = 8
_DEAD_WALL = 14
_FLOOR = 4
_NUMERALS = {2: "two", 3: "three", 4: "four", 5: "five"}

BINGO_COLUMNS = {"B": 5, "I": 5, "N": 4, "G": 5, "O": 5}
"""The letters of a card for bingo, with the number of balls of each."""


def _by_faces(deal: Callable[[DealState], None], max_cards: int, piles: Sequence[str], description: str) -> Step:
    return Step(
        deal=deal, description=description, max_cards=lambda *_: max_cards, piles=tuple(piles), needs_faces=True
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


def _turn_until_natural(state: DealState) -> None:
    """Turn cards on to the discards until the last one is neither wild nor a red three."""
    while state.remaining:
        card = state.take(1)
        state.put("discards", card)
        face = state.face(card[0])
        if face.rank not in {"2", "joker"} and face.code not in {"3H", "3D"}:
            return


def _bury(state: DealState, cards: Sequence[int]) -> None:
    """Put cards into the middle of those that are left."""
    above = state.take(state.remaining // 2)
    state.order = [*above, *cards, *state.take(state.remaining)]
    state.top, state.end = 0, len(state.order)


def _turn_starter(
    name: str,
    is_unfit: Callable[[Card], bool],
    pile: str = "discards",
    words: str = "Turn 1 card face up: it begins the discards.",
) -> Step:
    """Turn a card to a pile, and bury it in the middle of the stock while it is unfit."""

    def turn(state: DealState) -> None:
        state.put(pile, state.take(1))
        starter = state.piles[pile][""]
        buried: list[int] = []
        while state.remaining and is_unfit(state.face(starter[0])):
            buried += starter
            starter[:] = state.take(1)
        if buried:
            _bury(state, buried)

    return _by_faces(
        turn,
        1,
        [pile],
        f"{words} While it is {name}, bury it in the middle of the stock and turn another.",
    )


def _lay_floor(state: DealState) -> None:
    """Lay four cards on the table, and bury the jacks and the seven of diamonds among them while others are left."""
    state.put("table", state.take(_FLOOR))
    floor, buried = state.piles["table"][""], list[int]()
    while unfit := [card for card in floor if state.face(card).rank == "J" or state.face(card).code == "7D"]:
        if state.remaining < len(unfit):
            break
        buried += unfit
        floor[:] = [card for card in floor if card not in unfit]
        floor.extend(state.take(len(unfit)))
    if buried:
        _bury(state, buried)


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
    return _by_faces(
        deal,
        _FLOWERS,
        ["flowers"],
        "Each hand in turn lays its flowers and seasons open and gets as many cards from the end of the wall, the last "
        f"one first{repetition}.",
    )


def _dead_wall(replacement_stacks: int) -> Step:
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


def _capture_jokers(state: DealState) -> None:
    """Move the jokers of the field to a pile, and replace each from the top, until the field holds none."""
    field, captured = state.piles["field"][""], []
    while jokers := [card for card in field if state.face(card).rank == "joker"]:
        captured += jokers
        field[:] = [card for card in field if card not in jokers]
        field.extend(state.take(1)[0] for _ in jokers)
    state.put("jokers", captured, face=Face.UP)


def _lower_kings(state: DealState) -> None:
    """Move the kings of each column of the tableau to its bottom."""
    for column in state.piles["tableau"].values():
        column.sort(key=lambda card: state.face(card).rank != "K")


def _deal_to_andar_and_bahar(state: DealState) -> None:
    """Deal in turn to andar and bahar until a card has the rank of the joker, or none is left."""
    joker = state.piles["joker"][""][0]
    sides = ("andar", "bahar")
    for side in sides:
        state.put(side, [])
    for side in cycle(sides):
        if not state.remaining:
            return
        card = state.take(1)
        state.put(side, card)
        if state.face(card[0]).rank == state.face(joker).rank:
            return


def _pick(state: DealState, suit: str, count: int) -> list[int]:
    """Remove and return the first `count` balls of a suit; the others keep their order."""
    picked = [ball for ball in state.order if state.face(ball).suit == suit][:count]
    state.order = [ball for ball in state.order if ball not in picked]
    state.end = len(state.order)
    return picked


def _fill_sheet(state: DealState) -> None:
    """Deal the first balls of each letter of a card for bingo to the player."""
    for letter, size in BINGO_COLUMNS.items():
        state.give("player", _pick(state, letter.lower(), size), letter)


def _draw_from_drums(suit: str, pile: str, count: int) -> Step:
    """Draw five balls of the main drum, and a number of those of a suit."""

    def draw(state: DealState) -> None:
        state.put("drawn", _pick(state, "main", 5))
        state.put(pile, _pick(state, suit, count))

    balls = f"first {suit}" if count == 1 else f"first two {suit}s"
    return _by_faces(
        draw,
        5 + count,
        ["drawn", pile],
        f"The first five balls of the main drum are drawn, and the {balls} of the other.",
    )


SPECIAL_STEPS: Mapping[str, Step] = {
    "turned": _by_faces(
        _burn_by_first_card,
        1 + _MAX_BURNED,
        ["burns"],
        "Turn the first card and burn it, and face down as many more as it says: an ace 1, a ten or picture 10.",
    ),
    "third": _by_faces(
        _deal_third_cards,
        2,
        [],
        "With 8 or 9 in either hand nobody draws. Otherwise the player gets a third card with 0 to 5; and the banker, "
        "if the player stood, with 0 to 5, or else with 0 to 2 always, 3 unless the player's third card was an 8, 4 if "
        "it was 2 to 7, 5 if 4 to 7, 6 if 6 or 7.",
    ),
    "natural": _by_faces(
        _turn_until_natural,
        1,
        ["discards"],
        "Turn 1 card face up: it begins the discards. While the last one there is wild or a red three, turn another on "
        "to it.",
    ),
    "no_eight": _turn_starter("an eight", lambda card: card.rank == "8"),
    "no_draw_four": _turn_starter("a wild draw four", lambda card: card.code == "W4"),
    "no_joker": _turn_starter("a joker", lambda card: card.rank == "joker"),
    "indicator": _turn_starter(
        "a false joker", lambda card: card.rank == "joker", "indicator", "Turn 1 card face up: the indicator."
    ),
    "flowers": _flower_step(_replace_flowers, ", until it holds none"),
    "flower_rounds": _flower_step(_replace_flowers_in_rounds, "; then again, in turn, until no hand holds any"),
    "dead_wall 2": _dead_wall(2),
    "dead_wall 4": _dead_wall(4),
    "jokers": _by_faces(
        _capture_jokers,
        MAX_JOKERS,
        ["jokers"],
        "The dealer captures the jokers of the field, and as many cards from the top replace them, until it holds "
        "none.",
    ),
    "kings_down": _by_faces(
        _lower_kings, 0, [], "In each column the kings go to the bottom, in the order in which they came."
    ),
    "floor": _by_faces(
        _lay_floor,
        _FLOOR,
        ["table"],
        "4 cards to the table, face up. While a jack or the seven of diamonds is among them, bury it in the middle of "
        "the stock, and put the next card in its place.",
    ),
    "andar_bahar": _by_faces(
        _deal_to_andar_and_bahar,
        1,
        ["andar", "bahar"],
        "Deal 1 card face up in turn to andar and bahar, until one has the rank of the joker.",
    ),
    "sheet": _by_faces(
        _fill_sheet,
        sum(BINGO_COLUMNS.values()),
        [],
        "The first five balls of the letters B, I, G and O and the first four of N are the columns of the sheet, from "
        "the top down; the middle of column N is free.",
    ),
    "drums/powerball 1": _draw_from_drums("powerball", "powerball", 1),
    "drums/mega_ball 1": _draw_from_drums("mega ball", "mega_ball", 1),
    "drums/lucky_stars 2": _draw_from_drums("lucky star", "lucky_stars", 2),
}
"""The special steps by their name in the notation."""
