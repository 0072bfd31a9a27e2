import cards.ApiClient;
import cards.ApiException;
import cards.api.GamesApi;
import cards.api.GamesApi.APIDealGameRequest;
import cards.model.Problem;

class Example {
  public static void main(String[] arguments) throws Exception {
    var service = new ApiClient();
    service.updateBaseUri(System.getenv().getOrDefault("BASE_URL", "http://localhost:8000"));
    var games = new GamesApi(service);

    for (var players : new int[] {2, 12}) {
      try {
        var deal = games.dealGame(APIDealGameRequest.newBuilder().game("holdem").players(players).build());
        System.out.println(String.join(" ", deal.getHands().get(0).getCards()));
      } catch (ApiException error) {
        var problem = service.getObjectMapper().readValue(error.getResponseBody(), Problem.class);
        System.out.println(problem.getTitle() + " " + problem.getStatus());
      }
    }
  }
}
