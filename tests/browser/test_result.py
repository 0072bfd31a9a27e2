"""The page of a result, opened by a link: what it shows, computes again, and compares with the list of its reader."""

import json
import re
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.browser.conftest import (
    Visit,
    box_of,
    click_text,
    copied_text,
    copy_by,
    count_pages,
    download,
    expect_clean,
    expect_text,
    expect_words,
    fill_in,
    fits_window,
    give_file,
    press,
    reopen,
    script,
    texts_of,
    wait_for_text,
)
from tests.browser.draw_page import NAMES, TABLE, choose, draw, lines_of, open_more
from tests.browser.result_page import (
    expect_right_but_tried,
    expect_sign,
    open_result,
    open_ways,
    pack,
    sign,
    tick_all,
    unpack,
)
from tests.browser.sealed_draws import WORDS, decide, open_list, seal, show_proof
from tests.browser.verify_page import (
    check,
    expect_compared,
    finding,
    note,
    verdict,
    wait_for,
)
from tests.tables import for_each

pytestmark = pytest.mark.browser


@pytest.fixture
def tab(tab: Page) -> Page:
    """Return a tab that shows the page Draw."""
    tab.goto("/draw")
    return tab


Json = dict[str, Any]


def with_screen(file: Json, **members: Any) -> Json:
    """Return a file with further members of what its screen showed."""
    return file | {"screen": file["screen"] | members}


@dataclass(frozen=True)
class Proof:
    """The proof of a draw: its file without the list, with the names that were drawn, and the list."""

    file: Json
    drawn: list[str]
    items: list[str]


def bottom_of(part: Locator) -> float:
    """Return where a part ends on its page."""
    box = box_of(part)
    return float(box["y"] + box["height"])


def list_numbers(file: Json) -> list[int]:
    """Return the numbers that were drawn, in their order."""
    return [number for entry in file["seen"] for number in entry["integers"]]


@pytest.fixture
def grouped(tab: Page) -> Proof:
    """Seal and draw groups of nine names, and return their proof."""
    choose(tab, "groups", NAMES[:9], size="4")
    seal(tab)
    file = unpack(decide(tab, WORDS))
    items = file.pop("original_items")
    drawn = [items[number - 1] for number in list_numbers(file)]
    return Proof(with_screen(file, names=drawn), drawn, items)


def test_a_code_without_names_shows_their_numbers(tab: Page, grouped: Proof) -> None:
    without_names = with_screen(grouped.file, names=None)
    assert open_result(tab, without_names).startswith("The numbers are right.")
    assert "Number" in tab.locator("#shown").inner_text()


def test_names_in_a_code_are_told_from_those_that_the_opened_list_proves(
    tab: Page, grouped: Proof
) -> None:
    shown = tab.locator("#shown").inner_text()
    items = grouped.items
    assert open_result(tab, grouped.file).startswith("The numbers are right.")
    numbers = list_numbers(grouped.file)
    lines = [f"{items[number - 1]} (number {number})" for number in numbers]
    assert sorted(lines_of(tab)) == sorted(lines)
    assert "Names: as the link says." in tab.inner_text("#warnings")
    open_list(tab, items[1:])
    wait_for_text(tab, "This is another list")
    # never green without the list
    assert tick_all(tab).startswith("The numbers are right.")
    open_list(tab, items)
    wait_for_text(tab, "The list is the one that was fixed, with 9 names.")
    expect_sign(tab, "Valid.")
    assert tab.locator("#shown").inner_text() == shown


def test_a_name_is_found_in_the_opened_list_of_a_result(
    tab: Page, grouped: Proof
) -> None:
    items = grouped.items
    open_result(tab, grouped.file)
    open_list(tab, items)
    click_text(tab, "Am I in the list? All 9 names")
    expect_text(tab, ".entries li", items)
    fill_in(tab, "Find a name in the list", items[4].upper())
    expect_text(tab, ".entries li", [items[4]])
    expect_clean(tab, "phone")


def test_each_tick_repeats_the_word_of_the_sign_below_the_boxes(
    tab: Page, grouped: Proof
) -> None:
    open_result(tab, grouped.file | {"original_items": grouped.items})
    again = tab.locator(".sign-again")
    expect(again).to_have_count(0)
    *others, last = tab.locator(".confirm input").all()
    for box in others:
        box.check()
        expect(again).to_have_text("The result is right.")
    last.check()
    expect(again).to_have_text("Valid.")
    expect(tab.locator("#sign strong")).to_have_text("Valid.")


