/** Whether the coach looks on in a game. */

import { change, settings } from "./settings.js";
import { hotSeat } from "./table.js";

/** @typedef {import("./table.js").Table} Table */

/** The coach is there by itself in so many games. */
const FIRST_GAMES = 3;

/** Whether somebody plays computers alone: that is what the coach is for. @param {Table} table */
function fits(table) {
  const { state, you } = table;
  const alone = state.hints && state.free_undo && you.seats.length > 0 && !hotSeat(table);
  return alone && state.seats.some((seat) => seat.kind === "computer");
}

/** Whether the coach looks on. @param {Table} table */
export function isCoached(table) {
  if (!fits(table) || settings.coach === "off") return false;
  return settings.coach === "on" || settings.coached.includes(table.game.id);
}

/** Counts a game among the first ones, in which the coach comes by itself. @param {Table} table */
export function countFirst(table) {
  const { coached } = settings;
  const { id } = table.game;
  if (settings.coach !== "auto" || !fits(table) || table.state.status !== "playing") return;
  if (!coached.includes(id) && coached.length < FIRST_GAMES) change({ coached: [...coached, id] });
}
