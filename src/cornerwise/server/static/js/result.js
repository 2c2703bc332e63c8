/** The end of a game: who won in a sentence, and the table under both scorings, side by side. */

import { h } from "./dom.js";
import { number, t, tn } from "./i18n.js";
import { chip } from "./piece.js";
import { seatLabel, sideLabel } from "./seats.js";
import { sides } from "./table.js";
import { colourNames, leftNote, playerName, signed } from "./words.js";

/** @typedef {import("./table.js").Table} Table */
/** @typedef {import("./table.js").Side} Side */
/** @typedef {import("../types").Scoring} Scoring */

/** @param {Table} table @param {Side} side */
const won = ({ state }, side) => side.seats.some((seat) => state.winners.includes(seat.name));

/** The points of a side: partners share them. @param {Table} table @param {Side} side @param {Scoring} [scoring] */
const pointsOf = ({ state, game }, side, scoring = game.scoring) => state.scores[scoring].seats[side.seats[0].name];

/** @param {number} points @param {Scoring} scoring */
const pointsText = (points, scoring) => (scoring === "advanced" ? signed(points) : number(points));

/**
 * The result in a sentence, in the words of this contest.
 * @param {Table} table
 */
export function resultTitle(table) {
  if (table.game.resumes) return t("Move {n}, not finished", { n: number(table.moves.length) });
  const all = sides(table);
  const winners = all.filter((side) => won(table, side));
  if (all.length === 1) return winners.length ? t("Solved: every piece is placed") : t("Not every piece found a place");
  const own = all.find((side) => side.own);
  if (!winners.length) return t("The game is over");
  if (all.length === 2) {
    if (winners.length > 1) return t("A tie");
    if (own) return own.seats.length > 1 ? teamResult(table, own, all[1]) : ownResult(table, own);
  } else {
    if (own && winners.includes(own)) return winners.length > 1 ? t("You share the win") : t("You win");
    if (own) return placeTitle(placesOf(table).get(own) ?? 0);
    if (winners.length > 1) return t("A shared win");
  }
  const { seats } = winners[0];
  return tn("{names} wins", "{names} win", seats.length, { names: seats.map((seat) => playerName(seat)).join(" + ") });
}

/** @param {Table} table @param {Side} own */
function ownResult(table, own) {
  if (won(table, own)) return table.state.ended === "time" ? t("You win on time") : t("You win");
  return table.state.ended === "time" ? t("You lose on time") : t("You lose");
}

/** @param {Table} table @param {Side} own @param {Side} others */
function teamResult(table, own, others) {
  const { ended } = table.state;
  const wins = won(table, own);
  if (ended === "time") return wins ? t("Your team wins on time") : t("Your team loses on time");
  if (ended !== "played") return wins ? t("Your team wins") : t("Your team loses");
  const points = { own: pointsText(pointsOf(table, own), table.game.scoring), other: pointsText(pointsOf(table, others), table.game.scoring) };
  return wins ? t("Your team wins, {own} to {other}", points) : t("Your team loses, {own} to {other}", points);
}

/** @param {number} place */
function placeTitle(place) {
  return [t("The game is over"), t("You win"), t("Second place"), t("Third place"), t("Fourth place")][place] ?? t("The game is over");
}

/**
 * The place of each side: equal results share it.
 * @param {Table} table
 * @returns {Map<Side, number>}  in the order of places
 */
function placesOf(table) {
  const all = sides(table);
  const better = (/** @type {Side} */ a, /** @type {Side} */ b) => {
    if (won(table, a) !== won(table, b)) return won(table, a);
    if (won(table, a)) return false;
    const [x, y] = [pointsOf(table, a), pointsOf(table, b)];
    return table.game.scoring === "advanced" ? x > y : x < y;
  };
  const places = all.map((side) => /** @type {const} */ ([side, 1 + all.filter((other) => better(other, side)).length]));
  return new Map(places.sort((a, b) => a[1] - b[1]));
}

/**
 * The table of results: a row for each side.
 * @param {Table} table
 */
export function resultTable(table) {
  const { state, game, geometry } = table;
  const other = game.scoring === "advanced" ? "basic" : "advanced";
  const placed = (/** @type {Side} */ side) =>
    side.colours.reduce((sum, c) => sum + geometry.data.pieces.length - state.left[c].length, 0);
  const points = (/** @type {Scoring} */ scoring, /** @type {Side} */ side) => pointsText(pointsOf(table, side, scoring), scoring);
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
      [...placesOf(table)].map(([side, place]) =>
        h(
          "tr",
          { class: side.own ? "own" : "" },
          h("td", {}, String(place)),
          h(
            "td",
            {},
            h("span", { class: "who", title: colourNames(side.colours) }, side.colours.map((c) => chip(c, 16)), sideLabel(table, side)),
            side.own && side.seats.length > 1 ? h("span", { class: "note" }, side.seats.map((seat) => seatLabel(table, seat)).join(" + ")) : null,
            side.seats.filter((seat) => seat.retired).map((seat) => h("span", { class: "note" }, leftNote(seat))),
          ),
          h("td", {}, String(placed(side))),
          h("td", {}, points(game.scoring, side)),
          h("td", { class: "other" }, points(other, side)),
        ),
      ),
    ),
  );
}
