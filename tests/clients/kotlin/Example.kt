package example

import cards.apis.GamesApi
import cards.infrastructure.ClientError
import cards.infrastructure.ClientException
import cards.infrastructure.Serializer
import cards.models.Problem

fun main() {
    val games = GamesApi(System.getenv("BASE_URL") ?: "http://localhost:8000")

    for (players in listOf(2, 12)) {
        try {
            println(games.dealGame(GamesApi.GameDealGame.HOLDEM, players = players).hands[0].cards.joinToString(" "))
        } catch (exception: ClientException) {
            val error = exception.response as ClientError<*>
            val problem = Serializer.gson.fromJson(error.body.toString(), Problem::class.java)
            println("${problem.title} ${problem.status}")
        }
    }
}
