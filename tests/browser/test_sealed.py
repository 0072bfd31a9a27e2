"""The table page plays sealed games: by stages, from piles, to the receipt and its check in the browser."""

import json
import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import (
    SIZES,
    SOME_GAMES,
    Visit,
    copied_text,
    copy_by,
    download,
    give_file,
    press,
    problems_of_state,
    reach,
    reopen,
    size,
    texts_of,
    violations,
    wait_until_settled,
)
from tests.browser.test_draw import pack, sign, tick_all, unpack
from tests.browser.test_table import choose
from tests.browser.test_verify import verdict as verdict_of_page
from tests.server.client import fetch
from tests.server.client import post_json as post

pytestmark = pytest.mark.browser

Json = dict[str, Any]

BOXES = (
    "[...document.querySelectorAll('#felt li, #moves > *, #players > *')]"
    ".map(({ offsetLeft, offsetTop, offsetWidth }) => [offsetLeft, offsetTop, offsetWidth])"
)
"""The places of the cards and of the buttons."""
WORDS = {"deal": "Deal", "hole": "Deal the hole cards"}
_ALTS = "(images) => images.map(({ alt }) => alt)"


def seal(visit: Visit, terms: str, root: str = "") -> Any:
    """Open the link that seals a game, and wait for its shoe."""
    reopen(visit.tab, f"{root}/#v1/shoes?{terms}")
    visit.tab.locator("#sealed").wait_for()
    return visit.tab


def entries(tab: Any) -> int:
    return int(tab.locator("#log ol > li").count())


def wait_for_entry(tab: Any, number: int) -> None:
    tab.locator(f"#log ol > li:nth-child({number})").wait_for(state="attached")


def deal(tab: Any) -> str:
    """Press the button that deals, and return its label."""
    button = tab.locator("#deal-stage")
    if tab.locator(".caller").count():  # whose first ball comes with the stage
        press(tab, "First ball")
        wait_for_entry(tab, 2)
        return "Deal"
    label: str = button.inner_text()
    number = entries(tab) + 1
    button.click()
    wait_for_entry(tab, number)
    return label


def deal_hand(tab: Any) -> list[str]:
    """Deal every stage of a hand, and return the labels of the button."""
    labels = [deal(tab)]
    while not tab.locator("#deal-stage").inner_text().endswith("next hand"):
        labels.append(deal(tab))
    return labels


def draw(
    tab: Any, pile: str, count: int = 1, seat: str = "", gather: bool = False
) -> None:
    number = entries(tab) + 1
    tab.locator("#draw-pile").select_option(pile)
    tab.get_by_role("textbox", name="Draw").fill(str(count))
    if seat:
        tab.locator("#draw-seat").select_option(seat)
    if gather:
        tab.get_by_label("First shuffle all cards but those in hands").check()
    press(tab, "Draw", exact=True)
    wait_for_entry(tab, number)


def read_verdict(tab: Any) -> str:
    """Return all that is said of the shoe once the check is done."""
    tab.wait_for_selector("#verdict:not([data-state=empty], [data-state=busy])")
    return str(tab.inner_text("#verdict"))


def reveal(tab: Any) -> str:
    """Reveal the shoe, and return the verdict."""
    press(tab, "Reveal and verify")
    if tab.locator(".caller").count():  # balls are still to come
        tab.get_by_role("dialog").get_by_role(
            "button", name="Reveal and verify"
        ).click()
    return read_verdict(tab)


def open_log(tab: Any) -> Any:
    tab.locator("#log").evaluate("(log) => (log.open = true)")
    return tab.locator("#log")


def copy_log(tab: Any) -> Json:
    open_log(tab)
    return dict(json.loads(copy_by(tab, "Copy the log")))


def pile(tab: Any, name: str) -> Any:
    return tab.locator(f"#felt [data-pile={name}], #felt [data-stock={name}]")


def names(tab: Any, selector: str) -> list[str]:
    """Return the names of the cards in a place; `face down` stands for each that is not told."""
    alts: list[str] = tab.locator(f"#felt {selector} li img").evaluate_all(_ALTS)
    return alts


