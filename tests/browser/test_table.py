"""The table page shows what the service returns, and the request as code to copy."""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from itertools import cycle
from typing import Any
from urllib.parse import quote, urlencode, urlsplit

import pytest
from playwright.sync_api import expect

from service.cards.deck import DECKS
from service.games.catalogue import FAMILIES, GAMES
from tests.browser.conftest import (
    SIZES,
    SOME_GAMES,
    Visit,
    copy_by,
    open_alone,
    press,
    problems_of_state,
    reach,
    reopen,
    script,
    set_width,
    violations,
    wait_until,
    wait_until_settled,
)
from tests.conftest import run_service
from tests.server import client
from tests.tables import sample

pytestmark = pytest.mark.browser

SEED = "a seed, with a comma & 100 % more"
UNESCAPED = "!'()*~"  # by encodeURIComponent
PACKS = ("decks", "jokers", "suit_order", "red_fives", "highest", "exclude")
CALM = {"reduced_motion": "reduce"}
CALLED = {"bingo_call", "bingo90_call"}
"""The games whose balls are called one by one."""
PICKED_FROM_ANYWHERE = {
    "bingo_card",
    "powerball",
    "mega_millions",
    "euromillions",
} | CALLED
"""The games in which no cards are given."""
DEALS = [
    "v1/games/holdem/deal?players=10&seed=t",
    *(
        f"v1/games/{name}/deal?seed=t"
        for name in ("seven_card_stud", "bridge", "bingo_card", "riichi")
    ),
    "v1/games/klondike/deal?deal_number=617",
    "v1/decks/standard/shuffle?seed=t",
    "v1/decks/dominoes/deal?hands=3&cards=7&seed=t",
]


def fetch(base: str, path: str, **query: str) -> dict[str, Any]:
    joined = "&" if "?" in path else "?"
    return dict(client.fetch(base, f"/{path}{joined}{urlencode(query)}").json)


def wait_for_request(tab: Any, text: str) -> None:
    """Wait until the request that the page shows as curl has this text."""
    request = tab.locator("[data-language=curl] pre", has_text=text)
    request.wait_for(state="attached")


def wait_for_cards(tab: Any) -> None:
    """Wait until the cards of the deal lie on the table."""
    wait_until(tab, "!document.querySelector('#felt').hasAttribute('aria-busy')")


def wait_for_alert(tab: Any, words: str) -> None:
    """Wait until the page says what is wrong with these words."""
    tab.get_by_role("alert").get_by_text(words).wait_for()


def open_deal(visit: Visit, path: str) -> Any:
    """Open a permalink, and wait for its deal."""
    visit.tab.goto(f"/#{path}")
    wait_for_request(visit.tab, f"/{path}'")
    wait_for_cards(visit.tab)
    return visit.tab


def select(visit: Visit, what: str) -> Any:
    """Select a game or a deck in the form, with the seed `t`; open the page first if it is not open."""
    if visit.tab.url == "about:blank":
        visit.tab.goto("/")
        visit.tab.locator("[data-language=curl]").wait_for(state="attached")
    choose(visit.tab, what)
    visit.tab.locator("#proving").evaluate("(details) => { details.open = true; }")
    visit.tab.get_by_label("Seed", exact=True).fill("t")
    return visit.tab


def choose(tab: Any, what: str) -> None:
    """Choose a game or a deck, which deals it, and wait for its cards."""
    kind, name = what.split("/")
    tab.get_by_label("Game or deck").fill(name)
    tab.locator(f"[data-target='{what}']").click()
    wait_for_request(tab, f"/v1/{kind}/{name}/")
    wait_for_cards(tab)


def deal(visit: Visit, path: str) -> Any:
    """Press `Deal`, and wait for the deal of this request."""
    press(visit.tab, "Deal", exact=True)
    wait_for_request(visit.tab, f"/{path}'")
    return visit.tab


_TABLE = script("table")


def read_table(tab: Any, *, is_sorted: bool = False) -> dict[str, Any]:
    """Return the names and pictures of cards by seat and by pile, the unfolded stock included.

    Hands are in the order of the deal, unless they are to be left as they are on the page.
    """
    show_all = tab.get_by_label("Show all")
    if show_all.is_visible():
        show_all.check()
    sort = tab.get_by_label("Sort the hands")
    if not is_sorted and sort.is_visible():
        sort.uncheck()
    tab.evaluate(_TABLE)
    wait_until(tab, "[...document.images].every((image) => image.complete)")
    table: dict[str, Any] = tab.evaluate(_TABLE)
    return table


def expected_table(base: str, path: str) -> dict[str, Any]:
    """Return the expected value of `read_table`, from the response of the service."""
    body = fetch(base, path, notation="name")
    options = {name: body[name] for name in PACKS if name in body}
    query = {
        name: ",".join(value) if isinstance(value, list) else value
        for name, value in options.items()
    }
    records = fetch(base, f"v1/decks/{body['deck']}", **query)["cards"]
    small = fetch(base, f"pictures/{body['deck']}.json")["pictures"]

    def picture(path: str) -> str:
        svg = small.get(path.rpartition("/")[2])
        return f"image/svg+xml,{quote(svg, safe=UNESCAPED)}" if svg else path

    def cards(holder: dict[str, Any]) -> list[Any]:
        pairs = zip(holder["cards"], holder["indices"], strict=True)
        return [[name, picture(records[index]["image"]), True] for name, index in pairs]

    def with_parts(holder: dict[str, Any]) -> dict[str, Any]:
        return {
            "cards": cards(holder),
            "parts": {part["name"]: cards(part) for part in holder.get("parts", ())},
        }

    piles = body.get("piles", [body | {"name": "from_the_top"}])
    return {
        "hands": [[hand["seat"], with_parts(hand)] for hand in body.get("hands", ())],
        "piles": {pile["name"]: with_parts(pile) for pile in piles},
    }


OTHER_DECKS = [
    "standard",
    *sorted(DECKS.keys() - {GAMES[name].deck for name in SOME_GAMES}),
]


@pytest.mark.parametrize(
    "path",
    [
        *(f"games/{name}/deal" for name in SOME_GAMES if name not in CALLED),
        *(f"decks/{name}/shuffle" for name in OTHER_DECKS),
    ],
)
def test_a_deal_lies_on_the_table_as_the_service_deals_it(
    shared_tab: Visit, base: str, path: str
) -> None:
    path = f"v1/{path}?seed=t"
    assert read_table(open_deal(shared_tab, path)) == expected_table(base, path)


