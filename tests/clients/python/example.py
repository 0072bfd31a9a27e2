import os

from cards import ApiClient, ApiException, Configuration, GamesApi, Problem

games = GamesApi(
    ApiClient(Configuration(host=os.environ.get("BASE_URL", "http://localhost:8000")))
)

for players in (2, 12):
    try:
        print(*games.deal_game("holdem", players=players).hands[0].cards)
    except ApiException as error:
        if not isinstance(error.data, Problem):
            raise
        print(error.data.title, error.data.status)
