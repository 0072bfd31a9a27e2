"""Suggestions by the names that people have for games, decks and shuffles."""

from collections.abc import Mapping
from typing import Any

from service.core.cards.decks import DECKS
from service.core.games.catalogue import FAMILIES, GAMES
from service.core.shuffles.algorithms import SHUFFLES
from service.core.suggestions import find_named, suggest_names
from tests.tables import for_each

TABLES: Mapping[str, Mapping[str, Any]] = {"games": GAMES, "decks": DECKS, "algorithms": SHUFFLES, "families": FAMILIES}
every_table = for_each("table", TABLES.values(), ids=TABLES)


@every_table
def test_an_alias_is_no_name_of_another_entry_and_tells_more_than_the_own_name(table: Mapping[str, Any]) -> None:
    by_spelling = {(name, alias): find_named(alias, table) for name, entry in table.items() for alias in entry.aliases}
    assert [key for key, found in by_spelling.items() if key[0] not in found] == []
    named = {alias for name in table for alias in by_spelling if find_named(name, {name: None, alias[1]: None})[1:]}
    assert named == set(), "these are names already"


@for_each(
    ("table", "text", "names"),
    [
        ("games", "uno", "wild_colours wild_colours112"),
        ("games", "Ünö", "wild_colours wild_colours112"),
        ("games", "texas", "holdem"),
        ("games", "Texas_Hold'em", "holdem"),
        ("games", "texes hold em", "holdem"),
        ("games", "solitaire", "klondike freecell spider"),
        ("games", "solitare", "klondike freecell spider"),
        ("games", "stud", "seven_card_stud stud_hi_lo five_card_stud"),
        ("games", "hanafuda", "koi_koi hachi_hachi"),
        ("games", "crazy8", "crazy_eights"),
        ("games", "tarot", "french_tarot"),
        ("games", "poker", "holdem omaha five_card_draw seven_card_stud video_poker"),
        ("games", "pusoy", "chinese_poker"),
        ("games", "7-card-stud", "seven_card_stud"),
        ("games", "Gin-Rummy", "gin_rummy"),
        ("games", "TYSIĄC", "thousand"),
        ("games", "斗地主", "dou_dizhu"),
        ("games", "21", "blackjack"),
        ("games", "the bridge card game", "bridge"),  # a name among other words
        ("games", "foo", ""),  # not "fool"
        ("games", "", ""),
        ("games", "x" * 10_000, ""),
        ("decks", "French deck", "standard"),
        ("decks", "52", "standard"),
        ("decks", "spanish", "spanish40 spanish48"),
        ("decks", "standart", "standard"),
        ("algorithms", "Knuth", "fisher_yates durstenfeld"),
        ("algorithms", "fisher-yates", "fisher_yates"),
        ("families", "Solitaire", "patience"),
    ],
)
def test_names_are_suggested_by_what_people_type(table: str, text: str, names: str) -> None:
    assert list(suggest_names(text, TABLES[table])) == names.split()


def test_a_list_of_names_is_searched_for_the_nearest_one_alone() -> None:
    assert suggest_names("cuont", ["count", "seed"]) == ["count"]
    assert suggest_names("the count", ["count", "hand"]) == ["count"]
    assert suggest_names("uno", ["count", "seed"]) == []
    others = [f"{number}{number}" for number in range(200)]
    assert suggest_names("cuont", ["count", *others]) == ["count"]
    assert suggest_names("cuont", [*others, "count"]) == [], "a caller's list may be long"
