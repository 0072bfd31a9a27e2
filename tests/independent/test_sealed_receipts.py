"""Receipts of shoe2, valid, altered and malformed, checked by the independent implementation alone.

The lives of its golden vectors are the receipts; tests/core/sealed/test_vectors.py compares them with the service.
"""

import json
import re
from copy import deepcopy
from pathlib import Path
from shutil import copy, copytree
from typing import Any

import pytest

from service.core.sealed.deals import StageRequest, deal
from service.core.sealed.draws import open_shoe
from service.core.sealed.observations import ObservedCards
from service.core.sealed.receipts import reveal
from service.core.sealed.shoe import SealedShoe
from service.core.sealed.terms import Reshuffle, Terms
from service.core.shuffles.plans import Limits
from tests.conftest import ROOT
from tests.core.sealed.players import check_receipt
from tests.independent.test_fairness import FILES, PROGRAM_PAGE
from tests.independent.test_receipts import PROGRAM, YOURS, run_command
from tests.independent.verifier import run_verifier

pytestmark = pytest.mark.node

Fields = dict[str, Any]
LIVES: list[Fields] = json.loads((ROOT / "tests" / "vectors" / "sd1.json").read_text(encoding="utf-8"))["sealed"]


def make_file(case: Fields) -> Fields:
    """Return the receipt of a life with all that was seen of it."""
    asked, answer = case["asked"], case["answer"]
    receipt = {name: asked[name] for name in ("terms", "server_seed", "client_seed")}
    receipt |= {"receipt": "shoe2", "commitment": answer["commitment"], "drawn": answer["drawn"]}
    items = {"original_items": case["original_items"]} if "original_items" in case else {}
    return deepcopy({"receipt": receipt, "seen": answer["seen"]} | items)


def add_notes(file: Fields) -> Fields:
    """Return a file with the notes of a player who was shown its commitment and gave its client seed."""
    seed = file["receipt"]["client_seed"]
    return file | {"commitment": file["receipt"]["commitment"]} | ({} if seed is None else {"client_seed": seed})


def find_life(**terms: Any) -> Fields:
    """Return the file of the first life with these terms."""
    return next(make_file(life) for life in LIVES if terms.items() <= life["asked"]["terms"].items())


def check(*files: Any) -> list[Fields]:
    return run_verifier("lines", files)


def set_value(file: Fields, path: str, value: Any) -> Fields:
    """Return a copy of a file with another value at a path like seen.1.cards; without the member if it is `...`."""
    file = deepcopy(file)
    *keys, last = [int(key) if key.isdigit() else key for key in path.split(".")]
    node: Any = file
    for key in keys:
        node = node[key]
    if value is ...:
        del node[last]
    else:
        node[last] = value
    return file


HOLDEM, RUMMY = make_file(LIVES[0]), make_file(LIVES[1])
DECK, NUMBERS = find_life(deck="standard", decks=6), find_life(max=40)
NEVER, EUCHRE = find_life(reshuffle="never"), find_life(deck="euchre")
BLACKJACK, BRIDGE = find_life(game="blackjack", cut=20), find_life(game="bridge", board=6)
CUT, RIICHI = find_life(game="blackjack", cut=45), find_life(game="riichi")
BINGO = find_life(game="bingo_call")


def test_the_receipt_of_every_life_is_valid_with_all_that_was_seen_and_undecided_without() -> None:
    files = [make_file(life) for life in LIVES]
    results = check(*map(add_notes, files))
    assert [result["valid"] for result in results] == [True] * len(files)
    for file, result in zip(files, check(*(file["receipt"] for file in files)), strict=True):
        unchecked = {"commitment", "draws"} | ({"seen"} if file["receipt"]["drawn"]["total"] else set())
        unchecked |= set() if file["receipt"]["client_seed"] is None else {"client_seed"}
        unchecked |= {"items"} if "items_sha256" in file["receipt"]["terms"] else set()
        assert (result["valid"], set(result["unchecked"])) == (None, unchecked)


def test_a_receipt_with_members_that_clients_leave_out_or_add_as_null_is_the_same() -> None:
    alone = next(make_file(life) for life in LIVES if life["answer"]["drawn"]["in_play"] is None)
    assert alone["receipt"]["drawn"].pop("in_play") is None
    alone["seen"][0] |= {"in_play": None, "integers": None}
    assert check(add_notes(alone))[0]["valid"] is True
    numbers = set_value(NUMBERS, "receipt.terms.exclude", None)
    assert check(add_notes(numbers))[0]["valid"] is True


