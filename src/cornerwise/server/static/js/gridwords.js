/** What the cells of each grid are called. A board names its grid; the rules' words for it are in rulewords.js. */

import { t, tn } from "./i18n.js";

/**
 * @typedef {object} GridWords
 * @property {string} name
 * @property {(n: number) => string} cells  a number of cells
 * @property {(n: number) => string} left  how much of the pieces is not placed yet
 * @property {string} open  a cell from which a colour can go on
 * @property {string} apart  said of a piece that touches nothing of its own
 * @property {string} single  said of the piece of one cell, when it comes too early
 */

/** @type {Record<string, () => GridWords>} */
const WORDS = {
  squares: () => ({
    name: t("Squares"),
    cells: (n) => tn("{n} square", "{n} squares", n),
    left: (n) => tn("{n} square still to place", "{n} squares still to place", n),
    open: t("open corner"),
    apart: t("Touches none of your corners."),
    single: t("The one-square piece must come last."),
  }),
  triangles: () => ({
    name: t("Triangles"),
    cells: (n) => tn("{n} triangle", "{n} triangles", n),
    left: (n) => tn("{n} triangle still to place", "{n} triangles still to place", n),
    open: t("open vertex"),
    apart: t("Touches none of your vertices."),
    single: t("The one-triangle piece must come last."),
  }),
};

/** The grids in the order in which they are listed; the first is the one that most begin with. */
export const GRIDS = Object.keys(WORDS);

/** @param {string} [grid] */
export const gridWords = (grid) => (WORDS[grid ?? ""] ?? WORDS[GRIDS[0]])();
