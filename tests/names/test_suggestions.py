"""Suggestions by the names that people have for games, decks and shuffles.

names.json has names with the right entries, or none: of games and decks that are there, as people write and misspell
them; and of others, from pagat.com's and Wikipedia's lists of card and dice games, PySolFC's patiences (a sample) and
BoardGameGeek. Some misspellings are random slips. The rule was chosen on one half; the other half says how good it is.
"""

import json
import subprocess
from collections.abc import Callable, Iterator, Mapping
from hashlib import sha256
from typing import Any, NamedTuple

import pytest

from service.cards.deck import DECK_NAMES, DECKS, get_deck
from service.core.errors import UnknownName
from service.core.shuffle_requests import SHUFFLE_NAMES
from service.core.shuffles.registry import SHUFFLES
from service.core.unknown_names import get_entry
from service.games.catalogue import FAMILIES, GAME_NAMES, GAMES, get_game
from service.integers.lotteries import LOTTERIES
from service.names.normal_forms import to_nfkd
from service.names.suggestions import RULE, NameIndex, find_named, suggest_names
from service.pages.table_form import table_context
from tests.tables import for_each
from tools.files import ROOT

TABLES: Mapping[str, Mapping[str, Any]] = {
    "games": GAMES,
    "decks": DECKS,
    "algorithms": SHUFFLES,
    "families": FAMILIES,
}
NAMES: dict[str, dict[str, str]] = json.loads(
    (ROOT / "tests/names/names.json").read_text("utf-8")
)


class Typed(NamedTuple):
    """What somebody types to find an entry of a table."""

    table: str
    text: str

    def suggest(self) -> list[str]:
        """Return the names that are suggested."""
        return list(suggest_names(self.text, TABLES[self.table]))

    def right_names(self) -> set[str]:
        """Return the names that names.json has for it."""
        return set(NAMES[self.table][self.text].split())


def hash_typed(typed: Typed) -> bytes:
    """Return by what names are sorted, so that both halves are alike."""
    return sha256(" ".join(typed).encode()).digest()


TYPED = [Typed(table, text) for table in NAMES for text in NAMES[table]]
SORTED = sorted(TYPED, key=hash_typed)
HALVES = {"chosen on": SORTED[::2], "held out": SORTED[1::2]}
MISTAKEN = {
    "Mariage": ["twenty_one_card_rummy"],
    "El ramiro": ["scala_40"],
    "Barbut": ["king"],
}
"""Suggestions for names that no entry has: each differs by a letter or two from a name that an entry has."""
every_half = pytest.mark.parametrize("half", HALVES.values(), ids=HALVES)
every_table = for_each("table", TABLES.values(), ids=TABLES)


@every_table
def test_an_alias_is_no_name_of_another_entry_and_tells_more_than_the_own_name(
    table: Mapping[str, Any],
) -> None:
    aliases: dict[str, None] = {}
    for name, entry in table.items():
        for alias in entry.aliases:
            assert name in find_named(alias, table), alias
            aliases[alias] = None
    for name in table:
        names_already = set(find_named(name, aliases)) - {name}
        assert names_already == set()


@for_each("index", [GAME_NAMES, DECK_NAMES, SHUFFLE_NAMES])
def test_an_alias_that_one_entry_has_is_found_unless_it_is_left_out(
    index: NameIndex,
) -> None:
    without = dict.fromkeys(index.without)

    def check(text: str, name: str, *, is_shared: bool) -> None:
        """Assert that a text stands for a name if no other has it, or for the one that its short name is."""
        short = index.short_names.get(text.lower())
        if short:
            assert index.find(text) == short.name, text
        else:
            assert index.find(text) == (None if is_shared else name), text

    for name, entry in index.items():
        assert index.find(name) == name
        check(name.upper(), name, is_shared=len(find_named(name, index)) > 1)
        for alias in set(getattr(entry, "aliases", ())).difference(index):
            is_left_out = bool(find_named(alias, without))
            is_shared = len(find_named(alias, index)) > 1
            check(alias, name, is_shared=is_shared or is_left_out)


@for_each(
    "name",
    [
        "31",
        "Russian poker",
        "45s",
        "Forty-fives",
        "Pan",
        "Golf",
        "King",
        "Truco",
        "500",
        "101",
        "麻雀",
        "Lotto",
    ],
)
def test_a_name_that_is_another_game_elsewhere_means_none_and_suggests_some(
    name: str,
) -> None:
    assert GAME_NAMES.find(name) is None
    assert suggest_names(name, GAMES)


def test_games_of_the_same_name_are_suggested_with_their_countries() -> None:
    sentence = (
        r"'scat' or 'schwimmen'\?.*Germany and Austria.*United States and Britain"
    )
    with pytest.raises(UnknownName, match=sentence):
        get_entry("game", GAME_NAMES, "31")


def test_a_short_name_stands_for_one_entry_and_says_why() -> None:
    assert GAME_NAMES.find("patience") == "klondike"
    assert GAME_NAMES.find("UNO") == "wild_colours"
    assert DECK_NAMES.find("uno") == "wild_colours"
    for index in (GAME_NAMES, DECK_NAMES):
        for short in index.short_names.values():
            assert short.because


