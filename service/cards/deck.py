"""The table of decks, read from verify/cards/deck_table.mjs.

To add a deck, add its entry to that file; docs/recipes/games.md has the rest. Requests, validation, the list of decks,
the independent implementation and the tests follow from the entry.

Every entry has `title` and `source`; `pack` names the family of its cards in `_PACKS`, and the members of the family
are in the folder packs. `like` names another entry and takes over its members, except the title, the
names and the source.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property, partial
from itertools import repeat
from typing import Any, NamedTuple

from ..core.unknown_names import refuse_name
from ..integers.lotteries import locate_lotteries
from ..names.suggestions import NameIndex, ShortName
from ..verify_tables import (
    expect,
    naming,
    parse_names,
    parse_record,
    parse_table,
    read_table,
)
from .card import Card
from .options import OPTIONS, PackOptions
from .packs import balls, dominoes, french, hanafuda, letters, mahjong, suited
from .spellings import Spellings


class FixedPack(NamedTuple):
    """A pack that has no members in the table.

    `list_cards` yields its cards in unshuffled order, `list_spellings` further texts for a card and its code.
    `split_text` returns the codes of the cards that one text has together, or None if it is no such text.
    """

    list_cards: Callable[..., Iterable[Card]]
    list_spellings: Callable[[], Spellings]
    split_text: Callable[[str], list[str] | None] = lambda _: None


Pack = (
    FixedPack
    | suited.SuitedPack
    | french.FrenchPack
    | hanafuda.FlowerPack
    | dominoes.ChinesePack
    | balls.BallPack
    | letters.LetterPack
)


class SpecialCard(NamedTuple):
    """A card that follows the cards of the pack.

    Its rank is by default its name in small letters. `codes` are other texts for it in codes.
    """

    name: str
    rank: str = ""
    suit: str | None = None
    value: int | None = None
    unicode: str | None = None
    copies: int = 1
    codes: str = ""


@dataclass(frozen=True, kw_only=True, eq=False)
class Deck:
    """One entry of the table of decks.

    `options` are the options that this deck takes and not every deck does. There are `copies` of each card of the pack,
    next to each other, and then the `special` cards by code. `spellings` are further texts for a card, by code.
    `near` has names of other packs, each with a clause on the difference and the query that asks for the pack.
    """

    name: str
    title: str
    source: str
    pack: Pack
    aliases: tuple[str, ...] = ()
    options: tuple[str, ...] = ()
    copies: int = 1
    special: Mapping[str, SpecialCard] = field(default_factory=dict)
    spellings: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    near: Mapping[str, str] = field(default_factory=dict)

    def list_cards(self, options: PackOptions) -> Iterator[Card]:
        """Yield the cards of one full pack in unshuffled order, identical cards next to each other."""
        for card in self.pack.list_cards(**self.own_values(options)):
            yield from repeat(card, self.copies)
        for code, special in self.special.items():
            name = special.name
            rank = special.rank or special.name.lower()
            card = Card(
                code=code,
                name=name,
                rank=rank,
                suit=special.suit,
                value=special.value,
                unicode=special.unicode,
            )
            yield from repeat(card, special.copies)

    def own_values(self, options: PackOptions) -> dict[str, Any]:
        """Return the values of the options that the full pack depends on, defaults included."""
        values = {name: getattr(options, name) for name in self.options}
        return {
            name: OPTIONS[name].default if value is None else value
            for name, value in values.items()
        }

    def list_spellings(self) -> Spellings:
        """Yield further texts that stand for a card, each with the card's code."""
        yield from self.pack.list_spellings()
        for code, special in self.special.items():
            yield from ((text, code) for text in parse_names(special.codes))
        for code, texts in self.spellings.items():
            yield from ((text, code) for text in texts)

    def split_text(self, text: str) -> list[str] | None:
        """Return the codes of the cards that one text has together; None if it is no such text.

        Only riichi has such texts, in MPSZ.
        """
        if isinstance(self.pack, FixedPack):
            return self.pack.split_text(text)
        return None

    @cached_property
    def size(self) -> int:
        """The number of cards in one pack with the default options."""
        return sum(1 for _ in self.list_cards(PackOptions()))

    @property
    def has_french_suits(self) -> bool:
        return isinstance(self.pack, french.FrenchPack)

    @cached_property
    def has_retro_names(self) -> bool:
        return any(card.retro_name for card in self.list_cards(PackOptions()))


