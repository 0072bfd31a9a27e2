"""The check that finds what makes a test depend on chance."""

from tests.tables import for_each, read_table
from tools.chance import find_chance

TABLES = read_table("tools/chance.yaml")


@for_each(("source", "subjects"), TABLES["programs"])
def test_it_is_found_however_it_is_written(source: str, subjects: list[str]) -> None:
    assert [finding.subject for finding in find_chance(source)] == subjects