def test_games_are_grouped_by_family_and_found_by_what_people_call_them(
    visit: Visit,
) -> None:
    tab = select(visit, "games/canfield")
    groups = tab.evaluate(script("catalogue"))
    expected = {
        family.capitalize(): [f"games/{game.name}" for game in members.games]
        for family, members in FAMILIES.items()
    }
    expected["Decks"] = [f"decks/{name}" for name in DECKS]
    assert [(label, [value for value, _ in options]) for label, options in groups] == [
        *expected.items()
    ]
    for texts in (
        [text for label, options in groups[:-1] for _, text in options],
        [text for _, text in groups[-1][1]],
    ):
        assert len(texts) == len(set(texts))
    expect(tab.locator("#catalogue [aria-current]")).to_have_attribute(
        "data-target", "games/canfield"
    )
    field, found = (
        tab.get_by_label("Game or deck"),
        tab.locator("#catalogue [data-target]"),
    )
    called = {
        "NLHE": "holdem",
        "hold em": "holdem",
        "  21 ": "blackjack",
        "écarté": "ecarte",
        "bingo": "bingo_call",
    }
    for typed, first in called.items():
        field.fill(typed)
        expect(found.first, typed).to_have_attribute("data-target", f"games/{first}")
    field.fill("patience")
    targets = set(
        found.evaluate_all("(all) => all.map(({ dataset }) => dataset.target)")
    )
    assert targets >= {f"games/{game.name}" for game in FAMILIES["patience"].games}
    for slip, first in {
        "klondyke": "klondike",
        "holdem no limit": "holdem",
        "tarot deck": "french_tarot",
    }.items():
        field.fill(slip)
        expect(found.first, slip).to_have_attribute("data-target", f"games/{first}")
    field.fill("dice")
    tab.get_by_text("No game or deck is called that here.").wait_for()
    expect(tab.locator("#catalogue").get_by_role("link", name="Draw")).to_be_visible()
    field.fill("nlhe")
    field.press("Enter")
    tab.get_by_role("heading", name="Texas hold'em").wait_for()
    expect(field).to_have_value("")


def test_every_option_that_fits_is_asked_as_it_is_typed_and_no_other_is_offered(
    visit: Visit, base: str
) -> None:
    tab = select(visit, "games/dominoes")
    fields = tab.evaluate(
        "[...document.querySelectorAll('#form [id^=field-]')].map((field) => field.id)"
    )
    controls = {
        field.removeprefix("field-") for field in fields if field.count("-") == 1
    }
    options = "players highest exclude only seed index label algorithm key_bits passes variant"
    assert controls == set(options.split())
    expect(tab.get_by_label("A numbered deal")).to_be_hidden()
    select(visit, "decks/standard")
    tab.get_by_label("Deal hands").check()
    tab.get_by_text("Cards in play").click()
    tab.get_by_text("Shuffle: fisher_yates").click()
    typed = {
        "Hands": "3",
        "Cards": "",
        "Packets": "3,2",
        "Burn": "1",
        "Decks": "2",
        "Jokers": "1",
        "Exclude": "2S,2h",
    }
    for label, text in typed.items():
        tab.get_by_label(label, exact=True).fill(text)
    tab.get_by_label("Suit order").select_option("CDHS")
    tab.get_by_label("Algorithm").select_option("riffle")
    tab.get_by_label("Passes").fill("3")
    tab.get_by_label("Index", exact=True).fill("5")
    path = (
        "v1/decks/standard/deal?hands=3&packets=3,2&burn=1&decks=2&jokers=1&suit_order=CDHS&exclude=2S,2h"
        "&seed=t&index=5&algorithm=riffle&passes=3"
    )
    assert read_table(deal(visit, path)) == expected_table(base, path)


TICKETS = script("tickets")
STOPPED_CLOCK = """
let time = 0;
performance.now = () => time;
globalThis.passSecond = () => void (time += 1_000);
"""


def test_balls_of_bingo_are_called_one_by_one_and_tickets_printed_and_checked(
    visit: Visit, base: str
) -> None:
    visit.tab.add_init_script(f"print = () => undefined; {STOPPED_CLOCK}")
    tab = open_deal(visit, "v1/games/bingo_call/deal?seed=t")
    (pile,) = fetch(base, "v1/games/bingo_call/deal?seed=t")["piles"]
    balls = [f"{ball[0]} {ball[1:]}" for ball in pile["cards"]]
    expect(tab.locator("#felt img, .called")).to_have_count(0)
    code = tab.locator(".code").inner_text().rpartition(" ")[2]
    tab.get_by_role("button", name="First ball").dblclick()  # which is one ball
    for number, key in enumerate(("Enter", " ", "PageDown"), 1):
        tab.locator(".count", has_text=f"Ball {number} of 75").wait_for()
        tab.evaluate("passSecond()")
        tab.keyboard.press(key)
        tab.evaluate("document.activeElement.blur()")
    tab.locator(".count", has_text=f"{balls[3]}. Ball 4 of 75").wait_for()
    expect(tab.locator(".ball img")).to_have_attribute("alt", balls[3])
    expect(tab.locator(".before")).to_contain_text(
        ", ".join(balls[2::-1]), use_inner_text=True
    )
    expect(tab.locator(".numbers .called")).to_have_count(4)
    for hidden in ("Show all", "Place known cards"):
        expect(tab.get_by_label(hidden)).to_be_hidden()
    expect(tab.get_by_role("heading", name="The response")).to_be_hidden()
    tab.reload()
    expect(tab.locator(".numbers .called")).to_have_count(4)
    assert problems_of_state(tab, "phone") == []
    press(tab, "Print the tickets")
    wait_until(tab, f"({TICKETS.strip()})().length === 12")
    tickets = tab.evaluate(TICKETS)
    assert len({str(ticket) for ticket in tickets}) == 12
    title = tab.locator("#records caption").nth(11).inner_text()
    assert (
        title.startswith("Ticket 12 · Bingo with 75 balls"),
        title.endswith(code),
    ) == (True, True)
    for header, *rows in tickets:
        assert (header, rows[2][2]) == (list("BINGO"), "free")
        for column, cells in enumerate(zip(*rows, strict=True)):
            assert {int(cell) for cell in cells if cell != "free"} <= {
                *range(15 * column + 1, 15 * column + 16)
            }
    tab.evaluate("dispatchEvent(new Event('afterprint'))")
    tab.get_by_label("Ticket number").fill("7")
    press(tab, "Check a ticket")
    on_ticket = {cell for row in tickets[6][1:] for cell in row}
    called = [ball for ball in balls[:4] if ball.split()[1] in on_ticket]
    tab.get_by_text(f"Ticket 7: {len(called)} of its 24 numbers").wait_for()
    expect(tab.locator(".checked .called:not(.free)")).to_have_count(len(called))
    open_deal(visit, "v1/games/bingo90_call/deal?seed=t")
    press(tab, "Print the tickets")
    wait_until(tab, f"({TICKETS.strip()})().length === 12")
    strip = [
        cell
        for ticket in tab.evaluate(TICKETS)[:6]
        for row in ticket
        for cell in row
        if cell
    ]
    assert sorted(map(int, strip)) == list(range(1, 91))


