"""Games of cards, played to the end as a backend would: poker, the casino, rummy, cribbage, skat, klondike."""

from collections.abc import Sequence
from random import Random

from tests.sealed.played.backend import Backend, Json, Replicas, hands, pile

STANDARD_CARDS = 52


def play_holdem(replicas: Replicas) -> Json:
    """Three hands of three players, each with its streets and its showdown."""
    table = Backend(replicas, game="holdem", players=3, label="table 7")
    assert table.opened["stages"] == ["hole", "flop", "turn", "river"]
    views = {seat: table.look(seat) for seat in ("1", "2", "dealer")}
    for number in range(3):
        first = table.deal(stage="hole", reshuffle=number > 0)
        assert first["round"] == number
        dealt = hands(first)
        if number == 0:
            for seat, view in views.items():
                assert "shoe" not in view
                told = {other: cards for other, cards in hands(view).items() if cards}
                assert told == {seat: dealt[seat]}
                assert view["digest"] == first["digest"]
        assert "out of turn" in table.refuse(409, "/v1/shoes/deal", stage="river")
        streets = [table.deal(stage=stage) for stage in ("flop", "turn", "river")]
        board = [card for street in streets for card in pile(street, "board")["cards"]]
        assert [street["burned"] for street in streets] == [1, 1, 1]
        own = [card for cards in dealt.values() for card in cards]
        assert len({*board, *own}) == 5 + 3 * 2
        assert streets[-1]["remaining"] == STANDARD_CARDS - 3 * 2 - 5 - 3
        showdown = {"game": "poker", "hands": list(dealt.values()), "board": board}
        assert table.post("/v1/hands/rank", **showdown)["winners"]
    assert "Every stage of this hand is dealt" in table.refuse(409, "/v1/shoes/deal")
    return table.prove()


POINTS = {"A": 11, "K": 10, "Q": 10, "J": 10, "T": 10}


def count_points(cards: Sequence[str]) -> int:
    """Return the value of a hand of blackjack: 11 for an ace if that is not too much."""
    ranks = [card[0] for card in cards]
    points = sum(POINTS[rank] if rank in POINTS else int(rank) for rank in ranks)
    for _ in range(ranks.count("A")):
        if points > 21:
            points -= 10
    return points


def play_blackjack(replicas: Replicas) -> Json:
    """Hand after hand for three players until the cut card has come, and the first hand of the next round."""
    table = Backend(replicas, game="blackjack", players=3, cut=240, reshuffle="at_cut")
    count = 0
    while True:
        first = table.deal(stage="first_cards")
        second = table.deal(stage="second_cards")
        assert first["burned"] == (not count or first["reshuffled"])
        players = {
            seat: cards + hands(second)[seat]
            for seat, cards in hands(first).items()
            if seat != "dealer"
        }
        dealer = hands(first)["dealer"]
        assert hands(second)["dealer"] == []
        if first["reshuffled"]:
            break
        count += 1
        for cards in players.values():
            while count_points(cards) < 17:
                cards.extend(table.draw()["cards"])
        if any(count_points(cards) <= 21 for cards in players.values()):
            hole = table.draw(pile="dealer")
            assert hole["part"] == "hole_card"
            dealer += hole["cards"]
            assert "0 cards remain in dealer's hole card" in table.refuse(
                409, "/v1/shoes/draw", count=1, pile="dealer"
            )
            while count_points(dealer) < 17:
                dealer += table.draw()["cards"]
        for cards in players.values():
            assert 17 <= count_points(cards) <= 27
    assert count > 2
    return table.prove()


def play_baccarat(replicas: Replicas) -> Json:
    """Coup after coup until the cut card has come; the third cards are part of the coup."""
    table = Backend(replicas, game="baccarat", cut=300, reshuffle="at_cut")
    coup = table.deal()
    coups = [coup]
    while not coup["reshuffled"]:
        coup = table.deal()
        coups.append(coup)
    for coup in coups:
        player = hands(coup)["player"]
        banker = hands(coup)["banker"]
        assert 2 <= len(banker) <= 3
        ranked = table.post("/v1/hands/rank", game="baccarat", hands=[player, banker])
        draws = [side["draws"] for side in ranked["hands"]]
        assert draws in ([None, None], [False, False], [False, None])
    first, *others, last = coups
    assert first["burned"]
    assert not any(coup["burned"] for coup in others)
    assert last["burned"]
    return table.prove()


def play_seven_card_stud(replicas: Replicas) -> Json:
    """Six players, whose up cards everybody sees; the last cards of the stock are drawn."""
    table = Backend(replicas, game="seven_card_stud", players=6)
    cards: dict[str, list[str]] = {}
    for _ in range(5):
        view = table.look("2")
        deal = table.deal()
        for seat, new_cards in hands(deal).items():
            cards.setdefault(seat, []).extend(new_cards)
        up_cards = {
            seat: len(shown) for seat, shown in hands(view).items() if seat != "2"
        }
        assert set(up_cards.values()) == {0 if deal["stage"] == "seventh_street" else 1}
    assert {len(hand) for hand in cards.values()} == {7}
    assert deal["drawable"] == 6
    table.draw(6)
    assert len(table.seen_codes) == STANDARD_CARDS - 4
    return table.prove()


