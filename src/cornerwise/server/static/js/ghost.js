/**
 * The piece over the board: picking, turning, flipping, moving and snapping, as free functions over
 * a small state. What is legal is a set of placement numbers that the server sent.
 */

import { modulo, toPlane } from "./geometry.js";
import { shapeOf } from "./piece.js";

/** @typedef {import("../types").Geometry} Geometry */
/** @typedef {import("../types").Ghost} Ghost */
/** @typedef {import("../types").Colour} Colour */
/** @typedef {import("../types").Point} Point */

/**
 * @typedef {object} Hand
 * @property {Geometry} geometry
 * @property {Colour | null} colour  the colour whose tray is shown
 * @property {Set<number>} legal  what this colour may place
 * @property {number} picked  the piece in the hand, -1 for none
 * @property {Map<number, number>} orientations  remembered per piece
 * @property {Ghost | null} ghost  where the picked piece lies, if it does
 */

/**
 * @param {Geometry} geometry
 * @returns {Hand}
 */
export function hand(geometry) {
  return { geometry, colour: null, legal: new Set(), picked: -1, orientations: new Map(), ghost: null };
}

/** @param {Hand} hand */
export function orientationOf(hand) {
  return hand.orientations.get(hand.picked) ?? 0;
}

/**
 * Takes a piece into the hand; the same one again puts it back.
 * @param {Hand} hand
 * @param {number} piece
 */
export function pick(hand, piece) {
  hand.picked = hand.picked === piece ? -1 : piece;
  hand.ghost = null;
}

/** @param {Hand} hand */
export function putBack(hand) {
  hand.picked = -1;
  hand.ghost = null;
}

/**
 * Lays the ghost at a place of the grid.
 * @param {Hand} hand
 * @param {Point} moved
 * @param {boolean} laid
 */
export function layAt(hand, moved, laid) {
  if (hand.picked < 0 || !hand.colour) return;
  const orientation = orientationOf(hand);
  const placement = hand.geometry.placementOf(hand.picked, orientation, moved);
  const before = hand.ghost;
  const same = before && before.placement === placement && placement >= 0;
  hand.ghost = {
    colour: hand.colour,
    piece: hand.picked,
    orientation,
    moved,
    placement,
    legal: hand.legal.has(placement),
    reason: same ? before.reason : null,
    laid,
  };
}

/**
 * Lays the ghost where a placement says.
 * @param {Hand} hand
 * @param {number} number
 */
export function layPlacement(hand, number) {
  const { piece, orientation, moved } = hand.geometry.placement(number);
  hand.picked = piece;
  hand.orientations.set(piece, orientation);
  layAt(hand, moved, true);
}

/**
 * Moves the ghost under a point of the picture. It snaps to the nearest legal spot of its
 * orientation if one is within reach, else to the nearest place of the grid.
 * @param {Hand} hand
 * @param {Point} at
 * @param {boolean} laid
 * @param {number} [reach] in sides of a cell
 */
export function follow(hand, at, laid, reach = 0.75) {
  if (hand.picked < 0) return;
  const { data } = hand.geometry;
  const { box } = shapeOf(data, hand.picked, orientationOf(hand));
  const home = [(box[0] + box[2]) / 2, (box[1] + box[3]) / 2];
  const x = (at[0] - home[0]) / data.unit[0];
  const y = (at[1] - home[1]) / data.unit[1];
  /** @type {{moved: Point, away: number, legal: boolean}[]} */
  const near = [];
  for (let dx = Math.round(x) - 3; dx <= Math.round(x) + 3; dx++) {
    for (let dy = Math.round(y) - 2; dy <= Math.round(y) + 2; dy++) {
      if (modulo(dx + dy, data.tiles.length)) continue;
      const away = Math.hypot((dx - x) * data.unit[0], (dy - y) * data.unit[1]);
      const number = hand.geometry.placementOf(hand.picked, orientationOf(hand), [dx, dy]);
      near.push({ moved: [dx, dy], away, legal: hand.legal.has(number) });
    }
  }
  near.sort((a, b) => a.away - b.away);
  const snapped = near.find((spot) => spot.legal && spot.away <= reach) ?? near[0];
  layAt(hand, snapped.moved, laid);
}

