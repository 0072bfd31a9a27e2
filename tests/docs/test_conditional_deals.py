"""The guide on conditional deals: how rare each condition is, exactly or as estimated, and its program."""

import json
import re
from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import combinations
from math import comb, sqrt

import pytest
from flask.testing import FlaskClient

from service.core.games.catalogue import GAMES
from tests.api.spec import json_object
from tests.conftest import ROOT
from tests.docs.examples import ADDRESS, section

GUIDE = ROOT / "docs" / "conditional-deals.md"
DEFINITION = ROOT / "docs" / "stream-conditions.md"
SECTIONS = re.findall(r"^#### (.*?)\n(.*?)(?=^##|\Z)", GUIDE.read_text(), re.DOTALL | re.MULTILINE)
SUITS = "SHDC"
HANDS = comb(52, 13)

Describe = Callable[[str, int, Sequence[str]], tuple[int, ...]]
"""A function of the suit, the number of cards in it and the honours among them, whose sums over the suits matter."""


def count_hands(size: int, describe: Describe) -> Counter[tuple[int, ...]]:
    """Return how many hands of some cards have each sum of descriptions."""
    state: Counter[tuple[int, ...]] = Counter({(): 1})
    for suit in SUITS:
        table = Counter[tuple[int, ...]]()
        for count in range(6):
            for honours in combinations("AKQJT", count):
                for small in range(9):
                    table[(count + small, *describe(suit, count + small, honours))] += comb(8, small)
        sums = Counter[tuple[int, ...]]()
        for sum_, ways in state.items():
            for addend, more in table.items():
                total = tuple(map(sum, zip(sum_, addend, strict=True))) if sum_ else addend
                if total[0] <= size:
                    sums[total] += ways * more
        state = sums
    return Counter({total[1:]: ways for total, ways in state.items() if total[0] == size})


def points(honours: Sequence[str]) -> int:
    return sum("JQKA".find(honour) + 1 for honour in honours)


def points_and_lengths() -> Counter[tuple[int, ...]]:
    return count_hands(
        13, lambda suit, length, honours: (points(honours), *(length * (suit == other) for other in SUITS))
    )


def strong_no_trump() -> Fraction:
    shapes = ([3, 3, 3, 4], [2, 3, 4, 4], [2, 3, 3, 5])
    hands = points_and_lengths().items()
    return Fraction(sum(ways for (hcp, *suits), ways in hands if 15 <= hcp <= 17 and sorted(suits) in shapes), HANDS)


def weak_two() -> Fraction:
    hands = count_hands(
        13,
        lambda suit, length, honours: (
            points(honours),
            length * (suit == "S"),
            (suit == "S") * sum(honour in "AKQ" for honour in honours),
        ),
    )
    return Fraction(
        sum(ways for (hcp, spades, top), ways in hands.items() if 5 <= hcp <= 10 and spades == 6 and top >= 2), HANDS
    )


def fit() -> Fraction:
    norths, souths = comb(13, 4) * comb(39, 9), comb(9, 4) * comb(30, 9)
    return Fraction(norths * souths, HANDS * comb(39, 13))


def both_majors() -> Fraction:
    hands = points_and_lengths().items()
    return Fraction(sum(ways for (_, spades, hearts, *_), ways in hands if spades >= 5 and hearts >= 5), HANDS)


def strong_two_clubs() -> Fraction:
    hands = count_hands(
        13,
        lambda _, length, honours: (
            points(honours),
            sum(honour not in honours for honour in "AKQ"[:length]),
            2 * ("A" in honours) + ("K" in honours),
        ),
    )
    accepted = (ways for (hcp, losers, controls), ways in hands.items() if hcp >= 22 or (losers <= 3 and controls >= 6))
    return Fraction(sum(accepted), HANDS)


def pre_empt() -> Fraction:
    return Fraction(
        sum(ways for (hcp, *suits), ways in points_and_lengths().items() if hcp <= 10 and 7 in suits), HANDS
    )


