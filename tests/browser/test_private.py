"""The table page plays private hands: each tab of a browser is a player, and sees no cards but its own."""

import re
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from hashlib import sha256
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import (
    SIZES,
    new_context,
    open_alone,
    open_tab,
    press,
    problems_of_state,
    script,
    set_width,
    texts_of,
)
from tests.browser.test_sealed import BOXES, copy_log, names, open_log, read_verdict
from tests.browser.test_verify import verdict
from tests.server.client import post_json as post

pytestmark = pytest.mark.browser


@contextmanager
def play(
    browser: Any, base: str, *, game: str = "holdem", players: int = 2
) -> Iterator[list[Any]]:
    """Open a table, as the guides say, and a tab for each of the other players."""
    context = new_context(browser, base)
    with ExitStack() as stack:
        tabs = [
            stack.enter_context(open_tab(context, base)).tab for _ in range(players)
        ]
        tabs[0].goto(f"/#private?game={game}&players={players}")
        link = (
            tabs[0].get_by_role("link", name="Open the next seat").get_attribute("href")
        )
        for tab in tabs[1:]:
            tab.goto(link)
        yield tabs
    context.close()


def agree(tabs: list[Any], stage: str) -> None:
    """Let all players agree to the next stage, and wait until it is dealt."""
    for tab in tabs:
        tab.locator(
            "#agree[aria-disabled=false]", has_text=f"Agree to the {stage}"
        ).focus()
        tab.keyboard.press("Enter")
    for tab in tabs:
        tab.locator("#agree", has_text=f"Agree to the {stage}").wait_for(
            state="detached"
        )


def leave(tab: Any) -> None:
    press(tab, "Leave")
    tab.get_by_role("dialog").get_by_role("button", name="Leave").click()


def test_private_hands_are_found_and_who_has_a_link_in_another_browser_goes_on(
    browser: Any, base: str
) -> None:
    with (
        play(browser, base, game="skat", players=3) as tabs,
        open_alone(browser, base) as visit,
    ):
        tab = visit.tab
        tab.goto(tabs[0].url)
        expect(tab.locator("#play-problem")).to_contain_text(
            "This table is in another browser"
        )
        assert texts_of(tab, "#moves > *:visible") == ["Open the table"]
        press(tab, "Deal an open hand")
        tab.get_by_role("link", name="Play with private hands").click()
        tab.get_by_role("link", name="Open the next seat").wait_for()
        assert tab.locator("#outcome").inner_text().endswith("2 seats are free.")
        expect(tab.locator("#status")).to_be_empty()
        tab.goto("/docs/guide")
        for words in ("private hands", "geheime Karten"):
            tab.get_by_role("searchbox").fill(words)
            expect(tab.locator(".matches a").first).to_have_attribute(
                "href", re.compile(r"#private\?game=holdem$")
            )


