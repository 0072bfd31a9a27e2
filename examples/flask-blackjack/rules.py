"""Blackjack with insurance and splits. A game is a dictionary that JSON can keep; only `hole` is secret."""

STACK, SEATS, HANDS = 1_000, 7, 4  # chips, players at the table, hands of one player


def new_game():
    game = {
        "version": 0,
        "hand": 1,
        "phase": "bets",
        "number": 0,
        "drawn": 0,
        "words": "",
        "chips": {},
        "bets": {},
    }
    return game | {
        "remaining": 0,
        "in_play": [],
        "hands": [],
        "dealer": [],
        "hole": [],
        "insured": {},
        "won": {},
    }


def total(cards):
    points = [min("A23456789TJQK".index(card[0]) + 1, 10) for card in cards]
    return sum(points) + (10 if 1 in points and sum(points) <= 11 else 0)


def is_natural(hand):
    return total(hand["cards"]) == 21 and hand["wanted"] == 2 and not hand["is_split"]


def find_turn(game):
    """Return the hand that is to act, None while a card is due."""
    is_due = game["phase"] != "play" or any(
        len(hand["cards"]) < hand["wanted"] for hand in game["hands"]
    )
    return (
        None
        if is_due
        else next((hand for hand in game["hands"] if not hand["is_done"]), None)
    )


def apply(game, do, name="", hand=0, number=None, **members):
    """Apply a message, once: it is for this hand, and between two bets for this `number` of acts."""
    if hand == game["hand"] and (do == "bet" or number == game["number"]):
        {"bet": bet, "start": start, "close": close, "insure": insure, "act": act}[do](
            game, name, **members
        )
        go_on(game)


def bet(game, name, chips, words=""):
    """Sit down with chips for the next hand. The words of the first bet decide the order of the cards."""
    left = game["chips"].get(name, STACK)
    if (
        type(chips) is not int
        or not 0 < chips <= left
        or len({*game["bets"], name}) > SEATS
    ):
        raise ValueError(f"A bet has 1 to {left} chips, and the table {SEATS} places.")
    if game["phase"] == "bets":
        game.update(words=game["words"] or words or name)
        game["bets"].setdefault(name, chips)


def start(game, name):
    if game["phase"] == "bets" and name in game["bets"]:
        game.update(phase="open", dealer=[], insured={}, won={}, in_play=[], drawn=0)
        game["hands"] = [new_hand(name, chips) for name, chips in game["bets"].items()]
        for player, chips in game["bets"].items():
            game["chips"][player] = game["chips"].get(player, STACK) - chips


def new_hand(name, bet, cards=(), is_split=False):
    return {
        "name": name,
        "bet": bet,
        "cards": [*cards],
        "wanted": 2,
        "is_split": is_split,
        "is_done": False,
    }


def close(game, name):
    """End the shoe between two hands. Your login knows who may."""
    if game["phase"] == "bets":
        game.update(phase="over")


def insure(game, name, chips):
    """Pay up to half of the bet, or 0, on an ace's hole card of ten."""
    if (
        game["phase"] == "insurance"
        and name in game["bets"]
        and name not in game["insured"]
    ):
        if type(chips) is not int or not 0 <= chips <= min(
            game["bets"][name] // 2, game["chips"][name]
        ):
            raise ValueError("Insure half of the bet or less.")
        game["insured"][name] = chips
        game["chips"][name] -= chips