def test_the_last_digest_that_was_shown_must_be_that_of_the_receipt() -> None:
    digest = HOLDEM["receipt"]["drawn"]["digest"]
    (right,) = check(add_notes(HOLDEM) | {"digest": digest})
    (wrong,) = check(add_notes(HOLDEM) | {"digest": "0" * 64})
    (early,) = check(add_notes(HOLDEM) | {"digest": LIVES[0]["answer"]["digests"][2]})
    (part,) = check(add_notes(HOLDEM) | {"digest": LIVES[0]["answer"]["digests"][2], "seen": HOLDEM["seen"][:2]})
    assert right == early == {"valid": True}
    assert (wrong["valid"], wrong["difference"]["where"]) == (False, "digest")
    assert (part["valid"], set(part["unchecked"])) == (None, {"draws", "digest"})


def test_entries_that_are_no_draws_of_the_list_do_not_pass_as_seen() -> None:
    undrawn = next(position for position in range(52) if all(position not in e["positions"] for e in HOLDEM["seen"]))
    for file, entry, where in (
        (HOLDEM, {"round": 0, "position": undrawn, "cards": [None]}, "drawn"),
        (HOLDEM, {"draw": 5, "pile": "stock", "rounds": [], "positions": [], "cards": []}, "seen[5].positions"),
        (RUMMY, {"rounds": [1], "positions": [0], "cards": [None], "in_play": [0, 1]}, "seen[4].in_play"),
    ):
        (result,) = check(add_notes(file) | {"seen": [*file["seen"], entry]})
        assert result["valid"] is not True
        assert (result.get("difference") or result["refused"])["where"] == where, result


def test_cards_are_read_in_lower_case_and_with_10_for_t() -> None:
    altered = add_notes(deepcopy(DECK))
    for entry in altered["seen"]:
        entry["cards"] = [card and card.replace("T", "10").lower() for card in entry["cards"]]
    (result,) = check(altered)
    assert result["valid"] is True


def test_a_fork_is_named_with_its_draw_and_the_entries_of_both_branches() -> None:
    other = HOLDEM["seen"][1] | {"positions": [6, 7, 8, 10]}
    other["cards"] = [None] * 4
    (result,) = check(add_notes(HOLDEM) | {"seen": [*HOLDEM["seen"], other]})
    difference = result["difference"]
    assert (difference["where"], difference["draw"]) == ("seen[5].positions[3]", 2)
    assert "seen[1]" in difference["detail"]
    assert "seen[5]" in difference["detail"]


def test_a_list_with_draws_that_are_missing_names_how_many() -> None:
    (result,) = check(add_notes(HOLDEM) | {"seen": [HOLDEM["seen"][3], HOLDEM["seen"][1]]})
    assert (result["valid"], list(result["unchecked"])) == (None, ["draws"])
    assert result["unchecked"]["draws"].startswith("3 of the 5 ")


def test_runs_of_cards_and_the_views_of_several_players_are_checked_together_with_draws() -> None:
    hole = HOLDEM["seen"][0]
    views = [
        hole | {"cards": [card if i % 3 == seat else None for i, card in enumerate(hole["cards"])]} for seat in (0, 1)
    ]
    flop = {"round": 0, "position": 7, "cards": ["QC", "9H", "AH"]}
    (result,) = check(add_notes(HOLDEM) | {"seen": [*views, flop, *HOLDEM["seen"]]})
    assert result == {"valid": True}
    for seen in (flop, {"rounds": [0, 0], "positions": [9, 6], "cards": ["AH", None]}):
        (result,) = check(add_notes(HOLDEM) | {"seen": [seen]})
        assert (result["valid"], set(result["unchecked"])) == (None, {"draws"})


def test_a_run_of_integers_is_checked_and_the_list_of_items_is_unchecked_if_it_is_not_there() -> None:
    (drawn,) = [entry["integers"] for entry in NUMBERS["seen"][:1]]
    run = {"round": 0, "position": 0, "integers": drawn}
    (result,) = check(add_notes({"receipt": NUMBERS["receipt"], "seen": [run]}))
    assert (result["valid"], set(result["unchecked"])) == (None, {"items", "draws"})
    (result,) = check({"receipt": NUMBERS["receipt"], "seen": [run | {"integers": [*drawn[:2], 0]}]})
    assert (result["valid"], result["difference"]["where"]) == (False, "round 0, position 2")


