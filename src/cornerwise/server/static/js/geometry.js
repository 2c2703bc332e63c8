/**
 * Boards and numbered placements from the data the server sends: cells, their outlines, their
 * neighbours. Squares and triangles are the same to it, and it knows no rules of the game.
 *
 * Lengths are in sides of a cell. A lattice point (x, y) lies at (x · unit[0], y · unit[1]), y downwards.
 */

/** @typedef {import("../types").EditionData} EditionData */
/** @typedef {import("../page").Geometry} Geometry */
/** @typedef {import("../types").Grid} Grid */
/** @typedef {import("../page").Placement} Placement */
/** @typedef {import("../types").Point} Point */

/** @param {number} a @param {number} n */
export const modulo = (a, n) => ((a % n) + n) % n;

/** @param {number} x @param {number} y */
const key = (x, y) => x * 4096 + y;

/**
 * a … z, aa, ab … for 0, 1, 2 …
 * @param {number} x
 */
export function columnName(x) {
  let name = "";
  for (let rest = x + 1; rest > 0; rest = Math.floor((rest - 1) / 26)) {
    name = String.fromCharCode(97 + ((rest - 1) % 26)) + name;
  }
  return name;
}

/**
 * The lattice points of the cell at a place of the grid.
 * @param {Grid} grid
 * @param {Point} place
 * @returns {Point[]}
 */
export function cornersOf(grid, [x, y]) {
  const tile = grid.tiles[modulo(x + y, grid.tiles.length)];
  return tile.map(([dx, dy]) => [x + dx, y + dy]);
}

/** Whether cells are pointed, and come in several kinds: details in them are drawn smaller. @param {Grid} grid */
export const isSharp = (grid) => grid.tiles.length > 1;

/** How far a rim of width 1 reaches aside: more, where sides slant and a row is lower than a side is long. @param {Grid} grid */
export const widthOfRim = (grid) => 1 / grid.unit[1];

/**
 * The board of an edition with everything that follows from its rows.
 * @param {EditionData} data
 * @returns {Geometry}
 */
export function geometry(data) {
  const { places, names } = data;
  const numbers = new Map(places.map(([x, y], cell) => [key(x, y), cell]));
  const corners = places.map((place) => cornersOf(data, place));

  /** @type {Map<string, number[]>} */
  const sides = new Map();
  corners.forEach((points, cell) => {
    points.forEach((point, at) => {
      const name = sideName(point, points[(at + 1) % points.length]);
      sides.set(name, [...(sides.get(name) ?? []), cell]);
    });
  });
  const edges = corners.map((points, cell) =>
    points.map((point, at) => {
      const both = sides.get(sideName(point, points[(at + 1) % points.length])) ?? [];
      return both.find((other) => other !== cell) ?? -1;
    }),
  );

  const points = corners.flat().map((point) => toPlane(data, point));
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  return {
    data,
    corners,
    edges,
    centres: corners.map((list) => middle(list.map((point) => toPlane(data, point)))),
    box: [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)],
    cellAt: (x, y) => numbers.get(key(x, y)) ?? -1,
    cellNamed: (name) => names.indexOf(name.trim().toLowerCase()),
    ...placementsOf(data, numbers),
  };
}

/** @param {Point} a @param {Point} b */
function sideName([ax, ay], [bx, by]) {
  const forward = ax < bx || (ax === bx && ay < by);
  return forward ? `${ax} ${ay} ${bx} ${by}` : `${bx} ${by} ${ax} ${ay}`;
}

/**
 * Where a lattice point lies in the picture.
 * @param {Grid} grid
 * @param {Point} point
 * @returns {Point}
 */
export function toPlane(grid, [x, y]) {
  return [x * grid.unit[0], y * grid.unit[1]];
}

/**
 * @param {Point[]} points
 * @returns {Point}
 */
function middle(points) {
  const sum = points.reduce(([ax, ay], [x, y]) => [ax + x, ay + y], [0, 0]);
  return [sum[0] / points.length, sum[1] / points.length];
}

