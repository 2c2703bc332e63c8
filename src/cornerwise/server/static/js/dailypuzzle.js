/** The puzzle of the day: a pattern or a problem, and how many days in a row one has solved it. */

import { h } from "./dom.js";
import { dateText, t, tn } from "./i18n.js";
import { flattest, pieceSvg } from "./piece.js";
import { preview } from "./preview.js";
import { longTitle, wantedText } from "./problemwords.js";
import { dayOf, daysAfter, recordOf, solvedDays, streak } from "./progress.js";
import { goalText, levelMarks, puzzleTitle, sizeText, spentText } from "./puzzlewords.js";
import { patterns } from "./seats.js";
import { puzzlePicture } from "./silhouette.js";
import { trayOrder } from "./tray.js";
import { pieceCount } from "./words.js";

/** @typedef {import("../types").Colour} Colour */
/** @typedef {import("../types").EditionData} EditionData */
/** @typedef {import("../types").ProblemData} ProblemData */
/** @typedef {import("../types").PuzzleData} PuzzleData */
/** @typedef {import("../types").PuzzleList} PuzzleList */
/** @typedef {import("../types").PuzzleSummary} PuzzleSummary */

const onPhone = () => innerWidth < 768;

/**
 * A pattern as the puzzle of the day.
 * @param {PuzzleList} list
 * @param {PuzzleData} data
 */
export function dailyPattern(list, data) {
  const puzzle = /** @type {PuzzleSummary} */ (list.puzzles.find(({ id }) => id === data.id));
  const { solved } = recordOf(puzzle.id);
  const done = solvedDays().has(dayOf(new Date()));
  const { board, pieces: given, colours } = data;
  return ofTheDay({
    href: `/puzzles/${puzzle.id}`,
    picture: puzzlePicture(list.grids[puzzle.grid], puzzle, done ? (solved?.laid ?? []) : [], {
      width: onPhone() ? 260 : 400,
      height: onPhone() ? 190 : 280,
      most: 42,
    }),
    title: puzzleTitle(puzzle),
    lead: goalText(puzzle),
    pieces: colours.flatMap((colour) => drawn(board, colour, given[colour] ?? [])),
    level: puzzle.level,
    note: done && solved ? t("Solved in {time}", { time: spentText(solved.ms) }) : sizeText(puzzle),
  });
}

/**
 * A problem as the puzzle of the day.
 * @param {ProblemData} problem
 * @param {import("../page").Geometry} geometry
 */
export function dailyProblem(problem, geometry) {
  const left = problem.left[problem.to_play] ?? [];
  return ofTheDay({
    href: `/problem/${problem.id}`,
    picture: preview(geometry, marksOn(problem), onPhone() ? 220 : 280),
    title: longTitle(problem),
    lead: wantedText(problem),
    pieces: drawn(geometry.data, problem.to_play, left),
    level: problem.level,
    note: pieceCount(left.length),
  });
}

/**
 * What lies on the board of a problem.
 * @param {Pick<ProblemData, "placed">} problem
 * @returns {import("../page").Mark[]}
 */
export const marksOn = ({ placed }) =>
  Object.entries(placed).flatMap(([colour, numbers]) =>
    numbers.map((placement) => ({ colour: /** @type {Colour} */ (colour), placement })),
  );

/**
 * @param {object} shown
 * @param {string} shown.href
 * @param {Element} shown.picture
 * @param {string} shown.title
 * @param {string} shown.lead
 * @param {SVGElement[]} shown.pieces
 * @param {number} shown.level
 * @param {string} shown.note
 */
function ofTheDay({ href, picture, title, lead, pieces, level, note }) {
  const today = new Date();
  const done = solvedDays().has(dayOf(today));
  return h(
    "section",
    { class: "daily" },
    h("a", { class: "picture", href, tabindex: "-1", "aria-hidden": "true" }, picture),
    h(
      "div",
      {},
      h(
        "p",
        { class: "quiet" },
        t("Puzzle of the day, {date}", {
          date: dateText(today, { day: "numeric", month: "long" }),
        }),
      ),
      h("h1", {}, title),
      h("p", { class: "quiet lead" }, lead),
      h("div", { class: "pieces", "aria-hidden": "true" }, pieces),
      h(
        "p",
        { class: "go" },
        h("a", { class: "button primary", href }, done ? t("Look at it again") : t("Solve it")),
        levelMarks(level),
        h("span", { class: "quiet" }, note),
      ),
    ),
    week(today),
  );
}

/** @param {EditionData} board @param {Colour} colour @param {number[]} given */
function drawn(board, colour, given) {
  return trayOrder(board)
    .flatMap((one) => given.filter((number) => number === one))
    .map((one) =>
      pieceSvg(board, one, colour, {
        cell: onPhone() ? 13 : 17,
        orientation: flattest(board, one),
        patterns: patterns(),
      }),
    );
}

/** @param {Date} today */
const mondayOf = (today) => daysAfter(today, -((today.getDay() + 6) % 7));

/**
 * This week day by day.
 * @param {Map<string, number>} days  those that are solved, each with its hints
 * @param {Date} today
 */
export function weekDays(days, today) {
  return h(
    "ol",
    { "aria-label": t("This week") },
    [0, 1, 2, 3, 4, 5, 6].map((at) => {
      const date = daysAfter(mondayOf(today), at);
      const hints = days.get(dayOf(date));
      const [look, words] =
        hints === undefined
          ? ["", t("not solved")]
          : hints
            ? ["solved helped", t("solved with hints")]
            : ["solved", t("solved")];
      return h(
        "li",
        { class: `${look}${dayOf(date) === dayOf(today) ? " today" : ""}`, title: words },
        h("i", {}),
        h("span", { "aria-hidden": "true" }, dateText(date, { weekday: "narrow" })),
        h("span", { class: "unseen" }, `${dateText(date, { weekday: "long" })}: ${words}`),
      );
    }),
  );
}

/** The streak, and this week. @param {Date} today */
function week(today) {
  const days = solvedDays();
  const monday = mondayOf(today);
  return h(
    "div",
    { class: "streak" },
    h("p", { class: "small quiet" }, t("Your streak")),
    h("p", { class: "count" }, tn("{n} day", "{n} days", streak(days, today))),
    weekDays(days, today),
    [...days].some(([day, hints]) => hints && day >= dayOf(monday))
      ? h(
          "p",
          { class: "small quiet legend" },
          t("Half filled: solved with hints. Such days do not lengthen the streak."),
        )
      : h("p", { class: "small quiet legend" }, t("Easy on Monday, hard on Sunday.")),
  );
}
