"""What the page Verify reads, how it is reached and used, and the page that is saved."""

import hashlib
import json
import re
from copy import deepcopy
from itertools import cycle
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import (
    SIZES,
    TIMEOUT,
    Visit,
    download,
    expect_clean,
    fill_in,
    press,
    reopen,
    script,
    size,
    violations,
    wait_for_text,
)
from tests.browser.verify_page import (
    PARTIAL,
    RIGHT,
    SUBJECT,
    check,
    confirm,
    expect_verdict,
    finding,
    open_link,
    press_verify,
    read_vectors,
    remarks,
    verdict,
    wait_for,
)
from tests.browser.verify_shoes import (
    SEAL,
    SEED,
    ZEROS,
    Json,
    Shoe,
    alter_card,
    deal_holdem,
    notes,
    play_two_decks,
)
from tests.server.client import fetch
from tests.server.client import post_json as post
from tests.tables import for_each

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def played(base: str) -> Shoe:
    """Return a shoe of two decks from which five cards were drawn."""
    return play_two_decks(base)


@pytest.fixture
def subject(played: Shoe) -> Json:
    """Return a receipt and what the player holds, for a test to alter."""
    return deepcopy(played.to_file(confirmed=notes(played.opened)))


def expect_read(tab: Page, texts: Json) -> None:
    """Paste each text in turn, and expect a verdict with this beginning."""
    found = {text: press_verify(tab, text) for text in texts}
    wrong = {
        text: verdict
        for text, verdict in found.items()
        if not verdict.startswith(texts[text])
    }
    assert wrong == {}


def test_what_people_have_in_their_hands_is_read(
    tab: Page, base: str, subject: Json, played: Shoe
) -> None:
    path = "/v1/decks/standard/shuffle"
    request = f"{path}?seed=42&count=3"
    answer = post(base, path, seed="42", count=3)
    altered = answer | {"cards": ["AS", "KS", "QS"]}
    curl = (
        f"curl '{base}{path}' \\\n  -H 'Content-Type: application/json' \\\n"
        '  -d \'{"seed": "42", "count": 3}\''
    )
    table = f"{base}/#v1/games/holdem/deal?players=2&seed=river"
    known_cards = quote(json.dumps({"hands": {"1": ["AS"]}}))
    game = [played.opened, {"receipt": played.receipt, "seen": [played.drawn["seen"]]}]
    shuffled = "The result is right: 3 shuffled cards (standard)"
    tab.goto("/verify")
    expect_read(
        tab,
        {
            json.dumps(answer): shuffled,
            json.dumps(answer, indent=4): shuffled,
            f"{base}{request}": shuffled,
            request: shuffled,
            f"$ curl -s '{base}{request}' | jq -c .cards": shuffled,
            curl: shuffled,
            f"{curl}\n{json.dumps(answer)}": shuffled,
            f"{curl}\n{json.dumps(altered)}": "Not valid.",
            table: "The result is right: Texas hold'em",
            f"{table}&given={known_cards}": "The result is right: Texas hold'em",
            f"{base}/verify#answer={quote(json.dumps(answer))}": shuffled,
            f"{base}/verify#receipt={quote(json.dumps(subject))}": RIGHT,
            json.dumps(subject): RIGHT,
            "\n".join(map(json.dumps, game)): RIGHT,
        },
    )


def test_a_file_of_bridge_boards_is_read(tab: Page, base: str) -> None:
    boards = "/v1/games/bridge/deal/batch?seed=club&repeats=2&include_seed=true&format="
    pbn = fetch(base, f"{boards}pbn").body.decode()
    lin = fetch(base, f"{boards}lin").body.decode()
    other_index = lin.replace("index 1", "index 2")
    other_deal = pbn.replace('Deal "N:', 'Deal "E:')
    tab.goto("/verify")
    expect_read(
        tab,
        {
            pbn: f"{RIGHT}.",
            lin: f"{RIGHT}.",
            other_index: "Not valid. Board 2 of the file is not the one of its seed at index 2.",
            other_deal: "Not valid. Board 1 of the file is not the one of its seed at index 0.",
        },
    )


