import json
import os

import cards
import player

service = cards.ApiClient(cards.Configuration(host=os.environ["BASE_URL"]))
decks = cards.DecksApi(service)
shoes = cards.ShoesApi(service)
verify = cards.VerifyApi(service)

SEED = "clients"
EXCLUDE = ["2S", "2H"]

shuffled = decks.shuffle_deck("standard", seed=SEED, exclude=EXCLUDE, count=5)
posted = decks.shuffle_deck_post(
    "standard", cards.DeckShuffleRequest(seed=SEED, exclude=EXCLUDE, count=5)
)
verified = verify.verify_result(cards.VerifyRequest(result=posted.to_dict()))
dealt = cards.GamesApi(service).deal_game("holdem", seed=SEED, players=2)
batch = decks.shuffle_deck_batch_post(
    "standard", cards.DeckShuffleBatchRequest(seed=SEED, repeats=3, count=2)
)
drawn = cards.IntegersApi(service).draw_integers(seed=SEED, max=10**12, count=4)
ranked = cards.HandsApi(service).rank_hands(
    cards.RankRequest(
        game="poker",
        hands=[["AS", "KD"], ["9H", "9C"]],
        board=["AC", "KH", "9S", "2D", "2C"],
    )
)

opened = shoes.open_sealed_shoe(cards.OpenShoeRequest(deck="standard"))
draw = shoes.draw_from_shoe(
    cards.DrawShoeRequest(shoe=opened.shoe, count=5, client_seed=SEED)
)
revealed = shoes.reveal_shoe(cards.RevealShoeRequest(shoe=draw.shoe or ""))
checked = verify.verify_result(
    cards.VerifyRequest(
        receipt=revealed.receipt.to_dict(),
        seen=[draw.seen.to_dict()],
        confirmed=cards.Confirmed(commitment=opened.commitment, client_seed=SEED),
    )
)

game = shoes.open_sealed_shoe(cards.OpenShoeRequest(game="rummy", players=2))
stage = shoes.deal_stage(cards.DealStageRequest(shoe=game.shoe))
again = shoes.draw_from_shoe(
    cards.DrawShoeRequest(
        shoe=stage.shoe or "", count=1, reshuffle=True, in_play=stage.hands[0].positions
    )
)

keys = {seat: cards.Ed25519Jwk(**key) for seat, key in player.SIGNING_KEYS.items()}
sealed = shoes.open_sealed_shoe(
    cards.OpenShoeRequest(
        game="rummy",
        players=2,
        reveal="shown",
        words=player.WORDS,
        consent=cards.ConsentTerms(keys=keys),
        view_keys={"1": cards.P256Jwk(**player.READING_KEY)},
    )
)
consents = player.consent(sealed.digest, {"action": "deal"})
hand = shoes.deal_stage(
    cards.DealStageRequest(shoe=sealed.shoe, words=player.TEXTS, consents=consents)
)
consents = player.consent(hand.digest, {"action": "draw", "count": 1, "seat": "1"})
taken = shoes.draw_from_shoe(
    cards.DrawShoeRequest(shoe=hand.shoe or "", count=1, seat="1", consents=consents)
)
shown = shoes.reveal_shoe(cards.RevealShoeRequest(shoe=taken.shoe or ""))

try:
    decks.shuffle_deck("standard", count=53)
except cards.ApiException as error:
    problem = error.data
if not isinstance(problem, cards.Problem):
    raise TypeError(problem)

board = next(pile.cards for pile in dealt.piles if pile.name == "board")
views = hand.views or {}
in_play = again.in_play.before if again.in_play else None
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
    "signed": {
        "stage": hand.stage,
        "views": list(views),
        "remaining": taken.remaining,
        "draws": shown.receipt.drawn.draws,
        "view": player.open_view(views["1"], hand.digest),
    },
    "problem": {
        "title": problem.title,
        "status": problem.status,
        "errors": problem.errors,
    },
}
print(json.dumps(calls))
