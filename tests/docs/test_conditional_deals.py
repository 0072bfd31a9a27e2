"""The guide on conditional deals: how rare each condition is, exactly or by an estimate, and the guide's program."""

import json
import re
from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import combinations
from math import comb, sqrt
from operator import add

import pytest
from flask.testing import FlaskClient

from service.conditions.compiled import Evaluator
from service.conditions.condition_parsing import parse_condition
from service.games.catalogue import GAMES
from tests.conditions.tables import Table, set_up_game
from tests.docs import manuals
from tests.docs.examples import ADDRESS, section
from tests.http.spec import json_object
from tools.documents.predicates import DEFINITION, GUIDE, list_tables

SECTIONS = re.findall(
    r"^#### (.*?)\n(.*?)(?=^##|\Z)", GUIDE.read_text(), re.DOTALL | re.MULTILINE
)
SUITS = "SHDC"

Describe = Callable[[str, int, Sequence[str]], tuple[int, ...]]
"""A function that describes a suit by its name, its number of cards and its honours; a hand adds up its four suits."""
Holding = tuple[int, ...]
"""A number of cards, and what describes them."""


def count_holdings(suit: str, describe: Describe) -> Counter[Holding]:
    """Return the number of sets of cards of a suit that have each holding."""
    ways = Counter[Holding]()
    honours = "AKQJT"
    small = 13 - len(honours)
    for number in range(len(honours) + 1):
        for held in combinations(honours, number):
            for number_of_small in range(small + 1):
                length = number + number_of_small
                holding = (length, *describe(suit, length, held))
                ways[holding] += comb(small, number_of_small)
    return ways


def count_hands(describe: Describe, size: int) -> Counter[Holding]:
    """Return the number of sets of at most so many cards of the pack that have each holding."""
    ways, *suits = (count_holdings(suit, describe) for suit in SUITS)
    for holdings in suits:
        longer = Counter[Holding]()
        for hand, count in ways.items():
            for holding, more in holdings.items():
                if hand[0] + holding[0] <= size:
                    total = tuple(map(add, hand, holding))
                    longer[total] += count * more
        ways = longer
    return ways


def chance(accept: Callable[..., bool], describe: Describe, size: int = 13) -> Fraction:
    """Return the probability of hands with accepted sums of the descriptions of their suits."""
    accepted = 0
    for (length, *sums), ways in count_hands(describe, size).items():
        if length == size and accept(*sums):
            accepted += ways
    return Fraction(accepted, comb(52, size))


def points(honours: Sequence[str]) -> int:
    """Return the high card points of honours."""
    return sum("JQKA".find(honour) + 1 for honour in honours)


def points_and_lengths(suit: str, length: int, honours: Sequence[str]) -> Holding:
    """Return the points of a suit, and the number of cards of each suit."""
    lengths = [length if suit == name else 0 for name in SUITS]
    return points(honours), *lengths


def points_and_spades(suit: str, length: int, honours: Sequence[str]) -> Holding:
    """Return the points of a suit; if it is spades, also its length and its number of top honours."""
    if suit != "S":
        return points(honours), 0, 0
    top = sum(honour in "AKQ" for honour in honours)
    return points(honours), length, top


def points_losers_and_controls(_: str, length: int, honours: Sequence[str]) -> Holding:
    """Return the points, the losers and the controls of a suit."""
    losers = sum(honour not in honours for honour in "AKQ"[:length])
    controls = 2 * honours.count("A") + honours.count("K")
    return points(honours), losers, controls


def flush() -> Fraction:
    """Return the probability of a flush, and no straight flush, in seven cards."""
    suited = 4 * (comb(13, 5) * comb(39, 2) + comb(13, 6) * 39 + comb(13, 7))
    royal = 4 * comb(47, 2)
    # Without the card above a straight flush, which would make it a higher one.
    straight = 4 * 9 * comb(46, 2)
    return Fraction(suited - royal - straight, comb(52, 7))


