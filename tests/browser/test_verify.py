"""The page on which deals are verified: what it says of what is right, and of what was altered, and where."""

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlsplit
from urllib.request import Request, urlopen

import pytest

from service.core.games.catalogue import GAMES
from tests.browser.conftest import SIZES, Visit, launched, size, violations
from tests.conftest import ROOT

LOOKS = [size(name, color_scheme=scheme) for name in SIZES for scheme in ("light", "dark")]
every_look = pytest.mark.parametrize(
    "visit", LOOKS, ids=[f"{name}-{scheme}" for name in SIZES for scheme in ("light", "dark")], indirect=True
)

Told = dict[str, Any]


def asked(base: str, path: str, **body: Any) -> Told:
    """The answer to a POST."""
    request = Request(f"{base}{path}", json.dumps(body).encode(), {"Content-Type": "application/json"})
    with urlopen(request) as answer:
        told: Told = json.load(answer)
    return told


@pytest.fixture(scope="module")
def played(base: str) -> Told:
    """A shoe as it was played: {"opened", "cards", "receipt"}."""
    opened = asked(base, "/v1/shoes", deck="standard", decks=2, label="table 7")
    drawn = asked(base, "/v1/shoes/draw", shoe=opened["shoe"], count=5, client_seed="correct horse")
    receipt = asked(base, "/v1/shoes/reveal", shoe=drawn["shoe"])["receipt"]
    return {"opened": opened, "cards": drawn["cards"], "receipt": receipt}


@pytest.fixture
def told(played: Told) -> Told:
    """A receipt and the cards that were seen, to be altered at will."""
    copy: Told = json.loads(json.dumps({"receipt": played["receipt"], "seen": [{"cards": played["cards"]}]}))
    return copy


def verdict(tab: Any) -> str:
    """What is announced once the check is done."""
    tab.wait_for_selector("#verdict:not([data-state=empty], [data-state=busy])")
    return " ".join(tab.get_by_role("status").first.inner_text().split())


def checked(visit: Visit, told: Any) -> str:
    """The verdict on what is pasted."""
    visit.tab.goto("/verify")
    visit.tab.get_by_label("Receipt or response").fill(told if isinstance(told, str) else json.dumps(told))
    visit.tab.get_by_role("button", name="Verify", exact=True).click()
    return verdict(visit.tab)


def noted(tab: Any, label: str, text: str) -> None:
    """Enter what was noted, and verify again."""
    tab.get_by_role("textbox", name=label).fill(text)
    tab.get_by_role("button", name="Verify", exact=True).click()
    verdict(tab)


def test_a_receipt_of_a_shoe_that_was_played_is_valid(visit: Visit, told: Told) -> None:
    assert checked(visit, told).startswith("Valid.")
    assert visit.tab.locator("#cards .card.seen").count() == len(told["seen"][0]["cards"])


def test_a_receipt_alone_says_that_no_card_was_checked(visit: Visit, told: Told) -> None:
    assert checked(visit, told["receipt"]).startswith("Nothing differs, but not all was checked.")
    assert "You entered no cards, so none of the 5 drawn cards was checked." in visit.tab.inner_text("#finding")


def other(text: str) -> str:
    return ("1" if text[0] == "0" else "0") + text[1:]


def commitment(told: Told) -> None:
    told["receipt"]["commitment"] = other(told["receipt"]["commitment"])


def server_seed(told: Told) -> None:
    told["receipt"]["server_seed"] = other(told["receipt"]["server_seed"])


def client_seed(told: Told) -> None:
    told["receipt"]["client_seed"] = "incorrect horse"


def term(told: Told) -> None:
    told["receipt"]["terms"]["label"] = "table 8"


def drawn(told: Told) -> None:
    told["receipt"]["drawn"]["total"] += 1


def undrawn(told: Told) -> None:
    told["receipt"]["drawn"].update(top=4, total=4)


def card(told: Told) -> None:
    cards = told["seen"][0]["cards"]
    cards[3] = "AS" if cards[3] != "AS" else "KH"


@pytest.mark.parametrize(
    ("altered", "where"),
    [
        (commitment, "commitment"),
        (server_seed, "commitment"),
        (term, "commitment"),
        (client_seed, r"round 0, position \d"),
        (drawn, "drawn.total"),
        (undrawn, "drawn"),
        (card, "round 0, position 3"),
    ],
    ids=lambda value: value.__name__ if callable(value) else "",
)
def test_what_was_altered_in_a_receipt_is_named(
    visit: Visit, told: Told, altered: Callable[[Told], None], where: str
) -> None:
    altered(told)
    assert re.match(f"Not valid. The first difference is at {where}: expected ", checked(visit, told))


