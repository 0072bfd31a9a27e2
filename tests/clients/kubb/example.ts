import { setConfig } from "@kubb/plugin-client/clients/axios";
import { isAxiosError } from "axios";
import { dealGame, type Problem } from "./client/index.js";

setConfig({ baseURL: process.env.BASE_URL ?? "http://localhost:8000" });

for (const players of [2, 12]) {
  try {
    const { hands } = await dealGame({ game: "holdem", params: { players } });
    console.log(hands[0]?.cards.join(" "));
  } catch (error) {
    if (!isAxiosError<Problem>(error)) throw error;
    console.log(error.response?.data.title, error.response?.status);
  }
}
