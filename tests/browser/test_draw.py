"""The page that draws: every kind of draw, from lists and without, drawn again from its link, told and printed."""

from collections.abc import Mapping
from dataclasses import dataclass, field

import pytest
from playwright.sync_api import FloatRect, Page, ViewportSize, expect

from service.pages.languages import TEXTS
from tests.browser.conftest import (
    Visit,
    box_of,
    click_text,
    copy_by,
    count_pages,
    expect_clean,
    expect_number,
    expect_text,
    expect_words,
    fill_in,
    fits_window,
    press,
    reopen,
    script,
    set_width,
    size,
    text_of,
    texts_of,
    tick,
    violations_in_all_schemes,
    wait_for_text,
)
from tests.browser.draw_page import (
    EACH_LINE,
    FIRST_NAMES,
    NAMES,
    TABLE,
    choose,
    draw,
    expect_lines,
    expect_names,
    expect_problem,
    fill_list,
    lines_of,
    open_more,
    press_draw,
)
from tests.browser.result_page import expect_right_but_tried, open_ways
from tests.browser.sealed_draws import WORDS, announce, decide, seal
from tests.browser.table_page import read_fragment
from tests.browser.verify_page import verdict
from tests.tables import for_each

pytestmark = pytest.mark.browser


@pytest.fixture
def tab(tab: Page) -> Page:
    """Return a tab that shows the page Draw."""
    tab.goto("/draw")
    return tab


@dataclass(frozen=True)
class Draw:
    """A draw on the page, and what it shows: its title, and so many elements."""

    kind: str
    title: str
    element: str
    count: int
    lines: list[str] | None = None
    fields: Mapping[str, str] = field(default_factory=dict)


DRAWS = [
    Draw("shuffle", "Random order", ".lines li", 200, NAMES),
    Draw("groups", "4 groups", ".part", 4, NAMES[:23], {"groups": "4"}),
    Draw("groups", "6 groups", ".part", 6, NAMES[:21], {"size": "4"}),
    Draw("pairs", "3 pairs", ".part", 4, NAMES[:7]),
    Draw("seats", "Seats at 3 tables", ".part", 3, NAMES[:20], {"seats": "8"}),
    Draw(
        "numbers",
        "6 numbers from 1 to 49",
        ".balls li",
        6,
        fields={"max": "49", "count": "6"},
    ),
    Draw("dice", "5 dice", ".die", 5, fields={"dice": "5"}),
    Draw("coins", "3 coins", ".coins li", 3, fields={"coins": "3"}),
    Draw(
        "lottery",
        "Powerball: 5 of 69 and 1 of 26, 2 times",
        ".balls li",
        12,
        fields={"lottery": "powerball", "tips": "2"},
    ),
    Draw(
        "bingo",
        "Bingo: 2 sheets of 6 tickets",
        ".ticket",
        12,
        fields={"bingo": "90", "tickets": "2"},
    ),
    Draw(
        "bingo",
        "Bingo: 8 tickets",
        ".ticket",
        8,
        fields={"bingo": "75", "tickets": "8"},
    ),
]


def draw_again_from_link(tab: Page, drawn: Draw) -> None:
    """Draw, follow the link to the result and back to the page Draw; each shows the same."""
    choose(tab, drawn.kind, drawn.lines, **drawn.fields)
    assert draw(tab) == drawn.title
    elements = f"#shown {drawn.element}"
    shown = texts_of(tab, elements)
    assert len(shown) == drawn.count
    expect_number(tab, "#result[data-outdated]", 0)
    if drawn.title in {"4 groups", "Bingo: 8 tickets"}:
        expect_clean(tab, "phone")
    reopen(tab, copy_by(tab, "Copy the link"))
    expect_right_but_tried(tab)
    assert texts_of(tab, elements) == shown
    tab.get_by_role("link", name="Open this draw on the page Draw").click()
    tab.locator("#tools:not([hidden])").wait_for()
    tab.locator("#result:not([aria-busy])").wait_for()
    assert texts_of(tab, elements) == shown


@for_each("drawn", DRAWS, ids=lambda drawn: drawn.title)
def test_every_kind_is_drawn_and_drawn_again_from_its_link(
    tab: Page, drawn: Draw
) -> None:
    if "/draw" not in tab.url:
        tab.goto("/draw")
    draw_again_from_link(tab, drawn)


CHANGED = {
    "winners": "winners",
    "groups": "groups",
    "pairs": "lines",
    "shuffle": "lines",
    "seats": "lines",
    "santa": "lines",
    "numbers": "max",
    "dice": "dice",
    "coins": "coins",
    "lottery": "tips",
    "bingo": "tickets",
}
"""A field of each kind of draw that is changed after the draw."""