LOTTERY_TEXTS = [
    (text, name)
    for name, lottery in LOTTERIES.items()
    for text in (name, *lottery.aliases)
]
LOTTERY_TEXTS += [
    ("6aus49", "lotto_6aus49"),
    ("Lotto 6aus49", "lotto_6aus49"),
    ("Mega-Sena", "mega_sena"),
]


@for_each(("table", "get"), [(GAMES, get_game), (DECKS, get_deck)])
@for_each(("text", "lottery"), LOTTERY_TEXTS)
def test_the_name_of_a_lottery_that_is_no_game_or_deck_leads_to_where_it_is_drawn(
    table: Mapping[str, Any], get: Callable[[str], Any], text: str, lottery: str
) -> None:
    if lottery in table:
        assert get(text).name == lottery
    else:
        call = f'/v1/integers/draw with {{"lottery": "{lottery}"}}'
        with pytest.raises(UnknownName, match=call):
            get(text)


def test_the_name_of_a_deck_that_is_no_game_leads_to_its_deal() -> None:
    with pytest.raises(UnknownName, match="is dealt by /v1/decks/letters_english/deal"):
        get_game("Scrabble")


SUGGESTIONS = (ROOT / "tests/names/suggestions.txt").read_text("utf-8")
SUGGESTED = [line.split(" | ")[:3] for line in SUGGESTIONS.splitlines()]
"""A table, what people type, and the names that are suggested; some lines say more."""


@for_each(("table", "text", "names"), SUGGESTED)
def test_names_are_suggested_by_what_people_type(
    table: str, text: str, names: str
) -> None:
    assert Typed(table, text).suggest() == names.split()


@for_each("text", ["", "x" * 10_000])
def test_nothing_is_suggested_for_no_name(text: str) -> None:
    assert suggest_names(text, GAMES) == []


@pytest.mark.long
@every_half
def test_nothing_is_suggested_for_what_is_not_there(half: list[Typed]) -> None:
    others = [typed for typed in half if not typed.right_names()]
    assert len(others) > 100
    for typed in others:
        names = typed.suggest()
        assert names in ([], MISTAKEN.get(typed.text)), typed


@pytest.mark.long
@every_half
def test_nearly_every_name_of_what_is_there_is_understood(half: list[Typed]) -> None:
    known = [typed for typed in half if typed.right_names()]
    wrong = []
    for typed in known:
        names = typed.suggest()
        if not names or not typed.right_names().issuperset(names):
            wrong.append(typed)
    assert len(wrong) <= 0.05 * len(known), wrong


def misspell_aliases() -> Iterator[Typed]:
    """Yield every eighth alias without its last letter but one, and with a word more."""
    aliases = [
        Typed(table, alias)
        for table in NAMES
        for entry in TABLES[table].values()
        for alias in entry.aliases
    ]
    for table, alias in aliases[::8]:
        yield Typed(table, f"{alias[:-2]}{alias[-1:]} Spiel")


@pytest.mark.node
def test_the_page_suggests_the_same() -> None:
    unusual = ("", "?", "x" * 10_000, "ſtraßen", "Ⅷ", "٣", "constructor")
    cases = [*TYPED, *misspell_aliases()]
    cases += [Typed("games", text) for text in unusual]
    script = """
import { readFileSync } from "node:fs";
import { createSuggest } from "./service/pages/table/form/suggestions.mjs";
const { form, cases } = JSON.parse(readFileSync(0, "utf-8"));
const suggest = { games: createSuggest(form.games, form.rule), decks: createSuggest(form.decks, form.rule) };
console.log(JSON.stringify(cases.map(([kind, text]) => suggest[kind](text).map(({ game, deck }) => game ?? deck))));
"""
    command = ["node", "--input-type=module", "--eval", script]
    given = json.dumps(table_context() | {"cases": cases})
    process = subprocess.run(
        command,
        cwd=ROOT,
        input=given,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert process.returncode == 0, process.stderr
    for typed, names in zip(cases, json.loads(process.stdout), strict=True):
        assert names == typed.suggest(), typed


def test_the_words_of_the_rule_are_written_as_it_compares_them() -> None:
    for word in (*RULE["fillers"], *RULE["countedWords"], *RULE["numbers"].values()):
        assert word == to_nfkd(word.casefold())
        assert not (len(word) > 3 and word.endswith("s")), word


def test_a_list_of_names_is_searched_for_the_nearest_one_alone() -> None:
    assert suggest_names("cuont", ["count", "seed"]) == ["count"]
    assert suggest_names("the count", ["count", "hand"]) == ["count"]
    assert suggest_names("uno", ["count", "seed"]) == []
    numbers = [f"{number}{number}" for number in range(200)]
    assert suggest_names("cuont", ["count", *numbers]) == ["count"]
    assert suggest_names("cuont", [*numbers, "count"]) == [], (
        "a caller's list may be long"
    )
