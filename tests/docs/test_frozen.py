"""What a definition fixes is marked in one way, by FROZEN: and FREE: (docs/style.md, Comments)."""

import re
from pathlib import Path

from tests.tables import for_each
from tools.files import ROOT

OTHER_WORDS = re.compile(
    r"FROZEN(?!:)|FREEZES"
    r"|(?:is|are|be|been|has|have) frozen|frozen by|freezes|free to change"
)
FOLDERS = ("service", "verify")
PROGRAMS = sorted(
    path
    for folder in FOLDERS
    for suffix in ("*.py", "*.mjs")
    for path in (ROOT / folder).rglob(suffix)
)


@for_each("path", PROGRAMS, ids=[str(path.relative_to(ROOT)) for path in PROGRAMS])
def test_what_is_fixed_is_marked_in_one_way(path: Path) -> None:
    assert not OTHER_WORDS.findall(path.read_text("utf-8"))


@for_each("text", ["# frozen by the definition", "which is FROZEN", "free to change"])
def test_other_words_are_found(text: str) -> None:
    assert OTHER_WORDS.search(text)
