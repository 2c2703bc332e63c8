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

/**
 * @param {string} help  what H does on this page; empty if nothing
 * @param {[string, string][]} [more]  keys of this page only
 */
export function showKeys(help, more = []) {
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
    ...(help ? [/** @type {[string, string]} */ (["H", help])] : []),
    ["C", t("coordinates")],
    ["T", t("type a move")],
    ...more,
    ["?", t("all keys")],
  ];
  dialog(
    t("Keys"),
    h(
      "dl",
      { class: "keytable" },
      keys.flatMap(([name, words]) => [h("dt", {}, h("kbd", {}, name)), h("dd", {}, words)]),
    ),
    h("p", { class: "quiet" }, t("The wheel turns the piece, the right button flips it.")),
    h("p", { class: "quiet" }, t("Tap the piece to turn it. Tap with two fingers to flip it.")),
  );
}
