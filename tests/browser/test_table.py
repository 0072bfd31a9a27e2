"""The table page shows what the service returns, and the request as code to copy."""

import json
import os
import re
from itertools import cycle
from typing import Any, NamedTuple
from urllib.parse import quote, urlsplit

import pytest
from playwright.sync_api import Browser, Page, expect

from service.cards.deck import DECKS
from service.games.catalogue import FAMILIES, GAMES
from service.games.game import Game
from tests.browser.conftest import (
    SIZES,
    SOME_GAMES,
    Visit,
    attribute_of,
    box_of,
    click_text,
    copy_by,
    expect_number,
    expect_text,
    fill_in,
    open_alone,
    press,
    problems_of_state,
    reach,
    reopen,
    script,
    set_width,
    tick,
    violations,
    wait_for_text,
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
    PICKED_FROM_ANYWHERE,
    deal,
    expected_table,
    fetch,
    open_deal,
    read_fragment,
    read_table,
    select,
    show_all,
    verify_deal,
    wait_for_alert,
    wait_for_cards,
    wait_for_request,
)
from tests.conftest import run_service
from tests.tables import for_each, sample

pytestmark = pytest.mark.browser

Json = dict[str, Any]

SEED = "a seed, with a comma & 100 % more"
CALM = {"reduced_motion": "reduce"}
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


def read_catalogue(tab: Page) -> dict[str, dict[str, str]]:
    """Return the groups of the catalogue by their titles: what each link opens, with its text."""
    return {title: dict(links) for title, links in tab.evaluate(script("catalogue"))}


def test_games_are_grouped_by_family(visit: Visit) -> None:
    tab = select(visit, "games/canfield")
    catalogue = read_catalogue(tab)
    expected = {
        family.capitalize(): [f"games/{game.name}" for game in members.games]
        for family, members in FAMILIES.items()
    }
    expected["Decks"] = [f"decks/{name}" for name in DECKS]
    groups = {title: list(links) for title, links in catalogue.items()}
    assert list(groups.items()) == list(expected.items())
    decks = catalogue.pop("Decks")
    assert len(set(decks.values())) == len(decks)
    games = [text for links in catalogue.values() for text in links.values()]
    assert len(set(games)) == len(games)
    current = tab.locator("#catalogue [aria-current]")
    expect(current).to_have_attribute("data-target", "games/canfield")


@for_each(
    ("typed", "game"),
    [
        ("NLHE", "holdem"),
        ("hold em", "holdem"),
        ("  21 ", "blackjack"),
        ("écarté", "ecarte"),
        ("bingo", "bingo_call"),
        ("klondyke", "klondike"),
        ("holdem no limit", "holdem"),
        ("tarot deck", "french_tarot"),
    ],
)
def test_a_game_is_found_by_what_people_call_it(
    visit: Visit, typed: str, game: str
) -> None:
    tab = visit.tab
    if tab.url == "about:blank":
        select(visit, "games/canfield")
    fill_in(tab, "Game or deck", typed)
    first = tab.locator("#catalogue [data-target]").first
    expect(first).to_have_attribute("data-target", f"games/{game}")


def test_a_family_is_found_by_its_name_and_enter_deals_the_first_game(
    visit: Visit,
) -> None:
    tab = select(visit, "games/canfield")
    field = tab.get_by_label("Game or deck")
    found = tab.locator("#catalogue [data-target]")
    field.fill("patience")
    targets = found.evaluate_all("(all) => all.map(({ dataset }) => dataset.target)")
    patiences = {f"games/{game.name}" for game in FAMILIES["patience"].games}
    assert patiences <= set(targets)

    field.fill("dice")
    wait_for_text(tab, "No game or deck is called that here.")
    expect(tab.locator("#catalogue").get_by_role("link", name="Draw")).to_be_visible()

    field.fill("nlhe")
    field.press("Enter")
    tab.get_by_role("heading", name="Texas hold'em").wait_for()
    expect(field).to_have_value("")


def test_every_option_that_fits_a_game_is_asked_and_no_other(visit: Visit) -> None:
    tab = select(visit, "games/dominoes")
    fields = tab.evaluate(
        "[...document.querySelectorAll('#form [id^=field-]')].map((field) => field.id)"
    )
    controls = {
        field.removeprefix("field-") for field in fields if field.count("-") == 1
    }
    assert controls == {
        "players",
        "highest",
        "exclude",
        "only",
        "seed",
        "index",
        "label",
        "algorithm",
        "key_bits",
        "passes",
        "variant",
    }
    expect(tab.get_by_label("A numbered deal")).to_be_hidden()


