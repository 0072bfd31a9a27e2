"""The page on sealed shoes: its player in Python is short; tests/api/played plays it against a hostile backend."""

from tests.docs.private_player import CODE


def test_the_player_in_python_has_at_most_120_lines_beside_its_imports() -> None:
    lines = [line for line in CODE.splitlines() if line and not line.startswith(("import ", "from "))]
    assert len(lines) <= 120