def test_a_slip_neither_ends_a_call_of_bingo_nor_checks_another_ticket(
    tab: Any,
) -> None:
    tab.goto("/#v1/games/bingo_call/deal?seed=t&called=4")
    tab.locator(".caller").wait_for()
    for wrong in ("abc", "0", "", "13"):
        tab.get_by_label("Ticket number").fill(wrong)
        press(tab, "Check a ticket")
        expect(tab.get_by_label("Ticket number")).to_have_attribute(
            "aria-invalid", "true"
        )
        tab.get_by_text("Type the number of a ticket: 1 to 12.").wait_for()
        expect(tab.locator(".checked > *")).to_have_count(0)
    tab.evaluate("dispatchEvent(new Event('beforeprint'))")
    expect(tab.locator("#records .balls li")).to_have_count(4)
    tab.evaluate("dispatchEvent(new Event('afterprint'))")
    for button in ("Deal", "Verify this deal"):  # would end the game
        tab.locator("#table").get_by_text(button, exact=True).click()
        expect(tab.get_by_role("dialog")).to_be_visible()
        assert violations(tab) == []
        tab.keyboard.press("Enter")
        expect(tab.get_by_role("dialog")).to_have_count(0)
    expect(tab.locator(".numbers .called")).to_have_count(4)
    reopen(tab, "/#v1/games/bingo_call/deal?seed=t&called=75")
    tab.locator(".caller").wait_for()
    verify_deal(tab)


def check_ticket(tab: Any, number: int) -> str:
    """Check a ticket, and return what the caller says of it."""
    tab.get_by_label("Ticket number").fill(str(number))
    press(tab, "Check a ticket")
    expect(tab.locator(".checked caption")).to_have_text(f"Ticket {number}")
    return str(tab.locator(".judged").inner_text())


def list_lines(rows: list[list[str]]) -> list[tuple[str, list[str]]]:
    columns = list(zip(*rows, strict=True))
    diagonals = [[rows[i][i] for i in range(5)], [rows[i][4 - i] for i in range(5)]]
    lines = [("row", row) for row in rows] + [
        ("column", list(column)) for column in columns
    ]
    lines += [("diagonal", diagonal) for diagonal in diagonals]
    return [(kind, [cell for cell in line if cell != "free"]) for kind, line in lines]


def test_a_ticket_of_bingo_is_told_what_it_has_won_and_since_which_ball(
    tab: Any, base: str
) -> None:
    rows = "[...document.querySelectorAll('.checked tr')]"
    reads = f"{rows}.map((row) => [...row.cells].map((cell) => cell.firstChild?.data ?? ''))"
    (pile,) = fetch(base, "v1/games/bingo_call/deal?seed=t")["piles"]
    balls = [ball[1:].lstrip("0") for ball in pile["cards"]]
    kinds = set()
    for called in (4, 45):
        reopen(tab, f"/#v1/games/bingo_call/deal?seed=t&called={called}")
        tab.locator(".caller").wait_for()
        for number in range(1, 5):
            says = check_ticket(tab, number)
            lines = list_lines(tab.evaluate(reads)[1:])
            since = sorted(
                (max(balls.index(cell) + 1 for cell in cells), kind)
                for kind, cells in lines
            )
            if since[0][0] > called:
                assert says.startswith("No line yet; ")
                expect(tab.locator(".checked .line")).to_have_count(0)
            else:
                assert says == f"BINGO: a {since[0][1]}, since ball {since[0][0]}"
                assert tab.locator(".checked .line").count() >= 5
            kinds.add(says[:6])
            expect(tab.locator(".checked .free.called")).to_have_count(1)
    assert kinds == {"BINGO:", "No lin"}
    found: set[str] = set()
    for called in (1, 75, 84, 90):
        reopen(tab, f"/#v1/games/bingo90_call/deal?seed=t&called={called}")
        tab.locator(".caller").wait_for()
        found |= {
            check_ticket(tab, number).split(",")[0].split(";")[0]
            for number in range(1, 7)
        }
    assert found == {"No line yet", "One line", "Two lines", "Full house"}


def test_the_full_screen_of_a_call_fits_a_phone_and_shows_what_goes_wrong(
    tab: Any,
) -> None:
    tab.add_init_script(STOPPED_CLOCK)
    set_width(tab, 390, 844)
    for game in ("bingo_call", "bingo90_call"):
        reopen(tab, f"/#v1/shoes?game={game}")
        press(tab, "Full screen")
        tab.get_by_role("button", name="Leave full screen").wait_for()
        assert tab.evaluate(
            "document.fullscreenElement.scrollWidth <= document.fullscreenElement.clientWidth"
        )
        tab.route("**/v1/shoes/deal", lambda route: route.abort())
        press(tab, "First ball")
        expect(tab.locator(":fullscreen #play-problem")).to_be_in_viewport()
        tab.unroute("**/v1/shoes/deal")
        tab.evaluate("passSecond()")
        press(tab, "First ball")
        tab.locator(".count", has_text="Ball 1 of").wait_for()
        check_ticket(tab, 3)
        expect(tab.locator(".judged")).to_be_in_viewport()
        press(tab, "Leave full screen")
        tab.get_by_role("button", name="Full screen", exact=True).wait_for()


