/** Drawing pieces: one joined outline with a lip, an inner line, scores between cells and a sign. */

import { s } from "./dom.js";
import { cornersOf, isSharp, toPlane } from "./geometry.js";
import { inset, loops, path, round } from "./outline.js";

/** @typedef {import("../types").EditionData} EditionData */
/** @typedef {import("../types").Point} Point */
/** @typedef {import("../types").Colour} Colour */

/**
 * The parts of a shape as path texts, in cell units, at home.
 * @typedef {{outline: string, body: string, face: string, line: string, scores: string, contour: string,
 *   centres: Point[], box: [number, number, number, number]}} Shape
 */

/** @type {Map<string, Shape>} */
const shapes = new Map();

/**
 * The drawing of a piece in one orientation.
 * @param {EditionData} edition
 * @param {number} piece
 * @param {number} orientation
 * @returns {Shape}
 */
export function shapeOf(edition, piece, orientation) {
  const name = `${edition.grid} ${edition.pieces[piece].name} ${orientation}`;
  let shape = shapes.get(name);
  if (!shape) {
    shape = drawn(edition, edition.pieces[piece].orientations[orientation]);
    shapes.set(name, shape);
  }
  return shape;
}

/**
 * The orientation that lies flattest: trays are wide. A piece is held like this until it is turned.
 * @param {EditionData} edition
 * @param {number} number
 */
export function flattest(edition, number) {
  let best = 0;
  let least = Infinity;
  edition.pieces[number].orientations.forEach((_, orientation) => {
    const [, top, , bottom] = shapeOf(edition, number, orientation).box;
    if (bottom - top < least - 1e-6) [least, best] = [bottom - top, orientation];
  });
  return best;
}

/**
 * The width and height, in cells, in which a piece finds room however it is turned.
 * @param {EditionData} edition
 * @param {number} number
 * @returns {[number, number]}
 */
export function roomOf(edition, number) {
  const boxes = edition.pieces[number].orientations.map(
    (_, orientation) => shapeOf(edition, number, orientation).box,
  );
  return [
    Math.max(...boxes.map(([left, , right]) => right - left)),
    Math.max(...boxes.map(([, top, , bottom]) => bottom - top)),
  ];
}

/**
 * The drawing of any set of cells of a grid.
 * @param {import("../types").Grid} grid
 * @param {Point[]} places
 * @returns {Shape}
 */
export function drawn(grid, places) {
  const [gap, radius] = isSharp(grid) ? [0.03, 0.08] : [0.035, 0.12];
  const cells = places.map((place) => cornersOf(grid, place));
  const border = loops(cells).map((loop) => loop.map((point) => toPlane(grid, point)));
  const at = (/** @type {number} */ by, /** @type {number} */ r) =>
    path(
      border.map((loop) => inset(loop, by)),
      r,
    );
  const points = border.flat();
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  return {
    outline: path(border, 0),
    body: at(gap, radius),
    face: at(gap + 0.035, radius * 0.85),
    line: at(gap + 0.085, radius * 0.6),
    contour: at(-0.22, 0.3),
    scores: scoresOf(grid, cells),
    centres: cells.map((corners) => centre(corners.map((point) => toPlane(grid, point)))),
    box: [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)],
  };
}

/**
 * The middle 60 % of each side between two cells of the shape.
 * @param {import("../types").Grid} grid
 * @param {Point[][]} cells
 */
function scoresOf(grid, cells) {
  const seen = new Set();
  let text = "";
  for (const corners of cells) {
    corners.forEach((from, at) => {
      const to = corners[(at + 1) % corners.length];
      if (seen.has(`${to}|${from}`)) {
        const [[ax, ay], [bx, by]] = [toPlane(grid, from), toPlane(grid, to)];
        const part = (/** @type {number} */ k) =>
          `${round(ax + (bx - ax) * k)} ${round(ay + (by - ay) * k)}`;
        text += `M${part(0.2)}L${part(0.8)}`;
      }
      seen.add(`${from}|${to}`);
    });
  }
  return text;
}

