/** The seats round the table: names, clocks, pieces left. */

import { h } from "./dom.js";
import { t, tn } from "./i18n.js";
import { chip, flattest, pieceSvg } from "./piece.js";
import { settings } from "./settings.js";
import { cellsLeft, hotSeat, isMine, seatNamed, seatOf, timeLeft } from "./table.js";
import { trayOrder } from "./tray.js";
import { cellCount, colourName, leftNote, pieceCount, playerName, timeText } from "./words.js";

/** @typedef {import("./table.js").Table} Table */
/** @typedef {import("../types").Colour} Colour */

/**
 * Who plays a colour now: its seat, or for the shared colour the seat whose turn with it is next.
 * @param {Table} table
 * @param {Colour} colour
 */
export function ownerOf(table, colour) {
  return seatOf(table, colour) ?? seatNamed(table, table.state.shared_next);
}

/**
 * @param {Table} table
 * @param {Colour} colour
 */
export function ownerName(table, colour) {
  const seat = ownerOf(table, colour);
  if (!seat) return colourName(colour);
  return playerName(seat, isMine(table, seat.name) && !hotSeat(table));
}

/**
 * The pieces a colour has left, small.
 * @param {Table} table
 * @param {Colour} colour
 * @param {number} cell
 */
export function smallPieces(table, colour, cell) {
  const { data } = table.geometry;
  const left = new Set(table.state.left[colour]);
  return h(
    "div",
    { class: "pieces", "aria-hidden": "true" },
    trayOrder(data)
      .filter((number) => left.has(number))
      .map((number) => pieceSvg(data, number, colour, { cell, orientation: flattest(data, number), flat: cell < 9 })),
  );
}

/**
 * A clock that the ticking of the page keeps up to date.
 * @param {Table} table
 * @param {string | undefined} seat
 */
export function clock(table, seat) {
  if (!seat || timeLeft(table, seat) === null) return null;
  return h("span", { class: "clock", "data-seat": seat, role: "timer" }, timeText(timeLeft(table, seat) ?? 0));
}

/**
 * Brings all clocks under an element up to date.
 * @param {Table} table
 * @param {Element} root
 */
export function tickClocks(table, root) {
  for (const element of root.querySelectorAll(".clock")) {
    const left = timeLeft(table, /** @type {HTMLElement} */ (element).dataset.seat ?? "") ?? 0;
    const text = timeText(left);
    if (element.textContent !== text) element.textContent = text;
    element.classList.toggle("low", left < 30000);
  }
}

/** @param {Table} table @param {Colour} colour */
function noteOn(table, colour) {
  const { state, game } = table;
  const seat = seatOf(table, colour);
  if (seat?.retired) return leftNote(table);
  if (state.finished.includes(colour) && state.status !== "waiting") return t("Finished");
  if (game.shared === colour) return t("Shared, next: {name}", { name: ownerName(table, colour) });
  if (seat?.kind === "open" && !seat.joined) return t("Waiting for a player");
  if (seat?.kind === "person" && !seat.joined) return t("Waiting for a player");
  if (seat?.taken_over) return t("The computer plays for {name}", { name: playerName(seat) });
  if (state.to_play === colour) return table.presence.thinking ? t("thinking") : t("on turn");
  if (seat && seat.name in table.presence.away) return t("away");
  return "";
}

/**
 * The panel of a colour: chip, name, clock, pieces left.
 * @param {Table} table
 * @param {Colour} colour
 */
