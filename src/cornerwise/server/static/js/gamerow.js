/** A game in a list: who plays, and how it stands for the reader. */

import { variantName } from "./catalogue.js";
import { h } from "./dom.js";
import { moment, t } from "./i18n.js";
import { endOfSummary, resultWords } from "./outcome.js";
import { chip } from "./piece.js";
import { colourNames, playerName } from "./words.js";

/** @typedef {import("../types").Summary} Summary */
/** @typedef {import("../types").Colour} Colour */

/** @param {Summary} game */
const mine = (game) => game.seats.filter((seat) => seat.you);

/**
 * The reader's opponents; where all play at one screen, and in records, everybody.
 * @param {Summary} game
 */
export function others(game) {
  const seats = game.seats.filter((seat) => !seat.you);
  return (seats.length ? seats : game.seats).map((seat) => ({
    name:
      seat.kind === "open" && !seat.joined
        ? t("{colour}, open seat", { colour: colourNames(seat.colours) })
        : playerName(seat),
    colours: seat.colours,
  }));
}

/** What lies on the board of a game. @param {Summary} game */
export const marksOf = ({ board = {} }) =>
  Object.entries(board).flatMap(([colour, numbers]) =>
    (numbers ?? []).map((placement) => ({ colour: /** @type {Colour} */ (colour), placement })),
  );

/**
 * How a game stands, in a line.
 * @param {Summary} game
 */
export function standing(game) {
  if (game.status === "waiting") return t("Waiting for players");
  if (game.status === "playing") {
    const seat = game.seats.find(({ name }) => name === game.seat);
    return game.your_turn || !seat
      ? t("Your turn")
      : t("{name} to move", { name: playerName(seat) });
  }
  return resultWords(endOfSummary(game));
}

/**
 * One game as a link, in few words.
 * @param {Summary} game
 */
export function gameRow(game) {
  return h(
    "a",
    { class: "gamerow", href: `/game/${game.id}` },
    h(
      "span",
      { class: "chips" },
      mine(game)
        .flatMap((seat) => seat.colours)
        .slice(0, 4)
        .map((colour) => chip(colour, 16)),
    ),
    h("b", {}, variantName(game.variant)),
    h(
      "span",
      { class: "who quiet" },
      others(game)
        .map(({ name }) => name)
        .join(" · "),
    ),
    h("span", { class: "end" }, game.status === "over" ? moment(game.updated) : standing(game)),
  );
}
