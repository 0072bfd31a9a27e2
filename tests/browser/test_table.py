"""The page Deal shows what the service returns, goes on with a deal, and has the request as code to copy."""

import json
import re
from typing import Any
from urllib.parse import quote

import pytest
from playwright.sync_api import Browser, Page, expect

from service.cards.deck import DECKS
from service.games.catalogue import GAMES
from service.games.game import Game
from tests.browser.conftest import (
    SOME_GAMES,
    Visit,
    expect_number,
    expect_text,
    open_alone,
    press,
    reach,
    set_width,
    tick,
    wait_until,
    wait_until_settled,
)
from tests.browser.programs import (
    expect_programs_to_print,
    expected_output,
    needs_programs,
    open_programs,
    run_curl,
)
from tests.browser.table_page import (
    CALLED,
    SEED,
    expected_table,
    fetch,
    open_deal,
    read_fragment,
    read_table,
    show_all,
    wait_for_request,
)
from tests.tables import for_each

pytestmark = pytest.mark.browser
DECKS_OF_GAMES = {GAMES[name].deck for name in SOME_GAMES}
OTHER_DECKS = ["standard", *sorted(DECKS.keys() - DECKS_OF_GAMES)]
DEALT = [
    *(f"v1/games/{name}/deal?seed=t" for name in SOME_GAMES if name not in CALLED),
    *(f"v1/decks/{name}/shuffle?seed=t" for name in OTHER_DECKS),
]


@pytest.mark.parametrize("path", DEALT)
def test_a_deal_lies_on_the_table_as_the_service_deals_it(
    shared_tab: Visit, base: str, path: str
) -> None:
    tab = open_deal(shared_tab, path)
    assert read_table(tab) == expected_table(base, path)


def test_a_first_deal_is_small(browser: Browser, base: str) -> None:
    with open_alone(browser, base) as visit:
        tab = visit.tab
        tab.goto(f"/#v1/games/holdem/deal?seed={LUCKY}")
        wait_until_settled(tab)
        entries = "[...performance.getEntriesByType('resource'), ...performance.getEntriesByType('navigation')]"
        sizes = tab.evaluate(f"{entries}.map(({{ transferSize }}) => transferSize)")
        assert sum(sizes) <= 195_000  # in gzip, with the form of all games


LUCKY = "0f" * 12
"""A seed by which seat 3 wins in hold'em."""
_LUCKY = "crypto.getRandomValues = (bytes) => bytes.map((_, i) => (i % 2 ? 15 : 0));"
_BOX = "(each) => Object.values(each.getBoundingClientRect().toJSON())"
_BOXES = f"[...document.querySelectorAll('#felt li, #moves > *')].map({_BOX})"
"""The places of the cards and of the buttons."""


def test_holdem_is_told_in_one_press_and_three_turns_and_nothing_moves(
    tab: Page, base: str
) -> None:
    tab.add_init_script(_LUCKY)
    tab.emulate_media(reduced_motion="reduce")
    set_width(tab, 390, 844)  # where a label or a sentence soon takes another line
    tab.goto("/")
    press(tab, "Deal", exact=True)
    board = tab.locator("#felt [data-pile=board] [data-index]")
    burned = tab.locator("#felt [data-pile=burns] [data-index]")
    tab.get_by_role("button", name="Deal the flop").wait_for()
    places = tab.evaluate(_BOXES)
    for label, shown in (
        ("Deal the flop", 0),
        ("Deal the turn", 3),
        ("Deal the river", 4),
    ):
        tab.get_by_role("button", name=label).wait_for()
        assert board.count() == shown
        assert burned.count() == 0
        assert tab.evaluate(_BOXES) == places
        tab.locator("#turn").click()
    winning = "Seat 3 wins with two pair, aces and jacks."
    tab.locator("#outcome").get_by_text(winning).wait_for()
    assert tab.evaluate(_BOXES) == places
    winners = tab.locator(".winner")
    expect(winners).to_have_count(1)
    expect(winners).to_have_attribute("data-seat", "3")
    expect_number(tab, ".best", 5)
    path = f"v1/games/holdem/deal?seed={LUCKY}"
    assert read_fragment(tab) == path
    assert read_table(tab) == expected_table(base, path)


RANKED = [game for game in GAMES.values() if game.ranking]
LAID_AWAY = {"cribbage", "pineapple"}
"""The games that are ranked once cards of each hand are laid away."""