def test_entries_of_a_shoe1_shoe_have_no_draw() -> None:
    case = json.loads((ROOT / "tests" / "vectors" / "sd1.json").read_text(encoding="utf-8"))["shoes"][0]
    drawn = {"round": 0, "top": 10, "bottom": 1, "total": 11}
    receipt = case["asked"] | {"receipt": "shoe1", "commitment": case["answer"]["commitment"], "drawn": drawn}
    entry = {"rounds": [0, 0, 0], "positions": [0, 1, 311], "cards": [None, "JS", "QC"]}
    altered = entry | {"cards": [None, "QC", "JS"]}
    files = [add_notes({"receipt": receipt, "seen": [one]}) for one in (entry, altered)]
    results = check(*files)
    assert (results[0]["valid"], set(results[0]["unchecked"])) == (None, {"seen"})  # eleven were drawn
    assert results[1]["difference"]["where"] == "round 0, position 1"
    (result,) = check({"receipt": receipt, "seen": [entry | {"draw": 1}]})
    assert result["refused"]["where"] == "seen[0].draw"


@pytest.mark.parametrize(
    ("file", "path", "value", "where"),
    [
        (HOLDEM, "receipt.commitment", "0" * 64, "commitment"),
        (HOLDEM, "receipt.terms.players", 4, "commitment"),
        (HOLDEM, "receipt.client_seed", None, "round 0, position 0 (1's hand)"),
        (HOLDEM, "receipt.drawn.round", 21, "drawn.round"),
        (HOLDEM, "receipt.drawn.total", 6, "drawn.total"),
        (HOLDEM, "receipt.drawn.total", 19, "drawn.total"),
        (HOLDEM, "receipt.drawn.draws", 0, "drawn.draws"),
        (HOLDEM, "receipt.drawn.draws", 4, "seen[4].draw"),
        (HOLDEM, "receipt.drawn.in_play", [], "drawn.in_play"),
        (HOLDEM, "receipt.drawn.positions", [0, 1, 2, 3, 4], "drawn"),
        (HOLDEM, "receipt.drawn.positions", [0, 1, 2, 3, 4, 5, 6], "drawn.positions"),
        (HOLDEM, "receipt.drawn.digest", "0" * 64, "drawn.digest"),
        (HOLDEM, "seen.2.cards.1", "AS", "round 0, position 11 (the turn)"),
        (HOLDEM, "seen.1.cards.0", "AS", "round 0, position 6 (the burns)"),
        (HOLDEM, "seen.2.stage", "flop", "seen[2].stage"),
        (HOLDEM, "seen.2.positions.0", 12, "seen[2].positions[0]"),
        (HOLDEM, "seen.1.in_play", [], "seen[1].in_play"),
        (HOLDEM, "seen.3.draw", 3, "seen[3].stage"),
        (RUMMY, "receipt.drawn.positions", [0, 1, 27, 29], "drawn.positions[3]"),
        (RUMMY, "receipt.drawn.in_play", None, "round 1, position 0 (the stock)"),
        (RUMMY, "seen.2.in_play", ..., "seen[2].in_play"),
        (RUMMY, "seen.2.in_play", [*range(1, 20), 49, 50, 51], "seen[2].in_play"),
        (RUMMY, "seen.2.positions.3", 5, "drawn"),
        (RUMMY, "seen.3.pile", "discards", "seen[3].pile"),
        (RUMMY, "seen.1.pile", "wall", "seen[1].pile"),
        (DECK, "receipt.drawn.top", 11, "drawn.top"),
        (DECK, "receipt.drawn.bottom", 308, "drawn.bottom"),
        (DECK, "seen.3.cards.1", "AS", "round 1, position 6"),
        (NEVER, "receipt.drawn.round", 1, "drawn.round"),
        (EUCHRE, "seen.1.rounds.4", 0, "round 0, position 0"),
        (NUMBERS, "receipt.terms.max", 41, "commitment"),
        (NUMBERS, "original_items.3.ticket", 0, "terms.items_sha256"),
        (NUMBERS, "original_items", [2**60] * 40, "terms.items_sha256"),
        (NUMBERS, "original_items", [1], "original_items"),
        (HOLDEM, "original_items", [], "terms.items_sha256"),
        (BLACKJACK, "seen.3.cards.0", "AS", "round 0, position 6 (dealer's hole card)"),
        (BLACKJACK, "seen.5.cards.0", "AS", "round 0, position 10 (1's hand)"),
        (BRIDGE, "seen.1.cards.0", "AS", "round 1, position 0 (W's hand)"),
        (CUT, "seen.5.rounds", [0, 0, 0], "round 0, position 1 (1's hand)"),
        (RIICHI, "seen.4.cards.0", "1m", "round 0, position 124 (the dora indicators)"),
        (BINGO, "seen.3.positions.0", 73, "seen[3].positions[0]"),
    ],
)
def test_an_altered_value_is_named(file: Fields, path: str, value: Any, where: str) -> None:
    altered = set_value(file, path, value)
    for entry in altered["seen"] if path.endswith(".0") and "positions" in path else ():
        entry["cards"] = [None] * len(entry["cards"])  # so that the draws are what differs
    (result,) = check(altered)
    assert (result["valid"], result.get("difference", {}).get("where")) == (False, where), result


