"""The words for dieharder are those of the published stream, and the bad ones have the intended defects."""

import json
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from benchmarks.dieharder.words import SOURCES, rand, stuck, to_native_order
from tests.conftest import ROOT
from tests.tables import for_each

VECTORS: list[dict[str, Any]] = json.loads((ROOT / "tests/vectors/sd1.json").read_text())["words"]
RAND_AFTER_SRAND_1 = [41, 18467, 6334, 26500, 19169, 15724]  # what Visual C++ prints; Rosetta Code says how


def run_words(size: int, *arguments: str) -> tuple[bytes, int, str]:
    """Return the first bytes of the command's output, its exit code after the pipe is closed, and its errors."""
    command = [sys.executable, "-m", "benchmarks", "words", *arguments]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout
        assert process.stderr
        first = process.stdout.read(size)
        process.stdout.close()
        errors = process.stderr.read().decode()
    return first, process.returncode, errors


@for_each("vector", VECTORS, ids=lambda vector: f"{vector['seed'][:8]!r}-{vector['index']}")
def test_the_words_of_a_seed_are_those_of_the_vectors(vector: dict[str, Any]) -> None:
    read = SOURCES["sd1"](vector["seed"], vector["index"])
    assert (read(20) + read(4 * vector["count"] - 20)).hex() == vector["hex"]


def test_the_command_writes_the_words_of_the_vectors_byte_for_byte() -> None:
    vector = next(vector for vector in VECTORS if vector["seed"] == "42" and vector["index"] == 2**32)
    size = len(vector["hex"]) // 2
    assert run_words(size, "sd1", "--seed", "42", "--index", str(2**32))[0].hex() == vector["hex"]


def test_a_closed_pipe_is_no_error_and_the_bytes_are_counted() -> None:
    first, code, errors = run_words(1_000_000, "system")
    written = int(errors.removesuffix(" bytes written\n"))
    assert (len(first), code) == (1_000_000, 0)
    assert 1_000_000 <= written < 1_200_000  # the rest is what a pipe holds


def test_native_words_are_the_same_numbers_to_this_machine() -> None:
    vector = VECTORS[0]
    words = np.frombuffer(bytes.fromhex(vector["hex"]), ">u4")
    read = to_native_order(SOURCES["sd1"](vector["seed"], vector["index"]))
    assert np.frombuffer(read(4 * len(words)), "=u4").tolist() == words.tolist()


def test_the_operating_system_returns_other_words_each_time() -> None:
    read = SOURCES["system"]("", 0)
    assert len(read(64)) == 64
    assert read(64) != read(64)


def test_stuck_words_differ_in_nothing_but_the_lowest_bit() -> None:
    good = np.frombuffer(SOURCES["sd1"]("42", 7)(4_000), ">u4")
    bad = np.frombuffer(stuck("42", 7)(4_000), ">u4")
    assert (bad % 2 == 0).all()
    assert (bad >> 1 == good >> 1).all()


def test_rand_is_the_generator_of_microsoft() -> None:
    words = np.frombuffer(rand(1)(8), ">u4").tolist()
    a, b, c, d, e, f = RAND_AFTER_SRAND_1
    assert words == [(a << 30 | b << 15 | c) % 2**32, (d << 30 | e << 15 | f) % 2**32]


def test_rand_continues_after_the_last_word() -> None:
    def calls(state: int) -> Iterator[int]:
        while True:
            state = (state * 214013 + 2531011) % 2**32
            yield state >> 16 & 0x7FFF

    read, one = rand(208_000), calls(208_000)
    words = np.frombuffer(read(400) + read(4) + read(1_196), ">u4").tolist()
    assert words == [(next(one) << 30 | next(one) << 15 | next(one)) % 2**32 for _ in range(400)]


@pytest.mark.parametrize(
    "arguments",
    [["sd1"], ["system", "--seed", "42"], ["system", "--index", "1"], ["sd1", "--seed", "42", "--index", "-1"]],
    ids=" ".join,
)
def test_invalid_arguments_are_rejected(arguments: list[str]) -> None:
    first, code, errors = run_words(1, *arguments)
    assert (first, code) == (b"", 2)
    assert "error:" in errors