def says_who_wins(game: Game) -> bool:
    """Return whether the page says who wins a game: not where each hand is told its points or its pay alone."""
    if game.house is not None and game.house.order == "pay_table":
        return False
    return game.ranking not in {"bridge", "blackjack", "jacks_or_better"}


WINS = re.compile(" win| share| beats the dealer| beat the dealer")


def test_the_hands_of_every_ranked_game_are_named_once_they_are_shown(
    unpainted: Visit,
) -> None:
    tab = unpainted.tab
    for game in RANKED:
        open_deal(unpainted, f"v1/games/{game.name}/deal?seed=t")
        show_all(tab)
        if game.name in LAID_AWAY:
            continue
        notes = tab.locator(".note")
        notes.first.wait_for()
        hands = tab.locator("#felt [data-seat]").count()
        expect(notes, game.name).to_have_count(hands)
        outcome = tab.inner_text("#outcome")
        assert bool(WINS.search(outcome)) == says_who_wins(game), game.name


def test_covered_cards_are_shown_and_covered_again(visit: Visit) -> None:
    tab = open_deal(visit, "v1/games/spider/deal?seed=t")
    covered = tab.locator("#felt .down")
    cards = tab.locator("#felt [data-index]")
    expect(covered).to_have_count(44)
    expect(cards).to_have_count(10)
    tick(tab, "Show all")
    expect(cards).to_have_count(54)
    tab.get_by_label("Show all").uncheck()
    expect(covered).to_have_count(44)


def test_the_answer_is_shown_as_the_service_gives_it(visit: Visit, base: str) -> None:
    tab = open_deal(visit, "v1/games/baccarat/deal?seed=t")
    open_programs(tab)
    response = tab.get_by_role("region", name="The response as JSON").inner_text()
    assert json.loads(response) == fetch(base, "v1/games/baccarat/deal?seed=t")


def test_the_steps_of_a_deal_are_those_of_its_cards_in_play(
    visit: Visit, base: str
) -> None:
    tab = open_deal(visit, "v1/games/hearts/deal?exclude=2S,2H,2D,2C&seed=t")
    steps = tab.locator("#procedure li").all_text_contents()
    game = fetch(base, "v1/games/hearts?exclude=2S,2H,2D,2C")
    assert steps == game["procedure"]
    assert "48 cards in all" in steps[0]


RANKS = ["Ace", "King", "Queen", "Jack", "10", "9", "8", "7", "6", "5", "4", "3", "2"]


def check_sorted(hand: list[list[Any]]) -> None:
    """Check that the spades of a hand are in the order of their ranks."""
    names = [name for name, *_ in hand]
    spades = [name.split()[0] for name in names if name.endswith("Spades")]
    assert spades == sorted(spades, key=RANKS.index)


def test_hands_are_sorted_until_a_choice_which_is_kept(visit: Visit) -> None:
    tab = open_deal(visit, "v1/games/klondike/deal?seed=t")
    sort = tab.get_by_label("Sort the hands")
    expect(sort).to_be_hidden()
    for game in ("baccarat", "dominoes"):
        open_deal(visit, f"v1/games/{game}/deal?seed=t")
        expect(sort).not_to_be_checked()

    open_deal(visit, "v1/games/bridge/deal?seed=t")
    expect(sort).to_be_checked()
    in_order = dict(read_table(tab, is_sorted=True)["hands"])
    dealt = dict(read_table(tab)["hands"])
    for seat, hand in in_order.items():
        check_sorted(hand["cards"])
        assert sorted(hand["cards"]) == sorted(dealt[seat]["cards"]), seat
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
    own_title = tab.locator("#felt .own h3")
    expect(own_title).to_have_text("Rearhand (you)", ignore_case=True)
    open_deal(visit, "v1/games/skat/deal?seed=t&index=1")
    own_cards = tab.locator("#felt .own img")
    names = own_cards.evaluate_all("(cards) => cards.map(({ alt }) => alt)")
    said = f"Skat. Dealt. Your cards: {', '.join(names)}."
    expect_text(tab, "#status", said)
    assert len(names) == 10
    covered = tab.locator("#felt .down")
    expect(covered).to_have_count(22)  # as a player sees it
    tick(tab, "Show all")
    expect(covered).to_have_count(0)

    open_deal(visit, "v1/games/blackjack/deal?seed=t&players=1")
    title = tab.locator("#felt h3").first
    expect(title).to_have_text("Seat 1 (you)", use_inner_text=True)
    open_deal(visit, "v1/games/whist/deal?seed=t")
    expect_number(tab, "#felt .own", 0)