/**
 * All placements, numbered by piece and then by their cells in ascending order. They are made when
 * first asked for: the boards of the first page do without, as the placements of their samples are told.
 * @param {EditionData} data
 * @param {Map<number, number>} numbers
 * @returns {Pick<Geometry, "placement" | "placementOf" | "placementsOf" | "placementWith">}
 */
function placementsOf(data, numbers) {
  /** @type {Placement[]} */
  const list = [];
  /** @type {Map<number, number>} */
  const byPlace = new Map();
  /** @type {Map<string, number>} */
  const byCells = new Map();
  /** By piece and orientation. @type {Map<number, number[]>} */
  const byShape = new Map();
  const nameOf = (
    /** @type {number} */ piece,
    /** @type {number} */ orientation,
    /** @type {Point} */ [x, y],
  ) => ((piece * 16 + orientation) * 256 + x + 64) * 256 + y + 64;

  function make() {
    if (list.length) return;
    data.pieces.forEach((piece, number) => {
      const found = piece.orientations.flatMap((shape, orientation) =>
        positions(data, numbers, shape, number, orientation),
      );
      found.sort((a, b) => compare(a.cells, b.cells));
      for (const placement of found) list.push(placement);
    });
  }

  /** Where placements are found by their piece: only who holds one asks for it. */
  function sort() {
    if (byPlace.size) return;
    make();
    list.forEach(({ piece, orientation, moved }, number) => {
      byPlace.set(nameOf(piece, orientation, moved), number);
      const shape = piece * 16 + orientation;
      const alike = byShape.get(shape);
      if (alike) alike.push(number);
      else byShape.set(shape, [number]);
    });
  }

  /** Those of the sample. @type {Map<number, Placement>} */
  const told = new Map(
    data.sample_placements?.map(([number, piece, orientation, moved]) => {
      const shape = data.pieces[piece].orientations[orientation];
      const cells = shape.map(([x, y]) => numbers.get(key(x + moved[0], y + moved[1])) ?? -1);
      cells.sort((a, b) => a - b);
      return [number, { piece, orientation, moved, cells }];
    }),
  );

  return {
    placement(number) {
      const known = list.length ? undefined : told.get(number);
      if (known) return known;
      make();
      return list[number];
    },
    placementOf(piece, orientation, moved) {
      sort();
      return byPlace.get(nameOf(piece, orientation, moved)) ?? -1;
    },
    placementsOf(piece, orientation) {
      sort();
      return byShape.get(piece * 16 + orientation) ?? [];
    },
    placementWith(cells) {
      make();
      if (!byCells.size)
        for (const [number, { cells: own }] of list.entries()) byCells.set(String(own), number);
      return byCells.get(String([...cells].sort((a, b) => a - b))) ?? -1;
    },
  };
}

/**
 * @param {EditionData} data
 * @param {Map<number, number>} numbers
 * @param {Point[]} shape
 * @param {number} piece
 * @param {number} orientation
 * @returns {Placement[]}
 */
function positions({ tiles, rows, shift }, numbers, shape, piece, orientation) {
  const width = Math.max(...rows.map(([, last]) => last)) + 1;
  const steps = tiles.length; // others would turn triangles upside down
  const found = [];
  for (let dy = 0; dy < rows.length; dy++) {
    const first = shift - 12;
    for (let dx = first + modulo(-first - dy, steps); dx < shift + width; dx += steps) {
      const cells = [];
      for (const [x, y] of shape) {
        const cell = numbers.get(key(x + dx, y + dy));
        if (cell === undefined) break;
        cells.push(cell);
      }
      if (cells.length < shape.length) continue;
      cells.sort((a, b) => a - b);
      found.push({ piece, orientation, moved: /** @type {Point} */ ([dx, dy]), cells });
    }
  }
  return found;
}

/** @param {number[]} a @param {number[]} b */
function compare(a, b) {
  for (let at = 0; at < a.length; at++) {
    if (a[at] !== b[at]) return a[at] - b[at];
  }
  return 0;
}
