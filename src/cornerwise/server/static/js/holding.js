/** What follows the piece that is held, alike in games and puzzles: its buttons, its bar, the board's size. */

import { h, onPhone, set } from "./dom.js";
import { floatBeside } from "./floating.js";
import { t } from "./i18n.js";
import { iconButton } from "./icons.js";
import { change, settings } from "./settings.js";
import { reasonText } from "./words.js";

/** @typedef {import("./ghost.js").Held} Held */
/** @typedef {import("./board.js").Board} Board */

/**
 * Shows on every button and in the line of keys what can be done with the piece that is held.
 * @param {{places: HTMLButtonElement[], foot: HTMLElement, hold: HTMLElement, bar: HTMLElement}} parts
 * @param {Held} held
 * @param {boolean} ready  whether it can be placed where it lies
 */
export function drawReady({ places, foot, hold, bar }, { picked }, ready) {
  for (const button of places) button.disabled = !ready;
  for (const part of [hold, bar]) {
    for (const button of part.querySelectorAll("button"))
      if (!places.includes(button)) button.disabled = picked < 0;
  }
  for (const key of foot.querySelectorAll("[data-needs]")) {
    const able = /** @type {HTMLElement} */ (key).dataset.needs === "ready" ? ready : picked >= 0;
    key.classList.toggle("off", !able);
  }
}

/**
 * Tells once what the mouse or two fingers can do, when they first pick a piece: over the keys where they are told,
 * else over the pieces.
 * @param {{tip: HTMLElement, foot: HTMLElement}} parts
 * @param {"mouse" | "touch" | "keys"} by
 */
export function tellOnce({ tip, foot }, by) {
  if (by === "keys" || settings.told.includes(by)) return;
  const text =
    by === "mouse"
      ? t("The wheel turns the piece, the right button flips it.")
      : t("Tap the piece to turn it. Tap with two fingers to flip it.");
  if (foot.offsetHeight) foot.append(tip);
  set(tip, { text, hidden: false });
  setTimeout(() => set(tip, { hidden: true }), 8000);
  change({ told: [...settings.told, by] });
}

/**
 * Shows the bar of a laid ghost, and why an illegal one is illegal.
 * @param {Board} board
 * @param {Held} held
 * @param {{floating: HTMLElement, why: HTMLElement}} parts
 */
export function drawFloating(board, { ghost }, { floating, why }) {
  floating.hidden = !ghost?.laid;
  why.hidden = !ghost || ghost.legal || !ghost.reason;
  if (ghost?.reason)
    why.textContent = reasonText(ghost.reason.code, board.state.geometry.data.grid);
  const bar = ghost && !floating.hidden ? floatBeside(board, ghost, floating, 12) : undefined;
  if (ghost && !why.hidden) floatBeside(board, ghost, why, bar ? 66 : 10, bar);
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
  const arrow = (
    /** @type {import("./icons.js").IconName} */ name,
    /** @type {string} */ words,
    /** @type {number} */ x,
    /** @type {number} */ y,
  ) =>
    iconButton(name, words, () => nudge(x, y), {
      onmousedown: (/** @type {Event} */ event) => event.preventDefault(),
    });
  return h(
    "span",
    { class: "nudges", role: "group", "aria-label": t("Piece") },
    arrow("back", t("Move left"), -1, 0),
    arrow("up", t("Move up"), 0, -1),
    arrow("down", t("Move down"), 0, 1),
    arrow("next", t("Move right"), 1, 0),
  );
}
