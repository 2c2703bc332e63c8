/** Moves typed in notation: cells ("a1,b1"), or piece and cell as the list of moves prints them ("X5 h6"). */

import { t } from "./i18n.js";

/**
 * The placements that a text can mean, or what is wrong with it. Piece and cell may mean several: turned and flipped.
 * @param {import("../page").Geometry} geometry
 * @param {string} text
 * @returns {{numbers: number[], wrong: string}}
 */
export function typedMove(geometry, text) {
  const { data } = geometry;
  const words = text.split(/[\s,]+/).filter(Boolean);
  const cells = words.map((word) => geometry.cellNamed(word));
  const whole = words.length && !cells.includes(-1) ? geometry.placementWith(cells) : -1;
  const piece = data.pieces.findIndex(({ name }) => name.toLowerCase() === words[0]?.toLowerCase());
  // "I5 i6" is a piece and a cell, "i5 i6" and "I5,I6" are two cells.
  const named =
    piece >= 0 &&
    words.length === 2 &&
    !text.includes(",") &&
    (whole < 0 || words[0] === data.pieces[piece].name);
  if (named && cells[1] >= 0) {
    const numbers = data.pieces[piece].orientations
      .flatMap((_, orientation) => geometry.placementsOf(piece, orientation))
      .filter((number) => geometry.placement(number).cells[0] === cells[1]);
    const wrong = t("{piece} cannot lie at {cell}.", { piece: words[0], cell: words[1] });
    return { numbers, wrong: numbers.length ? "" : wrong };
  }
  if (whole >= 0) return { numbers: [whole], wrong: "" };
  const stranger = cells.findIndex((cell, at) => cell < 0 && !(named && at === 0));
  if (stranger >= 0)
    return {
      numbers: [],
      wrong: t("{text} is not a space of this board.", { text: words[stranger] }),
    };
  return { numbers: [], wrong: words.length ? t("No piece has this shape.") : "" };
}
