"""Draws in public that a public number decides: the page waits for a round of drand, asks relays, and draws."""

import json
import re
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, Route, expect

from service.app import create_app
from service.plans import endpoint as view
from service.proofs.drand import QUICKNET
from service.settings import RELAYS, Settings
from tests.browser.conftest import (
    Visit,
    click_text,
    copied_text,
    copy_by,
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
    set_width,
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
    expect_lines,
    lines_of,
    open_more,
    press_draw,
)
from tests.browser.result_page import expect_sign, open_result, tick_all
from tests.browser.verify_page import RIGHT, expect_compared, expect_verdict, finding
from tests.plans.plan_files import make_file_by_hand
from tests.tables import for_each
from tools.files import ROOT

pytestmark = pytest.mark.browser

Json = dict[str, Any]

ROUNDS = {
    each["round"]: each
    for each in json.loads((ROOT / "tests/proofs/drand.json").read_text())["quicknet"]
}
ROUND = ROUNDS[1000]
DUE = QUICKNET.round_time(1000)
OTHER = ROUNDS[3]["signature"]
NUMBER = "#sealed .count"
NOT_FETCHED = (
    "The number is out, but could not be fetched here. "
    "Nothing is lost: this page tries again."
)

Answer = Callable[[int], dict[str, Any] | None]


class Relays:
    """The relays, which answer a question with a number, from 0; and the clock of the service, before the round."""

    def __init__(
        self, visit: Visit, monkeypatch: pytest.MonkeyPatch, ahead: int
    ) -> None:
        self.asked: list[str] = []
        self.answer: Answer = lambda _: ROUND
        self.client = create_app(Settings()).test_client()
        visit.others |= {relay.removeprefix("https://") for relay in RELAYS}
        visit.expected |= {404}
        clock = SimpleNamespace(time=lambda: DUE - 120.0, thread_time=lambda: 0.0)
        monkeypatch.setattr(view, "time", clock)
        tab = visit.tab
        now = datetime.fromtimestamp(DUE - 121, UTC)
        slow = datetime.fromtimestamp(DUE - 121 - ahead, UTC)
        tab.clock.install(time=slow)  # the clock of the computer
        date = now.strftime("%a, %d %b %Y %H:%M:%S GMT")
        tab.route(
            "**/livez", lambda route: route.fulfill(status=200, headers={"Date": date})
        )
        tab.route("**/v1/plans", self._make_plan)
        for relay in RELAYS:
            tab.route(f"{relay}/**", self._respond)

    def _respond(self, route: Route) -> None:
        self.asked.append(route.request.url)
        answer = self.answer(len(self.asked) - 1)
        headers = {"Access-Control-Allow-Origin": "*"}
        if answer is None:
            route.fulfill(status=404, headers=headers)
        else:
            route.fulfill(json=answer, headers=headers)

    def _make_plan(self, route: Route) -> None:
        response = self.client.post("/v1/plans", json=route.request.post_data_json)
        route.fulfill(status=response.status_code, json=response.json)


@pytest.fixture
def visit(
    browser: Browser, base: str, request: pytest.FixtureRequest
) -> Iterator[Visit]:
    """Open a tab in a context of its own, as a clock is that of all tabs in its context."""
    with open_alone(browser, base, **getattr(request, "param", {})) as opened:
        yield opened


@pytest.fixture
def relays(visit: Visit, monkeypatch: pytest.MonkeyPatch) -> Relays:
    return Relays(visit, monkeypatch, ahead=600)


def set_clock(tab: Page, seconds: int) -> None:
    """Set the clock of the computer to so many seconds after the round."""
    tab.clock.set_system_time(datetime.fromtimestamp(DUE + seconds, UTC))


def choose_public(tab: Page, occasion: str) -> None:
    """Choose a draw in public, and say what it is for."""
    tick(tab, "In public: everybody can check it")
    fill_in(tab, "What is it for?", occasion)


def announce(tab: Page, occasion: str = "Spring cup") -> str:
    """Announce a draw that a public number decides, and return the link of its code."""
    choose_public(tab, occasion)
    press(tab, "Announce the draw")
    tab.get_by_role("img", name="QR code of the announcement").wait_for()
    button = tab.locator("#sealed").get_by_role("button", name="Copy the link")
    return copied_text(tab, button)


