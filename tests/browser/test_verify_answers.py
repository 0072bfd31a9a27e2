"""The verify page checks responses: proved ones, deals by a link, lists, and integers."""

import copy
import json
from typing import Any
from urllib.parse import quote

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import (
    SOME_GAMES,
    Visit,
    box_of,
    fits_window,
    press,
    set_width,
    text_of,
    texts_of,
)
from tests.browser.verify_page import (
    PARTIAL,
    RIGHT,
    SUBJECT,
    check,
    confirm,
    expect_compared,
    expect_verdict,
    finding,
    list_compared,
    note,
    open_answer,
    open_link,
    press_verify,
    read_lists,
    read_vectors,
    wait_for,
)
from tests.server.client import post_json as post
from tests.tables import for_each
from tests.verification.seeded_files import find_value

pytestmark = pytest.mark.browser

Json = dict[str, Any]


def swap_cards(answer: Json) -> Json:
    """Return a response in which the first two cards of a hand or a pile are swapped."""
    swapped = copy.deepcopy(answer)
    places = (place["cards"] for place in swapped["hands"] + swapped["piles"])
    cards = next(cards for cards in places if len(set(cards[:2])) == 2)
    cards[:2] = reversed(cards[:2])
    return swapped


@pytest.fixture
def proved() -> Json:
    """Return a proved deal of hold'em, for a test to alter."""
    [response] = [
        case["answer"]
        for case in read_vectors("proofs")
        if case["path"] == "/v1/games/holdem/deal"
    ]
    return dict(response)


@pytest.fixture
def keys() -> str:
    """Return the public keys of `proved`, as the service publishes them."""
    return json.dumps({"keys": [read_vectors("proofs")[0]["jwk"]]})


def test_a_proved_response_is_checked_with_the_keys_that_were_published(
    tab: Page, proved: Json, keys: str
) -> None:
    assert check(tab, proved).startswith(PARTIAL)
    assert "The proof: the key" in finding(tab)
    press(tab, "Enter the keys")
    # whoever asked may have tried texts
    assert note(tab, "The public keys", keys).startswith(PARTIAL)
    assert confirm(tab).startswith("Valid: Texas hold'em")
    found = finding(tab)
    decided = "The last word decided. For this game, this round and these texts the key gives one deal"
    assert decided in found
    covered = "for table 7, round 1042, the texts of 2 players, and this request."
    assert covered in found
    assert proved["proof"]["kid"] in found
    for text in proved["proof"]["alpha"]["players"]:
        assert f'"{text}"' in found
    assert texts_of(tab, ".step summary")[0].endswith("The proof")

    assert note(tab, "The public keys", "{}").startswith(
        "Cannot be checked. The public keys: Copy all of jwks.json"
    )


def test_a_proved_response_that_was_altered_is_told_from_it(
    tab: Page, proved: Json, keys: str
) -> None:
    check(tab, proved)
    note(tab, "The public keys", keys)
    answer = swap_cards(proved)
    assert press_verify(tab, json.dumps(answer)).startswith(
        "Not valid. 2 cards differ: card 1 of Seat 1 and card 2 of Seat 1."
    )
    assert "2 values differ." in finding(tab)
    assert texts_of(tab, "#cards .wrong .mark") == ["differs", "differs"]

    proved["proof"]["alpha"]["round"] += 1
    assert press_verify(tab, json.dumps(proved)).startswith(
        "Not valid. The proof is not one of this key, these texts of the players"
    )
    assert "proof.pi" in text_of(tab.locator("#finding"))


@pytest.mark.parametrize("game", SOME_GAMES)
def test_a_deal_of_a_game_is_valid_by_a_link_to_its_request(
    shared_tab: Visit, game: str
) -> None:
    tab = shared_tab.tab
    tab.goto(f"/verify#request={quote(f'v1/games/{game}/deal?seed=42', safe='')}")
    wait_for(tab, "chosen")  # that of the game before is invalid
    answer = json.loads(tab.get_by_label(SUBJECT).input_value())
    assert answer["game"] == game
    places = [place for place in answer["hands"] + answer["piles"] if place["cards"]]
    assert tab.locator("#cards .holder").count() == len(places)
    tab.get_by_label(SUBJECT).fill(json.dumps(swap_cards(answer)))
    press(tab, "Verify", exact=True)
    wait_for(tab, "invalid")