@pytest.mark.smoke
def test_holdem_is_dealt_street_by_street_and_is_valid(visit: Visit, base: str) -> None:
    tab = seal(visit, "game=holdem&players=3&label=table%207")
    commitment = tab.text_content("#commitment")
    assert len(commitment) == 64
    assert pile(tab, "stock").inner_text().split()[:2] == ["Stock", "52"]
    mark = tab.locator("#mark")
    places = tab.evaluate(BOXES)
    assert mark.inner_text() == "sealed"
    tab.get_by_label("Your seed").fill("correct horse")
    assert deal(tab) == "Deal the hole cards"
    assert names(tab, "[data-pile=board]") == []
    assert [
        len(names(tab, f"[data-seat='{seat}']")) for seat in ("1", "2", "dealer")
    ] == [2, 2, 2]
    assert [deal(tab) for _ in range(3)] == [
        "Deal the flop",
        "Deal the turn",
        "Deal the river",
    ]
    assert len(names(tab, "[data-pile=board]")) == 5
    assert (
        pile(tab, "burns").locator(".down").count(),
        pile(tab, "stock").inner_text().split()[1],
    ) == (3, "38")
    assert "3 players · 52 in play" in tab.inner_text("#facts")
    assert tab.evaluate(BOXES) == places
    text = reveal(tab)
    assert tab.get_attribute("#verdict", "data-state") == "valid"
    assert mark.inner_text() == "sealed ✓"
    assert "/result#packed=" in mark.get_attribute("href")
    tab.locator(
        "#outcome", has_text=" with "
    ).wait_for()  # hands are ranked by a request beside the verdict
    assert (
        "It is the seal (commitment) that you were shown before the first card." in text
    )
    assert "The words are yours." in text
    assert "All 4 steps of the deal are here." in text
    log = copy_log(tab)
    assert log["receipt"]["commitment"] == commitment
    assert log["receipt"]["terms"]["label"] == "table 7"
    assert log["receipt"]["client_seed"] == "correct horse"
    digest = log["receipt"]["drawn"]["digest"]
    assert log["confirmed"] == {
        "commitment": commitment,
        "client_seed": "correct horse",
        "digest": digest,
    }
    assert post(base, "/v1/verify", **log)["valid"] is True
    assert tab.locator("#deal-stage").is_hidden()


@pytest.mark.parametrize("game", SOME_GAMES)
def test_a_game_is_dealt_by_its_stages_to_a_valid_receipt(
    unpainted: Visit, base: str, game: str
) -> None:
    tab = seal(unpainted, f"game={game}")
    labels = deal_hand(tab)
    assert "Valid." in reveal(tab)
    log = copy_log(tab)
    stages = [entry["stage"] for entry in log["seen"] if "stage" in entry]
    assert labels == [
        WORDS.get(stage, f"Deal the {stage.replace('_', ' ')}") for stage in stages
    ]
    told = [
        card for entry in log["seen"] for card in entry["cards"] if card is not None
    ]
    assert tab.locator("#felt :is([data-index], .called)").count() == len(told)
    assert post(base, "/v1/verify", **log)["valid"] is True


def test_the_log_and_the_requests_are_shown_and_the_verify_page_takes_the_game_over(
    visit: Visit,
) -> None:
    tab = seal(visit, "game=holdem&players=2")
    assert "Nothing is dealt yet." in open_log(tab).inner_text()
    assert '"game": "holdem"' in tab.text_content("[data-language=curl] pre")
    deal_hand(tab)
    shown = tab.text_content("[data-language=curl] pre")
    assert "/v1/shoes/deal'" in shown
    assert "…" in shown  # of the token
    tab.locator("#programs > summary").click()
    assert "…" not in copy_by(tab, "Copy curl")
    log = copy_log(tab)
    assert list(log) == ["commitment", "digests", "seen"]
    assert [entry.get("stage") for entry in log["seen"]] == [
        "hole",
        "flop",
        "turn",
        "river",
    ]
    digests = [
        tab.locator("#commitment").text_content(),
        *texts_of(tab, "#log li code"),
    ]
    assert [digest[:64] for digest in log["digests"]] == digests
    turn = tab.locator("#log li").nth(2).inner_text()
    assert turn.startswith(f"Turn: {log['seen'][2]['cards'][1]} and 1 face down")
    draw(tab, "stock/", 2)
    reveal(tab)
    receipt = json.loads(download(tab, "Save the receipt").path().read_text())
    assert receipt == copy_log(tab)
    open_log(tab).get_by_role("link", name="Open it on the verify page").click()
    tab.wait_for_url("**/verify#receipt=*")
    assert verdict_of_page(tab).startswith("Valid.")
    assert (
        texts_of(tab, ".remark")
        == ["Kept by this browser when the shoe was opened."] * 2
    )
    assert tab.locator("#cards .card.seen").count() == 11
    captions = texts_of(tab, "#cards .caption")
    assert captions[0].startswith("0 · Seat 1")
    address = tab.url
    tab.evaluate("localStorage.clear()")
    reopen(tab, address)
    assert verdict_of_page(tab).startswith(
        "Nothing differs, but not everything was checked."
    )
    assert texts_of(tab, ".remark") == ["From the link."] * 2


