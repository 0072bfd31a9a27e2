"""The verify page: its verdicts on what is right and on what was tampered with, and where."""

import hashlib
import json
from copy import deepcopy
from dataclasses import dataclass
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
    attribute_of,
    copy_by,
    download,
    expect_clean,
    fill_in,
    press,
    reopen,
    script,
    size,
    texts_of,
    violations,
    wait_for_text,
)
from tests.browser.verify_page import (
    PARTIAL,
    REPRODUCED,
    SUBJECT,
    check,
    confirm,
    expect_verdict,
    finding,
    list_open,
    note,
    open_answer,
    open_link,
    press_verify,
    read_vectors,
    verdict,
    wait_for,
)
from tests.server.client import fetch
from tests.server.client import post_json as post
from tests.tables import for_each

pytestmark = pytest.mark.browser

Json = dict[str, Any]

SEAL = "The seal (commitment) that you were shown"
WORDS = "The words (client seed) that you gave"
STEPS = "The steps of the deal that you kept"
"""The labels of fields for what the reader noted."""
TITLES = ["The seal", "Your words", "What you saw"]
SEED = "correct horse"
ZEROS = "0" * 64
"""What is no seal, digest or seed of a test."""


@dataclass(frozen=True)
class Shoe:
    """A shoe that was opened, drawn from once and revealed: its responses."""

    opened: Json
    drawn: Json
    receipt: Json

    def to_file(self, **members: Any) -> Json:
        """Return the receipt and the cards that the player saw, with further members."""
        return {"receipt": self.receipt, "seen": [self.drawn["seen"]]} | members


def play(base: str, count: int, client_seed: str | None = SEED, **terms: Any) -> Shoe:
    """Open a shoe of these terms, draw so many from it with words of the player, and reveal it."""
    opened = post(base, "/v1/shoes", **terms)
    words: Json = {} if client_seed is None else {"client_seed": client_seed}
    drawn = post(base, "/v1/shoes/draw", shoe=opened["shoe"], count=count, **words)
    return Shoe(opened, drawn, reveal(base, drawn["shoe"]))


def reveal(base: str, shoe: str) -> Json:
    """Reveal a shoe, and return its receipt."""
    receipt: Json = post(base, "/v1/shoes/reveal", shoe=shoe)["receipt"]
    return receipt


def seal_list(base: str, names: list[str], count: int, **terms: Any) -> Shoe:
    """Seal a draw from a list of names, draw so many of its numbers, and reveal them."""
    shuffled = post(base, "/v1/items/shuffle", seed="1", items=names)
    digest = shuffled["items_sha256"]
    return play(base, count, max=len(names), items_sha256=digest, **terms)


@pytest.fixture(scope="module")
def played(base: str) -> Shoe:
    """Return a shoe of two decks from which five cards were drawn."""
    return play(base, 5, deck="standard", decks=2, label="table 7")


@pytest.fixture
def subject(played: Shoe) -> Json:
    """Return a receipt and what the player holds, for a test to alter."""
    return deepcopy(played.to_file(confirmed=notes(played.opened)))


def notes(opened: Json) -> Json:
    """Return the commitment that a player was shown, and the client seed that the player gave."""
    return {"commitment": opened["commitment"], "client_seed": SEED}


def read_wrong_caption(tab: Page) -> str:
    """Return the caption of the card that is marked as wrong."""
    return str(tab.locator("#cards .card.wrong .caption").inner_text())


def check_own(tab: Page, subject: Json) -> str:
    """Paste a file, say that what is in it is right, and return the verdict."""
    assert check(tab, subject).startswith(PARTIAL)  # whoever handed it out wrote it
    return confirm(tab)


def expect_invalid(tab: Page, subject: Any, sentence: str) -> None:
    """Paste a file, and expect that it is not valid and that this sentence says why."""
    assert check(tab, subject).startswith(f"Not valid. {sentence}")


def find_another(card: str) -> str:
    """Return a card that is not this one."""
    return "AS" if card != "AS" else "KH"


def alter_card(subject: Json, draw: int = 0, position: int = 3) -> None:
    cards = subject["seen"][draw]["cards"]
    cards[position] = find_another(cards[position])


def test_a_receipt_is_valid_and_shows_the_cards_that_were_seen(
    tab: Page, subject: Json
) -> None:
    cards = subject["seen"][0]["cards"]
    assert check_own(tab, subject).startswith("Valid.")
    assert tab.locator("#cards .card.seen").count() == len(cards)
    assert "104 cards in their order" in tab.inner_text("#cards")


def test_a_place_that_was_seen_twice_is_told(tab: Page, subject: Json) -> None:
    again = {"round": 0, "position": 4, "cards": subject["seen"][0]["cards"][4:]}
    check(tab, subject | {"seen": [*subject["seen"], again]})
    twice = "The same place of the shoe was seen more than once: round 0, position 4."
    assert twice in finding(tab)


