/** What is shown where nothing is: an address or a game that does not exist, a link that is no longer valid. */

import { fill, h } from "../js/dom.js";
import { t } from "../js/i18n.js";
import { Refusal } from "../js/net.js";
import { refusalText } from "../js/words.js";

/**
 * A page that says what is missing and shows ways on.
 * @param {HTMLElement} main
 * @param {string} title
 * @param {string} words
 * @param {[string, string][]} ways  addresses with their words; the first is the likeliest
 */
export function dead(main, title, words, ways) {
  document.title = `${title} · Cornerwise`;
  fill(
    main,
    h(
      "div",
      { class: "page missing" },
      h("h1", {}, title),
      h("p", { class: "lead" }, words),
      h(
        "div",
        { class: "menu-actions" },
        ways.map(([href, name], at) =>
          h("a", { class: at ? "button" : "button primary", href }, name),
        ),
      ),
    ),
  );
}

/** @returns {[string, string][]} */
const onwards = () => [
  ["/new", t("New game")],
  ["/games", t("My games")],
  ["/", t("To the home page")],
];

/** @type {import("../app.js").Page} */
export function show(main) {
  dead(
    main,
    t("There is nothing here"),
    t("No page has this address. It may have been typed wrongly, or the link is old."),
    onwards(),
  );
}

/** What may have become of something that a link leads to. */
export const lostText = () =>
  t(
    "It may have been deleted, or the link is not whole. Ask whoever sent it to you for a new one.",
  );

/**
 * A game that cannot be shown.
 * @param {HTMLElement} main
 * @param {string} id
 * @param {Refusal} why
 */
export function noGame(main, id, why) {
  if (why.code === "not_found") {
    dead(main, t("This game does not exist"), lostText(), onwards());
  } else if (why.code === "bad_key") {
    dead(main, t("This link is no longer valid"), t("You can still watch the game."), [
      [`/game/${id}`, t("Watch the game")],
      ...onwards(),
    ]);
  } else {
    dead(main, t("This game cannot be opened"), refusalText(why), [
      [location.pathname + location.hash, t("Try again")],
      ...onwards(),
    ]);
  }
}