def wait_for_proof(tab: Page) -> str:
    """Wait until the draw is made, and return the link to its proof."""
    tab.locator("#proof:not([hidden])").wait_for()
    return str(tab.get_by_role("link", name="Check it").get_attribute("href"))


def paste_number(tab: Page, text: str) -> None:
    """Paste what a relay shows, and draw by it."""
    tab.locator("#audience").fill(text)
    press(tab, "Draw now")


def check_columns(tab: Page, *columns: str) -> None:
    """Say which columns of the list are distributed."""
    tab.get_by_label("The list", exact=True).blur()
    change_columns(tab)
    for column in columns:
        tab.get_by_role("checkbox", name=column, exact=True).check()


TEAMS = [
    f"Team {pot}{number};{pot};{'ABCDEFGH'[(pot + number) % 8]}"
    for pot in range(1, 5)
    for number in range(1, 9)
]


def expect_no_draw_without_occasion(tab: Page) -> None:
    tab.locator("[value=sealed]").check()
    press_draw(tab)
    expect_text(
        tab,
        "#problem",
        "Say what it is for: it is announced as the only draw for this occasion.",
    )


def test_the_form_says_when_an_announced_draw_is_drawn(
    tab: Page, relays: Relays
) -> None:
    now = datetime.fromtimestamp(DUE - 600, UTC)
    tab.clock.pause_at(now)
    tab.goto("/draw")
    tick(tab, "In public: everybody can check it")
    earliest = tab.locator("#earliest")
    expect(earliest).to_contain_text(f"{now + timedelta(minutes=2):%M:%S}")
    tab.clock.run_for(10_000)
    expect(earliest).to_contain_text(f"{now + timedelta(minutes=2, seconds=10):%M:%S}")
    tab.get_by_label("Who decides it?").select_option("words")
    expect(earliest).to_be_hidden()
    assert relays.asked == []


def expect_to_wait_for_round(tab: Page) -> None:
    """Expect the announcement to say which number decides, whom the page asks for it, and how long it takes."""
    box = tab.locator("#sealed form")
    expect(box).to_contain_text(
        "It is the one of round 1000, and nobody knows it before."
    )
    expect(box).to_contain_text("this page asks api.drand.sh, drand.cloudflare.com")
    expect(tab.locator(NUMBER)).to_have_text("2:02 to go")


@pytest.mark.parametrize(("width", "height"), [(390, 844), (768, 1024), (1366, 768)])
def test_the_code_and_the_countdown_are_in_the_window_and_what_is_late_is_a_sentence(
    tab: Page, relays: Relays, width: int, height: int
) -> None:
    relays.answer = lambda number: None
    tab.goto("/draw")
    set_width(tab, width, height)
    choose(tab, "winners", NAMES, winners="3")
    choose_public(tab, "Spring cup")
    press(tab, "Announce the draw")
    code = tab.locator("#sealed .code")
    number = tab.locator(NUMBER)
    for part in (code, number):
        expect(part).to_be_in_viewport(ratio=1)
    assert top_of(code) < top_of(number)
    tab.clock.fast_forward(125_000)
    expect(number).to_have_text(NOT_FETCHED)
    hint = tab.locator("#sealed details p").first
    sizes = [size_of_letters(part) for part in (number, tab.locator("#facts"))]
    assert sizes[0] <= 1.2 * sizes[1]
    button = tab.get_by_role("button", name="Draw now")
    assert top_of(button) - bottom_of(hint) >= 6


def top_of(part: Locator) -> float:
    return float(part.evaluate("element => element.getBoundingClientRect().top"))


def bottom_of(part: Locator) -> float:
    return float(part.evaluate("element => element.getBoundingClientRect().bottom"))


def size_of_letters(part: Locator) -> float:
    return float(
        part.evaluate("element => parseFloat(getComputedStyle(element).fontSize)")
    )


def save_proof(tab: Page) -> Any:
    """Return the file of the proof that the page saves."""
    open_more(tab)
    return json.loads(download(tab, "Save the proof").path().read_bytes())


