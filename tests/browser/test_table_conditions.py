"""The table page finds boards of bridge by conditions, and deals with known cards that are chosen on the felt."""

import json
import re
from itertools import cycle
from typing import Any
from urllib.parse import parse_qs, quote

import pytest
from playwright.sync_api import Page, Position, expect

from service.games.catalogue import GAMES
from tests.browser.conftest import (
    SIZES,
    SOME_GAMES,
    Visit,
    click_text,
    count_pages,
    download,
    expect_clean,
    expect_number,
    expect_text,
    expect_words,
    fill_in,
    press,
    problems_of_state,
    reopen,
    script,
    set_width,
    size,
    text_of,
    texts_of,
    tick,
    violations,
    wait_until,
)
from tests.browser.programs import (
    expect_programs_to_print,
    expected_output,
    needs_programs,
    run_curl,
)
from tests.browser.table_page import (
    PICKED_FROM_ANYWHERE,
    deal,
    expected_table,
    open_deal,
    read_fragment,
    read_table,
    select,
    verify_deal,
    wait_for_alert,
    wait_for_cards,
    wait_for_request,
)
from tests.server.client import JSON, fetch
from tests.tables import for_each

pytestmark = pytest.mark.browser

Json = dict[str, Any]

SEATS = {"N": "North", "E": "East", "S": "South", "W": "West"}

ONE_NO_TRUMP = [
    {"hand": "N", "points": "hcp", "min": 15, "max": 17},
    {"hand": "N", "shape": "balanced"},
]
FIT = [
    {"hand": "S", "length": "H", "min": 5},
    {"hands": ["N", "S"], "points": "hcp", "min": 25},
]
NO_TRUMP = {"all": [*ONE_NO_TRUMP, *FIT]}
ACES = {"hands": {"1": ["AS", "AH"]}, "piles": {"board": {"turn": ["AD"]}}}


def post(base: str, path: str, **body: Any) -> Any:
    response = fetch(base, f"/{path}", "POST", json.dumps(body).encode(), JSON)
    return response.body if "format" in body else response.json


def post_search(base: str, **body: Any) -> Any:
    """Find boards of the seed `t` that fulfil `NO_TRUMP`, unless the body says otherwise."""
    search = {"seed": "t", "where": NO_TRUMP} | body
    return post(base, "v1/games/bridge/deal/batch", **search)


def search_path(where: object, **query: object) -> str:
    """Return the request for eight boards of the seed `t` that fulfil a condition, unless the query says otherwise."""
    condition = json.dumps(where, separators=(",", ":"))
    parameters = {"where": condition, "repeats": 8, "seed": "t"} | query
    pairs = [
        f"{name}={quote(str(value), safe=',')}" for name, value in parameters.items()
    ]
    return f"v1/games/bridge/deal/batch?{'&'.join(pairs)}"


def read_query(tab: Page) -> dict[str, list[str]]:
    """Return the parameters of the request in the address of the page."""
    return parse_qs(read_fragment(tab).partition("?")[2])


def open_found(visit: Visit, path: str) -> Page:
    """Open the permalink of a search, and wait until it ends."""
    visit.tab.goto(f"/#{path}")
    return wait_for_boards(visit)


def open_deal_of_a_post(visit: Visit, path: str) -> None:
    reopen(visit.tab, f"/#{path}")
    wait_for_request(visit.tab, "--data")


def wait_for_boards(visit: Visit) -> Page:
    visit.tab.locator("#found-count").get_by_text("deals", exact=False).wait_for()
    wait_for_cards(visit.tab)
    return visit.tab


def open_conditions(tab: Page, *hands: str) -> None:
    """Open the conditions, and the fields of some hands."""
    click_text(tab, "Find boards with conditions")
    for hand in hands:
        open_hand(tab, hand)


def open_hand(tab: Page, hand: str) -> None:
    """Open the fields of the conditions of a hand."""
    tab.locator(".hand summary").get_by_text(hand, exact=True).click()


