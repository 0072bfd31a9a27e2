"""The seats and the betting of no-limit hold'em, without cards. A room is a dictionary that JSON can keep."""

import re
import time

BLINDS, STACK, PLACES = (5, 10), 1_000, 10
PATIENCE = 30  # seconds that a room waits for a player
STAGES = ("hole", "flop", "turn", "river")


def new_room():
    room = {
        "version": 0,
        "hand": 1,
        "phase": "words",
        "bank": 0,
        "turn": None,
        "since": time.time(),
    }
    return room | {"players": {}, "words": {}, "seats": {}}


def sit_down(room, name):
    """Give a player a place and chips, once. The bank, the chips of all players and their bets are 0 together."""
    if name not in room["players"]:
        if len(room["players"]) == PLACES:
            raise ValueError("All places are taken.")
        room["players"][name] = {"chips": STACK, "is_leaving": False}
        room.update(bank=room["bank"] - STACK, since=time.time())


def stand_up(room, name):
    """Let a player leave: with cards, fold at the player's next turn; before the cards, call the hand off."""
    if name not in room["players"]:
        return
    room["players"][name]["is_leaving"] = True
    is_seated = name in room["seats"].values()
    if is_seated and room["phase"] == "betting":
        find_turn(room)
    elif is_seated and room["phase"] in ("sealing", "texts"):
        end_hand(room)
    else:
        cash_out(room, name)
        seat_players(room)


def cash_out(room, name):
    room["bank"] += room["players"].pop(name)["chips"]
    room["words"].pop(name, None)


def note_word(room, name, word):
    """Note the SHA-256 of a player's text: who gives it plays the next hand."""
    if not re.fullmatch("[0-9a-f]{64}", word):
        raise ValueError("A SHA-256 in lower-case hexadecimal was expected.")
    if room["phase"] == "words" and name in room["players"]:
        room["words"][name] = word
        seat_players(room)


def seat_players(room):
    """Once all players gave their words, seat them: from the left of the button to the button, which moves on."""
    names = [*room["players"]]
    if room["phase"] != "words" or len(names) < 2 or {*names} != {*room["words"]}:
        return
    button = next((name for name in room["seats"].values() if name in names), names[-1])
    after = names.index(button) + 1
    order = names[after:] + names[:after]
    seats = dict(zip([*map(str, range(1, len(order))), "dealer"], order))
    room.update(
        phase="sealing", seats=seats, missing=[*seats], board=[], dealt=0, folded=[]
    )
    room.update(paid={}, shown={}, won={}, since=time.time())


def begin_street(room, board):
    """Lay the cards of a stage on the board, and begin its betting; the first time, post the blinds."""
    order = [*room["seats"].values()]
    last = order[-1]
    if room["phase"] == "texts":
        # with two players the button is the small blind
        small, last = order[:2] if len(order) > 2 else reversed(order)
        room.update(
            phase="betting", paid=dict.fromkeys(order, 0), most=BLINDS[1], number=0
        )
        for name, blind in zip((small, last), BLINDS):
            pay(room, name, min(blind, room["players"][name]["chips"]))
    room.update(
        board=room["board"] + board,
        dealt=room["dealt"] + 1,
        acted=[],
        least=BLINDS[1],
        last=last,
    )
    find_turn(room)


def pay(room, name, chips):
    room["players"][name]["chips"] -= chips
    room["paid"][name] += chips


def act(room, name, number, chips=0, fold=False):
    """Fold, or pay chips: a check, a call, a bet or a raise. `number` counts the acts of a hand, each of them once."""
    if room["phase"] != "betting" or number != room["number"]:
        return
    if name != room["turn"]:
        raise ValueError(f"It is the turn of {room['turn']}.")
    stack, owed, least = (
        room["players"][name]["chips"],
        room["most"] - room["paid"][name],
        room["least"],
    )
    # not if all-ins for less than a raise are all that is new
    may_raise = name not in room["acted"] or owed >= least
    is_raise = may_raise and owed < chips and min(owed + least, stack) <= chips <= stack
    if not fold and (
        type(chips) is not int or (chips != min(owed, stack) and not is_raise)
    ):
        raise ValueError(
            f"Fold, pay {min(owed, stack)}, or raise by at least {least} or all-in, if you may."
        )
    if fold:
        room["folded"].append(name)
    else:
        pay(room, name, chips)
        room["least"] = max(least, chips - owed)
        room["most"] = max(room["most"], room["paid"][name])
    room.update(number=number + 1, acted=[*room["acted"], name], last=name)
    find_turn(room)


