/** The page verify, saved to a disk: it asks nobody, and shows cards as text. */
import { start } from "./desk.mjs";

start();
