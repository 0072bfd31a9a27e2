"""The lists of the page that draws: what is left open is asked, what is left out is said and can be taken back."""

import json

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import (
    expect_clean,
    expect_text,
    expect_words,
    give_file,
    press,
    reopen,
    tick,
)
from tests.browser.draw_page import (
    EACH_LINE,
    NAMES,
    TABLE,
    change_columns,
    choose,
    draw,
    expect_count,
    expect_lines,
    expect_names,
    expect_problem,
    fill_list,
    forget_list,
    press_draw,
)
from tests.browser.workbooks import (
    write_excel,
    write_excel_rows,
    write_ods,
    write_ods_cells,
)
from tests.tables import for_each

pytestmark = pytest.mark.browser


@pytest.fixture
def tab(tab: Page) -> Page:
    """Return a tab that shows the page Draw."""
    tab.goto("/draw")
    return tab


LIST = ["Name;Lose;Bezahlt", "Ann;2;ja", "Bob;4;nein", "Cem;1;ja", "Summe;7;"]


def test_rows_that_are_no_people_are_taken_back_and_a_filter_is_offered(
    tab: Page,
) -> None:
    choose(tab, "winners", LIST)
    read = tab.locator("#read")
    expect_names(tab, ["Ann; 2", "Bob; 4", "Cem; 1"])
    expect(read).to_contain_text("Left out, a total: “Summe; 7”.")
    expect(read).to_contain_text(
        "All are drawn, whatever “Bezahlt” says: ja (2) and nein (1)."
    )
    expect_clean(tab, "phone")
    press(tab, "Draw it too")
    expect_names(tab, ["Ann; 2", "Bob; 4", "Cem; 1", "Summe; 7"])
    press(tab, "Leave out")
    press(tab, "Only those with Bezahlt = ja")
    expect_names(tab, ["Ann; 2", "Cem; 1"])
    expect(read).to_contain_text("Only those with “Bezahlt” = ja are drawn.")
    tab.reload()
    expect(read).to_contain_text("Only those with “Bezahlt” = ja are drawn.")
    expect_count(tab, "2 names, 3 tickets.")
    press(tab, "Draw all")
    expect_names(tab, ["Ann; 2", "Bob; 4", "Cem; 1"])


def test_each_question_on_a_list_is_asked_once_and_its_answer_can_be_changed(
    tab: Page,
) -> None:
    choose(tab, "winners", ["Ticket,Name", "101,Ann", "102,Ann & Bob", "903,Cem"])
    press_draw(tab)
    expect_text(
        tab, "#problem", "The list leaves a question open. Please answer it below."
    )
    expect_text(
        tab,
        "#read .question > span",
        "What do the numbers in “Ticket” say, such as “101”?",
    )
    assert tab.locator("#tools").is_hidden()
    press(tab, "3 tickets, one a row (likely)")
    expect_words(tab, "#read .question", "Is “Ann & Bob” two people?")
    press(tab, "No, one entry: 3 names (likely)")
    expect_names(tab, ["Ann", "Ann & Bob", "Cem"])
    expect_clean(tab, "phone")
    draw(tab)
    press(tab.locator("li", has_text="What do the numbers"), "Change the answer")
    press(tab, "1,106 tickets, as many as the numbers say")
    expect_count(tab, "3 names, 1,106 tickets.")
    choose(tab, "seats")
    press(tab.locator("li", has_text="two people"), "Change the answer")
    press(tab, "Yes, each of them: 4 names (likely)")
    expect_names(tab, ["Ann", "Ann", "Bob", "Cem"])
    expect_count(tab, "4 names. No name is sent to the service.")
    expect_text(tab, "#read .question > span", REPEATED)


PAYERS = ["Ann;5a;yes", "Ben;5b;no", "Cara;5a;yes"]


def test_a_press_on_a_phone_shows_the_question_that_is_open_above_what_is_said(
    tab: Page,
) -> None:
    tab.set_viewport_size({"width": 390, "height": 844})
    choose(tab, "groups", ["Name;Class;Paid", *PAYERS, "Dan & Eve;5a;no", "Total;;3"])
    expect(tab.locator("#said li")).to_have_count(3)
    expect(tab.locator("#read .question")).to_have_count(1)
    places = tab.locator("#read").evaluate(
        """read => {
          const [question, said] = ["#asked", "#said"].map((part) => read.querySelector(part));
          return question.getBoundingClientRect().bottom <= said.getBoundingClientRect().top;
        }"""
    )
    assert places
    press_draw(tab)
    for part in ("#problem", "#read .question"):
        expect(tab.locator(part)).to_be_in_viewport(ratio=1)
    expect(tab.locator("#read .question button").first).to_be_focused()
    press(tab, "No, one entry: 4 names")
    expect(tab.locator("#problem")).to_be_hidden()


