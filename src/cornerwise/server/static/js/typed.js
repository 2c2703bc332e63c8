/**
 * Moves as people type them: cells ("a1,b1"), or a piece and cells that it shall cover ("X5 h6"), as
 * `cornerwise.entry` reads them too.
 */

import { t } from "./i18n.js";

/**
 * What a text can mean, or what is wrong with it. The list of moves prints a piece and its first cell: so the
 * placements that begin at the first cell come before all that cover the cells.
 * @param {import("../page").Geometry} geometry
 * @param {string} text
 * @returns {{readings: number[][], wrong: string}}
 */
export function typedMove(geometry, text) {
  const { data } = geometry;
  const words = text.split(/[\s,]+/).filter(Boolean);
  const cells = words.map((word) => geometry.cellNamed(word));
  const whole = words.length && !cells.includes(-1) ? geometry.placementWith(cells) : -1;
  const piece = data.pieces.findIndex(({ name }) => name.toLowerCase() === words[0]?.toLowerCase());
  // "I5 i6" is a piece and a cell, "i5 i6" and "I5,I6" are two cells.
  const named =
    piece >= 0 && !text.includes(",") && (whole < 0 || words[0] === data.pieces[piece].name);
  const stranger = cells.findIndex((cell, at) => cell < 0 && !(named && at === 0));
  if (stranger >= 0)
    return refused(t("{text} is not a space of this board.", { text: words[stranger] }));
  if (named) return ofPiece(geometry, piece, cells.slice(1), words);
  if (whole >= 0) return { readings: [[whole]], wrong: "" };
  return refused(words.length ? t("No piece has this shape.") : "");
}

/**
 * The first reading of a text with legal placements, and these; none if all are illegal.
 * @param {number[][]} readings
 * @param {(number: number) => boolean} legal
 */
export function legalReading(readings, legal) {
  return readings.map((numbers) => numbers.filter(legal)).find(({ length }) => length) ?? [];
}

/**
 * @param {import("../page").Geometry} geometry
 * @param {number} piece
 * @param {number[]} wanted
 * @param {string[]} words
 */
function ofPiece(geometry, piece, wanted, words) {
  const wide = geometry.data.pieces[piece].orientations
    .flatMap((_, orientation) => geometry.placementsOf(piece, orientation))
    .filter((number) => {
      const { cells } = geometry.placement(number);
      return wanted.every((cell) => cells.includes(cell));
    })
    .sort((a, b) => a - b);
  const first = wide.filter((number) => geometry.placement(number).cells[0] === wanted[0]);
  if (wide.length) return { readings: first.length ? [first, wide] : [wide], wrong: "" };
  const cell = words.slice(1).join(" ");
  return refused(t("{piece} cannot lie at {cell}.", { piece: words[0], cell }));
}

/** @param {string} wrong */
function refused(wrong) {
  return { readings: [], wrong };
}
