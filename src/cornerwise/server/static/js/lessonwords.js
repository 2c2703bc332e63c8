/** The words of the lessons: each step's title and rule, and what is said of a try. */

import { t } from "./i18n.js";

/** @typedef {import("../types").LessonData} LessonData */
/** @typedef {import("../types").LessonStep} LessonStep */

/**
 * @typedef {object} StepWords
 * @property {string} title
 * @property {string} rule  no longer than two lines
 * @property {string} fits  said when the piece lies where it shows the rule
 * @property {string} [missed]  said when it may lie there but shows nothing of the rule
 * @property {string} [there]  why it would be right beside a wrong place
 */

/**
 * @param {LessonData} lesson
 * @param {LessonStep} step
 * @returns {StepWords}
 */
export function stepWords({ board }, step) {
  const words = board.grid === "triangles" ? triangleWords() : squareWords();
  return words[step.name] ?? words.corners;
}

/** @returns {Record<string, StepWords>} */
function squareWords() {
  return {
    ...sharedWords(),
    start: {
      title: t("Begin on your starting space"),
      rule: t("Your first piece must cover the ring in your corner."),
      fits: t("Fits. It covers your starting space."),
      there: t("There it covers the starting space."),
    },
    corners: {
      title: t("Corners touch"),
      rule: t("Each new piece must meet your own colour at a corner. The dots show where."),
      fits: t("Fits. Only the corners meet."),
      there: t("There only the corners meet."),
    },
    sides: {
      title: t("Sides never"),
      rule: t("Your own pieces never lie side by side. Try it: a bar shows the side."),
      fits: t("Fits. Only the corners meet."),
      there: t("There only the corners meet."),
    },
    open: {
      title: t("Keep a way open"),
      rule: t("You go on from the dots. Place the piece so that a dot is left."),
      fits: t("Good. You can go on from the dots that are left."),
      missed: t("No dot is left: you could not go on. Take it back and try another spot."),
    },
    most: {
      title: t("Place the most"),
      rule: t("Fewest squares left wins. Your one-square piece last of all: 20 points."),
      fits: t("Done. That was your one-square piece."),
    },
  };
}

/** @returns {Record<string, StepWords>} */
function triangleWords() {
  return {
    ...sharedWords(),
    start: {
      title: t("Begin on a starting space"),
      rule: t("Your first piece must cover one of the rings. Any free one will do."),
      fits: t("Fits. It covers a starting space."),
      there: t("There it covers the starting space."),
    },
    corners: {
      title: t("Vertices touch"),
      rule: t("A vertex is the tip of a triangle. Each new piece must meet your colour at one."),
      fits: t("Fits. Only the vertices meet."),
      there: t("There only the vertices meet."),
    },
    inside: {
      title: t("Along a side, too"),
      rule: t("A vertex may also meet a point inside a side of your colour. Place it like that."),
      fits: t("Fits. The vertex meets a point inside the side."),
      missed: t("Vertex to vertex is fine, too. Take it back and meet a point inside a side."),
    },
    sides: {
      title: t("Sides never"),
      rule: t("Your own pieces never lie side by side. Try it: a bar shows the side."),
      fits: t("Fits. Only the vertices meet."),
      there: t("There only the vertices meet."),
    },
    most: {
      title: t("Place the most"),
      rule: t("Fewest triangles left wins. Your one-triangle piece last of all: 20 points."),
      fits: t("Done. That was your one-triangle piece."),
    },
  };
}

/** @returns {Record<string, StepWords>} */
function sharedWords() {
  return {
    others: {
      title: t("Others may touch you"),
      rule: t("Different colours may lie side by side. Place your piece beside yellow."),
      fits: t("Fits. Blue and yellow may share a side."),
      missed: t("This is allowed, too. Take it back and place it beside yellow."),
    },
  };
}

/**
 * The way from a wrong place to a right one.
 * @param {import("../types").Point | null} way  right and down, in cells; null if the piece must be turned
 */
export function wayText(way) {
  if (!way) return t("Turn or flip the piece first.");
  const eighth = Math.round((Math.atan2(way[1], way[0]) / Math.PI) * 4);
  return [
    t("Try it a little to the right."),
    t("Try it a little down and to the right."),
    t("Try it a little further down."),
    t("Try it a little down and to the left."),
    t("Try it a little to the left."),
    t("Try it a little up and to the left."),
    t("Try it a little further up."),
    t("Try it a little up and to the right."),
  ][(eighth + 8) % 8];
}

/** @param {number} n @param {number} of */
export const stepCount = (n, of) => t("Step {n} of {of}", { n, of });