/**
 * Moves the ghost by one step of the grid in a direction, where a piece of this kind can lie.
 * @param {Hand} hand
 * @param {number} right
 * @param {number} down
 */
export function nudge(hand, right, down) {
  const ghost = hand.ghost;
  if (!ghost) return;
  const { data, box } = hand.geometry;
  const kinds = data.tiles.length;
  const [x, y] = ghost.moved;
  // On triangles a step down also moves half a cell aside: left and right in turn.
  const aside = kinds > 1 && down !== 0 ? (modulo(y, 2) ? 1 : -1) : 0;
  /** @type {Point} */
  const to = [x + right * kinds + aside, y + down];
  const shape = shapeOf(data, ghost.piece, ghost.orientation);
  const [px, py] = toPlane(data, to);
  const outside =
    shape.box[0] + px < box[0] - 0.6 || shape.box[2] + px > box[2] + 0.6 ||
    shape.box[1] + py < box[1] - 0.6 || shape.box[3] + py > box[3] + 0.6;
  if (!outside) layAt(hand, to, true);
}

/**
 * Turns or flips the piece in the hand; a ghost stays about where it is.
 * @param {Hand} hand
 * @param {"left" | "right" | "flip"} how
 */
export function turn(hand, how) {
  if (hand.picked < 0) return;
  const { data } = hand.geometry;
  const { turned, flipped } = data.pieces[hand.picked];
  const from = orientationOf(hand);
  let to = from;
  if (how === "flip") to = flipped[from];
  if (how === "right") to = turned[from];
  if (how === "left") to = Math.max(0, turned.findIndex((after) => after === from));
  hand.orientations.set(hand.picked, to);
  const ghost = hand.ghost;
  if (!ghost) return;
  const box = shapeOf(data, ghost.piece, from).box;
  const [x, y] = toPlane(data, ghost.moved);
  follow(hand, [x + (box[0] + box[2]) / 2, y + (box[1] + box[3]) / 2], ghost.laid, ghost.laid ? 1.2 : 0.75);
  if (hand.ghost && to !== from) hand.ghost.spin = how;
}

/**
 * The legal placements of the picked piece, in reading order.
 * @param {Hand} hand
 * @returns {number[]}
 */
export function spotsOf(hand, piece = hand.picked) {
  return [...hand.legal].filter((number) => hand.geometry.placement(number).piece === piece);
}

/**
 * Lays the ghost on the next legal spot: first those of its orientation, in reading order.
 * @param {Hand} hand
 * @param {1 | -1} step
 * @returns {number} the spot, -1 if there is none
 */
export function nextSpot(hand, step) {
  if (hand.picked < 0) return -1;
  const { geometry } = hand;
  const from = orientationOf(hand);
  const spots = spotsOf(hand).sort((a, b) => {
    const [p, q] = [geometry.placement(a), geometry.placement(b)];
    return (
      p.orientation - q.orientation || p.moved[1] - q.moved[1] || p.moved[0] - q.moved[0]
    );
  });
  if (!spots.length) return -1;
  const here = spots.indexOf(hand.ghost?.placement ?? -1);
  let at = here + step;
  if (here < 0) at = Math.max(0, spots.findIndex((spot) => geometry.placement(spot).orientation === from));
  const number = spots[modulo(at, spots.length)];
  layPlacement(hand, number);
  return number;
}

/**
 * Lays the ghost on the legal spot nearest to a point, in any orientation if its own has none.
 * @param {Hand} hand
 * @param {Point} at
 * @returns {boolean} whether there is one
 */
export function nearestSpot(hand, at) {
  const { geometry } = hand;
  const own = orientationOf(hand);
  let best = -1;
  let least = Infinity;
  for (const number of spotsOf(hand)) {
    const { cells, orientation } = geometry.placement(number);
    const [x, y] = geometry.centres[cells[cells.length >> 1]];
    const away = Math.hypot(x - at[0], y - at[1]) + (orientation === own ? 0 : 1000);
    if (away < least) [least, best] = [away, number];
  }
  if (best >= 0) layPlacement(hand, best);
  return best >= 0;
}
