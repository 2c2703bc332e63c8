/** How accurate everybody played, and how many moves of each kind there were. */

import { h } from "./dom.js";
import { number, t } from "./i18n.js";
import { chip } from "./piece.js";
import { markName, SIGNS } from "./reviewwords.js";
import { seatLabel } from "./seats.js";

const marks = /** @type {import("../types").ReviewMark[]} */ (Object.keys(SIGNS));

/** What the signs mean. */
export const signsLine = () =>
  h(
    "p",
    { class: "quiet small" },
    marks.map((mark) => `${SIGNS[mark]} ${markName(mark)}`).join(" · "),
  );

/**
 * A row for each seat.
 * @param {import("./table.js").Table} table
 * @param {import("../types").ReviewView} review
 */
export function accuracyTable(table, review) {
  const { moves } = review;
  return h(
    "table",
    { class: "accuracy" },
    h("caption", {}, t("Accuracy")),
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        h("th", { scope: "col" }, h("span", { class: "unseen" }, t("player"))),
        h("th", { scope: "col" }, t("of 100")),
        marks.map((mark) =>
          h(
            "th",
            { scope: "col", title: markName(mark) },
            h("span", { "aria-hidden": "true" }, SIGNS[mark]),
            h("span", { class: "unseen" }, markName(mark)),
          ),
        ),
      ),
    ),
    h(
      "tbody",
      {},
      table.state.seats.map((seat) => {
        const own = moves.filter((move) => move.seat === seat.name && move.choices > 1);
        const accuracy = review.accuracy[seat.name];
        return h(
          "tr",
          { class: review.seat === seat.name ? "own" : null },
          h(
            "th",
            { scope: "row" },
            h(
              "span",
              { class: "who" },
              seat.colours.map((c) => chip(c, 15)),
              seatLabel(table, seat),
            ),
          ),
          h("td", {}, accuracy === null ? "–" : number(Math.round(accuracy))),
          marks.map((mark) => h("td", {}, number(own.filter((move) => move.mark === mark).length))),
        );
      }),
    ),
  );
}
