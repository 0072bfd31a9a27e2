import { requestFn } from "@openapi-qraft/react";
import { createClient } from "./client/index.js";

const { games } = createClient({ requestFn, baseUrl: process.env.BASE_URL ?? "http://localhost:8000" });

for (const players of [2, 12]) {
  const { data, error } = await games.dealGame({ parameters: { path: { game: "holdem" }, query: { players } } });
  if (error instanceof Error) throw error;
  console.log(data ? data.hands[0]?.cards.join(" ") : `${error?.title} ${error?.status}`);
}