@for_each(("kind", "name"), CHANGED.items())
def test_a_result_is_outdated_once_its_form_changes_and_away_once_its_kind_does(
    tab: Page, kind: str, name: str
) -> None:
    reopen(tab, "/draw")
    choose(tab, "winners", NAMES[:6])
    choose(tab, kind)
    if kind == "bingo":
        choose(tab, kind, bingo="75")
    title = draw(tab)
    outdated = tab.locator("#outdated")
    field_of_form = tab.locator(f"#what [name={name}]")
    value = field_of_form.input_value()
    changed = "\n".join(NAMES[:4]) if name == "lines" else "3"

    field_of_form.fill(changed)
    expect(outdated).to_contain_text("The list or the options have changed")
    field_of_form.fill(value)
    expect(outdated).to_be_hidden()

    result = tab.locator("#result")
    earlier = tab.locator("#earlier summary")
    choose(tab, "dice" if kind == "coins" else "coins")
    expect(result).to_be_hidden()
    expect(earlier).to_contain_text([title])
    choose(tab, kind)
    expect(result).to_contain_text(title)
    expect(earlier).to_have_count(0)


def test_a_result_that_is_told_in_part_is_outdated_as_any_other(tab: Page) -> None:
    choose(tab, "winners", NAMES[:6], winners="2")
    press(tab, "With suspense")
    press(tab, "Show the first")
    tab.keyboard.press("Escape")
    wait_for_text(tab, "Go on")
    fill_list(tab, NAMES[:5])
    expect(tab.locator("#outdated")).to_be_visible()
    choose(tab, "coins")
    expect(tab.locator("#result")).to_be_hidden()
    press_draw(tab)
    expect_text(tab, "#result-title", "1 coin")
    expect_text(tab, "#save", "Save the result")


def test_a_link_without_names_draws_from_the_list_that_is_pasted(tab: Page) -> None:
    choose(tab, "winners", TABLE, winners="3")
    draw(tab)
    winners = lines_of(tab)
    assert sorted(winners) == ["Cem", "Dee", "Meier; Ann"]
    expect_words(tab, "#carries", "has the whole list: 4 names.")
    open_more(tab)
    link = copy_by(tab, "Copy a link without names")
    assert "Meier" not in link
    expect(tab.locator("#save")).to_have_text("Save the names")

    reopen(tab, link)
    without = "This link has no names: it draws from a list of 4 names."
    wait_for_text(tab, without)
    fill_list(tab, TABLE)
    draw(tab)
    assert lines_of(tab) == winners
    facts = tab.locator("#facts")
    expect(facts).to_contain_text("Whoever made the link could try others")

    fill_in(tab, "Code of the draw", "mine")
    draw(tab)
    expect(facts).to_contain_text(
        "It is drawn again with the code that was typed: mine. Whoever typed it"
    )


def test_eight_tickets_of_bingo_are_printed_on_two_pages_and_their_code_on_another(
    tab: Page,
) -> None:
    choose(tab, "bingo", bingo="75", tickets="8")
    draw(tab)
    expect(tab.locator("#sheet svg")).to_be_attached()
    assert count_pages(tab) == 3  # six cards on each of two


def test_twelve_slips_of_a_santa_are_printed_on_one_page(tab: Page) -> None:
    choose(tab, "santa", NAMES[:12])
    draw(tab)
    assert count_pages(tab) == 1


def test_the_table_leads_to_a_kind_of_draw_and_bingo_to_its_caller(tab: Page) -> None:
    tab.goto("/")
    tab.get_by_role("link", name="Groups, teams, tables").click()
    expect(tab.get_by_role("radio", name="Groups, teams, tables")).to_be_checked()
    choose(tab, "bingo", bingo="call75")
    expect_text(tab, "#what-title", "What for")
    expect(tab.locator(".press > :visible")).to_have_text(
        ["Open the caller", "Draw all at once"]
    )
    expect_clean(tab, "phone")
    tab.get_by_role("link", name="Open the caller").click()
    tab.get_by_role("button", name="First ball").wait_for()
    assert read_fragment(tab).startswith("v1/games/bingo_call/deal?seed=")


@for_each(
    ("kind", "lines", "fields", "sentence"),
    [
        (
            "winners",
            [],
            {},
            "The list is empty. Paste it, or type a name in each line.",
        ),
        (
            "winners",
            NAMES[:2],
            {"winners": "3"},
            "Winners: a whole number from 1 to 2, please. The list has 2 names.",
        ),
        (
            "numbers",
            None,
            {"min": "5", "max": "4"},
            "To: a whole number from 5 to 1,000,000,000,000, please.",
        ),
        ("dice", None, {"dice": "many"}, "Dice: a whole number from 1 to 100, please."),
    ],
)
def test_what_is_missing_is_said_at_its_field(
    tab: Page, kind: str, lines: list[str] | None, fields: dict[str, str], sentence: str
) -> None:
    choose(tab, kind, lines, **fields)
    expect_problem(tab, sentence)
    tab.keyboard.type("7")
    expect(tab.locator("#problem")).to_be_hidden()
    expect(tab.locator("[aria-invalid]")).to_have_count(0)


