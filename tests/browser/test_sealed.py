"""The table page plays sealed games: by stages, from piles, to the receipt and its check in the browser."""

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import (
    SIZES,
    SOME_GAMES,
    Visit,
    attribute_of,
    box_of,
    click_text,
    copied_text,
    copy_by,
    download,
    expect_clean,
    fill_in,
    give_file,
    press,
    reach,
    reopen,
    size,
    text_of,
    texts_of,
    tick,
    violations,
    wait_until_settled,
)
from tests.browser.result_page import (
    expect_sign,
    open_result,
    open_ways,
    sign,
    tick_all,
    unpack,
)
from tests.browser.sealed_page import (
    ALTS,
    copy_log,
    count_stock,
    deal,
    deal_hand,
    draw,
    entries,
    names,
    open_log,
    open_on_verify_page,
    reveal,
    seal,
    wait_for_entry,
)
from tests.browser.table_page import choose, read_fragment
from tests.browser.verify_page import remarks
from tests.browser.verify_page import verdict as verdict_of_page
from tests.server.client import fetch
from tests.server.client import post_json as post
from tests.tables import for_each

pytestmark = pytest.mark.browser

Json = dict[str, Any]

WORDS = {"deal": "Deal", "hole": "Deal the hole cards"}


def covered(tab: Page, selector: str) -> list[bool]:
    """Return which cards in a place lie face down."""
    return [name == "face down" for name in names(tab, selector)]


@pytest.mark.parametrize("game", SOME_GAMES)
def test_a_game_is_dealt_by_its_stages_to_a_valid_receipt(
    unpainted: Visit, base: str, game: str
) -> None:
    tab = seal(unpainted, f"game={game}")
    labels = deal_hand(tab)
    assert "Valid." in reveal(tab)
    log = copy_log(tab)
    stages = [entry["stage"] for entry in log["seen"] if "stage" in entry]
    assert labels == [name_button(stage) for stage in stages]
    told = [
        card for entry in log["seen"] for card in entry["cards"] if card is not None
    ]
    assert tab.locator("#felt :is([data-index], .called)").count() == len(told)
    assert post(base, "/v1/verify", **log)["valid"] is True


def name_button(stage: str) -> str:
    """Return the label of the button that deals a stage."""
    return WORDS.get(stage, f"Deal the {stage.replace('_', ' ')}")


def test_the_log_and_the_requests_are_shown(visit: Visit) -> None:
    tab = seal(visit, "game=holdem&players=2")
    assert "Nothing is dealt yet." in open_log(tab).inner_text()
    curl = tab.locator("[data-language=curl] pre")
    assert '"game": "holdem"' in text_of(curl)
    deal_hand(tab)
    shown = text_of(curl)
    assert "/v1/shoes/deal'" in shown
    assert "…" in shown  # of the token
    tab.locator("#programs > summary").click()
    assert "…" not in copy_by(tab, "Copy curl")

    log = copy_log(tab)
    assert list(log) == ["commitment", "digests", "seen"]
    stages = [entry.get("stage") for entry in log["seen"]]
    assert stages == ["hole", "flop", "turn", "river"]
    commitment = tab.locator("#commitment").text_content()
    digests = [digest[:64] for digest in log["digests"]]
    assert digests == [commitment, *texts_of(tab, "#log li code")]
    turn = log["seen"][2]["cards"][1]
    line = tab.locator("#log li").nth(2).inner_text()
    assert line.startswith(f"Turn: {turn} and 1 face down")


def test_the_verify_page_takes_a_game_over_with_what_this_browser_kept(
    visit: Visit,
) -> None:
    tab = seal(visit, "game=holdem&players=2")
    deal_hand(tab)
    draw(tab, "stock/", 2)
    reveal(tab)
    saved = download(tab, "Save the receipt").path()
    assert json.loads(saved.read_text()) == copy_log(tab)
    assert open_on_verify_page(tab).startswith("Valid: Texas hold'em")
    kept = "Kept by this browser when the shoe was opened."
    assert remarks(tab) == [kept] * 2
    assert tab.locator("#cards .card.seen").count() == 11
    captions = texts_of(tab, "#cards .caption")
    assert captions[0].startswith("1 · Seat 1")

    address = tab.url
    tab.evaluate("localStorage.clear()")
    reopen(tab, address)
    assert verdict_of_page(tab).startswith("The result is right: Texas hold'em")
    assert remarks(tab) == ["From the link."] * 2


