import json
import os
from typing import TypeVar

import httpx
import models
import player
from pydantic import BaseModel

SEED = "clients"
EXCLUDE = ["2S", "2H"]
SHUFFLE = "/v1/decks/standard/shuffle"

Result = TypeVar("Result", bound=BaseModel)
service = httpx.Client(base_url=os.environ["BASE_URL"], timeout=60)


def get(expected: type[Result], path: str, **query: str | int | list[str]) -> Result:
    return expected.model_validate_json(service.get(path, params=query).content)


def post(expected: type[Result], path: str, body: BaseModel) -> Result:
    headers = {"Content-Type": "application/json"}
    response = service.post(
        path,
        content=body.model_dump_json(exclude_unset=True, by_alias=True),
        headers=headers,
    )
    return expected.model_validate_json(response.content)


shuffled = get(models.ShuffledDeck, SHUFFLE, seed=SEED, exclude=EXCLUDE, count=5)
posted = post(
    models.ShuffledDeck,
    SHUFFLE,
    models.DeckShuffleRequest(seed=SEED, exclude=EXCLUDE, count=5),
)
whole = posted.model_dump(exclude_unset=True, by_alias=True)
verified = post(
    models.VerificationRecord, "/v1/verify", models.VerifyRequest(result=whole)
)
dealt = get(models.DealtGame, "/v1/games/holdem/deal", seed=SEED, players=2)
shuffles = models.DeckShuffleBatchRequest(seed=SEED, repeats=3, count=2)
batch = post(models.ShuffledDeckBatch, f"{SHUFFLE}/batch", shuffles)
drawn = get(models.DrawnIntegers, "/v1/integers", seed=SEED, max=10**12, count=4)
hands = models.RankRequest(
    game="poker",
    hands=[["AS", "KD"], ["9H", "9C"]],
    board=["AC", "KH", "9S", "2D", "2C"],
)
ranked = post(models.RankResponse, "/v1/hands/rank", hands)

opened = post(models.OpenedShoe, "/v1/shoes", models.OpenShoeRequest(deck="standard"))
draw = post(
    models.DrawnCards,
    "/v1/shoes/draw",
    models.DrawShoeRequest(shoe=opened.shoe, count=5, client_seed=SEED),
)
revealed = post(
    models.RevealedShoe,
    "/v1/shoes/reveal",
    models.RevealShoeRequest(shoe=draw.shoe or ""),
)
confirmed = models.Confirmed(commitment=opened.commitment, client_seed=SEED)
notes = models.VerifyRequest(
    receipt=revealed.receipt, seen=[draw.seen], confirmed=confirmed
)
checked = post(models.VerificationRecord, "/v1/verify", notes)

game = post(
    models.OpenedShoe, "/v1/shoes", models.OpenShoeRequest(game="rummy", players=2)
)
stage = post(
    models.DealtStage, "/v1/shoes/deal", models.DealStageRequest(shoe=game.shoe)
)
held = stage.hands[0].positions
kept = models.DrawShoeRequest(
    shoe=stage.shoe or "", count=1, reshuffle=True, in_play=held
)
again = post(models.DrawnCards, "/v1/shoes/draw", kept)

asked = models.OpenShoeRequest(
    game="rummy",
    players=2,
    reveal="shown",
    words=player.WORDS,
    consent=models.ConsentTerms(keys=player.SIGNING_KEYS),
    view_keys={"1": player.READING_KEY},
)
sealed = post(models.OpenedShoe, "/v1/shoes", asked)
consents = player.consent(sealed.digest, {"action": "deal"})
first = models.DealStageRequest(shoe=sealed.shoe, words=player.TEXTS, consents=consents)
hand = post(models.DealtStage, "/v1/shoes/deal", first)
consents = player.consent(hand.digest, {"action": "draw", "count": 1, "seat": "1"})
second = models.DrawShoeRequest(
    shoe=hand.shoe or "", count=1, seat="1", consents=consents
)
taken = post(models.DrawnCards, "/v1/shoes/draw", second)
shown = post(
    models.RevealedShoe,
    "/v1/shoes/reveal",
    models.RevealShoeRequest(shoe=taken.shoe or ""),
)

problem = get(models.Problem, SHUFFLE, count=53)

board = next(pile.cards for pile in dealt.piles if pile.name == "board")
in_play = again.in_play.before if again.in_play else None
signed = {
    "stage": hand.stage,
    "views": list(hand.views or {}),
    "remaining": taken.remaining,
    "draws": shown.receipt.drawn.draws,
    "view": player.open_view((hand.views or {})["1"], hand.digest),
}
calls = {
    "shuffled": shuffled.cards,
    "shuffled_by_post": posted.cards,
    "verified": verified.valid,
    "dealt": {"hands": [hand.cards for hand in dealt.hands], "board": board},
    "batch": batch.cards,
    "integers": drawn.integers,
    "ranked": {
        "categories": [hand.category for hand in ranked.hands],
        "winners": ranked.winners,
    },
    "shoe": {
        "cards": draw.cards,
        "remaining": draw.remaining,
        "fairness": draw.fairness,
        "valid": checked.valid,
    },
    "table": {"stage": stage.stage, "round": again.round, "in_play": in_play},
    "signed": signed,
    "problem": {
        "title": problem.title,
        "status": problem.status,
        "errors": problem.errors,
    },
}
print(json.dumps(calls))
