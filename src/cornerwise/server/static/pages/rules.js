/** The rules of each edition: short sentences, and pictures drawn by the board from what the server says is legal. */

import { fill, h } from "../js/dom.js";
import { t } from "../js/i18n.js";
import { icon } from "../js/icons.js";
import { get } from "../js/net.js";
import { chip, flattest, pieceSvg } from "../js/piece.js";
import { detail, preview } from "../js/preview.js";
import { advice, alone, beginning, ending, lead, pieces, placing, variants } from "../js/rulewords.js";
import { sample } from "../js/samples.js";
import { puzzlePicture } from "../js/silhouette.js";
import { trayOrder } from "../js/tray.js";
import { cellCount, colourName, familyName, signed } from "../js/words.js";

/** @typedef {import("../js/rulewords.js").Family} Family */
/** @typedef {import("../types").Geometry} Geometry */
/** @typedef {import("../types").Colour} Colour */
/** @typedef {import("../types").RuleFigure} RuleFigure */
/** @typedef {import("../types").RulesData} RulesData */
/** @typedef {import("../types").WorkedScore} WorkedScore */

/** @type {Family[]} */
const EDITIONS = ["classic", "duo", "trigon"];

/** A pattern to look at, on each grid. */
const PATTERN = { squares: "cat", triangles: "fox" };

/** @type {import("../app.js").Page} */
export async function show(main, app, [name]) {
  const edition = EDITIONS.find((one) => one === name) ?? "classic";
  document.title = `${t("Rules")}: ${familyName(edition)} · Cornerwise`;
  const [board, data, puzzles] = await Promise.all([
    app.geometry(edition),
    /** @type {Promise<RulesData>} */ (get(`/api/rules/${edition}`)),
    /** @type {Promise<import("../types").PuzzleList>} */ (get("/api/puzzles")),
  ]);
  const boards = new Map([[edition, board]]);
  for (const { edition: one } of Object.values(data.figures)) boards.set(/** @type {Family} */ (one), await app.geometry(one));
  const figures = (/** @type {string[]} */ ...names) =>
    names.map((one) => ruleFigure(/** @type {Geometry} */ (boards.get(/** @type {Family} */ (data.figures[one].edition))), data.figures[one], one));
  const triangles = edition === "trigon";
  fill(
    main,
    h(
      "div",
      { class: "page rules" },
      h("h1", {}, t("Rules")),
      h(
        "nav",
        { class: "tabs", "aria-label": t("Edition") },
        EDITIONS.map((one) => h("a", { href: `/rules/${one}`, "aria-current": one === edition ? "page" : null }, familyName(one))),
      ),
      h("p", { class: "lead" }, lead(edition)),
      h(
        "p",
        { class: "go" },
        h("a", { class: "button primary", href: `/new?edition=${edition}` }, t("New game")),
        h("a", { class: "learnlink", href: triangles ? "/learn/triangles" : "/learn" }, icon("book"), t("Learn in a minute")),
      ),
      section(t("The board and the pieces"), pieces(edition), [
        figure(preview(board, [], 156), t("The board with its starting spaces")),
        figure(pieceSet(board), t("The pieces of one colour")),
      ]),
      section(t("Who begins, and where"), beginning(edition), figures("start")),
      section(t("Placing"), placing(edition), triangles ? figures("vertex", "inside", "side", "others", "vertices_only") : figures("corner", "side", "others")),
      section(t("End and score"), ending(edition), [figure(preview(board, sample(edition), 156), t("A game under way"))]),
      h("section", { class: "scores" }, h("h2", {}, t("Scores, worked out")), Object.entries(data.scores).map(([which, score]) => worked(board, edition, which, score))),
      variants(edition).length
        ? section(t("Other numbers of players"), [], edition === "classic" ? [sharedTurns(), ...figures("partners")] : figures("opposite", "alternate", "spacing"), players(edition))
        : null,
      section(t("Alone"), [], puzzleCards(edition, puzzles)),
      h("section", {}, h("div", {}, h("h2", {}, t("Tips from the book")), h("ul", { class: "bullets" }, advice(edition).map((text) => h("li", {}, text))))),
      h("p", { class: "foot" }, t("Cornerwise plays by the rules of the Blokus board games, which go back to an idea by Bernard Tavitian. The names are trademarks of their owners, who have no part in this free software.")),
    ),
  );
  return () => {};
}

/** @param {string} title @param {string[]} texts @param {Node[]} pictures @param {Node[]} [more] */
function section(title, texts, pictures, more = []) {
  return h("section", {}, h("div", {}, h("h2", {}, title), texts.map((text) => h("p", {}, text)), more), h("div", { class: "pictures" }, pictures));
}

/** @param {Node} picture @param {string} words @param {string} [name] */
function figure(picture, words, name = "") {
  return h("figure", { "data-figure": name || null }, picture, h("figcaption", {}, words));
}

/** @param {string} name */
function caption(name) {
  /** @type {Record<string, string>} */
  const words = {
    start: t("The first piece covers a starting space"),
    corner: t("Right: corner to corner"),
    vertex: t("Right: vertex to vertex"),
    inside: t("Right: vertex to a point inside a side"),
    side: t("Wrong: the two pieces share a side"),
    vertices_only: t("With the option “Vertices only”: wrong"),
    others: t("Different colours may share a side"),
    partners: t("Partners start in opposite corners"),
    opposite: t("Two players: red starts opposite blue"),
    alternate: t("Three players: one starting space stays free between two"),
    spacing: t("Wrong: no starting space stays free between the two"),
  };
  return words[name];
}