@pytest.mark.parametrize("visit", [size("desktop")], indirect=True)
def test_the_result_of_a_sealed_game_shows_its_hands_and_asks_who_was_there(
    visit: Visit,
) -> None:
    tab = seal(visit, "game=holdem&players=2&label=Friday")
    announced = copy_by(tab, "Copy a link to the seal")
    tab.get_by_label("Your seed").fill("correct horse")
    deal_hand(tab)
    hands = [
        names(tab, place)
        for place in ("[data-seat='1']", "[data-seat=dealer]", "[data-pile=board]")
    ]
    reveal(tab)
    link = copy_by(tab, "Copy the link of the result")
    for is_own in (True, False):
        reopen(tab, link)
        assert sign(tab).startswith("Valid. " if is_own else "It matches."), is_own
        shown = tab.locator("#shown .cards").all()
        assert [
            sorted(place.locator("img").evaluate_all(_ALTS)) for place in shown
        ] == list(map(sorted, hands))
        assert texts_of(tab, "#title, #kind") == ["Friday", "Texas hold'em"]
        assert problems_of_state(tab, "phone" if is_own else "desktop") == []
        tab.evaluate("localStorage.clear()")  # the next visitor has not played it
    texts = tab.locator("#more").inner_text()
    assert all(
        text in texts
        for text in (
            "Fixed",
            "First cards dealt",
            "correct horse",
            "The last word decided.",
        )
    )
    assert tick_all(tab).startswith("Valid.")
    file = unpack(link)
    file["seen"][0]["cards"].reverse()
    reopen(tab, f"/result{pack(file)}")
    assert sign(tab).startswith("Not valid. The deal gives the card")
    reopen(tab, announced)
    assert sign(tab).startswith("Fixed in advance. This link has no result yet.")
    file = unpack(link)
    file["screen"]["drawn"] += 100_000  # as if the seal had been opened before the deal
    reopen(tab, f"/result{pack(file)}")
    assert sign(tab).startswith("It matches.")
    assert "Seen by this browser" in tab.inner_text(
        "#more"
    )  # so it is not asked for the seal
    assert tab.locator(".confirm input").count() == 2


def test_the_result_of_a_seed_is_reproduced_with_its_cards_and_never_green(
    visit: Visit, tab: Any, base: str
) -> None:
    for path, kind, count in (
        ("games/bridge/deal?seed=4&board=7", "Contract bridge, Board 7", 52),
        ("games/klondike/deal?seed=4", "Klondike", 28),
        ("games/freecell/deal?deal_number=617", "FreeCell", 52),
        ("games/bridge/deal/batch?seed=4&repeats=3&board=1", "Contract bridge", 52),
        ("decks/standard/shuffle?seed=4&count=5", "Standard", 5),
    ):
        reopen(tab, f"/result#v1/{path}")
        assert sign(tab).startswith(
            "Reproduced. It does not show who chose. This is what the link gives."
        ), path
        assert (tab.inner_text("#title"), tab.locator("#shown img").count()) == (
            kind,
            count,
        )
        assert tab.locator("#outcome").get_attribute("data-state") == "reproduced"
    assert "a sealed deal on the page Table." in tab.inner_text("#more")
    answer = fetch(base, "/v1/games/holdem/deal?seed=4&players=2").json
    altered = {**answer, "seed": "5"}
    for file, expected in (
        (answer, "Reproduced"),
        (altered, "Not valid. Computed again in this browser: another"),
    ):
        reopen(tab, "/result")
        give_file(tab, json.dumps(file).encode(), "deal.json", "#more [type=file]")
        tab.locator("#outcome:not([data-state=empty], [data-state=busy])").wait_for()
        assert sign(tab).startswith(expected)
        expect(tab.locator("#checked li")).to_have_count(
            3 if expected == "Reproduced" else 0
        )
    visit.expected = {404, 422}
    reopen(tab, "/result#v1/games/holdem/deal?seed=4&players=99")
    assert sign(tab).startswith("Cannot be checked.")


