/** The frame of a game's page: its parts and the buttons that are always there. */

import { h } from "./dom.js";
import { t } from "./i18n.js";
import { icon, iconButton } from "./icons.js";

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
    iconButton(how, words, () => actions.turn(how), { onmousedown: stay });
  const turnButtons = () => [
    turnButton("left", t("Turn left")),
    turnButton("right", t("Turn right")),
    turnButton("flip", t("Flip")),
  ];
  const placeButton = () =>
    h("button", { type: "button", class: "place", onclick: actions.place }, t("Place"));
  const places = [placeButton(), placeButton()];
  const typed = typedForm(actions.typed, example);
  const moves = h("div", {
    class: "moves",
    tabindex: "0",
    role: "region",
    "aria-labelledby": "moves-title",
  });
  return {
    strip: part("strip"),
    head: part("g-head"),
    notices: part("g-notices"),
    me: part("g-me"),
    tray: part("g-tray"),
    trayHead: part("row"),
    tip: h("div", { class: "tip", role: "status", hidden: true }),
    hold: h("div", { class: "hold" }, turnButtons()),
    status: h("div", { class: "g-status", role: "status" }),
    bar: h("div", { class: "g-bar" }, turnButtons(), places[0]),
    actions: part("g-actions"),
    typed,
    board: part("g-board"),
    seats: part("seats"),
    result: part("g-result"),
    moves,
    movesPart: h(
      "section",
      { class: "g-moves", "aria-labelledby": "moves-title" },
      h("h2", { id: "moves-title" }, t("Moves")),
      moves,
    ),
    foot: h("div", { class: "foot-line" }, typed.form, keyLine(), typed.opener),
    floating: h(
      "div",
      { class: "bar", role: "toolbar", "aria-label": t("Piece") },
      turnButtons(),
      h(
        "button",
        {
          type: "button",
          "aria-label": t("Put back"),
          title: t("Put back"),
          onclick: actions.putBack,
        },
        icon("close"),
      ),
      places[1],
    ),
    why: part("why"),
    places,
  };
}

/** A button pressed with the mouse leaves the focus on the board, so that the keys go on to work there. @param {Event} event */
const stay = (event) => event.preventDefault();

/**
 * The field for a typed move, folded away behind a small button.
 * @param {(text: string) => Promise<boolean>} play
 * @param {string} example
 */
function typedForm(play, example) {
  const field = h("input", {
    class: "field",
    "aria-label": t("Type a move"),
    placeholder: example,
    autocomplete: "off",
    spellcheck: "false",
  });
  const show = (/** @type {boolean} */ open) => {
    form.hidden = !open;
    opener.setAttribute("aria-expanded", String(open));
    form.parentElement?.classList.toggle("open", open);
    if (open) field.focus();
    else opener.focus();
  };
  const submit = async (/** @type {Event} */ event) => {
    event.preventDefault();
    if (await play(field.value)) field.value = "";
  };
  const key = (/** @type {KeyboardEvent} */ event) => {
    if (event.key === "Escape") show(false);
  };
  const form = h(
    "form",
    {
      class: "typed",
      id: "typed-move",
      hidden: true,
      onsubmit: (/** @type {Event} */ event) => void submit(event),
      onkeydown: key,
    },
    field,
    h("button", { class: "button", type: "submit" }, t("Play")),
  );
  const opener = h(
    "button",
    {
      type: "button",
      class: "linklike",
      "aria-expanded": "false",
      "aria-controls": "typed-move",
      onclick: () => show(form.hidden === true),
    },
    t("Type a move"),
  );
  return { form, opener, open: () => show(true) };
}

/** The most useful keys; those that do nothing now look so. */
function keyLine() {
  /** @type {[string, string, "held" | "ready" | ""][]} */
  const keys = [
    ["R", t("turn"), "held"],
    ["F", t("flip"), "held"],
    ["Tab", t("next spot"), "held"],
    ["Enter", t("place"), "ready"],
    ["?", t("all keys"), ""],
  ];
  return h(
    "div",
    { class: "keys" },
    keys.map(([key, words, needs]) =>
      h("span", { "data-needs": needs || null }, h("kbd", {}, key), " ", words),
    ),
  );
}
