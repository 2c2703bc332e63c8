/** The rules of each edition, in the reader's words, with pictures drawn by the board itself. */

import { fill, h } from "../js/dom.js";
import { t } from "../js/i18n.js";
import { flattest, pieceSvg } from "../js/piece.js";
import { detail, preview } from "../js/preview.js";
import { sample } from "../js/samples.js";
import { trayOrder } from "../js/tray.js";
import { familyName } from "../js/words.js";

/** @typedef {import("../types").Geometry} Geometry */
/** @typedef {import("../types").Colour} Colour */
/** @typedef {import("../types").Mark} Mark */

const EDITIONS = ["classic", "duo", "trigon"];

/**
 * The positions of the pictures, by the names of their cells.
 * @type {Record<string, {start: string, touch: string[], side: string[], cells: string}>}
 */
const PICTURES = {
  classic: { start: "a20,a19,a18,b18", touch: ["a20,a19,a18,b18", "c17,d17,d16,d15,c15"], side: ["a20,a19,a18,b18", "c18,d18,d17"], cells: "c18" },
  duo: { start: "e10,e9,f9,f8,e11", touch: ["e10,e9,f9,f8", "g7,h7,g6,g5"], side: ["e10,e9,f9,f8", "g8,h8,h7"], cells: "g8" },
  trigon: { start: "r15,q15,p15,s15,t15", touch: ["r15,q15,p15,s15,t15", "u14,v14,w14,x14"], side: ["r15,q15,p15,s15,t15", "u15,v15,w15"], cells: "u15" },
};

/** @type {import("../app.js").Page} */
export async function show(main, app, [name]) {
  const edition = name || "classic";
  document.title = `${t("Rules")}: ${familyName(edition)} · Cornerwise`;
  const board = await app.geometry(edition);
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
      h("p", {}, h("a", { class: "button primary", href: `/new?edition=${edition}` }, t("New game"))),
      section(t("The board and the pieces"), pieces(edition), [figure(preview(board, [], 240), t("The board with its start fields")), figure(pieceSet(board), t("The pieces of one colour"))]),
      section(t("Beginning"), beginning(edition), [figure(detail(board, marks(board, [PICTURES[edition].start]), cellsOf(board, [PICTURES[edition].start]), 200), t("The first piece covers a start field"))]),
      section(t("Placing"), placing(edition), [
        figure(detail(board, marks(board, [PICTURES[edition].touch[0]]), cellsOf(board, PICTURES[edition].touch), 200, ghost(board, PICTURES[edition].touch[1], "")), t("Right: corner to corner")),
        figure(detail(board, marks(board, [PICTURES[edition].side[0]]), cellsOf(board, PICTURES[edition].side), 200, ghost(board, PICTURES[edition].side[1], PICTURES[edition].cells)), t("Wrong: the two pieces share a side")),
      ]),
      section(t("End and score"), ending(edition), [figure(preview(board, sample(edition), 240), t("A game under way"))]),
      edition === "duo" ? null : section(t("Fewer players, teams, solo"), variants(edition), []),
      section(t("Good to know"), advice(edition), []),
    ),
  );
  return () => {};
}

/** @param {string} title @param {string[]} texts @param {Node[]} pictures */
function section(title, texts, pictures) {
  return h("section", {}, h("div", {}, h("h2", {}, title), texts.map((text) => h("p", {}, text))), pictures.length ? h("div", {}, pictures) : null);
}

/** @param {Node} picture @param {string} words */
function figure(picture, words) {
  return h("figure", {}, picture, h("figcaption", {}, words));
}

/** @param {Geometry} board @param {string[]} texts */
const cellsOf = (board, texts) => texts.flatMap((text) => text.split(",").map((name) => board.cellNamed(name)));

/** @param {Geometry} board @param {string} text */
const placed = (board, text) => board.placementWith(cellsOf(board, [text]));

/** @param {Geometry} board @param {string[]} texts @returns {Mark[]} */
const marks = (board, texts) => texts.map((text) => ({ colour: "blue", placement: placed(board, text) }));

/**
 * A second piece of blue over the board, right or wrong.
 * @param {Geometry} board
 * @param {string} text
 * @param {string} fault  the cell that shares a side
 * @returns {Partial<import("../types").BoardState>}
 */
