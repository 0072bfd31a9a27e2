"""The table page finds boards of bridge by conditions, and deals with known cards that are chosen on the felt."""

import json
import re
from itertools import cycle
from typing import Any
from urllib.parse import parse_qs, quote, urlsplit

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import (
    SIZES,
    SOME_GAMES,
    Visit,
    download,
    press,
    problems_of_state,
    reopen,
    script,
    set_width,
    size,
    texts_of,
    violations,
    wait_until,
)
from tests.browser.test_table import (
    PICKED_FROM_ANYWHERE,
    deal,
    expect_programs_to_print,
    expected_output,
    expected_table,
    needs_programs,
    open_deal,
    read_table,
    run_curl,
    select,
    verify_deal,
)
from tests.server.client import JSON, fetch

pytestmark = pytest.mark.browser

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


def search_path(where: object, **query: object) -> str:
    parameters = {
        "where": json.dumps(where, separators=(",", ":")),
        "repeats": 8,
        "seed": "t",
        **query,
    }
    pairs = "&".join(
        f"{name}={quote(str(value), safe=',')}" for name, value in parameters.items()
    )
    return f"v1/games/bridge/deal/batch?{pairs}"


def open_found(visit: Visit, path: str) -> Any:
    """Open the permalink of a search, and wait until it ends."""
    visit.tab.goto(f"/#{path}")
    return wait_for_boards(visit)


def open_deal_of_a_post(visit: Visit, path: str) -> None:
    reopen(visit.tab, f"/#{path}")
    visit.tab.locator("[data-language=curl] pre", has_text="--data").wait_for(
        state="attached"
    )


def wait_for_boards(visit: Visit) -> Any:
    visit.tab.locator("#found-count").get_by_text("deals", exact=False).wait_for()
    wait_until(visit.tab, "!document.querySelector('#felt').hasAttribute('aria-busy')")
    return visit.tab


def find_no_trump(visit: Visit) -> Any:
    """Type the conditions of `NO_TRUMP` and find boards."""
    tab = select(visit, "games/bridge")
    tab.get_by_text("Find boards with conditions").click()
    for hand in ("North", "South", "North and South"):
        tab.locator(".hand summary").get_by_text(hand, exact=True).click()
    typed = {
        "North: points from": "15",
        "North: points to": "17",
        "North: shape": "balanced",
    }
    typed |= {"South: length from": "5", "North and South: points from": "25"}
    tab.get_by_label("South: suit", exact=True).select_option("hearts")
    for label, text in typed.items():
        tab.get_by_label(label, exact=True).fill(text)
    press(tab, "Find boards")
    return wait_for_boards(visit)


def boards(tab: Any) -> list[str]:
    return list(
        tab.evaluate(
            "[...document.querySelectorAll('#found ol button')].map((b) => b.ariaLabel)"
        )
    )


def test_boards_that_fulfil_the_conditions_are_plain_deals_and_found_by_the_permalink(
    visit: Visit, base: str
) -> None:
    tab = find_no_trump(visit)
    found = post(
        base, "v1/games/bridge/deal/batch", seed="t", repeats=8, where=NO_TRUMP
    )
    matches = found["matches"]
    labels = [
        f"Board {number}, index {index}" for number, index in enumerate(matches, 1)
    ]
    assert boards(tab) == labels
    count = f"8 boards among {found['candidates']:,} deals: about 1 in"
    expect(tab.locator("#found-count")).to_contain_text(count, use_inner_text=True)
    assert urlsplit(tab.url).fragment == search_path(NO_TRUMP)
    for number in (1, 8):
        press(tab, f"Board {number}, index")
        seen = read_table(tab)
        assert seen == expected_table(
            base, f"v1/games/bridge/deal?seed=t&index={matches[number - 1]}"
        )
    verify_deal(tab)
    reopen(tab, f"/#{search_path(NO_TRUMP)}")
    wait_for_boards(visit)
    assert boards(tab) == labels
    summaries = [text for text in texts_of(tab, ".hand summary") if ":" in text]
    both = "North and South: 25 or more points"
    assert summaries == [
        "North: 15 to 17 points, balanced",
        "South: 5 or more hearts",
        both,
    ]
    expect(tab.locator("#field-repeats")).to_have_value("8")


