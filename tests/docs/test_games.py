import re

from service.core.games.catalogue import GAMES
from tools.documents.games import DEFINITION, GUIDE, SOURCES, TABLE, fill_tables


def test_the_guide_shows_every_game_as_it_is_dealt() -> None:
    for path, tables in {GUIDE: ["games", "stages"], DEFINITION: ["steps"], SOURCES: ["sources"]}.items():
        text = path.read_text(encoding="utf-8")
        assert [name for name, _ in TABLE.findall(text)] == tables
        assert fill_tables(text) == text, f"{path.name}: run make generate"


def test_both_pages_name_the_games_that_go_on() -> None:
    going_on = {game.name for game in GAMES.values() if game.continues}
    for path, end in ((GUIDE, " go on: they deal"), (DEFINITION, " [go on](sealed.md#terms)")):
        (sentence,) = re.findall(rf"((?:`\w+`(?:, | and )?)+){re.escape(end)}", path.read_text(encoding="utf-8"))
        assert set(re.findall(r"`(\w+)`", sentence)) == going_on
