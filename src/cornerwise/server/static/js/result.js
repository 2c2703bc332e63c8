/** The end of a game: the table under every scoring, side by side. */

import { variantNamed } from "./catalogue.js";
import { h } from "./dom.js";
import { t } from "./i18n.js";
import { endOf, placed, pointsText } from "./outcome.js";
import { chip } from "./piece.js";
import { seatLabel, sideLabel } from "./seats.js";
import { colourNames, leftNote } from "./words.js";

/** @typedef {import("./table.js").Table} Table */
/** @typedef {import("./table.js").Side} Side */
/** @typedef {import("../types").ScoringData} ScoringData */

/**
 * The table of results: a row for each side.
 * @param {Table} table
 */
export function resultTable(table) {
  const { state, game, geometry } = table;
  const scorings = [...(variantNamed(game.variant)?.scorings ?? [])].sort(
    (a, b) => Number(b.name === game.scoring) - Number(a.name === game.scoring),
  );
  const every = geometry.data.pieces.reduce((sum, { count }) => sum + count, 0);
  const laid = (/** @type {Side} */ side) =>
    side.colours.reduce((sum, c) => sum + every - state.left[c].length, 0);
  const points = (/** @type {ScoringData} */ scoring, /** @type {Side} */ side) =>
    pointsText(state.scores[scoring.name].seats[side.seats[0].name], scoring);
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
        scorings.map(({ heading }) => h("th", { scope: "col" }, t(heading))),
      ),
    ),
    h(
      "tbody",
      {},
      placed(endOf(table)).map((side) =>
        h(
          "tr",
          { class: side.own ? "own" : "" },
          h("td", {}, String(side.place)),
          h(
            "td",
            {},
            h(
              "span",
              { class: "who", title: colourNames(side.colours) },
              side.colours.map((c) => chip(c, 16)),
              sideLabel(table, side),
            ),
            side.own && side.seats.length > 1
              ? h(
                  "span",
                  { class: "note" },
                  side.seats.map((seat) => seatLabel(table, seat)).join(" + "),
                )
              : null,
            side.seats
              .filter((seat) => (game.rated ? seat.out : seat.retired))
              .map((seat) => h("span", { class: "note" }, leftNote(seat))),
            side.seats
              .filter((seat) => table.ratings[seat.name]?.change)
              .map((seat) => h("span", { class: "note" }, table.ratings[seat.name].change)),
          ),
          h("td", {}, String(laid(side))),
          scorings.map((scoring, at) =>
            h("td", { class: at ? "other" : null }, points(scoring, side)),
          ),
        ),
      ),
    ),
  );
}