FOUR = "seed=abc&lines=Ann%0ABo%0ACem%0ADee"
"""The seed and the list of a draw, in its link."""


def mark_drawn(names: list[str], drawn: list[str]) -> list[str]:
    """Return names as the list of a result has them."""
    return [f"{name} (drawn)" if name in drawn else name for name in names]


@for_each(("width", "height"), [(390, 844), (768, 1024)])
def test_the_list_stands_between_the_winners_and_what_the_result_proves(
    tab: Page, width: int, height: int
) -> None:
    tab.set_viewport_size({"width": width, "height": height})
    reopen(tab, f"/result#winners?winners=3&{FOUR}")
    expect_sign(tab, "The result is right.")
    order = (".limit", "#shown", "#drawn-from", "#actions", "#checks", "#reasons")
    places = [box_of(tab.locator(part))["y"] for part in order]
    assert places == sorted(places)


@for_each(
    ("link", "are_all_drawn"),
    [
        (f"winners?winners=2&{FOUR}", False),
        (f"shuffle?{FOUR}", True),
        (f"groups?groups=2&{FOUR}", True),
    ],
)
def test_the_list_of_a_result_marks_who_was_drawn_unless_all_were(
    tab: Page, link: str, are_all_drawn: bool
) -> None:
    reopen(tab, f"/result#{link}")
    expect_sign(tab, "The result is right.")
    marked = [] if are_all_drawn else lines_of(tab)
    listed = mark_drawn(["Ann", "Bo", "Cem", "Dee"], marked)
    click_text(tab, "Am I in the list? All 4 names")
    expect_text(tab, ".entries li", listed)
    fill_in(tab, "Find a name in the list", "d")
    expect_text(tab, ".entries li", listed[3:])


@for_each(("width", "height"), [(390, 844), (1366, 768)])
def test_each_name_of_a_list_is_on_the_page_as_nothing_scrolls_in_it(
    tab: Page, width: int, height: int
) -> None:
    tab.set_viewport_size({"width": width, "height": height})
    names = [f"Anna {number}" for number in range(310)]
    lines = "%0A".join(names).replace(" ", "+")
    reopen(tab, f"/result#winners?winners=3&seed=abc&lines={lines}")
    expect_sign(tab, "The result is right.")
    click_text(tab, "Am I in the list? All 310 names")
    entries = tab.locator(".entries li")
    expect_text(tab, ".entries li", mark_drawn(names[:300], lines_of(tab)))
    list_end = bottom_of(tab.locator(".entries"))
    assert bottom_of(entries.last) <= list_end + 1
    more = tab.get_by_text("And 10 more. Type a name above: the field finds it.")
    expect(more).to_be_visible()
    fill_in(tab, "Find a name in the list", "anna 309")
    expect_text(tab, ".entries li", ["Anna 309"])
    expect(more).to_be_hidden()


def test_names_in_a_code_that_are_not_those_of_the_list_are_not_shown(
    tab: Page, grouped: Proof
) -> None:
    altered = ["Mallory", *grouped.drawn[1:]]
    open_result(tab, with_screen(grouped.file, names=altered))
    open_list(tab, grouped.items)
    tab.wait_for_selector("[data-state=invalid]")
    assert sign(tab) == "Not valid. The names in the link are not those of the list."
    assert tab.locator("#shown").inner_text() == ""


def test_times_of_a_result_that_cannot_be_are_told(tab: Page, grouped: Proof) -> None:
    drawn_at = grouped.file["screen"]["drawn"]
    for impossible in ({"sealed": drawn_at + 1}, {"drawn": drawn_at + 10**8}):
        open_result(tab, with_screen(grouped.file, **impossible))
        warnings = tab.inner_text("#warnings")
        assert warnings.startswith("These times cannot be")
    expect_clean(tab, "phone")


def test_a_result_without_its_receipt_cannot_be_checked(
    tab: Page, grouped: Proof
) -> None:
    without_receipt = grouped.file | {"receipt": {}}
    assert open_result(tab, without_receipt).startswith(
        "Cannot be checked. This is no result of a draw or a deal."
    )


def test_a_result_that_another_draw_gives_is_not_valid(
    tab: Page, grouped: Proof
) -> None:
    entry = grouped.file["seen"][0]
    first, *rest = entry["integers"]
    entry["integers"] = [*rest, first]
    assert open_result(tab, grouped.file).startswith(
        "Not valid. Place 1 differs: expected "
    )
    expect(tab.locator("#warnings")).to_have_text(
        "Ask whoever sent it for the original."
    )
    expect(tab.locator("#pasted")).to_be_visible()
    expect(tab.get_by_role("button", name="Copy the link")).to_have_count(0)