@pytest.mark.parametrize(
    ("file", "path", "value", "where"),
    [
        (HOLDEM, "receipt.receipt", "shoe4", "receipt"),
        (HOLDEM, "receipt.terms.scheme", "shoe1", "terms.scheme"),
        (HOLDEM, "receipt.terms.game", "poker", "terms.game"),
        (HOLDEM, "receipt.terms.players", 12, "terms.players"),
        (HOLDEM, "receipt.terms.players", ..., "terms.players"),
        (HOLDEM, "receipt.terms.deck", "piquet", "terms.deck"),
        (HOLDEM, "receipt.terms.board", 1, "terms.board"),
        (HOLDEM, "receipt.terms.cut", 1, "terms.cut"),
        (HOLDEM, "receipt.terms.reshuffle", "at_cut", "terms.reshuffle"),
        (HOLDEM, "receipt.terms.min", 1, "terms.min"),
        (HOLDEM, "receipt.drawn.top", 1, "drawn.top"),
        (HOLDEM, "receipt.drawn.in_play", [2, 1], "drawn.in_play[1]"),
        (HOLDEM, "receipt.drawn.positions", [52], "drawn.positions[0]"),
        (HOLDEM, "receipt.drawn.digest", "F" * 64, "drawn.digest"),
        (HOLDEM, "seen.0.stage", "preflop", "seen[0].stage"),
        (HOLDEM, "seen.0.stage", ..., "seen[0]"),
        (HOLDEM, "seen.0.pile", "stock", "seen[0]"),
        (HOLDEM, "seen.0.draw", 0, "seen[0].draw"),
        (HOLDEM, "seen.0.round", 0, "seen[0].round"),
        (HOLDEM, "seen.0.rounds", [0], "seen[0].rounds"),
        (HOLDEM, "seen.0.positions.2", 52, "seen[0].positions[2]"),
        (HOLDEM, "seen.0.cards.2", 7, "seen[0].cards"),
        (HOLDEM, "seen.0.integers", [1], "seen[0].integers"),
        (RUMMY, "seen.2.in_play", [3, 3], "seen[2].in_play[1]"),
        (DECK, "seen.0.stage", "deal", "seen[0].stage"),
        (DECK, "receipt.drawn.positions", [], "drawn.positions"),
        (DECK, "receipt.terms.reshuffle", "when_empty", "terms.cut"),
        (NUMBERS, "receipt.terms.min", ..., "terms.min"),
        (NUMBERS, "receipt.terms.cut", 1, "terms.cut"),
        (NUMBERS, "receipt.terms.max", 0, "terms.max"),
        (NUMBERS, "receipt.terms.decks", 1, "terms.decks"),
        (NUMBERS, "receipt.terms.items_sha256", "abc", "terms.items_sha256"),
        (NUMBERS, "seen.0.cards", ["AS"], "seen[0].cards"),
        (NUMBERS, "original_items", {}, "original_items"),
        (BRIDGE, "receipt.terms.board", 0, "terms.board"),
        (RIICHI, "receipt.terms.red_fives", ..., "terms.red_fives"),
        (find_life(game="hearts", players=5), "receipt.terms.exclude", ["2C", "2D"], "terms.exclude"),
    ],
)
def test_a_malformed_file_is_refused_by_name(file: Fields, path: str, value: Any, where: str) -> None:
    (result,) = check(set_value(file, path, value))
    assert (result["valid"], result.get("refused", {}).get("where")) == (None, where), result


