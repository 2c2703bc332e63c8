/** Dialogs: settings of the board, keys. */

import { h } from "./dom.js";
import { t } from "./i18n.js";
import { icon } from "./icons.js";
import { change, settings } from "./settings.js";

/**
 * Opens a dialog that goes away when it is closed.
 * @param {string} title
 * @param {...(import("./dom.js").Child | import("./dom.js").Child[])} children
 */
export function dialog(title, ...children) {
  const element = h(
    "dialog",
    { "aria-labelledby": "dialog-title", onclose: () => element.remove() },
    h(
      "div",
      { class: "head" },
      h("h2", { id: "dialog-title" }, title),
      h("button", { type: "button", class: "iconbutton", "aria-label": t("Close"), onclick: () => element.close() }, icon("close")),
    ),
    ...children,
  );
  element.addEventListener("click", (event) => {
    if (event.target === element) element.close();
  });
  document.body.append(element);
  element.showModal();
  return element;
}

/** The toggles of the board: names of settings with their words. */
function toggles() {
  return /** @type {const} */ ([
    ["coordinates", t("Coordinates")],
    ["numbers", t("Move numbers")],
    ["corners", t("My open corners")],
    ["spots", t("Legal spots of the picked piece")],
    ["lastMove", t("Last move")],
    ["patterns", t("Patterns on the pieces")],
    ["sound", t("Sounds")],
    ["confirm", t("Confirm every move with Place")],
  ]);
}

/** The list of toggles, each remembered at once. */
export function settingsList() {
  return h(
    "ul",
    { class: "list" },
    toggles().map(([name, words]) =>
      h(
        "li",
        {},
        h("label", { for: `set-${name}` }, words),
        toggle(`set-${name}`, settings[name], (on) => change({ [name]: on })),
      ),
    ),
  );
}

/**
 * A switch.
 * @param {string} id
 * @param {boolean} on
 * @param {(on: boolean) => void} changed
 */
export function toggle(id, on, changed) {
  const box = h("input", { type: "checkbox", role: "switch", id, onchange: () => changed(box.checked) });
  box.checked = on;
  return h("span", { class: "switch" }, box, h("span", {}));
}

export function showKeys() {
  /** @type {[string, string][]} */
  const keys = [
    ["1 … 6", t("pick a piece of this size")],
    ["R", t("turn right")],
    ["Shift R", t("turn left")],
    ["F", t("flip")],
    ["← ↑ → ↓", t("move the piece, or step through a replay")],
    ["Tab", t("next legal spot")],
    ["Shift Tab", t("previous legal spot")],
    ["Enter", t("place")],
    ["Esc", t("put back")],
    ["H", t("hint")],
    ["C", t("coordinates")],
    ["?", t("all keys")],
  ];
  dialog(
    t("Keys"),
    h("dl", { class: "keytable" }, keys.flatMap(([name, words]) => [h("dt", {}, h("kbd", {}, name)), h("dd", {}, words)])),
    h("p", { class: "quiet" }, t("Mouse: the wheel turns, the right button flips. Touch: tap the piece to turn it, tap with two fingers to flip it.")),
  );
}