def test_the_list_of_a_result_from_a_seed_that_its_link_has_no_room_for_is_opened(
    tab: Page,
) -> None:
    lines = [f"{name} {i}" for i in range(3) for name in NAMES]
    choose(tab, "winners", lines, winners="2")
    draw(tab)
    winners = lines_of(tab)
    reopen(tab, copy_by(tab, "Copy the link"))
    expect_right_but_tried(tab)
    expect(tab.get_by_role("heading", name="So that nobody can choose")).to_be_visible()
    # the sign has said it
    expect(tab.locator("#reasons")).not_to_contain_text("could choose")
    expect_words(tab, "main", "Code of the draw")
    for line in lines_of(tab):
        assert re.fullmatch(r"Number [\d,]+ of the list", line)
    open_list(tab, lines[1:])
    wait_for_text(tab, "This is another list")
    open_list(tab, lines)
    wait_for_text(tab, "The list is the one that the link was made with")
    assert lines_of(tab) == winners


def test_a_proof_without_names_shows_the_winners_of_the_list_that_is_opened(
    tab: Page,
) -> None:
    choose(tab, "winners", TABLE, winners="2")
    seal(tab)
    decide(tab, WORDS)
    winners = lines_of(tab)
    open_more(tab)
    proof = tab.locator("#proof")
    button = proof.get_by_role("button", name="Copy a link without names")
    reopen(tab, copied_text(tab, button))
    expect_sign(tab, "The numbers are right.")
    open_list(tab, TABLE)
    wait_for_text(tab, "The list is the one that was fixed, with 16 entries.")
    assert lines_of(tab) == winners


def open_own_proof(tab: Page) -> None:
    """Seal and draw what is chosen, and open the link to its proof, which shows the same."""
    seal(tab)
    proof = decide(tab, WORDS)
    shown = tab.locator("#shown").inner_text()
    reopen(tab, proof)
    expect_sign(tab, "The result is right.")
    assert tab.locator("#shown").inner_text() == shown


WITH_TICKETS = ["Ann; 1", "Bo; 8", "Cem 1"]


@for_each(
    ("kind", "lines", "fields"),
    [
        ("groups", NAMES[:7], {"groups": "3"}),
        ("pairs", NAMES[:5], {}),
        ("seats", NAMES[:7], {"seats": "4"}),
        ("winners", WITH_TICKETS, {"winners": "2"}),
        ("numbers", None, {"max": "49", "count": "6"}),
        ("dice", None, {"dice": "3", "sides": "20"}),
        ("coins", None, {"coins": "3"}),
        ("lottery", None, {"lottery": "6-49"}),
        ("bingo", None, {"bingo": "75", "tickets": "2"}),
        ("bingo", None, {"bingo": "call75"}),
    ],
)
def test_the_page_of_a_result_shows_what_the_screen_showed(
    tab: Page, kind: str, lines: list[str] | None, fields: dict[str, str]
) -> None:
    reopen(tab, "/draw")
    choose(tab, kind, lines, **fields)
    if lines == WITH_TICKETS:
        press(tab, "as many as the numbers say")
    open_own_proof(tab)
    assert tab.evaluate(script("loaded_late")) == []


def test_the_lines_of_a_lottery_are_told_apart_on_the_page_verify(tab: Page) -> None:
    choose(tab, "lottery", lottery="powerball", tips="2")
    open_own_proof(tab)
    balls = texts_of(tab, "#shown .balls li")
    show_proof(tab)
    parts = " ".join(texts_of(tab, "#finding .part-of"))
    first_line = ["Line", "1", *balls[:6]]
    second_line = ["Line", "2", *balls[6:]]
    assert parts.split() == first_line + second_line


