/** The puzzles: the one of the day, the great solitaires, problems, and patterns with what you made of them. */

import { dailyPattern, dailyProblem } from "../js/dailypuzzle.js";
import { fill, h } from "../js/dom.js";
import { GRIDS, gridWords } from "../js/gridwords.js";
import { number, t } from "../js/i18n.js";
import { icon } from "../js/icons.js";
import { get } from "../js/net.js";
import { problemSection } from "../js/problemlist.js";
import { byDifficulty, dayOf, recordOf } from "../js/progress.js";
import { levelMarks, puzzleTitle, sizeText, spentText } from "../js/puzzlewords.js";
import { puzzlePicture } from "../js/silhouette.js";
import { cellCount, pieceCount, refusalText } from "../js/words.js";

/** @typedef {import("../js/net.js").Refusal} Refusal */
/** @typedef {import("../types").PuzzleList} PuzzleList */
/** @typedef {import("../types").PuzzleSummary} PuzzleSummary */

const MASTER = "rectangle-chain";

/** @type {import("../app.js").Page} */
export async function show(main, app) {
  document.title = `${t("Puzzles")} · Cornerwise`;
  /** @type {PuzzleList} */
  let list;
  /** @type {HTMLElement} */
  let daily;
  try {
    const [all, { id, kind }] = await Promise.all([
      get("/api/puzzles"),
      get(`/api/puzzles/daily?date=${dayOf(new Date())}`),
    ]);
    list = all;
    if (kind === "problem") {
      const problem = await get(`/api/problems/${id}`);
      daily = dailyProblem(problem, await app.geometry(problem.edition));
    } else {
      daily = dailyPattern(list, await get(`/api/puzzles/${id}`));
    }
  } catch (error) {
    fill(
      main,
      h(
        "div",
        { class: "page" },
        h("h1", {}, t("Puzzles")),
        h("p", {}, refusalText(/** @type {Refusal} */ (error))),
      ),
    );
    return;
  }
  fill(
    main,
    h("div", { class: "page puzzles" }, daily, great(list), problemSection(app), figures(list)),
  );
}

// --- the great solitaires ------------------------------------------------------------------------

/** @param {PuzzleList} list */
function great(list) {
  const wanted = list.puzzles.filter(({ level, id }) => !level && id !== MASTER);
  const master = list.puzzles.find(({ id }) => id === MASTER);
  return h(
    "section",
    { class: "great", "aria-labelledby": "great-title" },
    h("h2", { id: "great-title" }, t("The great solitaires")),
    h(
      "ul",
      {},
      wanted.map((puzzle) =>
        h("li", {}, card(list, puzzle, puzzle.id === "rectangle" ? master : undefined)),
      ),
    ),
  );
}

/** @param {PuzzleList} list @param {PuzzleSummary} puzzle @param {PuzzleSummary} [master] */
function card(list, puzzle, master) {
  const { laid, best, solved } = recordOf(puzzle.id);
  const begun = laid.length > 0; // until then the picture shows what it will look like
  const share = Math.round(
    (100 * laid.reduce((sum, [, cells]) => sum + cells.length, 0)) / puzzle.piece_cells,
  );
  const bar = h("i", {});
  bar.style.width = `${share}%`;
  const words = solved
    ? t("Solved in {time}", { time: spentText(solved.ms) })
    : best !== null
      ? t("Best: {cells} left", { cells: cellCount(puzzle.grid, best) })
      : sizeText(puzzle);
  return [
    h(
      "a",
      { class: "card", href: `/puzzles/${puzzle.id}` },
      h(
        "span",
        { class: "picture" },
        puzzlePicture(list.grids[puzzle.grid], puzzle, begun ? laid : puzzle.picture, {
          width: 124,
          height: 112,
        }),
      ),
      h(
        "span",
        { class: "words" },
        h("b", {}, puzzleTitle(puzzle), solved ? icon("check", 16) : null),
        h("span", { class: "small quiet" }, words),
        h(
          "span",
          { class: "share", role: "img", "aria-label": t("{n}% placed", { n: number(share) }) },
          bar,
        ),
      ),
    ),
    master
      ? h(
          "a",
          { class: "small master", href: `/puzzles/${master.id}` },
          t("Master: one chain for each colour"),
          recordOf(master.id).solved ? icon("check", 14) : null,
        )
      : null,
  ];
}

