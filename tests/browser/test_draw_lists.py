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
)
from tests.browser.draw_page import choose, draw, expect_count, expect_names, press_draw
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
    expect_text(tab, "#problem", "What do the numbers in “Ticket” say, such as “101”?")
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
    expect_count(
        tab, "4 names. No name is sent to the service. 1 of them is there before."
    )


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