REPEATED = "More than once in the list: “Ann”. Can a name be drawn twice?"


@for_each("kind", ["winners", "groups", "pairs", "shuffle", "seats"])
def test_a_name_that_stands_twice_is_asked_about_and_blocks_no_draw(
    tab: Page, kind: str
) -> None:
    reopen(tab, "/draw")
    choose(tab, kind, ["Ann", "Bo", "Cem", "Ann"])
    expect_text(tab, "#read .question > span", REPEATED)
    expect_clean(tab, "phone")
    draw(tab)
    press(tab, "Keep all: 4 names")
    expect_text(tab, "#read li > span", f"{REPEATED} Keep all: 4 names.")
    press(tab, "Change the answer")
    press(tab.locator("#read"), "One place each: 3 names")
    expect_names(tab, ["Ann", "Bo", "Cem"])
    expect(tab.locator("#read .question")).to_have_count(0)


@for_each("kind", ["winners", "groups", "pairs", "shuffle", "seats"])
@for_each(
    ("more", "says", "places"),
    [
        ([], "“Ann” stands 2 times in the list.", "One place each: 3 names"),
        (
            ["Bo", "Bo", "Eve", "Eve", "Cem", "Dee"],
            "More than once in the list: “Ann” (2), “Bo” (3), “Eve” (2) and 1 more.",
            "One place each: 5 names",
        ),
    ],
)
def test_a_result_says_which_names_stand_twice_and_gives_each_one_place(
    tab: Page, kind: str, more: list[str], says: str, places: str
) -> None:
    choose(tab, kind, ["Ann", "Bo", "Cem", "Ann", *more])
    press(tab, f"Keep all: {4 + len(more)} names")
    expect(tab.locator("#repeated")).to_be_hidden()
    draw(tab)
    expect_text(tab, "#repeated > span", says)
    press(tab.locator("#repeated"), places)
    expect(tab.locator("#repeated")).to_be_hidden()
    expect(tab.locator("#outdated")).to_be_visible()
    draw(tab)
    expect(tab.locator("#repeated")).to_be_hidden()


@for_each(
    ("lines", "marks"),
    [
        (["1. Ann", "2. Bo", "3. Ann"], "“1.”, “2.” and “3.”"),
        (["1)\tAnn", "2)\tBo", "3)\tAnn"], "“1)”, “2)” and “3)”"),
    ],
)
def test_numbers_of_a_list_are_left_out_and_put_back_by_a_button(
    tab: Page, lines: list[str], marks: str
) -> None:
    says = f"Left out, the numbers of the list: {marks}."
    choose(tab, "winners", lines)
    expect(tab.locator("#tidy")).to_be_hidden()
    said = tab.locator("#read li", has_text="the numbers of the list")
    expect(said.locator("span")).to_have_text(says)
    expect_text(tab, "#read .question > span", REPEATED)
    expect_names(tab, ["Ann", "Bo", "Ann"])
    press(tab, "Put the numbers back")
    taken = tab.locator("#read li", has_text=f"Drawn too: {marks}.")
    expect(taken).to_be_visible()
    expect_names(tab, [line.replace("\t", ", ") for line in lines])
    press(taken, "Leave out")
    expect(said.locator("span")).to_have_text(says)
    expect_names(tab, ["Ann", "Bo", "Ann"])


def test_equal_rows_of_tickets_are_meant(tab: Page) -> None:
    choose(tab, "winners", ["Ticket,Name", "101,Ann", "102,Ann", "903,Cem"])
    press(tab, "3 tickets, one a row (likely)")
    expect_names(tab, ["Ann", "Ann", "Cem"])
    expect(tab.locator("#read .question")).to_have_count(0)
    draw(tab)
    expect(tab.locator("#repeated")).to_be_hidden()


@for_each(
    ("line", "names"),
    [
        ("Ann, Bo, Cem", ["Ann", "Bo", "Cem"]),
        ("Müller; Meier", ["Müller", "Meier"]),
        ("Reds: Ann, Bo", ["Ann", "Bo"]),
    ],
)
def test_a_list_on_one_line_is_asked_before_it_is_drawn(
    tab: Page, line: str, names: list[str]
) -> None:
    reopen(tab, "/draw")
    choose(tab, "winners", [line])
    press_draw(tab)
    expect_words(tab, "#read .question", f"Is “{line}” several people?")
    press(tab, "Yes, each of them is drawn")
    expect_names(tab, names)


