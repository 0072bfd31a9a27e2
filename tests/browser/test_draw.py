"""The page that draws: from lists and without, by link, sealed in public, checked on the page Verify, and printed."""

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import (
    Visit,
    attribute_of,
    click_text,
    copied_text,
    copy_by,
    count_pages,
    download,
    expect_clean,
    expect_number,
    expect_text,
    expect_words,
    fill_in,
    give_file,
    open_alone,
    press,
    reopen,
    script,
    size,
    texts_of,
    tick,
    violations_in_all_schemes,
    wait_for_text,
)
from tests.browser.draw_page import (
    NAMES,
    change_columns,
    choose,
    draw,
    expect_count,
    expect_lines,
    expect_names,
    fill_list,
    lines_of,
    open_more,
    press_draw,
    record_sent,
)
from tests.browser.result_page import (
    expect_sign,
    open_result,
    pack,
    sign,
    tick_all,
    unpack,
)
from tests.browser.verify_page import (
    PARTIAL,
    check,
    confirm,
    expect_verdict,
    finding,
    list_open,
    verdict,
    wait_for,
)
from tests.browser.workbooks import (
    write_excel,
    write_excel_rows,
    write_ods,
    write_ods_cells,
)
from tests.server.client import post_json as post
from tests.tables import for_each

pytestmark = pytest.mark.browser


@pytest.fixture
def tab(tab: Page) -> Page:
    """Return a tab that shows the page Draw."""
    tab.goto("/draw")
    return tab


Json = dict[str, Any]

WORDS = "banana tractor Zürich"


def seal(tab: Page) -> str:
    """Seal a draw, and return the link that its code has."""
    tick(tab, "In public: everybody")
    fill_in(tab, "What is it for?", "Spring raffle")
    tab.get_by_label("Who decides it?").select_option("words")
    press(tab, "Announce the draw")
    tab.get_by_role("img", name="QR code of the announcement").wait_for()
    announcement = tab.locator("#sealed")
    button = announcement.get_by_role("button", name="Copy the link")
    return copied_text(tab, button)


def decide(tab: Page, words: str) -> str:
    """Enter the words of the audience, draw, and return the link to the proof."""
    tab.locator("#audience").fill(words)
    press(tab, "Draw now")
    tab.locator("#proof:not([hidden])").wait_for()
    links = tab.get_by_role("link", name="Check it")
    return attribute_of(links, "href") if links.count() else ""


SEEN = "I saw this check code"
HEARD = "I heard these words after the check code"
DRAWN = "This is the result that I saw"
"""What the page of a result asks its reader."""


@pytest.mark.parametrize("visit", [size("desktop")], indirect=True)
@pytest.mark.smoke
def test_a_raffle_is_sealed_drawn_and_checked_in_a_fresh_profile(
    tab: Page, browser: Browser, base: str
) -> None:
    sent = record_sent(tab)
    tab.reload()
    choose(tab, "winners", NAMES, winners="3")
    assert [request for request in sent if "/v1/" in request] == []
    announced = seal(tab)
    expect_clean(tab, "phone")
    assert tab.locator("#draw").is_disabled()
    with open_alone(browser, base) as late, open_alone(browser, base) as early:
        early.tab.goto(announced)
        expect_sign(
            early.tab,
            "Fixed in advance. This link has no result yet. This browser noted what was fixed.",
        )
        expect_clean(early.tab, "phone")

        tab.reload()  # the draw that was announced goes on
        tab.get_by_role("img", name="QR code of the announcement").wait_for()
        proof = decide(tab, WORDS)
        winners = lines_of(tab)
        assert len(winners) == 3
        assert set(winners) <= set(NAMES)
        expect(tab.get_by_role("img", name="QR code of the proof")).to_be_visible()
        expect_clean(tab, "desktop")
        assert "Gül" not in "".join(sent)  # no name is sent

        check_proof(late, proof, winners, [SEEN, HEARD, DRAWN], "desktop")
        check_proof(early, proof, winners, [HEARD, DRAWN], "phone")
    assert count_pages(tab) == 1
    tab.emulate_media(media="print")
    for part in ("#shown", "#proof svg"):
        expect(tab.locator(part)).to_be_visible()
    for part in ("#form", "#tools", "#check"):
        expect(tab.locator(part)).to_be_hidden()