@for_each(
    ("path", "judged"),
    [
        ("v1/decks/standard/shuffle?seed=1&notation=unicode", PARTIAL),
        ("v1/decks/riichi/shuffle/batch?seed=1&repeats=3&red_fives=3", f"{RIGHT}."),
        (
            "v1/decks/standard/deal?seed=1&hands=3&cards=5&decks=2&notation=name",
            PARTIAL,
        ),
        ("v1/integers?min=-3&max=20&seed=1", f"{RIGHT}."),
        ("v1/games/freecell/deal?deal_number=11982", "The result is right: FreeCell"),
    ],
)
def test_other_answers_are_checked_by_a_link_too(
    tab: Page, path: str, judged: str
) -> None:
    assert open_link(tab, "request", path).startswith(judged)
    assert tab.locator("#cards li").count() > 0
    assert tab.locator("#steps .step").count() >= 2


def leave_out(answer: Json, result: int) -> Json:
    """Return the response of a batch of three deals without one of them."""
    rest = dict(answer)
    for name, value in answer.items():
        if isinstance(value, list) and len(value) == 3:
            rest[name] = value[:result] + value[result + 1 :]
    draws = answer["draws"] * 2 // 3
    return rest | {"repeats": 2, "draws": draws}


def test_deals_that_fulfil_a_condition_are_checked_with_those_between(
    tab: Page, base: str
) -> None:
    one_no_trump = {
        "all": [
            {"hand": "N", "points": "hcp", "min": 15, "max": 17},
            {"hand": "N", "shape": "balanced"},
        ]
    }
    answer = post(
        base, "/v1/games/bridge/deal/batch", seed="42", repeats=3, where=one_no_trump
    )
    assert answer["matches"] == [17, 51, 62]
    assert check(tab, answer).startswith(f"{RIGHT}.")
    three = "Of 63 deals, each dealt here, 3 fulfil the condition"
    assert three in finding(tab)
    assert "Result 1 of 3. Index 17." in tab.inner_text("#cards")

    assert check(tab, leave_out(answer, 1)).startswith("Not valid.")
    assert "matches[1]" in text_of(tab.locator("#finding"))

    rare = {"hand": "N", "points": "hcp", "min": 33}
    nothing = post(
        base, "/v1/games/bridge/deal", seed="42", max_candidates=50, where=rare
    )
    assert check(tab, nothing).startswith("The result is right: Contract bridge")
    none = "Of 50 deals, each dealt here, 0 fulfil the condition"
    assert none in finding(tab)


def test_every_card_that_differs_is_marked_and_counted(tab: Page, base: str) -> None:
    shuffled = post(base, "/v1/decks/standard/shuffle", seed="abc")
    assert open_answer(tab, shuffled).startswith(
        "The result is right: 52 shuffled cards (standard)"
    )
    assert tab.locator("#cards .card").count() == 13
    assert tab.locator("#answers + #cards").is_visible()
    cards = shuffled["cards"]
    cards[4], cards[30] = cards[30], cards[4]
    said = "Not valid. 2 cards differ: card 5 and card 31."
    assert open_answer(tab, shuffled) == said
    assert "2 values differ." in finding(tab)
    assert texts_of(tab, "#cards .card.wrong .caption") == ["5\ndiffers", "31\ndiffers"]
    press(tab, "Show all 52", exact=True)
    assert tab.locator("#cards .card").count() == 52

    cards[4], cards[30] = cards[30], cards[4]
    cards[51] = "AS" if cards[51] != "AS" else "KH"
    assert open_answer(tab, shuffled).startswith("Not valid.")
    assert "Nothing else differs." in finding(tab)


def test_a_shuffled_list_is_checked_once_it_is_there(tab: Page, base: str) -> None:
    names = ["Ann", "Bob", "Cem", "Dee"]
    answer = post(base, "/v1/items/shuffle", seed="5", items=names, count=2)
    assert open_answer(tab, answer).startswith(PARTIAL)
    assert texts_of(tab, "#cards li") == answer["items"]
    press(tab.locator("#verdict"), "Enter the list")
    field = tab.locator("#items")
    expect(field).to_be_focused()
    expect(tab.locator("#notes .note").filter(visible=True)).to_have_count(1)
    field.fill("\n".join(names))
    press(tab, "Verify with what you noted")
    expect_verdict(tab, f"{RIGHT}.")
    fold = tab.locator("#notes > summary")
    fold.click()
    fold.click()
    expect(tab.locator("#notes .note").filter(visible=False)).to_have_count(0)
    answer["original_items"] = names
    assert open_answer(tab, answer).startswith(f"{RIGHT}.")
    answer["items"][1] = "Eve"
    assert open_answer(tab, answer).startswith("Not valid.")
    assert texts_of(tab, "#cards .wrong") == ["Eve differs"]


TREES: list[Any] = ["oak", "elm", {"a": 1}, "fir", "yew", "bay", "box"]


def write_item(item: Any) -> str:
    """Return an item as the page shows it."""
    return item if isinstance(item, str) else '{"a":1}'


