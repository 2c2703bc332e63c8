/** What follows from a board, its pieces and its variants, in words: for rules that no book tells. */

import { t, tn } from "./i18n.js";
import { beginsText, colourWord, signed } from "./words.js";

/** @typedef {import("../types").EditionData} EditionData */
/** @typedef {import("../types").ScoringData} ScoringData */
/** @typedef {import("../types").VariantData} VariantData */
/** @typedef {import("./i18n.js").Values} Values */

/**
 * What the rules say of a grid.
 * @typedef {object} RuleWords
 * @property {(n: number, values: Values) => string} pieces
 * @property {string[]} placing
 * @property {string} cost
 * @property {(values: Values) => string} bonus
 * @property {string} single
 * @property {string} fewest
 * @property {(values: Values) => string} each  what a cell counts,
 * @property {(values: Values) => string} all  that and what placing everything counts,
 * @property {(values: Values) => string} points  and what it counts with the single cell last
 */

const sideBySide = () => t("A new piece may never share a side with your own colour.");
const others = () => [
  t("Different colours may touch in any way."),
  t("A placed piece stays where it is."),
];

/** @returns {RuleWords} */
const squares = () => ({
  pieces: (n, values) =>
    tn(
      "Each colour has {n} piece of {least} to {most} squares. Turn and flip it as you like.",
      "Each colour has {n} pieces of {least} to {most} squares. Turn and flip them as you like.",
      n,
      values,
    ),
  placing: [t("Each new piece must touch your own colour at a corner."), sideBySide(), ...others()],
  cost: t("Each square of the pieces you have left costs a point."),
  bonus: (values) =>
    t("All pieces placed: {bonus} points. Your one-square piece last: {single} points.", values),
  single: t("All placed, the one-square piece last"),
  fewest: t("Fewest squares left wins"),
  each: (values) => t("{cell} for each square left", values),
  all: (values) => t("{cell} for each square left; {bonus} for placing all", values),
  points: (values) =>
    t(
      "{cell} for each square left; {bonus} for placing all, {single} if the one-square piece is last",
      values,
    ),
});

/** @returns {RuleWords} */
const triangles = () => ({
  pieces: (n, values) =>
    tn(
      "Each colour has {n} piece of {least} to {most} triangles. Turn and flip it as you like.",
      "Each colour has {n} pieces of {least} to {most} triangles. Turn and flip them as you like.",
      n,
      values,
    ),
  placing: [
    t("A vertex is the tip of a triangle. Each new piece must touch your own colour at a vertex."),
    t("The vertex may meet another vertex, or a point inside a side."),
    sideBySide(),
    ...others(),
    t("Option “Vertices only”: a vertex may not meet the side of your own colour."),
  ],
  cost: t("Each triangle of the pieces you have left costs a point."),
  bonus: (values) =>
    t("All pieces placed: {bonus} points. Your one-triangle piece last: {single} points.", values),
  single: t("All placed, the one-triangle piece last"),
  fewest: t("Fewest triangles left wins"),
  each: (values) => t("{cell} for each triangle left", values),
  all: (values) => t("{cell} for each triangle left; {bonus} for placing all", values),
  points: (values) =>
    t(
      "{cell} for each triangle left; {bonus} for placing all, {single} if the one-triangle piece is last",
      values,
    ),
});

/** By the names of grids, as in gridwords.js. @type {Record<string, () => RuleWords>} */
const WORDS = { squares, triangles };

/** @param {string} grid */
export const ruleWords = (grid) => (WORDS[grid] ?? squares)();

/** What the game is about. */
export const leadText = () => t("Place as many of your pieces as you can, one a turn.");

/** The board and the pieces. @param {EditionData} data */
export function piecesTexts(data) {
  const sizes = data.pieces.map(({ size }) => size);
  const count = data.pieces.reduce((sum, piece) => sum + piece.count, 0);
  return [
    `${tn("The board has {n} space.", "The board has {n} spaces.", data.names.length)} ${tn(
      "{n} of them is a starting space.",
      "{n} of them are starting spaces.",
      data.starts.length,
    )}`,
    ruleWords(data.grid).pieces(count, { least: Math.min(...sizes), most: Math.max(...sizes) }),
  ];
}

/** Who begins, and where. @param {VariantData} variant */
export function beginningTexts({ colours, table_first, own_starts }) {
  return [
    t("The colours take turns: {colours}.", {
      colours: colours.map(colourWord).join(", "),
    }),
    beginsText(table_first),
    Object.keys(own_starts).length
      ? t("Your first piece covers your own starting space.")
      : t("Your first piece covers any starting space that is still free."),
  ];
}

/** End and score. @param {string} grid @param {ScoringData} scoring */
export function endingTexts(grid, scoring) {
  const words = ruleWords(grid);
  const { cell, bonus, single_bonus, most_wins } = scoring;
  return [
    t("If you can place a piece, you must."),
    t("A colour that can place no more is finished. The others play on until nobody can."),
    ...(cell === -1 && bonus && single_bonus
      ? [words.cost, words.bonus({ bonus, single: bonus + single_bonus })]
      : [`${scoringText(grid, scoring)}.`]),
    most_wins
      ? t("The most points win. Equal results share the place.")
      : t("The fewest points win. Equal results share the place."),
  ];
}

/** How results are counted, in a line. @param {string} grid @param {ScoringData} scoring */
export function scoringText(grid, { cell, bonus, single_bonus }) {
  const words = ruleWords(grid);
  const values = {
    cell: signed(cell),
    bonus: signed(bonus),
    single: signed(bonus + single_bonus),
  };
  if (single_bonus) return words.points(values);
  if (bonus) return words.all(values);
  return Math.abs(cell) === 1 ? words.fewest : words.each(values);
}