def check_proof(
    fresh: Visit, proof: str, winners: list[str], asked: list[str], window: str
) -> None:
    """Open the link to a proof, which asks its reader these questions; follow it to its check on the page Verify."""
    tab = fresh.tab
    reopen(tab, proof)
    expect_sign(tab, "It matches. Computed again in this browser")
    title, kind = texts_of(tab, "#title, #kind")
    assert title == "Spring raffle"
    assert kind == "3 winners from 200 names"
    assert lines_of(tab) == winners
    more = tab.locator("#more").inner_text()
    assert WORDS in more
    assert "Whoever typed the words could try others first." in more
    questions = texts_of(tab, ".confirm label")
    for question, beginning in zip(questions, asked, strict=True):
        assert question.strip().startswith(beginning)
    expect_clean(tab, window)
    assert tick_all(tab).startswith("Valid.")

    assert show_proof(tab).startswith(PARTIAL)
    assert ("The check code" in list_open(tab)) is (SEEN in asked)
    numbers = tab.locator("#finding .numbers li")
    expect(numbers).to_have_text(winners, use_inner_text=True)
    assert "The last word decided." in finding(tab)
    confirm(tab)
    wait_for(tab, "valid")
    assert check(tab, proof).startswith(PARTIAL)  # pasted, it is still what a link says
    assert check(tab, proof[:-9]).startswith(
        "Cannot be checked. The link is damaged, or cut off."
    )


def open_list(tab: Page, lines: list[str]) -> None:
    """Open a list on the page of a result."""
    text = "\r\n".join(lines)
    give_file(tab, text.encode("utf-8-sig"), "list.csv", "#more [type=file]")


def show_proof(tab: Page) -> str:
    """Follow the link to the page Verify, and return its verdict."""
    tab.get_by_role("link", name="Show the proof").click()
    tab.wait_for_url("**/verify#packed=*")
    return verdict(tab)


def with_screen(file: Json, **members: Any) -> Json:
    """Return a file with further members of what its screen showed."""
    return file | {"screen": file["screen"] | members}


@dataclass(frozen=True)
class Proof:
    """The proof of a draw: its file without the list, with the names that were drawn, and the list."""

    file: Json
    drawn: list[str]
    items: list[str]


@pytest.fixture
def grouped(tab: Page) -> Proof:
    """Seal and draw groups of nine names, and return their proof."""
    choose(tab, "groups", NAMES[:9], size="4")
    seal(tab)
    file = unpack(decide(tab, WORDS))
    items = file.pop("original_items")
    drawn = [items[number - 1] for number in list_numbers(file)]
    return Proof(with_screen(file, names=drawn), drawn, items)


def list_numbers(file: Json) -> list[int]:
    """Return the numbers that were drawn, in their order."""
    return [number for entry in file["seen"] for number in entry["integers"]]


def test_a_code_without_names_shows_their_numbers(tab: Page, grouped: Proof) -> None:
    without_names = with_screen(grouped.file, names=None)
    assert open_result(tab, without_names).startswith("The numbers match.")
    assert "Number" in tab.locator("#shown").inner_text()


def test_names_in_a_code_are_told_from_those_that_the_opened_list_proves(
    tab: Page, grouped: Proof
) -> None:
    shown = tab.locator("#shown").inner_text()
    items = grouped.items
    assert open_result(tab, grouped.file).startswith("The numbers match.")
    numbers = list_numbers(grouped.file)
    lines = [f"{items[number - 1]} (number {number})" for number in numbers]
    assert sorted(lines_of(tab)) == sorted(lines)
    assert "Names: as the link says." in tab.inner_text("#warnings")
    open_list(tab, items[1:])
    wait_for_text(tab, "This is another list")
    # never green without the list
    assert tick_all(tab).startswith("The numbers match.")
    open_list(tab, items)
    wait_for_text(tab, "The list is the one that was fixed, with 9 entries.")
    expect_sign(tab, "Valid.")
    assert tab.locator("#shown").inner_text() == shown


