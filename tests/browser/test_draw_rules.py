"""The page that draws, with rules: who gives to whom without couples, and groups from pots without two of a country."""

import json
import re
from itertools import combinations, cycle, pairwise
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Page, Route, expect

from service.arrangements.attempts import TOO_RARE
from service.arrangements.bounded_attempts import MAX_CHOICES, NOT_FOUND
from tests.browser.conftest import (
    Visit,
    click_text,
    copied_text,
    copy_by,
    count_pages,
    expect_clean,
    expect_number,
    expect_text,
    expect_words,
    fill_in,
    press,
    reopen,
    texts_of,
    tick,
    wait_for_text,
)
from tests.browser.draw_page import (
    change_columns,
    choose,
    draw,
    expect_problem,
    fill_list,
    lines_of,
    open_more,
    press_draw,
    record_sent,
)
from tests.browser.result_page import decode, expect_right_but_tried
from tests.tables import for_each

pytestmark = pytest.mark.browser


@pytest.fixture
def tab(tab: Page) -> Page:
    """Return a tab that shows the page Draw."""
    tab.goto("/draw")
    return tab


FAMILIES = [["Ann", "Bob"], ["Cem"], ["Dee", "Eve", "Finn"], ["Gül"], ["Hugo", "Iris"]]
NAMES = [name for family in FAMILIES for name in family]
COUPLES = [" & ".join(family) for family in FAMILIES]


def open_phone(tab: Page) -> None:
    """Open what one phone shows that goes round."""
    folds = tab.locator("main details:has(> .slips)")
    folds.evaluate_all("folds => folds.forEach((fold) => (fold.open = true))")


def ask(tab: Page, name: str) -> str:
    """Press the button of a giver, and return the name of the receiver, who is the only one that is shown."""
    open_phone(tab)
    press(tab, f"Show to {name}", exact=True)
    shown = tab.locator(".slips li:has(.own)")
    expect(shown).to_have_count(1)
    expect_words(shown, "p", f"{name} gives to")
    return str(shown.locator(".receiver").inner_text())


def read_slip(link: str) -> Any:
    """Return what the link of one person has."""
    return json.loads(decode(link.split("#slip=")[1]))


def ask_all(tab: Page) -> dict[str, str]:
    """Return the receiver of each giver, whose button is pressed in turn."""
    expect_number(tab, ".slips li", len(NAMES))
    return {name: ask(tab, name) for name in NAMES}


def expect_allowed(pairs: dict[str, str]) -> None:
    """Expect that everybody gives and gets once, and nobody within a family."""
    assert sorted(pairs.values()) == sorted(pairs)
    for giver, receiver in pairs.items():
        for family in FAMILIES:
            assert not {giver, receiver} <= set(family)


def walk_circle(pairs: dict[str, str]) -> list[str]:
    """Return the givers from the first one on, each before its receiver, until the first one gets."""
    circle = [NAMES[0]]
    while pairs[circle[-1]] != NAMES[0]:
        circle.append(pairs[circle[-1]])
    return circle


def problem_of(tab: Page) -> str:
    """Press the button that draws, and return the sentence on what is wrong."""
    press_draw(tab)
    tab.locator("#problem:not([hidden])").wait_for()
    return str(tab.locator("#problem").inner_text())


def test_a_santa_with_couples_takes_four_presses_and_nobody_sees_more_than_a_name(
    tab: Page,
) -> None:
    sent = record_sent(tab)
    tab.evaluate(
        "addEventListener('pointerdown', () => (window.presses = (window.presses ?? 0) + 1), true)"
    )
    tab.get_by_role("radio", name="Secret Santa").click()
    tab.get_by_label("The list", exact=True).click()
    tab.keyboard.insert_text("\n".join(COUPLES))
    press(tab, "Draw who gives to whom")
    tab.locator(".letters").wait_for()
    heard = tab.locator("#result").aria_snapshot()
    for name in NAMES:
        assert heard.count(name) == 2  # as a giver alone: in a row, and of its button
    assert tab.evaluate("window.presses") <= 3  # and the fourth sends a link
    first = ask(tab, "Ann")

    expect_text(
        tab,
        "#lines-count",
        "9 names. No name is sent to the service. 3 couples or families.",
    )
    press(tab, "Hide")
    expect_number(tab, ".slips p", 0)
    pairs = ask_all(tab)
    assert pairs["Ann"] == first
    expect_allowed(pairs)
    for name in NAMES:
        assert name not in "".join(sent)
    expect_clean(tab, "phone")

    tab.emulate_media(media="print")
    expect(tab.get_by_role("button", name="Show to Ann")).to_be_hidden()
    names = texts_of(tab, ".slip bdi")
    assert dict(zip(names[::2], names[1::2], strict=True)) == pairs
    assert count_pages(tab) == 1


def test_a_santa_of_which_a_link_was_sent_is_replaced_only_once_it_is_agreed(
    tab: Page,
) -> None:
    choose(tab, "santa", COUPLES)
    expect_text(
        tab,
        "#shown .empty",
        "A link for each person appears here. Nobody sees another’s.",
    )
    draw(tab)
    draw(tab)  # nothing was sent yet
    letters = tab.locator(".letters button")
    copied_text(tab, letters.first)
    question = tab.get_by_role("dialog")
    for answer, sent in (("Keep this draw", 1), ("Draw anew", 0)):
        press_draw(tab)
        expect(question).to_contain_text("1 link of this draw was sent or copied.")
        press(question, answer)
        expect_text(tab, ".sending .soft", f"{sent} of 9 sent or copied")