def fill_fields(tab: Page, texts: dict[str, str]) -> None:
    """Type texts into the fields of these labels."""
    for label, text in texts.items():
        fill_in(tab, label, text, exact=True)


def find_no_trump(visit: Visit) -> Page:
    """Type the conditions of `NO_TRUMP` and find boards."""
    tab = select(visit, "games/bridge")
    open_conditions(tab, "North", "South", "North and South")
    tab.get_by_label("South: suit", exact=True).select_option("hearts")
    conditions = {
        "North: points from": "15",
        "North: points to": "17",
        "North: shape": "balanced",
        "South: length from": "5",
        "North and South: points from": "25",
    }
    fill_fields(tab, conditions)
    press(tab, "Find boards")
    return wait_for_boards(visit)


def list_boards(tab: Page) -> list[str]:
    """Return the labels of the boards that were found."""
    labels = (
        "[...document.querySelectorAll('#found ol button')].map((b) => b.ariaLabel)"
    )
    return list(tab.evaluate(labels))


def test_boards_that_fulfil_the_conditions_are_plain_deals_and_found_by_the_permalink(
    visit: Visit, base: str
) -> None:
    tab = find_no_trump(visit)
    found = post_search(base, repeats=8)
    matches = found["matches"]
    labels = [
        f"Board {number}, index {index}" for number, index in enumerate(matches, 1)
    ]
    assert list_boards(tab) == labels
    count = f"8 boards among {found['candidates']:,} deals: about 1 in"
    expect(tab.locator("#found-count")).to_contain_text(count, use_inner_text=True)
    permalink = search_path(NO_TRUMP)
    assert read_fragment(tab) == permalink
    for number, index in ((1, matches[0]), (8, matches[7])):
        press(tab, f"Board {number}, index")
        plain_deal = f"v1/games/bridge/deal?seed=t&index={index}"
        assert read_table(tab) == expected_table(base, plain_deal)
    verify_deal(tab)

    reopen(tab, f"/#{permalink}")
    wait_for_boards(visit)
    assert list_boards(tab) == labels
    summaries = texts_of(tab, ".hand summary")
    assert [summary for summary in summaries if ":" in summary] == [
        "North: 15 to 17 points, balanced",
        "South: 5 or more hearts",
        "North and South: 25 or more points",
    ]
    expect(tab.locator("#field-repeats")).to_have_value("8")


def test_conditions_are_kept_until_one_is_changed_and_offered_for_bridge_alone(
    visit: Visit,
) -> None:
    strong_or_playable = {
        "any": [
            {"hand": "N", "points": "hcp", "min": 20},
            {"hand": "S", "losers": True, "max": 3},
        ]
    }
    tab = open_found(visit, search_path(strong_or_playable, repeats=2))
    expect(tab.get_by_text("more than these fields can say")).to_be_visible()
    press(tab, "Find boards")
    wait_for_boards(visit)
    assert read_fragment(tab) == search_path(strong_or_playable, repeats=2)

    open_hand(tab, "West")
    fill_in(tab, "West: points from", "12", exact=True)
    tab.keyboard.press("Enter")
    wait_until(tab, "!location.hash.includes('any')")
    wait_for_boards(visit)
    west = {"hand": "W", "points": "hcp", "min": 12}
    assert read_fragment(tab) == search_path(west, repeats=2)

    offer = tab.get_by_text("Find boards with conditions")
    select(visit, "games/bridge")
    expect(offer).to_be_visible()
    select(visit, "games/whist")
    expect(offer).to_be_hidden()


def test_a_deal_that_the_rules_do_not_accept_is_followed_by_one_that_they_accept(
    visit: Visit,
) -> None:
    tab = open_deal(visit, "v1/games/scopa/deal?seed=audit&index=897")
    misdeal = "Three or four kings on the table are a misdeal."
    expect(tab.locator("#misdeal")).to_contain_text(misdeal, use_inner_text=True)
    before = tab.locator("#felt").inner_html()
    another = tab.get_by_role("button", name="Deal one that the rules accept")
    another.click()
    wait_for_request(tab, "--data")
    wait_for_cards(tab)
    assert tab.locator("#felt").inner_html() != before
    assert "where" in read_fragment(tab)
    expect(another).to_be_hidden()