def test_the_places_of_items_that_were_dealt_are_shown_and_the_altered_one_is_marked(
    tab: Page, base: str
) -> None:
    market = {"name": "market", "cards": 1}
    rules: Json = {"hands": 2, "cards": 2, "burn": 1, "piles": [market]}
    dealt = post(base, "/v1/items/deal", seed="5", items=TREES, **rules)
    dealt["original_items"] = TREES
    assert open_answer(tab, dealt).startswith(f"{RIGHT}.")
    shown = read_lists(tab)
    assert list(shown) == ["Seat 1", "Seat 2", "Burned cards", "Market", "Stock"]
    places = dealt["hands"] + dealt["piles"]
    for texts, place in zip(shown.values(), places, strict=True):
        assert texts == [write_item(item) for item in place["items"]]
    dealt["hands"][1]["items"][0] = "ivy"
    assert open_answer(tab, dealt).startswith("Not valid.")
    assert texts_of(tab, "#cards .wrong") == ["ivy differs"]


@for_each(
    ("path", "body", "member", "value", "said", "compared"),
    [
        (
            "/v1/items/draw",
            {"items": ["oak", "elm", "ash"], "count": 2},
            "seed",
            "6",
            "The seed differs.",
            ("5", "6"),
        ),
        (
            "/v1/items/draw",
            {"items": ["oak", "elm", "ash"], "count": 2},
            "count",
            3,
            "The number of winners differs.",
            ("2", "3"),
        ),
        (
            "/v1/integers",
            {"min": 1, "max": 49, "count": 6},
            "max",
            48,
            "The highest number differs.",
            ("49", "48"),
        ),
        (
            "/v1/integers",
            {"min": 1, "max": 49, "count": 6},
            "uniformity",
            "biased",
            "What is said of the chances differs.",
            ("exact", "biased"),
        ),
    ],
)
def test_a_member_that_was_changed_is_named(
    tab: Page,
    base: str,
    path: str,
    body: Json,
    member: str,
    value: Any,
    said: str,
    compared: tuple[str, str],
) -> None:
    answer = post(base, path, seed="5", **body) | {member: value}
    assert open_answer(tab, answer) == f"Not valid. {said}"
    expect_compared(tab, *compared)


def test_a_hand_of_bridge_is_one_row_of_large_cards(tab: Page, base: str) -> None:
    set_width(tab, 1366, 768)
    dealt = post(base, "/v1/games/bridge/deal", seed="42")
    assert open_answer(tab, dealt).startswith("The result is right: Contract bridge")
    cards = tab.locator("#cards .cards").first.locator("img").all()
    boxes = [box_of(card) for card in cards]
    assert len(boxes) == 13
    assert len({box["y"] for box in boxes}) == 1
    assert min(box["width"] for box in boxes) >= 44


def test_hands_of_few_cards_lie_beside_one_another(tab: Page, base: str) -> None:
    dealt = post(base, "/v1/games/holdem/deal", seed="42", players=6)
    open_answer(tab, dealt)
    for width, count in ((390, 2), (768, 4), (1366, 5)):
        set_width(tab, width, 768)
        tops = tab.locator("#cards h3").evaluate_all(
            "(titles) => titles.map(({ offsetTop }) => offsetTop)"
        )
        assert tops.count(tops[0]) == count, width
        assert fits_window(tab), width


def test_items_that_were_drawn_by_their_weights_are_shown(tab: Page, base: str) -> None:
    weighted: Json = {"items": ["oak", "elm"], "weights": [1, 3], "replacement": True}
    drawn = post(base, "/v1/items/draw", seed="5", count=5, **weighted)
    drawn["original_items"] = ["oak", "elm"]
    assert open_answer(tab, drawn).startswith(f"{RIGHT}.")
    assert read_lists(tab) == {"": drawn["items"]}


def put_at(answer: Any, path: tuple[Any, ...], value: object) -> None:
    """Put a value in place of that at a path, such as ("dice", 2, "face")."""
    *parents, last = path
    find_value(answer, parents)[last] = value


