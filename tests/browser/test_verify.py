"""The page Verify and receipts of sealed shoes: right, incomplete, tampered with, swapped, and of no known form."""

import json
from copy import deepcopy

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import copy_by, press, reopen, script, texts_of
from tests.browser.verify_page import (
    PARTIAL,
    RIGHT,
    SUBJECT,
    check,
    confirm,
    expect_verdict,
    finding,
    list_asked,
    list_open,
    note,
    open_answer,
    open_link,
    remarks,
    verdict,
    wait_for,
)
from tests.browser.verify_shoes import (
    ASKED,
    SEAL,
    SEED,
    STEPS,
    WORDS,
    ZEROS,
    Json,
    Shoe,
    alter_card,
    check_own,
    expect_invalid,
    notes,
    play,
    play_two_decks,
    read_wrong_caption,
)
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


def test_a_receipt_is_valid_and_shows_the_cards_that_were_seen(
    tab: Page, subject: Json
) -> None:
    cards = subject["seen"][0]["cards"]
    assert check_own(tab, subject).startswith("Valid: table 7")
    assert tab.locator("#cards .card.seen").count() == len(cards)
    assert "104 cards in their order" in tab.inner_text("#cards")


def test_a_place_that_was_seen_twice_is_told(tab: Page, subject: Json) -> None:
    again = {"round": 0, "position": 4, "cards": subject["seen"][0]["cards"][4:]}
    check(tab, subject | {"seen": [*subject["seen"], again]})
    twice = "The same place of the shoe was seen more than once: round 1, place 5."
    assert twice in finding(tab)


def test_an_altered_card_is_shown_beside_the_right_one(
    tab: Page, subject: Json
) -> None:
    cards = subject["seen"][0]["cards"]
    right = cards[3]
    alter_card(subject)
    expect_invalid(tab, subject, "Round 1, place 4 of draw 1 differs.")
    _, expected, seen, *_ = tab.locator("#finding .expert dd").all_text_contents()
    assert (expected, seen) == (right, cards[3])
    assert tab.locator(".pair img").count() == 2
    assert read_wrong_caption(tab).split()[0] == "4"


def test_each_altered_card_of_a_receipt_is_named(tab: Page, subject: Json) -> None:
    cards = subject["seen"][0]["cards"]
    cards[1], cards[3] = cards[3], cards[1]
    says = "2 cards differ: round 1, place 2 and round 1, place 4."
    expect_invalid(tab, subject, says)
    assert "2 values differ. This is the first of them." in finding(tab)
    assert tab.inner_text("#cards-title") == "What the file says, not confirmed"
    assert tab.locator("#cards .card.wrong").count() == 2


def test_a_character_that_turns_the_direction_of_text_is_escaped(
    tab: Page, subject: Json
) -> None:
    subject["seen"][0]["cards"][3] = "A\u202eS"
    check(tab, subject)
    assert "A\\u202eS" in verdict(tab)
    assert "\u202e" not in tab.inner_text("main")


def test_a_receipt_alone_says_what_was_not_checked_and_leads_to_its_field(
    tab: Page, subject: Json
) -> None:
    assert check(tab, subject["receipt"]).startswith(PARTIAL)
    assert list_asked(tab) == ["commitment", "client_seed"]
    assert list_open(tab) == ["What you saw", "The steps of the deal"]
    fields = {
        "Enter the check code": subject["confirmed"]["commitment"],
        "Enter your words": SEED,
        "Enter the steps that you kept": json.dumps(subject["seen"]),
    }
    for label, text in fields.items():
        tab.get_by_role("button", name=label).first.click()
        tab.keyboard.insert_text(text)
        expect_verdict(tab, PARTIAL)
    press(tab, "Verify", exact=True)
    wait_for(tab, "valid")


