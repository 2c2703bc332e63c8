/** Puzzles as small pictures: a silhouette, or the board, with the pieces that lie on it. */

import { s } from "./dom.js";
import { cornersOf, toPlane } from "./geometry.js";
import { inset, loops, path, round } from "./outline.js";
import { drawn, piece } from "./piece.js";
import { patterns } from "./seats.js";

/** @typedef {import("../types").Grid} Grid */
/** @typedef {import("../types").PuzzleSummary} PuzzleSummary */
/** @typedef {import("../types").Arrangement} Arrangement */

/**
 * A picture of a puzzle that fits into a box. A figure is dark where nothing lies; a board is a board.
 * @param {Grid} grid
 * @param {Pick<PuzzleSummary, "places" | "level">} puzzle
 * @param {Arrangement} laid
 * @param {{width: number, height: number, most?: number}} size  in pixels; `most` is the longest side of a cell
 */
export function puzzlePicture(grid, { places, level }, laid, { width, height, most = Infinity }) {
  const shape = drawn(grid, places);
  const [left, top, right, bottom] = shape.box;
  const rim = level ? 0.1 : 0.35;
  const [w, hh] = [right - left + 2 * rim, bottom - top + 2 * rim];
  const cell = Math.min(width / w, height / hh, most);
  const flat = cell < 9;
  const base = level
    ? [
        s("path", { class: "silhouette", d: shape.body }),
        flat ? null : s("path", { class: "silhouette-lines", d: shape.scores }),
      ]
    : [
        ...boardBase(grid, places, rim),
        s("path", { class: "lines", d: shape.scores, "stroke-width": 0.06 }),
      ];
  return s(
    "svg",
    {
      class: "board-svg",
      width: round(w * cell),
      height: round(hh * cell),
      viewBox: [left - rim, top - rim, w, hh].map(round).join(" "),
      "aria-hidden": "true",
    },
    base.filter((part) => part !== null),
    laid.map(([colour, cells]) =>
      piece(
        drawn(
          grid,
          cells.map((one) => places[one]),
        ),
        colour,
        { flat, patterns: patterns() && !flat },
      ),
    ),
  );
}

/** @param {Grid} grid @param {import("../types").Point[]} places @param {number} rim */
function boardBase(grid, places, rim) {
  const border = loops(places.map((place) => cornersOf(grid, place))).map((loop) =>
    loop.map((point) => toPlane(grid, point)),
  );
  return [
    s("path", {
      class: "rim",
      d: path(
        border.map((loop) => inset(loop, -rim)),
        0.3,
      ),
    }),
    s("path", { class: "field", d: path(border, 0) }),
  ];
}
