"""Draws in public that the words of the audience decide: sealed, drawn, kept by the tab, and checked by anybody."""

import json
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import (
    Visit,
    box_of,
    copied_text,
    count_pages,
    download,
    expect_clean,
    give_file,
    open_alone,
    press,
    reopen,
    set_width,
    size,
    texts_of,
    wait_for_text,
)
from tests.browser.draw_page import (
    NAMES,
    choose,
    expect_lines,
    expect_names,
    lines_of,
    open_more,
    record_sent,
)
from tests.browser.result_page import expect_sign, open_result, pack, tick_all
from tests.browser.sealed_draws import WORDS, decide, seal, show_proof
from tests.browser.verify_page import (
    PARTIAL,
    RIGHT,
    check,
    confirm,
    expect_verdict,
    finding,
    list_asked,
    list_open,
    verdict,
    wait_for,
)
from tests.server.client import post_json as post

pytestmark = pytest.mark.browser


@pytest.fixture
def tab(tab: Page) -> Page:
    """Return a tab that shows the page Draw."""
    tab.goto("/draw")
    return tab


Json = dict[str, Any]
SEEN = "I saw this check code"
HEARD = "I heard these words after the check code"
DRAWN = "This is the result that I saw"
"""What the page of a result asks its reader."""


@pytest.mark.parametrize("visit", [size("desktop")], indirect=True)
@pytest.mark.smoke
def test_a_raffle_is_sealed_drawn_and_checked_in_a_fresh_profile(
    tab: Page, browser: Browser, base: str
) -> None:
    sent = record_sent(tab)
    tab.reload()
    choose(tab, "winners", NAMES, winners="3")
    assert [request for request in sent if "/v1/" in request] == []
    announced = seal(tab)
    expect_clean(tab, "phone")
    assert tab.locator("#draw").is_disabled()
    with open_alone(browser, base) as late, open_alone(browser, base) as early:
        open_announcement(early.tab, announced)

        tab.reload()  # the draw that was announced goes on
        tab.get_by_role("img", name="QR code of the announcement").wait_for()
        proof = decide(tab, WORDS)
        winners = lines_of(tab)
        assert len(winners) == 3
        assert set(winners) <= set(NAMES)
        expect(tab.get_by_role("img", name="QR code of the proof")).to_be_visible()
        expect_clean(tab, "desktop")
        assert "Gül" not in "".join(sent)  # no name is sent

        check_proof(late, proof, winners, [SEEN, HEARD, DRAWN], "desktop")
        check_proof(early, proof, winners, [HEARD, DRAWN], "phone")
    expect_page_printed(tab)


def open_announcement(tab: Page, link: str) -> None:
    """Open the link of an announcement in a browser that has not seen the draw."""
    tab.goto(link)
    expect_sign(
        tab,
        "Announced. This link has no result yet. Words that are said after the check "
        "code was shown decide it. This browser noted the check code.",
    )
    expect_clean(tab, "phone")


def expect_page_printed(tab: Page) -> None:
    """Expect the result and its code on one page of paper, without the form."""
    assert count_pages(tab) == 1
    tab.emulate_media(media="print")
    for part in ("#shown", "#proof svg"):
        expect(tab.locator(part)).to_be_visible()
    for part in ("#form", "#tools", "#check"):
        expect(tab.locator(part)).to_be_hidden()


def check_proof(
    fresh: Visit, proof: str, winners: list[str], asked: list[str], window: str
) -> None:
    """Open the link to a proof, which asks its reader these questions; follow it to its check on the page Verify."""
    tab = fresh.tab
    reopen(tab, proof)
    expect_sign(tab, "The result is right. Whoever typed the words could")
    title, kind = texts_of(tab, "#title, #kind")
    assert title == "Spring raffle"
    assert kind == "3 winners from 200 names"
    assert lines_of(tab) == winners
    told = " ".join(texts_of(tab, "#reasons, #more"))
    assert WORDS in told
    assert "Whoever typed the words could try others first." in told
    questions = texts_of(tab, ".confirm label")
    for question, beginning in zip(questions, asked, strict=True):
        assert question.strip().startswith(beginning)
    expect_clean(tab, window)
    assert tick_all(tab).startswith("Valid.")

    assert show_proof(tab).startswith(f"{RIGHT}: Spring raffle")
    assert ("commitment" in list_asked(tab)) is (SEEN in asked)
    numbers = tab.locator("#finding .numbers li")
    placed = [f"{place}. {winner}" for place, winner in enumerate(winners, 1)]
    expect(numbers).to_have_text(placed, use_inner_text=True)
    assert "The last word decided." in finding(tab)
    confirm(tab)
    wait_for(tab, "valid")
    # pasted, it is still what a link says
    assert check(tab, proof).startswith(f"{RIGHT}: Spring raffle")
    assert check(tab, proof[:-9]).startswith(
        "The link is not whole. Ask whoever sent it"
    )


