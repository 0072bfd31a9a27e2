"""Links, seeds and refusals of the page Deal: deals that are repeated, and what is wrong with others."""

from typing import Any
from urllib.parse import quote, urlsplit

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import (
    Visit,
    attribute_of,
    box_of,
    click_text,
    copy_by,
    expect_text,
    fill_in,
    open_alone,
    press,
    reopen,
    tick,
    violations,
    wait_until,
)
from tests.browser.table_page import (
    DEALS,
    SEED,
    deal,
    expected_table,
    open_deal,
    read_fragment,
    read_table,
    select,
    verify_deal,
    wait_for_alert,
    wait_for_cards,
    wait_for_request,
)
from tests.conftest import run_service
from tests.tables import for_each

pytestmark = pytest.mark.browser


def test_a_permalink_reproduces_a_deal_and_its_history_goes_back(
    visit: Visit, base: str
) -> None:
    tab = select(visit, "games/skat")
    seed = tab.get_by_label("Seed", exact=True)
    seed.fill(SEED)
    path = f"v1/games/skat/deal?seed={quote(SEED, safe=',')}"
    deal(visit, path)
    permalink = copy_by(tab, "Copy the link")
    assert urlsplit(permalink).query == ""
    dealt = expected_table(base, path)
    assert read_table(tab) == dealt
    reopen(tab, permalink)
    tab.locator("[data-language=curl]").wait_for(state="attached")
    assert read_table(tab) == dealt
    expect(seed).to_have_value(SEED)

    open_deal(visit, "v1/games/gin_rummy/deal?seed=t")
    first = read_table(tab)
    click_text(tab, "Reproduce or prove")
    press(tab, "Next index")
    wait_for_request(tab, "index=1'")
    assert read_table(tab) != first
    tab.go_back()
    wait_for_request(tab, "seed=t'")
    assert read_table(tab) == first


def test_a_new_deal_keeps_the_options_of_a_link_and_takes_a_seed_of_its_own(
    visit: Visit,
) -> None:
    tab = open_deal(visit, "v1/games/holdem/deal?players=3&seed=t&index=4")
    press(tab, "Deal", exact=True)
    wait_until(
        tab, "new URLSearchParams(location.hash.split('?')[1]).get('seed') !== 't'"
    )
    fragment = read_fragment(tab)
    assert fragment.startswith("v1/games/holdem/deal?players=3&seed=")
    assert "index" not in fragment


def test_a_numbered_deal_and_the_operating_system_take_no_seed(
    visit: Visit, base: str
) -> None:
    tab = select(visit, "games/freecell")
    tick(tab, "A numbered deal")
    fill_in(tab, "Deal number", "617")
    path = "v1/games/freecell/deal?deal_number=617"
    deal(visit, path)
    assert read_table(tab) == expected_table(base, path)
    press(tab, "Next number")
    wait_for_request(tab, "deal_number=618'")
    select(visit, "games/omaha")
    tick(tab, "The operating system")
    deal(visit, "v1/games/omaha/deal")
    assert read_fragment(tab) == ""
    assert tab.get_by_text("not repeatable", exact=False).count()
    for gone in ("Copy the link", "Next index"):
        expect(tab.get_by_role("button", name=gone)).to_be_hidden()
    expect(tab.get_by_role("link", name="Verify this deal")).to_be_hidden()


@pytest.mark.parametrize(
    "path", [f"v1/games/bridge/deal?seed={quote(SEED, safe=',')}", *DEALS[-3:]]
)
def test_what_can_be_repeated_leads_to_its_proof(visit: Visit, path: str) -> None:
    verify_deal(open_deal(visit, path))


def test_the_seed_is_told_where_it_is_looked_for(visit: Visit) -> None:
    tab = open_deal(visit, "v1/games/skat/deal?seed=t&index=2")
    assert tab.inner_text("#facts") == "3 players · 32 in play"
    shown = tab.get_by_text("seed t, index 2").locator("visible=true")
    assert shown.count() == 0
    click_text(tab, "How it was dealt")
    origin = tab.locator("#procedure .origin")
    expect(origin).to_have_text("Every order is equally likely · seed t, index 2")


def test_a_refused_value_is_shown_at_its_field(visit: Visit) -> None:
    visit.expected.add(422)
    tab = select(visit, "games/holdem")
    players = tab.get_by_label("Players")
    players.fill("99")
    press(tab, "Deal", exact=True)
    alert = tab.get_by_role("alert")
    alert.wait_for()
    expect(players).to_have_value("99")
    expect(players).to_have_attribute("aria-invalid", "true")
    described, *_ = attribute_of(players, "aria-describedby").split()
    expect_text(
        tab, f"#{described}", "This is for 2 to 11 players.", use_inner_text=True
    )
    assert tab.evaluate("document.activeElement.id") == "problem"
    alert.get_by_role("link", name="Players").click()
    assert tab.evaluate("document.activeElement.id") == "field-players"
    assert violations(tab) == []

    players.fill("9")
    deal(visit, "v1/games/holdem/deal?players=9&seed=t")
    expect(alert).to_be_hidden()
    assert players.get_attribute("aria-invalid") is None


def test_a_refused_value_is_shown_also_if_an_empty_seed_is_made_up(
    visit: Visit,
) -> None:
    visit.expected.add(422)
    tab = select(visit, "decks/standard")
    count = tab.get_by_label("Count")
    seed = tab.get_by_label("Seed", exact=True)
    count.fill("five")
    seed.fill("")
    press(tab, "Deal", exact=True)
    wait_for_alert(tab, "It is a whole number, at least 1.")
    expect(count).to_have_attribute("aria-invalid", "true")
    assert len(seed.input_value()) == 24


