"""The words for dieharder are those of the published stream, and the bad ones have the intended defects."""

import json
import subprocess
import sys
from collections.abc import Iterator
from itertools import islice
from typing import Any, NamedTuple

import numpy as np

from benchmarks.dieharder.words import SOURCES, rand, stuck, to_native_order
from tests.tables import for_each
from tools.files import ROOT

STREAM = json.loads((ROOT / "tests/vectors/sd1.json").read_text())
VECTORS: list[dict[str, Any]] = STREAM["words"]
RAND_AFTER_SRAND_1 = [41, 18467, 6334, 26500, 19169, 15724]
"""What Visual C++ prints; Rosetta Code says how."""


class Ended(NamedTuple):
    """The first bytes of a command's output, its exit code after the pipe is closed, and its errors."""

    first: bytes
    code: int
    errors: str


def run_words(size: int, *arguments: str) -> Ended:
    """Read some bytes from the command that writes words, and close the pipe."""
    command = [sys.executable, "-m", "benchmarks", "words", *arguments]
    with subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout
        assert process.stderr
        first = process.stdout.read(size)
        process.stdout.close()
        errors = process.stderr.read().decode()
    return Ended(first, process.returncode, errors)


@for_each(
    "vector", VECTORS, ids=lambda vector: f"{vector['seed'][:8]!r}-{vector['index']}"
)
def test_the_words_of_a_seed_are_those_of_the_vectors_and_the_same_numbers_in_native_order(
    vector: Any,
) -> None:
    source = SOURCES["sd1"]
    size = 4 * vector["count"]
    read = source(vector["seed"], vector["index"])
    assert (read(20) + read(size - 20)).hex() == vector["hex"]
    native = to_native_order(source(vector["seed"], vector["index"]))(size)
    words = np.frombuffer(bytes.fromhex(vector["hex"]), ">u4")
    assert np.frombuffer(native, "=u4").tolist() == words.tolist()


def test_the_command_writes_words_of_vectors_and_counts_them_as_its_pipe_ends() -> None:
    of_seed = [vector for vector in VECTORS if vector["seed"] == "42"]
    (vector,) = (vector for vector in of_seed if vector["index"] == 2**32)
    size = len(vector["hex"]) // 2
    seeded = run_words(size, "sd1", "--seed", "42", "--index", str(2**32))
    assert seeded.first.hex() == vector["hex"]
    ended = run_words(1_000_000, "system")
    written = int(ended.errors.removesuffix(" bytes written\n"))
    assert len(ended.first) == 1_000_000
    assert ended.code == 0
    assert 1_000_000 <= written < 1_200_000  # the rest is what a pipe holds


def test_system_words_differ_and_stuck_words_only_in_the_lowest_bit() -> None:
    system = SOURCES["system"]("", 0)
    assert len({system(64), system(64)}) == 2
    good = np.frombuffer(SOURCES["sd1"]("42", 7)(4_000), ">u4")
    bad = np.frombuffer(stuck("42", 7)(4_000), ">u4")
    assert (bad % 2 == 0).all()
    assert (bad >> 1 == good >> 1).all()


def call_rand(state: int) -> Iterator[int]:
    """Yield what calls of Microsoft's `rand` return."""
    while True:
        state = (state * 214013 + 2531011) % 2**32
        yield state >> 16 & 0x7FFF


@for_each(("seed", "sizes"), [(1, [8]), (208_000, [400, 4, 1_196])])
def test_rand_is_the_generator_of_microsoft_and_continues_after_the_last_word(
    seed: int, sizes: list[int]
) -> None:
    assert list(islice(call_rand(1), 6)) == RAND_AFTER_SRAND_1
    calls = call_rand(seed)
    read = rand(seed)
    data = b"".join(read(size) for size in sizes)
    for word in np.frombuffer(data, ">u4"):
        bits = next(calls) << 30 | next(calls) << 15 | next(calls)
        assert word == bits % 2**32


@for_each(
    "arguments",
    ["sd1", "system --seed 42", "system --index 1", "sd1 --seed 42 --index -1"],
)
def test_invalid_arguments_are_rejected(arguments: str) -> None:
    ended = run_words(1, *arguments.split())
    assert ended.first == b""
    assert ended.code == 2
    assert "error:" in ended.errors
