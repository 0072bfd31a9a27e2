"""The verify page: its verdicts on what is right and on what was tampered with, and where."""

import json
import re
from collections.abc import Callable, Iterator
from copy import deepcopy
from itertools import cycle
from pathlib import Path
from typing import Any
from urllib.parse import quote
from urllib.request import Request, urlopen

import pytest

from tests.browser.conftest import (
    SIZES,
    SOME_GAMES,
    TIMEOUT,
    Visit,
    copied_text,
    problems_of_state,
    size,
    violations,
)
from tests.conftest import ROOT
from tests.tables import for_each

Json = dict[str, Any]

SUBJECT = re.compile("Response.* or ")
"""The label of the field for what is to be checked."""
PARTIAL = "Nothing differs, but not everything was checked."
REPRODUCED = "Reproduced."
SEED = "correct horse"


def post(base: str, path: str, **body: Any) -> Json:
    """Return the response to a POST."""
    request = Request(f"{base}{path}", json.dumps(body).encode(), {"Content-Type": "application/json"})
    with urlopen(request) as response:
        answer: Json = json.load(response)
    return answer


@pytest.fixture(scope="module")
def played(base: str) -> Json:
    """Open a shoe, draw from it and reveal it: {"opened", "cards", "seen", "receipt"}."""
    opened = post(base, "/v1/shoes", deck="standard", decks=2, label="table 7")
    drawn = post(base, "/v1/shoes/draw", shoe=opened["shoe"], count=5, client_seed=SEED)
    receipt = post(base, "/v1/shoes/reveal", shoe=drawn["shoe"])["receipt"]
    return {"opened": opened, "cards": drawn["cards"], "seen": drawn["seen"], "receipt": receipt}


@pytest.fixture
def subject(played: Json) -> Json:
    """Return a receipt and what the player holds, for a test to alter."""
    file = {"receipt": played["receipt"], "seen": [played["seen"]], **notes(played["opened"])}
    copy: Json = json.loads(json.dumps(file))
    return copy


def notes(opened: Json) -> Json:
    """Return the commitment that a player was shown, and the client seed that the player gave."""
    return {"commitment": opened["commitment"], "client_seed": SEED}


def verdict(tab: Any) -> str:
    """Return the announced verdict once the check is done."""
    tab.wait_for_selector("#verdict:not([data-state=empty], [data-state=busy])")
    return " ".join(tab.get_by_role("status").first.inner_text().split())


def check(visit: Visit, subject: Any) -> str:
    """Paste a file into the empty page, verify it, and return the verdict."""
    if "/verify" in visit.tab.url:
        visit.tab.get_by_role("button", name="Clear").click()
    else:
        visit.tab.goto("/verify")
    visit.tab.get_by_label(SUBJECT).fill(subject if isinstance(subject, str) else json.dumps(subject))
    visit.tab.get_by_role("button", name="Verify", exact=True).click()
    return verdict(visit.tab)


def confirm(tab: Any) -> str:
    """Say yes to all that only the reader knows, and return the verdict."""
    for name in tab.locator(".confirm input:not(:checked)").evaluate_all("(all) => all.map(({ name }) => name)"):
        tab.locator(f".confirm [name={name}]").click()
        verdict(tab)
    return verdict(tab)


def check_own(visit: Visit, subject: Json) -> str:
    """Paste a file, say that what is in it is right, and return the verdict."""
    assert check(visit, subject).startswith(PARTIAL)  # whoever handed it out wrote it
    return confirm(visit.tab)


def note(tab: Any, label: str, text: str) -> None:
    """Enter a note, and verify again."""
    tab.get_by_role("textbox", name=label).fill(text)
    tab.get_by_role("button", name="Verify", exact=True).click()
    verdict(tab)


def test_a_receipt_of_a_shoe_that_was_played_is_valid(visit: Visit, subject: Json) -> None:
    assert check_own(visit, subject).startswith("Valid.")
    assert visit.tab.locator("#cards .card.seen").count() == len(subject["seen"][0]["cards"])


def test_a_receipt_alone_says_what_was_not_checked_and_leads_to_the_fields(visit: Visit, subject: Json) -> None:
    tab = visit.tab
    assert check(visit, subject["receipt"]).startswith(PARTIAL)
    assert tab.locator("#finding .open strong").all_inner_texts() == [
        "The commitment",
        "Your client seed",
        "What you saw",
        "The draws",
    ]
    fields = {
        "Enter the commitment": subject["commitment"],
        "Enter your client seed": SEED,
        "Enter what you saw": json.dumps(subject["seen"]),
    }
    for label, text in fields.items():
        tab.get_by_role("button", name=label).first.click()
        tab.keyboard.insert_text(text)
        assert verdict(tab).startswith(PARTIAL)
    tab.get_by_role("button", name="Verify", exact=True).click()
    tab.wait_for_selector("[data-state=valid]")


