"""The API documentation: every operation is listed, found, has a URL, can be opened by keyboard, and can be tried."""

import json
from collections.abc import Iterator
from hashlib import sha256

import pytest
from playwright.sync_api import Browser, Locator, Page, Response, Route, expect

from service.pages.guides.catalogue import GUIDES, OVERVIEW
from tests.browser.conftest import (
    Visit,
    box_of,
    copied_text,
    expect_clean,
    expect_number,
    expect_words,
    fill_in,
    open_alone,
    press,
    record_texts,
    script,
    set_width,
)
from tests.conftest import run_service
from tests.http.spec import SPEC
from tests.tables import for_each

pytestmark = pytest.mark.browser

OPERATIONS = {
    (method.upper(), path)
    for path, item in SPEC["paths"].items()
    for method in {"get", "post"} & set(item)
}


@pytest.fixture(scope="module")
def docs(browser: Browser, base: str) -> Iterator[Page]:
    """Open the page once: the viewer takes seconds to load."""
    with open_alone(browser, base) as visit:
        yield open_docs(visit)


def open_docs(visit: Visit) -> Page:
    visit.tab.goto("/docs")
    visit.tab.locator("#list a[href='#/games/list_games']").click()
    visit.tab.locator(".opblock").wait_for()
    return visit.tab


def open_operation(tab: Page, name: str) -> Locator:
    """Open an operation by its address, also if the page has it already. Return its block."""
    tab.evaluate(
        "(hash) => { history.replaceState(null, '', location.pathname); location.hash = hash }",
        f"/{name}",
    )
    block = tab.locator(f"#operations-{name.replace('/', '-')}")
    block.locator(".opblock-body").wait_for()
    return block


def try_operation(block: Locator, **parameters: str) -> Response:
    """Try an operation with these parameters. Return its response."""
    # the viewer shows a block before its parameters are resolved
    block.get_by_role("button", name="Execute").wait_for()
    for name, value in parameters.items():
        field = block.locator(f"tr[data-param-name={name}]").locator("input, select")
        if field.evaluate("field => field.tagName") == "SELECT":
            field.select_option(value)
        else:
            field.fill(value)
    with block.page.expect_response("**/v1/**") as response:
        press(block, "Execute")
    block.locator(".live-responses-table .response").wait_for()
    return response.value


def test_every_operation_is_there_without_a_key_and_opened_by_its_address_or_the_keyboard(
    docs: Page,
) -> None:
    listed = docs.locator("#list [data-fragment]").evaluate_all(script("operations"))
    assert sorted(map(tuple, listed)) == sorted(OPERATIONS)
    expect_number(docs, ".authorization__btn", 0)
    open_operation(docs, "decks/shuffle_deck")
    heading = docs.get_by_role("heading", name="Shuffle a deck")
    expect(heading).to_be_in_viewport()
    expect(heading).to_be_focused()
    expect_number(docs, ".opblock", 1)
    docs.locator(".address").get_by_role("link", name="POST").click()
    docs.locator("#operations-decks-shuffle_deck_post .opblock-body").wait_for()
    assert docs.url.endswith("/docs#/decks/shuffle_deck_post")


def test_the_way_back_from_an_endpoint_leads_to_its_row(docs: Page) -> None:
    open_operation(docs, "integers/draw_integers")
    expect(docs.locator("#list")).to_be_hidden()
    docs.get_by_role("link", name="‹ All").click()
    row = docs.locator("#list a[href='#/integers/draw_integers']")
    expect(row).to_be_focused()
    expect(row).to_be_in_viewport()
    docs.keyboard.press("Enter")
    docs.locator("#operations-integers-draw_integers .opblock-body").wait_for()
    docs.go_back()
    expect(row).to_be_in_viewport()


def test_where_keys_are_asked_for_one_is_entered_at_the_padlock_of_an_operation_that_needs_it(
    browser: Browser,
) -> None:
    with (
        run_service(API_KEYS=sha256(b"of mine").hexdigest()) as base,
        open_alone(browser, base) as visit,
    ):
        tab = open_docs(visit)
        for name in ("operations/livez", "pictures/get_card_picture"):
            open_block = open_operation(tab, name)
            expect_number(open_block, ".authorization__btn", 0)

        block = open_operation(tab, "decks/shuffle_deck")
        dialog = tab.locator(".dialog-ux")
        block.locator(".authorization__btn").click()
        dialog.locator("input").fill("of mine")
        dialog.locator(".authorize").click()
        expect_clean(tab, "phone")
        dialog.locator(".btn-done").click()
        assert try_operation(block).status == 200