RECORDS = script("records")
POINTS = {"A": 4, "K": 3, "Q": 2, "J": 1}
VULNERABLE = {"None": "none", "NS": "N–S", "EW": "E–W", "All": "all"}


def read_games(file: bytes) -> list[dict[str, str]]:
    """Return the tags of each board in a file of PBN."""
    games = file.decode().split("\r\n\r\n")
    tags = [dict(re.findall(r'\[(\w+) "(.*)"\]', game)) for game in games]
    return [board for board in tags if "Deal" in board]


def read_hands(deal: str) -> dict[str, list[str]]:
    """Return the suits of each hand in a tag `Deal`, which begins with its first seat."""
    first, _, cards = deal.partition(":")
    start = "NESW".index(first)
    seats = "NESW"[start:] + "NESW"[:start]
    hands = zip(seats, cards.split(), strict=True)
    return {seat: hand.split(".") for seat, hand in hands}


def count_points(hand: list[str]) -> int:
    return sum(POINTS.get(rank, 0) for rank in "".join(hand))


def expected_record(board: dict[str, str]) -> dict[str, Any]:
    """Return what is printed of a board with these tags of PBN."""
    hands = read_hands(board["Deal"])
    return {
        "facts": [
            f"Board {board['Board']}",
            f"{SEATS[board['Dealer']]} deals",
            f"Vulnerable: {VULNERABLE[board['Vulnerable']]}",
        ],
        "points": [count_points(hands[seat]) for seat in "NESW"],
        "hands": {
            seat: [suit.replace("T", "10") or "–" for suit in hands[seat]]
            for seat in "NESW"
        },
    }


def deal_boards(tab: Page, *, closed: bool = False, **typed: str) -> None:
    """Deal the boards of an evening, with these texts in the fields of these labels."""
    press(tab, "Boards for an evening")
    for label, text in typed.items():
        tab.get_by_label(label, exact=True).and_(tab.locator("#evening *")).fill(text)
    tab.get_by_label("Face down, for a director").set_checked(closed)
    press(tab, "Deal the boards")


@pytest.fixture
def evening(visit: Visit) -> Page:
    """Return a tab that has dealt 24 boards face down, after a deal of bridge."""
    tab = open_deal(visit, "v1/games/bridge/deal?seed=t")
    deal_boards(tab, closed=True, Event="Thursday pairs", Date="2026-11-26")
    wait_for_boards_of_evening(tab, 24)
    said = "24 boards, face down on this screen."
    tab.locator("#outcome").get_by_text(said).wait_for()
    return tab


def wait_for_boards_of_evening(tab: Page, count: int) -> None:
    tab.locator("#found ol li").nth(count - 1).wait_for()


def test_a_director_who_plays_sees_no_board_unless_she_opens_it(evening: Any) -> None:
    tab = evening
    query = read_query(tab)
    assert query["event"] == ["Thursday pairs"]
    assert query["date"] == ["2026-11-26"]
    assert query["closed"] == ["true"]
    assert query["seed"] != ["t"]  # of the board that she saw

    tab.reload()
    wait_for_boards_of_evening(tab, 24)
    press(tab, "Board 7,")
    tab.get_by_role("button", name="Open board 7").wait_for()
    for hidden in ("#felt img", "#diagram", "#response", "#stocks *"):
        expect_number(tab, f"{hidden}:visible", 0)
    expect_clean(tab, "phone")

    cards = tab.locator("#felt [data-index]")
    press(tab, "Open board 7")
    expect(cards).to_have_count(52)
    title = tab.locator("#felt .board p").first
    expect(title).to_have_text("Board 7", use_inner_text=True)
    tab.locator("#found-count").get_by_text("Opened here: 7.").wait_for()
    press(tab, "Board 8,")
    expect_number(tab, "#felt img", 0)
    press(tab, "Open all boards")
    press(tab.get_by_role("dialog"), "Open all boards")
    expect(cards).to_have_count(52)
    assert "closed" not in tab.url


