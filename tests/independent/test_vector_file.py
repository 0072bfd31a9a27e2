"""The golden vectors are what the independent implementation writes (`make generate`)."""

import subprocess

import pytest

from tools.files import ROOT

pytestmark = pytest.mark.node

VECTORS = ROOT / "tests" / "vectors" / "sd1.json"
SAMPLE = """
import { readFile } from "node:fs/promises";
import { SECTIONS } from "./verify/vectors.mjs";
const file = JSON.parse(await readFile("tests/vectors/sd1.json"));
for (const [name, solve] of Object.entries(SECTIONS))
  for (const [number, one] of file[name].entries())
    if (number % 20 === 0 && JSON.stringify(await solve(one)) !== JSON.stringify(one)) console.log(name, number);
"""


def run_node(*arguments: str) -> bytes:
    return subprocess.run(
        ["node", *arguments], cwd=ROOT, check=True, capture_output=True
    ).stdout


def test_the_golden_vectors_are_those_that_the_independent_implementation_writes() -> (
    None
):
    assert run_node("verify/verify.mjs", "vectors") == VECTORS.read_bytes()


@pytest.mark.smoke
def test_every_20th_vector_of_each_kind_is_what_the_independent_implementation_computes() -> (
    None
):
    assert run_node("--input-type=module", "--eval", SAMPLE) == b""
