/** Small boards to look at. */

import { Board, boardState } from "./board.js";
import { patterns } from "./seats.js";

/** @typedef {import("../page").Mark} Mark */

/**
 * The sample position of an edition.
 * @param {import("../page").Geometry} geometry
 * @param {number} [count]  how many of its moves
 * @returns {Mark[]}
 */
export const sample = ({ data }, count = Infinity) =>
  (data.sample ?? []).slice(0, count).map(([colour, placement]) => ({ colour, placement }));

/**
 * A picture of a position that fits into a square.
 * @param {import("../page").Geometry} geometry
 * @param {Mark[]} placed
 * @param {number} size  in pixels
 * @param {Partial<import("../page").BoardState>} [more]
 */
export function preview(geometry, placed, size, more = {}) {
  const state = boardState(geometry, { placed, lastMove: false, patterns: patterns(), ...more });
  const board = new Board(state, null);
  board.fit(size * 1.14, size, Math.max(3, Math.round(size / 40)));
  return board.element;
}

/**
 * A part of the board, seen from near: what lies about some cells.
 * @param {import("../page").Geometry} geometry
 * @param {Mark[]} placed
 * @param {number[]} cells  those to be seen
 * @param {number} size  in pixels
 * @param {Partial<import("../page").BoardState>} [more]
 */
export function detail(geometry, placed, cells, size, more = {}) {
  const state = boardState(geometry, { placed, lastMove: false, patterns: patterns(), ...more });
  const board = new Board(state, null);
  const xs = cells.map((cell) => geometry.centres[cell][0]);
  const ys = cells.map((cell) => geometry.centres[cell][1]);
  const wide = Math.max(Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys)) + 3;
  const cell = size / wide;
  const [left, top, right, bottom] = geometry.box;
  board.fit((right - left) * cell * 1.2 + 40, (bottom - top) * cell + 16, 8);
  const middle = [(Math.max(...xs) + Math.min(...xs)) / 2, (Math.max(...ys) + Math.min(...ys)) / 2];
  const at = middle.map((value) => value - wide / 2);
  const { svg } = board;
  svg.setAttribute("viewBox", `${at[0]} ${at[1]} ${wide} ${wide}`);
  svg.setAttribute("width", String(size));
  svg.setAttribute("height", String(size));
  svg.classList.add("detail");
  return board.element;
}