def test_a_request_is_answered_and_names_are_chosen_from_a_list(docs: Page) -> None:
    block = open_operation(docs, "decks/shuffle_deck")
    assert try_operation(block).status == 200
    response = try_operation(block, seed="42", count="5", algorithm="fisher_yates")
    assert response.json()["cards"] == ["6S", "7S", "JC", "4C", "3D"]
    expect_words(block, ".live-responses-table", '"6S", "7S", "JC"')
    ranked = try_operation(open_operation(docs, "hands/rank_hands")).json()
    assert ranked["winners"] == ["2"]
    game = open_operation(docs, "games/deal_game").get_by_label("game", exact=True)
    game.select_option("holdem")


def test_required_parameters_are_first_and_an_answer_comes_into_view(
    docs: Page,
) -> None:
    block = open_operation(docs, "integers/draw_integers")
    try_operation(block, max="6")
    first = block.locator("tr[data-param-name]").first
    expect(first).to_have_attribute("data-param-name", "max")
    answer = block.locator(".live-responses-table pre").first
    expect(answer).to_be_in_viewport(ratio=1)
    expect(block.get_by_role("button", name="Execute")).to_be_focused()


def test_an_endpoint_is_named_before_its_viewer_is_there(tab: Page) -> None:
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    tab.route("**/openapi.json?*", hold)
    tab.goto("/docs#/decks/shuffle_deck")
    opening = tab.get_by_text("Opening …")
    expect(opening).to_be_in_viewport()
    expect(tab.get_by_role("heading", name="Shuffle a deck")).to_be_in_viewport()
    for route in held:
        route.continue_()
    expect(tab.locator("#viewer .opblock")).to_be_in_viewport()
    expect(opening).to_be_hidden()


def test_a_viewer_that_did_not_arrive_is_loaded_again(tab: Page) -> None:
    tab.route("**/swagger-ui-bundle.js", lambda route: route.abort(), times=1)
    tab.goto("/docs#/decks/shuffle_deck")
    press(tab, "Try again")
    expect(tab.locator("#viewer .opblock")).to_be_in_viewport()


def test_operations_with_their_answers_are_clean_for_axe_and_fit(tab: Page) -> None:
    set_width(tab, 360, 740)
    tab.goto("/docs#/decks/shuffle_deck")
    try_operation(open_operation(tab, "decks/shuffle_deck"), count="5")
    try_operation(open_operation(tab, "decks/deal_deck_batch_post"))
    fill_in(tab, "Find an endpoint", "deal")
    tab.locator(".matches a").first.wait_for()
    expect_clean(tab, "phone")


def test_the_button_that_calls_stays_in_sight_and_covers_no_field_in_use(
    tab: Page,
) -> None:
    tab.goto("/docs#/decks/shuffle_deck")
    tab.get_by_role("button", name="Execute").wait_for()
    bar = tab.locator(".execute-wrapper")
    fields = tab.locator(".parameters input:visible")
    for width, height in ((390, 844), (1366, 768)):
        set_width(tab, width, height)
        for field in fields.all():
            field.focus()
            expect(bar).to_be_in_viewport(ratio=1)
            box = box_of(field)
            assert box["y"] + box["height"] <= box_of(bar)["y"]


def test_a_request_to_copy_and_endpoints_are_on_the_first_screen(
    tab: Page, base: str
) -> None:
    tab.set_viewport_size({"width": 1366, "height": 768})
    tab.goto("/docs")
    request = tab.get_by_role("region", name="A first request")
    often = tab.get_by_role("region", name="Common endpoints")
    for part in (request, often.get_by_role("link").first):
        expect(part).to_be_in_viewport(ratio=1)
    command = copied_text(tab, request.get_by_role("button", name="Copy").first)
    address = f"{base}/v1/decks/standard/shuffle?count=5&seed=hello"
    assert command == f"curl '{address}'"
    shown = request.locator("pre").last.inner_text()
    assert json.loads(shown) == tab.request.get(address).json()