def test_both_cards_of_a_difference_are_shown(visit: Visit, told: Told) -> None:
    right = told["seen"][0]["cards"][3]
    card(told)
    checked(visit, told)
    pictures = visit.tab.locator(".pair img")
    assert pictures.count() == 2
    assert visit.tab.locator("#cards .card.wrong .caption").inner_text().split()[0] == "3"
    assert f"expected {right}, seen {told['seen'][0]['cards'][3]}" in verdict(visit.tab)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "Cannot be checked. The form: There is nothing to check"),
        ("{", "Cannot be checked. The file: This is not JSON."),
        ("[1]", "Cannot be checked. the file: An object was expected."),
        ('{"receipt": "eyJh"}', "Cannot be checked. receipt: A signature was given"),
        ('{"receipt": null}', "Cannot be checked."),
        ('{"receipt": {"receipt": "shoe2"}}', "Cannot be checked. receipt.commitment: This member is missing."),
        (
            '{"deck": "standard", "cards": ["AS"]}',
            "Cannot be checked. seed: Only a seeded response can be derived again.",
        ),
        ('{"seed": "1", "deck": "standrad", "indices": [1]}', "Cannot be checked. deck: One of standard"),
    ],
)
def test_what_is_wrong_with_a_file_is_said(visit: Visit, text: str, said: str) -> None:
    assert checked(visit, text).startswith(said)


def test_notes_are_held_against_the_receipt(visit: Visit, played: Told) -> None:
    tab = visit.tab
    checked(visit, played["receipt"])
    tab.get_by_text("What you noted while you played").click()
    noted(tab, "The commitment that you were shown", played["opened"]["commitment"])
    noted(tab, "The client seed that you gave", "correct horse")
    noted(tab, "Cards", " ".join(played["cards"]).lower().replace("t", "10"))
    assert verdict(tab).startswith("Valid.")
    for said in ("It is the commitment that you noted.", "The client seed is yours.", "5 of the 5 drawn cards"):
        assert said in tab.inner_text("#finding")
    noted(tab, "The client seed that you gave", "Correct horse")
    assert verdict(tab).startswith("Not valid. The first difference is at the client seed that you gave")
    noted(tab, "The commitment that you were shown", "0" * 64)
    assert verdict(tab).startswith("Not valid. The first difference is at the commitment that you noted")
    noted(tab, "Position", "x")
    assert verdict(tab).startswith("Cannot be checked. The position of the cards that you saw, row 1")


def test_a_position_that_was_dealt_twice_is_told(visit: Visit, told: Told) -> None:
    told["seen"].append({"position": 4, "cards": told["seen"][0]["cards"][4:]})
    checked(visit, told)
    assert "A position was seen more than once: round 0, position 4." in visit.tab.inner_text("#finding")


def test_an_example_is_real_and_can_be_spoiled_and_mended(visit: Visit) -> None:
    tab = visit.tab
    tab.goto("/verify")
    tab.get_by_role("button", name="Try an example").click()
    assert verdict(tab).startswith("Valid.")
    tab.get_by_role("button", name="Change one card").click()
    tab.wait_for_selector("[data-state=invalid]")
    assert "round 0, position 0" in verdict(tab)
    tab.get_by_role("button", name="Put it back").click()
    tab.wait_for_selector("[data-state=valid]")


def linked(visit: Visit, kind: str, value: str) -> str:
    visit.tab.goto(f"/verify#{kind}={quote(value, safe='')}")
    return verdict(visit.tab)


@pytest.mark.parametrize("game", GAMES)
def test_a_deal_of_every_game_is_valid_by_a_link_to_its_request(visit: Visit, game: str) -> None:
    assert linked(visit, "request", f"v1/games/{game}/deal?seed=42").startswith("Valid.")
    answer = json.loads(visit.tab.get_by_label("Receipt or response").input_value())
    held = [holder for holder in answer["hands"] + answer["piles"] if holder["cards"]]
    assert visit.tab.locator("#cards .holder").count() == len(held)
    visit.tab.get_by_role("button", name="Change one card").click()
    visit.tab.wait_for_selector("[data-state=invalid]")


@pytest.mark.parametrize(
    "path",
    [
        "v1/decks/standard/shuffle?seed=1&notation=unicode",
        "v1/decks/riichi/shuffle/batch?seed=1&repeats=3&red_fives=3",
        "v1/decks/standard/deal?seed=1&hands=3&cards=5&decks=2&notation=index",
        "v1/integers?min=-3&max=20&seed=1",
        "v1/games/freecell/deal?deal_number=11982",
    ],
)
def test_other_answers_are_checked_by_a_link_too(visit: Visit, path: str) -> None:
    assert linked(visit, "request", path).startswith(("Valid.", "Nothing differs, but not all was checked."))
    assert visit.tab.locator("#cards li").count() > 0
    assert visit.tab.locator("#steps .step").count() >= 2