def test_a_link_while_another_deal_arrives_is_dealt(visit: Visit) -> None:
    tab = open_deal(visit, "v1/games/holdem/deal?seed=t")
    held: list[Any] = []
    tab.route("**/v1/games/skat/deal?*", lambda route: held.append(route))  # noqa: PLW0108 (Playwright binds it)
    with tab.expect_request("**/v1/games/skat/deal?*"):
        tab.evaluate("location.hash = '#v1/games/skat/deal?seed=t'")
    tab.evaluate("history.replaceState(null, '', '#v1/games/bridge/deal?seed=t')")
    held[0].continue_()
    wait_for_cards(tab)
    # which the browser sends later
    tab.evaluate("dispatchEvent(new HashChangeEvent('hashchange'))")
    wait_for_request(tab, "/v1/games/bridge/deal?seed=t'")


@for_each(
    ("link", "words"),
    [
        (
            "v1/games/holdem/deal?seed=t&colour=blue",
            "“colour”: This does not exist here.",
        ),
        ("v1/games/holdm/deal?seed=t", "There is no game 'holdm'."),
        ("v1/gam", "It names no deal, or was cut off."),
        ("v1/games/holdem/deal?cha", "It names no deal, or was cut off."),
        (
            "v1/games/holdem/deal?characters=17&seed=pk4jr0ez",
            "It names no deal, or was cut off.",
        ),
    ],
)
def test_a_wrong_link_is_told(visit: Visit, tab: Page, link: str, words: str) -> None:
    visit.expected |= {404, 422}
    reopen(tab, f"/#{link}")
    wait_for_alert(tab, words)
    assert "/v1/" not in tab.get_by_role("alert").inner_text()
    expect(tab.locator("#felt")).to_contain_text("Nothing is dealt.")


@pytest.mark.parametrize(
    ("link", "game", "title"),
    [
        ("skat/deal?cha", "skat", "Skat"),
        ("holdm/deal?seed=1", "holdem", "Texas hold'em"),
    ],
)
def test_a_link_that_is_wrong_offers_its_game(
    visit: Visit, tab: Page, link: str, game: str, title: str
) -> None:
    visit.expected |= {404}
    reopen(tab, f"/#v1/games/{link}")
    alert = tab.get_by_role("alert")
    assert box_of(alert)["y"] < box_of(tab.locator("#title"))["y"]
    press(alert, f"Deal {title} anew")
    wait_for_request(tab, f"/v1/games/{game}/deal?seed=")


def test_a_lost_connection_is_told_until_a_deal_arrives(visit: Visit) -> None:
    tab = open_deal(visit, "v1/games/holdem/deal?seed=t")
    tab.route("**/v1/games/holdem/deal?*", lambda route: route.abort())
    press(tab, "Deal", exact=True)
    wait_for_alert(tab, "No connection")
    tab.unroute("**/v1/games/holdem/deal?*")
    press(tab, "Deal", exact=True)
    expect(tab.get_by_role("alert")).to_be_hidden()


def test_where_seeds_are_off_the_table_deals_from_the_operating_system(
    browser: Browser,
) -> None:
    with run_service(ALLOW_SEEDS="false") as base, open_alone(browser, base) as visit:
        visit.expected = {403}
        tab = visit.tab
        tab.goto("/")
        tab.locator("#find-game").focus()
        tab.locator("#catalogue summary").first.wait_for()
        tab.keyboard.press("Escape")  # as the list lies over the form
        click_text(tab, "Reproduce or prove")
        tab.get_by_label("Seed", exact=True).fill("ours")
        press(tab, "Deal", exact=True)
        wait_for_alert(tab, "this request's seed is refused")
        tab.goto("about:blank")
        tab.goto("/")
        tab.get_by_role("link", name="Hold’em poker").click()
        wait_for_request(tab, "/v1/games/holdem/deal'")
        tab.goto("about:blank")
        tab.goto("/")
        press(tab, "Deal", exact=True)
        wait_for_request(tab, "/v1/games/holdem/deal'")
        click_text(tab, "Reproduce or prove")
        expect(tab.get_by_label("The operating system")).to_be_checked()
        expect(tab.get_by_role("alert")).to_be_hidden()
        tick(tab, "A seed")
        press(tab, "Deal", exact=True)
        wait_for_alert(tab, "this request's seed is refused")
        tick(tab, "The operating system")
        press(tab, "Deal", exact=True)
        expect(tab.get_by_role("alert")).to_be_hidden()
        tick(tab, "Place known cards")
        tab.locator("#felt [data-index] button").first.focus()
        for _ in range(2):
            tab.keyboard.press("Enter")
        press(tab, "Deal the others")
        wait_for_alert(tab, "this request's given is refused")
        tab.goto("/#v1/games/bridge/deal")
        tab.locator("#felt [data-seat=N]").wait_for()
        expect(tab.get_by_role("alert")).to_be_hidden()


def test_without_javascript_links_deal(browser: Browser, base: str) -> None:
    with open_alone(browser, base, java_script_enabled=False) as visit:
        tab = visit.tab
        tab.goto("/")
        tab.locator("#felt").wait_for(state="hidden")
        tab.get_by_role("link", name="Contract bridge").click()
        assert '"ace of spades"' in tab.inner_text("body").lower()
