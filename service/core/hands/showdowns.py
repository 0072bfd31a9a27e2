"""What is ranked: hands as a request writes them, and as cards that can lie on one table."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from service.core.cards.card import Card
from service.core.cards.decks import DECKS
from service.core.cards.shoes import parse_card
from service.core.errors import Refused

MAX_HANDS = 1_000

Hand = tuple[Card, ...]


class PackRule(StrEnum):
    """How many packs the hands are of.

    `one` for all of them and what lies on the table, `each` its own, or `many`, so that any card can be there again.
    """

    ONE = "one"
    EACH = "each"
    MANY = "many"


@dataclass(frozen=True, kw_only=True)
class Showdown:
    """What a request says: codes in any spelling, and parameters that fit some games; None is what it does not say."""

    game: str
    hands: tuple[tuple[str, ...], ...]
    board: tuple[str, ...] | None = None
    starter: str | None = None
    crib: bool | None = None
    coins: int | None = None
    independent: bool | None = None


@dataclass(frozen=True, kw_only=True)
class Shown:
    """The same in cards."""

    hands: tuple[Hand, ...]
    board: Hand = ()
    starter: Card | None = None


def shown(asked: Showdown, packs: PackRule) -> Shown:
    """The cards that a request writes. Raises `Refused` for what is no card, and for more of a card than there are."""
    cards = Shown(
        hands=tuple(
            tuple(_read("hands", text, f"Hand {seat}, card {place}: ") for place, text in enumerate(hand, start=1))
            for seat, hand in enumerate(asked.hands, start=1)
        ),
        board=tuple(_read("board", text, f"Card {place}: ") for place, text in enumerate(asked.board or (), start=1)),
        starter=None if asked.starter is None else _read("starter", asked.starter),
    )
    if packs is not PackRule.MANY:
        _allow(cards, packs)
    return cards


def _read(field: str, text: str, where: str = "") -> Card:
    try:
        return _card(text)
    except Refused as refused:
        raise Refused(field, f"{where}{refused}") from None


@lru_cache(maxsize=1_024)  # texts: the codes of a pack, in every usual spelling
def _card(text: str) -> Card:
    return parse_card("hands", text, DECKS["standard"])


def _allow(cards: Shown, packs: PackRule) -> None:
    """Raise `Refused` if a card is there more often than in one pack."""
    common = _seen("board", cards.board, "on the board", {})
    common = _seen("starter", () if cards.starter is None else (cards.starter,), "the starter", common)
    seen = common
    for seat, hand in enumerate(cards.hands, start=1):
        seen = _seen("hands", hand, f"in hand {seat}", common if packs is PackRule.EACH else seen)


def _seen(field: str, cards: Iterable[Card], where: str, before: Mapping[str, str]) -> dict[str, str]:
    """Where each card is, these and those before."""
    seen = dict(before)
    for card in cards:
        if card.code in seen:
            raise Refused(field, _clash(card.code, seen[card.code], where))
        seen[card.code] = where
    return seen


def _clash(code: str, first: str, second: str) -> str:
    if first == second:
        return f"The card {code} is {first} twice."
    dealt = "; one deal has one pack. If these are separate deals, set independent to true" if "hand" in first else ""
    return f"The card {code} is {first} and {second}{dealt}."
