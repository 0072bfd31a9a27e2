import axios, { isAxiosError } from "axios";
import { dealGame, type Problem } from "./client.js";

axios.defaults.baseURL = process.env.BASE_URL ?? "http://localhost:8000";

for (const players of [2, 12]) {
  try {
    const { data } = await dealGame("holdem", { players });
    console.log(data.hands[0]?.cards.join(" "));
  } catch (error) {
    if (!isAxiosError<Problem>(error)) throw error;
    console.log(error.response?.data.title, error.response?.status);
  }
}
