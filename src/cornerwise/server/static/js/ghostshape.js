/** The ghost on the board: the piece over it, where it meets its own colour, and what is wrong with it. */

import { s } from "./dom.js";
import { toPlane } from "./geometry.js";
import { diamond } from "./marks.js";
import { round } from "./outline.js";
import { shapeOf, sign } from "./piece.js";

/** @typedef {import("../page").BoardState} BoardState */
/** @typedef {import("../page").Ghost} Ghost */
/** @typedef {import("../types").Point} Point */

/**
 * The ghost of a state, legal or not, with what is wrong with it.
 * @param {BoardState} state
 * @param {number} px  the size of a pixel in the board's units
 */
export function ghostShapes(state, px) {
  const { ghost, geometry, patterns } = state;
  if (!ghost) return [];
  const shape = shapeOf(geometry.data, ghost.piece, ghost.orientation);
  const [x, y] = toPlane(geometry.data, ghost.moved);
  const transform = `translate(${round(x)} ${round(y)})`;
  if (ghost.legal) {
    const signs = patterns ? shape.centres.map((at) => sign(ghost.colour, at)) : [];
    const body = s(
      "g",
      { class: `ghost-legal c-${ghost.colour}`, transform },
      s(
        "g",
        { class: ghost.spin ? `spin-${ghost.spin}` : null },
        s("path", { class: "under", d: shape.body }),
        s("path", { class: "tint", d: shape.body, "stroke-width": 2 * px }),
        s("path", { class: "scores", d: shape.scores }),
        ...signs,
      ),
    );
    return [
      body,
      ...(state.joints ? joints(state, ghost) : []).map((point) =>
        diamond(point, Math.max(0.15, 5 * px), px),
      ),
    ];
  }
  const hatch = Math.max(0.12, 5 * px);
  const id = "hatch";
  return [
    s(
      "pattern",
      {
        id,
        width: hatch,
        height: hatch,
        patternUnits: "userSpaceOnUse",
        patternTransform: "rotate(-45)",
      },
      s("rect", { class: "hatch-under", width: hatch, height: hatch }),
      s("rect", { class: "hatch", width: hatch, height: hatch * 0.38 }),
    ),
    s(
      "g",
      { transform },
      s("path", {
        class: `ghost-illegal${ghost.spin ? ` spin-${ghost.spin}` : ""}`,
        d: shape.body,
        fill: `url(#${id})`,
        "stroke-width": 2 * px,
        "stroke-dasharray": `${5 * px} ${3 * px}`,
      }),
    ),
    ...faults(state, ghost, px),
  ];
}

/**
 * What is wrong with an illegal ghost: sides shared with the own colour as thick bars, other cells
 * at fault with a cross.
 * @param {BoardState} state
 * @param {Ghost} ghost
 * @param {number} px
 */
function faults({ geometry, placed }, ghost, px) {
  const reason = ghost.reason;
  if (!reason || ghost.placement < 0) return [];
  const own = new Set(
    placed
      .filter((m) => m.colour === ghost.colour)
      .flatMap((m) => geometry.placement(m.placement).cells),
  );
  const mine = new Set(geometry.placement(ghost.placement).cells);
  const found = [];
  for (const cell of reason.cells) {
    if (reason.code === "edge") {
      geometry.edges[cell].forEach((other, at) => {
        if (!own.has(other)) return;
        const corners = geometry.corners[cell].map((point) => toPlane(geometry.data, point));
        const [a, b] = [corners[at], corners[(at + 1) % corners.length]];
        found.push(
          s("path", {
            class: "fault",
            d: `M${round(a[0])} ${round(a[1])}L${round(b[0])} ${round(b[1])}`,
            "stroke-width": Math.max(0.13, 4 * px),
          }),
        );
      });
    } else if (mine.has(cell)) {
      const [x, y] = geometry.centres[cell];
      const r = 0.16;
      found.push(
        s("path", {
          class: "fault",
          d: `M${x - r} ${y - r}l${2 * r} ${2 * r}M${x - r} ${y + r}l${2 * r} ${-2 * r}`,
          "stroke-width": Math.max(0.08, 2.5 * px),
        }),
      );
    } else {
      const [cx, cy] = geometry.centres[cell];
      found.push(
        s("circle", {
          class: "wanted",
          cx,
          cy,
          r: 0.28,
          "stroke-width": Math.max(0.08, 2.5 * px),
        }),
      );
    }
  }
  return found;
}

/**
 * The points where a ghost meets its own colour.
 * @param {BoardState} state
 * @param {Ghost} ghost
 * @returns {Point[]}
 */
function joints({ geometry, placed }, ghost) {
  const own = new Set(
    placed
      .filter((mark) => mark.colour === ghost.colour)
      .flatMap((mark) => geometry.placement(mark.placement).cells)
      .flatMap((cell) => geometry.corners[cell].map(String)),
  );
  const shared = new Map();
  for (const cell of geometry.placement(ghost.placement).cells) {
    for (const point of geometry.corners[cell]) {
      if (own.has(String(point))) shared.set(String(point), toPlane(geometry.data, point));
    }
  }
  return [...shared.values()];
}