_PACKS: Mapping[str, Callable[..., Pack]] = {
    "suited": suited.SuitedPack,
    "french": french.FrenchPack,
    "flowers": hanafuda.FlowerPack,
    "mahjong": partial(
        FixedPack, mahjong.list_common_tiles, mahjong.list_common_spellings
    ),
    "riichi": partial(
        FixedPack,
        mahjong.list_riichi_tiles,
        mahjong.list_riichi_spellings,
        mahjong.split_mpsz,
    ),
    "dominoes": partial(FixedPack, dominoes.list_tiles, dominoes.list_spellings),
    "chinese_dominoes": dominoes.ChinesePack,
    "balls": balls.BallPack,
    "letters": letters.LetterPack,
    "bingo75": partial(FixedPack, balls.list_bingo75, balls.list_bingo75_spellings),
}
_MEMBERS: Mapping[str, Callable[[Any], Any]] = {
    "title": partial(expect, str),
    "source": partial(expect, str),
    "aliases": parse_names,
    "options": parse_names,
    "copies": partial(expect, int),
    "special": lambda cards: {
        code: parse_record(SpecialCard, card)
        for code, card in expect(dict, cards).items()
    },
    "near": lambda names: {
        name: expect(str, clause) for name, clause in expect(dict, names).items()
    },
    "spellings": lambda texts: {
        code: parse_names(text) for code, text in expect(dict, texts).items()
    },
}
"""The members of every entry, each with the function that returns the field of the deck from the value in JSON."""


_OWN = ("title", "aliases", "near", "source")
"""The members that an entry does not take from another entry."""


def read_decks(text: str) -> dict[str, Deck]:
    """Parse the table of decks and return the decks by name.

    Raises `ValueError`, with the deck's name, for an entry with an unknown, missing, repeated or wrong member.
    The tests check the spellings: a start of the service would take 0.05 s longer.
    """
    table = parse_table("decks", text)
    return {name: _parse_entry(name, table) for name in table}


def _parse_entry(name: str, table: Mapping[str, Mapping[str, Any]]) -> Deck:
    """Return the deck of an entry; the members that no deck has belong to its pack."""
    with naming("decks", name):
        members = dict(table[name])
        shared = table[members.pop("like")] if "like" in members else {}
        for key, value in shared.items():
            if key not in _OWN:
                members.setdefault(key, value)
        of_deck = {
            member: parse(members.pop(member))
            for member, parse in _MEMBERS.items()
            if member in members
        }
        build_pack = _PACKS[members.pop("pack")]
        return Deck(name=name, **of_deck, pack=build_pack(**members))


# every deck by name
DECKS: Mapping[str, Deck] = read_decks(read_table("cards/deck_table.mjs"))
_UNO = ShortName(
    "wild_colours", "it is the pack that was sold as Uno for decades, of 108 cards"
)
_ROOK = ShortName(
    "bird_colours",
    "it is the pack that is sold as Rook, of which the game leaves out some cards",
)
_RIICHI = ShortName(
    "riichi", "it is the set, to which red fives are added in exchange for plain ones"
)
DECK_NAMES = NameIndex(
    DECKS,
    short_names={
        "uno": _UNO,
        "rook": _ROOK,
        "missionary poker": _ROOK,
        "christian cards": _ROOK,
        "riichi mahjong": _RIICHI,
        "japanese mahjong": _RIICHI,
    },
)


def get_deck(name: str) -> Deck:
    """Return the deck `name`. Raises `UnknownName`, which suggests decks and says where they are listed.

    A number that is no deck is refused as the pack of so many cards.
    """
    deck = DECKS.get(name)
    if deck:
        return deck
    if name.isdecimal():
        name = f"{name} cards"
    sentences = locate_lotteries(name, DECKS)
    otherwise = (
        ""
        if sentences
        else "Any other cards are your own /v1/items, shuffled or dealt; dice are /v1/dice, and booster packs "
        "/v1/items/draw with strata."
    )
    raise refuse_name(
        "deck",
        name,
        DECKS,
        " ".join(sentences),
        listed_at="/v1/decks",
        otherwise=otherwise,
    )