def test_a_notation_that_is_not_understood_is_said_at_its_field(visit: Visit) -> None:
    visit.expected = {422}
    tab = visit.tab
    tab.goto("/draw?lang=de")
    choose(tab, "dice", roll="4d6k3")
    expect_problem(
        tab,
        "„4d6k3“ ist nicht eindeutig: kh behält die höchsten Würfel, kl die niedrigsten. So geht es: 4d6kh3.",
    )
    expect(tab.get_by_label("Notation")).to_be_focused()


@for_each(
    ("roll", "says", "works"),
    [
        ("4d", "Behind “4d” the number of sides is missing.", "4d6"),
        ("d6+", "Behind the last sign of “d6+” something is missing.", "d6+2"),
        (
            "2x6",
            "“2x6” is not understood: between the number of dice and their sides stands d.",
            "2d6",
        ),
        ("4d6kh9", "“4d6kh9” keeps or drops too many dice.", "4d6kh1"),
        ("4d6dl4", "“4d6dl4” keeps or drops too many dice.", "4d6kh1"),
        (
            "zwei Würfel",
            "“zwei” is not understood: dice are written as their number, d and their sides.",
            "2d6+3",
        ),
        ("0d6", "“0d6” has no die, or one without sides.", "1d6"),
        ("6", "“6” is a number without a die.", "1d6"),
        ("1d6++2", "In “1d6++2” two signs follow each other.", "1d6+2"),
        ("1000000d6", "“1000000” is too much for one roll.", "10d100"),
        ("(2d6", "“(2d6” cannot be rolled.", "4d6kh3"),
    ],
)
def test_what_is_wrong_with_a_notation_is_said_with_one_that_works(
    visit: Visit, roll: str, says: str, works: str
) -> None:
    visit.expected = {422}
    tab = visit.tab
    tab.goto("/draw")
    choose(tab, "dice", roll=roll)
    expect_problem(tab, f"{says} This works: {works}.")
    expect(tab.locator("#roll")).to_have_value(roll)
    choose(tab, "dice", roll=works)
    draw(tab)


def test_tickets_count_and_the_requests_are_shown(tab: Page) -> None:
    choose(tab, "winners", ["Ann; 0", "Bob\t5", "Bob\t5", "Cem 2"], winners="2")
    tick(tab, EACH_LINE)
    press(tab, "One place each: 3 names")
    draw(tab)
    assert sorted(lines_of(tab)) == ["Bob", "Cem"]
    requests = tab.locator("#request [data-language=curl] pre")
    click_text(tab, "For programs: the requests")
    assert '"weights": [0, 5, 2]' in requests.inner_text()

    seal(tab)
    decide(tab, WORDS)
    assert sorted(lines_of(tab)) == ["Bob", "Cem"]
    click_text(tab, "For programs: the requests")
    requests.nth(2).wait_for()
    addresses = [curl.split("'")[1] for curl in requests.all_inner_texts()]
    paths = [address.partition("/v1/")[2] for address in addresses]
    assert paths == ["shoes", "shoes/draw", "shoes/reveal"]


@pytest.mark.parametrize(
    "visit", [size("desktop", reduced_motion="reduce")], indirect=True
)
def test_a_result_is_told_piece_by_piece(tab: Page) -> None:
    choose(tab, "winners", NAMES, winners="3")
    show = tab.get_by_role("dialog")
    told = show.get_by_role("listitem")
    press(tab, "With suspense")
    show.wait_for()
    assert "Ann" not in show.aria_snapshot()
    assert "Ann" not in tab.locator("#result").aria_snapshot()
    assert violations_in_all_schemes(tab) == []
    tab.locator("dialog .primary").press("Enter")
    first = told.inner_text()
    expect(show.get_by_role("status")).to_have_text(f"1 of 3: {first}")
    tab.keyboard.press("Escape")
    wait_for_text(tab, "1 of 3 are shown.")
    assert lines_of(tab) == []

    press(tab, "Go on")
    show.wait_for()
    tab.keyboard.press("PageDown")
    tab.keyboard.press("ArrowRight")
    winners = told.all_inner_texts()
    press(show, "All together")
    expect_lines(tab, winners)
    expect(tab.locator("body.staged")).to_be_visible()


_LAPTOP: ViewportSize = {"width": 1366, "height": 768}
_FILLED_IN = "#lines, #winners, #groups, #size, #min, #max, #count, #dice, #sides, #roll, #coins, #lottery, #tips"
"""The fields without which a kind draws something else than is meant."""


def overlap(box: FloatRect, other: FloatRect) -> bool:
    """Return whether two boxes on the page have a place in common."""
    is_beside = (
        box["x"] + box["width"] <= other["x"] or other["x"] + other["width"] <= box["x"]
    )
    is_above = (
        box["y"] + box["height"] <= other["y"]
        or other["y"] + other["height"] <= box["y"]
    )
    return not (is_beside or is_above)