def test_every_guide_is_reached(tab: Page) -> None:
    tab.goto("/docs")
    loaded = tab.evaluate(
        "performance.getEntriesByType('resource').map(({ name }) => name)"
    )
    assert "swagger" not in "".join(loaded)
    main = tab.get_by_role("main")
    main.get_by_role("link", name="All guides").click()
    tab.wait_for_url(f"**{OVERVIEW.path}")
    paths = main.get_by_role("link").evaluate_all(
        "(links) => links.map(({ pathname }) => pathname)"
    )
    guides = [guide.path for guide in GUIDES.values()]
    assert [path for path in guides if path not in paths] == []
    main.locator(f"a[href$='{guides[-1]}']").click()
    tab.wait_for_url(f"**{guides[-1]}")
    assert tab.evaluate("scrollY") == 0


@for_each(
    ("text", "address"),
    [
        ("shuffle batch", "docs#/decks/shuffle_deck_batch"),
        ("hands_by_seat", "docs#/hands/rank_hands"),
        ("the first request", "docs/guide/start#the-first-request"),
        ("thirteen texas", "#v1/games/holdem/deal"),
        (
            "curl http://localhost/v1/decks/standard/shuffle?seed=1",
            "docs#/decks/shuffle_deck",
        ),
        ("401", "docs/guide/start#errors"),
        ("raffel", "docs/guide/how/raffle"),
        ("random.org", "docs/guide/how/migrate"),
        ("rust", "docs/guide/reference/clients#others"),
        ("rotate key", "docs/guide/operate#replicas-and-keys"),
        ("excel", "docs/guide/pages#lists"),
    ],
)
def test_endpoints_chapters_and_games_are_found(
    tab: Page, base: str, text: str, address: str
) -> None:
    if tab.url == "about:blank":
        tab.goto("/docs/guide/definitions/stability")
    fill_in(tab, "Find an endpoint", text)
    first = tab.locator(".matches a").first
    expect(first).to_have_attribute("href", f"{base}/{address}")


def test_what_is_found_is_reached_by_keyboard(tab: Page) -> None:
    tab.goto("/docs/guide/definitions/stability")
    field = tab.get_by_label("Find an endpoint")
    first = tab.locator(".matches a").first
    field.fill("raffle")
    expect(first).to_be_visible()
    field.press("ArrowDown")
    expect(first).to_be_focused()
    tab.keyboard.press("Escape")
    expect(field).to_be_focused()
    expect(first).to_be_hidden()
    field.fill("the first request")
    field.press("Enter")
    tab.wait_for_url("**/docs/guide/start#the-first-request")


def test_a_guide_shows_its_contents_and_cuts_no_table_of_texts(tab: Page) -> None:
    contents = tab.get_by_role("navigation", name="On this page")
    first = contents.get_by_role("link").first
    set_width(tab, 1366, 768)
    tab.goto("/docs/guide/fairness")
    expect(first).to_be_in_viewport(ratio=1)
    set_width(tab, 390, 844)
    expect(first).to_be_hidden()
    contents.get_by_role("heading", name="On this page").click()
    expect(first).to_be_in_viewport(ratio=1)
    excess = tab.locator(".scroll:not(:has(td.number))").evaluate_all(
        "(boxes) => boxes.map((box) => box.scrollWidth - box.clientWidth)"
    )
    assert set(excess) == {0}
    command = tab.get_by_role("group", name="Code: Shell").first
    assert command.evaluate("(block) => block.scrollWidth > block.clientWidth")
    contents.get_by_role("heading", name="On this page").click()
    tab.emulate_media(media="print")
    expect(first).to_be_visible()


def test_code_in_a_guide_is_copied_and_its_links_lead_to_a_chapter_and_to_a_table(
    tab: Page, base: str
) -> None:
    tab.goto("/docs/guide/start")
    button_texts = record_texts(tab, ".copy")
    text = copied_text(tab, tab.get_by_role("button", name="Copy").first)
    assert text == f"curl '{base}/v1/decks/standard/shuffle?count=5&seed=42'"
    assert button_texts()[0] == "Copied"
    tab.emulate_media(media="print")
    printed = tab.locator(".code pre").first
    expect(printed).to_contain_text("curl 'https://your-host/v1/decks")
    tab.emulate_media(media="screen")
    tab.goto("/docs/guide/definitions/stream")
    contents = tab.get_by_role("navigation", name="On this page")
    contents.get_by_role("link", name="Change", exact=True).click()
    assert tab.url.endswith("#change")
    tab.goto("/docs/guide/reference/games")
    tab.get_by_role("link", name="/v1/games/euchre/deal", exact=True).first.click()
    tab.locator("#felt .cards img").first.wait_for()
    expect_words(tab, "#title", "Euchre")
