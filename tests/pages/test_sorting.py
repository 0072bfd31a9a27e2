"""Hands on the table page are sorted as players hold them."""

import json
import re
import subprocess
from typing import Any

import pytest
from flask.testing import FlaskClient

from service.core.cards.deck import DECKS
from service.core.games.catalogue import GAMES
from tests.conftest import ROOT

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

BY_SUIT = {
    "bridge": "AS KS QS JS TS 9S 2S AH 3H KC 2C AD 2D",
    "hearts": "KS 2S AH 2H AC 2C",
    "spades": "AS 2S 7D AC 5C",
    "whist": "KH 2H 5S AD 3D",
    "euchre": "AH JH 9H KC TC 9D",
    "oh_hell": "KS 2S AC 2C",
    "five_hundred": "X1 QH AS 4S 5D",
    "gin_rummy": "KS 2S AS KH QH AH",
    "ecarte": "KS QS JS AS TS KH 7H",
    "belote": "AS TS KS QS JS 9S AH TH 7H",
    "twenty_nine": "JS 9S AS TS KS QS 8S JH 7H",
    "pinochle": "AS AS TS TS KS QS JS 9S AH TH JC",
    "schnapsen": "AS TS KS JS AH JH TC AD JD",
    "skat": "JC JD AS TS KS QS 9S 8S AH 7H",
    "sheepshead": "QC QD JS JH AD TD KD 7D AS TS AH TC KC",
    "doppelkopf": "TH TH QC QS JC JD AD TD KD 9D AS TS KS AH KH 9C",
    "sueca": "AS 7S KS JS QS 6S 2S AH",
    "french_tarot": "FO 21T 20T 10T 9T 1T KS QS NS JS TS 2S AS KH AC KD",
    "konigrufen": "FO 21T 10T 1T KS QS NS JS TS 7S KH JH AH 2H 4H KC AD",
    "briscola": "AD 3D KD ND JD 7D 2D AC 3B",
    "tressette": "3D 2D AD KD ND JD 7D 4D 3B",
    "skat_german": "UA UB AA TA KA OA 9A AL 7B",
    "twenty_eight": "JS 9S AS TS KS QS 8S JH 7H",
    "binokel": "AA AA TA KA OA UA AL TB",
    "schafkopf": "OA OB UA UH AH TH KH 7H AA TA KA 9A AL TB 7B",
    "jass": "AA KA OA UA TA 6A AR 9R KS AB",
    "watten": "AA KA OA UA TA 9A 8L 7H AB",
}
"""A sorted hand by game: suits in alternating colours where there are colours, ranks from high to low."""

BY_RANK = {
    "holdem": "AH KS",
    "five_card_draw": "AS AH KD 3C 2S",
    "badugi": "KS 3H 2D AC",
    "blackjack": "AS KH",
    "baccarat": "KH 9S AC",
    "cribbage": "KS QH JD 5C 5D AS",
    "canasta": "X2 X1 2S 2D AH KC 4S 3S 3D",
    "president": "2S AH KC 4S 3D",
    "dou_dizhu": "X2 X1 2S AH KC 3D",
    "tien_len": "2D AS AC 4H 3D",
    "big_two": "2D AS AC 4H 3D",
    "palace": "2S TH AS KS 3D",
    "go_fish": "AS 9H 9C 2D",
    "scopa": "KD ND JC 7D 7S AB",
    "mus": "KO 3O NC JE 4B 2O AO",
    "truco": "AE AB 7E 7O 3C 2B AO KC 7B 4O",
    "tichu": "DR PH AJ KS TW 2P MJ DO",
}
"""Hands of games where suits matter little: ranks from high to low, suits within them."""

AS_IN_THE_PACK = {
    "dominoes": "0-0 2-1 6-5 6-6",
    "riichi": "1m 5m 9m 1p 9s 1z 7z",
    "koi_koi": "B1 P1 R5 B12",
    "keno": "1 2 10 80",
    "okey": "1R 13R 2K 5B 9Y JK",
    "wizards": "1B 13B 2R 5G WI JE",
    "pai_gow_tiles": "6-6 1-1 5-1 6-3 2-1",
    "wild_colours": "0R 9R DR 3B WW W4",
    "mahjong": "1D 9B 5C EW RD 1F",
}
"""Hands of tiles, flowers, colours and numbers."""

PLAIN_DEALS = {"standard": "AS KS 2S AH AC AD", "spanish48": "KO 9O AO KC AB", "german36": "AA 6A AL AH 6B"}
"""Hands that are dealt from a deck without a game."""


