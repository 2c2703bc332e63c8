/** A board turned or in a mirror: which cell each becomes, from where the cells lie. */

/** @typedef {import("../page").Geometry} Geometry */
/** What each cell becomes. @typedef {number[]} Images */

/** Axes through the middle of a board, in degrees from the horizontal: upright first. */
const AXES = [90, 0, 45, 135, 60, 120, 30, 150];

/** Turns to the right, in degrees: the smallest first. */
const TURNS = [60, 90, 120, 180];

/** @param {number} x @param {number} y */
const place = (x, y) => `${Math.round(50 * x)} ${Math.round(50 * y)}`;

/** @param {number} degrees */
const waves = (degrees) => {
  const angle = (degrees * Math.PI) / 180;
  return [Math.cos(angle), Math.sin(angle)];
};

/**
 * What each cell becomes when its middle moves, seen from the middle of the board; null if the board is another one then.
 * @param {Geometry} geometry
 * @param {(x: number, y: number) => [number, number]} move
 * @returns {Images | null}
 */
function moved({ centres, box: [left, top, right, bottom] }, move) {
  const [x, y] = [(left + right) / 2, (top + bottom) / 2];
  const at = new Map(centres.map(([cx, cy], cell) => [place(cx - x, cy - y), cell]));
  const images = centres.map(([cx, cy]) => at.get(place(...move(cx - x, cy - y))) ?? -1);
  return images.includes(-1) ? null : images;
}

/** @param {Geometry} geometry @param {number} degrees */
function along(geometry, degrees) {
  const [cos, sin] = waves(2 * degrees);
  return moved(geometry, (x, y) => [x * cos + y * sin, x * sin - y * cos]);
}

/** @param {Geometry} geometry @param {number} degrees */
function turned(geometry, degrees) {
  const [cos, sin] = waves(degrees); // downwards is more, so this is to the right
  return moved(geometry, (x, y) => [x * cos - y * sin, x * sin + y * cos]);
}

/**
 * The smallest turn to the right after which the board is the same; null if there is none.
 * @param {Geometry} geometry
 */
export const turn = (geometry) =>
  TURNS.map((degrees) => turned(geometry, degrees)).find((images) => images !== null) ?? null;

/**
 * The mirror that leaves the most starting spaces where they are, or at least among themselves; null if there is none.
 * @param {Geometry} geometry
 */
export function mirror(geometry) {
  const { starts } = geometry.data;
  const rank = (/** @type {Images} */ images) =>
    starts.filter((cell) => images[cell] === cell).length +
    (starts.every((cell) => starts.includes(images[cell])) ? starts.length : 0);
  return AXES.map((degrees) => along(geometry, degrees)).reduce(
    (best, images) => (images && (!best || rank(images) > rank(best)) ? images : best),
    null,
  );
}