@for_each(
    ("link", "title"),
    [
        (
            "winners?winners=3&seed=abc&lines=Ann%0ABo%0ACem%0ADee",
            "3 winners from 4 names",
        ),
        (
            "groups?groups=2&seed=abc&lines=Ann%0ABo%0ACem%0ADee",
            "2 groups from 4 names",
        ),
        ("santa?seed=abc&lines=Ann%0ABo%0ACem", "Who gives to whom from 3 names"),
        ("dice?dice=4&sides=6&seed=abc", "4 dice"),
    ],
)
def test_a_link_has_one_verdict_on_both_pages(tab: Page, link: str, title: str) -> None:
    reopen(tab, f"/result#{link}")
    judged = sign(tab)
    told = judged.removeprefix("The result is right. ")
    assert told.startswith("Whoever drew could try several times before sharing it.")
    drawn = texts_of(tab, "#shown :is(.lines li, .slip bdi, .die span)")
    open_ways(tab)
    tab.get_by_role("link", name="Show the proof").click()
    assert verdict(tab) == f"The result is right: {title} {told}"
    shown = " → ".join(texts_of(tab, "#finding :is(.parts li, .numbers li, .die span)"))
    assert shown.split(" → ") == drawn
    again = check(tab, tab.url.replace("verify#", "draw#"))
    assert again == f"The result is right: {title} {told}"
    change = tab.get_by_role("button", name="Change one card")
    expect(change).to_have_count(0)  # it has none


@for_each(
    ("link", "parts"),
    [
        (
            "winners?winners=3&seed=abc&lines=Ann%0ABo%0ACem%0ADee",
            ["#shown li >> nth=0", "#sign .limit", "text=Copy the link"],
        ),
        (
            "groups?groups=9&seed=abc&lines=" + "%0A".join(map(str, range(90))),
            ["#shown li >> nth=0"],
        ),
        ("v1/games/bridge/deal?seed=42", ["#shown .card >> nth=0"]),
    ],
)
def test_a_result_is_below_its_sign_on_the_first_screen_and_the_button_that_shares_it_follows(
    tab: Page, link: str, parts: list[str]
) -> None:
    tab.set_viewport_size({"width": 390, "height": 844})
    reopen(tab, f"/result#{link}")
    expect_sign(tab, "")
    for part in parts:
        expect(tab.locator(part)).to_be_in_viewport(ratio=1)
    word_top = box_of(tab.locator("#sign .headline"))["y"]
    drawn_top = box_of(tab.locator(parts[0]))["y"]
    assert word_top < drawn_top
    shown = tab.locator("#actions").locator("a, button").filter(visible=True)
    expect(shown).to_have_text(["Copy the link"])
    open_ways(tab)
    expect_clean(tab, "phone")


@for_each(
    ("width", "height", "is_folded"),
    [(390, 844, True), (768, 1024, False), (1366, 768, False)],
)
def test_the_large_view_is_beside_the_link_where_the_window_is_wide(
    tab: Page, width: int, height: int, is_folded: bool
) -> None:
    tab.set_viewport_size({"width": width, "height": height})
    reopen(tab, f"/result#winners?winners=3&{FOUR}")
    expect_sign(tab, "The result is right.")
    shown = tab.locator("#actions button").filter(visible=True)
    expect(shown).to_have_text(
        ["Copy the link"] if is_folded else ["Copy the link", "Large view"]
    )
    open_ways(tab)
    expect(tab.get_by_role("button", name="Large view")).to_have_count(1)


@for_each(("width", "height"), [(390, 844), (768, 1024), (1366, 768)])
@for_each(
    "link",
    [
        f"winners?winners=3&{FOUR}",
        "dice?dice=2&sides=6&seed=abc",
        "v1/games/bridge/deal?seed=42",
    ],
)
def test_the_limit_of_a_result_is_told_once_and_beside_its_verdict(
    tab: Page, link: str, width: int, height: int
) -> None:
    tab.set_viewport_size({"width": width, "height": height})
    reopen(tab, f"/result#{link}")
    expect_sign(tab, "The result is right.")
    limit = tab.get_by_text(re.compile("could try several times before sharing it"))
    shown = limit.filter(visible=True)
    expect(shown).to_have_count(1)
    verdict = box_of(tab.get_by_text("The result is right."))
    assert 0 <= box_of(shown)["y"] - verdict["y"] < 2 * verdict["height"]


SIXTY = "%0A".join(f"Anna+{number}+Wagner-Hohenstein" for number in range(60))


