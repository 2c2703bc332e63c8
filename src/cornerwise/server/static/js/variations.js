/** Trees of variations: moves that follow each other, with comments, as free functions over plain nodes. */

/** @typedef {import("../types").Study} Study */
/** @typedef {import("../types").Line} Line */
/** @typedef {import("../types").Colour} Colour */

/**
 * A move in a tree; the root has none. The first child is the main line.
 * @typedef {object} Variation
 * @property {Variation | null} parent
 * @property {Variation[]} children
 * @property {number} placement  -1 at the root
 * @property {Colour | null} colour
 * @property {string} comment
 * @property {string} by  who wrote it
 * @property {string} sign  what is thought of the move: ! or ? and the like
 * @property {string[]} left  the seats that left the game after it
 */

/**
 * @param {Variation | null} parent
 * @param {Partial<Variation>} [given]
 * @returns {Variation}
 */
function make(parent, given = {}) {
  const node = {
    parent,
    children: [],
    placement: -1,
    colour: null,
    comment: "",
    by: "",
    sign: "",
    left: [],
    ...given,
  };
  parent?.children.push(node);
  return node;
}

/**
 * The tree of a study: its nodes in the order of the study, the root first.
 * @param {Study} study
 * @returns {Variation[]}
 */
export function treeOf({ nodes }) {
  /** @type {Variation[]} */
  const made = [];
  for (const {
    parent = -1,
    placement,
    colour,
    comment = "",
    by = "",
    sign = "",
    left = [],
  } of nodes)
    made.push(
      make(made[parent] ?? null, {
        placement: placement ?? -1,
        colour: /** @type {Colour | null} */ (colour ?? null),
        comment,
        by,
        sign,
        left,
      }),
    );
  return made;
}

/**
 * All nodes, each after the one it follows.
 * @param {Variation} root
 * @returns {Variation[]}
 */
export function nodesOf(root) {
  const found = [];
  const waiting = [root];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    found.push(node);
    waiting.push(...node.children.slice().reverse());
  }
  return found;
}

/**
 * The nodes of a study that the server takes.
 * @param {Variation} root
 * @returns {Study["nodes"]}
 */
export function packed(root) {
  const nodes = nodesOf(root);
  const numbers = new Map(nodes.map((node, at) => [node, at]));
  return nodes.map(({ parent, placement, colour, comment, by, sign, left }) => ({
    parent: parent ? /** @type {number} */ (numbers.get(parent)) : -1,
    ...(placement < 0 ? {} : { placement, colour }),
    ...(comment ? { comment } : {}),
    ...(comment && by ? { by } : {}),
    ...(sign ? { sign } : {}),
    ...(left.length ? { left } : {}),
  }));
}

/**
 * The moves from the root to a node.
 * @param {Variation} node
 * @returns {Variation[]}
 */
export function movesTo(node) {
  const found = [];
  for (let at = node; at.parent; at = at.parent) found.unshift(at);
  return found;
}

/**
 * The line to a node as the server takes it.
 * @param {Study} study
 * @param {Variation} node
 * @returns {Line}
 */
export function lineTo({ variant, options, placed, to_play, sharer }, node) {
  const moves = movesTo(node);
  const root = moves[0]?.parent ?? node;
  return {
    variant,
    options,
    placed,
    to_play,
    sharer,
    moves: moves.map(({ placement }) => placement),
    left: [root, ...moves].flatMap(({ left }, at) =>
      left.map((seat) => /** @type {[number, string]} */ ([at, seat])),
    ),
  };
}

/**
 * The move after a node, which is new if it was not made there yet.
 * @param {Variation} node
 * @param {Colour} colour
 * @param {number} placement
 */
export function added(node, colour, placement) {
  return (
    node.children.find((child) => child.placement === placement) ??
    make(node, { colour, placement })
  );
}

/** Takes a node and all that follows out of its tree. @param {Variation} node @returns {Variation} the one before */
export function removed(node) {
  const parent = /** @type {Variation} */ (node.parent);
  parent.children = parent.children.filter((child) => child !== node);
  return parent;
}

/** The nearest move, from a node back, that is not the main one at its place. @param {Variation} node */
export function branch(node) {
  for (let at = node; at.parent; at = at.parent) if (at.parent.children[0] !== at) return at;
  return null;
}

/** Makes the line of a node the main one where it leaves that. @param {Variation} node */
export function promote(node) {
  const at = branch(node);
  if (!at?.parent) return;
  const { parent } = at;
  parent.children = [at, ...parent.children.filter((child) => child !== at)];
}

/** How many moves there are from a node on, itself among them. @param {Variation} node */
export const sizeOf = (node) => nodesOf(node).length;

/** The last move of the main line after a node. @param {Variation} node */
export function endOf(node) {
  let at = node;
  while (at.children.length) at = at.children[0];
  return at;
}

/**
 * The next variation beside a node, or beside the nearest move before it that has one.
 * @param {Variation} node
 * @param {1 | -1} step
 * @returns {Variation | null}
 */
export function beside(node, step) {
  for (let at = node; at.parent; at = at.parent) {
    const { children } = at.parent;
    const found = children[children.indexOf(at) + step];
    if (found) return found;
  }
  return null;
}
