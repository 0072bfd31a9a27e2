"""The page that draws, with rules: who gives to whom without couples, and groups from pots without two of a country."""

import json
import re
from base64 import urlsafe_b64decode
from itertools import combinations, pairwise
from typing import Any

import pytest
from playwright.sync_api import expect

from service.arrangements.attempts import TOO_RARE
from service.arrangements.bounded import NOT_FOUND
from tests.browser.conftest import (
    Visit,
    copied_text,
    copy_by,
    press,
    problems_of_state,
    reopen,
    texts_of,
)
from tests.browser.test_draw import change_columns, choose, draw, open_more, sign

pytestmark = pytest.mark.browser

FAMILIES = [["Ann", "Bob"], ["Cem"], ["Dee", "Eve", "Finn"], ["Gül"], ["Hugo", "Iris"]]
NAMES = [name for family in FAMILIES for name in family]
COUPLES = [" & ".join(family) for family in FAMILIES]


def ask(tab: Any, name: str) -> str:
    """Press the button of a giver, and return the name of the receiver, who is the only one that is shown."""
    press(tab, f"Show to {name}", exact=True)
    shown = tab.locator(".slips li:has(p)")
    expect(shown).to_have_count(1)
    expect(shown.locator("p")).to_contain_text(f"{name} gives to")
    return str(shown.locator(".receiver").inner_text())


def decode(link: str) -> bytes:
    """Return what the link of one person has."""
    packed = link.split("#slip=")[1]
    return urlsafe_b64decode(packed + "=" * (-len(packed) % 4))


def ask_all(tab: Any) -> dict[str, str]:
    expect(tab.locator(".slips li")).to_have_count(len(NAMES))
    return {name: ask(tab, name) for name in NAMES}


def is_allowed(pairs: dict[str, str]) -> bool:
    """Return whether everybody gives and gets once, and nobody within a family."""
    apart = all(
        not {giver, receiver} <= set(family)
        for giver, receiver in pairs.items()
        for family in FAMILIES
    )
    return apart and sorted(pairs.values()) == sorted(pairs)


def problem_of(tab: Any) -> str:
    """Press the button that draws, and return the sentence on what is wrong."""
    tab.locator("#draw").click()
    tab.locator("#problem:not([hidden])").wait_for()
    return str(tab.locator("#problem").inner_text())


def test_a_santa_with_couples_takes_five_presses_and_nobody_sees_more_than_a_name(
    tab: Any,
) -> None:
    sent: list[str] = []
    tab.on("request", lambda request: sent.append(request.post_data or ""))
    tab.goto("/draw")
    tab.evaluate(
        "addEventListener('pointerdown', () => (window.presses = (window.presses ?? 0) + 1), true)"
    )
    tab.get_by_role("radio", name="Secret Santa").click()
    tab.get_by_label("The list", exact=True).click()
    tab.keyboard.insert_text("\n".join(COUPLES))
    press(tab, "Draw who gives to whom")
    tab.locator(".slips").wait_for()
    heard = tab.locator("#result").aria_snapshot()
    assert [
        name for name in NAMES if heard.count(name) != 1
    ] == []  # as givers alone, each with a button
    first = ask(tab, "Ann")
    assert tab.evaluate("window.presses") <= 4  # and the fifth prints the slips
    expect(tab.locator("#lines-count")).to_have_text(
        "9 names. No name is sent to the service. 3 couples or families."
    )
    press(tab, "Hide")
    expect(tab.locator(".slips p")).to_have_count(0)
    pairs = ask_all(tab)
    assert (pairs["Ann"], is_allowed(pairs)) == (first, True)
    assert not any(name in "".join(sent) for name in NAMES)
    assert problems_of_state(tab, "phone") == []
    tab.emulate_media(media="print")
    expect(tab.get_by_role("button", name="Show to Ann")).to_be_hidden()
    names = texts_of(tab, ".slip bdi")
    assert dict(zip(names[::2], names[1::2], strict=True)) == pairs
    assert len(re.findall(rb"/Type\s*/Page\b", tab.pdf(format="A4"))) == 1
    tab.emulate_media(media="screen")
    tab.get_by_text("More: this tells everything").click()
    whole = copy_by(tab, "Copy the link")
    bare = copy_by(tab, "Copy a link without names")
    reopen(tab, whole)
    assert sign(tab).startswith("The link gives exactly this result.")
    assert ask_all(tab) == pairs
    reopen(tab, bare)
    tab.get_by_text("This link has no names").wait_for()
    choose(tab, "santa", COUPLES)
    draw(tab)
    assert ask_all(tab) == pairs
    table = [
        "Name;Family",
        *(f"{name};{family[0]}" for family in FAMILIES for name in family),
    ]
    reopen(tab, "/draw")
    choose(tab, "santa", table)
    expect(tab.locator("#read")).to_contain_text("“Family” tells who is kept apart.")
    tab.get_by_label("In one circle").check()
    draw(tab)
    pairs = ask_all(tab)
    circle = [NAMES[0]]
    while pairs[circle[-1]] != NAMES[0]:
        circle.append(pairs[circle[-1]])
    assert (len(circle), is_allowed(pairs)) == (len(NAMES), True)