def test_a_name_is_found_in_the_opened_list_of_a_result(
    tab: Page, grouped: Proof
) -> None:
    items = grouped.items
    open_result(tab, grouped.file)
    open_list(tab, items)
    click_text(tab, "Am I in the list? All 9 entries")
    expect_text(tab, ".entries li", items)
    fill_in(tab, "Find a name in the list", items[4].upper())
    expect_text(tab, ".entries li", [items[4]])
    expect_clean(tab, "phone")


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
    assert open_result(tab, grouped.file).startswith("Not valid. The draw gives")


def test_the_list_of_a_result_from_a_seed_that_its_link_has_no_room_for_is_opened(
    tab: Page,
) -> None:
    lines = [f"{name} {i}" for i in range(3) for name in NAMES]
    choose(tab, "winners", lines, winners="2")
    draw(tab)
    winners = lines_of(tab)
    reopen(tab, copy_by(tab, "Copy the link"))
    expect_sign(
        tab,
        "The link gives exactly this result. This browser worked it out again. A link does not",
    )
    expect_words(tab, "main", "Code of the draw")
    for line in lines_of(tab):
        assert re.fullmatch(r"Number [\d,]+ of the list", line)
    open_list(tab, lines[1:])
    wait_for_text(tab, "This is another list")
    open_list(tab, lines)
    wait_for_text(tab, "The list is the one that the link was made with")
    assert lines_of(tab) == winners


def open_own_proof(tab: Page) -> None:
    """Seal and draw what is chosen, and open the link to its proof, which shows the same."""
    seal(tab)
    proof = decide(tab, WORDS)
    shown = tab.locator("#shown").inner_text()
    reopen(tab, proof)
    expect_sign(tab, "It matches.")
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
    balls = tab.locator("#shown").inner_text().split()
    show_proof(tab)
    parts = " ".join(texts_of(tab, "#finding .part-of"))
    first_line = ["Line", "1", *balls[:6]]
    second_line = ["Line", "2", *balls[6:]]
    assert parts.split() == first_line + second_line


RAFFLE: Json = {
    "max": 9,
    "reshuffle": "never",
    "label": "Raffle: 1 winner. Decided by: words of the audience",
}
"""The terms of a sealed draw, as the page writes them."""


def draw_winner(base: str, opened: Json, words: str, **rules: Any) -> Json:
    """Draw a winner from a shoe by these words, and return the file of the draw."""
    drawn = post(
        base, "/v1/shoes/draw", shoe=opened["shoe"], count=1, client_seed=words, **rules
    )
    revealed = post(base, "/v1/shoes/reveal", shoe=drawn["shoe"])
    return {
        "receipt": revealed["receipt"],
        "seen": [drawn["seen"]],
        "confirmed": {"commitment": opened["commitment"], "client_seed": words},
    }


def check_link(tab: Page, file: Json) -> list[str]:
    """Open a link to a check, and return the titles of the checks that were not made."""
    reopen(tab, f"/verify{pack(file)}")
    verdict(tab)
    return list_open(tab)


TOLD = ["The words, or the public number", "The result"]
"""What a link tells of a draw, which its reader may have heard otherwise."""


def test_a_seal_that_was_shown_for_another_draw_or_was_drawn_from_twice_is_told(
    tab: Page, base: str
) -> None:
    opened = post(base, "/v1/shoes", **RAFFLE)
    announced = {name: opened[name] for name in ("commitment", "terms")}
    assert check_link(tab, announced) == []
    drawn = draw_winner(base, opened, WORDS)

    of_a_prize = "Raffle: 1 prize. Decided by: words of the audience"
    other_shoe = post(base, "/v1/shoes", **RAFFLE | {"label": of_a_prize})
    swapped = draw_winner(base, other_shoe, WORDS)
    assert "Another check code" in check_link(tab, swapped)
    assert open_result(tab, swapped).startswith(
        "Not what this browser noted. This is another check code"
    )
    assert tick_all(tab).startswith("Not what this browser noted.")  # never green

    noted_late = drawn | {"screen": {"drawn": 10**12}}
    assert check_link(tab, noted_late) == ["The check code", *TOLD]
    assert "only after the draw" in finding(tab)

    assert (
        open_result(tab, announced) == "This browser saw a result of this draw already."
    )
    assert check_link(tab, drawn) == TOLD
    other_words = draw_winner(base, opened, "other words")
    assert check_link(tab, other_words) == [*TOLD, "Another result"]
    from_bottom = draw_winner(base, opened, WORDS, **{"from": "bottom"})
    differs = ["Another result", "The way it was drawn"]
    assert check_link(tab, from_bottom) == TOLD + differs
    tab.goto("/verify")
    give_file(tab, json.dumps(drawn).encode())
    expect_verdict(tab, PARTIAL)  # whoever drew wrote the file


