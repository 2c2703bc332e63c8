/** A position that is set up by hand, as free functions over what lies there and who moves. */

import { emptyStudy } from "./studystore.js";

/** @typedef {import("../types").Colour} Colour */
/** @typedef {import("../types").Study} Study */
/** @typedef {import("../page").Mark} Mark */

/**
 * @typedef {object} Draft
 * @property {Mark[]} placed
 * @property {Colour} toPlay
 * @property {Colour} colour  whose pieces are laid
 */

/** @param {Draft} draft @returns {[string, number][]} */
const laid = ({ placed }) => placed.map(({ colour, placement }) => [colour, placement]);

/**
 * The line that begins and ends with a draft.
 * @param {Draft} draft
 * @param {Study} study
 * @returns {import("../types").Line}
 */
export const lineOf = (draft, { variant, options }) => ({
  variant,
  options,
  placed: laid(draft),
  to_play: draft.toPlay,
  sharer: null,
  moves: [],
  left: [],
});

/**
 * A study that begins with a draft.
 * @param {Draft} draft
 * @param {Study} study  of the same variant
 * @param {Colour} first  who begins at the empty board
 * @returns {Study}
 */
export function studyOf(draft, { variant, options }, first) {
  const placed = laid(draft);
  const to_play = placed.length || draft.toPlay !== first ? draft.toPlay : null;
  return { ...emptyStudy(variant), options, placed, to_play };
}

/**
 * Whether a draft is the same position as these pieces with this colour on turn.
 * @param {Draft} draft
 * @param {Mark[]} marks
 * @param {Colour} toPlay
 */
export function isSame(draft, marks, toPlay) {
  const name = (/** @type {Mark} */ { colour, placement }) => `${colour} ${placement}`;
  const before = new Set(marks.map(name));
  return (
    draft.placed.length === before.size &&
    draft.placed.every((mark) => before.has(name(mark))) &&
    draft.toPlay === toPlay
  );
}

/**
 * The piece on a cell, and the draft without it.
 * @param {Draft} draft
 * @param {import("../page").Geometry} geometry
 * @param {number} cell
 * @returns {{mark: Mark, draft: Draft} | null}
 */
export function lifted(draft, geometry, cell) {
  const mark = draft.placed.find(({ placement }) =>
    geometry.placement(placement).cells.includes(cell),
  );
  if (!mark) return null;
  const placed = draft.placed.filter((one) => one !== mark);
  return { mark, draft: { ...draft, placed, colour: mark.colour } };
}

/**
 * The same pieces on a board that is turned or mirrored.
 * @param {Draft} draft
 * @param {import("../page").Geometry} geometry
 * @param {import("./symmetries.js").Images} images
 * @returns {Draft}
 */
export function imaged(draft, geometry, images) {
  const placed = draft.placed.map(({ colour, placement }) => ({
    colour,
    placement: geometry.placementWith(
      geometry.placement(placement).cells.map((cell) => images[cell]),
    ),
  }));
  return { ...draft, placed };
}
