import { dealGame } from "./client/index.js";
import { client } from "./client/client.gen.js";

client.setConfig({ baseUrl: process.env.BASE_URL ?? "http://localhost:8000" });

for (const players of [2, 12]) {
  const { data, error } = await dealGame({ path: { game: "holdem" }, query: { players } });
  console.log(data ? data.hands[0]?.cards.join(" ") : `${error.title} ${error.status}`);
}