function ghost(board, text, fault) {
  const placement = placed(board, text);
  const { piece, orientation, moved } = board.placement(placement);
  const reason = fault ? { code: "edge", rule: "R3", cells: [board.cellNamed(fault)], message: "" } : null;
  return { ghost: { colour: "blue", piece, orientation, moved, placement, legal: !fault, reason, laid: true } };
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

/** @param {string} edition */
function lead(edition) {
  if (edition === "duo") return t("Duo is the small board for two: one colour each, ten to fifteen minutes. Place as many of your pieces as you can.");
  if (edition === "trigon") return t("Trigon is played with triangles on a hexagon, by one to four players, in twenty to thirty minutes. Place as many of your pieces as you can.");
  return t("Classic is played by one to four players in twenty to thirty minutes. Place as many of your pieces as you can.");
}

/** @param {string} edition */
function pieces(edition) {
  if (edition === "trigon") {
    return [
      t("The board is a hexagon of 486 triangles with six start fields, alike for all colours."),
      t("Each colour has 22 pieces of one to six triangles, every shape once, 110 triangles together. You may turn and flip them as you like."),
    ];
  }
  return [
    edition === "duo" ? t("The board has 14 by 14 squares and two start fields.") : t("The board has 20 by 20 squares. The four corners are the start fields."),
    t("Each colour has 21 pieces of one to five squares, every shape once, 89 squares together. You may turn and flip them as you like."),
  ];
}

/** @param {string} edition */
function beginning(edition) {
  if (edition === "duo") return [t("Lots decide who begins. The first player covers either start field, the second the other one.")];
  if (edition === "trigon") {
    return [t("The colours take turns in the order blue, yellow, red, green. The first piece of a colour covers any start field that is still free.")];
  }
  return [
    t("The colours take turns in the order blue, yellow, red, green; any colour may begin, by choice or by lot."),
    t("The first piece of a colour covers its own corner. With free corners it may be any corner that is not yet covered."),
  ];
}

/** @param {string} edition */
function placing(edition) {
  const texts = [
    t("Each further piece must touch a piece of the same colour at a corner, and may not share a side with its own colour."),
    t("Different colours may touch in any way. No field is covered twice, and a placed piece is never moved."),
  ];
  if (edition === "trigon") {
    texts.push(
      t("A vertex may also touch the middle of a side of its own colour, where the corners of two triangles meet."),
      t("With the option vertices only this is not allowed: a vertex of one piece may not meet the side of another piece of the same colour."),
    );
  }
  return texts;
}

/** @param {string} edition */
function ending(edition) {
  const texts = [
    t("Who can place a piece must do so. A colour that cannot is finished; the others play on until nobody can place any more."),
    t("Advanced scoring: each cell left over costs a point. Whoever placed everything gets 15 points instead, and 20 if the single cell came last. The highest score wins."),
  ];
  if (edition === "classic") texts.push(t("Basic scoring: count the cells left over. The fewest win."));
  if (edition === "duo") texts.push(t("Example: yellow placed everything, the single square last: 20 points. Blue has two pieces of three squares and one of four left: −10."));
  if (edition === "trigon") texts.push(t("Example: three pieces of four triangles left are −12 points, a five and a four are −9."));
  texts.push(t("Equal results share the place."));
  return texts;
}

/** @param {string} edition */
function variants(edition) {
  if (edition === "trigon") {
    return [
      t("Two players: one plays blue and red, the other yellow and green. The second colour starts on the field opposite the first. The points of both colours are added."),
      t("Three players: the fourth colour is not used, and the board is the inner hexagon of 384 triangles. Between any two covered start fields one stays free."),
      t("Two teams of two: blue and red against yellow and green; the points of a team are added."),
      t("Solo, the 88: place all pieces of all four colours by the basic rules."),
    ];
  }
  return [
    t("Two players: one plays blue and red, the other yellow and green. The points of both colours are added."),
    t("Three players: each plays one colour. The fourth is shared: its turns are taken by all three in rotation, and its score is ignored."),
    t("Two teams of two: blue and red against yellow and green; the points of a team are added. Partners start in opposite corners."),
    t("Solo, the 84: place all pieces of all four colours in turn; the four single squares must be the last four."),
  ];
}

/** @param {string} edition */
function advice(edition) {
  const texts = [
    t("Head for the centre early, and place the big pieces first: room for them grows scarce."),
    t("Keep as many open corners as you can, and look for ways through the blocks of the others."),
  ];
  if (edition === "duo") texts.push(t("All 42 pieces could fit on the board. Leave your opponent little room, yet placing all of your own usually beats merely hindering."));
  else texts.push(t("Watch which pieces the others still hold: what they can still do, and what not."));
  return texts;
}