export function seatPanel(table, colour) {
  const { state, geometry } = table;
  const seat = ownerOf(table, colour);
  const onTurn = state.to_play === colour;
  const left = cellsLeft(table, colour);
  const cell = geometry.data.grid === "triangles" ? 10.5 : 8;
  const note = noteOn(table, colour);
  return h(
    "section",
    {
      class: `seat${onTurn ? " turn" : ""}${onTurn && table.presence.thinking ? " thinking" : ""}${state.finished.includes(colour) ? " finished" : ""}`,
      "data-colour": colour,
      "aria-label": colourName(colour),
    },
    h(
      "div",
      { class: "person" },
      chip(colour),
      h("span", { class: "name" }, table.game.shared === colour ? colourName(colour) : ownerName(table, colour)),
      h("span", { class: "end" }, note && h("span", { class: "note" }, note), clock(table, seat?.name)),
    ),
    h(
      "div",
      { class: "hand" },
      smallPieces(table, colour, cell),
      h("div", { class: "count" }, String(left), h("small", {}, t("left"))),
    ),
    h("span", { class: "unseen" }, tn("{n} piece left", "{n} pieces left", state.left[colour].length)),
  );
}

/**
 * The line of the colour whose tray is shown: chip, name (or another title), clock.
 * @param {Table} table
 * @param {Colour} colour
 * @param {string} instead  a title in place of the name, with the count beside it
 */
export function mePanel(table, colour, instead) {
  const { state, game } = table;
  const seat = seatNamed(table, state.to_play === colour ? state.seat : null) ?? seatOf(table, colour);
  const name = instead || (seat ? playerName(seat, !hotSeat(table)) : colourName(colour));
  const person = h(
    "div",
    { class: "person" },
    chip(colour),
    h("span", { class: "name" }, name),
    h(
      "span",
      { class: "end" },
      game.shared === colour ? h("span", { class: "note small" }, t("shared colour")) : null,
      instead ? tn("{n} left", "{n} left", cellsLeft(table, colour)) : state.finished.includes(colour) ? t("Finished") : null,
      clock(table, seat?.name),
    ),
  );
  if (game.clock.kind !== "live" || !seat) return [person];
  const share = h("i", {});
  share.style.width = `${clockShare(table, seat.name)}%`;
  return [person, h("div", { class: `spent c-${colour}` }, share)];
}

/**
 * How much of its first time a seat has left, in percent.
 * @param {Table} table
 * @param {string} seat
 */
export function clockShare(table, seat) {
  const { clock: set } = table.game;
  return set.kind === "live" ? Math.min(100, (timeLeft(table, seat) ?? 0) / set.minutes / 600) : 0;
}

/**
 * What stands over the tray.
 * @param {Table} table
 * @param {Colour} colour
 */
export function trayTitle(table, colour) {
  const cells = cellCount(table.geometry.data.grid, cellsLeft(table, colour));
  return {
    title: hotSeat(table) ? t("Pieces of {name}", { name: colourName(colour) }) : t("Your pieces"),
    count: `${pieceCount(table.state.left[colour].length)}, ${cells}`,
  };
}

/**
 * The strip of a phone: the other colours with their counts; a tap shows their pieces.
 * @param {Table} table
 * @param {Colour[]} colours
 * @param {() => void} open
 */
export function strip(table, colours, open) {
  const few = colours.length === 1;
  return h(
    "div",
    { class: "mini" },
    colours.map((colour) => {
      const seat = ownerOf(table, colour);
      const count = tn("{n} left", "{n} left", cellsLeft(table, colour));
      // Three computers side by side: their colours tell more than a name cut short.
      const name = few || (seat?.kind === "person" && seat.player) ? ownerName(table, colour) : colourName(colour);
      return h(
        "button",
        {
          type: "button",
          class: table.state.to_play === colour ? "turn" : "",
          "data-colour": colour,
          onclick: open,
          "aria-label": `${ownerName(table, colour)}, ${colourName(colour)}, ${count}`,
        },
        h("span", { class: "line1" }, chip(colour, few ? 18 : 16), h("span", { class: "name" }, name)),
        h(
          "span",
          { class: "line2" },
          clock(table, seat?.name),
          few ? smallPieces(table, colour, table.geometry.data.grid === "triangles" ? 8 : 5.4) : null,
          few ? null : h("span", { class: "count" }, count),
          h("span", { class: few ? "" : "figure" }, String(cellsLeft(table, colour))),
        ),
      );
    }),
  );
}

/** Whether signs are drawn on pieces. */
export const patterns = () => settings.patterns || matchMedia("(forced-colors: active)").matches;