def check_sealed(tab: Page, title: str) -> None:
    """Seal and draw what is chosen, save the proof, and open it on the page Verify."""
    seal(tab)
    decide(tab, WORDS)
    shown = tab.locator("#result-title")
    expect(shown).to_have_text(f"Spring raffle: {title}", use_inner_text=True)
    open_more(tab)
    proof = download(tab, "Save the proof").path().read_bytes()
    tab.goto("/verify")
    give_file(tab, proof)
    assert verdict(tab).startswith(f"{RIGHT}: Spring raffle")  # as on the page Result
    assert confirm(tab).startswith("Valid: Spring raffle")


def test_dice_are_sealed(tab: Page) -> None:
    choose(tab, "dice")
    check_sealed(tab, "2 dice")


def test_a_long_list_from_a_file_is_sealed(tab: Page) -> None:
    choose(tab, "shuffle")
    tickets = "\r\n".join(f"Ticket {number}" for number in range(10_000))
    give_file(tab, tickets.encode("utf-8-sig"), "list.csv")
    wait_for_text(tab, "10,000 names.")
    check_sealed(tab, "Random order from 10,000 names")


@pytest.mark.parametrize(
    "visit", [size("phone", reduced_motion="reduce")], indirect=True
)
def test_what_was_drawn_in_public_stays_through_a_reload_and_the_show(
    tab: Page,
) -> None:
    choose(tab, "winners", NAMES, winners="3")
    seal(tab)
    press(tab, "Draw now")
    refusal = tab.get_by_text("Type at least one word of the audience.")
    expect(refusal).to_be_in_viewport()
    expect(tab.locator("#audience")).to_be_focused()

    link = decide(tab, WORDS)
    winners = lines_of(tab)
    facts = tab.locator("#facts").inner_text()
    tab.reload()
    expect(tab.get_by_role("link", name="Check it")).to_have_attribute("href", link)
    assert lines_of(tab) == winners
    assert tab.locator("#facts").inner_text() == facts
    expect_names(tab, NAMES)
    assert tab.locator("#trust").is_hidden()

    open_more(tab)
    press(tab, "Show one by one")
    tab.get_by_role("dialog").wait_for()
    tab.keyboard.press("Escape")
    expect_lines(tab, winners)


@pytest.mark.parametrize(
    "visit", [size("desktop", reduced_motion="reduce")], indirect=True
)
def test_balls_that_are_drawn_in_public_are_told_one_by_one(tab: Page) -> None:
    choose(tab, "bingo", bingo="call75")
    seal(tab)
    tab.locator("#audience").fill(WORDS)
    press(tab, "Draw with suspense")
    on = tab.locator("dialog .primary")
    for _ in range(75):
        on.press("Enter")
    balls = tab.get_by_role("dialog").get_by_role("listitem").all_inner_texts()
    numbers = [int(ball.split()[1]) for ball in balls]
    assert sorted(numbers) == list(range(1, 76))
    on.press("Enter")
    tab.locator("#proof:not([hidden])").wait_for()


RAFFLE: Json = {
    "max": 9,
    "reshuffle": "never",
    "label": "Raffle: 1 winner. Decided by: words of the audience",
}
"""The terms of a sealed draw, as the page writes them."""


def draw_winner(base: str, opened: Json, words: str, **rules: Any) -> Json:
    """Draw a winner from a shoe by these words, and return the file of the draw."""
    drawn = post(
        base, "/v1/shoes/draw", shoe=opened["shoe"], count=1, client_seed=words, **rules
    )
    revealed = post(base, "/v1/shoes/reveal", shoe=drawn["shoe"])
    return {
        "receipt": revealed["receipt"],
        "seen": [drawn["seen"]],
        "confirmed": {"commitment": opened["commitment"], "client_seed": words},
    }


def check_link(tab: Page, file: Json) -> list[str]:
    """Open a link to a check, and return what only its reader knows, and the titles of what else was not checked."""
    reopen(tab, f"/verify{pack(file)}")
    verdict(tab)
    return [*list_asked(tab), *list_open(tab)]


TOLD = ["client_seed", "seen"]
"""What a link tells of a draw, which its reader may have heard otherwise."""