// --- patterns ------------------------------------------------------------------------------------

/** @param {PuzzleList} list */
function figures(list) {
  const all = list.puzzles.filter(({ level }) => level);
  const kinds = /** @type {[string, string, (puzzle: PuzzleSummary) => boolean][]} */ ([
    ["all", t("All"), () => true],
    ...GRIDS.map((name) => [
      name,
      gridWords(name).name,
      (/** @type {PuzzleSummary} */ { grid }) => grid === name,
    ]),
    ["unsolved", t("Unsolved"), ({ id }) => recordOf(id).solved === null],
  ]);
  /** @type {[string, string, (a: PuzzleSummary, b: PuzzleSummary) => number][]} */
  const orders = [
    ["easy", t("Easiest first"), byDifficulty],
    ["hard", t("Hardest first"), (a, b) => byDifficulty(b, a)],
    [
      "name",
      t("By name"),
      (a, b) => puzzleTitle(a).localeCompare(puzzleTitle(b), undefined, { numeric: true }),
    ],
  ];
  let kind = kinds[0][0];
  const place = h("ul", { class: "figures" });
  const tabs = h("div", { class: "tabs", role: "group", "aria-label": t("Which patterns") });
  const order = h(
    "select",
    { class: "bare", "aria-label": t("Order"), onchange: () => draw() },
    orders.map(([name, words]) => h("option", { value: name }, words)),
  );

  function draw() {
    const fits = /** @type {NonNullable<(typeof kinds)[0]>} */ (
      kinds.find(([name]) => name === kind)
    )[2];
    const compare = /** @type {NonNullable<(typeof orders)[0]>} */ (
      orders.find(([name]) => name === order.value)
    )[2];
    const shown = all.filter(fits).sort(compare);
    fill(
      tabs,
      kinds
        .filter(([name, , keeps]) => name === "unsolved" || all.some(keeps))
        .map(([name, words]) =>
          h(
            "button",
            { type: "button", "aria-pressed": String(name === kind), onclick: () => choose(name) },
            words,
          ),
        ),
    );
    fill(
      place,
      shown.map((puzzle) => h("li", {}, figure(list, puzzle))),
    );
    if (!shown.length) fill(place, h("li", { class: "quiet" }, t("You have solved them all.")));
  }

  /** @param {string} name */
  function choose(name) {
    kind = name;
    draw();
    /** @type {HTMLElement | null} */ (tabs.querySelector("[aria-pressed=true]"))?.focus();
  }

  draw();
  return h(
    "section",
    { "aria-labelledby": "patterns-title" },
    h(
      "div",
      { class: "patterns-head" },
      h("h2", { id: "patterns-title" }, t("Patterns")),
      tabs,
      order,
    ),
    place,
  );
}

/** @param {PuzzleList} list @param {PuzzleSummary} puzzle */
function figure(list, puzzle) {
  const { solved, laid } = recordOf(puzzle.id);
  const phone = innerWidth < 768;
  const size = phone ? { width: 136, height: 96, most: 16 } : { width: 168, height: 116, most: 20 };
  return h(
    "a",
    { class: "figure", href: `/puzzles/${puzzle.id}`, "data-puzzle": puzzle.id },
    h(
      "span",
      { class: "picture" },
      puzzlePicture(list.grids[puzzle.grid], puzzle, solved?.laid ?? laid, size),
    ),
    h(
      "span",
      { class: "line" },
      h("b", {}, puzzleTitle(puzzle)),
      solved
        ? h(
            "span",
            { class: "done" },
            icon(solved.hints ? "hint" : "check", 16),
            h("span", { class: "unseen" }, solved.hints ? t("solved with hints") : t("solved")),
            spentText(solved.ms),
          )
        : levelMarks(puzzle.level),
    ),
    h(
      "span",
      { class: "small quiet" },
      // What most of them are laid with is not said.
      puzzle.grid === GRIDS[0]
        ? pieceCount(puzzle.piece_count)
        : `${gridWords(puzzle.grid).name}, ${pieceCount(puzzle.piece_count)}`,
    ),
  );
}
