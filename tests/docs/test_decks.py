"""The lists of decks in README.md and docs/decks-and-hands.md are those of the table of decks."""

import re

from service.core.cards.decks import DECKS, Deck
from service.core.cards.options import COUNTED, PackOptions
from tests.conftest import ROOT
from tests.docs.examples import section
from tests.options import list_values

README = ROOT / "README.md"
GUIDE = ROOT / "docs" / "decks-and-hands.md"
_NAMES = re.compile(r"^Decks: .*?\n(?=\n)", re.DOTALL | re.MULTILINE)
_TABLE = re.compile(r"(?<=^<!-- decks -->\n).*?(?=<!-- end -->)", re.DOTALL | re.MULTILINE)


def fill_lists(text: str) -> str:
    """Return a document with the names or the table of decks."""
    return _TABLE.sub(lambda _: _table(), _NAMES.sub(lambda _: _names(), text))


def _names() -> str:
    return f"Decks: {', '.join(f'`{name}`' for name in DECKS)} ([cards, hands](docs/decks-and-hands.md)).\n"


def _table() -> str:
    rows = [
        f"| `{deck.name}` | {deck.title} | {_codes(deck)} | {_size(deck)} | {_options(deck)} |"
        for deck in DECKS.values()
    ]
    return "\n".join(("| deck | cards | codes | number | options |", "|---|---|---|---|---|", *rows, "")).replace(
        "|  |", "| |"
    )


def _codes(deck: Deck) -> str:
    """Return the code of the first card of each suit and that of the last card."""
    pack = list(deck.build_pack(PackOptions()))
    first = {card.suit: f"`{card.code}`" for card in reversed(pack)}
    return f"{', '.join(reversed(first.values()))} … `{pack[-1].code}`"


def _size(deck: Deck) -> str:
    """Return the number of cards, and the highest one if an option selects another set."""
    sets = [
        sum(1 for _ in deck.build_pack(PackOptions(**{name: value})))
        for name in deck.options
        for value in list_values(name)
        if name not in COUNTED
    ]
    return f"{deck.size} to {max(sets)}" if max(sets, default=deck.size) > deck.size else str(deck.size)


def _options(deck: Deck) -> str:
    return ", ".join(f"`{name}`" for name in deck.options)


def test_the_readme_and_the_guide_list_every_deck() -> None:
    for path in (README, GUIDE):
        text = path.read_text(encoding="utf-8")
        assert fill_lists(text) == text, f"{path.name}: run make generate"


def test_the_definition_has_every_deck() -> None:
    text = section(ROOT / "docs" / "stream-decks.md", "Decks")
    assert [name for name in DECKS if f"**`{name}`**" not in text] == []
