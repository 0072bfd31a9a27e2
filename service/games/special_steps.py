"""The table of steps that depend on the faces of the cards, or do not take cards from the top.

To add a step, write its function, which deals, and its entry in `SPECIAL_STEPS`: the function by name, the most cards
that it takes, the piles that it lays, and its rule in a sentence. Write the rule in docs/definitions/decks.md as well,
in the words of a rule book. A function has a docstring if the sentence leaves something open. It reads a face only when
the rule depends on the face: the cards dealt before are certain, so that a request may give them.

FROZEN: which cards a step of a published game takes, in which order, and where it puts them.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import cycle, islice

from ..cards.card import Card
from ..cards.packs.suited import MAX_JOKERS
from ..rankings.casino_hands import Side, find_side_to_draw
from .procedures import DealState, Face, Step, all_cards

_MAX_BURNED = 10
_BONUS_SUITS = {"flowers", "seasons"}
_FLOWERS = 8
_STACKS = 7
"""The number of stacks of two tiles in the dead wall."""
_FLOOR = 4
_JACKS = 4
_PACK = 52
_RANKS = "23456789TJQKA"
_MAIN_BALLS = 5
_NUMERALS = {2: "two", 3: "three", 4: "four", 5: "five"}

BINGO_COLUMNS = {"B": 5, "I": 5, "N": 4, "G": 5, "O": 5}
"""The letters of a card for bingo, with the number of balls of each."""


def _burn_by_first_card(state: DealState) -> None:
    first = state.take(1)
    state.put("burns", first, "turned")
    value = state.face(first[0]).value or 0
    count = min(value, _MAX_BURNED)
    state.put("burns", state.take(count), face=Face.BURNED)


def _deal_third_cards(state: DealState) -> None:
    while side := find_side_to_draw(
        _list_faces(state, Side.PLAYER), _list_faces(state, Side.BANKER)
    ):
        state.give(side, state.take(1), face=Face.UP)


def _list_faces(state: DealState, seat: str) -> list[Card]:
    """Return the cards of a hand."""
    return [state.face(card) for card in all_cards(state.hands[seat])]


def _turn_until_natural(state: DealState) -> None:
    while state.remaining:
        card = state.take(1)
        state.put("discards", card)
        face = state.face(card[0])
        if face.rank not in {"2", "joker"} and face.code not in {"3H", "3D"}:
            return


def _bury_cards(state: DealState, cards: Sequence[int]) -> None:
    """Put cards into the middle of the undealt cards."""
    if cards:
        upper_half = state.take(state.remaining // 2)
        lower_half = state.take(state.remaining)
        state.order = [*upper_half, *cards, *lower_half]
        state.top = 0
        state.end = len(state.order)


def _replace_unfit(
    state: DealState, pile: str, is_unfit: Callable[[Card], bool]
) -> list[int]:
    """Replace the unfit cards of a pile from the top, until no card is unfit, and return the removed cards.

    If there are too few cards to replace all unfit cards, these stay.
    """
    cards = state.piles[pile][""]
    unfit_cards = list[int]()
    while unfit := [card for card in cards if is_unfit(state.face(card))]:
        if state.remaining < len(unfit):
            break
        unfit_cards += unfit
        cards[:] = [card for card in cards if card not in unfit]
        cards.extend(state.take(len(unfit)))
    return unfit_cards


def _turn_starter(
    state: DealState, pile: str, is_unfit: Callable[[Card], bool]
) -> None:
    """Turn a card onto a pile, and another card while the card is unfit. Bury the unfit cards."""
    state.put(pile, state.take(1))
    unfit_cards = _replace_unfit(state, pile, is_unfit)
    _bury_cards(state, unfit_cards)


def _is_eight(card: Card) -> bool:
    return card.rank == "8"


def _is_wild_draw_four(card: Card) -> bool:
    return card.code == "W4"


def _is_joker(card: Card) -> bool:
    return card.rank == "joker"


def _is_jack_or_seven_of_diamonds(card: Card) -> bool:
    return card.rank == "J" or card.code == "7D"


def _lay_floor(state: DealState) -> None:
    state.put("table", state.take(_FLOOR))
    unfit_cards = _replace_unfit(state, "table", _is_jack_or_seven_of_diamonds)
    _bury_cards(state, unfit_cards)


def _capture_jokers(state: DealState) -> None:
    jokers = _replace_unfit(state, "field", _is_joker)
    state.put("jokers", jokers)


def _lay_table_without_jack(state: DealState) -> None:
    """Replace the first jack on the table. A second jack stays, and so does a jack that comes as the replacement."""
    state.put("table", state.take(_FLOOR))
    table = state.piles["table"][""]
    jacks = [card for card in table if state.face(card).rank == "J"]
    if jacks and state.remaining:
        table.remove(jacks[0])
        table.extend(state.take(1))
        _bury_cards(state, jacks[:1])


def _expose_bottom_card(state: DealState) -> None:
    """Lay the last card that is no jack. If there are only jacks, lay no card."""
    cards = list[int]()
    jacks = list[int]()
    while state.remaining and not cards:
        last = state.take_last(1)
        if state.face(last[0]).rank == "J":
            jacks = [*last, *jacks]
        else:
            cards = list(last)
    state.put("bottom_card", cards)
    state.order = [*state.order[: state.end], *jacks]
    state.end += len(jacks)


def _deal_between(state: DealState) -> None:
    cards = all_cards(state.piles["table"])
    ranks = [state.face(card).rank for card in cards]
    first, second = map(_RANKS.index, ranks)
    are_neighbours = abs(first - second) == 1
    count = 0 if are_neighbours else 1
    state.put("table", state.take(count), "third")


def _lay_beak(state: DealState) -> None:
    beak = state.take(1)
    state.put("tableau", beak, "1")
    columns = cycle("2345671")
    column = next(columns)
    while state.remaining:
        card = state.take(1)
        state.put("tableau", card, column)
        if state.face(card[0]).rank == state.face(beak[0]).rank:
            state.piles["tableau"][column].remove(card[0])
            state.put("foundation", card)
        else:
            column = next(columns)


def _lay_flowers_open(state: DealState, seat: str, open_tiles: list[int]) -> bool:
    """Move the flowers and seasons of a hand to `open_tiles`, and replace each tile from the end of the wall.

    Return whether the hand had any; a replacement can be a flower too.
    """
    hand = state.hands[seat][""]
    bonus = [tile for tile in hand if state.face(tile).suit in _BONUS_SUITS]
    open_tiles += bonus
    hand[:] = [tile for tile in hand if tile not in bonus]
    hand.extend(state.take_last(1)[0] for _ in bonus)
    return bool(bonus)


def _lay_all_flowers(state: DealState, seats: Sequence[str]) -> None:
    """Lay the flowers of hands open, round by round, with one replacement for each flower, until a round has none."""
    open_tiles: dict[str, list[int]] = {seat: [] for seat in seats}
    has_more = True
    while has_more:
        had_flowers = [
            _lay_flowers_open(state, seat, tiles) for seat, tiles in open_tiles.items()
        ]
        has_more = any(had_flowers)
    for seat, tiles in open_tiles.items():
        state.put("flowers", tiles, seat)


def _lay_flowers_by_hand(state: DealState) -> None:
    for seat in state.seats:
        _lay_all_flowers(state, [seat])


def _lay_flowers_in_rounds(state: DealState) -> None:
    _lay_all_flowers(state, state.seats)


def _lay_dead_wall(state: DealState, replacement_stacks: int) -> None:
    """Lay the stacks of replacements, and then the stacks of indicators."""
    stacks = [state.take_last(2) for _ in range(_STACKS)]
    for stack in stacks[:replacement_stacks]:
        state.put("dead_wall", stack, "replacements", Face.DOWN)
    indicators = stacks[replacement_stacks:]
    upper = [stack[0] for stack in indicators]
    lower = [stack[1] for stack in indicators]
    state.put("dead_wall", upper[:1], "dora_indicators", Face.UP)
    state.put("dead_wall", upper[1:], "dora_indicators", Face.DOWN)
    state.put("dead_wall", lower, "ura_dora_indicators", Face.DOWN)


def _lower_kings(state: DealState) -> None:
    for column in state.piles["tableau"].values():
        column.sort(key=lambda card: state.face(card).rank != "K")


def _deal_to_andar_and_bahar(state: DealState) -> None:
    [joker] = state.piles["joker"][""]
    for side in ("andar", "bahar"):
        state.put(side, [])
    for side in cycle(("andar", "bahar")):
        if not state.remaining:
            return
        card = state.take(1)
        state.put(side, card)
        if state.face(card[0]).rank == state.face(joker).rank:
            return


def _pick_balls(state: DealState, suit: str, count: int) -> list[int]:
    """Remove and return the first `count` balls of a suit; the rest of the balls keep their order."""
    of_suit = (ball for ball in state.order if state.face(ball).suit == suit)
    balls = list(islice(of_suit, count))
    state.order = list(state.order)
    for ball in balls:
        state.order.remove(ball)
    state.end = len(state.order)
    return balls


def _fill_sheet(state: DealState) -> None:
    for letter, size in BINGO_COLUMNS.items():
        state.give("player", _pick_balls(state, letter.lower(), size), letter)


def _draw_from_drums(state: DealState, suit: str, pile: str, count: int) -> None:
    state.put("drawn", _pick_balls(state, "main", _MAIN_BALLS))
    state.put(pile, _pick_balls(state, suit, count))


def _by_faces(
    *,
    deal: Callable[[DealState], None],
    max_cards: int,
    piles: Sequence[str],
    rule: str,
) -> Step:
    """Return a step of at most `max_cards` cards that depends on the faces of cards; `rule` is its sentence."""
    return Step(
        deal=deal,
        description=rule,
        max_cards=lambda *_: max_cards,
        piles=tuple(piles),
        needs_faces=True,
    )


def _starter_step(
    name: str,
    is_unfit: Callable[[Card], bool],
    pile: str = "discards",
    words: str = "Turn 1 card face up: it begins the discards.",
) -> Step:
    """Return the step that turns a card that is not `name`, such as "an eight"; `words` begin its rule."""
    return _by_faces(
        deal=partial(_turn_starter, pile=pile, is_unfit=is_unfit),
        max_cards=1,
        piles=[pile],
        rule=f"{words} While it is {name}, bury it in the middle of the stock and turn another.",
    )


def _flower_step(deal: Callable[[DealState], None], repetition: str) -> Step:
    """Return a step that lays flowers open; `repetition` ends its rule."""
    return _by_faces(
        deal=deal,
        max_cards=_FLOWERS,
        piles=["flowers"],
        rule="Each hand in turn lays its flowers and seasons open and gets as many cards from the end of the wall, the "
        f"last one first{repetition}.",
    )


def _dead_wall_step(replacement_stacks: int) -> Step:
    """Return the step that lays the dead wall with this number of stacks of replacements. No face decides it."""
    replacements = _NUMERALS[replacement_stacks]
    indicators = _NUMERALS[_STACKS - replacement_stacks]
    return Step(
        deal=partial(_lay_dead_wall, replacement_stacks=replacement_stacks),
        description=f"The last {2 * _STACKS} cards, seven stacks of two, are the dead wall. Counted from the end, the "
        f"first {replacements} stacks are the replacements; on the other {indicators} lie the dora indicators, of "
        "which the first is turned, and under them the ura dora indicators.",
        max_cards=lambda *_: 2 * _STACKS,
        piles=("dead_wall",),
    )


def _drums_step(suit: str, pile: str, count: int) -> Step:
    """Return the step that draws balls of the suit `main`, and `count` balls of another suit to a pile of their own."""
    balls = f"one {suit}" if count == 1 else f"two {suit}s"
    return _by_faces(
        deal=partial(_draw_from_drums, suit=suit, pile=pile, count=count),
        max_cards=_MAIN_BALLS + count,
        piles=["drawn", pile],
        rule=f"Five balls are drawn from the main drum, and {balls} from the other.",
    )


SPECIAL_STEPS: Mapping[str, Step] = {
    "turned": _by_faces(
        deal=_burn_by_first_card,
        max_cards=1 + _MAX_BURNED,
        piles=["burns"],
        rule="Turn the first card and burn it. Then burn as many more, face down, as it says: 1 for an ace, 10 for a "
        "ten or a picture.",
    ),
    "third": _by_faces(
        deal=_deal_third_cards,
        max_cards=2,
        piles=[],
        rule="If either hand counts 8 or 9, nobody draws. Otherwise the player draws a third card on 0 to 5. If the "
        "player stood, the banker too draws on 0 to 5. If not, the banker draws on 0 to 2 always, on 3 unless the "
        "player's third card was an 8, on 4 if it was 2 to 7, on 5 if it was 4 to 7, and on 6 if it was 6 or 7.",
    ),
    "natural": _by_faces(
        deal=_turn_until_natural,
        max_cards=1,
        piles=["discards"],
        rule="Turn 1 card face up: it begins the discards. While the top card is wild or a red three, turn another on "
        "top of it.",
    ),
    "no_eight": _starter_step("an eight", _is_eight),
    "no_draw_four": _starter_step("a wild draw four", _is_wild_draw_four),
    "no_joker": _starter_step("a joker", _is_joker),
    "indicator": _starter_step(
        "a false joker",
        _is_joker,
        pile="indicator",
        words="Turn 1 card face up: the indicator.",
    ),
    "flowers": _flower_step(_lay_flowers_by_hand, repetition=", until it holds none"),
    "flower_rounds": _flower_step(
        _lay_flowers_in_rounds,
        repetition="; then again, in turn, until no hand holds any",
    ),
    "dead_wall 2": _dead_wall_step(2),
    "dead_wall 4": _dead_wall_step(4),
    "jokers": _by_faces(
        deal=_capture_jokers,
        max_cards=MAX_JOKERS,
        piles=["jokers"],
        rule="The dealer captures the jokers of the field. As many cards from the top of the stock replace them, until "
        "the field holds none.",
    ),
    "kings_down": _by_faces(
        deal=_lower_kings,
        max_cards=0,
        piles=[],
        rule="In each column the kings go to the bottom, in the order in which they were dealt.",
    ),
    "floor": _by_faces(
        deal=_lay_floor,
        max_cards=_FLOOR,
        piles=["table"],
        rule="4 cards to the table, face up. While a jack or the seven of diamonds is among them, bury it in the "
        "middle of the stock, and put the next card in its place.",
    ),
    "one_jack": _by_faces(
        deal=_lay_table_without_jack,
        max_cards=_FLOOR,
        piles=["table"],
        rule="4 cards to the table, face up. If a jack is among them, bury one jack in the middle of the stock, and "
        "lay the next card instead.",
    ),
    "bottom_card": _by_faces(
        deal=_expose_bottom_card,
        max_cards=1 + _JACKS,
        piles=["bottom_card"],
        rule="The last card of the pack that is no jack lies face up, where the stock will be: the bottom card.",
    ),
    "between": _by_faces(
        deal=_deal_between,
        max_cards=1,
        piles=["table"],
        rule="1 more card to the table, face up: the third. If the first two are neighbours in rank, there is none; "
        "the ace is next to the king alone.",
    ),
    "beak": _by_faces(
        deal=_lay_beak,
        max_cards=_PACK,
        piles=["tableau", "foundation"],
        rule="The first card is the beak, and begins the tableau of 7 columns: row by row, from left to right, 7 cards "
        "to each, all face up. The other three cards of the beak's rank go to the foundation as they come.",
    ),
    "andar_bahar": _by_faces(
        deal=_deal_to_andar_and_bahar,
        max_cards=1,
        piles=["andar", "bahar"],
        rule="Deal 1 card face up in turn to andar and bahar, until one has the rank of the joker.",
    ),
    "sheet": _by_faces(
        deal=_fill_sheet,
        max_cards=sum(BINGO_COLUMNS.values()),
        piles=[],
        rule="The first five balls of the letters B, I, G and O and the first four of N are the columns of the sheet, "
        "from the top down; the middle of column N is free.",
    ),
    "drums/powerball 1": _drums_step("powerball", pile="powerball", count=1),
    "drums/mega_ball 1": _drums_step("mega ball", pile="mega_ball", count=1),
    "drums/lucky_stars 2": _drums_step("lucky star", pile="lucky_stars", count=2),
}
"""The special steps by their name in the notation."""