def test_a_range_that_is_the_whole_list_is_asked_before_it_is_drawn(tab: Page) -> None:
    reopen(tab, "/draw")
    choose(tab, "winners", ["7–9"])
    press_draw(tab)
    question = "Is “7–9” each number from the first to the last?"
    expect_words(tab, "#read .question", question)
    press(tab, "Yes, each of them is drawn")
    expect_names(tab, ["7", "8", "9"])
    fill_list(tab, ["1-50"])
    press(tab, "No, one entry: 1 name")
    draw(tab)
    expect_lines(tab, ["1-50"])


def test_a_name_with_a_comma_is_drawn_alone_once_somebody_says_so(tab: Page) -> None:
    choose(tab, "winners", ["Müller, Anna"])
    press(tab, "One person")
    draw(tab)
    expect_lines(tab, ["Müller, Anna"])


def test_a_wrong_number_beside_tickets_is_told_and_not_drawn_as_a_name(
    tab: Page,
) -> None:
    choose(tab, "winners", ["Ann; 3", "Bo; x", "Cem; -1"])
    press(tab, "as many as the numbers say")
    press_draw(tab)
    expect_words(tab, "#problem", "Line 2: “x” is no number of tickets. Line 3: “-1”")


def test_numbers_before_the_names_are_asked_for_each_kind_of_draw(tab: Page) -> None:
    choose(tab, "winners", ["4x Clone", "2x Island", "Sideboard", "1x Swamp"])
    press(tab, "7 tickets, as many")
    expect_count(tab, "3 names, 7 tickets.")
    expect_words(tab, "#read", "Left out, because they have no such mark: “Sideboard”.")
    choose(tab, "shuffle")
    press(tab, "7 names, each as often as its number says (likely)")
    expect_names(tab, ["Clone"] * 4 + ["Island"] * 2 + ["Swamp"])


def test_names_are_read_from_json(tab: Page) -> None:
    choose(tab, "shuffle")
    people = [{"name": "Ann", "tickets": 3}, {"name": "Bo", "tickets": 1}]
    file = json.dumps({"people": people})
    give_file(tab, file.encode(), "list.json")
    expect_names(tab, ["Ann", "Bo"])
    give_file(tab, b'{"version": "1.0"}', "list.json")
    expect_text(tab, "#problem", "This file of JSON has no list of names.")


EXCEL = write_excel(
    {
        "r1": write_excel_rows([["Name"], ["Old"], ["Gone"]]),
        "r2": '<cols><col min="2" max="2" hidden="1"/></cols>'
        + write_excel_rows(
            [
                ["Name", "Nickname", "Class"],
                ["Ann", "A", "1a"],
                ["Bob", "B", "1a"],
                ["Cem", "C", "1b"],
            ],
            hidden=3,
        ),
        "r3": write_excel_rows([["Secret"], ["Sue"]]),
    },
    '<bookViews><workbookView activeTab="1"/></bookViews><sheets><sheet name="Last year" sheetId="1" r:id="r1"/>'
    '<sheet name="This year" sheetId="2" r:id="r2"/><sheet name="Raw" sheetId="3" state="hidden" r:id="r3"/></sheets>',
)
TABLES = (
    '<table:table table:name="Raw" table:style-name="ta2"><table:table-row><table:table-cell><text:p>Sue</text:p>'
    '</table:table-cell></table:table-row></table:table><table:table table:name="This year" table:style-name="ta1">'
    '<table:table-column table:number-columns-repeated="2"/><table:table-column table:visibility="collapse"/>{}'
    "</table:table>"
)
STYLES = (
    '<style:style style:name="ta1"><style:table-properties table:display="true"/></style:style>'
    '<style:style style:name="ta2"><style:table-properties table:display="false"/></style:style>'
)


def write_office() -> bytes:
    """Return a workbook of LibreOffice with a hidden sheet before the one that is open, of which a row is filtered."""
    rows = ""
    table = ["Name Class Nickname", "Ann 1a A", "Bob 1a B", "Cem 1b C"]
    for row in map(str.split, table):
        mark = ' table:visibility="filter"' if row[0] == "Bob" else ""
        rows += f"<table:table-row{mark}>{write_ods_cells(row)}</table:table-row>"
    return write_ods(
        STYLES + TABLES.format(rows),
        '<s><c config:name="ActiveTable">This year</c></s>',
    )


@for_each(("name", "content"), [("list.xlsx", EXCEL), ("list.ods", write_office())])
def test_a_workbook_is_read_as_the_person_sees_it_and_the_rest_is_said(
    tab: Page, name: str, content: bytes
) -> None:
    reopen(tab, "/draw")
    read = tab.locator("#read")
    give_file(tab, content, name)
    expect_names(tab, ["Ann", "Cem"])
    expect(read).to_contain_text("1 row that is hidden or filtered is left out: “Bob;")
    expect(read).to_contain_text("1 hidden column is left out: “Nickname”.")
    expect(read).to_contain_text("“Raw” (hidden)")
    expect_clean(tab, "phone")
    press(tab.locator("li", has_text="hidden or filtered"), "Read too")
    expect_names(tab, ["Ann", "Bob", "Cem"])
    expect(read).to_contain_text("1 hidden row is read too")