def test_boards_that_lie_face_down_are_saved_and_printed_with_their_event(
    evening: Any,
) -> None:
    tab = evening
    fill_in(tab, "Event", "Friday teams")
    saved = download(tab, "Save as PBN")
    assert saved.suggested_filename == "2026-11-26 Friday teams.pbn"
    expect_text(tab, "#saved", "Saved: 2026-11-26 Friday teams.pbn")
    file = saved.path().read_text()
    assert file.count('[Event "Friday teams"]') == 24
    assert file.count('[Date "2026.11.26"]') == 24
    tab.evaluate(RECORDS)
    title = tab.locator("#records h2").text_content()
    assert title.startswith(
        "Friday teams · Thursday, November 26, 2026 · Contract bridge · 24 boards · seed "
    )
    download(tab, "Save as LIN")


def test_thirty_six_boards_are_printed_and_saved_as_they_are_on_the_page(
    visit: Visit, base: str
) -> None:
    tab = open_deal(visit, "v1/games/bridge/deal?seed=t")
    expect_number(tab, "#felt .note", 4)
    deal_boards(tab, Boards="36")
    wait_for_boards_of_evening(tab, 36)
    path = "v1/games/bridge/deal/batch?repeats=36&seed=t"
    assert read_fragment(tab) == path
    pbn = download(tab, "Save as PBN").path().read_bytes()
    assert pbn == fetch(base, f"/{path}&format=pbn").body
    lin = download(tab, "Save as LIN").path().read_bytes()
    assert lin == fetch(base, f"/{path}&format=lin").body

    wait_until(tab, f"({RECORDS.strip()})()[35].points.length === 4")
    records = [expected_record(board) for board in read_games(pbn)]
    assert tab.evaluate(RECORDS) == records
    assert count_pages(tab) == 5
    tab.emulate_media(media="print")
    set_width(tab, 700)
    tab.evaluate(RECORDS)
    assert tab.evaluate(script("diagrams_fit"))
    expect(tab.locator("#form")).to_be_hidden()


@pytest.mark.parametrize("fields", [{"index": 9}, {"board": 6}], ids=["index", "board"])
def test_a_found_board_has_the_number_the_dealer_and_the_vulnerability_of_the_file(
    visit: Visit, base: str, fields: dict[str, int]
) -> None:
    tab = open_found(visit, search_path(NO_TRUMP, repeats=3, **fields))
    saved = download(tab, "Save as PBN")
    assert saved.suggested_filename == "bridge.pbn"
    file = saved.path().read_bytes()
    assert file == post_search(base, repeats=3, **fields, format="pbn")
    games = read_games(file)
    matches = post_search(base, repeats=3, **fields)["matches"]
    assert list_boards(tab) == [
        f"Board {board['Board']}, index {index}"
        for board, index in zip(games, matches, strict=True)
    ]
    shown = tab.locator("#felt .board p")
    for board, index in zip(games, matches, strict=True):
        press(tab, f"Board {board['Board']}, index {index}", exact=True)
        lines = [
            f"Board {board['Board']} · index {index}",
            f"Dealer: {SEATS[board['Dealer']]}",
            f"Vulnerable: {VULNERABLE[board['Vulnerable']]}",
        ]
        expect(shown).to_have_text(lines, use_inner_text=True)

    batch = search_path(NO_TRUMP, **fields)
    single = batch.replace("/batch", "").replace("repeats=8&", "")
    open_deal_of_a_post(visit, single)
    title = f"Board {games[0]['Board']} · index {matches[0]}"
    expect(shown.first).to_have_text(title, use_inner_text=True)
    expect_words(tab, "#procedure .origin", f"index {matches[0]}")
    verify_deal(tab)


