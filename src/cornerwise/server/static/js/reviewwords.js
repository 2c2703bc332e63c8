/** The words of a review: marks, chances, what a move was worth. */

import { hundredths, number, t } from "./i18n.js";
import { moveText } from "./moves.js";
import { sayingText } from "./sayings.js";

/** @typedef {import("../types").ReviewMark} ReviewMark */
/** @typedef {import("../types").MoveReviewView} MoveReview */
/** @typedef {import("../types").TutorReason} TutorReason */

/** What stands beside a move, so that no mark is told by its colour. @type {Record<ReviewMark, string>} */
export const SIGNS = { best: "★", good: "✓", inaccuracy: "?!", mistake: "?", blunder: "??" };

/** @param {ReviewMark} mark */
export function markName(mark) {
  return {
    best: t("Best move"),
    good: t("Good move"),
    inaccuracy: t("Inaccuracy"),
    mistake: t("Mistake"),
    blunder: t("Blunder"),
  }[mark];
}

/** Marks of moves that cost enough to speak of. */
const ERRORS = new Set(["inaccuracy", "mistake", "blunder"]);

/** @param {Pick<MoveReview, "mark">} move */
export const isError = ({ mark }) => ERRORS.has(mark);

/** A mover's chance after the best move and after the move made. @param {MoveReview} move */
export const chanceText = ({ chances: [best, made] }) =>
  t("{before} → {after}%", { before: hundredths(best), after: hundredths(made) });

/** @param {TutorReason[]} reasons */
export const reasonsText = (reasons) => reasons.map(({ saying }) => sayingText(saying)).join(" ");

/** What to say of a move in a line of the list. @param {import("./table.js").Table} table @param {MoveReview} move */
export function shortText(table, move) {
  const made = moveText(table, move.placement);
  const better = moveText(table, move.alternatives[0]?.placement ?? move.placement);
  const said = move.better.slice(0, 1).map(({ saying }) => sayingText(saying));
  for (const { saying } of move.against.slice(0, 1))
    said.push(t("Against {move}:", { move: made }), sayingText(saying));
  return {
    better: t("Better: {move}.", { move: better }),
    reasons: said.join(" ") || t("The reason lies deeper: see the line."),
  };
}

/** How much a try loses. @param {number} loss @param {number} points */
export function lossText(loss, points) {
  const lost = Math.round(100 * loss);
  if (lost) return t("Compared with the best move, this costs {n}% chance to win.", { n: lost });
  return t("Compared with the best move, this costs {n} points.", {
    n: number(Math.round(10 * points) / 10),
  });
}