def test_another_sheet_of_a_workbook_is_read_by_a_button(tab: Page) -> None:
    give_file(tab, EXCEL, "list.xlsx")
    expect_words(
        tab,
        "#read",
        "The sheet “This year” is read. The file also has “Last year” and “Raw” (hidden).",
    )
    press(tab, "Read “Last year”")
    expect_names(tab, ["Old", "Gone"])


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
    expect_words(tab, "#read .question", question)
    problem = tab.locator("#problem")
    expect(problem).to_contain_text("The list leaves a question open.")
    first_answer = tab.locator("#read .question button").first
    expect(first_answer).to_be_focused()
    expect(first_answer).to_be_in_viewport(ratio=1)
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
    give_file(tab, "Zoé (5b)\nJosé\nZoë".encode("cp1252"), "list.csv")
    expect(read).to_contain_text("was read as Windows-1252")
    press(tab, "It is a heading")
    expect_names(tab, ["José", "Zoë"])
    tab.reload()
    expect_names(tab, ["José", "Zoë"])
    expect(read).to_contain_text("“Zoé (5b)” is the heading")
    forget_list(tab)
    tab.reload()
    expect_names(tab, [])


def test_a_line_without_its_number_of_tickets_is_named(tab: Page) -> None:
    choose(tab, "winners", ["Ann 2", "Bob 1,500"])
    tick(tab, EACH_LINE)
    expect_problem(tab, "Line 2, “Bob 1,500”, needs a number at its end, such as 3.")


def test_who_ticks_tickets_gets_a_list_with_few_numbers_read_as_tickets(
    tab: Page,
) -> None:
    tick(tab, EACH_LINE)
    fill_list(tab, ["Ann; 3", "Bob; x", "Cem"])
    expect_count(tab, "Line 2: “x” is no number of tickets. Line 3, “Cem”: the number")
    fill_list(tab, ["Ann; 3", "Bob; 2", "Cem; 1"])
    draw(tab)
    expect_count(tab, "3 names, 6 tickets.")


def test_tickets_of_a_list_are_not_asked_of_the_next_one(tab: Page) -> None:
    ticked = tab.get_by_label(EACH_LINE)
    fill_list(tab, ["Name;Tickets", "Ann;3", "Bob;2", "Cem;1"])
    draw(tab)
    expect(ticked).to_be_checked()
    fill_list(tab, ["Dee", "Eve", "Fay"])
    draw(tab)
    expect_count(tab, "3 names.")
    expect(ticked).not_to_be_checked()

    tick(tab, EACH_LINE)
    fill_list(tab, ["Dee", "Eve", "Gus"])  # the list with a change
    expect_problem(tab, "Line 1, “Dee”, needs a number at its end, such as 3.")


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
    choose(tab, "winners", winners="2")
    expect(outdated).to_be_visible()
    choose(tab, "winners", winners="1")
    expect(outdated).to_be_hidden()
    choose(tab, "groups")
    expect(tickets).to_be_hidden()
    expect_clean(tab, "phone")
    draw(tab)
    expect(outdated).to_be_hidden()


def test_a_heading_is_offered_only_where_the_first_line_looks_unlike_the_rest(
    tab: Page,
) -> None:
    offer = tab.get_by_role("button", name="It is a heading")
    for first in ("Class 5b", "anna", "ANNA", "Anna Roy"):
        fill_list(tab, [first, "Ben", "Carla", "David"])
        expect_words(tab, "#read", f"“{first}” is drawn too.")
        expect(offer).to_be_visible()
    fill_list(tab, ["Anna", "Ben", "Carla", "David"])
    expect(offer).to_be_hidden()


@for_each(
    ("kind", "field"),
    [
        ("groups", "separate"),
        ("groups", "together"),
        ("groups", "met"),
        ("santa", "last"),
    ],
)
def test_a_name_that_is_not_in_the_list_gets_the_nearest(
    tab: Page, kind: str, field: str
) -> None:
    choose(tab, kind, ["Anna", "Ben", "Carla Roy", "David", "Karl"])
    typed = tab.locator(f"#{field}")
    typed.evaluate("field => (field.closest('details').open = true)")
    typed.fill("Anna, Carlla")
    expect_text(tab, "#nearest span", "“Carlla” is not in the list.")
    press(tab, "Take “Carla Roy”")
    expect(typed).to_have_value("Anna, Carla Roy")
    expect(tab.locator("#nearest")).to_be_hidden()