def test_the_best_of_many_seeds_is_reproduced_and_never_green(visit: Visit) -> None:
    tab = visit.tab
    assert open_link(visit, "request", "v1/games/blackjack/deal?seed=317").startswith(REPRODUCED)
    dealer = next(hand for hand in json.loads(tab.get_by_label(SUBJECT).input_value())["hands"] if hand["seat"] != "1")
    assert dealer["cards"] == ["AC", "AH"]
    assert "Chosen by the requester. Whoever sent the request chose the seed" in tab.inner_text("#finding")
    green = tab.evaluate("getComputedStyle(document.querySelector('#site, html')).getPropertyValue('--good')").strip()
    shown = tab.evaluate(
        "[...document.querySelectorAll('#verdict, #verdict *')].flatMap((one) => [null, '::before'].flatMap((part) => "
        "['color', 'backgroundColor', 'borderTopColor'].map((name) => getComputedStyle(one, part)[name])))"
    )
    rgb = f"rgb({', '.join(str(int(green[i : i + 2], 16)) for i in (1, 3, 5))})"
    assert rgb not in shown


def test_who_opened_a_shoe_without_words_of_others_could_choose(visit: Visit, base: str) -> None:
    opened = post(base, "/v1/shoes", deck="standard")
    drawn = post(base, "/v1/shoes/draw", shoe=opened["shoe"], count=2)
    receipt = post(base, "/v1/shoes/reveal", shoe=drawn["shoe"])["receipt"]
    file = {"receipt": receipt, "seen": [drawn["seen"]], "commitment": opened["commitment"]}
    assert check_own(visit, file).startswith("Right, and the operator could choose.")
    assert visit.tab.get_attribute("#verdict", "data-state") == "chosen"


def test_a_shoe_that_was_swapped_is_not_valid(visit: Visit, base: str, played: Json, subject: Json) -> None:
    shown = post(base, "/v1/shoes", deck="standard", decks=2, label="table 7")["commitment"]
    assert check(visit, subject | {"commitment": shown}) == (
        "Not valid. This is the receipt of another shoe than the one whose commitment was shown."
    )
    rows = visit.tab.locator("#finding dl > div").all_inner_texts()
    assert [row.split()[-1] for row in rows[1:]] == [shown, played["opened"]["commitment"]]
    lines = [{"commitment": shown, "terms": {}}, {"seen": played["seen"], "digest": ""}, {"receipt": played["receipt"]}]
    assert check(visit, "\n".join(map(json.dumps, lines[:1] + lines[2:]))).startswith(
        "Not valid. This is the receipt of another"
    )


def other(text: str) -> str:
    return ("1" if text[0] == "0" else "0") + text[1:]


def commitment(subject: Json) -> None:
    subject["receipt"]["commitment"] = other(subject["receipt"]["commitment"])


def server_seed(subject: Json) -> None:
    subject["receipt"]["server_seed"] = other(subject["receipt"]["server_seed"])


def client_seed(subject: Json) -> None:
    subject["receipt"]["client_seed"] = "incorrect horse"


def term(subject: Json) -> None:
    subject["receipt"]["terms"]["label"] = "table 8"


def drawn(subject: Json) -> None:
    subject["receipt"]["drawn"]["total"] += 1


def undrawn(subject: Json) -> None:
    subject["receipt"]["drawn"].update(top=4, total=4)


def card(subject: Json) -> None:
    cards = subject["seen"][0]["cards"]
    cards[3] = "AS" if cards[3] != "AS" else "KH"


@for_each(
    ("altered", "where"),
    [
        (commitment, "The server seed and the terms of the receipt do not lead to its commitment."),
        (server_seed, "The server seed and the terms of the receipt do not lead to its commitment."),
        (term, "The server seed and the terms of the receipt do not lead to its commitment."),
        (client_seed, "The shoe was drawn from with another client seed than the one that the player gave."),
        (drawn, r"The first difference is at drawn.total: expected "),
        (undrawn, "The receipt does not count this card as drawn, though it was seen."),
        (card, "The first difference is at round 0, position 3, in draw 1: expected "),
    ],
)
def test_what_was_altered_in_a_receipt_is_named(
    visit: Visit, subject: Json, altered: Callable[[Json], None], where: str
) -> None:
    copy = deepcopy(subject)
    altered(copy)
    assert check(visit, copy).startswith(f"Not valid. {where}")


def test_both_cards_of_a_difference_are_shown(visit: Visit, subject: Json) -> None:
    right = subject["seen"][0]["cards"][3]
    card(subject)
    check(visit, subject)
    pictures = visit.tab.locator(".pair img")
    assert pictures.count() == 2
    assert visit.tab.locator("#cards .card.wrong .caption").inner_text().split()[0] == "3"
    assert f"expected {right}, seen {subject['seen'][0]['cards'][3]}" in verdict(visit.tab)


@for_each(
    ("text", "sentence"),
    [
        ("", "Cannot be checked. There is nothing to check."),
        ("{", "Cannot be checked. This JSON ends in the middle."),
        ("[1]", "Cannot be checked. This is a single value."),
        ("<html>", "Cannot be checked. This looks like a web page (HTML)"),
        (
            "https://cards.example/v1/decks/standard/shuffle?seed=1",
            "Cannot be checked. This link leads to another service",
        ),
        ('{"receipt": "eyJh"}', "Cannot be checked. receipt: A signature was given"),
        ('{"receipt": null}', "Cannot be checked."),
        ('{"receipt": {"receipt": "sealed1"}}', "Cannot be checked. terms: An object was expected."),
        (
            '{"deck": "standard", "cards": ["AS"]}',
            "Cannot be checked. seed: Only a seeded response can be derived again.",
        ),
        ('{"seed": "1", "deck": "standrad", "indices": [1]}', "Cannot be checked. deck: One of standard"),
    ],
)
def test_the_page_says_what_is_wrong_with_a_file(visit: Visit, text: str, sentence: str) -> None:
    assert check(visit, text).startswith(sentence)


