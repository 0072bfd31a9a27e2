"""The verify page: its verdicts on what is right and on what was tampered with, and where."""

import hashlib
import json
from copy import deepcopy
from itertools import cycle
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

from tests.browser.conftest import (
    SIZES,
    SOME_GAMES,
    TIMEOUT,
    Visit,
    copy_by,
    download,
    press,
    problems_of_state,
    reopen,
    script,
    size,
    texts_of,
    violations,
)
from tests.conftest import ROOT
from tests.server.client import fetch
from tests.server.client import post_json as post
from tests.tables import for_each

pytestmark = pytest.mark.browser

Json = dict[str, Any]

SUBJECT = "What you were sent"
"""The label of the field for what is to be checked."""
TITLES = ["The seal", "Your words", "What you saw"]
PARTIAL = "Nothing differs, but not everything was checked."
REPRODUCED = "Reproduced."
SEED = "correct horse"


@pytest.fixture(scope="module")
def played(base: str) -> Json:
    """Open a shoe, draw from it and reveal it: {"opened", "cards", "seen", "receipt"}."""
    opened = post(base, "/v1/shoes", deck="standard", decks=2, label="table 7")
    drawn = post(base, "/v1/shoes/draw", shoe=opened["shoe"], count=5, client_seed=SEED)
    receipt = post(base, "/v1/shoes/reveal", shoe=drawn["shoe"])["receipt"]
    return {
        "opened": opened,
        "cards": drawn["cards"],
        "seen": drawn["seen"],
        "receipt": receipt,
    }


@pytest.fixture
def subject(played: Json) -> Json:
    """Return a receipt and what the player holds, for a test to alter."""
    return deepcopy(
        {
            "receipt": played["receipt"],
            "seen": [played["seen"]],
            "confirmed": notes(played["opened"]),
        }
    )


def notes(opened: Json) -> Json:
    """Return the commitment that a player was shown, and the client seed that the player gave."""
    return {"commitment": opened["commitment"], "client_seed": SEED}


def verdict(tab: Any) -> str:
    """Return the announced verdict once the check is done."""
    tab.wait_for_selector("#verdict:not([data-state=empty], [data-state=busy])")
    return " ".join(tab.get_by_role("status").first.inner_text().split())


def list_open(tab: Any) -> list[str]:
    """Return the titles of the checks that were not made."""
    titles: list[str] = texts_of(tab, "#finding .open strong")
    return titles


def press_verify(tab: Any, text: str) -> str:
    """Enter a text to check, verify it, and return the verdict."""
    tab.get_by_label(SUBJECT).fill(text)
    press(tab, "Verify", exact=True)
    return verdict(tab)


def check(visit: Visit, subject: Any) -> str:
    """Paste a file into the empty page, verify it, and return the verdict."""
    if "/verify" in visit.tab.url:
        press(visit.tab, "Clear")
    else:
        visit.tab.goto("/verify")
    return press_verify(
        visit.tab, subject if isinstance(subject, str) else json.dumps(subject)
    )


def confirm(tab: Any) -> str:
    """Answer yes to every question that only the reader can answer, and return the verdict."""
    for name in tab.locator(".confirm input:not(:checked)").evaluate_all(
        "(all) => all.map(({ name }) => name)"
    ):
        tab.locator(f".confirm [name={name}]").click()
        verdict(tab)
    return verdict(tab)


def check_own(visit: Visit, subject: Json) -> str:
    """Paste a file, say that what is in it is right, and return the verdict."""
    assert check(visit, subject).startswith(PARTIAL)  # whoever handed it out wrote it
    return confirm(visit.tab)


def note(tab: Any, label: str, text: str) -> None:
    """Enter a note, and verify again."""
    tab.evaluate(
        "for (const one of document.querySelectorAll('#notes, #notes details')) one.open = true"
    )
    tab.get_by_role("textbox", name=label).fill(text)
    press(tab, "Verify", exact=True)
    verdict(tab)


def test_a_receipt_is_valid_until_a_card_is_altered(
    visit: Visit, subject: Json
) -> None:
    assert check_own(visit, subject).startswith("Valid.")
    assert visit.tab.locator("#cards .card.seen").count() == len(
        subject["seen"][0]["cards"]
    )
    assert "104 cards in their order" in visit.tab.inner_text("#cards")
    again = {"round": 0, "position": 4, "cards": subject["seen"][0]["cards"][4:]}
    check(visit, subject | {"seen": [*subject["seen"], again]})
    finding = visit.tab.inner_text("#finding")
    assert (
        "The same place of the shoe was seen more than once: round 0, position 4."
        in finding
    )
    right = subject["seen"][0]["cards"][3]
    alter_card(subject)
    expect_invalid(
        visit, subject, "The first difference is at round 0, position 3, in draw 1: "
    )
    assert visit.tab.locator(".pair img").count() == 2
    assert (
        visit.tab.locator("#cards .card.wrong .caption").inner_text().split()[0] == "3"
    )
    assert f"expected {right}, seen {subject['seen'][0]['cards'][3]}" in verdict(
        visit.tab
    )
    subject["seen"][0]["cards"][3] = "A\u202eS"
    check(visit, subject)
    assert "A\\u202eS" in verdict(visit.tab)
    assert "\u202e" not in visit.tab.inner_text("main")


