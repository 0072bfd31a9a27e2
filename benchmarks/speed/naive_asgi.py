"""FastAPI with the usual shuffle, as `naive` of hello.py is Flask with it."""

from fastapi import FastAPI

from benchmarks.speed.hello import shuffle_pack


async def shuffle() -> dict[str, list[str]]:
    """Shuffle a pack; there are no parameters to validate."""
    return {"cards": shuffle_pack()}


app = FastAPI()
app.get("/")(shuffle)
