"""The API documentation: every operation is listed, found, has a URL, can be opened by keyboard, and can be tried."""

from collections.abc import Iterator
from hashlib import sha256
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from service.pages.guides.catalogue import GUIDES
from tests.browser.conftest import (
    Visit,
    copied_text,
    open_alone,
    press,
    problems_of_state,
    record_texts,
    script,
    set_width,
)
from tests.conftest import run_service
from tests.http.spec import SPEC

pytestmark = pytest.mark.browser

OPERATIONS = {
    (method.upper(), path)
    for path, item in SPEC["paths"].items()
    for method in {"get", "post"} & set(item)
}


@pytest.fixture(scope="module")
def docs(browser: Any, base: str) -> Iterator[Any]:
    """Open the page once: the viewer takes seconds to render all operations."""
    with open_alone(browser, base) as visit:
        yield open_docs(visit)


def open_docs(visit: Visit) -> Any:
    visit.tab.goto("/docs")
    visit.tab.locator("#list a[href='#/games/list_games']").click()
    visit.tab.locator(".opblock").first.wait_for()
    return visit.tab


def open_operation(tab: Any, name: str) -> Any:
    """Open an operation by its address, also if the page has it already. Return its block."""
    tab.evaluate(
        "(hash) => { history.replaceState(null, '', location.pathname); location.hash = hash }",
        f"/{name}",
    )
    block = tab.locator(f"#operations-{name.replace('/', '-')}")
    block.locator(".opblock-body").wait_for()
    return block


def try_operation(block: Any, **parameters: str) -> Any:
    """Try an operation with these parameters. Return its response."""
    block.locator(
        ".try-out__btn"
    ).wait_for()  # the viewer shows a block before its parameters are resolved
    if block.get_by_role("button", name="Try it out").is_visible():
        press(block, "Try it out")
    for name, value in parameters.items():
        field = block.locator(f"tr[data-param-name={name}]").locator("input, select")
        (
            field.select_option
            if field.evaluate("field => field.tagName") == "SELECT"
            else field.fill
        )(value)
    with block.page.expect_response("**/v1/**") as response:
        press(block, "Execute")
    block.locator(".live-responses-table .response").wait_for()
    return response.value


def test_every_operation_is_there_without_a_key_and_opened_by_its_address_or_the_keyboard(
    docs: Any,
) -> None:
    assert sorted(map(tuple, docs.evaluate(script("operations")))) == sorted(OPERATIONS)
    expect(docs.locator(".authorization__btn")).to_have_count(0)
    block = open_operation(docs, "decks/shuffle_deck")
    expect(block).to_be_in_viewport()
    expect(block.locator(".opblock-summary-control")).to_be_focused()
    post = docs.locator("#operations-decks-shuffle_deck_post")
    expect(post).to_be_hidden()
    block.get_by_role("link", name="Or as a POST").click()
    post.locator(".opblock-body").wait_for()
    assert docs.url.endswith("/docs#/decks/shuffle_deck_post")
    docs.locator("#operations-decks-list_decks .opblock-summary-control").focus()
    docs.keyboard.press("Enter")
    docs.locator("#operations-decks-list_decks .opblock-body").wait_for()
    assert docs.url.endswith("/docs#/decks/list_decks")


def test_where_keys_are_asked_for_one_is_entered_at_the_padlock_of_an_operation_that_needs_it(
    browser: Any,
) -> None:
    with (
        run_service(API_KEYS=sha256(b"of mine").hexdigest()) as base,
        open_alone(browser, base) as visit,
    ):
        locked = open_docs(visit).locator(
            ".opblock:has(.authorization__btn) .opblock-summary-path"
        )
        paths = set(
            locked.evaluate_all("(paths) => paths.map(({ dataset }) => dataset.path)")
        )
        block = open_operation(visit.tab, "decks/shuffle_deck")
        block.locator(".authorization__btn").click()
        visit.tab.locator(".dialog-ux input").fill("of mine")
        visit.tab.locator(".dialog-ux .authorize").click()
        assert problems_of_state(visit.tab, "phone") == []
        visit.tab.locator(".dialog-ux .btn-done").click()
        assert try_operation(block).status == 200
    assert "/v1/decks/{deck}/shuffle" in paths
    assert not paths & {
        "/livez",
        "/openapi.json",
        "/v1/problems",
        "/v1/decks/{deck}/cards/{card}.svg",
    }


