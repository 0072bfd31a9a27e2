"""The guide on conditional deals: how rare each condition is, exactly or by an estimate, and the guide's program."""

import json
import re
from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import combinations
from math import comb, sqrt

import pytest
from flask.testing import FlaskClient

from service.conditions.compiled import Evaluator
from service.conditions.condition_parsing import parse_condition
from service.games.catalogue import GAMES
from tests.conditions.tables import set_up_game
from tests.conftest import ROOT
from tests.docs import manuals
from tests.docs.examples import ADDRESS, section
from tests.http.spec import json_object

GUIDE = ROOT / "docs" / "reference/conditions.md"
DEFINITION = ROOT / "docs" / "definitions/conditions.md"
SECTIONS = re.findall(
    r"^#### (.*?)\n(.*?)(?=^##|\Z)", GUIDE.read_text(), re.DOTALL | re.MULTILINE
)
SUITS = "SHDC"

Describe = Callable[[str, int, Sequence[str]], tuple[int, ...]]
"""A function that describes a suit by its name, its number of cards and its honours; a hand adds up its four suits."""


def chance(accept: Callable[..., bool], describe: Describe, size: int = 13) -> Fraction:
    """Return the probability of hands with accepted sums of the descriptions of their suits."""
    hands: Counter[tuple[int, ...]] = Counter({(): 1})
    for suit in SUITS:
        holdings = Counter[tuple[int, ...]]()
        for count in range(6):
            for honours in combinations("AKQJT", count):
                for small in range(9):
                    holdings[
                        (count + small, *describe(suit, count + small, honours))
                    ] += comb(8, small)
        longer = Counter[tuple[int, ...]]()
        for hand, ways in hands.items():
            for holding, more in holdings.items():
                total = (
                    tuple(map(sum, zip(hand, holding, strict=True)))
                    if hand
                    else holding
                )
                if total[0] <= size:
                    longer[total] += ways * more
        hands = longer
    accepted = (
        ways
        for (length, *sums), ways in hands.items()
        if length == size and accept(*sums)
    )
    return Fraction(sum(accepted), comb(52, size))


def points(honours: Sequence[str]) -> int:
    return sum("JQKA".find(honour) + 1 for honour in honours)


def points_and_lengths(
    suit: str, length: int, honours: Sequence[str]
) -> tuple[int, ...]:
    return points(honours), *(length * (suit == name) for name in SUITS)


def points_and_spades(
    suit: str, length: int, honours: Sequence[str]
) -> tuple[int, ...]:
    """Return the points of a suit; if it is spades, also its length and its number of top honours."""
    return (
        points(honours),
        length * (suit == "S"),
        (suit == "S") * sum(honour in "AKQ" for honour in honours),
    )


def points_losers_and_controls(
    _: str, length: int, honours: Sequence[str]
) -> tuple[int, ...]:
    losers = sum(honour not in honours for honour in "AKQ"[:length])
    return points(honours), losers, 2 * ("A" in honours) + ("K" in honours)


def flush() -> Fraction:
    suited = 4 * (comb(13, 5) * comb(39, 2) + comb(13, 6) * 39 + comb(13, 7))
    royal, straight = (
        4 * comb(47, 2),
        4 * 9 * comb(46, 2),
    )  # without the card above a straight flush
    return Fraction(suited - royal - straight, comb(52, 7))


def nine_terminals_and_honours() -> Fraction:
    ways = Counter({(0, 0): 1})
    for _ in range(13):
        sums = Counter[tuple[int, int]]()
        for (tiles, kinds), count in ways.items():
            for copies in range(5):
                sums[tiles + copies, kinds + (copies > 0)] += count * comb(4, copies)
        ways = sums
    hands = sum(
        count * comb(84, 14 - tiles)
        for (tiles, kinds), count in ways.items()
        if tiles <= 14 and kinds >= 9
    )
    return Fraction(hands, comb(136, 14))


BALANCED = ([3, 3, 3, 4], [2, 3, 4, 4], [2, 3, 3, 5])
EXACT: dict[str, Callable[[], Fraction]] = {
    "A strong no-trump": lambda: chance(
        lambda hcp, *suits: 15 <= hcp <= 17 and sorted(suits) in BALANCED,
        points_and_lengths,
    ),
    "A weak two": lambda: chance(
        lambda hcp, spades, top: 5 <= hcp <= 10 and spades == 6 and top >= 2,
        points_and_spades,
    ),
    "A 4-4 fit": lambda: Fraction(
        comb(13, 4) * comb(39, 9) * comb(9, 4) * comb(30, 9),
        comb(52, 13) * comb(39, 13),
    ),
    "Both majors": lambda: chance(
        lambda _, spades, hearts, *__: spades >= 5 and hearts >= 5, points_and_lengths
    ),
    "A strong two clubs": lambda: chance(
        lambda hcp, losers, controls: hcp >= 22 or (losers <= 3 and controls >= 6),
        points_losers_and_controls,
    ),
    "A pre-empt": lambda: chance(
        lambda hcp, *suits: hcp <= 10 and 7 in suits, points_and_lengths
    ),
    "Slam values": lambda: chance(
        lambda hcp: hcp >= 33, lambda *suit: (points(suit[2]),), size=26
    ),
    "A Yarborough": lambda: Fraction(comb(32, 13), comb(52, 13)),
    "A flush at the river": flush,
    "Aces against kings": lambda: Fraction(comb(4, 2) ** 2, comb(52, 2) * comb(50, 2)),
    "Nine terminals and honours": nine_terminals_and_honours,
}
"""The exact probability of each condition that can be counted."""