def find_turn(room):
    """Note who must act, None at the end of a street. Who is leaving folds."""
    order, paid = [*room["seats"].values()], room["paid"]
    after = order.index(room["last"]) + 1
    live = [
        name for name in order[after:] + order[:after] if name not in room["folded"]
    ]
    able = [name for name in live if room["players"][name]["chips"]]
    if len(able) > 1:
        waiting = [
            name
            for name in able
            if name not in room["acted"] or paid[name] < room["most"]
        ]
    else:  # nobody could call a bet
        waiting = [name for name in able if paid[name] < max(paid.values())]
    room.update(
        turn=waiting[0] if waiting and len(live) > 1 else None, since=time.time()
    )
    if room["turn"] and room["players"][room["turn"]]["is_leaving"]:
        act(room, room["turn"], room["number"], fold=True)


def live_seats(room):
    return [seat for seat, name in room["seats"].items() if name not in room["folded"]]


def next_step(room):
    """Return what follows: "open" a shoe, a stage to deal, the "end" of the hand, or None while a player is awaited."""
    if room["phase"] == "sealing":
        return "open"
    if room["phase"] == "texts":
        return None if room["missing"] else "hole"
    if room["phase"] == "words" or room["turn"]:
        return None
    return (
        STAGES[room["dealt"]]
        if len(live_seats(room)) > 1 and room["dealt"] < len(STAGES)
        else "end"
    )


def pay_pots(room, strengths, hands):
    """Give each pot to the strongest hand that paid into it, odd chips from the left of the button. End the hand.

    `strengths` and `hands` are of the seats that did not fold. The hands are shown if there are several.
    """
    strength = {room["seats"][seat]: strengths[seat] for seat in strengths}
    won, left = dict.fromkeys(room["paid"], 0), room["paid"]
    while rivals := [name for name in left if left[name] and name in strength]:
        level = min(left[name] for name in rivals)
        pot = sum(min(chips, level) for chips in left.values())
        left = {name: max(0, chips - level) for name, chips in left.items()}
        winners = [
            name
            for name in rivals
            if strength[name] == max(strength[rival] for rival in rivals)
        ]
        share, odd = divmod(pot, len(winners))
        for place, name in enumerate(winners):
            won[name] += share + (place < odd)
    for name, chips in won.items():
        room["players"][name]["chips"] += chips
    room.update(won=won, paid={}, shown=hands if len(hands) > 1 else {})
    end_hand(room)


def end_hand(room):
    """Wait for the words of the next hand, without the players who leave or have no chips."""
    for name, player in [*room["players"].items()]:
        if player["is_leaving"] or not player["chips"]:
            cash_out(room, name)
    room.update(
        hand=room["hand"] + 1, phase="words", words={}, turn=None, since=time.time()
    )


def awaited(room):
    """Return the players for whom the room waits."""
    if room["phase"] == "words":
        return [name for name in room["players"] if name not in room["words"]]
    if room["phase"] == "texts":
        return [room["seats"][seat] for seat in room["missing"]]
    return [room["turn"]] if room["turn"] else []


def hurry(room, name):
    """Let the players leave for whom the room has waited too long. Any player may ask for it."""
    for late in awaited(room) if time.time() > room["since"] + PATIENCE else []:
        stand_up(room, late)


def seat_of(room, name):
    """Return the seat of a player in this hand or the last one, or None."""
    return next((seat for seat in room["seats"] if room["seats"][seat] == name), None)


RULES = {
    "join": sit_down,
    "leave": stand_up,
    "word": note_word,
    "bet": act,
    "hurry": hurry,
}
