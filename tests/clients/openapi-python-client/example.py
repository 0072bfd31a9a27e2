import os

from client import Client
from client.api.games import deal_game
from client.models import DealtGame, Problem

service = Client(os.environ.get("BASE_URL", "http://localhost:8000"))

for players in (2, 12):
    response = deal_game.sync("holdem", client=service, players=players)
    if isinstance(response, DealtGame):
        print(*response.hands[0].cards)
    elif isinstance(response, Problem):
        print(response.title, response.status)
