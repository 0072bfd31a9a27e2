/** Finds the links in texts, a JSON string in each line, as the pages Verify and Result do. */
import { ROOT, answerLines, openPage } from "./page.mjs";

openPage("verify");
const { findLink } =
  await import("../../service/pages/verdicts/input/found_links.mjs");
const root = process.argv[2] === "offline" ? undefined : ROOT;

await answerLines((line) => findLink(JSON.parse(line), root) ?? null);
