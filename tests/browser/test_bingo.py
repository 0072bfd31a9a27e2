"""The table page calls the balls of bingo, prints its tickets and checks them."""

import re
from typing import NamedTuple

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import (
    Visit,
    expect_clean,
    expect_number,
    expect_text,
    expect_words,
    fill_in,
    press,
    reopen,
    script,
    set_width,
    violations,
    wait_for_text,
    wait_until,
)
from tests.browser.table_page import fetch, open_deal, verify_deal

pytestmark = pytest.mark.browser


TICKETS = script("tickets")
STOPPED_CLOCK = """
let time = 0;
performance.now = () => time;
globalThis.passSecond = () => void (time += 1_000);
"""


def list_called(base: str, game: str) -> list[str]:
    """Return the balls of a call of the seed `t` in their order, as the service writes them."""
    [pile] = fetch(base, f"v1/games/{game}/deal?seed=t")["piles"]
    balls: list[str] = pile["cards"]
    return balls


def open_caller(tab: Page, game: str, called: int) -> None:
    """Open the caller of a game of the seed `t` once so many balls are called."""
    reopen(tab, f"/#v1/games/{game}/deal?seed=t&called={called}")
    tab.locator(".caller").wait_for()


def test_balls_of_bingo_are_called_one_by_one(visit: Visit, base: str) -> None:
    visit.tab.add_init_script(STOPPED_CLOCK)
    tab = open_deal(visit, "v1/games/bingo_call/deal?seed=t")
    balls = [f"{ball[0]} {ball[1:]}" for ball in list_called(base, "bingo_call")]
    expect_number(tab, "#felt img, .called", 0)
    count = tab.locator(".count")
    first = tab.get_by_role("button", name="First ball")
    first.dblclick()  # which is one ball
    for number, key in enumerate(("Enter", " ", "PageDown"), 1):
        expect(count).to_contain_text(f"Ball {number} of 75")
        tab.evaluate("passSecond()")
        tab.keyboard.press(key)
        tab.evaluate("document.activeElement.blur()")
    expect(count).to_contain_text(f"{balls[3]}. Ball 4 of 75")
    expect(tab.locator(".ball img")).to_have_attribute("alt", balls[3])
    before = ", ".join([balls[2], balls[1], balls[0]])
    expect(tab.locator(".before")).to_contain_text(before, use_inner_text=True)
    called = tab.locator(".numbers .called")
    expect(called).to_have_count(4)
    for hidden in ("Show all", "Place known cards"):
        expect(tab.get_by_label(hidden)).to_be_hidden()
    expect(tab.get_by_role("heading", name="The response")).to_be_hidden()
    tab.reload()
    expect(called).to_have_count(4)
    expect_clean(tab, "phone")


Ticket = list[list[str]]
"""The cells of a ticket of bingo, row by row."""


def print_tickets(tab: Page) -> list[Ticket]:
    """Print the tickets of a call, and return them with their headers."""
    press(tab, "Print the tickets")
    wait_until(tab, f"({TICKETS.strip()})().length === 12")
    tickets: list[Ticket] = tab.evaluate(TICKETS)
    return tickets


def check_columns(ticket: Ticket) -> None:
    """Check that the middle of a ticket is free, and that each column has the numbers of its letter."""
    header, *rows = ticket
    middle = rows[2][2]
    assert header == list("BINGO")
    assert middle == "free"
    for column, cells in enumerate(zip(*rows, strict=True)):
        numbers = [int(cell) for cell in cells if cell != "free"]
        for number in numbers:
            assert 15 * column < number <= 15 * column + 15