def test_every_option_is_asked_for_as_it_is_typed(visit: Visit, base: str) -> None:
    tab = select(visit, "decks/standard")
    tick(tab, "Deal hands")
    click_text(tab, "Cards in play")
    click_text(tab, "Shuffle: fisher_yates")
    options = {
        "Hands": "3",
        "Cards": "",
        "Packets": "3,2",
        "Burn": "1",
        "Decks": "2",
        "Jokers": "1",
        "Exclude": "2S,2h",
        "Index": "5",
    }
    for label, text in options.items():
        fill_in(tab, label, text, exact=True)
    tab.get_by_label("Suit order").select_option("CDHS")
    tab.get_by_label("Algorithm").select_option("riffle")
    fill_in(tab, "Passes", "3")
    path = (
        "v1/decks/standard/deal?hands=3&packets=3,2&burn=1&decks=2&jokers=1&suit_order=CDHS&exclude=2S,2h"
        "&seed=t&index=5&algorithm=riffle&passes=3"
    )
    deal(visit, path)
    assert read_table(tab) == expected_table(base, path)


def test_the_first_load_is_small(browser: Browser, base: str) -> None:
    with open_alone(browser, base) as visit:
        tab = visit.tab
        tab.add_init_script(_LUCKY)
        tab.goto("/")
        wait_until_settled(tab)
        entries = "[...performance.getEntriesByType('resource'), ...performance.getEntriesByType('navigation')]"
        sizes = tab.evaluate(f"{entries}.map(({{ transferSize }}) => transferSize)")
        assert sum(sizes) <= 185_000  # 183,169 in gzip: line breaks are bytes too


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


class Point(NamedTuple):
    """A point on the page, in pixels."""

    x: float
    y: float


