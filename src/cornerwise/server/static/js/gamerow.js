/** A game in a list: who plays, and how it stands for the reader. */

import { h } from "./dom.js";
import { moment, number, t, tn } from "./i18n.js";
import { chip } from "./piece.js";
import { playerName, signed, variantName } from "./words.js";

/** @typedef {import("../types").Summary} Summary */

/** @param {Summary} game */
const mine = (game) => game.seats.filter((seat) => seat.you);

/**
 * The reader's opponents; where all play at one screen, and in records, everybody.
 * @param {Summary} game
 */
export function others(game) {
  const seats = game.seats.filter((seat) => !seat.you);
  return (seats.length ? seats : game.seats).map((seat) => ({ name: playerName(seat), colours: seat.colours }));
}

/**
 * How a game stands, in a line.
 * @param {Summary} game
 */
export function standing(game) {
  if (game.status === "waiting") return t("waiting for players");
  if (game.status === "playing") return game.your_turn ? t("your turn") : tn("{n} move", "{n} moves", game.moves);
  if (game.resumes) return t("Move {n}, not finished", { n: number(game.moves) });
  if (game.seats.length === 1) return game.winners.length ? t("Solved: every piece is placed") : t("Not every piece found a place");
  const teams = new Set(mine(game).map((seat) => seat.team));
  return teams.size === 1 ? myResult(game, [...teams][0]) : result(game);
}

/** @param {Summary} game @param {number} n */
const points = (game, n) => (game.scoring === "basic" ? number(n) : signed(n));

/**
 * The points of each side, and whether it is among the winners, the best first.
 * @param {Summary} game
 */
function sides(game) {
  const found = new Map(game.seats.map((seat) => [seat.team, { team: seat.team, points: game.scores[seat.name] ?? 0, won: game.winners.includes(seat.name) }]));
  const sign = game.scoring === "basic" ? 1 : -1;
  return [...found.values()].sort((a, b) => Number(b.won) - Number(a.won) || sign * (a.points - b.points));
}

/** @param {Summary} game @param {number} team */
function myResult(game, team) {
  const all = sides(game);
  const me = all.find((side) => side.team === team) ?? all[0];
  const best = all.find((side) => side.team !== team) ?? all[0];
  const values = { own: points(game, me.points), other: points(game, best.points), count: all.length };
  const together = game.seats.filter((seat) => seat.team === team).length > 1;
  if (me.won && best.won) return all.length === 2 ? t("A tie, {own} each", values) : t("You share the win, {own}", values);
  if (all.length === 2 && game.ended === "time") return me.won ? t("You win on time") : t("You lose on time");
  if (all.length === 2 && game.ended === "resigned") return me.won ? t("You win: the other side resigned") : t("You resigned");
  if (me.won) return together ? t("Your team wins, {own} to {other}", values) : t("You win, {own} to {other}", values);
  if (all.length === 2) return together ? t("Your team loses, {own} to {other}", values) : t("You lose, {own} to {other}", values);
  const place = 1 + all.filter((side) => side.won || (side.points !== me.points && all.indexOf(side) < all.indexOf(me))).length;
  if (place === 2) return t("2nd of {count}, {own}", values);
  return place === 3 ? t("3rd of {count}, {own}", values) : t("4th of {count}, {own}", values);
}

/**
 * The result of a game in which the reader is no single side.
 * @param {Summary} game
 */
function result(game) {
  const all = sides(game);
  const rival = all.find((side) => !side.won);
  const names = game.seats.filter((seat) => game.winners.includes(seat.name)).map((seat) => playerName(seat)).join(", ");
  if (!rival) return t("A tie, {own} each", { own: points(game, all[0].points) });
  return t("Winner: {names}, {own} to {other}", { names, own: points(game, all[0].points), other: points(game, rival.points) });
}

/**
 * One game as a link, in few words.
 * @param {Summary} game
 */
export function gameRow(game) {
  return h(
    "a",
    { class: "gamerow", href: `/game/${game.id}` },
    h("span", { class: "chips" }, mine(game).flatMap((seat) => seat.colours).slice(0, 4).map((colour) => chip(colour, 16))),
    h("b", {}, variantName(game.variant)),
    h("span", { class: "who quiet" }, others(game).map(({ name }) => name).join(" · ")),
    h("span", { class: "end" }, game.status === "over" ? moment(game.updated) : standing(game)),
  );
}