def test_a_santa_is_drawn_again_from_its_link_with_and_without_names(tab: Page) -> None:
    choose(tab, "santa", COUPLES)
    draw(tab)
    pairs = ask_all(tab)
    click_text(tab, "More (shows who gives to whom)")
    whole = copy_by(tab, "Copy the link", exact=True)
    bare = copy_by(tab, "Copy a link without names")
    reopen(tab, whole)
    expect_right_but_tried(tab)
    assert ask_all(tab) == pairs
    reopen(tab, bare)
    wait_for_text(tab, "This link has no names")
    choose(tab, "santa", COUPLES)
    draw(tab)
    assert ask_all(tab) == pairs


def test_a_column_of_a_santa_keeps_families_apart_also_in_one_circle(tab: Page) -> None:
    rows = [f"{name};{family[0]}" for family in FAMILIES for name in family]
    choose(tab, "santa", ["Name;Family", *rows])
    expect_words(tab, "#read", "“Family” tells who is kept apart.")
    tick(tab, "In one circle")
    draw(tab)
    pairs = ask_all(tab)
    expect_allowed(pairs)
    assert len(walk_circle(pairs)) == len(NAMES)


@pytest.fixture
def feast(tab: Page) -> dict[str, str]:
    """Draw a Secret Santa of a feast in which some never give to others, and return its pairs."""
    excluded = {"Bob": "Ann", "Cem": "Ann, Dee"}
    rows = [f'{name},"{excluded.get(name, "-")}"' for name in NAMES]
    choose(tab, "santa", ["name,exclude", *rows])
    fill_in(tab, "Occasion", "Feast")
    draw(tab)
    return ask_all(tab)


def test_a_secret_draw_has_a_link_for_each_and_no_pair_of_last_year(
    tab: Page, feast: dict[str, str]
) -> None:
    expect_text(
        tab, "#rules-say", "Bob never gives to Ann · Cem never gives to Ann and Dee."
    )
    assert feast["Bob"] != "Ann"
    assert feast["Cem"] != "Dee"
    assert tab.url.endswith("/draw")  # whoever sees the address knows nothing
    link = copy_by(tab, "Ann Copy the link")
    tab.reload()
    tab.locator(".letters").wait_for()
    assert ask_all(tab) == feast

    reopen(tab, link)
    expect_words(tab, "#carries", "It proves nothing")
    expect(tab.locator("#form")).to_be_hidden()
    expect_words(tab, "#shown", f"Ann gives to {feast['Ann']}")
    assert read_slip(link) == ["Ann", feast["Ann"], "Feast"]


SHARED = """() => {
  window.shared = [];
  navigator.share = async ({ url }) => {
    if (window.shared.length === 1) throw new DOMException("", "AbortError");
    window.shared.push(url);
  };
}"""
"""A menu that shares a link, and is closed at the second one."""


def test_each_link_that_was_sent_has_a_tick(tab: Page) -> None:
    tab.add_init_script(f"({SHARED})()")
    tab.reload()
    choose(tab, "santa", NAMES)
    press_draw(tab)
    expect_words(tab, ".sending", "0 of 9 sent")
    press(tab, "Ann Share")
    expect_words(tab, ".sending", "1 of 9 sent")
    press(tab, "Bob Share")
    assert tab.evaluate("window.shared.length") == 1
    tab.reload()
    expect_words(tab, ".sending", "1 of 9 sent")
    ticked = tab.locator(".letters li:has(.tick:not(:empty))")
    expect(ticked).to_have_text(re.compile("^Ann✓ sent"))


def test_the_pairs_of_last_year_are_read_as_people_write_them_and_not_drawn_again(
    tab: Page, feast: dict[str, str]
) -> None:
    click_text(tab, "More (shows who gives to whom)")
    whole = copy_by(tab, "Copy the link", exact=True)
    last = tab.locator("#last")
    tab.locator("#last-year summary").click()
    for words in (" - ", " → ", " -> ", " gives to ", ": ", ", "):
        last.fill("\n".join(f"{giver}{words}{name}" for giver, name in feast.items()))
        expect_words(tab, "#rules-say", "9 pairs of last year are not drawn again.")
    last.fill(whole)
    pairs = [f"{giver}, {name}" for giver, name in feast.items()]
    expect(last).to_have_value("\n".join(pairs))
    draw(tab)
    this_year = ask_all(tab)
    assert feast.items().isdisjoint(this_year.items())


ROOMS = [
    "Name;Family;Team;Room",
    "Ann;x;1;",
    "Bob;x;;2",
    "Cem;x;;",
    "Dee;y;1;2",
    "Eve;y;1;2",
    "Finn;y;;",
]
ISLANDS = ["Name;Couple;Household", "Ann;1;1", "Bob;2;2", "Cem;1;2", "Dee;2;1"]


