"""Words without a seed: from the operating system, or under a key that it gives for one read alone."""

import os

import pytest
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes

from service.core.rng.streams import Randomness, read_fresh

SMALL = 2_048
LARGE = 2_049


@pytest.fixture
def system_reads(monkeypatch: pytest.MonkeyPatch) -> list[bytes]:
    """Return all that is read from the operating system."""
    reads: list[bytes] = []
    urandom = os.urandom

    def read(size: int) -> bytes:
        reads.append(urandom(size))
        return reads[-1]

    monkeypatch.setattr(os, "urandom", read)
    return reads


def test_small_reads_are_the_operating_systems_bytes(system_reads: list[bytes]) -> None:
    assert [read_fresh(size) for size in (1, 204, SMALL)] == system_reads


def test_each_large_read_is_aes_256_in_counter_mode_under_a_key_of_its_own(
    system_reads: list[bytes],
) -> None:
    for size in (LARGE, LARGE, 100_000):
        data = read_fresh(size)
        key = system_reads.pop()
        assert not system_reads
        assert len(key) == 32
        cipher = Cipher(algorithms.AES(key), modes.CTR(bytes(16)))
        assert data == cipher.encryptor().update(bytes(size))


def test_no_large_read_repeats_another_also_after_a_fork() -> None:
    randomness = Randomness()

    def read_both() -> list[bytes]:
        """Return a large read, and the words of many results."""
        words = randomness.words(range(50), 0, 51).tobytes()
        assert len(words) == 10_200
        return [read_fresh(LARGE), words]

    read_fresh(LARGE)
    read, write = os.pipe()
    child = os.fork()
    if not child:
        os.write(write, b"".join(read_both()))
        os._exit(0)
    os.close(write)
    with os.fdopen(read, "rb") as pipe:
        data = pipe.read()
    os.waitpid(child, 0)
    assert len(data) == LARGE + 10_200
    reads = [data[:LARGE], data[LARGE:], *read_both(), *read_both()]
    blocks = [
        data[start : start + 16]
        for data in reads
        for start in range(0, len(data) - 15, 16)
    ]
    assert len(blocks) == len(set(blocks))


def test_words_of_many_results_without_a_seed_have_a_row_for_each() -> None:
    words = Randomness().words(range(7, 57), 3, 51)
    assert words.shape == (50, 51)
    distinct = set(words.flatten().tolist())
    assert len(distinct) > 2_500