def test_an_altered_card_is_shown_beside_the_right_one(
    tab: Page, subject: Json
) -> None:
    cards = subject["seen"][0]["cards"]
    right = cards[3]
    alter_card(subject)
    expect_invalid(
        tab, subject, "The first difference is at round 0, position 3, in draw 1: "
    )
    assert tab.locator(".pair img").count() == 2
    assert read_wrong_caption(tab).split()[0] == "3"
    assert f"expected {right}, seen {cards[3]}" in verdict(tab)


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
    assert list_open(tab) == [*TITLES, "The steps of the deal"]
    fields = {
        "Enter the seal": subject["confirmed"]["commitment"],
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
    assert "It is the seal (commitment) that you were shown" in found
    assert "The words are yours." in found
    assert "5 of the 5 drawn cards" in found
    assert list_open(tab) == ["The steps of the deal"]

    steps = json.dumps([played.drawn["seen"]])
    assert note(tab, STEPS, steps).startswith("Valid.")


def test_a_note_that_differs_from_the_receipt_or_cannot_be_read_is_named(
    tab: Page, played: Shoe
) -> None:
    check(tab, played.receipt)
    note(tab, "Cards", " ".join(played.drawn["cards"]))
    assert note(tab, WORDS, "Correct horse").startswith(
        "Not valid. The cards were dealt with other words"
    )
    assert note(tab, SEAL, ZEROS).startswith(
        "Not valid. This is the receipt of another shoe"
    )
    assert note(tab, SEAL, "commitment").startswith(
        "Cannot be checked. The seal has 64 digits"
    )
    assert note(tab, "Position", "x").startswith(
        "Cannot be checked. The position of the cards that you saw, row 1"
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
        REPRODUCED
    )
    response = json.loads(tab.get_by_label(SUBJECT).input_value())
    [dealer] = [hand for hand in response["hands"] if hand["seat"] == "dealer"]
    assert dealer["cards"] == ["AC", "AH"]
    chosen = (
        "Whoever asked for it could choose. Whoever asked for this deal chose the seed"
    )
    assert chosen in finding(tab)
    assert read_colour(tab, "good") not in tab.evaluate(script("colours_of_verdict"))


def test_without_words_of_a_player_who_opened_a_shoe_could_choose(
    tab: Page, base: str
) -> None:
    unseeded = play(base, 2, client_seed=None, deck="standard")
    shown = {"commitment": unseeded.opened["commitment"]}
    assert check_own(tab, unseeded.to_file(confirmed=shown)).startswith(
        "Right, and whoever dealt or drew could choose."
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
        "Not valid. This is the receipt of another shoe: you were shown another seal (commitment)."
    )
    commitments = [other["commitment"], played.opened["commitment"]]
    rows = texts_of(tab, "#finding > dl > div")
    assert [row.split()[-1] for row in rows] == commitments


def test_a_swapped_shoe_is_told_by_a_log(tab: Page, played: Shoe, other: Json) -> None:
    log = [
        {"commitment": other["commitment"], "terms": {}},
        {"receipt": played.receipt},
    ]
    expect_invalid(
        tab, "\n".join(map(json.dumps, log)), "This is the receipt of another"
    )


NOT_ITS_COMMITMENT = "The receipt does not fit its own seal"


@for_each(
    ("altered", "where"),
    [
        ({"commitment": ZEROS}, NOT_ITS_COMMITMENT),
        ({"server_seed": ZEROS}, NOT_ITS_COMMITMENT),
        ({"terms": {"label": "table 8"}}, NOT_ITS_COMMITMENT),
        (
            {"client_seed": "incorrect horse"},
            "The cards were dealt with other words than you gave.",
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


# tests/pages/test_inputs.py has the other texts that cannot be read.
@for_each(
    ("text", "sentence"),
    [
        ("{", "This text ends in the middle."),
        ('{"receipt": "eyJh"}', "This receipt is signed, for programs"),
        ('{"receipt": null}', ""),
        ('{"receipt": {"receipt": "sealed1"}}', NOT_OF_THE_SERVICE),
        (
            '{"receipt": {"receipt": "sealed1", "terms": {"game": "holdem9"}}}',
            UNKNOWN_FORM,
        ),
        ('{"receipt": {"receipt": "sealed2"}}', UNKNOWN_FORM),
        ('{"deck": "standard", "cards": ["AS"]}', "This deal was dealt without a seed"),
        ('{"seed": "1", "deck": "standrad", "indices": [1]}', NOT_OF_THE_SERVICE),
    ],
)
def test_the_page_says_what_is_wrong_with_a_file(
    tab: Page, text: str, sentence: str
) -> None:
    assert check(tab, text).startswith(f"Cannot be checked. {sentence}")


@pytest.fixture(scope="module")
def dealt(base: str) -> Json:
    """Deal hold'em from a sealed shoe, draw two cards and reveal it. Return the receipt and what the player holds."""
    opened = post(base, "/v1/shoes", game="holdem", players=2)
    hole = post(base, "/v1/shoes/deal", shoe=opened["shoe"], client_seed=SEED)
    responses = [hole]
    for _ in ("flop", "turn", "river"):
        responses.append(post(base, "/v1/shoes/deal", shoe=responses[-1]["shoe"]))
    drawn = post(base, "/v1/shoes/draw", shoe=responses[-1]["shoe"], count=2)
    return {
        "receipt": reveal(base, drawn["shoe"]),
        "seen": [response["seen"] for response in [*responses, drawn]],
        "confirmed": notes(opened),
    }


@pytest.fixture
def game(dealt: Json) -> Json:
    """Return a copy of `dealt` for a test to alter."""
    return deepcopy(dealt)


def test_the_entries_of_a_game_are_counted_and_compared_also_beside_the_receipt(
    tab: Page, game: Json
) -> None:
    assert check_own(tab, game).startswith("Valid.")
    found = finding(tab)
    assert "11 of the 14 drawn cards are here, and each is right." in found
    assert "All 5 steps of the deal are here." in found
    captions = tab.locator("#cards .caption").evaluate_all(
        "(all) => all.map((one) => one.firstChild.data)"
    )
    assert captions[:5] == [
        "0 · Seat 1",
        "1 · dealer",
        "2 · Seat 1",
        "3 · dealer",
        "4 · the burned cards",
    ]
    assert captions[9] == "9 · the turn"
    titles = texts_of(tab, ".step summary")
    assert titles[-1].endswith("The digests of the draws")
    press(tab, "Open all steps")
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
    expect_invalid(
        tab,
        game,
        "The first difference is at the turn (round 0, position 9), in draw 3: expected",
    )
    assert tab.locator(".pair img").count() == 2
    assert read_wrong_caption(tab).startswith("9 · the turn")


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
    note(tab, "Position", "11")
    note(tab, "Cards", river.lower())
    assert "9 of the 14 drawn cards" in finding(tab)

    note(tab, STEPS, json.dumps({"seen": seen, "digests": []}))
    assert confirm(tab).startswith("Valid.")
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
    expect_invalid(
        tab,
        file,
        "The first difference is at the shown card of round 0, position 7: expected",
    )
    assert read_wrong_caption(tab).startswith("7 · board: flop")


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
    assert check_own(tab, file).startswith("Valid.")
    assert tab.locator("#cards").get_by_text("in play").count() == len(game.in_hands)
    steps = tab.inner_text("#step-list")
    assert "The key of round 1 for the cards in play" in steps

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


def test_a_raffle_is_checked_with_its_list(tab: Page, base: str) -> None:
    names = [f"Name {number}" for number in range(1, 26)]
    raffle = seal_list(base, names, 3, label="drand round 1")
    winners = [names[number - 1] for number in raffle.drawn["integers"]]
    file = raffle.to_file(original_items=names, confirmed=notes(raffle.opened))
    assert check_own(tab, file).startswith("Valid.")
    fixed = "The list of 25 entries is the one that was fixed."
    assert fixed in finding(tab)
    assert texts_of(tab, "#card-lists h3") == ["Draw 1"]
    positions = sorted(raffle.drawn["seen"]["positions"])
    places = [text.split(" · ")[0] for text in texts_of(tab, "#cards .caption")]
    assert places == [f"place {position + 1}" for position in positions]
    for winner, card in zip(winners, texts_of(tab, "#cards .card"), strict=True):
        assert winner in card

    of_others = ["Eve", *names[1:]]
    expect_invalid(
        tab,
        file | {"original_items": of_others},
        "The list is not the one that was fixed",
    )


def test_the_list_and_the_numbers_of_a_raffle_are_noted(tab: Page, base: str) -> None:
    names = [f"Name {number}" for number in range(1, 26)]
    raffle = seal_list(base, names, 3, label="drand round 1")
    check(tab, raffle.to_file())
    assert list_open(tab) == ["The seal", "Your words", "The list", "What you saw"]
    note(tab, SEAL, raffle.opened["commitment"])
    note(tab, WORDS, SEED)
    note(tab, "The list that was shuffled", "\n".join(names))
    note(tab, "Cards", " ".join(map(str, raffle.drawn["integers"])))
    assert confirm(tab).startswith("Valid.")
    assert "3 of the 3 drawn numbers are here" in finding(tab)


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


def test_a_link_does_not_say_what_its_reader_noted(tab: Page, subject: Json) -> None:
    check(tab, subject)
    assert texts_of(tab, ".remark") == ["From the file that you pasted."] * 2
    assert confirm(tab).startswith("Valid.")
    assert texts_of(tab, ".remark") == ["Confirmed by you."] * 2
    link = copy_by(tab, "Copy a link to this check")
    reopen(tab, link)
    expect_verdict(tab, PARTIAL)
    assert list_open(tab) == TITLES
    commitment = subject["confirmed"]["commitment"]
    assert tab.get_by_label(SEAL).input_value() == commitment
    assert texts_of(tab, ".remark") == ["From the link."] * 2

    note(tab, WORDS, SEED)
    assert list_open(tab) == ["The seal", "What you saw"]
    confirm(tab)
    wait_for(tab, "valid")
    assert texts_of(tab, ".remark:visible") == ["Confirmed by you."]
    tab.locator(".confirm [name=commitment]").click()
    wait_for(tab, "partial")

    subject["receipt"]["commitment"] = ZEROS
    assert open_answer(tab, subject).startswith("Not valid.")


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
    tab.goto("/verify")
    expect_read(
        tab,
        {
            json.dumps(answer): REPRODUCED,
            json.dumps(answer, indent=4): REPRODUCED,
            f"{base}{request}": REPRODUCED,
            request: REPRODUCED,
            f"$ curl -s '{base}{request}' | jq -c .cards": REPRODUCED,
            curl: REPRODUCED,
            f"{curl}\n{json.dumps(answer)}": REPRODUCED,
            f"{curl}\n{json.dumps(altered)}": "Not valid.",
            table: REPRODUCED,
            f"{table}&given={known_cards}": REPRODUCED,
            f"{base}/verify#answer={quote(json.dumps(answer))}": REPRODUCED,
            f"{base}/verify#receipt={quote(json.dumps(subject))}": PARTIAL,
            json.dumps(subject): PARTIAL,
            "\n".join(map(json.dumps, game)): PARTIAL,
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
            pbn: REPRODUCED,
            lin: REPRODUCED,
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
def test_a_link_that_is_cut_off_is_refused(tab: Page, kind: str) -> None:
    reopen(tab, f"/verify#{kind}=v1%2")
    assert verdict(tab) == (
        "Cannot be checked. The link is damaged, or cut off. Copy all of it."
    )


def test_a_link_to_a_misspelt_game_names_the_right_one(visit: Visit, tab: Page) -> None:
    visit.expected = {404}
    assert "bridge" in open_link(tab, "request", "v1/games/brigde/deal?seed=42")


def test_the_example_is_real_until_a_card_is_changed(tab: Page) -> None:
    tab.goto("/verify")
    press(tab, "Try an example")
    expect_verdict(tab, "Valid.")
    remark = "Of the example, which this browser played."
    assert texts_of(tab, ".remark") == [remark] * 2
    press(tab, "Change one card")
    wait_for(tab, "invalid")
    assert "Seat 1 (round 0, position 0)" in verdict(tab)
    press(tab, "Put it back")
    wait_for(tab, "valid")


def test_a_file_may_be_dropped_or_chosen(
    tab: Page, subject: Json, tmp_path: Path
) -> None:
    tab.goto("/verify")
    tab.evaluate(script("drop_file"), json.dumps(subject))
    verdict(tab)
    assert confirm(tab).startswith("Valid.")

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
    reach(tab, "For experts")
    tab.keyboard.press("Enter")
    reach(tab, "The steps of the deal")
    tab.keyboard.insert_text(json.dumps(subject["seen"]))
    reach(tab, "Verify with what you noted")
    tab.keyboard.press("Enter")
    expect_verdict(tab, "Valid.")

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
    press(tab, "Open all steps")
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
        click_all_visible(tab.get_by_role("button", name="Open all steps"))
        click_all_visible(tab.locator("details:not([open]) > summary"))
        expect_clean(tab, name)


def test_the_saved_page_verifies_without_a_network(
    visit: Visit,
    browser: Browser,
    subject: Json,
    dealt: Json,
    base: str,
    tmp_path: Path,
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
    assert confirm(tab).startswith("Valid.")
    cards = subject["seen"][0]["cards"]
    assert tab.locator("#cards .card .face.text").count() == len(cards)
    press(tab, "Change one card")
    wait_for(tab, "invalid")
    assert "round 0, position 0" in verdict(tab)

    answer = post(base, "/v1/games/riichi/deal", seed="42")
    reopen(tab, f"{page}#answer={quote(json.dumps(answer))}")
    expect_verdict(tab, REPRODUCED)
    reopen(tab, f"{page}#receipt={quote(json.dumps(dealt))}")
    expect_verdict(tab, PARTIAL)
    request = f"{base}/v1/games/bridge/deal?seed=42"
    assert press_verify(tab, request).startswith(
        "Cannot be checked. This saved page makes no requests"
    )
    assert violations(tab) == []
    context.close()
    assert alone.wrong == []