@for_each(
    ("lines", "families", "names"),
    [
        (
            ["Mum, Dad", "Ann, Ben", "Cara/Dan", "Eve"],
            "Mum and Dad · Ann and Ben · Cara and Dan.",
            ["Mum", "Dad", "Ann", "Ben", "Cara", "Dan", "Eve"],
        ),
        (
            ["Mum and Dad", "Smith: Ann, Ben, Eve", "Smith: Flo", "Gus"],
            "Mum and Dad · Ann, Ben and Eve.",
            ["Mum", "Dad", "Ann", "Ben", "Eve", "Flo", "Gus"],
        ),
        (
            ["Mum and Dad", "Smith: Ann and Ben", "Smith: Eve"],
            "Mum and Dad · Ann and Ben.",
            ["Mum", "Dad", "Ann", "Ben", "Eve"],
        ),
    ],
)
def test_a_santa_asks_whether_commas_part_people_before_it_draws(
    tab: Page, lines: list[str], families: str, names: list[str]
) -> None:
    reopen(tab, "/draw")
    choose(tab, "santa", lines)
    press_draw(tab)
    expect_words(tab, "#read .question", "several people?")
    press(tab, "Yes, and they do not draw each other")
    expect_words(tab, "#read", families)
    draw(tab)
    expect_givers(tab, names)


def expect_givers(tab: Page, names: list[str]) -> None:
    """Expect a button for each giver."""
    open_phone(tab)
    buttons = [f"Show to {name}" for name in names]
    expect_text(tab, ".slips li", buttons)


def test_names_behind_a_label_are_drawn_without_it_once_somebody_says_so(
    tab: Page,
) -> None:
    choose(tab, "winners", ["Smith: Ann, Ben", "Jones: Cem", "Mum and Dad"])
    press_draw(tab)
    expect_text(tab, "#read .question > span", "Is “Smith: Ann, Ben” several people?")
    choose(tab, "groups")
    press(tab, "Yes, each of them is drawn")
    expect(tab.locator("#lines")).to_have_value("Ann\nBen\nCem\nMum and Dad")
    press(tab, "Yes, each of them: 5 names")
    expect(tab.locator("#lines")).to_have_value("Ann\nBen\nCem\nMum\nDad")
    expect_text(tab, "#groups-say", "5 names: 1 group of 3 and 1 group of 2.")
    # as a link drew it before
    reopen(
        tab, "/draw#winners?winners=1&seed=x&lines=Smith:+Ann,+Ben%0ASmith:+Ann,+Ben"
    )
    expect_text(tab, "#shown .lines li", "Smith: Ann, Ben")


def test_a_santa_of_names_with_commas_draws_each_line_as_one_person(tab: Page) -> None:
    lines = ["Smith, John", "Doe, Jane", "Poe, Ed", "Lee, Bo"]
    choose(tab, "santa", lines)
    press(tab, "One person")
    draw(tab)
    expect_givers(tab, lines)


@for_each(
    ("mark", "lines"),
    [("1.", ["1. Ann", "1. Bob", "1. Cem"]), ("-", ["- Ann", "- Bob", "- Cem"])],
)
def test_numbers_and_dots_of_a_list_are_taken_away_by_a_button(
    tab: Page, mark: str, lines: list[str]
) -> None:
    choose(tab, "winners", lines)
    press(tab, f"Remove “{mark}” and the like")
    expect(tab.locator("#lines")).to_have_value("Ann\nBob\nCem")


@for_each(
    ("lines", "sentence"),
    [
        (
            ["Ann & Bob & Cem", "Dee"],
            "Ann, Bob and Cem are 3 of 4, more than half: one of them would have to give to",
        ),
        (["Ann & Bob", "Ann"], "“Ann” is in the list twice. Add the last name"),
        (["Ann"], "The list has 1 name; this takes 2 or more."),
    ],
)
def test_a_santa_that_cannot_be_is_explained(
    tab: Page, lines: list[str], sentence: str
) -> None:
    reopen(tab, "/draw")
    choose(tab, "santa", lines)
    tick(tab, "No two give to each other")
    assert problem_of(tab).startswith(sentence)


def test_a_santa_of_two_cannot_be_where_no_two_give_to_each_other(tab: Page) -> None:
    choose(tab, "santa", ["Ann", "Bob"])
    tick(tab, "No two give to each other")
    assert problem_of(tab).startswith("Two can only give to each other.")


def test_a_santa_whose_rules_leave_too_few_receivers_names_them(
    visit: Visit, tab: Page
) -> None:
    visit.expected = {422}
    choose(tab, "santa", ROOMS)
    change_columns(tab)
    for column in ("Team", "Room"):
        tab.get_by_role("checkbox", name=column).check()
    assert problem_of(tab).startswith(
        "Ann and Bob may give only to Finn: these are too few. Keep fewer names apart."
    )


def test_a_santa_that_has_no_circle_of_all_says_who_is_on_each_island(
    visit: Visit, tab: Page
) -> None:
    visit.expected = {422}
    choose(tab, "santa", ISLANDS)
    tick(tab, "In one circle")
    assert problem_of(tab).startswith(
        "One circle of all is not possible: Ann and Bob can never give to Cem and Dee. Untick the circle"
    )