PLACES = ("[data-seat='1']", "[data-seat=dealer]", "[data-pile=board]")


@pytest.mark.parametrize("visit", [size("desktop")], indirect=True)
def test_the_result_of_a_sealed_game_shows_its_hands_and_asks_who_was_there(
    visit: Visit,
) -> None:
    tab = seal(visit, "game=holdem&players=2&label=Friday")
    announced = copy_by(tab, "Copy a link to the seal")
    fill_in(tab, "Your seed", "correct horse")
    deal_hand(tab)
    hands = [sorted(names(tab, place)) for place in PLACES]
    reveal(tab)
    link = copy_by(tab, "Copy the link of the result")
    check_result(tab, link, hands, "Valid. ", "phone")
    tab.evaluate("localStorage.clear()")  # the next visitor has not played it
    check_result(tab, link, hands, "The result is right.", "desktop")
    tab.evaluate("localStorage.clear()")
    told = " ".join(texts_of(tab, "#reasons, #more"))
    for text in (
        "Fixed",
        "First cards dealt",
        "correct horse",
        "The last word decided.",
    ):
        assert text in told
    assert tick_all(tab).startswith("Valid.")

    turned = unpack(link)
    turned["seen"][0]["cards"].reverse()
    assert open_result(tab, turned).startswith("Not valid. The deal gives the card")

    reopen(tab, announced)
    expect_sign(tab, "Fixed in advance. This link has no result yet.")
    file = unpack(link)
    file["screen"]["drawn"] += 100_000  # as if the seal had been opened before the deal
    assert open_result(tab, file).startswith("The result is right.")
    # so it is not asked for the seal
    assert "Seen by this browser" in tab.inner_text("#more")
    assert tab.locator(".confirm input").count() == 2


def check_result(
    tab: Page, link: str, hands: list[list[str]], word: str, window: str
) -> None:
    """Open the link to the result of a game of hold'em; it shows these hands and the board."""
    reopen(tab, link)
    expect_sign(tab, word)
    shown = tab.locator("#shown .cards").all()
    cards = [sorted(place.locator("img").evaluate_all(ALTS)) for place in shown]
    assert cards == hands
    assert texts_of(tab, "#title, #kind") == ["Friday", "Texas hold'em"]
    expect_clean(tab, window)


@for_each(
    ("path", "title", "cards"),
    [
        ("games/bridge/deal?seed=4&board=7", "Contract bridge, Board 7", 52),
        ("games/klondike/deal?seed=4", "Klondike", 28),
        ("games/freecell/deal?deal_number=617", "FreeCell", 52),
        ("games/bridge/deal/batch?seed=4&repeats=3&board=1", "Contract bridge", 52),
        ("decks/standard/shuffle?seed=4&count=5", "5 shuffled cards (standard)", 5),
    ],
)
def test_the_result_of_a_seed_is_reproduced_with_its_cards_and_never_green(
    tab: Page, path: str, title: str, cards: int
) -> None:
    reopen(tab, f"/result#v1/{path}")
    expect_sign(
        tab,
        "The result is right. Whoever dealt could try several times before sharing it.",
    )
    assert tab.inner_text("#title") == title
    assert tab.locator("#shown img").count() == cards
    assert tab.locator("#outcome").get_attribute("data-state") == "reproduced"
    assert "A sealed deal on the page Deal: " in tab.inner_text("#reasons")


def give_result(tab: Page, file: Json) -> str:
    """Choose a file on the page of a result, and return the text of the sign."""
    reopen(tab, "/result")
    give_file(tab, json.dumps(file).encode(), "deal.json", "#outcome [type=file]")
    tab.locator("#outcome:not([data-state=empty], [data-state=busy])").wait_for()
    return sign(tab)


