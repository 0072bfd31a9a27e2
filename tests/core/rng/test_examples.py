"""The numbers in the docstrings of service/core/rng: each test is named after the function that has the example."""

import numpy as np
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
from numpy.typing import NDArray

from service.core.rng import sources
from service.core.rng.streams import keyed_words
from tests.core.chosen_words import make_source

KEY = bytes(range(32))
HALF = 2**31
THREE_QUARTERS = 0xC0000000


def test_draw() -> None:
    source = make_source([THREE_QUARTERS])
    assert source.below(6) == 4
    assert source.words == 1


def test_draw_rejects_a_word() -> None:
    source = make_source([HALF, THREE_QUARTERS])
    assert source.below(6) == 4
    assert source.words == 2


def test_draw_few() -> None:
    bounds = range(6, 4, -1)
    word = 0xC0000001
    assert make_source([word, word])._draw_few(bounds) == [4, 3]
    for words in ([THREE_QUARTERS, word], [word, THREE_QUARTERS]):
        source = make_source(words)
        assert source._draw_few(bounds) is None
        assert source.words == 0


def test_count_accepted() -> None:
    """With the bounds 7, 6, 5, 4, 3 the third word, 0, is rejected."""
    source = make_source([HALF + 9, HALF + 9, 0, HALF + 9, HALF + 9])
    assert len(source._block(range(7, 2, -1))) == 2
    assert source.words == 3


def test_join_blocks() -> None:
    sizes = iter([3, 1, 2])
    numbers_made = []

    def draw_block(made: int) -> NDArray[np.uint64]:
        numbers_made.append(made)
        return np.arange(made, made + next(sizes), dtype=np.uint64)

    assert sources._join_blocks(6, draw_block).tolist() == [0, 1, 2, 3, 4, 5]
    assert numbers_made == [0, 3, 4]


def test_multiply_wide() -> None:
    numbers = np.array([2**63], np.uint64)
    high, low = sources._multiply_wide(numbers, np.uint64(6))
    assert (high.tolist(), low.tolist()) == ([3], [0])


def test_keyed_words() -> None:
    encrypt = Cipher(algorithms.AES(KEY), modes.ECB()).encryptor().update
    block = encrypt((7).to_bytes(8, "big") + (1).to_bytes(8, "big"))
    second_word = int.from_bytes(block[4:8], "big")
    assert keyed_words(KEY, range(7, 8), 5, 1).tolist() == [[second_word]]
