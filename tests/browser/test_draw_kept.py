"""What a tab keeps of the page that draws: earlier draws, through Back and a reload; of a forgotten list, nothing."""

import re
from collections.abc import Callable
from typing import NamedTuple

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import (
    click_text,
    copied_text,
    expect_clean,
    expect_number,
    expect_text,
    expect_words,
    fill_in,
    press,
    reopen,
    script,
    texts_of,
)
from tests.browser.draw_page import (
    choose,
    draw,
    expect_lines,
    expect_names,
    fill_list,
    forget_list,
    lines_of,
)
from tests.browser.result_page import expect_right_but_tried
from tests.browser.sealed_draws import seal
from tests.tables import for_each

pytestmark = pytest.mark.browser


@pytest.fixture
def tab(tab: Page) -> Page:
    """Return a tab that shows the page Draw."""
    tab.goto("/draw")
    return tab


def test_the_list_outlives_a_visit_of_another_page(tab: Page) -> None:
    choose(tab, "winners", SECRETS, winners="1")
    menu = tab.get_by_role("navigation", name="Pages")
    menu.get_by_role("link", name="Verify").click()
    menu.get_by_role("link", name="Draw").click()
    expect_names(tab, SECRETS)


def read_kept(tab: Page) -> str:
    """Return all that a tab has: its page with the values of the fields, its storage, its address and its state."""
    return str(tab.evaluate(script("kept")))


SECRETS = ["Agnesia", "Bertilda", "Cosimanta", "Dagoberta"]
"""Names that are nowhere else in a page."""


def find_kept(tab: Page) -> list[str]:
    """Return what a tab has around each of the names that it has."""
    kept = read_kept(tab)
    return [
        kept[max(0, kept.find(name) - 200) : kept.find(name) + 60]
        for name in SECRETS
        if name in kept
    ]


NOTHING_DRAWN = re.compile(
    "^(It appears here, large enough for a projector[.]"
    "|A link for each person appears here[.] Nobody sees another’s[.])$"
)
"""The sentences where nothing is drawn yet: for a draw that all see, and for a Secret Santa."""


def expect_forgotten(tab: Page) -> None:
    """Expect a page that shows no result and has no name."""
    expect(tab.locator("#shown")).to_have_text(NOTHING_DRAWN)
    assert find_kept(tab) == []


def draw_of_secrets(tab: Page) -> list[str]:
    """Draw groups, gifts and winners of the secret names, and return the addresses before the last."""
    addresses = [tab.url]
    houses = [f"{name},{house}" for name, house in zip(SECRETS, "AABB", strict=True)]
    choose(tab, "groups", houses, groups="2")
    click_text(tab, "Who comes together")
    fill_in(tab, "Last time’s groups", f"{SECRETS[0]}, {SECRETS[3]}")
    draw(tab)
    addresses.append(tab.url)
    choose(tab, "santa", SECRETS)
    draw(tab)
    addresses.append(tab.url)
    choose(tab, "winners", SECRETS, winners="2")
    draw(tab)
    return addresses


def expect_kept_by_history(tab: Page, first_winners: list[str]) -> None:
    """Expect the results of four draws by a reload and by Back, and go forward to the last."""
    tab.reload()
    expect_number(tab, "#shown .lines li", 2)
    repeat(tab.go_back, 2)
    expect_words(tab, "#result-title", "group")
    tab.go_back()
    expect_lines(tab, first_winners)
    repeat(tab.go_forward, 3)


def repeat(step: Callable[[], object], times: int) -> None:
    for _ in range(times):
        step()


def test_a_forgotten_list_is_nowhere_neither_by_back_nor_by_a_reload(tab: Page) -> None:
    reopen(tab, "/draw#winners?winners=2&seed=1&lines=" + "%0A".join(SECRETS))
    tab.locator("#tools:not([hidden])").wait_for()
    first_winners = lines_of(tab)
    addresses = "".join(draw_of_secrets(tab))
    assert [name for name in SECRETS if name in addresses] == []
    assert "Agnesia" in copied_text(tab, tab.locator("#copy-link"))
    assert "Agnesia" in tab.url
    expect_kept_by_history(tab, first_winners)

    forget_list(tab)

    expect_forgotten(tab)
    back = [tab.go_back] * 3
    forward = [tab.go_forward] * 3
    for step in (tab.reload, *back, tab.reload, *forward, tab.reload):
        step()
        expect_forgotten(tab)


def test_an_earlier_page_that_the_browser_kept_forgets_the_list_too(tab: Page) -> None:
    """The browser may keep an earlier page of the tab for its Back, while a later one forgets the list."""
    choose(tab, "winners", SECRETS, winners="1")
    draw(tab)
    assert SECRETS[0] in read_kept(tab)
    tab.evaluate(
        "sessionStorage.setItem('forgotten draws', JSON.stringify({ visit: Date.now(), draw: 0 }))"
    )
    tab.evaluate(
        "dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))"
    )
    assert find_kept(tab) == []


FIVE = ["Ava", "Bo", "Ava", "Cem", "Dee"]


class Draws(NamedTuple):
    """The winners of one draw after the other."""

    first: list[str]
    second: list[str]


