/** Games that are being played, to watch: small boards with a line of words, and the featured one. */

import { variantName } from "./catalogue.js";
import { h, refresh } from "./dom.js";
import { marksOf } from "./gamerow.js";
import { number, t, tn } from "./i18n.js";
import { chip } from "./piece.js";
import { preview } from "./preview.js";
import { playerName } from "./words.js";

/** @typedef {import("../types").Shown} Shown */
/** @typedef {import("../types").Summary} Summary */

/** Who plays, in a line: two by name, of more the first. @param {Summary} game */
export function whoPlays({ seats }) {
  const people = seats.filter(({ kind }) => kind === "person");
  const names = (people.length ? people : seats).map((seat) => playerName(seat));
  if (seats.length === 2) return seats.map((seat) => playerName(seat)).join(" – ");
  return tn("{name} and {n} other", "{name} and {n} others", seats.length - 1, { name: names[0] });
}

/** How it stands, in a line. @param {Shown} shown */
function aboutGame({ game, watching }) {
  const words = [variantName(game.variant), t("move {n}", { n: game.moves })];
  if (game.rated) words.push(t("rated"));
  if (watching) words.push(tn("{n} watching", "{n} watching", watching));
  return words.join(", ");
}

/**
 * A game as a small board that is a link; its name is the line below it.
 * @param {import("../app.js").App} app
 * @param {Shown} shown
 * @param {number} size
 */
export function liveBoard(app, shown, size) {
  const { game } = shown;
  const picture = h("span", { class: "picture", "aria-hidden": "true" });
  picture.style.minHeight = `${size}px`;
  void app
    .geometry(game.edition)
    .then((geometry) => picture.replaceChildren(preview(geometry, marksOf(game), size)));
  return h(
    "a",
    { class: "livegame", href: `/game/${game.id}` },
    picture,
    h("b", {}, whoPlays(game)),
    h("span", { class: "quiet small" }, aboutGame(shown)),
  );
}

/** A game as a row. @param {Shown} shown */
export const liveRow = (shown) =>
  h(
    "li",
    {},
    h(
      "a",
      { class: "liverow", href: `/game/${shown.game.id}` },
      h("b", {}, whoPlays(shown.game)),
      h("span", { class: "quiet" }, aboutGame(shown)),
      h("span", { class: "end" }, shown.game.status === "over" ? t("Look at it") : t("Watch")),
    ),
  );

/** @param {number | undefined} score */
const points = (score) => (score === undefined ? "" : number(score));

/** The players of a game with their points. @param {Summary} game */
export const scoreList = (game) =>
  h(
    "ul",
    { class: "livescores" },
    game.seats.map((seat) =>
      h(
        "li",
        { class: seat.name === game.seat ? "on-turn" : null },
        h(
          "span",
          { class: "chips" },
          (seat.colours ?? []).map((colour) => chip(colour, 16)),
        ),
        h("span", { class: "name" }, playerName(seat)),
        h("span", { class: "end" }, points(game.scores?.[seat.name])),
      ),
    ),
  );

/**
 * Draws games anew where they have changed: a board that stands still is not touched.
 * @param {Element} place
 * @param {Shown[]} games
 * @param {(shown: Shown) => Element} drawn
 */
export function keepGames(place, games, drawn) {
  const known = new Map([...place.children].map((one) => [one.getAttribute("data-stand"), one]));
  refresh(
    place,
    games.map((shown) => {
      const stand = `${shown.game.id} ${shown.game.moves} ${shown.watching} ${shown.game.status}`;
      const old = known.get(stand);
      if (old) return old;
      const made = drawn(shown);
      made.setAttribute("data-stand", stand);
      return made;
    }),
  );
}
