/** Small boards to look at. */

import { Board, boardState } from "./board.js";
import { patterns } from "./seats.js";

/** @typedef {import("../types").Mark} Mark */

/**
 * A picture of a position that fits into a square.
 * @param {import("../types").Geometry} geometry
 * @param {Mark[]} placed
 * @param {number} size  in pixels
 * @param {Partial<import("../types").BoardState>} [more]
 */
export function preview(geometry, placed, size, more = {}) {
  const state = boardState(geometry, { placed, lastMove: false, patterns: patterns(), ...more });
  const board = new Board(state, null);
  board.fit(size * 1.14, size, Math.max(3, Math.round(size / 40)));
  return board.element;
}
