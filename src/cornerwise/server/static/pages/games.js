/** The games of this browser, unfinished ones first. */

import { fill, h } from "../js/dom.js";
import { moment, t, tn } from "../js/i18n.js";
import { icon } from "../js/icons.js";
import { get, Refusal } from "../js/net.js";
import { chip } from "../js/piece.js";
import { colourNames, refusalText, variantName } from "../js/words.js";

/** @typedef {import("../types").Summary} Summary */
/** @typedef {import("../types").Colour} Colour */

/** @type {import("../app.js").Page} */
export async function show(main) {
  document.title = `${t("My games")} · Cornerwise`;
  /** @type {Summary[]} */
  let games = [];
  let trouble = "";
  try {
    games = (await get("/api/games")).games;
  } catch (error) {
    trouble = refusalText(/** @type {Refusal} */ (error));
  }
  const open = games.filter((game) => game.status !== "over");
  const over = games.filter((game) => game.status === "over");
  fill(
    main,
    h(
      "div",
      { class: "page games" },
      h("h1", {}, t("My games")),
      trouble ? h("p", { class: "error", role: "alert" }, trouble) : null,
      games.length || trouble ? null : h("p", { class: "quiet" }, t("Games you play in this browser are listed here.")),
      list(t("Unfinished"), open),
      list(t("Finished games"), over),
      h(
        "div",
        { class: "menu-actions" },
        h("a", { class: "button primary", href: "/new" }, t("New game")),
        h("a", { class: "button plain", href: "/import" }, icon("open"), t("Look at a recorded game")),
      ),
    ),
  );
  return () => {};
}

/** @param {string} title @param {Summary[]} games */
function list(title, games) {
  if (!games.length) return null;
  return h("section", {}, h("h2", {}, title), h("ul", {}, games.map((game) => h("li", {}, gameRow(game)))));
}

/**
 * One game as a link.
 * @param {Summary} game
 */
export function gameRow(game) {
  const others = game.seats
    .filter((seat) => !seat.you)
    .map((seat) => seat.player || (seat.kind === "computer" ? t("Computer {level}", { level: seat.level ?? "" }) : colourNames(/** @type {Colour[]} */ (seat.name.split("+")))));
  const mine = game.seats.filter((seat) => seat.you).flatMap((seat) => /** @type {Colour[]} */ (seat.name.split("+")));
  let state = moment(game.updated);
  if (game.status === "waiting") state = t("waiting for players");
  else if (game.status === "playing") state = game.your_turn ? t("your turn") : tn("{n} move", "{n} moves", game.moves);
  else if (game.seats.some((seat) => seat.you && game.winners.includes(seat.name))) state = `${t("won")}, ${state}`;
  return h(
    "a",
    { class: "gamerow", href: `/game/${game.id}` },
    h("span", { class: "chips" }, mine.slice(0, 4).map((colour) => chip(colour, 16))),
    h("b", {}, variantName(game.variant)),
    h("span", { class: "who quiet" }, others.join(", ")),
    h("span", { class: "end" }, state),
  );
}
