import json
import os
from typing import TypeVar

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

T = TypeVar("T")


def expect(kind: type[T], response: object) -> T:
    """Return a response of this type; any other, such as a problem, ends the program."""
    if not isinstance(response, kind):
        raise TypeError(response)
    return response


shuffled = expect(
    models.ShuffledDeck,
    shuffle_deck.sync("standard", client=service, seed=SEED, exclude=EXCLUDE, count=5),
)
posted = expect(
    models.ShuffledDeck,
    shuffle_deck_post.sync(
        "standard",
        client=service,
        body=models.DeckShuffleRequest(seed=SEED, exclude=EXCLUDE, count=5),
    ),
)
verified = expect(
    models.VerificationRecord,
    verify_result.sync(
        client=service,
        body=models.VerifyRequest.from_dict({"result": posted.to_dict()}),
    ),
)
dealt = expect(
    models.DealtGame, deal_game.sync("holdem", client=service, seed=SEED, players=2)
)
batch = expect(
    models.ShuffledDeckBatch,
    shuffle_deck_batch_post.sync(
        "standard",
        client=service,
        body=models.DeckShuffleBatchRequest(seed=SEED, repeats=3, count=2),
    ),
)
drawn = expect(
    models.DrawnIntegers,
    draw_integers.sync(client=service, seed=SEED, max_=10**12, count=4),
)
ranked = expect(
    models.RankResponse,
    rank_hands.sync(
        client=service,
        body=models.RankRequest(
            game="poker",
            hands=[["AS", "KD"], ["9H", "9C"]],
            board=["AC", "KH", "9S", "2D", "2C"],
        ),
    ),
)

opened = expect(
    models.OpenedShoe,
    open_sealed_shoe.sync(client=service, body=models.OpenShoeRequest(deck="standard")),
)
draw = expect(
    models.DrawnCards,
    draw_from_shoe.sync(
        client=service,
        body=models.DrawShoeRequest(shoe=opened.shoe, count=5, client_seed=SEED),
    ),
)
revealed = expect(
    models.RevealedShoe,
    reveal_shoe.sync(
        client=service, body=models.RevealShoeRequest(shoe=str(draw.shoe))
    ),
)
notes = {"commitment": opened.commitment, "client_seed": SEED}
receipt = {
    "receipt": revealed.receipt.to_dict(),
    "seen": [draw.seen.to_dict()],
    "confirmed": notes,
}
checked = expect(
    models.VerificationRecord,
    verify_result.sync(client=service, body=models.VerifyRequest.from_dict(receipt)),
)

game = expect(
    models.OpenedShoe,
    open_sealed_shoe.sync(
        client=service, body=models.OpenShoeRequest(game="rummy", players=2)
    ),
)
stage = expect(
    models.DealtStage,
    deal_stage.sync(client=service, body=models.DealStageRequest(shoe=game.shoe)),
)
kept = models.DrawShoeRequest(
    shoe=str(stage.shoe), count=1, reshuffle=True, in_play=stage.hands[0].positions
)
again = expect(models.DrawnCards, draw_from_shoe.sync(client=service, body=kept))

sealed = expect(
    models.OpenedShoe,
    open_sealed_shoe.sync(
        client=service,
        body=models.OpenShoeRequest(
            game="rummy",
            players=2,
            reveal="shown",
            words=player.WORDS,
            consent=models.ConsentTerms.from_dict({"keys": player.SIGNING_KEYS}),
            view_keys=models.OpenShoeRequestViewKeysType0.from_dict(
                {"1": player.READING_KEY}
            ),
        ),
    ),
)
consents = models.SignedParametersConsentsType0.from_dict(
    player.consent(sealed.digest, {"action": "deal"})
)
first = models.DealStageRequest(shoe=sealed.shoe, words=player.TEXTS, consents=consents)
hand = expect(models.DealtStage, deal_stage.sync(client=service, body=first))
consents = models.SignedParametersConsentsType0.from_dict(
    player.consent(hand.digest, {"action": "draw", "count": 1, "seat": "1"})
)
second = models.DrawShoeRequest(
    shoe=str(hand.shoe), count=1, seat="1", consents=consents
)
taken = expect(models.DrawnCards, draw_from_shoe.sync(client=service, body=second))
shown = expect(
    models.RevealedShoe,
    reveal_shoe.sync(
        client=service, body=models.RevealShoeRequest(shoe=str(taken.shoe))
    ),
)

problem = expect(
    models.Problem, shuffle_deck.sync("standard", client=service, count=53)
)

errors = problem.errors.to_dict() if problem.errors else {}
board = next(pile.cards for pile in dealt.piles if pile.name == "board")
in_play = again.in_play.before if again.in_play else None
signed = {
    "stage": hand.stage,
    "views": hand.views.additional_keys if hand.views else [],
    "remaining": taken.remaining,
    "draws": shown.receipt.drawn.draws,
    "view": player.open_view(hand.views["1"] if hand.views else "", hand.digest),
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
    "table": {"stage": stage.stage, "round": again.round_, "in_play": in_play},
    "signed": signed,
    "problem": {"title": problem.title, "status": problem.status, "errors": errors},
}
print(json.dumps(calls))