@for_each(
    ("kind", "fields", "why"),
    [
        (
            "santa",
            {},
            "Who gives to whom is not drawn in public: whoever has the list could compute it.",
        ),
        (
            "bingo",
            {"bingo": "90"},
            "Sheets for 90 balls need no draw in public: give them out first, then draw the balls in public. "
            "So nobody can fit one to the other.",
        ),
    ],
)
def test_what_is_not_drawn_in_public_says_so_before_the_press(
    tab: Page, kind: str, fields: dict[str, str], why: str
) -> None:
    choose(tab, "winners")
    tick(tab, "In public: everybody")
    choose(tab, kind, None, **fields)
    public = tab.get_by_label("In public: everybody can check it")
    expect(public).to_be_disabled()
    expect(public).not_to_be_checked()
    expect(public).to_have_accessible_description(why)
    expect(tab.get_by_text(why)).to_be_visible()
    choose(tab, "winners")
    expect(public).to_be_enabled()


REFUSALS = {
    "pairs": (NOT_FOUND, {"code": "none_found", "tries": MAX_CHOICES}),
    "groups": (
        TOO_RARE.format(5_000_000),
        {"code": "out_of_steps", "steps": 5_000_000},
    ),
}


def refuse(route: Route) -> None:
    """Answer a draw as the service does where it finds none."""
    sentence, reason = REFUSALS[route.request.url.rsplit("/", 1)[1]]
    problem = {"errors": {"items": [sentence]}, "reasons": {"items": [reason]}}
    route.fulfill(status=422, body=json.dumps(problem))


@for_each(
    ("kind", "said", "sentence"),
    [
        (
            "santa",
            "“Family” tells who",
            "No draw that fulfils all these rules was found here: such draws are very rare, or there are none.",
        ),
        (
            "groups",
            "spread evenly by “Family”",
            "No groups that fulfil all these rules were found here: they are very rare, or there are none.",
        ),
    ],
)
def test_a_draw_that_is_not_found_is_not_called_impossible(
    visit: Visit, tab: Page, kind: str, said: str, sentence: str
) -> None:
    visit.expected = {422}
    reopen(tab, "/draw")
    tab.route("**/v1/items/*", refuse)
    choose(tab, kind, ["Name;Family", "Ann;Red", "Bob;Red", "Cem;Blue", "Dee;Blue"])
    expect_words(tab, "#read", said)
    assert problem_of(tab).startswith(sentence)


POTS = {
    "1": "ENG ESP GER ITA FRA POR NED BEL",
    "2": "ENG ESP GER ITA FRA POR UKR AUT",
    "3": "ENG ESP GER ITA FRA NED SUI UKR",
    "4": "ENG ESP GER ITA FRA AUT BEL SUI",
}


class Club(NamedTuple):
    """A club in a draw of groups from pots."""

    name: str
    country: str
    pot: str


CLUBS = [
    Club(f"Club {country} {pot}", country, pot)
    for pot, countries in POTS.items()
    for country in countries.split()
]
TABLE = ["Team;Country;Pot", *(";".join(club) for club in CLUBS)]
CLUBS_BY_NAME = {club.name: club for club in CLUBS}


def list_groups(tab: Page) -> list[list[str]]:
    """Return the names in each group of the result."""
    return [texts_of(part, "li") for part in tab.locator("#shown .part").all()]


def list_clubs(tab: Page) -> list[list[Club]]:
    """Return the clubs in each group of the result."""
    return [[CLUBS_BY_NAME[name] for name in group] for group in list_groups(tab)]


def draw_clubs(tab: Page) -> None:
    """Draw eight groups of clubs, in each one of a pot, and no two of a country."""
    choose(tab, "groups", TABLE)
    press(tab, "No two of the same “Country” in a group")
    expect(tab.locator("#readings > summary")).to_be_focused()
    change_columns(tab)
    assert draw(tab) == "8 groups"


def test_groups_have_a_team_of_each_pot_and_none_twice_of_a_country(tab: Page) -> None:
    draw_clubs(tab)
    expect_words(
        tab,
        "#facts",
        "Drawn from 32 names. 8 groups of 4. Country and Pot: no two alike in a group.",
    )
    groups = list_clubs(tab)
    for group in groups:
        assert sorted(club.pot for club in group) == list(POTS)
        assert len({club.country for club in group}) == 4
    notes = tab.locator("#shown li").evaluate_all(
        "all => all.map((li) => li.dataset.note)"
    )
    drawn = [club for group in groups for club in group]
    assert notes == [f"Pot {club.pot}" for club in drawn]
    assert sorted(drawn) == sorted(CLUBS)

    click_text(tab, "For programs: the requests")
    request = tab.locator("#request [data-language=curl] pre").inner_text()
    assert "Club" not in request
    assert "ENG" not in request
    assert '"different"' in request
    expect_clean(tab, "desktop")