def slam_values() -> Fraction:
    pairs = count_hands(26, lambda *of: (points(of[2]),))
    return Fraction(sum(ways for (hcp,), ways in pairs.items() if hcp >= 33), comb(52, 26))


def flush() -> Fraction:
    suited = 4 * (comb(13, 5) * comb(39, 2) + comb(13, 6) * 39 + comb(13, 7))
    royal, straight = 4 * comb(47, 2), 4 * 9 * comb(46, 2)  # without the card above a straight flush
    return Fraction(suited - royal - straight, comb(52, 7))


def aces_and_kings() -> Fraction:
    return Fraction(comb(4, 2) ** 2, comb(52, 2) * comb(50, 2))


def nine_terminals_and_honours() -> Fraction:
    ways = Counter({(0, 0): 1})
    for _ in range(13):
        sums = Counter[tuple[int, int]]()
        for (tiles, kinds), count in ways.items():
            for copies in range(5):
                sums[tiles + copies, kinds + (copies > 0)] += count * comb(4, copies)
        ways = sums
    hands = sum(count * comb(84, 14 - tiles) for (tiles, kinds), count in ways.items() if tiles <= 14 and kinds >= 9)
    return Fraction(hands, comb(136, 14))


EXACT = {
    "A strong no-trump": strong_no_trump,
    "A weak two": weak_two,
    "A 4-4 fit": fit,
    "Both majors": both_majors,
    "A strong two clubs": strong_two_clubs,
    "A pre-empt": pre_empt,
    "Slam values": slam_values,
    "A Yarborough": lambda: Fraction(comb(32, 13), HANDS),
    "A flush at the river": flush,
    "Aces against kings": aces_and_kings,
    "Nine terminals and honours": nine_terminals_and_honours,
}
"""The probability of each condition, where it can be counted."""


def search_with_seed(client: FlaskClient, text: str, repeats: int) -> int:
    """Return the number of candidates for some results of a section's condition, with the seed that the guide names."""
    path, body = re.findall(r"localhost:8000(\S+)'.*?-d '(.*?)'", text, re.DOTALL)[0]
    candidates = 600_000 if "riichi" in path else 900_000  # deals of 136 tiles have fewer
    request = json.loads(body) | {"seed": "rarity", "repeats": repeats, "max_candidates": candidates}
    found = json_object(client.post(f"{path}/batch", json=request))
    assert found["complete"], found["candidates"]
    looked_at: int = found["candidates"]
    return looked_at


def test_the_guide_has_ten_conditions_of_bridge_three_of_poker_and_one_of_mah_jong() -> None:
    paths = Counter(re.findall(r"/v1/games/(\w+)/deal", "".join(text for _, text in SECTIONS)))
    assert paths == {"bridge": 10, "holdem": 3, "riichi": 1}


@pytest.mark.exhaustive
@pytest.mark.parametrize(("title", "text"), SECTIONS, ids=[title for title, _ in SECTIONS])
def test_a_condition_is_as_rare_as_the_guide_says(client: FlaskClient, title: str, text: str) -> None:
    (figure, kind) = re.findall(r"One\s+deal\s+in\s+([\d,.]+)\s+\((exact|estimate)\)", text)[0]
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


def test_the_program_of_the_guide_verifies_a_result(live: str, capsys: pytest.CaptureFixture[str]) -> None:
    (program,) = re.findall(r"```python\n(.*?)```", section(GUIDE, "Check a result"), re.DOTALL)
    exec(program.replace(ADDRESS, live), {})
    verdict, difference = capsys.readouterr().out.splitlines()
    assert verdict == "True"
    assert difference.startswith("{'where': 'matches[1]',")


def test_the_definition_names_the_games_that_have_categories() -> None:
    (games,) = re.findall(r"They are for (.*?) and deals of\sdecks", section(DEFINITION, "Conditions"))
    ranked = {name for name, game in GAMES.items() if game.ranking in {"poker", "jacks_or_better"}}
    assert set(re.findall(r"`(\w+)`", games)) == ranked