@for_each(("width", "height"), [(390, 844), (844, 390)])
@for_each(
    "link",
    [
        "winners?winners=3&seed=abc&lines=Ann%0ABo%0ACem%0ADee",
        f"groups?groups=15&seed=abc&lines={SIXTY}",
        f"seats?seed=abc&lines={SIXTY}",
        "pairs?seed=abc&lines=Ann%0ABo%0ACem%0ADee",
        "v1/games/holdem/deal?players=6&seed=42",
    ],
)
def test_nothing_is_smaller_in_the_large_view_of_a_phone(
    tab: Page, link: str, width: int, height: int
) -> None:
    tab.set_viewport_size({"width": width, "height": height})
    drawn = tab.locator("#shown :is(bdi, .card)").first
    heights = {}
    for page in ("result", "result?stage"):
        reopen(tab, f"/{page}#{link}")
        expect_sign(tab, "The result is right.")
        heights[page] = drawn.evaluate(script("first_height"))
    assert heights["result?stage"] >= heights["result"]
    assert fits_window(tab)


@for_each(
    "link",
    [
        "winners?winners=3&seed=abc&lines=Ann%0ABo%0ACem%0ADee",
        f"shuffle?seed=abc&lines={SIXTY}",
        "coins?coins=1&seed=abc",
        "v1/games/bridge/deal?seed=42",
    ],
)
def test_no_hole_is_between_the_parts_of_a_column(tab: Page, link: str) -> None:
    tab.set_viewport_size({"width": 1366, "height": 768})
    reopen(tab, f"/result#{link}")
    expect_sign(tab, "The result is right.")
    for column in ("#shown, #drawn-from, #more", "#checks, #reasons"):
        parts = tab.locator(column).filter(visible=True).all()
        for above, below in pairwise(parts):
            gap = box_of(below)["y"] - bottom_of(above)
            assert 0 <= gap < 40, column


@for_each(
    ("link", "way", "title"),
    [
        ("#winer?winners=3&seed=abc", "Draw something new", "Draw names, teams"),
        ("#hello", "Draw something new", "Draw names, teams"),
        ("#v1/games/pokr/deal?seed=42", "Deal cards", "Draw names, deal cards"),
        (pack({"receipt": "sealed2"}), "Draw something new", "Draw names, teams"),
        (pack({"plan": {"plan": "plan2"}}), "Draw something new", "Draw names, teams"),
    ],
)
def test_a_link_of_another_version_leads_to_a_page_that_works(
    visit: Visit, link: str, way: str, title: str
) -> None:
    tab = visit.tab
    visit.expected |= {404}
    reopen(tab, f"/result{link}")
    expect_sign(tab, "Cannot be checked. This service knows no such draw or game.")
    expect(tab.locator("#outcome .primary")).to_have_text([way])
    tab.locator("#outcome .primary").click()
    expect(tab).to_have_title(re.compile(rf"^{title}"))


@for_each("status", [500, 502, 503, 504])
def test_a_result_that_the_service_fails_at_is_tried_again_at_one_press(
    visit: Visit, status: int
) -> None:
    tab = visit.tab
    visit.expected |= {status}
    tab.route("**/v1/**", lambda route: route.fulfill(status=status, body="failed"))
    reopen(tab, "/result#v1/games/bridge/deal?seed=42")
    expect_sign(tab, "Cannot be checked. The service failed")
    expect(tab.locator("#outcome .primary")).to_have_text(["Try again"])
    tab.unroute_all()
    press(tab, "Try again")
    expect_sign(tab, "The result is right.")


def test_a_result_without_network_is_tried_again_at_one_press(tab: Page) -> None:
    tab.route("**/v1/**", lambda route: route.abort())
    reopen(tab, "/result#v1/games/bridge/deal?seed=42")
    expect_sign(tab, "Cannot be checked. The service cannot be reached.")
    tab.unroute_all()
    press(tab, "Try again")
    expect_sign(tab, "The result is right.")


@for_each(
    ("link", "title"),
    [
        ("winners?winners=3&seed=abc&lines=Ann%0ABo%0ACem%0ADee", "3 winners from"),
        ("v1/games/bridge/deal?seed=42", "Bridge"),
    ],
)
def test_a_result_has_its_title_and_a_frame_for_its_sign_while_it_is_checked(
    tab: Page, link: str, title: str
) -> None:
    tab.set_viewport_size({"width": 390, "height": 844})
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    tab.route("**/v1/**", hold, times=1)
    with tab.expect_request("**/v1/**"):
        reopen(tab, f"/result#{link}")
    expect(tab.locator("#title")).to_contain_text(title)
    busy = tab.locator("#sign .headline")
    expect(busy).to_have_text("Checking …")
    expect(busy).to_be_in_viewport(ratio=1)
    held[0].continue_()
    expect_sign(tab, "")
    assert tab.evaluate(script("layout_shift")) < 0.01