def test_the_button_is_in_the_first_screen_of_a_laptop(tab: Page) -> None:
    tab.set_viewport_size(_LAPTOP)
    names = "\n".join(NAMES[:12])
    low = []
    for language in TEXTS:
        tab.goto(f"/draw?lang={language}")
        tab.locator("#lines").fill(names)
        for kind in TEXTS["en"]["draw"]["kinds"]:
            choose(tab, kind)
            button = box_of(tab.locator("#draw"))
            bottom = button["y"] + button["height"]
            fields = tab.locator(f":is({_FILLED_IN}):visible").all()
            covered = [field for field in fields if overlap(box_of(field), button)]
            if bottom > _LAPTOP["height"] or covered:
                low.append(f"{language}: {kind} has its button at {bottom}")
    assert low == []


@for_each("kind", ["winners", "groups", "numbers", "dice", "coins", "lottery"])
def test_the_next_press_of_a_key_draws_again(tab: Page, kind: str) -> None:
    tab.set_viewport_size({"width": 390, "height": 844})
    tab.goto("/draw")
    choose(tab, kind, NAMES if kind in {"winners", "groups"} else None)
    draw(tab)
    again = tab.get_by_role("button", name="Again", exact=True)
    for number in range(1, 4):
        expect(again).to_be_focused()
        assert box_of(again)["y"] < 844 - 44
        expect_number(tab, "#earlier details", number - 1)
        tab.keyboard.press("Enter")
        expect_number(tab, "#earlier details", number)


def test_a_draw_of_a_link_is_drawn_anew_and_says_so(tab: Page) -> None:
    reopen(tab, "/draw#numbers?min=1&max=1000000&count=1&seed=abc")
    press(tab, "Again", exact=True)
    expect_words(tab, "#facts", "This is a new draw, with a code of its own.")
    press(tab, "Again", exact=True)
    expect(tab.locator("#facts")).not_to_contain_text("new draw")


def test_what_is_given_out_at_once_is_not_drawn_again(tab: Page) -> None:
    choose(tab, "santa", ["Ann", "Bo", "Cy"])
    draw(tab)
    expect(tab.get_by_role("button", name="Again", exact=True)).to_be_hidden()
    expect(tab.locator("#result")).to_be_focused()


def test_a_roll_with_a_name_is_rolled_with_its_odds_and_reproduced(tab: Page) -> None:
    tab.set_viewport_size({"width": 360, "height": 740})
    choose(tab, "dice")
    tab.get_by_label("Or a known roll").select_option("Ability scores")
    expect(tab.get_by_label("Notation")).to_have_value("6x(4d6kh3)")
    for label in ("Dice", "Sides"):
        field = tab.get_by_role("textbox", name=label, exact=True)
        expect(field).to_be_disabled()
        expect(field).to_have_accessible_description("Both come from the notation.")
    tab.get_by_label("Notation").fill("")
    expect(tab.get_by_label("Sides")).to_be_enabled()
    expect(tab.get_by_label("Sides")).to_have_accessible_description("")
    tab.get_by_label("Notation").fill("4d6kh3")
    assert draw(tab) == "Roll 4d6kh3"
    faces = sorted(map(int, texts_of(tab, "#shown .die .hidden")))
    dropped = tab.locator("#shown .die.dropped")
    expect(dropped).to_have_text(f"{faces[0]}dropped")
    total = sum(faces[1:])
    expect_text(tab, "#shown .total", str(total))
    expect_words(tab, "#shown .odds", f"{total} or more: ")
    expect_clean(tab, "phone")
    shown = tab.locator("#shown").inner_text()
    reopen(tab, copy_by(tab, "Copy the link"))
    expect_right_but_tried(tab)
    expect_words(tab, "#shown .odds", f"{total} or more: ")
    assert tab.locator("#shown").inner_text() == shown
    open_ways(tab)
    tab.get_by_role("link", name="Show the proof").click()
    assert verdict(tab).startswith(
        "The result is right: Roll 4d6kh3 Whoever drew could try"
    )
    expect(tab.locator("#finding .die.dropped")).to_have_text(f"{faces[0]}dropped")
    expect_text(tab, "#finding .total", str(total))


def test_fudge_dice_have_their_signs_and_sets_that_are_not_shown_are_said(
    tab: Page,
) -> None:
    choose(tab, "dice", roll="101x(4dF)")
    draw(tab)
    expect_number(tab, "#shown .set", 100)
    expect_text(tab, "#shown > .soft", "100 of 101 are shown.")
    for die in tab.locator("#shown .set >> nth=0 >> .die").all():
        sign = die.locator("svg text").text_content()
        number = str(die.locator(".hidden").text_content())
        assert sign == {"-1": "−", "0": "", "1": "+"}[number]