def test_tickets_of_bingo_are_printed_and_checked(visit: Visit, base: str) -> None:
    tab = visit.tab
    tab.add_init_script("print = () => undefined;")
    open_caller(tab, "bingo_call", 4)
    code = tab.locator(".code").inner_text().rpartition(" ")[2]
    tickets = print_tickets(tab)
    assert len(set(map(str, tickets))) == 12
    title = tab.locator("#records caption").nth(11).inner_text()
    assert title.startswith("Ticket 12 · Bingo with 75 balls")
    assert title.endswith(code)
    for ticket in tickets:
        check_columns(ticket)

    tab.evaluate("dispatchEvent(new Event('afterprint'))")
    _, *seventh = tickets[6]
    on_ticket = {int(cell) for row in seventh for cell in row if cell != "free"}
    numbers = [int(ball[1:]) for ball in list_called(base, "bingo_call")]
    called = on_ticket.intersection(numbers[:4])
    fill_in(tab, "Ticket number", "7")
    press(tab, "Check a ticket")
    wait_for_text(tab, f"Ticket 7: {len(called)} of its 24 numbers")
    expect_number(tab, ".checked .called:not(.free)", len(called))


def test_a_strip_of_six_tickets_has_all_90_numbers(visit: Visit) -> None:
    visit.tab.add_init_script("print = () => undefined;")
    tab = open_deal(visit, "v1/games/bingo90_call/deal?seed=t")
    strip = print_tickets(tab)[:6]
    numbers = [int(cell) for ticket in strip for row in ticket for cell in row if cell]
    assert sorted(numbers) == list(range(1, 91))


def test_a_slip_neither_ends_a_call_of_bingo_nor_checks_another_ticket(
    tab: Page,
) -> None:
    open_caller(tab, "bingo_call", 4)
    number = tab.get_by_label("Ticket number")
    for wrong in ("abc", "0", "", "13"):
        number.fill(wrong)
        press(tab, "Check a ticket")
        expect(number).to_have_attribute("aria-invalid", "true")
        wait_for_text(tab, "Type the number of a ticket: 1 to 12.")
        expect_number(tab, ".checked > *", 0)
    tab.evaluate("dispatchEvent(new Event('beforeprint'))")
    expect_number(tab, "#records .balls li", 4)
    tab.evaluate("dispatchEvent(new Event('afterprint'))")
    for button in ("Deal", "Verify this deal"):  # would end the game
        tab.locator("#table").get_by_text(button, exact=True).click()
        expect(tab.get_by_role("dialog")).to_be_visible()
        assert violations(tab) == []
        tab.keyboard.press("Enter")
        expect(tab.get_by_role("dialog")).to_have_count(0)
    expect_number(tab, ".numbers .called", 4)
    open_caller(tab, "bingo_call", 75)
    verify_deal(tab)


def check_ticket(tab: Page, number: int) -> str:
    """Check a ticket, and return what the caller says of it."""
    fill_in(tab, "Ticket number", str(number))
    press(tab, "Check a ticket")
    expect_text(tab, ".checked caption", f"Ticket {number}")
    return str(tab.locator(".judged").inner_text())


class Line(NamedTuple):
    """A line of a ticket that is complete since a ball."""

    since: int
    kind: str


def list_lines(rows: Ticket, balls: list[str]) -> list[Line]:
    """Return the lines of a ticket, those that are complete first in front."""
    columns = [list(column) for column in zip(*rows, strict=True)]
    falling = [rows[i][i] for i in range(5)]
    rising = [rows[i][4 - i] for i in range(5)]
    kinds = {"row": rows, "column": columns, "diagonal": [falling, rising]}
    lines = [
        Line(max(balls.index(cell) + 1 for cell in line if cell != "free"), kind)
        for kind, lines in kinds.items()
        for line in lines
    ]
    return sorted(lines)


def read_ticket(tab: Page) -> Ticket:
    """Return the ticket that is checked, without its header."""
    rows = "[...document.querySelectorAll('.checked tr')]"
    cells = "[...row.cells].map((cell) => cell.firstChild?.data ?? '')"
    ticket: Ticket = tab.evaluate(f"{rows}.map((row) => {cells})")
    return ticket[1:]


