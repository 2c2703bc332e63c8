/** The problems among the puzzles: a game's at a time, those first that suit the reader. */

import { variantName } from "./catalogue.js";
import { marksOn } from "./dailypuzzle.js";
import { fill, h } from "./dom.js";
import { t } from "./i18n.js";
import { icon } from "./icons.js";
import { get } from "./net.js";
import { preview } from "./preview.js";
import { forYou, problemRecord } from "./problemrecord.js";
import { problemTitle, ratingText } from "./problemwords.js";
import { levelMarks } from "./puzzlewords.js";
import { change, settings } from "./settings.js";
import { refusalText } from "./words.js";

/** @typedef {import("../types").ProblemAbout} ProblemAbout */
/** @typedef {import("../types").ProblemList} ProblemList */

/** How many are shown at first, and how many more at a time. */
const FEW = () => (innerWidth < 768 ? 4 : 6);

/** @typedef {(all: ProblemAbout[]) => ProblemAbout[]} Order */

/**
 * The section of the problems; it fills itself when the server has answered.
 * @param {import("../app.js").App} app
 */
export function problemSection(app) {
  /** @type {[string, string, Order][]} */
  const orders = [
    ["you", t("Right for you"), (all) => forYou(all, new Date())],
    ["easy", t("Easiest first"), (all) => all],
    ["hard", t("Hardest first"), (all) => [...all].reverse()],
  ];
  const tabs = h("div", { class: "tabs", role: "group", "aria-label": t("Which problems") });
  const order = h(
    "select",
    { class: "bare", "aria-label": t("Order of the problems"), onchange: () => draw() },
    orders.map(([name, words]) => h("option", { value: name }, words)),
  );
  const place = h("ul", { class: "figures" });
  const more = h(
    "button",
    { type: "button", class: "button", hidden: true, onclick: () => draw(shown + FEW()) },
    t("Show more"),
  );
  /** @type {ProblemList} */
  let list = { games: {}, problems: [] };
  /** @type {import("../page").Geometry | null} */
  let geometry = null;
  let game = settings.problems;
  let shown = 0;
  let visit = 0;

  async function load() {
    const mine = ++visit;
    try {
      const found = await get(`/api/problems${game ? `?game=${game}` : ""}`).catch(
        () => get("/api/problems"), // what was looked at last may be gone
      );
      const board = await app.geometry(found.problems[0].edition);
      if (mine !== visit) return;
      [list, geometry] = [found, board];
      game = list.problems[0].variant;
      draw();
    } catch (error) {
      fill(
        place,
        h("li", { class: "quiet" }, refusalText(/** @type {import("./net.js").Refusal} */ (error))),
      );
    }
  }

  /** @param {number} [count] */
  function draw(count = FEW()) {
    const [, , ordered] = orders.find(([name]) => name === order.value) ?? orders[0];
    const all = ordered(list.problems);
    shown = Math.min(count, all.length);
    fill(
      tabs,
      Object.keys(list.games).map((name) =>
        h(
          "button",
          { type: "button", "aria-pressed": String(name === game), onclick: () => choose(name) },
          variantName(name),
        ),
      ),
    );
    fill(
      place,
      all.slice(0, shown).map((problem) => h("li", {}, figure(problem))),
    );
    if (!all.length) fill(place, h("li", { class: "quiet" }, t("You have solved them all.")));
    more.hidden = shown === all.length;
  }

  /** @param {string} name */
  function choose(name) {
    game = name;
    change({ problems: name });
    void load().then(() =>
      /** @type {HTMLElement | null} */ (tabs.querySelector("[aria-pressed=true]"))?.focus(),
    );
  }

  /** @param {ProblemAbout} problem */
  function figure(problem) {
    const { solved, first } = problemRecord(problem.id);
    return h(
      "a",
      { class: "figure", href: `/problem/${problem.id}`, "data-problem": problem.id },
      h(
        "span",
        { class: "picture" },
        geometry && preview(geometry, marksOn(problem), innerWidth < 768 ? 104 : 124),
      ),
      h(
        "span",
        { class: "line" },
        h("b", {}, problemTitle(problem)),
        solved
          ? h(
              "span",
              { class: "done" },
              icon(first ? "check" : "restart", 16),
              h("span", { class: "unseen" }, first ? t("solved at the first try") : t("solved")),
            )
          : levelMarks(problem.level),
      ),
      h("span", { class: "small quiet" }, String(problem.rating)),
    );
  }

  void load();
  return h(
    "section",
    { class: "problems", "aria-labelledby": "problems-title" },
    h(
      "div",
      { class: "patterns-head" },
      h("h2", { id: "problems-title" }, t("Problems")),
      tabs,
      order,
    ),
    h(
      "p",
      { class: "quiet" },
      t("An ending, one best move: can you find it?"),
      " ",
      t("Your rating: {rating}", { rating: ratingText() }),
    ),
    place,
    h("p", { class: "more" }, more),
  );
}