def test_a_file_of_a_deal_from_a_seed_is_reproduced_unless_it_is_altered(
    visit: Visit, tab: Page, base: str
) -> None:
    answer = fetch(base, "/v1/games/holdem/deal?seed=4&players=2").json
    checked = tab.locator("#checked li")
    assert give_result(tab, answer).startswith("The result is right.")
    expect(checked).to_have_count(3)
    assert give_result(tab, answer | {"seed": "5"}).startswith(
        "Not valid. Computed again in this browser: another"
    )
    expect(checked).to_have_count(0)
    visit.expected = {404, 422}
    reopen(tab, "/result#v1/games/holdem/deal?seed=4&players=99")
    expect_sign(
        tab,
        "The link is not whole. Ask whoever sent it for the whole link, or for the file.",
    )


def copy_code_for_phones(tab: Page) -> str:
    """Show the code for phones, which is not too fine and large enough, and return the link that it has."""
    open_ways(tab)
    press(tab, "Show a code for phones")
    dialog = tab.get_by_role("dialog")
    code = dialog.get_by_role("img")
    _, _, modules, _ = attribute_of(code, "viewBox").split()
    assert int(modules) <= 57 + 8
    assert tab.viewport_size
    assert box_of(code)["height"] >= 0.6 * tab.viewport_size["height"]
    link = copied_text(tab, dialog.get_by_role("button", name="Copy the link"))
    press(tab, "Close")
    return link


def test_a_code_for_phones_holds_a_short_link_and_names_a_longer_file_by_its_digest(
    tab: Page, base: str
) -> None:
    short = f"{base}/result#v1/games/holdem/deal?seed=4&players=2"
    reopen(tab, short)
    assert copy_code_for_phones(tab) == short

    answer = fetch(base, "/v1/games/holdem/deal?seed=4&players=6").json
    paste = tab.get_by_label("Paste the link or the text of the file")
    reopen(tab, "/result")
    paste.fill(json.dumps(answer))
    link = copy_code_for_phones(tab)
    assert re.search("/result#file=[0-9a-f]{64}$", link)
    saved = json.loads(download(tab, "Save the proof").path().read_bytes())
    assert saved == answer

    reopen(tab, link)
    expect_sign(tab, "Which file is it?")
    expect_clean(tab, "phone")
    shown = tab.locator("#sign")
    paste.fill(json.dumps(answer | {"seed": "5"}))
    expect(shown).to_contain_text("Cannot be checked. This is another file")
    paste.fill(json.dumps(saved))
    expect(shown).to_contain_text("The result is right.")
    named = tab.locator("#checked li").first
    expect(named).to_have_text("It is the file that the code names.")


def test_a_draw_gives_cards_to_a_seat_turns_them_or_leaves_them_on_the_table(
    visit: Visit,
) -> None:
    tab = seal(visit, "game=blackjack&players=2")
    deal_hand(tab)
    dealer = names(tab, "[data-seat=dealer]")
    assert dealer[1] == "face down"
    draw(tab, "stock/", 2, seat="1")
    assert len(names(tab, "[data-seat='1']")) == 4
    draw(tab, "stock/")
    assert len(names(tab, "[data-pile=drawn_cards]")) == 1
    draw(tab, "dealer/hole_card")
    turned = names(tab, "[data-seat=dealer]")
    assert turned[0] == dealer[0]
    assert "face down" not in turned
    assert "Valid." in reveal(tab)


def test_covered_cards_of_a_column_and_of_the_dead_wall_are_turned(
    visit: Visit,
) -> None:
    tab = seal(visit, "game=klondike")
    deal_hand(tab)
    assert names(tab, "[data-part='7']")[:6] == ["face down"] * 6
    selected = tab.locator("#draw-pile")
    assert selected.input_value() == "stock/"
    draw(tab, "tableau/7")
    assert selected.input_value() == "tableau/7"
    assert covered(tab, "[data-part='7']") == [True] * 5 + [False] * 2
    draw(tab, "stock/", 3)
    assert count_stock(tab) == 21
    draw(tab, "tableau/7")
    assert "Valid." in reveal(tab)
    seal(visit, "game=klondike")
    deal_hand(tab)
    assert selected.input_value() == "stock/"
    seal(visit, "game=riichi")
    deal_hand(tab)
    draw(tab, "dead_wall/dora_indicators")
    indicators = covered(tab, "[data-part=dora_indicators]")
    assert indicators == [False] * 2 + [True] * 3
    draw(tab, "dead_wall/replacements", seat="south")
    assert len(names(tab, "[data-part=replacements]")) == 3
    assert len(names(tab, "[data-seat=south]")) == 14
    assert "Valid." in reveal(tab)