def test_a_seal_with_other_terms_than_this_browser_noted_is_not_valid(
    tab: Page, base: str
) -> None:
    opened = post(base, "/v1/shoes", **RAFFLE)
    announced = {name: opened[name] for name in ("commitment", "terms")}
    of_ten = announced | {"terms": announced["terms"] | {"max": 10}}
    drawn = draw_winner(base, opened, WORDS)

    check_link(tab, announced)
    assert check_link(tab, of_ten) == []
    expect_verdict(tab, "Not valid. This browser noted the same check code before")
    tab.evaluate("localStorage.clear()")
    check_link(tab, of_ten)
    assert check_link(tab, drawn) == []
    expect_verdict(tab, "Not valid. This browser noted the ")


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
        "5 of 69 and 1 of 26, 2 times",
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
    expect_sign(tab, "The link gives exactly this result.")
    assert texts_of(tab, elements) == shown
    tab.get_by_role("link", name="Open it on the page Draw").click()
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


def test_eight_tickets_of_bingo_are_printed_on_two_pages(tab: Page) -> None:
    choose(tab, "bingo", bingo="75", tickets="8")
    draw(tab)
    assert count_pages(tab) == 2  # six cards on each


def test_the_table_leads_to_a_kind_of_draw_and_bingo_to_its_caller(tab: Page) -> None:
    tab.goto("/")
    tab.get_by_role("link", name="Groups, teams").click()
    expect(tab.get_by_role("radio", name="Groups, teams")).to_be_checked()
    choose(tab, "bingo", bingo="call75")
    expect_clean(tab, "phone")
    tab.get_by_role("link", name="Open the caller").click()
    tab.get_by_role("button", name="First ball").wait_for()
    assert "#v1/games/bingo_call/deal?seed=" in tab.url


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
    choose(tab, "coins", None)
    expect(tab.locator("#problem")).to_be_hidden()


def expect_problem(tab: Page, sentence: str) -> None:
    """Press the button that draws, and expect a sentence on the field that has the focus."""
    press_draw(tab)
    expect_text(tab, "#problem", sentence, use_inner_text=True)
    marked = tab.evaluate("document.activeElement.getAttribute('aria-invalid')")
    assert marked == "true"


EACH_LINE = "Each line ends in its number of tickets"


def test_a_line_without_its_number_of_tickets_is_named(tab: Page) -> None:
    choose(tab, "winners", ["Ann 2", "Bob 1,500"])
    tick(tab, EACH_LINE)
    expect_problem(tab, "Line 2, “Bob 1,500”, needs a number at its end, such as 3.")


def test_tickets_count_and_the_requests_are_shown(tab: Page) -> None:
    choose(tab, "winners", ["Ann; 0", "Bob\t5", "Bob\t5", "Cem 2"], winners="2")
    press(tab, "Remove 1 repeated")
    tick(tab, EACH_LINE)
    draw(tab)
    assert sorted(lines_of(tab)) == ["Bob", "Cem"]
    requests = tab.locator("#request [data-language=curl] pre")
    click_text(tab, "The requests, to copy")
    assert '"weights": [0, 5, 2]' in requests.inner_text()

    seal(tab)
    decide(tab, WORDS)
    assert sorted(lines_of(tab)) == ["Bob", "Cem"]
    click_text(tab, "The requests, to copy")
    requests.nth(2).wait_for()
    addresses = [curl.split("'")[1] for curl in requests.all_inner_texts()]
    paths = [address.partition("/v1/")[2] for address in addresses]
    assert paths == ["shoes", "shoes/draw", "shoes/reveal"]


def check_sealed(tab: Page, title: str) -> None:
    """Seal and draw what is chosen, save the proof, and open it on the page Verify."""
    seal(tab)
    decide(tab, WORDS)
    shown = tab.locator("#result-title")
    expect(shown).to_have_text(f"Spring raffle: {title}", use_inner_text=True)
    open_more(tab)
    proof = download(tab, "Save the proof").path().read_bytes()
    tab.goto("/verify")
    give_file(tab, proof)
    verdict(tab)
    assert confirm(tab).startswith("Valid.")


