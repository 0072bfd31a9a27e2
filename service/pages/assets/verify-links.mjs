/** What the address of the page asks to be checked: all of it stands behind the #, which no server is told. */
import { ROOT, ask } from "./page.mjs";

/** What a fragment such as `receipt=…`, `answer=…` or `request=…` says: {kind, value}, or undefined. */
export function linked(fragment) {
  const [, kind, value] = /^#?(receipt|answer|request)=(.*)$/s.exec(fragment) ?? [];
  return kind && { kind, value: decodeURIComponent(value) };
}

/** An address of this page that leads to a check of a text. */
export const linkTo = (kind, text) => `${location.href.split("#")[0]}#${kind}=${encodeURIComponent(text)}`;

/** What the service answers to a GET of a path such as v1/games/bridge/deal?seed=42; any other address is refused. */
export async function requested(path) {
  if (!isOurs(path))
    throw new Error("A link may ask for a relative path of this service that begins with v1/, and no other.");
  return ask(path);
}

/** Whether a path is one below v1/ of this service, however it is read. */
export function isOurs(path) {
  if (!/^v1\/[^\\\s]*$/.test(path)) return false;
  return new URL(path, ROOT).href.startsWith(`${ROOT}v1/`);
}