DIGEST = hashlib.sha256(b"server seed").hexdigest()
BET = f"""Server seed: server seed
Server seed (hashed): {DIGEST}
Client seed: client seed
Nonce: 1"""


def test_a_bet_at_a_casino_is_checked_once_what_is_missing_is_entered(
    tab: Page,
) -> None:
    assert check(tab, BET).startswith("This is a bet at a casino.")
    press(tab, "Check the result")
    wait_for_text(tab, "Still missing: Which game?")
    tab.get_by_label("Which game?").select_option("Dice")
    assert tab.get_by_label("Risk of the wheel").is_hidden()
    fill_in(tab, "What you saw", "74,67 %")
    tab.keyboard.press("Enter")
    tab.wait_for_selector(".confirm")
    expect_verdict(tab, PARTIAL)  # the hash may have been copied after the bet
    assert violations(tab) == []
    assert confirm(tab).startswith("Valid.")

    fill_in(tab, "What you saw", "74.68")
    press(tab, "Check the result")
    wait_for_text(tab, "Another result than the one you saw.")
    assert "The result that follows is 74.67 here, and you saw 74.68." in verdict(tab)
    found = finding(tab)
    assert "is it a bet at Stake" in found
    assert "Other casinos compute in other ways" in found


@for_each(
    ("hashed", "word"),
    [
        ("", "Computed; compared with nothing yet."),
        (f"Server seed (hashed): {ZEROS}\n", "Not valid."),
    ],
)
def test_a_bet_without_its_hash_is_computed_and_one_with_a_wrong_hash_is_not_valid(
    tab: Page, hashed: str, word: str
) -> None:
    check(tab, BET.replace(f"Server seed (hashed): {DIGEST}\n", hashed))
    tab.get_by_label("Which game?").select_option("Roulette")
    press(tab, "Check the result")
    tab.locator("#word", has_text=word).wait_for()


@for_each(
    "path",
    [
        "https://example.com/v1/decks",
        "//example.com/v1/decks",
        "/v1/decks",
        "v1/../metrics",
        "v1/%2e%2e/metrics",
        r"v1\..\metrics",
        "metrics",
        "javascript:alert(1)",
    ],
)
def test_a_link_to_anything_but_a_path_of_this_service_is_refused(
    tab: Page, path: str
) -> None:
    assert open_link(tab, "request", path) == (
        "Cannot be checked. This link asks for something else than a deal of this service, so it was not followed."
    )


@for_each("kind", ["receipt", "answer", "request"])
def test_a_link_that_is_cut_off_is_said_to_be_incomplete(tab: Page, kind: str) -> None:
    reopen(tab, f"/verify#{kind}=v1%2")
    assert verdict(tab) == (
        "The link is not whole. Ask whoever sent it for the whole link, or for the file."
    )


def test_a_link_to_a_misspelt_game_names_the_right_one(visit: Visit, tab: Page) -> None:
    visit.expected = {404}
    assert "bridge" in open_link(tab, "request", "v1/games/brigde/deal?seed=42")


def test_the_example_is_real_until_a_card_is_changed(tab: Page) -> None:
    tab.goto("/verify")
    press(tab, "Try an example")
    expect_verdict(tab, "Valid: Texas hold'em")
    remark = "Of the example, which this browser played."
    assert remarks(tab) == [remark] * 2
    press(tab, "Change one card")
    wait_for(tab, "invalid")
    assert "Seat 1 (place 1)" in verdict(tab)
    press(tab, "Put it back")
    wait_for(tab, "valid")


CELLS_TOO_NARROW = """(cards) => cards
  .filter((card) => [...card.children].some((part) => part.offsetWidth > card.clientWidth))
  .map((card) => card.innerText)"""


