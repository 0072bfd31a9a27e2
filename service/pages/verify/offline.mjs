/** The verify page as a saved file: it makes no requests, and shows cards as text. */
// @ts-check
import { openDesk } from "./desk.mjs";

openDesk();