def test_dice_coins_and_balls_look_like_what_they_are(tab: Page) -> None:
    tab.set_viewport_size({"width": 360, "height": 740})
    choose(tab, "dice", dice="20")
    draw(tab)
    dice = tab.locator("#shown .die").all()
    pips = [die.locator("svg circle").count() for die in dice]
    assert pips == [int(text_of(die)) for die in dice]
    choose(tab, "coins", coins="20")
    draw(tab)
    coins = tab.locator("#shown .coins li")
    expect(coins.locator("svg")).to_have_count(20)
    assert {text_of(coin.locator("span")) for coin in coins.all()} <= {"Heads", "Tails"}
    choose(tab, "lottery", lottery="euromillions", tips="12")
    draw(tab)
    tips = tab.locator("#shown .tips > li").all()
    assert [text_of(tip.locator(".place")) for tip in tips] == list(
        map(str, range(1, 13))
    )
    for tip in tips:
        tops = {box_of(ball)["y"] for ball in tip.locator(".balls li").all()}
        assert len(tops) == 1


PASSED = """() => {
  window.passed = [];
  const later = window.setTimeout;
  window.setTimeout = (act, pause) => {
    const name = document.querySelector(".now .lit")?.textContent;
    if (name) window.passed.push({ name, pause });
    return later(act);
  };
}"""
"""Records which names pass before a winner and for how long, and lets none of them wait."""


def list_passed(tab: Page) -> tuple[list[str], list[float]]:
    """Return the names that passed since the last call, and the pauses behind them."""
    passed = tab.evaluate("window.passed.splice(0)")
    return [each["name"] for each in passed], [each["pause"] for each in passed]


def test_names_pass_ever_slower_and_never_one_that_is_told(tab: Page) -> None:
    tab.evaluate(PASSED)
    choose(tab, "winners", ["Ann", "Bo", "Cem"], winners="2")
    press(tab, "With suspense")
    told = tab.get_by_role("dialog").get_by_role("listitem")
    press(tab, "Show the first")
    first = told.inner_text()
    names, pauses = list_passed(tab)
    assert set(names) == {"Ann", "Bo", "Cem"}
    assert pauses == sorted(pauses)
    assert pauses[-1] > 5 * pauses[0]
    press(tab, "Next")
    expect(told).to_have_count(2)
    assert set(list_passed(tab)[0]) == {"Ann", "Bo", "Cem"} - {first}


def test_tables_are_filled_one_person_after_the_other(tab: Page) -> None:
    tab.evaluate(PASSED)
    choose(tab, "seats", ["Ann", "Bo", "Cem", "Dee", "Eve"], seats="3")
    press(tab, "With suspense")
    show = tab.get_by_role("dialog")
    press(tab, "Show the first")
    show.get_by_text("All together").wait_for()
    tables = show.get_by_role("region").get_by_role("list")
    expect(tables.nth(0).get_by_role("listitem")).to_have_count(3)
    expect(tables.nth(1).get_by_role("listitem")).to_have_count(2)
    filled = tables.get_by_role("listitem").all_inner_texts()
    press(tab, "All together")
    expect_lines(tab, filled)


@pytest.mark.parametrize(
    "visit", [size("phone", reduced_motion="reduce")], indirect=True
)
def test_no_word_is_broken_in_suspense(tab: Page) -> None:
    names = ["Gwen", "Maximilian", "MWMW", "Bartholomew"]
    choose(tab, "winners", names, winners="4")
    press(tab, "With suspense")
    rows = {}
    for _ in names:
        tab.locator("dialog .primary").press("Enter")
        told = tab.locator(".now bdi")
        rows[told.inner_text()] = told.evaluate("(bdi) => bdi.getClientRects().length")
    assert rows == dict.fromkeys(names, 1)


SIZES_OF_HALLS = [(390, 844), (1366, 768)]
LONG_NAMES = [f"{first} Wolfeschlegelstein {n}" for first in FIRST_NAMES for n in "AB"]


@for_each(("width", "height"), SIZES_OF_HALLS)
def test_all_names_are_read_in_suspense(tab: Page, width: int, height: int) -> None:
    reopen(tab, "/draw")
    set_width(tab, width, height)
    unread = {}
    for count in (3, 12, 20):
        choose(tab, "winners", LONG_NAMES[:count])
        press(tab, "With suspense")
        expect_number(tab, ".left bdi", count)
        unread[count] = tab.evaluate(script("unread_names"), ".left bdi")
        press(tab, "Close")
    assert unread == {3: [], 12: [], 20: []}


LINES = "#shown .lines li"
FEW = ["winners?winners=1", "winners?winners=3", "shuffle?"]


def open_staged(tab: Page, draw: str, lines: list[str]) -> None:
    """Open the large view of a draw from a list, and wait until its letters are fitted."""
    reopen(tab, f"/draw?stage#{draw}&seed=abc&lines={'%0A'.join(lines)}")
    tab.locator("#shown .lines").first.wait_for()
    tab.evaluate(script("paint_frames"), 2)


