/** The rules of each edition: short sentences, and pictures drawn by the board from what the server says is legal. */

import { families, familyNamed, sidesText, variantsOf } from "../js/catalogue.js";
import { fill, h } from "../js/dom.js";
import { listText, t } from "../js/i18n.js";
import { icon } from "../js/icons.js";
import { get } from "../js/net.js";
import { chip, flattest, pieceSvg } from "../js/piece.js";
import { detail, preview, sample } from "../js/preview.js";
import { beginningTexts, endingTexts, leadText, piecesTexts, ruleWords } from "../js/rulewords.js";
import { puzzlePicture } from "../js/silhouette.js";
import { trayOrder } from "../js/tray.js";
import { cellCount, colourName, colourWord, signed } from "../js/words.js";
import { show as showMissing } from "./missing.js";

/** @typedef {import("../page").Geometry} Geometry */
/** @typedef {import("../types").Colour} Colour */
/** @typedef {import("../types").RuleFigure} RuleFigure */
/** @typedef {import("../types").RulesData} RulesData */
/** @typedef {import("../types").VariantData} VariantData */
/** @typedef {import("../types").WorkedScore} WorkedScore */

/** @type {import("../app.js").Page} */
export async function show(main, app, [name]) {
  const family = name ? familyNamed(name) : families()[0];
  if (!family) return showMissing(main, app, []);
  document.title = `${t("Rules")}: ${t(family.title)} · Cornerwise`;
  const [board, data, puzzles] = await Promise.all([
    app.geometry(family.name),
    /** @type {Promise<RulesData>} */ (get(`/api/rules/${family.name}`)),
    /** @type {Promise<import("../types").PuzzleList>} */ (get("/api/puzzles")),
  ]);
  const boards = new Map([[family.name, board]]);
  for (const { edition } of Object.values(data.figures))
    boards.set(edition, await app.geometry(edition));
  const figures = (/** @type {RuleFigure["section"]} */ section) =>
    Object.entries(data.figures)
      .filter(([, one]) => one.section === section)
      .map(([id, one]) => ruleFigure(/** @type {Geometry} */ (boards.get(one.edition)), one, id));
  const variants = variantsOf(family.name);
  const usual = variants.find((one) => one.name === family.variant) ?? variants[0];
  const others = variants.filter((one) => one !== usual && one.rules.length);
  const { grid } = board.data;
  fill(
    main,
    h(
      "div",
      { class: "page rules" },
      h("h1", {}, t("Rules")),
      h(
        "nav",
        { class: "tabs", "aria-label": t("Edition") },
        families().map((one) =>
          h(
            "a",
            { href: `/rules/${one.name}`, "aria-current": one === family ? "page" : null },
            t(one.title),
          ),
        ),
      ),
      h("p", { class: "lead" }, data.lead ? t(data.lead) : leadText()),
      h(
        "p",
        { class: "go" },
        h("a", { class: "button primary", href: `/new?edition=${family.name}` }, t("New game")),
        h(
          "a",
          { class: "learnlink", href: `/learn/${grid}` },
          icon("book"),
          t("Learn in a minute"),
        ),
      ),
      section(t("The board and the pieces"), told(data.pieces, piecesTexts(board.data)), [
        figure(preview(board, [], 156), t("The board with its starting spaces")),
        figure(pieceSet(board), t("The pieces of one colour")),
      ]),
      section(
        t("Who begins, and where"),
        told(data.beginning, beginningTexts(usual)),
        figures("beginning"),
      ),
      section(t("Placing"), told(data.placing, ruleWords(grid).placing), figures("placing")),
      section(
        t("End and score"),
        [...endingTexts(grid, usual.scorings[0]), ...told(data.scoring)],
        [figure(preview(board, sample(board), 156), t("A game under way"))],
      ),
      Object.keys(data.scores).length
        ? h(
            "section",
            { class: "scores" },
            h("h2", {}, t("Scores, worked out")),
            Object.entries(data.scores).map(([which, score]) => worked(board, which, score)),
          )
        : null,
      others.length
        ? section(
            t("Other numbers of players"),
            [],
            [...others.filter(({ shared }) => shared).map(sharedTurns), ...figures("players")],
            others.map(players),
          )
        : null,
      section(t("Alone"), [], puzzleCards(data, grid, puzzles)),
      data.advice.length
        ? h(
            "section",
            {},
            h(
              "div",
              {},
              h("h2", {}, t("Tips")),
              h(
                "ul",
                { class: "bullets" },
                told(data.advice).map((text) => h("li", {}, text)),
              ),
            ),
          )
        : null,
      h(
        "p",
        { class: "foot" },
        t(
          "Cornerwise plays by the rules of the Blokus board games, which go back to an idea by Bernard Tavitian. The names are trademarks of their owners, who have no part in this free software.",
        ),
      ),
    ),
  );
}

/**
 * What an edition's book says, in the reader's language; where it says nothing, what follows from the rest.
 * @param {string[]} texts
 * @param {string[]} [otherwise]
 */
const told = (texts, otherwise = []) => (texts.length ? texts.map((text) => t(text)) : otherwise);

/** @param {string} title @param {string[]} texts @param {Node[]} pictures @param {Node[]} [more] */
function section(title, texts, pictures, more = []) {
  return h(
    "section",
    {},
    h(
      "div",
      {},
      h("h2", {}, title),
      texts.map((text) => h("p", {}, text)),
      more,
    ),
    h("div", { class: "pictures" }, pictures),
  );
}

