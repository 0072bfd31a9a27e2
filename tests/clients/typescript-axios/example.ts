import { isAxiosError } from "axios";
import { Configuration, GamesApi, type Problem } from "./cards/index.js";

const games = new GamesApi(new Configuration({ basePath: process.env.BASE_URL ?? "http://localhost:8000" }));

for (const players of [2, 12]) {
  try {
    const { data } = await games.dealGame({ game: "holdem", players });
    console.log(data.hands[0]?.cards.join(" "));
  } catch (error) {
    if (!isAxiosError<Problem>(error)) throw error;
    console.log(error.response?.data.title, error.response?.status);
  }
}
