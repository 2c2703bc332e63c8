/** The lines that say how things stand: whose turn it is, what is played, what the ghost does. */

import { scoringOf, variantName, variantNamed } from "./catalogue.js";
import { spotsOf } from "./ghost.js";
import { number, t, tn } from "./i18n.js";
import { endOf, resultWords } from "./outcome.js";
import { isYou, myTurn, seatNamed } from "./table.js";
import { colourName, playerName, reasonText } from "./words.js";

/** @typedef {import("./table.js").Table} Table */

/**
 * Whose turn it is, or how it ended.
 * @param {Table} table
 */
export function title(table) {
  const { state } = table;
  if (state.status === "over") return resultWords(endOf(table));
  if (state.status === "waiting") return waitingWords(state.seats.filter((one) => !one.joined));
  const seat = seatNamed(table, state.seat);
  if (!seat || !state.to_play) return t("The game is over");
  const colour = colourName(state.to_play);
  const shared = table.game.shared === state.to_play;
  const several = seat.colours.length > 1 || shared;
  if (isYou(table, seat.name) && myTurn(table))
    return several ? t("Your turn: {colour}", { colour }) : t("Your turn");
  if (shared) return t("{name} to move: {colour}", { name: playerName(seat), colour });
  const name = playerName(seat, [state.to_play]);
  if (seat.kind === "computer") return t("{name} is thinking", { name });
  if (seat.name in table.presence.away && !seat.taken_over) return t("{name} is away", { name });
  return several && seat.player
    ? t("{name} to move: {colour}", { name, colour })
    : t("{name} to move", { name });
}

/** Whom all wait for: by name if it is one who was asked. @param {import("../types").SeatView[]} absent */
function waitingWords(absent) {
  const [{ player } = { player: "" }] = absent;
  return absent.length === 1 && player
    ? t("Waiting for {name}", { name: player })
    : t("Waiting for players");
}

/**
 * What is played.
 * @param {Table} table
 */
export function subtitle(table) {
  const { game, state } = table;
  const parts = [variantName(game.variant)];
  const placed = table.moves.filter(([colour]) => colour === state.to_play).length;
  if (state.status === "playing") parts.push(t("round {n}", { n: number(placed + 1) }));
  if (game.touch === "vertices") parts.push(t("vertices only"));
  const scoring = scoringOf(game);
  if (scoring && scoring !== variantNamed(game.variant)?.scorings[0]) parts.push(t(scoring.phrase));
  if (game.imported) parts.push(t("imported"));
  if (game.rated) parts.push(t("rated"));
  return parts.join(", ");
}

/**
 * Whose turn it is with the shared colour.
 * @param {Table} table
 */
function sharedLine(table) {
  const seat = seatNamed(table, table.state.seat);
  const colour = colourName(/** @type {import("../types").Colour} */ (table.game.shared));
  if (!seat || isYou(table, seat.name)) return t("{colour}, shared: you place it now.", { colour });
  return t("{colour}, shared: {name} places it now.", { colour, name: playerName(seat) });
}

/**
 * The line of status: words, and whether the ghost fits.
 * @param {Table} table
 * @returns {{words: string, sign?: "check" | "close"}}
 */
export function status(table) {
  const { ghost, picked } = table.held;
  if (!table.online) return { words: t("Connection lost. Trying to reconnect.") };
  if (table.said) return { words: table.said };
  if (table.pondering) return { words: t("Looking for a tip.") };
  if (table.weighing) return { words: t("The coach looks at your move.") };
  if (table.sending) return { words: t("Placing.") };
  if (ghost?.legal)
    return {
      words: myTurn(table) ? t("Fits here.") : t("Fits here. Wait for your turn."),
      sign: "check",
    };
  if (ghost)
    return {
      words: ghost.reason
        ? reasonText(ghost.reason.code, table.geometry.data.grid)
        : t("Does not fit here."),
      sign: "close",
    };
  if (picked >= 0) {
    const spots = spotsOf(table.held).length;
    if (!spots) return { words: t("No spot left for this piece.") };
    return {
      words: tn(
        "{n} spot for this piece. Move it onto the board.",
        "{n} spots for this piece. Move it onto the board.",
        spots,
      ),
    };
  }
  if (table.praise) return { words: table.praise };
  if (table.state.to_play && table.state.to_play === table.game.shared)
    return { words: sharedLine(table) };
  if (myTurn(table)) return { words: t("Pick a piece.") };
  const others = table.presence.watching - 1;
  if (!table.you.seats.length && table.state.status !== "over" && others > 0) {
    return {
      words: tn("You are watching with {n} other.", "You are watching with {n} others.", others),
    };
  }
  return { words: "" };
}
