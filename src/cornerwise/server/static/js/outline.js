/**
 * Outlines of sets of cells as SVG paths: joined, inset and with rounded corners. Squares and
 * triangles by the same code: a cell is the list of its corners in order.
 */

/** @typedef {import("../types").Point} Point */

/**
 * The border of a union of cells as closed loops, each turning the same way as its cells do, with
 * corners only where it bends.
 * @param {Point[][]} cells
 * @returns {Point[][]}
 */
export function loops(cells) {
  /** @type {Map<string, [Point, Point]>} */
  const sides = new Map();
  for (const corners of cells) {
    corners.forEach((from, at) => {
      const to = corners[(at + 1) % corners.length];
      if (!sides.delete(`${to}|${from}`)) sides.set(`${from}|${to}`, [from, to]);
    });
  }
  /** @type {Map<string, [Point, Point][]>} */
  const leaving = new Map();
  for (const side of sides.values()) {
    const name = String(side[0]);
    leaving.set(name, [...(leaving.get(name) ?? []), side]);
  }
  const found = [];
  while (sides.size) {
    let [from, to] = /** @type {[Point, Point]} */ (sides.values().next().value);
    const start = String(from);
    const loop = [];
    while (true) {
      sides.delete(`${from}|${to}`);
      loop.push(from);
      if (String(to) === start) break;
      const here = from;
      const via = to;
      const next = (leaving.get(String(to)) ?? [])
        .filter((side) => sides.has(`${side[0]}|${side[1]}`))
        .sort((a, b) => bend(here, via, b[1]) - bend(here, via, a[1]))[0];
      [from, to] = next;
    }
    found.push(withoutStraights(loop));
  }
  return found;
}

/**
 * How far one turns at a corner, positive to the right (y points down).
 * @param {Point} a @param {Point} b @param {Point} c
 */
function bend(a, b, c) {
  const [ux, uy, vx, vy] = [b[0] - a[0], b[1] - a[1], c[0] - b[0], c[1] - b[1]];
  return Math.atan2(ux * vy - uy * vx, ux * vx + uy * vy);
}

/** @param {Point[]} loop */
function withoutStraights(loop) {
  return loop.filter((point, at) => {
    const before = loop[(at + loop.length - 1) % loop.length];
    const after = loop[(at + 1) % loop.length];
    return Math.abs(bend(before, point, after)) > 1e-6;
  });
}

/**
 * A loop moved inwards (outwards if negative) by a distance.
 * @param {Point[]} loop
 * @param {number} by
 * @returns {Point[]}
 */
export function inset(loop, by) {
  return loop.map((point, at) => {
    const [ax, ay] = direction(loop[(at + loop.length - 1) % loop.length], point);
    const [bx, by2] = direction(point, loop[(at + 1) % loop.length]);
    // The normals to the right of both sides; their sum points to the shifted corner.
    const [nx, ny] = [-ay - by2, ax + bx];
    const scale = (2 * by) / (nx * nx + ny * ny);
    return [point[0] + nx * scale, point[1] + ny * scale];
  });
}

/**
 * @param {Point} a @param {Point} b
 * @returns {Point}
 */
function direction(a, b) {
  const length = Math.hypot(b[0] - a[0], b[1] - a[1]);
  return [(b[0] - a[0]) / length, (b[1] - a[1]) / length];
}

/**
 * Closed loops as the text of an SVG path, their corners rounded.
 * @param {Point[][]} all
 * @param {number} radius
 */
export function path(all, radius) {
  return all.map((loop) => roundedLoop(loop, radius)).join("");
}

/** @param {Point[]} loop @param {number} radius */
function roundedLoop(loop, radius) {
  let text = "";
  loop.forEach((point, at) => {
    const before = loop[(at + loop.length - 1) % loop.length];
    const after = loop[(at + 1) % loop.length];
    const turn = bend(before, point, after);
    const most = Math.min(distance(before, point), distance(point, after)) / 2;
    const cut = Math.min(radius * Math.tan(Math.abs(turn) / 2), most);
    const r = cut / Math.tan(Math.abs(turn) / 2);
    const [ux, uy] = direction(before, point);
    const [vx, vy] = direction(point, after);
    const enter = `${round(point[0] - ux * cut)} ${round(point[1] - uy * cut)}`;
    const leave = `${round(point[0] + vx * cut)} ${round(point[1] + vy * cut)}`;
    text += `${at ? "L" : "M"}${enter}A${round(r)} ${round(r)} 0 0 ${turn > 0 ? 1 : 0} ${leave}`;
  });
  return `${text}Z`;
}

/** @param {Point} a @param {Point} b */
const distance = (a, b) => Math.hypot(b[0] - a[0], b[1] - a[1]);

/** @param {number} value */
export const round = (value) => Math.round(value * 1000) / 1000;