def test_notes_are_compared_with_the_receipt(visit: Visit, played: Json) -> None:
    tab = visit.tab
    check(visit, played["receipt"])
    tab.get_by_text("What you noted").first.click()
    note(tab, "The commitment that you were shown", played["opened"]["commitment"].upper())
    note(tab, "The client seed that you gave", SEED)
    note(tab, "Cards", " ".join(played["cards"]).lower().replace("t", "10"))
    for sentence in ("It is the commitment that you were shown", "The client seed is yours.", "5 of the 5 drawn cards"):
        assert sentence in tab.inner_text("#finding")
    assert tab.locator("#finding .open strong").all_inner_texts() == ["The draws"]
    note(tab, "The entries seen of the responses", json.dumps([played["seen"]]))
    assert verdict(tab).startswith("Valid.")
    note(tab, "The client seed that you gave", "Correct horse")
    assert verdict(tab).startswith("Not valid. The shoe was drawn from with another client seed")
    note(tab, "The commitment that you were shown", "0" * 64)
    assert verdict(tab).startswith("Not valid. This is the receipt of another shoe")
    note(tab, "The commitment that you were shown", "commitment")
    assert verdict(tab).startswith("Cannot be checked. commitment: 64 lower-case hexadecimal digits were expected.")
    note(tab, "Position", "x")
    assert verdict(tab).startswith("Cannot be checked. The position of the cards that you saw, row 1")


def test_a_position_that_was_dealt_twice_is_told(visit: Visit, subject: Json) -> None:
    subject["seen"].append({"round": 0, "position": 4, "cards": subject["seen"][0]["cards"][4:]})
    check(visit, subject)
    assert "A position was seen more than once: round 0, position 4." in visit.tab.inner_text("#finding")


@pytest.fixture(scope="module")
def dealt(base: str) -> Json:
    """Deal hold'em from a sealed shoe, draw two cards and reveal it. Return the receipt and what the player holds."""
    opened = post(base, "/v1/shoes", game="holdem", players=2)
    shoe, seen = opened["shoe"], []
    turns: list[tuple[str, Json]] = [("deal", {"client_seed": SEED}), *[("deal", {})] * 3, ("draw", {"count": 2})]
    for path, body in turns:
        response = post(base, f"/v1/shoes/{path}", shoe=shoe, **body)
        seen.append(response["seen"])
        shoe = response["shoe"]
    return {"receipt": post(base, "/v1/shoes/reveal", shoe=shoe)["receipt"], "seen": seen, **notes(opened)}


@pytest.fixture
def game(dealt: Json) -> Json:
    """Return the same, for a test to alter."""
    copy: Json = json.loads(json.dumps(dealt))
    return copy


def test_the_entries_of_a_game_are_taken_as_they_are(visit: Visit, game: Json) -> None:
    assert check_own(visit, game).startswith("Valid.")
    finding = visit.tab.inner_text("#finding")
    assert "11 of the 14 drawn cards are in the list, and each is correct." in finding
    assert "All 5 draws are in the list." in finding
    captions = visit.tab.locator("#cards .caption").evaluate_all("(all) => all.map((one) => one.firstChild.data)")
    assert captions[:5] == ["0 · Seat 1", "1 · dealer", "2 · Seat 1", "3 · dealer", "4 · the burns"]
    assert captions[9] == "9 · the turn"
    titles = visit.tab.locator(".step summary").all_inner_texts()
    assert titles[-1].endswith("The digests of the draws")
    visit.tab.get_by_role("button", name="Open all steps").click()
    assert game["receipt"]["drawn"]["digest"] in visit.tab.locator(".step").last.inner_text()


def test_the_entries_may_be_entered_beside_the_receipt_with_cards_that_were_noted(visit: Visit, game: Json) -> None:
    tab = visit.tab
    check(visit, {name: value for name, value in game.items() if name != "seen"})
    note(tab, "The entries seen of the responses", json.dumps(game["seen"][:3]))
    assert verdict(tab).startswith(f"{PARTIAL} The cards that were seen")
    assert "The draws: 2 of the 5" in tab.inner_text("#finding")
    note(tab, "Position", "11")
    note(tab, "Cards", game["seen"][3]["cards"][1].lower())
    assert "9 of the 14 drawn cards" in tab.inner_text("#finding")
    note(tab, "The entries seen of the responses", json.dumps({"seen": game["seen"], "digests": []}))
    assert confirm(tab).startswith("Valid.")
    note(tab, "The entries seen of the responses", "{}")
    assert verdict(tab).startswith("Cannot be checked. The entries that you kept: A list was expected")


def test_a_card_of_a_game_that_differs_is_named_by_its_place(visit: Visit, game: Json) -> None:
    cards = game["seen"][2]["cards"]
    cards[1] = "AS" if cards[1] != "AS" else "KH"
    assert check(visit, game).startswith(
        "Not valid. The first difference is at the turn (round 0, position 9), in draw 3: expected"
    )
    assert visit.tab.locator(".pair img").count() == 2
    assert visit.tab.locator("#cards .card.wrong .caption").inner_text().startswith("9 · the turn")


