"""The API documentation: every operation is listed, has a URL, can be opened by keyboard, and can be tried."""

from typing import Any
from urllib.parse import urlsplit

from service.pages.guides import GUIDES
from tests.api.spec import SPEC
from tests.browser.conftest import (
    Visit,
    copied_text,
    playwright,
    problems_of_state,
    record_texts,
    recorded_texts,
    wait_until,
)

SHUFFLE = "/docs#/decks/shuffle_deck"
OPERATIONS = {
    (method.upper(), path) for path, item in SPEC["paths"].items() for method in item if method in {"get", "post"}
}


def open_docs(visit: Visit, path: str) -> Any:
    visit.tab.goto(path)
    visit.tab.locator(".opblock").first.wait_for()
    return visit.tab


def try_operation(tab: Any, **parameters: str) -> Any:
    """Try the open operation with these parameters. Return its response."""
    tab.get_by_role("button", name="Try it out").click()
    for name, value in parameters.items():
        field = tab.locator(f"tr[data-param-name={name}]").locator("input, select")
        (field.select_option if field.evaluate("field => field.tagName") == "SELECT" else field.fill)(value)
    with tab.expect_response("**/v1/**") as response:
        tab.get_by_role("button", name="Execute").click()
    tab.locator(".live-responses-table .response").wait_for()
    return response.value


def test_every_operation_is_there(visit: Visit) -> None:
    tab = open_docs(visit, "/docs")
    shown = tab.evaluate(
        "[...document.querySelectorAll('.opblock')].map((block) => ["
        "block.querySelector('.opblock-summary-method').textContent,"
        "block.querySelector('.opblock-summary-path').dataset.path])"
    )
    assert {(method, path) for method, path in shown} == OPERATIONS
    assert len(shown) == len(OPERATIONS)


def test_an_address_opens_its_operation(visit: Visit) -> None:
    tab = open_docs(visit, SHUFFLE)
    block = tab.locator("#operations-decks-shuffle_deck")
    block.get_by_role("button", name="Try it out").wait_for()
    playwright.expect(block).to_be_in_viewport()
    tab.evaluate("location.hash = '#/integers/draw_integers_post'")
    tab.locator("#operations-integers-draw_integers_post .opblock-body").wait_for()


def test_an_operation_is_opened_by_the_keyboard_and_has_an_address_then(visit: Visit) -> None:
    tab = open_docs(visit, "/docs")
    tab.locator("#operations-decks-list_decks .opblock-summary-control").focus()
    tab.keyboard.press("Enter")
    tab.locator("#operations-decks-list_decks .opblock-body").wait_for()
    assert tab.url.endswith("/docs#/decks/list_decks")


def test_a_request_as_it_stands_is_answered(visit: Visit) -> None:
    assert try_operation(open_docs(visit, SHUFFLE)).status == 200


def test_a_request_with_parameters_is_answered_and_shown(visit: Visit) -> None:
    tab = open_docs(visit, SHUFFLE)
    response = try_operation(tab, seed="42", count="5", algorithm="fisher_yates")
    assert response.json()["cards"] == ["6S", "7S", "JC", "4C", "3D"]
    assert '"6S"' in tab.locator(".live-responses-table").inner_text()


def test_a_body_that_is_proposed_is_answered(visit: Visit) -> None:
    assert try_operation(open_docs(visit, "/docs#/hands/rank_hands")).json()["winners"] == ["2"]


def test_an_open_operation_with_its_answer_is_clean_for_axe_and_fits(visit: Visit) -> None:
    tab = open_docs(visit, SHUFFLE)
    try_operation(tab, count="5")
    assert problems_of_state(tab, "phone") == []


def test_a_body_with_its_answer_is_clean_for_axe_and_fits(visit: Visit) -> None:
    tab = open_docs(visit, "/docs#/decks/deal_deck_batch_post")
    try_operation(tab)
    assert problems_of_state(tab, "desktop") == []


def test_every_guide_is_reached_from_the_documentation(visit: Visit) -> None:
    tab = visit.tab
    tab.route("**/swagger-ui-bundle.js", lambda route: route.fulfill(body=""))  # the links are there without the viewer
    tab.goto("/docs")
    for guide in GUIDES.values():
        link = tab.get_by_role("main").get_by_role("link", name=guide.entry).first
        assert urlsplit(link.get_attribute("href")).path.endswith(guide.path)
    link.click()
    tab.wait_for_url(f"**{guide.path}")


def test_code_in_a_guide_names_this_service_and_can_be_copied(visit: Visit, base: str) -> None:
    tab = visit.tab
    tab.goto("/docs/guide/integration")
    record_texts(tab, ".copy")
    text = copied_text(tab, tab.get_by_role("button", name="Copy").first)
    assert text == f"curl '{base}/v1/decks/standard/shuffle?count=5&seed=42'"
    wait_until(tab, "window.recordedTexts.length > 0")
    assert recorded_texts(tab)[0] == "Copied"


def test_the_contents_are_open_where_there_is_room(visit: Visit) -> None:
    tab = visit.tab
    tab.goto("/docs/guide/stream")
    link = tab.get_by_role("navigation", name="On this page").get_by_role("link", name="Sealed shoes", exact=True)
    link.click()
    assert tab.url.endswith("#sealed-shoes")