@pytest.mark.parametrize(
    ("game", "place", "drawn", "count"),
    [
        ("canfield", "[data-pile=reserve]", "reserve/", 12),
        ("number_piles", "[data-seat='1']", "1/payoff", 29),
    ],
)
def test_the_card_below_an_open_one_is_turned_next(
    visit: Visit, game: str, place: str, drawn: str, count: int
) -> None:
    tab = seal(visit, f"game={game}")
    deal_hand(tab)
    assert covered(tab, place) == [True] * count + [False]
    open_card = names(tab, place)[-1]
    draw(tab, drawn)
    assert covered(tab, place) == [True] * (count - 1) + [False] * 2
    assert names(tab, place)[-1] == open_card
    assert "Valid." in reveal(tab)


def test_a_sealed_game_is_still_there_after_a_reload_and_by_going_back(
    visit: Visit,
) -> None:
    tab = seal(visit, "game=rummy&players=2")
    fill_in(tab, "Your seed", "mine")
    tab.get_by_label("Your seed").blur()
    tab.reload()
    tab.locator("#sealed").wait_for()
    assert tab.get_by_label("Your seed").input_value() == "mine"
    deal_hand(tab)
    draw(tab, "stock/", 31)
    draw(tab, "stock/", 2, seat="1", gather=True)

    facts = tab.inner_text("#facts")
    felt = read_felt(tab)
    log = copy_log(tab)
    tab.reload()
    wait_for_entry(tab, 3)
    assert tab.inner_text("#facts") == facts
    assert read_felt(tab) == felt
    assert copy_log(tab) == log
    draw(tab, "stock/")
    assert "Valid." in reveal(tab)
    assert copy_log(tab)["seen"][:3] == log["seen"]
    tab.reload()
    tab.wait_for_selector("#verdict[data-state=valid]")
    assert entries(tab) == 4
    assert tab.locator("#play").is_hidden()


def read_felt(tab: Page) -> str:
    """Return the felt as HTML, whichever card was turned last."""
    return str(tab.inner_html("#felt").replace(' class="turned"', ""))


def test_a_sealed_game_is_found_by_going_back_and_another_has_another_seal(
    visit: Visit,
) -> None:
    tab = seal(visit, "game=holdem&players=2")
    commitment = tab.locator("#commitment")
    deal(tab)
    first = commitment.text_content()
    tab.evaluate("location.hash = 'v1/games/hearts/deal?seed=t'")
    tab.locator("#sealed").wait_for(state="hidden")
    tab.go_back()
    tab.locator("#sealed").wait_for()
    assert commitment.text_content() == first
    assert entries(tab) == 1

    press(tab, "Seal another deal", exact=True)
    tab.locator("#log-empty:not([hidden])").wait_for(state="attached")
    another = commitment.text_content()
    assert another != first
    seal(visit, "game=holdem&players=2")
    assert commitment.text_content() not in {first, another}
    assert entries(tab) == 0


def test_the_next_hand_and_an_empty_stock_are_dealt_from_the_cards_that_are_left(
    visit: Visit,
) -> None:
    tab = seal(visit, "game=holdem&players=2")
    origin = tab.locator("#procedure .origin")
    deal_hand(tab)
    assert deal(tab) == "Shuffle for the next hand"
    assert "round 2" in text_of(origin)
    assert tab.locator("#deal-stage").inner_text() == "Deal the flop"
    assert names(tab, "[data-pile=board]") == []
    assert "Valid." in reveal(tab)

    seal(visit, "game=blackjack")
    deal_hand(tab)
    assert deal(tab) == "Deal the next hand"
    deal(tab)
    assert "round 1" in text_of(origin)
    number = entries(tab) + 1
    press(tab, "Shuffle for the next hand")
    wait_for_entry(tab, number)
    assert "round 2" in text_of(origin)
    assert "Valid." in reveal(tab)


