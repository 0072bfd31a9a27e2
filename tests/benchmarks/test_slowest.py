"""The saved table of the slowest requests."""

import re

from benchmarks.documents import DOCS
from benchmarks.limits.slowest import HEADING, iterate_operations


def test_the_saved_table_names_every_operation() -> None:
    section = (
        (DOCS / "operate.md").read_text().partition(HEADING)[2].partition("\n## ")[0]
    )
    saved = re.findall(r"^\| `(\w+)` \|", section, re.MULTILINE)
    assert sorted(saved) == sorted(
        operation.name for operation in iterate_operations()
    ), "make bench NAME=slowest"
