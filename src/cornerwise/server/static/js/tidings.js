/** What happened at a table in words: a message for the reader, another one for everybody else. */

import { t } from "./i18n.js";
import { moveWords } from "./moves.js";
import { isYou, seatNamed, seatOf } from "./table.js";
import { colourName, playerName } from "./words.js";

/** @typedef {import("./table.js").Table} Table */
/** @typedef {import("../types").GameEvent} GameEvent */
/** @typedef {import("../types").Colour} Colour */

/**
 * @param {Table} table  after the event
 * @param {GameEvent} event
 * @returns {string}  empty if there is nothing to say
 */
export function tidings(table, event) {
  const seat = seatNamed(table, ("seat" in event ? event.seat : undefined) ?? null);
  const name = seat ? playerName(seat) : "";
  const you = seat !== undefined && isYou(table, seat.name);
  switch (event.type) {
    case "move":
      return event.colour && event.placement !== undefined
        ? moveWords(table, event.colour, event.placement)
        : "";
    case "joined":
    case "filled":
      return you ? t("You have joined.") : t("{name} has joined.", { name });
    case "undo":
      return t("Moves were taken back.");
    case "resigned":
      return you ? t("You have resigned.") : t("{name} has resigned.", { name });
    case "time":
      return you ? t("You have run out of time.") : t("{name} has run out of time.", { name });
    case "taken_over":
      return you ? t("The computer plays for you.") : t("The computer plays for {name}.", { name });
    case "taken_back":
      return you ? t("You play again.") : t("{name} plays again.", { name });
    default:
      return "";
  }
}

/**
 * A colour can place no more.
 * @param {Table} table
 * @param {Colour} colour
 */
export function finishedText(table, colour) {
  const seat = seatOf(table, colour);
  if (seat && isYou(table, seat.name) && seat.colours.length === 1)
    return t("You can place no more pieces.");
  return t("{colour} can place no more pieces.", { colour: colourName(colour) });
}