def test_conditions_are_kept_until_one_is_changed_and_offered_for_bridge_alone(
    visit: Visit,
) -> None:
    where = {
        "any": [
            {"hand": "N", "points": "hcp", "min": 20},
            {"hand": "S", "losers": True, "max": 3},
        ]
    }
    tab = open_found(visit, search_path(where, repeats=2))
    expect(tab.get_by_text("more than these fields can say")).to_be_visible()
    press(tab, "Find boards")
    wait_for_boards(visit)
    assert urlsplit(tab.url).fragment == search_path(where, repeats=2)
    tab.locator(".hand summary").get_by_text("West", exact=True).click()
    tab.get_by_label("West: points from", exact=True).fill("12")
    tab.keyboard.press("Enter")
    wait_until(tab, "!location.hash.includes('any')")
    wait_for_boards(visit)
    assert urlsplit(tab.url).fragment == search_path(
        {"hand": "W", "points": "hcp", "min": 12}, repeats=2
    )
    select(visit, "games/bridge")
    expect(tab.get_by_text("Find boards with conditions")).to_be_visible()
    select(visit, "games/whist")
    expect(tab.get_by_text("Find boards with conditions")).to_be_hidden()
    open_deal(visit, "v1/games/scopa/deal?seed=audit&index=897")
    expect(tab.locator("#misdeal")).to_contain_text(
        "Three or four kings on the table are a misdeal.", use_inner_text=True
    )
    before = tab.locator("#felt").inner_html()
    press(tab, "Deal one that the rules accept")
    tab.locator("[data-language=curl] pre", has_text="--data").wait_for(
        state="attached"
    )
    wait_until(tab, "!document.querySelector('#felt').hasAttribute('aria-busy')")
    assert tab.locator("#felt").inner_html() != before
    assert "where" in urlsplit(tab.url).fragment
    expect(
        tab.get_by_role("button", name="Deal one that the rules accept")
    ).to_be_hidden()


RECORDS = script("records")
POINTS = {"A": 4, "K": 3, "Q": 2, "J": 1}
VULNERABLE = {"None": "none", "NS": "N–S", "EW": "E–W", "All": "all"}


def expected_record(board: dict[str, str]) -> dict[str, Any]:
    """Return what is printed of a board with these tags of PBN."""
    first, _, cards = board["Deal"].partition(":")
    order = ["NESW"[("NESW".index(first) + turn) % 4] for turn in range(4)]
    hands = {
        seat: hand.split(".") for seat, hand in zip(order, cards.split(), strict=True)
    }
    vulnerable = f"Vulnerable: {VULNERABLE[board['Vulnerable']]}"
    return {
        "facts": [
            f"Board {board['Board']}",
            f"{SEATS[board['Dealer']]} deals",
            vulnerable,
        ],
        "points": [
            sum(POINTS.get(rank, 0) for suit in hands[seat] for rank in suit)
            for seat in "NESW"
        ],
        "hands": {
            seat: [suit.replace("T", "10") or "–" for suit in hands[seat]]
            for seat in "NESW"
        },
    }


def deal_boards(tab: Any, *, closed: bool = False, **typed: str) -> None:
    """Deal the boards of an evening, with these texts in the fields of these labels."""
    press(tab, "Boards for an evening")
    for label, text in typed.items():
        tab.get_by_label(label, exact=True).and_(tab.locator("#evening *")).fill(text)
    tab.get_by_label("Face down, for a director").set_checked(closed)
    press(tab, "Deal the boards")