def test_a_code_for_phones_holds_a_short_link_and_names_a_longer_file_by_its_digest(
    tab: Any, base: str
) -> None:
    answer = fetch(base, "/v1/games/holdem/deal?seed=4&players=6").json
    paste = tab.get_by_label("Paste the link or the text of the file")
    code = tab.get_by_role("dialog").get_by_role("img")

    def show_code() -> str:
        press(tab, "Show a code for phones")
        assert int(code.get_attribute("viewBox").split()[2]) <= 57 + 8
        assert code.bounding_box()["height"] >= 0.6 * tab.viewport_size["height"]
        link = copied_text(
            tab, tab.get_by_role("dialog").get_by_role("button", name="Copy the link")
        )
        press(tab, "Close")
        return link

    short = f"{base}/result#v1/games/holdem/deal?seed=4&players=2"
    reopen(tab, short)
    assert show_code() == short
    reopen(tab, "/result")
    paste.fill(json.dumps(answer))
    link = show_code()
    assert re.search("/result#file=[0-9a-f]{64}$", link)
    saved = json.loads(download(tab, "Save the proof").path().read_bytes())
    assert saved == answer
    reopen(tab, link)
    assert sign(tab).startswith("Which file is it?")
    assert problems_of_state(tab, "phone") == []
    for file, expected in (
        (answer | {"seed": "5"}, "Cannot be checked. This is another file"),
        (saved, "Reproduced."),
    ):
        paste.fill(json.dumps(file))
        tab.locator("#sign", has_text=expected.partition(".")[0]).wait_for()
        assert sign(tab).startswith(expected)
    expect(tab.locator("#checked li").first).to_have_text(
        "It is the file that the code names."
    )


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
    column = names(tab, "[data-part='7']")
    assert [name == "face down" for name in column] == [True] * 5 + [False] * 2
    draw(tab, "stock/", 3)
    assert pile(tab, "stock").inner_text().split()[1] == "21"
    draw(tab, "tableau/7")
    assert "Valid." in reveal(tab)
    seal(visit, "game=klondike")
    deal_hand(tab)
    assert selected.input_value() == "stock/"
    seal(visit, "game=riichi")
    deal_hand(tab)
    draw(tab, "dead_wall/dora_indicators")
    assert [
        name == "face down" for name in names(tab, "[data-part=dora_indicators]")
    ] == [False] * 2 + [True] * 3
    draw(tab, "dead_wall/replacements", seat="south")
    assert len(names(tab, "[data-part=replacements]")) == 3
    assert len(names(tab, "[data-seat=south]")) == 14
    assert "Valid." in reveal(tab)


@pytest.mark.parametrize(
    ("game", "place", "drawn", "covered"),
    [
        ("canfield", "[data-pile=reserve]", "reserve/", 12),
        ("number_piles", "[data-seat='1']", "1/payoff", 29),
    ],
)
def test_the_card_below_an_open_one_is_turned_next(
    visit: Visit, game: str, place: str, drawn: str, covered: int
) -> None:
    tab = seal(visit, f"game={game}")
    deal_hand(tab)
    before = names(tab, place)
    assert [name == "face down" for name in before] == [True] * covered + [False]
    draw(tab, drawn)
    turned = names(tab, place)
    assert [name == "face down" for name in turned] == [True] * (covered - 1) + [
        False
    ] * 2
    assert turned[-1] == before[-1]
    assert "Valid." in reveal(tab)