@for_each(
    ("roll", "path", "value", "said", "pictured", "wrong"),
    [
        (
            "4d6kh3+1d20",
            ("dice", 2, "face"),
            9,
            "Die 3 of 5 differs.",
            [["Expected\n4", "The total 28"], ["Seen\n9", "The total 28"]],
            ["9"],
        ),
        (
            "4d6kh3+1d20",
            ("dice", 4),
            None,
            "Die 5 of 5 differs.",
            [["Expected\n17"], ["Seen\nnothing"]],
            ["null"],
        ),
        (
            "4d6kh3+1d20",
            ("total",),
            9,
            "The total differs.",
            [["Expected\n28"], ["Seen\n9"]],
            [],
        ),
        (
            "6x(4d6!kh3)",
            ("dice", 1, "face"),
            9,
            "Roll 1, die 2 of 4 differs.",
            [["Expected\n1", "The total 11"], ["Seen\n9", "The total 11"]],
            ["9"],
        ),
    ],
)
def test_the_die_that_was_changed_is_named_before_the_totals(
    tab: Page,
    base: str,
    roll: str,
    path: tuple[Any, ...],
    value: int | None,
    said: str,
    pictured: list[list[str]],
    wrong: list[str],
) -> None:
    rolled = post(base, "/v1/dice", roll=roll, seed="abc")
    assert open_answer(tab, rolled).startswith(f"The result is right: Roll {roll}")
    dice = [die for rolled_set in rolled["sets"] for die in rolled_set["dice"]]
    faces = [str(die["face"]) for die in dice]
    assert texts_of(tab, "#cards .die .hidden") == faces
    assert tab.locator("#cards .die.dropped").count() == sum(
        die["fate"] == "dropped" for die in dice
    )
    put_at(rolled["sets"][0], path, value)
    rolled["total"] += 1
    assert open_answer(tab, rolled).startswith(f"Not valid. {said}")
    assert list_compared(tab) == pictured
    assert texts_of(tab, "#cards .die.wrong .hidden") == wrong


def test_the_totals_of_changed_dice_are_told_beside_each_other(
    tab: Page, base: str
) -> None:
    rolled = post(base, "/v1/dice", roll="2d6", seed="abc")
    [dice] = rolled["sets"]
    total = dice["total"]
    put_at(dice, ("dice", 0, "face"), 9)
    assert open_answer(tab, rolled).startswith("Not valid.")
    assert texts_of(tab, "#cards .total") == [f"The total {total}"]
    dice["total"] = 99
    rolled["total"] = 99
    assert open_answer(tab, rolled).startswith("Not valid.")
    told = [f"The total {total}", "The total 99"]
    assert texts_of(tab, "#finding .pair p") == told
    assert texts_of(tab, "#cards .total") == ["The total 99 differs"]


def test_all_results_of_a_batch_are_shown_on_demand(tab: Page, base: str) -> None:
    rolled = post(base, "/v1/dice/batch", roll="2d6", repeats=4, seed="abc")
    assert open_answer(tab, rolled).startswith(f"{RIGHT}.")
    assert tab.locator("#cards .dice").count() == 1
    press(tab, "Show all 4", exact=True)
    assert tab.locator("#cards .dice").count() == 4
    rolled["sets"][2][0]["dice"][1]["face"] = 9
    place = "Not valid. Die 2 of 2 of result 3 differs."
    assert open_answer(tab, rolled).startswith(place)
    assert texts_of(tab, "#cards .die.wrong small") == ["differs"]


@for_each(
    ("path", "body", "member", "said"),
    [
        ("/v1/items/pairs", {}, ("pairs", 1, "receiver"), "Pair 2 differs."),
        (
            "/v1/items/groups",
            {"groups": 2},
            ("groups", 0, "indices", 1),
            "Group 1, place 2 differs.",
        ),
    ],
)
def test_a_changed_pair_or_group_is_named(
    tab: Page, base: str, path: str, body: Json, member: tuple[Any, ...], said: str
) -> None:
    items = ["Ann", "Bob", "Cem", "Dee"]
    answer = post(base, path, seed="5", items=items, **body)
    put_at(answer, member, 9 if member[-1] == 1 else "Eve")
    assert said in open_answer(tab, answer)


def test_a_sheet_of_bingo_is_shown_by_its_rows(tab: Page, base: str) -> None:
    sheet = post(base, "/v1/bingo/strips", seed="abc")
    assert open_answer(tab, sheet).startswith(f"{RIGHT}.")
    assert len(texts_of(tab, "#cards .numbers li")) == 18
    row = sheet["strip"][1][2]
    row[row.index(None)] = 1
    assert open_answer(tab, sheet) == "Not valid. Ticket 2, row 3 differs."
    expect_compared(tab, "nothing", "1")


def test_integers_of_drums_are_shown_and_the_altered_one_is_marked(
    tab: Page, base: str
) -> None:
    drums = [{"max": 69, "count": 5}, {"max": 26, "count": 1}]
    lottery = post(base, "/v1/integers/draw", seed="5", drums=drums)
    assert open_answer(tab, lottery).startswith(f"{RIGHT}.")
    first, second = lottery["integers"]
    shown = read_lists(tab)
    assert shown["Drum 1"] == [str(number) for number in first]
    ranges = ["Numbers from 1 to 69.", "Numbers from 1 to 26."]
    assert texts_of(tab, "#cards .holder .soft") == ranges
    assert shown["Drum 2"] == [str(number) for number in second]
    assert len(shown) == 2
    second[0] = 27 - second[0]
    assert open_answer(tab, lottery).startswith("Not valid.")
    assert texts_of(tab, "#cards .wrong") == [f"{second[0]} differs"]
