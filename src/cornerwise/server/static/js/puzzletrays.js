/** The trays of several colours: one is on turn, the pieces of all are in reach. */

import { h } from "./dom.js";
import { number, tn } from "./i18n.js";
import { chip, flattest, pieceSvg } from "./piece.js";
import { trayOrder } from "./tray.js";
import { colourName } from "./words.js";

/** @typedef {import("../types").Colour} Colour */
/**
 * What the trays need of a page.
 * @typedef {object} TrayPage
 * @property {{colours: Colour[], board: import("../types").EditionData}} puzzle
 * @property {{to_play: Colour | null, left: Partial<Record<Colour, number[]>>} | null} state
 * @property {import("./tray.js").Tray} tray
 * @property {(colour: Colour) => void} look
 */

/** @param {TrayPage} page @param {Colour} colour */
const leftOf = (page, colour) => page.state?.left[colour] ?? [];

/** @param {TrayPage} page @param {Colour} colour */
function attributes(page, colour) {
  return {
    type: "button",
    class: page.state?.to_play === colour ? "turn" : "",
    "data-tray": colour,
    "aria-pressed": String(page.tray.state?.hands[0]?.colour === colour),
    "aria-label": `${colourName(colour)}, ${tn("{n} piece left", "{n} pieces left", leftOf(page, colour).length)}`,
    onclick: () => page.look(colour),
  };
}

/**
 * A button for each colour's tray, with how many pieces it holds.
 * @param {TrayPage} page
 */
export function trayTabs(page) {
  return page.puzzle.colours.map((colour) =>
    h(
      "button",
      attributes(page, colour),
      chip(colour, 16),
      h("span", {}, number(leftOf(page, colour).length)),
    ),
  );
}

/**
 * The pieces of the colours whose tray is not open, small.
 * @param {TrayPage} page
 */
export function otherTrays(page) {
  const { board, colours } = page.puzzle;
  const cell = 7 * board.scale;
  return colours
    .filter((colour) => page.tray.state?.hands[0]?.colour !== colour)
    .map((colour) =>
      h(
        "button",
        attributes(page, colour),
        h(
          "span",
          { class: "person" },
          chip(colour, 16),
          h("span", { class: "name" }, colourName(colour)),
          h(
            "span",
            { class: "end quiet" },
            tn("{n} piece left", "{n} pieces left", leftOf(page, colour).length),
          ),
        ),
        h(
          "span",
          { class: "pieces", "aria-hidden": "true" },
          trayOrder(board)
            .flatMap((one) => leftOf(page, colour).filter((left) => left === one))
            .map((one) =>
              pieceSvg(board, one, colour, {
                cell,
                orientation: flattest(board, one),
                flat: cell < 9,
              }),
            ),
        ),
      ),
    );
}