def test_a_sealed_game_is_still_there_after_a_reload_and_by_going_back(
    visit: Visit,
) -> None:
    tab = seal(visit, "game=rummy&players=2")
    tab.get_by_label("Your seed").fill("mine")
    tab.get_by_label("Your seed").blur()
    tab.reload()
    tab.locator("#sealed").wait_for()
    assert tab.get_by_label("Your seed").input_value() == "mine"
    deal_hand(tab)
    draw(tab, "stock/", 31)
    draw(tab, "stock/", 2, seat="1", gather=True)

    def seen() -> tuple[str, Json, str]:
        return (
            tab.inner_html("#felt").replace(' class="turned"', ""),
            copy_log(tab),
            tab.inner_text("#facts"),
        )

    before = seen()
    tab.reload()
    wait_for_entry(tab, 3)
    assert seen() == before
    draw(tab, "stock/")
    assert "Valid." in reveal(tab)
    assert copy_log(tab)["seen"][:3] == before[1]["seen"]
    tab.reload()
    tab.wait_for_selector("#verdict[data-state=valid]")
    assert entries(tab) == 4
    assert tab.locator("#play").is_hidden()
    seal(visit, "game=holdem&players=2")
    deal(tab)
    commitment = tab.locator("#commitment").text_content()
    tab.evaluate("location.hash = 'v1/games/hearts/deal?seed=t'")
    tab.locator("#sealed").wait_for(state="hidden")
    tab.go_back()
    tab.locator("#sealed").wait_for()
    assert (tab.locator("#commitment").text_content(), entries(tab)) == (commitment, 1)
    press(tab, "Seal another deal", exact=True)
    tab.locator("#log-empty:not([hidden])").wait_for(state="attached")
    another = tab.locator("#commitment").text_content()
    assert another != commitment
    seal(visit, "game=holdem&players=2")
    assert tab.locator("#commitment").text_content() not in {commitment, another}
    assert entries(tab) == 0


def test_the_next_hand_and_an_empty_stock_are_dealt_from_the_cards_that_are_left(
    visit: Visit,
) -> None:
    tab = seal(visit, "game=holdem&players=2")
    origin = tab.locator("#procedure .origin")
    deal_hand(tab)
    assert deal(tab) == "Shuffle for the next hand"
    assert "round 2" in origin.text_content()
    assert tab.locator("#deal-stage").inner_text() == "Deal the flop"
    assert names(tab, "[data-pile=board]") == []
    assert "Valid." in reveal(tab)
    tab = seal(visit, "game=blackjack")
    deal_hand(tab)
    assert deal(tab) == "Deal the next hand"
    deal(tab)
    assert "round 1" in origin.text_content()
    number = entries(tab) + 1
    press(tab, "Shuffle for the next hand")
    wait_for_entry(tab, number)
    assert "round 2" in origin.text_content()
    assert "Valid." in reveal(tab)
    tab = seal(visit, "game=rummy&players=2")
    deal_hand(tab)
    hands = [names(tab, f"[data-seat='{seat}']") for seat in ("1", "dealer")]
    draw(tab, "stock/", 31)
    visit.expected = {409}
    press(tab, "Draw", exact=True)
    tab.locator("#play-problem").get_by_text(
        "unless the others are shuffled first"
    ).wait_for()
    draw(tab, "stock/", 2, seat="1", gather=True)
    assert tab.locator("#play-problem").is_hidden()
    assert pile(tab, "stock").inner_text().split()[1] == "30"
    after = [names(tab, f"[data-seat='{seat}']") for seat in ("1", "dealer")]
    assert (len(after[0]), set(hands[0]) <= set(after[0]), after[1]) == (
        len(hands[0]) + 2,
        True,
        hands[1],
    )  # it is sorted
    draw(tab, "stock/", 30)
    draw(tab, "stock/", 1, gather=True)
    assert "Valid." in reveal(tab)
    assert [len(entry.get("in_play", ())) for entry in copy_log(tab)["seen"]] == [
        0,
        0,
        20,
        0,
        22,
    ]