def search_with_seed(client: FlaskClient, text: str, repeats: int) -> int:
    """Search with a section's condition and the guide's seed; return the number of candidates that the search tried."""
    path, body = re.findall(r"localhost:8000(\S+)'.*?-d '(.*?)'", text, re.DOTALL)[0]
    candidates = (
        600_000 if "riichi" in path else 900_000
    )  # deals of 136 tiles have fewer
    request = json.loads(body) | {
        "seed": "rarity",
        "repeats": repeats,
        "max_candidates": candidates,
    }
    response = json_object(client.post(f"{path}/batch", json=request))
    assert response["complete"], response["candidates"]
    return int(response["candidates"])


def test_the_guide_has_ten_conditions_of_bridge_three_of_poker_and_one_of_mah_jong() -> (
    None
):
    paths = Counter(
        re.findall(r"/v1/games/(\w+)/deal", "".join(text for _, text in SECTIONS))
    )
    assert paths == {"bridge": 10, "holdem": 3, "riichi": 1}


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    ("title", "text"), SECTIONS, ids=[title for title, _ in SECTIONS]
)
def test_a_condition_is_as_rare_as_the_guide_says(
    client: FlaskClient, title: str, text: str
) -> None:
    (figure, kind) = re.findall(
        r"One\s+deal\s+in\s+([\d,.]+)\s+\((exact|estimate)\)", text
    )[0]
    repeats = 20 if title == "Aces against kings" else 200
    candidates = search_with_seed(client, text, repeats)
    if kind == "estimate":
        assert figure == format_ratio(candidates / repeats)
    else:
        probability = float(EXACT[title]())
        assert figure == format_ratio(1 / probability)
        assert abs(candidates * probability - repeats) < 4 * sqrt(repeats)


def format_ratio(ratio: float) -> str:
    return f"{ratio:.1f}" if ratio < 100 else f"{ratio:,.0f}"


def test_the_program_of_the_guide_verifies_a_result(
    live: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (program,) = re.findall(
        r"```python\n(.*?)```", section(GUIDE, "Check a result"), re.DOTALL
    )
    exec(program.replace(ADDRESS, live), {})
    verdict, difference = capsys.readouterr().out.splitlines()
    assert verdict == "True"
    assert difference.startswith("{'where': 'matches[1]',")


def test_the_definition_names_the_games_that_have_categories() -> None:
    text = " ".join(section(DEFINITION, "Conditions").split())
    (games,) = re.findall(r"They are for (.*?) and deals of decks", text)
    ranked = {
        name
        for name, game in GAMES.items()
        if game.ranking in {"poker", "jacks_or_better"}
    }
    assert set(re.findall(r"`(\w+)`", games)) == ranked


@pytest.mark.parametrize(
    ("program", "read"),
    [("dealer", manuals.read_dealer), ("redeal", manuals.read_redeal)],
)
def test_each_condition_of_the_manuals_of_other_programs_finds_the_same_deals(
    program: str, read: Callable[[str], Callable[[manuals.Deal], bool]]
) -> None:
    bridge = set_up_game("bridge")
    orders = bridge.draw("manuals", 2_000)
    names = {"north": "N", "east": "E", "south": "S", "west": "W"}
    places = [
        bridge.deals.cards_by_place(order, board)
        for board, order in enumerate(orders.T.tolist(), start=1)
    ]
    codes = [card.code for card in bridge.deals.cards]
    deals = [
        {
            name: manuals.Hand(codes[card] for card in hands[seat])
            for name, seat in names.items()
        }
        for hands in places
    ]
    rows = manuals.read_rows(program)
    assert len(rows) > 10
    for text, where in rows:
        expected = list(map(read(text), deals))
        found = Evaluator(
            parse_condition(json.loads(where), bridge.deals), bridge.deals
        ).matches(orders, 1)
        assert (found.tolist() == expected, any(expected), all(expected)) == (
            True,
            True,
            False,
        ), text
