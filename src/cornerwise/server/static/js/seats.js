/** The seats round the table: names, clocks, pieces left, and who plays with whom. */

import { h } from "./dom.js";
import { number, t, tn } from "./i18n.js";
import { chip, flattest, pieceSvg } from "./piece.js";
import { settings } from "./settings.js";
import {
  byComputer,
  cellsLeft,
  hotSeat,
  isMine,
  isYou,
  leftOf,
  nextColour,
  seatNamed,
  seatOf,
  sides,
  timeLeft,
} from "./table.js";
import { trayOrder } from "./tray.js";
import {
  cellCount,
  colourName,
  colourNames,
  leftNote,
  leftText,
  pieceCount,
  playerName,
  timeText,
} from "./words.js";

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
 * What stands beside a seat's chip. Not for sentences: "You" would need another verb.
 * @param {Table} table
 * @param {import("../types").SeatView} seat
 * @param {Colour[]} [colours]  which of its colours are meant
 */
export function seatLabel(table, seat, colours) {
  if (seat.kind === "open" && !seat.joined) return t("Open seat");
  return isYou(table, seat.name) ? seat.player || t("You") : playerName(seat, colours);
}

/** @param {Table} table @param {Colour} colour */
function ownerLabel(table, colour) {
  if (table.game.shared === colour) return t("{colour}, shared", { colour: colourName(colour) });
  const seat = seatOf(table, colour);
  return seat ? seatLabel(table, seat, [colour]) : colourName(colour);
}

/**
 * Those who play together, by name.
 * @param {Table} table
 * @param {import("./table.js").Side} side
 */
export function sideLabel(table, side) {
  if (side.own && side.seats.length > 1) return t("Your team");
  const [first] = side.seats;
  const alike = side.seats.every((seat) => seat.kind === "computer" && seat.level === first.level);
  return alike
    ? playerName(first, side.colours)
    : side.seats.map((seat) => seatLabel(table, seat)).join(" + ");
}

/**
 * The pieces a colour has left, small.
 * @param {Table} table
 * @param {Colour} colour
 * @param {number} cell
 */
export function smallPieces(table, colour, cell) {
  const { data } = table.geometry;
  const left = leftOf(table, colour);
  return h(
    "div",
    { class: "pieces", "aria-hidden": "true" },
    trayOrder(data).flatMap((number) => {
      const gone = data.pieces[number].count - left.filter((one) => one === number).length;
      return Array.from({ length: data.pieces[number].count }, (_, at) => {
        const orientation = flattest(data, number);
        const picture = pieceSvg(data, number, colour, { cell, orientation, flat: cell < 9 });
        if (at < gone) picture.classList.add("gone"); // it keeps its place: nothing moves up
        return picture;
      });
    }),
  );
}

/**
 * A clock that the ticking of the page keeps up to date.
 * @param {Table} table
 * @param {string | undefined} seat
 */
