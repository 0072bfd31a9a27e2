"""The page Verify: what is given to it, and what it says."""

import json
from typing import Any
from urllib.parse import quote

from playwright.sync_api import Page

from tests.browser.conftest import expect_beginning, fill_in, press, script, texts_of
from tools.files import ROOT

Json = dict[str, Any]

SUBJECT = "What you were sent"
"""The label of the field for what is to be checked."""
PARTIAL = "Nothing differs, but not everything was checked."
RIGHT = "The result is right"
"""The beginning of the verdict while the boxes for the reader are not ticked, and all else is checked."""


def verdict(tab: Page) -> str:
    """Return the announced verdict once the check is done."""
    tab.wait_for_selector("#verdict:not([data-state=empty], [data-state=busy])")
    return " ".join(tab.get_by_role("status").first.inner_text().split())


def expect_verdict(tab: Page, beginning: str) -> None:
    """Expect that the verdict begins so, once the check is done that may have begun beside an earlier verdict."""
    expect_beginning(tab.get_by_role("status").first, beginning)


def finding(tab: Page) -> str:
    """Return all that the page says below the verdict of what it checked."""
    return str(tab.inner_text("#finding"))


def list_compared(tab: Page) -> list[list[str]]:
    """Return what the page says of the value that was expected, and of the one that was seen, which differ."""
    halves = tab.locator("#finding .pair figure").all()
    return [texts_of(half, "figcaption, p") for half in halves]


def expect_compared(tab: Page, expected: str, seen: str) -> None:
    """Expect that two values without pictures stand beside each other."""
    assert list_compared(tab) == [[f"Expected\n{expected}"], [f"Seen\n{seen}"]]


def list_open(tab: Page) -> list[str]:
    """Return the titles of the checks that were not made, but for what only the reader knows."""
    return texts_of(tab, "#finding .open strong")


def list_asked(tab: Page) -> list[str]:
    """Return the names of what only the reader knows, and did not confirm yet."""
    boxes = tab.locator(".confirm input:not(:checked)")
    return [
        str(name) for name in boxes.evaluate_all("(all) => all.map(({ name }) => name)")
    ]


def wait_for(tab: Page, state: str) -> None:
    """Wait until the verdict is `valid`, `invalid` or `partial`."""
    tab.wait_for_selector(f"#verdict[data-state={state}]")


def press_verify(tab: Page, text: str) -> str:
    """Enter a text to check, verify it, and return the verdict."""
    fill_in(tab, SUBJECT, text)
    press(tab, "Verify", exact=True)
    return verdict(tab)


def clear(tab: Page) -> None:
    """Clear the page, unless it is empty."""
    button = tab.get_by_role("button", name="Clear", exact=True)
    if button.is_visible():
        button.click()


def check(tab: Page, subject: Any) -> str:
    """Paste a file into the empty page, verify it, and return the verdict."""
    if "/verify" in tab.url:
        clear(tab)
    else:
        tab.goto("/verify")
    text = subject if isinstance(subject, str) else json.dumps(subject)
    return press_verify(tab, text)


def confirm(tab: Page) -> str:
    """Answer yes to every question that only the reader can answer, and return the verdict."""
    for name in list_asked(tab):
        tab.locator(f".confirm [name={name}]").click()
        verdict(tab)
    return verdict(tab)


def note(tab: Page, label: str, text: str) -> str:
    """Enter a note, verify again, and return the verdict."""
    tab.evaluate(
        "for (const one of document.querySelectorAll('#notes, #notes details')) one.open = true"
    )
    tab.get_by_role("textbox", name=label).fill(text)
    press(tab, "Verify", exact=True)
    return verdict(tab)


def remarks(tab: Page) -> list[str]:
    """Return the sentences below the notes, such as one on a seal that a file filled in; also while they are folded."""
    shown = tab.locator(".remark:not([hidden])")
    return [text.strip() for text in shown.all_text_contents()]


def open_link(tab: Page, kind: str, value: str) -> str:
    """Open a link to a check in the empty page, and return the verdict."""
    link = f"/verify#{kind}={quote(value, safe='')}"
    if "/verify" in tab.url:
        clear(tab)
        tab.evaluate("(link) => { location.href = link }", link)
    else:
        tab.goto(link)
    return verdict(tab)


def open_answer(tab: Page, answer: Json) -> str:
    """Open a link to a check of a response, and return the verdict."""
    return open_link(tab, "answer", json.dumps(answer))


def read_lists(tab: Page) -> dict[str, list[str]]:
    """Return the lists of values on the page, by their titles."""
    return dict(tab.evaluate(script("lists")))


def read_vectors(kind: str) -> list[Json]:
    """Return the golden vectors of a kind."""
    file = ROOT / "tests" / "vectors" / "sd1.json"
    vectors: list[Json] = json.loads(file.read_text(encoding="utf-8"))[kind]
    return vectors