def test_a_printed_result_has_its_sign_and_its_link_and_no_controls(tab: Page) -> None:
    link = "/result#winners?winners=3&seed=abc&lines=Ann%0ABo%0ACem%0ADee"
    reopen(tab, link)
    expect_right_but_tried(tab)
    tab.emulate_media(media="print")
    expect(
        tab.locator("button:visible, .button:visible, summary:visible")
    ).to_have_count(0)
    printed = tab.inner_text("body")
    parts = (
        "3 winners",
        "Dee",
        "several times",
        "3 winners from 4 names · Printed on",
        link,
    )
    places = [printed.index(part) for part in parts]
    assert places == sorted(places)
    assert count_pages(tab) == 1


def test_twelve_names_are_printed_on_one_page_with_the_sign_and_the_code(
    tab: Page,
) -> None:
    names = "%0A".join(f"Name+{number}" for number in range(12))
    for plan in ("groups?groups=3", "groups?groups=12", "winners?winners=12"):
        reopen(tab, f"/result#{plan}&seed=abc&lines={names}")
        expect_right_but_tried(tab)
        expect(tab.locator("#sheet svg")).to_be_attached()
        assert count_pages(tab) == 1, plan


def test_a_draw_that_somebody_could_choose_leads_to_one_in_public(tab: Page) -> None:
    reopen(tab, "/result#groups?groups=2&seed=abc&lines=Ann%0ABo%0ACem%0ADee")
    expect_right_but_tried(tab)
    tab.get_by_role("link", name="a draw in public").click()
    expect(tab.get_by_label("Groups, teams, tables")).to_be_checked()
    expect(tab.get_by_label("In public: everybody")).to_be_checked()


def test_a_saved_proof_keeps_its_names_and_the_draw_that_they_are_of(tab: Page) -> None:
    reopen(tab, "/result#winners?winners=2&seed=abc&lines=Ann%0ABo%0ACem")
    expect_right_but_tried(tab)
    winners = texts_of(tab, "#shown .lines li")
    open_ways(tab)
    proof = json.loads(download(tab, "Save the proof").path().read_text("utf-8"))
    assert check(tab, proof).startswith("The result is right: 2 winners from 3 names")
    assert texts_of(tab, "#finding .parts li") == winners
    note(tab, "The list that was shuffled", "Ann\nBo\nEve")
    wait_for(tab, "invalid")
    other = {"link": proof["screen"]["link"].replace("abc", "abd")}
    assert check(tab, proof | {"screen": other}).startswith("Not valid.")


@for_each(
    ("link", "difference", "compared"),
    [
        ("winners?winners=2&lines=Ann%0ABo%0ACem", "Place 2 differs.", ("Ann", "Bo")),
        (
            "groups?groups=2&lines=Ann%0ABo%0ACem%0ADee",
            "Group 1, place 2 differs.",
            ("Ann", "Bo"),
        ),
        ("coins?coins=3", "Coin 2 of 3 differs.", ("Heads", "Tails")),
        ("dice?dice=4&sides=6", "Die 2 of 4 differs.", ("1", "2")),
    ],
)
def test_a_changed_proof_is_told_by_its_first_difference(
    tab: Page, link: str, difference: str, compared: tuple[str, str]
) -> None:
    reopen(tab, f"/result#{link}&seed=abc")
    expect_right_but_tried(tab)
    open_ways(tab)
    proof = json.loads(download(tab, "Save the proof").path().read_text("utf-8"))
    proof["integers"][1] = 2
    assert check(tab, proof) == f"Not valid. {difference}"
    expect_compared(tab, *compared)
    expect(tab.locator("#verdict .link")).to_have_count(0)


def test_the_slip_of_one_person_is_no_damaged_link(tab: Page) -> None:
    slip = "slip=WyJBbm4iLCJCbyIsIkZlYXN0Il0"  # ["Ann", "Bo", "Feast"]
    for address, part in (
        (f"/result#{slip}", "#sign"),
        (f"/verify#{slip}", "#verdict"),
    ):
        reopen(tab, address)
        expect_words(tab, part, "This link is the slip of one person")
    reopen(tab, f"/result#{slip}")
    tab.get_by_role("link", name="Open the slip").click()
    expect_words(tab, "#shown", "Ann gives to Bo")


