/** A tree of variations as a list: the main line, and each variation indented where it leaves that. */

import { h } from "./dom.js";
import { t } from "./i18n.js";
import { moveText } from "./moves.js";
import { chip } from "./piece.js";
import { movesTo, nodesOf } from "./variations.js";
import { colourName } from "./words.js";

/** @typedef {import("./variations.js").Variation} Variation */

/**
 * @typedef {object} Shown
 * @property {import("../page").Geometry} geometry
 * @property {Variation} root
 * @property {Variation} node  the move that is shown
 */

/**
 * The moves as buttons, each with the number of its node: whoever shows them listens.
 * @param {Shown} shown
 */
export function variationList({ geometry, root, node }) {
  const numbers = new Map(nodesOf(root).map((one, at) => [one, at]));
  const shown = { geometry, node, numbers };
  if (!root.children.length && !root.comment)
    return [h("p", { class: "quiet" }, t("Place a piece: moves stand here, with all variations."))];
  return [root.comment ? note(root) : null, ...lineFrom(shown, root)];
}

/** @typedef {Pick<Shown, "geometry" | "node"> & {numbers: Map<Variation, number>}} Numbered */

/**
 * The moves after a node, and the variations beside each.
 * @param {Numbered} shown
 * @param {Variation} from
 * @returns {HTMLElement[]}
 */
function lineFrom(shown, from) {
  const parts = [];
  for (let at = from; at.children.length; at = at.children[0]) {
    const [main, ...others] = at.children;
    parts.push(move(shown, main));
    if (main.comment) parts.push(note(main));
    for (const other of others)
      parts.push(
        h(
          "div",
          { class: "variation" },
          move(shown, other),
          other.comment ? note(other) : null,
          ...lineFrom(shown, other),
        ),
      );
  }
  return parts;
}

/** @param {Variation} node */
const note = ({ comment, by }) =>
  h("p", { class: "note" }, by ? h("cite", {}, `${by}: `) : null, comment);

/** @param {Numbered} shown @param {Variation} node */
function move({ geometry, node: here, numbers }, node) {
  const { colour, placement, sign } = node;
  const current = node === here;
  return h(
    "button",
    {
      type: "button",
      class: "ply",
      "data-node": numbers.get(node),
      "aria-current": current ? "true" : null,
    },
    h("small", {}, String(movesTo(node).length)),
    colour ? chip(colour, 14) : null,
    colour ? h("span", { class: "unseen" }, colourName(colour)) : null,
    h("span", {}, moveText({ geometry }, placement), sign),
  );
}