@for_each(
    ("draw", "width", "height"),
    [
        *[(draw, *hall) for draw in FEW for hall in SIZES_OF_HALLS],
        ("groups?groups=5", 1366, 768),
        ("pairs?", 1366, 768),
    ],
)
def test_all_that_was_drawn_is_read_in_the_large_view(
    tab: Page, draw: str, width: int, height: int
) -> None:
    set_width(tab, width, height)
    open_staged(tab, draw, LONG_NAMES)
    assert tab.evaluate(script("unread_names"), "#shown .lines bdi") == []


def measure_letters(tab: Page, selector: str) -> float:
    """Return the size of the letters of the first such element, in pixels of the screen."""
    size_of = "(li) => parseFloat(getComputedStyle(li).fontSize) * li.currentCSSZoom"
    return float(tab.locator(selector).first.evaluate(size_of))


def list_broken(tab: Page, selector: str) -> list[str]:
    """Return the texts of the elements that go on in a second row."""
    broken = (
        "(elements) => elements.filter((element) => element.offsetHeight >"
        " 1.5 * parseFloat(getComputedStyle(element).lineHeight))"
        ".map((element) => element.textContent)"
    )
    texts: list[str] = tab.locator(selector).evaluate_all(broken)
    return texts


@for_each(("width", "height"), [(1024, 768), (1366, 768), (1920, 1080)])
@for_each("count", [6, 12])
def test_no_long_name_breaks_that_has_room_in_a_row_of_the_large_view(
    tab: Page, count: int, width: int, height: int
) -> None:
    set_width(tab, width, height)
    lines = [f"{name} von Hohenstein-Wittgenstein" for name in NAMES[:20]]
    open_staged(tab, f"winners?winners={count}", lines)
    names = "#shown .lines bdi"
    assert list_broken(tab, names) == []
    assert tab.evaluate(script("unread_names"), names) == []


def test_a_seat_in_the_large_view_is_its_number_beside_a_whole_name(tab: Page) -> None:
    set_width(tab, 1366, 768)
    open_staged(tab, "seats?seats=8", NAMES[:40])
    seat = tab.locator("#shown .lines li").first
    before = "(li) => getComputedStyle(li, '::before').content"
    assert seat.evaluate(before) == 'counter(line) "."'
    assert list_broken(tab, "#shown .lines bdi") == []


@for_each("coins", ["1", "5", "30"])
def test_the_words_of_coins_are_no_smaller_than_the_page_in_the_large_view(
    tab: Page, coins: str
) -> None:
    set_width(tab, 390, 844)
    reopen(tab, "/draw")
    choose(tab, "coins", coins=coins)
    draw(tab)
    press(tab, "Large view")
    tab.evaluate(script("paint_frames"), 2)
    assert round(measure_letters(tab, "#shown .coins li"), 1) >= 16


def test_the_label_of_a_dropped_die_is_whole_in_the_large_view(tab: Page) -> None:
    set_width(tab, 1366, 768)
    tab.goto("/draw?kind=dice")
    tab.get_by_label("Notation").fill("4d6kh3")
    draw(tab)
    press(tab, "Large view")
    tab.evaluate(script("paint_frames"), 2)
    expect_text(tab, "#shown .die small", "dropped")
    assert list_broken(tab, "#shown .die small") == []


@for_each(
    ("width", "height"),
    [(390, 844), (844, 390), (768, 1024), (1024, 768), (1920, 1080)],
)
@for_each(
    "draw", ["winners?winners=10", "shuffle?", "groups?groups=4", "seats?seats=8"]
)
def test_letters_in_the_large_view_are_no_smaller_than_on_the_page(
    tab: Page, draw: str, width: int, height: int
) -> None:
    set_width(tab, width, height)
    open_staged(tab, draw, NAMES[:32])
    on_stage = measure_letters(tab, LINES)
    assert fits_window(tab)
    press(tab, "Leave the large view")
    assert on_stage >= measure_letters(tab, LINES) - 0.5


@for_each("draw", ["winners?winners=5", "seats?", "shuffle?"])
def test_a_dozen_lines_on_a_phone_take_its_width_in_the_large_view(
    tab: Page, draw: str
) -> None:
    set_width(tab, 390, 844)
    open_staged(tab, draw, [f"{name} Eriksson" for name in FIRST_NAMES])
    names = "#shown .lines bdi"
    assert list_broken(tab, names) == []
    widest = max(box_of(name)["width"] for name in tab.locator(names).all())
    assert widest > 390 / 2


KINDS_WITH_LIST = ["winners", "groups", "pairs", "shuffle", "seats", "santa"]
KINDS_WITHOUT_LIST = ["numbers", "dice", "coins", "lottery", "bingo"]