def test_a_receipt_alone_says_what_was_not_checked_and_notes_are_compared_with_it(
    visit: Visit, tab: Any, subject: Json, played: Json
) -> None:
    assert check(visit, subject["receipt"]).startswith(PARTIAL)
    assert list_open(tab) == [*TITLES, "The steps of the deal"]
    fields = {
        "Enter the seal": subject["confirmed"]["commitment"],
        "Enter your words": SEED,
        "Enter the steps that you kept": json.dumps(subject["seen"]),
    }
    for label, text in fields.items():
        tab.get_by_role("button", name=label).first.click()
        tab.keyboard.insert_text(text)
        assert verdict(tab).startswith(PARTIAL)
    press(tab, "Verify", exact=True)
    tab.wait_for_selector("[data-state=valid]")
    tab.reload()
    check(visit, played["receipt"])
    tab.get_by_text("What you noted").first.click()
    note(
        tab,
        "The seal (commitment) that you were shown",
        played["opened"]["commitment"].upper(),
    )
    note(tab, "The words (client seed) that you gave", SEED)
    note(tab, "Cards", " ".join(played["cards"]).lower().replace("t", "10"))
    sentences = (
        "It is the seal (commitment) that you were shown",
        "The words are yours.",
        "5 of the 5 drawn cards",
    )
    assert all(sentence in tab.inner_text("#finding") for sentence in sentences)
    assert list_open(tab) == ["The steps of the deal"]
    note(tab, "The steps of the deal that you kept", json.dumps([played["seen"]]))
    assert verdict(tab).startswith("Valid.")
    note(tab, "The words (client seed) that you gave", "Correct horse")
    assert verdict(tab).startswith("Not valid. The cards were dealt with other words")
    note(tab, "The seal (commitment) that you were shown", "0" * 64)
    assert verdict(tab).startswith("Not valid. This is the receipt of another shoe")
    note(tab, "The seal (commitment) that you were shown", "commitment")
    assert verdict(tab).startswith("Cannot be checked. The seal has 64 digits")
    note(tab, "Position", "x")
    assert verdict(tab).startswith(
        "Cannot be checked. The position of the cards that you saw, row 1"
    )
    press(tab, "Add cards")
    assert tab.locator(".run").count() == 2
    assert tab.evaluate("document.activeElement.name") == "round"
    for _ in range(2):
        tab.get_by_role("button", name="Remove this run").last.click()
    assert tab.locator(".run").count() == 0
    assert tab.evaluate("document.activeElement.id") == "more"


def test_the_best_of_many_seeds_is_reproduced_and_never_green(
    visit: Visit, tab: Any
) -> None:
    assert open_link(visit, "request", "v1/games/blackjack/deal?seed=317").startswith(
        REPRODUCED
    )
    dealer = next(
        hand
        for hand in json.loads(tab.get_by_label(SUBJECT).input_value())["hands"]
        if hand["seat"] != "1"
    )
    assert dealer["cards"] == ["AC", "AH"]
    assert (
        "Whoever asked for it could choose. Whoever asked for this deal chose the seed"
        in tab.inner_text("#finding")
    )
    green = tab.evaluate(
        "getComputedStyle(document.querySelector('#site, html')).getPropertyValue('--good')"
    ).strip()
    shown = tab.evaluate(script("colours_of_verdict"))
    rgb = f"rgb({', '.join(str(int(green[i : i + 2], 16)) for i in (1, 3, 5))})"
    assert rgb not in shown


def test_who_opened_a_shoe_could_choose_but_not_swap_it(
    visit: Visit, base: str, played: Json, subject: Json
) -> None:
    opened = post(base, "/v1/shoes", deck="standard")
    drawn = post(base, "/v1/shoes/draw", shoe=opened["shoe"], count=2)
    receipt = post(base, "/v1/shoes/reveal", shoe=drawn["shoe"])["receipt"]
    file = {
        "receipt": receipt,
        "seen": [drawn["seen"]],
        "confirmed": {"commitment": opened["commitment"]},
    }
    assert check_own(visit, file).startswith(
        "Right, and whoever dealt or drew could choose."
    )
    assert visit.tab.get_attribute("#verdict", "data-state") == "chosen"
    shown = post(base, "/v1/shoes", deck="standard", decks=2, label="table 7")[
        "commitment"
    ]
    another = "Not valid. This is the receipt of another shoe: you were shown another seal (commitment)."
    assert (
        check(
            visit, subject | {"confirmed": {"commitment": shown, "client_seed": SEED}}
        )
        == another
    )
    rows = texts_of(visit.tab, "#finding > dl > div")
    assert [row.split()[-1] for row in rows] == [shown, played["opened"]["commitment"]]
    lines = [
        {"commitment": shown, "terms": {}},
        {"seen": played["seen"], "digest": ""},
        {"receipt": played["receipt"]},
    ]
    expect_invalid(
        visit,
        "\n".join(map(json.dumps, lines[:1] + lines[2:])),
        "This is the receipt of another",
    )


def expect_invalid(visit: Visit, subject: Any, sentence: str) -> None:
    assert check(visit, subject).startswith(f"Not valid. {sentence}")


def alter_card(subject: Json, draw: int = 0, position: int = 3) -> None:
    cards = subject["seen"][draw]["cards"]
    cards[position] = "AS" if cards[position] != "AS" else "KH"


