/**
 * All texts of the page that shows the result of a draw, by key. A text with values in it is a function. Another language
 * is another object with the same keys.
 */

const countOf = (count, one, many) => `${count.toLocaleString("en")} ${count === 1 ? one : many}`;

export const TEXTS = {
  // The sign: a word, and the sentence beside it
  emptyWord: "No draw is opened.",
  emptySays: "Scan the code of a draw with your phone, or open its link or its file. You see who won, and this browser checks it.",
  busyWord: "Checking …",
  sealedWord: "Fixed, and not drawn yet.",
  sealedSays: "This browser noted the draw. When it is drawn, open the second code here: this browser compares the two.",
  sealedAgain: "This browser saw a result of this draw already.",
  validWord: "Valid.",
  validSays: "Computed again in this browser: exactly this result. And you confirmed what only you know.",
  matchesWord: "It matches.",
  matchesSays: "Computed again in this browser: exactly this result. Could somebody choose it? See below.",
  numbersMatchWord: "The numbers match.",
  numbersMatchSays: "Computed again in this browser: exactly these numbers of the list. The names are not compared with the list yet.",
  operatorWord: "Reproduced, and the organiser could choose.",
  operatorSays: "The seal gives this result. No words of others decided it.",
  unknownWord: "It matches, and who chose is unknown.",
  unknownSays: "Nothing here tells who chose.",
  invalidWord: "Not valid.",
  refusedWord: "Cannot be checked.",
  refusedSays: "So this page says neither yes nor no.",

  // Why a draw is not valid
  otherDraw: "This browser noted the seal before, and it was shown for another draw.",
  otherList: "The list is not the one that was fixed: a name, the order or the spelling differs.",
  otherNames: "The names in the link are not those of the list.",
  otherResult: (right, seen) => `The draw gives “${right}”, and not “${seen}”.`,
  otherParts: "The seal, the words and the result do not belong together.",

  // Why a link cannot be checked
  damaged: "The link is damaged, or cut off. Copy all of it, or scan the code again.",
  notADraw: "This is no draw that was made in public.",
  unreadable: (reason) => `The file has a mistake: ${reason}.`,
  noCrypto: "This browser checks only pages on https, and needs a version of 2023 or later.",
  notLoaded: "The rest of this page could not be loaded. Check the network, and open the link again.",

  // Warnings
  secondResult: "This browser saw another result of the same seal. A seal has one result: ask for the true one.",
  unusualOrder: "The result does not begin at the first number of the seal: whoever drew had several results to choose from.",
  lateSeal: "This browser saw the seal only when the public number was out already.",
  earlyRound: "The public number is not out yet, by the clock of this device: so the number here is made up.",
  notAllDrawn: (shown, total) => `Of ${total.toLocaleString("en")} that were drawn, ${shown.toLocaleString("en")} are here, perhaps not the first.`,

  // What was drawn
  nameless: "A draw without a name",
  unnamed: (number) => `Number ${number.toLocaleString("en")} of the list`,

  // When
  whenTitle: "When",
  fixed: "Fixed",
  drawn: "Drawn",
  due: "The public number is due",
  words: "The words",
  round: "The public number",
  noted: "Seen by this browser",
  clockNote: "Fixed and drawn: by the clock of whoever drew.",
  clockNoteSealed: "Fixed: by the clock of whoever draws.",
  byEye: "The seal, to compare by eye",
  seal: "The seal",
  fingerprint: "Fingerprint of the list",
  entries: "In the list",
  names: (count) => countOf(count, "entry", "entries"),

  // Who chose
  whoTitle: "Who chose?",
  decidesWords: "Words of the audience will decide it. They are said after this, so nobody can know the result yet.",
  decidesRound: (number) => `A public number will decide it: round ${number} of drand, which nobody can know before it is due.`,
  lastWord: "The words that were typed last decided it. Whoever typed them could try others first. Nothing here shows whether they did: you know, if you were there.",
  lastRound: (number) => `A public number decided it: round ${number} of drand, which nobody can know before it is due. Whoever drew typed it, so compare it.`,
  lastWordConfirmed: "The last words decided it, and you heard them. So nobody could choose, unless whoever typed them also made them up, or agreed with whoever said them.",
  lastRoundConfirmed: "A public number decided it, and you compared it. So nobody could choose.",
  nobodyAlone: "Nobody alone: several people gave a text, and each text was fixed before it was told. One honest, random text is enough.",
  operator: "Whoever made the draw: no words of others decided it, so that they could try until a result suited.",
  unknown: "It cannot be told from this link.",
  confirmTitle: "Only you know. Were you there?",
  confirmSeal: "I saw this seal before the draw:",
  confirmSealRound: "I saw this seal before the public number was due:",
  confirmWords: "I heard these words after the seal was shown:",
  confirmRound: "drand shows this number for the round:",
  confirmSeen: "This is the result that I saw.",
  openRound: "Open the round",
  ticksValid: "If all of it is right, tick it: then the result is valid for you.",
  ticksAndList: "Tick what is right, and open the list: then the result is valid for you.",

  // The list
  listTitle: "The list",
  listClaimed: "The code has no room for the whole list. The names come from whoever drew: open the list, and this page compares its fingerprint and the names.",
  listMissing: "The link has the numbers, without the list. Open the list to see the names.",
  listSealed: "Is your name in it? Open the list, and this page compares its fingerprint.",
  listMatches: (count) => `The list is the one that was fixed, with ${countOf(count, "entry", "entries")}.`,
  listDiffers: "This is another list: a name, the order or the spelling differs.",
  openList: "Open the list",
  openFile: "Open the file of a draw",
  showProof: "Show the proof",
  showSeal: "Show what was fixed",
  proofNote: "For experts: every step of the computation.",
};
