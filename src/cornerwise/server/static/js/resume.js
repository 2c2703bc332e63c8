/** Playing on from a position of a record: who shall sit where, and off. */

import { h } from "./dom.js";
import { t } from "./i18n.js";
import { dialog } from "./menu.js";
import { post } from "./net.js";
import { chip } from "./piece.js";
import { settings } from "./settings.js";
import { seatOf } from "./table.js";
import { colourNames, refusalText } from "./words.js";

/** @typedef {import("./net.js").Refusal} Refusal */
/** @typedef {import("./table.js").Table} Table */

/**
 * The seat choices as the server takes them, by the value of a choice.
 * @param {string} value
 */
function chosen(value) {
  if (value === "me") return { kind: "me", name: settings.name };
  return value === "here" || value === "open"
    ? { kind: value }
    : { kind: "computer", level: Number(value) };
}

/**
 * Asks who plays on from the position shown, and begins.
 * @param {Table} table
 * @param {(path: string) => void} go
 */
export function showResume(table, go) {
  const { game, state, moves } = table;
  const ply = table.ply ?? moves.length;
  const next = ply < moves.length ? moves[ply][0] : game.resumes;
  const mine = (next && seatOf(table, next)) ?? state.seats[0];
  askWhoPlays(state.seats, mine.name, async (seats) => {
    const made = await post(`/api/games/${game.id}/continue`, { seats, ply });
    go(`/game/${made.game.id}`);
  });
}

/**
 * Asks who sits where in a game that goes on from a position, and begins it.
 * @param {{name: string, colours: import("../types").Colour[]}[]} seats
 * @param {string} mine  the seat that is offered to the reader
 * @param {(seats: Record<string, unknown>) => Promise<void>} begin
 */
export function askWhoPlays(seats, mine, begin) {
  const error = h("p", { class: "error", role: "alert", hidden: true });
  const rows = seats.map((seat) => {
    const box = h(
      "select",
      { class: "field", id: `resume-${seat.name}` },
      h("option", { value: "me" }, t("You")),
      h("option", { value: "here" }, t("Someone at this screen")),
      h("option", { value: "open" }, t("Someone you invite")),
      [1, 2, 3, 4, 5, 6, 7, 8, 9].map((level) =>
        h("option", { value: level }, t("Computer, level {level}", { level })),
      ),
    );
    box.value = seat.name === mine ? "me" : String(settings.level);
    return {
      name: seat.name,
      box,
      row: h(
        "li",
        {},
        h(
          "label",
          { for: `resume-${seat.name}` },
          seat.colours.map((colour) => chip(colour, 16)),
          " ",
          colourNames(seat.colours),
        ),
        box,
      ),
    };
  });
  const start = async () => {
    try {
      await begin(Object.fromEntries(rows.map(({ name, box }) => [name, chosen(box.value)])));
      shown.close();
    } catch (why) {
      error.hidden = false;
      error.textContent = refusalText(/** @type {Refusal} */ (why));
    }
  };
  const shown = dialog(
    t("Play on from here"),
    h(
      "ul",
      { class: "list resume" },
      rows.map(({ row }) => row),
    ),
    error,
    h(
      "div",
      { class: "menu-actions" },
      h(
        "button",
        { type: "button", class: "button primary", onclick: () => void start() },
        t("Start game"),
      ),
    ),
  );
}
