"""The words for dieharder are those of the published stream, and the bad ones have the intended defects."""

import json
import subprocess
import sys
from collections.abc import Iterator
from itertools import islice
from typing import Any

import numpy as np

from benchmarks.dieharder.words import SOURCES, rand, stuck, to_native_order
from tests.conftest import ROOT
from tests.tables import for_each

VECTORS: list[dict[str, Any]] = json.loads(
    (ROOT / "tests/vectors/sd1.json").read_text()
)["words"]
RAND_AFTER_SRAND_1 = [
    41,
    18467,
    6334,
    26500,
    19169,
    15724,
]  # what Visual C++ prints; Rosetta Code says how


def run_words(size: int, *arguments: str) -> tuple[bytes, int, str]:
    """Return the first bytes of the command's output, its exit code after the pipe is closed, and its errors."""
    command = [sys.executable, "-m", "benchmarks", "words", *arguments]
    with subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout
        assert process.stderr
        first = process.stdout.read(size)
        process.stdout.close()
        errors = process.stderr.read().decode()
    return first, process.returncode, errors


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


def test_the_command_writes_the_words_of_the_vectors_and_counts_them_when_the_pipe_is_closed() -> (
    None
):
    vector = next(
        vector
        for vector in VECTORS
        if vector["seed"] == "42" and vector["index"] == 2**32
    )
    size = len(vector["hex"]) // 2
    assert (
        run_words(size, "sd1", "--seed", "42", "--index", str(2**32))[0].hex()
        == vector["hex"]
    )
    first, code, errors = run_words(1_000_000, "system")
    written = int(errors.removesuffix(" bytes written\n"))
    assert (len(first), code) == (1_000_000, 0)
    assert 1_000_000 <= written < 1_200_000  # the rest is what a pipe holds


def test_system_words_differ_each_time_and_stuck_words_in_nothing_but_the_lowest_bit() -> (
    None
):
    system = SOURCES["system"]("", 0)
    assert len({system(64), system(64)}) == 2
    good = np.frombuffer(SOURCES["sd1"]("42", 7)(4_000), ">u4")
    bad = np.frombuffer(stuck("42", 7)(4_000), ">u4")
    assert (bad % 2 == 0).all()
    assert (bad >> 1 == good >> 1).all()


def test_rand_is_the_generator_of_microsoft_and_continues_after_the_last_word() -> None:
    def calls(state: int) -> Iterator[int]:
        while True:
            state = (state * 214013 + 2531011) % 2**32
            yield state >> 16 & 0x7FFF

    assert list(islice(calls(1), 6)) == RAND_AFTER_SRAND_1
    for seed, sizes in ((1, (8,)), (208_000, (400, 4, 1_196))):
        read = rand(seed)
        one = calls(seed)
        words = np.frombuffer(b"".join(map(read, sizes)), ">u4").tolist()
        assert words == [
            (next(one) << 30 | next(one) << 15 | next(one)) % 2**32 for _ in words
        ]


@for_each(
    "arguments",
    ["sd1", "system --seed 42", "system --index 1", "sd1 --seed 42 --index -1"],
)
def test_invalid_arguments_are_rejected(arguments: str) -> None:
    first, code, errors = run_words(1, *arguments.split())
    assert (first, code) == (b"", 2)
    assert "error:" in errors