def test_a_shown_card_of_a_whole_response_that_differs_is_named_by_its_place(visit: Visit, base: str) -> None:
    opened = post(base, "/v1/shoes", game="holdem", players=2, reveal="shown")
    dealt = post(base, "/v1/shoes/deal", shoe=opened["shoe"], through="flop", client_seed=SEED)
    file = {"receipt": post(base, "/v1/shoes/reveal", shoe=dealt["shoe"]), "seen": [dealt]}
    assert check(visit, file).startswith(PARTIAL)
    assert "7 cards are shown with a proof" in visit.tab.inner_text("#finding")
    shown = dealt["dealt_stages"][1]["shown"][2]
    shown["card"] = "AS" if shown["card"] != "AS" else "KH"
    assert check(visit, file).startswith(
        "Not valid. The first difference is at the shown card of round 0, position 7: expected"
    )
    assert visit.tab.locator("#cards .card.wrong .caption").inner_text().startswith("7 · board: flop")


def test_a_draw_that_was_left_out_is_counted_and_a_digest_that_differs_is_named(visit: Visit, game: Json) -> None:
    left_out = game | {"seen": game["seen"][:3] + game["seen"][4:]}
    assert check(visit, left_out).startswith(PARTIAL)
    assert "The draws: 1 of the 5" in visit.tab.inner_text("#finding")
    game["receipt"]["drawn"]["digest"] = other(game["receipt"]["drawn"]["digest"])
    assert check(visit, game).startswith("Not valid. The draws in the list are possible, but not those of the receipt")


def test_cards_in_play_are_checked_and_shown(visit: Visit, base: str) -> None:
    opened = post(base, "/v1/shoes", game="rummy", players=2)
    first = post(base, "/v1/shoes/deal", shoe=opened["shoe"], client_seed=SEED)
    hands = [position for hand in first["hands"] for position in hand["positions"]]
    second = post(base, "/v1/shoes/draw", shoe=first["shoe"], count=31)
    third = post(base, "/v1/shoes/draw", shoe=second["shoe"], count=2, in_play=hands)
    receipt = post(base, "/v1/shoes/reveal", shoe=third["shoe"])["receipt"]
    file = {"receipt": receipt, "seen": [first["seen"], second["seen"], third["seen"]], **notes(opened)}
    assert check_own(visit, file).startswith("Valid.")
    assert visit.tab.locator("#cards").get_by_text("in play").count() == len(hands)
    assert "The key of round 1 for the cards in play" in visit.tab.inner_text("#step-list")
    del file["seen"][2]["in_play"][0]
    assert check(visit, file).startswith("Not valid.")


def test_a_raffle_is_checked_with_its_list(visit: Visit, base: str) -> None:
    names = [f"Name {number}" for number in range(1, 26)]
    digest = post(base, "/v1/items/shuffle", seed="1", items=names)["items_sha256"]
    opened = post(base, "/v1/shoes", max=25, items_sha256=digest, label="drand round 1")
    drawn = post(base, "/v1/shoes/draw", shoe=opened["shoe"], count=3, client_seed=SEED)
    receipt = post(base, "/v1/shoes/reveal", shoe=drawn["shoe"])["receipt"]
    held = notes(opened)
    file = {"receipt": receipt, "seen": [drawn["seen"]], "original_items": names, **held}
    assert check_own(visit, file).startswith("Valid.")
    assert "The list of 25 items is the one that the terms commit to." in visit.tab.inner_text("#finding")
    winners = visit.tab.locator("#cards .card").all_inner_texts()
    assert [names[number - 1] in text for number, text in zip(drawn["integers"], winners, strict=True)] == [True] * 3
    file["original_items"] = ["Eve", *names[1:]]
    assert check(visit, file).startswith("Not valid. The list is not the one that was sealed")
    check(visit, {"receipt": receipt, "seen": [drawn["seen"]]})
    open_ones = visit.tab.locator("#finding .open strong").all_inner_texts()
    assert open_ones == ["The commitment", "Your client seed", "The items", "What you saw"]
    note(visit.tab, "The commitment that you were shown", held["commitment"])
    note(visit.tab, "The client seed that you gave", held["client_seed"])
    note(visit.tab, "The list that was shuffled", "\n".join(names))
    note(visit.tab, "Cards", " ".join(map(str, drawn["integers"])))
    assert confirm(visit.tab).startswith("Valid.")
    assert "3 of the 3 drawn integers are in the list" in visit.tab.inner_text("#finding")


@pytest.fixture(scope="module")
def proofs() -> Json:
    """Return the proved responses of the golden vectors by path, and their key."""
    cases = json.loads((ROOT / "tests" / "vectors" / "sd1.json").read_text(encoding="utf-8"))["proofs"]
    return {case["path"]: case["answer"] for case in reversed(cases)} | {"keys": {"keys": [cases[0]["jwk"]]}}


