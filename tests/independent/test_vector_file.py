"""The golden vectors are what the independent implementation writes (`make vectors`)."""

import subprocess

import pytest

from tests.conftest import ROOT

pytestmark = pytest.mark.node


def test_the_golden_vectors_are_those_that_the_independent_implementation_writes() -> None:
    written = subprocess.run(["node", "verify/verify.mjs", "vectors"], cwd=ROOT, check=True, capture_output=True).stdout
    assert written == (ROOT / "tests" / "vectors" / "sd1.json").read_bytes()