def test_groups_from_pots_are_drawn_again_from_their_link_with_and_without_names(
    visit: Visit, tab: Page
) -> None:
    visit.expected = {422}
    draw_clubs(tab)
    groups = list_groups(tab)
    open_more(tab)
    whole = copy_by(tab, "Copy the link", exact=True)
    bare = copy_by(tab, "without names")
    reopen(tab, whole)
    expect_right_but_tried(tab)
    assert list_groups(tab) == groups

    reopen(tab, bare)
    wait_for_text(tab, "This link has no names")
    fill_list(tab, TABLE)
    change_columns(tab)
    country = tab.get_by_role("checkbox", name="Country")
    expect(country).to_be_checked()
    draw(tab)
    assert list_groups(tab) == groups

    country.uncheck()
    expect(tab.locator("#lines")).to_have_value(re.compile(r"^Club ENG 1; 1\n"))
    tab.locator("#groups").fill("7")
    expect_words(
        tab,
        "#groups-say",
        "4 groups of 5 and 3 groups of 4. Pot: each group has 1 to 2 × “1”, 1 to 2 × “2”",
    )
    assert problem_of(tab).startswith("The link is of another list, with 32 names.")
    assert draw(tab) == "7 groups"
    pots = [[club.pot for club in group] for group in list_clubs(tab)]
    assert {group.count(pot) for group in pots for pot in POTS} == {1, 2}


def test_the_page_says_how_many_draws_were_possible(tab: Page) -> None:
    guests = [f"Guest {number}; Firm {number // 4}" for number in range(40)]
    choose(tab, "groups", guests, groups="5")
    assert draw(tab) == "5 groups"
    counted = "It is one of 7,189,943,401,473,638,400 possible draws, each equally likely."  # by counting, and by hand
    expect_words(tab, "#facts", counted)


def test_a_column_that_some_have_keeps_apart_until_it_is_not_used(tab: Page) -> None:
    choose(tab, "groups", ["Ann; Red", "Bob; Red", "Cem", "Dee"], groups="2")
    assert draw(tab) == "2 groups"
    [with_ann] = [group for group in list_groups(tab) if "Ann" in group]
    assert len(with_ann) == 2
    assert "Bob" not in with_ann

    change_columns(tab)
    tab.get_by_role("checkbox", name="Column 2: Red").uncheck()
    expect(tab.locator("#lines")).to_have_value("Ann; Red\nBob; Red\nCem\nDee")
    draw(tab)  # without rules they are drawn as ever
    addresses = tab.evaluate(
        "performance.getEntriesByType('resource').map(({ name }) => name)"
    )
    assert any("v1/integers" in address for address in addresses)


def test_columns_that_cannot_all_be_spread_evenly_are_spread_as_far_as_possible(
    visit: Visit, tab: Page
) -> None:
    visit.expected = {422}
    columns = ["Ann; a; p; r", "Bob; a; q; s", "Cem; b; p; s", "Dee; b; q; r"]
    choose(tab, "groups", ["Name; Club; Pot; Level", *columns], groups="2")
    change_columns(tab)
    for column in ("Club", "Level"):
        tab.get_by_role("checkbox", name=column).check()
    assert draw(tab) == "2 groups"
    expect_words(tab, "#facts", "Evenly within 1: closer was not possible.")


PUPILS = [
    "Ann Abt",
    "Bo",
    "José Cruz",
    "Dee",
    "Eve",
    "Tom",
    "Vera",
    *(f"Pupil {number}" for number in range(20)),
]


def pairs_of(groups: list[list[str]]) -> set[frozenset[str]]:
    """Return the pairs of names that are together in a group."""
    return {frozenset(pair) for group in groups for pair in combinations(group, 2)}


@pytest.fixture
def ruled(tab: Page) -> Page:
    """Return a tab in which some of the pupils are kept apart, and some together."""
    choose(tab, "groups", PUPILS, size="4")
    click_text(tab, "Who comes together")
    fill_in(tab, "Not together", "ann, Bo & josé\nDee; Eve", exact=True)
    fill_in(tab, "Together", "Tom, Vera", exact=True)
    return tab


def test_a_name_that_the_list_does_not_have_is_told_before_anything_is_sent(
    tab: Page,
) -> None:
    choose(tab, "groups", PUPILS, size="4")
    said = tab.locator("#groups-say")
    expect(said).to_have_text("27 names: 6 groups of 4 and 1 group of 3.")
    expect(tab.get_by_label("Groups", exact=True)).to_have_attribute("placeholder", "7")
    click_text(tab, "Who comes together")
    apart = tab.get_by_label("Not together", exact=True)
    sent = record_sent(tab)
    apart.fill("ann, Bob & dee")
    unknown = "The list does not have: Bob."
    expect_text(tab, "#separate + #field-say", unknown)
    expect(said).to_have_text("27 names: 6 groups of 4 and 1 group of 3.")
    expect(tab.get_by_label("Groups", exact=True)).to_have_attribute("placeholder", "7")
    assert problem_of(tab) == unknown
    expect(tab.locator("#field-say")).to_be_hidden()
    assert [request for request in sent if "/v1/" in request] == []
    expect(apart).to_be_focused()