def test_a_proved_response_is_checked_with_the_keys_that_were_published(visit: Visit, proofs: Json) -> None:
    tab = visit.tab
    response = proofs["/v1/games/holdem/deal"]
    assert check(visit, response).startswith(PARTIAL)
    assert "The proof: the key" in tab.inner_text("#finding")
    tab.get_by_role("button", name="Enter the keys").click()
    note(tab, "The public keys", json.dumps(proofs["keys"]))
    assert verdict(tab).startswith(PARTIAL)  # whoever asked may have tried texts
    assert confirm(tab).startswith("Valid.")
    assert "Chosen by nobody alone. The key has one seed" in tab.inner_text("#finding")
    assert "for table 7, round 1042, the texts of 2 players, and this request." in tab.inner_text("#finding")
    assert response["proof"]["kid"] in tab.inner_text("#finding")
    assert all(f'"{text}"' in tab.inner_text("#finding") for text in response["proof"]["alpha"]["players"])
    assert tab.locator(".step summary").first.inner_text().endswith("The proof")
    note(tab, "The public keys", "{}")
    assert verdict(tab).startswith("Cannot be checked. The public keys: A JWK set was expected")
    note(tab, "The public keys", json.dumps(proofs["keys"]))
    tab.get_by_role("button", name="Change one card").click()
    tab.wait_for_selector("[data-state=invalid]")
    assert "The first difference is at card 1 of Seat 1" in verdict(tab)
    later = response | {"proof": response["proof"] | {"alpha": response["proof"]["alpha"] | {"round": 1043}}}
    tab.get_by_label(SUBJECT).fill(json.dumps(later))
    tab.get_by_role("button", name="Verify", exact=True).click()
    assert verdict(tab).startswith("Not valid. The proof is not one of this key, these texts of the players")
    assert "proof.pi" in tab.inner_text("#finding")


def test_an_example_is_real_and_can_be_spoiled_and_mended(visit: Visit) -> None:
    tab = visit.tab
    tab.goto("/verify")
    tab.get_by_role("button", name="Try an example").click()
    assert verdict(tab).startswith("Valid.")
    assert tab.locator(".remark").all_inner_texts() == ["Of the example, which this browser played."] * 2
    tab.get_by_role("button", name="Change one card").click()
    tab.wait_for_selector("[data-state=invalid]")
    assert "Seat 1 (round 0, position 0)" in verdict(tab)
    tab.get_by_role("button", name="Put it back").click()
    tab.wait_for_selector("[data-state=valid]")


def open_link(visit: Visit, kind: str, value: str) -> str:
    """Open a link to a check in the empty page, and return the verdict."""
    link = f"/verify#{kind}={quote(value, safe='')}"
    if "/verify" in visit.tab.url:
        visit.tab.get_by_role("button", name="Clear").click()
        visit.tab.evaluate("(link) => { location.href = link }", link)
    else:
        visit.tab.goto(link)
    return verdict(visit.tab)


@pytest.mark.parametrize("game", SOME_GAMES)
def test_a_deal_of_a_game_is_valid_by_a_link_to_its_request(shared_tab: Visit, game: str) -> None:
    tab = shared_tab.tab
    tab.goto(f"/verify#request={quote(f'v1/games/{game}/deal?seed=42', safe='')}")
    tab.wait_for_selector("#verdict[data-state=chosen]")  # that of the game before is invalid
    answer = json.loads(tab.get_by_label(SUBJECT).input_value())
    assert answer["game"] == game
    holders = [holder for holder in answer["hands"] + answer["piles"] if holder["cards"]]
    assert tab.locator("#cards .holder").count() == len(holders)
    tab.get_by_role("button", name="Change one card").click()
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


def test_of_video_poker_it_is_told_what_is_not_reckoned_here(visit: Visit, base: str) -> None:
    answer = post(base, "/v1/games/video_poker/draw", seed="5", held=[1, 3])
    assert open_link(visit, "answer", json.dumps(answer)).startswith(PARTIAL)
    assert "Payout: not computed here" in visit.tab.inner_text("#finding")
    assert visit.tab.locator("#cards h3").all_inner_texts() == ["Dealt first", "From the top"]


def test_deals_that_fulfil_a_condition_are_checked_with_those_between(visit: Visit, base: str) -> None:
    where = {"all": [{"hand": "N", "points": "hcp", "min": 15, "max": 17}, {"hand": "N", "shape": "balanced"}]}
    answer = post(base, "/v1/games/bridge/deal/batch", seed="42", repeats=3, where=where)
    assert answer["matches"] == [17, 51, 62]
    assert check(visit, answer).startswith(REPRODUCED)
    assert "Of 63 deals, each dealt here, 3 fulfil the condition" in visit.tab.inner_text("#finding")
    assert "Result 1 of 3, index 17." in visit.tab.inner_text("#cards")
    columns = ("matches", "hands", "piles", "board", "dealer", "vulnerable", "file_board", "pbn", "number")
    skipped = answer | {name: answer[name][:1] + answer[name][2:] for name in columns} | {"repeats": 2, "draws": 102}
    assert check(visit, skipped).startswith("Not valid.")
    assert "matches[1]" in visit.tab.inner_text("#finding")
    rare = {"hand": "N", "points": "hcp", "min": 33}
    nothing = post(base, "/v1/games/bridge/deal", seed="42", max_candidates=50, where=rare)
    assert check(visit, nothing).startswith(REPRODUCED)
    assert "Of 50 deals, each dealt here, 0 fulfil the condition" in visit.tab.inner_text("#finding")