/**
 * @param {Point[]} points
 * @returns {Point}
 */
function centre(points) {
  const n = points.length;
  return [
    points.reduce((sum, p) => sum + p[0], 0) / n,
    points.reduce((sum, p) => sum + p[1], 0) / n,
  ];
}

/** The sign of each colour round (0, 0), in cell units: dots, stripes, rings, crosses. */
const SIGNS = {
  blue: "M-.11 0a.11 .11 0 1 0 .22 0a.11 .11 0 1 0 -.22 0Z",
  yellow: "M-.15 .15L.15 -.15",
  red: "M-.13 0a.13 .13 0 1 0 .26 0a.13 .13 0 1 0 -.26 0Z",
  green: "M-.17 0H.17M0 -.17V.17",
};

/**
 * The sign of a colour at a place.
 * @param {Colour} colour
 * @param {Point} at
 * @param {number} [scale]
 */
export function sign(colour, [x, y], scale = 1) {
  return s("path", {
    class: `sign sign-${colour}`,
    d: SIGNS[colour],
    transform: `translate(${round(x)} ${round(y)}) scale(${scale})`,
  });
}

/**
 * A piece in its colour, drawn at home; small ones are flat.
 * @param {Shape} shape
 * @param {Colour} colour
 * @param {{flat?: boolean, patterns?: boolean}} [how]
 */
export function piece(shape, colour, { flat = false, patterns = false } = {}) {
  const group = s("g", { class: `piece c-${colour}${flat ? " flat" : ""}` });
  if (flat) {
    group.append(s("path", { class: "body", d: shape.body }));
    return group;
  }
  group.append(
    s("path", { class: "shadow", d: shape.body, transform: "translate(0 .05)" }),
    s("path", { class: "edge", d: shape.body }),
    s("path", { class: "face", d: shape.face, transform: "translate(0 -.017)" }),
    s("path", { class: "scores", d: shape.scores }),
  );
  if (patterns) {
    group.append(...shape.centres.map((at) => sign(colour, at)));
  }
  group.append(s("path", { class: "line", d: shape.line, transform: "translate(0 -.017)" }));
  return group;
}

/**
 * A piece as a picture of its own.
 * @param {EditionData} edition
 * @param {number} number
 * @param {Colour} colour
 * @param {{cell: number, orientation?: number, flat?: boolean, patterns?: boolean, class?: string}} how
 *   `cell` is the length of a side in pixels
 */
export function pieceSvg(edition, number, colour, how) {
  const shape = shapeOf(edition, number, how.orientation ?? 0);
  const [left, top, right, bottom] = shape.box;
  const margin = 0.06;
  const [w, h] = [right - left + 2 * margin, bottom - top + 2 * margin];
  return s(
    "svg",
    {
      class: how.class ?? "piece-svg",
      width: round(w * how.cell),
      height: round(h * how.cell),
      viewBox: `${round(left - margin)} ${round(top - margin)} ${round(w)} ${round(h)}`,
      "aria-hidden": "true",
    },
    piece(shape, colour, { flat: how.flat, patterns: how.patterns }),
  );
}

/**
 * The chip beside a name: colour and sign.
 * @param {Colour} colour
 * @param {number} [size]
 */
export function chip(colour, size = 18) {
  return s(
    "svg",
    {
      class: `chip c-${colour}`,
      width: size,
      height: size,
      viewBox: "-.5 -.5 1 1",
      "aria-hidden": "true",
    },
    s("rect", { class: "edge", x: -0.5, y: -0.5, width: 1, height: 1, rx: 0.18 }),
    s("rect", { class: "face", x: -0.44, y: -0.44, width: 0.88, height: 0.88, rx: 0.13 }),
    sign(colour, [0, 0], 1.35),
  );
}
