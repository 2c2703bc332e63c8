/** What floats beside the ghost: it goes where it covers fewest pieces. */

/** @typedef {import("./board.js").Board} Board */

/** A box of the picture, in pixels. @typedef {{left: number, top: number, right: number, bottom: number}} Box */

/** @param {Box} a @param {Box} b */
const overlap = (a, b) =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

/**
 * Puts an element above, below or beside a ghost.
 * @param {Board} board
 * @param {import("../page").Ghost} ghost
 * @param {HTMLElement} element
 * @param {number} away  how far from the ghost, in pixels
 * @param {Box} [other]  what floats there already
 * @returns {Box}  where it is now
 */
export function floatBeside(board, ghost, element, away, other) {
  const { svg } = board;
  const box = board.boxOf(ghost);
  const [width, height] = [element.offsetWidth, element.offsetHeight];
  const middle = (box.left + box.right - width) / 2;
  const level = (box.top + box.bottom - height) / 2;
  const spots = [
    [middle, box.top - height - away],
    [middle, box.bottom + away],
    [box.right + away, level],
    [box.left - width - away, level],
  ];
  if (other) spots.push([other.left, other.bottom + 6], [other.left, other.top - height - 6]);
  const within = (/** @type {number} */ value, /** @type {number} */ most) =>
    Math.max(0, Math.min(most, value));
  /** Where an element at a spot comes to lie: on the board. @returns {Box} */
  const at = (/** @type {number[]} */ [x, y]) => {
    const left = within(x, svg.clientWidth - width);
    const top = within(y, svg.clientHeight - height);
    return { left, top, right: left + width, bottom: top + height };
  };
  const cost = (/** @type {number[]} */ spot) => {
    const there = at(spot);
    const hides = other && overlap(there, other);
    return (hides ? 2000 : 0) + (overlap(there, box) ? 1000 : 0) + covered(board, there);
  };
  const place = at(spots.reduce((best, spot) => (cost(spot) < cost(best) ? spot : best)));
  const [frame, picture] = [board.element.getBoundingClientRect(), svg.getBoundingClientRect()];
  Object.assign(element.style, {
    left: `${place.left + picture.left - frame.left}px`,
    top: `${place.top + picture.top - frame.top}px`,
  });
  return place;
}

/**
 * How many covered cells lie under a box of the picture.
 * @param {Board} board
 * @param {Box} box
 */
function covered(board, box) {
  const view = board.svg.viewBox.baseVal;
  const scale = board.svg.clientWidth / view.width;
  const { geometry, placed } = board.state;
  return placed
    .flatMap((mark) => geometry.placement(mark.placement).cells)
    .filter((cell) => {
      const [cx, cy] = geometry.centres[cell];
      const [px, py] = [(cx - view.x) * scale, (cy - view.y) * scale];
      return px > box.left && px < box.right && py > box.top && py < box.bottom;
    }).length;
}