@for_each("language", ["en", "de", "fr", "es"])
def test_no_caption_makes_a_card_wider_than_its_cell(tab: Page, language: str) -> None:
    tab.set_viewport_size({"width": 320, "height": 640})
    tab.goto(f"/verify?lang={language}")
    tab.locator("#example").click()
    wait_for(tab, "valid")
    cards = tab.locator("#cards .card")
    assert cards.count() == 12
    assert cards.evaluate_all(CELLS_TOO_NARROW) == []


def test_what_cannot_be_checked_leads_to_the_field(tab: Page) -> None:
    tab.set_viewport_size({"width": 390, "height": 844})
    tab.goto("/verify")
    press(tab, "Verify", exact=True)
    field = tab.get_by_label(SUBJECT)
    expect(field).to_be_focused()
    expect(tab.locator("#verdict")).to_have_attribute("data-state", "empty")
    said = "There is nothing to check. Paste the link or the file that you were sent."
    expect(tab.locator("#subject-problem")).to_have_text(said)
    expect(field).to_have_attribute("aria-invalid", "true")
    expect(tab.get_by_role("button", name="Clear", exact=True)).to_be_hidden()

    fill_in(tab, SUBJECT, "pass the port")
    expect(tab.locator("#subject-problem")).to_be_hidden()
    press(tab, "Verify", exact=True)
    expect_verdict(tab, "Cannot be checked.")
    expect(field).to_be_in_viewport(ratio=1)
    expect(tab.locator("#verdict-text")).to_be_in_viewport(ratio=1)


def test_a_file_may_be_dropped_or_chosen(
    tab: Page, subject: Json, tmp_path: Path
) -> None:
    tab.goto("/verify")
    tab.evaluate(script("drop_file"), json.dumps(subject))
    verdict(tab)
    assert confirm(tab).startswith("Valid: table 7")

    alter_card(subject)
    file = tmp_path / "receipt.json"
    file.write_text(json.dumps(subject))
    press(tab, "Clear")
    with tab.expect_file_chooser() as chooser:
        press(tab, "Choose a file")
    chooser.value.set_files(file)
    expect_verdict(tab, "Not valid.")


def reach(tab: Page, name: str) -> None:
    """Press Tab until the element whose label or text begins with a name has the focus."""
    for _ in range(60):
        tab.keyboard.press("Tab")
        text = tab.evaluate(
            "document.activeElement.labels?.[0]?.textContent ?? document.activeElement.textContent"
        )
        if text.strip().startswith(name):
            return
    raise AssertionError(f"Tab does not lead to {name}")


def test_the_keyboard_is_enough(tab: Page, subject: Json) -> None:
    tab.goto("/verify")
    reach(tab, SUBJECT)
    tab.keyboard.insert_text(json.dumps(subject["receipt"]))
    reach(tab, "What you noted")
    tab.keyboard.press("Enter")
    reach(tab, SEAL)
    tab.keyboard.insert_text(subject["confirmed"]["commitment"])
    reach(tab, "The words (client seed)")
    tab.keyboard.insert_text(SEED)
    reach(tab, "The steps of the deal")
    tab.keyboard.insert_text(json.dumps(subject["seen"]))
    reach(tab, "Verify with what you noted")
    tab.keyboard.press("Enter")
    expect_verdict(tab, "Valid: table 7")

    reach(tab, "3 The commitment")
    tab.keyboard.press("Enter")
    step = tab.locator(".step[open]").inner_text()
    assert step.count(subject["receipt"]["commitment"]) == 2


def test_the_steps_are_those_that_the_command_prints(tab: Page) -> None:
    case = read_vectors("sealed")[0]
    asked = case["asked"]
    answer = case["answer"]
    receipt = {
        "receipt": "sealed1",
        "terms": asked["terms"],
        "server_seed": asked["server_seed"],
        "client_seed": asked["client_seed"],
        "commitment": answer["commitment"],
        "drawn": answer["drawn"],
    }
    check(tab, {"receipt": receipt, "seen": answer["seen"]})
    press(tab, "Open all")
    steps = tab.inner_text("#step-list")
    for name in ("canonical", "seed_hash", "commitment"):
        assert answer[name] in steps
    assert answer["rounds"][0]["key"] in steps
    for digest in answer["digests"]:
        assert digest in steps