def act(game, name, move):
    """Hit, stand, double or split, with the hand that is to act."""
    hand, chips = find_turn(game), game["chips"].get(name, 0)
    if not hand or hand["name"] != name:
        raise ValueError("It is the turn of another.")
    is_pair = len(hand["cards"]) == 2 and total(hand["cards"][:1]) == total(
        hand["cards"][1:]
    )
    own = [other for other in game["hands"] if other["name"] == name]
    if move in ("double", "split") and (chips < hand["bet"] or len(hand["cards"]) > 2):
        raise ValueError("Not with these chips or cards.")
    if move == "split" and (not is_pair or len(own) == HANDS):
        raise ValueError("These cards are no pair, or there are enough hands.")
    if move in ("double", "split"):
        game["chips"][name] -= hand["bet"]
    if move == "split":
        is_ace = hand["cards"][0][0] == "A"  # each ace gets one card
        halves = [
            new_hand(name, hand["bet"], [card], is_split=True) | {"is_done": is_ace}
            for card in hand["cards"]
        ]
        place = game["hands"].index(hand)
        game["hands"][place : place + 1] = halves
    elif move in ("hit", "double"):
        hand["wanted"] += 1
        hand.update(
            bet=hand["bet"] * (2 if move == "double" else 1), is_done=move == "double"
        )
    elif move == "stand":
        hand["is_done"] = True
    else:
        raise ValueError("hit, stand, double or split")
    game["number"] += 1


def next_draw(game):
    """Return what to draw: the number of cards, and the seat that alone sees them. None: players are awaited."""
    if game["phase"] == "open":
        return 2 * len(game["hands"]) + 1, None
    if game["phase"] == "hole":
        return 1, "dealer"
    is_due = game["phase"] == "play" and any(
        len(hand["cards"]) < hand["wanted"] for hand in game["hands"]
    )
    return (1, None) if is_due or game["phase"] == "dealer" else None


def lay(game, cards):
    """Lay the cards that were drawn."""
    hands, phase = game["hands"], game["phase"]
    game["drawn"] += 1
    if phase == "open":
        first, game["dealer"], second = (
            cards[: len(hands)],
            [cards[len(hands)]],
            cards[len(hands) + 1 :],
        )
        for hand, *pair in zip(hands, first, second):
            hand.update(cards=pair, is_done=total(pair) == 21)
        game["phase"] = "hole"
    elif phase == "hole":
        game.update(
            hole=cards, phase="insurance" if game["dealer"][0][0] == "A" else "peek"
        )
    elif phase == "play":
        hand = next(hand for hand in hands if len(hand["cards"]) < hand["wanted"])
        hand["cards"] += cards
        hand["is_done"] |= total(hand["cards"]) >= 21
    else:
        game["dealer"] += cards
    go_on(game)


def go_on(game):
    """Go on if nobody is awaited: the dealer looks at the hole card, turns it up after the play, and draws to 17."""
    hands, dealt = game["hands"], game["dealer"] + game["hole"]
    if game["phase"] == "peek" or (
        game["phase"] == "insurance" and {*game["insured"]} == {*game["bets"]}
    ):
        game["phase"] = "play"
        for hand in hands if total(dealt) == 21 else []:
            hand["is_done"] = True
    is_over = all(
        hand["is_done"] and len(hand["cards"]) == hand["wanted"] for hand in hands
    )
    if game["phase"] == "play" and is_over:
        game.update(phase="dealer", dealer=dealt, hole=[])
    if game["phase"] == "dealer":
        is_live = any(
            total(hand["cards"]) <= 21 and not is_natural(hand) for hand in hands
        )
        if not is_live or total(game["dealer"]) >= 17:
            settle(game)


def settle(game):
    """Pay the hands: a natural 3 to 2, an insurance 2 to 1. Then wait for the bets of the next hand."""
    points, won = total(game["dealer"]), dict.fromkeys(game["bets"], 0)
    natural = points == 21 and len(game["dealer"]) == 2
    for hand in game["hands"]:
        own, bet = total(hand["cards"]), hand["bet"]
        if is_natural(hand) and not natural:
            won[hand["name"]] += bet * 5 // 2
        elif own <= 21 and not (natural and not is_natural(hand)):
            won[hand["name"]] += (
                2 * bet if own > points or points > 21 else bet if own == points else 0
            )
    for name, chips in game["insured"].items():
        won[name] += 3 * chips if natural else 0
    for name, chips in won.items():
        game["chips"][name] += chips
    game.update(won=won, bets={}, phase="bets", hand=game["hand"] + 1, number=0)