def test_items_are_checked_with_the_list_beside_them(visit: Visit, base: str) -> None:
    names = ["Ann", "Bob", "Cem", "Dee"]
    answer = post(base, "/v1/items/shuffle", seed="5", items=names, count=2)
    assert open_link(visit, "answer", json.dumps(answer)).startswith(PARTIAL)
    assert visit.tab.get_by_role("button", name="Enter the list").first.is_visible()
    assert visit.tab.locator("#cards li").all_inner_texts() == answer["items"]
    answer["original_items"] = names
    assert open_link(visit, "answer", json.dumps(answer)).startswith(REPRODUCED)
    answer["items"][1] = "Eve"
    assert open_link(visit, "answer", json.dumps(answer)).startswith("Not valid.")
    assert visit.tab.locator("#cards .wrong").all_inner_texts() == ["Eve"]


def shown_values(visit: Visit) -> dict[str, list[str]]:
    """Return the lists of values on the page, by their titles."""
    lists: dict[str, list[str]] = visit.tab.evaluate(
        "Object.fromEntries([...document.querySelectorAll('#cards .holder')].map((holder) => "
        "[holder.querySelector('h3')?.textContent ?? '', [...holder.querySelectorAll('li')].map((item) => "
        "item.textContent)]))"
    )
    return lists


def test_items_that_are_dealt_or_drawn_are_shown_and_the_altered_one_is_marked(visit: Visit, base: str) -> None:
    names = ["oak", "elm", {"a": 1}, "fir", "yew", "bay", "box"]
    piles = [{"name": "market", "cards": 1}]
    dealt = post(base, "/v1/items/deal", seed="5", items=names, hands=2, cards=2, burn=1, piles=piles)
    dealt["original_items"] = names
    assert open_link(visit, "answer", json.dumps(dealt)).startswith(REPRODUCED)
    titles = ["Seat 1", "Seat 2", "Burns", "Market", "Stock"]
    expected = [place["items"] for place in (*dealt["hands"], *dealt["piles"])]
    texts = [[item if isinstance(item, str) else '{"a":1}' for item in items] for items in expected]
    assert shown_values(visit) == dict(zip(titles, texts, strict=True))
    dealt["hands"][1]["items"][0] = "ivy"
    assert open_link(visit, "answer", json.dumps(dealt)).startswith("Not valid.")
    assert visit.tab.locator("#cards .wrong").all_inner_texts() == ["ivy"]
    drawn = post(base, "/v1/items/draw", seed="5", items=names[:2], weights=[1, 3], count=5, replacement=True)
    drawn["original_items"] = names[:2]
    assert open_link(visit, "answer", json.dumps(drawn)).startswith(REPRODUCED)
    assert shown_values(visit) == {"": drawn["items"]}


def test_each_drum_of_a_draw_is_shown(visit: Visit, base: str) -> None:
    drums = [{"max": 69, "count": 5}, {"max": 26, "count": 1}]
    drawn = post(base, "/v1/integers/draw", seed="5", drums=drums)
    assert open_link(visit, "answer", json.dumps(drawn)).startswith(REPRODUCED)
    numbers = [[str(number) for number in drum] for drum in drawn["integers"]]
    assert shown_values(visit) == {"Drum 1": numbers[0], "Drum 2": numbers[1]}
    drawn["integers"][1][0] = 27 - drawn["integers"][1][0]
    assert open_link(visit, "answer", json.dumps(drawn)).startswith("Not valid.")
    assert visit.tab.locator("#cards .wrong").all_inner_texts() == [str(drawn["integers"][1][0])]


def test_a_link_does_not_say_what_its_reader_noted(visit: Visit, subject: Json) -> None:
    tab = visit.tab
    check(visit, subject)
    assert tab.locator(".remark").all_inner_texts() == ["From the file that you pasted."] * 2
    assert confirm(tab).startswith("Valid.")
    assert tab.locator(".remark").all_inner_texts() == ["Confirmed by you."] * 2
    address = copied_text(tab, tab.get_by_role("button", name="Copy a link to this check"))
    tab.goto("about:blank")
    tab.goto(address)
    assert verdict(tab).startswith(PARTIAL)
    titles = ["The commitment", "Your client seed", "What you saw"]
    assert tab.locator("#finding .open strong").all_inner_texts() == titles
    assert tab.get_by_label("The commitment that you were shown").input_value() == subject["commitment"]
    assert tab.locator(".remark").all_inner_texts() == ["From the link."] * 2
    note(tab, "The client seed that you gave", SEED)
    assert tab.locator("#finding .open strong").all_inner_texts() == [titles[0], titles[2]]
    confirm(tab)
    tab.wait_for_selector("[data-state=valid]")
    assert tab.locator(".remark:visible").all_inner_texts() == ["Confirmed by you."]
    tab.locator(".confirm [name=commitment]").click()
    tab.wait_for_selector("[data-state=partial]")
    altered = subject | {"receipt": subject["receipt"] | {"commitment": other(subject["commitment"])}}
    assert open_link(visit, "answer", json.dumps(altered)).startswith("Not valid.")


