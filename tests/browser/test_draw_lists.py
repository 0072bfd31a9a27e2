"""The lists of the page that draws: what is left open is asked, what is left out is said and can be taken back."""

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import give_file, press, problems_of_state
from tests.browser.test_draw import choose, draw
from tests.browser.workbooks import (
    write_excel,
    write_excel_rows,
    write_ods,
    write_ods_cells,
)

pytestmark = pytest.mark.browser

LIST = ["Name;Lose;Bezahlt", "Ann;2;ja", "Bob;4;nein", "Cem;1;ja", "Summe;7;"]


def test_rows_that_are_no_people_are_taken_back_and_a_filter_is_offered(
    tab: Any,
) -> None:
    tab.goto("/draw")
    choose(tab, "winners", LIST)
    lines, read = tab.locator("#lines"), tab.locator("#read")
    expect(lines).to_have_value("Ann; 2\nBob; 4\nCem; 1")
    expect(read).to_contain_text("Left out, a total: “Summe; 7”.")
    expect(read).to_contain_text(
        "All are drawn, whatever “Bezahlt” says: ja (2) and nein (1)."
    )
    assert problems_of_state(tab, "phone") == []
    press(tab, "Draw it too")
    expect(lines).to_have_value("Ann; 2\nBob; 4\nCem; 1\nSumme; 7")
    press(tab, "Leave out")
    press(tab, "Only those with Bezahlt = ja")
    expect(lines).to_have_value("Ann; 2\nCem; 1")
    expect(read).to_contain_text("Only those with “Bezahlt” = ja are drawn.")
    tab.reload()
    expect(read).to_contain_text("Only those with “Bezahlt” = ja are drawn.")
    expect(tab.locator("#lines-count")).to_contain_text("2 names, 3 tickets.")
    press(tab, "Draw all")
    expect(lines).to_have_value("Ann; 2\nBob; 4\nCem; 1")


def test_each_question_on_a_list_is_asked_once_and_its_answer_can_be_changed(
    tab: Any,
) -> None:
    tab.goto("/draw")
    choose(tab, "winners", ["Ticket,Name", "101,Ann", "102,Ann & Bob", "903,Cem"])
    lines, count = tab.locator("#lines"), tab.locator("#lines-count")
    tab.locator("#draw").click()
    expect(tab.locator("#problem")).to_have_text(
        "What do the numbers in “Ticket” say, such as “101”?"
    )
    assert tab.locator("#tools").is_hidden()
    tab.get_by_role("button", name="3 tickets, one a row (likely)").click()
    expect(tab.locator("#read .question")).to_contain_text("Is “Ann & Bob” two people?")
    tab.get_by_role("button", name="No, one entry: 3 names (likely)").click()
    expect(lines).to_have_value("Ann\nAnn & Bob\nCem")
    assert problems_of_state(tab, "phone") == []
    draw(tab)
    tab.locator("li", has_text="What do the numbers").get_by_role(
        "button", name="Change the answer"
    ).click()
    press(tab, "1,106 tickets, as many as the numbers say")
    expect(count).to_contain_text("3 names, 1,106 tickets.")
    choose(tab, "seats")
    tab.locator("li", has_text="two people").get_by_role(
        "button", name="Change the answer"
    ).click()
    tab.get_by_role("button", name="Yes, each of them: 4 names (likely)").click()
    expect(lines).to_have_value("Ann\nAnn\nBob\nCem")
    expect(count).to_contain_text(
        "4 names. No name is sent to the service. 1 of them is there before."
    )
    choose(tab, "winners", ["4x Clone", "2x Island", "Sideboard", "1x Swamp"])
    press(tab, "7 tickets, as many")
    expect(count).to_contain_text("3 names, 7 tickets.")
    expect(tab.locator("#read")).to_contain_text(
        "Left out, because they have no such mark: “Sideboard”."
    )
    choose(tab, "shuffle")
    tab.get_by_role(
        "button", name="7 names, each as often as its number says (likely)"
    ).click()
    expect(lines).to_have_value("\n".join(["Clone"] * 4 + ["Island"] * 2 + ["Swamp"]))
    give_file(
        tab,
        b'{"people": [{"name": "Ann", "tickets": 3}, {"name": "Bo", "tickets": 1}]}',
        "list.json",
    )
    expect(lines).to_have_value("Ann\nBo")
    give_file(tab, b'{"version": "1.0"}', "list.json")
    expect(tab.locator("#problem")).to_have_text(
        "This file of JSON has no list of names."
    )


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


def test_a_workbook_is_read_as_the_person_sees_it_and_the_rest_is_said(
    tab: Any,
) -> None:
    tab.goto("/draw")
    lines, read = tab.locator("#lines"), tab.locator("#read")
    for name, content in (("list.xlsx", EXCEL), ("list.ods", write_office())):
        give_file(tab, content, name)
        expect(lines).to_have_value("Ann\nCem")
        expect(read).to_contain_text(
            "1 row that is hidden or filtered is left out: “Bob;"
        )
        expect(read).to_contain_text("1 hidden column is left out: “Nickname”.")
        expect(read).to_contain_text("“Raw” (hidden)")
        assert problems_of_state(tab, "phone") == []
        tab.locator("li", has_text="hidden or filtered").get_by_role(
            "button", name="Read too"
        ).click()
        expect(lines).to_have_value("Ann\nBob\nCem")
        expect(read).to_contain_text("1 hidden row is read too")
    give_file(tab, EXCEL, "list.xlsx")
    expect(read).to_contain_text(
        "The sheet “This year” is read. The file also has “Last year” and “Raw” (hidden)."
    )
    press(tab, "Read “Last year”")
    expect(lines).to_have_value("Old\nGone")