@pytest.mark.parametrize(
    "visit", [size("phone", reduced_motion="reduce")], indirect=True
)
def test_groups_from_pots_are_announced_drawn_at_the_round_and_checked_by_who_saw_it(
    tab: Page, relays: Relays
) -> None:
    tab.goto("/draw")
    choose(tab, "groups", ["Team;Pot;Country", *TEAMS])  # as many as a pot has
    check_columns(tab, "Pot")
    expect_no_draw_without_occasion(tab)

    tab.clock.pause_at(datetime.fromtimestamp(DUE - 600, UTC))
    first = announce(tab)
    expect_to_wait_for_round(tab)
    tab.clock.resume()
    expect_clean(tab, "phone")
    tab.reload()
    expect(tab.locator(NUMBER)).to_contain_text("to go")
    assert relays.asked == []

    tab.clock.fast_forward(125_000)
    link = wait_for_proof(tab)
    assert relays.asked == [f"{RELAYS[0]}/{QUICKNET.hash.hex()}/public/1000"]
    groups = lines_of(tab)
    assert sorted(groups) == sorted(row.partition(";")[0] for row in TEAMS)
    expect(tab.locator("#outdated")).to_be_hidden()
    expect_clean(tab, "phone")
    file = save_proof(tab)
    tab.reload()
    wait_for_proof(tab)
    assert lines_of(tab) == groups

    assert set(file) == {"plan", "beacon", "answer", "names"}
    checked = json.loads(relays.client.post("/v1/verify", json=file).text)
    assert checked["valid"] is True
    assert checked["chosen_by"] == "last_word"
    check_links(tab, first, link, groups)
    check_file(tab, file, groups)


def check_links(tab: Page, announcement: str, link: str, groups: list[str]) -> None:
    """Open the link from before the draw, and the link to its result, for who saw the draw and for who did not."""
    set_clock(tab, -60)
    reopen(tab, announcement)
    expect_sign(tab, "Announced for ")
    expect_clean(tab, "phone")
    set_clock(tab, 60)
    reopen(tab, link)
    expect_sign(tab, "Valid.")
    assert lines_of(tab) == groups
    tab.evaluate("localStorage.clear()")
    reopen(tab, link)
    expect_sign(tab, "The result is right.")
    expect_clean(tab, "phone")
    assert tick_all(tab).startswith("Valid.")


def check_file(tab: Page, file: Json, groups: list[str]) -> None:
    """Open the file of a draw with its list, without it and with another one, and check it on the page Verify."""
    names = file["names"]
    without_names = {name: part for name, part in file.items() if name != "names"}
    assert open_result(tab, without_names).startswith("The numbers are right.")
    give_file(tab, "\n".join(names).encode(), "list.txt", "#outcome [type=file]")
    expect_words(tab, "#sign", "The result is right.")
    assert lines_of(tab) == groups
    assert open_result(tab, file | {"names": TEAMS}).startswith(
        "Not valid. The list is not the one that was fixed"
    )
    open_result(tab, file | {"screen": {"tables": True}})
    expect(tab.locator("#shown h3").first).to_have_text("Table 1")

    tab.goto("/verify")
    give_file(tab, json.dumps(file).encode())
    expect_verdict(tab, f"{RIGHT}: Spring cup: 8 groups from 32 names")
    assert "The public number is the genuine one." in finding(tab)
    expect_number(tab, "#cards ~ * .confirm", 1)  # after the groups
    tab.locator("#finding .confirm input").check()
    expect_verdict(tab, "Valid: Spring cup: 8 groups from 32 names")
    other_number = file["beacon"] | {"signature": OTHER}
    give_file(tab, json.dumps(file | {"beacon": other_number}).encode())
    expect_verdict(tab, "Not valid. The announced draw, the public number and")
    [group, *others] = file["answer"]["groups"]
    swapped = {name: group[name][::-1] for name in ("items", "indices")}
    answer = file["answer"] | {"groups": [group | swapped, *others]}
    give_file(tab, json.dumps(file | {"answer": answer}).encode())
    right, seen = (names[group["indices"][place]] for place in (0, -1))
    expect_verdict(tab, "Not valid. Group 1, place 1 differs.")
    expect_compared(tab, right, seen)


