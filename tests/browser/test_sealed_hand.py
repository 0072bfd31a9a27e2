"""The table page plays one sealed hand of Texas Hold'em, street by street, from the seal to the verdict."""

from typing import NamedTuple

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.conftest import attribute_of, fill_in, open_alone, text_of
from tests.browser.sealed_page import (
    BOXES,
    Json,
    copy_log,
    count_stock,
    deal,
    names,
    pile,
    reveal,
    seal,
)
from tests.server.client import post_json as post
from tests.tables import for_each

pytestmark = [pytest.mark.browser, pytest.mark.smoke]

SEATS = ("1", "2", "dealer")
STREETS = ("hole", "flop", "turn", "river")


class Felt(NamedTuple):
    """What lies on the felt."""

    hands: dict[str, int]
    board: int
    burns: int
    stock: int
    places: list[list[int]]


class Outcome(NamedTuple):
    """What the page shows once the shoe is revealed."""

    verdict: str
    state: str
    mark: str
    result: str
    can_deal: bool


class Hand(NamedTuple):
    """What the page showed of a hand that was played to the end, and the log that it copied."""

    commitment: str
    mark: str
    sealed: Felt
    buttons: dict[str, str]
    felts: dict[str, Felt]
    facts: str
    outcome: Outcome
    log: Json


def read_felt(tab: Page) -> Felt:
    """Return what lies on the felt now."""
    return Felt(
        hands={seat: len(names(tab, f"[data-seat='{seat}']")) for seat in SEATS},
        board=len(names(tab, "[data-pile=board]")),
        burns=pile(tab, "burns").locator(".down").count(),
        stock=count_stock(tab),
        places=tab.evaluate(BOXES),
    )


def read_outcome(tab: Page) -> Outcome:
    """Reveal the shoe, and return what the page shows then."""
    verdict = reveal(tab)
    # hands are ranked by a request beside the verdict
    tab.locator("#outcome", has_text=" with ").wait_for()
    mark = tab.locator("#mark")
    return Outcome(
        verdict,
        state=attribute_of(tab.locator("#verdict"), "data-state"),
        mark=mark.inner_text(),
        result=attribute_of(mark, "href"),
        can_deal=tab.locator("#deal-stage").is_visible(),
    )


@pytest.fixture(scope="module")
def hand(browser: Browser, base: str) -> Hand:
    """Return a hand of three players that was dealt with a seed of one's own, and revealed."""
    with open_alone(browser, base) as visit:
        tab = seal(visit, "game=holdem&players=3&label=table%207")
        commitment = text_of(tab.locator("#commitment"))
        mark = tab.inner_text("#mark")
        sealed = read_felt(tab)
        fill_in(tab, "Your seed", "correct horse")
        buttons: dict[str, str] = {}
        felts: dict[str, Felt] = {}
        for street in STREETS:
            buttons[street] = deal(tab)
            felts[street] = read_felt(tab)
        facts = tab.inner_text("#facts")
        outcome = read_outcome(tab)
        log = copy_log(tab)
        return Hand(commitment, mark, sealed, buttons, felts, facts, outcome, log)


def test_the_seal_is_shown_before_the_first_card(hand: Hand) -> None:
    assert len(hand.commitment) == 64
    assert hand.mark == "sealed"
    assert hand.sealed.stock == 52
    assert hand.sealed.board == 0


FELTS = [
    ("hole", "Deal the hole cards", 0, 0, 46),
    ("flop", "Deal the flop", 3, 1, 42),
    ("turn", "Deal the turn", 4, 2, 40),
    ("river", "Deal the river", 5, 3, 38),
]


@for_each(("street", "button", "board", "burns", "stock"), FELTS)
def test_a_street_is_dealt_by_its_button(
    hand: Hand, street: str, button: str, board: int, burns: int, stock: int
) -> None:
    assert hand.buttons[street] == button
    felt = hand.felts[street]
    assert felt.board == board
    assert felt.burns == burns
    assert felt.stock == stock


def test_each_seat_has_two_cards(hand: Hand) -> None:
    assert hand.felts["hole"].hands == {"1": 2, "2": 2, "dealer": 2}


def test_no_card_and_no_button_moves_while_cards_are_dealt(hand: Hand) -> None:
    assert hand.felts["river"].places == hand.sealed.places


def test_the_facts_count_the_players_and_the_cards_in_play(hand: Hand) -> None:
    assert "3 players · 52 in play" in hand.facts


def test_a_hand_that_was_revealed_is_valid_and_leads_to_its_result(hand: Hand) -> None:
    assert hand.outcome.state == "valid"
    assert hand.outcome.mark == "sealed ✓"
    assert "/result#packed=" in hand.outcome.result


@for_each(
    "sentence",
    [
        "It is the check code that you were shown before the first card.",
        "The words are yours.",
        "All 4 steps of the deal are here.",
    ],
)
def test_the_verdict_says_what_it_rests_on(hand: Hand, sentence: str) -> None:
    assert sentence in hand.outcome.verdict


def test_nothing_is_dealt_after_the_shoe_is_revealed(hand: Hand) -> None:
    assert not hand.outcome.can_deal


def test_the_log_has_the_receipt_of_this_shoe(hand: Hand) -> None:
    receipt = hand.log["receipt"]
    assert receipt["commitment"] == hand.commitment
    assert receipt["terms"]["label"] == "table 7"
    assert receipt["client_seed"] == "correct horse"


def test_the_log_has_what_the_player_was_shown(hand: Hand) -> None:
    assert hand.log["confirmed"] == {
        "commitment": hand.commitment,
        "client_seed": "correct horse",
        "digest": hand.log["receipt"]["drawn"]["digest"],
    }


def test_the_service_says_of_the_log_that_it_is_valid(hand: Hand, base: str) -> None:
    assert post(base, "/v1/verify", **hand.log)["valid"] is True
