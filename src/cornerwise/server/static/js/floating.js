/** What floats beside the ghost: it goes where it covers fewest pieces. */

/** @typedef {import("./board.js").Board} Board */

/**
 * Puts an element above, below or beside a ghost.
 * @param {Board} board
 * @param {import("../page").Ghost} ghost
 * @param {HTMLElement} element
 * @param {number} away  how far from the ghost, in pixels
 */
export function floatBeside(board, ghost, element, away) {
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
  const cost = (/** @type {number[]} */ [x, y]) => {
    const outside =
      x < -20 || y < -10 || x + width > svg.clientWidth + 20 || y + height > svg.clientHeight + 10;
    return (outside ? 1000 : 0) + covered(board, x, y, width, height);
  };
  const [x, y] = spots.reduce((best, spot) => (cost(spot) < cost(best) ? spot : best));
  const [frame, picture] = [board.element.getBoundingClientRect(), svg.getBoundingClientRect()];
  const within = (/** @type {number} */ value, /** @type {number} */ most) =>
    Math.max(0, Math.min(most, value));
  Object.assign(element.style, {
    left: `${within(x, svg.clientWidth - width) + picture.left - frame.left}px`,
    top: `${within(y, svg.clientHeight - height) + picture.top - frame.top}px`,
  });
}

/**
 * How many covered cells lie under a box of the picture.
 * @param {Board} board
 * @param {number} x @param {number} y @param {number} width @param {number} height
 */
function covered(board, x, y, width, height) {
  const view = board.svg.viewBox.baseVal;
  const scale = board.svg.clientWidth / view.width;
  const { geometry, placed } = board.state;
  return placed
    .flatMap((mark) => geometry.placement(mark.placement).cells)
    .filter((cell) => {
      const [cx, cy] = geometry.centres[cell];
      const [px, py] = [(cx - view.x) * scale, (cy - view.y) * scale];
      return px > x && px < x + width && py > y && py < y + height;
    }).length;
}