def sort_hands(cases: list[dict[str, Any]]) -> Any:
    """Return the codes of the hands, sorted by the module of the page."""
    script = ["node", "--input-type=module", "--eval", SCRIPT]
    process = subprocess.run(
        script, cwd=ROOT, input=json.dumps(cases), capture_output=True, encoding="utf-8", timeout=60, check=False
    )
    assert process.returncode == 0, process.stderr
    return json.loads(process.stdout)


def make_case(client: FlaskClient, deck: str, hand: list[str], game: str | None = None) -> dict[str, Any]:
    """Return a hand with its shoe and the description of its game, as the page has them."""
    query = {"decks": 2, **({"jokers": 2} if deck == "standard" else {})}
    shoe = client.get(f"/v1/decks/{deck}", query_string=query).get_json()
    return {"shoe": shoe, "game": client.get(f"/v1/games/{game}").get_json() if game else {}, "hand": hand}


def test_hands_are_sorted_as_players_of_the_game_hold_them(client: FlaskClient) -> None:
    hands = {game: hand.split() for table in (BY_SUIT, BY_RANK, AS_IN_THE_PACK) for game, hand in table.items()}
    cases = [make_case(client, GAMES[game].deck, [*hand[::2], *hand[1::2]][::-1], game) for game, hand in hands.items()]
    cases += [make_case(client, deck, hand.split()[::-1]) for deck, hand in PLAIN_DEALS.items()]
    names, expected = [*hands, *PLAIN_DEALS], [*hands.values(), *map(str.split, PLAIN_DEALS.values())]
    for name, hand, result in zip(names, expected, sort_hands(cases), strict=True):
        assert result == hand, name


def test_suits_alternate_in_colour_and_covered_cards_are_the_last(client: FlaskClient) -> None:
    hands = ("AS AH AC AD", "AS AH AC", "AS AD AC", "AH AS AD", "AH AC AD", "AS AC", "AH AD", "AS AD", "AD")
    cases = [make_case(client, "standard", sorted(hand.split())) for hand in hands]
    assert sort_hands([make_case(client, "standard", ["?", "2S", "?", "AS"])]) == [["AS", "2S", "?", "?"]]
    assert [" ".join(hand) for hand in sort_hands(cases)] == list(hands)


def test_every_card_of_every_deck_has_a_place_and_every_order_a_game_or_family(client: FlaskClient) -> None:
    cases = []
    for deck in DECKS:
        codes = [card["code"] for card in client.get(f"/v1/decks/{deck}").get_json()["cards"]]
        cases += [make_case(client, deck, order) for order in (codes, codes[::-1])]
    results = sort_hands(cases)
    for case, one, other in zip(cases[::2], results[::2], results[1::2], strict=True):
        assert one == other, case["shoe"]["deck"]
        assert sorted(one) == sorted(case["hand"]), case["shoe"]["deck"]
    text = (ROOT / "service" / "pages" / "table" / "sorting.mjs").read_text(encoding="utf-8")
    names = " ".join(re.findall(r'^  \["([a-z0-9_ ]+)", \{', text, re.M)).split()
    assert len(names) > 40
    assert set(names) <= GAMES.keys() | {game.family for game in GAMES.values()}


def count_runs(values: list[str | None]) -> int:
    return sum(1 for i, value in enumerate(values) if i == 0 or values[i - 1] != value)


PACKS = ("decks", "jokers", "suit_order", "red_fives", "highest")
TRUMPS_FIRST = ("skat", "doppelkopf", "schafkopf", "sheepshead")


def test_a_sorted_hand_of_each_game_is_grouped_by_suits_or_by_ranks(client: FlaskClient) -> None:
    cases, names = [], []
    for name in GAMES:
        deal = client.get(f"/v1/games/{name}/deal?seed=sorted").get_json()
        if not deal["hands"] or "grid" in deal:  # a grid is a bingo card
            continue
        lists = {option: ",".join(deal[option]) for option in ("exclude", "only") if option in deal}
        packs = {option: deal[option] for option in PACKS if option in deal}
        shoe = client.get(f"/v1/decks/{deal['deck']}", query_string=packs | lists).get_json()
        hand = [shoe["cards"][index]["code"] for index in max((hand["indices"] for hand in deal["hands"]), key=len)]
        cases.append({"shoe": shoe, "game": client.get(f"/v1/games/{name}").get_json(), "hand": hand})
        names.append(name)
    wrong = []
    for name, case, hand in zip(names, cases, sort_hands(cases), strict=True):
        cards = {card["code"]: card for card in case["shoe"]["cards"]}
        kinds = [[cards[code][kind] for code in hand] for kind in ("suit", "rank")]
        if all(count_runs(kind) > len({*kind}) for kind in kinds) and not name.startswith(TRUMPS_FIRST):
            wrong.append(name)
    assert len(names) > 150
    assert wrong == []
