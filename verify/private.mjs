/**
 * The scheme shoe3: its terms, trees, shown cards, and the messages that are signed, implemented from docs/private.md
 * alone.
 */
import { canonicalJson, concatenate, toHex, u32, utf8 } from "./canonical.mjs";
import { checkJwk, fromBase64url } from "./jwk.mjs";
import { followPath, growTree } from "./merkle.mjs";
import { join, openHmac } from "./sha256.mjs";
import { webCrypto } from "./stream.mjs";
import { Refused, checkChoice, checkInteger, checkList, checkObject, checkText, parseDigest } from "./validation.mjs";

const MAX_CARDS = 65536;

/** Check the keys of seats, which are those of a game, or any names. */
function checkSeats(where, keys, curve, seats) {
  const names = Object.keys(checkObject(where, keys, Object.keys(keys ?? {})));
  if (names.length < 1 || names.length > 32) throw new Refused(where, "1 to 32 seats were expected");
  for (const name of names) {
    if (seats) checkChoice(`${where}: a seat`, name, seats);
    else if (!/^[\w-]{1,32}$/.test(name)) throw new Refused(where, "the names of seats have 1 to 32 of A-Z, a-z, 0-9, _ and -");
    checkJwk(`${where}.${name}`, keys[name], curve);
  }
  return names;
}

/** Check the members of terms that other schemes do not have; `size` is that of the shoe, `seats` are those of a game. */
export function checkPrivateTerms({ reveal, auditor, consent, view_keys: viewKeys }, size, seats) {
  if (size > MAX_CARDS) throw new Refused("terms", `at most ${MAX_CARDS} cards were expected`);
  checkChoice("terms.reveal", reveal, ["all", "shown", "auditor"]);
  if ((reveal === "auditor") !== (auditor !== undefined))
    throw new Refused("terms.auditor", 'a key was expected with reveal "auditor", and with no other');
  if (auditor !== undefined) checkJwk("terms.auditor", auditor, "P-256");
  if (consent !== undefined) {
    checkObject("terms.consent", consent, ["keys", "quorum", "start"], ["keys", "quorum", "start"]);
    const { length } = checkSeats("terms.consent.keys", consent.keys, "Ed25519", seats);
    checkInteger("terms.consent.quorum", consent.quorum, 1, length);
    checkInteger("terms.consent.start", consent.start, 0, length);
  }
  if (viewKeys !== undefined) {
    if (consent === undefined || reveal === "all")
      throw new Refused("terms.view_keys", 'they go with consent, and not with reveal "all"');
    checkSeats("terms.view_keys", viewKeys, "P-256", Object.keys(consent.keys));
  }
  const all = [auditor ?? [], ...Object.values(consent?.keys ?? {}), ...Object.values(viewKeys ?? {})].flat();
  if (new Set(all.map(canonicalJson)).size < all.length) throw new Refused("terms", "two of the keys are equal");
}

/** Return the items of terms, which are cards. */
export function checkItems(items) {
  const { length } = checkList("terms.items", items);
  if (length < 1 || length > 500) throw new Refused("terms.items", "1 to 500 texts were expected");
  items.forEach((item, i) => checkText(`terms.items[${i}]`, item));
  if (utf8(items.join("")).length > 16384) throw new Refused("terms.items", "at most 16384 bytes of UTF-8 were expected");
  return items;
}

const formEntry = (salt, round, position, index) => join(salt, u32(round, position, index));

/** Return the key of the salts of a round whose indices are `order`. */
export function deriveSaltKey(serverSeed, clientSeed, round, order) {
  const parts = [utf8("shuffle-and-deal salts 3\n"), u32(round, ...order), utf8(clientSeed ?? "")];
  return openHmac(serverSeed)(concatenate(...parts));
}

/** Return the tree over a round: its `root`, and `show`, a function from a position to its salt and path. */
export function openTree(serverSeed, clientSeed, round, order) {
  const hash = openHmac(deriveSaltKey(serverSeed, clientSeed, round, order));
  const salts = order.map((_, position) => hash(u32(position)));
  const { root, pathOf } = growTree(order.map((index, position) => formEntry(salts[position], round, position, index)));
  return { root, show: (position) => ({ salt: toHex(salts[position]), path: pathOf(position) }) };
}

/** Return the name of the member of a shown card that has its card. */
const faceName = ({ member }) => (member === "integers" ? "integer" : "card");

/** Return the shown card at a position of a round. */
export const showCard = (shoe, tree, round, position, index) => ({
  ...{ round, position, index, [faceName(shoe)]: shoe.faceOf(index) },
  ...tree.show(position),
});

