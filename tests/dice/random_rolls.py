"""Small rolls that a test draws: as a notation, and as the parts that `enumerate_totals` takes."""

from dataclasses import dataclass
from random import Random

from tests.dice.enumeration import DiceOfATest

_MOST_OUTCOMES = 3_000


@dataclass(frozen=True)
class RandomRoll:
    """A roll in both forms."""

    notation: str
    terms: list[DiceOfATest]
    constant: int
    success: int | None


def draw_roll(random: Random) -> RandomRoll:
    """Return a roll of one or two terms, with every modifier now and then."""
    counts_successes = random.random() < 0.3
    notations = []
    terms = []
    for _ in range(1 if counts_successes else random.choice([1, 1, 2])):
        sign = 1 if counts_successes else random.choice([1, 1, -1])
        notation, term = _draw_term(random, sign)
        notations.append(f"{'-' if sign < 0 else '+'}{notation}")
        terms.append(term)
    constant = 0
    success = None
    if counts_successes:
        success = random.randint(1, len(terms[0].faces))
        notations.append(f" >={success}")
    elif random.random() < 0.5:
        constant = random.randint(-9, 9)
        notations.append(f"{constant:+d}")
    return RandomRoll("".join(notations), terms, constant, success)


def _draw_term(random: Random, sign: int) -> tuple[str, DiceOfATest]:
    """Return dice as a notation without its sign, and as parts."""
    is_fudge = random.random() < 0.1
    size = 3 if is_fudge else random.randint(2, 6)
    faces = [-1, 0, 1] if is_fudge else list(range(1, size + 1))
    explodes = random.random() < 0.3
    outcomes = size + 10 if explodes else size
    most = 1
    while outcomes ** (most + 1) <= _MOST_OUTCOMES:
        most += 1
    count = random.randint(1, most)
    notation = f"{count}d{'F' if is_fudge else size}"
    again: list[int] = []
    once = random.random() < 0.5
    if random.random() < 0.4:
        name = "ro" if once else "r"
        edge = random.randrange(size - 1)
        sign_of_faces = random.choice(["", "<="])
        again = [faces[edge]] if sign_of_faces == "" else faces[: edge + 1]
        if explodes and size - len(again) == 1:
            again = faces[:1] if size > 2 else []
            sign_of_faces = ""
        if again:
            notation += f"{name}{sign_of_faces}{again[-1]}"
    if explodes:
        notation += "!"
    keeps: list[tuple[str, int]] = []
    left = count
    while not explodes and left > 1 and random.random() < 0.4:
        kind = random.choice(["kh", "kl", "dh", "dl"])
        number = random.randint(1, left - 1)
        left = number if kind in {"kh", "kl"} else left - number
        keeps.append((kind, number))
        notation += f"{kind}{number}"
    term = DiceOfATest(count, faces, again, once, explodes, keeps, sign)
    return notation, term