def test_a_director_who_plays_sees_no_board_unless_she_opens_it(visit: Visit) -> None:
    tab = open_deal(visit, "v1/games/bridge/deal?seed=t")
    deal_boards(tab, closed=True, Event="Thursday pairs", Date="2026-11-26")
    tab.locator("#found ol li").nth(23).wait_for()
    tab.locator("#outcome").get_by_text(
        "24 boards, face down on this screen."
    ).wait_for()
    fragment = parse_qs(urlsplit(tab.url).fragment.partition("?")[2])
    assert (fragment["event"], fragment["date"], fragment["closed"]) == (
        ["Thursday pairs"],
        ["2026-11-26"],
        ["true"],
    )
    assert fragment["seed"] != ["t"]  # of the board that she saw
    tab.reload()
    tab.locator("#found ol li").nth(23).wait_for()
    press(tab, "Board 7,")
    tab.get_by_role("button", name="Open board 7").wait_for()
    for hidden in ("#felt img", "#diagram", "#response", "#stocks *"):
        expect(tab.locator(hidden).locator("visible=true")).to_have_count(0)
    assert problems_of_state(tab, "phone") == []
    tab.get_by_label("Event").fill("Friday teams")
    saved = download(tab, "Save as PBN")
    assert saved.suggested_filename == "2026-11-26 Friday teams.pbn"
    file = saved.path().read_text()
    assert (
        file.count('[Event "Friday teams"]'),
        file.count('[Date "2026.11.26"]'),
    ) == (24, 24)
    tab.evaluate(RECORDS)
    title = tab.locator("#records h2").text_content()
    assert title.startswith(
        "Friday teams · Thursday, November 26, 2026 · Contract bridge · 24 boards · seed "
    )
    download(tab, "Save as LIN")
    press(tab, "Open board 7")
    expect(tab.locator("#felt [data-index]")).to_have_count(52)
    expect(tab.locator("#felt .board p").first).to_have_text(
        "Board 7", use_inner_text=True
    )
    tab.locator("#found-count").get_by_text("Opened here: 7.").wait_for()
    press(tab, "Board 8,")
    expect(tab.locator("#felt img")).to_have_count(0)
    press(tab, "Open all boards")
    tab.get_by_role("dialog").get_by_role("button", name="Open all boards").click()
    expect(tab.locator("#felt [data-index]")).to_have_count(52)
    assert "closed" not in tab.url


def test_thirty_six_boards_are_printed_and_saved_as_they_are_on_the_page(
    visit: Visit, base: str
) -> None:
    tab = open_deal(visit, "v1/games/bridge/deal?seed=t")
    expect(tab.locator("#felt .note")).to_have_count(4)
    deal_boards(tab, Boards="36")
    tab.locator("#found ol li").nth(35).wait_for()
    path = "v1/games/bridge/deal/batch?repeats=36&seed=t"
    assert urlsplit(tab.url).fragment == path
    saved = {}
    for extension in ("pbn", "lin"):
        saved[extension] = (
            download(tab, f"Save as {extension.upper()}").path().read_bytes()
        )
        assert saved[extension] == fetch(base, f"/{path}&format={extension}").body
    games = [
        game for game in saved["pbn"].decode().split("\r\n\r\n") if "[Deal " in game
    ]
    tags = [dict(re.findall(r'\[(\w+) "(.*)"\]', game)) for game in games]
    wait_until(tab, f"({RECORDS.strip()})()[35].points.length === 4")
    assert tab.evaluate(RECORDS) == [expected_record(board) for board in tags]
    assert len(re.findall(rb"/Type\s*/Page\b", tab.pdf(format="A4"))) == 5
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
    query = {"seed": "t", "repeats": 3, "where": NO_TRUMP, **fields}
    saved = download(tab, "Save as PBN")
    assert saved.suggested_filename == "bridge.pbn"
    file = saved.path().read_bytes()
    assert file == post(base, "v1/games/bridge/deal/batch", **query, format="pbn")
    tags = [
        dict(re.findall(r'\[(\w+) "(.*)"\]', game))
        for game in file.decode().split("\r\n\r\n")
    ]
    matches = post(base, "v1/games/bridge/deal/batch", **query)["matches"]
    assert boards(tab) == [
        f"Board {board['Board']}, index {index}"
        for board, index in zip(tags, matches, strict=True)
    ]
    for label, board, index in zip(boards(tab), tags, matches, strict=True):
        press(tab, label, exact=True)
        lines = [
            f"Board {board['Board']} · index {index}",
            f"Dealer: {SEATS[board['Dealer']]}",
        ]
        lines.append(f"Vulnerable: {VULNERABLE[board['Vulnerable']]}")
        expect(tab.locator("#felt .board p")).to_have_text(lines, use_inner_text=True)
    single = (
        search_path(NO_TRUMP, **fields).replace("/batch", "").replace("repeats=8&", "")
    )
    open_deal_of_a_post(visit, single)
    title = f"Board {tags[0]['Board']} · index {matches[0]}"
    expect(tab.locator("#felt .board p").first).to_have_text(title, use_inner_text=True)
    expect(tab.locator("#procedure .origin")).to_contain_text(f"index {matches[0]}")
    verify_deal(tab)


