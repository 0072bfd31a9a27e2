"""The page Verify and sealed games: steps, shown cards, cards in play, lists and orders."""

import json
import re
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from service.pages.languages import TEXTS
from service.proofs.drand import QUICKNET
from tests.browser.conftest import attribute_of, press, texts_of
from tests.browser.verify_page import (
    PARTIAL,
    RIGHT,
    check,
    confirm,
    expect_compared,
    finding,
    list_asked,
    list_open,
    note,
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
    alter_card,
    check_own,
    deal_holdem,
    expect_invalid,
    find_another,
    notes,
    play,
    read_wrong_caption,
    reveal,
    seal_list,
)
from tests.server.client import post_json as post
from tests.tables import for_each

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def dealt(base: str) -> Json:
    """Return the receipt of a hand of hold'em and what the player holds."""
    return deal_holdem(base)


@pytest.fixture
def game(dealt: Json) -> Json:
    """Return a copy of `dealt` for a test to alter."""
    return deepcopy(dealt)


def test_the_entries_of_a_game_are_counted_and_compared_also_beside_the_receipt(
    tab: Page, game: Json
) -> None:
    assert check_own(tab, game).startswith("Valid: Texas hold'em")
    found = finding(tab)
    assert "11 of the 14 drawn cards are here, and each is right." in found
    assert "All 5 steps of the deal are here." in found
    captions = tab.locator("#cards .caption").evaluate_all(
        "(all) => all.map((one) => one.firstChild.data)"
    )
    assert captions[:5] == [
        "1 · Seat 1",
        "2 · Dealer",
        "3 · Seat 1",
        "4 · Dealer",
        "5 · The burned cards",
    ]
    assert captions[9] == "10 · The turn"
    titles = texts_of(tab, ".step summary")
    assert titles[-1].endswith("The digests of the draws")
    press(tab, "Open all")
    digest = game["receipt"]["drawn"]["digest"]
    assert digest in tab.locator(".step").last.inner_text()


def test_a_step_that_is_missing_is_told(tab: Page, game: Json) -> None:
    without_the_turn = game["seen"][:3] + game["seen"][4:]
    assert check(tab, game | {"seen": without_the_turn}).startswith(PARTIAL)
    missing = "The steps of the deal: steps that are missing: 1 of 5"
    assert missing in finding(tab)


def test_steps_that_the_receipt_is_not_of_are_told(tab: Page, game: Json) -> None:
    game["receipt"]["drawn"]["digest"] = ZEROS
    expect_invalid(
        tab,
        game,
        "The steps of the deal that you have are possible, but the receipt is of others",
    )


def test_a_step_that_was_altered_is_told_with_its_card(tab: Page, game: Json) -> None:
    alter_card(game, draw=2, position=1)
    expect_invalid(tab, game, "The turn (place 10) differs.")
    assert tab.locator(".pair img").count() == 2
    assert read_wrong_caption(tab).startswith("10 · The turn")


def test_the_steps_of_a_game_are_noted_beside_its_receipt(
    tab: Page, game: Json
) -> None:
    seen = game.pop("seen")
    check(tab, game)
    first_three = json.dumps(seen[:3])
    assert note(tab, STEPS, first_three).startswith(
        f"{PARTIAL} The cards that were seen"
    )
    missing = "The steps of the deal: steps that are missing: 2 of 5"
    assert missing in finding(tab)
    river = seen[3]["cards"][1]
    note(tab, "Place", "12")
    note(tab, "Cards", river.lower())
    assert "9 of the 14 drawn cards" in finding(tab)

    note(tab, STEPS, json.dumps({"seen": seen, "digests": []}))
    assert confirm(tab).startswith("Valid: Texas hold'em")
    assert note(tab, STEPS, "{}").startswith(
        "Cannot be checked. The cards that you saw, as the file has them: A list was expected"
    )


