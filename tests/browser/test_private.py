"""The table page plays private hands: each tab of a browser is a player, and sees no cards but its own."""

import re
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from hashlib import sha256
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import (
    SIZES,
    attribute_of,
    expect_clean,
    expect_text,
    expect_words,
    new_context,
    open_alone,
    open_tab,
    press,
    script,
    set_width,
    texts_of,
    tick,
)
from tests.browser.sealed_page import (
    BOXES,
    copy_log,
    names,
    open_on_verify_page,
    read_verdict,
)
from tests.server.client import post_json as post

pytestmark = pytest.mark.browser

Json = dict[str, Any]


@contextmanager
def play(
    browser: Browser, base: str, *, game: str = "holdem", players: int = 2
) -> Iterator[list[Page]]:
    """Open a table, as the guides say, and a tab for each of the other players."""
    context = new_context(browser, base)
    with ExitStack() as stack:
        visits = [stack.enter_context(open_tab(context, base)) for _ in range(players)]
        first, *others = [visit.tab for visit in visits]
        first.goto(f"/#private?game={game}&players={players}")
        invitation = first.get_by_role("link", name="Open the next seat")
        link = attribute_of(invitation, "href")
        for tab in others:
            tab.goto(link)
        yield [first, *others]
    context.close()


PARTIAL = "No card that you see was swapped."
OWN_CARDS = "#felt .own [data-index]"


def agree(tabs: list[Any], *stages: str) -> None:
    """Let all players agree to each of the next stages, and wait until it is dealt."""
    for stage in stages:
        label = f"Agree to the {stage}"
        for tab in tabs:
            tab.locator("#agree[aria-disabled=false]", has_text=label).focus()
            tab.keyboard.press("Enter")
        for tab in tabs:
            tab.locator("#agree", has_text=label).wait_for(state="detached")


def leave(tab: Page) -> None:
    press(tab, "Leave")
    press(tab.get_by_role("dialog"), "Leave")


def expect_outcome(tab: Page, sentence: str) -> None:
    """Wait until a player is told this of the hand."""
    expect_text(tab, "#outcome", sentence)


def expect_outcome_with(tab: Page, words: str) -> None:
    """Wait until a player is told something with these words of the hand."""
    expect_words(tab, "#outcome", words)


def record_responses(tabs: list[Any]) -> list[str]:
    """Return a list to which every response on a shoe is added from now on."""
    responses: list[str] = []

    def record(response: Any) -> None:
        if "/v1/shoes" in response.url:
            responses.append(response.text())

    for tab in tabs:
        tab.on("response", record)
    return responses


def read_storage(tab: Page) -> str:
    """Return all that the browser of a tab keeps of its pages."""
    return str(tab.evaluate("JSON.stringify(localStorage)"))


def tells_card(text: str, index: str | None) -> bool:
    """Return whether a text has the record of a card."""
    plain = text.replace("\\", "").replace(" ", "")
    return f'"index":{index},' in plain


def test_private_hands_are_found_and_who_has_a_link_in_another_browser_goes_on(
    browser: Browser, base: str
) -> None:
    with (
        play(browser, base, game="skat", players=3) as tabs,
        open_alone(browser, base) as visit,
    ):
        tab = visit.tab
        tab.goto(tabs[0].url)
        problem = tab.locator("#play-problem")
        expect(problem).to_contain_text("This table is in another browser")
        assert texts_of(tab, "#moves > *:visible") == ["Open the table"]
        press(tab, "Deal an open hand")
        offer = tab.get_by_role("link", name="Private hands: a demonstration with")
        expect(offer).to_have_text("Private hands: a demonstration with 3 tabs")
        offer.click()
        tab.get_by_role("link", name="Open the next seat").wait_for()
        assert tab.locator("#outcome").inner_text().endswith("2 seats are free.")
        expect(tab.locator("#status")).to_be_empty()
        tab.goto("/#v1/games/holdem/deal?seed=1&players=6")
        expect(offer).to_have_text("Private hands: a demonstration with 2 tabs")

        tab.goto("/docs/guide")
        found = tab.locator(".matches a").first
        for words in ("private hands", "geheime Karten"):
            tab.get_by_role("searchbox").fill(words)
            address = re.compile(r"#private\?game=holdem$")
            expect(found).to_have_attribute("href", address)


def list_own_indices(tab: Page) -> list[str | None]:
    """Return the indices of the player's cards."""
    return [card.get_attribute("data-index") for card in tab.locator(OWN_CARDS).all()]