export function clock(table, seat) {
  if (!seat || timeLeft(table, seat) === null) return null;
  return h(
    "span",
    { class: "clock", "data-seat": seat, role: "timer" },
    timeText(timeLeft(table, seat) ?? 0),
  );
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

/** @param {Table} table @param {import("../types").SeatView | undefined} seat */
function ratingBeside(table, seat) {
  const rating = seat && table.ratings[seat.name];
  return rating ? h("small", { class: "rating" }, rating.text) : null;
}

/** Whether a computer is on turn. @param {Table} table */
function thinks(table) {
  const seat = seatNamed(table, table.state.seat);
  return seat !== undefined && byComputer(seat);
}

/** @param {Table} table @param {Colour} colour */
function noteOn(table, colour) {
  const { state, ply } = table;
  const seat = seatOf(table, colour);
  if (ply !== null && ply < table.moves.length) return "";
  if (seat?.retired || seat?.out) return leftNote(seat);
  if (state.status === "over") return "";
  if (state.finished.includes(colour) && state.status !== "waiting") return t("Finished");
  if (seat && !seat.joined) return t("Waiting for a player");
  if (seat?.taken_over) return t("the computer plays");
  if (seat && seat.name in table.presence.away) return t("away");
  if (state.to_play === colour) return thinks(table) ? t("thinking") : t("to move");
  return "";
}

/**
 * Who places the shared colour, in a sentence.
 * @param {Table} table
 */
export function sharedText(table) {
  const { state, game } = table;
  const seat = seatNamed(table, state.shared_next);
  if (!seat || !game.shared || state.finished.includes(game.shared)) return "";
  const name = playerName(seat);
  if (state.to_play === game.shared)
    return isYou(table, seat.name) ? t("You place it now") : t("{name} places it now", { name });
  return isYou(table, seat.name) ? t("You place it next") : t("{name} places it next", { name });
}

/**
 * The panel of a colour: chip, name, clock, pieces left.
 * @param {Table} table
 * @param {Colour} colour
 */
export function seatPanel(table, colour) {
  const { state, geometry, game } = table;
  const seat = ownerOf(table, colour);
  const onTurn = nextColour(table) === colour;
  const cell = 8 * geometry.data.scale;
  const note = noteOn(table, colour);
  const ended = table.ply === null || table.ply === table.moves.length;
  const several = (seat?.colours.length ?? 0) > 1;
  const name = several && seat?.player ? colourName(colour) : ownerLabel(table, colour);
  return h(
    "section",
    {
      class: `seat${onTurn ? " turn" : ""}${onTurn && thinks(table) ? " thinking" : ""}${ended && state.finished.includes(colour) ? " finished" : ""}`,
      "data-colour": colour,
      "aria-label": colourName(colour),
    },
    h(
      "div",
      { class: "person" },
      chip(colour),
      h("span", { class: "name" }, name),
      several ? null : ratingBeside(table, seat),
      h(
        "span",
        { class: "end" },
        note && h("span", { class: "note" }, note),
        game.shared === colour || several ? null : clock(table, seat?.name),
      ),
    ),
    game.shared === colour ? h("p", { class: "note" }, sharedText(table)) : null,
    h(
      "div",
      { class: "hand" },
      smallPieces(table, colour, cell),
      h(
        "div",
        { class: "count", title: leftText(geometry.data.grid, cellsLeft(table, colour)) },
        String(cellsLeft(table, colour)),
        h("small", {}, t("left")),
      ),
    ),
    h(
      "span",
      { class: "unseen" },
      tn("{n} piece left", "{n} pieces left", leftOf(table, colour).length),
    ),
  );
}

/** What several colours have left together. @param {Table} table @param {Colour[]} colours */
const sumLeft = (table, colours) =>
  colours.reduce((sum, colour) => sum + cellsLeft(table, colour), 0);

/** Whether some play together, or play several colours. @param {Table} table */
const together = (table) => sides(table).some((side) => side.colours.length > 1);

/**
 * The colours beside the board, in an order that stays the same all game: all but the one that the reader always has
 * in the tray.
 * @param {Table} table
 * @returns {Colour[]}
 */
export function coloursBeside(table) {
  const { colours } = table.game;
  const mine = colours.filter((colour) => isMine(table, seatOf(table, colour)?.name ?? null));
  const at = mine.length === 1 ? colours.indexOf(mine[0]) + 1 : 0;
  const order = [...colours.slice(at), ...colours.slice(0, at)];
  const rest =
    mine.length === 1 && table.state.status !== "over"
      ? order.filter((colour) => colour !== mine[0])
      : order;
  return together(table)
    ? sides(table).flatMap((side) => rest.filter((colour) => side.colours.includes(colour)))
    : rest;
}

/**
 * The panels of colours; those that play together stand under one head with their sum.
 * @param {Table} table
 * @param {Colour[]} colours
 */
export function seatPanels(table, colours) {
  if (!together(table)) return colours.map((colour) => seatPanel(table, colour));
  return sides(table).map((side) => {
    const one = side.seats.length === 1 ? side.seats[0] : null; // with one name and one clock
    // The strength of computers stands in the panels below.
    const name = side.seats.every((seat) => seat.kind === "computer")
      ? colourNames(side.colours)
      : sideLabel(table, side);
    return h(
      "section",
      { class: "side", "aria-label": sideLabel(table, side) },
      h(
        "h3",
        {},
        one ? null : side.colours.map((colour) => chip(colour, 12)),
        h("span", { class: "name" }, name),
        one ? ratingBeside(table, one) : null,
        one ? clock(table, one.name) : null,
        h("b", {}, tn("{n} left", "{n} left", sumLeft(table, side.colours))),
      ),
      colours
        .filter((colour) => side.colours.includes(colour))
        .map((colour) => seatPanel(table, colour)),
    );
  });
}

/**
 * The line of the colour whose tray is shown: chip, name (or another title), clock.
 * @param {Table} table
 * @param {Colour} colour
 * @param {string} instead  a title in place of the name, with the count beside it
 */
export function mePanel(table, colour, instead) {
  const { state, game } = table;
  const seat =
    seatNamed(table, state.to_play === colour ? state.seat : null) ?? seatOf(table, colour);
  const name = instead || (seat ? seatLabel(table, seat) : colourName(colour));
  const several = seat && seat.colours.length > 1 && seat.colours.includes(colour);
  const sum = several ? sumLeft(table, seat.colours) : 0;
  const person = h(
    "div",
    { class: "person" },
    chip(colour),
    h(
      "span",
      { class: `name ${instead.length > 14 ? "long" : ""} ${instead.length > 24 ? "longer" : ""}` },
      name,
    ),
    instead ? null : ratingBeside(table, seat),
    h(
      "span",
      { class: "end" },
      game.shared === colour ? h("span", { class: "note small" }, t("shared colour")) : null,
      instead
        ? h(
            "span",
            { class: "left" },
            several ? number(sum) : tn("{n} left", "{n} left", cellsLeft(table, colour)),
          )
        : null,
      !instead && state.finished.includes(colour) ? t("Finished") : null,
      clock(table, seat?.name),
    ),
  );
  if (game.clock.kind !== "live") return [person];
  const share = h("i", {});
  share.style.width = `${clockShare(table, seat?.name ?? "")}%`;
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
    title: hotSeat(table)
      ? t("Pieces of {name}", { name: ownerLabel(table, colour) })
      : t("Your pieces"),
    count: `${pieceCount(table.state.left[colour].length)}, ${cells}`,
  };
}