def test_dice_are_sealed(tab: Page) -> None:
    choose(tab, "dice")
    check_sealed(tab, "2 dice")


def test_a_long_list_from_a_file_is_sealed(tab: Page) -> None:
    choose(tab, "shuffle")
    tickets = "\r\n".join(f"Ticket {number}" for number in range(10_000))
    give_file(tab, tickets.encode("utf-8-sig"), "list.csv")
    wait_for_text(tab, "10,000 names.")
    check_sealed(tab, "Random order from 10,000 names")


TABLE = ["Name;Tickets", '"Meier; Ann";3', "Bo;0", "Cem;12", "Dee;1"]


def test_a_heading_is_no_name_and_columns_are_chosen(tab: Page) -> None:
    choose(tab, "winners", TABLE, winners="3")
    expect_count(tab, "4 names, 16 tickets.")
    read = tab.locator("#read")
    expect(read).to_contain_text("“Name; Tickets” is the heading and is not drawn.")
    expect_names(tab, ["Meier; Ann; 3", "Bo; 0", "Cem; 12", "Dee; 1"])
    expect_clean(tab, "phone")

    choose(tab, "groups", groups="2")  # tickets are of winners alone
    expect_names(tab, ["Meier; Ann", "Bo", "Cem", "Dee"])

    choose(tab, "winners")
    change_columns(tab)
    tab.get_by_label("Tickets", exact=True).select_option(label="The same for each")
    expect_count(tab, "4 names. No name is sent")
    press(tab, "It is a name")
    press(tab, "Part of the name")
    tab.get_by_label("Names", exact=True).select_option(label="Column 2: Tickets")
    expect_names(tab, ["Tickets", "3", "0", "12", "1"])


def test_a_link_without_names_draws_from_the_list_that_is_pasted(tab: Page) -> None:
    choose(tab, "winners", TABLE, winners="3")
    draw(tab)
    winners = lines_of(tab)
    assert sorted(winners) == ["Cem", "Dee", "Meier; Ann"]
    expect_words(tab, "#carries", "has the whole list: 4 names.")
    open_more(tab)
    link = copy_by(tab, "Copy a link without names")
    assert "Meier" not in link

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
    expect_sign(tab, "The numbers match.")
    open_list(tab, TABLE)
    wait_for_text(tab, "The list is the one that was fixed, with 16 entries.")
    assert lines_of(tab) == winners


@for_each(
    ("lines", "count", "names"),
    [
        (
            ["Nom\tPrénom\tVille", "Meier\tAnn\tBern", "Roy\tLéa\tGenf"],
            "2 names",
            ["Ann Meier", "Léa Roy"],
        ),
        (["Meier, Ann", "Roy, Léa"], "2 names", ["Meier, Ann", "Roy, Léa"]),
        (["Name", "Ann", "Bo", "Cem"], "3 names", ["Ann", "Bo", "Cem"]),
    ],
)
def test_first_and_last_names_are_joined_and_headings_left_out(
    tab: Page, lines: list[str], count: str, names: list[str]
) -> None:
    reopen(tab, "/draw")
    fill_list(tab, lines)
    expect_count(tab, count)
    expect_names(tab, names)


def write_workbook(rows: list[list[str]]) -> bytes:
    """Return a workbook of Excel with one sheet."""
    return write_excel({"r1": write_excel_rows(rows)})


def write_sheet(rows: list[list[str]]) -> bytes:
    """Return a workbook of LibreOffice with one sheet; its rest is empty, as far as a sheet goes."""
    rest_of_row = '<table:table-cell table:number-columns-repeated="16382"/>'
    rest = '<table:table-row table:number-rows-repeated="1048570"><table:table-cell/></table:table-row>'
    sheet = "".join(
        f"<table:table-row>{write_ods_cells(row)}{rest_of_row}</table:table-row>"
        for row in rows
    )
    return write_ods(f"<table:table>{sheet}{rest}</table:table>")


