/** Names of colours, players, levels and reasons, in the reader's language. */

import { gridWords } from "./gridwords.js";
import { number, t, tn } from "./i18n.js";

/** @typedef {import("../types").Colour} Colour */
/** @typedef {import("../types").SeatView} SeatState */
/** @typedef {import("../types").ClockSetting} ClockSetting */

/** @param {Colour} colour */
export function colourName(colour) {
  return { blue: t("Blue"), yellow: t("Yellow"), red: t("Red"), green: t("Green") }[colour];
}

/** @param {Colour[]} colours */
export const colourNames = (colours) => colours.map(colourName).join(" + ");

/** A colour within a sentence. @param {Colour} colour */
export function colourWord(colour) {
  return { blue: t("blue"), yellow: t("yellow"), red: t("red"), green: t("green") }[colour];
}

/** Who begins. @param {string} first  a colour, or "lot" */
export function beginsText(first) {
  /** @type {Record<string, string>} */
  const texts = {
    blue: t("Blue begins."),
    yellow: t("Yellow begins."),
    red: t("Red begins."),
    green: t("Green begins."),
  };
  return texts[first] ?? t("Who begins is drawn by lot.");
}

/** @param {number} level */
export function levelName(level) {
  return (
    [
      t("first steps"),
      t("beginner"),
      t("casual"),
      t("practised"),
      t("experienced"),
      t("strong"),
      t("very strong"),
      t("expert"),
      t("master"),
    ][level - 1] ?? ""
  );
}

/**
 * What a seat's player is called: by name, or by colour and strength.
 * @param {Pick<SeatState, "colours" | "kind" | "player" | "level">} seat
 * @param {Colour[]} [colours]  which of its colours are meant
 */
export function playerName({ colours: all, kind, player, level }, colours = all) {
  const colour = colourNames(colours);
  if (player) return player;
  return level && kind !== "person" ? t("{colour}, level {level}", { colour, level }) : colour;
}

/**
 * Why a seat has left the game.
 * @param {SeatState} seat
 */
export const leftNote = ({ out }) =>
  out === "time" ? t("Time is up") : out === "resigned" ? t("Resigned") : t("Out of the game");

/**
 * Why a piece may not lie somewhere.
 * @param {string} code
 * @param {string} [grid]
 */
export function reasonText(code, grid) {
  /** @type {Record<string, string>} */
  const texts = {
    off: t("Off the board."),
    used: t("This piece is already placed."),
    taken: t("A space is already taken."),
    single: gridWords(grid).single,
    start: t("The first piece must cover a starting space."),
    own: t("The first piece must cover its own colour's starting space."),
    opposite: t("The second colour must start opposite the first."),
    diagonal: t("Partners start in opposite corners."),
    kept: t("Opposite another colour's starting space: kept for its partner."),
    spacing: t("Between two starting spaces that are covered, one must stay free."),
    distance: t("Too near another colour's starting space, or too far from it."),
    edge: t("Shares a side with your own piece."),
    apart: gridWords(grid).apart,
    side: t("A vertex meets a side of your own piece."),
    equal: t("Two pieces of the same shape may not touch."),
    over: t("The game is over."),
  };
  return texts[code] ?? t("Not allowed here.");
}

/**
 * Why a piece of a record or of a position may not lie there: nobody's own piece is meant.
 * @param {string} code
 * @param {string} [grid]
 */
export function faultText(code, grid) {
  /** @type {Record<string, string>} */
  const texts = {
    edge: t("It shares a side with a piece of its own colour."),
    apart: t("It does not touch its own colour."),
    side: t("A vertex meets a side of its own colour."),
    turn: t("It is another colour's turn."),
  };
  return texts[code] ?? reasonText(code, grid);
}

/**
 * What a refused request means to the reader.
 * @param {{code?: string, more?: Record<string, any>}} refusal
 * @param {string} [grid]
 */
export function refusalText(refusal, grid) {
  /** @type {Record<string, string>} */
  const texts = {
    forbidden: t("You may not do that here."),
    not_found: t("There is no such game."),
    bad_key: t("This link is no longer valid."),
    too_large: t("That is too large."),
    too_many: t("Too many requests. Please wait a moment."),
    busy: t("The computer is busy with other games. Please try again."),
    not_your_turn: t("It is not your turn."),
    stale: t("The game has moved on. Please try again."),
    illegal: refusal.more?.reason
      ? reasonText(refusal.more.reason.code, grid)
      : t("Not allowed here."),
    not_playing: t("No moves can be made now."),
    not_now: t("That is not possible now."),
    enough: t("One game allows this only so many times."),
    no_hints: t("Tips are given only where no other person plays, or all agreed."),
    not_rated: t("A rated game needs a clock, and everybody in it an account."),
    no_review: t("Only a finished game of several players can be reviewed."),
    fair_play: t("Not while this game is played: that would be unfair to the others."),
    paused: t("You left others waiting: you pause for a while. Your profile says how long."),
    offline: t("No connection to the server."),
    storage: t("The server cannot save this right now. Please try again."),
    unreadable: t("What was saved of this game is damaged. Other games are not affected."),
    fault: t("Something went wrong on the server. Please try again."),
  };
  return texts[refusal.code ?? ""] ?? t("That is not possible now."); // the server's own words are English
}

/**
 * A number of cells in the words of the grid.
 * @param {string} grid
 * @param {number} n
 */
export const cellCount = (grid, n) => gridWords(grid).cells(n);

/**
 * How much of the pieces is not placed yet, in the words of the grid.
 * @param {string} grid
 * @param {number} n
 */
export const leftText = (grid, n) => gridWords(grid).left(n);

/** @param {number} n */
export const pieceCount = (n) => tn("{n} piece", "{n} pieces", n);

/** @param {number} points */
export const signed = (points) => (points > 0 ? `+${number(points)}` : number(points));

/** @param {ClockSetting} clock */
export function clockText(clock) {
  if (clock.kind === "none") return t("No clock");
  if (clock.kind === "days") return tn("{n} day a move", "{n} days a move", clock.days);
  const minutes = tn("{n} minute each", "{n} minutes each", clock.minutes);
  if (!clock.increment) return minutes;
  return t("{minutes}, {seconds} s added per move", { minutes, seconds: number(clock.increment) });
}

/**
 * Time left as 4:05, or in days and hours.
 * @param {number} left  milliseconds
 */
export function timeText(left) {
  const seconds = Math.max(0, Math.ceil(left / 1000));
  if (seconds >= 48 * 3600) return tn("{n} day", "{n} days", Math.floor(seconds / 86400));
  const [hours, rest] = [Math.floor(seconds / 3600), seconds % 3600];
  const [minutes, last] = [Math.floor(rest / 60), rest % 60];
  const two = (/** @type {number} */ n) => String(n).padStart(2, "0");
  return hours ? `${hours}:${two(minutes)}:${two(last)}` : `${minutes}:${two(last)}`;
}