def test_cards_are_drawn_from_an_empty_stock_once_those_on_the_table_are_shuffled(
    visit: Visit,
) -> None:
    tab = seal(visit, "game=rummy&players=2")
    deal_hand(tab)
    hand = names(tab, "[data-seat='1']")
    dealer = names(tab, "[data-seat=dealer]")
    draw(tab, "stock/", 31)
    visit.expected = {409}
    problem = tab.locator("#play-problem")
    press(tab, "Draw", exact=True)
    expect(problem).to_contain_text("unless the others are shuffled first")
    draw(tab, "stock/", 2, seat="1", gather=True)
    assert problem.is_hidden()
    assert count_stock(tab) == 30
    drawn_to = names(tab, "[data-seat='1']")  # it is sorted
    assert len(drawn_to) == len(hand) + 2
    assert set(hand) <= set(drawn_to)
    assert names(tab, "[data-seat=dealer]") == dealer

    draw(tab, "stock/", 30)
    draw(tab, "stock/", 1, gather=True)
    assert "Valid." in reveal(tab)
    in_play = [len(entry.get("in_play", ())) for entry in copy_log(tab)["seen"]]
    assert in_play == [0, 0, 20, 0, 22]


def test_a_problem_and_refused_terms_are_shown_and_the_game_goes_on(
    visit: Visit,
) -> None:
    tab = seal(visit, "game=five_card_draw&players=2")
    fill_in(tab, "Your seed", "x" * 300)
    visit.expected = {409, 422}
    tab.locator("#deal-stage").click()
    problem = tab.locator("#play-problem")
    expect(problem).to_contain_text("Your seed:")
    assert tab.evaluate("document.activeElement.id") == "play-problem"
    fill_in(tab, "Your seed", "")
    deal_hand(tab)
    assert problem.is_hidden()
    tab.get_by_role("textbox", name="Draw").fill("many")
    press(tab, "Draw", exact=True)
    expect(problem).to_contain_text("Count:")
    assert "The result is right, but whoever dealt or drew could choose." in reveal(tab)


def test_refused_terms_are_shown_at_their_field_until_a_shoe_is_sealed(
    visit: Visit, tab: Page
) -> None:
    visit.expected = {422}
    tab.goto("/")
    press(tab, "Deal", exact=True)
    tab.locator("[data-language=curl]").wait_for(state="attached")
    click_text(tab, "Reproduce or prove")
    sealed = tab.get_by_label("A sealed shoe")
    sealed.check()
    assert texts_of(tab, "#moves > *:visible") == ["Seal"]  # nothing of the deal before
    before = "Now press “Seal”: what lies here is the deal before."
    assert tab.inner_text("#outcome") == before
    tick(tab, "A seed:")
    expect(tab.get_by_role("button", name="Deal the flop")).to_be_visible()

    sealed.check()
    players = tab.get_by_label("Players")
    players.fill("99")
    press(tab, "Seal ↑")
    tab.locator("#field-players[aria-invalid=true]").wait_for()
    assert tab.locator("#sealed").is_hidden()
    players.fill("4")
    fill_in(tab, "Label", "evening")
    tab.locator("#deal").click()
    tab.locator("#sealed").wait_for()
    assert read_fragment(tab) == "v1/shoes?game=holdem&players=4&label=evening"


def test_a_plain_deal_puts_the_sealed_game_away_and_a_deck_is_not_sealed(
    visit: Visit,
) -> None:
    tab = seal(visit, "game=bridge&board=7")
    deal_hand(tab)
    assert "Board 7" in tab.inner_text("#felt")
    reveal(tab)
    assert tab.get_by_text("Find boards with conditions").is_hidden()
    click_text(tab, "Reproduce or prove")
    tick(tab, "A seed:")
    assert tab.get_by_text("Find boards with conditions").is_visible()
    press(tab, "Deal", exact=True)
    tab.locator("#sealed").wait_for(state="hidden")
    for part in ("#sealed", "#log", "#proof"):
        assert tab.locator(part).is_hidden()
    seal(visit, "game=holdem")
    choose(tab, "decks/standard")
    assert tab.get_by_label("A sealed shoe").is_hidden()
    assert tab.get_by_role("button", name="Deal", exact=True).is_visible()