def test_a_folded_hand_is_seen_in_its_own_tab_alone_and_all_verify_the_rest(
    browser: Browser, base: str
) -> None:
    with play(browser, base) as tabs:
        one, two = tabs
        responses = record_responses(tabs)
        for tab, width in ((one, "desktop"), (two, "phone")):
            tab.locator("#agree[aria-disabled=false]").wait_for()
            set_width(tab, *SIZES[width])
        places = [tab.evaluate(BOXES) for tab in tabs]
        agree(tabs, "hole cards", "flop")
        for tab in tabs:
            stock = tab.locator("[data-stock=stock]").inner_text()
            assert "44" in stock.split()
        assert names(two, "[data-seat='1']") == ["face down"] * 2
        folded = list_own_indices(two)
        agree(tabs, "turn", "river")
        assert [tab.evaluate(BOXES) for tab in tabs] == places

        two.reload()
        two.locator(OWN_CARDS).first.wait_for()
        one.locator("#show-down[aria-disabled=false]").click()
        two.locator("#felt [data-seat='1'] [data-index]").first.wait_for()
        # as long as a hand may be shown that is better
        assert "wins" not in two.inner_text("#outcome")
        two.locator("#fold[aria-disabled=false]").click()
        for tab in tabs:
            assert PARTIAL in read_verdict(tab)
        assert names(two, "[data-seat='1']") == names(one, "[data-seat='1']")
        assert names(one, "[data-seat=dealer]") == ["face down"] * 2
        assert "face down" not in names(two, "[data-seat=dealer]")
        told = read_storage(one) + "".join(responses)
        for index in folded:
            assert not tells_card(told, index)
        check_log(base, copy_log(one))
        expect_clean(one, "desktop")
        expect_clean(two, "phone")

        assert open_on_verify_page(one).startswith("Nothing differs")
        assert "7 cards are shown with a proof" in one.inner_text("#verdict")
        assert one.locator("#cards .card.shown").count() == 7


def check_log(base: str, log: Json) -> None:
    """Check the log of a hand of which two cards stay hidden: its seed is not told, and the texts are the players'."""
    receipt = log["receipt"]
    assert receipt.get("server_seed") is None
    assert len(receipt["shown"]) == 7
    texts = receipt["client_seed"].split(",")
    hashes = [sha256(text.encode()).hexdigest() for text in texts]
    assert hashes == receipt["terms"]["words"]
    checked = post(base, "/v1/verify", **log)
    assert list(checked["unchecked"]) == ["order"]


def test_who_leaves_lets_the_others_go_on_also_if_their_tab_ran_the_table(
    browser: Browser, base: str
) -> None:
    with play(browser, base, players=3) as tabs:
        one, two, three = tabs
        agree(tabs, "hole cards")
        leave(three)
        three.locator("#players").wait_for(state="hidden")
        agree([one, two], "flop")
        assert "left" in one.locator("#players").inner_text().split()
        agree([one, two], "turn", "river")
        for tab in (one, two):
            tab.locator("#show-down[aria-disabled=false]").click()
        assert PARTIAL in read_verdict(two)

        press(two, "Another hand")
        press(one, "Another hand")
        expect(one.get_by_role("link", name="Open the free seat")).to_be_visible()
        press(three, "Come back to the table")
        agree(tabs, "hole cards")
        leave(one)  # which ran the table
        agree([two, three], "flop")
        three.goto("about:blank")
        expect_outcome(
            two,
            "Seat 1 left. The dealer: the tab is closed. "
            "Open the seat again in a new tab, or end this hand: show or hide your cards.",
        )
        expect(two.locator("#agree")).to_be_hidden()
        expect(two.get_by_role("link", name="Open the free seat")).to_be_visible()
        press(two, "Keep my cards hidden")
        expect_outcome_with(
            two, "For another hand, open in a new tab: Seat 1 and the dealer."
        )


def test_who_stays_alone_ends_the_hand_and_the_free_seat_is_taken_again(
    browser: Browser, base: str
) -> None:
    with play(browser, base, game="gin_rummy") as (one, two):
        agree([one, two], "deal")
        leave(one)
        expect_outcome(one, "You left the table.")
        expect(one.get_by_role("button", name="Come back to the table")).to_be_focused()
        expect(two.locator("#felt .own [data-index]").last).to_be_in_viewport(ratio=1)
        expect_outcome_with(two, "Seat 1 left. Nobody else plays on: end this hand")
        assert texts_of(two, "#moves button:visible")[:2] == [
            "Show cards",
            "Keep my cards hidden",
        ]
        press(two, "Show cards")
        expect_outcome_with(two, "For another hand, open in a new tab: Seat 1.")
        press(one, "Come back to the table")
        press(two, "Another hand")
        agree([one, two], "deal")