def test_a_search_without_a_seed_has_no_file(visit: Visit) -> None:
    tab = select(visit, "games/bridge")
    tick(tab, "The operating system")
    open_conditions(tab, "East")
    fill_in(tab, "East: points from", "10", exact=True)
    tab.locator("#field-repeats").fill("5")
    press(tab, "Find boards")
    wait_for_boards(visit)
    assert list_boards(tab) == [f"Board {number}" for number in range(1, 6)]
    assert read_fragment(tab) == ""
    expect(tab.get_by_role("button", name="Save as PBN")).to_be_hidden()


def test_a_search_that_ends_early_has_no_file_and_goes_on(visit: Visit) -> None:
    rare = {"hand": "N", "points": "hcp", "min": 28}
    tab = open_found(visit, search_path(rare, repeats=30, max_candidates=100))
    count = tab.locator("#found-count")
    expect(count).to_contain_text("No board among 100 deals.", use_inner_text=True)
    expect(tab.get_by_role("button", name="Save as PBN")).to_be_hidden()
    press(tab, "Look at 100,000 deals")
    count.get_by_text("among 100,000 deals", exact=False).wait_for()
    expect(count).to_have_text(re.compile("^Only "))
    expect(tab.get_by_role("button", name="Look at 1,000,000 deals")).to_be_visible()


def test_what_is_wrong_with_a_condition_is_shown_at_its_hand(visit: Visit) -> None:
    visit.expected.add(422)
    tab = select(visit, "games/bridge")
    open_conditions(tab, "North", "South")
    points = tab.get_by_label("North: points from", exact=True)
    shape = tab.get_by_label("South: shape", exact=True)
    points.fill("15")
    shape.fill("balancd")
    press(tab, "Find boards")
    alert = tab.get_by_role("alert")
    alert.wait_for()
    expect(shape).to_have_attribute("aria-invalid", "true")
    described = tab.locator(f"#{shape.get_attribute('aria-describedby')}").inner_text()
    assert described.startswith("A shape is as 4333")
    expect(tab.locator(".felt")).to_have_count(0)  # what lay there does not fulfil it
    alert.get_by_role("link", name="South: shape").click()
    assert tab.evaluate("document.activeElement.ariaLabel") == "South: shape"
    assert violations(tab) == []

    shape.fill("balanced")
    tab.locator("#field-repeats").fill("many")
    press(tab, "Find boards")
    alert.get_by_role("link", name="Boards").wait_for()
    assert shape.get_attribute("aria-invalid") is None

    tab.locator("#field-repeats").fill("8")
    points.fill("50")
    press(tab, "Find boards")
    wait_for_alert(
        tab, "North: points from: 13 cards have 0 to 37, so that no deal has this."
    )


def write_given(given: Json) -> str:
    """Return the request for a deal of hold'em with these known cards."""
    return f"v1/games/holdem/deal?seed=t&given={quote(json.dumps(given))}"


@for_each(
    ("path", "what"),
    [
        (search_path("{"), "conditions"),
        (search_path({"all": [{"hand": "N", "shape": {"toString": 1}}]}), "conditions"),
        ("v1/games/scopa/deal?seed=t&where=%7B%22foo%22:1%7D", "conditions"),
        (write_given({"hands": [{"toString": 1}]}), "known cards"),
    ],
)
def test_a_link_with_broken_conditions_or_known_cards_says_so_and_deals_without_them(
    visit: Visit, tab: Page, path: str, what: str
) -> None:
    visit.expected.add(422)
    reopen(tab, f"/#{path}")
    wait_for_alert(tab, f"The {what} in this link are broken")
    press(tab, f"Deal without the {what}")
    tab.locator("#felt [data-seat]").first.wait_for()
    expect(tab.get_by_role("alert")).to_be_hidden()
    assert read_query(tab).keys().isdisjoint({"where", "given"})


@needs_programs
def test_the_copied_programs_send_the_same_body(visit: Visit, base: str) -> None:
    open_deal_of_a_post(visit, search_path(NO_TRUMP, repeats=2, seed="it's"))
    body = post_search(base, seed="it's", repeats=2)
    assert run_curl(visit)["hands"] == body["hands"]
    lines = [
        line for hands in body["hands"] for line in expected_output({"hands": hands})
    ]
    expect_programs_to_print(visit, lines)


