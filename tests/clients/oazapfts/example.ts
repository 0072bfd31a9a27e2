import { HttpError, ok } from "@oazapfts/runtime";
import { dealGame, defaults } from "./client.js";

defaults.baseUrl = process.env.BASE_URL ?? "http://localhost:8000";

for (const players of [2, 12]) {
  try {
    const { hands } = await ok(dealGame("holdem", { players }));
    console.log(hands[0]?.cards.join(" "));
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    console.log(error.data.title, error.status);
  }
}