def test_a_search_without_a_seed_has_no_file_and_one_that_ends_early_goes_on(
    visit: Visit,
) -> None:
    tab = select(visit, "games/bridge")
    tab.get_by_label("The operating system").check()
    tab.get_by_text("Find boards with conditions").click()
    tab.locator(".hand summary").get_by_text("East", exact=True).click()
    tab.get_by_label("East: points from", exact=True).fill("10")
    tab.locator("#field-repeats").fill("5")
    press(tab, "Find boards")
    wait_for_boards(visit)
    assert boards(tab) == [f"Board {number}" for number in range(1, 6)]
    assert urlsplit(tab.url).fragment == ""
    expect(tab.get_by_role("button", name="Save as PBN")).to_be_hidden()
    where = {"hand": "N", "points": "hcp", "min": 28}
    open_found(visit, search_path(where, repeats=30, max_candidates=100))
    expect(tab.locator("#found-count")).to_contain_text(
        "No board among 100 deals.", use_inner_text=True
    )
    expect(tab.get_by_role("button", name="Save as PBN")).to_be_hidden()
    press(tab, "Look at 100,000 deals")
    tab.locator("#found-count").get_by_text(
        "among 100,000 deals", exact=False
    ).wait_for()
    expect(tab.locator("#found-count")).to_have_text(re.compile("^Only "))
    expect(tab.get_by_role("button", name="Look at 1,000,000 deals")).to_be_visible()


def test_what_is_wrong_with_a_condition_is_shown_at_its_hand(visit: Visit) -> None:
    visit.expected.add(422)
    tab = select(visit, "games/bridge")
    tab.get_by_text("Find boards with conditions").click()
    for hand in ("North", "South"):
        tab.locator(".hand summary").get_by_text(hand, exact=True).click()
    tab.get_by_label("North: points from", exact=True).fill("15")
    tab.get_by_label("South: shape", exact=True).fill("balancd")
    press(tab, "Find boards")
    alert = tab.get_by_role("alert")
    alert.wait_for()
    field = tab.get_by_label("South: shape", exact=True)
    expect(field).to_have_attribute("aria-invalid", "true")
    described = tab.locator(f"#{field.get_attribute('aria-describedby')}").inner_text()
    assert described.startswith("A shape is as 4333")
    expect(tab.locator(".felt")).to_have_count(0)  # what lay there does not fulfil it
    alert.get_by_role("link", name="South: shape").click()
    assert tab.evaluate("document.activeElement.ariaLabel") == "South: shape"
    assert violations(tab) == []
    field.fill("balanced")
    tab.locator("#field-repeats").fill("many")
    press(tab, "Find boards")
    alert.get_by_role("link", name="Boards").wait_for()
    assert field.get_attribute("aria-invalid") is None
    tab.locator("#field-repeats").fill("8")
    tab.get_by_label("North: points from", exact=True).fill("50")
    press(tab, "Find boards")
    alert.get_by_text(
        "North: points from: 13 cards have 0 to 37, so that no deal has this."
    ).wait_for()


BROKEN = [
    search_path("{"),
    search_path({"all": [{"hand": "N", "shape": {"toString": 1}}]}),
    "v1/games/scopa/deal?seed=t&where=%7B%22foo%22:1%7D",
]