@for_each("kind", KINDS_WITH_LIST + KINDS_WITHOUT_LIST)
def test_a_phone_shows_the_button_that_draws_and_those_of_the_result(
    tab: Page, kind: str
) -> None:
    set_width(tab, 390, 844)
    reopen(tab, f"/draw?kind={kind}")
    expect(tab.locator("#draw")).to_be_in_viewport(ratio=1)
    if kind in KINDS_WITH_LIST:
        fill_list(tab, NAMES[:40])
    expect(tab.locator("#draw")).to_be_in_viewport(ratio=1)
    draw(tab)
    expect(tab.locator("#tools")).to_be_in_viewport(ratio=1)
    expect(tab.locator("#result-title")).to_be_in_viewport(ratio=1)


@for_each("part", ["#form", "#result"])
def test_what_has_the_focus_is_not_below_the_buttons_that_stay(
    tab: Page, part: str
) -> None:
    set_width(tab, 390, 844)
    reopen(tab, "/draw?kind=santa")
    fill_list(tab, NAMES[:40])
    draw(tab)
    buttons = tab.locator({"#form": "#press", "#result": "#tools"}[part])
    others = tab.locator(f"{part} :is(input, textarea, button, summary):visible")
    hidden = []
    for other in others.all():
        if other.evaluate("(other) => other.closest('#press, #tools') !== null"):
            continue
        tab.evaluate("scrollTo(0, 0)")
        other.focus()
        if overlap(box_of(other), box_of(buttons)):
            hidden.append(other.inner_text())
    assert hidden == []


@for_each(("width", "height"), SIZES_OF_HALLS)
def test_what_was_drawn_or_is_wrong_is_in_the_window(
    tab: Page, width: int, height: int
) -> None:
    reopen(tab, "/draw")
    set_width(tab, width, height)
    choose(tab, "winners", LONG_NAMES, winners="3")
    draw(tab)
    for part in ("#shown", "#tools"):
        expect(tab.locator(part)).to_be_in_viewport(ratio=1)
    choose(tab, "winners", LONG_NAMES, winners="30")
    press_draw(tab)
    for part in ("#problem", "#winners"):
        expect(tab.locator(part)).to_be_in_viewport(ratio=1)


@for_each(
    ("kind", "count", "rows"),
    [
        ("coins", 4, [4]),
        ("coins", 5, [3, 2]),
        ("dice", 5, [3, 2]),
        ("dice", 7, [4, 3]),
        ("coins", 9, [3, 3, 3]),
    ],
)
def test_coins_and_dice_stand_in_rows_of_about_as_many(
    tab: Page, kind: str, count: int, rows: list[int]
) -> None:
    set_width(tab, 390, 844)
    choose(tab, kind, None, **{kind: str(count)})
    draw(tab)
    tops = tab.locator(f"#shown .{kind} > li").evaluate_all(
        "all => all.map((li) => Math.round(li.getBoundingClientRect().top))"
    )
    assert [tops.count(top) for top in sorted(set(tops))] == rows


def test_a_code_leaves_the_field_of_the_words_in_the_window(tab: Page) -> None:
    set_width(tab, 390, 844)
    choose(tab, "winners", LONG_NAMES)
    announce(tab)
    for part in ("#sealed .code", "#audience"):
        expect(tab.locator(part)).to_be_in_viewport(ratio=1)
    expect(tab.get_by_role("button", name="Draw now")).to_be_in_viewport(ratio=1)


def list_staged(tab: Page) -> list[bool]:
    """Return whether the result, the header and the field of the list are visible."""
    return [tab.locator(part).is_visible() for part in ("#result", "header", "#lines")]


def test_a_result_goes_on_the_stage_and_back(tab: Page) -> None:
    tab.goto("/draw?stage")
    expect(tab.locator("header")).to_be_hidden()
    assert list_staged(tab) == [True, False, False]
    assert violations_in_all_schemes(tab) == []
    tab.keyboard.press("Escape")
    choose(tab, "winners", NAMES, winners="3")
    draw(tab)
    winners = lines_of(tab)

    press(tab, "Large view")
    assert list_staged(tab) == [True, False, False]
    assert lines_of(tab) == winners
    tab.reload()
    expect_lines(tab, winners)
    assert list_staged(tab) == [True, False, False]
    press(tab, "Leave the large view")
    assert list_staged(tab) == [True, True, True]
    expect_names(tab, NAMES)
    expect_lines(tab, winners)


def test_the_stage_draws_and_says_what_is_wrong(tab: Page) -> None:
    tab.goto("/draw?kind=coins&stage")
    draw(tab)
    expect_number(tab, "#shown .coins li", 1)
    tab.goto("/draw?stage")
    press_draw(tab)
    expect(tab.locator("#problem")).to_be_visible()
    expect(tab.locator("#lines")).to_be_focused()


def test_a_draw_that_fails_gives_the_screen_back(tab: Page) -> None:
    tab.evaluate(
        "addEventListener('fullscreenchange',"
        " () => document.body.classList.toggle('filled', document.fullscreenElement))"
    )
    tab.route("**/v1/**", lambda route: route.abort())
    choose(tab, "winners", ["Ann", "Bo"])
    press(tab, "With suspense")
    expect(tab.locator("#problem")).to_be_visible()
    expect(tab.locator("body[class='']")).to_be_attached()