def test_a_folded_hand_is_seen_in_its_own_tab_alone_and_all_verify_the_rest(
    browser: Any, base: str
) -> None:
    with play(browser, base) as (one, two):
        said: list[str] = []
        for tab in (one, two):
            tab.on(
                "response",
                lambda response: (
                    said.append(response.text())
                    if "/v1/shoes" in response.url
                    else None
                ),
            )
        for tab, width in ((one, "desktop"), (two, "phone")):
            tab.locator("#agree[aria-disabled=false]").wait_for()
            set_width(tab, *SIZES[width])
        places = [tab.evaluate(BOXES) for tab in (one, two)]
        for stage in ("hole cards", "flop"):
            agree([one, two], stage)
        for tab in (one, two):
            assert "44" in tab.locator("[data-stock=stock]").inner_text().split()
        assert names(two, "[data-seat='1']") == ["face down"] * 2
        folded = [
            card.get_attribute("data-index")
            for card in two.locator("#felt .own [data-index]").all()
        ]
        for stage in ("turn", "river"):
            agree([one, two], stage)
        assert [tab.evaluate(BOXES) for tab in (one, two)] == places
        two.reload()
        two.locator("#felt .own [data-index]").first.wait_for()
        one.locator("#show-down[aria-disabled=false]").click()
        two.locator("#felt [data-seat='1'] [data-index]").first.wait_for()
        assert "wins" not in two.inner_text(
            "#outcome"
        )  # as long as a hand may be shown that is better
        two.locator("#fold[aria-disabled=false]").click()
        for tab in (one, two):
            assert "Nothing differs, but not everything was checked." in read_verdict(
                tab
            )
        shown = names(one, "[data-seat='1']")
        hidden = names(one, "[data-seat=dealer]")
        assert (names(two, "[data-seat='1']"), hidden) == (shown, ["face down"] * 2)
        assert "face down" not in names(two, "[data-seat=dealer]")
        kept = one.evaluate("JSON.stringify(localStorage)") + "".join(said)
        assert not any(
            f'"index":{code},' in kept.replace("\\", "").replace(" ", "")
            for code in folded
        )
        log = copy_log(one)
        assert (log["receipt"].get("server_seed"), len(log["receipt"]["shown"])) == (
            None,
            7,
        )
        texts = log["receipt"]["client_seed"].split(",")
        assert [sha256(text.encode()).hexdigest() for text in texts] == log["receipt"][
            "terms"
        ]["words"]
        assert list(post(base, "/v1/verify", **log)["unchecked"]) == ["order"]
        for tab, width in ((one, "desktop"), (two, "phone")):
            assert problems_of_state(tab, width) == []
        open_log(one).get_by_role("link", name="Open it on the verify page").click()
        one.wait_for_url("**/verify#receipt=*")
        assert verdict(one).startswith("Nothing differs")
        assert "7 cards are shown with a proof" in one.inner_text("#verdict")
        assert one.locator("#cards .card.shown").count() == 7


def test_who_leaves_lets_the_others_go_on_also_if_their_tab_ran_the_table(
    browser: Any, base: str
) -> None:
    with play(browser, base, players=3) as tabs:
        one, two, three = tabs
        agree(tabs, "hole cards")
        leave(three)
        three.locator("#players").wait_for(state="hidden")
        agree([one, two], "flop")
        assert "left" in one.locator("#players").inner_text().split()
        for stage in ("turn", "river"):
            agree([one, two], stage)
        for tab in (one, two):
            tab.locator("#show-down[aria-disabled=false]").click()
        assert "Nothing differs, but not everything was checked." in read_verdict(two)
        press(two, "Another hand")
        press(one, "Another hand")
        expect(one.get_by_role("link", name="Open the free seat")).to_be_visible()
        press(three, "Come back to the table")
        agree(tabs, "hole cards")
        leave(one)  # which ran the table
        agree([two, three], "flop")
        three.goto("about:blank")
        expect(two.locator("#outcome")).to_have_text(
            "Seat 1 left. The dealer: the tab is closed. "
            "Open the seat again in a new tab, or end this hand: show or hide your cards."
        )
        expect(two.locator("#agree")).to_be_hidden()
        expect(two.get_by_role("link", name="Open the free seat")).to_be_visible()
        press(two, "Keep my cards hidden")
        expect(two.locator("#outcome")).to_contain_text(
            "For another hand, open in a new tab: Seat 1 and the dealer."
        )


def test_who_stays_alone_ends_the_hand_and_the_free_seat_is_taken_again(
    browser: Any, base: str
) -> None:
    with play(browser, base, game="gin_rummy") as (one, two):
        agree([one, two], "deal")
        leave(one)
        expect(one.locator("#outcome")).to_have_text("You left the table.")
        expect(one.get_by_role("button", name="Come back to the table")).to_be_focused()
        expect(two.locator("#felt .own [data-index]").last).to_be_in_viewport(ratio=1)
        expect(two.locator("#outcome")).to_contain_text(
            "Seat 1 left. Nobody else plays on: end this hand"
        )
        assert texts_of(two, "#moves button:visible")[:2] == [
            "Show cards",
            "Keep my cards hidden",
        ]
        press(two, "Show cards")
        expect(two.locator("#outcome")).to_contain_text(
            "For another hand, open in a new tab: Seat 1."
        )
        press(one, "Come back to the table")
        press(two, "Another hand")
        agree([one, two], "deal")