@pytest.fixture
def draws(tab: Page) -> Draws:
    """Draw two of five names, and then one of the names that did not win; the page says how many these are."""
    choose(tab, "winners", FIVE, winners="2")
    draw(tab)
    first = lines_of(tab)
    taken = sum(name in first for name in FIVE)
    tab.locator("#winners").fill("1")
    press(tab, "Again, without these")
    told = f"of the same name: {taken} lines. Drawn from {5 - taken} name"
    expect_words(tab, "#facts", told)
    return Draws(first, lines_of(tab))


def test_earlier_draws_stay_and_the_winners_are_left_out_of_the_next(
    tab: Page, draws: Draws
) -> None:
    [winner] = draws.second
    assert winner not in draws.first

    tab.go_back()
    expect_lines(tab, draws.first)
    expect_names(tab, FIVE)
    tab.go_forward()
    expect_lines(tab, draws.second)
    tab.reload()
    expect_lines(tab, draws.second)
    tab.go_back()
    expect_lines(tab, draws.first)


def read_facts(tab: Page) -> str:
    """Wait for a result, and return what is said of it: how it was drawn, and how far it is to be trusted."""
    tab.locator("#tools:not([hidden])").wait_for()
    return " ".join(texts_of(tab, "#facts, #trust:not([hidden])"))


def test_a_reload_says_of_ones_own_draw_what_was_said_of_it_before(tab: Page) -> None:
    """Only of somebody else's link it says that they may have tried others, also when that is loaded again."""
    choose(tab, "winners", SECRETS, winners="2")
    draw(tab)
    drawn = read_facts(tab)
    assert drawn.startswith("Drawn from 4 names. Whoever presses can press again")
    tab.reload()
    assert read_facts(tab) == drawn

    click_text(tab, "Repeat a draw")
    fill_in(tab, "Code of the draw", "mine")
    draw(tab)
    typed = read_facts(tab)
    assert "with the code that was typed: mine." in typed
    tab.reload()
    assert read_facts(tab) == typed

    reopen(tab, "/draw#coins?coins=2&seed=1")
    linked = read_facts(tab)
    assert "with the code of the link: 1." in linked
    tab.reload()
    assert read_facts(tab) == linked


@for_each("kind", ["winners", "groups", "santa"])
def test_a_list_that_was_changed_after_a_draw_outlives_a_reload(
    tab: Page, kind: str
) -> None:
    reopen(tab, "/draw")
    choose(tab, kind, SECRETS)
    draw(tab)
    outdated = tab.locator("#outdated")
    result = tab.locator("#result:not([aria-busy]) #shown")
    shown = result.inner_text()
    tab.reload()
    expect(result).to_have_text(shown, use_inner_text=True)
    expect(outdated).to_be_hidden()

    absent, *present = SECRETS
    fill_list(tab, present)
    expect(outdated).to_be_visible()
    tab.reload()
    expect(outdated).to_be_visible()
    expect(result).to_have_text(shown, use_inner_text=True)
    expect_names(tab, present)
    draw(tab)
    expect(outdated).to_be_hidden()
    assert absent not in result.inner_text()


def test_an_earlier_draw_is_folded_and_not_heard_until_it_is_opened(
    tab: Page, draws: Draws
) -> None:
    assert tab.locator("#earlier details").count() == 1
    heard = tab.locator("main").aria_snapshot()
    assert draws.first[0] not in heard.partition("Earlier draws")[2]

    tab.locator("#earlier summary").click()
    expect_text(tab, "#earlier .lines li", draws.first, use_inner_text=True)
    expect_clean(tab, "phone")

    earlier = tab.locator("#earlier").get_by_role("button", name="Copy the link")
    reopen(tab, copied_text(tab, earlier))
    expect_right_but_tried(tab)
    assert lines_of(tab) == draws.first  # with the names, as while it was shown


def test_while_the_next_draw_is_awaited_nobody_hears_the_last_winners(
    tab: Page, draws: Draws
) -> None:
    tab.go_back()
    expect_lines(tab, draws.first)

    seal(tab)

    waiting = tab.locator("#result").aria_snapshot()
    for name in [*draws.first, *draws.second]:
        assert f'"{name}"' not in waiting
        assert f": {name}" not in waiting


def read_saved(tab: Page) -> object:
    return tab.evaluate("Object.keys(localStorage)")


def test_a_list_is_saved_by_name_opened_and_deleted_and_never_unasked(
    tab: Page,
) -> None:
    choose(tab, "winners", ["Name;Class", "Ann;5a", "Bo;5b", "Cem;5a"])
    expect_names(tab, ["Ann", "Bo", "Cem"])
    draw(tab)
    assert read_saved(tab) == []
    tab.locator("#saved summary").click()
    fill_in(tab, "Save this list in this browser as", "Class 5")
    press(tab, "Save", exact=True)
    expect_words(tab, "#saved-say", "“Class 5” is saved in this browser")
    fill_in(tab, "Save this list in this browser as", "Class 5")
    press(tab, "Save", exact=True)
    expect_words(tab, "#saved-say", "in place of the earlier list")
    forget_list(tab)
    expect_text(tab, "#saved-say", "1 saved list is in this browser.")
    tab.reload()
    tab.locator("#saved summary").click()
    press(tab, "Open “Class 5”")
    expect_names(tab, ["Ann", "Bo", "Cem"])
    expect_words(tab, "#read", "“Name; Class” is the heading")
    press(tab, "Delete “Class 5”")
    expect_text(tab, "#saved-say", "“Class 5” is deleted.")
    assert read_saved(tab) == []
