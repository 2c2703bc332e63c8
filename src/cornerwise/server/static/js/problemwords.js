/** Problems in words: their names, what is wanted, what a move comes to, and the reader's rating. */

import { variantName } from "./catalogue.js";
import { number, t, tn } from "./i18n.js";
import { ownRating } from "./problemrecord.js";
import { colourName, colourNames } from "./words.js";

/** @typedef {import("../types").ProblemAbout} ProblemAbout */
/** @typedef {import("../types").ProblemData} ProblemData */
/** @typedef {import("../types").TryAnswer} TryAnswer */

/** @param {Pick<ProblemAbout, "number">} problem */
export const problemTitle = (problem) => t("Problem {n}", { n: number(problem.number) });

/** With the game it belongs to. @param {Pick<ProblemAbout, "variant" | "number">} problem */
export const longTitle = (problem) =>
  t("{game}: problem {n}", { game: variantName(problem.variant), n: number(problem.number) });

/** What is wanted. @param {Pick<ProblemAbout, "goal">} problem */
export function wantedText({ goal }) {
  return {
    win: t("Find the move that wins by the most."),
    draw: t("Find the only move that saves a tie."),
    loss: t("Find the move that loses by the least."),
  }[goal];
}

/** Whose move it is. @param {Pick<ProblemAbout, "to_play">} problem */
export const moverText = ({ to_play }) => t("{name} to move", { name: colourName(to_play) });

/** With several colours a side: which of them are yours. @param {ProblemData} problem */
export function sideText({ sides: [own] }) {
  return own.length > 1 ? t("Your side: {colours}", { colours: colourNames(own) }) : "";
}

/** What a move comes to. @param {number} margin */
export function marginText(margin) {
  if (margin === 0) return t("This move leads to a tie.");
  return margin > 0
    ? tn("This move wins by {n} point.", "This move wins by {n} points.", margin)
    : tn("This move loses by {n} point.", "This move loses by {n} points.", -margin);
}

/** How much better the best move is, or what sets it apart once it is found. @param {TryAnswer} answer */
export function differenceText({ right, margin, best, second = 0 }) {
  if (!right)
    return tn(
      "The best move is {n} point better.",
      "The best move is {n} points better.",
      best - margin,
    );
  if (margin > 0 && second <= 0) return t("No other move wins.");
  if (margin === 0) return t("Every other move loses.");
  return tn(
    "The next best move is {n} point worse.",
    "The next best move is {n} points worse.",
    margin - second,
  );
}

/** The reader's rating with its doubt. */
export function ratingText() {
  const { rating, deviation } = ownRating(new Date());
  return `${Math.round(rating)} ± ${Math.round(deviation)}`;
}