def test_a_link_with_broken_conditions_or_known_cards_says_so_and_deals_without_them(
    visit: Visit, tab: Any
) -> None:
    visit.expected.add(422)
    for path in (
        *BROKEN,
        f"v1/games/holdem/deal?seed=t&given={quote(json.dumps({'hands': [{'toString': 1}]}))}",
    ):
        what = "known cards" if "given" in path else "conditions"
        reopen(tab, f"/#{path}")
        tab.get_by_role("alert").get_by_text(
            f"The {what} in this link are broken", exact=False
        ).wait_for()
        press(tab, f"Deal without the {what}")
        tab.locator("#felt [data-seat]").first.wait_for()
        expect(tab.get_by_role("alert")).to_be_hidden()
        assert not {"where", "given"} & {
            *parse_qs(urlsplit(tab.url).fragment.partition("?")[2])
        }


PROGRAMS = [
    search_path(NO_TRUMP, repeats=2, seed="it's"),
    f"v1/games/holdem/deal?seed=t&given={quote(json.dumps(ACES))}",
]


@needs_programs
@pytest.mark.parametrize("path", PROGRAMS, ids=["where", "given"])
def test_the_copied_programs_send_the_same_body(
    visit: Visit, base: str, path: str
) -> None:
    open_deal_of_a_post(visit, path)
    if "given" in path:
        body = post(base, "v1/games/holdem/deal", seed="t", given=ACES)
        lines = expected_output(body)
    else:
        body = post(
            base, "v1/games/bridge/deal/batch", seed="it's", repeats=2, where=NO_TRUMP
        )
        lines = [
            line
            for hands in body["hands"]
            for line in expected_output({"hands": hands})
        ]
    assert run_curl(visit)["hands"] == body["hands"]
    expect_programs_to_print(visit, lines)


def read_request_body(tab: Any) -> dict[str, Any]:
    tab.locator("[data-language=curl] pre", has_text="--data").wait_for(
        state="attached"
    )
    text = tab.locator("[data-language=curl] pre").text_content()
    return dict(json.loads(text.partition("--data '")[2].rstrip("'")))


def test_known_cards_lie_where_they_were_put_and_the_others_are_dealt(
    visit: Visit, base: str
) -> None:
    tab = open_deal(visit, "v1/games/holdem/deal?seed=t")
    tab.get_by_label("Place known cards").check()
    for name, place in (
        ("Ace of Spades", "Seat 1"),
        ("Ace of Hearts", "Seat 1"),
        ("Ace of Diamonds", "Turn"),
    ):
        corner = {"x": 5, "y": 5}  # in sight, whatever lies on the card
        tab.locator(f"[data-index] button:has(img[alt='{name}'])").click(
            position=corner
        )
        tab.locator("#felt").get_by_role("button", name=place, exact=True).click()
    expect(tab.locator(".elsewhere, .known")).to_have_count(3)
    press(tab, "Deal the others")
    assert read_request_body(tab) == {"seed": "t", "given": ACES}
    tab.locator("#felt .known").nth(2).wait_for()
    expect(tab.locator("[data-seat='1'] .known")).to_have_count(2)
    dealt = post(base, "v1/games/holdem/deal", seed="t", given=ACES, notation="name")
    seen = read_table(tab)
    hands = [[name for name, *_ in hand["cards"]] for _, hand in seen["hands"]]
    assert hands == [hand["cards"] for hand in dealt["hands"]]
    permalink = tab.url
    press(tab, "Release Ace of Hearts from Seat 1")
    tab.get_by_text("Reproduce or prove").click()
    press(tab, "Next index")
    wait_until(tab, "location.hash.includes('index=1')")
    assert read_request_body(tab)["given"] == {
        "hands": {"1": ["AS"]},
        "piles": {"board": {"turn": ["AD"]}},
    }
    reopen(tab, permalink)
    tab.locator("#felt .known").nth(2).wait_for()
    assert read_table(tab) == seen
    verify_deal(tab)


