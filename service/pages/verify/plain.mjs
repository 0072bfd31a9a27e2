/**
 * The sentences of the check (verify/) and of the service in the words of people. The originals stay below, for experts.
 * A sentence that is not here is shown as it is.
 */

/** Who chose, in place of `chosen_by`. */
export const CHOOSERS = {
  requester: "Chosen by whoever asked for it",
  operator: "Whoever dealt could choose",
  last_word: "The last word decided",
  nobody_alone: "Nobody could choose alone",
  unknown: "Unknown who chose",
};

const SEAL = { "you noted this commitment": "you noted this seal", "the commitment that you noted was shown": "the seal that you noted was shown" };

/** Sentences of the check: a pattern, and the words for people, as `String.replace` takes them. The first match counts. */
const SENTENCES = [
  // why somebody could choose
  [/^whoever sent the request chose (the seed|the number of the deal), and could try others.*$/, "whoever asked for this deal chose $1, and could try others until the result suited"],
  [/^no words of others decided the order: whoever opened the shoe could open others until one suited$/, "nobody else had a say: whoever sealed the cards could seal others until one order suited"],
  [/^whoever held the token and heard the last words could try others; nobody could, if you gave or heard (?:them|the ones that you confirmed) after (.+)$/, (_, noted) => `whoever dealt could try others after the last words were heard. Nobody could, if you gave or heard these words after ${SEAL[noted] ?? noted}`],
  [/^you confirmed the commitment and the client seed: nobody could choose, unless whoever held the token gave the last words, or agreed with whoever did$/, "you confirmed the seal and the words: nobody could choose, unless whoever dealt gave the last words, or agreed with whoever did"],
  [/^the terms fixed every text by its hash: nobody alone could choose, if one of the texts was random and an honest player's, and (.+) before that text was told$/, (_, noted) => `every player’s text was fixed before any was told. Nobody could choose alone, if one of these texts was random and an honest player’s, and ${SEAL[noted] ?? noted} before that text was told`],
  [/^the key has one seed for this game, round and request and these texts: nobody alone could choose.*$/, "for this game, this round and these texts the key gives one deal alone. Nobody could choose it, if all texts were fixed before anybody could ask for the deal, as when your own random text came last; whoever asked before could try others"],
  [/^the key of the proof, or its round of drand, was not checked.*$/, "the key was not checked, so anybody may have made this proof"],
  [/^a partial receipt does not show that the order came from the seeds.*$/, "hidden hands stay hidden, so nobody can see here whether the whole order came from what was sealed"],
  [/^anybody can make a root, .*$/, "these cards alone do not tell where their order came from: the receipt does"],
  [/^a signed digest says nothing .*$/, "a signature alone says nothing of the cards, nor of who chose their order: the receipt does"],
  [/^no card was compared with these seeds.*$/, "no card that you saw was compared, so it cannot be told whether your cards came from this shoe"],
  // why something is open
  [/^it was not compared with the commitment that was shown before the first card.*$/, "compare it with the one that you were shown before the first card. Without that, this may be the receipt of another game"],
  [/^it was not compared with the seed that the player gave.*$/, "compare them with those that you gave. Otherwise whoever dealt may have chosen them"],
  [/^none of the (\d+) draws is in the list with its number.*$/, "none of the $1 steps is here, so one may have been hidden"],
  [/^(\d+) of the (\d+) are not in the list, the first is number (\d+), so one may have been altered$/, "$1 of the $2 steps are not here, the first is number $3, so one may have been altered"],
  [/^no card was seen, so none was compared$/, "no card that you saw is here, so none was compared"],
  [/^the list that the terms commit to is not there.*$/, "the list of names is not here, so the numbers may stand for other names"],
  [/^they may have been replaced; to check them, add .*$/, "they may have been replaced. Enter the list as it was before"],
  [/^some items of the list are not known$/, "a part of the list is not here"],
  [/^names and characters are unknown here.*$/, "the spelling of the cards is not checked here; the cards themselves are right"],
  [/^not known here; a later version may have added it$/, "this page does not know it; a newer version may"],
  [/^a partial receipt cannot show that the order came from the seeds.*$/, "hidden hands stay hidden, so nobody can see here whether the whole order came from what was sealed"],
  [/^(\d+) cards were told without a proof, or not told to anybody$/, "$1 cards have no proof of their own, or were shown to nobody"],
  [/BLS signature is not verified here/, () => "this page does not check the signature of the round of drand. Compare its number and its digits with what drand publishes"],
  [/^it is not the last one of the receipt: a player who left before the end.*$/, "it is not the last one of the receipt: a player who left before the end has an earlier one"],
  // what differs
  [/^the server seed and the terms of the receipt do not lead to its commitment$/, "the receipt does not fit its own seal: the secret, or what was agreed before the first card, was changed afterwards"],
  [/^the digest of the server seed and the terms of the receipt do not lead to its commitment$/, "the receipt does not fit its own seal: the secret, or what was agreed before the first card, was changed afterwards"],
  [/^this is the receipt of another shoe: the player was shown another commitment$/, "this is the receipt of another shoe: you were shown another seal (commitment)"],
  [/^the shoe was drawn from with another client seed than the player gave$/, "the cards were dealt with other words than you gave"],
  [/^the draws in the list are possible, but the receipt is of other draws.*$/, "the steps of the deal that you have are possible, but the receipt is of others: at least one was different there"],
  [/^the receipt counts fewer draws.*$/, "the receipt has fewer steps of the deal than you saw: it is an earlier one, or of a deal that went another way"],
  [/^the receipt does not count this card as drawn, though it was seen$/, "you saw this card, and the receipt says that it was never dealt"],
  [/^the draws of the receipt do not lead by way of the digest.*$/, "the receipt does not fit the check number (digest) that you were shown: the shoe was dealt from in two ways"],
  [/^draw (\d+) was made twice, or one of its entries was changed.*$/, "step $1 of the deal happened twice, or was changed afterwards: some players saw other cards than the rest, and the receipt can be right for one side alone"],
  [/^the deal brings the cards of this stage to other places$/, "in this game these cards go to other places"],
];

/** Return a sentence of the check in the words of people. */
export function toPlain(sentence) {
  const found = SENTENCES.find(([pattern]) => pattern.test(sentence));
  return found ? sentence.replace(...found) : sentence;
}

/** Refusals of the check: a pattern of `where: reason`, and a whole sentence for people. The first match counts. */
const REFUSALS = [
  [/only a seeded response can be derived again/, "This deal was dealt without a seed, so nobody can deal the same again and compare. Ask for a deal with a seed, or for a sealed one."],
  [/^receipt: a signature was given/, "This receipt is signed, for programs (docs/signed-answers.md). Ask for the receipt without its signature."],
  [/^scheme: /, "This is a result of another provider, which a service alone can check: open its page Verify."],
  [/^the file: there are no cards/, "There are no cards, names or numbers in this file that could be computed again. Ask for the whole file."],
  [/^commitment: .*digits/, "The seal has 64 digits, from 0 to 9 and from a to f. Copy it again."],
  [/^original_items: a list was expected/, "The list of names cannot be read. Enter it with a name in each line."],
  [/^seen: (.+) is no code of a card of this shoe/, "“$1” is no card of this shoe. A card is written as 7H for the seven of hearts, TS for the ten of spades."],
  [/^notation: /, "The cards of this file are written in a way that this page cannot compare. Ask for them as codes, such as 7H."],
  [/^keys: /, "These keys cannot be read. Copy all of jwks.json again."],
  [/^(?:the file: )?the file is too large/, "This file is too large for a browser. Run node verify/verify.mjs."],
];

const CHANGED = "Something in this file is not as the service writes it: it was changed, cut off, or made by another program. Ask for it again, as it was sent.";

/** Return a sentence for people on a refusal of the check. */
export function explainRefusal(text) {
  const [pattern, sentence] = REFUSALS.find(([each]) => each.test(text)) ?? [];
  return pattern ? sentence.replace("$1", pattern.exec(text)[1] ?? "") : CHANGED;
}
