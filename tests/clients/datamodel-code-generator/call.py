import json
import os
from typing import Any, TypeVar

import httpx
import models
import player
from pydantic import BaseModel

SEED = "clients"
EXCLUDE = ["2S", "2H"]
SHUFFLE = "/v1/decks/standard/shuffle"
service = httpx.Client(base_url=os.environ["BASE_URL"], timeout=60)
calls: dict[str, Any] = {}

Result = TypeVar("Result", bound=BaseModel)


def get(expected: type[Result], path: str, **query: str | int | list[str]) -> Result:
    response = service.get(path, params=query)
    return expected.model_validate_json(response.content)


def post(expected: type[Result], path: str, body: BaseModel) -> Result:
    text = body.model_dump_json(exclude_unset=True, by_alias=True)
    headers = {"Content-Type": "application/json"}
    response = service.post(path, content=text, headers=headers)
    return expected.model_validate_json(response.content)


def verify(body: models.VerifyRequest) -> models.VerificationRecord:
    return post(models.VerificationRecord, "/v1/verify", body)


def open_shoe(terms: models.OpenShoeRequest) -> models.OpenedShoe:
    return post(models.OpenedShoe, "/v1/shoes", terms)


def deal(body: models.DealStageRequest) -> models.DealtStage:
    return post(models.DealtStage, "/v1/shoes/deal", body)


def draw(body: models.DrawShoeRequest) -> models.DrawnCards:
    return post(models.DrawnCards, "/v1/shoes/draw", body)


def reveal(shoe: str | None) -> models.RevealedShoe:
    body = models.RevealShoeRequest(shoe=shoe or "")
    return post(models.RevealedShoe, "/v1/shoes/reveal", body)


shuffled = get(models.ShuffledDeck, SHUFFLE, seed=SEED, exclude=EXCLUDE, count=5)
calls["shuffled"] = shuffled.cards

shuffle = models.DeckShuffleRequest(seed=SEED, exclude=EXCLUDE, count=5)
posted = post(models.ShuffledDeck, SHUFFLE, shuffle)
calls["shuffled_by_post"] = posted.cards
result = posted.model_dump(exclude_unset=True, by_alias=True)
calls["verified"] = verify(models.VerifyRequest(result=result)).valid

dealt = get(models.DealtGame, "/v1/games/holdem/deal", seed=SEED, players=2)
board = next(pile for pile in dealt.piles if pile.name == "board")
calls["dealt"] = {"hands": [hand.cards for hand in dealt.hands], "board": board.cards}

shuffles = models.DeckShuffleBatchRequest(seed=SEED, repeats=3, count=2)
batch = post(models.ShuffledDeckBatch, f"{SHUFFLE}/batch", shuffles)
calls["batch"] = batch.cards

integers = get(models.DrawnIntegers, "/v1/integers", seed=SEED, max=10**12, count=4)
calls["integers"] = integers.integers

showdown = models.RankRequest(
    game="poker",
    hands=[["AS", "KD"], ["9H", "9C"]],
    board=["AC", "KH", "9S", "2D", "2C"],
)
ranked = post(models.RankResponse, "/v1/hands/rank", showdown)
categories = [hand.category for hand in ranked.hands]
calls["ranked"] = {"categories": categories, "winners": ranked.winners}

opened = open_shoe(models.OpenShoeRequest(deck="standard"))
five = models.DrawShoeRequest(shoe=opened.shoe, count=5, client_seed=SEED)
drawn = draw(five)
confirmed = models.Confirmed(commitment=opened.commitment, client_seed=SEED)
proof = models.VerifyRequest(
    receipt=reveal(drawn.shoe).receipt, seen=[drawn.seen], confirmed=confirmed
)
calls["shoe"] = {
    "cards": drawn.cards,
    "remaining": drawn.remaining,
    "fairness": drawn.fairness,
    "valid": verify(proof).valid,
}

game = open_shoe(models.OpenShoeRequest(game="rummy", players=2))
stage = deal(models.DealStageRequest(shoe=game.shoe))
kept = stage.hands[0].positions
reshuffle = models.DrawShoeRequest(
    shoe=stage.shoe or "", count=1, reshuffle=True, in_play=kept
)
again = draw(reshuffle)
in_play = again.in_play.before if again.in_play else None
calls["table"] = {"stage": stage.stage, "round": again.round, "in_play": in_play}

signed_game = models.OpenShoeRequest(
    game="rummy",
    players=2,
    reveal="shown",
    words=player.WORDS,
    consent=models.ConsentTerms(keys=player.SIGNING_KEYS),
    view_keys={"1": player.READING_KEY},
)
sealed = open_shoe(signed_game)
consents = player.consent(sealed.digest, {"action": "deal"})
first_deal = models.DealStageRequest(
    shoe=sealed.shoe, words=player.TEXTS, consents=consents
)
hand = deal(first_deal)
consents = player.consent(hand.digest, {"action": "draw", "count": 1, "seat": "1"})
next_card = models.DrawShoeRequest(
    shoe=hand.shoe or "", count=1, seat="1", consents=consents
)
taken = draw(next_card)
views = hand.views or {}
calls["signed"] = {
    "stage": hand.stage,
    "views": list(views),
    "remaining": taken.remaining,
    "draws": reveal(taken.shoe).receipt.drawn.draws,
    "view": player.open_view(views["1"], hand.digest),
}

problem = get(models.Problem, SHUFFLE, count=53)
calls["problem"] = {
    "title": problem.title,
    "status": problem.status,
    "errors": problem.errors,
}

print(json.dumps(calls))
