"""The table sorts hands as players of the game hold them."""

import json
import re
import subprocess
from itertools import groupby
from typing import Any

import pytest
from flask.testing import FlaskClient

from service.cards.deck import DECKS
from service.games.catalogue import GAMES
from tests.tables import read_table
from tools.files import ROOT

pytestmark = pytest.mark.node

SCRIPT = """
import { readFileSync } from "node:fs";
import { sortHand } from "./service/pages/deals/sorting.mjs";
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


def sort_hands(cases: list[dict[str, Any]]) -> list[list[str]]:
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
    hands: list[list[str]] = json.loads(process.stdout)
    return hands


def make_case(
    client: FlaskClient, deck: str, hand: list[str], game: str | None = None
) -> dict[str, Any]:
    """Return a hand with its shoe and the description of its game, as the page has them."""
    packs = {"decks": 2}
    if deck == "standard":
        packs["jokers"] = 2
    shoe = client.get(f"/v1/decks/{deck}", query_string=packs).get_json()
    described = client.get(f"/v1/games/{game}").get_json() if game else {}
    return {"shoe": shoe, "game": described, "hand": hand}


def test_hands_are_sorted_as_players_of_the_game_hold_them(client: FlaskClient) -> None:
    expected = []
    cases = []
    for game, codes in SORTED["games"].items():
        hand = codes.split()
        mixed = [*hand[::2], *hand[1::2]][::-1]
        expected.append(hand)
        cases.append(make_case(client, GAMES[game].deck, mixed, game))
    for deck, codes in SORTED["decks"].items():
        hand = codes.split()
        expected.append(hand)
        cases.append(make_case(client, deck, hand[::-1]))
    names = [*SORTED["games"], *SORTED["decks"]]
    for name, hand, found in zip(names, expected, sort_hands(cases), strict=True):
        assert found == hand, name


ALTERNATING = [
    "AS AH AC AD",
    "AS AH AC",
    "AS AD AC",
    "AH AS AD",
    "AH AC AD",
    "AS AC",
    "AH AD",
    "AS AD",
    "AD",
]


def test_suits_alternate_in_colour_and_covered_cards_are_the_last(
    client: FlaskClient,
) -> None:
    hands = [hand.split() for hand in ALTERNATING]
    cases = [make_case(client, "standard", sorted(hand)) for hand in hands]
    assert sort_hands(cases) == hands
    covered = make_case(client, "standard", ["?", "2S", "?", "AS"])
    assert sort_hands([covered]) == [["AS", "2S", "?", "?"]]


def test_every_card_of_every_deck_has_a_place(client: FlaskClient) -> None:
    descriptions = [client.get(f"/v1/decks/{deck}").get_json() for deck in DECKS]
    packs = {
        deck["deck"]: [card["code"] for card in deck["cards"]] for deck in descriptions
    }
    cases = [make_case(client, deck, pack) for deck, pack in packs.items()]
    turned = [make_case(client, deck, pack[::-1]) for deck, pack in packs.items()]
    for (deck, pack), one, other in zip(
        packs.items(), sort_hands(cases), sort_hands(turned), strict=True
    ):
        assert one == other, deck
        assert sorted(one) == sorted(pack), deck


def test_every_order_has_a_game_or_family() -> None:
    module = ROOT / "service" / "pages" / "deals" / "sorting.mjs"
    text = module.read_text(encoding="utf-8")
    names = " ".join(re.findall(r'\[\s*"([a-z0-9_ ]+)",\s*\{', text)).split()
    families = {game.family for game in GAMES.values()}
    assert len(names) > 40
    assert set(names) <= GAMES.keys() | families


def count_runs(values: list[str | None]) -> int:
    """Return how often a value differs from the one before it, the first included."""
    return len(list(groupby(values)))


def is_grouped(case: dict[str, Any], hand: list[str]) -> bool:
    """Return whether all cards of a suit lie together in a hand, or all of a rank."""
    cards = {card["code"]: card for card in case["shoe"]["cards"]}
    suits = [cards[code]["suit"] for code in hand]
    ranks = [cards[code]["rank"] for code in hand]
    return any(count_runs(values) == len(set(values)) for values in (suits, ranks))


PACKS = ("decks", "jokers", "suit_order", "red_fives", "highest")
LISTS = ("exclude", "only")
TRUMPS_FIRST = ("skat", "doppelkopf", "schafkopf", "sheepshead")


def deal_case(client: FlaskClient, game: str) -> dict[str, Any] | None:
    """Return the longest hand of a deal of a game with its shoe, or None: a bingo card is no hand."""
    deal = client.get(f"/v1/games/{game}/deal?seed=sorted").get_json()
    if not deal["hands"] or "grid" in deal:
        return None
    packs = {option: deal[option] for option in PACKS if option in deal}
    for option in LISTS:
        if option in deal:
            packs[option] = ",".join(deal[option])
    deck = deal["deck"]
    shoe = client.get(f"/v1/decks/{deck}", query_string=packs).get_json()
    longest = max((hand["indices"] for hand in deal["hands"]), key=len)
    return {
        "shoe": shoe,
        "game": client.get(f"/v1/games/{game}").get_json(),
        "hand": [shoe["cards"][index]["code"] for index in longest],
    }


def test_a_sorted_hand_of_each_game_is_grouped_by_suits_or_by_ranks(
    client: FlaskClient,
) -> None:
    dealt = {game: deal_case(client, game) for game in GAMES}
    cases = {game: case for game, case in dealt.items() if case is not None}
    assert len(cases) > 150
    sorted_hands = sort_hands(list(cases.values()))
    scattered = [
        game
        for (game, case), hand in zip(cases.items(), sorted_hands, strict=True)
        if not is_grouped(case, hand)
    ]
    assert [game for game in scattered if not game.startswith(TRUMPS_FIRST)] == []