def test_shown_cards_and_cards_in_play_are_checked(tab: Page, base: str) -> None:
    opened = post(base, "/v1/shoes", game="holdem", players=2, reveal="shown")
    dealt = post(
        base, "/v1/shoes/deal", shoe=opened["shoe"], through="flop", client_seed=SEED
    )
    revealed = post(base, "/v1/shoes/reveal", shoe=dealt["shoe"])
    file = {"receipt": revealed, "seen": [dealt]}
    assert check(tab, file).startswith(PARTIAL)
    assert "7 cards are shown with a proof" in finding(tab)

    flop = dealt["dealt_stages"][1]
    third = flop["shown"][2]
    third["card"] = find_another(third["card"])
    expect_invalid(tab, file, "The shown card of round 1, place 8 differs.")
    assert read_wrong_caption(tab).startswith("8 · Board: flop")


@dataclass
class ShuffledGame:
    """A game of rummy whose cards were shuffled while the players held theirs."""

    file: dict[str, Any]
    in_hands: list[int]


def play_shuffled(base: str) -> ShuffledGame:
    """Return a game with a shuffle, revealed, with its player's notes."""
    opened = post(base, "/v1/shoes", game="rummy", players=2)
    first = post(base, "/v1/shoes/deal", shoe=opened["shoe"], client_seed=SEED)
    in_hands = [position for hand in first["hands"] for position in hand["positions"]]
    second = post(base, "/v1/shoes/draw", shoe=first["shoe"], count=31)
    third = post(base, "/v1/shoes/draw", shoe=second["shoe"], count=2, in_play=in_hands)
    file = {
        "receipt": reveal(base, third["shoe"]),
        "seen": [first["seen"], second["seen"], third["seen"]],
        "confirmed": notes(opened),
    }
    return ShuffledGame(file, in_hands)


def test_the_cards_in_play_at_a_shuffle_are_checked(tab: Page, base: str) -> None:
    game = play_shuffled(base)
    file = game.file
    assert check_own(tab, file).startswith("Valid: Rummy")
    assert tab.locator("#cards").get_by_text("in play").count() == len(game.in_hands)
    steps = tab.inner_text("#step-list")
    assert "The key of round 2 for the cards in play" in steps

    del file["seen"][2]["in_play"][0]
    assert check(tab, file).startswith("Not valid.")


def test_cards_in_play_are_named_in_the_language_of_the_page(
    tab: Page, base: str
) -> None:
    game = play_shuffled(base)
    tab.goto("/verify?lang=de")
    tab.locator("#subject").fill(json.dumps(game.file))
    tab.locator("#verify").click()
    labels = tab.locator("#cards").get_by_text("im Spiel")
    expect(labels).to_have_count(len(game.in_hands))


def list_values(tab: Page) -> list[str]:
    """Return the numbers, items or dice below the verdict."""
    return texts_of(tab, "#cards .numbers li")


def seal_rounds(base: str, count: int, **terms: Any) -> Json:
    """Seal a draw of numbers that may repeat, draw so many, each from a round of its own, and return its file."""
    opened = post(base, "/v1/shoes", **terms)
    shoe = opened["shoe"]
    seen = []
    for i in range(count):
        first_or_next = {"reshuffle": True} if i else {"client_seed": SEED}
        drawn = post(base, "/v1/shoes/draw", shoe=shoe, count=1, **first_or_next)
        shoe = drawn["shoe"]
        seen.append(drawn["seen"])
    confirmed = notes(opened)
    return {"receipt": reveal(base, shoe), "seen": seen, "confirmed": confirmed}


@for_each(
    ("what", "kind", "says", "names"),
    [
        ("5 dice", "die", "Dice with 6 sides.", {}),
        (
            "5 coins: 1 is heads, 2 tails",
            "coin",
            "Coins. Each is the first of 1 (heads) and 2 (tails)",
            {1: "Heads", 2: "Tails"},
        ),
        ("5 numbers from 1 to 9, with repeats", "number", "Numbers from 1 to 9.", {}),
    ],
)
def test_every_number_of_a_sealed_draw_is_shown_and_a_changed_one_is_named(
    tab: Page, base: str, what: str, kind: str, says: str, names: dict[int, str]
) -> None:
    size = {"die": 6, "coin": 2, "number": 9}[kind]
    label = f"{what}. Decided by: words of the audience"
    file = seal_rounds(base, 5, max=size, label=label)
    drawn = [number for entry in file["seen"] for number in entry["integers"]]
    texts = [names.get(number, str(number)) for number in drawn]
    check(tab, file)
    assert says in tab.inner_text("#cards")
    assert list_values(tab) == [f"{i + 1}. {text}" for i, text in enumerate(texts)]
    assert "The other rounds" in tab.inner_text("#step-list")

    other = drawn[3] % size + 1
    file["seen"][3]["integers"] = [other]
    seen = names.get(other, str(other))
    expect_invalid(tab, file, f"{kind.title()} 4 of 5 differs.")
    expect_compared(tab, texts[3], seen)
    assert texts_of(tab, "#cards .wrong") == [f"4. {seen} differs"]