def play_rummy(replicas: Replicas) -> Json:
    """Four players who never meld: the discards but the top one become the new stock, time after time."""
    random = Random(7)
    table = Backend(replicas, game="rummy", players=4)
    deal = table.deal()
    holdings = {
        hand["seat"]: dict(zip(hand["cards"], hand["positions"], strict=True))
        for hand in deal["hands"]
    }
    discards = dict(
        zip(
            pile(deal, "discards")["cards"],
            pile(deal, "discards")["positions"],
            strict=True,
        )
    )
    for turn in range(100):
        hand = holdings[["1", "2", "3", "dealer"][turn % 4]]
        top = list(discards)[-1]
        held = (*holdings.values(), {top: discards[top]})
        in_play = {code: position for cards in held for code, position in cards.items()}
        draw = table.draw(in_play=list(in_play) if turn % 2 else list(in_play.values()))
        if draw["reshuffled"]:
            moved = dict(
                zip(draw["in_play"]["before"], draw["in_play"]["after"], strict=True)
            )
            for cards in holdings.values():
                cards.update(
                    {code: moved[position] for code, position in cards.items()}
                )
            discards = {top: moved[discards[top]]}
        hand[draw["cards"][0]] = draw["positions"][0]
        table_codes = [
            *discards,
            *(code for cards in holdings.values() for code in cards),
        ]
        assert (
            len(table_codes)
            == len(set(table_codes))
            == STANDARD_CARDS - draw["remaining"]
        )
        thrown = random.choice(list(hand))
        discards[thrown] = hand.pop(thrown)
    assert draw["round"] > 2
    waiting = table.refuse(409, "/v1/shoes/draw", count=draw["drawable"] + 1)
    assert "in_play" in waiting
    assert table.deal(reshuffle=True)["stage"] == "deal"
    return table.prove()


def play_canasta(replicas: Replicas) -> Json:
    """Two packs, whose codes are not unique: cards in play are named by position."""
    table = Backend(replicas, game="canasta", players=4)
    deal = table.deal()
    while table.draw()["drawable"] > 1:
        pass
    hand = deal["hands"][0]
    assert "give its position" in table.refuse(
        422, "/v1/shoes/draw", count=2, in_play=hand["cards"]
    )
    in_play = [position for other in deal["hands"] for position in other["positions"]]
    draw = table.draw(2, in_play=in_play)
    assert draw["rounds"] == [0, 1]
    assert draw["in_play"]["before"] == sorted([*in_play, draw["positions"][0]])
    assert draw["remaining"] == 108 - 4 * 11 - 2
    return table.prove()


def play_cribbage(replicas: Replicas) -> Json:
    """A hand of three: the crib gets a card from the shoe, the starter is turned after the discards."""
    table = Backend(replicas, game="cribbage", players=3)
    for hand in range(2):
        deal = table.deal(stage="hands", reshuffle=bool(hand))
        kept = {seat: cards[:4] for seat, cards in hands(deal).items()}
        crib = [cards[4] for cards in hands(deal).values()] + table.draw(pile="crib")[
            "cards"
        ]
        (starter,) = pile(table.deal(stage="starter"), "starter")["cards"]
        shown = [*kept.values(), crib]
        assert len({starter, *(card for cards in shown for card in cards)}) == 17
        assert table.post(
            "/v1/hands/rank", game="cribbage", hands=shown, starter=starter
        )["hands"]
    return table.prove()


def play_skat(replicas: Replicas) -> Json:
    """The declarer picks up the skat; then all 32 cards are told."""
    table = Backend(replicas, game="skat")
    deal = table.deal()
    assert pile(deal, "skat")["count"] == 2
    assert pile(deal, "skat")["cards"] == []
    skat = table.draw(2, pile="skat")
    assert skat["remaining"] == 0
    assert len(table.seen_codes) == 32
    assert "this game leaves no stock" in table.refuse(
        409, "/v1/shoes/draw", count=1, pile="skat", in_play=[0]
    )
    return table.prove()


def play_klondike(replicas: Replicas) -> Json:
    """The stock three at a time, and the covered cards turned from the last one of each column."""
    table = Backend(replicas, game="klondike")
    layout = table.deal()
    columns = {column["name"]: column for column in pile(layout, "tableau")["parts"]}
    assert [len(column["cards"]) for column in columns.values()] == [1] * 7
    while table.draw(3)["drawable"]:
        pass
    for name, column in columns.items():
        last_position = column["positions"][0]
        for _ in range(column["count"] - 1):
            top_card = table.draw(pile="tableau", part=name)
            assert top_card["positions"][0] < last_position
            (last_position,) = top_card["positions"]
    assert len(table.seen_codes) == STANDARD_CARDS
    assert top_card["remaining"] == 0
    assert table.deal(reshuffle=True)["round"] == 1
    return table.prove()


def play_bridge(replicas: Replicas) -> Json:
    """Boards one after the other, each with its dealer and vulnerability."""
    table = Backend(replicas, game="bridge", board=7)
    boards = [table.deal(reshuffle=bool(number)) for number in range(4)]
    assert [board["board"] for board in boards] == [7, 8, 9, 10]
    assert [board["dealer"] for board in boards] == ["S", "W", "N", "E"]
    return table.prove()


PLAYS = (
    play_holdem,
    play_blackjack,
    play_baccarat,
    play_seven_card_stud,
    play_rummy,
    play_canasta,
    play_cribbage,
    play_skat,
    play_klondike,
    play_bridge,
)