def nine_terminals_and_honours() -> Fraction:
    """Return the probability of nine kinds of terminals and honours, of 13, in 14 tiles of 136."""
    ways = Counter({(0, 0): 1})
    for _ in range(13):
        sums = Counter[tuple[int, int]]()
        for (tiles, kinds), count in ways.items():
            sums[tiles, kinds] += count
            for copies in range(1, 5):
                sums[tiles + copies, kinds + 1] += count * comb(4, copies)
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
    ((path, body),) = re.findall(r"localhost:8000(\S+)'.*?-d '(.*?)'", text, re.DOTALL)
    search = {"seed": "rarity", "repeats": repeats}
    # Deals of 136 tiles have fewer.
    search["max_candidates"] = 600_000 if "riichi" in path else 900_000
    request = json.loads(body) | search
    response = json_object(client.post(f"{path}/batch", json=request))
    assert response["complete"], response["candidates"]
    return int(response["candidates"])


def test_the_guide_has_ten_deals_of_bridge_three_of_poker_and_one_of_mah_jong() -> None:
    texts = "".join(text for _, text in SECTIONS)
    games = Counter(re.findall(r"/v1/games/(\w+)/deal", texts))
    assert games == {"bridge": 10, "holdem": 3, "riichi": 1}


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    ("title", "text"), SECTIONS, ids=[title for title, _ in SECTIONS]
)
def test_a_condition_is_as_rare_as_the_guide_says(
    client: FlaskClient, title: str, text: str
) -> None:
    rarity = re.search(r"One\s+deal\s+in\s+([\d,.]+)\s+\((exact|estimate)\)", text)
    assert rarity
    figure, kind = rarity.groups()
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
    text = section(GUIDE, "Check a result")
    (program,) = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    exec(program.replace(ADDRESS, live), {})
    verdict, difference = capsys.readouterr().out.splitlines()
    assert verdict == "True"
    assert difference.startswith("{'where': 'matches[1]',")


def test_the_tables_of_predicates_are_those_of_the_service() -> None:
    for path in (GUIDE, DEFINITION):
        assert list_tables(path.read_text(encoding="utf-8")) == ["cards", "items"]


def test_the_definition_names_the_games_that_have_categories() -> None:
    text = " ".join(section(DEFINITION, "Conditions").split())
    (games,) = re.findall(r"They are for (.*?) and deals of decks", text)
    ranked = {
        name
        for name, game in GAMES.items()
        if game.ranking in {"poker", "jacks_or_better"}
    }
    assert set(re.findall(r"`(\w+)`", games)) == ranked


def read_deal(bridge: Table, order: list[int], board: int) -> manuals.Deal:
    """Return the four hands of a board by the words of the manuals."""
    cards = bridge.deals.cards
    places = bridge.deals.cards_by_place(order, board)
    hands = {
        seat: manuals.Hand(cards[card].code for card in places[seat]) for seat in "NESW"
    }
    return {
        "north": hands["N"],
        "east": hands["E"],
        "south": hands["S"],
        "west": hands["W"],
    }


@pytest.mark.long
@pytest.mark.parametrize(
    ("program", "read"),
    [("dealer", manuals.read_dealer), ("redeal", manuals.read_redeal)],
)
def test_each_condition_of_the_manuals_of_other_programs_finds_the_same_deals(
    program: str, read: Callable[[str], Callable[[manuals.Deal], bool]]
) -> None:
    bridge = set_up_game("bridge")
    orders = bridge.draw("manuals", 2_000)
    deals = [
        read_deal(bridge, order, board)
        for board, order in enumerate(orders.T.tolist(), start=1)
    ]
    rows = manuals.read_rows(program)
    assert len(rows) > 10
    for text, where in rows:
        accepts = read(text)
        expected = [accepts(deal) for deal in deals]
        assert True in expected, text
        assert False in expected, text
        condition = parse_condition(json.loads(where), bridge.deals)
        found = Evaluator(condition, bridge.deals).matches(orders, 1)
        assert found.tolist() == expected, text
