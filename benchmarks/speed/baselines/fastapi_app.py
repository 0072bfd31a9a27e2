"""The naive shuffle on FastAPI."""

from random import SystemRandom

from fastapi import FastAPI  # type: ignore[import-not-found, unused-ignore]

from benchmarks.speed.baselines.minimal_flask import PACK


async def shuffle() -> dict[str, list[str]]:
    """Shuffle a pack."""
    cards = PACK.copy()
    SystemRandom().shuffle(cards)
    return {"cards": cards}


app = FastAPI()
app.add_api_route("/", shuffle)
