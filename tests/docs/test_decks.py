"""The documents list every deck, and show the orders of its packs."""

import re
from collections.abc import Iterable

from service.cards.deck import DECKS, Deck
from service.cards.options import COUNTED, PackOptions
from tests.docs.examples import section
from tests.options import list_values
from tools.files import ROOT

GUIDE = ROOT / "docs" / "reference/decks.md"
_TABLE = re.compile(
    r"(?<=^<!-- decks -->\n).*?(?=<!-- end -->)", re.DOTALL | re.MULTILINE
)


def fill_table(text: str) -> str:
    """Return a document with the table of decks."""
    return _TABLE.sub(lambda _: _table(), text)


def _quote(names: Iterable[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)


def _table() -> str:
    rows = [
        (f"`{deck.name}`", deck.title, _codes(deck), _size(deck), _quote(deck.options))
        for deck in DECKS.values()
    ]
    lines = [" deck | cards | codes | number | options |", "---|---|---|---|---|"]
    lines += [f" {' | '.join(row)} |" for row in rows]
    return "".join(f"|{line}\n" for line in lines).replace("|  |", "| |")


def _codes(deck: Deck) -> str:
    """Return the codes of the first card of each suit and of the last card."""
    pack = list(deck.list_cards(PackOptions()))
    first = {card.suit: f"`{card.code}`" for card in reversed(pack)}
    return f"{', '.join(reversed(first.values()))} … `{pack[-1].code}`"


def _size(deck: Deck) -> str:
    """Return the number of cards, and the highest one if an option selects another set."""
    sets = [
        sum(1 for _ in deck.list_cards(PackOptions(**{name: value})))
        for name in deck.options
        for value in list_values(name)
        if name not in COUNTED
    ]
    return (
        f"{deck.size} to {max(sets)}"
        if max(sets, default=deck.size) > deck.size
        else str(deck.size)
    )


def test_the_definition_has_every_deck() -> None:
    text = section(ROOT / "docs" / "definitions/decks.md", "Decks")
    assert [name for name in DECKS if f"**`{name}`**" not in text] == []


def test_the_orders_that_the_definition_shows_are_those_of_the_packs() -> None:
    """Both implementations read the orders from one table, and none of them reads the definition."""
    named: list[str] = []
    for paragraph in (
        section(ROOT / "docs" / "definitions/decks.md", "Decks")
        .partition("Codes in `exclude`")[0]
        .split("\n\n")
    ):
        if paragraph.startswith("    "):
            packs = [
                " ".join(codes) for name in named for codes in _list_packs(DECKS[name])
            ]
            lines = [paragraph, *paragraph.split(" " * 8)]
            shown = [
                any(re.fullmatch(_to_pattern(line), pack) for pack in packs)
                for line in lines
            ]
            assert shown[0] or all(shown[1:]), paragraph
        named = re.findall(r"\*\*`(\w+)`\*\*", paragraph)


def _list_packs(deck: Deck) -> list[list[str]]:
    """Return the codes of the packs with the default of each option, and with the last value of each option."""
    last = {
        name: list_values(name)[-1] for name in deck.options if name != "suit_order"
    }
    return [
        [card.code for card in deck.list_cards(PackOptions(**options))]
        for options in ({}, last)
    ]


def _to_pattern(line: str) -> str:
    """Return a regular expression of codes, in which … stands for any codes."""
    return re.sub("( ?… ?)+", ".*", " ".join(re.findall(r"[\w-]+|…", line)))