def test_balls_of_bingo_are_sealed_before_the_first_one(visit: Visit) -> None:
    visit.tab.add_init_script(STOPPED_CLOCK)
    tab = open_deal(visit, "v1/games/bingo90_call/deal?seed=t")
    press(tab, "Seal the balls first")
    tab.get_by_text("this page does not know the next ball").wait_for()
    assert (
        tab.locator(".steps code").inner_text()
        == tab.locator("#commitment").text_content()
    )
    tab.get_by_label("A word from the hall").fill("bread")
    for number in range(1, 4):
        press(tab, "First ball" if number == 1 else "Next ball")
        tab.locator(".count", has_text=f"Ball {number} of 90").wait_for()
        tab.evaluate("passSecond()")
    tab.reload()
    expect(tab.locator(".numbers .called")).to_have_count(3)
    tab.get_by_text("The word from the hall: “bread”").wait_for()
    press(tab, "Reveal and verify")
    tab.get_by_role("dialog").get_by_role("button", name="Reveal and verify").click()
    tab.locator("#verdict").get_by_text("Valid.", exact=True).wait_for()
    expect(tab.locator("#verdict")).to_be_in_viewport()
    expect(tab.locator("#seal-title")).to_contain_text("Revealed:")
    expect(tab.get_by_role("button", name="Next ball")).to_be_hidden()


def test_the_first_load_is_small(browser: Any, base: str) -> None:
    with open_alone(browser, base) as visit:
        visit.tab.add_init_script(_LUCKY)
        visit.tab.goto("/")
        wait_until_settled(visit.tab)
        entries = "[...performance.getEntriesByType('resource'), ...performance.getEntriesByType('navigation')]"
        assert (
            visit.tab.evaluate(
                f"{entries}.reduce((sum, {{ transferSize }}) => sum + transferSize, 0)"
            )
            <= 185_000  # 183,169 in gzip: line breaks are bytes too
        )


LUCKY = "0f" * 12
"""A seed by which seat 3 wins in hold'em."""
_LUCKY = "crypto.getRandomValues = (bytes) => bytes.map((_, i) => (i % 2 ? 15 : 0));"


def test_holdem_is_told_in_one_press_and_three_turns_and_nothing_moves(
    tab: Any, base: str
) -> None:
    tab.add_init_script(_LUCKY)
    tab.emulate_media(reduced_motion="reduce")
    set_width(tab, 390, 844)  # where a label or a sentence soon takes another line
    tab.goto("/")
    press(tab, "Deal", exact=True)
    button, outcome = tab.locator("#turn"), tab.locator("#outcome")
    box = "(each) => Object.values(each.getBoundingClientRect().toJSON())"
    boxes = f"[...document.querySelectorAll('#felt li, #moves > *')].map({box})"
    before = None
    shown = []
    for label in ("Deal the flop", "Deal the turn", "Deal the river"):
        tab.get_by_role("button", name=label).wait_for()
        shown.append(tab.locator("#felt [data-pile=board] [data-index]").count())
        before = before or tab.evaluate(boxes)
        assert tab.evaluate(boxes) == before
        assert tab.locator("#felt [data-pile=burns] [data-index]").count() == 0
        button.click()
    assert shown == [0, 3, 4]
    outcome.get_by_text("Seat 3 wins with two pair, aces and jacks.").wait_for()
    assert tab.evaluate(boxes) == before
    assert tab.locator(".winner").evaluate_all(
        "(seats) => seats.map(({ dataset }) => dataset.seat)"
    ) == ["3"]
    expect(tab.locator(".best")).to_have_count(5)
    path = urlsplit(tab.url).fragment
    assert path == f"v1/games/holdem/deal?seed={LUCKY}"
    assert read_table(tab) == expected_table(base, path)


RANKED = [game for game in GAMES.values() if game.ranking]
LAID_AWAY = {"cribbage", "pineapple"}
"""The games that are ranked once cards of each hand are laid away."""


def test_the_hands_of_every_ranked_game_are_named_once_they_are_shown(
    unpainted: Visit,
) -> None:
    tab = unpainted.tab
    for game in RANKED:
        open_deal(unpainted, f"v1/games/{game.name}/deal?seed=t")
        if tab.get_by_label("Show all").is_visible():
            tab.get_by_label("Show all").check()
        if game.name in LAID_AWAY:
            continue
        tab.locator(".note").first.wait_for()
        expect(tab.locator(".note"), game.name).to_have_count(
            tab.locator("#felt [data-seat]").count()
        )
        words = (" win", " share", " beats the dealer", " beat the dealer")
        says_who_wins = any(word in tab.inner_text("#outcome") for word in words)
        has_winners = game.ranking not in {"bridge", "blackjack", "jacks_or_better"}
        plays_against_a_pay_table = (
            game.house is not None and game.house.order == "pay_table"
        )
        assert says_who_wins == (has_winners and not plays_against_a_pay_table), (
            game.name
        )


