/** The frame of a game's page: its parts and the buttons that are always there. */

import { h } from "./dom.js";
import { t } from "./i18n.js";
import { icon } from "./icons.js";

/**
 * @typedef {object} FrameActions
 * @property {(how: "left" | "right" | "flip") => void} turn
 * @property {() => void} place
 * @property {() => void} putBack
 * @property {(text: string) => Promise<boolean>} typed  whether the move was made
 */

/**
 * The parts of the page; what changes with the game is still empty.
 * @param {FrameActions} actions
 * @param {string} example  a move in notation
 */
export function frame(actions, example) {
  const part = (/** @type {string} */ name) => h("div", { class: name });
  const turnButton = (/** @type {"left" | "right" | "flip"} */ how, /** @type {string} */ words) =>
    h("button", { type: "button", class: "iconbutton", "aria-label": words, title: words, onclick: () => actions.turn(how) }, icon(how));
  const turnButtons = () => [turnButton("left", t("Turn left")), turnButton("right", t("Turn right")), turnButton("flip", t("Flip"))];
  const placeButton = () => h("button", { type: "button", class: "place", onclick: actions.place }, t("Place"));
  const places = [placeButton(), placeButton()];
  const preview = part("preview");
  const [left, right, flip] = turnButtons();
  const moves = h("div", { class: "moves", tabindex: "0", role: "region", "aria-labelledby": "moves-title" });
  return {
    strip: part("strip"),
    head: part("g-head"),
    notices: part("g-notices"),
    me: part("g-me"),
    tray: part("g-tray"),
    trayHead: part("row"),
    hold: h("div", { class: "hold" }, left, right, preview, flip),
    preview,
    status: h("div", { class: "g-status", role: "status" }),
    bar: h("div", { class: "g-bar" }, turnButtons(), places[0]),
    actions: part("g-actions"),
    typed: typedForm(actions.typed, example),
    board: part("g-board"),
    seats: part("seats"),
    result: part("g-result"),
    moves,
    movesPart: h("section", { class: "g-moves", "aria-labelledby": "moves-title" }, h("h2", { id: "moves-title" }, t("Moves")), moves),
    keys: keyLine(),
    floating: h(
      "div",
      { class: "bar", role: "toolbar", "aria-label": t("Piece") },
      turnButtons(),
      h("button", { type: "button", "aria-label": t("Put back"), title: t("Put back"), onclick: actions.putBack }, icon("close")),
      places[1],
    ),
    why: part("why"),
    places,
  };
}

/** @param {(text: string) => Promise<boolean>} play @param {string} example */
function typedForm(play, example) {
  const field = h("input", { class: "field", "aria-label": t("Type a move"), placeholder: t("Type a move: {example}", { example }), autocomplete: "off", spellcheck: "false" });
  const submit = async (/** @type {Event} */ event) => {
    event.preventDefault();
    if (await play(field.value)) field.value = "";
  };
  return h("form", { class: "typed", onsubmit: (/** @type {Event} */ event) => void submit(event) }, field, h("button", { class: "button", type: "submit" }, t("Play")));
}

function keyLine() {
  /** @type {[string, string][]} */
  const keys = [["R", t("turn")], ["F", t("flip")], ["Tab", t("next spot")], ["Enter", t("place")], ["?", t("all keys")]];
  return h("div", { class: "keys" }, keys.map(([key, words]) => h("span", {}, h("kbd", {}, key), " ", words)));
}
