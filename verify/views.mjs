/** The check of a shoe of any length with the views of a seat, a part of them at a time. Implemented from docs/definitions/sealed.md alone. */
import { Refused, isObject } from "./validation.mjs";

/**
 * Return the result of the check of a receipt, full or partial, or of the response that has it: `valid`, the first `difference`, and the
 * reasons for what is `unchecked`. `views` has all responses of the shoe in their order, as a seat has them, or the `seen` of each: a
 * list, or an iterator, which may be asynchronous. The digest goes from draw to draw, and memory does not grow with them. `notes` are what a player noted: `commitment`,
 * `digest`, `client_seed`, `own_text`, and `shown`, cards that other players showed; `items` is the list that numbers stand for;
 * `part` is how many views are checked at a time.
 * Throw `Refused` for what cannot be checked.
 */
export async function checkViews(given, views, { part: most = 100, ...notes } = {}) {
  const receipt = isObject(given?.receipt) ? given.receipt : given;
  if (!isObject(receipt)) throw new Refused("receipt", "an object was expected");
  const isFull = receipt.server_seed !== undefined;
  const open = isFull ? (await import("./draws.mjs")).openDraws : (await import("./partial.mjs")).openPartialDraws;
  const { take, end } = await open(receipt, notes);
  let part = [];
  const takePart = async () => {
    const difference = await take(part);
    part = [];
    return difference && { valid: false, difference };
  };
  for await (const view of views) {
    part.push(view);
    const refused = part.length === most && (await takePart());
    if (refused) return refused;
  }
  return (part.length > 0 && (await takePart())) || end();
}
