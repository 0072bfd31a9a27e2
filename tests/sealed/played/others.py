"""Games of tiles, dominoes and balls, and a raffle, played to the end as a backend would."""

import hashlib
import json

from tests.sealed.played.backend import Backend, Json, Replicas, hands, part, pile

WINDS = ("east", "south", "west", "north")


def play_riichi(replicas: Replicas) -> Json:
    """Turn after turn to the end of the wall, with two kans on the way; then the ura-dora, and the next hand."""
    table = Backend(replicas, game="riichi")
    deal, second_stage = table.deal_hand()
    assert deal["mpsz"]
    holdings = hands(deal)
    indicators = part(second_stage, "dead_wall", "dora_indicators")
    assert (indicators["count"], len(indicators["cards"])) == (5, 1)
    kans = 0
    dora = indicators["cards"]
    wall = second_stage["drawable"]
    holdings["east"].pop()
    for turn in range(1, 200):
        wind = WINDS[turn % 4]
        holdings[wind] += table.draw()["cards"]
        if turn in {
            9,
            30,
        }:  # a kan: its fourth tile is replaced, and another indicator is turned
            replacement = table.draw(pile="dead_wall")
            assert (replacement["part"], replacement["drawable"]) == (
                "replacements",
                wall - 1,
            )
            holdings[wind] += replacement["cards"]
            dora += table.draw(pile="dead_wall", part="dora_indicators")["cards"]
            kans += 1
        holdings[wind].pop(0)
        wall -= 1
        if wall == kans:  # as many tiles of the wall belong to the dead wall now
            break
    assert len(dora) == 3
    ura = table.draw(len(dora), pile="dead_wall", part="ura_dora_indicators")
    unseen = kans + (4 - kans) + (5 - len(dora)) + 2
    assert ura["remaining"] == unseen
    assert sum(table.seen_codes.values()) == 136 - unseen
    assert max(table.seen_codes.values()) <= 4
    assert table.deal(reshuffle=True)["round"] == 1
    return table.prove()


BONUS_TILES = {"1F", "2F", "3F", "4F", "1S", "2S", "3S", "4S"}
"""The flowers and the seasons."""


def play_mahjong(replicas: Replicas) -> Json:
    """Turn after turn to the end of the wall; flowers are replaced from its other end."""
    table = Backend(replicas, game="mahjong")
    deal = table.deal()
    for cards in hands(deal).values():
        assert BONUS_TILES.isdisjoint(cards)
    drawable = deal["drawable"]
    replaced = len(deal["seen"]["positions"]) - (4 * 13 + 1)
    while drawable:
        draw = table.draw()
        drawable = draw["drawable"]
        while draw["cards"][0] in BONUS_TILES and drawable:
            draw = table.draw(1, **{"from": "bottom"})
            assert draw["positions"] == [143 - replaced]
            drawable = draw["drawable"]
            replaced += 1
    assert sum(table.seen_codes.values()) == 144
    assert "0 tiles remain in the wall" in table.refuse(409, "/v1/shoes/draw", count=1)
    return table.prove()


def play_dominoes(replicas: Replicas) -> Json:
    """Three players put tiles to the line, and draw from the boneyard when they cannot, until it is over."""
    table = Backend(replicas, game="dominoes", players=3)
    deal = table.deal()
    holdings = hands(deal)
    boneyard = pile(deal, "boneyard")["count"]
    first = holdings["1"].pop()
    ends = list(first.split("-"))
    passes = 0
    seats = list(holdings)
    for turn in range(1, 100):
        tiles = holdings[seats[turn % 3]]
        while (
            not (
                fitting := [tile for tile in tiles if set(tile.split("-")) & set(ends)]
            )
            and boneyard
        ):
            draw = table.draw()
            tiles += draw["cards"]
            boneyard = draw["drawable"]
        passes = 0 if fitting else passes + 1
        if passes == 3 or not all(holdings.values()):
            break
        if fitting:
            tiles.remove(fitting[0])
            low, high = fitting[0].split("-")
            end = next(
                number for number, value in enumerate(ends) if value in {low, high}
            )
            ends[end] = high if ends[end] == low else low
    assert set(table.seen_codes.values()) == {1}
    assert len(table.seen_codes) + boneyard == 28
    return table.prove()


def play_raffle(replicas: Replicas) -> Json:
    """A list of names that the commitment fixes, a public seed that the label names, and ten winners in two draws."""
    names = [f"Name {number}" for number in range(1, 25_001)]
    digest = hashlib.sha256(
        json.dumps(names, separators=(",", ":")).encode()
    ).hexdigest()
    table = Backend(
        replicas, max=len(names), items_sha256=digest, label="drand round 5123456"
    )
    first = table.draw(4, client_seed="the randomness of that round")
    assert first["fairness"] == "client_seed"
    winners = first["integers"] + table.draw(6)["integers"]
    assert len(set(winners)) == 10
    assert set(winners) <= set(range(1, len(names) + 1))
    file = table.prove(original_items=names)
    in_another_order = dict(file) | {"original_items": names[::-1]}
    verdict = table.post("/v1/verify", **in_another_order)
    assert verdict["valid"] is False
    return file


PLAYS = (play_riichi, play_mahjong, play_dominoes, play_raffle)