/** Check the form of a list of shown cards of a shoe. */
export function checkShownForms(list, shoe, where = (i) => `shown[${i}]`) {
  const names = ["round", "position", "index", faceName(shoe), "salt", "path"];
  for (const [i, shown] of checkList("shown", list).entries()) {
    checkObject(where(i), shown, names, names);
    checkInteger(`${where(i)}.round`, shown.round, 0, 2 ** 32 - 1);
    for (const name of ["position", "index"]) checkInteger(`${where(i)}.${name}`, shown[name], 0, shoe.size - 1);
    parseDigest(`${where(i)}.salt`, shown.salt);
    checkList(`${where(i)}.path`, shown.path).forEach((step, k) => parseDigest(`${where(i)}.path[${k}]`, step));
  }
}

/**
 * Return the first difference of a list of shown cards, or undefined: a card that is not that of its index, two of one
 * index, or a root other than that of the round, which `rootOf` returns by number if it is known.
 */
export function findWrongShown(list, shoe, rootOf, where = (i) => `shown[${i}]`) {
  checkShownForms(list, shoe, where);
  const [name, places] = [faceName(shoe), new Map()];
  for (const [i, shown] of list.entries()) {
    const { round, position, index, salt, path } = shown;
    if (shown[name] !== shoe.faceOf(index))
      return { where: `${where(i)}.${name}`, expected: shoe.faceOf(index), seen: shown[name] };
    const other = places.get(`${round} ${index}`) ?? position;
    if (other !== position)
      return { where: `${where(i)}.position`, expected: other, seen: position, detail: TWICE };
    places.set(`${round} ${index}`, position);
    const root = rootOf(round);
    const entry = formEntry(parseDigest("salt", salt), round, position, index);
    const seen = followPath(entry, position, shoe.size, path);
    if (root !== undefined && seen !== root) return { where: where(i), expected: root, seen, detail: OTHER_ROOT };
  }
}

const TWICE = "one card is shown at two positions of a round";
const OTHER_ROOT = "the card, its salt and its path do not lead to the root of the round";

/** Return the message that a seat signs for an action: the body of a request as it is sent, and its name. */
export function consentMessage(digest, action, { shoe, consents, leaves, ...body } = {}) {
  const text = canonicalJson({ ...body, action });
  return concatenate(utf8("shuffle-and-deal consent 3\n"), parseDigest("digest", digest), utf8(text));
}

/** Return the message that a seat signs if it leaves a round. */
export const leaveMessage = (commitment, round) =>
  concatenate(utf8("shuffle-and-deal leave 3\n"), parseDigest("commitment", commitment), u32(round));

/** Return the message that the service signs with each digest. */
export const stateMessage = (digest) => concatenate(utf8("shuffle-and-deal state 3\n"), parseDigest("digest", digest));

/** Return whether a signature in base64url of a message is by a key, an Ed25519 JWK. */
export async function isSignedBy({ kty, crv, x }, signature, message) {
  const bytes = fromBase64url(signature, 64);
  if (bytes === undefined) return false;
  const key = await webCrypto().importKey("jwk", { kty, crv, x }, { name: "Ed25519" }, false, ["verify"]);
  return webCrypto().verify({ name: "Ed25519" }, key, bytes, message);
}

/** Check the form of what is signed beside a digest. */
export function checkSignedForm(signed) {
  checkObject("signed", signed, ["kid", "signature"], ["kid", "signature"]);
  checkText("signed.kid", signed.kid);
  if (fromBase64url(signed.signature, 64) === undefined)
    throw new Refused("signed.signature", "64 bytes in base64url without padding were expected");
}

/** Return the key with an id in a JWK set of Ed25519 keys, or undefined. */
export function findSigner(keys, kid) {
  const jwk = keys && checkList("keys", keys.keys).find((one) => one?.kid === kid && one.crv === "Ed25519" && one.use !== "vrf");
  return jwk && checkJwk("keys", { kty: jwk.kty, crv: jwk.crv, x: jwk.x }, "Ed25519");
}

/** Return how many bytes the text of a view of some cards is filled to. */
export function viewSize({ items = [] }, size, count) {
  const longest = Math.max(0, ...items.map((item) => utf8(canonicalJson(item)).length));
  let height = 0;
  while (2 ** height < size) height++;
  return 512 + count * (256 + longest + 67 * height);
}

/** Return a text with spaces at its end, so that it has that many bytes. */
export const fillText = (text, size) => text + " ".repeat(size - utf8(text).length);