def test_notes_are_compared_with_a_receipt(tab: Page, played: Shoe) -> None:
    check(tab, played.receipt)
    tab.get_by_text("What you noted").first.click()
    note(tab, SEAL, played.opened["commitment"].upper())
    note(tab, WORDS, SEED)
    note(tab, "Cards", " ".join(played.drawn["cards"]).lower().replace("t", "10"))
    found = finding(tab)
    assert "It is the check code that you were shown" in found
    assert "The words are yours." in found
    assert "5 of the 5 drawn cards" in found
    assert list_open(tab) == ["The steps of the deal"]

    steps = json.dumps([played.drawn["seen"]])
    assert note(tab, STEPS, steps).startswith("Valid: table 7")


def test_a_note_that_differs_from_the_receipt_or_cannot_be_read_is_named(
    tab: Page, played: Shoe
) -> None:
    check(tab, played.receipt)
    note(tab, "Cards", " ".join(played.drawn["cards"]))
    assert note(tab, WORDS, "Correct horse").startswith(
        "Not valid. It was dealt or drawn with other words"
    )
    assert note(tab, SEAL, ZEROS).startswith(
        "Not valid. This is the receipt of another shoe"
    )
    assert note(tab, SEAL, "commitment").startswith(
        "Cannot be checked. The check code has 64 digits"
    )
    assert note(tab, "Place", "x").startswith(
        "Cannot be checked. The place of the cards that you saw, row 1"
    )


def test_rows_for_cards_that_were_seen_are_added_and_removed(
    tab: Page, played: Shoe
) -> None:
    check(tab, played.receipt)
    note(tab, "Cards", " ".join(played.drawn["cards"]))
    press(tab, "Add cards")
    assert tab.locator(".run").count() == 2
    assert tab.evaluate("document.activeElement.name") == "round"
    for _ in range(2):
        tab.get_by_role("button", name="Remove this run").last.click()
    assert tab.locator(".run").count() == 0
    assert tab.evaluate("document.activeElement.id") == "more"


def read_colour(tab: Page, name: str) -> str:
    """Return a colour of the page's styles as the browser computes it: `rgb(…)`."""
    style = "getComputedStyle(document.querySelector('#site, html'))"
    digits = tab.evaluate(f"{style}.getPropertyValue('--{name}')").strip("# ")
    red, green, blue = bytes.fromhex(digits)
    return f"rgb({red}, {green}, {blue})"


def test_the_best_of_many_seeds_is_reproduced_and_never_green(tab: Page) -> None:
    assert open_link(tab, "request", "v1/games/blackjack/deal?seed=317").startswith(
        "The result is right: Blackjack"
    )
    response = json.loads(tab.get_by_label(SUBJECT).input_value())
    [dealer] = [hand for hand in response["hands"] if hand["seat"] == "dealer"]
    assert dealer["cards"] == ["AC", "AH"]
    chosen = "Whoever asked for it could choose. They chose the seed"
    assert chosen in finding(tab)
    assert read_colour(tab, "good") not in tab.evaluate(script("colours_of_verdict"))


def test_without_words_of_a_player_who_opened_a_shoe_could_choose(
    tab: Page, base: str
) -> None:
    unseeded = play(base, 2, client_seed=None, deck="standard")
    shown = {"commitment": unseeded.opened["commitment"]}
    file = unseeded.to_file(confirmed=shown)
    assert check(tab, file).startswith(
        "The result is right, but whoever dealt or drew could choose."
    )
    assert confirm(tab).startswith(
        "The result is right, but whoever dealt or drew could choose."
    )
    assert tab.get_attribute("#verdict", "data-state") == "chosen"


@pytest.fixture
def other(base: str) -> Json:
    """Return another shoe that was opened with the terms of `played`."""
    opened = post(base, "/v1/shoes", deck="standard", decks=2, label="table 7")
    return dict(opened)


def test_a_swapped_shoe_is_told_by_its_seal(
    tab: Page, played: Shoe, subject: Json, other: Json
) -> None:
    swapped = subject | {"confirmed": notes(other)}
    assert check(tab, swapped) == (
        "Not valid. This is the receipt of another shoe: you were shown another check code."
    )
    commitments = [other["commitment"], played.opened["commitment"]]
    rows = texts_of(tab, "#answers > dl dd")
    assert [row.replace(" ", "") for row in rows] == commitments


