"""The documents show every game as it is dealt, and the rule of each step."""

import re

from service.games.catalogue import GAMES
from service.games.special_steps import SPECIAL_STEPS
from tools.documents.games import DEFINITION, GUIDE, TABLE


def test_each_page_has_its_tables_of_games() -> None:
    for path, tables in {GUIDE: ["games", "stages"], DEFINITION: ["steps"]}.items():
        text = path.read_text(encoding="utf-8")
        assert [name for name, _ in TABLE.findall(text)] == tables


def test_both_pages_name_the_games_that_go_on() -> None:
    going_on = {game.name for game in GAMES.values() if game.continues}
    for path, end in (
        (GUIDE, " go on: they deal"),
        (DEFINITION, " [go on](sealed.md#terms)"),
    ):
        (sentence,) = re.findall(
            rf"((?:`\w+`(?:, | and )?)+){re.escape(end)}",
            path.read_text(encoding="utf-8"),
        )
        assert set(re.findall(r"`(\w+)`", sentence)) == going_on


def test_each_step_in_the_table_of_games_has_its_rule() -> None:
    """docs/definitions/decks.md suffices to deal: a step of a game is in its table of steps or has a section."""
    page = DEFINITION.read_text(encoding="utf-8")
    _, after_head = page.split("| step | deals from the top")
    table, games, sections = re.split("<!-- (?:steps|end) -->\n", after_head)
    ruled = set(re.findall(r"^\*\*`(\w+)`\*\*", sections, re.MULTILINE))
    for row in table.split("\n|"):
        if "see below" not in row:
            steps, *_ = row.split("|")
            names = re.findall("`([^`]+)`", steps)
            ruled |= {re.split("[ /]", name)[0] for name in names}
    named = set()
    for row in games.splitlines():
        cell = row.split("| ")[-1]
        steps, *_ = re.split("; `\\w+` = ", cell)
        for part in re.findall("`([^`]+)`", steps):
            named |= set(
                re.findall(r"(?:^|[,;:\[] ?)([a-z_]+)(?=[,;\]]|$| down| up)", part)
            )
    assert {"between", "one_jack", "beak", "turned", "flowers", "all_out"} <= named
    special = {re.split("[ /]", step)[0] for step in SPECIAL_STEPS}
    assert named | special <= ruled
