/** Lines and marks of the board. */

import { s } from "./dom.js";
import { toPlane } from "./geometry.js";
import { round } from "./outline.js";

/** @typedef {import("../page").Geometry} Geometry */
/** @typedef {import("../types").Point} Point */

/**
 * The point nearest to the middle of all.
 * @param {Point[]} points
 */
export function middleCell(points) {
  const [mx, my] = [0, 1].map((k) => points.reduce((sum, p) => sum + p[k], 0) / points.length);
  return points.reduce((best, p) =>
    Math.hypot(p[0] - mx, p[1] - my) < Math.hypot(best[0] - mx, best[1] - my) ? p : best,
  );
}

/**
 * The sides between cells as one path.
 * @param {Geometry} geometry
 */
export function gridLines({ corners, edges, data }) {
  let text = "";
  corners.forEach((points, cell) => {
    points.forEach((point, at) => {
      if (edges[cell][at] < cell) return; // each side once, none at the border
      const [[ax, ay], [bx, by]] = [point, points[(at + 1) % points.length]].map((p) =>
        toPlane(data, p),
      );
      text += `M${round(ax)} ${round(ay)}L${round(bx)} ${round(by)}`;
    });
  });
  return text;
}

/** @param {Point} at @param {number} r @param {number} px */
export function diamond([x, y], r, px) {
  return s("path", {
    class: "joint",
    d: `M${round(x)} ${round(y - r)}L${round(x + r)} ${round(y)}L${round(x)} ${round(y + r)}L${round(x - r)} ${round(y)}Z`,
    "stroke-width": 1.6 * px,
  });
}
