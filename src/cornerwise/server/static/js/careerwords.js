/** How a game ended for the person whose page it is on, in few words. */

import { scoringOf } from "./catalogue.js";
import { number, t, tn } from "./i18n.js";
import { endOfSummary, placed } from "./outcome.js";
import { playerName } from "./words.js";

/** @typedef {import("../types").Summary} Summary */

/** @param {Summary} game */
export function endWords(game) {
  const all = placed(endOfSummary(game));
  const own = all.find((side) => side.own);
  if (!own || all.length < 2) return t("The game is over");
  const shared = all.filter((side) => side.won).length > 1;
  if (all.length > 2) {
    if (own.won && shared) return t("Shared first place");
    return [t("First"), t("Second"), t("Third"), t("Fourth")][own.place - 1];
  }
  if (own.won && shared) return t("A tie");
  const rival = all.find((side) => side !== own);
  const points = Math.abs(own.points - (rival?.points ?? 0));
  if (game.ended !== "played" || !scoringOf(game)) return own.won ? t("Won") : t("Lost");
  return own.won ? t("Won by {n}", { n: number(points) }) : t("Lost by {n}", { n: number(points) });
}

/** Whom it was played against. @param {Summary} game */
export function opponents(game) {
  const others = game.seats.filter((seat) => !seat.you);
  const computers = others.filter((seat) => seat.kind === "computer");
  const people = others.filter((seat) => seat.kind !== "computer").map((seat) => playerName(seat));
  if (computers.length === 1 && !people.length)
    return t("Level {level}", { level: number(computers[0].level ?? 0) });
  if (computers.length) people.push(tn("{n} computer", "{n} computers", computers.length));
  return people.join(", ");
}
