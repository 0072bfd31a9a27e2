"""The betting of the room of hold'em of examples/: blinds, turns, raises, all-ins and pots, as the rules have them."""

import json
import random
from collections import Counter
from contextlib import suppress
from typing import Any

import pytest

from tests.packages.game_server import EXAMPLES, HANDS, NAMES, check_chips, load

Json = dict[str, Any]
HOLDEM = EXAMPLES / "fastapi-holdem"


def open_room(betting: Any, chips: Json) -> Json:
    """Return a room in which a hand is dealt to these players, the last one at the button."""
    room: Json = betting.new_room()
    for name, count in chips.items():
        betting.sit_down(room, name)
        room["players"][name]["chips"] = count
    room["bank"] = -sum(chips.values())
    for name in chips:
        betting.note_word(room, name, "0" * 64)
    room.update(phase="texts", missing=[])
    betting.begin_street(room, [])
    return room


STACKS = [1, 3, 7, 12, 40, 100, 1_000]


@pytest.mark.sampled
def test_betting_keeps_all_chips_whatever_players_do() -> None:
    betting = load(HOLDEM / "betting.py")
    source = random.Random(42)
    for _ in range(50 * HANDS):
        names = [f"player {number}" for number in range(source.randint(2, 6))]
        chips = {name: source.choice(STACKS) for name in names}
        room = open_room(betting, chips)
        while step := (room["turn"] or betting.next_step(room)):
            if source.random() < 0.05:
                betting.stand_up(room, source.choice(names))
            elif room["turn"]:
                act_at_random(betting, room, source)
            elif step == "end":
                pay_at_random(betting, room, source)
            else:
                betting.begin_street(room, ["card"])
            check_chips(room)


def pay_at_random(betting: Any, room: Json, source: random.Random) -> None:
    """Pay the pots by random strengths, and see that each player wins what the rules say, and who folded nothing."""
    paid = room["paid"].copy()
    seats = room["seats"].copy()
    folded = set(room["folded"])
    strengths = {seat: source.randint(1, 3) for seat in betting.live_seats(room)}
    betting.pay_pots(room, strengths, {})
    expected = share_pots(paid, {seats[seat]: strengths[seat] for seat in strengths})
    assert {name: won for name, won in room["won"].items() if won} == expected
    assert not folded & expected.keys()


def act_at_random(betting: Any, room: Json, source: random.Random) -> None:
    """Act, and see that acts that the rules do not have change nothing."""
    name = room["turn"]
    stack = room["players"][name]["chips"]
    owed = room["most"] - room["paid"][name]
    least = room["least"]
    number = room["number"]
    before = json.dumps(room)
    wrong: list[Any] = [-1, stack + 1, 1.0, True, "1", None]
    if 0 < owed <= stack:
        wrong.append(owed - 1)
    if owed < owed + least - 1 < stack:
        wrong.append(owed + least - 1)
    for chips in wrong:
        with pytest.raises((TypeError, ValueError)):
            betting.act(room, name, number, chips)
    betting.act(room, name, number - 1, fold=True)
    other = next(other for other in room["players"] if other != name)
    with pytest.raises(ValueError, match="turn"):
        betting.act(room, other, number, fold=True)
    assert json.dumps(room) == before
    with suppress(ValueError):  # who may not raise may call
        if source.random() < 0.4:
            raised = source.choice([stack, owed + least, owed + 2 * least])
            betting.act(room, name, number, raised)
            return
    folds = source.random() < 0.2
    betting.act(room, name, number, min(owed, stack), fold=folds)


def share_pots(paid: dict[str, int], strengths: dict[str, int]) -> dict[str, int]:
    """Return what each player wins. The chips that the same players may win are one pot."""
    pots: Counter[tuple[str, ...]] = Counter()
    for level in range(max(paid.values())):
        payers = [name for name in paid if paid[name] > level]
        rivals = tuple(name for name in payers if name in strengths)
        pots[rivals] += len(payers)
    won: Counter[str] = Counter()
    for rivals, pot in pots.items():
        most = max(strengths[rival] for rival in rivals)
        best = [name for name in rivals if strengths[name] == most]
        for chip in range(pot):
            won[best[chip % len(best)]] += 1
    return dict(won)


def test_blinds_turns_and_raises_are_those_of_holdem() -> None:
    betting = load(HOLDEM / "betting.py")
    room = open_room(betting, {"Ann": 100, "Bob": 100, "Cem": 100})
    assert room["seats"] == {"1": "Ann", "2": "Bob", "dealer": "Cem"}
    assert room["paid"] == {"Ann": 5, "Bob": 10, "Cem": 0}
    assert room["turn"] == "Cem"
    assert room["least"] == 10
    for name, chips in (("Cem", 30), ("Ann", 25), ("Bob", 20)):
        assert room["turn"] == name
        betting.act(room, name, room["number"], chips)
        assert room["least"] == 20  # after a raise by 20, and two calls
    assert room["turn"] is None
    assert betting.next_step(room) == "flop"
    betting.begin_street(room, ["card"] * 3)
    assert room["turn"] == "Ann"
    assert room["least"] == 10
    for name in ("Ann", "Bob", "Cem"):
        betting.act(room, name, room["number"], 0)
    assert betting.next_step(room) == "turn"


def test_of_two_players_the_button_is_the_small_blind_and_acts_first() -> None:
    betting = load(HOLDEM / "betting.py")
    room = open_room(betting, {"Ann": 100, "Bob": 100})
    assert room["seats"] == {"1": "Ann", "dealer": "Bob"}
    assert room["paid"] == {"Ann": 10, "Bob": 5}
    assert room["turn"] == "Bob"
    betting.act(room, "Bob", 0, 5)
    assert room["turn"] == "Ann"  # the big blind may raise
    betting.act(room, "Ann", 1, 0)
    betting.begin_street(room, ["card"] * 3)
    assert room["turn"] == "Ann"


def test_an_all_in_for_less_than_a_raise_lets_nobody_raise_again() -> None:
    betting = load(HOLDEM / "betting.py")
    room = open_room(betting, {"Ann": 1_000, "Bob": 1_000, "Cem": 55, "Dee": 1_000})
    assert room["turn"] == "Cem"
    betting.act(room, "Cem", 0, 10)
    betting.act(room, "Dee", 1, 40)  # a raise by 30
    betting.act(room, "Ann", 2, 35)
    betting.act(room, "Bob", 3, fold=True)
    betting.act(room, "Cem", 4, 45)  # all-in for 15 more
    assert room["turn"] == "Dee"
    with pytest.raises(ValueError, match="pay 15"):
        betting.act(room, "Dee", 5, 100)
    betting.act(room, "Dee", 5, 15)
    betting.act(room, "Ann", 6, 15)
    assert room["turn"] is None


def test_the_button_moves_to_the_next_player_who_stays() -> None:
    betting = load(HOLDEM / "betting.py")
    room = open_room(betting, dict.fromkeys(NAMES, 100))
    buttons = []
    for leaver in (None, "Ann", None, "Dee"):
        buttons.append(room["seats"]["dealer"])
        if leaver:
            betting.stand_up(room, leaver)
        while room["turn"]:
            betting.act(room, room["turn"], room["number"], fold=True)
        betting.pay_pots(room, dict.fromkeys(betting.live_seats(room), 0), {})
        for name in room["players"]:
            betting.note_word(room, name, "0" * 64)
        room.update(phase="texts", missing=[])
        betting.begin_street(room, [])
    assert buttons == ["Dee", "Ann", "Bob", "Cem"]
    assert room["seats"] == {"1": "Cem", "dealer": "Bob"}
