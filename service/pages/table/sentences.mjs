/** Refusals of the service, in a player's words. */

const TITLES = {
  0: "No connection",
  400: "This link is not complete",
  404: "There is no such game",
  409: "This cannot be dealt",
  422: "This cannot be dealt",
};

/** Each pattern of a sentence for programmers, and the sentence for players. */
const SENTENCES = [
  [/^Must be an integer from -[\d,]{7,} to [\d,]{7,}\b.*$/s, "It is a whole number."],
  [/^Must be an integer from ([-\d,]+) to [\d,]{12,}\b.*$/s, "It is a whole number, at least $1."],
  [/^Must be an integer from ([-\d,]+) to ([\d,]+)\b.*$/s, "It is a whole number from $1 to $2."],
  [/^No (\d+) cards of this deal can fulfil this: the number is from (\d+) to (\d+)\.$/, "$1 cards have $2 to $3, so that no deal has this."],
  [/^Must be a text of 1 to (\d+) characters\b.*$/s, "It is a text of 1 to $1 characters."],
  [/^Must be shapes\b.*$/s, "A shape is as 4333, or 54xx with the suits in any order, 5=4=3=1 from spades to clubs, or balanced."],
  [/^Must not be above max\.$/, "The first number may not be above the second."],
  [/, and no card comes twice unasked: .*$/s, ". No card comes twice unless the others are shuffled first."],
  [/, and no reshuffled cards come there: .*$/s, "."],
  [/^Must be one of: .{200,}$/s, "It is none of those that this table knows."],
  [/^Unknown parameter\b.*$/s, "This table does not know it. The link may have been changed."],
  [/ (?:[^.:;]|\.(?! ))*(?:GET |POST )?\/v1\/.*$/s, ""], // sentences of paths
  [/ GET \/.*$/s, ""],
  [/[;:,]$/, "."],
];

/** Return a sentence of the service in a player's words. */
export const toSentence = (message) => SENTENCES.reduce((text, [pattern, words]) => text.replace(pattern, words), message);

/** Return the title of a problem in a player's words. */
export const titleProblem = ({ status, title }) => TITLES[status] ?? title;