def test_a_secret_draw_has_a_link_for_each_and_no_pair_of_last_year(tab: Any) -> None:
    tab.goto("/draw")
    excluded = {"Bob": "Ann", "Cem": "Ann, Dee"}
    rows = [f'{name},"{excluded.get(name, "-")}"' for name in NAMES]
    choose(tab, "santa", ["name,exclude", *rows])
    expect(tab.locator("#santa-say")).to_have_text(
        "Bob never gives to Ann · Cem never gives to Ann and Dee."
    )
    tab.get_by_label("Occasion").fill("Feast")
    draw(tab)
    pairs = ask_all(tab)
    assert {"Bob": "Ann", "Cem": "Dee"}.items().isdisjoint(pairs.items())
    assert tab.url.endswith("/draw")  # whoever sees the address knows nothing
    tab.get_by_text("Links to send").click()
    own = copy_by(tab, "Link for Ann")
    tab.get_by_text("More: this tells everything").click()
    whole = copy_by(tab, "Copy the link")
    tab.reload()
    tab.locator(".slips").wait_for()
    assert ask_all(tab) == pairs
    tab.locator("#last-year summary").click()
    for way in ("{} - {}", "{} → {}", "{} -> {}", "{} gives to {}", "{}: {}", "{}, {}"):
        tab.locator("#last").fill(
            "\n".join(way.format(*pair) for pair in pairs.items())
        )
        expect(tab.locator("#santa-say")).to_contain_text(
            "9 pairs of last year are not drawn again."
        )
    tab.locator("#last").fill(whole)
    expect(tab.locator("#last")).to_have_value(
        "\n".join(f"{giver}, {name}" for giver, name in pairs.items())
    )
    draw(tab)
    assert pairs.items().isdisjoint(ask_all(tab).items())
    reopen(tab, own)
    expect(tab.locator("#facts")).to_contain_text("It proves nothing")
    expect(tab.locator("#form")).to_be_hidden()
    assert (ask(tab, "Ann"), json.loads(decode(own))) == (
        pairs["Ann"],
        ["Ann", pairs["Ann"], "Feast"],
    )


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


@pytest.mark.parametrize(
    ("lines", "families"),
    [
        (
            ["Mum, Dad", "Ann, Ben", "Cara/Dan", "Eve"],
            "Mum and Dad · Ann and Ben · Cara and Dan.",
        ),
        (
            ["Mum and Dad", "Smith: Ann, Ben, Eve", "Smith: Flo", "Gus"],
            "Mum and Dad · Ann, Ben and Eve.",
        ),
        (
            ["Mum and Dad", "Smith: Ann and Ben", "Smith: Eve"],
            "Mum and Dad · Ann and Ben.",
        ),
    ],
)
def test_a_santa_asks_whether_commas_part_people_before_it_draws(
    tab: Any, lines: list[str], families: str
) -> None:
    tab.goto("/draw")
    choose(tab, "santa", lines)
    tab.locator("#draw").click()
    expect(tab.locator("#problem")).to_contain_text("several people?")
    press(tab, "Yes, and they do not draw each other")
    expect(tab.locator("#read")).to_contain_text(families)
    draw(tab)
    names = [
        name
        for line in lines
        for name in re.split(r"[:,/] ?| and ", line)
        if name != "Smith"
    ]
    expect(tab.locator(".slips li")).to_have_text([f"Show to {name}" for name in names])