def click_all_visible(controls: Any) -> None:
    """Click each of these controls that is visible when its turn comes."""
    for control in controls.all():
        if control.is_visible():
            control.click()


def test_the_page_is_clean_and_fits_before_and_after_a_check(
    tab: Page, subject: Json
) -> None:
    valid = deepcopy(subject)
    alter_card(subject)
    files = (valid, subject, subject["receipt"], "{")
    for name, file in zip(cycle(SIZES), files, strict=False):
        check(tab, file)
        click_all_visible(tab.get_by_role("button", name="Open all"))
        click_all_visible(tab.locator("details:not([open]) > summary"))
        expect_clean(tab, name)


def test_a_printed_verdict_has_its_date_and_address_and_no_closed_part(
    tab: Page, base: str
) -> None:
    path = "/v1/games/holdem/deal?players=2&seed=abc"
    check(tab, fetch(base, path).body.decode())
    tab.emulate_media(media="print")
    printed = tab.locator("#printed")
    expect(printed).to_have_text(
        re.compile(rf"Printed on .+ · {re.escape(base)}/verify$")
    )
    expect(printed).to_be_visible()
    expect(tab.locator("#steps")).to_be_hidden()
    tab.emulate_media(media="screen")
    expect(printed).to_be_hidden()
    tab.locator(".step summary").first.click()
    tab.emulate_media(media="print")
    expect(tab.locator(".step:visible")).to_have_count(1)


def test_the_saved_page_verifies_without_a_network(
    visit: Visit, browser: Browser, subject: Json, base: str, tmp_path: Path
) -> None:
    visit.tab.goto("/verify")
    saved = download(visit.tab, "Save this page", "link")
    assert saved.suggested_filename == "verify-a-deal.html"
    path = tmp_path / "verify-a-deal.html"
    saved.save_as(path)
    page = path.as_uri()
    context = browser.new_context(**size("phone"), offline=True)
    context.set_default_timeout(TIMEOUT)
    alone = Visit(context.new_page(), "")
    tab = alone.tab

    tab.goto(page)
    press_verify(tab, json.dumps(subject))
    assert confirm(tab).startswith("Valid: table 7")
    cards = subject["seen"][0]["cards"]
    assert tab.locator("#cards .card .face.text").count() == len(cards)
    alter_card(subject)
    assert check(tab, subject).startswith("Not valid.")
    assert "Round 1, place 4" in verdict(tab)

    answer = post(base, "/v1/games/riichi/deal", seed="42")
    reopen(tab, f"{page}#answer={quote(json.dumps(answer))}")
    expect_verdict(tab, "The result is right: Riichi Mah-Jong")
    rolled = post(base, "/v1/dice", roll="4d6kh3", seed="42")
    reopen(tab, f"{page}#answer={quote(json.dumps(rolled))}")
    expect_verdict(tab, "The result is right: Roll 4d6kh3")
    shuffled = post(base, "/v1/decks/tarot/shuffle", seed="42")
    reopen(tab, f"{page}#answer={quote(json.dumps(shuffled))}")
    expect_verdict(tab, "The result is right: 78 shuffled cards (tarot)")
    reopen(tab, f"{page}#receipt={quote(json.dumps(deal_holdem(base)))}")
    expect_verdict(tab, f"{RIGHT}: Texas hold'em")
    request = f"{base}/v1/games/bridge/deal?seed=42"
    assert press_verify(tab, request).startswith(
        "Cannot be checked. This saved page makes no requests"
    )
    assert violations(tab) == []
    context.close()
    assert alone.wrong == []
