package call

import cards.apis.DecksApi
import cards.apis.GamesApi
import cards.apis.HandsApi
import cards.apis.IntegersApi
import cards.apis.ShoesApi
import cards.apis.VerifyApi
import cards.infrastructure.ClientError
import cards.infrastructure.ClientException
import cards.infrastructure.Serializer.gson
import cards.models.Confirmed
import cards.models.DeckShuffleBatchRequest
import cards.models.DeckShuffleRequest
import cards.models.DealStageRequest
import cards.models.DrawShoeRequest
import cards.models.OpenShoeRequest
import cards.models.ConsentTerms
import cards.models.Ed25519Jwk
import cards.models.P256Jwk
import cards.models.Problem
import cards.models.RankRequest
import cards.models.RevealShoeRequest
import cards.models.VerifyRequest
import com.google.gson.JsonParser
import player.Player

const val SEED = "clients"

/** Return the problem with which the service refuses a call. */
fun refused(call: () -> Unit): Problem {
    val error = runCatching(call).exceptionOrNull() as ClientException
    return gson.fromJson((error.response as ClientError<*>).body.toString(), Problem::class.java)
}

fun main() {
    val base = System.getenv("BASE_URL")
    val decks = DecksApi(base)
    val shoes = ShoesApi(base)
    val verify = VerifyApi(base)
    val exclude = listOf("2S", "2H")

    val shuffled = decks.shuffleDeck(DecksApi.DeckShuffleDeck.STANDARD, seed = SEED, exclude = exclude, count = 5)
    val posted = decks.shuffleDeckPost(
        DecksApi.DeckShuffleDeckPost.STANDARD,
        DeckShuffleRequest(seed = SEED, exclude = exclude, count = 5),
    )
    val verified = verify.verifyResult(VerifyRequest(result = gson.toJsonTree(posted).asJsonObject.asMap()))
    val dealt = GamesApi(base).dealGame(GamesApi.GameDealGame.HOLDEM, seed = SEED, players = 2)
    val batch = decks.shuffleDeckBatchPost(
        DecksApi.DeckShuffleDeckBatchPost.STANDARD,
        DeckShuffleBatchRequest(seed = SEED, repeats = 3, count = 2),
    )
    val drawn = IntegersApi(base).drawIntegers(seed = SEED, max = 1_000_000_000_000, count = 4)
    val ranked = HandsApi(base).rankHands(
        RankRequest(
            game = "poker",
            hands = listOf(listOf("AS", "KD"), listOf("9H", "9C")),
            board = listOf("AC", "KH", "9S", "2D", "2C"),
        ),
    )

    val opened = shoes.openSealedShoe(OpenShoeRequest(deck = "standard"))
    val draw = shoes.drawFromShoe(DrawShoeRequest(shoe = opened.shoe, count = 5, clientSeed = SEED))
    val revealed = shoes.revealShoe(RevealShoeRequest(shoe = draw.shoe!!))
    val checked = verify.verifyResult(
        VerifyRequest(
            receipt = revealed.receipt,
            seen = listOf(draw.seen),
            confirmed = Confirmed(commitment = opened.commitment, clientSeed = SEED),
        ),
    )

    val game = shoes.openSealedShoe(OpenShoeRequest(game = "rummy", players = 2))
    val stage = shoes.dealStage(DealStageRequest(shoe = game.shoe))
    val held = stage.hands.first().positions
    val again = shoes.drawFromShoe(DrawShoeRequest(shoe = stage.shoe!!, count = 1, reshuffle = true, inPlay = held))

    val keys = Player.SIGNING_KEYS.mapValues { Ed25519Jwk("OKP", "Ed25519", it.value) }
    val sealed = shoes.openSealedShoe(
        OpenShoeRequest(
            game = "rummy",
            players = 2,
            reveal = OpenShoeRequest.Reveal.SHOWN,
            words = Player.words(),
            consent = ConsentTerms(keys),
            viewKeys = mapOf("1" to P256Jwk("EC", "P-256", Player.READING_X, Player.READING_Y)),
        ),
    )
    val dealing = Player.consent(sealed.digest, mapOf("action" to "deal"))
    val hand = shoes.dealStage(DealStageRequest(shoe = sealed.shoe, words = Player.TEXTS, consents = dealing))
    val drawing = Player.consent(hand.digest, mapOf("action" to "draw", "count" to 1, "seat" to "1"))
    val taken = shoes.drawFromShoe(
        DrawShoeRequest(shoe = hand.shoe!!, count = 1, seat = "1", consents = drawing),
    )
    val shown = shoes.revealShoe(RevealShoeRequest(shoe = taken.shoe!!))
    val views = hand.views.orEmpty()
    val view = JsonParser.parseString(Player.open(views["1"])).asJsonObject

    val problem = refused { decks.shuffleDeck(DecksApi.DeckShuffleDeck.STANDARD, count = 53) }

    val calls = mapOf(
        "shuffled" to shuffled.cards,
        "shuffled_by_post" to posted.cards,
        "verified" to verified.valid,
        "dealt" to mapOf(
            "hands" to dealt.hands.map { it.cards },
            "board" to dealt.piles.first { it.name == "board" }.cards,
        ),
        "batch" to batch.cards,
        "integers" to drawn.integers,
        "ranked" to mapOf("categories" to ranked.hands.map { it.category }, "winners" to ranked.winners),
        "shoe" to mapOf(
            "cards" to draw.cards,
            "remaining" to draw.remaining,
            "fairness" to draw.fairness,
            "valid" to checked.valid,
        ),
        "table" to mapOf("stage" to stage.stage, "round" to again.round, "in_play" to again.inPlay?.before),
        "signed" to mapOf(
            "stage" to hand.stage,
            "views" to views.keys,
            "remaining" to taken.remaining,
            "draws" to shown.receipt.drawn.draws,
            "view" to mapOf(
                "seat" to view["seat"],
                "cards" to view["cards"].asJsonArray.size(),
                "is_current" to (view["digest"].asString == hand.digest),
            ),
        ),
        "problem" to mapOf("title" to problem.title, "status" to problem.status, "errors" to problem.errors),
    )
    println(gson.toJson(calls))
}
