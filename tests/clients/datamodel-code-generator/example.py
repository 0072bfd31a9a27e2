import os

import httpx
from models import DealtGame, Problem

with httpx.Client(
    base_url=os.environ.get("BASE_URL", "http://localhost:8000")
) as service:
    for players in (2, 12):
        response = service.get("/v1/games/holdem/deal", params={"players": players})
        if response.is_success:
            print(*DealtGame.model_validate_json(response.content).hands[0].cards)
        else:
            problem = Problem.model_validate_json(response.content)
            print(problem.title, problem.status)
