"""The page Draw: its form, what it read of a list, and the lines of its result."""

import re

from playwright.sync_api import Page, expect

from tests.browser.conftest import expect_text, expect_words, fill_in, press, texts_of

FIRST_NAMES = ["Ann", "Bo", "Cem", "Dee", "Eve", "Gül", "Iris", "José", "Mia", "Noor"]
NAMES = [f"{first} {number}" for first in FIRST_NAMES for number in range(20)]
TABLE = ["Name;Tickets", '"Meier; Ann";3', "Bo;0", "Cem;12", "Dee;1"]
EACH_LINE = "Each line ends in tickets"


def choose(tab: Page, kind: str, lines: list[str] | None = None, **fields: str) -> None:
    """Choose a kind of draw, and fill in the list and the fields by their names."""
    tab.locator(f"[name=kind][value={kind}]").check()
    if lines is not None:
        fill_list(tab, lines)
    for name, text in fields.items():
        control = tab.locator(f"#what [name={name}]")
        if name in {"lottery", "bingo"}:
            control.select_option(text)
        else:
            control.fill(text)


def fill_list(tab: Page, lines: list[str]) -> None:
    """Type a list, a line for each name."""
    fill_in(tab, "The list", "\n".join(lines), exact=True)


def forget_list(tab: Page) -> None:
    """Press the button that forgets the list, agree, and expect the button to go."""
    forget = tab.locator("#list").get_by_role("button", name="Forget the list")
    forget.click()
    press(tab.get_by_role("dialog"), "Forget the list")
    expect(forget).to_be_hidden()


def press_draw(tab: Page) -> None:
    """Press the button that draws, whatever comes of it."""
    tab.locator("#draw").click()


def expect_problem(tab: Page, sentence: str) -> None:
    """Press the button that draws, and expect a sentence on the field that has the focus."""
    press_draw(tab)
    expect_text(tab, "#problem", sentence, use_inner_text=True)
    marked = tab.evaluate("document.activeElement.getAttribute('aria-invalid')")
    assert marked == "true"


def draw(tab: Page) -> str:
    """Press the button that draws, wait for the result, and return its title."""
    press_draw(tab)
    tab.locator("#result:not([aria-busy])").wait_for()
    return str(tab.locator("#result-title").inner_text())


def open_more(tab: Page) -> None:
    """Open what "More" hides, and "Save, print or copy" of a draw in public."""
    folds = re.compile("More|Save, print or copy")
    tab.locator("#result summary", has_text=folds).evaluate_all(
        "all => all.forEach((s) => (s.parentNode.open = true))"
    )


def change_columns(tab: Page) -> None:
    """Open what was understood of the list, to choose its columns."""
    if tab.locator("#readings").get_attribute("open") is None:
        tab.locator("#readings > summary").click()


def lines_of(tab: Page) -> list[str]:
    """Return the lines of the result."""
    return texts_of(tab, "#shown .lines li")


def expect_lines(tab: Page, lines: list[str]) -> None:
    """Wait until the result has these lines."""
    shown = tab.locator("#shown .lines li")
    expect(shown).to_have_text(lines, use_inner_text=True)


def record_sent(tab: Page) -> list[str]:
    """Return a list to which the address and the body of every request are added from now on."""
    sent: list[str] = []
    tab.on(
        "request",
        lambda request: sent.append(f"{request.url} {request.post_data or ''}"),
    )
    return sent


def expect_names(tab: Page, lines: list[str]) -> None:
    """Wait until the field of the list has these lines."""
    expect(tab.locator("#lines")).to_have_value("\n".join(lines))


def expect_count(tab: Page, sentence: str) -> None:
    """Wait until the page counts the names and tickets of the list so."""
    expect_words(tab, "#lines-count", sentence)
