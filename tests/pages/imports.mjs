/**
 * Imports a module of the pages, named by its path from the root in a line of JSON; writes why that fails, or null. The
 * page has its texts and its address, and no elements.
 */
import { answerLines, openPage } from "./page.mjs";

openPage("draw");

async function importModule(path) {
  try {
    await import(new URL(`../../${path}`, import.meta.url));
    return null;
  } catch (error) {
    return error.message;
  }
}

await answerLines((line) => importModule(JSON.parse(line)));
