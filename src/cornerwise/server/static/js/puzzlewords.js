/** Puzzles in words: their names, what is wanted, what is known; and the marks of difficulty. */

import { s } from "./dom.js";
import { number, t } from "./i18n.js";
import { cellCount, pieceCount } from "./words.js";

/** @typedef {import("../types").PuzzleAbout} PuzzleAbout */

/**
 * What a puzzle is called. Patterns of triangles have names that end in -3 where squares have the same.
 * @param {PuzzleAbout} puzzle
 */
export function puzzleTitle({ id, title }) {
  /** @type {Record<string, string>} */
  const names = {
    "the-84": t("The 84"), "the-88": t("The 88"), "the-42": t("The 42"),
    rectangle: t("The rectangle"), "rectangle-chain": t("The rectangle, master"),
    cat: t("Cat"), dog: t("Dog"), duck: t("Duck"), fish: t("Fish"), snake: t("Snake"), whale: t("Whale"),
    rabbit: t("Rabbit"), turtle: t("Turtle"), elephant: t("Elephant"), bird: t("Bird"), butterfly: t("Butterfly"),
    house: t("House"), castle: t("Castle"), ship: t("Ship"), tree: t("Tree"), heart: t("Heart"), key: t("Key"),
    crown: t("Crown"), parallelogram: t("Parallelogram"), trapezium: t("Trapezium"), star: t("Star"),
    hourglass: t("Hourglass"), arrow: t("Arrow"), fir: t("Fir"), boat: t("Boat"), gem: t("Gem"), fox: t("Fox"),
    mountains: t("Mountains"), ring: t("Ring"),
  };
  const [, kind, n = ""] = /^([a-z]+)-(\w+?)(?:-3)?$/.exec(id) ?? [];
  /** @type {Record<string, string>} */
  const families = {
    letter: t("Letter {n}", { n: n.toUpperCase() }),
    rectangle: t("Rectangle {n}", { n: n.replace("x", " × ") }),
    triangle: t("Triangle {n}", { n }), hexagon: t("Hexagon {n}", { n }), rhombus: t("Rhombus {n}", { n }),
    mirror: t("Mirror {n}", { n }), half: t("Double {n}", { n }), turn: t("Pinwheel {n}", { n }), full: t("Rosette {n}", { n }),
  };
  return names[id] ?? families[kind] ?? names[id.replace(/-3$/, "")] ?? title;
}

/**
 * What is wanted, in sentences.
 * @param {PuzzleAbout} puzzle
 */
export function goalText({ id, contact }) {
  /** @type {Record<string, string>} */
  const texts = {
    "the-84": t("Place all 84 pieces of the four colours in turn; the four single squares come last."),
    "the-88": t("Place all 88 pieces of the four colours in turn on the hexagon."),
    "the-42": t("Place all 42 pieces of both colours in turn."),
    rectangle: t("Fill the rectangle with the twenty pieces of four squares. Each piece touches another one of its colour, and only at corners."),
    "rectangle-chain": t("Fill the rectangle with the twenty pieces of four squares. The five pieces of each colour hang together in one chain, and touch only at corners."),
  };
  if (texts[id]) return texts[id];
  const cover = t("Cover the figure with these pieces. Turn and flip them as you like.");
  return contact.own === "free" ? cover : `${cover} ${t("Pieces of one colour may touch only at corners.")}`;
}

/**
 * What is known about it, in sentences; empty if nothing more than its facts.
 * @param {PuzzleAbout} puzzle
 * @returns {string[]}
 */
export function knownText({ id, level, unique }) {
  /** @type {Record<string, string[]>} */
  const texts = {
    "the-84": [t("It can be done, and in very many ways. What counts is how many squares are left in the end.")],
    "the-88": [t("It can be done, and in very many ways. What counts is how many triangles are left in the end.")],
    "the-42": [t("It can be done: 178 of the 196 squares are then covered.")],
    rectangle: [
      t("The rulebook also wants that equal shapes never touch. We have searched through all cases: with that sentence it cannot be solved, however it is read. At least five pairs of equal shapes must touch."),
      t("Without that sentence there are 130 solutions, not counting exchanged colours; 35 of them are truly different."),
    ],
    "rectangle-chain": [t("There is exactly one solution, up to symmetry and exchanged colours.")],
  };
  if (texts[id]) return texts[id];
  return level && unique ? [t("There is only one solution, up to symmetry and exchanged colours.")] : [];
}

/**
 * Its size in words.
 * @param {PuzzleAbout} puzzle
 */
export function sizeText({ grid, cells, piece_count }) {
  return `${pieceCount(piece_count)}, ${cellCount(grid, cells)}`;
}

/**
 * Five diamonds, as many of them filled as it is hard.
 * @param {number} level
 */
export function levelMarks(level) {
  const words = t("Difficulty {n} of 5", { n: number(level) });
  return s(
    "svg",
    { class: "levels", width: 50, height: 10, viewBox: "0 0 50 10", role: "img", "aria-label": words },
    [1, 2, 3, 4, 5].map((at) => s("path", { class: at <= level ? "on" : "", d: `M${at * 10 - 5} .8L${at * 10 - 0.8} 5L${at * 10 - 5} 9.2L${at * 10 - 9.2} 5Z` })),
  );
}

/**
 * Time spent as 4:05.
 * @param {number} ms
 */
export function spentText(ms) {
  const seconds = Math.floor(ms / 1000);
  const two = (/** @type {number} */ n) => String(n).padStart(2, "0");
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return hours ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}
