"""The characters that each implementation escapes: they agree, but for those that are newer than Unicode 14."""

import json
import subprocess
import sys
import unicodedata

import pytest

from service.core.texts import escape_invisible
from tests.conftest import ROOT
from tests.core.test_texts import AMBIGUOUS, COVERED, UNAMBIGUOUS

pytestmark = pytest.mark.node

PROGRAM = """
const { escapeInvisible } = await import("./verify/texts.mjs");
const escaped = [];
for (let code = 0; code <= 0x10ffff; code++) {
  const character = String.fromCodePoint(code);
  if (escapeInvisible(`"${character}"`) !== `"${character}"`) escaped.push(code);
}
const texts = JSON.parse(process.argv[1]).map(escapeInvisible);
console.log(JSON.stringify({ escaped, texts }));
"""


def test_both_implementations_escape_the_same() -> None:
    texts = [*AMBIGUOUS, *COVERED, *UNAMBIGUOUS]
    command = ["node", "--input-type=module", "--eval", PROGRAM, json.dumps(texts)]
    done = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True)
    found = json.loads(done.stdout)
    own = {code for code in range(sys.maxunicode + 1) if escape_invisible(chr(code)) != chr(code)}
    assert set(found["escaped"]) <= own
    newer = own.difference(found["escaped"])
    if unicodedata.unidata_version == "14.0.0":
        assert {unicodedata.category(chr(code)) for code in newer} <= {"Cn"}
    for text, shown in zip(texts, found["texts"], strict=True):
        assert shown == escape_invisible(text) or text == "7\U0001fae8"
