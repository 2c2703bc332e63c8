/** What follows the piece in the hand, alike in games and puzzles: its picture, its bar, the board's size. */

import { fill, h, onPhone } from "./dom.js";
import { floatBeside } from "./floating.js";
import { orientationOf } from "./ghost.js";
import { t } from "./i18n.js";
import { icon } from "./icons.js";
import { pieceSvg, shapeOf } from "./piece.js";
import { patterns } from "./seats.js";
import { reasonText } from "./words.js";

/** @typedef {import("./ghost.js").Hand} Hand */
/** @typedef {import("./board.js").Board} Board */

/**
 * Draws the picked piece as it is turned.
 * @param {HTMLElement} element
 * @param {Hand} hand
 */
export function drawPreview(element, hand) {
  if (hand.picked < 0 || !hand.colour) {
    fill(element, h("span", {}, hand.colour ? t("The piece you pick shows here") : ""));
    return;
  }
  const { data } = hand.geometry;
  const orientation = orientationOf(hand);
  const [left, top, right, bottom] = shapeOf(data, hand.picked, orientation).box;
  const cell = Math.min(22, 86 / (bottom - top + 0.2), 110 / (right - left + 0.2));
  fill(element, pieceSvg(data, hand.picked, hand.colour, { cell, orientation, patterns: patterns() }));
}

/**
 * Shows the bar of a laid ghost, and why an illegal one is illegal.
 * @param {Board} board
 * @param {Hand} hand
 * @param {{floating: HTMLElement, why: HTMLElement}} parts
 */
export function drawFloating(board, { ghost }, { floating, why }) {
  floating.hidden = !ghost?.laid;
  why.hidden = !ghost || ghost.legal || !ghost.reason;
  if (ghost?.reason) why.textContent = reasonText(ghost.reason.code);
  if (ghost && !floating.hidden) floatBeside(board, ghost, floating, 12);
  if (ghost && !why.hidden) floatBeside(board, ghost, why, floating.hidden ? 10 : 66);
}

/**
 * Makes a board as large as its box allows.
 * @param {Board} board
 * @param {HTMLElement} box
 * @param {{coordinates: boolean, most?: number}} how  `most` is the longest side of a cell, in pixels
 */
export function fitBoard(board, box, { coordinates, most = Infinity }) {
  const style = getComputedStyle(box);
  const width = box.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
  const rim = onPhone() ? (coordinates ? 12 : 7) : coordinates ? 17 : 10;
  const [left, top, right, bottom] = board.state.geometry.box;
  board.fit(
    Math.min(width, (right - left) * most + 2.4 * rim),
    Math.min(box.clientHeight, (bottom - top) * most + 2 * rim),
    rim,
  );
}

/**
 * Arrows that move a laid ghost by one cell: fingers are wider than cells.
 * @param {(right: number, down: number) => void} nudge
 */
export function nudges(nudge) {
  const arrow = (/** @type {import("./icons.js").IconName} */ name, /** @type {string} */ words, /** @type {number} */ x, /** @type {number} */ y) =>
    h("button", { type: "button", class: "iconbutton", "aria-label": words, onclick: () => nudge(x, y) }, icon(name));
  return h(
    "span",
    { class: "nudges", role: "group", "aria-label": t("Piece") },
    arrow("back", t("Move left"), -1, 0),
    arrow("up", t("Move up"), 0, -1),
    arrow("down", t("Move down"), 0, 1),
    arrow("next", t("Move right"), 1, 0),
  );
}
