import createClient from "openapi-fetch";
import type { paths } from "./schema.js";

const service = createClient<paths>({ baseUrl: process.env.BASE_URL ?? "http://localhost:8000" });

for (const players of [2, 12]) {
  const { data, error } = await service.GET("/v1/games/{game}/deal", {
    params: { path: { game: "holdem" }, query: { players } },
  });
  console.log(data ? data.hands[0]?.cards.join(" ") : `${error.title} ${error.status}`);
}