@for_each(
    ("lines", "question", "answer", "said"),
    [
        (
            ["Ann; 50", "Bob; 100"],
            "What are the numbers",
            "Part of the name",
            "Part of the name.",
        ),
        (
            ["Ann; 5", "Bob; 10", "Cem; 2", "Dee; 1"],
            "What are the numbers",
            "18 tickets, as many",
            "18 tickets, as many as",
        ),
        (
            ["ab;x", "Ann;red", "Bob;red", "Cem;red", "Dee;red"],
            "Is the first line a heading?",
            "Yes: 4 names",
            "not drawn",
        ),
    ],
)
def test_what_a_list_leaves_open_is_asked(
    tab: Page, lines: list[str], question: str, answer: str, said: str
) -> None:
    reopen(tab, "/draw")
    fill_list(tab, lines)
    press_draw(tab)
    problem = tab.locator("#problem")
    expect(problem).to_contain_text(question)
    assert tab.locator("#tools").is_hidden()
    expect_clean(tab, "phone")
    press(tab, answer)
    expect_words(tab, "#read", said)
    expect(problem).to_be_hidden()


WEIGHTS = write_workbook([["Name", "Weight"], ["Ann", "0.6"], ["Bob", "2"]])
SHEET = write_sheet([["Name", "Weight"], ["Ann", "0.5"], ["Bob &amp; Co", "2"]])


def test_a_workbook_is_read_and_a_file_that_is_no_text_is_never_drawn(
    tab: Page,
) -> None:
    give_file(tab, WEIGHTS, "list.xlsx")
    expect_names(tab, ["Ann; 0.6", "Bob; 2"])
    expect_count(tab, "each counts 10 times")
    give_file(tab, SHEET, "list.ods")
    expect_names(tab, ["Ann; 0.5", "Bob & Co; 2"])
    give_file(tab, WEIGHTS, "list.xlsx")
    expect_names(tab, ["Ann; 0.6", "Bob; 2"])

    refused = {
        write_sheet([["Ann"]])[:200] + bytes(99): "CSV UTF-8",
        b"%PDF-1.7\nAnn\nBob": "This is no text",
        b"PK\x03\x04 no sheet" + bytes(99): "CSV UTF-8",
        write_workbook([["x" * 2**24]]): "This workbook is too large to be read here.",
    }
    for content, sentence in refused.items():
        give_file(tab, content, "list")
        expect_words(tab, "#problem", sentence)
        expect_names(tab, ["Ann; 0.6", "Bob; 2"])

    more_than_half_a_megabyte = [[f"Guest {i}", "x" * 99] for i in range(4_000)]
    give_file(tab, write_workbook(more_than_half_a_megabyte), "list.xlsx")
    expect_count(tab, "4,000 names")


def test_a_list_of_windows_is_read_stays_through_a_reload_and_is_forgotten(
    tab: Page,
) -> None:
    read = tab.locator("#read")
    give_file(tab, "Zoé\nJosé".encode("cp1252"), "list.csv")
    expect(read).to_contain_text("was read as Windows-1252")
    press(tab, "It is a heading")
    expect_names(tab, ["José"])
    tab.reload()
    expect_names(tab, ["José"])
    expect(read).to_contain_text("“Zoé” is the heading")
    press(tab, "Forget the list")
    tab.reload()
    expect_names(tab, [])


def read_kept(tab: Page) -> str:
    """Return all that a tab has: its page with the values of the fields, its storage, its address and its state."""
    return str(tab.evaluate(script("kept")))


SECRETS = ["Agnesia", "Bertilda", "Cosimanta", "Dagoberta"]
"""Names that are nowhere else in a page."""


def find_kept(tab: Page) -> list[str]:
    """Return what a tab has around each of the names that it has."""
    kept = read_kept(tab)
    return [
        kept[max(0, kept.find(name) - 200) : kept.find(name) + 60]
        for name in SECRETS
        if name in kept
    ]


def expect_forgotten(tab: Page) -> None:
    """Expect a page that shows no result and has no name."""
    expect_words(tab, "#shown", "It appears here")
    assert find_kept(tab) == []


