/**
 * Boards in RBN, Richard's Bridge Notation 3.2 (Pavlicek): records with a blank line between them, of lines with a
 * label, a blank and a value.
 */
// @ts-check
import { beginBoard, readVulnerable, toNumber } from "./boards.mjs";

/** @import { Board } from "./boards.mjs" */

/**
 * Return the values of a record by label, in lower case.
 *
 * @param {string} record
 */
function readLabels(record) {
  const { tags } = beginBoard();
  for (const [, label, value] of record.matchAll(/^([A-Z]) ([^\r\n]*)/gm))
    tags[label.toLowerCase()] = value.trim();
  return tags;
}

/**
 * Return the boards of an RBN file: its records with hands. B is the number of a board, H has its hands with colons
 * between them, empty if they are left out, and A begins with the dealer and who is vulnerable.
 *
 * @param {string} text
 * @returns {Board[]}
 */
export function parseRbn(text) {
  return text.split(/\n[ \t\r]*\n/).flatMap((record) => {
    const tags = readLabels(record);
    const hands = /^([NESW]):([^\s:]{0,60}\.[^\r\n]*)/.exec(tags.h ?? "");
    if (hands === null) return [];
    const [, first, texts] = hands;
    const written = texts.split(":").map((hand) => hand || "-");
    const auction = /^([NESW])([ZNEB?]):/.exec(tags.a ?? "");
    return {
      tags,
      number: toNumber(tags.b ?? ""),
      dealer: auction?.[1],
      vulnerable: readVulnerable(auction?.[2] ?? ""),
      deal: `${first}:${written.join(" ")}`,
    };
  });
}
