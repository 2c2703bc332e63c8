/** Puzzles in words: their names, what is wanted, what is known; and the marks of difficulty. */

import { s } from "./dom.js";
import { number, t } from "./i18n.js";
import { cellCount, pieceCount } from "./words.js";

/** @typedef {import("../types").PuzzleAbout} PuzzleAbout */

/**
 * What a puzzle is called, by how it looks.
 * @param {Pick<PuzzleAbout, "id" | "title">} puzzle
 */
export function puzzleTitle({ id, title }) {
  const [, letter = "", wide = "", high = ""] =
    /^(?:letter-(\w)|rectangle-(\d+)x(\d+))$/.exec(id) ?? [];
  if (letter) return t("Letter {n}", { n: letter.toUpperCase() });
  const n = `${wide}\u00a0×\u00a0${high}`;
  if (wide) return wide === high ? t("Square {n}", { n }) : t("Rectangle {n}", { n });
  /** @type {Record<string, string>} */
  const names = {
    "the-84": t("The 84"),
    "the-88": t("The 88"),
    "the-42": t("The 42"),
    "the-48": t("The 48"),
    rectangle: t("The rectangle"),
    "rectangle-chain": t("The rectangle, master"),
    // squares
    cat: t("Cat"),
    dog: t("Dog"),
    duck: t("Duck"),
    fish: t("Fish"),
    snake: t("Snake"),
    whale: t("Whale"),
    rabbit: t("Rabbit"),
    turtle: t("Turtle"),
    elephant: t("Elephant"),
    bird: t("Bird"),
    butterfly: t("Butterfly"),
    house: t("House"),
    castle: t("Castle"),
    ship: t("Ship"),
    tree: t("Tree"),
    heart: t("Heart"),
    key: t("Key"),
    crown: t("Crown"),
    "half-12": t("Propeller"),
    "half-26": t("Runner"),
    "half-38": t("Leaf"),
    "mirror-15": t("Spinning top"),
    "mirror-20": t("Frog"),
    "mirror-32": t("Kitten"),
    "mirror-44": t("Basket"),
    "turn-28": t("Cloud"),
    "turn-40": t("Windmill"),
    "turn-48": t("Sun"),
    "full-36": t("Patchwork"),
    // triangles
    parallelogram: t("Parallelogram"),
    trapezium: t("Trapezium"),
    star: t("Star"),
    arrow: t("Arrow"),
    fir: t("Fir tree"),
    boat: t("Sailing boat"),
    gem: t("Gem"),
    fox: t("Fox"),
    mountains: t("Mountains"),
    ring: t("Ring"),
    "rhombus-4": t("Rhombus"),
    "hexagon-2": t("Small hexagon"),
    "hexagon-3": t("Large hexagon"),
    "triangle-5": t("Small triangle"),
    "triangle-6": t("Large triangle"),
    "bird-3": t("Swallow"),
    "fish-3": t("Goldfish"),
    "house-3": t("Gnome"),
    "crown-3": t("Queen's crown"),
    "butterfly-3": t("Moth"),
    "snake-3": t("Ribbon"),
    "half-16-3": t("Lightning"),
    "half-26-3": t("Lizard"),
    "mirror-12-3": t("Bench"),
    "mirror-20-3": t("Jellyfish"),
    "mirror-32-3": t("Flowerpot"),
    "mirror-44-3": t("Lobster"),
    "turn-28-3": t("Starfish"),
    "turn-40-3": t("Flower"),
    "turn-48-3": t("Cogwheel"),
    "full-24-3": t("Kaleidoscope"),
  };
  return names[id] ?? title;
}

/**
 * What is wanted, in sentences.
 * @param {PuzzleAbout} puzzle
 */
export function goalText({ id, contact }) {
  /** @type {Record<string, string>} */
  const texts = {
    "the-84": t(
      "Place all 84 pieces of the four colours in turn; the four one-square pieces come last.",
    ),
    "the-88": t("Place all 88 pieces of the four colours in turn on the hexagon."),
    "the-42": t("Place all 42 pieces of both colours in turn."),
    "the-48": t("Place all 48 pieces of both colours in turn."),
    rectangle: t(
      "Fill the rectangle with the twenty pieces of four squares. Each piece touches another one of its colour, and only at corners.",
    ),
    "rectangle-chain": t(
      "Fill the rectangle with the twenty pieces of four squares. The five pieces of each colour hang together in one chain, and touch only at corners.",
    ),
  };
  if (texts[id]) return texts[id];
  const cover = t("Cover the pattern with these pieces. Turn and flip them as you like.");
  return contact.own === "free"
    ? cover
    : `${cover} ${t("Pieces of one colour may touch only at corners.")}`;
}

/**
 * What is known about it, in sentences; empty if nothing more than its facts.
 * @param {PuzzleAbout} puzzle
 * @returns {string[]}
 */
export function knownText({ id, level, unique }) {
  const oneSolution = t(
    "There is only one solution. Turned, mirrored or with colours exchanged it counts as the same.",
  );
  /** @type {Record<string, string[]>} */
  const texts = {
    "the-84": [
      t(
        "It can be done, and in very many ways. What counts is how many squares are left in the end.",
      ),
    ],
    "the-88": [
      t(
        "It can be done, and in very many ways. What counts is how many triangles are left in the end.",
      ),
    ],
    "the-42": [t("It can be done: 178 of the 196 spaces are then covered.")],
    "the-48": [t("It can be done: 176 of the 196 spaces are then covered.")],
    rectangle: [
      t(
        "The rulebook also says that equal shapes may never touch. We have tried all cases: with that rule there is no solution, however one reads it. At least five pairs of equal shapes must touch.",
      ),
      t(
        "Without that rule there are 130 solutions, not counting exchanged colours; 35 of them are truly different.",
      ),
    ],
    "rectangle-chain": [oneSolution],
  };
  if (texts[id]) return texts[id];
  return level && unique ? [oneSolution] : [];
}

/**
 * Its size in words: the pieces, and how large they are together. That may be less than the board.
 * @param {PuzzleAbout} puzzle
 */
export function sizeText({ grid, piece_cells, piece_count }) {
  return `${pieceCount(piece_count)}, ${cellCount(grid, piece_cells)}`;
}

/**
 * Five diamonds, as many of them filled as it is hard.
 * @param {number} level
 */
export function levelMarks(level) {
  const words = t("Difficulty {n} of 5", { n: number(level) });
  return s(
    "svg",
    {
      class: "levels",
      width: 50,
      height: 10,
      viewBox: "0 0 50 10",
      role: "img",
      "aria-label": words,
    },
    [1, 2, 3, 4, 5].map((at) =>
      s("path", {
        class: at <= level ? "on" : "",
        d: `M${at * 10 - 5} .8L${at * 10 - 0.8} 5L${at * 10 - 5} 9.2L${at * 10 - 9.2} 5Z`,
      }),
    ),
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
  return hours
    ? `${hours}:${two(minutes)}:${two(seconds % 60)}`
    : `${minutes}:${two(seconds % 60)}`;
}