def list_misfits(tab: Page) -> list[str]:
    """Return the buttons that cover each other, and whether the page is wider than the window."""
    covered: list[str] = tab.evaluate(script("covered_buttons"))
    return covered if fits_window(tab) else [*covered, "wider than the window"]


@for_each(
    ("groups", "rows"),
    [(2, [2]), (4, [4]), (5, [3, 2]), (6, [3, 3]), (7, [4, 3]), (10, [5, 5])],
)
def test_the_rows_of_groups_are_balanced_on_the_stage(
    tab: Page, groups: int, rows: list[int]
) -> None:
    set_width(tab, 1366, 768)
    lines = "%0A".join(FIRST_NAMES * 2)
    reopen(tab, f"/draw?stage#groups?groups={groups}&seed=abc&lines={lines}")
    expect_number(tab, "#shown .part", groups)
    tops = [box_of(part)["y"] for part in tab.locator("#shown .part").all()]
    assert [tops.count(top) for top in sorted(set(tops))] == rows


def test_the_stage_fits_a_phone(tab: Page) -> None:
    set_width(tab, 360, 740)
    tab.goto("/draw?stage")
    misfits = {"before": list_misfits(tab)}
    press(tab, "Leave the large view")
    choose(tab, "winners", NAMES[:12], winners="3")
    draw(tab)
    press(tab, "Large view")
    expect_number(tab, "#shown .lines li", 3)
    misfits["winners"] = list_misfits(tab)
    tab.goto("/draw")
    choose(tab, "winners", NAMES[:12], winners="3")
    seal(tab)
    press(tab.locator("#sealed"), "Large view")
    misfits["sealed"] = list_misfits(tab)
    assert misfits == {"before": [], "winners": [], "sealed": []}


@for_each(("width", "height"), [(390, 844), (1366, 768)])
def test_the_stage_has_what_is_fixed_and_what_is_awaited_in_sight(
    tab: Page, width: int, height: int
) -> None:
    reopen(tab, "/draw")
    set_width(tab, width, height)
    choose(tab, "winners", NAMES[:12], winners="3")
    seal(tab)
    sealed = tab.locator("#sealed")
    stage = sealed.get_by_role("button", name="Large view")
    stage.click()
    expect(stage).to_be_hidden()
    for part in (".code", "#audience"):
        expect(sealed.locator(part)).to_be_in_viewport(ratio=1)
    decide(tab, "let it snow")
    expect(tab.locator("#shown .lines")).to_be_in_viewport(ratio=1)
    if width > 1000:
        expect(tab.locator("#proof .code")).to_be_in_viewport(ratio=1)
    press(tab, "Leave the large view")
    expect(tab.locator("#shown .lines")).to_be_in_viewport(ratio=1)


def test_a_press_on_a_code_fills_the_screen_on_the_stage_too(tab: Page) -> None:
    choose(tab, "winners", NAMES[:12], winners="3")
    seal(tab)
    press(tab.locator("#sealed"), "Large view")
    wall = tab.get_by_role("dialog")
    tab.locator("#sealed .code").click()
    expect(wall.locator(".code")).to_be_in_viewport(ratio=1)
    tab.keyboard.press("Escape")
    expect(wall).to_have_count(0)

    decide(tab, "let it snow")
    code = tab.locator("#proof .code")
    code.click()
    large = wall.locator(".code")
    assert box_of(large)["width"] > box_of(code)["width"]
    large.click()
    expect(wall).to_have_count(0)
    press(tab, "Enlarge the code")
    press(wall, "Close")
    expect(wall).to_have_count(0)
    assert list_staged(tab) == [True, False, False]
    assert tab.evaluate("document.fullscreenElement !== null")


def test_a_plan_for_the_wall_is_printed_without_a_look_under_more(tab: Page) -> None:
    printing = tab.locator("#tools").get_by_role("button", name="Print")
    choose(tab, "winners", NAMES)
    draw(tab)
    expect(printing).to_have_count(0)
    choose(tab, "groups")
    draw(tab)
    expect(printing).to_be_visible()


def test_a_link_that_was_cut_is_told_above_the_form_until_a_new_draw(tab: Page) -> None:
    reopen(tab, "/draw#winne")
    problem = tab.locator("#wrong-link")
    expect(problem).to_be_focused()
    expect(problem).to_contain_text("This link is not complete")
    assert box_of(problem)["y"] < box_of(tab.locator("#form .steps"))["y"]
    expect_clean(tab, "phone")
    press(tab, "Draw something new")
    expect(problem).to_be_hidden()
    assert tab.url.endswith("/draw")
    reopen(tab, "/draw?stage#winne")
    expect(problem).to_be_visible()
