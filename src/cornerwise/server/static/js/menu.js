/** Dialogs, and the keys. */

import { h } from "./dom.js";
import { t } from "./i18n.js";
import { iconButton } from "./icons.js";

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
      iconButton("close", t("Close"), () => element.close()),
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

/** Keys and what they do. @typedef {[string, string][]} Keys */

/** The keys of every page on which pieces are placed. @returns {Keys} */
const placing = () => [
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
  ["T", t("type a move")],
];

/** The keys of a game: there H leads to a tip. */
export const showGameKeys = () => showKeys([["H", t("tip")]]);

/**
 * @param {Keys} [own]  what this page has more, or otherwise
 * @param {Keys} [known]  what it shares with others
 */
export function showKeys(own = [], known = placing()) {
  const keys = new Map([...known, ...own, ["?", t("all keys")]]);
  dialog(
    t("Keys"),
    h(
      "dl",
      { class: "keytable" },
      [...keys].flatMap(([name, words]) => [h("dt", {}, h("kbd", {}, name)), h("dd", {}, words)]),
    ),
    known.length
      ? [
          h("p", { class: "quiet" }, t("The wheel turns the piece, the right button flips it.")),
          h(
            "p",
            { class: "quiet" },
            t("Tap the piece to turn it. Tap with two fingers to flip it."),
          ),
        ]
      : [],
  );
}