def test_names_behind_a_label_are_drawn_without_it_once_somebody_says_so(
    tab: Any,
) -> None:
    tab.goto("/draw")
    choose(tab, "winners", ["Smith: Ann, Ben", "Jones: Cem", "Mum and Dad"])
    tab.locator("#draw").click()
    expect(tab.locator("#problem")).to_have_text("Is “Smith: Ann, Ben” several people?")
    choose(tab, "groups")
    press(tab, "Yes, each of them is drawn")
    expect(tab.locator("#lines")).to_have_value("Ann\nBen\nCem\nMum and Dad")
    press(tab, "Yes, each of them: 5 names")
    expect(tab.locator("#lines")).to_have_value("Ann\nBen\nCem\nMum\nDad")
    expect(tab.locator("#groups-say")).to_have_text(
        "5 names: 1 group of 3 and 1 group of 2."
    )
    reopen(
        tab, "/draw#winners?winners=1&seed=x&lines=Smith:+Ann,+Ben%0ASmith:+Ann,+Ben"
    )  # as a link drew it before
    expect(tab.locator("#shown .lines li")).to_have_text("Smith: Ann, Ben")


def test_a_santa_of_names_with_commas_draws_each_line_as_one_person(tab: Any) -> None:
    lines = ["Smith, John", "Doe, Jane", "Poe, Ed", "Lee, Bo"]
    tab.goto("/draw")
    choose(tab, "santa", lines)
    press(tab, "One person")
    draw(tab)
    expect(tab.locator(".slips li")).to_have_text([f"Show to {line}" for line in lines])


def test_numbers_and_dots_of_a_list_are_taken_away_by_a_button(tab: Any) -> None:
    tab.goto("/draw")
    for mark, lines in (
        ("1.", ["1. Ann", "2. Bob", "3. Cem"]),
        ("-", ["- Ann", "- Bob", "- Cem"]),
    ):
        choose(tab, "winners", lines)
        press(tab, f"Remove “{mark}” and the like")
        expect(tab.locator("#lines")).to_have_value("Ann\nBob\nCem")


def test_a_santa_that_cannot_be_is_explained(visit: Visit, tab: Any) -> None:
    visit.expected = {422}
    tab.goto("/draw")
    for lines, sentence in (
        (
            ["Ann & Bob & Cem", "Dee"],
            "Ann, Bob and Cem are 3 of 4, more than half: one of them would have to give to",
        ),
        (["Ann & Bob", "Ann"], "“Ann” is in the list twice. Add the last name"),
        (["Ann"], "The list has 1 name; this takes 2 or more."),
        (["Ann", "Bob"], "Two can only give to each other."),
        (
            ROOMS,
            "Ann and Bob may give only to Finn: these are too few. Keep fewer names apart.",
        ),
        (
            ISLANDS,
            "One circle of all is not possible: Ann and Bob can never give to Cem and Dee. Untick the circle",
        ),
    ):
        choose(tab, "santa", lines)
        for column in {"Team", "Room"} & set(lines[0].split(";")):
            change_columns(tab)
            tab.get_by_role("checkbox", name=column).check()
        tab.get_by_label("No two give to each other").set_checked(len(lines) == 2)
        tab.get_by_label("In one circle").set_checked(lines is ISLANDS)
        assert problem_of(tab).startswith(sentence)
    tab.get_by_label("In public: everybody").check()
    assert problem_of(tab).startswith(
        "Who gives to whom is not drawn in public: whoever has the list could compute it."
    )


REFUSALS = {"pairs": NOT_FOUND, "groups": TOO_RARE.format(5_000_000)}


def refuse(route: Any) -> None:
    refusal = REFUSALS[route.request.url.rsplit("/", 1)[1]]
    route.fulfill(status=422, body=json.dumps({"errors": {"items": [refusal]}}))


def test_a_draw_that_is_not_found_is_not_called_impossible(
    visit: Visit, tab: Any
) -> None:
    visit.expected = {422}
    tab.goto("/draw")
    tab.route("**/v1/items/*", refuse)
    for kind, sentence in (
        (
            "santa",
            "No draw that fulfils all these rules was found here: such draws are very rare, or there are none.",
        ),
        (
            "groups",
            "No groups that fulfil all these rules were found here: they are very rare, or there are none.",
        ),
    ):
        choose(tab, kind, ["Name;Family", "Ann;Red", "Bob;Red", "Cem;Blue", "Dee;Blue"])
        expect(tab.locator("#read")).to_contain_text(
            re.compile("“Family” tells who|spread evenly by “Family”")
        )
        assert problem_of(tab).startswith(sentence)


