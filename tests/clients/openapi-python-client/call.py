import json
import os
from typing import Any, TypeVar

import player
from client import Client, models
from client.api.decks import shuffle_deck, shuffle_deck_batch_post, shuffle_deck_post
from client.api.games import deal_game
from client.api.hands import rank_hands
from client.api.integers import draw_integers
from client.api.shoes import deal_stage, draw_from_shoe, open_sealed_shoe, reveal_shoe
from client.api.verify import verify_result

SEED = "clients"
EXCLUDE = ["2S", "2H"]
service = Client(os.environ["BASE_URL"])
calls: dict[str, Any] = {}

T = TypeVar("T")


def expect(kind: type[T], response: object) -> T:
    """Return a response of this type; any other, such as a problem, ends the program."""
    if not isinstance(response, kind):
        raise TypeError(response)
    return response


def verify(members: dict[str, Any]) -> models.VerificationRecord:
    body = models.VerifyRequest.from_dict(members)
    response = verify_result.sync(client=service, body=body)
    return expect(models.VerificationRecord, response)


def open_shoe(terms: models.OpenShoeRequest) -> models.OpenedShoe:
    response = open_sealed_shoe.sync(client=service, body=terms)
    return expect(models.OpenedShoe, response)


def deal(body: models.DealStageRequest) -> models.DealtStage:
    response = deal_stage.sync(client=service, body=body)
    return expect(models.DealtStage, response)


def draw(body: models.DrawShoeRequest) -> models.DrawnCards:
    response = draw_from_shoe.sync(client=service, body=body)
    return expect(models.DrawnCards, response)


def reveal(shoe: object) -> models.RevealedShoe:
    body = models.RevealShoeRequest(shoe=str(shoe))
    response = reveal_shoe.sync(client=service, body=body)
    return expect(models.RevealedShoe, response)


def sign(
    digest: str, action: dict[str, str | int]
) -> models.SignedParametersConsentsType0:
    consents = player.consent(digest, action)
    return models.SignedParametersConsentsType0.from_dict(consents)


by_get = shuffle_deck.sync(
    "standard", client=service, seed=SEED, exclude=EXCLUDE, count=5
)
calls["shuffled"] = expect(models.ShuffledDeck, by_get).cards

shuffle = models.DeckShuffleRequest(seed=SEED, exclude=EXCLUDE, count=5)
by_post = shuffle_deck_post.sync("standard", client=service, body=shuffle)
posted = expect(models.ShuffledDeck, by_post)
calls["shuffled_by_post"] = posted.cards
calls["verified"] = verify({"result": posted.to_dict()}).valid

holdem = deal_game.sync("holdem", client=service, seed=SEED, players=2)
dealt = expect(models.DealtGame, holdem)
board = next(pile for pile in dealt.piles if pile.name == "board")
calls["dealt"] = {"hands": [hand.cards for hand in dealt.hands], "board": board.cards}

shuffles = models.DeckShuffleBatchRequest(seed=SEED, repeats=3, count=2)
batch = shuffle_deck_batch_post.sync("standard", client=service, body=shuffles)
calls["batch"] = expect(models.ShuffledDeckBatch, batch).cards

integers = draw_integers.sync(client=service, seed=SEED, max_=10**12, count=4)
calls["integers"] = expect(models.DrawnIntegers, integers).integers

showdown = models.RankRequest(
    game="poker",
    hands=[["AS", "KD"], ["9H", "9C"]],
    board=["AC", "KH", "9S", "2D", "2C"],
)
ranking = rank_hands.sync(client=service, body=showdown)
ranked = expect(models.RankResponse, ranking)
categories = [hand.category for hand in ranked.hands]
calls["ranked"] = {"categories": categories, "winners": ranked.winners}

opened = open_shoe(models.OpenShoeRequest(deck="standard"))
five = models.DrawShoeRequest(shoe=opened.shoe, count=5, client_seed=SEED)
drawn = draw(five)
proof = {
    "receipt": reveal(drawn.shoe).receipt.to_dict(),
    "seen": [drawn.seen.to_dict()],
    "confirmed": {"commitment": opened.commitment, "client_seed": SEED},
}
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
    shoe=str(stage.shoe), count=1, reshuffle=True, in_play=kept
)
again = draw(reshuffle)
in_play = again.in_play.before if again.in_play else None
calls["table"] = {"stage": stage.stage, "round": again.round_, "in_play": in_play}

signed_game = models.OpenShoeRequest(
    game="rummy",
    players=2,
    reveal="shown",
    words=player.WORDS,
    consent=models.ConsentTerms.from_dict({"keys": player.SIGNING_KEYS}),
    view_keys=models.OpenShoeRequestViewKeysType0.from_dict({"1": player.READING_KEY}),
)
sealed = open_shoe(signed_game)
first_deal = models.DealStageRequest(
    shoe=sealed.shoe,
    words=player.TEXTS,
    consents=sign(sealed.digest, {"action": "deal"}),
)
hands = deal(first_deal)
consents = sign(hands.digest, {"action": "draw", "count": 1, "seat": "1"})
next_card = models.DrawShoeRequest(
    shoe=str(hands.shoe), count=1, seat="1", consents=consents
)
taken = draw(next_card)
view = hands.views["1"] if hands.views else ""
calls["signed"] = {
    "stage": hands.stage,
    "views": hands.views.additional_keys if hands.views else [],
    "remaining": taken.remaining,
    "draws": reveal(taken.shoe).receipt.drawn.draws,
    "view": player.open_view(view, hands.digest),
}

refused = shuffle_deck.sync("standard", client=service, count=53)
problem = expect(models.Problem, refused)
calls["problem"] = {
    "title": problem.title,
    "status": problem.status,
    "errors": problem.errors.to_dict() if problem.errors else {},
}

print(json.dumps(calls))
