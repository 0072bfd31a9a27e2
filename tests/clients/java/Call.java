import cards.ApiClient;
import cards.ApiException;
import cards.api.DecksApi;
import cards.api.DecksApi.APIShuffleDeckRequest;
import cards.api.GamesApi;
import cards.api.GamesApi.APIDealGameRequest;
import cards.api.HandsApi;
import cards.api.IntegersApi;
import cards.api.IntegersApi.APIDrawIntegersRequest;
import cards.api.ShoesApi;
import cards.api.VerifyApi;
import cards.model.Confirmed;
import cards.model.DeckShuffleBatchRequest;
import cards.model.DeckShuffleRequest;
import cards.model.DealStageRequest;
import cards.model.DrawShoeRequest;
import cards.model.GameHand;
import cards.model.OpenShoeRequest;
import cards.model.ConsentTerms;
import cards.model.Ed25519Jwk;
import cards.model.P256Jwk;
import cards.model.Problem;
import cards.model.RankRequest;
import cards.model.RankedHand;
import cards.model.RevealShoeRequest;
import cards.model.VerifyRequest;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import player.Player;

class Call {
  static final String SEED = "clients";

  static Problem refused(DecksApi decks, ObjectMapper mapper) throws Exception {
    try {
      decks.shuffleDeck(APIShuffleDeckRequest.newBuilder().deck("standard").count(53L).build());
    } catch (ApiException error) {
      return mapper.readValue(error.getResponseBody(), Problem.class);
    }
    throw new IllegalStateException("not refused");
  }

  static Ed25519Jwk signingKey(String x) {
    return new Ed25519Jwk().kty("OKP").crv("Ed25519").x(x);
  }

  public static void main(String[] arguments) throws Exception {
    var service = new ApiClient();
    service.updateBaseUri(System.getenv("BASE_URL"));
    var mapper = service.getObjectMapper();
    var object = new TypeReference<Map<String, Object>>() {};
    var decks = new DecksApi(service);
    var shoes = new ShoesApi(service);
    var verify = new VerifyApi(service);
    var exclude = List.of("2S", "2H");

    var shuffled =
        decks.shuffleDeck(
            APIShuffleDeckRequest.newBuilder()
                .deck("standard")
                .seed(SEED)
                .exclude(exclude)
                .count(5L)
                .build());
    var posted =
        decks.shuffleDeckPost(
            "standard", new DeckShuffleRequest().seed(SEED).exclude(exclude).count(5L));
    var verified = verify.verifyResult(new VerifyRequest().result(mapper.convertValue(posted, object)));
    var dealt =
        new GamesApi(service)
            .dealGame(
                APIDealGameRequest.newBuilder().game("holdem").seed(SEED).players(2).build());
    var board =
        dealt.getPiles().stream().filter(pile -> pile.getName().equals("board")).findFirst();
    var batch =
        decks.shuffleDeckBatchPost(
            "standard", new DeckShuffleBatchRequest().seed(SEED).repeats(3L).count(2L));
    var drawn =
        new IntegersApi(service)
            .drawIntegers(
                APIDrawIntegersRequest.newBuilder()
                    .seed(SEED)
                    .max(1_000_000_000_000L)
                    .count(4L)
                    .build());
    var ranked =
        new HandsApi(service)
            .rankHands(
                new RankRequest()
                    .game("poker")
                    .hands(List.of(List.of("AS", "KD"), List.of("9H", "9C")))
                    .board(List.of("AC", "KH", "9S", "2D", "2C")));

    var opened =
        shoes.openSealedShoe(new OpenShoeRequest().deck("standard"));
    var draw =
        shoes.drawFromShoe(
            new DrawShoeRequest().shoe(opened.getShoe()).count(5L).clientSeed(SEED));
    var revealed = shoes.revealShoe(new RevealShoeRequest().shoe(draw.getShoe()));
    var checked =
        verify.verifyResult(
            new VerifyRequest()
                .receipt(revealed.getReceipt())
                .seen(List.of(draw.getSeen()))
                .confirmed(new Confirmed().commitment(opened.getCommitment()).clientSeed(SEED)));

    var game =
        shoes.openSealedShoe(
            new OpenShoeRequest().game("rummy").players(2));
    var stage = shoes.dealStage(new DealStageRequest().shoe(game.getShoe()));
    var again =
        shoes.drawFromShoe(
            new DrawShoeRequest()
                .shoe(stage.getShoe())
                .count(1L)
                .reshuffle(true)
                .inPlay(stage.getHands().get(0).getPositions()));

    var keys =
        Player.SIGNING_KEYS.entrySet().stream()
            .collect(Collectors.toMap(Map.Entry::getKey, key -> signingKey(key.getValue())));
    var sealed =
        shoes.openSealedShoe(
            new OpenShoeRequest()
                .game("rummy")
                .players(2)
                .reveal(OpenShoeRequest.RevealEnum.SHOWN)
                .words(Player.words())
                .consent(new ConsentTerms().keys(keys))
                .putViewKeysItem(
                    "1",
                    new P256Jwk()
                        .kty("EC")
                        .crv("P-256")
                        .x(Player.READING_X)
                        .y(Player.READING_Y)));
    var hand =
        shoes.dealStage(
            new DealStageRequest()
                .shoe(sealed.getShoe())
                .words(Player.TEXTS)
                .consents(Player.consent(sealed.getDigest(), Map.of("action", "deal"))));
    var action = Map.of("action", "draw", "count", 1, "seat", "1");
    var taken =
        shoes.drawFromShoe(
            new DrawShoeRequest()
                .shoe(hand.getShoe())
                .count(1L)
                .seat("1")
                .consents(Player.consent(hand.getDigest(), action)));
    var shown = shoes.revealShoe(new RevealShoeRequest().shoe(taken.getShoe()));
    var view = mapper.readTree(Player.open(hand.getViews().get("1")));

    var problem = refused(decks, mapper);

    var signed =
        Map.of(
            "stage", hand.getStage(),
            "views", hand.getViews().keySet(),
            "remaining", taken.getRemaining(),
            "draws", shown.getReceipt().getDrawn().getDraws(),
            "view",
                Map.of(
                    "seat", view.get("seat"),
                    "cards", view.get("cards").size(),
                    "is_current", view.get("digest").asText().equals(hand.getDigest())));
    var calls = new TreeMap<String, Object>();
    calls.put("signed", signed);
    calls.putAll(
        Map.of(
            "shuffled", shuffled.getCards(),
            "shuffled_by_post", posted.getCards(),
            "verified", verified.getValid(),
            "dealt",
                Map.of(
                    "hands", dealt.getHands().stream().map(GameHand::getCards).toList(),
                    "board", board.orElseThrow().getCards()),
            "batch", batch.getCards(),
            "integers", drawn.getIntegers(),
            "ranked",
                Map.of(
                    "categories", ranked.getHands().stream().map(RankedHand::getCategory).toList(),
                    "winners", ranked.getWinners()),
            "shoe",
                Map.of(
                    "cards", draw.getCards(),
                    "remaining", draw.getRemaining(),
                    "fairness", draw.getFairness(),
                    "valid", checked.getValid()),
            "table",
                Map.of(
                    "stage", stage.getStage(),
                    "round", again.getRound(),
                    "in_play", again.getInPlay().getBefore()),
            "problem",
                Map.of(
                    "title", problem.getTitle(),
                    "status", problem.getStatus(),
                    "errors", problem.getErrors())));
    System.out.println(mapper.writeValueAsString(calls));
  }
}
