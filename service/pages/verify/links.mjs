/** What the address of the page asks to be checked: all of it stands behind the #, which no server is told. */
import { ROOT, ask } from "../shared/page.mjs";

/** What a fragment such as `receipt=…`, `answer=…` or `request=…` says: {kind, written}, or undefined. */
export function linked(fragment) {
  const [, kind, written] = /^#?(receipt|answer|request)=(.*)$/s.exec(fragment) ?? [];
  return kind && { kind, written };
}

/** The text that a link has in it; a link that was cut off within a character has none. */
export function textIn({ written }) {
  try {
    return decodeURIComponent(written);
  } catch {
    throw new Error("The link is damaged: a character of it is cut off.");
  }
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