def test_what_a_label_says_is_in_the_language_of_the_page(tab: Page, base: str) -> None:
    names = [f"Name {number}" for number in range(1, 8)]
    label = "Tombola: 3 winners from 7 names. Decided by: words of the audience"
    drawn = seal_list(base, names, 3, label=label)
    tab.goto("/verify?lang=de")
    tab.locator("#subject").fill(json.dumps(drawn.to_file(original_items=names)))
    tab.locator("#verify").click()
    said = tab.locator("#cards strong").first
    expect(said).to_have_text("Tombola: 3 Gewinner (7 Namen)")


def test_the_occasion_of_a_draw_is_said_once(tab: Page, base: str) -> None:
    names = [f"Name {number}" for number in range(1, 8)]
    label = "Tombola: 3 winners from 7 names. Decided by: words of the audience"
    drawn = seal_list(base, names, 3, label=label, reshuffle="never")
    file = drawn.to_file(original_items=names, confirmed=notes(drawn.opened))
    assert check_own(tab, file).startswith("Valid: Tombola")
    assert texts_of(tab, "#cards strong") == ["3 winners from 7 names"]
    names[0] = "Eve"
    expect_invalid(tab, file, "The list is not the one that was fixed")
    assert texts_of(tab, "#cards strong") == ["Tombola: 3 winners from 7 names"]


def test_an_announcement_whose_result_was_seen_says_so(tab: Page, base: str) -> None:
    names = [f"Name {number}" for number in range(1, 8)]
    label = "3 winners from 7 names. Decided by: words of the audience"
    drawn = seal_list(base, names, 3, label=label)
    announced = {key: drawn.opened[key] for key in ("commitment", "terms")}
    assert check(tab, announced).startswith("Fixed in advance")
    code = drawn.opened["commitment"]
    groups = " ".join(code[i : i + 8] for i in range(0, len(code), 8))
    assert groups in finding(tab)
    check(tab, drawn.to_file(original_items=names))
    said = "Announced. This browser has seen its result."
    assert check(tab, announced).startswith(said)


def announce_all(base: str) -> list[Json]:
    """Return announcements that words and a public number decide, of a list and of numbers, and a plan."""
    plan = {
        "plan": "plan1",
        "occasion": "Tombola",
        "request": {"path": "/v1/integers", "max": 9},
        "chain_hash": QUICKNET.hash.hex(),
        "round": 999_999_999,
    }
    by_words = "3 winners from 7 names. Decided by: words of the audience"
    by_round = "5 dice. Decided by: drand quicknet round 999999999"
    shoes = [
        post(base, "/v1/shoes", max=7, items_sha256="0" * 64, label=by_words),
        post(base, "/v1/shoes", max=6, label=by_round),
    ]
    seals = [{key: opened[key] for key in ("commitment", "terms")} for opened in shoes]
    return [*seals, {"plan": plan}]


@for_each("language", ["de", "en", "es", "fr"])
def test_an_announcement_is_in_the_language_of_the_page(
    tab: Page, base: str, language: str
) -> None:
    fields = list(TEXTS[language]["verify"]["draws"]["fields"].values())
    shown = []
    for announced in announce_all(base):
        tab.goto(f"/verify?lang={language}")
        tab.locator("#subject").fill(json.dumps(announced))
        tab.locator("#verify").click()
        wait_for(tab, "partial")
        shown += texts_of(tab, "#finding dt")
        drawn = tab.locator("#finding dd").first.inner_text()
        assert "Decided by" not in drawn
        assert language == "en" or not re.search("winners|dice", drawn)
    assert set(shown) == set(fields)


def test_a_sealed_order_without_a_label_is_checked(tab: Page, base: str) -> None:
    order = play(base, 6, max=6, reshuffle="never")
    assert check(tab, order.to_file()).startswith(f"{RIGHT}.")
    drawn = [str(number) for number in order.drawn["integers"]]
    assert list_values(tab) == [f"{i + 1}. {text}" for i, text in enumerate(drawn)]


