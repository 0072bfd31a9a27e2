/**
 * The sentences of the check (verify/) and of the service in the words of people, and in the language of the page. The
 * originals stay below, for experts. A sentence that is not here is shown as it is, in English.
 */
// @ts-check
/** @import { Values } from "../../shared/texts.mjs" */

import { capitalize } from "../../shared/labels.mjs";
import { formatTime, t } from "../../shared/texts.mjs";

/** A sentence of the page itself, in its language. */
class Said {
  /** @param {string} text */
  constructor(text) {
    this.text = text;
  }
}

/**
 * A sentence of the check, in English, or of the page itself.
 * @typedef {string | Said} Sentence
 */

/**
 * Patterns of sentences by the key of the words for people, with the values of these as named groups.
 * @typedef {{ [key: string]: RegExp }} Patterns
 */

/**
 * Return a sentence of the page itself, by its key, for where the check has others.
 * @param {string} key
 * @param {Values} [values]
 */
export const say = (key, values) => new Said(t(key, values));

/**
 * Return a sentence of the page itself that is there already.
 * @param {string} text
 */
export const sayText = (text) => new Said(text);

/**
 * What differs: its place, the value that is right, and the one that was seen.
 * @typedef {{ place: string, expected: string, seen: string }} DifferingValue
 */

/**
 * Return a sentence on a value that differs: "Place 2 differs: expected Ann, seen Bob."
 * @param {DifferingValue} value
 */
export const describeDiffering = (value) =>
  capitalize(t("verify.differs.place", value));

/**
 * Return a sentence on the place of a value that differs, where both values follow: "Place 2 differs."
 * @param {string} place
 */
export const nameDiffering = (place) =>
  capitalize(t("verify.differs.card", { place }));

/**
 * Return whether a sentence is one of the check, in English.
 * @param {Sentence} sentence
 * @returns {sentence is string}
 */
export const isOfCheck = (sentence) => !(sentence instanceof Said);

/**
 * Sentences of the check: a key of the words for people, and a pattern with their values. The first match counts.
 * @type {Patterns}
 */
const SENTENCES = {
  // why somebody could choose
  whySeed: /^whoever sent the request chose the seed, and could try others/,
  whyNumber:
    /^whoever sent the request chose the number of the deal, and could try others/,
  whyRequested:
    /^whoever sent the request could choose by it, or left one result/,
  whyNoWords:
    /^no words of others decided the order: whoever opened the shoe could open others until one suited$/,
  whyLastWordNoted:
    /^whoever held the token and heard the last words could try others; .* after you noted this commitment$/,
  whyLastWordShown:
    /^whoever held the token and heard the last words could try others; .* after the commitment that you noted was shown$/,
  whyConfirmed:
    /^you confirmed the commitment and the client seed: nobody could choose, unless whoever held the token gave the last words/,
  whyTextsNoted:
    /^the terms fixed every text by its hash: .* and told after you noted this commitment$/,
  whyTextsShown:
    /^the terms fixed every text by its hash: .* and told after the commitment that you noted was shown$/,
  whyOwnText:
    /^the terms fixed every text by its hash, and yours is one of them: nobody alone could choose/,
  whyPlan:
    /^the signature of the round was not checked: anybody may have made it, to suit the plan/,
  whyOneResult: /^the request of the plan leaves one result/,
  whyProof:
    /^the key has one seed for this game, round and request and these texts: whoever could ask for the deal/,
  whyNoKey: /^the key of the proof was not checked/,
  whyPartial:
    /^a partial receipt (?:does not show|cannot show) that the order came from the seeds/,
  whyRoot: /^anybody can make a root, /,
  whySigned: /^a signed digest says nothing /,
  whyNotCompared: /^no card was compared with these seeds/,
  whyLeague: /^The network of the League of Entropy signed this round: /,
  whyPublicRound:
    /^The network of the League of Entropy signed this round, and you saw its number in public/,
  whyOtherChain: /^This chain is not known here: /,
  whySalt: /^The salt is the hash of a block of Bitcoin that was mined after /,
  whyUnknownHashes:
    /^None of the [\d,]+ hashes before this game is a published one/,
  whyNist: /^NIST makes its pulses alone; /,
  whyRandomOrg: /^RANDOM\.ORG drew it, if the certificate is theirs: /,
  whyCasino:
    /^Whoever knew the server seed and gave the client seed could try others; /,
  whyUnchecked:
    /^Not all that decides the result was checked, so it cannot be told who chose/,
  whyNothingDrawn: /^nothing was drawn, so there is nothing to choose yet$/,
  // why something is open
  noSeal:
    /^it was not compared with the commitment that was shown before the first card/,
  noWords: /^it was not compared with the seed that the player gave/,
  noSteps: /^none of the (?<count>\d+) draws is in the list with its number/,
  someSteps:
    /^(?<missing>\d+) of the (?<count>\d+) are not in the list, the first is number (?<number>\d+), so one may have been altered$/,
  nothingSeen: /^no card was seen, so none was compared$/,
  noList: /^the list that the terms commit to is not there/,
  nothingThere: /^this result has none that could be compared with it$/,
  replaced: /^they may have been replaced; to check them, add /,
  partOfList: /^some items of the list are not known$/,
  spelling: /^names and characters are unknown here/,
  unknown: /^not known here; a later version may have added it$/,
  noProofs:
    /^(?<count>\d+) cards were told without a proof, or not told to anybody$/,
  digestOfPlan:
    /^The digest of the plan is (?<digest>[0-9a-f]{64}), its occasion "(?<occasion>.*)": compare/,
  noSignature: /BLS signature is not verified here/,
  notLast:
    /^it is not the last one of the receipt: a player who left before the end/,
  // what differs
  otherSecret:
    /^the (?:digest of the )?server seed and the terms of the receipt do not lead to its commitment$/,
  otherShoe:
    /^this is the receipt of another shoe: the player was shown another commitment$/,
  otherWords:
    /^the shoe was drawn from with another client seed than the player gave$/,
  notYourText: /^your own text is not among the texts/,
  otherSteps:
    /^the draws in the list are possible, but the receipt is of other draws/,
  fewerSteps: /^the receipt counts fewer draws/,
  neverDealt:
    /^the receipt does not count this card as drawn, though it was seen$/,
  otherDigest: /^the draws of the receipt do not lead by way of the digest/,
  twice:
    /^draw (?<number>\d+) was made twice, or one of its entries was changed/,
  otherPlaces: /^the deal brings the cards of this stage to other places$/,
  inNoStep: /^this card was seen, and no draw in the list took it$/,
  otherInPlay: /^the receipt has other cards in play in its last round/,
  otherStep:
    /^by the rules of the shoe and the draws before, this draw takes other cards$/,
  otherShownSteps:
    /^the draws in the list do not lead to what the receipt has$/,
  otherRoot:
    /^(?:the cards of this round lead to another root|the receipt, or another entry, has another root of this round|the card, its salt and its path do not lead to the root of the round)$/,
  otherCard:
    /^a shown card with its path, or an earlier entry, has another card there$/,
  tooMany:
    /^this card is at more positions of the round than the shoe has of it$/,
  shownTwice: /^one card is shown at two positions of a round$/,
  otherBoard:
    /^board (?<number>\d+) of the file is not the one of its seed at index (?<index>\d+)$/,
  boardsOfSeed:
    /^the boards are those of the seed (?<seed>.+): compare it with the one that was announced$/,
  noSeedOfBoards: /^(?<count>\d+) of (?<total>\d+) boards are without a seed$/,
  noNumberOfBoards:
    /^(?<count>\d+) of (?<total>\d+) boards are without a number/,
};