def test_a_swapped_shoe_is_told_by_a_log(tab: Page, played: Shoe, other: Json) -> None:
    log = [
        {"commitment": other["commitment"], "terms": {}},
        {"receipt": played.receipt},
    ]
    expect_invalid(
        tab, "\n".join(map(json.dumps, log)), "This is the receipt of another"
    )


NOT_ITS_COMMITMENT = "The receipt does not fit its own check code"


@for_each(
    ("altered", "where"),
    [
        ({"commitment": ZEROS}, NOT_ITS_COMMITMENT),
        ({"server_seed": ZEROS}, NOT_ITS_COMMITMENT),
        ({"terms": {"label": "table 8"}}, NOT_ITS_COMMITMENT),
        (
            {"client_seed": "incorrect horse"},
            "It was dealt or drawn with other words than you gave.",
        ),
        (
            {"drawn": {"total": 6}},
            "The receipt counts other cards as dealt than the deal took.",
        ),
        (
            {"drawn": {"top": 4, "total": 4}},
            "You saw this card, and the receipt says that it was never dealt.",
        ),
    ],
)
def test_what_was_altered_in_a_receipt_is_named(
    tab: Page, subject: Json, altered: Json, where: str
) -> None:
    receipt = dict(subject["receipt"])
    for name, value in altered.items():
        receipt[name] = receipt[name] | value if isinstance(value, dict) else value
    expect_invalid(tab, subject | {"receipt": receipt}, where)


NOT_OF_THE_SERVICE = "Something in this file is not as the service writes it"
UNKNOWN_FORM = "It has a form that this page does not know."


@for_each(
    ("text", "sentence"),
    [
        ('{"receipt": "eyJh"}', "This receipt is signed, for programs"),
        ('{"receipt": null}', ""),
        ('{"receipt": {"receipt": "sealed1"}}', NOT_OF_THE_SERVICE),
        (
            '{"receipt": {"receipt": "sealed1", "terms": {"game": "holdem9"}}}',
            UNKNOWN_FORM,
        ),
        ('{"receipt": {"receipt": "sealed2"}}', UNKNOWN_FORM),
        (
            '{"deck": "standard", "cards": ["AS"]}',
            "This result was drawn without a seed",
        ),
        ('{"seed": "1", "deck": "standrad", "indices": [1]}', NOT_OF_THE_SERVICE),
    ],
)
def test_the_page_says_what_is_wrong_with_a_file(
    tab: Page, text: str, sentence: str
) -> None:
    assert check(tab, text).startswith(f"Cannot be checked. {sentence}")


def test_a_text_that_ends_in_the_middle_is_said_to_be_incomplete(tab: Page) -> None:
    assert check(tab, "{").startswith(
        "This is not whole. This text ends in the middle."
    )


def test_a_link_does_not_say_what_its_reader_noted(tab: Page, subject: Json) -> None:
    check(tab, subject)
    assert remarks(tab) == ["From the file that you pasted."] * 2
    assert confirm(tab).startswith("Valid: table 7")
    assert remarks(tab) == ["Confirmed by you."] * 2
    link = copy_by(tab, "Copy the link")
    reopen(tab, link)
    expect_verdict(tab, f"{RIGHT}: table 7")
    assert list_asked(tab) == ASKED
    assert list_open(tab) == []
    commitment = subject["confirmed"]["commitment"]
    assert tab.get_by_label(SEAL).input_value() == commitment
    assert remarks(tab) == ["From the link."] * 2

    note(tab, WORDS, SEED)
    assert list_asked(tab) == ["commitment", "seen"]
    assert list_open(tab) == []
    confirm(tab)
    wait_for(tab, "valid")
    assert remarks(tab) == ["Confirmed by you."]
    tab.locator(".confirm [name=commitment]").click()
    wait_for(tab, "right")

    subject["receipt"]["commitment"] = ZEROS
    assert open_answer(tab, subject).startswith("Not valid.")