def test_a_seal_that_was_shown_for_another_draw_or_was_drawn_from_twice_is_told(
    tab: Page, base: str
) -> None:
    opened = post(base, "/v1/shoes", **RAFFLE)
    announced = {name: opened[name] for name in ("commitment", "terms")}
    assert check_link(tab, announced) == []
    drawn = draw_winner(base, opened, WORDS)

    of_a_prize = "Raffle: 1 prize. Decided by: words of the audience"
    other_shoe = post(base, "/v1/shoes", **RAFFLE | {"label": of_a_prize})
    swapped = draw_winner(base, other_shoe, WORDS)
    assert "Another check code" in check_link(tab, swapped)
    assert open_result(tab, swapped).startswith(
        "Not what this browser noted. This is another check code"
    )
    assert tick_all(tab).startswith("Not what this browser noted.")  # never green

    noted_late = drawn | {"screen": {"drawn": 10**12}}
    assert check_link(tab, noted_late) == ["commitment", *TOLD]
    assert "only after the draw" in finding(tab)

    assert open_result(tab, announced) == (
        "Already drawn. This browser saw a result of this draw. Open its link here: "
        "this browser compares the two."
    )
    shown = open_result(tab, drawn)
    assert "It is what this browser saw announced." in shown
    assert open_result(tab, announced) == (
        "Already drawn. This browser saw the result of this draw: open the result."
    )
    tab.locator("#sign").get_by_role("link", name="open the result").click()
    expect_sign(tab, shown)
    assert check_link(tab, drawn) == TOLD
    other_words = draw_winner(base, opened, "other words")
    assert check_link(tab, other_words) == [*TOLD, "Another result"]
    from_bottom = draw_winner(base, opened, WORDS, **{"from": "bottom"})
    differs = ["Another result", "The way it was drawn"]
    assert check_link(tab, from_bottom) == TOLD + differs
    tab.goto("/verify")
    give_file(tab, json.dumps(drawn).encode())
    expect_verdict(tab, f"{RIGHT}: Raffle")  # whoever drew wrote the file

    assert open_result(tab, noted_late).startswith("The result is right.")
    expect(tab.locator("#warnings")).to_contain_text("only after the draw")
    assert tick_all(tab).endswith("that it was fixed before rests on your tick.")
    expect(tab.locator("#warnings")).to_be_empty()


def expect_same_verdict(tab: Page, file: Json, beginning: str) -> None:
    """Expect that the page of a result and the page Verify begin what they say of a draw in the same way."""
    assert open_result(tab, file).startswith(beginning)
    check_link(tab, file)
    expect_verdict(tab, beginning)


def test_the_pages_of_a_result_and_of_its_check_say_the_same(
    tab: Page, base: str
) -> None:
    opened = post(base, "/v1/shoes", **RAFFLE)
    expect_same_verdict(tab, draw_winner(base, opened, WORDS), RIGHT)
    second = draw_winner(base, opened, "other words")
    expect_same_verdict(tab, second, PARTIAL)
    from_bottom = draw_winner(base, opened, WORDS, **{"from": "bottom"})
    expect_same_verdict(tab, from_bottom, PARTIAL)

    of_list = post(base, "/v1/shoes", **RAFFLE, items_sha256="0" * 64)
    without_list = draw_winner(base, of_list, WORDS)
    expect_same_verdict(tab, without_list, "The numbers are right.")

    round_to_come = "Raffle: 1 winner. Decided by: drand quicknet round 999999999"
    of_round = post(base, "/v1/shoes", **RAFFLE | {"label": round_to_come})
    early = draw_winner(base, of_round, WORDS)
    expect_same_verdict(tab, early, PARTIAL)
    assert list_open(tab) == ["The public number"]
    assert "the number here is made up" in finding(tab)


def test_a_seal_with_other_terms_than_this_browser_noted_is_not_valid(
    tab: Page, base: str
) -> None:
    opened = post(base, "/v1/shoes", **RAFFLE)
    announced = {name: opened[name] for name in ("commitment", "terms")}
    of_ten = announced | {"terms": announced["terms"] | {"max": 10}}
    drawn = draw_winner(base, opened, WORDS)

    check_link(tab, announced)
    assert check_link(tab, of_ten) == []
    expect_verdict(tab, "Not valid. This browser noted the same check code before")
    tab.evaluate("localStorage.clear()")
    check_link(tab, of_ten)
    assert check_link(tab, drawn) == []
    expect_verdict(tab, "Not valid. This browser noted the ")


def test_a_phone_shows_first_the_link_of_the_proof_that_its_host_publishes(
    tab: Page,
) -> None:
    set_width(tab, 390, 844)
    choose(tab, "winners", NAMES[:40])
    seal(tab)
    link = decide(tab, WORDS)
    copy, again = (
        tab.locator("#tools").get_by_role("button", name=name)
        for name in ("Copy the link of the proof", "Again, without these")
    )
    expect(copy).to_be_in_viewport(ratio=1)
    code = box_of(tab.locator("#proof .code"))
    assert box_of(copy)["y"] + box_of(copy)["height"] < code["y"]
    assert box_of(copy)["x"] < box_of(again)["x"]
    assert copied_text(tab, copy) == link
