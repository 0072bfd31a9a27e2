"""The French-suited packs: the standard 52 cards, the shorter packs of piquet, euchre and pinochle, and those of tarot.

Unicode characters: the block Playing Cards, U+1F0A0 to U+1F0FF, whose rows of 16 are the suits in the order spades,
hearts, diamonds, clubs, and then the fool and the trumps of tarot. Each suit has a knight between jack and queen, N as
in chess, which only tarot uses.
"""

from collections.abc import Iterable, Iterator
from itertools import permutations, product, repeat

from service.core.cards.card import Card

SUITS = {"S": "Spades", "H": "Hearts", "D": "Diamonds", "C": "Clubs"}
SUIT_ORDER = "".join(SUITS)
SUIT_ORDERS = tuple("".join(order) for order in permutations(SUITS))
STANDARD = "A23456789TJQK"
PIQUET = "A789TJQK"
EUCHRE = "A9TJQK"
_TAROT = "A23456789TJNQK"
_TAROCK = dict.fromkeys("SC", "789TJNQK") | dict.fromkeys("HD", "A234JNQK")
"""The ranks of each suit of a tarock pack: the lowest of the red suits are the 4, the 3, the 2 and the ace."""
MAX_JOKERS = 4

_NAMES = {"A": "Ace", "T": "10", "J": "Jack", "N": "Knight", "Q": "Queen", "K": "King"}
_RETRO_NAMES = {"2": "Deuce", "3": "Trey"}
_SIGNS = {"S": "♠♤", "H": "♥♡", "D": "♦♢", "C": "♣♧"}
_OTHER_RANKS = {"A": ("1",), "T": ("10", "0")}
_SPADES, _ROW, _COLUMNS = 0x1F0A0, 16, ".A23456789TJNQK"
_FOOL, _TRUMPS = "\N{PLAYING CARD FOOL}", 21
_JOKERS = "\N{PLAYING CARD BLACK JOKER}\N{PLAYING CARD RED JOKER}"
_JOKER_NAMES = (("Black", "Small", "Little"), ("Red", "Big", "Large", "Coloured", "Colored"))
_CHINESE_JOKERS = ("小王", "大王")


def build_pack(ranks: str, suit_order: str | None, jokers: int | None = None, copies: int = 1) -> Iterator[Card]:
    """Yield the cards of those ranks, suit by suit and copy beside copy; then the jokers."""
    for suit, rank in product(suit_order or SUIT_ORDER, ranks):
        yield from repeat(_build_card(rank, suit, STANDARD.index(rank) + 1), copies)
    for number in range(1, (jokers or 0) + 1):
        character = _JOKERS[(number - 1) % len(_JOKERS)]
        yield Card(code=f"X{number}", name=f"Joker {number}", unicode=character, rank="joker")


def build_tarot(suit_order: str | None) -> Iterator[Card]:
    """Yield the suits, ace to king; the trumps, 1 to 21; the fool."""
    for suit in suit_order or SUIT_ORDER:
        for value, rank in enumerate(_TAROT, start=1):
            yield _build_card(rank, suit, value)
    yield from _build_trumps()


def build_tarock(suit_order: str | None) -> Iterator[Card]:
    """Yield the suits, of which black ones begin with the 7 and red ones with the ace; the trumps; the fool."""
    for suit in suit_order or SUIT_ORDER:
        for rank in _TAROCK[suit]:
            yield _build_card(rank, suit, _TAROT.index(rank) + 1)
    yield from _build_trumps()


def _build_trumps() -> Iterator[Card]:
    for value in range(1, _TRUMPS + 1):
        character = chr(ord(_FOOL) + value)
        yield Card(
            code=f"{value}T", name=f"Trump {value}", unicode=character, rank=str(value), suit="trumps", value=value
        )
    yield Card(code="FO", name="Fool", unicode=_FOOL, rank="fool")


def _build_card(rank: str, suit: str, value: int) -> Card:
    name = _NAMES.get(rank, rank)
    return Card(
        code=rank + suit,
        name=f"{name} of {SUITS[suit]}",
        retro_name=f"{_RETRO_NAMES.get(rank, name)} of {SUITS[suit]}",
        unicode=chr(_SPADES + _ROW * SUIT_ORDER.index(suit) + _COLUMNS.index(rank)),
        rank=rank,
        suit=SUITS[suit].lower(),
        value=value,
    )


def list_jokers(pack: Iterable[Card]) -> tuple[list[str], list[str]]:
    """Return the codes of the small jokers of a pack, which are black, and of the big ones, which are red."""
    black, red = ([card.code for card in pack if card.unicode == character] for character in _JOKERS)
    return black, red


def list_codes(ranks: str = STANDARD, suits: str = SUIT_ORDER) -> tuple[str, ...]:
    """Return the codes of the cards of some ranks and suits, suit by suit."""
    return tuple(rank + suit for suit in suits for rank in ranks)


def list_spellings() -> Iterator[tuple[str, str]]:
    """Yield further spellings, each with its code.

    The suit may be a sign or stand before the rank (RLCard); 10 and 0 (deckofcardsapi.com) stand for ten, 1 (West) for
    ace; a joker goes by its colour or its size, and without a number where there is but one.
    """
    for suit, signs in _SIGNS.items():
        for rank in (*STANDARD, "N"):
            for spelling, sign in product((rank, *_OTHER_RANKS.get(rank, ())), (suit, *signs)):
                yield from ((spelling + sign, rank + suit), (sign + spelling, rank + suit))
    for number in range(1, MAX_JOKERS + 1):
        colour = (number - 1) % len(_JOKERS)
        names = (f"{name}{space}Joker" for name in _JOKER_NAMES[colour] for space in (" ", "-", ""))
        yield from ((text, f"X{number}") for text in (f"Joker{number}", "Joker", *names, _CHINESE_JOKERS[colour]))


def list_tarot_spellings() -> Iterator[tuple[str, str]]:
    """Yield further spellings, each with its code: those of the French suits, T before the number, French names."""
    yield from list_spellings()
    for value in range(1, _TRUMPS + 1):
        yield from ((f"T{value}", f"{value}T"), (f"Atout {value}", f"{value}T"))
    yield "Excuse", "FO"


def list_tarock_spellings() -> Iterator[tuple[str, str]]:
    """Yield further spellings, each with its code: those of French tarot, and the names of the honours."""
    yield from list_tarot_spellings()
    for value in range(1, _TRUMPS + 1):
        yield f"Tarock {value}", f"{value}T"
    for code, names in {"FO": ("Sküs", "Skys", "Škis", "Gstieß", "Stieß"), "21T": ("Mond",), "1T": ("Pagat",)}.items():
        yield from ((name, code) for name in names)