/**
 * The strip of a phone: the other colours with their counts; a tap shows their pieces. Partners stand together.
 * @param {Table} table
 * @param {Colour[]} colours
 * @param {() => void} open
 */
export function strip(table, colours, open) {
  const few = colours.length === 1;
  const button = (/** @type {Colour} */ colour) => stripButton(table, colour, few, open);
  const size = few ? " few" : colours.length > 3 ? " several four" : " several";
  if (!together(table)) return h("div", { class: `mini${size}` }, colours.map(button));
  const pairs = sides(table).map((side) => {
    const tray = side.colours.filter((colour) => !colours.includes(colour));
    const beside = side.colours.filter((colour) => colours.includes(colour));
    return h(
      "div",
      { class: "pair" },
      tray.map((colour) => h("span", { class: "self" }, chip(colour, 12))),
      beside.map(button),
      sumOf(table, side.colours),
    );
  });
  return h("div", { class: `mini${size}` }, pairs);
}

/** What partners have left together. @param {Table} table @param {Colour[]} colours */
function sumOf(table, colours) {
  const sum = sumLeft(table, colours);
  return h("b", { class: "sum", title: tn("{n} left", "{n} left", sum) }, number(sum));
}

/**
 * @param {Table} table
 * @param {Colour} colour
 * @param {boolean} few  whether it is the only one
 * @param {() => void} open
 */
function stripButton(table, colour, few, open) {
  const seat = ownerOf(table, colour);
  const count = tn("{n} left", "{n} left", cellsLeft(table, colour));
  // Side by side there is no room for a strength: it stands in the panel that a tap opens.
  const named = few || (seat?.player && seat.colours.length === 1 && table.game.shared !== colour);
  const away = seat !== undefined && seat.name in table.presence.away && !isMine(table, seat.name);
  // A seat has one clock, whatever its colours; the reader's own stands over the tray.
  const timed = seat?.colours[0] === colour && !isYou(table, seat.name);
  return h(
    "button",
    {
      type: "button",
      class: `${nextColour(table) === colour ? "turn" : ""}${away ? " away" : ""}`,
      onclick: open,
      "data-colour": colour,
      "aria-label": `${ownerLabel(table, colour)}, ${colourName(colour)}, ${leftText(table.geometry.data.grid, cellsLeft(table, colour))}${away ? `, ${t("away")}` : ""}`,
    },
    h(
      "span",
      { class: "line1" },
      chip(colour, few ? 18 : 16),
      h("span", { class: "name" }, named ? ownerLabel(table, colour) : colourName(colour)),
    ),
    h(
      "span",
      { class: "line2" },
      timed ? clock(table, seat?.name) : null,
      few ? smallPieces(table, colour, 5.4 * table.geometry.data.scale) : null,
      few ? null : h("span", { class: "count" }, away ? t("away") : count),
      h(
        "span",
        { class: few ? "" : "figure" },
        few && away ? t("away") : String(cellsLeft(table, colour)),
      ),
    ),
  );
}

/** Whether signs are drawn on pieces. */
export const patterns = () => settings.patterns || matchMedia("(forced-colors: active)").matches;
