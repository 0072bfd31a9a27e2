import { Api, type HttpResponse, type Problem } from "./client/cards.js";

const { v1 } = new Api({ baseUrl: process.env.BASE_URL ?? "http://localhost:8000" });

for (const players of [2, 12]) {
  try {
    const { data } = await v1.dealGame("holdem", { players });
    console.log(data.hands[0]?.cards.join(" "));
  } catch (thrown) {
    const { error } = thrown as HttpResponse<unknown, Problem>;
    console.log(error.title, error.status);
  }
}
