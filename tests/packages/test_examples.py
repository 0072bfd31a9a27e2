"""The servers of examples/ are short: each has a bound of tokens beside the rules of its game."""

from typing import Any

from tests.packages.game_server import EXAMPLES
from tests.programs import count_tokens
from tests.tables import for_each

Json = dict[str, Any]


@for_each(
    ("name", "most"),
    [
        ("fastapi-holdem/room.py", 1_700),
        ("discord-bot/bot.py", 1_700),
        ("colyseus-twenty-one/room.mjs", 1_700),
        ("boardgame-tricks/server.mjs", 1_700),
        ("flask-blackjack/table.py", 1_300),
        ("socketio-draw-poker/server.mjs", 1_300),
        ("ws-riichi/server.ts", 1_400),
    ],
)
def test_a_server_is_short_beside_its_rules(name: str, most: int) -> None:
    assert count_tokens((EXAMPLES / name).read_text()) <= most