def test_a_ticket_of_bingo_is_told_what_it_has_won_and_since_which_ball(
    tab: Page, base: str
) -> None:
    balls = [ball[1:].lstrip("0") for ball in list_called(base, "bingo_call")]
    winners = 0
    for called in (4, 45):
        open_caller(tab, "bingo_call", called)
        for number in range(1, 5):
            says = check_ticket(tab, number)
            first, *_ = list_lines(read_ticket(tab), balls)
            cells = tab.locator(".checked .line")
            if first.since > called:
                assert says.startswith("No line yet; ")
                expect(cells).to_have_count(0)
            else:
                winners += 1
                assert says == f"BINGO: a {first.kind}, since ball {first.since}"
                assert cells.count() >= 5
            expect_number(tab, ".checked .free.called", 1)
    assert 0 < winners < 8


def test_a_ticket_of_90_balls_is_told_how_many_lines_it_has(tab: Page) -> None:
    found = set()
    for called in (1, 75, 84, 90):
        open_caller(tab, "bingo90_call", called)
        for number in range(1, 7):
            said, *_ = re.split("[,;]", check_ticket(tab, number))
            found.add(said)
    assert found == {"No line yet", "One line", "Two lines", "Full house"}


@pytest.mark.parametrize("game", ["bingo_call", "bingo90_call"])
def test_the_full_screen_of_a_call_fits_a_phone_and_shows_what_goes_wrong(
    tab: Page, game: str
) -> None:
    tab.add_init_script(STOPPED_CLOCK)
    set_width(tab, 390, 844)
    reopen(tab, f"/#v1/shoes?game={game}")
    press(tab, "Full screen")
    tab.get_by_role("button", name="Leave full screen").wait_for()
    assert tab.evaluate(
        "document.fullscreenElement.scrollWidth <= document.fullscreenElement.clientWidth"
    )
    tab.route("**/v1/shoes/deal", lambda route: route.abort())
    press(tab, "First ball")
    expect(tab.locator(":fullscreen #play-problem")).to_be_in_viewport()
    tab.unroute("**/v1/shoes/deal")
    tab.evaluate("passSecond()")
    press(tab, "First ball")
    expect_words(tab, ".count", "Ball 1 of")
    check_ticket(tab, 3)
    expect(tab.locator(".judged")).to_be_in_viewport()
    press(tab, "Leave full screen")
    tab.get_by_role("button", name="Full screen", exact=True).wait_for()


def call_ball(tab: Page, button: str, number: int) -> None:
    """Press the button that calls a ball of 90, and let a second pass."""
    press(tab, button)
    expect_words(tab, ".count", f"Ball {number} of 90")
    tab.evaluate("passSecond()")


def test_balls_of_bingo_are_sealed_before_the_first_one(visit: Visit) -> None:
    visit.tab.add_init_script(STOPPED_CLOCK)
    tab = open_deal(visit, "v1/games/bingo90_call/deal?seed=t")
    press(tab, "Seal the balls first")
    wait_for_text(tab, "this page does not know the next ball")
    commitment = tab.locator("#commitment").text_content()
    assert tab.locator(".steps code").inner_text() == commitment
    fill_in(tab, "A word from the hall", "bread")
    call_ball(tab, "First ball", 1)
    call_ball(tab, "Next ball", 2)
    call_ball(tab, "Next ball", 3)
    tab.reload()
    expect_number(tab, ".numbers .called", 3)
    wait_for_text(tab, "The word from the hall: “bread”")

    press(tab, "Reveal and verify")
    press(tab.get_by_role("dialog"), "Reveal and verify")
    verdict = tab.locator("#verdict")
    verdict.get_by_text("Valid.", exact=True).wait_for()
    expect(verdict).to_be_in_viewport()
    expect_words(tab, "#seal-title", "Revealed:")
    expect(tab.get_by_role("button", name="Next ball")).to_be_hidden()