POTS = {
    "1": "ENG ESP GER ITA FRA POR NED BEL",
    "2": "ENG ESP GER ITA FRA POR UKR AUT",
    "3": "ENG ESP GER ITA FRA NED SUI UKR",
    "4": "ENG ESP GER ITA FRA AUT BEL SUI",
}
CLUBS = {
    f"Club {country} {pot}": (pot, country)
    for pot, countries in POTS.items()
    for country in countries.split()
}
TABLE = [
    "Team;Country;Pot",
    *(f"{club};{country};{pot}" for club, (pot, country) in CLUBS.items()),
]


def list_groups(tab: Any) -> list[list[str]]:
    return [texts_of(part, "li") for part in tab.locator("#shown .part").all()]


def test_groups_have_a_team_of_each_pot_and_none_twice_of_a_country(
    visit: Visit, tab: Any
) -> None:
    visit.expected = {422}
    tab.goto("/draw")
    choose(tab, "groups", TABLE)
    press(tab, "No two of the same “Country” in a group")
    expect(tab.locator("#readings > summary")).to_be_focused()
    change_columns(tab)
    assert draw(tab) == "8 groups"
    expect(tab.locator("#facts")).to_contain_text(
        "It is drawn from 32 names. 8 groups of 4. Country and Pot: no two alike in a group."
    )
    groups = list_groups(tab)
    wrong = [
        group
        for group in groups
        if sorted(CLUBS[club][0] for club in group) != list(POTS)
        or len({CLUBS[club][1] for club in group}) != 4
    ]
    assert (wrong, sorted(club for group in groups for club in group)) == (
        [],
        sorted(CLUBS),
    )
    tab.get_by_text("The requests, to copy").click()
    request = tab.locator("#request [data-language=curl] pre").inner_text()
    assert ("Club" in request, "ENG" in request, '"different"' in request) == (
        False,
        False,
        True,
    )
    assert problems_of_state(tab, "desktop") == []
    open_more(tab)
    whole, bare = (copy_by(tab, name) for name in ("Copy the link", "without names"))
    reopen(tab, whole)
    assert sign(tab).startswith("The link gives exactly this result.")
    assert list_groups(tab) == groups
    reopen(tab, bare)
    tab.get_by_text("This link has no names").wait_for()
    tab.get_by_label("The list", exact=True).fill("\n".join(TABLE))
    change_columns(tab)
    expect(tab.get_by_role("checkbox", name="Country")).to_be_checked()
    draw(tab)
    assert list_groups(tab) == groups
    tab.get_by_role("checkbox", name="Country").uncheck()
    expect(tab.locator("#lines")).to_have_value(re.compile(r"^Club ENG 1; 1\n"))
    tab.locator("#groups").fill("7")
    expect(tab.locator("#groups-say")).to_contain_text(
        "4 groups of 5 and 3 groups of 4. Pot: each group has 1 to 2 × “1”, 1 to 2 × “2”"
    )
    assert problem_of(tab).startswith("The link is of another list, with 32 names.")
    assert draw(tab) == "7 groups"
    pots = [[CLUBS[club][0] for club in group] for group in list_groups(tab)]
    assert {group.count(pot) for group in pots for pot in POTS} == {1, 2}
    reopen(tab, "/draw")
    choose(
        tab,
        "groups",
        [f"Guest {number}; Firm {number // 4}" for number in range(40)],
        groups="5",
    )
    assert draw(tab) == "5 groups"
    counted = "It is one of 7,189,943,401,473,638,400 possible draws, each equally likely."  # by counting, and by hand
    expect(tab.locator("#facts")).to_contain_text(counted)
    reopen(tab, "/draw")
    choose(tab, "groups", ["Ann; Red", "Bob; Red", "Cem", "Dee"], groups="2")
    assert draw(tab) == "2 groups"
    group = next(group for group in list_groups(tab) if "Ann" in group)
    assert ("Bob" in group, len(group)) == (False, 2)
    change_columns(tab)
    tab.get_by_role("checkbox", name="Column 2: Red").uncheck()
    expect(tab.locator("#lines")).to_have_value("Ann; Red\nBob; Red\nCem\nDee")
    draw(tab)  # without rules they are drawn as ever
    assert "v1/integers" in json.dumps(
        tab.evaluate("performance.getEntriesByType('resource').map(({ name }) => name)")
    )


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
    return {frozenset(pair) for group in groups for pair in combinations(group, 2)}