def test_what_people_have_in_their_hands_is_read(visit: Visit, base: str, subject: Json, played: Json) -> None:
    tab = visit.tab
    answer = post(base, "/v1/decks/standard/shuffle", seed="42", count=3)
    body = json.dumps({"seed": "42", "count": 3})
    deal = {"hands": {"1": ["AS"]}}
    files = []
    for extension in ("pbn", "lin"):
        with urlopen(
            f"{base}/v1/games/bridge/deal/batch?seed=club&repeats=2&format={extension}&include_seed=true"
        ) as file:
            files.append(file.read().decode())
    pbn, lin = files
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
        f"{base}/#v1/games/holdem/deal?players=2&seed=river&given={quote(json.dumps(deal))}": REPRODUCED,
        f"{base}/verify#answer={quote(json.dumps(answer))}": REPRODUCED,
        f"{base}/verify#receipt={quote(json.dumps(subject))}": PARTIAL,
        json.dumps(subject): PARTIAL,
        "\n".join(
            map(json.dumps, (played["opened"], {"receipt": played["receipt"], "seen": [played["seen"]]}))
        ): PARTIAL,
        pbn: REPRODUCED,
        lin: REPRODUCED,
        lin.replace("index 1", "index 2"): "Not valid. Board 2 of the file is not the one of its seed at index 2.",
        pbn.replace('Deal "N:', 'Deal "E:'): "Not valid. Board 1 of the file is not the one of its seed at index 0.",
    }
    tab.goto("/verify")
    found = {}
    for text in texts:
        tab.get_by_label(SUBJECT).fill(text)
        tab.get_by_role("button", name="Verify", exact=True).click()
        found[text] = verdict(tab)
    wrong = {text: found[text] for text, beginning in texts.items() if not found[text].startswith(beginning)}
    assert wrong == {}


def test_texts_of_a_file_are_shown_with_what_is_invisible_in_them(visit: Visit, subject: Json) -> None:
    subject["seen"][0]["cards"][3] = "A\u202eS"
    check(visit, subject)
    assert "A\\u202eS" in verdict(visit.tab)
    assert "\u202e" not in visit.tab.inner_text("main")


@for_each(
    "path",
    [
        "https://example.com/v1/decks",
        "//example.com/v1/decks",
        "/v1/decks",
        "v1/../metrics",
        "v1/%2e%2e/metrics",
        "v1\\..\\metrics",
        "metrics",
        "javascript:alert(1)",
    ],
)
def test_a_link_to_anything_but_a_path_of_this_service_is_refused(visit: Visit, path: str) -> None:
    assert open_link(visit, "request", path) == (
        "Cannot be checked. A link may only request a relative path of this service that begins with v1/."
    )


@for_each("kind", ["receipt", "answer", "request"])
def test_a_link_that_was_cut_off_is_refused_and_the_page_works(visit: Visit, kind: str) -> None:
    visit.tab.goto("about:blank")
    visit.tab.goto(f"/verify#{kind}=v1%2")
    assert verdict(visit.tab) == "Cannot be checked. The link is damaged: it ends within a character."
    visit.tab.get_by_role("button", name="Try an example").click()
    visit.tab.wait_for_selector("[data-state=valid]")


def test_a_refusal_of_the_service_is_passed_on(visit: Visit) -> None:
    visit.expected = {404}
    assert "bridge" in open_link(visit, "request", "v1/games/brigde/deal?seed=42")


_DROP = """
(text) => {
  const carried = new DataTransfer();
  carried.items.add(new File([text], "receipt.json", { type: "application/json" }));
  const options = { dataTransfer: carried, bubbles: true, cancelable: true };
  for (const kind of ["dragenter", "dragover", "drop"])
    document.querySelector("main").dispatchEvent(new DragEvent(kind, options));
}
"""


def test_a_file_may_be_dropped_or_chosen(visit: Visit, subject: Json, tmp_path: Path) -> None:
    tab = visit.tab
    tab.goto("/verify")
    tab.evaluate(_DROP, json.dumps(subject))
    verdict(tab)
    assert confirm(tab).startswith("Valid.")
    card(subject)
    (tmp_path / "receipt.json").write_text(json.dumps(subject))
    tab.get_by_role("button", name="Clear").click()
    with tab.expect_file_chooser() as chooser:
        tab.get_by_role("button", name="Choose a file").click()
    chooser.value.set_files(tmp_path / "receipt.json")
    assert verdict(tab).startswith("Not valid.")


def reach(tab: Any, name: str) -> None:
    """Press Tab until the element whose label or text begins with a name has the focus."""
    for _ in range(60):
        tab.keyboard.press("Tab")
        if (
            tab.evaluate("document.activeElement.labels?.[0]?.textContent ?? document.activeElement.textContent")
            .strip()
            .startswith(name)
        ):
            return
    raise AssertionError(f"Tab does not lead to {name}")


