"""Showdowns: requests to rank hands, and their hands parsed as cards."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property, lru_cache
from typing import Annotated, NamedTuple

from ..cards.card import Card
from ..cards.deck import DECKS
from ..cards.options import PackOptions
from ..cards.seats import HANDS_ALIASES, BySeat, SeatList
from ..cards.shoe import parse_card
from ..cards.spellings import CardSpelling
from ..core.errors import Refused
from ..core.value_types import EntryName, Flag, ListOf
from .jacks_or_better import CoinsBet
from .pai_gow import WheelOption
from .wild_cards import NamedWildCards, parse_wild

MAX_HANDS = 5_000
MIN_BOARD = 3
MAX_BOARD = 5

HandCards = tuple[Card, ...]


class PackCount(StrEnum):
    """The number of packs that the hands come from.

    With `one` all hands, the board and the starter are of one pack, with `each` every hand is of its own pack, and with
    `many` a card may occur any number of times.
    """

    ONE = "one"
    EACH = "each"
    MANY = "many"


@dataclass(frozen=True, eq=False)
class RankedGame(EntryName):
    """The name of a game with ranked hands, or of a ranking; `others` are the games without a ranking."""

    others: Collection[str] = ()

    def refuse(self, value: object) -> str:
        """Return the error message for a name, with a sentence of its own for a game without a ranking."""
        if isinstance(value, str) and value in self.others:
            return f"The hands of {value} have no ranking. {super().refuse(None)}"
        return super().refuse(value)


class HandList(ListOf):
    """The hands in the order of their seats."""

    @property
    def accepted_in_requests(self) -> str:
        """The lists that fit, and the parameter for an object."""
        return f"{self.accepted_in_bodies}, each the cards of a hand; hands_by_seat takes an object of them by seat"


@dataclass(frozen=True, kw_only=True)
class ShownHands:
    """The hands of a request to rank hands, in `hands` or `hands_by_seat`, with the board, the starter and the crib."""

    game: Annotated[
        str,
        RankedGame(
            "The game or ranking, as /v1/hands lists them: holdem, poker, blackjack, …",
            example="holdem",
        ),
    ]
    hands: Annotated[
        tuple[tuple[str, ...], ...],
        HandList(
            "The cards of each hand, seat by seat; in baccarat the player's and then the banker's. In a game with one "
            "pack a card occurs once.",
            ListOf("", CardSpelling(), 0, 1),
            MAX_HANDS,
            example=[["AS", "KD"], ["9H", "9C"]],
            aliases=HANDS_ALIASES,
        ),
    ] = ()
    hands_by_seat: Annotated[
        Mapping[str, tuple[str, ...]] | None,
        BySeat(
            "In place of `hands`: the cards of each hand by the name of its seat, under which the response has it.",
            item=SeatList("", CardSpelling(), 0, 1),
            noun="list",
            max_length=MAX_HANDS,
            example={"2": ["AS", "KD"], "dealer": ["9H", "9C"]},
        ),
    ] = None
    board: Annotated[
        tuple[str, ...] | None,
        ListOf(
            "The 3 to 5 cards that all hands share, at let it ride two, or at stud for eight the common card.",
            CardSpelling(),
            MAX_BOARD,
            example=["AC", "KH", "9S", "2D", "2C"],
            response_text="The cards that all hands share",
        ),
    ] = None
    starter: Annotated[
        str | None, CardSpelling("The card that is turned up as the starter.")
    ] = None
    crib: Annotated[
        bool | None,
        Flag(
            "Whether the hands are cribs, whose flush takes five cards.", default=False
        ),
    ] = None


@dataclass(frozen=True, kw_only=True)
class Showdown(CoinsBet, WheelOption, NamedWildCards, ShownHands):
    """A request to rank hands: card codes in any spelling, and parameters that some games take; None if not given.

    A parameter that one ranking alone takes is in a base from the module of that ranking.
    """

    independent: Annotated[
        bool | None,
        Flag(
            "Whether the hands are of separate deals, which may share cards, and nobody wins.",
            default=False,
            response_text="Whether the hands are of separate deals",
        ),
    ] = None
    two_three_five: Annotated[
        bool | None,
        Flag("Whether 2-3-5 of three suits beats three of a kind.", default=False),
    ] = None

    @property
    def hands_field(self) -> str:
        """The name of the parameter that has the hands."""
        return "hands_by_seat" if self.hands_by_seat else "hands"

    @cached_property
    def seats(self) -> tuple[str, ...]:
        """The names of the seats in the order of their hands; of a list of hands their numbers from 1."""
        return tuple(self.hands_by_seat or map(str, range(1, len(self.hands) + 1)))

    @cached_property
    def hand_labels(self) -> Sequence[str]:
        """The name of each hand in error messages."""
        word = "the hand of {!r}" if self.hands_by_seat else "hand {}"
        return [word.format(seat) for seat in self.seats]


class ParsedShowdown(NamedTuple):
    """The cards of a showdown; `wild` has the codes of the wild cards."""

    hands: tuple[HandCards, ...]
    board: HandCards = ()
    starter: Card | None = None
    wild: tuple[str, ...] = ()


def parse_showdown(
    showdown: Showdown, packs: PackCount, excluded_ranks: str = "", jokers: int = 0
) -> ParsedShowdown:
    """Return the cards of a request, parsed as cards of standard packs without the excluded ranks, such as "2345".

    The cards of `hands_by_seat` or `hands` become `hands`, in the same order. Raises `Refused` for a text that is no
    card of the packs ("Hand 1, card 2: …", "The hand of 'north', card 2: …"), and for a card that occurs too often for
    the packs.
    """
    field = showdown.hands_field
    labels = showdown.hand_labels
    texts_by_hand = (showdown.hands_by_seat or {}).values() or showdown.hands
    hands = []
    for label, texts in zip(labels, texts_by_hand, strict=True):
        card_label = f"{label[0].upper()}{label[1:]}, card"
        hands.append(_parse_cards(field, texts, card_label, excluded_ranks, jokers))
    board = _parse_cards("board", showdown.board or (), "Card", excluded_ranks, jokers)
    starter = None
    if showdown.starter is not None:
        starter = _parse_hand_card("starter", showdown.starter)
    wild = parse_wild(showdown.wild or ())
    cards = ParsedShowdown(tuple(hands), board, starter, wild)
    if packs is not PackCount.MANY:
        _check_repetitions(cards, packs, field, labels)
    return cards


def _parse_cards(
    field: str, texts: Iterable[str], label: str, excluded_ranks: str, jokers: int
) -> HandCards:
    """Return the cards of one list; `label` and a number, as `Hand 2, card 1`, begin the message of a refusal."""
    cards = tuple(
        _parse_hand_card(field, text, f"{label} {position}: ", jokers)
        for position, text in enumerate(texts, start=1)
    )
    for position, card in enumerate(cards, start=1):
        if card.rank in excluded_ranks:
            ranks = ", ".join(excluded_ranks)
            raise Refused(
                field,
                f"{label} {position}: {card.code} is not in this pack, which is without {ranks}.",
            )
    return cards


def _parse_hand_card(field: str, text: str, prefix: str = "", jokers: int = 0) -> Card:
    """Return the card that a text stands for. Raises `Refused`, naming `field`, with a message that begins so."""
    try:
        if jokers:
            return _parse_card_or_joker(text, jokers)
        return _parse_standard_card(text)
    except Refused as error:
        raise error.reword(field, f"{prefix}{error}") from None


@lru_cache(maxsize=1_024)  # texts: the codes of a pack in every usual spelling
def _parse_standard_card(text: str) -> Card:
    return parse_card("hands", text, DECKS["standard"])


@lru_cache(maxsize=1_024)
def _parse_card_or_joker(text: str, jokers: int) -> Card:
    return parse_card("hands", text, DECKS["standard"], PackOptions(jokers=jokers))


def _check_repetitions(
    cards: ParsedShowdown, packs: PackCount, field: str, labels: Sequence[str]
) -> None:
    """Raise `Refused` for a card that occurs twice in a pack, naming where it is."""
    starter = () if cards.starter is None else (cards.starter,)
    shared_places = _add_cards("board", cards.board, "on the board", {})
    shared_places = _add_cards("starter", starter, "the starter", shared_places)
    places = shared_places
    for label, hand in zip(labels, cards.hands, strict=True):
        if packs is PackCount.EACH:
            places = shared_places
        places = _add_cards(field, hand, f"in {label}", places)


def _add_cards(
    field: str, cards: Iterable[Card], place: str, places: Mapping[str, str]
) -> dict[str, str]:
    """Return `places` with `place` added for each card. Raises `Refused` for a card that has a place already.

    `places` says in words where a card is, by its code: {"AS": "on the board", "KD": "in hand 1"}.
    """
    result = dict(places)
    for card in cards:
        if card.code in result:
            raise Refused(
                field, _repetition_message(card.code, result[card.code], place)
            )
        result[card.code] = place
    return result


def _repetition_message(code: str, first: str, second: str) -> str:
    if first == second:
        return f"The card {code} is {first} twice."
    advice = (
        "; one deal has one pack. If these are separate deals, set independent to true"
        if "hand" in first
        else ""
    )
    return f"The card {code} is {first} and {second}{advice}."