def test_of_video_poker_it_is_told_what_is_not_reckoned_here(visit: Visit, base: str) -> None:
    answer = asked(base, "/v1/games/video_poker/draw", seed="5", held=[1, 3])
    assert linked(visit, "answer", json.dumps(answer)).startswith("Nothing differs, but not all was checked.")
    assert "payout: not computed here" in visit.tab.inner_text("#finding")
    assert visit.tab.locator("#cards h3").all_inner_texts() == ["Dealt first", "From the top"]


def test_receipts_and_answers_open_by_link_and_the_page_makes_such_links(visit: Visit, told: Told) -> None:
    assert linked(visit, "receipt", json.dumps(told)).startswith("Valid.")
    visit.tab.get_by_role("button", name="Copy a link to this check").click()
    address = visit.tab.evaluate("navigator.clipboard.readText()")
    told["receipt"]["commitment"] = other(told["receipt"]["commitment"])
    visit.tab.goto("about:blank")
    visit.tab.goto(address)
    assert verdict(visit.tab).startswith("Valid.")
    assert linked(visit, "answer", json.dumps(told)).startswith("Not valid.")


@pytest.mark.parametrize(
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
    assert linked(visit, "request", path) == (
        "Cannot be checked. A link may only request a relative path of this service that begins with v1/."
    )


@pytest.mark.parametrize("kind", ["receipt", "answer", "request"])
def test_a_link_that_was_cut_off_is_refused_and_the_page_works(visit: Visit, kind: str) -> None:
    visit.tab.goto(f"/verify#{kind}=v1%2")
    assert verdict(visit.tab) == "Cannot be checked. The link is damaged: it ends within a character."
    visit.tab.get_by_role("button", name="Try an example").click()
    visit.tab.wait_for_selector("[data-state=valid]")


def test_a_refusal_of_the_service_is_passed_on(visit: Visit) -> None:
    visit.expected = {404}
    assert "bridge" in linked(visit, "request", "v1/games/brigde/deal?seed=42")


_DROP = """
(text) => {
  const carried = new DataTransfer();
  carried.items.add(new File([text], "receipt.json", { type: "application/json" }));
  const options = { dataTransfer: carried, bubbles: true, cancelable: true };
  for (const kind of ["dragenter", "dragover", "drop"])
    document.querySelector("#subject").dispatchEvent(new DragEvent(kind, options));
}
"""


def test_a_file_may_be_dropped_or_chosen(visit: Visit, told: Told, tmp_path: Path) -> None:
    tab = visit.tab
    tab.goto("/verify")
    tab.evaluate(_DROP, json.dumps(told))
    assert verdict(tab).startswith("Valid.")
    card(told)
    (tmp_path / "receipt.json").write_text(json.dumps(told))
    tab.get_by_role("button", name="Clear").click()
    with tab.expect_file_chooser() as chooser:
        tab.get_by_role("button", name="Choose a file").click()
    chooser.value.set_files(tmp_path / "receipt.json")
    assert verdict(tab).startswith("Not valid.")


def reach(tab: Any, name: str) -> None:
    """Press Tab until what has that name, or begins with that text, is in focus."""
    for _ in range(60):
        tab.keyboard.press("Tab")
        if (
            tab.evaluate("document.activeElement.labels?.[0]?.textContent ?? document.activeElement.textContent")
            .strip()
            .startswith(name)
        ):
            return
    raise AssertionError(f"Tab does not lead to {name}")


def test_the_keyboard_is_enough(visit: Visit, told: Told) -> None:
    tab = visit.tab
    tab.goto("/verify")
    reach(tab, "Receipt or response")
    tab.keyboard.insert_text(json.dumps(told["receipt"]))
    reach(tab, "What you noted")
    tab.keyboard.press("Enter")
    reach(tab, "Cards")
    tab.keyboard.insert_text(" ".join(told["seen"][0]["cards"]))
    tab.keyboard.press("Enter")
    assert verdict(tab).startswith("Valid.")
    reach(tab, "2 The commitment")
    tab.keyboard.press("Enter")
    assert tab.locator(".step[open]").inner_text().count(told["receipt"]["commitment"]) == 2


def test_rows_of_cards_come_and_go_and_the_focus_stays_near(visit: Visit) -> None:
    tab = visit.tab
    tab.goto("/verify")
    tab.get_by_text("What you noted while you played").click()
    tab.get_by_role("button", name="Add cards").click()
    assert tab.locator(".run").count() == 2
    assert tab.evaluate("document.activeElement.name") == "round"
    for _ in range(2):
        tab.get_by_role("button", name="Remove this run").last.click()
    assert tab.locator(".run").count() == 0
    assert tab.evaluate("document.activeElement.id") == "more"


def test_the_steps_are_those_that_the_command_prints(visit: Visit) -> None:
    case = json.loads((ROOT / "tests" / "vectors" / "sd1.json").read_text(encoding="utf-8"))["shoes"][0]
    answer = case["answer"]
    counts = {"round": 0, "top": 10, "bottom": 0, "total": 10}
    receipt = case["asked"] | {"receipt": "shoe1", "commitment": answer["commitment"], "drawn": counts}
    checked(visit, {"receipt": receipt, "seen": [{"cards": answer["rounds"][0]["top"]}]})
    visit.tab.get_by_role("button", name="Open all steps").click()
    steps = visit.tab.inner_text("#step-list")
    for told in (answer["canonical"], answer["commitment"], answer["key"]):
        assert told in steps
    words = answer["rounds"][0]["words"]
    assert " ".join(words[i : i + 8] for i in range(0, len(words), 8)) in steps


@every_look
def test_the_page_is_clean_and_fits_before_and_after_a_check(visit: Visit, told: Told) -> None:
    card(told)
    for one in (told, told["receipt"], "{"):
        checked(visit, one)
        for button in visit.tab.get_by_role("button", name="Open all steps").all():
            if button.is_visible():
                button.click()
        for summary in visit.tab.locator("details:not([open]) > summary").all():
            if summary.is_visible():
                summary.click()
        assert violations(visit.tab) == []
        assert visit.tab.evaluate("document.documentElement.scrollWidth") <= visit.tab.evaluate("innerWidth")


@pytest.fixture
def saved(visit: Visit, tmp_path: Path) -> str:
    """The address of the page as it was saved."""
    visit.tab.goto("/verify")
    with visit.tab.expect_download() as download:
        visit.tab.get_by_role("link", name="Save this page").click()
    assert download.value.suggested_filename == "verify-a-deal.html"
    path = tmp_path / "verify-a-deal.html"
    download.value.save_as(path)
    return path.as_uri()


@pytest.fixture
def alone(browser: Any) -> Iterator[Visit]:
    """A tab without a network."""
    context = browser.new_context(**size("phone"), offline=True)
    visit = Visit(context.new_page(), "")
    yield visit
    context.close()
    assert visit.wrong == []


def test_the_saved_page_verifies_without_a_network(saved: str, alone: Visit, told: Told, base: str) -> None:
    tab = alone.tab
    tab.goto(saved)
    tab.get_by_label("Receipt or response").fill(json.dumps(told))
    tab.get_by_role("button", name="Verify", exact=True).click()
    assert verdict(tab).startswith("Valid.")
    assert tab.locator("#cards .card .face.text").count() == len(told["seen"][0]["cards"])
    tab.get_by_role("button", name="Change one card").click()
    tab.wait_for_selector("[data-state=invalid]")
    assert "round 0, position 0" in verdict(tab)
    answer = asked(base, "/v1/games/riichi/deal", seed="42")
    tab.goto("about:blank")
    tab.goto(f"{saved}#answer={quote(json.dumps(answer))}")
    assert verdict(tab).startswith("Valid.")
    assert violations(tab) == []


@pytest.fixture
def plain(browser: Any, base: str) -> Iterator[Visit]:
    """A tab to which the service has a name of its own, without https."""
    host = f"plain.example:{urlsplit(base).port}"
    rules = "--host-resolver-rules=MAP plain.example 127.0.0.1"
    chromium = launched(browser.browser_type, rules)
    visit = Visit(chromium.new_context(base_url=f"http://{host}", **size("phone")).new_page(), host)
    yield visit
    chromium.close()
    assert visit.wrong == []


def test_where_the_browser_withholds_its_cryptography_the_page_says_so(plain: Visit) -> None:
    tab = plain.tab
    tab.goto("/verify#request=v1/games/bridge/deal?seed=42")
    tab.wait_for_load_state("networkidle")
    assert tab.evaluate("crypto.subtle === undefined")
    assert "This page cannot compute here." in tab.get_by_role("alert").inner_text()
    assert tab.get_by_role("button", name="Verify", exact=True).is_disabled()
    assert tab.get_by_role("link", name="Save this page").is_visible()
    assert violations(tab) == []