def test_a_card_that_was_played_is_told_and_taken_back_or_taken_by_another(
    browser: Any, base: str
) -> None:
    with play(browser, base, game="gin_rummy") as (one, two):
        agree([one, two], "deal")
        own = "#felt .own [data-index]"
        expect(one.locator("#status")).to_contain_text(
            ", ".join(names(one, ".own")[:-1])
        )  # as they are sorted
        card = one.locator(own).first.locator("img").get_attribute("alt")
        one.locator(f"{own} > button").first.press("Enter")
        expect(one.locator("#outcome")).to_have_text(
            f"You played {card}. The dealer is next."
        )
        expect(two.locator("#outcome")).to_have_text(
            f"Seat 1 played {card}. It is your turn."
        )
        one.get_by_role("button", name="Take it back").press("Enter")
        expect(two.locator("#outcome")).to_have_text(f"Seat 1 took {card}.")
        one.locator(f"{own} > button[aria-label='Play {card}']").press("Enter")
        two.get_by_role("button", name="Take the top card").press("Enter")
        expect(one.locator("#outcome")).to_have_text(f"The dealer took {card}.")
        expect(two.get_by_role("button", name="Take the top card")).to_be_focused()
        for tab in (one, two):
            expect(tab.locator(f"[data-seat=dealer] img[alt='{card}']")).to_be_visible()
        two.get_by_label("Face down", exact=True).check()
        two.locator(f"{own} > button[aria-label*='away']").first.press("Enter")
        expect(two.get_by_label("Face down", exact=True)).not_to_be_checked()
        expect(one.locator("#outcome")).to_have_text(
            "The dealer laid a card away, face down."
        )
        two.locator(f"{own} > button[aria-label='Play {card}']").press("Enter")
        expect(one.locator("[data-pile=discards] li:last-child img")).to_have_attribute(
            "alt", card
        )
        press(one, "Keep my cards hidden")
        press(two, "Show cards")
        assert "Nothing differs, but not everything was checked." in read_verdict(one)


def test_cards_are_drawn_and_played_one_by_one_and_another_hand_has_new_keys(
    browser: Any, base: str
) -> None:
    with play(browser, base, game="rummy", players=3) as tabs:
        one, two, three = tabs
        keys = set()
        for _ in range(2):
            agree(tabs, "deal")
            expect(one.locator("#players li span")).to_have_text(["plays"] * len(tabs))
            press(two, "Draw a card")
            for tab in (one, three):
                press(tab, "Agree to the draw")
            two.locator("#outcome", has_text="You drew a card").wait_for()
            one.locator("#outcome", has_text="Seat 2 drew a card").wait_for()
            assert len(names(one, "[data-seat='2']")) == len(names(one, ".own")) + 1
            for number, tab in enumerate(tabs):
                tab.locator("#felt .own button").first.press("Enter")
                one.locator(
                    f"[data-pile=discards] li:nth-child({number + 2})"
                ).wait_for()
            one.get_by_label("Face down", exact=True).check()
            hidden = one.locator("#felt .own button").first
            index = hidden.locator("..").get_attribute("data-index")
            assert hidden.get_attribute("aria-label").endswith("away, face down")
            hidden.press("Enter")
            for tab in tabs:
                tab.locator("[data-pile=laid_away] .down").wait_for()
                assert len(names(tab, "[data-seat='1']")) == 5
            said = (
                one.evaluate("JSON.stringify(localStorage)")
                .replace("\\", "")
                .replace(" ", "")
            )
            assert f'"index":{index},' not in said
            for tab in tabs:
                press(tab, "Keep my cards hidden")
            assert "4 cards are shown with a proof" in read_verdict(three)
            keys.add(str(copy_log(three)["receipt"]["terms"]["view_keys"]))
            for tab in tabs:
                press(tab, "Another hand")
            for tab in tabs:
                tab.locator(
                    "#agree[aria-disabled=false]", has_text="Agree to the deal"
                ).wait_for()
        assert len(keys) == 2
        three.evaluate(script("another_shoe"))
        three.reload()
        three.locator(
            "#play-problem", has_text="This tab signs nothing more"
        ).wait_for()
        assert "this tab gave its text for another shoe" in three.inner_text(
            "#play-problem"
        )
