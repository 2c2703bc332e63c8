/** Areas on the board: cells that a sentence speaks of, drawn as one shape. */

import { s } from "./dom.js";
import { toPlane } from "./geometry.js";
import { inset, loops, path } from "./outline.js";

/** @typedef {import("../page").Area} Area */
/** @typedef {import("../page").Geometry} Geometry */

/**
 * The shape of an area in the colour of the player that it is about.
 * @param {Geometry} geometry
 * @param {Area} area
 * @param {number} px  the size of a pixel in the board's units
 */
export function areaShape({ corners, data }, { cells, colour }, px) {
  const border = loops(cells.map((cell) => corners[cell])).map((loop) =>
    inset(
      loop.map((point) => toPlane(data, point)),
      0.08,
    ),
  );
  return s("path", {
    class: `area c-${colour}`,
    d: path(border, 0.12),
    "stroke-width": 2 * px,
    "stroke-dasharray": `${2 * px} ${4 * px}`,
  });
}