CUT_IN_ITS_LIST = "winners?winners=1&seed=abc&digest=29e0288b6b888b27&lines=Ann%0ABo"
"""A link that had the list Ann, Bo, Cem, whose fingerprint it has."""
CUT_IN_ITS_SEED = "dice?characters=23&dice=2&sides=6&seed=ab"
"""A link that had the seed "abc"."""
CHANGED_LIST = (
    "winners?characters=59&winners=1&seed=abc&digest=29e0288b6b888b27"
    "&lines=Ann%0ABo%0ACes"
)
"""A link that has as many characters as it had with the list Ann, Bo, Cem."""


@for_each(
    ("address", "part"),
    [
        ("/draw#winne", "#wrong-link"),
        ("/draw#slip=cut!", "#wrong-link"),
        (f"/draw#{CUT_IN_ITS_LIST}", "#wrong-link"),
        (f"/draw#{CUT_IN_ITS_SEED}", "#wrong-link"),
    ],
)
def test_a_link_that_was_cut_is_said_to_be(tab: Page, address: str, part: str) -> None:
    reopen(tab, address)
    expect_words(tab, part, "The link is not whole, or was changed. Copy all of it")


NOT_WHOLE = (
    "The link is not whole. Ask whoever sent it for the whole link, or for the file."
)


@for_each(
    "link",
    [
        "winne",
        "dice?charact",
        "winners?winners=1",
        "winners?winners=1&seed=abc",
        "packed=rVTJkts2EP0VFM9K",
        "packed=q1YqSk1OzSwoUbJSqFYqSS3KLVYCAA",  # {"receipt": {"terms"
        CUT_IN_ITS_LIST,
        CUT_IN_ITS_SEED,
    ],
)
def test_a_link_that_is_not_whole_has_one_verdict_on_both_pages(
    tab: Page, link: str
) -> None:
    reopen(tab, f"/result#{link}")
    assert sign(tab) == NOT_WHOLE
    reopen(tab, f"/verify#{link}")
    assert verdict(tab) == NOT_WHOLE


@for_each(
    ("link", "refusal"),
    [
        ("v1/decks/standard52/deal?seed=abc", "“hands”: This is missing."),
        ("v1/games/bridge/deal?seed=1&deals=cut", "“deals”: This does not exist here."),
    ],
)
def test_what_is_wrong_with_an_option_of_a_link_is_folded(
    visit: Visit, link: str, refusal: str
) -> None:
    tab = visit.tab
    visit.expected |= {422}
    reopen(tab, f"/result#{link}")
    assert sign(tab) == NOT_WHOLE
    said = tab.locator("#warnings details p")
    expect(said).to_be_hidden()
    click_text(tab, "What is wrong with it")
    expect(said).to_contain_text(refusal)


def test_a_link_that_was_cut_is_in_the_field_to_be_completed(tab: Page) -> None:
    reopen(tab, f"/result#{CUT_IN_ITS_SEED}")
    field = tab.locator("#pasted")
    expect(field).to_have_value(tab.url)
    field.press("Control+End")
    field.press("c")
    press(tab, "Open", exact=True)
    expect_right_but_tried(tab)


@for_each(
    ("link", "way"),
    [
        (f"#{CUT_IN_ITS_SEED}", "Draw something new"),
        (f"#{CUT_IN_ITS_LIST}", "Draw something new"),
        ("#v1/games/bridge/deal?seed=1&deals=cut", "Deal cards"),
        ("#packed=rVTJkts2EP0VFM9K", "Draw something new"),
    ],
)
def test_the_whole_of_a_link_that_was_cut_is_opened_first(
    visit: Visit, link: str, way: str
) -> None:
    tab = visit.tab
    visit.expected |= {422}
    tab.goto("/result")
    whole = f"{tab.url}#{CUT_IN_ITS_SEED}c"
    reopen(tab, f"/result{link}")
    field = tab.locator("#pasted")
    expect(field).to_have_value(tab.url)
    expect(tab.locator("#outcome .primary")).to_have_text(["Open"])
    links = tab.locator("#actions, #more").get_by_role("link")
    expect(links).to_have_text([way])
    field.click()
    tab.keyboard.insert_text(whole)  # takes the place of what was there
    expect_right_but_tried(tab)


@for_each("link", ["", f"#{CUT_IN_ITS_SEED}", f"#{CUT_IN_ITS_LIST}"])
def test_in_a_wide_window_the_sign_stands_before_the_field_for_a_link(
    tab: Page, link: str
) -> None:
    tab.set_viewport_size({"width": 1366, "height": 768})
    reopen(tab, f"/result{link}")
    expect(tab.locator("#pasted")).to_be_visible()
    sign_box = box_of(tab.locator("#sign"))
    field_box = box_of(tab.locator("#pasted"))
    assert sign_box["x"] + sign_box["width"] < field_box["x"]


