"""The saved table of the slowest requests."""

import re

from benchmarks.documents import DOCS
from benchmarks.limits.slowest import HEADING, OTHERS, iterate_operations


def test_the_saved_table_names_every_operation() -> None:
    section = (
        (DOCS / "operate.md").read_text().partition(HEADING)[2].partition("\n## ")[0]
    )
    _, _, others = section.partition(f"\n{OTHERS} ")
    of_others = others.partition("\n\n")[0]
    saved = set(re.findall(r"^\| `(\w+)` \|", section, re.MULTILINE))
    saved |= set(re.findall(r"`(\w+)`", of_others))
    served = {operation.name for operation in iterate_operations()}
    assert saved == served, (
        f"The table of the longest requests in docs/operate.md lacks {sorted(served - saved)}, "
        f"and has {sorted(saved - served)} beside those served: make bench NAME=slowest"
    )
