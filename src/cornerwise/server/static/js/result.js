/** The end of a game: who won in a sentence, and the table under both scorings. */

import { h } from "./dom.js";
import { number, t, tn } from "./i18n.js";
import { chip } from "./piece.js";
import { hotSeat, isMine } from "./table.js";
import { colourNames, leftNote, playerName, signed } from "./words.js";

/** @typedef {import("./table.js").Table} Table */
/** @typedef {import("../types").SeatState} SeatState */

/** @param {Table} table @param {SeatState} seat */
const nameOf = (table, seat) => playerName(seat, isMine(table, seat.name) && !hotSeat(table));

/**
 * The result in a sentence.
 * @param {Table} table
 */
export function resultTitle(table) {
  const { state, you } = table;
  if (table.game.resumes) return t("Move {n}, not finished", { n: number(table.moves.length) });
  const winners = state.seats.filter((seat) => state.winners.includes(seat.name));
  const solo = state.seats.length === 1;
  if (solo) return winners.length ? t("Solved: every piece is placed") : t("Not every piece found a place");
  const mine = winners.some((seat) => isMine(table, seat.name));
  const sides = new Set(winners.map((seat) => seat.team)).size;
  if (sides > 1) return mine && !hotSeat(table) ? t("You share the win") : t("A shared win");
  if (mine && !hotSeat(table)) return t("You win");
  if (!winners.length) return t("The game is over");
  const names = winners.map((seat) => nameOf(table, seat)).join(", ");
  if (you.seats.length === 1) {
    const place = placesOf(table).get(you.seats[0]) ?? 0;
    if (place === 2) return t("Second place");
    if (place === 3) return t("Third place");
    if (place === 4) return t("Fourth place");
  }
  return tn("{names} wins", "{names} win", winners.length, { names });
}

/**
 * The place of each seat: equal results share it.
 * @param {Table} table
 * @returns {Map<string, number>}
 */
function placesOf(table) {
  const { state, game } = table;
  const points = state.scores[game.scoring].seats;
  const better = (/** @type {number} */ a, /** @type {number} */ b) => (game.scoring === "advanced" ? a > b : a < b);
  const rank = (/** @type {SeatState} */ seat) =>
    state.winners.includes(seat.name) ? 1 : 1 + state.seats.filter((other) => other.team !== seat.team
      && (better(points[other.name], points[seat.name]) || state.winners.includes(other.name))).length;
  return new Map(state.seats.map((seat) => [seat.name, rank(seat)]));
}

/**
 * The table of results.
 * @param {Table} table
 */
export function resultTable(table) {
  const { state, game, geometry } = table;
  const places = placesOf(table);
  const other = game.scoring === "advanced" ? "basic" : "advanced";
  const seats = [...state.seats].sort((a, b) => (places.get(a.name) ?? 0) - (places.get(b.name) ?? 0));
  const placed = (/** @type {SeatState} */ seat) =>
    seat.colours.reduce((sum, c) => sum + geometry.data.pieces.length - state.left[c].length, 0);
  const points = (/** @type {import("../types").Scoring} */ scoring, /** @type {SeatState} */ seat) =>
    (scoring === "advanced" ? signed : number)(state.scores[scoring].seats[seat.name]);
  const heading = { advanced: t("advanced score"), basic: t("basic score") };
  return h(
    "table",
    { class: "result" },
    h("caption", { class: "unseen" }, t("Result")),
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        h("th", { scope: "col" }, h("span", { class: "unseen" }, t("rank"))),
        h("th", { scope: "col" }, h("span", { class: "unseen" }, t("player"))),
        h("th", { scope: "col" }, t("placed")),
        h("th", { scope: "col" }, heading[game.scoring]),
        h("th", { scope: "col" }, heading[other]),
      ),
    ),
    h(
      "tbody",
      {},
      seats.map((seat) =>
        h(
          "tr",
          { class: isMine(table, seat.name) && !hotSeat(table) ? "own" : "" },
          h("td", {}, String(places.get(seat.name))),
          h(
            "td",
            {},
            h("span", { class: "who", title: colourNames(seat.colours) }, seat.colours.map((c) => chip(c, 16)), nameOf(table, seat)),
            seat.retired ? h("span", { class: "note" }, leftNote(table)) : null,
          ),
          h("td", {}, String(placed(seat))),
          h("td", {}, points(game.scoring, seat)),
          h("td", { class: "other" }, points(other, seat)),
        ),
      ),
    ),
  );
}