/**
 * A position, and the piece that is tried in it.
 * @param {Geometry} board
 * @param {RuleFigure} shown
 * @param {string} name
 */
function ruleFigure(board, { placed, tried, whole }, name) {
  const marks = placed.map(([colour, placement]) => ({ colour, placement }));
  /** @type {Partial<import("../types").BoardState>} */
  const more = {};
  const cells = marks.slice(-2).flatMap(({ placement }) => board.placement(placement).cells);
  if (tried) {
    const { piece, orientation, moved, cells: covered } = board.placement(tried.placement);
    const reason = tried.reason && { ...tried.reason, message: "" };
    more.ghost = { colour: tried.colour, piece, orientation, moved, placement: tried.placement, legal: !reason, reason, laid: true };
    cells.push(...covered);
  }
  const picture = whole ? preview(board, marks, 156, more) : detail(board, marks, cells, 172, more);
  return figure(picture, caption(name), name);
}

/** @param {Geometry} board */
function pieceSet(board) {
  const { data } = board;
  return h(
    "div",
    { class: "set" },
    trayOrder(data).map((number) => pieceSvg(data, number, "blue", { cell: data.grid === "triangles" ? 18 : 13, orientation: flattest(data, number) })),
  );
}

/** Whose turn it is to play the shared colour. */
function sharedTurns() {
  /** @type {Colour[]} */
  const order = ["blue", "yellow", "red", "blue", "yellow", "red"];
  return figure(
    h("div", { class: "shared" }, chip("green", 30), h("span", { class: "quiet", "aria-hidden": "true" }, "←"), order.map((colour) => chip(colour, 22))),
    t("Green is shared: blue, yellow and red play it one after the other"),
    "shared",
  );
}

/** @param {Family} edition */
const players = (edition) => variants(edition).map(([title, texts]) => h("div", { class: "players" }, h("h3", {}, title), texts.map((text) => h("p", {}, text))));

/**
 * A worked score: what each colour has left, and what that makes.
 * @param {Geometry} board
 * @param {Family} edition
 * @param {string} which
 * @param {WorkedScore} score
 */
function worked({ data }, edition, which, score) {
  const cell = data.grid === "triangles" ? 14 : 10;
  const rows = score.colours.map(({ colour, left, single_last, points }) => {
    const sizes = left.reduce((sum, number) => sum + data.pieces[number].size, 0);
    const words = left.length ? cellCount(data.grid, sizes) : single_last ? (data.grid === "triangles" ? t("All placed, the one-triangle piece last") : t("All placed, the one-square piece last")) : t("All placed");
    return h(
      "tr",
      {},
      h("th", { scope: "row" }, chip(colour), colourName(colour)),
      h("td", {}, h("div", { class: "left" }, left.map((number) => pieceSvg(data, number, colour, { cell, orientation: flattest(data, number) })), h("span", { class: "quiet" }, words))),
      h("td", { class: "points" }, signed(points)),
    );
  });
  const teams = Object.entries(score.teams).map(([names, points]) =>
    h("tr", { class: "sum" }, h("th", { scope: "row", colspan: "2" }, names.split("+").map((name) => colourName(/** @type {Colour} */ (name))).join(" + ")), h("td", { class: "points" }, signed(points))),
  );
  return h(
    "div",
    { class: "worked", "data-score": which },
    h("table", {}, h("thead", {}, h("tr", {}, h("th", { scope: "col" }, t("Colour")), h("th", { scope: "col" }, t("Pieces left")), h("th", { scope: "col", class: "points" }, t("Points")))), h("tbody", {}, rows, teams)),
    h("p", { class: "quiet" }, source(edition, which)),
  );
}

/** Where an example comes from. @param {Family} edition @param {string} which */
function source(edition, which) {
  if (which === "portuguese") return t("The Portuguese book's example. It prints −28 for yellow and green; −3 and −20 are −23.");
  return {
    classic: t("The example of the German and the Polish book. The sums are those of teams."),
    duo: t("The example of the German book."),
    trigon: t("The example of the Czech book."),
  }[edition];
}

/** @param {Family} edition @param {import("../types").PuzzleList} list */
function puzzleCards(edition, { grids, puzzles }) {
  const grid = edition === "trigon" ? "triangles" : "squares";
  const card = (/** @type {string} */ id, /** @type {string} */ href, /** @type {string} */ title, /** @type {string} */ text) => {
    const puzzle = puzzles.find((one) => one.id === id);
    return h(
      "a",
      { class: "alone", href, "data-figure": id },
      puzzle ? h("span", { class: "picture" }, puzzlePicture(grids[grid], puzzle, [], { width: 120, height: 96, most: 14 })) : null,
      h("b", {}, title),
      h("span", { class: "quiet" }, text),
    );
  };
  return [
    ...alone(edition).map(([id, title, text]) => card(id, `/puzzles/${id}`, title, text)),
    card(PATTERN[grid], "/puzzles", t("Patterns"), t("Fill a pattern with the pieces that are given.")),
  ];
}
