"""The characters that each implementation escapes: they agree, but for those that are newer than Unicode 14."""

import json
import sys
import unicodedata

import pytest

from service.names.texts import escape_invisible
from tests.independent.verifier import run_node
from tests.names.confusable_texts import AMBIGUOUS, COVERED, UNAMBIGUOUS

pytestmark = pytest.mark.node


def test_both_implementations_escape_the_same() -> None:
    texts = [*AMBIGUOUS, *COVERED, *UNAMBIGUOUS]
    (found,) = run_node("tests/independent/escapes.mjs", [], json.dumps(texts))
    own = {
        code
        for code in range(sys.maxunicode + 1)
        if escape_invisible(chr(code)) != chr(code)
    }
    assert set(found["escaped"]) <= own
    newer = own.difference(found["escaped"])
    if unicodedata.unidata_version == "14.0.0":
        assert {unicodedata.category(chr(code)) for code in newer} <= {"Cn"}
    for text, shown in zip(texts, found["texts"], strict=True):
        assert shown == escape_invisible(text) or text == "7\U0001fae8"
    # to normalize marks takes the square of their number there
    assert found["marks"] == "a" + r"\u0316" * 300
