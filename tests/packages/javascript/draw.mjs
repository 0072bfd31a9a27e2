/**
 * Play a table in a file of SQLite: for each line of standard input, [method, …arguments] of `Table`, print the result.
 */
import { createInterface } from "node:readline";

import { SQLiteStore, Service, Table, Turn } from "shuffle-and-deal";

const [url, file, name] = process.argv.slice(2);
const table = new Table(new Service(url), new SQLiteStore(file), name);
for await (const line of createInterface({ input: process.stdin })) {
  const [method, ...of] = JSON.parse(line);
  const result = await table[method](...of).catch(({ name, message }) => ({
    error: name,
    message,
  }));
  console.log(
    JSON.stringify(
      result instanceof Turn
        ? {
            response: result.response,
            view: result.view("Ann"),
            spectators: result.view(),
          }
        : (result ?? null),
    ),
  );
}
