/**
 * The piece over the board: picking, turning, flipping, moving and snapping, as free functions over
 * a small state. What is legal is a set of placement numbers that the server sent.
 */

import { modulo, toPlane } from "./geometry.js";
import { flattest, shapeOf } from "./piece.js";

/** @typedef {import("../page").Geometry} Geometry */
/** @typedef {import("../page").Ghost} Ghost */
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
 * @property {number[] | null} among  the only spots to go through, if a typed move left several
 */

/**
 * @param {Geometry} geometry
 * @returns {Hand}
 */
export function hand(geometry) {
  return {
    geometry,
    colour: null,
    legal: new Set(),
    picked: -1,
    orientations: new Map(),
    ghost: null,
    among: null,
  };
}

/**
 * How a piece is held, or would be if it were picked.
 * @param {Hand} hand
 */
export function orientationOf(hand, piece = hand.picked) {
  return hand.orientations.get(piece) ?? (piece >= 0 ? flattest(hand.geometry.data, piece) : 0);
}

/**
 * The piece in the hand with its colour.
 * @param {Hand} hand
 * @returns {import("./tray.js").Slot | null}
 */
export function slotOf({ colour, picked }) {
  return colour && picked >= 0 ? { colour, piece: picked } : null;
}

/**
 * Takes a piece into the hand; the same one again puts it back.
 * @param {Hand} hand
 * @param {number} piece
 */
export function pick(hand, piece) {
  hand.picked = hand.picked === piece ? -1 : piece;
  hand.ghost = null;
  hand.among = null;
}

/** @param {Hand} hand */
export function putBack(hand) {
  hand.picked = -1;
  hand.ghost = null;
  hand.among = null;
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
 * Every place where the picked piece lies wholly on the board as it is held: the middle of its box there.
 * @param {Hand} hand
 * @returns {{moved: Point, at: Point, number: number}[]}
 */
function places(hand) {
  const { geometry } = hand;
  const { data } = geometry;
  const orientation = orientationOf(hand);
  const { box } = shapeOf(data, hand.picked, orientation);
  return geometry.placementsOf(hand.picked, orientation).map((number) => {
    const { moved } = geometry.placement(number);
    const [x, y] = toPlane(data, moved);
    return { moved, number, at: [x + (box[0] + box[2]) / 2, y + (box[1] + box[3]) / 2] };
  });
}

/**
 * Moves the ghost under a point of the picture. It snaps to the nearest legal spot of its orientation if one is
 * within reach, else to the nearest place: it never leaves the board. Where it cannot lie as it is held (a narrow
 * figure), it stays where it was or lies in the middle.
 * @param {Hand} hand
 * @param {Point} at
 * @param {boolean} laid
 * @param {number} [reach] in sides of a cell
 */
export function follow(hand, at, laid, reach = 0.75) {
  if (hand.picked < 0) return;
  const near = places(hand)
    .map((place) => ({ ...place, away: Math.hypot(place.at[0] - at[0], place.at[1] - at[1]) }))
    .sort((a, b) => a.away - b.away);
  const snapped = near.find((spot) => spot.away <= reach && hand.legal.has(spot.number)) ?? near[0];
  layAt(hand, snapped?.moved ?? hand.ghost?.moved ?? middleOf(hand), laid);
}

/**
 * The place of the grid that brings a piece nearest to the middle of the board.
 * @param {Hand} hand
 * @returns {Point}
 */
function middleOf(hand) {
  const { data, box } = hand.geometry;
  const shape = shapeOf(data, hand.picked, orientationOf(hand)).box;
  const x = Math.round((box[0] + box[2] - shape[0] - shape[2]) / 2 / data.unit[0]);
  const y = Math.round((box[1] + box[3] - shape[1] - shape[3]) / 2 / data.unit[1]);
  return [x + modulo(x + y, data.tiles.length), y];
}

/**
 * Moves the ghost to the next place in a direction. It stays where it is at the end of the board.
 * @param {Hand} hand
 * @param {number} right
 * @param {number} down
 */
export function nudge(hand, right, down) {
  const { ghost } = hand;
  if (!ghost) return;
  const { data } = hand.geometry;
  const { box } = shapeOf(data, ghost.piece, ghost.orientation);
  const [x, y] = toPlane(data, ghost.moved);
  const from = [x + (box[0] + box[2]) / 2, y + (box[1] + box[3]) / 2];
  // On triangles a step down also moves half a cell aside: left and right in turn.
  const aside = modulo(ghost.moved[1], 2) ? 1 : -1;
  let best = null;
  let least = Infinity;
  for (const place of places(hand)) {
    const [dx, dy] = [place.at[0] - from[0], place.at[1] - from[1]];
    const along = dx * right + dy * down;
    const across = dx * down + dy * right; // one of the two directions is 0
    if (along < 0.1 || Math.abs(across) > along * 0.7) continue;
    const cost = along + 2 * Math.abs(across) - (down && across * down * aside > 0 ? 0.01 : 0);
    if (cost < least) [least, best] = [cost, place];
  }
  if (best) layAt(hand, best.moved, true);
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
  if (how === "left") to = Math.max(0, turned.indexOf(from));
  hand.orientations.set(hand.picked, to);
  const ghost = hand.ghost;
  if (!ghost) return;
  const box = shapeOf(data, ghost.piece, from).box;
  const [x, y] = toPlane(data, ghost.moved);
  follow(
    hand,
    [x + (box[0] + box[2]) / 2, y + (box[1] + box[3]) / 2],
    ghost.laid,
    ghost.laid ? 1.2 : 0.75,
  );
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
  const among = hand.among?.filter((number) => hand.legal.has(number));
  const spots = (among?.length ? among : spotsOf(hand)).sort((a, b) => {
    const [p, q] = [geometry.placement(a), geometry.placement(b)];
    return p.orientation - q.orientation || p.moved[1] - q.moved[1] || p.moved[0] - q.moved[0];
  });
  if (!spots.length) return -1;
  const here = spots.indexOf(hand.ghost?.placement ?? -1);
  let at = here + step;
  if (here < 0)
    at = Math.max(
      0,
      spots.findIndex((spot) => geometry.placement(spot).orientation === from),
    );
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
