/** Lists whose lines have pots, groups or teams before names: "Pot 1: Ajax, Bayern", or "Pot 1:" above its names. */
// @ts-check
/** @import { Row } from "./rows.mjs" */
import { APART, OTHERS, normalize } from "./words.mjs";

const GROUPINGS = [...APART, ...OTHERS];
const LABEL = /^([^:,;/\t]+):(?:\s+(.*))?$/;

/**
 * A name, the label that it has, and its line in the text, from 1.
 * @typedef {{ name: string, label: string, line: number }} LabelledName
 */

/**
 * Return the names of a text, each with its label; undefined if a name has none, or a label no name.
 * @param {string[]} lines
 * @returns {LabelledName[] | undefined}
 */
function listLabelled(lines) {
  /** @type {LabelledName[]} */
  const names = [];
  let label = "";
  let isEmpty = false;
  for (const [i, line] of lines.entries()) {
    if (line === "") continue;
    const [, newLabel, behind = ""] = LABEL.exec(line) ?? [];
    if (newLabel !== undefined && isEmpty) return undefined;
    label = newLabel ?? label;
    if (label === "") return undefined;
    const text = newLabel === undefined ? line : behind;
    const namesOfLine = text
      .split(/[,;\t]/)
      .map((name) => name.trim())
      .filter(Boolean);
    isEmpty = newLabel !== undefined && namesOfLine.length === 0;
    names.push(...namesOfLine.map((name) => ({ name, label, line: i + 1 })));
  }
  return isEmpty ? undefined : names;
}

/**
 * Return the word for groupings that all labels have, such as "Pot" of "Pot 1" and "Pot 2"; undefined without one, and
 * if a label has nothing else.
 * @param {string[]} labels
 */
function findGrouping(labels) {
  /** @param {string} word */
  const isInAll = (word) =>
    labels.every((label) => {
      const words = normalize(label).split(" ");
      return words.length > 1 && words.includes(word);
    });
  return GROUPINGS.find(isInAll);
}

/**
 * Return the rows of a text in which each name has a label with the same word for a grouping, below a heading with this
 * word; undefined for any other text.
 *
 * "Pot 1: Ajax, Bayern\nPot 2: Celtic" has the rows ["Name", "Pot"], ["Ajax", "1"], ["Bayern", "1"] and ["Celtic",
 * "2"].
 * @param {string} text
 * @returns {Row[] | undefined}
 */
export function readLabelled(text) {
  const lines = text.split("\n").map((line) => line.trim());
  const names = listLabelled(lines) ?? [];
  const labels = [...new Set(names.map(({ label }) => label))];
  const grouping = labels.length > 1 ? findGrouping(labels) : undefined;
  const hasSeveral = names.length > labels.length;
  if (grouping === undefined || !hasSeveral) return undefined;
  /** @param {string} word */
  const isGrouping = (word) => normalize(word) === grouping;
  const heading = labels[0].split(/\s+/).find(isGrouping) ?? grouping;
  const rows = names.map(({ name, label, line }) => {
    const words = label.split(/\s+/).filter((word) => !isGrouping(word));
    return Object.assign([name, words.join(" ")], { line });
  });
  return [Object.assign(["Name", heading], { line: 1 }), ...rows];
}