/**
 * Sentences that follow one on who could choose, in their order.
 * @type {Patterns}
 */
const REMARKS = {
  whyDue: /The round was due on (?<time>\d+ \w+ \d+ at [\d:]+ UTC)/,
  whyOccasion: /The occasion may look like another one/,
  whySeveral: /The request left more than one result/,
  whyUncounted: /How many results the request left was not counted/,
  whyLikeliest:
    /Of (?<items>[\d,]+) items with a weight the likeliest has (?<weight>[\d,]+) of (?<total>[\d,]+)/,
};

/**
 * Refusals of the check: a key of a whole sentence for people, and a pattern of `where: reason`. The first match
 * counts.
 * @type {Patterns}
 */
const REFUSALS = {
  noSeed: /only a seeded response can be derived again/,
  signed: /^receipt: a signature was given/,
  provider: /^scheme: /,
  seal: /^(?:confirmed\.)?commitment: .*digits/,
  list: /^original_items: a list was expected/,
  card: /^seen: (?<card>.+) is no code of a card of this shoe/,
  notation: /^notation: /,
  keys: /^keys: /,
  large: /^(?:the file: )?the file is too large/,
};

/**
 * Return the number that a text is, with separators or without, as 1000 for "1,000"; any other text unchanged.
 * @param {string} text
 */
const readNumber = (text) =>
  /^\d{1,3}(?:,\d{3})+$|^\d+$/.test(text)
    ? Number(text.replaceAll(",", ""))
    : text;

/**
 * Return the values of a match in the form of the page: numbers, and times.
 * @param {{ [name: string]: string }} [groups] of the match, such as { count: "1,000" }
 * @returns {Values} here { count: 1000 }
 */
function readValues({ time, ...texts } = {}) {
  const values = Object.fromEntries(
    Object.entries(texts).map(([name, text]) => [name, readNumber(text)]),
  );
  if (!time) return values;
  return { ...values, time: formatTime(Date.parse(time.replace(" at ", " "))) };
}

/**
 * Return the words for the first pattern that fits a text, which are at `path`; undefined if none fits.
 * @param {Patterns} patterns
 * @param {string} text
 * @param {string} path such as "verify.plain"
 */
function translateFirst(patterns, text, path) {
  for (const [key, pattern] of Object.entries(patterns)) {
    const match = pattern.exec(text);
    if (match) return t(`${path}.${key}`, readValues(match.groups));
  }
  return undefined;
}

/**
 * Return a sentence in the words of people: the `text`, and whether it `isEnglish` because the check alone has it.
 * @param {Sentence} sentence
 * @returns {{ text: string, isEnglish?: boolean }}
 */
export function toPlain(sentence) {
  if (!isOfCheck(sentence)) return { text: sentence.text };
  const text = translateFirst(SENTENCES, sentence, "verify.plain");
  if (text === undefined) return { text: sentence, isEnglish: true };
  const remarks = Object.entries(REMARKS).map(([key, pattern]) =>
    translateFirst({ [key]: pattern }, sentence, "verify.plain"),
  );
  return {
    text: [text, ...remarks.filter(Boolean)].join(". "),
    isEnglish: false,
  };
}

/**
 * Return a sentence for people on a refusal of the check.
 * @param {string} text
 */
export const explainRefusal = (text) =>
  translateFirst(REFUSALS, text, "verify.refusals") ?? t("verify.changed");