def test_a_shoe_that_was_swapped_while_it_was_played_is_not_valid(
    visit: Visit, base: str
) -> None:
    """The operator shows the commitment of one shoe, and deals another one."""
    other = post(base, "/v1/shoes", game="holdem", players=2)["shoe"]
    dealt: list[Json] = []

    def swap(route: Route) -> None:
        body: Json = route.request.post_data_json or {}
        if not dealt:
            body["shoe"] = other
        dealt.append(body)
        route.continue_(post_data=json.dumps(body))

    tab = seal(visit, "game=holdem&players=2")
    tab.route("**/v1/shoes/deal", swap)
    deal_hand(tab)
    text = reveal(tab)
    assert tab.get_attribute("#verdict", "data-state") == "invalid"
    swapped = "This is the receipt of another shoe: you were shown another check code."
    assert swapped in text
    assert open_on_verify_page(tab).startswith(
        "Not valid. This is the receipt of another shoe"
    )
    assert "10 · The turn" in tab.inner_text("#cards").replace("\n", " ")


def test_the_keyboard_is_enough_for_a_game(visit: Visit) -> None:
    tab = seal(visit, "game=cribbage")
    reach(tab, "#client-seed")
    tab.keyboard.insert_text("mine")
    reach(tab, "#deal-stage", "Shift+Tab")
    tab.keyboard.press("Enter")
    wait_for_entry(tab, 1)
    assert tab.evaluate("document.activeElement.textContent") == "Deal the starter"
    tab.keyboard.press("Enter")
    wait_for_entry(tab, 2)
    reach(tab, "#draw-count")
    tab.keyboard.press("Enter")
    wait_for_entry(tab, 3)
    reach(tab, "#reveal", "Shift+Tab")
    tab.keyboard.press("Enter")
    tab.wait_for_selector("#verdict[data-state=valid]")


WIDE = ("riichi", "spider", "blackjack")


@pytest.mark.parametrize("game", ["holdem", "klondike", "bingo_call", *WIDE])
def test_a_sealed_game_fits_and_is_accessible(visit: Visit, game: str) -> None:
    tab = seal(visit, f"game={game}")
    first, second = sorted(SIZES, reverse=game not in WIDE)
    for act, window in ((deal_hand, first), (reveal, second)):
        expect_clean(tab, window)
        act(tab)
    tab.locator("#proof > details > summary").click()
    press(tab, "Open all")
    open_log(tab).locator("details summary").click()
    expect_clean(tab, first)


def test_where_the_browser_withholds_its_cryptography_the_pages_say_so(
    plain: Visit, base: str
) -> None:
    tab = seal(plain, "game=holdem&players=2")
    deal_hand(tab)
    refusal = (
        "This page cannot compute here: Browsers provide WebCrypto only over https"
    )
    assert refusal in reveal(tab)
    log = json.loads(text_of(tab.locator("#log pre")))
    assert post(base, "/v1/verify", **log)["valid"] is True
    tab.goto("/verify#request=v1/games/bridge/deal?seed=42")
    wait_until_settled(tab)
    assert tab.evaluate("crypto.subtle === undefined")
    assert "This page cannot compute here." in tab.get_by_role("alert").inner_text()
    assert tab.get_by_role("button", name="Verify", exact=True).is_disabled()
    assert tab.get_by_role("link", name="Save this page").is_visible()
    assert violations(tab) == []
    tab.goto("/#private?game=holdem&players=2")
    expect(tab.locator("#play-problem")).to_contain_text(
        "WebCrypto) only over https and on localhost"
    )
    assert tab.locator("#agree").is_hidden()
    expect_clean(tab, "phone")