def test_a_request_is_answered_and_long_lists_of_names_are_folded(docs: Any) -> None:
    block = open_operation(docs, "decks/shuffle_deck")
    assert try_operation(block).status == 200
    response = try_operation(block, seed="42", count="5", algorithm="fisher_yates")
    assert response.json()["cards"] == ["6S", "7S", "JC", "4C", "3D"]
    expect(block.locator(".live-responses-table")).to_contain_text('"6S"')
    assert try_operation(open_operation(docs, "hands/rank_hands")).json()[
        "winners"
    ] == ["2"]
    names = open_operation(docs, "games/deal_game").locator("details.names").first
    expect(names.locator("p").first).to_be_hidden()
    names.locator("summary").click()
    expect(names).to_contain_text("holdem", use_inner_text=True)


def test_operations_with_their_answers_are_clean_for_axe_and_fit(tab: Any) -> None:
    set_width(tab, 360, 740)  # where the groups of operations are closed at first
    tab.goto("/docs#/decks/shuffle_deck")
    for name, parameters in {
        "decks/shuffle_deck": {"count": "5"},
        "decks/deal_deck_batch_post": {},
    }.items():
        tab.locator(".opblock-tag").first.wait_for()
        try_operation(open_operation(tab, name), **parameters)
    tab.get_by_label("Find an endpoint").fill("deal")
    tab.locator(".matches a").first.wait_for()
    assert problems_of_state(tab, "phone") == []


def test_every_guide_is_reached_and_endpoints_chapters_and_games_are_found_by_keyboard(
    tab: Any,
) -> None:
    tab.goto("/docs")
    assert "swagger" not in tab.evaluate(
        "performance.getEntriesByType('resource').map(({ name }) => name).join()"
    )
    for guide in GUIDES.values():
        link = tab.get_by_role("main").get_by_role("link", name=guide.entry).first
        assert urlsplit(link.get_attribute("href")).path.endswith(guide.path)
    link.click()
    tab.wait_for_url(f"**{guide.path}")
    assert tab.evaluate("scrollY") == 0
    tab.goto("/docs/guide/definitions/stability")
    field = tab.get_by_label("Find an endpoint")
    matches = tab.locator(".matches a")
    for text, first in {
        "shuffle batch": "docs#/decks/shuffle_deck_batch",
        "hands_by_seat": "docs#/hands/rank_hands",
        "idempot": "",
        "the first request": "docs/guide/start#the-first-request",
        "thirteen texas": "#v1/games/holdem/deal",
        "curl http://localhost/v1/decks/standard/shuffle?seed=1": "docs#/decks/shuffle_deck",
        "401": "docs/guide/start#errors",
        "raffel": "docs/guide/how/raffle",
        "random.org": "docs/guide/how/migrate",
        "rust": "docs/guide/reference/clients#others",
        "rotate key": "docs/guide/operate#replicas-and-keys",
        "excel": "docs/guide/pages#lists",
    }.items():
        field.fill(text)
        expect(tab.locator(".matches li").first).to_be_attached()
        if first:
            expect(matches.first).to_have_attribute(
                "href", f"{tab.url.split('/docs/')[0]}/{first}"
            )
    field.fill("raffle")
    field.press("ArrowDown")
    expect(matches.first).to_be_focused()
    tab.keyboard.press("Escape")
    expect(field).to_be_focused()
    expect(matches.first).to_be_hidden()
    field.fill("the first request")
    field.press("Enter")
    tab.wait_for_url("**/docs/guide/start#the-first-request")


def test_code_in_a_guide_is_copied_and_its_links_lead_to_a_chapter_and_to_a_table(
    tab: Any, base: str
) -> None:
    tab.goto("/docs/guide/start")
    button_texts = record_texts(tab, ".copy")
    text = copied_text(tab, tab.get_by_role("button", name="Copy").first)
    assert text == f"curl '{base}/v1/decks/standard/shuffle?count=5&seed=42'"
    assert button_texts()[0] == "Copied"
    tab.goto("/docs/guide/definitions/stream")
    link = tab.get_by_role("navigation", name="On this page").get_by_role(
        "link", name="Change", exact=True
    )
    link.click()
    assert tab.url.endswith("#change")
    tab.goto("/docs/guide/reference/games")
    tab.get_by_role("link", name="/v1/games/euchre/deal", exact=True).first.click()
    tab.locator("#felt .cards img").first.wait_for()
    expect(tab.locator("#title")).to_contain_text("Euchre")