def draw_of_secrets(tab: Page) -> list[str]:
    """Draw groups, gifts and winners of the secret names, and return the addresses before the last."""
    addresses = [tab.url]
    houses = [f"{name},{house}" for name, house in zip(SECRETS, "AABB", strict=True)]
    choose(tab, "groups", houses, groups="2")
    click_text(tab, "Who comes together")
    fill_in(tab, "Last time’s groups", f"{SECRETS[0]}, {SECRETS[3]}")
    draw(tab)
    addresses.append(tab.url)
    choose(tab, "santa", SECRETS)
    draw(tab)
    addresses.append(tab.url)
    choose(tab, "winners", SECRETS, winners="2")
    draw(tab)
    return addresses


def expect_kept_by_history(tab: Page, first_winners: list[str]) -> None:
    """Expect the results of four draws by a reload and by Back, and go forward to the last."""
    tab.reload()
    expect_number(tab, "#shown .lines li", 2)
    repeat(tab.go_back, 2)
    expect_words(tab, "#result-title", "group")
    tab.go_back()
    expect_lines(tab, first_winners)
    repeat(tab.go_forward, 3)


def repeat(step: Callable[[], object], times: int) -> None:
    for _ in range(times):
        step()


def forget_list(tab: Page) -> None:
    """Press the button that forgets the list, and expect it to go."""
    forget = tab.get_by_role("button", name="Forget the list")
    forget.click()
    expect(forget).to_be_hidden()


def test_a_forgotten_list_is_nowhere_neither_by_back_nor_by_a_reload(tab: Page) -> None:
    reopen(tab, "/draw#winners?winners=2&seed=1&lines=" + "%0A".join(SECRETS))
    tab.locator("#tools:not([hidden])").wait_for()
    first_winners = lines_of(tab)
    addresses = "".join(draw_of_secrets(tab))
    assert [name for name in SECRETS if name in addresses] == []
    assert "Agnesia" in copied_text(tab, tab.locator("#copy-link"))
    assert "Agnesia" in tab.url
    expect_kept_by_history(tab, first_winners)

    forget_list(tab)

    expect_forgotten(tab)
    back = [tab.go_back] * 3
    forward = [tab.go_forward] * 3
    for step in (tab.reload, *back, tab.reload, *forward, tab.reload):
        step()
        expect_forgotten(tab)


def test_an_earlier_page_that_the_browser_kept_forgets_the_list_too(tab: Page) -> None:
    """The browser may keep an earlier page of the tab for its Back, while a later one forgets the list."""
    choose(tab, "winners", SECRETS, winners="1")
    draw(tab)
    assert SECRETS[0] in read_kept(tab)
    tab.evaluate(
        "sessionStorage.setItem('forgotten draws', JSON.stringify({ visit: Date.now(), draw: 0 }))"
    )
    tab.evaluate(
        "dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))"
    )
    assert find_kept(tab) == []


def test_earlier_draws_stay_and_the_winners_are_left_out_of_the_next(tab: Page) -> None:
    names = ["Ava", "Bo", "Ava", "Cem", "Dee"]
    choose(tab, "winners", names, winners="2")
    draw(tab)
    first = lines_of(tab)
    tab.locator("#winners").fill("1")
    press(tab, "Again, without these")
    taken = sum(name in first for name in names)
    expect_words(
        tab,
        "#facts",
        f"of the same name: {taken} lines. It is drawn from {5 - taken} name",
    )
    second = lines_of(tab)
    assert len(second) == 1
    assert second[0] not in first

    assert tab.locator("#earlier details").count() == 1
    heard = tab.locator("main").aria_snapshot()
    assert first[0] not in heard.partition("Earlier draws")[2]
    tab.locator("#earlier summary").click()
    expect_text(tab, "#earlier .lines li", first, use_inner_text=True)
    expect_clean(tab, "phone")

    tab.go_back()
    expect_lines(tab, first)
    expect_names(tab, names)
    tab.go_forward()
    expect_lines(tab, second)
    tab.reload()
    expect_lines(tab, second)
    tab.go_back()
    expect_lines(tab, first)

    seal(tab)  # while the next draw is awaited, nobody hears the last winners
    waiting = tab.locator("#result").aria_snapshot()
    for name in [*first, *second]:
        assert f'"{name}"' not in waiting
        assert f": {name}" not in waiting


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
    press(show, "Done")
    expect_lines(tab, winners)