/** @param {Node} picture @param {string} words @param {string} [name] */
function figure(picture, words, name = "") {
  return h("figure", { "data-figure": name || null }, picture, h("figcaption", {}, words));
}

/**
 * A position, and the piece that is tried in it.
 * @param {Geometry} board
 * @param {RuleFigure} shown
 * @param {string} name
 */
function ruleFigure(board, { placed, tried, whole, caption }, name) {
  const marks = placed.map(([colour, placement]) => ({ colour, placement }));
  /** @type {Partial<import("../page").BoardState>} */
  const more = {};
  const cells = marks.slice(-2).flatMap(({ placement }) => board.placement(placement).cells);
  if (tried) {
    const { piece, orientation, moved, cells: covered } = board.placement(tried.placement);
    const reason = tried.reason && { ...tried.reason, message: "" };
    more.ghost = {
      colour: tried.colour,
      piece,
      orientation,
      moved,
      placement: tried.placement,
      legal: !reason,
      reason,
      laid: true,
    };
    cells.push(...covered);
  }
  const picture = whole ? preview(board, marks, 156, more) : detail(board, marks, cells, 172, more);
  return figure(picture, t(caption), name);
}

/** @param {Geometry} board */
function pieceSet(board) {
  const { data } = board;
  return h(
    "div",
    { class: "set" },
    trayOrder(data).flatMap((number) =>
      Array.from({ length: data.pieces[number].count }, () =>
        pieceSvg(data, number, "blue", {
          cell: 13 * data.scale,
          orientation: flattest(data, number),
        }),
      ),
    ),
  );
}

/** Whose turn it is to play the shared colour. @param {VariantData} variant */
function sharedTurns({ name, seats, shared }) {
  const colour = /** @type {Colour} */ (shared);
  const order = seats.flatMap(({ colours }) => colours);
  return figure(
    h(
      "div",
      { class: "shared" },
      chip(colour, 30),
      h("span", { class: "quiet", "aria-hidden": "true" }, "←"),
      [...order, ...order].map((one) => chip(one, 22)),
    ),
    t("{colour} is shared: {others} play it one after the other", {
      colour: colourName(colour),
      others: listText(order.map(colourWord)),
    }),
    `shared-${name}`,
  );
}

/** What another number of players changes. @param {VariantData} variant */
function players(variant) {
  return h(
    "div",
    { class: "players" },
    h("h3", {}, sidesText(variant)),
    told(variant.rules).map((text) => h("p", {}, text)),
  );
}

/**
 * A worked score: what each colour has left, and what that makes.
 * @param {Geometry} board
 * @param {string} which
 * @param {WorkedScore} score
 */
function worked({ data }, which, score) {
  const cell = 10 * data.scale;
  const rows = score.colours.map(({ colour, left, single_last, points }) => {
    const sizes = left.reduce((sum, number) => sum + data.pieces[number].size, 0);
    const words = left.length
      ? cellCount(data.grid, sizes)
      : single_last
        ? ruleWords(data.grid).single
        : t("All placed");
    return h(
      "tr",
      {},
      h("th", { scope: "row" }, chip(colour), colourName(colour)),
      h(
        "td",
        {},
        h(
          "div",
          { class: "left" },
          left.map((number) =>
            pieceSvg(data, number, colour, { cell, orientation: flattest(data, number) }),
          ),
          h("span", { class: "quiet" }, words),
        ),
      ),
      h("td", { class: "points" }, signed(points)),
    );
  });
  const teams = Object.entries(score.teams).map(([names, points]) =>
    h(
      "tr",
      { class: "sum" },
      h(
        "th",
        { scope: "row", colspan: "2" },
        names
          .split("+")
          .map((name) => colourName(/** @type {Colour} */ (name)))
          .join(" + "),
      ),
      h("td", { class: "points" }, signed(points)),
    ),
  );
  return h(
    "div",
    { class: "worked", "data-score": which },
    h(
      "table",
      {},
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          h("th", { scope: "col" }, t("Colour")),
          h("th", { scope: "col" }, t("Pieces left")),
          h("th", { scope: "col", class: "points" }, t("Points")),
        ),
      ),
      h("tbody", {}, rows, teams),
    ),
    h("p", { class: "quiet" }, score.source ? t(score.source) : ""),
  );
}

/** What one can do alone. @param {RulesData} rules @param {string} grid @param {import("../types").PuzzleList} list */
function puzzleCards({ alone, pattern }, grid, { grids, puzzles }) {
  const card = (
    /** @type {string | undefined} */ id,
    /** @type {string} */ href,
    /** @type {string} */ title,
    /** @type {string} */ text,
  ) => {
    const puzzle = puzzles.find((one) => one.id === id);
    return h(
      "a",
      { class: "alone", href, "data-figure": id },
      puzzle
        ? h(
            "span",
            { class: "picture" },
            puzzlePicture(grids[puzzle.grid], puzzle, [], { width: 120, height: 96, most: 14 }),
          )
        : null,
      h("b", {}, title),
      h("span", { class: "quiet" }, text),
    );
  };
  const other = puzzles.find((one) => one.level && one.grid === grid);
  return [
    ...alone.map(({ puzzle, title, task }) =>
      card(puzzle, `/puzzles/${puzzle}`, t(title), t(task)),
    ),
    card(
      pattern || other?.id,
      "/puzzles",
      t("Patterns"),
      t("Fill a pattern with the pieces that are given."),
    ),
  ];
}
