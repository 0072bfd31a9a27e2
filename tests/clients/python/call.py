import json
import os
from typing import Any

import cards
import player

SEED = "clients"
EXCLUDE = ["2S", "2H"]
service = cards.ApiClient(cards.Configuration(host=os.environ["BASE_URL"]))
decks = cards.DecksApi(service)
games = cards.GamesApi(service)
hands = cards.HandsApi(service)
integers = cards.IntegersApi(service)
shoes = cards.ShoesApi(service)
verify = cards.VerifyApi(service)
calls: dict[str, Any] = {}

shuffled = decks.shuffle_deck("standard", seed=SEED, exclude=EXCLUDE, count=5)
calls["shuffled"] = shuffled.cards

shuffle = cards.DeckShuffleRequest(seed=SEED, exclude=EXCLUDE, count=5)
posted = decks.shuffle_deck_post("standard", shuffle)
calls["shuffled_by_post"] = posted.cards
result = cards.VerifyRequest(result=posted.to_dict())
calls["verified"] = verify.verify_result(result).valid

dealt = games.deal_game("holdem", seed=SEED, players=2)
board = next(pile for pile in dealt.piles if pile.name == "board")
calls["dealt"] = {"hands": [hand.cards for hand in dealt.hands], "board": board.cards}

shuffles = cards.DeckShuffleBatchRequest(seed=SEED, repeats=3, count=2)
calls["batch"] = decks.shuffle_deck_batch_post("standard", shuffles).cards

drawn = integers.draw_integers(seed=SEED, max=10**12, count=4)
calls["integers"] = drawn.integers

showdown = cards.RankRequest(
    game="poker",
    hands=[["AS", "KD"], ["9H", "9C"]],
    board=["AC", "KH", "9S", "2D", "2C"],
)
ranked = hands.rank_hands(showdown)
categories = [hand.category for hand in ranked.hands]
calls["ranked"] = {"categories": categories, "winners": ranked.winners}

opened = shoes.open_sealed_shoe(cards.OpenShoeRequest(deck="standard"))
five = cards.DrawShoeRequest(shoe=opened.shoe, count=5, client_seed=SEED)
draw = shoes.draw_from_shoe(five)
revealed = shoes.reveal_shoe(cards.RevealShoeRequest(shoe=draw.shoe or ""))
proof = cards.VerifyRequest(
    receipt=revealed.receipt.to_dict(),
    seen=[draw.seen.to_dict()],
    confirmed=cards.Confirmed(commitment=opened.commitment, client_seed=SEED),
)
calls["shoe"] = {
    "cards": draw.cards,
    "remaining": draw.remaining,
    "fairness": draw.fairness,
    "valid": verify.verify_result(proof).valid,
}

game = shoes.open_sealed_shoe(cards.OpenShoeRequest(game="rummy", players=2))
stage = shoes.deal_stage(cards.DealStageRequest(shoe=game.shoe))
kept = stage.hands[0].positions
reshuffle = cards.DrawShoeRequest(
    shoe=stage.shoe or "", count=1, reshuffle=True, in_play=kept
)
again = shoes.draw_from_shoe(reshuffle)
in_play = again.in_play.before if again.in_play else None
calls["table"] = {"stage": stage.stage, "round": again.round, "in_play": in_play}

keys = {seat: cards.Ed25519Jwk(**key) for seat, key in player.SIGNING_KEYS.items()}
signed_game = cards.OpenShoeRequest(
    game="rummy",
    players=2,
    reveal="shown",
    words=player.WORDS,
    consent=cards.ConsentTerms(keys=keys),
    view_keys={"1": cards.P256Jwk(**player.READING_KEY)},
)
sealed = shoes.open_sealed_shoe(signed_game)
consents = player.consent(sealed.digest, {"action": "deal"})
first_deal = cards.DealStageRequest(
    shoe=sealed.shoe, words=player.TEXTS, consents=consents
)
hand = shoes.deal_stage(first_deal)
consents = player.consent(hand.digest, {"action": "draw", "count": 1, "seat": "1"})
next_card = cards.DrawShoeRequest(
    shoe=hand.shoe or "", count=1, seat="1", consents=consents
)
taken = shoes.draw_from_shoe(next_card)
shown = shoes.reveal_shoe(cards.RevealShoeRequest(shoe=taken.shoe or ""))
views = hand.views or {}
calls["signed"] = {
    "stage": hand.stage,
    "views": list(views),
    "remaining": taken.remaining,
    "draws": shown.receipt.drawn.draws,
    "view": player.open_view(views["1"], hand.digest),
}

try:
    decks.shuffle_deck("standard", count=53)
except cards.ApiException as error:
    problem = error.data
if not isinstance(problem, cards.Problem):
    raise TypeError(problem)
calls["problem"] = {
    "title": problem.title,
    "status": problem.status,
    "errors": problem.errors,
}

print(json.dumps(calls))