@for_each(
    ("path", "said"),
    [
        (
            "v1/games/crazy_eights/deal?seed=t&players=4",
            r"^Crazy eights\. Dealt\. Seat 1: [^,;.]+(, [^,;.]+)*; Discards: [^,;]+\. "
            "3 other hands lie open: choose one at “Your seat” to hear it\\.$",
        ),
        # the end of each column
        (
            "v1/games/freecell/deal?seed=t",
            r"^FreeCell\. Dealt\. Tableau: [^,]+(, [^,]+){7}\.$",
        ),
        (
            "v1/decks/standard/shuffle?seed=t",
            r"Dealt\. From the top: [^,]+(, [^,]+){11} and 40 more\.$",
        ),
    ],
)
def test_of_a_long_deal_the_first_hand_is_said_with_what_lies_open(
    unpainted: Visit, path: str, said: str
) -> None:
    tab = open_deal(unpainted, path)
    expect_text(tab, "#status", re.compile(said))


def test_a_press_on_the_stock_goes_on_and_each_open_card_is_said(
    unpainted: Visit,
) -> None:
    tab = open_deal(unpainted, "v1/games/holdem/deal?seed=t&players=2")
    said = tab.locator("#status")
    dealt = r"^Texas hold'em\. Dealt\. Seat 1: .+, .+; dealer: .+, .+\.$"
    expect(said).to_have_text(re.compile(dealt))
    for label, further in (
        ("Deal the flop", 2),
        ("Deal the turn", 0),
        ("Deal the river", 0),
    ):
        tab.locator("#felt .press", has_text=label).click()
        cards = rf"Board: [^,;]+(, [^,;]+){{{further}}}\.$"
        expect(said).to_have_text(re.compile(cards))

    stock = tab.locator("#felt [data-stock] button")
    drawn = tab.locator("#felt [data-pile=drawn_cards]")
    assert stock.inner_text().startswith("40")
    expect_text(tab, "#felt .press", "Draw a card")
    for count in (1, 2):
        stock.press("Enter")
        images = drawn.locator("img")
        expect(images).to_have_count(count)
        card = images.last.get_attribute("alt")
        expect(said).to_have_text(f"You turned: {card}.")
    expect_text(tab, "#stocks summary", "The stock in order: 38")
    press(tab, "From the start")
    expect(drawn).to_have_count(0)


def test_the_stock_of_a_patience_is_pressed_until_it_is_empty(unpainted: Visit) -> None:
    tab = open_deal(unpainted, "v1/games/klondike/deal?seed=t")
    stock = tab.locator("#felt [data-stock] button")
    for _ in range(24):
        stock.click()
    waste = tab.locator("#felt :is([data-place=waste], [data-pile=waste]) img")
    expect(waste).to_have_count(1)
    expect(stock).to_have_count(0)


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


def test_the_table_can_be_used_by_keyboard_alone(tab: Page) -> None:
    tab.goto("/")
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


PROGRAMS = [
    f"v1/games/holdem/deal?seed={quote(SEED, safe=',')}",
    "v1/games/tressette/deal?seed=it%27s",
    "v1/decks/tarot/shuffle?seed=t",
]


@needs_programs
@pytest.mark.parametrize("path", PROGRAMS)
def test_the_copied_programs_give_the_same_cards(
    visit: Visit, base: str, path: str
) -> None:
    open_deal(visit, path)
    body = fetch(base, path)
    assert run_curl(visit) == body
    expect_programs_to_print(visit, expected_output(body))


def test_one_phone_goes_round_and_shows_a_hand_when_its_player_asks(
    visit: Visit,
) -> None:
    tab = open_deal(visit, "v1/games/holdem/deal?players=3&seed=1")
    tick(tab, "One phone for all")
    shown = tab.locator("#felt .seat [data-index]")
    expect(shown).to_have_count(0)
    for seat in ("Seat 1", "Seat 2"):
        press(tab, f"Show to {seat}")
        expect(shown).to_have_count(2)
        expect(tab.locator("#felt .seat:has([data-index])")).to_contain_text(seat)
    press(tab, "Hide")
    expect(shown).to_have_count(0)
    tab.reload()
    tab.get_by_role("button", name="Show to Dealer").wait_for()
    expect(shown).to_have_count(0)
