/** A board in a mirror: which cell each becomes, from where the cells lie. */

/** @typedef {import("../page").Geometry} Geometry */

/** Axes through the middle of a board, in degrees from the horizontal: upright first. */
const AXES = [90, 0, 45, 135, 60, 120, 30, 150];

/** @param {number} x @param {number} y */
const place = (x, y) => `${Math.round(50 * x)} ${Math.round(50 * y)}`;

/**
 * What each cell becomes in a mirror along an axis; null if the board is another one then.
 * @param {Geometry} geometry
 * @param {number} degrees
 */
function along({ centres, box: [left, top, right, bottom] }, degrees) {
  const turn = (degrees * Math.PI) / 90; // twice the angle
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  const [x, y] = [(left + right) / 2, (top + bottom) / 2];
  const at = new Map(centres.map(([cx, cy], cell) => [place(cx - x, cy - y), cell]));
  const images = centres.map(([cx, cy]) => {
    const [dx, dy] = [cx - x, cy - y];
    return at.get(place(dx * cos + dy * sin, dx * sin - dy * cos)) ?? -1;
  });
  return images.includes(-1) ? null : images;
}

/**
 * What each cell becomes in the mirror that leaves the most starting spaces where they are, or at least among themselves.
 * @param {Geometry} geometry
 * @returns {number[]}
 */
export function mirror(geometry) {
  const { starts } = geometry.data;
  const rank = (/** @type {number[]} */ images) =>
    starts.filter((cell) => images[cell] === cell).length +
    (starts.every((cell) => starts.includes(images[cell])) ? starts.length : 0);
  return AXES.map((degrees) => along(geometry, degrees))
    .filter((images) => images !== null)
    .reduce((best, images) => (rank(images) > rank(best) ? images : best));
}
