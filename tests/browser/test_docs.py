"""The documentation: every operation is there, can be reached by an address and the keyboard, and can be tried."""

from typing import Any

import pytest

from service.pages.guides.catalogue import GUIDES
from tests.api.spec import SPEC
from tests.browser.conftest import SIZES, Visit, playwright, size, violations

SHUFFLE = "/docs#/decks/shuffle_deck"
OPERATIONS = {
    (method.upper(), path) for path, item in SPEC["paths"].items() for method in item if method in {"get", "post"}
}

every_look = pytest.mark.parametrize(
    "visit",
    [size(name, color_scheme=scheme) for name in SIZES for scheme in ("light", "dark")],
    ids=[f"{name}-{scheme}" for name in SIZES for scheme in ("light", "dark")],
    indirect=True,
)


def opened(visit: Visit, path: str) -> Any:
    visit.tab.goto(path)
    visit.tab.locator(".opblock").first.wait_for()
    return visit.tab


def tried(tab: Any, **parameters: str) -> Any:
    """The operation that is open, tried with these parameters; the response that it got."""
    tab.get_by_role("button", name="Try it out").click()
    for name, value in parameters.items():
        field = tab.locator(f"tr[data-param-name={name}]").locator("input, select")
        (field.select_option if field.evaluate("field => field.tagName") == "SELECT" else field.fill)(value)
    with tab.expect_response("**/v1/**") as answer:
        tab.get_by_role("button", name="Execute").click()
    tab.locator(".live-responses-table .response").wait_for()
    return answer.value


def test_every_operation_is_there(visit: Visit) -> None:
    tab = opened(visit, "/docs")
    shown = tab.evaluate(
        "[...document.querySelectorAll('.opblock')].map((block) => ["
        "block.querySelector('.opblock-summary-method').textContent,"
        "block.querySelector('.opblock-summary-path').dataset.path])"
    )
    assert {(method, path) for method, path in shown} == OPERATIONS
    assert len(shown) == len(OPERATIONS)


def test_an_address_opens_its_operation(visit: Visit) -> None:
    tab = opened(visit, SHUFFLE)
    block = tab.locator("#operations-decks-shuffle_deck")
    block.get_by_role("button", name="Try it out").wait_for()
    playwright.expect(block).to_be_in_viewport()
    tab.evaluate("location.hash = '#/integers/draw_integers_post'")
    tab.locator("#operations-integers-draw_integers_post .opblock-body").wait_for()


def test_an_operation_is_opened_by_the_keyboard_and_has_an_address_then(visit: Visit) -> None:
    tab = opened(visit, "/docs")
    tab.locator("#operations-decks-list_decks .opblock-summary-control").focus()
    tab.keyboard.press("Enter")
    tab.locator("#operations-decks-list_decks .opblock-body").wait_for()
    assert tab.url.endswith("/docs#/decks/list_decks")


def test_a_request_as_it_stands_is_answered(visit: Visit) -> None:
    assert tried(opened(visit, SHUFFLE)).status == 200


def test_a_request_with_parameters_is_answered_and_shown(visit: Visit) -> None:
    tab = opened(visit, SHUFFLE)
    answer = tried(tab, seed="42", count="5", algorithm="fisher_yates")
    assert answer.json()["cards"] == ["6S", "7S", "JC", "4C", "3D"]
    assert '"6S"' in tab.locator(".live-responses-table").inner_text()


def test_a_body_that_is_proposed_is_answered(visit: Visit) -> None:
    assert tried(opened(visit, "/docs#/hands/rank_hands")).json()["winners"] == [2]


@every_look
def test_an_open_operation_with_its_answer_is_clean_for_axe_and_fits(visit: Visit) -> None:
    tab = opened(visit, SHUFFLE)
    tried(tab, count="5")
    assert violations(tab) == []
    assert tab.evaluate("document.documentElement.scrollWidth <= window.innerWidth")


@every_look
def test_a_body_with_its_answer_is_clean_for_axe_and_fits(visit: Visit) -> None:
    tab = opened(visit, "/docs#/decks/deal_deck_batch_post")
    tried(tab)
    assert violations(tab) == []
    assert tab.evaluate("document.documentElement.scrollWidth <= window.innerWidth")


def test_every_guide_is_reached_from_the_documentation(visit: Visit) -> None:
    for guide in GUIDES.values():
        opened(visit, "/docs").get_by_role("main").get_by_role("link", name=guide.entry).first.click()
        visit.tab.wait_for_url(f"**{guide.path}")
        current = visit.tab.get_by_role("navigation", name="Guides").locator("[aria-current=page]")
        assert current.inner_text() == guide.entry


def test_code_in_a_guide_names_this_service_and_can_be_copied(visit: Visit, base: str) -> None:
    tab = visit.tab
    tab.goto("/docs/guide/integration")
    tab.get_by_role("button", name="Copy").first.click()
    tab.get_by_text("Copied").first.wait_for()
    copied = tab.evaluate("navigator.clipboard.readText()")
    assert copied == f"curl '{base}/v1/decks/standard/shuffle?count=5&seed=42'"


def test_the_contents_are_open_where_there_is_room(visit: Visit) -> None:
    tab = visit.tab
    tab.goto("/docs/guide/stream")
    link = tab.get_by_role("navigation", name="On this page").get_by_role("link", name="Sealed shoes", exact=True)
    link.click()
    assert tab.url.endswith("#sealed-shoes")
