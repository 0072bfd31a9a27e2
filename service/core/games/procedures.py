"""How the cards of a shuffled order go to hands and piles, step by step.

A procedure is data: each of its steps deals, and says in words what it deals. To add a way of dealing, add a step here;
what a single game does and no other is a `Step` made of a function of its own, beside that game.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

from service.core.cards.card import Card

Pile = dict[str, list[int]]
"""The cards of a hand or a pile, from the top, by the name of the part that they are in, which is "" without parts."""


@dataclass(slots=True)
class Dealt:
    """The hands by seat, and the piles by name, in the order in which the game names them."""

    hands: dict[str, Pile]
    piles: dict[str, Pile]

    def placed(self, order: Sequence[int]) -> "Dealt":
        """The same deal of another order, if this is a deal of 0…n-1: what has been dealt are then the places."""
        return Dealt(_placed(self.hands, order), _placed(self.piles, order))


def _placed(held: Mapping[str, Pile], order: Sequence[int]) -> dict[str, Pile]:
    return {
        name: {part: [order[place] for place in places] for part, places in pile.items()} for name, pile in held.items()
    }


def together(pile: Pile) -> list[int]:
    """The cards of all parts of a hand or a pile, one part after the other."""
    return list(chain.from_iterable(pile.values()))


class Dealing(Dealt):
    """A deal that is going on: `order` lies face down, and cards leave it at the top or at the end.

    `seats` are in the order in which they get cards. `pack` is one of the packs that the shoe is made of.
    """

    def __init__(self, order: Sequence[int], seats: Sequence[str], pack: Sequence[Card] = ()) -> None:
        super().__init__({seat: {} for seat in seats}, {})
        self.order, self.seats, self.pack = order, seats, pack
        self.top, self.end = 0, len(order)

    def take(self, count: int) -> Sequence[int]:
        """So many cards from the top."""
        self.top += count
        return self.order[self.top - count : self.top]

    def take_last(self, count: int) -> Sequence[int]:
        """So many cards from the end, in the order in which they lie."""
        self.end -= count
        return self.order[self.end : self.end + count]

    def face(self, card: int) -> Card:
        """What is printed on a card."""
        return self.pack[card % len(self.pack)]

    @property
    def left(self) -> int:
        """How many cards have not been dealt."""
        return self.end - self.top

    def give(self, seat: str, cards: Sequence[int], part: str = "") -> None:
        """Put cards into a hand."""
        self.hands[seat].setdefault(part, []).extend(cards)

    def put(self, pile: str, cards: Sequence[int], part: str = "") -> None:
        """Put cards on a pile, under those that are there."""
        self.piles.setdefault(pile, {}).setdefault(part, []).extend(cards)


@dataclass(frozen=True, kw_only=True)
class Step:
    """One step of a procedure.

    `deal` does it; `words` say it. `most` is how many cards it takes, or may take, given how many hands there are and
    how many cards are left. `piles` are those that it deals to. `looks` says that it depends on what is on the cards.
    """

    deal: Callable[[Dealing], None]
    words: str
    most: Callable[[int, int], int]
    piles: tuple[str, ...] = ()
    looks: bool = False


def each(cards: int, part: str = "", note: str = "", but: str = "") -> Step:
    """So many cards to each hand, but one if it is named, one at a time."""
    singly = ", one at a time" if cards > 1 else ""
    but_one = f" but the {but}'s" if but else ""
    return _packets((1,) * cards, f"Each hand{but_one} gets {counted(cards)}{singly}", part, note, but)


def packets(*sizes: int, note: str = "") -> Step:
    """To each hand so many cards at once, then so many…"""
    then = "".join(f", then {size} at once" for size in sizes[1:])
    return _packets(sizes, f"Each hand gets {counted(sizes[0])} at once{then}", "", note)


def _packets(sizes: Sequence[int], words: str, part: str, note: str, but: str = "") -> Step:
    def deal(dealing: Dealing) -> None:
        for size in sizes:
            for seat in dealing.seats:
                if seat != but:
                    dealing.give(seat, dealing.take(size), part)

    return Step(deal=deal, words=_sentence(words, part, note), most=lambda hands, _: (hands - bool(but)) * sum(sizes))


def in_turn(*rounds: tuple[int, ...]) -> Step:
    """To each hand at once as many cards as a round has for it, round after round."""

    def deal(dealing: Dealing) -> None:
        for sizes in rounds:
            for seat, size in zip(dealing.seats, sizes, strict=True):
                dealing.give(seat, dealing.take(size))

    then = ", then ".join(_listed(sizes) for sizes in rounds)
    return Step(deal=deal, words=f"In turn the hands get {then} cards at once.", most=lambda *_: sum(map(sum, rounds)))


def out() -> Step:
    """All the cards to the hands, one at a time."""

    def deal(dealing: Dealing) -> None:
        first, count = dealing.top, len(dealing.seats)
        for turn, seat in enumerate(dealing.seats):
            dealing.give(seat, dealing.order[first + turn : dealing.end : count])
        dealing.top = dealing.end

    return Step(
        deal=deal,
        words="All the cards are dealt out, one at a time, to each hand the same number.",
        most=lambda hands, left: left // hands * hands,
    )


def to(seat: str, cards: int, part: str = "", note: str = "") -> Step:
    """So many cards to one hand."""
    return Step(
        deal=lambda dealing: dealing.give(seat, dealing.take(cards), part),
        words=_sentence(f"{'the ' if seat == 'dealer' else ''}{seat} gets {counted(cards)}", part, note),
        most=lambda *_: cards,
    )


def burn(cards: int = 1) -> Step:
    """So many cards away, unseen."""
    return onto("burns", cards, words=f"Burn {counted(cards)}.")


def onto(pile: str, cards: int, part: str = "", note: str = "", words: str = "") -> Step:
    """So many cards to a pile."""
    return Step(
        deal=lambda dealing: dealing.put(pile, dealing.take(cards), part),
        words=words
        or _sentence(f"{counted(cards)} to the {pile}" if cards else f"The {pile} begins empty", part, note),
        most=lambda *_: cards,
        piles=(pile,),
    )


def columns(pile: str, *sizes: int, note: str = "") -> Step:
    """Row by row to columns of those sizes: a card to each column that has room left."""

    def deal(dealing: Dealing) -> None:
        for row in range(max(sizes)):
            for column, size in enumerate(sizes, start=1):
                if row < size:
                    dealing.put(pile, dealing.take(1), str(column))

    return Step(
        deal=deal,
        words=_sentence(
            f"Row by row, from left to right, the {pile} of {len(sizes)} columns: {_listed(sizes)} cards", "", note
        ),
        most=lambda *_: sum(sizes),
        piles=(pile,),
    )


def rest(pile: str, note: str = "", words: str = "") -> Step:
    """What is left, to a pile."""
    return Step(
        deal=lambda dealing: dealing.put(pile, dealing.take(dealing.left)),
        words=words or _sentence(f"The cards that are left are the {pile}", "", note),
        most=lambda _, left: max(left, 0),
        piles=(pile,),
    )


@dataclass(frozen=True)
class Procedure:
    """Steps one after the other, and the seats of the hands in the order in which they get cards.

    Every card of an order goes to exactly one hand or pile.
    """

    seats: tuple[str, ...]
    steps: tuple[Step, ...]

    @property
    def piles(self) -> list[str]:
        """The names of the piles, in the order in which they come."""
        return list(dict.fromkeys(pile for step in self.steps for pile in step.piles))

    @property
    def looks(self) -> bool:
        """Whether what is on the cards decides where any of them goes."""
        return any(step.looks for step in self.steps)

    def words(self) -> list[str]:
        """What is done, step by step."""
        return [step.words for step in self.steps]

    def needed(self, held: int) -> int:
        """How many of the cards held it deals, at the most that a deal can take."""
        left = held
        for step in self.steps:
            left -= step.most(len(self.seats), left)
        return held - left

    def deal(self, order: Sequence[int], pack: Sequence[Card] = (), first: int = 0) -> Dealt:
        """Deal from the top, beginning with seat number `first`; `pack` is one of those that the shoe is made of."""
        dealing = Dealing(order, self.seats[first:] + self.seats[:first], pack)
        dealing.hands = {seat: {} for seat in self.seats}
        for step in self.steps:
            step.deal(dealing)
        return dealing


def counted(cards: int) -> str:
    """So many cards, in words."""
    return "1 card" if cards == 1 else f"{cards} cards"


def _listed(sizes: Sequence[int]) -> str:
    return ", ".join(map(str, sizes))


def _sentence(words: str, part: str, note: str) -> str:
    named = f": the {part.replace('_', ' ')}" if part else ""
    return f"{words[0].upper()}{words[1:]}{named}{', ' + note if note else ''}."