NOT_ITS_COMMITMENT = "The receipt does not fit its own seal"


@for_each(
    ("altered", "where"),
    [
        ({"commitment": "0" * 64}, NOT_ITS_COMMITMENT),
        ({"server_seed": "0" * 64}, NOT_ITS_COMMITMENT),
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
    visit: Visit, subject: Json, altered: Json, where: str
) -> None:
    receipt = deepcopy(subject["receipt"])
    for name, value in altered.items():
        receipt[name] = receipt[name] | value if isinstance(value, dict) else value
    expect_invalid(visit, subject | {"receipt": receipt}, where)


@for_each(
    ("text", "sentence"),
    [
        (
            "{",
            "This text ends in the middle.",
        ),  # tests/pages/test_inputs.py has the other texts that cannot be read
        ('{"receipt": "eyJh"}', "This receipt is signed, for programs"),
        ('{"receipt": null}', ""),
        (
            '{"receipt": {"receipt": "sealed1"}}',
            "Something in this file is not as the service writes it",
        ),
        (
            '{"receipt": {"receipt": "sealed1", "terms": {"game": "holdem9"}}}',
            "It has a form that this page does not know.",
        ),
        (
            '{"receipt": {"receipt": "sealed2"}}',
            "It has a form that this page does not know.",
        ),
        ('{"deck": "standard", "cards": ["AS"]}', "This deal was dealt without a seed"),
        (
            '{"seed": "1", "deck": "standrad", "indices": [1]}',
            "Something in this file is not as the service writes it",
        ),
    ],
)
def test_the_page_says_what_is_wrong_with_a_file(
    visit: Visit, text: str, sentence: str
) -> None:
    assert check(visit, text).startswith(f"Cannot be checked. {sentence}")


@pytest.fixture(scope="module")
def dealt(base: str) -> Json:
    """Deal hold'em from a sealed shoe, draw two cards and reveal it. Return the receipt and what the player holds."""
    opened = post(base, "/v1/shoes", game="holdem", players=2)
    shoe = opened["shoe"]
    seen = []
    turns: list[tuple[str, Json]] = [
        ("deal", {"client_seed": SEED}),
        *[("deal", {})] * 3,
        ("draw", {"count": 2}),
    ]
    for path, body in turns:
        response = post(base, f"/v1/shoes/{path}", shoe=shoe, **body)
        seen.append(response["seen"])
        shoe = response["shoe"]
    return {
        "receipt": post(base, "/v1/shoes/reveal", shoe=shoe)["receipt"],
        "seen": seen,
        "confirmed": notes(opened),
    }


@pytest.fixture
def game(dealt: Json) -> Json:
    """Return a copy of `dealt` for a test to alter."""
    return deepcopy(dealt)


def test_the_entries_of_a_game_are_counted_and_compared_also_beside_the_receipt(
    visit: Visit, tab: Any, game: Json
) -> None:
    assert check_own(visit, game).startswith("Valid.")
    finding = visit.tab.inner_text("#finding")
    assert "11 of the 14 drawn cards are here, and each is right." in finding
    assert "All 5 steps of the deal are here." in finding
    captions = visit.tab.locator("#cards .caption").evaluate_all(
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
    titles = texts_of(visit.tab, ".step summary")
    assert titles[-1].endswith("The digests of the draws")
    press(visit.tab, "Open all steps")
    assert (
        game["receipt"]["drawn"]["digest"]
        in visit.tab.locator(".step").last.inner_text()
    )
    left_out = game | {"seen": game["seen"][:3] + game["seen"][4:]}
    assert check(visit, left_out).startswith(PARTIAL)
    assert (
        "The steps of the deal: steps that are missing: 1 of 5"
        in visit.tab.inner_text("#finding")
    )
    receipt = game["receipt"] | {
        "drawn": game["receipt"]["drawn"] | {"digest": "0" * 64}
    }
    of_others = (
        "The steps of the deal that you have are possible, but the receipt is of others"
    )
    expect_invalid(visit, game | {"receipt": receipt}, of_others)
    altered = deepcopy(game)
    alter_card(altered, 2, 1)
    expect_invalid(
        visit,
        altered,
        "The first difference is at the turn (round 0, position 9), in draw 3: expected",
    )
    assert visit.tab.locator(".pair img").count() == 2
    assert (
        visit.tab.locator("#cards .card.wrong .caption")
        .inner_text()
        .startswith("9 · the turn")
    )
    tab.reload()
    check(visit, {name: value for name, value in game.items() if name != "seen"})
    note(tab, "The steps of the deal that you kept", json.dumps(game["seen"][:3]))
    assert verdict(tab).startswith(f"{PARTIAL} The cards that were seen")
    assert "The steps of the deal: steps that are missing: 2 of 5" in tab.inner_text(
        "#finding"
    )
    note(tab, "Position", "11")
    note(tab, "Cards", game["seen"][3]["cards"][1].lower())
    assert "9 of the 14 drawn cards" in tab.inner_text("#finding")
    note(
        tab,
        "The steps of the deal that you kept",
        json.dumps({"seen": game["seen"], "digests": []}),
    )
    assert confirm(tab).startswith("Valid.")
    note(tab, "The steps of the deal that you kept", "{}")
    refused = "Cannot be checked. The cards that you saw, as the file has them: A list was expected"
    assert verdict(tab).startswith(refused)


def test_shown_cards_and_cards_in_play_are_checked(visit: Visit, base: str) -> None:
    opened = post(base, "/v1/shoes", game="holdem", players=2, reveal="shown")
    dealt = post(
        base, "/v1/shoes/deal", shoe=opened["shoe"], through="flop", client_seed=SEED
    )
    file = {
        "receipt": post(base, "/v1/shoes/reveal", shoe=dealt["shoe"]),
        "seen": [dealt],
    }
    assert check(visit, file).startswith(PARTIAL)
    assert "7 cards are shown with a proof" in visit.tab.inner_text("#finding")
    shown = dealt["dealt_stages"][1]["shown"][2]
    shown["card"] = "AS" if shown["card"] != "AS" else "KH"
    expect_invalid(
        visit,
        file,
        "The first difference is at the shown card of round 0, position 7: expected",
    )
    assert (
        visit.tab.locator("#cards .card.wrong .caption")
        .inner_text()
        .startswith("7 · board: flop")
    )
    opened = post(base, "/v1/shoes", game="rummy", players=2)
    first = post(base, "/v1/shoes/deal", shoe=opened["shoe"], client_seed=SEED)
    hands = [position for hand in first["hands"] for position in hand["positions"]]
    second = post(base, "/v1/shoes/draw", shoe=first["shoe"], count=31)
    third = post(base, "/v1/shoes/draw", shoe=second["shoe"], count=2, in_play=hands)
    receipt = post(base, "/v1/shoes/reveal", shoe=third["shoe"])["receipt"]
    played = {
        "receipt": receipt,
        "seen": [first["seen"], second["seen"], third["seen"]],
        "confirmed": notes(opened),
    }
    assert check_own(visit, played).startswith("Valid.")
    assert visit.tab.locator("#cards").get_by_text("in play").count() == len(hands)
    assert "The key of round 1 for the cards in play" in visit.tab.inner_text(
        "#step-list"
    )
    del played["seen"][2]["in_play"][0]
    assert check(visit, played).startswith("Not valid.")


def test_a_raffle_is_checked_with_its_list(visit: Visit, base: str) -> None:
    names = [f"Name {number}" for number in range(1, 26)]
    digest = post(base, "/v1/items/shuffle", seed="1", items=names)["items_sha256"]
    opened = post(base, "/v1/shoes", max=25, items_sha256=digest, label="drand round 1")
    drawn = post(base, "/v1/shoes/draw", shoe=opened["shoe"], count=3, client_seed=SEED)
    receipt = post(base, "/v1/shoes/reveal", shoe=drawn["shoe"])["receipt"]
    held = notes(opened)
    file = {
        "receipt": receipt,
        "seen": [drawn["seen"]],
        "original_items": names,
        "confirmed": held,
    }
    assert check_own(visit, file).startswith("Valid.")
    assert "The list of 25 entries is the one that was fixed." in visit.tab.inner_text(
        "#finding"
    )
    winners = texts_of(visit.tab, "#cards .card")
    assert texts_of(visit.tab, "#card-lists h3") == ["Draw 1"]
    captions = texts_of(visit.tab, "#cards .caption")
    assert [caption.split(" · ")[0] for caption in captions] == [
        f"place {position + 1}" for position in sorted(drawn["seen"]["positions"])
    ]
    assert [
        names[number - 1] in text
        for number, text in zip(drawn["integers"], winners, strict=True)
    ] == [True] * 3
    file["original_items"] = ["Eve", *names[1:]]
    expect_invalid(visit, file, "The list is not the one that was fixed")
    check(visit, {"receipt": receipt, "seen": [drawn["seen"]]})
    assert list_open(visit.tab) == [*TITLES[:2], "The list", TITLES[2]]
    note(visit.tab, "The seal (commitment) that you were shown", held["commitment"])
    note(visit.tab, "The words (client seed) that you gave", held["client_seed"])
    note(visit.tab, "The list that was shuffled", "\n".join(names))
    note(visit.tab, "Cards", " ".join(map(str, drawn["integers"])))
    assert confirm(visit.tab).startswith("Valid.")
    assert "3 of the 3 drawn numbers are here" in visit.tab.inner_text("#finding")


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
    visit: Visit, base: str, what: str, sizes: dict[str, int]
) -> None:
    names = [f"Name {number}" for number in range(1, 8)]
    digest = post(base, "/v1/items/shuffle", seed="1", items=names)["items_sha256"]
    label = f"Course: 2 rooms: {what} from 7 names. Decided by: words of the audience"
    opened = post(
        base, "/v1/shoes", max=7, items_sha256=digest, reshuffle="never", label=label
    )
    drawn = post(base, "/v1/shoes/draw", shoe=opened["shoe"], count=7, client_seed=SEED)
    receipt = post(base, "/v1/shoes/reveal", shoe=drawn["shoe"])["receipt"]
    check(
        visit,
        {
            "receipt": receipt,
            "seen": [drawn["seen"]],
            "original_items": names,
            "confirmed": notes(opened),
        },
    )
    parts = visit.tab.locator("#finding .parts :is(ul, ol)")
    shown = {
        part.get_attribute("aria-label"): texts_of(part, "li") for part in parts.all()
    }
    assert {title: len(part) for title, part in shown.items()} == sizes
    order = [names[number - 1] for number in drawn["integers"]]
    assert [name for part in shown.values() for name in part] == (
        order if sizes else []
    )


def test_a_proved_response_is_checked_with_the_keys_that_were_published(
    visit: Visit, tab: Any
) -> None:
    cases = json.loads(
        (ROOT / "tests" / "vectors" / "sd1.json").read_text(encoding="utf-8")
    )["proofs"]
    response = next(
        case["answer"] for case in cases if case["path"] == "/v1/games/holdem/deal"
    )
    keys = json.dumps({"keys": [cases[0]["jwk"]]})
    assert check(visit, response).startswith(PARTIAL)
    assert "The proof: the key" in tab.inner_text("#finding")
    press(tab, "Enter the keys")
    note(tab, "The public keys", keys)
    assert verdict(tab).startswith(PARTIAL)  # whoever asked may have tried texts
    assert confirm(tab).startswith("Valid.")
    assert (
        "The last word decided. For this game, this round and these texts the key gives one deal"
        in tab.inner_text("#finding")
    )
    assert (
        "for table 7, round 1042, the texts of 2 players, and this request."
        in tab.inner_text("#finding")
    )
    assert response["proof"]["kid"] in tab.inner_text("#finding")
    assert all(
        f'"{text}"' in tab.inner_text("#finding")
        for text in response["proof"]["alpha"]["players"]
    )
    assert tab.locator(".step summary").first.inner_text().endswith("The proof")
    note(tab, "The public keys", "{}")
    assert verdict(tab).startswith(
        "Cannot be checked. The public keys: Copy all of jwks.json"
    )
    note(tab, "The public keys", keys)
    press(tab, "Change one card")
    tab.wait_for_selector("[data-state=invalid]")
    assert "The first difference is at card 1 of Seat 1" in verdict(tab)
    later = response | {
        "proof": response["proof"]
        | {"alpha": response["proof"]["alpha"] | {"round": 1043}}
    }
    assert press_verify(tab, json.dumps(later)).startswith(
        "Not valid. The proof is not one of this key, these texts of the players"
    )
    assert "proof.pi" in tab.text_content("#finding")


def open_link(visit: Visit, kind: str, value: str) -> str:
    """Open a link to a check in the empty page, and return the verdict."""
    link = f"/verify#{kind}={quote(value, safe='')}"
    if "/verify" in visit.tab.url:
        press(visit.tab, "Clear")
        visit.tab.evaluate("(link) => { location.href = link }", link)
    else:
        visit.tab.goto(link)
    return verdict(visit.tab)


@pytest.mark.parametrize("game", SOME_GAMES)
def test_a_deal_of_a_game_is_valid_by_a_link_to_its_request(
    shared_tab: Visit, game: str
) -> None:
    tab = shared_tab.tab
    tab.goto(f"/verify#request={quote(f'v1/games/{game}/deal?seed=42', safe='')}")
    tab.wait_for_selector(
        "#verdict[data-state=chosen]"
    )  # that of the game before is invalid
    answer = json.loads(tab.get_by_label(SUBJECT).input_value())
    assert answer["game"] == game
    holders = [
        holder for holder in answer["hands"] + answer["piles"] if holder["cards"]
    ]
    assert tab.locator("#cards .holder").count() == len(holders)
    press(tab, "Change one card")
    tab.wait_for_selector("#verdict[data-state=invalid]")


@for_each(
    "path",
    [
        "v1/decks/standard/shuffle?seed=1&notation=unicode",
        "v1/decks/riichi/shuffle/batch?seed=1&repeats=3&red_fives=3",
        "v1/decks/standard/deal?seed=1&hands=3&cards=5&decks=2&notation=name",
        "v1/integers?min=-3&max=20&seed=1",
        "v1/games/freecell/deal?deal_number=11982",
    ],
)
def test_other_answers_are_checked_by_a_link_too(visit: Visit, path: str) -> None:
    assert open_link(visit, "request", path).startswith((REPRODUCED, PARTIAL))
    assert visit.tab.locator("#cards li").count() > 0
    assert visit.tab.locator("#steps .step").count() >= 2


def test_deals_that_fulfil_a_condition_are_checked_with_those_between(
    visit: Visit, base: str
) -> None:
    where = {
        "all": [
            {"hand": "N", "points": "hcp", "min": 15, "max": 17},
            {"hand": "N", "shape": "balanced"},
        ]
    }
    answer = post(
        base, "/v1/games/bridge/deal/batch", seed="42", repeats=3, where=where
    )
    assert answer["matches"] == [17, 51, 62]
    assert check(visit, answer).startswith(REPRODUCED)
    assert (
        "Of 63 deals, each dealt here, 3 fulfil the condition"
        in visit.tab.inner_text("#finding")
    )
    assert "Result 1 of 3. Index 17." in visit.tab.inner_text("#cards")
    columns = (
        "matches",
        "hands",
        "piles",
        "board",
        "dealer",
        "vulnerable",
        "file_board",
        "pbn",
        "number",
    )
    skipped = (
        answer
        | {name: answer[name][:1] + answer[name][2:] for name in columns}
        | {"repeats": 2, "draws": 102}
    )
    assert check(visit, skipped).startswith("Not valid.")
    assert "matches[1]" in visit.tab.text_content("#finding")
    rare = {"hand": "N", "points": "hcp", "min": 33}
    nothing = post(
        base, "/v1/games/bridge/deal", seed="42", max_candidates=50, where=rare
    )
    assert check(visit, nothing).startswith(REPRODUCED)
    assert (
        "Of 50 deals, each dealt here, 0 fulfil the condition"
        in visit.tab.inner_text("#finding")
    )


def test_items_and_integers_are_shown_and_the_altered_one_is_marked(
    visit: Visit, base: str
) -> None:
    names: list[Any] = ["Ann", "Bob", "Cem", "Dee"]
    answer = post(base, "/v1/items/shuffle", seed="5", items=names, count=2)
    assert open_link(visit, "answer", json.dumps(answer)).startswith(PARTIAL)
    assert visit.tab.get_by_role("button", name="Enter the list").first.is_visible()
    assert texts_of(visit.tab, "#cards li") == answer["items"]
    answer["original_items"] = names
    assert open_link(visit, "answer", json.dumps(answer)).startswith(REPRODUCED)
    answer["items"][1] = "Eve"
    assert open_link(visit, "answer", json.dumps(answer)).startswith("Not valid.")
    assert texts_of(visit.tab, "#cards .wrong") == ["Eve"]
    names = ["oak", "elm", {"a": 1}, "fir", "yew", "bay", "box"]
    piles = [{"name": "market", "cards": 1}]
    dealt = post(
        base,
        "/v1/items/deal",
        seed="5",
        items=names,
        hands=2,
        cards=2,
        burn=1,
        piles=piles,
    )
    dealt["original_items"] = names
    assert open_link(visit, "answer", json.dumps(dealt)).startswith(REPRODUCED)
    titles = ["Seat 1", "Seat 2", "Burned cards", "Market", "Stock"]
    expected = [place["items"] for place in (*dealt["hands"], *dealt["piles"])]
    texts = [
        [item if isinstance(item, str) else '{"a":1}' for item in items]
        for items in expected
    ]
    assert read_lists(visit) == dict(zip(titles, texts, strict=True))
    dealt["hands"][1]["items"][0] = "ivy"
    assert open_link(visit, "answer", json.dumps(dealt)).startswith("Not valid.")
    assert texts_of(visit.tab, "#cards .wrong") == ["ivy"]
    drawn = post(
        base,
        "/v1/items/draw",
        seed="5",
        items=names[:2],
        weights=[1, 3],
        count=5,
        replacement=True,
    )
    drawn["original_items"] = names[:2]
    assert open_link(visit, "answer", json.dumps(drawn)).startswith(REPRODUCED)
    assert read_lists(visit) == {"": drawn["items"]}
    drums = [{"max": 69, "count": 5}, {"max": 26, "count": 1}]
    drawn = post(base, "/v1/integers/draw", seed="5", drums=drums)
    assert open_link(visit, "answer", json.dumps(drawn)).startswith(REPRODUCED)
    numbers = [[str(number) for number in drum] for drum in drawn["integers"]]
    assert read_lists(visit) == {"Drum 1": numbers[0], "Drum 2": numbers[1]}
    drawn["integers"][1][0] = 27 - drawn["integers"][1][0]
    assert open_link(visit, "answer", json.dumps(drawn)).startswith("Not valid.")
    assert texts_of(visit.tab, "#cards .wrong") == [str(drawn["integers"][1][0])]


def read_lists(visit: Visit) -> dict[str, list[str]]:
    """Return the lists of values on the page, by their titles."""
    return dict(visit.tab.evaluate(script("lists")))


def test_a_link_does_not_say_what_its_reader_noted(
    visit: Visit, tab: Any, subject: Json
) -> None:
    check(visit, subject)
    assert texts_of(tab, ".remark") == ["From the file that you pasted."] * 2
    assert confirm(tab).startswith("Valid.")
    assert texts_of(tab, ".remark") == ["Confirmed by you."] * 2
    address = copy_by(tab, "Copy a link to this check")
    reopen(tab, address)
    assert verdict(tab).startswith(PARTIAL)
    assert list_open(tab) == TITLES
    assert (
        tab.get_by_label("The seal (commitment) that you were shown").input_value()
        == subject["confirmed"]["commitment"]
    )
    assert texts_of(tab, ".remark") == ["From the link."] * 2
    note(tab, "The words (client seed) that you gave", SEED)
    assert list_open(tab) == TITLES[::2]
    confirm(tab)
    tab.wait_for_selector("[data-state=valid]")
    assert texts_of(tab, ".remark:visible") == ["Confirmed by you."]
    tab.locator(".confirm [name=commitment]").click()
    tab.wait_for_selector("[data-state=partial]")
    altered = subject | {"receipt": subject["receipt"] | {"commitment": "0" * 64}}
    assert open_link(visit, "answer", json.dumps(altered)).startswith("Not valid.")


def test_what_people_have_in_their_hands_is_read(
    tab: Any, base: str, subject: Json, played: Json
) -> None:
    answer = post(base, "/v1/decks/standard/shuffle", seed="42", count=3)
    body = json.dumps({"seed": "42", "count": 3})
    given = quote(json.dumps({"hands": {"1": ["AS"]}}))
    game = [played["opened"], {"receipt": played["receipt"], "seen": [played["seen"]]}]
    query = "seed=club&repeats=2&include_seed=true"
    path = f"/v1/games/bridge/deal/batch?{query}&format="
    pbn, lin = (fetch(base, f"{path}{name}").body.decode() for name in ("pbn", "lin"))
    curl = f"curl '{base}/v1/decks/standard/shuffle' \\\n  -H 'Content-Type: application/json' \\\n  -d '{body}'"
    texts = {
        json.dumps(answer): REPRODUCED,
        json.dumps(answer, indent=4): REPRODUCED,
        f"{base}/v1/decks/standard/shuffle?seed=42&count=3": REPRODUCED,
        "/v1/decks/standard/shuffle?seed=42&count=3": REPRODUCED,
        f"$ curl -s '{base}/v1/decks/standard/shuffle?seed=42&count=3' | jq -c .cards": REPRODUCED,
        curl: REPRODUCED,
        f"{curl}\n{json.dumps(answer)}": REPRODUCED,
        f"{curl}\n{json.dumps(answer | {'cards': ['AS', 'KS', 'QS']})}": "Not valid.",
        f"{base}/#v1/games/holdem/deal?players=2&seed=river": REPRODUCED,
        f"{base}/#v1/games/holdem/deal?players=2&seed=river&given={given}": REPRODUCED,
        f"{base}/verify#answer={quote(json.dumps(answer))}": REPRODUCED,
        f"{base}/verify#receipt={quote(json.dumps(subject))}": PARTIAL,
        json.dumps(subject): PARTIAL,
        "\n".join(map(json.dumps, game)): PARTIAL,
        pbn: REPRODUCED,
        lin: REPRODUCED,
        lin.replace(
            "index 1", "index 2"
        ): "Not valid. Board 2 of the file is not the one of its seed at index 2.",
        pbn.replace(
            'Deal "N:', 'Deal "E:'
        ): "Not valid. Board 1 of the file is not the one of its seed at index 0.",
    }
    tab.goto("/verify")
    found = {text: press_verify(tab, text) for text in texts}
    wrong = {
        text: found[text]
        for text, beginning in texts.items()
        if not found[text].startswith(beginning)
    }
    assert wrong == {}


def test_a_bet_at_a_casino_is_checked_once_what_is_missing_is_entered(
    visit: Visit, tab: Any
) -> None:
    digest = hashlib.sha256(b"server seed").hexdigest()
    bet = f"Server seed: server seed\nServer seed (hashed): {digest}\nClient seed: client seed\nNonce: 1"
    assert check(visit, bet).startswith("This is a bet at a casino.")
    press(tab, "Check the result")
    tab.get_by_text("Still missing: Which game?").wait_for()
    tab.get_by_label("Which game?").select_option("Dice")
    assert tab.get_by_label("Risk of the wheel").is_hidden()
    tab.get_by_label("What you saw").fill("74,67 %")
    tab.keyboard.press("Enter")
    tab.wait_for_selector(".confirm")
    assert verdict(tab).startswith(
        PARTIAL
    )  # the hash may have been copied after the bet
    assert violations(tab) == []
    assert confirm(tab).startswith("Valid.")
    tab.get_by_label("What you saw").fill("74.68")
    press(tab, "Check the result")
    tab.get_by_text("Another result than the one you saw.").wait_for()
    assert "The result that follows is 74.67 here, and you saw 74.68." in verdict(tab)
    texts = tab.inner_text("#finding")
    assert "is it a bet at Stake" in texts
    assert "Other casinos compute in other ways" in texts
    without_hash = bet.replace(f"Server seed (hashed): {digest}\n", "")
    wrong_hash = bet.replace(digest, "0" * 64)
    for text, word in (
        (without_hash, "Computed; compared with nothing yet."),
        (wrong_hash, "Not valid."),
    ):
        check(visit, text)
        tab.get_by_label("Which game?").select_option("Roulette")
        press(tab, "Check the result")
        tab.locator("#word", has_text=word).wait_for()


OUTSIDE = r"//example.com/v1/decks /v1/decks v1/../metrics v1/%2e%2e/metrics v1\..\metrics metrics javascript:alert(1)"


@for_each("path", ["https://example.com/v1/decks", *OUTSIDE.split()])
def test_a_link_to_anything_but_a_path_of_this_service_is_refused(
    visit: Visit, path: str
) -> None:
    assert open_link(visit, "request", path) == (
        "Cannot be checked. This link asks for something else than a deal of this service, so it was not followed."
    )


def test_a_link_that_cannot_be_read_is_refused_and_the_example_is_real(
    visit: Visit, tab: Any
) -> None:
    for kind in ("receipt", "answer", "request"):
        reopen(tab, f"/verify#{kind}=v1%2")
        assert (
            verdict(tab)
            == "Cannot be checked. The link is damaged, or cut off. Copy all of it."
        )
    visit.expected = {404}
    assert "bridge" in open_link(visit, "request", "v1/games/brigde/deal?seed=42")
    press(tab, "Clear")
    press(tab, "Try an example")
    assert verdict(tab).startswith("Valid.")
    assert (
        texts_of(tab, ".remark") == ["Of the example, which this browser played."] * 2
    )
    press(tab, "Change one card")
    tab.wait_for_selector("[data-state=invalid]")
    assert "Seat 1 (round 0, position 0)" in verdict(tab)
    press(tab, "Put it back")
    tab.wait_for_selector("[data-state=valid]")


def test_a_file_may_be_dropped_or_chosen(
    tab: Any, subject: Json, tmp_path: Path
) -> None:
    tab.goto("/verify")
    tab.evaluate(script("drop_file"), json.dumps(subject))
    verdict(tab)
    assert confirm(tab).startswith("Valid.")
    alter_card(subject)
    (tmp_path / "receipt.json").write_text(json.dumps(subject))
    press(tab, "Clear")
    with tab.expect_file_chooser() as chooser:
        press(tab, "Choose a file")
    chooser.value.set_files(tmp_path / "receipt.json")
    assert verdict(tab).startswith("Not valid.")


def reach(tab: Any, name: str) -> None:
    """Press Tab until the element whose label or text begins with a name has the focus."""
    for _ in range(60):
        tab.keyboard.press("Tab")
        text = tab.evaluate(
            "document.activeElement.labels?.[0]?.textContent ?? document.activeElement.textContent"
        )
        if text.strip().startswith(name):
            return
    raise AssertionError(f"Tab does not lead to {name}")


def test_the_keyboard_is_enough(tab: Any, subject: Json) -> None:
    tab.goto("/verify")
    reach(tab, SUBJECT)
    tab.keyboard.insert_text(json.dumps(subject["receipt"]))
    reach(tab, "What you noted")
    tab.keyboard.press("Enter")
    reach(tab, "The seal (commitment) that you were shown")
    tab.keyboard.insert_text(subject["confirmed"]["commitment"])
    reach(tab, "The words (client seed)")
    tab.keyboard.insert_text(SEED)
    reach(tab, "For experts")
    tab.keyboard.press("Enter")
    reach(tab, "The steps of the deal")
    tab.keyboard.insert_text(json.dumps(subject["seen"]))
    reach(tab, "Verify with what you noted")
    tab.keyboard.press("Enter")
    assert verdict(tab).startswith("Valid.")
    reach(tab, "3 The commitment")
    tab.keyboard.press("Enter")
    assert (
        tab.locator(".step[open]").inner_text().count(subject["receipt"]["commitment"])
        == 2
    )


def test_the_steps_are_those_that_the_command_prints(visit: Visit) -> None:
    case = json.loads(
        (ROOT / "tests" / "vectors" / "sd1.json").read_text(encoding="utf-8")
    )["sealed"][0]
    asked = case["asked"]
    answer = case["answer"]
    fixed = {name: asked[name] for name in ("terms", "server_seed", "client_seed")}
    receipt = fixed | {
        "receipt": "sealed1",
        "commitment": answer["commitment"],
        "drawn": answer["drawn"],
    }
    check(visit, {"receipt": receipt, "seen": answer["seen"]})
    press(visit.tab, "Open all steps")
    steps = visit.tab.inner_text("#step-list")
    named = ("canonical", "seed_hash", "commitment")
    subjects = [
        *(answer[name] for name in named),
        answer["rounds"][0]["key"],
        *answer["digests"],
    ]
    assert [subject for subject in subjects if subject not in steps] == []


def test_the_page_is_clean_and_fits_before_and_after_a_check(
    visit: Visit, subject: Json
) -> None:
    valid = json.loads(json.dumps(subject))
    alter_card(subject)
    for name, one in zip(
        cycle(SIZES), (valid, subject, subject["receipt"], "{"), strict=False
    ):
        check(visit, one)
        for button in visit.tab.get_by_role("button", name="Open all steps").all():
            if button.is_visible():
                button.click()
        for summary in visit.tab.locator("details:not([open]) > summary").all():
            if summary.is_visible():
                summary.click()
        assert problems_of_state(visit.tab, name) == []


def test_the_saved_page_verifies_without_a_network(
    visit: Visit, browser: Any, subject: Json, dealt: Json, base: str, tmp_path: Path
) -> None:
    visit.tab.goto("/verify")
    saved = download(visit.tab, "Save this page", "link")
    assert saved.suggested_filename == "verify-a-deal.html"
    path = tmp_path / "verify-a-deal.html"
    saved.save_as(path)
    context = browser.new_context(**size("phone"), offline=True)
    context.set_default_timeout(TIMEOUT)
    alone = Visit(context.new_page(), "")
    tab = alone.tab
    tab.goto(path.as_uri())
    press_verify(tab, json.dumps(subject))
    assert confirm(tab).startswith("Valid.")
    assert tab.locator("#cards .card .face.text").count() == len(
        subject["seen"][0]["cards"]
    )
    press(tab, "Change one card")
    tab.wait_for_selector("[data-state=invalid]")
    assert "round 0, position 0" in verdict(tab)
    answer = post(base, "/v1/games/riichi/deal", seed="42")
    for kind, file, beginning in (
        ("answer", answer, REPRODUCED),
        ("receipt", dealt, PARTIAL),
    ):
        reopen(tab, f"{path.as_uri()}#{kind}={quote(json.dumps(file))}")
        assert verdict(tab).startswith(beginning)
    sentence = press_verify(tab, f"{base}/v1/games/bridge/deal?seed=42")
    assert sentence.startswith("Cannot be checked. This saved page makes no requests")
    assert violations(tab) == []
    context.close()
    assert alone.wrong == []