@for_each(("width", "height"), [(390, 844), (1366, 768)])
def test_the_sign_of_a_page_without_a_link_stands_where_it_stays(
    tab: Page, width: int, height: int
) -> None:
    tab.set_viewport_size({"width": width, "height": height})
    tab.route("**/result/result.mjs", lambda route: route.abort(), times=1)
    reopen(tab, "/result")
    expect(tab.locator("#pasted")).to_have_count(0)
    before = box_of(tab.locator("#sign"))
    reopen(tab, "/result")
    tab.locator("#pasted").wait_for()
    after = box_of(tab.locator("#sign"))
    assert before | {"height": 0} == after | {"height": 0}


WRITTEN = "Here is our draw:\n<{link}>. See you!"
"""A message with a link, as programs for mail write it."""


def test_a_link_is_opened_between_the_words_of_a_message(tab: Page) -> None:
    tab.goto("/result")
    link = f"{tab.url}#{CUT_IN_ITS_SEED}c"
    tab.locator("#pasted").fill(WRITTEN.format(link=link))
    expect_right_but_tried(tab)
    assert tab.url == link


def test_a_link_is_checked_between_the_words_of_a_message(tab: Page) -> None:
    tab.goto("/verify")
    link = tab.url.replace("verify", f"result#{CUT_IN_ITS_SEED}c")
    says = "The result is right: 2 dice Whoever drew could try several times before sharing it."
    assert check(tab, WRITTEN.format(link=link)).startswith(says)
    assert "links is checked" not in finding(tab)
    twice = f"{WRITTEN.format(link=link)} Again: {link}"
    assert check(tab, twice).startswith(says)
    assert "links is checked" not in finding(tab)  # it is one link


def test_the_first_of_several_links_is_checked_and_that_is_said(tab: Page) -> None:
    tab.goto("/verify")
    link = tab.url.replace("verify", f"result#{CUT_IN_ITS_SEED}")
    message = f"A: {link}c, B: {link}d, C: {link}e"
    says = "The result is right: 2 dice Whoever drew could try several times before sharing it."
    assert check(tab, message).startswith(says)
    assert "The first of 3 links is checked." in finding(tab)


@for_each(("page", "part"), [("result", "#outcome"), ("verify", "#cards")])
@for_each(("winners", "numbered"), [(1, 0), (2, 2)])
def test_a_winner_alone_has_no_number(
    tab: Page, page: str, part: str, winners: int, numbered: int
) -> None:
    reopen(tab, f"/{page}#winners?winners={winners}&{FOUR}")
    drawn = tab.locator(f"{part} .parts").first
    expect(drawn.locator("li")).to_have_count(winners)
    expect(drawn.locator("ol > li")).to_have_count(numbered)


@for_each(("page", "part"), [("result", "#outcome"), ("verify", "#verdict")])
def test_a_link_whose_list_was_changed_is_not_valid(
    tab: Page, page: str, part: str
) -> None:
    reopen(tab, f"/{page}#{CHANGED_LIST}")
    expect_words(tab, part, "Not valid. The list in this link is not the one")
    expect(tab.locator(part)).to_have_attribute("data-state", "invalid")


@for_each(
    ("link", "says"),
    [
        (f"#{CUT_IN_ITS_LIST}", "Not valid. The list in this file is not the one"),
        (f"#{CUT_IN_ITS_SEED}", "This is not whole. The file was changed, or cut off."),
    ],
)
def test_a_file_with_a_changed_link_is_called_a_file(
    tab: Page, link: str, says: str
) -> None:
    file = {"seed": "abc", "integers": [1], "screen": {"link": link}}
    assert check(tab, file).startswith(says)


def test_a_result_that_no_link_has_room_for_is_sent_as_a_file(tab: Page) -> None:
    reopen(tab, "/result")
    query = "max=2000000000&count=9000&seed=abc"
    response = tab.request.get(f"/v1/integers?{query}").text()
    give_file(tab, response.encode(), selector="input[type=file]")
    expect_right_but_tried(tab)
    expect_words(tab, "#actions", "No link has room for all of it.")
    open_ways(tab)
    press(tab, "Show a code for phones")
    expect_words(tab, "dialog", "The phone asks for the file")
