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
 * @typedef {object} Held
 * @property {Geometry} geometry
 * @property {Colour | null} colour  the colour whose tray is shown
 * @property {Set<number>} legal  what this colour may place
 * @property {number} picked  the piece that is held, -1 for none
 * @property {Map<number, number>} orientations  remembered per piece
 * @property {Ghost | null} ghost  where the picked piece lies, if it does
 * @property {number[] | null} among  the only spots to go through, if a typed move left several
 */

/**
 * @param {Geometry} geometry
 * @returns {Held}
 */
export function nothingHeld(geometry) {
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
 * @param {Held} held
 */
export function orientationOf(held, piece = held.picked) {
  return held.orientations.get(piece) ?? (piece >= 0 ? flattest(held.geometry.data, piece) : 0);
}

/**
 * The piece that is held, with its colour.
 * @param {Held} held
 * @returns {import("./tray.js").Slot | null}
 */
export function slotOf({ colour, picked }) {
  return colour && picked >= 0 ? { colour, piece: picked } : null;
}

/**
 * Picks a piece up; the same one again puts it back.
 * @param {Held} held
 * @param {number} piece
 */
export function pick(held, piece) {
  held.picked = held.picked === piece ? -1 : piece;
  held.ghost = null;
  held.among = null;
}

/** @param {Held} held */
export function putBack(held) {
  held.picked = -1;
  held.ghost = null;
  held.among = null;
}

/**
 * Lays the ghost at a place of the grid.
 * @param {Held} held
 * @param {Point} moved
 * @param {boolean} laid
 */
export function layAt(held, moved, laid) {
  if (held.picked < 0 || !held.colour) return;
  const orientation = orientationOf(held);
  const placement = held.geometry.placementOf(held.picked, orientation, moved);
  const before = held.ghost;
  const same = before && before.placement === placement && placement >= 0;
  held.ghost = {
    colour: held.colour,
    piece: held.picked,
    orientation,
    moved,
    placement,
    legal: held.legal.has(placement),
    reason: same ? before.reason : null,
    laid,
  };
}

/**
 * Lays the ghost where a placement says.
 * @param {Held} held
 * @param {number} number
 */
export function layPlacement(held, number) {
  const { piece, orientation, moved } = held.geometry.placement(number);
  held.picked = piece;
  held.orientations.set(piece, orientation);
  layAt(held, moved, true);
}

/**
 * Every place where the picked piece lies wholly on the board as it is held: the middle of its box there.
 * @param {Held} held
 * @returns {{moved: Point, at: Point, number: number}[]}
 */
function places(held) {
  const { geometry } = held;
  const { data } = geometry;
  const orientation = orientationOf(held);
  const { box } = shapeOf(data, held.picked, orientation);
  return geometry.placementsOf(held.picked, orientation).map((number) => {
    const { moved } = geometry.placement(number);
    const [x, y] = toPlane(data, moved);
    return { moved, number, at: [x + (box[0] + box[2]) / 2, y + (box[1] + box[3]) / 2] };
  });
}

/**
 * Moves the ghost under a point of the picture. It snaps to the nearest legal spot of its orientation if one is
 * within reach, else to the nearest place: it never leaves the board. Where it cannot lie as it is held (a narrow
 * figure), it stays where it was or lies in the middle.
 * @param {Held} held
 * @param {Point} at
 * @param {boolean} laid
 * @param {number} [reach] in sides of a cell
 */
export function follow(held, at, laid, reach = 0.75) {
  if (held.picked < 0) return;
  const near = places(held)
    .map((place) => ({ ...place, away: Math.hypot(place.at[0] - at[0], place.at[1] - at[1]) }))
    .sort((a, b) => a.away - b.away);
  const snapped = near.find((spot) => spot.away <= reach && held.legal.has(spot.number)) ?? near[0];
  layAt(held, snapped?.moved ?? held.ghost?.moved ?? middleOf(held), laid);
}

/**
 * The place of the grid that brings a piece nearest to the middle of the board.
 * @param {Held} held
 * @returns {Point}
 */
function middleOf(held) {
  const { data, box } = held.geometry;
  const shape = shapeOf(data, held.picked, orientationOf(held)).box;
  const x = Math.round((box[0] + box[2] - shape[0] - shape[2]) / 2 / data.unit[0]);
  const y = Math.round((box[1] + box[3] - shape[1] - shape[3]) / 2 / data.unit[1]);
  return [x + modulo(x + y, data.tiles.length), y];
}

/**
 * Moves the ghost to the next place in a direction. It stays where it is at the end of the board.
 * @param {Held} held
 * @param {number} right
 * @param {number} down
 */
export function nudge(held, right, down) {
  const { ghost } = held;
  if (!ghost) return;
  const { data } = held.geometry;
  const { box } = shapeOf(data, ghost.piece, ghost.orientation);
  const [x, y] = toPlane(data, ghost.moved);
  const from = [x + (box[0] + box[2]) / 2, y + (box[1] + box[3]) / 2];
  // On triangles a step down also moves half a cell aside: left and right in turn.
  const aside = modulo(ghost.moved[1], 2) ? 1 : -1;
  let best = null;
  let least = Infinity;
  for (const place of places(held)) {
    const [dx, dy] = [place.at[0] - from[0], place.at[1] - from[1]];
    const along = dx * right + dy * down;
    const across = dx * down + dy * right; // one of the two directions is 0
    if (along < 0.1 || Math.abs(across) > along * 0.7) continue;
    const cost = along + 2 * Math.abs(across) - (down && across * down * aside > 0 ? 0.01 : 0);
    if (cost < least) [least, best] = [cost, place];
  }
  if (best) layAt(held, best.moved, true);
}

/**
 * Turns or flips the piece that is held; a ghost stays about where it is.
 * @param {Held} held
 * @param {"left" | "right" | "flip"} how
 */
export function turn(held, how) {
  if (held.picked < 0) return;
  const { data } = held.geometry;
  const { turned, flipped } = data.pieces[held.picked];
  const from = orientationOf(held);
  let to = from;
  if (how === "flip") to = flipped[from];
  if (how === "right") to = turned[from];
  if (how === "left") to = Math.max(0, turned.indexOf(from));
  held.orientations.set(held.picked, to);
  const ghost = held.ghost;
  if (!ghost) return;
  const box = shapeOf(data, ghost.piece, from).box;
  const [x, y] = toPlane(data, ghost.moved);
  follow(
    held,
    [x + (box[0] + box[2]) / 2, y + (box[1] + box[3]) / 2],
    ghost.laid,
    ghost.laid ? 1.2 : 0.75,
  );
  if (held.ghost && to !== from) held.ghost.spin = how;
}

/**
 * The legal placements of the picked piece, in reading order.
 * @param {Held} held
 * @returns {number[]}
 */
export function spotsOf(held, piece = held.picked) {
  return [...held.legal].filter((number) => held.geometry.placement(number).piece === piece);
}

/**
 * Lays the ghost on the next legal spot: first those of its orientation, in reading order.
 * @param {Held} held
 * @param {1 | -1} step
 * @returns {number} the spot, -1 if there is none
 */
export function nextSpot(held, step) {
  if (held.picked < 0) return -1;
  const { geometry } = held;
  const from = orientationOf(held);
  const among = held.among?.filter((number) => held.legal.has(number));
  const spots = (among?.length ? among : spotsOf(held)).sort((a, b) => {
    const [p, q] = [geometry.placement(a), geometry.placement(b)];
    return p.orientation - q.orientation || p.moved[1] - q.moved[1] || p.moved[0] - q.moved[0];
  });
  if (!spots.length) return -1;
  const here = spots.indexOf(held.ghost?.placement ?? -1);
  let at = here + step;
  if (here < 0)
    at = Math.max(
      0,
      spots.findIndex((spot) => geometry.placement(spot).orientation === from),
    );
  const number = spots[modulo(at, spots.length)];
  layPlacement(held, number);
  return number;
}

/**
 * Lays the ghost on the legal spot nearest to a point, in any orientation if its own has none.
 * @param {Held} held
 * @param {Point} at
 * @returns {boolean} whether there is one
 */
export function nearestSpot(held, at) {
  const { geometry } = held;
  const own = orientationOf(held);
  let best = -1;
  let least = Infinity;
  for (const number of spotsOf(held)) {
    const { cells, orientation } = geometry.placement(number);
    const [x, y] = geometry.centres[cells[cells.length >> 1]];
    const away = Math.hypot(x - at[0], y - at[1]) + (orientation === own ? 0 : 1000);
    if (away < least) [least, best] = [away, number];
  }
  if (best >= 0) layPlacement(held, best);
  return best >= 0;
}