def test_pupils_who_are_apart_together_or_met_are_confirmed_and_drawn(
    visit: Visit, tab: Any
) -> None:
    visit.expected = {422}
    tab.goto("/draw")
    choose(tab, "groups", PUPILS, size="4")
    said, understood = tab.locator("#groups-say"), tab.locator("#understood")
    expect(said).to_have_text("27 names: 6 groups of 4 and 1 group of 3.")
    expect(tab.get_by_label("Groups", exact=True)).to_have_attribute("placeholder", "7")
    tab.get_by_text("Who comes together").click()
    apart, together = (
        tab.get_by_label(name, exact=True) for name in ("Not together", "Together")
    )
    sent: list[str] = []
    tab.on(
        "request",
        lambda request: sent.append(f"{request.url} {request.post_data or ''}"),
    )
    apart.fill("ann, Bob & dee")
    expect(said).to_have_text("The list does not have: Bob.")
    assert (problem_of(tab), [url for url in sent if "/v1/" in url]) == (
        "The list does not have: Bob.",
        [],
    )
    expect(apart).to_be_focused()
    apart.fill("ann, Bo & josé\nDee; Eve")
    together.fill("Tom, Vera")
    expect(understood).to_have_text(
        "Not together: Ann Abt, Bo and José Cruz · Dee and Eve. Together: Tom and Vera."
    )
    assert problems_of_state(tab, "phone") == []
    draw(tab)
    first = list_groups(tab)
    facts = tab.locator("#facts").inner_text()
    assert "2 rules keep names apart. 1 rule keeps names together." in facts
    assert ("Vera" in facts, "Vera" in "".join(sent)) == (
        False,
        False,
    )  # who is kept apart is on no projector
    open_more(tab)
    links = [copy_by(tab, name) for name in ("Copy the link", "without names")]
    press(tab, "Next round: nobody meets again")
    expect(tab.locator("#facts")).to_contain_text(
        "Nobody meets again from the last round."
    )
    second = list_groups(tab)
    assert pairs_of(first) & pairs_of(second) == {frozenset({"Tom", "Vera"})}
    assert not pairs_of(second) & (
        pairs_of([["Ann Abt", "Bo", "José Cruz"]]) | pairs_of([["Dee", "Eve"]])
    )
    reopen(tab, links[0])
    assert sign(tab).startswith("The link gives exactly this result.")
    assert list_groups(tab) == first
    expect(tab.locator("#more")).to_contain_text("2 rules keep names apart.")
    assert "Vera" not in links[1]
    reopen(tab, links[1].replace("/result#", "/draw#"))
    tab.get_by_label("The list", exact=True).fill("\n".join(PUPILS))
    draw(tab)
    assert list_groups(tab) == first


def test_nobody_meets_again_as_far_as_that_is_possible(visit: Visit, tab: Any) -> None:
    visit.expected = {422}
    tab.goto("/draw#groups?groups=3&seed=1&lines=" + "%0A".join(PUPILS[:9]))
    tab.locator("#tools:not([hidden])").wait_for()
    first = list_groups(tab)
    link = copied_text(tab, tab.locator("#copy-link"))
    reopen(tab, "/draw")
    choose(tab, "groups", PUPILS[:9], groups="3")
    tab.get_by_text("Who comes together").click()
    met = tab.get_by_label("Last time’s groups")
    met.fill(f"{link}\n\nAnn, Bo, Old Bill\n\n{', '.join(PUPILS[:9])}")
    expect(met).to_have_value(re.compile(f"^{', '.join(first[0])}\n"))
    expect(tab.locator("#understood")).to_contain_text(
        "Old names that the list no longer has:"
    )
    assert problem_of(tab).startswith(
        "There are no groups in which nobody meets again."
    )
    for _ in range(3):
        press(tab, "Let go of the oldest round")
        tab.locator("#result:not([aria-busy])").wait_for()
    expect(met).to_have_value("")
    response = {
        "groups": [{"items": ["Tom", {"name": "Bo"}]}, {"items": ["Eve", "Dee"]}]
    }
    for text in (
        "Group 1\tTom\nGroup 1\tBo\nGroup 2\tEve\nGroup 2\tDee",
        json.dumps(response),
    ):
        met.fill(text)
        expect(met).to_have_value("Tom, Bo\nEve, Dee")
    draw(tab)
    assert not pairs_of(list_groups(tab)) & pairs_of([["Tom", "Bo"], ["Eve", "Dee"]])


