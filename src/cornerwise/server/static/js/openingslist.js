/** What was played at a position: in the games of this server and in the opening book. */

import { h } from "./dom.js";
import { number, percent, t, tn } from "./i18n.js";
import { moveText } from "./moves.js";
import { pieceSvg } from "./piece.js";
import { patterns } from "./seats.js";
import { colourName } from "./words.js";

/** @typedef {import("../pages/analysis.js").AnalysisPage} AnalysisPage */

/** Games from which on a share says something. */
const ENOUGH = 10;

/** @param {AnalysisPage} page */
export function openingsParts(page) {
  const { openings, state } = page;
  if (page.draft) return [h("p", { class: "quiet" }, t("Put the position right first."))];
  if (!openings || !state) return [h("div", { class: "well", "aria-hidden": "true" })];
  const colour = state.to_play;
  if (!openings.moves.length || !colour)
    return [h("p", { class: "quiet" }, t("Nobody has played this yet."))];
  return [
    h(
      "p",
      { class: "quiet" },
      openings.games
        ? tn(
            "{n} game reached this position. The percentage says how often {colour} won.",
            "{n} games reached this position. The percentage says how often {colour} won.",
            openings.games,
            {
              colour: colourName(colour),
            },
          )
        : t("No game has reached this position yet; the opening book knows it."),
    ),
    h(
      "ol",
      { class: "openings" },
      openings.moves.map((move) => row(page, colour, move)),
    ),
  ];
}

/**
 * @param {AnalysisPage} page
 * @param {import("../types").Colour} colour
 * @param {import("../types").OpeningMove} move
 */
function row(page, colour, { placement, games, won, tied, book }) {
  const { data } = page.geometry;
  const { piece, orientation } = page.geometry.placement(placement);
  const off = () => page.point(-1);
  return h(
    "li",
    {},
    h(
      "button",
      {
        type: "button",
        class: "opening",
        "data-placement": placement,
        onclick: () => page.lay(colour, placement),
        onmouseenter: () => page.point(placement),
        onmouseleave: off,
        onfocus: () => page.point(placement),
        onblur: off,
      },
      h(
        "span",
        { class: "figure", "aria-hidden": "true" },
        pieceSvg(data, piece, colour, { orientation, cell: 7, flat: true, patterns: patterns() }),
      ),
      h("span", { class: "what" }, moveText(page, placement)),
      h("span", { class: "count" }, games ? number(games) : ""),
      games >= ENOUGH
        ? bar(page, colour, games, won, tied)
        : h("span", { class: "few quiet" }, games ? t("too few games") : ""),
      h(
        "span",
        { class: "chance" },
        games >= ENOUGH
          ? percent((won + tied / 2) / games)
          : book === null
            ? ""
            : t("book {chance}", { chance: percent(book) }),
      ),
    ),
  );
}

/** @param {AnalysisPage} page @param {import("../types").Colour} colour @param {number} games @param {number} won @param {number} tied */
function bar({ variant }, colour, games, won, tied) {
  const part = (/** @type {string} */ name, /** @type {number} */ share) => {
    const element = h("i", { class: name });
    element.style.flexGrow = String(share);
    return element;
  };
  // Among more than two sides nobody knows whose win it was.
  const other =
    variant.team_count === 2
      ? variant.seats.find(
          ({ team }) => team !== variant.seats.find((seat) => seat.colours.includes(colour))?.team,
        )?.colours[0]
      : null;
  return h(
    "span",
    { class: "sharebar", "aria-hidden": "true" },
    part(`c-${colour}`, won),
    part("tied", tied),
    part(other ? `c-${other}` : "lost", games - won - tied),
  );
}