def test_the_keyboard_is_enough(visit: Visit, subject: Json) -> None:
    tab = visit.tab
    tab.goto("/verify")
    reach(tab, "Response")
    tab.keyboard.insert_text(json.dumps(subject["receipt"]))
    reach(tab, "What you noted")
    tab.keyboard.press("Enter")
    reach(tab, "The commitment that you were shown")
    tab.keyboard.insert_text(subject["commitment"])
    reach(tab, "The client seed")
    tab.keyboard.insert_text(SEED)
    reach(tab, "The entries")
    tab.keyboard.insert_text(json.dumps(subject["seen"]))
    reach(tab, "Cards")
    tab.keyboard.press("Enter")
    assert verdict(tab).startswith("Valid.")
    reach(tab, "3 The commitment")
    tab.keyboard.press("Enter")
    assert tab.locator(".step[open]").inner_text().count(subject["receipt"]["commitment"]) == 2


def test_rows_of_cards_come_and_go_and_the_focus_stays_near(visit: Visit) -> None:
    tab = visit.tab
    tab.goto("/verify")
    tab.get_by_text("What you noted").first.click()
    tab.get_by_role("button", name="Add cards").click()
    assert tab.locator(".run").count() == 2
    assert tab.evaluate("document.activeElement.name") == "round"
    for _ in range(2):
        tab.get_by_role("button", name="Remove this run").last.click()
    assert tab.locator(".run").count() == 0
    assert tab.evaluate("document.activeElement.id") == "more"


def test_the_steps_are_those_that_the_command_prints(visit: Visit) -> None:
    case = json.loads((ROOT / "tests" / "vectors" / "sd1.json").read_text(encoding="utf-8"))["sealed"][0]
    asked, answer = case["asked"], case["answer"]
    fixed = {name: asked[name] for name in ("terms", "server_seed", "client_seed")}
    receipt = fixed | {"receipt": "sealed1", "commitment": answer["commitment"], "drawn": answer["drawn"]}
    check(visit, {"receipt": receipt, "seen": answer["seen"]})
    visit.tab.get_by_role("button", name="Open all steps").click()
    steps = visit.tab.inner_text("#step-list")
    named = ("canonical", "seed_hash", "commitment")
    subjects = [*(answer[name] for name in named), answer["rounds"][0]["key"], *answer["digests"]]
    assert [subject for subject in subjects if subject not in steps] == []


def test_the_page_is_clean_and_fits_before_and_after_a_check(visit: Visit, subject: Json) -> None:
    valid = json.loads(json.dumps(subject))
    card(subject)
    for name, one in zip(cycle(SIZES), (valid, subject, subject["receipt"], "{"), strict=False):
        check(visit, one)
        for button in visit.tab.get_by_role("button", name="Open all steps").all():
            if button.is_visible():
                button.click()
        for summary in visit.tab.locator("details:not([open]) > summary").all():
            if summary.is_visible():
                summary.click()
        assert problems_of_state(visit.tab, name) == []


@pytest.fixture
def saved(visit: Visit, tmp_path: Path) -> str:
    """Save the page and return the URL of the file."""
    visit.tab.goto("/verify")
    with visit.tab.expect_download() as download:
        visit.tab.get_by_role("link", name="Save this page").click()
    assert download.value.suggested_filename == "verify-a-deal.html"
    path = tmp_path / "verify-a-deal.html"
    download.value.save_as(path)
    return path.as_uri()


@pytest.fixture
def alone(browser: Any) -> Iterator[Visit]:
    """Open a tab without a network."""
    context = browser.new_context(**size("phone"), offline=True)
    context.set_default_timeout(TIMEOUT)
    visit = Visit(context.new_page(), "")
    yield visit
    context.close()
    assert visit.wrong == []


def test_the_saved_page_verifies_without_a_network(
    saved: str, alone: Visit, subject: Json, dealt: Json, base: str
) -> None:
    tab = alone.tab
    tab.goto(saved)
    tab.get_by_label(SUBJECT).fill(json.dumps(subject))
    tab.get_by_role("button", name="Verify", exact=True).click()
    verdict(tab)
    assert confirm(tab).startswith("Valid.")
    assert tab.locator("#cards .card .face.text").count() == len(subject["seen"][0]["cards"])
    tab.get_by_role("button", name="Change one card").click()
    tab.wait_for_selector("[data-state=invalid]")
    assert "round 0, position 0" in verdict(tab)
    answer = post(base, "/v1/games/riichi/deal", seed="42")
    for kind, file in {"answer": answer, "receipt": dealt}.items():
        tab.goto("about:blank")
        tab.goto(f"{saved}#{kind}={quote(json.dumps(file))}")
        assert verdict(tab).startswith(REPRODUCED if kind == "answer" else PARTIAL)
    tab.get_by_label(SUBJECT).fill(f"{base}/v1/games/bridge/deal?seed=42")
    tab.get_by_role("button", name="Verify", exact=True).click()
    assert verdict(tab).startswith("Cannot be checked. This saved page makes no requests")
    assert violations(tab) == []


def test_where_the_browser_withholds_its_cryptography_the_page_says_so(plain: Visit) -> None:
    tab = plain.tab
    tab.goto("/verify#request=v1/games/bridge/deal?seed=42")
    tab.wait_for_load_state("networkidle")
    assert tab.evaluate("crypto.subtle === undefined")
    assert "This page cannot compute here." in tab.get_by_role("alert").inner_text()
    assert tab.get_by_role("button", name="Verify", exact=True).is_disabled()
    assert tab.get_by_role("link", name="Save this page").is_visible()
    assert violations(tab) == []