@for_each(
    ("field", "typed", "says", "nearest"),
    [
        ("separate", "Ann Abt not with Evee", "The list does not have: Evee.", "Eve"),
        ("separate", "Ann Abt nicht mit Evee", "The list does not have: Evee.", "Eve"),
        ("together", "Dee and Evee", "The list does not have: Evee.", "Eve"),
        (
            "together",
            "Dee not with Eve",
            "The list does not have: Dee not with Eve.",
            None,
        ),
        (
            "met",
            "Dee, Evee",
            "Old names that the list no longer has: Evee. It changes nothing: no line has two names of the list.",
            "Eve",
        ),
        (
            "met",
            "nothing of a group",
            "Old names that the list no longer has: nothing of a group. It changes nothing: no line has two names of "
            "the list.",
            None,
        ),
        ("met", "Dee", "It changes nothing: no line has two names of the list.", None),
    ],
)
def test_what_is_wrong_with_a_rule_is_said_at_its_field_and_nothing_is_lost(
    tab: Page, field: str, typed: str, says: str, nearest: str | None
) -> None:
    reopen(tab, "/draw")
    choose(tab, "groups", PUPILS)
    tab.locator("#rules").evaluate("fold => (fold.open = true)")
    for name in ("separate", "together", "met"):
        tab.locator(f"#{name}").fill(typed if name == field else "")
    expect(tab.locator(f"#{field} + #field-say.problem")).to_have_text(says)
    offers = [f"Take “{nearest}”"] if nearest else []
    expect(tab.locator("#nearest button")).to_have_text(offers)
    expect_text(tab, "#groups-say", "27 names: 6 groups of 4 and 1 group of 3.")
    for name, proposed in (("groups", "7"), ("size", "4")):
        expect(tab.locator(f"#{name}")).to_have_attribute("placeholder", proposed)
    tab.locator("#draw").click()
    expect(tab.locator(f"#{field}")).to_have_value(typed)


@for_each(
    ("kind", "count", "fields", "says"),
    [
        (
            "seats",
            20,
            {"seats": "6"},
            "4 tables of 5, as even as can be with 6 at most.",
        ),
        (
            "seats",
            21,
            {"seats": "6"},
            "1 table of 6 and 3 tables of 5, as even as can be with 6 at most.",
        ),
        ("seats", 20, {"seats": "5"}, "4 tables of 5."),
        ("seats", 19, {"seats": "5"}, "3 tables of 5 and 1 table of 4."),
        (
            "groups",
            18,
            {"groups": "", "size": "4"},
            "3 groups of 4 and 2 groups of 3, as even as can be with 4 at most.",
        ),
        ("groups", 18, {"size": "", "groups": "5"}, "3 groups of 4 and 2 groups of 3."),
        ("pairs", 7, {}, "3 pairs, and one person without a partner."),
    ],
)
def test_the_sizes_of_groups_tables_and_pairs_are_said_before_and_after_the_draw(
    tab: Page, kind: str, count: int, fields: dict[str, str], says: str
) -> None:
    names = [f"Name {number}" for number in range(1, count + 1)]
    reopen(tab, "/draw")
    choose(tab, kind, names, **fields)
    expect_text(tab, "#groups-say", f"{count} names: {says}")
    draw(tab)
    expect_text(tab, "#facts", f"Drawn from {count} names. {says}")


def test_pupils_who_are_apart_together_or_met_are_confirmed_and_drawn(
    ruled: Any,
) -> None:
    tab = ruled
    expect_text(
        tab,
        "#understood",
        "Not together: Ann Abt, Bo and José Cruz · Dee and Eve. Together: Tom and Vera.",
    )
    expect_clean(tab, "phone")
    sent = record_sent(tab)
    draw(tab)
    first = pairs_of(list_groups(tab))
    facts = tab.locator("#facts").inner_text()
    assert "2 rules keep names apart. 1 rule keeps names together." in facts
    assert "Vera" not in facts  # who is kept apart is on no projector
    tab.emulate_media(media="print")
    expect(tab.locator("#facts")).to_be_visible()
    expect(tab.locator("#facts .unprinted")).to_be_hidden()
    tab.emulate_media(media="screen")
    assert "Vera" not in "".join(sent)

    press(tab, "Next round: nobody meets again")
    expect_words(tab, "#facts", "Nobody meets again from the last round.")
    second = pairs_of(list_groups(tab))
    assert first & second == {frozenset({"Tom", "Vera"})}
    apart = pairs_of([["Ann Abt", "Bo", "José Cruz"], ["Dee", "Eve"]])
    assert second.isdisjoint(apart)


def test_groups_of_pupils_are_drawn_again_from_their_link_with_and_without_names(
    ruled: Any,
) -> None:
    tab = ruled
    draw(tab)
    groups = list_groups(tab)
    open_more(tab)
    whole = copy_by(tab, "Copy the link", exact=True)
    bare = copy_by(tab, "without names")
    assert "Vera" not in bare
    reopen(tab, whole)
    expect_right_but_tried(tab)
    assert list_groups(tab) == groups
    expect_words(tab, "#reasons", "2 rules keep names apart.")
    reopen(tab, bare.replace("/result#", "/draw#"))
    fill_list(tab, PUPILS)
    draw(tab)
    assert list_groups(tab) == groups


def test_nobody_meets_again_as_far_as_that_is_possible(visit: Visit, tab: Page) -> None:
    visit.expected = {422}
    reopen(tab, "/draw#groups?groups=3&seed=1&lines=" + "%0A".join(PUPILS[:9]))
    tab.locator("#tools:not([hidden])").wait_for()
    first_group = ", ".join(list_groups(tab)[0])
    link = copied_text(tab, tab.locator("#copy-link"))
    reopen(tab, "/draw")
    choose(tab, "groups", PUPILS[:9], groups="3")
    click_text(tab, "Who comes together")
    met = tab.get_by_label("Last time’s groups")
    met.fill(f"{link}\n\nAnn, Bo, Old Bill\n\n{', '.join(PUPILS[:9])}")
    expect(met).to_have_value(re.compile(f"^{first_group}\n"))
    expect_text(tab, "#field-say", "Old names that the list no longer has: Old Bill.")
    assert problem_of(tab).startswith(
        "There are no groups in which nobody meets again."
    )
    for _ in range(3):
        press(tab, "Let go of the oldest round")
        tab.locator("#result:not([aria-busy])").wait_for()
    expect(met).to_have_value("")