def test_a_problem_and_refused_terms_are_shown_and_the_game_goes_on(
    visit: Visit,
) -> None:
    tab = seal(visit, "game=five_card_draw&players=2")
    tab.get_by_label("Your seed").fill("x" * 300)
    visit.expected = {409, 422}
    tab.locator("#deal-stage").click()
    problem = tab.locator("#play-problem")
    problem.get_by_text("Your seed:").wait_for()
    assert tab.evaluate("document.activeElement.id") == "play-problem"
    tab.get_by_label("Your seed").fill("")
    deal_hand(tab)
    assert problem.is_hidden()
    tab.get_by_role("textbox", name="Draw").fill("many")
    press(tab, "Draw", exact=True)
    problem.get_by_text("Count:").wait_for()
    assert "Right, and whoever dealt or drew could choose." in reveal(tab)
    reopen(tab, "/")
    tab.locator("[data-language=curl]").wait_for(state="attached")
    tab.get_by_text("Reproduce or prove").click()
    tab.get_by_label("A sealed shoe").check()
    assert texts_of(tab, "#moves > *:visible") == ["Seal"]  # nothing of the deal before
    assert (
        tab.inner_text("#outcome")
        == "Now press “Seal”: what lies here is the deal before."
    )
    tab.get_by_label("A seed:").check()
    expect(tab.get_by_role("button", name="Deal the flop")).to_be_visible()
    tab.get_by_label("A sealed shoe").check()
    tab.get_by_label("Players").fill("99")
    press(tab, "Seal ↑")
    tab.locator("#field-players[aria-invalid=true]").wait_for()
    assert tab.locator("#sealed").is_hidden()
    tab.get_by_label("Players").fill("4")
    tab.get_by_label("Label").fill("evening")
    tab.locator("#deal").click()
    tab.locator("#sealed").wait_for()
    assert tab.url.endswith("/#v1/shoes?game=holdem&players=4&label=evening")


def test_a_plain_deal_puts_the_sealed_game_away_and_a_deck_is_not_sealed(
    visit: Visit,
) -> None:
    tab = seal(visit, "game=bridge&board=7")
    deal_hand(tab)
    assert "Board 7" in tab.inner_text("#felt")
    reveal(tab)
    assert tab.get_by_text("Find boards with conditions").is_hidden()
    tab.get_by_text("Reproduce or prove").click()
    tab.get_by_label("A seed:").check()
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

    def swap(route: Any) -> None:
        body = route.request.post_data_json
        if not swapped:
            body["shoe"] = other
        swapped.append(True)
        route.continue_(post_data=json.dumps(body))

    swapped: list[bool] = []
    tab = seal(visit, "game=holdem&players=2")
    tab.route("**/v1/shoes/deal", swap)
    deal_hand(tab)
    text = reveal(tab)
    assert tab.get_attribute("#verdict", "data-state") == "invalid"
    assert (
        "This is the receipt of another shoe: you were shown another seal (commitment)."
        in text
    )
    open_log(tab).get_by_role("link", name="Open it on the verify page").click()
    tab.wait_for_url("**/verify#receipt=*")
    assert verdict_of_page(tab).startswith(
        "Not valid. This is the receipt of another shoe"
    )
    assert "9 · the turn" in tab.inner_text("#cards").replace("\n", " ")


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
        assert problems_of_state(tab, window) == []
        act(tab)
    tab.locator("#proof > details > summary").click()
    press(tab, "Open all steps")
    open_log(tab).locator("details summary").click()
    assert problems_of_state(tab, first) == []


def test_where_the_browser_withholds_its_cryptography_the_pages_say_so(
    plain: Visit, base: str
) -> None:
    tab = seal(plain, "game=holdem&players=2")
    deal_hand(tab)
    assert (
        "This page cannot compute here: Browsers provide WebCrypto only over https"
        in reveal(tab)
    )
    log = json.loads(tab.locator("#log pre").text_content())
    assert post(base, "/v1/verify", **log)["valid"] is True
    tab.goto("/verify#request=v1/games/bridge/deal?seed=42")
    wait_until_settled(tab)
    assert tab.evaluate("crypto.subtle === undefined")
    assert "This page cannot compute here." in tab.get_by_role("alert").inner_text()
    assert tab.get_by_role("button", name="Verify", exact=True).is_disabled()
    assert tab.get_by_role("link", name="Save this page").is_visible()
    assert violations(tab) == []
    tab.goto("/#private?game=holdem&players=2")
    tab.locator(
        "#play-problem", has_text="WebCrypto) only over https and on localhost"
    ).wait_for()
    assert tab.locator("#agree").is_hidden()
    assert problems_of_state(tab, "phone") == []