def find_middle(tab: Page, seat: str) -> Point:
    """Return the middle of a hand."""
    box = box_of(tab.locator(f"[data-seat={seat}]"))
    return Point(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def test_seats_are_round_the_table_and_on_a_phone_one_below_the_other(
    visit: Visit,
) -> None:
    tab = open_deal(visit, "v1/games/bridge/deal?seed=t")
    north, east, south, west = (find_middle(tab, seat) for seat in "NESW")
    assert north.y < east.y < south.y
    assert west.x < north.x < east.x
    tab.set_viewport_size({"width": 360, "height": 740})
    wait_until(tab, "!document.querySelector('.felt.round')")
    heights = [find_middle(tab, seat).y for seat in "NESW"]
    assert heights == sorted(heights)


def find_bottom(tab: Page, selector: str) -> float:
    """Return where the lowest of some elements ends."""
    bottoms = "(all) => all.map((each) => each.getBoundingClientRect().bottom)"
    return float(max(tab.locator(selector).evaluate_all(bottoms)))


@pytest.mark.parametrize("visit", [CALM], ids=["still"], indirect=True)
def test_the_table_fits_a_laptop_and_on_a_phone_it_is_as_high_as_its_cards(
    unpainted: Visit,
) -> None:
    tab = unpainted.tab
    for game in ("holdem", "bridge", "blackjack", "riichi", "klondike"):
        set_width(tab, 1400, 900)
        open_deal(unpainted, f"v1/games/{game}/deal?seed=t")
        assert find_bottom(tab, "#felt") <= 900, game
        set_width(tab, 390, 844)
        below_cards = find_bottom(tab, ".felt") - find_bottom(tab, ".felt *")
        assert below_cards < 40, game
    open_deal(unpainted, "v1/games/spider/deal?seed=t")
    card = tab.locator("#felt .column img").first
    assert card.evaluate("(card) => card.width") >= 50


def test_a_permalink_reproduces_a_deal_and_its_history_goes_back(
    visit: Visit, base: str
) -> None:
    tab = select(visit, "games/skat")
    seed = tab.get_by_label("Seed", exact=True)
    seed.fill(SEED)
    path = f"v1/games/skat/deal?seed={quote(SEED, safe=',')}"
    deal(visit, path)
    permalink = copy_by(tab, "Copy the link")
    assert urlsplit(permalink).query == ""
    dealt = expected_table(base, path)
    assert read_table(tab) == dealt
    reopen(tab, permalink)
    tab.locator("[data-language=curl]").wait_for(state="attached")
    assert read_table(tab) == dealt
    expect(seed).to_have_value(SEED)

    open_deal(visit, "v1/games/gin_rummy/deal?seed=t")
    first = read_table(tab)
    click_text(tab, "Reproduce or prove")
    press(tab, "Next index")
    wait_for_request(tab, "index=1'")
    assert read_table(tab) != first
    tab.go_back()
    wait_for_request(tab, "seed=t'")
    assert read_table(tab) == first


def test_a_new_deal_keeps_the_options_of_a_link_and_takes_a_seed_of_its_own(
    visit: Visit,
) -> None:
    tab = open_deal(visit, "v1/games/holdem/deal?players=3&seed=t&index=4")
    press(tab, "Deal", exact=True)
    wait_until(
        tab, "new URLSearchParams(location.hash.split('?')[1]).get('seed') !== 't'"
    )
    fragment = read_fragment(tab)
    assert fragment.startswith("v1/games/holdem/deal?players=3&seed=")
    assert "index" not in fragment


def test_a_numbered_deal_and_the_operating_system_take_no_seed(
    visit: Visit, base: str
) -> None:
    tab = select(visit, "games/freecell")
    tick(tab, "A numbered deal")
    fill_in(tab, "Deal number", "617")
    path = "v1/games/freecell/deal?deal_number=617"
    deal(visit, path)
    assert read_table(tab) == expected_table(base, path)
    press(tab, "Next number")
    wait_for_request(tab, "deal_number=618'")
    select(visit, "games/omaha")
    tick(tab, "The operating system")
    deal(visit, "v1/games/omaha/deal")
    assert read_fragment(tab) == ""
    assert tab.get_by_text("not repeatable", exact=False).count()
    for gone in ("Copy the link", "Next index"):
        expect(tab.get_by_role("button", name=gone)).to_be_hidden()
    expect(tab.get_by_role("link", name="Verify this deal")).to_be_hidden()


@pytest.mark.parametrize(
    "path", [f"v1/games/bridge/deal?seed={quote(SEED, safe=',')}", *DEALS[-3:]]
)
def test_what_can_be_repeated_leads_to_its_proof(visit: Visit, path: str) -> None:
    verify_deal(open_deal(visit, path))


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


def test_the_seed_is_told_where_it_is_looked_for(visit: Visit) -> None:
    tab = open_deal(visit, "v1/games/skat/deal?seed=t&index=2")
    assert tab.inner_text("#facts") == "3 players · 32 in play"
    shown = tab.get_by_text("seed t, index 2").locator("visible=true")
    assert shown.count() == 0
    click_text(tab, "How it was dealt")
    origin = tab.locator("#procedure .origin")
    expect(origin).to_have_text("Every order is equally likely · seed t, index 2")


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


def test_a_refused_value_is_shown_at_its_field(visit: Visit) -> None:
    visit.expected.add(422)
    tab = select(visit, "games/holdem")
    players = tab.get_by_label("Players")
    players.fill("99")
    press(tab, "Deal", exact=True)
    alert = tab.get_by_role("alert")
    alert.wait_for()
    expect(players).to_have_value("99")
    expect(players).to_have_attribute("aria-invalid", "true")
    described, *_ = attribute_of(players, "aria-describedby").split()
    expect_text(
        tab, f"#{described}", "It is a whole number from 2 to 11.", use_inner_text=True
    )
    assert tab.evaluate("document.activeElement.id") == "problem"
    alert.get_by_role("link", name="Players").click()
    assert tab.evaluate("document.activeElement.id") == "field-players"
    assert violations(tab) == []

    players.fill("9")
    deal(visit, "v1/games/holdem/deal?players=9&seed=t")
    expect(alert).to_be_hidden()
    assert players.get_attribute("aria-invalid") is None


def test_a_refused_value_is_shown_also_if_an_empty_seed_is_made_up(
    visit: Visit,
) -> None:
    visit.expected.add(422)
    tab = select(visit, "decks/standard")
    count = tab.get_by_label("Count")
    seed = tab.get_by_label("Seed", exact=True)
    count.fill("five")
    seed.fill("")
    press(tab, "Deal", exact=True)
    wait_for_alert(tab, "It is a whole number, at least 1.")
    expect(count).to_have_attribute("aria-invalid", "true")
    assert len(seed.input_value()) == 24


def test_a_link_while_another_deal_arrives_is_dealt(visit: Visit) -> None:
    tab = open_deal(visit, "v1/games/holdem/deal?seed=t")
    held: list[Any] = []
    tab.route("**/v1/games/skat/deal?*", lambda route: held.append(route))  # noqa: PLW0108 (Playwright binds it)
    with tab.expect_request("**/v1/games/skat/deal?*"):
        tab.evaluate("location.hash = '#v1/games/skat/deal?seed=t'")
    tab.evaluate("history.replaceState(null, '', '#v1/games/bridge/deal?seed=t')")
    held[0].continue_()
    wait_for_cards(tab)
    # which the browser sends later
    tab.evaluate("dispatchEvent(new HashChangeEvent('hashchange'))")
    wait_for_request(tab, "/v1/games/bridge/deal?seed=t'")


@for_each(
    ("link", "words"),
    [
        (
            "v1/games/holdem/deal?seed=t&colour=blue",
            "“colour”: This table does not know it.",
        ),
        ("v1/games/holdm/deal?seed=t", "There is no game 'holdm'."),
        ("v1/gam", "No deal is named in it."),
    ],
)
def test_a_wrong_link_is_told(visit: Visit, tab: Page, link: str, words: str) -> None:
    visit.expected |= {404, 422}
    reopen(tab, f"/#{link}")
    wait_for_alert(tab, words)
    assert "/v1/" not in tab.get_by_role("alert").inner_text()


def test_a_lost_connection_is_told_until_a_deal_arrives(visit: Visit) -> None:
    tab = open_deal(visit, "v1/games/holdem/deal?seed=t")
    tab.route("**/v1/games/holdem/deal?*", lambda route: route.abort())
    press(tab, "Deal", exact=True)
    wait_for_alert(tab, "No connection")
    tab.unroute("**/v1/games/holdem/deal?*")
    press(tab, "Deal", exact=True)
    expect(tab.get_by_role("alert")).to_be_hidden()


def test_the_table_can_be_used_by_keyboard_alone(tab: Page) -> None:
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


def test_a_deal_is_accessible_and_fits(visit: Visit) -> None:
    visit.tab.emulate_media(reduced_motion="reduce")
    for name, path in zip(cycle(SIZES), DEALS, strict=False):
        tab = open_deal(visit, path)
        read_table(tab)
        open_programs(tab)
        assert problems_of_state(tab, name) == [], path


def find_misplaced(tab: Page, *widths: int) -> list[str]:
    """Return the faults of the layout in windows of some widths: what overlaps, leaves the table or does not fit."""
    wrong = []
    for width in widths:
        tab.set_viewport_size({"width": width, "height": 900})
        wrong += [f"{width} px: {fault}" for fault in tab.evaluate(script("misplaced"))]
    return wrong


def list_fitting(family: str) -> list[Game]:
    """Return the games of a family whose cards lie on the felt, or a sample of them."""
    games = [game for game in FAMILIES[family].games if game.name not in CALLED]
    return list(sample(games, 3 if "CI" in os.environ else 1))


@pytest.mark.long
@pytest.mark.parametrize("visit", [CALM], ids=["still"], indirect=True)
@pytest.mark.parametrize("family", FAMILIES)
def test_no_hand_lies_on_another_and_a_game_fits_also_while_cards_are_chosen(
    unpainted: Visit, family: str
) -> None:
    tab = unpainted.tab
    wrong = {}
    for game in list_fitting(family):
        deals = {game.players.max: "t", game.players.default: "42"}
        for players, seed in deals.items():
            path = f"v1/games/{game.name}/deal?players={players}&seed={seed}"
            open_deal(unpainted, path)
            wrong[path] = find_misplaced(tab, 360, 1280, 1600)
        if game.name not in PICKED_FROM_ANYWHERE:
            tick(tab, "Place known cards")
            wrong[f"{path}, known cards"] = find_misplaced(tab, 1280, 360)
            tab.get_by_label("Place known cards").uncheck()
    assert {place: faults for place, faults in wrong.items() if faults} == {}


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
    animations = tab.evaluate("document.getAnimations().length")
    assert (animations > 0) is moves


def test_where_seeds_are_off_the_table_deals_from_the_operating_system(
    browser: Browser,
) -> None:
    with run_service(ALLOW_SEEDS="false") as base, open_alone(browser, base) as visit:
        visit.expected = {403}
        tab = visit.tab
        tab.goto("/")
        wait_for_request(tab, "/v1/games/holdem/deal'")
        click_text(tab, "Reproduce or prove")
        expect(tab.get_by_label("The operating system")).to_be_checked()
        expect(tab.get_by_role("alert")).to_be_hidden()
        tick(tab, "A seed")
        press(tab, "Deal", exact=True)
        wait_for_alert(tab, "this request's seed is refused")
        tick(tab, "The operating system")
        press(tab, "Deal", exact=True)
        expect(tab.get_by_role("alert")).to_be_hidden()
        tick(tab, "Place known cards")
        tab.locator("#felt [data-index] button").first.focus()
        for _ in range(2):
            tab.keyboard.press("Enter")
        press(tab, "Deal the others")
        wait_for_alert(tab, "this request's given is refused")
        tab.goto("/#v1/games/bridge/deal")
        tab.locator("#felt [data-seat=N]").wait_for()
        expect(tab.get_by_role("alert")).to_be_hidden()


def test_without_javascript_links_deal(browser: Browser, base: str) -> None:
    with open_alone(browser, base, java_script_enabled=False) as visit:
        tab = visit.tab
        tab.goto("/")
        tab.locator("#felt").wait_for(state="hidden")
        tab.get_by_role("link", name="Contract bridge").click()
        assert '"ace of spades"' in tab.inner_text("body").lower()


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


def find_strips(tab: Page) -> list[str]:
    """Return the strips of cards that are too narrow to be read."""
    return [f"{strip} px" for strip in sorted(set(tab.evaluate(script("strips"))))]


@for_each(("width", "height"), [(390, 844), (1280, 800)])
def test_a_strip_of_each_card_is_legible_and_the_felt_fits_the_screen(
    shared_tab: Visit, width: int, height: int
) -> None:
    tab = shared_tab.tab
    tab.emulate_media(reduced_motion="reduce")
    set_width(tab, width, height)
    games = dict.fromkeys([*SOME_GAMES, *LONG_HANDS, *FIT_A_PHONE])
    have_to_fit = set(FIT_A_PHONE if width < 640 else games).difference(LONG_HANDS)
    wrong = []
    for game in games:
        open_deal(shared_tab, f"v1/games/{game}/deal?seed=t")
        show_all(tab)
        wrong += [f"{game}: {strip}" for strip in find_strips(tab)]
        bottom = tab.evaluate(
            "document.querySelector('#felt').getBoundingClientRect().bottom + scrollY"
        )
        if bottom > height + 60 and game in have_to_fit:
            wrong.append(f"{game}: the felt ends at {bottom:.0f} px")
    assert wrong == []


FOUNDATIONS = {"foundation": ["♠", "♥", "♣", "♦"]}


@for_each(
    ("game", "places"),
    [
        ("klondike", {"waste": [""]} | FOUNDATIONS),
        ("freecell", {"cells": [""] * 4} | FOUNDATIONS),
        ("eight_off", {"reserve": [""] * 4} | FOUNDATIONS),
        ("spider", {"foundation": [""]}),
        ("calculation", {"waste": [""] * 4}),
        ("black_hole", {}),
    ],
)
def test_a_patience_has_places_for_its_foundations_cells_and_waste(
    shared_tab: Visit, game: str, places: dict[str, list[str]]
) -> None:
    tab = shared_tab.tab
    tab.emulate_media(reduced_motion="reduce")
    set_width(tab, 1280)
    open_deal(shared_tab, f"v1/games/{game}/deal?seed=t")
    piles = tab.locator("#felt .pile").evaluate_all(script("places"))
    assert {name: signs for name, signs in piles if signs} == places


def list_corners(tab: Page, selector: str) -> list[Point]:
    """Return the upper left corners of elements, in pixels."""
    corners = "(all) => all.map((one) => one.getBoundingClientRect()).map(({ x, y }) => [Math.round(x), Math.round(y)])"
    found = tab.locator(selector).evaluate_all(corners)
    return [Point(*corner) for corner in found]


def test_the_columns_of_a_clock_and_of_a_grid_lie_as_in_their_game(
    shared_tab: Visit,
) -> None:
    tab = shared_tab.tab
    tab.emulate_media(reduced_motion="reduce")
    set_width(tab, 1280)
    open_deal(shared_tab, "v1/games/clock/deal?seed=t")
    columns = list_corners(tab, "#felt .dial .column")
    three = columns[2]
    twelve = columns[11]
    middle = columns[12]
    assert len(set(columns)) == 13
    assert twelve.x == middle.x
    assert three.y == middle.y
    open_deal(shared_tab, "v1/games/gaps/deal?seed=t")
    rows = {corner.y for corner in list_corners(tab, "#felt .grid li")}
    assert len(rows) == 4