@pytest.mark.parametrize(
    "visit", [size("desktop", reduced_motion="reduce")], indirect=True
)
def test_balls_that_are_drawn_in_public_are_told_one_by_one(tab: Page) -> None:
    choose(tab, "bingo", bingo="call75")
    seal(tab)
    tab.locator("#audience").fill(WORDS)
    press(tab, "Draw with suspense")
    on = tab.locator("dialog .primary")
    for _ in range(75):
        on.press("Enter")
    balls = tab.get_by_role("dialog").get_by_role("listitem").all_inner_texts()
    numbers = [int(ball.split()[1]) for ball in balls]
    assert sorted(numbers) == list(range(1, 76))
    on.press("Enter")
    tab.locator("#proof:not([hidden])").wait_for()


TEN_ROWS = [f"{name};{tickets}" for tickets, name in enumerate(NAMES[:10], 1)]


@for_each(
    ("row", "sentence"),
    [
        ("Anne Dupont;two", "Line 12: “two” is no number of tickets."),
        ("Anne Dupont;1.500", "Line 12: “1.500” is no number of tickets."),
        ("Anne Dupont; 2 Lose", "Line 12: “2 Lose” is no number of tickets."),
        ("Anne Dupont", "Line 12, “Anne Dupont”: the number of tickets is missing."),
        ("Anne Dupont;", "Line 12, “Anne Dupont”: the number of tickets is missing."),
    ],
)
def test_a_wrong_number_of_tickets_is_named_and_nothing_is_drawn(
    tab: Page, row: str, sentence: str
) -> None:
    reopen(tab, "/draw")
    table = ["Name;Tickets", *TEN_ROWS, row]
    fill_list(tab, table)
    mend = "Mend it, or choose “The same for each” under “Tickets”."
    expect_count(tab, f"{sentence} {mend}")
    expect_names(tab, table)
    press_draw(tab)
    expect_words(tab, "#problem", sentence)
    assert tab.locator("#tools").is_hidden()


def test_a_wrong_number_of_tickets_is_mended_or_its_column_is_not_used(
    tab: Page,
) -> None:
    wrong = ["Name;Tickets", *TEN_ROWS, "Anne Dupont;"]
    lines = tab.locator("#lines")
    fill_list(tab, wrong)
    press_draw(tab)
    expect(tab.locator("#problem")).to_be_visible()
    expect_clean(tab, "phone")
    lines.fill("\n".join(wrong) + "7")
    lines.blur()
    expect_count(tab, "11 names, 62 tickets.")

    fill_list(tab, wrong)
    lines.blur()
    tickets = tab.get_by_label("Tickets", exact=True)
    tickets.select_option(label="The same for each")
    expect_count(tab, "11 names. No name")
    expect_text(tab, "#draw", "Draw 1 winner")
    draw(tab)
    trust = tab.locator("#trust")
    expect(trust).to_contain_text("can press again until a result suits")
    outdated = tab.locator("#outdated")
    choose(tab, "groups")
    expect(tickets).to_be_hidden()
    expect(outdated).to_contain_text("This is the earlier draw")
    expect_clean(tab, "phone")
    draw(tab)
    expect(outdated).to_be_hidden()


@pytest.mark.parametrize(
    "visit", [size("phone", reduced_motion="reduce")], indirect=True
)
def test_what_was_drawn_in_public_stays_through_a_reload_and_the_show(
    tab: Page,
) -> None:
    choose(tab, "winners", NAMES, winners="3")
    seal(tab)
    press(tab, "Draw now")
    refusal = tab.get_by_text("Type at least one word of the audience.")
    expect(refusal).to_be_in_viewport()
    expect(tab.locator("#audience")).to_be_focused()

    link = decide(tab, WORDS)
    winners = lines_of(tab)
    facts = tab.locator("#facts").inner_text()
    tab.reload()
    expect(tab.get_by_role("link", name="Check it")).to_have_attribute("href", link)
    assert lines_of(tab) == winners
    assert tab.locator("#facts").inner_text() == facts
    expect_names(tab, NAMES)
    assert tab.locator("#trust").is_hidden()

    open_more(tab)
    press(tab, "Show one by one")
    tab.get_by_role("dialog").wait_for()
    tab.keyboard.press("Escape")
    expect_lines(tab, winners)
