import { isErrorFromAlias } from "@zodios/core";
import { api, createApiClient } from "./client.js";

const service = createApiClient(process.env.BASE_URL ?? "http://localhost:8000");

for (const players of [2, 12]) {
  try {
    const { hands } = await service.deal_game({ params: { game: "holdem" }, queries: { players } });
    console.log(hands[0]?.cards.join(" "));
  } catch (error) {
    if (!isErrorFromAlias(api.api, "deal_game", error) || error.response.status === 304) throw error;
    console.log(error.response.data.title, error.response.status);
  }
}
