"""The golden vectors are what the independent implementation writes (`make generate`)."""

import subprocess

import pytest

from tools.files import ROOT

pytestmark = pytest.mark.node

VECTORS = ROOT / "tests" / "vectors" / "sd1.json"
SAMPLE = """
import { readFile } from "node:fs/promises";
import { SECTIONS } from "./verify/vectors/vectors.mjs";
const file = JSON.parse(await readFile("tests/vectors/sd1.json"));
for (const [name, solve] of Object.entries(SECTIONS))
  for (const [number, one] of file[name].entries())
    if (number % 20 === 0 && JSON.stringify(await solve(one)) !== JSON.stringify(one)) console.log(name, number);
"""


def run_node(*arguments: str) -> bytes:
    return subprocess.run(
        ["node", *arguments], cwd=ROOT, check=True, capture_output=True
    ).stdout


def test_the_independent_implementation_writes_the_golden_vectors() -> None:
    assert run_node("verify/verify.mjs", "vectors") == VECTORS.read_bytes()


@pytest.mark.smoke
def test_the_independent_implementation_computes_every_20th_vector_of_a_kind() -> None:
    assert run_node("--input-type=module", "--eval", SAMPLE) == b""
