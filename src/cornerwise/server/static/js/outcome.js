/** How a game ended, in the words of its contest: the same at the table and in lists. */

import { scoringOf } from "./catalogue.js";
import { number, t, tn } from "./i18n.js";
import { sidesOf } from "./table.js";
import { playerName, signed } from "./words.js";

/** @typedef {import("../types").Summary} Summary */
/** @typedef {import("./table.js").Table} Table */

/**
 * What is known of an end.
 * @template {import("./table.js").Member} S
 * @typedef {object} End
 * @property {S[]} seats
 * @property {string[]} mine  the seats of this browser
 * @property {string[]} winners
 * @property {Record<string, number>} scores  the points of each seat; partners share them
 * @property {string} variant
 * @property {string} scoring
 * @property {import("../types").PersonalState["ended"]} ended
 * @property {number} moves
 * @property {boolean} [rated]  then whoever left comes last
 * @property {unknown} resumes  a record that is not at its end, and may be played on
 */

/**
 * A side with its points and its place; equal results share a place.
 * @template {import("./table.js").Member} S
 * @typedef {import("./table.js").Side<S> & {points: number, won: boolean, place: number}} Placed
 */

/** @param {Table} table @returns {End<import("../types").SeatView>} */
export function endOf({ game, state, moves, you }) {
  const { seats, winners, ended } = state;
  return {
    seats,
    winners,
    ended,
    mine: you.seats,
    scores: state.scores[game.scoring].seats,
    variant: game.variant,
    scoring: game.scoring,
    moves: moves.length,
    rated: game.rated,
    resumes: game.resumes,
  };
}

/** @param {Summary} game @returns {End<Summary["seats"][number]>} */
export const endOfSummary = (game) => ({
  ...game,
  mine: game.seats.filter((seat) => seat.you).map((seat) => seat.name),
});

/**
 * Points as they are written: with a sign where it tells good from bad.
 * @param {number} points
 * @param {{most_wins: boolean} | undefined} scoring
 */
export const pointsText = (points, scoring) =>
  scoring?.most_wins ? signed(points) : number(points);

/**
 * The sides in the order of their places.
 * @template {import("./table.js").Member} S
 * @param {End<S>} end
 * @returns {Placed<S>[]}
 */
export function placed(end) {
  const { seats, mine, winners, scores, rated } = end;
  const most = scoringOf(end)?.most_wins;
  const all = sidesOf(seats, mine).map((side) => ({
    ...side,
    points: scores[side.seats[0].name] ?? 0,
    won: side.seats.some((seat) => winners.includes(seat.name)),
    left: Boolean(rated && side.seats.some((seat) => seat.out)),
  }));
  const better = (/** @type {typeof all[0]} */ a, /** @type {typeof all[0]} */ b) => {
    if (a.won !== b.won) return a.won;
    if (a.left !== b.left) return b.left;
    return !a.won && (most ? a.points > b.points : a.points < b.points);
  };
  return all
    .map((side) => ({ ...side, place: 1 + all.filter((other) => better(other, side)).length }))
    .sort((a, b) => a.place - b.place);
}

/**
 * The result in a sentence.
 * @param {End<import("./table.js").Member>} end
 */
export function resultWords(end) {
  if (end.resumes) return t("Move {n}, not finished", { n: number(end.moves) });
  if (end.seats.length === 1)
    return end.winners.length
      ? t("Solved: every piece is placed")
      : t("Not every piece found a place");
  const all = placed(end);
  const own = all.find((side) => side.own);
  const rival = all.find((side) => side !== (own ?? all[0]) && (own || !side.won));
  if (!all[0].won) return t("The game is over");
  const text = (/** @type {number} */ points) => pointsText(points, scoringOf(end));
  if (!rival) return t("A tie, {own} each", { own: text(all[0].points) });
  const points = { own: text((own ?? all[0]).points), other: text(rival.points) };
  if (own && !own.won && all.length > 2)
    return placeWords(own.place, { own: points.own, count: all.length });
  if (own?.won && rival.won)
    return all.length === 2
      ? t("A tie, {own} each", points)
      : t("You share the win, {own}", points);
  if (own)
    return own.seats.length > 1
      ? teamWords(own.won, end.ended, points)
      : ownWords(own.won, all.length === 2 ? end.ended : "played", points);
  const winners = all.filter((side) => side.won).flatMap((side) => side.seats);
  const names = winners.map((seat) => playerName(seat)).join(", ");
  if (end.ended !== "played" && end.ended !== "imported")
    return tn("{names} wins", "{names} win", winners.length, { names });
  return t("Winner: {names}, {own} to {other}", { names, ...points });
}

/** @typedef {{own: string, other: string}} Points */

/** @param {boolean} wins @param {End<any>["ended"]} ended @param {Points} points */
function ownWords(wins, ended, points) {
  if (ended === "time") return wins ? t("You win on time") : t("You lose on time");
  if (ended === "resigned") return wins ? t("You win: the other side resigned") : t("You resigned");
  return wins ? t("You win, {own} to {other}", points) : t("You lose, {own} to {other}", points);
}

/** @param {boolean} wins @param {End<any>["ended"]} ended @param {Points} points */
function teamWords(wins, ended, points) {
  if (ended === "time") return wins ? t("Your team wins on time") : t("Your team loses on time");
  if (ended === "resigned") return wins ? t("Your team wins") : t("Your team loses");
  return wins
    ? t("Your team wins, {own} to {other}", points)
    : t("Your team loses, {own} to {other}", points);
}

/** @param {number} place @param {{own: string, count: number}} values */
function placeWords(place, values) {
  if (place === 2) return t("2nd of {count}, {own}", values);
  return place === 3 ? t("3rd of {count}, {own}", values) : t("4th of {count}, {own}", values);
}
