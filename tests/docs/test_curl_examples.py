"""Every curl command in README.md and docs/ prints what is shown below it."""

import json
import re
import shutil
import subprocess

import pytest

from tests.docs.examples import (
    BLOCK,
    DOCUMENTS,
    EXAMPLE,
    apply_jq,
    examples,
    show_example,
)
from tests.tables import for_each
from tools.files import ROOT

README = ROOT / "README.md"
EXAMPLES = [
    pytest.param(command, output, id=f"{path.name}-{number}")
    for path in DOCUMENTS
    if path.name
    != "signed-responses.md"  # its service needs a key: tests/server/test_signing_service.py
    for number, (command, output) in enumerate(examples(path), start=1)
]
JQ_PROGRAMS = set(re.findall(r"\| jq -c '?([^'\n]+)", README.read_text()))


@pytest.mark.long
@pytest.mark.parametrize(("command", "output"), EXAMPLES)
def test_every_curl_prints_what_the_document_shows(
    live: str, command: str, output: str
) -> None:
    printed = show_example(command, output, live)
    assert printed.rstrip() == output.rstrip(), "run: make generate"


def test_the_readme_has_examples() -> None:
    assert len(examples(README)) >= 3


@for_each(
    "block", [block for path in DOCUMENTS for block in BLOCK.findall(path.read_text())]
)
def test_every_console_block_consists_of_examples_that_run(block: str) -> None:
    assert block.startswith("$ ")
    assert len(EXAMPLE.findall(block)) == block.count("\n$ ") + 1


@pytest.mark.skipif(not shutil.which("jq"), reason="jq is not installed")
@for_each("program", sorted(JQ_PROGRAMS | {".a[].b, .c[0]"}))
def test_jq_itself_prints_the_same(program: str) -> None:
    value = {
        "items": ["x"],
        "indices": [0],
        "integers": [[1], [2]],
        "winners": ["2"],
        "piles": [{"cards": ["AS"]}, {"cards": ["KS", "7♠"]}],
        "a": [{"b": 1}, {"b": None}],
        "c": [[]],
    }
    done = subprocess.run(
        ["jq", "-c", program],
        input=json.dumps(value),
        capture_output=True,
        text=True,
        check=True,
    )
    printed = [json.loads(line) for line in done.stdout.splitlines()]
    assert printed == apply_jq(program, value)
