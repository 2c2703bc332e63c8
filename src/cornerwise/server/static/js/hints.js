/** Moves shown on the board that nobody has made: hints, candidates, and what was made instead. */

import { s } from "./dom.js";
import { toPlane } from "./geometry.js";
import { middleCell } from "./marks.js";
import { round } from "./outline.js";
import { shapeOf } from "./piece.js";

/** @typedef {import("../page").Hint} Hint */
/** @typedef {import("../page").Geometry} Geometry */

/**
 * The shape of a hint: pale and dashed, as a legal ghost if it is the best, or a mere line.
 * @param {Geometry} geometry
 * @param {Hint} hint
 * @param {number} px  the size of a pixel in the board's units
 */
export function hintShape(geometry, { colour, placement, look, letter }, px) {
  const { data, centres } = geometry;
  const { piece, orientation, moved, cells } = geometry.placement(placement);
  const [x, y] = toPlane(data, moved);
  const { body } = shapeOf(data, piece, orientation);
  const at = { d: body, transform: `translate(${round(x)} ${round(y)})` };
  const dashed = { "stroke-width": 2 * px, "stroke-dasharray": `${4 * px} ${3 * px}` };
  /** @type {SVGElement[]} */
  const parts =
    look === "best"
      ? [
          s("path", { class: "under", ...at }),
          s("path", { class: "tint", ...at, "stroke-width": 2 * px }),
        ]
      : [s("path", { class: look === "made" ? "made-shape" : "hint-shape", ...at, ...dashed })];
  if (letter) {
    const [cx, cy] = middleCell(cells.map((cell) => centres[cell]));
    const size = Math.max(0.5, 13 * px);
    parts.push(
      s("text", { class: "letter", x: round(cx), y: round(cy), "font-size": size }, letter),
    );
  }
  return s("g", { class: `${look === "best" ? "ghost-legal" : "hinted"} c-${colour}` }, ...parts);
}
