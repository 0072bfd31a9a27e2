"""The documents lose no program, and that of the Python client plays a table whose proof holds."""

import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tests.docs.examples import ADDRESS, DOCUMENTS
from tests.tables import for_each
from tools.files import ROOT

BLOCKS = re.compile(r"^ *```(\w+)", re.MULTILINE)
LANGUAGES = {".py": "python", ".mjs": "js"}


def test_no_program_of_the_documents_is_lost() -> None:
    """Blocks that tests run, beside the files of examples/; who merges two of them lowers the number here."""
    blocks = [
        language for path in DOCUMENTS for language in BLOCKS.findall(path.read_text())
    ]
    files = [path.suffix for path in (ROOT / "examples").rglob("*")]
    counts = Counter(blocks) + Counter(
        LANGUAGES[suffix] for suffix in files if suffix in LANGUAGES
    )
    assert counts >= Counter({"console": 81, "python": 89, "js": 26})


PAGE = (ROOT / "clients" / "python" / "README.md").read_text()
[PROGRAM, *_] = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
SWAP = 'shown, noted = noted, Table(service, SQLiteStore("tables.db"), "2").open(deck="standard")["commitment"]'
SWAPPED_PROGRAM = PROGRAM.replace("hit =", f"{SWAP}\nhit =")
"""The player has noted the commitment of another table."""


@for_each(
    ("program", "printed"),
    [
        (PROGRAM, "True last_word {}"),
        (SWAPPED_PROGRAM, "False unknown {'where': 'commitment'"),
    ],
    ids=["honest", "swapped"],
)
def test_the_table_of_the_python_client_proves_itself(
    live: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    program: str,
    printed: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {}
    exec(program.replace(ADDRESS, live), names)
    names["service"].__exit__()
    _, verdict, *_ = capsys.readouterr().out.splitlines()
    assert verdict.startswith(printed)
