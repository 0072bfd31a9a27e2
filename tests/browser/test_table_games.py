"""The page Deal before it deals: games are found, and every option that fits is asked."""

import re

import pytest
from playwright.sync_api import Page, expect

from service.cards.deck import DECKS
from service.games.catalogue import FAMILIES
from tests.browser.conftest import (
    Visit,
    click_text,
    expect_text,
    fill_in,
    script,
    tick,
    wait_for_text,
)
from tests.browser.table_page import deal, expected_table, read_table, select
from tests.tables import for_each

pytestmark = pytest.mark.browser


def read_catalogue(tab: Page) -> dict[str, dict[str, str]]:
    """Return the groups of the catalogue by their titles: what each link opens, with its text."""
    return {title: dict(links) for title, links in tab.evaluate(script("catalogue"))}


def test_games_are_grouped_by_family(visit: Visit) -> None:
    tab = select(visit, "games/canfield")
    catalogue = read_catalogue(tab)
    expected = {
        family.capitalize(): [f"games/{game.name}" for game in members.games]
        for family, members in FAMILIES.items()
    }
    expected["Decks"] = [f"decks/{name}" for name in DECKS]
    groups = {title: list(links) for title, links in catalogue.items()}
    assert list(groups.items()) == list(expected.items())
    decks = catalogue.pop("Decks")
    assert len(set(decks.values())) == len(decks)
    games = [text for links in catalogue.values() for text in links.values()]
    assert len(set(games)) == len(games)
    current = tab.locator("#catalogue [aria-current]")
    expect(current).to_have_attribute("data-target", "games/canfield")


@for_each(
    ("typed", "game"),
    [
        ("NLHE", "holdem"),
        ("hold em", "holdem"),
        ("  21 ", "blackjack"),
        ("écarté", "ecarte"),
        ("bingo", "bingo_call"),
        ("klondyke", "klondike"),
        ("holdem no limit", "holdem"),
        ("tarot deck", "french_tarot"),
    ],
)
def test_a_game_is_found_by_what_people_call_it(
    visit: Visit, typed: str, game: str
) -> None:
    tab = visit.tab
    if tab.url == "about:blank":
        select(visit, "games/canfield")
    fill_in(tab, "Game or deck", typed)
    first = tab.locator("#catalogue [data-target]").first
    expect(first).to_have_attribute("data-target", f"games/{game}")


def test_a_family_is_found_by_its_name_and_enter_deals_the_first_game(
    visit: Visit,
) -> None:
    tab = select(visit, "games/canfield")
    field = tab.get_by_label("Game or deck")
    found = tab.locator("#catalogue [data-target]")
    field.fill("patience")
    targets = found.evaluate_all("(all) => all.map(({ dataset }) => dataset.target)")
    patiences = {f"games/{game.name}" for game in FAMILIES["patience"].games}
    assert patiences <= set(targets)

    field.fill("zzz")
    wait_for_text(tab, "No game or deck is called that here.")
    expect(tab.locator("#catalogue").get_by_role("link", name="Draw")).to_be_visible()

    field.fill("nlhe")
    field.press("Enter")
    tab.get_by_role("heading", name="Texas hold'em").wait_for()
    expect(field).to_have_value("")


def test_a_draw_is_found_beside_games_and_enter_takes_the_first(visit: Visit) -> None:
    tab = select(visit, "games/canfield")
    field = tab.get_by_label("Game or deck")
    field.fill("bingo")
    expect_text(tab, "#catalogue > :last-child", "Draw: Bingo")
    field.fill("coin")
    expect_text(tab, "#catalogue > *", ["Draw: Coins", re.compile("Coinche")])
    field.press("Enter")
    expect(tab.get_by_role("radio", name="Coins")).to_be_checked()


def test_every_option_that_fits_a_game_is_asked_and_no_other(visit: Visit) -> None:
    tab = select(visit, "games/dominoes")
    fields = tab.evaluate(
        "[...document.querySelectorAll('#form [id^=field-]')].map((field) => field.id)"
    )
    controls = {
        field.removeprefix("field-") for field in fields if field.count("-") == 1
    }
    assert controls == {
        "players",
        "highest",
        "exclude",
        "only",
        "seed",
        "index",
        "label",
        "algorithm",
        "key_bits",
        "passes",
        "variant",
    }
    expect(tab.get_by_label("A numbered deal")).to_be_hidden()


def test_every_option_is_asked_for_as_it_is_typed(visit: Visit, base: str) -> None:
    tab = select(visit, "decks/standard")
    tick(tab, "Deal hands")
    click_text(tab, "Cards in play")
    click_text(tab, "Shuffle: fisher_yates")
    options = {
        "Hands": "3",
        "Cards": "",
        "Packets": "3,2",
        "Burn": "1",
        "Decks": "2",
        "Jokers": "1",
        "Exclude": "2S,2h",
        "Index": "5",
    }
    for label, text in options.items():
        fill_in(tab, label, text, exact=True)
    tab.get_by_label("Suit order").select_option("CDHS")
    tab.get_by_label("Algorithm").select_option("riffle")
    fill_in(tab, "Passes", "3")
    path = (
        "v1/decks/standard/deal?hands=3&packets=3,2&burn=1&decks=2&jokers=1&suit_order=CDHS&exclude=2S,2h"
        "&seed=t&index=5&algorithm=riffle&passes=3"
    )
    deal(visit, path)
    assert read_table(tab) == expected_table(base, path)