def test_the_groups_of_last_time_are_read_from_a_table_and_from_a_response(
    tab: Page,
) -> None:
    choose(tab, "groups", PUPILS[:9], groups="3")
    click_text(tab, "Who comes together")
    met = tab.get_by_label("Last time’s groups")
    table = "Group 1\tTom\nGroup 1\tBo\nGroup 2\tEve\nGroup 2\tDee"
    groups = [{"items": ["Tom", {"name": "Bo"}]}, {"items": ["Eve", "Dee"]}]
    response = json.dumps({"groups": groups})
    for text in (table, response):
        met.fill(text)
        expect(met).to_have_value("Tom, Bo\nEve, Dee")
    draw(tab)
    drawn = pairs_of(list_groups(tab))
    assert drawn.isdisjoint(pairs_of([["Tom", "Bo"], ["Eve", "Dee"]]))


RATINGS = {f"Player {i}": i * 37 % 23 / 2 for i in range(12)}
PLAYERS = [
    f"{name};{side};{rating}"
    for (name, rating), side in zip(RATINGS.items(), cycle("LR"), strict=False)
]


def read_range(link: str) -> float:
    """Return the range of averages in a link."""
    [found] = re.findall(r"range=([\d.]+)", link)
    return float(found)


def test_teams_are_equally_strong_and_a_link_of_teams_still_works(
    visit: Visit, tab: Page
) -> None:
    visit.expected = {422}
    choose(tab, "groups", ["Name;Side;Rating", *PLAYERS], groups="3")
    change_columns(tab)
    tab.get_by_label("Equally strong in").select_option(label="Rating")
    tab.get_by_role("checkbox", name="Side").check()
    difference = tab.get_by_label("Averages differ by at most")
    expect(difference).to_have_attribute("placeholder", re.compile(r"^\d"))
    expect_words(
        tab,
        "#groups-say",
        "Side: each group has 2 × “L” and 2 × “R”. Rating: the averages of",
    )
    expect_clean(tab, "phone")
    draw(tab)
    groups = list_groups(tab)
    averages = [sum(RATINGS[name] for name in group) / 4 for group in groups]
    link = copy_by(tab, "Copy the link", exact=True)
    assert max(averages) - min(averages) <= read_range(link)

    tab.route("**/v1/items/groups", refuse, times=1)
    draw(tab)
    facts = tab.locator("#facts")
    expect(facts).to_contain_text("A smaller difference was not found.")
    assert read_range(tab.url) > read_range(link) * 1.9
    difference.fill("0")
    assert problem_of(tab).startswith(
        "No groups that fulfil all these rules were found here"
    )

    reopen(tab, link)
    expect_right_but_tried(tab)
    assert list_groups(tab) == groups
    reopen(tab, link.replace("/result#", "/draw#"))
    expect(facts).to_contain_text("The averages go from")
    assert list_groups(tab) == groups


def test_a_link_of_teams_from_before_groups_had_rules_gives_its_groups(
    tab: Page,
) -> None:
    reopen(tab, "/draw#teams?size=4&seed=1&lines=A%0AB%0AC%0AD%0AE%0AF%0AG%0AH%0AI")
    expect_words(
        tab,
        "#facts",
        "Drawn from 9 names. 3 groups of 3, as even as can be with 4 at most.",
    )
    expect(tab.get_by_role("radio", name="Groups, teams, tables")).to_be_checked()
    assert list_groups(tab) == [["I", "H", "F"], ["G", "B", "C"], ["E", "A", "D"]]


ARTISTS = "AAAABBCD"
SONGS = [f"Song {i};{artist};{'XY'[i % 2]}" for i, artist in enumerate(ARTISTS)]


def choose_songs(tab: Page, kind: str, songs: list[str]) -> None:
    """Choose a kind of draw from a list of songs with their artists."""
    choose(tab, kind, ["Song;Artist;Country", *songs])
    tab.get_by_label("The list", exact=True).blur()


def keep_artists_apart(tab: Page) -> None:
    """Choose that neighbours have different artists."""
    change_columns(tab)
    tab.get_by_role("checkbox", name="Artist", exact=True).check()


def name_artists(songs: list[str]) -> list[str]:
    """Return the artist of each song."""
    return [ARTISTS[int(song.removeprefix("Song "))] for song in songs]


def expect_neighbours_differ(artists: list[str]) -> None:
    for artist, following in pairwise(artists):
        assert artist != following


