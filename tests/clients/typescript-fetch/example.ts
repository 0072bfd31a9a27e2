import { Configuration, GamesApi, ProblemFromJSON, ResponseError } from "./cards/index.js";

const games = new GamesApi(new Configuration({ basePath: process.env.BASE_URL ?? "http://localhost:8000" }));

for (const players of [2, 12]) {
  try {
    const { hands } = await games.dealGame({ game: "holdem", players });
    console.log(hands[0]?.cards.join(" "));
  } catch (error) {
    if (!(error instanceof ResponseError)) throw error;
    const problem = ProblemFromJSON(await error.response.json());
    console.log(problem.title, problem.status);
  }
}
