import json
import re
import subprocess
from typing import Any

import pytest
from flask.testing import FlaskClient

from service.cards.deck import DECKS
from service.games.catalogue import GAMES
from tests.conftest import ROOT
from tests.tables import read_table

pytestmark = pytest.mark.node

SCRIPT = """
import { readFileSync } from "node:fs";
import { sortHand } from "./service/pages/table/sorting.mjs";
const cases = JSON.parse(readFileSync(0, "utf-8"));
const codes = ({ shoe, game, hand }) => {
  const free = [...shoe.cards.keys()];
  const take = (code) => free.splice(free.findIndex((index) => shoe.cards[index].code === code), 1)[0];
  const indices = hand.map((code) => (code === "?" ? -1 : take(code)));
  return sortHand(indices, shoe, game).map((index) => (index < 0 ? "?" : shoe.cards[index].code));
};
console.log(JSON.stringify(cases.map(codes)));
"""

SORTED = read_table("pages/sorted_hands.yaml")


def sort_hands(cases: list[dict[str, Any]]) -> Any:
    """Return the codes of the hands, sorted by the module of the page."""
    script = ["node", "--input-type=module", "--eval", SCRIPT]
    process = subprocess.run(
        script,
        cwd=ROOT,
        input=json.dumps(cases),
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        check=False,
    )
    assert process.returncode == 0, process.stderr
    return json.loads(process.stdout)


def make_case(
    client: FlaskClient, deck: str, hand: list[str], game: str | None = None
) -> dict[str, Any]:
    """Return a hand with its shoe and the description of its game, as the page has them."""
    query = {"decks": 2, **({"jokers": 2} if deck == "standard" else {})}
    shoe = client.get(f"/v1/decks/{deck}", query_string=query).get_json()
    return {
        "shoe": shoe,
        "game": client.get(f"/v1/games/{game}").get_json() if game else {},
        "hand": hand,
    }


def test_hands_are_sorted_as_players_of_the_game_hold_them(client: FlaskClient) -> None:
    games, decks = (
        {name: hand.split() for name, hand in SORTED[kind].items()}
        for kind in ("games", "decks")
    )
    cases = [
        make_case(client, GAMES[game].deck, [*hand[::2], *hand[1::2]][::-1], game)
        for game, hand in games.items()
    ]
    cases += [make_case(client, deck, hand[::-1]) for deck, hand in decks.items()]
    expected = [*games.items(), *decks.items()]
    for (name, hand), result in zip(expected, sort_hands(cases), strict=True):
        assert result == hand, name


def test_suits_alternate_in_colour_and_covered_cards_are_the_last(
    client: FlaskClient,
) -> None:
    hands = (
        "AS AH AC AD",
        "AS AH AC",
        "AS AD AC",
        "AH AS AD",
        "AH AC AD",
        "AS AC",
        "AH AD",
        "AS AD",
        "AD",
    )
    cases = [make_case(client, "standard", sorted(hand.split())) for hand in hands]
    assert sort_hands([make_case(client, "standard", ["?", "2S", "?", "AS"])]) == [
        ["AS", "2S", "?", "?"]
    ]
    assert [" ".join(hand) for hand in sort_hands(cases)] == list(hands)


def test_every_card_of_every_deck_has_a_place_and_every_order_a_game_or_family(
    client: FlaskClient,
) -> None:
    cases = []
    for deck in DECKS:
        codes = [
            card["code"] for card in client.get(f"/v1/decks/{deck}").get_json()["cards"]
        ]
        cases += [make_case(client, deck, order) for order in (codes, codes[::-1])]
    results = sort_hands(cases)
    for case, one, other in zip(cases[::2], results[::2], results[1::2], strict=True):
        assert one == other, case["shoe"]["deck"]
        assert sorted(one) == sorted(case["hand"]), case["shoe"]["deck"]
    text = (ROOT / "service" / "pages" / "table" / "sorting.mjs").read_text(
        encoding="utf-8"
    )
    names = " ".join(re.findall(r'\[\s*"([a-z0-9_ ]+)",\s*\{', text)).split()
    assert len(names) > 40
    assert set(names) <= GAMES.keys() | {game.family for game in GAMES.values()}


def count_runs(values: list[str | None]) -> int:
    return sum(1 for i, value in enumerate(values) if i == 0 or values[i - 1] != value)


PACKS = ("decks", "jokers", "suit_order", "red_fives", "highest")
TRUMPS_FIRST = ("skat", "doppelkopf", "schafkopf", "sheepshead")


def test_a_sorted_hand_of_each_game_is_grouped_by_suits_or_by_ranks(
    client: FlaskClient,
) -> None:
    cases = []
    names = []
    for name in GAMES:
        deal = client.get(f"/v1/games/{name}/deal?seed=sorted").get_json()
        if not deal["hands"] or "grid" in deal:  # a grid is a bingo card
            continue
        lists = {
            option: ",".join(deal[option])
            for option in ("exclude", "only")
            if option in deal
        }
        packs = {option: deal[option] for option in PACKS if option in deal}
        shoe = client.get(
            f"/v1/decks/{deal['deck']}", query_string=packs | lists
        ).get_json()
        hand = [
            shoe["cards"][index]["code"]
            for index in max((hand["indices"] for hand in deal["hands"]), key=len)
        ]
        cases.append(
            {
                "shoe": shoe,
                "game": client.get(f"/v1/games/{name}").get_json(),
                "hand": hand,
            }
        )
        names.append(name)
    wrong = []
    for name, case, hand in zip(names, cases, sort_hands(cases), strict=True):
        cards = {card["code"]: card for card in case["shoe"]["cards"]}
        kinds = [[cards[code][kind] for code in hand] for kind in ("suit", "rank")]
        if all(
            count_runs(kind) > len(set(kind)) for kind in kinds
        ) and not name.startswith(TRUMPS_FIRST):
            wrong.append(name)
    assert len(names) > 150
    assert wrong == []