@for_each(
    ("path", "body", "word", "sentence"),
    [
        (
            "/v1/items/groups",
            {"items": [1, 2, 3], "groups": 1},
            "Only this result was possible.",
            "could end in one way alone",
        ),
        (
            "/v1/items/draw",
            {"items": [1, 2], "weights": [2**53 - 2, 1], "count": 2},
            "The result is right.",
            "the likeliest had 9,007,199,254,740,990 of 9,007,199,254,740,991 tickets",
        ),
        (
            "/v1/items/shuffle",
            {"items": ["a", "b", "c", "a"], "neighbours": {"apart": 3}},
            "The result is right.",
            "was not counted",
        ),
    ],
)
def test_the_page_of_a_result_says_that_no_other_was_possible_or_likely(
    tab: Page, relays: Relays, path: str, body: Json, word: str, sentence: str
) -> None:
    set_clock(tab, 60)
    file = make_file_by_hand(relays.client, path, body, "Club\u200b cup")
    file["original_items"] = body["items"]
    assert open_result(tab, file).startswith(word)
    assert sentence in tab.inner_text("#reasons")
    assert "another announcement may look the same" in tab.inner_text("#warnings")
    expect_clean(tab, "phone")


@pytest.mark.usefixtures("relays")
def test_a_draw_that_could_end_in_one_way_alone_is_not_announced(
    visit: Visit, tab: Page
) -> None:
    visit.expected |= {422}
    tab.goto("/draw")
    choose(tab, "groups", ["Ann", "Bob", "Cem"], groups="2")
    click_text(tab, "Who comes together")
    fill_in(tab, "Together", "Ann, Bob", exact=True)
    choose_public(tab, "Spring cup")
    press(tab, "Announce the draw")
    expect_words(tab, "#problem", "The list and the rules leave one result alone")


OF_ROUND_3 = ROUNDS[3]
FORGED = ROUND | {"signature": OTHER, "randomness": OF_ROUND_3["randomness"]}
"""The number of another round under the name of this one."""


def test_a_raffle_waits_for_a_right_answer_of_the_round_and_nothing_else_draws(
    tab: Page, relays: Relays
) -> None:
    wrong = [None, FORGED, OF_ROUND_3, {"round": 1000}, None]
    relays.answer = lambda number: wrong[number] if number < len(wrong) else ROUND
    tab.goto("/draw")
    choose(tab, "winners", NAMES, winners="3")
    tick(tab, "In public: everybody can check it")
    tab.context.set_offline(True)
    press_draw(tab)
    expect_text(
        tab, "#problem", "The service cannot be reached. Check the network connection."
    )
    tab.context.set_offline(False)
    announce(tab)
    tab.clock.fast_forward(125_000)
    expect(tab.locator(NUMBER)).to_have_text(NOT_FETCHED)
    assert len(relays.asked) == len(RELAYS)

    problem = tab.locator("#sealed .problem")
    # what was to come is not said any more, and the field to paste it is open
    expect(tab.locator("#sealed")).not_to_contain_text("At that time")
    expect(tab.locator("#sealed")).not_to_contain_text("The number comes on")
    paste_number(tab, json.dumps(OF_ROUND_3))
    expect(problem).to_contain_text("Paste what the address of round 1000 shows")
    paste_number(tab, json.dumps(FORGED))
    expect(problem).to_contain_text("its signature is wrong")

    tab.clock.fast_forward(70_000)
    wait_for_proof(tab)
    decided = f"This decided it: {ROUND['randomness']}"
    expect_words(tab, "#facts", decided)
    assert len(lines_of(tab)) == 3
    expect_number(tab, "#proof .problem", 0)


def test_without_a_check_two_operators_must_agree_and_that_is_said(
    tab: Page, relays: Relays
) -> None:
    unchecked = {"checks": {"chain_hash": True, "signature": None}}
    tab.route("**/v1/verify", lambda route: route.fulfill(json=unchecked))
    relays.answer = lambda number: ROUND if number == 0 else None
    tab.goto("/draw")
    choose(tab, "winners", NAMES, winners="3")
    announce(tab)
    tab.clock.fast_forward(125_000)
    expect(tab.locator(NUMBER)).to_have_text(NOT_FETCHED)
    relays.answer = lambda number: ROUND
    tab.clock.fast_forward(10_000)
    wait_for_proof(tab)
    unchecked_number = "This service cannot check the signature of the number"
    problem = tab.locator("#proof .problem")
    expect(problem).to_contain_text(unchecked_number)

    relays.answer = lambda number: None
    set_clock(tab, -721)
    announce(tab, "Second raffle")
    click_text(tab, "Without a network: paste the number")
    as_firefox_shows_it = re.sub("[{},:]", "\t", json.dumps(ROUND))
    paste_number(tab, as_firefox_shows_it)
    wait_for_proof(tab)
    expect(problem).to_contain_text(unchecked_number)