def test_nobody_is_beside_somebody_alike_in_an_order_and_at_a_table(tab: Page) -> None:
    choose_songs(tab, "shuffle", SONGS)
    read = tab.locator("#read")
    # not even a country
    expect(read).to_contain_text("The draw does not use “Artist” and “Country”.")
    keep_artists_apart(tab)
    expect(read).to_contain_text("Neighbours differ in “Artist”.")
    assert draw(tab) == "Random order"
    order = lines_of(tab)
    assert len(order) == 8
    expect_neighbours_differ(name_artists(order))
    expect_words(tab, "#facts", "Artist: no two alike side by side.")
    reopen(tab, copy_by(tab, "Copy the link", exact=True))
    expect_right_but_tried(tab)
    assert texts_of(tab, ".lines li") == order

    reopen(tab, "/draw")
    choose_songs(tab, "seats", SONGS)
    keep_artists_apart(tab)
    assert draw(tab) == "8 seats"
    seated = name_artists(lines_of(tab))
    assert len(seated) == 8
    expect_neighbours_differ([*seated, seated[0]])


def test_few_alike_follow_each_other_if_somebody_says_how_many(tab: Page) -> None:
    choose_songs(tab, "shuffle", SONGS)
    keep_artists_apart(tab)
    fill_in(tab, "At most alike in a row", "2")
    draw(tab)
    artists = name_artists(lines_of(tab))
    for start in range(6):
        assert len(set(artists[start : start + 3])) > 1
    expect_words(tab, "#facts", "Artist: at most 2 alike in a row.")


PLACED = ["Ann", "Bo", "Cem", "Dee", "Eve"]


def choose_places(tab: Page, kind: str, **fields: str) -> None:
    """Choose a kind of draw, and where some names stand."""
    choose(tab, kind, PLACED)
    places = tab.locator("#places")
    if places.get_attribute("open") is None:  # it opens for what is wrong in it
        click_text(tab, "Who comes first, last")
    choose(tab, kind, None, **fields)


def test_names_stand_first_and_at_places_also_by_a_link(tab: Page) -> None:
    choose_places(tab, "shuffle", begin="ann", fixed="Bo: 2 or 3\nEve 4")
    sentence = "Ann comes first, Bo is at place 2 or 3 and Eve is at place 4."
    expect_text(tab, "#rules-say", sentence)
    expect_clean(tab, "phone")
    draw(tab)
    order = lines_of(tab)
    assert sorted(order) == PLACED
    assert (order[0], order[3]) == ("Ann", "Eve")
    assert "Bo" in order[1:3]
    expect_words(tab, "#facts", sentence)
    reopen(tab, copy_by(tab, "Copy the link", exact=True))
    expect_right_but_tried(tab)
    assert texts_of(tab, ".lines li") == order
    expect_words(tab, "#reasons", sentence)


@for_each(
    ("end", "fixed", "sentence"),
    [
        (
            "Ann",
            "",
            "“Ann” has several rules, and no place that all of them allow. Leave one out.",
        ),
        (
            "",
            "Bo: 1",
            "There are too few places for all of these: Ann and Bo. Give one of them another place.",
        ),
        (
            "",
            "Bo: 6",
            "“Bo: 6” needs a name and its place from 1 to 5, as in “Ann: 1”.",
        ),
        ("Zoe", "", "The list does not have: Zoe."),
    ],
)
def test_places_that_cannot_be_are_said_at_their_field(
    visit: Visit, tab: Page, end: str, fixed: str, sentence: str
) -> None:
    visit.expected = {422}
    reopen(tab, "/draw")
    choose_places(tab, "seats", begin="Ann", end=end, fixed=fixed)
    expect_problem(tab, sentence)


GUESTS = [
    "Name;Apart",
    "Guest 1;x",
    "Guest 2;x",
    *(f"Guest {n};" for n in range(3, 31)),
]


def test_who_sits_at_different_tables_is_drawn_as_groups_with_what_was_typed(
    tab: Page,
) -> None:
    choose(tab, "seats", GUESTS, seats="8")
    change_columns(tab)
    apart = tab.get_by_role("checkbox", name="Apart", exact=True)
    expect(
        apart
    ).not_to_be_checked()  # no column decides an order before somebody says so
    press(tab, "Keep people at different tables")
    expect(tab.get_by_label("Not together", exact=True)).to_be_focused()
    expect(apart).to_be_checked()
    expect_words(
        tab,
        "#groups-say",
        "2 tables of 8 and 2 tables of 7, as even as can be with 8 at most.",
    )
    assert draw(tab) == "Seats at 4 tables"
    expect_text(tab, "#shown h3", [f"Table {number}" for number in range(1, 5)])
    tables = list_groups(tab)
    assert sorted(len(table) for table in tables) == [7, 7, 8, 8]
    [first] = [table for table in tables if "Guest 1" in table]
    assert "Guest 2" not in first


def test_groups_may_be_called_tables(tab: Page) -> None:
    choose(tab, "groups", GUESTS, size="8")
    tab.get_by_label("Call them").select_option("Tables")
    seats = tab.get_by_role("textbox", name="Seats at a table")
    expect(seats).to_have_value("8")
    press(tab, "Assign the seats")
    expect_text(tab, "#shown h3", [f"Table {number}" for number in range(1, 5)])
    assert draw(tab) == "Seats at 4 tables"


def test_neighbours_of_whom_too_many_are_alike_are_not_drawn(
    visit: Visit, tab: Page
) -> None:
    visit.expected = {422}
    choose_songs(tab, "seats", SONGS[:5])
    keep_artists_apart(tab)
    assert problem_of(tab) == (
        "“A” is there 4 times, and at most 2 fit without two of them side by side."
    )