@needs_programs
def test_the_copied_programs_send_the_known_cards(visit: Visit, base: str) -> None:
    open_deal_of_a_post(visit, write_given(ACES))
    body = post(base, "v1/games/holdem/deal", seed="t", given=ACES)
    assert run_curl(visit)["hands"] == body["hands"]
    expect_programs_to_print(visit, expected_output(body))


def read_request_body(tab: Page) -> Json:
    """Return the body of the request that the page shows as curl."""
    wait_for_request(tab, "--data")
    text = text_of(tab.locator("[data-language=curl] pre"))
    return dict(json.loads(text.partition("--data '")[2].rstrip("'")))


def put_card(tab: Page, card: str, place: str) -> None:
    """Choose a card on the felt, and press the place where it is known to lie."""
    corner: Position = {"x": 5, "y": 5}  # in sight, whatever lies on the card
    button = tab.locator(f"[data-index] button:has(img[alt='{card}'])")
    button.click(position=corner)
    press(tab.locator("#felt"), place, exact=True)


def wait_for_known(tab: Page, count: int) -> None:
    """Wait until so many known cards lie on the felt."""
    tab.locator("#felt .known").nth(count - 1).wait_for()


def test_known_cards_lie_where_they_were_put_and_the_others_are_dealt(
    visit: Visit, base: str
) -> None:
    tab = open_deal(visit, "v1/games/holdem/deal?seed=t")
    tick(tab, "Place known cards")
    put_card(tab, "Ace of Spades", "Seat 1")
    put_card(tab, "Ace of Hearts", "Seat 1")
    put_card(tab, "Ace of Diamonds", "Turn")
    expect_number(tab, ".elsewhere, .known", 3)
    press(tab, "Deal the others")
    assert read_request_body(tab) == {"seed": "t", "given": ACES}
    wait_for_known(tab, 3)
    expect_number(tab, "[data-seat='1'] .known", 2)
    dealt = post(base, "v1/games/holdem/deal", seed="t", given=ACES, notation="name")
    seen = read_table(tab)
    hands = [[name for name, *_ in hand["cards"]] for _, hand in seen["hands"]]
    assert hands == [hand["cards"] for hand in dealt["hands"]]
    permalink = tab.url

    press(tab, "Release Ace of Hearts from Seat 1")
    click_text(tab, "Reproduce or prove")
    press(tab, "Next index")
    wait_until(tab, "location.hash.includes('index=1')")
    two_aces = {"hands": {"1": ["AS"]}, "piles": {"board": {"turn": ["AD"]}}}
    assert read_request_body(tab)["given"] == two_aces

    reopen(tab, permalink)
    wait_for_known(tab, 3)
    assert read_table(tab) == seen
    verify_deal(tab)


def choose_first_card(tab: Page) -> None:
    """Focus the first card of the felt, and choose it by the keyboard."""
    tab.locator("#felt [data-index] button").first.focus()
    tab.keyboard.press("Enter")


@pytest.mark.parametrize(
    "name", [name for name in SOME_GAMES if name not in PICKED_FROM_ANYWHERE]
)
def test_a_card_of_a_game_can_be_kept(shared_tab: Visit, name: str) -> None:
    tab = open_deal(shared_tab, f"v1/games/{name}/deal?seed=t")
    tick(tab, "Place known cards")
    choose_first_card(tab)
    tab.keyboard.press("Enter")
    expect_number(tab, "#felt .known", 1)
    press(tab, "Deal the others")
    given = read_request_body(tab)["given"]
    assert sum(len(places) for places in given.values()) == 1
    wait_for_known(tab, 1)