def play_card(tab: Page, card: str) -> None:
    """Play one of the player's own cards by the keyboard."""
    tab.locator(f"{OWN_CARDS} > button[aria-label='Play {card}']").press("Enter")


def test_a_card_that_was_played_is_told_and_taken_back_or_taken_by_another(
    browser: Browser, base: str
) -> None:
    with play(browser, base, game="gin_rummy") as (one, two):
        agree([one, two], "deal")
        as_sorted = ", ".join(names(one, ".own")[:-1])
        expect_words(one, "#status", as_sorted)
        card = attribute_of(one.locator(f"{OWN_CARDS} img").first, "alt")
        one.locator(f"{OWN_CARDS} > button").first.press("Enter")
        expect_outcome(one, f"You played {card}. The dealer is next.")
        expect_outcome(two, f"Seat 1 played {card}. It is your turn.")
        one.get_by_role("button", name="Take it back").press("Enter")
        expect_outcome(two, f"Seat 1 took {card}.")

        play_card(one, card)
        take = two.get_by_role("button", name="Take the top card")
        take.press("Enter")
        expect_outcome(one, f"The dealer took {card}.")
        expect(take).to_be_focused()
        for tab in (one, two):
            expect(tab.locator(f"[data-seat=dealer] img[alt='{card}']")).to_be_visible()

        face_down = two.get_by_label("Face down", exact=True)
        face_down.check()
        two.locator(f"{OWN_CARDS} > button[aria-label*='away']").first.press("Enter")
        expect(face_down).not_to_be_checked()
        expect_outcome(one, "The dealer laid a card away, face down.")

        play_card(two, card)
        top = one.locator("[data-pile=discards] li:last-child img")
        expect(top).to_have_attribute("alt", card)
        press(one, "Keep my cards hidden")
        press(two, "Show cards")
        assert PARTIAL in read_verdict(one)


def draw_card(drawer: Any, others: list[Any]) -> None:
    """Draw a card for the second seat, to which the others agree."""
    press(drawer, "Draw a card")
    for tab in others:
        press(tab, "Agree to the draw")
    drawer.locator("#outcome", has_text="You drew a card").wait_for()


def lay_away_hidden(tab: Page) -> None:
    """Lay the first of the player's cards away, face down; the browser keeps no record of it."""
    tick(tab, "Face down", exact=True)
    card = tab.locator("#felt .own button").first
    index = card.locator("..").get_attribute("data-index")
    assert attribute_of(card, "aria-label").endswith("away, face down")
    card.press("Enter")
    tab.locator("[data-pile=laid_away] .down").wait_for()
    assert not tells_card(read_storage(tab), index)


def test_cards_are_drawn_and_played_one_by_one_and_another_hand_has_new_keys(
    browser: Browser, base: str
) -> None:
    with play(browser, base, game="rummy", players=3) as tabs:
        one, two, three = tabs
        keys = set()
        for _ in range(2):
            agree(tabs, "deal")
            expect_text(one, "#players li span", ["plays"] * 3)
            draw_card(two, [one, three])
            one.locator("#outcome", has_text="Seat 2 drew a card").wait_for()
            assert len(names(one, "[data-seat='2']")) == len(names(one, ".own")) + 1
            for count, tab in enumerate(tabs, 2):
                tab.locator("#felt .own button").first.press("Enter")
                one.locator(f"[data-pile=discards] li:nth-child({count})").wait_for()
            lay_away_hidden(one)
            for tab in tabs:
                tab.locator("[data-pile=laid_away] .down").wait_for()
                assert len(names(tab, "[data-seat='1']")) == 5
            for tab in tabs:
                press(tab, "Keep my cards hidden")
            assert PARTIAL in read_verdict(three)
            points = three.locator("#finding").text_content() or ""
            assert "4 cards are shown with a proof" in points
            terms = copy_log(three)["receipt"]["terms"]
            keys.add(str(terms["view_keys"]))
            for tab in tabs:
                press(tab, "Another hand")
            for tab in tabs:
                label = "Agree to the deal"
                tab.locator("#agree[aria-disabled=false]", has_text=label).wait_for()
        assert len(keys) == 2

        three.evaluate(script("another_shoe"))
        three.reload()
        problem = three.locator("#play-problem")
        expect(problem).to_contain_text("This tab signs nothing more")
        expect(problem).to_contain_text("this tab gave its text for another shoe")