def test_teams_are_equally_strong_and_a_link_of_teams_still_works(
    visit: Visit, tab: Any
) -> None:
    visit.expected = {422}
    ratings = {f"Player {i}": i * 37 % 23 / 2 for i in range(12)}
    tab.goto("/draw")
    choose(
        tab,
        "groups",
        [
            "Name;Side;Rating",
            *(
                f"{name};{'LR'[i % 2]};{rating}"
                for i, (name, rating) in enumerate(ratings.items())
            ),
        ],
        groups="3",
    )
    change_columns(tab)
    tab.get_by_label("Equally strong in").select_option(label="Rating")
    tab.get_by_role("checkbox", name="Side").check()
    field = tab.get_by_label("Averages differ by at most")
    expect(field).to_have_attribute("placeholder", re.compile(r"^\d"))
    expect(tab.locator("#groups-say")).to_contain_text(
        "Side: each group has 2 × “L” and 2 × “R”. Rating: the averages of"
    )
    assert problems_of_state(tab, "phone") == []
    draw(tab)
    groups = list_groups(tab)
    averages = [sum(ratings[name] for name in group) / 4 for group in groups]
    link = copy_by(tab, "Copy the link")
    [range_of_link] = re.findall(r"range=([\d.]+)", link)
    assert max(averages) - min(averages) <= float(range_of_link)
    tab.route("**/v1/items/groups", refuse, times=1)
    draw(tab)
    expect(tab.locator("#facts")).to_contain_text("A smaller difference was not found.")
    assert float(tab.url.split("range=")[1].split("&")[0]) > float(range_of_link) * 1.9
    field.fill("0")
    assert problem_of(tab).startswith(
        "No groups that fulfil all these rules were found here"
    )
    reopen(tab, link)
    assert sign(tab).startswith("The link gives exactly this result.")
    assert list_groups(tab) == groups
    reopen(tab, link.replace("/result#", "/draw#"))
    expect(tab.locator("#facts")).to_contain_text("The averages go from")
    assert list_groups(tab) == groups
    reopen(tab, "/draw#teams?size=4&seed=1&lines=A%0AB%0AC%0AD%0AE%0AF%0AG%0AH%0AI")
    expect(tab.locator("#facts")).to_contain_text(
        "It is drawn from 9 names. 3 groups of 3."
    )
    expect(tab.get_by_role("radio", name="Groups, teams")).to_be_checked()
    assert list_groups(tab) == [["I", "H", "F"], ["G", "B", "C"], ["E", "A", "D"]]


SONGS = [
    "Song;Artist;Country",
    *(f"Song {i};{'AAAABBCD'[i]};{'XY'[i % 2]}" for i in range(8)),
]


def test_nobody_is_beside_somebody_alike_in_an_order_and_at_a_table(
    visit: Visit, tab: Any
) -> None:
    visit.expected = {422}
    tab.goto("/draw")
    choose(tab, "shuffle", SONGS)
    tab.get_by_label("The list", exact=True).blur()
    expect(tab.locator("#read")).to_contain_text(
        "The draw does not use “Artist” and “Country”."
    )  # not even a country
    change_columns(tab)
    tab.get_by_role("checkbox", name="Artist", exact=True).check()
    expect(tab.locator("#read")).to_contain_text("Neighbours differ in “Artist”.")
    assert draw(tab) == "Random order"
    order = texts_of(tab, "#shown .lines li")
    artists = ["AAAABBCD"[int(song.removeprefix("Song "))] for song in order]
    assert len(order) == 8
    assert not any(one == other for one, other in pairwise(artists))
    expect(tab.locator("#facts")).to_contain_text("Artist: no two alike side by side.")
    reopen(tab, copy_by(tab, "Copy the link"))
    assert sign(tab).startswith("The link gives exactly this result.")
    assert texts_of(tab, ".lines li") == order
    reopen(tab, "/draw")
    choose(tab, "seats", SONGS[:6])
    tab.get_by_label("The list", exact=True).blur()
    change_columns(tab)
    tab.get_by_role("checkbox", name="Artist", exact=True).check()
    assert (
        problem_of(tab)
        == "“A” is there 4 times, and at most 2 fit without two of them side by side."
    )
    reopen(tab, "/draw")
    choose(tab, "seats", SONGS)
    tab.get_by_label("The list", exact=True).blur()
    change_columns(tab)
    tab.get_by_role("checkbox", name="Artist", exact=True).check()
    assert draw(tab) == "8 seats"
    seated = texts_of(tab, "#shown .lines li")
    circle = ["AAAABBCD"[int(song.removeprefix("Song "))] for song in seated]
    assert len(circle) == 8
    assert not any(one == other for one, other in pairwise([*circle, circle[0]]))