def test_a_chosen_card_is_let_go(visit: Visit) -> None:
    tab = open_deal(visit, "v1/decks/standard/deal?hands=2&cards=3&seed=t")
    tick(tab, "Place known cards")
    places = tab.locator("#felt .place")
    expect(places).to_have_text(["Seat 1", "Seat 2", "Stock"], use_inner_text=True)
    expect(places.first).to_be_disabled()
    chosen = tab.locator("[data-seat='2'] button[aria-pressed=true]")
    tab.locator("[data-seat='2'] [data-index] button").last.click()
    expect(chosen).to_have_count(1)
    expect(places.first).to_be_enabled()
    tab.keyboard.press("Escape")
    expect(chosen).to_have_count(0)
    focused = tab.evaluate("document.activeElement.closest('[data-seat]').dataset.seat")
    assert focused == "2"
    tab.get_by_label("Place known cards").uncheck()
    expect_number(tab, "#felt button:not(.back)", 0)


def test_known_cards_are_released_with_their_game(visit: Visit, tab: Page) -> None:
    tab.goto(f"/#{write_given(ACES)}")
    wait_for_known(tab, 3)
    expect_number(tab, "#known li button", 3)
    select(visit, "games/omaha")
    deal(visit, "v1/games/omaha/deal?seed=t")
    expect(tab.locator("#known")).to_be_hidden()


@for_each(
    "path",
    [
        "v1/games/bingo_card/deal?seed=t",
        "v1/games/freecell/deal?deal_number=617",
        "v1/decks/keno/shuffle?seed=t",
    ],
)
def test_no_card_is_known_where_none_is_given_to_a_hand(
    visit: Visit, path: str
) -> None:
    tab = open_deal(visit, path)
    expect(tab.get_by_label("Place known cards")).to_be_hidden()


def test_conditions_and_known_cards_are_accessible_and_fit(visit: Visit) -> None:
    visit.tab.emulate_media(reduced_motion="reduce")
    tab = find_no_trump(visit)
    games = (
        "bridge with conditions",
        "holdem",
        "seven_card_stud",
        "klondike",
        "spider",
        "riichi",
        "dominoes",
    )
    for name, game in zip(cycle(SIZES), games, strict=False):
        if game in GAMES:
            open_deal(visit, f"v1/games/{game}/deal?seed=t")
        tick(tab, "Place known cards")
        choose_first_card(tab)
        tab.keyboard.press("Enter")
        tab.locator("#felt [data-index] button").last.focus()
        tab.keyboard.press("Enter")
        expect_number(tab, "#felt [aria-pressed=true]", 1)
        assert problems_of_state(tab, name) == [], game


def wait_until_in_sight(tab: Page, selector: str) -> None:
    """Wait until an element begins in the upper half of the window."""
    element = f"document.querySelector('{selector}')"
    wait_until(tab, f"{element}.getBoundingClientRect().top < innerHeight / 2")


@pytest.mark.parametrize("visit", [size("phone")], indirect=True)
def test_on_a_phone_a_deal_and_boards_that_are_found_come_into_sight(
    visit: Visit,
) -> None:
    select(visit, "games/skat")
    tab = deal(visit, "v1/games/skat/deal?seed=t")
    wait_until_in_sight(tab, "#felt")
    find_no_trump(visit)
    wait_until_in_sight(tab, "#outcome")


def test_on_a_phone_a_choice_shows_its_title_and_an_evening_its_files(
    tab: Page,
) -> None:
    tab.set_viewport_size({"width": 390, "height": 844})
    tab.goto("/#v1/games/holdem/deal?seed=t")
    expect(tab.locator("#title")).to_contain_text("hold")
    tab.locator("#find-game").fill("bridge")
    tab.locator("#catalogue [data-target='games/bridge']").click()
    many = tab.get_by_role("button", name="Boards for an evening")
    expect(tab.get_by_role("button", name="Save this board as PBN")).to_be_visible()
    expect(tab.locator("#title")).to_be_in_viewport()
    expect(many).to_be_in_viewport()
    deal_boards(tab)
    expect(tab.get_by_role("button", name="Save as PBN")).to_be_in_viewport()
    expect(tab.locator("#found-count")).to_be_in_viewport()