def test_a_card_from_the_middle_of_a_pile_is_no_draw_though_its_position_was_free() -> None:
    altered = set_value(HOLDEM, "seen", HOLDEM["seen"][:4])
    entry = {"draw": 5, "pile": "stock", "rounds": [0], "positions": [20], "cards": [None]}
    altered["seen"].append(entry)
    altered["receipt"]["drawn"] |= {"round": 0, "total": 15, "positions": [*range(14), 20]}
    (result,) = check(altered)
    difference = {"where": "seen[4].positions[0]", "expected": 14, "seen": 20, "draw": 5}
    assert result["difference"] | difference == result["difference"]


def test_a_hand_that_is_dealt_after_the_cut_card_is_not_valid(monkeypatch: pytest.MonkeyPatch) -> None:
    """After two hands 40 cards are left, without the covered card of the first hand."""
    shoe = open_shoe(Terms(game="blackjack", decks=1, players=2, reshuffle=Reshuffle.AT_CUT, cut=40), Limits())
    entries = []
    with monkeypatch.context() as operator:
        operator.setattr(SealedShoe, "reshuffle_due", property(lambda _: False))
        for _ in range(6):
            dealt = deal(shoe, StageRequest(), Limits())
            shoe = dealt.shoe
            entries.append(dealt.seen)
    receipt = dict(reveal(shoe)[0].to_json())
    (result,) = check(add_notes({"receipt": receipt, "seen": entries}))
    difference = check_receipt(receipt, [ObservedCards(**entry) for entry in entries]).difference
    assert difference
    assert (result["difference"]["where"], difference.where) == ("seen[4].rounds[0]",) * 2


def test_the_command_says_the_turn(tmp_path: Path) -> None:
    code, printed = run_command(tmp_path / "receipt.json", set_value(HOLDEM, "seen.2.cards.1", "AS"))
    assert code == 1
    sentence = 'not valid: round 0, position 11 (the turn) (draw 3) differs expected "AC" seen "AS"'
    assert " ".join(printed.split()) == sentence


def test_the_command_prints_the_stages_the_cards_in_play_and_the_digests_of_draws(tmp_path: Path) -> None:
    answer = LIVES[1]["answer"]
    code, printed = run_command(tmp_path / "receipt.json", add_notes(RUMMY), "steps")
    assert (code, printed.splitlines()[-2]) == (0, "valid")
    titles = [line for line in printed.splitlines() if line and not line.startswith(" ")]
    rounds = [f"Round {i}: {name}" for i in (0, 1) for name in ("random words", "draws, by fisher_yates", "the order")]
    keys = ["The key", "The key for the cards in play"]
    assert titles == [
        "The terms",
        "The commitment",
        *keys,
        *rounds[:3],
        "Round 0: the stages",
        *rounds[3:],
        "The digests of the draws",
        "valid",
    ]
    for text in (answer["canonical"], answer["key"], answer["in_play_key"], *answer["records"], *answer["digests"][1:]):
        assert text in printed
    assert re.search(r"deal +the discards +up +20 +8H", printed)


def test_the_command_prints_the_steps_of_every_life_and_of_a_receipt_alone(tmp_path: Path) -> None:
    for file in (HOLDEM, DECK, NUMBERS, BLACKJACK, RIICHI, NUMBERS["receipt"], make_file(LIVES[7])):
        code, printed = run_command(tmp_path / "receipt.json", file, "steps")
        assert (code, "The commitment" in printed) == (2, True)


def test_the_files_that_the_page_on_the_program_names_for_shoe2_check_it_alone(tmp_path: Path) -> None:
    paragraph = PROGRAM_PAGE.partition("One of `shoe2`")[2].partition("\n\n")[0]
    names = FILES.findall(PROGRAM_PAGE) + re.findall(r"\[([a-z]+\.mjs)\]", paragraph)
    for name in names:
        copy(PROGRAM.parent / name, tmp_path)
    [folder] = re.findall(r"`verify/([a-z]+)`", paragraph)
    copytree(PROGRAM.parent / folder, tmp_path / folder)
    for file in map(add_notes, (HOLDEM, DECK, NUMBERS)):
        assert run_command(tmp_path / "receipt.json", file, program=tmp_path / PROGRAM.name) == (0, YOURS)