def choose_day(tab: Page) -> None:
    """Choose the day when the number comes, once none and one of the past are refused."""
    tab.get_by_label("When does the number come?").select_option("date")
    day = tab.get_by_label("Day and time")
    for when in ("", "2023-08-23T15:57"):
        day.fill(when)
        press_draw(tab)
        expect_words(tab, "#problem", "Choose a day and a time")
    due = datetime.fromtimestamp(DUE, UTC)
    day.fill(due.strftime("%Y-%m-%dT%H:%M:%S"))


def open_new_tab(tab: Page) -> None:
    """Open the page as if in another tab: it has no list."""
    tab.evaluate("sessionStorage.clear()")
    reopen(tab, "/draw")
    expect(tab.locator("#lines")).to_have_value("")


def expect_no_other_file(tab: Page) -> None:
    """Expect that a file with another plan is refused."""
    give_file(tab, b'{"announced":{"opened":{"plan":{}},"values":{}}}', "draw.json")
    expect_text(
        tab, "#problem", "This is no announced draw that this page can go on with."
    )


@pytest.mark.parametrize("visit", [size("phone", timezone_id="UTC")], indirect=True)
def test_a_raffle_waits_for_its_day_in_a_file_and_needs_no_tab(
    tab: Page, relays: Relays
) -> None:
    tab.goto("/draw")
    choose(tab, "winners", NAMES[:40], winners="5")
    tab.locator("[value=sealed]").check()
    fill_in(tab, "What is it for?", "Grants")
    choose_day(tab)
    press_draw(tab)
    title, decided, *_, announced = copy_by(tab, "Copy the announcement").split("\n")
    assert title == "Grants: 5 winners from 40 names"
    assert "round 1000" in decided
    expect_clean(tab, "phone")
    saved = download(tab, "Save, to go on later").path().read_bytes()

    open_new_tab(tab)
    expect_no_other_file(tab)
    give_file(tab, saved, "draw.json")
    expect(tab.locator(NUMBER)).to_contain_text("to go")
    tab.clock.fast_forward(125_000)
    link = wait_for_proof(tab)
    winners = lines_of(tab)
    assert len(winners) == 5

    set_clock(tab, 60)
    reopen(tab, link)
    expect_sign(tab, "The result is right.")
    assert lines_of(tab) == winners
    reopen(tab, announced)
    expect_sign(
        tab, "Already drawn. This browser saw the result of this draw: open the result."
    )


def announce_early(tab: Page) -> tuple[str, str]:
    """Announce a draw ten minutes before its public number, on a clock that stands; return its link and time."""
    tab.goto("/draw")
    choose(tab, "winners", ["Ann", "Bob", "Cem"], winners="1")
    tab.clock.pause_at(datetime.fromtimestamp(DUE - 600, UTC))
    link = announce(tab)
    time = tab.evaluate(
        "due => new Date(due).toLocaleTimeString('en', { timeStyle: 'medium' })",
        DUE * 1000,
    )
    return link, time


OUT = "The public number is out. Ask the organiser for the link of the result."


@pytest.mark.usefixtures("relays")
def test_the_link_of_an_announcement_says_first_when_it_is_drawn_and_counts_down(
    tab: Page,
) -> None:
    link, time = announce_early(tab)
    reopen(tab, link)
    says = (
        "This link has no result yet. A public number decides it, the one of round 1000: "
        "nobody can know it before it is due. This browser noted the check code."
    )
    expect_sign(tab, f"Announced for {time} (in 10:00). {says}")
    left = tab.locator("#sign").get_by_role("timer")
    expect(left).to_have_attribute("aria-live", "off")  # not read each second
    round_link = tab.get_by_role("link", name="Open the round")
    expect(round_link).to_have_count(0)  # nothing is there yet
    tab.clock.run_for(10_000)
    expect_sign(tab, f"Announced for {time} (in 9:50).")
    tab.clock.fast_forward(590_000)
    expect_sign(tab, OUT)
    expect(tab.locator("#actions .buttons").first).to_contain_text("Open the round")
    tab.clock.resume()
    expect_clean(tab, "phone")


def enter_list(tab: Page, lines: list[str]) -> None:
    """Enter a list beside what is checked, and verify."""
    tab.get_by_label("The list that was shuffled").fill("\n".join(lines))
    press(tab, "Verify with what you noted")