def test_covered_cards_the_answer_and_the_steps_are_seen_and_seats_are_round_the_table(
    visit: Visit, base: str
) -> None:
    tab = open_deal(visit, "v1/games/spider/deal?seed=t")
    expect(tab.locator("#felt .down")).to_have_count(44)
    expect(tab.locator("#felt [data-index]")).to_have_count(10)
    tab.get_by_label("Show all").check()
    expect(tab.locator("#felt [data-index]")).to_have_count(54)
    tab.get_by_label("Show all").uncheck()
    expect(tab.locator("#felt .down")).to_have_count(44)
    open_deal(visit, "v1/games/baccarat/deal?seed=t")
    open_programs(tab)
    answer = json.loads(
        tab.get_by_role("region", name="The response as JSON").inner_text()
    )
    assert answer == fetch(base, "v1/games/baccarat/deal?seed=t")
    open_deal(visit, "v1/games/hearts/deal?exclude=2S,2H,2D,2C&seed=t")
    steps = tab.locator("#procedure li").all_text_contents()
    assert steps == fetch(base, "v1/games/hearts?exclude=2S,2H,2D,2C")["procedure"]
    assert "48 cards in all" in steps[0]
    open_deal(visit, "v1/games/bridge/deal?seed=t")

    def middles() -> dict[str, tuple[float, float]]:
        boxes = {
            seat: tab.locator(f"[data-seat={seat}]").bounding_box() for seat in "NESW"
        }
        return {
            seat: (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
            for seat, box in boxes.items()
        }

    round_it = middles()
    assert round_it["N"][1] < round_it["E"][1] < round_it["S"][1]
    assert round_it["W"][0] < round_it["N"][0] < round_it["E"][0]
    tab.set_viewport_size({"width": 360, "height": 740})
    wait_until(tab, "!document.querySelector('.felt.round')")
    rows = [middle[1] for middle in middles().values()]
    assert rows == sorted(rows)


@pytest.mark.parametrize("visit", [CALM], ids=["still"], indirect=True)
def test_the_table_fits_a_laptop_and_on_a_phone_it_is_as_high_as_its_cards(
    unpainted: Visit,
) -> None:
    tab = unpainted.tab
    for game in ("holdem", "bridge", "blackjack", "riichi", "klondike"):
        set_width(tab, 1400, 900)
        open_deal(unpainted, f"v1/games/{game}/deal?seed=t")
        assert (
            tab.locator("#felt").evaluate(
                "(felt) => felt.getBoundingClientRect().bottom"
            )
            <= 900
        ), game
        set_width(tab, 390, 844)
        bottoms = "[...document.querySelectorAll('.felt *')].map((each) => each.getBoundingClientRect().bottom)"
        below = f"Math.max(...{bottoms})"
        assert (
            tab.evaluate(
                f"document.querySelector('.felt').getBoundingClientRect().bottom - {below}"
            )
            < 40
        ), game
    open_deal(unpainted, "v1/games/spider/deal?seed=t")
    assert tab.locator("#felt .column img").first.evaluate("(card) => card.width") >= 50


def test_a_permalink_reproduces_a_deal_and_its_history_goes_back(
    visit: Visit, base: str
) -> None:
    tab = select(visit, "games/skat")
    tab.get_by_label("Seed", exact=True).fill(SEED)
    path = f"v1/games/skat/deal?seed={quote(SEED, safe=',')}"
    deal(visit, path)
    permalink = copy_by(tab, "Copy the link")
    assert urlsplit(permalink).query == ""
    seen = read_table(tab)
    reopen(tab, permalink)
    tab.locator("[data-language=curl]").wait_for(state="attached")
    assert read_table(tab) == seen == expected_table(base, path)
    expect(tab.get_by_label("Seed", exact=True)).to_have_value(SEED)
    open_deal(visit, "v1/games/gin_rummy/deal?seed=t")
    seen = read_table(tab)
    tab.get_by_text("Reproduce or prove").click()
    press(tab, "Next index")
    wait_for_request(tab, "index=1'")
    assert read_table(tab) != seen
    tab.go_back()
    wait_for_request(tab, "seed=t'")
    assert read_table(tab) == seen
    open_deal(visit, "v1/games/holdem/deal?players=3&seed=t&index=4")
    press(tab, "Deal", exact=True)
    wait_until(
        tab, "new URLSearchParams(location.hash.split('?')[1]).get('seed') !== 't'"
    )
    assert urlsplit(tab.url).fragment.startswith("v1/games/holdem/deal?players=3&seed=")
    assert "index" not in urlsplit(tab.url).fragment


def test_a_numbered_deal_and_the_operating_system_take_no_seed(
    visit: Visit, base: str
) -> None:
    tab = select(visit, "games/freecell")
    tab.get_by_label("A numbered deal").check()
    tab.get_by_label("Deal number").fill("617")
    path = "v1/games/freecell/deal?deal_number=617"
    assert read_table(deal(visit, path)) == expected_table(base, path)
    press(tab, "Next number")
    wait_for_request(tab, "deal_number=618'")
    select(visit, "games/omaha")
    tab.get_by_label("The operating system").check()
    deal(visit, "v1/games/omaha/deal")
    assert urlsplit(tab.url).fragment == ""
    assert tab.get_by_text("not repeatable", exact=False).count()
    for gone in ("Copy the link", "Next index"):
        expect(tab.get_by_role("button", name=gone)).to_be_hidden()
    expect(tab.get_by_role("link", name="Verify this deal")).to_be_hidden()


def verify_deal(tab: Any) -> None:
    """Follow the link that checks the deal, and expect that the deal is reproduced."""
    tab.get_by_role("link", name="Verify this deal").click()
    verdict = tab.locator("#verdict:not([data-state=empty], [data-state=busy])")
    verdict.wait_for()
    assert "\nReproduced.\n" in verdict.inner_text()


@pytest.mark.parametrize(
    "path", [f"v1/games/bridge/deal?seed={quote(SEED, safe=',')}", *DEALS[-3:]]
)
def test_what_can_be_repeated_leads_to_its_proof(visit: Visit, path: str) -> None:
    verify_deal(open_deal(visit, path))


def test_hands_are_sorted_until_a_choice_which_is_kept(visit: Visit) -> None:
    tab = open_deal(visit, "v1/games/klondike/deal?seed=t")
    sort = tab.get_by_label("Sort the hands")
    expect(sort).to_be_hidden()
    for game in ("baccarat", "dominoes"):
        open_deal(visit, f"v1/games/{game}/deal?seed=t")
        expect(sort).not_to_be_checked()
    open_deal(visit, "v1/games/bridge/deal?seed=t")
    expect(sort).to_be_checked()
    in_order = read_table(tab, is_sorted=True)["hands"]
    dealt = read_table(tab)["hands"]
    for (seat, hand), (_, other) in zip(in_order, dealt, strict=True):
        names = [name for name, *_ in hand["cards"]]
        ranks = [
            "Ace",
            "King",
            "Queen",
            "Jack",
            "10",
            "9",
            "8",
            "7",
            "6",
            "5",
            "4",
            "3",
            "2",
        ]
        spades = [name.split()[0] for name in names if name.endswith("Spades")]
        assert [rank for rank in ranks if rank in spades] == spades
        assert sorted(hand["cards"]) == sorted(other["cards"]), seat
    assert in_order != dealt
    tab.reload()
    open_deal(visit, "v1/games/bridge/deal?seed=t&index=1")
    expect(sort).not_to_be_checked()
    open_deal(visit, "v1/games/skat/deal?seed=t")
    sort.check()
    open_deal(visit, "v1/games/whist/deal?seed=t")
    expect(sort).to_be_checked()


def test_a_visitor_takes_a_seat_which_is_theirs_in_the_next_deal(visit: Visit) -> None:
    tab = open_deal(visit, "v1/games/skat/deal?seed=t")
    tab.get_by_label("Your seat:").select_option("rearhand")
    expect(tab.locator("#felt .own h3")).to_have_text(
        "Rearhand (you)", ignore_case=True
    )
    open_deal(visit, "v1/games/skat/deal?seed=t&index=1")
    names = tab.locator("#felt .own img").evaluate_all(
        "(cards) => cards.map(({ alt }) => alt)"
    )
    expect(tab.locator("#status")).to_have_text(
        f"Skat. Dealt. Your cards: {', '.join(names)}."
    )
    assert (len(names), tab.locator("#felt .down").count()) == (
        10,
        22,
    )  # as a player sees it
    tab.get_by_label("Show all").check()
    expect(tab.locator("#felt .down")).to_have_count(0)
    open_deal(visit, "v1/games/blackjack/deal?seed=t&players=1")
    expect(tab.locator("#felt h3").first).to_have_text(
        "Seat 1 (you)", use_inner_text=True
    )
    open_deal(visit, "v1/games/whist/deal?seed=t")
    expect(tab.locator("#felt .own")).to_have_count(0)


def test_of_a_long_deal_the_first_hand_is_said_with_what_lies_open(
    unpainted: Visit,
) -> None:
    tab = open_deal(unpainted, "v1/games/crazy_eights/deal?seed=t&players=4")
    said = tab.locator("#status")
    cards = "[^,;.]+(, [^,;.]+)*"
    others = "3 other hands lie open: choose one at “Your seat” to hear it"
    expect(said).to_have_text(
        re.compile(
            rf"^Crazy eights\. Dealt\. Seat 1: {cards}; Discards: [^,;]+\. {others}\.$"
        )
    )
    tab = open_deal(unpainted, "v1/games/freecell/deal?seed=t")
    expect(said).to_have_text(
        re.compile(r"^FreeCell\. Dealt\. Tableau: [^,]+(, [^,]+){7}\.$")
    )  # the end of each column
    tab = open_deal(unpainted, "v1/decks/standard/shuffle?seed=t")
    expect(said).to_have_text(
        re.compile(r"Dealt\. From the top: [^,]+(, [^,]+){11} and 40 more\.$")
    )


def test_the_seed_is_told_where_it_is_looked_for(visit: Visit) -> None:
    tab = open_deal(visit, "v1/games/skat/deal?seed=t&index=2")
    assert tab.inner_text("#facts") == "3 players · 32 in play"
    assert tab.get_by_text("seed t, index 2").locator("visible=true").count() == 0
    tab.get_by_text("How it was dealt").click()
    expect(tab.locator("#procedure .origin")).to_have_text(
        "Every order is equally likely · seed t, index 2"
    )


def test_a_press_on_the_stock_goes_on_and_each_open_card_is_said(
    unpainted: Visit,
) -> None:
    tab = open_deal(unpainted, "v1/games/holdem/deal?seed=t&players=2")
    said = tab.locator("#status")
    expect(said).to_have_text(
        re.compile(r"^Texas hold'em\. Dealt\. Seat 1: .+, .+; dealer: .+, .+\.$")
    )
    stock = tab.locator("#felt [data-stock] button")
    for label, cards in (
        ("Deal the flop", 3),
        ("Deal the turn", 1),
        ("Deal the river", 1),
    ):
        tab.locator("#felt .press", has_text=label).click()
        expect(said).to_have_text(
            re.compile(rf"Board: [^,;]+(, [^,;]+){{{cards - 1}}}\.$")
        )
    assert stock.inner_text().startswith("40")
    expect(tab.locator("#felt .press")).to_have_text("Draw a card")
    for count in (1, 2):
        stock.press("Enter")
        expect(tab.locator("#felt [data-pile=drawn_cards] img")).to_have_count(count)
        card = tab.locator("#felt [data-pile=drawn_cards] img").last.get_attribute(
            "alt"
        )
        expect(said).to_have_text(f"You turned: {card}.")
    expect(tab.locator("#stocks summary")).to_have_text("The stock in order: 38")
    press(tab, "From the start")
    expect(tab.locator("#felt [data-pile=drawn_cards]")).to_have_count(0)
    tab = open_deal(unpainted, "v1/games/klondike/deal?seed=t")
    for _ in range(24):
        tab.locator("#felt [data-stock] button").click()
    expect(
        tab.locator("#felt [data-place=waste] img, #felt [data-pile=waste] img")
    ).to_have_count(1)
    expect(tab.locator("#felt [data-stock] button")).to_have_count(0)


@pytest.mark.parametrize("visit", [{"forced_colors": "active"}], indirect=True)
def test_what_is_chosen_has_a_tick_where_the_system_has_its_own_colours(
    visit: Visit,
) -> None:
    tab = open_deal(visit, "v1/games/bridge/deal/batch?seed=t&repeats=3")
    tick = "(each) => getComputedStyle(each, '::before').content.includes('✓')"
    boards = tab.locator("#found [aria-pressed]")
    expect(boards).to_have_count(3)
    assert boards.evaluate_all(f"(all) => all.map({tick})") == [True, False, False]
    tab.locator("#find-game").fill("contract bridge")
    assert tab.locator("#catalogue [aria-current]").evaluate(tick)


def test_a_refused_value_is_shown_at_its_field_and_an_empty_seed_is_made_up(
    visit: Visit,
) -> None:
    visit.expected.add(422)
    tab = select(visit, "games/holdem")
    tab.get_by_label("Players").fill("99")
    press(tab, "Deal", exact=True)
    alert = tab.get_by_role("alert")
    alert.wait_for()
    field = tab.get_by_label("Players")
    expect(field).to_have_value("99")
    expect(field).to_have_attribute("aria-invalid", "true")
    described = field.get_attribute("aria-describedby").split()[0]
    expect(tab.locator(f"#{described}")).to_have_text(
        "It is a whole number from 2 to 11.", use_inner_text=True
    )
    assert tab.evaluate("document.activeElement.id") == "problem"
    alert.get_by_role("link", name="Players").click()
    assert tab.evaluate("document.activeElement.id") == "field-players"
    assert violations(tab) == []
    field.fill("9")
    deal(visit, "v1/games/holdem/deal?players=9&seed=t")
    expect(alert).to_be_hidden()
    assert field.get_attribute("aria-invalid") is None
    select(visit, "decks/standard")
    tab.get_by_label("Count").fill("five")
    tab.get_by_label("Seed", exact=True).fill("")
    press(tab, "Deal", exact=True)
    wait_for_alert(tab, "It is a whole number, at least 1.")
    expect(tab.get_by_label("Count")).to_have_attribute("aria-invalid", "true")
    assert len(tab.get_by_label("Seed", exact=True).input_value()) == 24


def test_a_link_while_another_deal_arrives_is_dealt_and_a_wrong_one_is_told(
    visit: Visit,
) -> None:
    tab = open_deal(visit, "v1/games/holdem/deal?seed=t")
    held: list[Any] = []
    tab.route("**/v1/games/skat/deal?*", lambda route: held.append(route))  # noqa: PLW0108 (Playwright binds it)
    with tab.expect_request("**/v1/games/skat/deal?*"):
        tab.evaluate("location.hash = '#v1/games/skat/deal?seed=t'")
    tab.evaluate("history.replaceState(null, '', '#v1/games/bridge/deal?seed=t')")
    held[0].continue_()
    wait_for_cards(tab)
    tab.evaluate(
        "dispatchEvent(new HashChangeEvent('hashchange'))"
    )  # which the browser sends later
    wait_for_request(tab, "/v1/games/bridge/deal?seed=t'")
    visit.expected |= {404, 422}
    for link, words in {
        "v1/games/holdem/deal?seed=t&colour=blue": "“colour”: This table does not know it.",
        "v1/games/holdm/deal?seed=t": "There is no game 'holdm'.",
        "v1/gam": "No deal is named in it.",
    }.items():
        reopen(tab, f"/#{link}")
        wait_for_alert(tab, words)
        assert "/v1/" not in tab.get_by_role("alert").inner_text()
    tab.route("**/v1/games/holdem/deal?*", lambda route: route.abort())
    press(tab, "Deal", exact=True)
    wait_for_alert(tab, "No connection")
    tab.unroute("**/v1/games/holdem/deal?*")
    press(tab, "Deal", exact=True)
    tab.get_by_role("alert").wait_for(state="hidden")


def test_the_table_can_be_used_by_keyboard_alone(tab: Any) -> None:
    tab.goto("/")
    tab.locator("[data-language=curl]").wait_for(state="attached")

    reach(tab, "#find-game")
    tab.keyboard.type("Skat")
    tab.keyboard.press("Enter")
    wait_for_request(tab, "/v1/games/skat/deal?")
    reach(tab, "#proving > summary")
    tab.keyboard.press("Enter")
    reach(tab, "#field-seed")
    tab.keyboard.press("Control+A")
    tab.keyboard.type("keys")
    tab.keyboard.press("Enter")
    path = "v1/games/skat/deal?seed=keys"
    wait_for_request(tab, f"/{path}'")
    reach(tab, "#next")
    tab.keyboard.press("Enter")
    wait_for_request(tab, "index=1'")
    assert tab.evaluate("document.activeElement.id") == "next"
    reach(tab, "#programs > summary")
    tab.keyboard.press("Enter")
    reach(tab, "[data-language=curl] button")
    tab.evaluate("navigator.clipboard.writeText('')")
    tab.keyboard.press("Enter")
    wait_until(tab, "navigator.clipboard.readText().then((text) => text !== '')")
    assert f"{path}&index=1" in tab.evaluate("navigator.clipboard.readText()")


def open_programs(tab: Any) -> None:
    """Open the part for programmers, which is closed until somebody asks for it."""
    if not tab.locator("#programs[open]").count():
        tab.locator("#programs > summary").click()


def copy_snippet(visit: Visit, language: str) -> str:
    open_programs(visit.tab)
    return copy_by(visit.tab, f"Copy {language}")


def expected_output(body: dict[str, Any]) -> list[str]:
    """Return what the programs print for a response."""
    hands = [" ".join((hand["seat"], *hand["cards"])) for hand in body.get("hands", ())]
    piles = [" ".join((pile["name"], *pile["cards"])) for pile in body.get("piles", ())]
    return [*hands, *piles] or [" ".join(body["cards"])]


PROGRAMS = [
    f"v1/games/holdem/deal?seed={quote(SEED, safe=',')}",
    "v1/games/tressette/deal?seed=it%27s",
    "v1/decks/tarot/shuffle?seed=t",
]


def expect_programs_to_print(visit: Visit, lines: list[str]) -> None:
    for command in (
        [sys.executable, "-c", copy_snippet(visit, "Python")],
        ["node", "--input-type=module", "--eval", copy_snippet(visit, "JavaScript")],
    ):
        run = subprocess.run(command, capture_output=True, check=True, text=True)
        assert run.stdout.splitlines() == lines, command[0]


def run_curl(visit: Visit) -> dict[str, Any]:
    """Run the copied command, and return the response."""
    curl = [*shlex.split(copy_snippet(visit, "curl").replace("\\\n", " ")), "--silent"]
    return dict(
        json.loads(subprocess.run(curl, capture_output=True, check=True).stdout)
    )


needs_programs = pytest.mark.skipif(
    not (shutil.which("curl") and shutil.which("node")), reason="no curl or node"
)


@needs_programs
@pytest.mark.parametrize("path", PROGRAMS)
def test_the_copied_programs_give_the_same_cards(
    visit: Visit, base: str, path: str
) -> None:
    open_deal(visit, path)
    assert run_curl(visit) == fetch(base, path)
    expect_programs_to_print(visit, expected_output(fetch(base, path)))


def test_a_deal_is_accessible_and_fits(visit: Visit) -> None:
    visit.tab.emulate_media(reduced_motion="reduce")
    for name, path in zip(cycle(SIZES), DEALS, strict=False):
        tab = open_deal(visit, path)
        read_table(tab)
        open_programs(tab)
        assert problems_of_state(tab, name) == [], path


def find_misplaced(tab: Any, *widths: int) -> dict[int, list[str]]:
    """Return the faults of the layout by the width of the window: what overlaps, leaves the table or does not fit."""
    wrong = {}
    for width in widths:
        tab.set_viewport_size({"width": width, "height": 900})
        if misplaced := tab.evaluate(script("misplaced")):
            wrong[width] = misplaced
    return wrong


@pytest.mark.long
@pytest.mark.parametrize("visit", [CALM], ids=["still"], indirect=True)
@pytest.mark.parametrize("family", FAMILIES)
def test_no_hand_lies_on_another_and_every_game_fits_also_while_cards_are_chosen(
    unpainted: Visit, family: str
) -> None:
    wrong = {}
    for game in sample(
        [game for game in FAMILIES[family].games if game.name not in CALLED],
        3 if "CI" in os.environ else 1,
    ):
        for players, seed in {
            game.players.max: "t",
            game.players.default: "42",
        }.items():
            tab = open_deal(
                unpainted, f"v1/games/{game.name}/deal?players={players}&seed={seed}"
            )
            if misplaced := find_misplaced(tab, 360, 1280, 1600):
                wrong[game.name, players, seed] = misplaced
        if game.name not in PICKED_FROM_ANYWHERE:
            tab.get_by_label("Place known cards").check()
            if misplaced := find_misplaced(tab, 1280, 360):
                wrong[game.name, players, "known cards"] = misplaced
            tab.get_by_label("Place known cards").uncheck()
    assert wrong == {}


@pytest.mark.parametrize(
    ("visit", "moves"),
    [(CALM, False), ({}, True)],
    ids=["still", "moving"],
    indirect=["visit"],
)
def test_cards_move_but_not_for_those_who_asked_for_that(
    visit: Visit, moves: bool
) -> None:
    tab = open_deal(visit, DEALS[0])
    assert bool(tab.evaluate("document.getAnimations().length")) == moves


def test_where_seeds_are_off_the_table_deals_from_the_operating_system(
    browser: Any,
) -> None:
    with run_service(ALLOW_SEEDS="false") as base, open_alone(browser, base) as visit:
        visit.expected = {403}
        tab = visit.tab
        tab.goto("/")
        wait_for_request(tab, "/v1/games/holdem/deal'")
        tab.get_by_text("Reproduce or prove").click()
        expect(tab.get_by_label("The operating system")).to_be_checked()
        expect(tab.get_by_role("alert")).to_be_hidden()
        tab.get_by_label("A seed").check()
        press(tab, "Deal", exact=True)
        wait_for_alert(tab, "this request's seed is refused")
        tab.get_by_label("The operating system").check()
        press(tab, "Deal", exact=True)
        expect(tab.get_by_role("alert")).to_be_hidden()
        tab.get_by_label("Place known cards").check()
        tab.locator("#felt [data-index] button").first.focus()
        for _ in range(2):
            tab.keyboard.press("Enter")
        press(tab, "Deal the others")
        wait_for_alert(tab, "this request's given is refused")
        tab.goto("/#v1/games/bridge/deal")
        tab.locator("#felt [data-seat=N]").wait_for()
        expect(tab.get_by_role("alert")).to_be_hidden()


def test_without_javascript_links_deal(browser: Any, base: str) -> None:
    with open_alone(browser, base, java_script_enabled=False) as visit:
        visit.tab.goto("/")
        visit.tab.locator("#felt").wait_for(state="hidden")
        visit.tab.get_by_role("link", name="Contract bridge").click()
        assert '"ace of spades"' in visit.tab.inner_text("body").lower()


LONG_HANDS = (
    "sheng_ji",
    "guandan",
    "hand_and_foot",
    "number_piles",
    "war",
    "spades_six_players",
    "tranca",
)
FIT_A_PHONE = [
    "holdem",
    "skat",
    "hearts",
    "doppelkopf",
    "klondike",
    "freecell",
    "clock",
    "gaps",
    "monte_carlo",
    "spider",
]


def test_a_strip_of_each_card_is_legible_and_the_felt_fits_the_screen(
    shared_tab: Visit,
) -> None:
    tab = shared_tab.tab
    wrong = []
    tab.emulate_media(reduced_motion="reduce")
    for width, height in ((390, 844), (1280, 800)):
        set_width(tab, width, height)
        for game in dict.fromkeys((*SOME_GAMES, *LONG_HANDS, *FIT_A_PHONE)):
            open_deal(shared_tab, f"v1/games/{game}/deal?seed=t")
            if tab.get_by_label("Show all").is_visible():
                tab.get_by_label("Show all").check()
            wrong += [
                f"{game}, {width}: {strip} px"
                for strip in sorted(set(tab.evaluate(script("strips"))))
            ]
            bottom = tab.evaluate(
                "document.querySelector('#felt').getBoundingClientRect().bottom + scrollY"
            )
            fits = (
                bottom <= height + 60
                or (game not in FIT_A_PHONE and width < 640)
                or game in LONG_HANDS
            )
            wrong += (
                [] if fits else [f"{game}, {width}: the felt ends at {bottom:.0f} px"]
            )
    assert wrong == []


def test_a_patience_has_places_for_its_foundations_cells_and_waste(
    shared_tab: Visit,
) -> None:
    tab = shared_tab.tab
    tab.emulate_media(reduced_motion="reduce")
    set_width(tab, 1280)
    foundation = {"foundation": ["♠", "♥", "♣", "♦"]}
    places: dict[str, dict[str, list[str]]] = {
        "klondike": {"waste": [""]} | foundation,
        "freecell": {"cells": [""] * 4} | foundation,
        "eight_off": {"reserve": [""] * 4} | foundation,
        "spider": {"foundation": [""]},
        "calculation": {"waste": [""] * 4},
        "black_hole": {},
    }
    for game, expected in places.items():
        open_deal(shared_tab, f"v1/games/{game}/deal?seed=t")
        found = tab.locator("#felt .pile").evaluate_all(script("places"))
        assert {name: signs for name, signs in found if signs} == expected, game
    open_deal(shared_tab, "v1/games/clock/deal?seed=t")
    corners = "(all) => all.map((one) => one.getBoundingClientRect()).map(({ x, y }) => [Math.round(x), Math.round(y)])"
    centres = tab.locator("#felt .dial .column").evaluate_all(corners)
    assert len({tuple(centre) for centre in centres}) == 13
    assert [centres[11][0], centres[2][1]] == centres[
        12
    ]  # twelve is above the middle, three beside
    open_deal(shared_tab, "v1/games/gaps/deal?seed=t")
    tops = tab.locator("#felt .grid li").evaluate_all(
        "(all) => all.map((one) => one.getBoundingClientRect().top)"
    )
    assert len({round(top) for top in tops}) == 4