@pytest.mark.parametrize(
    "name", [name for name in SOME_GAMES if name not in PICKED_FROM_ANYWHERE]
)
def test_a_card_of_a_game_can_be_kept(shared_tab: Visit, name: str) -> None:
    path = f"v1/games/{name}/deal?seed=t"
    tab = open_deal(shared_tab, path)
    tab.get_by_label("Place known cards").check()
    first = tab.locator("#felt [data-index] button").first
    first.focus()
    tab.keyboard.press("Enter")
    tab.keyboard.press("Enter")
    expect(tab.locator("#felt .known")).to_have_count(1)
    press(tab, "Deal the others")
    assert sum(len(places) for places in read_request_body(tab)["given"].values()) == 1
    tab.locator("#felt .known").wait_for()


def test_a_chosen_card_is_let_go_and_known_cards_are_released_with_the_game(
    visit: Visit,
) -> None:
    tab = open_deal(visit, "v1/decks/standard/deal?hands=2&cards=3&seed=t")
    tab.get_by_label("Place known cards").check()
    places = tab.locator("#felt .place")
    expect(places).to_have_text(["Seat 1", "Seat 2", "Stock"], use_inner_text=True)
    expect(places.first).to_be_disabled()
    chosen = tab.locator("[data-seat='2'] button[aria-pressed=true]")
    tab.locator("[data-seat='2'] [data-index] button").last.click()
    expect(chosen).to_have_count(1)
    expect(places.first).to_be_enabled()
    tab.keyboard.press("Escape")
    expect(chosen).to_have_count(0)
    assert (
        tab.evaluate("document.activeElement.closest('[data-seat]').dataset.seat")
        == "2"
    )
    tab.get_by_label("Place known cards").uncheck()
    expect(tab.locator("#felt button:not(.back)")).to_have_count(0)
    tab.goto(f"/#v1/games/holdem/deal?seed=t&given={quote(json.dumps(ACES))}")
    tab.locator("#felt .known").nth(2).wait_for()
    expect(tab.locator("#known li button")).to_have_count(3)
    select(visit, "games/omaha")
    deal(visit, "v1/games/omaha/deal?seed=t")
    expect(tab.locator("#known")).to_be_hidden()
    for path in (
        "games/bingo_card/deal?seed=t",
        "games/freecell/deal?deal_number=617",
        "decks/keno/shuffle?seed=t",
    ):
        open_deal(visit, f"v1/{path}")
        expect(tab.get_by_label("Place known cards")).to_be_hidden()


def test_conditions_and_known_cards_are_accessible_and_fit(visit: Visit) -> None:
    visit.tab.emulate_media(reduced_motion="reduce")
    tab = find_no_trump(visit)
    games = (
        "",
        "holdem",
        "seven_card_stud",
        "klondike",
        "spider",
        "riichi",
        "dominoes",
    )
    for name, game in zip(cycle(SIZES), games, strict=False):
        if game:
            open_deal(visit, f"v1/games/{game}/deal?seed=t")
        tab.get_by_label("Place known cards").check()
        cards = tab.locator("#felt [data-index] button")
        cards.first.focus()
        tab.keyboard.press("Enter")
        tab.keyboard.press("Enter")
        cards.last.focus()
        tab.keyboard.press("Enter")
        expect(tab.locator("#felt [aria-pressed=true]")).to_have_count(1)
        assert problems_of_state(tab, name) == [], game


@pytest.mark.parametrize("visit", [size("phone")], indirect=True)
def test_on_a_phone_a_deal_and_boards_that_are_found_come_into_sight(
    visit: Visit,
) -> None:
    select(visit, "games/skat")
    tab = deal(visit, "v1/games/skat/deal?seed=t")
    wait_until(
        tab,
        "document.querySelector('#felt').getBoundingClientRect().top < innerHeight / 2",
    )
    find_no_trump(visit)
    wait_until(
        tab,
        "document.querySelector('#outcome').getBoundingClientRect().top < innerHeight / 2",
    )