def test_all_rounds_of_a_shoe_of_cards_are_shown_on_demand(
    tab: Page, base: str
) -> None:
    file = seal_rounds(base, 5, deck="standard")
    check(tab, file)
    titles = tab.locator("#card-lists h3")
    expect(titles).to_have_count(3)
    press(tab, "Show all 5", exact=True)
    expect(titles).to_have_count(5)
    expect(titles.last).to_have_text("Round 5")


def test_a_raffle_is_checked_with_its_list(tab: Page, base: str) -> None:
    names = [f"Name {number}" for number in range(1, 26)]
    raffle = seal_list(base, names, 3, label="drand round 1")
    winners = [names[number - 1] for number in raffle.drawn["integers"]]
    file = raffle.to_file(original_items=names, confirmed=notes(raffle.opened))
    assert check_own(tab, file).startswith("Valid: drand round 1")
    assert "The names that were drawn are the right ones." in verdict(tab)
    fixed = "The list of 25 names is the one that was fixed."
    assert fixed in finding(tab)
    assert "3 of the 3 drawn names are here, and each is right." in finding(tab)
    says = "Names from a list of 25, shuffled fairly. Place 1 came first."
    assert says in tab.inner_text("#cards")
    assert "Fisher" not in finding(tab)
    tab.locator("#finding .expert summary").click()
    assert "fisher_yates" in tab.inner_text("#finding .expert")
    assert list_values(tab) == [f"{i + 1}. {name}" for i, name in enumerate(winners)]

    of_others = ["Eve", *names[1:]]
    expect_invalid(
        tab,
        file | {"original_items": of_others},
        "The list is not the one that was fixed",
    )
    assert tab.inner_text("#cards-title") == "What the file says, not confirmed"
    assert texts_of(tab, "#cards strong") == ["drand round 1"]


def test_the_list_and_the_numbers_of_a_raffle_are_noted(tab: Page, base: str) -> None:
    names = [f"Name {number}" for number in range(1, 26)]
    raffle = seal_list(base, names, 3, label="drand round 1")
    assert check(tab, raffle.to_file()).startswith("The numbers are right.")
    assert list_asked(tab) == ASKED
    assert list_open(tab) == ["The list"]
    note(tab, SEAL, raffle.opened["commitment"])
    note(tab, WORDS, SEED)
    note(tab, "The list that was shuffled", "\n".join(names))
    note(tab, "Cards", " ".join(map(str, raffle.drawn["integers"])))
    assert confirm(tab).startswith("Valid: drand round 1")
    assert "3 of the 3 drawn names are here" in finding(tab)


def read_parts(tab: Page) -> dict[str, list[str]]:
    """Return the names in each part of the result by the title of the part."""
    parts = tab.locator("#finding .parts :is(ul, ol)").all()
    return {attribute_of(part, "aria-label"): texts_of(part, "li") for part in parts}


@for_each(
    ("what", "sizes"),
    [
        ("3 groups", {"Group 1": 3, "Group 2": 2, "Group 3": 2}),
        ("Teams of 3 to 4", {"Team 1": 4, "Team 2": 3}),
        ("3 pairs", {"Pair 1": 2, "Pair 2": 2, "Pair 3": 2, "Without a partner": 1}),
        ("Seats at 2 tables", {"Table 1": 4, "Table 2": 3}),
        ("Random order", {}),
    ],
)
def test_a_sealed_order_is_shown_in_the_parts_that_its_label_names(
    tab: Page, base: str, what: str, sizes: dict[str, int]
) -> None:
    names = [f"Name {number}" for number in range(1, 8)]
    label = f"Course: 2 rooms: {what} from 7 names. Decided by: words of the audience"
    drawn = seal_list(base, names, 7, reshuffle="never", label=label)
    check(tab, drawn.to_file(original_items=names, confirmed=notes(drawn.opened)))
    parts = read_parts(tab)
    assert {title: len(part) for title, part in parts.items()} == sizes
    order = [names[number - 1] for number in drawn.drawn["integers"]]
    shown = [name for part in parts.values() for name in part]
    assert shown == (order if sizes else [])