@pytest.mark.usefixtures("relays")
def test_the_check_of_an_announcement_says_first_when_it_is_drawn_and_leads_to_the_list(
    tab: Page,
) -> None:
    link, time = announce_early(tab)
    reopen(tab, link.replace("/result", "/verify"))
    says = "This link has no result yet. This browser noted the check code on "
    expect_verdict(tab, f"Announced for {time} (in 10:00). {says}")
    enter = tab.locator("#finding").get_by_role("button").first
    expect(enter).to_have_text("Enter the list")
    enter.click()
    expect(tab.get_by_label("The list that was shuffled")).to_be_focused()
    expect(tab.get_by_role("heading", name="The result")).to_have_count(0)

    enter_list(tab, ["Ann", "Bob", "Dan"])
    expect_verdict(tab, "This is another list.")
    enter_list(tab, ["Ann", "Bob", "Cem"])
    expect_verdict(tab, f"Announced for {time} (in 10:00). {says}")
    assert "Your list is the one that is named here." in finding(tab)

    expect(tab.get_by_role("link", name="1000")).to_have_count(0)  # nothing is there
    tab.clock.fast_forward(600_000)
    expect_verdict(tab, OUT)
    expect(tab.get_by_role("link", name="1000")).to_have_count(1)
    tab.clock.resume()
    expect_clean(tab, "phone")


@pytest.mark.usefixtures("relays")
@for_each("language", ["de", "es", "fr"])
def test_a_plan_is_announced_in_each_language(tab: Page, language: str) -> None:
    due = datetime.fromtimestamp(DUE).astimezone()
    reopen(tab, f"/draw?lang={language}")
    tab.locator("#lines").fill("\n".join(NAMES[:40]))
    tab.locator("[value=sealed]").check()
    tab.locator("#occasion").fill("Grants\u00a02027")
    tab.locator("#wait").select_option("date")
    tab.locator("#date").fill(due.strftime("%Y-%m-%dT%H:%M:%S"))
    press_draw(tab)
    expect(tab.locator("#sealed .scan")).to_be_visible()
    expect_clean(tab, "phone")
    tab.evaluate("sessionStorage.clear()")


POTS = ["Team;Pot;Country", "Ants;1;X", "Bees;1;Y", "Cats;2;X", "Dogs;2;Y"]


def tell_next(tab: Page) -> None:
    tab.locator("dialog .primary").press("Enter")


def expect_first_two(tab: Page, told: list[str]) -> None:
    """Expect what was told of two names, and nothing of the others."""
    wait_for_text(tab, "2 of 4 are shown.")
    assert texts_of(tab, "#shown li") == told
    assert "Cats" not in tab.locator("#result").inner_text()


def draw_dice_and_go_back(tab: Page) -> None:
    choose(tab, "dice")
    press_draw(tab)
    tab.locator("#shown .dice").wait_for()
    tab.go_back()


@pytest.mark.parametrize(
    "visit", [size("phone", reduced_motion="reduce")], indirect=True
)
def test_pots_are_told_one_name_after_the_other_and_a_reload_tells_no_more(
    tab: Page,
) -> None:
    tab.goto("/draw")
    choose(tab, "groups", POTS, groups="2")
    check_columns(tab, "Pot", "Country")
    press(tab, "With suspense")
    show = tab.get_by_role("dialog")
    expect(show).to_contain_text("The result is drawn already.")
    tell_next(tab)
    expect(show).to_contain_text("Possible for Ants: Group 1 and Group 2.")
    tell_next(tab)
    assert violations_in_all_schemes(tab) == []
    told = show.get_by_role("listitem").all_inner_texts()
    groups = dict(each.split(": ") for each in told)
    assert list(groups) == ["Ants", "Bees"]
    expect(show).to_contain_text(f"Possible for Bees: {groups['Bees']}.")

    tab.reload()
    for _ in range(2):
        expect_first_two(tab, told)
        draw_dice_and_go_back(tab)

    press(tab, "Go on")
    last = show.get_by_role("listitem").last
    for name, other in (("Cats", "Bees"), ("Dogs", "Ants")):
        tell_next(tab)
        expect(last).to_have_text(f"{name}: {groups[other]}", use_inner_text=True)
    tell_next(tab)
    expect_number(tab, "#shown .lines li", 4)
    shown = lines_of(tab)
    tab.reload()
    expect_lines(tab, shown)
