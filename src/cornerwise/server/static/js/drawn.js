/** What is drawn on the board, in words: for those who cannot see it. */

import { listText, number, t } from "./i18n.js";
import { middleCell } from "./marks.js";

/** So many cells are named one by one; of more it is said where they lie. */
const FEW = 8;

/**
 * Which cells are marked.
 * @param {import("../page").Geometry} geometry
 * @param {number[]} cells
 */
export function markedWords({ data, centres }, cells) {
  if (!cells.length) return "";
  if (cells.length <= FEW)
    return t("Marked: {cells}.", { cells: listText(cells.map((cell) => data.names[cell])) });
  const middle = middleCell(cells.map((cell) => centres[cell]));
  const cell = data.names[cells.find((one) => centres[one] === middle) ?? cells[0]];
  return t("Marked: {n} spaces round {cell}.", { n: number(cells.length), cell });
}
